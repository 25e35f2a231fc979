//! Places each component of an address can mean, read from the gazetteer and kept to a number that can be combined.

use milepost_address::Tag;
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype, PostalCity};
use milepost_text::name_key;

use super::places::{distance_beyond_extent_m, is_like, lies_in};
use super::{LOCALITIES, SAME_PLACE_M};
use crate::admin::scope::Scope;
use crate::country::evidence::Evidence;
use crate::country::postcode_shape::{country_of_shape, is_foreign_to};
use crate::reading::components::Components;

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
    /// Ids of `postcodes` that are not the typed one but the nearest number their country has, with how many of the ten numbers beside
    /// the typed one it has.
    pub(super) stand_ins: Vec<(i64, usize)>,
    /// Countries of the localities whose postcodes the gazetteer has.
    pub(super) countries_with_codes: Vec<String>,
    /// Ids of localities of which the typed postcode is a typing error away from one of their own.
    pub(super) served_by_similar: Vec<i64>,
    /// Whether the regions were read from what may as well be a part of the town.
    pub(super) regions_are_doubtful: bool,
    /// Whether the regions are what two letters stand for, none of them a state of the United States: every country abbreviates its
    /// divisions, and of few the gazetteer knows how.
    pub(super) regions_are_of_code: bool,
    /// Where an unknown postcode must lie.
    pub(super) postcode_areas: Vec<Place>,
    /// What the postcode register gives for postcode and locality.
    pub(super) postal_city: Option<PostalCity>,
    pub(super) locality_typed: bool,
    /// The locality as typed.
    pub(super) locality: Option<String>,
    /// Ids of localities whose own name is not the typed one and much like it.
    pub(super) alike: Vec<i64>,
    /// Whether names are looked up as they are written, without corrections.
    pub(super) as_written: bool,
    /// Whether a name is all that was typed.
    pub(super) is_lone_name: bool,
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
            postcode: postcode(components).map(str::to_owned),
            locality: components.get(Tag::Locality).map(str::to_owned),
            is_lone_name: components.iter().count() == 1,
            as_written: components.as_written,
            ..Candidates::default()
        };
        candidates.read_divisions(scope, components)?;
        if candidates.is_elsewhere {
            return Ok(Candidates::default());
        }
        if let Some(postcode) = postcode(components) {
            candidates.postcodes = scope.postcodes(postcode)?;
            candidates.countries_of_postcode = candidates.postcodes.len();
            if candidates.postcodes.is_empty() {
                candidates.postcode_areas = scope.postcode_area(postcode)?;
            }
        }
        if let Some(locality) = components.get(Tag::Locality) {
            candidates.read_locality(scope, locality, postcode(components))?;
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
        candidates.leave_out_foreign_regions(scope.gazetteer())?;
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
        candidates.note_alike();
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
            self.regions_are_of_code = is_code(region) && !self.regions.iter().any(is_in_united_states);
            if let Some(county) = components.get(Tag::Subregion)
                && components.get(Tag::Locality).is_none()
                && components.get(Tag::Postcode).is_none()
            {
                self.keep_to_county(scope, county)?;
            }
        } else if let Some(number) = number_of_division(components) {
            self.regions = scope.places(number, &[Placetype::Region, Placetype::County], REGIONS)?;
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
            self.regions_are_of_code = !self.regions.iter().any(is_in_united_states);
        } else {
            let mut named = scope.gazetteer().places(country, &[Placetype::Country], COUNTRIES)?;
            if let Some(bare) = without_article(country).filter(|_| named.is_empty()) {
                named = scope.gazetteer().places(bare, &[Placetype::Country], COUNTRIES)?;
            }
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

    /// Notes which of the localities that bear another name than the typed one are called much alike.
    fn note_alike(&mut self) {
        let Some(typed) = &self.locality else { return };
        let typed = name_key(typed);
        let others = self.localities.iter().filter(|place| !place.is_primary);
        self.alike = others.filter(|place| is_like(&typed, &place.name)).map(|place| place.id).collect();
    }

    /// The counties of that name in the typed regions stand for these: `Orange County, CA`.
    fn keep_to_county(&mut self, scope: Scope<'_>, county: &str) -> Result<(), GazetteerError> {
        let mut inside = Vec::new();
        for county in scope.places(county, &[Placetype::County], LOCALITIES)? {
            for region in &self.regions {
                if lies_in(scope.gazetteer(), &county, region)? {
                    inside.push(county);
                    break;
                }
            }
        }
        if !inside.is_empty() {
            self.regions = inside;
        }
        Ok(())
    }

    /// Two letters that stand for a division or country whose postcodes or streets look otherwise are no division, unless the town lies there:
    /// `AG` behind five digits ends the name of a company and is not Aargau.
    fn leave_out_foreign_regions(&mut self, gazetteer: &Gazetteer) -> Result<(), GazetteerError> {
        let Some(typed) = self.postcode.as_ref().filter(|_| self.regions_are_of_code) else { return Ok(()) };
        let mut kept = Vec::new();
        for region in &self.regions {
            let mut is_meant =
                !is_foreign_to(typed, &region.country) && self.evidence.allows(&region.country);
            for place in &self.localities {
                is_meant = is_meant || lies_in(gazetteer, place, region)?;
            }
            if is_meant {
                kept.push(region.clone());
            }
        }
        self.regions = kept;
        Ok(())
    }

    /// `968 01` is a code of Slovakia and not `96801` of Honolulu, and `01310-100` is none of France, unless the town that is
    /// written lies there.
    fn leave_out_foreign_codes(&mut self) {
        let Candidates { localities, postcodes, postcode: Some(typed), .. } = self else { return };
        if !typed.trim().contains([' ', '-']) {
            return;
        }
        postcodes.retain(|postcode| {
            !is_foreign_to(typed, &postcode.country)
                || localities.iter().any(|place| is_near(postcode, place))
        });
    }

    /// Four digits are a postcode of thirty countries. Those near one of the localities are meant where there are any; of more than go
    /// into combinations else, those of the countries the address speaks for come first.
    fn keep_to_localities(&mut self) {
        let is_near = |postcode: &Place| self.localities.iter().any(|place| is_near(postcode, place));
        let near: Vec<Place> = self.postcodes.iter().filter(|&postcode| is_near(postcode)).cloned().collect();
        if !near.is_empty() {
            // Where one is a locality's, the same digits in other countries are beside the point.
            self.postcodes = near;
        }
        if self.postcodes.len() <= POSTCODES {
            return;
        }
        let mut postcodes = std::mem::take(&mut self.postcodes);
        postcodes.sort_by_cached_key(|postcode| {
            let weight = (self.evidence.weight(&postcode.country) * 10.0) as i64;
            (-weight, self.is_stand_in(postcode), -(self.beside(postcode) as i64))
        });
        self.postcodes = postcodes;
    }
}

