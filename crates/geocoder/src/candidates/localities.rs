//! The localities a name can mean: as written, and if there are none, by what people add to a name, leave out or mistype.

use milepost_gazetteer::{Place, Placetype, PostalCity, Village};
use milepost_text::Script;
use milepost_text::names::{Reading, ReadingKind, ShortenedName, less_certain_readings};

use super::{LOCALITIES, REGIONS};
use crate::Result;
use crate::candidates::divisions::{self, Divisions};
use crate::candidates::namesakes::{is_code_of_letters, keep_cities};
use crate::candidates::parts::part_of;
use crate::candidates::places::{
    NAMED, SETTLEMENTS_AND_COUNTIES, inside, is_in_one, is_near, is_settlement_or_area,
};
use crate::candidates::{Candidate, Scope, Source, WrittenAs};
use crate::country::codes::city_of;
use crate::country::postcode_shape::country_of_shape;
use crate::finding::Finding;
use crate::named_places::WELL_KNOWN;
use crate::query::{Query, is_code_of_division};

/// Completions of an abbreviated name that are looked at.
const MOST_BEGINNINGS: usize = 40;
/// Least population of a town whose name, cut short, is the whole text.
const CITY_CUT_SHORT: i64 = 5_000;
/// Least population of a city whose districts have numbers or letters: Esbjerg, with four, has 72,000.
const CITY_WITH_DISTRICTS: i64 = 50_000;
/// Countries that write the part of a city behind it with a hyphen: `Berlin-Tempelhof`, `Praha-Karlín`.
const WITH_PARTS_BEHIND_HYPHENS: [&str; 6] = ["AT", "CH", "CZ", "DE", "PL", "SK"];
/// Greatest distance between towns that are named together, metres: Dallas and Fort Worth are 50 km apart.
const TWINS_M: f64 = 60_000.0;
/// Least population of each of two towns that are the whole text.
const TWIN_CITY: i64 = 20_000;
/// Greatest distance from the postcode to a place whose name is a part of the typed name, beyond its extent, metres.
const PART_M: f64 = 12_000.0;

const TOWNS: [Placetype; 1] = [Placetype::Locality];
const SETTLEMENTS: [Placetype; 4] = Placetype::SETTLEMENTS;

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) localities: Vec<Candidate>,
    /// What the postcode register gives for postcode and locality.
    pub(crate) postal_city: Option<PostalCity>,
}

/// The localities of an address. Each way to find them runs only if the more certain ones find nothing.
pub(crate) fn read(
    scope: Scope<'_>,
    query: &Query<'_>,
    divisions: &mut Divisions,
    postcodes: &[Candidate],
) -> Result<Found> {
    let Some(name) = query.locality.or(query.part.filter(|_| postcodes.is_empty())) else {
        let localities = Candidate::all(Source::PostalDistrict, of_district(scope, query, divisions)?);
        return Ok(Found { localities, postal_city: None });
    };
    let search = Search { scope, query, name, postcodes };
    let postal_city = match (query.locality, query.postcode) {
        (Some(name), Some(postcode)) => scope.gazetteer.city_of_postcode(name, postcode)?,
        _ => None,
    };
    // A slash may stand for small words, `Bruck/Mur`, before it parts two names.
    let slashed =
        if is_slashed(name) { search.cut_short(&search.of_kind(ReadingKind::CutShort))? } else { Vec::new() };
    if !slashed.is_empty() {
        return Ok(Found { localities: slashed, postal_city });
    }
    let exact = match query.locality {
        Some(_) => search.exact(divisions, postal_city.as_ref())?,
        None => scope.places(name, &SETTLEMENTS, LOCALITIES)?,
    };
    let mut localities = Candidate::all(Source::Exact, exact);
    localities.extend(search.villages(divisions, &localities)?);
    if localities.is_empty() && query.locality.is_some() {
        localities = search.less_certain(divisions)?;
    }
    Ok(Found { localities, postal_city })
}

