//! A town and its country in any language: all countries evenly, with and without a comma, in both orders, with a postcode; and names
//! that a country shares with a state or a town.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::{Script, word_class};

use super::Form;
use super::other_script_place::{country_in, town_in};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::{region, region_name, zip_code};
use crate::render::us::usual_case;
use crate::render::world::{postcode, street};
use crate::render::{any, chance};
use crate::sources::is_held_out;
use crate::sources::towns::Town;
use crate::sources::world::Family;
use crate::words;

pub(super) const FORM: Form = Form::new("place_country", 0.035, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let line = match rng.u8(..100) {
        0..58 => town_and_country(from, held_out, rng),
        58..67 => with_postcode(from, held_out, rng),
        67..75 => shared_name(from, held_out, rng),
        75..79 => named_alike(from, rng),
        79..86 => own_script(from, rng),
        86..98 => with_street(from, held_out, rng),
        _ => any_country(from, rng).map(|code| Line::of(Tag::Country, country_name(from, code, rng))),
    };
    // If no name of a country fits into a component, another country is drawn.
    line.filter(|line| line.pieces.iter().all(|piece| piece.tag.is_none() || !piece.text.is_empty()))
        .unwrap_or_default()
}

/// `data/forms/place_country.txt`: its lists by kind and subject, separated by a tab.
static TABLE: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines =
        include_str!("../../data/forms/place_country.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once('\t'))
        .map(|(key, names)| (key, names.split('|').collect()))
        .collect()
});

/// The list of `kind` for `of`; empty if missing.
fn listed(kind: &str, of: &str) -> &'static [&'static str] {
    TABLE.get(format!("{kind}\t{of}").as_str()).map_or(&[], Vec::as_slice)
}

/// The entries of `kind`, by subject.
fn all_of(kind: &str) -> Vec<(&'static str, &'static [&'static str])> {
    let entry = |(key, list): (&&'static str, &'static Vec<&'static str>)| {
        let (of_kind, of) = key.split_once('\t')?;
        (of_kind == kind).then_some((of, list.as_slice()))
    };
    TABLE.iter().filter_map(entry).collect()
}

/// The English name of `country`; empty if unknown.
pub(super) fn english(country: &str) -> &'static str {
    listed("english", country).first().copied().unwrap_or_default()
}

/// A name of `country`: mostly English, otherwise in any language, official, or historical.
pub(super) fn country_name(from: &Mixture, country: &str, rng: &mut Rng) -> String {
    let (english, written) = (listed("english", country), listed("name", country));
    let name = match rng.u8(..20) {
        0..9 if !english.is_empty() => any(rng, english).to_owned(),
        9..13 if !written.is_empty() => any(rng, written).to_owned(),
        _ => from.countries.name(country, rng),
    };
    let name = name.trim().replace('’', any(rng, &["'", "'", "’"]));
    let whole = !name.is_empty()
        && !name.contains(|sign: char| {
            matches!(sign, '(' | ')' | '（' | '）' | ',' | '/' | ':' | '،') || sign.is_ascii_digit()
        })
        && name.split(' ').count() <= MOST_WORDS;
    let fallback = || english.first().copied().unwrap_or_else(|| from.countries.english(country));
    if whole { name } else { fallback().to_owned() }
}

/// Most words of a country's name in an address.
const MOST_WORDS: usize = 7;

/// A name of the country of `town`; in the United Kingdom, of the one of its four countries that the town lies in.
pub(super) fn country_of(from: &Mixture, town: &Town, rng: &mut Rng) -> String {
    let name = country_name(from, &town.country, rng);
    let nation = ["england", "scotland", "wales"].contains(&name.to_lowercase().as_str());
    if nation && !town.division.is_empty() { town.division.clone() } else { name }
}

/// The code of a country that has a town.
fn any_country<'a>(from: &'a Mixture, rng: &mut Rng) -> Option<&'a str> {
    let codes = from.towns.countries();
    codes.get(rng.usize(..codes.len().max(1))).map(String::as_str)
}

