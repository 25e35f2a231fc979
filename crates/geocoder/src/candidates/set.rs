//! Places each part of an address can mean.

use milepost_gazetteer::{Place, PostalCity};

use crate::candidates::candidate::Candidate;
use crate::candidates::divisions::WrittenAs;
use crate::candidates::namesakes::Namesakes;

/// What the parts of one address can mean.
#[derive(Debug, Default)]
pub(crate) struct CandidateSet {
    pub(crate) countries: Vec<Place>,
    pub(crate) regions: Vec<Place>,
    pub(crate) regions_written_as: WrittenAs,
    pub(crate) localities: Vec<Candidate>,
    pub(crate) postcodes: Vec<Candidate>,
    /// Whether a locality is written, or a part of one in its place.
    pub(crate) is_locality_typed: bool,
    /// Ids of regions by two letters whose countries write postcodes or streets otherwise.
    pub(crate) foreign_regions: Vec<i64>,
    /// What the postcode register gives for postcode and locality.
    pub(crate) postal_city: Option<PostalCity>,
    /// Ids of localities that have a postcode of their own within a typo of the typed one.
    pub(crate) mistyped_for: Vec<i64>,
    /// Ids of localities, each the only one of its name in its country, to which the typed code of their country is too far to be theirs.
    pub(crate) with_code_of_others: Vec<i64>,
    /// Ids of localities whose own name differs from the typed one but is much like it.
    pub(crate) alike: Vec<i64>,
    /// How localities of one name relate to each other.
    pub(crate) namesakes: Namesakes,
}

impl CandidateSet {
    /// Whether a place is in a typed country, or none is typed.
    pub(crate) fn is_in_country(&self, place: &Place) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|country| country.country == place.country)
    }

    /// Whether the postcode register gives this place for the typed postcode and name.
    pub(crate) fn is_postal_city(&self, place: &Place) -> bool {
        self.postal_city.as_ref().is_some_and(|city| city.id == place.id)
    }

    /// Whether to follow the typed regions.
    pub(crate) fn has_regions(&self) -> bool {
        self.regions_written_as != WrittenAs::PartOfTown && self.known_regions().next().is_some()
    }

    /// The regions known by more than a code, those of a typed country if there is one.
    pub(crate) fn known_regions(&self) -> impl Iterator<Item = &Place> {
        let is_known =
            |region: &&Place| !self.foreign_regions.contains(&region.id) && self.is_in_country(region);
        self.regions.iter().filter(is_known)
    }

    /// Whether the localities are corrections of an unknown name.
    pub(crate) fn are_typos(&self) -> bool {
        self.localities.first().is_some_and(Candidate::is_typo)
    }

    /// Whether the typed postcode is known, not only its neighbours.
    pub(crate) fn is_postcode_known(&self) -> bool {
        self.postcodes.iter().any(|postcode| !postcode.is_nearest())
    }
}