/// The city of a postcode's first digits, if the country is written or only one writes such codes.
fn of_district(scope: Scope<'_>, query: &Query<'_>, divisions: &Divisions) -> Result<Vec<Place>> {
    let Some(postcode) = query.postcode else { return Ok(Vec::new()) };
    // Two letters in front of a code may be a country: `MX 06000`.
    let named = divisions.regions.iter().filter(|place| place.placetype == Placetype::Country);
    let written = divisions.countries.iter().chain(named).map(|place| place.country.as_str());
    for country in written.chain(country_of_shape(postcode)) {
        if let Some(city) = city_of(country, postcode) {
            let mut cities = scope.places(city, &TOWNS, LOCALITIES)?;
            cities.retain(|city| city.country == country);
            cities.truncate(1);
            return Ok(cities);
        }
    }
    Ok(Vec::new())
}

/// The town in a part of the name, if the postcode belongs to it: `København` of `København K`, `Brissago` of
/// `Isole di Brissago`.
pub(crate) fn part_of_name(
    scope: Scope<'_>,
    query: &Query<'_>,
    postcodes: &[Candidate],
) -> Result<Vec<Candidate>> {
    let Some(name) = query.locality else { return Ok(Vec::new()) };
    let search = Search { scope, query, name, postcodes };
    search.part_near_postcodes(&search.of_kind(ReadingKind::PartOfName))
}

struct Search<'a> {
    scope: Scope<'a>,
    query: &'a Query<'a>,
    name: &'a str,
    postcodes: &'a [Candidate],
}

impl<'a> Search<'a> {
    /// The towns of the cheapest reading of a name that some town has, where no place has the name as typed.
    fn less_certain(&self, divisions: &mut Divisions) -> Result<Vec<Candidate>> {
        let mut found = self.before_its_region(divisions)?;
        let mut groups = less_certain_readings(self.name);
        while found.is_empty()
            && let Some(group) = groups.next()
        {
            found = self.read_as(&group, divisions)?;
        }
        if found.is_empty() { self.typos(divisions) } else { Ok(found) }
    }

    fn read_as(&self, group: &[Reading], divisions: &Divisions) -> Result<Vec<Candidate>> {
        match group {
            [Reading { kind: ReadingKind::CutShort, .. }, ..] => self.cut_short(group),
            [Reading { kind: ReadingKind::Twin, .. }, ..] => self.twins(group, divisions),
            [Reading { kind: ReadingKind::PartOfName, .. }, ..] => self.part_near_postcodes(group),
            [Reading { kind: ReadingKind::Qualified, name: town }, qualifier] => {
                self.unqualified(town, &qualifier.name)
            }
            [Reading { kind: ReadingKind::WithoutDistrict, name: city }] => self.city_of_district(city, true),
            [Reading { kind: ReadingKind::WithoutPart, name: city }] => self.city_of_district(city, false),
            respelled => {
                let mut places = Vec::new();
                for Reading { name, .. } in respelled {
                    places.extend(self.towns(name)?);
                }
                Ok(Candidate::all(Source::Respelled, places))
            }
        }
    }

    fn of_kind(&self, kind: ReadingKind) -> Vec<Reading> {
        less_certain_readings(self.name).find(|group| group[0].kind == kind).unwrap_or_default()
    }

