//! Places each component of an address can mean, read from the gazetteer and kept to a number that can be combined.

use milepost_address::Tag;
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype, PostalCity};

use super::places::{distance_beyond_extent_m, lies_in};
use super::{LOCALITIES, SAME_PLACE_M};
use crate::components::Components;
use crate::country_evidence::Evidence;
use crate::postcode_shape::{country_of_shape, is_foreign_to};
use crate::scope::Scope;

/// Candidates that go into combinations.
const COMBINED_LOCALITIES: usize = 24;
const POSTCODES: usize = 8;
pub(super) const REGIONS: usize = 6;
/// `France` is also the state of its overseas territories, which have country codes of their own.
pub(super) const COUNTRIES: usize = 12;

/// Places each component can mean.
#[derive(Debug, Default)]
pub(super) struct Candidates {
    pub(super) countries: Vec<Place>,
    pub(super) regions: Vec<Place>,
    pub(super) localities: Vec<Place>,
    pub(super) postcodes: Vec<Place>,
    /// Countries that have the postcode, the ones whose place was not kept included.
    pub(super) countries_of_postcode: usize,
    /// Ids of `postcodes` that are not the typed one but the nearest number their country has.
    pub(super) stand_ins: Vec<i64>,
    /// Countries of the localities whose postcodes the gazetteer has.
    pub(super) countries_with_codes: Vec<String>,
    /// Ids of localities of which the typed postcode is a typing error away from one of their own.
    pub(super) served_by_similar: Vec<i64>,
    /// Whether the regions were read from what may as well be a part of the town.
    pub(super) regions_are_doubtful: bool,
    /// Where an unknown postcode must lie.
    pub(super) postcode_areas: Vec<Place>,
    /// What the postcode register gives for postcode and locality.
    pub(super) postal_city: Option<PostalCity>,
    pub(super) locality_typed: bool,
    /// Whether the localities are two towns that were named together.
    pub(super) are_twins: bool,
    /// Whether the localities are corrections of a name that is not known.
    pub(super) mistyped: bool,
    /// What street and letters say of the country.
    pub(super) evidence: Evidence,
    /// Whether the country that was written is none the scope holds: nothing lies in both.
    pub(super) is_elsewhere: bool,
    /// The postcode as typed.
    pub(super) postcode: Option<String>,
}

impl Candidates {
    pub(super) fn read(scope: Scope<'_>, components: &Components<'_>) -> Result<Candidates, GazetteerError> {
        let mut candidates = Candidates {
            evidence: Evidence::of(components),
            postcode: components.get(Tag::Postcode).map(str::to_owned),
            ..Candidates::default()
        };
        candidates.read_divisions(scope, components)?;
        if candidates.is_elsewhere {
            return Ok(Candidates::default());
        }
        if let Some(postcode) = components.get(Tag::Postcode) {
            candidates.postcodes = scope.postcodes(postcode)?;
            candidates.countries_of_postcode = candidates.postcodes.len();
            if candidates.postcodes.is_empty() {
                candidates.postcode_areas = scope.postcode_area(postcode)?;
            }
        }
        if let Some(locality) = components.get(Tag::Locality) {
            candidates.read_locality(scope, locality, components.get(Tag::Postcode))?;
        } else if let Some(part) =
            components.get(Tag::DependentLocality).filter(|_| candidates.postcodes.is_empty())
        {
            candidates.localities =
                scope.places(part, &[Placetype::Neighbourhood, Placetype::Locality], LOCALITIES)?;
            candidates.locality_typed = true;
        }
        if let Some(country) = components.get(Tag::Postcode).and_then(country_of_shape) {
            candidates.prefer_country(country);
        }
        candidates.keep_to_typed_country();
        candidates.add_nearest_postcodes(scope)?;
        if let Some(locality) = components.get(Tag::Locality)
            && (candidates.localities.is_empty() || candidates.mistyped)
            && !candidates.stand_ins.is_empty()
        {
            candidates.keep_to_a_part_of_the_name(scope, locality)?;
        }
        candidates.note_similar_postcodes(scope, components)?;
        candidates.keep_to_regions(scope.gazetteer())?;
        candidates.localities.truncate(COMBINED_LOCALITIES);
        candidates.leave_out_foreign_codes();
        candidates.keep_to_localities();
        candidates.postcodes.truncate(POSTCODES);
        Ok(candidates)
    }

