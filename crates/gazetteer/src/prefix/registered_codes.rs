//! Completion of postcodes that only the register has: those of the world except for the two countries whose codes have names in
//! the index.
//!
//! Most codes are digits that a dozen countries have. Each is given with its place and country, ranked by the
//! user's position, then by the size of the place.

use std::cmp::Reverse;
use std::collections::HashMap;

use milepost_store::CountryCode;
use milepost_store::postcode_variants;
use milepost_store::register::{Code, Register};

use super::budget::Budget;
use super::score::nearness;
use super::words::normal;
use super::{CompleteOptions, Completion, Near};
use crate::{Gazetteer, GazetteerError};

/// Most words of a query that is a postcode and its place.
const WORDS: usize = 6;
/// Words of a postcode at most: `SW1A 2AA`, `110 00`.
const WORDS_OF_A_CODE: usize = 2;
/// Letters and digits from which the beginning of a code is completed.
const FEWEST_TYPED: usize = 3;
/// Letters and digits that a begun code may lack ...
const MISSING: usize = 1;
/// ... and if its country is known from typed letters or from the user's position.
const MISSING_IN_A_KNOWN_COUNTRY: usize = 2;
/// Most digits before a dash that do not form a postcode alone.
const DIGITS_BEFORE_A_DASH: usize = 3;
/// Letters of a code without digits: those of Malta.
const LETTERS_OF_A_CODE: usize = 3;
/// Complete codes before the first incomplete one, if nothing identifies the country.
const WHOLE_AHEAD: usize = 4;
/// Codes whose places are looked up.
const LOOKED_UP: usize = 120;
/// Places of one code that are looked up.
const PLACES_OF_A_CODE: usize = 4;
/// Bonus of a complete code over those that it only begins, in powers of ten of population ...
const WHOLE: f32 = 4.0;
/// ... and of a code in the user's country over others.
const OWN_COUNTRY: f32 = 4.0;

/// Nearness counts this much more than for a name: a code says nothing else about its location.
const NEARNESS: f32 = 2.0;

/// A code with how well it matches the text.
struct Found {
    code: Code,
    is_whole: bool,
    is_near: bool,
}

/// How likely the user is typing a code, regardless of its town.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    /// Begun.
    Begun,
    /// Begun, in the index, in the order of the index. If nothing identifies the country, such a code stays ahead of those of a
    /// hundred other countries while it is typed.
    BegunInIndex,
    /// Complete, or in the user's country.
    Meant,
}

/// Sort key of completions: the class, then the score.
struct Rank {
    class: Class,
    score: f32,
}

impl Rank {
    fn of(population: u32, is_whole: bool, is_own_country: bool, nearness: f32) -> Rank {
        let worth = |is_so: bool, worth: f32| if is_so { worth } else { 0.0 };
        Rank {
            class: if is_whole || is_own_country { Class::Meant } else { Class::Begun },
            score: (population as f32 + 1.0).log10()
                + worth(is_whole, WHOLE)
                + worth(is_own_country, OWN_COUNTRY)
                + NEARNESS * nearness,
        }
    }
}