    fn exact(&self, divisions: &Divisions, postal_city: Option<&PostalCity>) -> Result<Vec<Place>> {
        // `Au` with a postcode is a village; two letters alone may be the code of a state or country.
        let is_code = self.name.trim().chars().count() <= 2 && self.query.postcode.is_some();
        let may_be_division = divisions.regions.is_empty() && !is_code;
        let kinds: &[Placetype] = if may_be_division { &NAMED } else { &SETTLEMENTS_AND_COUNTIES };
        let is_lone = self.query.postcode.is_none() && divisions.regions.is_empty();
        let most = if is_lone { LOCALITIES } else { usize::MAX };
        let mut places = self.scope.places(self.name, kinds, most)?;
        if !may_be_division {
            // `Northern Beaches, NSW` is a county of the state.
            let (mut named, counties): (Vec<Place>, Vec<Place>) =
                places.into_iter().partition(is_settlement_or_area);
            named.extend(inside(self.scope.gazetteer, counties, &divisions.regions)?);
            places = named;
        }
        let is_postal_city = |place: &Place| postal_city.is_some_and(|city| city.id == place.id);
        // The area of a postcode named after a town in it does not count as a village.
        let is_in_area = |place: &Place| {
            let mut areas = self.postcodes.iter().filter(|postcode| postcode.reach_m() > 0.0);
            areas.any(|postcode| postcode.place.country == place.country)
        };
        if let (Some(postcode), Some(_)) = (self.query.postcode, postal_city)
            && !places.iter().any(|place| is_postal_city(place) || is_in_area(place))
        {
            places.extend(self.scope.villages_of_postcode(self.name, postcode)?);
        }
        if places.len() > LOCALITIES {
            // A village may come after a hundred namesakes.
            let is_likely = |place: &Place| {
                is_postal_city(place)
                    || self.postcodes.iter().any(|postcode| is_near(&postcode.place, place))
                    || divisions.regions.iter().any(|region| place.region_id == region.id)
            };
            places.sort_by_key(|place| !is_likely(place));
            places.truncate(LOCALITIES);
        }
        if is_lone && divisions.countries.is_empty() {
            keep_cities(&mut places, self.name);
        }
        if self.query.is_lone_name {
            places.retain(|place| !is_code_of_letters(self.name.trim(), place));
        }
        Ok(places)
    }

    /// Villages that only the register of postcodes knows, where the address points: in the written country or division, or in a country
    /// that street and letters speak for. They are looked for only if no better known place there has the name. Places of countries that have
    /// no code like the typed one do not count: then one of the countries that have such codes may have the village.
    fn villages(&self, divisions: &Divisions, known: &[Candidate]) -> Result<Vec<Candidate>> {
        let regions: Vec<Place> = match divisions.written_as {
            WrittenAs::PartOfTown => divisions.by_code.clone(),
            _ => divisions.regions.iter().chain(&divisions.by_code).cloned().collect(),
        };
        let regions = &regions[..];
        let named = if divisions.countries.is_empty() { regions } else { &divisions.countries[..] };
        let is_there = |country: &str| named.iter().any(|place| place.country == country);
        let is_inside = |place: &Place| match regions {
            [] => Ok(true),
            _ => is_in_one(self.scope.gazetteer, place, regions),
        };
        let villages = if named.is_empty() {
            let code = self.query.code;
            let is_foreign = |country: &str| code.is_some_and(|code| code.is_foreign_to(country));
            if !known.iter().all(|candidate| is_foreign(&candidate.place.country)) {
                return Ok(Vec::new());
            }
            let code_of_others = code.filter(|_| !known.is_empty());
            let has_such_codes = |country: &str| {
                code_of_others.is_some_and(|code| code.has_shape_of(country) && !is_foreign(country))
            };
            let is_likely_country =
                |country: &str| self.query.evidence.weight(country) > 0.0 || has_such_codes(country);
            let there = self.scope.villages(self.name, is_likely_country)?;
            if there.is_empty() && known.is_empty() { self.only_village()? } else { there }
        } else {
            for Candidate { place, .. } in known {
                if is_there(&place.country) && is_inside(place)? {
                    return Ok(Vec::new());
                }
            }
            self.scope.villages(self.name, is_there)?
        };
        let mut found = Vec::new();
        for Village { place, is_several } in villages {
            if is_inside(&place)? {
                found.push(Candidate { place, source: Source::Registered { is_several } });
            }
        }
        found.truncate(LOCALITIES);
        Ok(found)
    }

    /// The only village of the name anywhere, behind the number of a house. Without one, any word is a village somewhere.
    fn only_village(&self) -> Result<Vec<Village>> {
        if !self.query.has_house || self.query.postcode.is_some() {
            return Ok(Vec::new());
        }
        let mut villages =
            self.scope.villages(self.name, |country| !self.query.evidence.speaks_against(country))?;
        villages.retain(|village| !village.is_several);
        Ok(if villages.len() == 1 { villages } else { Vec::new() })
    }