    /// Reads country and region. Two letters behind a town are as often a province or canton as a country: they are weighed
    /// with the rest, not followed.
    fn read_divisions(
        &mut self,
        scope: Scope<'_>,
        components: &Components<'_>,
    ) -> Result<(), GazetteerError> {
        // `DE` is Delaware and Germany, `CA` California and Canada: the locality decides.
        let divisions = [Placetype::Region, Placetype::County, Placetype::Country];
        if let Some(region) = components.get(Tag::Region) {
            self.regions = scope.places(region, &divisions, REGIONS)?;
        } else if let Some(county) = components.get(Tag::Subregion) {
            self.regions = scope.places(county, &[Placetype::County], LOCALITIES)?;
        } else if let Some(part) = components.get(Tag::DependentLocality)
            && components.get(Tag::Locality).is_some()
            && components.get(Tag::Postcode).is_some()
        {
            // A province behind a village reads like a part of it: `17867 Beget, Girona`.
            self.regions = scope.places(part, &[Placetype::Region, Placetype::County], REGIONS)?;
            self.regions_are_doubtful = true;
        }
        let Some(country) = components.get(Tag::Country) else { return Ok(()) };
        if is_doubtful_code(country, components) {
            self.regions = scope.places(country, &divisions, REGIONS)?;
        } else {
            let named = scope.gazetteer().places(country, &[Placetype::Country], COUNTRIES)?;
            let known = !named.is_empty();
            self.countries = named.into_iter().filter(|place| scope.holds(place)).collect();
            self.is_elsewhere = known && self.countries.is_empty();
        }
        Ok(())
    }

    /// Whether the postcode register gives this place for the typed postcode and name.
    pub(super) fn is_postal_city(&self, place: &Place) -> bool {
        self.postal_city.as_ref().is_some_and(|city| city.id == place.id)
    }

    /// Whether the typed postcode is none of the place's country.
    pub(super) fn is_foreign_postcode_to(&self, place: &Place) -> bool {
        self.postcode.as_ref().is_some_and(|postcode| is_foreign_to(postcode, &place.country))
    }

    /// Keeps to localities of `country` where there are any: the shape of the postcode speaks for it.
    fn prefer_country(&mut self, country: &str) {
        if self.localities.iter().any(|place| place.country == country) {
            self.localities.retain(|place| place.country == country);
        }
    }

    /// A country that was written is followed: nothing outside it is a candidate.
    pub(super) fn keep_to_typed_country(&mut self) {
        let Candidates { countries, regions, localities, postcodes, .. } = self;
        if countries.is_empty() {
            return;
        }
        for places in [regions, localities, postcodes] {
            places.retain(|place| countries.iter().any(|country| country.country == place.country));
        }
    }

    /// With more localities than go into combinations, those of the typed regions and near the postcodes come first.
    fn keep_to_regions(&mut self, gazetteer: &Gazetteer) -> Result<(), GazetteerError> {
        if self.localities.len() <= COMBINED_LOCALITIES {
            return Ok(());
        }
        let mut first = Vec::new();
        let mut rest = Vec::new();
        for place in std::mem::take(&mut self.localities) {
            let near = self.postcodes.iter().any(|postcode| is_near(postcode, &place));
            let mut inside = self.is_postal_city(&place);
            for region in &self.regions {
                inside = inside || lies_in(gazetteer, &place, region)?;
            }
            if near || inside { first.push(place) } else { rest.push(place) }
        }
        first.extend(rest);
        self.localities = first;
        Ok(())
    }

    /// `968 01` is a code of Slovakia and not `96801` of Honolulu, unless the town that is written lies there.
    fn leave_out_foreign_codes(&mut self) {
        let Candidates { localities, postcodes, postcode: Some(typed), .. } = self else { return };
        if !typed.trim().contains(' ') {
            return;
        }
        postcodes.retain(|postcode| {
            !is_foreign_to(typed, &postcode.country)
                || localities.iter().any(|place| is_near(postcode, place))
        });
    }

    /// Four digits are a postcode of thirty countries. Of more than go into combinations, those near one of the localities come
    /// first, then those of the countries the address speaks for.
    fn keep_to_localities(&mut self) {
        if self.postcodes.len() <= POSTCODES {
            return;
        }
        let Candidates { localities, postcodes, evidence, stand_ins, .. } = self;
        postcodes.sort_by_cached_key(|postcode| {
            let near = localities.iter().any(|place| is_near(postcode, place));
            (!near, -(evidence.weight(&postcode.country) * 10.0) as i64, stand_ins.contains(&postcode.id))
        });
    }
}

/// Whether a postcode can be one of a place's.
pub(super) fn is_near(postcode: &Place, place: &Place) -> bool {
    postcode.country == place.country && distance_beyond_extent_m(postcode, place) < SAME_PLACE_M
}

/// Two letters where a country was read, in an address that can tell whether they are one.
fn is_doubtful_code(country: &str, components: &Components<'_>) -> bool {
    let letters = country.chars().filter(char::is_ascii_alphabetic).count();
    letters <= 2
        && !matches!(country.to_ascii_lowercase().as_str(), "us" | "uk" | "gb")
        && components.get(Tag::Region).is_none()
        && components.get(Tag::Subregion).is_none()
        && (components.get(Tag::Locality).is_some() || components.get(Tag::Postcode).is_some())
}
