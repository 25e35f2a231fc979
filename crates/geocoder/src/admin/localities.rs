//! The localities a name can mean: as it is written, and where nothing is called so, without what people add to a name.

use milepost_gazetteer::{GazetteerError, Place, Placetype};

use super::candidates::{Candidates, REGIONS, is_near};
use super::places::lies_in;
use super::town_name::{in_full, spelled_out, twins, without_qualifier};
use super::{LOCALITIES, WELL_KNOWN};
use crate::admin::scope::Scope;

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

impl Candidates {
    pub(super) fn read_locality(
        &mut self,
        scope: Scope<'_>,
        locality: &str,
        postcode: Option<&str>,
    ) -> Result<(), GazetteerError> {
        self.locality_typed = true;
        let settlements = [Placetype::Locality, Placetype::Neighbourhood];
        let any = [
            Placetype::Locality,
            Placetype::Neighbourhood,
            Placetype::County,
            Placetype::Region,
            Placetype::Country,
        ];
        // `Au` beside a postcode is a village; two letters alone may be the code of a state or country.
        let is_code = locality.trim().chars().count() <= 2 && postcode.is_some();
        let kinds: &[Placetype] = if self.regions.is_empty() && !is_code { &any } else { &settlements };
        let is_lone = postcode.is_none() && self.regions.is_empty();
        self.localities = scope.places(locality, kinds, if is_lone { LOCALITIES } else { usize::MAX })?;
        self.keep_to_likely_ones(scope, locality, postcode)?;
        self.keep_to_own_divisions();
        if self.localities.is_empty() && self.regions.is_empty() {
            self.split_region(scope, locality)?;
        }
        for name in self.localities.is_empty().then(|| in_full(locality)).into_iter().flatten() {
            self.localities.extend(scope.places(&name, &[Placetype::Locality], LOCALITIES)?);
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
        if self.localities.is_empty() && !self.as_written {
            // The country bounds the list before it is cut, or a village's larger neighbours abroad would leave no room for it.
            let most = if self.countries.is_empty() { LOCALITIES } else { usize::MAX };
            self.localities = scope.similar(locality, &[Placetype::Locality], most)?;
            self.keep_to_typed_country();
            self.localities.truncate(LOCALITIES);
            self.mistyped = !self.localities.is_empty();
        }
        Ok(())
    }

    /// Of more places than are looked at those that the register gives for the postcode, that lie near it or in a typed division, before
    /// larger ones elsewhere: a village has its place behind a hundred namesakes.
    fn keep_to_likely_ones(
        &mut self,
        scope: Scope<'_>,
        locality: &str,
        postcode: Option<&str>,
    ) -> Result<(), GazetteerError> {
        if let Some(postcode) = postcode {
            self.postal_city = scope.gazetteer().city_of_postcode(locality, postcode)?;
            let is_listed = self.localities.iter().any(|place| self.is_postal_city(place));
            if self.postal_city.is_some() && !is_listed {
                self.localities.extend(scope.villages_of_postcode(locality, postcode)?);
            }
        }
        if self.localities.len() > LOCALITIES {
            let is_likely = |place: &Place| {
                self.is_postal_city(place)
                    || self.postcodes.iter().any(|postcode| is_near(postcode, place))
                    || self.regions.iter().any(|region| place.region_id == region.id)
            };
            let likely: Vec<bool> = self.localities.iter().map(is_likely).collect();
            let (mut first, mut rest) = (Vec::new(), Vec::new());
            for (place, is_likely) in std::mem::take(&mut self.localities).into_iter().zip(likely) {
                if is_likely { first.push(place) } else { rest.push(place) }
            }
            first.extend(rest);
            first.truncate(LOCALITIES);
            self.localities = first;
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

    /// `Scotland` is a country of the United Kingdom, which is also called so: the part that bears the name is meant.
    fn keep_to_own_divisions(&mut self) {
        let owners: Vec<String> = self
            .localities
            .iter()
            .filter(|place| place.placetype == Placetype::Region && place.is_primary)
            .map(|place| place.country.clone())
            .collect();
        // Other languages call a country as its capital is called: `Tunis` is the city.
        let is_city = |place: &&Place| {
            place.placetype == Placetype::Locality && place.is_primary && place.population >= WELL_KNOWN
        };
        let cities: Vec<String> =
            self.localities.iter().filter(is_city).map(|place| place.country.clone()).collect();
        let is_town = |place: &&Place| place.placetype == Placetype::Locality && place.is_primary;
        let towns: Vec<String> =
            self.localities.iter().filter(is_town).map(|place| place.country.clone()).collect();
        self.localities.retain(|place| match place.placetype {
            Placetype::Country => {
                place.is_primary || !owners.contains(&place.country) && !cities.contains(&place.country)
            }
            // Counties are called after their towns, which are meant: `Valencia`.
            Placetype::County => !towns.contains(&place.country),
            _ => true,
        });
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
    pub(super) fn keep_to_a_part_of_the_name(
        &mut self,
        scope: Scope<'_>,
        locality: &str,
    ) -> Result<(), GazetteerError> {
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

/// Two capital letters, as cantons and provinces are written behind a town.
fn is_code_of_division(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}