    /// City and state parsed as one span: `Springfield IL`, `Assisi PG`. Both must be known; otherwise the span stays unknown.
    fn before_its_region(&self, divisions: &mut Divisions) -> Result<Vec<Candidate>> {
        let Some((city, state)) = self.name.rsplit_once([' ', ',']).filter(|_| divisions.regions.is_empty())
        else {
            return Ok(Vec::new());
        };
        let city = city.trim_end_matches([' ', ',', '-']);
        let regions = self.divisions(state)?;
        let inside = inside(self.scope.gazetteer, self.towns(city)?, &regions)?;
        let by_code = divisions::of_code(self.scope, state)?;
        if inside.is_empty() && !by_code.is_empty() {
            // `Angelina - SC`: a town or village of a state of Brazil.
            let there = self.within_divisions(city, &by_code)?;
            if !there.is_empty() {
                divisions.regions = by_code;
                return Ok(there);
            }
        }
        if !inside.is_empty() {
            divisions.regions = regions;
        } else if is_code_of_division(state) && self.query.postcode.is_some() {
            // An unknown town and its canton: in `Villarlod FR` the canton tells it from namesakes in other countries.
            (divisions.regions, divisions.written_as) = (regions, WrittenAs::PartOfTown);
        }
        Ok(Candidate::all(Source::Exact, inside))
    }

    /// The towns and villages of a name in some divisions.
    fn within_divisions(&self, name: &str, divisions: &[Place]) -> Result<Vec<Candidate>> {
        let towns = inside(self.scope.gazetteer, self.towns(name)?, divisions)?;
        let mut found = Candidate::all(Source::Exact, towns);
        if found.is_empty() {
            let is_there = |country: &str| divisions.iter().any(|division| division.country == country);
            for Village { place, is_several } in self.scope.villages(name, is_there)? {
                if is_in_one(self.scope.gazetteer, &place, divisions)? {
                    found.push(Candidate { place, source: Source::Registered { is_several } });
                }
            }
        }
        Ok(found)
    }

    /// The town in front of a qualifier.
    fn unqualified(&self, town: &str, qualifier: &str) -> Result<Vec<Candidate>> {
        let towns = self.towns(town)?;
        // `Komárno (Komárom)`: two names of one town.
        let called_so = self.towns(qualifier)?;
        let is_called_so = |town: &&Place| called_so.iter().any(|other| other.id == town.id);
        let both: Vec<Place> = towns.iter().filter(is_called_so).cloned().collect();
        if !both.is_empty() {
            return Ok(Candidate::all(Source::Exact, both));
        }
        // `Wetter (Hessen)`: where the qualifier is a division, only the towns in it count.
        let inside = inside(self.scope.gazetteer, towns.clone(), &self.divisions(qualifier)?)?;
        if !inside.is_empty() {
            return Ok(Candidate::all(Source::Respelled, inside));
        }
        // `Namur (Erpent)`: a municipality and its part.
        let mut parts = Vec::new();
        for municipality in &towns {
            parts.extend(part_of(self.scope.gazetteer, municipality, town, qualifier)?);
        }
        Ok(Candidate::all(Source::Respelled, if parts.is_empty() { towns } else { parts }))
    }

    fn towns(&self, name: &str) -> Result<Vec<Place>> {
        self.scope.places(name, &TOWNS, LOCALITIES)
    }

    fn divisions(&self, name: &str) -> Result<Vec<Place>> {
        self.scope.places(name, &Placetype::BELOW_COUNTRIES, REGIONS)
    }

    /// Towns whose names have the words that are cut short in full. Completions tell names in Latin letters only.
    fn cut_short(&self, beginnings: &[Reading]) -> Result<Vec<Candidate>> {
        let is_latin = Script::of_text(self.name) == Script::Latin;
        let Some(read) = ShortenedName::of(self.name).filter(|_| is_latin) else { return Ok(Vec::new()) };
        let least = if self.query.is_lone_name { CITY_CUT_SHORT } else { 0 };
        let mut found: Vec<Place> = Vec::new();
        for Reading { name: beginning, .. } in beginnings {
            let mut begun = self.scope.gazetteer.complete_as_typed(beginning, MOST_BEGINNINGS)?;
            begun.retain(|completion| read.is_of(&completion.name));
            for completion in begun {
                let mut towns = self.towns(&completion.name)?;
                towns.retain(|town| read.is_of(&town.name) && town.ranking_population() >= least);
                towns.retain(|town| found.iter().all(|known| known.id != town.id));
                found.extend(towns);
            }
            if !found.is_empty() {
                break;
            }
        }
        Ok(Candidate::all(Source::CutShort, found))
    }