impl Gazetteer {
    /// Adds the postcodes of the register to the completions of a query; the codes among these are ranked with them.
    pub(super) fn with_registered_codes(
        &self,
        query: &str,
        options: &CompleteOptions,
        known: Vec<Completion>,
        budget: &Budget,
    ) -> Result<Vec<Completion>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(known) };
        let readings = codes_and_places(query);
        let own_country = match (options.near, &self.index) {
            (Some(Near { lat, lon, .. }), Ok(index)) if !readings.is_empty() && may_hold_a_code(query) => {
                index.country_code_at(lat, lon, budget)
            }
            _ => None,
        };
        for (typed, place) in readings {
            let found = self.begun(register, &typed, own_country.as_deref(), budget);
            let mut ranked: Vec<(Rank, Completion)> = found
                .into_iter()
                .map(|found| self.ranked(register, found, options, budget))
                .filter(|(_, completion)| lies_in(completion, &place))
                .collect();
            if ranked.is_empty() {
                continue;
            }
            let is_name_first = known.first().is_some_and(|first| first.placetype != "postalcode");
            let (codes, others): (Vec<_>, Vec<_>) =
                known.into_iter().partition(|completion| completion.placetype == "postalcode");
            for (place_in_index, code) in codes.into_iter().enumerate() {
                ranked.retain(|(_, registered)| !is_same_code(&code, registered));
                let mut rank = self.rank_of_known(&code, &typed, own_country.as_deref(), options, budget);
                if rank.class == Class::Begun && options.near.is_none() {
                    rank = Rank { class: Class::BegunInIndex, score: -(place_in_index as f32) };
                }
                ranked.push((rank, code));
            }
            // Equal ones stay in the order of the register, which is that of countries.
            ranked.sort_by(|(a, _), (b, _)| b.class.cmp(&a.class).then(b.score.total_cmp(&a.score)));
            // Many countries have short codes, and the user may still be typing a longer one.
            let begun = ranked.iter().position(|(rank, _)| rank.class == Class::BegunInIndex);
            if let Some(begun) = begun.filter(|begun| *begun > WHOLE_AHEAD) {
                ranked[WHOLE_AHEAD..=begun].rotate_right(1);
            }
            let codes = ranked.into_iter().map(|(_, completion)| completion);
            // A name before all codes keeps its place.
            let (first, rest) = others.split_at(usize::from(is_name_first));
            let mut all: Vec<Completion> = first.iter().cloned().chain(codes).collect();
            all.extend_from_slice(rest);
            all.truncate(options.limit);
            return Ok(all);
        }
        Ok(known)
    }

    /// The codes of the register that are typed or begun, the likeliest first.
    fn begun(
        &self,
        register: &Register,
        typed: &str,
        own_country: Option<&str>,
        budget: &Budget,
    ) -> Vec<Found> {
        let mut found: Vec<Found> = Vec::new();
        let is_near = |country: &str| own_country == Some(country);
        let matched = |code: Code, is_whole| Found { is_near: is_near(&code.country), code, is_whole };
        for (key, only) in postcode_variants(typed) {
            // Three digits before a dash are codes of small countries and do not match the query.
            let is_plausible = key == typed || only.is_some() || key.len() > DIGITS_BEFORE_A_DASH;
            if !found.is_empty() || !is_plausible {
                continue;
            }
            let codes = register.codes(&key, |country| only.is_none_or(|only| only == country));
            found.extend(codes.into_iter().map(|code| matched(code, true)));
        }
        let signs = typed.chars().filter(char::is_ascii_alphanumeric).count();
        if signs >= FEWEST_TYPED && may_hold_a_code(typed) {
            let has_letter = typed.bytes().any(|sign| sign.is_ascii_alphabetic());
            let missing = |country: &str| match has_letter || is_near(country) {
                true => MISSING_IN_A_KNOWN_COUNTRY,
                false => MISSING,
            };
            let mut codes = register.codes_beginning(typed, missing);
            codes.retain(|code| {
                found
                    .iter()
                    .all(|known| known.code.country != code.country || known.code.written != code.written)
            });
            found.extend(codes.into_iter().map(|code| {
                let is_whole = key_of(&code.written) == key_of(typed);
                matched(code, is_whole)
            }));
        }
        if found.len() > LOOKED_UP {
            // More than are looked up: the countries with a larger population first.
            let mut populations: HashMap<CountryCode, u32> = HashMap::new();
            for found in &found {
                populations.entry(found.code.country).or_insert_with_key(|country| {
                    self.area_named(country, None, budget).and_then(|area| area.population).unwrap_or(0)
                });
            }
            let of_country = |found: &Found| populations.get(&found.code.country).copied().unwrap_or(0);
            found.sort_by_key(|found| (!found.is_whole, !found.is_near, Reverse(of_country(found))));
        }
        found.truncate(LOOKED_UP);
        found
    }

    /// A code as a completion, with its rank.
    fn ranked(
        &self,
        register: &Register,
        found: Found,
        options: &CompleteOptions,
        budget: &Budget,
    ) -> (Rank, Completion) {
        let Found { code, is_whole, is_near } = found;
        let mut town: Option<Completion> = None;
        let mut name = None;
        for served in code.served.iter().take(PLACES_OF_A_CODE) {
            let Some(place) = register.town(served.id).filter(|place| !place.name.is_empty()) else {
                continue;
            };
            let towns = [place.name.as_str(), without_district(&place.name)];
            let named = towns
                .into_iter()
                .find_map(|town| self.town_named(town, &[&code.country], served.lat, served.lon, budget));
            name.get_or_insert(place.name);
            if named.as_ref().map(|town| town.population) > town.as_ref().map(|town| town.population) {
                town = named;
            }
        }
        let population = town.as_ref().and_then(|town| town.population).unwrap_or(0);
        let rank = Rank::of(population, is_whole, is_near, nearness(options.near, code.lat, code.lon));
        let (_, division) = register.division(code.division);
        let division = Some(division).filter(|division| !division.is_empty());
        let above = town
            .or_else(|| self.area_named(&code.country, Some(division?), budget))
            .or_else(|| self.area_named(&code.country, None, budget))
            .unwrap_or_default();
        let [south, west, north, east] = code.bbox;
        let completion = Completion {
            id: format!("{}-{}", code.country, code.written.replace(' ', "-")),
            name: code.written.to_string(),
            placetype: "postalcode".to_owned(),
            lat: code.lat,
            lon: code.lon,
            country_code: Some(code.country.to_lowercase()),
            country: above.country,
            state: above.state.or_else(|| division.map(str::to_owned)),
            county: above.county,
            city: above.city.or(name),
            postcode: Some(code.written.to_string()),
            bbox: (south < north || west < east).then_some([west, south, east, north]),
            ..Completion::default()
        };
        (rank, completion)
    }

    /// The rank of a code of the index among those of the register.
    fn rank_of_known(
        &self,
        code: &Completion,
        typed: &str,
        own_country: Option<&str>,
        options: &CompleteOptions,
        budget: &Budget,
    ) -> Rank {
        let country = code.country_code.as_deref().unwrap_or_default().to_uppercase();
        let town = code
            .city
            .as_ref()
            .and_then(|city| self.town_named(city, &[&country], code.lat, code.lon, budget));
        let is_whole = key_of(&code.name) == key_of(typed);
        let population = town.and_then(|town| town.population).unwrap_or(0);
        let is_near = own_country == Some(&country);
        Rank::of(population, is_whole, is_near, nearness(options.near, code.lat, code.lon))
    }
}