/// Whether a name consists of letters and the punctuation of names.
pub(super) fn is_a_name(name: &str) -> bool {
    let inside = |sign: char| sign.is_alphabetic() || " -'’.‘ʻʼ".contains(sign);
    name.chars().all(inside)
        && name.starts_with(|first: char| first.is_alphabetic() && first != 'ʻ' && first != 'ʼ')
        && name.split(' ').count() <= MOST_WORDS
}

/// Two parts next to each other, with a separator that people use.
pub(super) fn beside(first: Line, second: Line, rng: &mut Rng) -> Line {
    let mut line = first;
    let (before, behind) = match rng.u8(..100) {
        0..42 => (", ", ""),
        42..52 => (",", ""),
        52..73 => (" ", ""),
        73..79 => ("\n", ""),
        79..87 => (" (", ")"),
        87..91 => (" - ", ""),
        91..93 => (" – ", ""),
        93..95 => ("; ", ""),
        95..96 => (" | ", ""),
        96..97 => ("  ", ""),
        97..98 => (". ", ""),
        _ => (" , ", ""),
    };
    line.join(before, second);
    if !behind.is_empty() {
        line.plain(behind);
    }
    line
}

/// A town's name: half of the time a large town or the capital, sometimes the name in another language.
fn town_of(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<String> {
    let called = listed("city", country);
    if !called.is_empty() && chance(rng, 0.12) {
        return Some(any(rng, called).to_owned());
    }
    let town = match rng.u8(..4) {
        0 => from.towns.capital(country),
        1 => from.towns.large(country, rng),
        _ => None,
    };
    let town = town.or_else(|| from.towns.of(country, held_out, rng))?;
    is_a_name(&town.name).then(|| town.name.clone())
}

fn town_and_country(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let code = any_country(from, rng)?;
    if chance(rng, 0.08) {
        return with_code(from, code, held_out, rng);
    }
    let town = Line::of(Tag::Locality, town_of(from, code, held_out, rng)?);
    let name = nation_or(country_name(from, code, rng), code);
    let country = Line::of(Tag::Country, name);
    Some(if chance(rng, COUNTRY_FIRST) { beside(country, town, rng) } else { beside(town, country, rng) })
}

/// Share of the lines that name the country before the town.
const COUNTRY_FIRST: f64 = 0.13;

/// The name of the whole country if the drawn name is that of a part that the town may not lie in.
fn nation_or(name: String, country: &str) -> String {
    let part = ["england", "scotland", "wales", "northern ireland", "n. ireland"];
    if country == "GB" && part.contains(&name.to_lowercase().as_str()) {
        "United Kingdom".to_owned()
    } else {
        name
    }
}

/// Population above which a town's name alone shows its country, even if a state has the country's code.
const KNOWN: u64 = 250_000;

/// `Lyon, FR`: a town and its country code. If a state has the same code, the town is a well-known one.
fn with_code(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let state = word_class::us_states().any(|(state, _)| state.eq_ignore_ascii_case(country))
        || words::all("place_country.other.codes").contains(&country);
    let town = match state {
        true => from.towns.large(country, rng).filter(|town| town.population >= KNOWN || town.kind == "PPLC"),
        false => from.towns.of(country, held_out, rng),
    }?;
    if !is_a_name(&town.name) || country == "US" {
        return None;
    }
    let three = words::pairs("place_country.three.letters")
        .iter()
        .find(|(code, _)| *code == country)
        .filter(|_| chance(rng, 0.25));
    let code = three.map_or(country, |(_, three)| three);
    let mut line = Line::of(Tag::Locality, town.name.as_str());
    if chance(rng, 0.1) {
        let mut first = Line::of(Tag::Country, code);
        first.join(any(rng, &[" - ", ", ", " "]), line);
        return Some(first);
    }
    let (before, behind) =
        any(rng, &[(", ", ""), (", ", ""), (" ", ""), (" ", ""), (" (", ")"), (",", ""), (" - ", "")]);
    line.then(before, Tag::Country, code);
    if !behind.is_empty() {
        line.plain(behind);
    }
    Some(line)
}

/// `1010 Wien, Österreich`, `Wien 1010 Austria`.
fn with_postcode(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let code = any_country(from, rng)?;
    let place = from.places.of(code, rng).filter(|place| is_held_out(&[&place.name]) == held_out)?;
    // In the table, Singapore has streets as places, and Korea has city and ward in one field.
    let name = place.name.split(' ').next().filter(|_| code == "KR").unwrap_or(&place.name);
    if code == "SG" || !is_a_name(name) {
        return None;
    }
    let shouts = !name.chars().any(char::is_lowercase) && Script::of_text(name) == Script::Latin;
    let name = if shouts { usual_case(name) } else { name.to_owned() };
    let postcode = match code {
        "IE" => postcode::irish(&place.postcode, rng),
        _ => postcode::as_written(&place.postcode, code, rng),
    };
    let in_front = !matches!(code, "US" | "CA" | "GB" | "AU" | "IN" | "NZ" | "IE" | "BR" | "ZA");
    let mut town = Line::default();
    if chance(rng, if in_front { 0.75 } else { 0.1 }) {
        town.push(Tag::Postcode, postcode);
        town.then(" ", Tag::Locality, name);
    } else {
        town.push(Tag::Locality, name);
        town.then(any(rng, &[" ", " ", ", ", "\n", "-"]), Tag::Postcode, postcode);
    }
    let country = Line::of(Tag::Country, nation_or(country_name(from, code, rng), code));
    Some(if chance(rng, 0.08) { beside(country, town, rng) } else { beside(town, country, rng) })
}

/// `Tbilisi, Georgia`, `Atlanta, Georgia`, `Lebanon, Tennessee`: the other part decides what the shared name means.
fn shared_name(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    match rng.u8(..10) {
        0..4 => {
            let code = words::any("place_country.twins", rng);
            let town = Line::of(Tag::Locality, town_of(from, code, held_out, rng)?);
            let name =
                if chance(rng, 0.8) { english(code).to_owned() } else { country_name(from, code, rng) };
            let country = Line::of(Tag::Country, name);
            Some(if chance(rng, 0.1) { beside(country, town, rng) } else { beside(town, country, rng) })
        }
        4..6 => {
            let town = (0..100)
                .filter_map(|_| from.towns.of("US", held_out, rng))
                .find(|town| town.division_code == "GA" && is_a_name(&town.name))?;
            let line =
                beside(Line::of(Tag::Locality, town.name.as_str()), Line::of(Tag::Region, "Georgia"), rng);
            Some(perhaps_in_america(line, "GA", from, rng))
        }
        _ => {
            let (name, states) = any(rng, &all_of("twin"));
            let state = any(rng, states);
            let written = if rng.bool() { usual_case(&region_name(state)) } else { region(state, rng) };
            let town = Line::of(Tag::Locality, name);
            let mut line = town;
            line.then(any(rng, &[", ", ", ", ", ", ",", " ", " ", "\n"]), Tag::Region, written);
            Some(perhaps_in_america(line, state, from, rng))
        }
    }
}

/// Sometimes adds a ZIP code of the state, or the country.
fn perhaps_in_america(mut line: Line, state: &str, from: &Mixture, rng: &mut Rng) -> Line {
    if chance(rng, 0.3) {
        let place = from.places.in_region("US", state, rng);
        line.then(any(rng, &[" ", " ", ", "]), Tag::Postcode, zip_code(&place.postcode, rng));
    }
    if chance(rng, 0.2) {
        line.then(any(rng, &[", ", " "]), Tag::Country, any(rng, &["USA", "United States", "US", "U.S.A."]));
    }
    line
}

/// `Luxembourg, Luxembourg`, `Panama City, Panama`.
fn named_alike(from: &Mixture, rng: &mut Rng) -> Option<Line> {
    let (code, towns) = any(rng, &all_of("state"));
    let name = if rng.bool() { english(code).to_owned() } else { country_name(from, code, rng) };
    let town = Line::of(Tag::Locality, any(rng, towns));
    let mut line = town;
    line.then(any(rng, &[", ", ", ", ",", " ", " - ", "\n"]), Tag::Country, name);
    Some(line)
}

/// Countries and the script they write in.
const SCRIPTS: [(&str, Script); 54] = [
    ("RU", Script::Cyrillic),
    ("UA", Script::Cyrillic),
    ("BY", Script::Cyrillic),
    ("BG", Script::Cyrillic),
    ("RS", Script::Cyrillic),
    ("MK", Script::Cyrillic),
    ("KZ", Script::Cyrillic),
    ("KG", Script::Cyrillic),
    ("MN", Script::Cyrillic),
    ("TJ", Script::Cyrillic),
    ("GR", Script::Greek),
    ("GR", Script::Greek),
    ("CY", Script::Greek),
    ("JP", Script::Han),
    ("JP", Script::Han),
    ("CN", Script::Han),
    ("CN", Script::Han),
    ("TW", Script::Han),
    ("HK", Script::Han),
    ("KR", Script::Hangul),
    ("KR", Script::Hangul),
    ("KP", Script::Hangul),
    ("TH", Script::SouthEastAsian),
    ("TH", Script::SouthEastAsian),
    ("MM", Script::SouthEastAsian),
    ("KH", Script::SouthEastAsian),
    ("LA", Script::SouthEastAsian),
    ("IL", Script::Hebrew),
    ("IL", Script::Hebrew),
    ("EG", Script::Arabic),
    ("SA", Script::Arabic),
    ("IR", Script::Arabic),
    ("IQ", Script::Arabic),
    ("SY", Script::Arabic),
    ("JO", Script::Arabic),
    ("LB", Script::Arabic),
    ("MA", Script::Arabic),
    ("DZ", Script::Arabic),
    ("TN", Script::Arabic),
    ("AE", Script::Arabic),
    ("PK", Script::Arabic),
    ("AF", Script::Arabic),
    ("YE", Script::Arabic),
    ("IN", Script::Devanagari),
    ("IN", Script::Devanagari),
    ("NP", Script::Devanagari),
    ("BD", Script::Indic),
    ("IN", Script::Indic),
    ("LK", Script::Indic),
    ("GE", Script::Georgian),
    ("GE", Script::Georgian),
    ("AM", Script::Armenian),
    ("AM", Script::Armenian),
    ("ET", Script::Ethiopic),
];

/// `Москва, Россия`, `日本東京`: both in the script of the country.
fn own_script(from: &Mixture, rng: &mut Rng) -> Option<Line> {
    let (code, script) = any(rng, &SCRIPTS);
    let town = match rng.u8(..3) {
        0 => from.towns.capital(code),
        _ => from.towns.large(code, rng),
    }?;
    let town = Line::of(Tag::Locality, town_in(town, script, rng)?);
    let country = Line::of(Tag::Country, country_in(code, script, rng)?);
    let between = match script {
        Script::Han => any(rng, &["", " ", " ", "，", ", ", "、", "\n", "　"]),
        Script::Arabic => any(rng, &["، ", "، ", "،", " ", ", ", " - ", "\n"]),
        _ => any(rng, &[", ", ", ", " ", ",", " - ", "\n"]),
    };
    let first = if script == Script::Han { 0.6 } else { COUNTRY_FIRST };
    let (mut line, behind) = if chance(rng, first) { (country, town) } else { (town, country) };
    line.join(between, behind);
    Some(line)
}

/// Countries that are not in countries.txt, and the languages of their street names in Latin letters.
const STREETS_IN: [(&str, &[&str]); 3] = [
    (
        "fr",
        &[
            "BJ", "BF", "BI", "CD", "CF", "CG", "CI", "CM", "DJ", "GA", "GN", "GP", "HT", "KM", "MC", "MG",
            "ML", "MR", "NE", "PF", "RW", "SN", "TD", "TG", "TN", "LB",
        ],
    ),
    ("pt", &["AO", "CV", "GW", "MZ", "ST"]),
    (
        "en",
        &[
            "BB", "BW", "BZ", "BS", "BM", "CY", "FJ", "GH", "GI", "GM", "GY", "LR", "LS", "MT", "MU", "MW",
            "NA", "PG", "RW", "SB", "SC", "SL", "SZ", "TO", "TT", "UG", "VU", "WS", "ZM", "ZW", "ET", "ER",
            "SD", "SS", "KH", "MM", "NP", "LC", "GD", "AG", "DM", "VC",
        ],
    ),
];

/// A house with its town and a country that is rare in the tables.
fn with_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let (code, language, number_first) = if rng.bool() {
        let country = from.world.country(rng);
        let first = matches!(country.family, Family::En | Family::EnEu | Family::City);
        (country.code.clone(), from.world.language(country, rng), first)
    } else {
        let (language, codes) = any(rng, &STREETS_IN);
        (any(rng, codes).to_owned(), from.world.language_named(language)?, language != "pt")
    };
    if matches!(code.as_str(), "US" | "SG") {
        return None;
    }
    let street = street::of_split(&from.drawing(), language, held_out, rng);
    let script = Script::of_text(&street.name);
    let town = from.towns.of(&code, held_out, rng)?;
    let (town, country) = match script {
        // Where addresses go from the region down to the house, other forms write them.
        Script::Han | Script::Kana | Script::Hangul => return None,
        Script::Latin => (town.name.clone(), nation_or(country_name(from, &code, rng), &code)),
        _ => {
            let own = country_in(&code, script, rng).filter(|_| rng.bool()).map(str::to_owned);
            (town_in(town, script, rng)?.to_owned(), own.unwrap_or_else(|| country_name(from, &code, rng)))
        }
    };
    let number = format!("{}{}", rng.u32(1..190), any(rng, &["", "", "", "", "", "", "A", "b"]));
    let mut line = Line::default();
    if number_first {
        line.push(Tag::HouseNumber, number);
        line.join(any(rng, &[" ", " ", " ", ", "]), street.line());
    } else {
        line.join("", street.line());
        line.then(any(rng, &[" ", " ", " ", ", "]), Tag::HouseNumber, number);
    }
    let between = any(rng, &[", ", ", ", ", ", "\n", " - ", ","]);
    let postcode = from.places.of(&code, rng).filter(|_| chance(rng, 0.3));
    match postcode {
        Some(place) if !matches!(code.as_str(), "GB" | "CA" | "AU" | "NZ" | "IE" | "IN") => {
            line.then(between, Tag::Postcode, postcode::as_written(&place.postcode, &code, rng));
            line.then(" ", Tag::Locality, town);
        }
        _ => line.then(between, Tag::Locality, town),
    }
    let before = any(rng, &[between, between, between, " (", " "]);
    line.then(before, Tag::Country, country);
    if before == " (" {
        line.plain(")");
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_names_that_one_span_can_hold() {
        for (key, names) in TABLE.iter() {
            let kind = key.split('\t').next().unwrap_or_default();
            assert!(["english", "name", "city", "state", "twin"].contains(&kind), "{key}");
            for name in names {
                assert!(!name.is_empty() && !name.contains(['(', ')', ',', '/']), "{key}: {name}");
            }
        }
        assert_eq!(english("FR"), "France");
        assert_eq!(english("CZ"), "Czech Republic");
        assert!(listed("twin", "Lebanon").contains(&"TN"));
    }

    #[test]
    fn the_parts_keep_their_tags_whatever_stands_between() {
        let mut rng = Rng::with_seed(7);
        for _ in 0..300 {
            let line = beside(Line::of(Tag::Locality, "Vane"), Line::of(Tag::Country, "Chad"), &mut rng);
            let (text, spans) = line.render();
            let found: Vec<_> = spans.iter().map(|&(tag, start, end)| (tag, &text[start..end])).collect();
            assert_eq!(found, [(Tag::Locality, "Vane"), (Tag::Country, "Chad")], "{text}");
        }
    }
}