    /// The city of a district with a number or letters, or of a part behind a hyphen: the district where the register of its country has
    /// it, else the city.
    fn city_of_district(&self, city: &str, is_numbered: bool) -> Result<Vec<Candidate>> {
        let least = if is_numbered { CITY_WITH_DISTRICTS } else { WELL_KNOWN };
        let mut cities = self.towns(city)?;
        cities.retain(|city| city.ranking_population() >= least);
        let Some(city) = cities.iter().max_by_key(|city| city.ranking_population()) else {
            return Ok(Vec::new());
        };
        let districts = self.scope.villages(self.name, |country| country == city.country.as_str())?;
        let is_within = |place: &Place| city.distance_m(place.lat, place.lon) < TWINS_M;
        if let Some(Village { place, is_several }) =
            districts.into_iter().find(|district| is_within(&district.place))
        {
            return Ok(vec![Candidate { place, source: Source::Registered { is_several } }]);
        }
        if !is_numbered && self.query.is_lone_name {
            // A lone word with a hyphen may be anything: `Boston-Terrier`.
            cities.retain(|city| WITH_PARTS_BEHIND_HYPHENS.contains(&city.country.as_str()));
        }
        Ok(Candidate::all(Source::Respelled, cities))
    }

    /// Two neighbouring towns that are named together: postcode or state decide between them. If nothing else is written,
    /// both must be cities; otherwise any two words would do.
    fn twins(&self, names: &[Reading], divisions: &Divisions) -> Result<Vec<Candidate>> {
        let is_alone =
            divisions.regions.is_empty() && divisions.countries.is_empty() && self.postcodes.is_empty();
        let is_city = |place: &Place| !is_alone || place.ranking_population() >= TWIN_CITY;
        let are_twins = |first: &Place, second: &Place| {
            first.country == second.country
                && first.id != second.id
                && first.distance_m(second.lat, second.lon) < TWINS_M
                && is_city(first)
                && is_city(second)
        };
        for pair in names.chunks_exact(2) {
            let (firsts, seconds) = (self.towns(&pair[0].name)?, self.towns(&pair[1].name)?);
            let pairs = seconds.iter().flat_map(|second| firsts.iter().map(move |first| [first, second]));
            let mut found: Vec<Place> = Vec::new();
            for town in pairs.filter(|[first, second]| are_twins(first, second)).flatten() {
                if found.iter().all(|known| known.id != town.id) {
                    found.push(town.clone());
                }
            }
            if !found.is_empty() {
                self.keep_to_nearest(&mut found);
                return Ok(Candidate::all(Source::Twin, found));
            }
        }
        Ok(Vec::new())
    }