/// Letters and digits of a code.
fn key_of(code: &str) -> String {
    code.chars().filter(char::is_ascii_alphanumeric).map(|sign| sign.to_ascii_lowercase()).collect()
}

fn is_same_code(known: &Completion, registered: &Completion) -> bool {
    known.country_code == registered.country_code && key_of(&known.name) == key_of(&registered.name)
}

/// Whether words may be a postcode: a digit is among them.
fn may_hold_a_code(words: &str) -> bool {
    words.bytes().any(|sign| sign.is_ascii_digit())
}

/// The town of a name with the number or the quarters of a delivery district: `Dublin 2`, `Reykjavík - 1`.
fn without_district(name: &str) -> &str {
    let name = name.split(" (").next().unwrap_or(name);
    name.trim_end_matches(|sign: char| sign.is_ascii_digit() || matches!(sign, ' ' | '-'))
}

/// The ways to read a query as a postcode, or its beginning, and words of its place: `80331 mün`, `london sw1`.
fn codes_and_places(query: &str) -> Vec<(String, String)> {
    if !may_hold_a_code(query) {
        let is_code =
            query.len() == LETTERS_OF_A_CODE && query.bytes().all(|letter| letter.is_ascii_alphabetic());
        return if is_code { vec![(query.to_lowercase(), String::new())] } else { Vec::new() };
    }
    let words: Vec<&str> = query.split([' ', ',']).filter(|word| !word.is_empty()).take(WORDS + 1).collect();
    if words.len() > WORDS {
        return Vec::new();
    }
    let is_code = |words: &[&str]| {
        let signs = |word: &str| word.bytes().all(|sign| sign.is_ascii_alphanumeric() || sign == b'-');
        words.iter().all(|word| signs(word)) && words.iter().any(|word| may_hold_a_code(word))
    };
    let mut read: Vec<(String, String)> = Vec::new();
    for count in (1..=WORDS_OF_A_CODE.min(words.len())).rev() {
        let (front, behind) = words.split_at(count);
        let (before, back) = words.split_at(words.len() - count);
        for (code, place) in [(front, behind), (back, before)] {
            let both = (code.concat().to_lowercase(), normal(&place.join(" ")));
            if is_code(code) && !read.contains(&both) {
                read.push(both);
            }
        }
    }
    read
}

/// Whether a place has a name that begins with the words, or lies in one that does.
fn lies_in(completion: &Completion, words: &str) -> bool {
    let Completion { country_code, country, state, county, city, .. } = completion;
    let mut names = [city, county, state, country].into_iter().flatten();
    words.is_empty()
        || country_code.as_deref() == Some(words)
        || names.any(|name| normal(name).starts_with(words))
}

#[cfg(test)]
mod tests {
    use super::{codes_and_places, without_district};

    #[test]
    fn the_number_of_a_district_is_no_part_of_the_town() {
        assert_eq!(without_district("Dublin 2"), "Dublin");
        assert_eq!(without_district("Reykjavík - 1"), "Reykjavík");
        assert_eq!(without_district("Scarborough (Malvern / Rouge)"), "Scarborough");
        assert_eq!(without_district("Saint-Ouen"), "Saint-Ouen");
    }

    #[test]
    fn a_code_stands_before_or_behind_its_place() {
        let read = |query| codes_and_places(query);
        let pair = |code: &str, place: &str| (code.to_owned(), place.to_owned());
        assert_eq!(read("80331"), [pair("80331", "")]);
        assert_eq!(read("111 29"), [pair("11129", ""), pair("111", "29"), pair("29", "111")]);
        assert!(read("80331 Mün").contains(&pair("80331", "mun")));
        assert!(read("london SW1").contains(&pair("sw1", "london")));
        assert!(read("münchen").is_empty() && read("").is_empty());
    }
}