/// The postcode of an address; a number of a division is none.
pub(super) fn postcode<'a>(components: &Components<'a>) -> Option<&'a str> {
    components.get(Tag::Postcode).filter(|_| number_of_division(components).is_none())
}

/// A number of two digits behind a town is that of its département: `Saint-Denis, 93`.
fn number_of_division<'a>(components: &Components<'a>) -> Option<&'a str> {
    let number = components.get(Tag::Postcode)?.trim();
    let is_number = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit())
        || number.eq_ignore_ascii_case("2a")
        || number.eq_ignore_ascii_case("2b");
    let told = [Tag::Region, Tag::Subregion, Tag::Country];
    let is_behind_a_town =
        components.get(Tag::Locality).is_some() && told.into_iter().all(|tag| components.get(tag).is_none());
    (is_number && is_behind_a_town).then_some(number)
}

/// The name of a country without its article: `La Réunion`, `the Gambia`.
fn without_article(country: &str) -> Option<&str> {
    const ARTICLES: [&str; 9] = ["the", "la", "le", "les", "el", "los", "las", "die", "il"];
    let (first, rest) = country.split_once(' ')?;
    ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(first)).then_some(rest)
}

/// Two letters.
fn is_code(text: &str) -> bool {
    text.chars().filter(char::is_ascii_alphabetic).count() <= 2
}

fn is_in_united_states(place: &Place) -> bool {
    place.country == "US"
}

/// Whether a postcode can be one of a place's.
pub(super) fn is_near(postcode: &Place, place: &Place) -> bool {
    postcode.country == place.country && distance_beyond_extent_m(postcode, place) < SAME_PLACE_M
}

/// Two letters where a country was read, in an address that can tell whether they are one.
fn is_doubtful_code(country: &str, components: &Components<'_>) -> bool {
    is_code(country)
        && !matches!(country.to_ascii_lowercase().as_str(), "us" | "uk" | "gb")
        && components.get(Tag::Region).is_none()
        && components.get(Tag::Subregion).is_none()
        && (components.get(Tag::Locality).is_some() || components.get(Tag::Postcode).is_some())
}