    /// Of neighbouring towns the one nearest to the postcode, where one of their country is known.
    fn keep_to_nearest(&self, towns: &mut Vec<Place>) {
        let distances = towns.iter().filter_map(|town| Some((self.distance_of_code_m(town)?, town.id)));
        let nearest = distances.min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, id)) = nearest.filter(|(distance, _)| *distance < TWINS_M) {
            towns.retain(|town| town.id == id);
        }
    }

    /// Metres from a town to the nearest postcode of its country.
    fn distance_of_code_m(&self, town: &Place) -> Option<f64> {
        let places = self.postcodes.iter().map(|postcode| &postcode.place);
        let own = places.filter(|place| place.country == town.country);
        own.map(|place| place.distance_m(town.lat, town.lon)).min_by(f64::total_cmp)
    }

    fn part_near_postcodes(&self, parts: &[Reading]) -> Result<Vec<Candidate>> {
        if self.postcodes.is_empty() {
            return Ok(Vec::new());
        }
        for Reading { name: part, .. } in parts {
            let mut towns = self.towns(part)?;
            towns.retain(|town| {
                self.distance_of_code_m(town).is_some_and(|distance| distance < PART_M + town.radius_m())
            });
            if !towns.is_empty() {
                return Ok(Candidate::all(Source::PartOfName, towns));
            }
        }
        Ok(Vec::new())
    }

    /// Towns with a similar name. The country applies before the list is cut, because larger towns abroad would push a village off
    /// the list.
    fn typos(&self, divisions: &Divisions) -> Result<Vec<Candidate>> {
        if self.query.as_written {
            return Ok(Vec::new());
        }
        let countries = &divisions.countries;
        let most = if countries.is_empty() { LOCALITIES } else { usize::MAX };
        let mut towns = self.scope.similar(self.name, &TOWNS, most)?;
        let is_in = |town: &Place| countries.iter().any(|country| country.country == town.country);
        towns.retain(|town| countries.is_empty() || is_in(town));
        towns.truncate(LOCALITIES);
        Ok(Candidate::all(Source::Typo, towns))
    }
}

/// The finding for a locality that does not have the typed name.
pub(crate) fn findings(candidate: &Candidate) -> Option<Finding> {
    let name = || candidate.place.name.to_string();
    match candidate.source {
        Source::Typo => Some(Finding::LocalityCorrected { name: name(), by_street: false }),
        Source::Twin => Some(Finding::TwinCity { name: name() }),
        _ => None,
    }
}

/// Whether two words stand around the only slash of a name, and nothing else.
fn is_slashed(name: &str) -> bool {
    let is_word =
        |part: &str| !part.is_empty() && part.chars().all(|letter| letter.is_alphabetic() || letter == '.');
    name.split_once('/')
        .is_some_and(|(front, back)| front.rsplit(' ').next().is_some_and(is_word) && is_word(back))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::combinations;

    fn found(address: &str) -> Vec<(i64, Source)> {
        let candidates = combinations(address).set.localities.into_iter();
        candidates.map(|candidate| (candidate.place.id, candidate.source)).collect()
    }

    #[test]
    fn the_most_certain_source_of_a_name_comes_first() {
        for (address, first) in [
            ("locality=portland", (13, Source::Exact)),
            ("locality=Lugdunum", (14, Source::Exact)),
            ("locality=PDX", (13, Source::Exact)),
            // `Landes` is the département and no village of 560.
            ("locality=Ardain", (9, Source::Exact)),
            ("locality=Lyon; country=France", (14, Source::Exact)),
            ("locality=Rockaway Bch; region=OR", (22, Source::Respelled)),
            ("locality=Villeurbane; country=France", (15, Source::Typo)),
        ] {
            assert_eq!(found(address).first(), Some(&first), "{address}");
        }
        assert!(found("locality=pdx").is_empty(), "a code has capitals");
        assert!(found("locality=Xyzzyq; country=France").is_empty());
    }

    #[test]
    fn a_village_of_the_register_is_found_where_the_address_points() {
        let sources = |address| found(address).into_iter().map(|(_, source)| source).collect::<Vec<_>>();
        let one = Source::Registered { is_several: false };
        assert_eq!(sources("locality=Vaneville; country=France"), [one]);
        assert_eq!(sources("house_number=3; street=Rue du Moulin; locality=Vaneville"), [one]);
        assert_eq!(sources("dependent_locality=Vaneville; country=France"), [one]);
        assert_eq!(sources("locality=Vane Creek; region=Oregon"), [one]);
        let several = Source::Registered { is_several: true };
        assert_eq!(sources("locality=Deux Vanes; country=France"), [several]);
        // Any word is a village somewhere.
        assert!(sources("locality=Vaneville").is_empty());
        assert_eq!(sources("house_number=3; street=Vane; locality=Vaneville"), [one]);
        assert!(sources("house_number=3; street=Vane; locality=Deux Vanes").is_empty());
        assert!(sources("locality=Vaneville; country=USA").is_empty());
        assert!(sources("locality=Vane Creek; region=MA").is_empty());
    }
}
