//! Places each component of an address can mean, read from the gazetteer and kept to a number that can be combined.

use milepost_address::Tag;
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype, PostalCity};
use milepost_text::postcode_key;

use super::places::{distance_beyond_extent_m, lies_in};
use super::town_name::{spelled_out, twins, without_qualifier};
use super::{LOCALITIES, SAME_PLACE_M, WELL_KNOWN};
use crate::components::Components;
use crate::country_evidence::Evidence;
use crate::postcode_shape::{country_of_shape, is_foreign_to};
use crate::scope::Scope;

/// Candidates that go into combinations.
const COMBINED_LOCALITIES: usize = 24;
const POSTCODES: usize = 8;
const REGIONS: usize = 6;
/// `France` is also the state of its overseas territories, which have country codes of their own.
const COUNTRIES: usize = 12;
/// Letters that a part of a name has at least when it is looked up in the place of the whole.
const LETTERS_OF_A_PART: usize = 3;
/// How far from each other towns lie that are named together, metres: Dallas and Fort Worth are 50 km apart.
const TWINS_M: f64 = 60_000.0;
/// Inhabitants of each of two towns that stand alone.
const TWIN_CITY: i64 = 20_000;
/// How far from the postcode a place called like a part of the name may be, beyond its own extent, metres.
const PART_M: f64 = 12_000.0;
/// Parts from either end of a name that are looked up.
const MOST_PARTS: usize = 3;

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
    stand_ins: Vec<i64>,
    /// Countries of the localities whose postcodes the gazetteer has.
    countries_with_codes: Vec<String>,
    /// Ids of localities of which the typed postcode is a typing error away from one of their own.
    served_by_similar: Vec<i64>,
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
    is_elsewhere: bool,
    /// The postcode as typed.
    postcode: Option<String>,
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

    fn read_locality(
        &mut self,
        scope: Scope<'_>,
        locality: &str,
        postcode: Option<&str>,
    ) -> Result<(), GazetteerError> {
        self.locality_typed = true;
        let settlements = [Placetype::Locality, Placetype::Neighbourhood];
        let any = [Placetype::Locality, Placetype::Neighbourhood, Placetype::Region, Placetype::Country];
        // `Au` beside a postcode is a village; two letters alone may be the code of a state or country.
        let is_code = locality.trim().chars().count() <= 2 && postcode.is_some();
        let kinds: &[Placetype] = if self.regions.is_empty() && !is_code { &any } else { &settlements };
        self.localities = scope.places(locality, kinds, LOCALITIES)?;
        if self.localities.is_empty() && self.regions.is_empty() {
            self.split_region(scope, locality)?;
        }
        if self.localities.is_empty()
            && let Some(name) = spelled_out(locality)
        {
            self.localities = scope.places(&name, &[Placetype::Locality], LOCALITIES)?;
        }
        if self.localities.is_empty()
            && let Some(town) = without_qualifier(locality)
        {
            self.localities = scope.places(town, &[Placetype::Locality], LOCALITIES)?;
            self.keep_to_qualifier(scope, locality[town.len()..].trim_matches([' ', '(', ')']))?;
        }
        if self.localities.is_empty() {
            self.read_twins(scope, locality)?;
        }
        if self.localities.is_empty() {
            self.keep_to_a_part_of_the_name(scope, locality)?;
        }
        if self.localities.is_empty() {
            // The country bounds the list before it is cut, or a village's larger neighbours abroad would leave no room for it.
            let most = if self.countries.is_empty() { LOCALITIES } else { usize::MAX };
            self.localities = scope.similar(locality, &[Placetype::Locality], most)?;
            self.keep_to_typed_country();
            self.localities.truncate(LOCALITIES);
            self.mistyped = !self.localities.is_empty();
        }
        if let Some(postcode) = postcode {
            self.postal_city = scope.gazetteer().city_of_postcode(locality, postcode)?;
        }
        Ok(())
    }

    /// City and state read as one span: `Springfield IL`, `Assisi PG`. Both must be known, else the span stays unknown.
    fn split_region(&mut self, scope: Scope<'_>, locality: &str) -> Result<(), GazetteerError> {
        let Some((city, state)) = locality.rsplit_once([' ', ',']) else { return Ok(()) };
        let regions = scope.places(state, &[Placetype::Region, Placetype::County], REGIONS)?;
        if regions.is_empty() {
            return Ok(());
        }
        let mut localities = Vec::new();
        for place in scope.places(city, &[Placetype::Locality], LOCALITIES)? {
            let mut inside = false;
            for region in &regions {
                inside = inside || lies_in(scope.gazetteer(), &place, region)?;
            }
            if inside {
                localities.push(place);
            }
        }
        if !localities.is_empty() {
            (self.regions, self.localities) = (regions, localities);
        } else if is_code_of_division(state) && self.postcode.is_some() {
            // A town nobody knows and its canton: `Villarlod FR` is told from its namesakes' countries by it.
            (self.regions, self.regions_are_doubtful) = (regions, true);
        }
        Ok(())
    }

    /// Of several towns those of the region a qualifier names, where it names one: `Wetter (Hessen)`.
    fn keep_to_qualifier(&mut self, scope: Scope<'_>, qualifier: &str) -> Result<(), GazetteerError> {
        let regions = scope.places(qualifier, &[Placetype::Region, Placetype::County], REGIONS)?;
        let mut inside = Vec::new();
        for place in &self.localities {
            for region in &regions {
                if lies_in(scope.gazetteer(), place, region)? {
                    inside.push(place.clone());
                    break;
                }
            }
        }
        if !inside.is_empty() {
            self.localities = inside;
        }
        Ok(())
    }

    /// Two neighbouring towns that are named together: either may be meant, and postcode or state tell which. Where nothing else is
    /// written both must be cities, or two words of a text would do.
    fn read_twins(&mut self, scope: Scope<'_>, locality: &str) -> Result<(), GazetteerError> {
        let is_alone = self.regions.is_empty() && self.countries.is_empty() && self.postcodes.is_empty();
        let is_city = |place: &Place| !is_alone || place.population >= TWIN_CITY;
        for (first, second) in twins(locality) {
            let firsts = scope.places(first, &[Placetype::Locality], LOCALITIES)?;
            if firsts.is_empty() {
                continue;
            }
            let mut found: Vec<Place> = Vec::new();
            for twin in scope.places(second, &[Placetype::Locality], LOCALITIES)? {
                let is_twin = |place: &&Place| {
                    place.country == twin.country
                        && place.id != twin.id
                        && place.distance_m(twin.lat, twin.lon) < TWINS_M
                        && is_city(place)
                        && is_city(&twin)
                };
                for place in firsts.iter().filter(is_twin).chain([&twin]) {
                    if firsts.iter().any(|first| is_twin(&first))
                        && found.iter().all(|known| known.id != place.id)
                    {
                        found.push(place.clone());
                    }
                }
            }
            if !found.is_empty() {
                self.keep_to_nearest(&mut found);
                (self.localities, self.are_twins) = (found, true);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Of neighbouring towns the one nearest to the postcode, where one of their country is known.
    fn keep_to_nearest(&self, towns: &mut Vec<Place>) {
        let pairs = towns.iter().flat_map(|town| self.postcodes.iter().map(move |postcode| (town, postcode)));
        let nearest = pairs
            .filter(|(town, postcode)| town.country == postcode.country)
            .map(|(town, postcode)| (postcode.distance_m(town.lat, town.lon), town.id))
            .filter(|(distance, _)| *distance < TWINS_M)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, id)) = nearest {
            towns.retain(|town| town.id == id);
        }
    }

    /// The town that a part of the name is, where the postcode is of that town: `København` of `København K`, `Brissago` of
    /// `Isole di Brissago`.
    fn keep_to_a_part_of_the_name(&mut self, scope: Scope<'_>, locality: &str) -> Result<(), GazetteerError> {
        if self.postcodes.is_empty() {
            return Ok(());
        }
        for part in parts(locality) {
            let mut localities = scope.places(part, &[Placetype::Locality], LOCALITIES)?;
            localities.retain(|place| {
                let beside = |postcode: &Place| {
                    postcode.country == place.country
                        && postcode.distance_m(place.lat, place.lon) < PART_M + place.radius_m()
                };
                self.postcodes.iter().any(beside)
            });
            if !localities.is_empty() {
                (self.localities, self.mistyped) = (localities, false);
                return Ok(());
            }
        }
        Ok(())
    }

    /// Where no locality has the typed postcode near it, the nearest numbers that countries of the localities and of the street have
    /// stand for it.
    fn add_nearest_postcodes(&mut self, scope: Scope<'_>) -> Result<(), GazetteerError> {
        let Some(typed) = &self.postcode else { return Ok(()) };
        let is_placed = |place: &Place| self.postcodes.iter().any(|postcode| is_near(postcode, place));
        if self.localities.iter().any(|place| is_placed(place) && !self.evidence.is_of_others(&place.country))
        {
            return Ok(());
        }
        let mut countries: Vec<&str> = Vec::new();
        let of_localities = self.localities.iter().map(|place| place.country.as_str());
        let of_street = self.evidence.countries().into_iter();
        for country in
            self.countries.iter().map(|place| place.country.as_str()).chain(of_street).chain(of_localities)
        {
            let is_typed =
                self.countries.is_empty() || self.countries.iter().any(|place| place.country == country);
            if is_typed
                && !countries.contains(&country)
                && !is_foreign_to(typed, country)
                && scope.includes(country)
                && !self.postcodes.iter().any(|postcode| postcode.country == country)
            {
                countries.push(country);
            }
        }
        countries.truncate(COUNTRIES);
        let nearest = scope.gazetteer().nearest_postcodes(typed, &countries)?;
        for place in &self.localities {
            let is_new = !self.countries_with_codes.contains(&place.country);
            if is_new && scope.gazetteer().has_postcodes_of(&place.country)? {
                self.countries_with_codes.push(place.country.clone());
            }
        }
        self.stand_ins = nearest.iter().map(|place| place.id).collect();
        self.postcodes.extend(nearest);
        Ok(())
    }

    /// A postcode that contradicts a town and is one digit or two swapped ones from a code of its own was mistyped.
    fn note_similar_postcodes(
        &mut self,
        scope: Scope<'_>,
        components: &Components<'_>,
    ) -> Result<(), GazetteerError> {
        let (Some(typed), Some(locality)) = (&self.postcode, components.get(Tag::Locality)) else {
            return Ok(());
        };
        let is_contradicted = |place: &Place| {
            let mut own = self.postcodes.iter().filter(|postcode| postcode.country == place.country);
            own.clone().next().is_some() && own.all(|postcode| !is_near(postcode, place))
        };
        if self.localities.is_empty() || !self.localities.iter().all(is_contradicted) {
            return Ok(());
        }
        let typed = postcode_key(typed);
        let served = scope.gazetteer().postcodes_of_name(locality)?;
        let similar = served
            .into_iter()
            .filter(|(code, _)| code.len() == typed.len() && strsim::osa_distance(code, &typed) == 1);
        self.served_by_similar = similar.map(|(_, id)| id).collect();
        Ok(())
    }

    /// Whether a postcode is not the typed one but its nearest known number.
    pub(super) fn is_stand_in(&self, postcode: &Place) -> bool {
        self.stand_ins.contains(&postcode.id)
    }

    /// Whether the typed postcode, which is not the place's, is known in the country of `place`, there or next door, or in one that the
    /// street speaks for no less. A country of whose postcodes the gazetteer has none may have it as well.
    pub(super) fn has_its_postcode_elsewhere(&self, place: &Place) -> bool {
        let own = self.evidence.weight(&place.country);
        let is_elsewhere = |postcode: &Place| {
            let weight = self.evidence.weight(&postcode.country);
            postcode.country == place.country
                || !self.is_stand_in(postcode)
                    && weight > 0.0
                    && weight >= own
                    && self.countries_with_codes.contains(&place.country)
        };
        place.population < WELL_KNOWN
            && !self.served_by_similar.contains(&place.id)
            && self.postcodes.iter().any(is_elsewhere)
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
    fn keep_to_typed_country(&mut self) {
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

/// Names within a name, those of more words first: words from the front, then words from the back.
fn parts(name: &str) -> Vec<&str> {
    let is_between = |letter: char| matches!(letter, ' ' | '-' | '/' | '(' | ',');
    let breaks: Vec<usize> = name.match_indices(is_between).map(|(at, _)| at).collect();
    let front = breaks.iter().rev().map(|&at| &name[..at]);
    let back = breaks.iter().map(|&at| &name[at + 1..]);
    let trimmed = |part: &str| -> bool {
        part.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS_OF_A_PART
    };
    front.take(MOST_PARTS).chain(back.take(MOST_PARTS)).filter(|part| trimmed(part)).collect()
}

/// Whether a postcode can be one of a place's.
fn is_near(postcode: &Place, place: &Place) -> bool {
    postcode.country == place.country && distance_beyond_extent_m(postcode, place) < SAME_PLACE_M
}

/// Two capital letters, as cantons and provinces are written behind a town.
fn is_code_of_division(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
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
