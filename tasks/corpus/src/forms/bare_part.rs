//! One part of an address alone: a street, a unit, a country, a state, a county, a postcode, a box, a town, a place with a name.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;
use milepost_text::features::InputMode;
use milepost_text::word_class;

use super::Form;
use super::other_script_place::{country_in, town_in};
use super::place_country::{country_name, is_a_name};
use super::place_region::{british_county, division, irish_county, irish_county_written};
use crate::labels::{Street, is_fr_hamlet, split_fr, split_us};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::zip_code;
use crate::render::us::unit::{po_box, unit};
use crate::render::us::{house_number, usual_case};
use crate::render::world::postcode;
use crate::render::world::street::{filled, of_split, with_places};
use crate::render::{any, chance, fr, landmark};
use crate::sources::is_held_out;
use crate::words;

/// All lines are fragments.
pub(super) const FORM: Form = Form { mode: InputMode::Fragmented, ..Form::new("bare_part", 0.024, draw) };

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let line = match rng.u8(..100) {
        0..14 => street(from, held_out, rng),
        14..17 => directed(from, held_out, rng),
        17..26 => Some(unit_alone(from, held_out, rng)),
        26..32 => country(from, rng),
        32..38 => region(from, held_out, rng),
        38..41 => county(from, held_out, rng),
        41..53 => postcode_alone(from, rng),
        53..57 => Some(box_alone(from, held_out, rng)),
        57..69 => numbered(from, held_out, rng),
        69..95 => town(from, held_out, rng),
        _ => venue(from, rng),
    };
    line.unwrap_or_default()
}

/// A language with its patterns.
type Patterns = (&'static str, Vec<&'static str>);

/// `data/forms/bare_part.txt`: patterns by kind and language.
static TABLE: LazyLock<BTreeMap<&str, Vec<Patterns>>> = LazyLock::new(|| {
    let mut table: BTreeMap<&str, Vec<Patterns>> = BTreeMap::new();
    for line in include_str!("../../data/forms/bare_part.txt").lines().filter(|line| !line.starts_with('#')) {
        if let Some((kind, (language, patterns))) =
            line.split_once('\t').and_then(|(kind, rest)| Some((kind, rest.split_once('\t')?)))
        {
            table.entry(kind).or_default().push((language, patterns.split('|').collect()));
        }
    }
    table
});

/// A pattern of `kind` with its language.
fn pattern(kind: &str, rng: &mut Rng) -> (&'static str, &'static str) {
    let Some(lists) = TABLE.get(kind) else { return ("en", "") };
    let (language, patterns) = match rng.u8(..4) {
        0 => &lists[0],
        _ => &lists[rng.usize(..lists.len())],
    };
    (language, any(rng, patterns))
}

/// A street without a number: of the United States, of France or of any country.
fn street(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let american = chance(rng, 0.4);
    let street = match american {
        true => split_us(from.us_street(held_out, rng).0),
        false => any_street(from, held_out, rng).1,
    };
    // A name without a type may also be a town, and a street has no long number.
    let name = street.name.as_str();
    let first = name.split(' ').next().map(word_class::plain).unwrap_or_default();
    let latin = Script::of_text(name) == Script::Latin;
    let typed = !street.prefix.is_empty()
        || !street.suffix.is_empty()
        || word_class::us_numbered_roads()
            .any(|(full, short)| full == first || short.contains(&first.as_str()))
        || (!american && (!latin || name.chars().count() > SHORT_NAME));
    let numbered = name.chars().filter(char::is_ascii_digit).count() > 3;
    let hamlet = is_fr_hamlet(&format!("{} {name}", street.prefix));
    (typed && !numbered && !hamlet).then(|| street.line())
}

/// Up to this many letters, a street's name without a type could be anything.
const SHORT_NAME: usize = 7;

/// A street of France or of any country, and whether its number comes first.
fn any_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> (bool, Street) {
    match rng.u8(..3) {
        0 => (true, split_fr(&from.fr_record(held_out, rng).0.street)),
        _ => {
            let country = from.world.country(rng);
            let language = from.world.language(country, rng);
            use crate::sources::world::Family;
            let first = matches!(country.family, Family::En | Family::EnEu | Family::City);
            (first, of_split(&from.drawing(), language, held_out, rng))
        }
    }
}

/// `West Pine St`: a street with a directional.
fn directed(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let (name, _) = from.us_street(held_out, rng);
    let Street { prefix, name, suffix } = split_us(name);
    if !prefix.is_empty() || suffix.is_empty() || suffix.contains(' ') {
        return None;
    }
    let directional = words::any("bare_part.directed", rng);
    // Skips a name that is itself a type or a directional, because it splits differently.
    let whole = split_us(&format!("{directional} {name} {suffix}"));
    let same = whole.prefix == directional && whole.name == name && whole.suffix == suffix;
    let behind = split_us(&format!("{name} {suffix} {directional}"));
    if chance(rng, 0.15) && !behind.suffix.is_empty() && behind.name == name {
        return Some(behind.line());
    }
    same.then(|| whole.line())
}

/// A number with its street.
fn numbered(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let american = chance(rng, 0.4);
    let (first, street) = match american {
        true => (true, split_us(from.us_street(held_out, rng).0)),
        false => any_street(from, held_out, rng),
    };
    let script = Script::of_text(&street.name);
    if matches!(script, Script::Han | Script::Kana | Script::Hangul)
        || street.name.ends_with(|last: char| last.is_ascii_digit())
    {
        return None;
    }
    let mut line = Line::default();
    if first {
        let number = if american { house_number(rng) } else { fr::house_number(rng) };
        line.push(Tag::HouseNumber, number);
        line.join(any(rng, &[" ", " ", " ", ", "]), street.line());
    } else {
        let number = format!("{}{}", rng.u32(1..190), any(rng, &["", "", "", "", "a", "B", "-3", "/2"]));
        line.join("", street.line());
        line.then(any(rng, &[" ", " ", " ", ", "]), Tag::HouseNumber, number);
    }
    Some(line)
}

/// A pattern with its numbers and words filled in.
fn fill(pattern: &str, language: &str, from: &Mixture, rng: &mut Rng) -> String {
    with_places(pattern, |name, out| match name {
        "n" => out.push_str(&rng.u32(1..80).to_string()),
        "o" => out.push_str(&rng.u32(1..10).to_string()),
        "d" => out.push_str(&rng.u32(100..999).to_string()),
        "a" => out.push(char::from(b'A' + rng.u8(..6))),
        kind => {
            let word =
                from.vocabulary.draw(language, kind, rng).or_else(|| from.vocabulary.draw("en", kind, rng));
            out.push_str(&usual_case(word.unwrap_or_default()));
        }
    })
}

/// `Apt 4B`, `Bât. C`, `кв. 12`.
fn unit_alone(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..10) {
        0..2 => {
            let (record, _) = from.us_record(held_out, rng);
            let unit = unit(&record, rng);
            // A number or letter alone does not show that it is a unit.
            let said = unit.split(' ').next().is_some_and(|word| {
                word.starts_with('#') || word.chars().filter(|letter| letter.is_alphabetic()).count() > 1
            });
            if said && unit.contains([' ', '#']) { Line::of(Tag::Unit, unit) } else { Line::default() }
        }
        2 => Line::of(Tag::Unit, fr::unit(rng)),
        _ => {
            let (language, pattern) = pattern("unit", rng);
            // `Shop 3, Level 2` has two units.
            let mut line = Line::default();
            for part in fill(pattern, language, from, rng).split(", ") {
                line.then(", ", Tag::Unit, part);
            }
            line
        }
    }
}

fn country(from: &Mixture, rng: &mut Rng) -> Option<Line> {
    let codes = from.countries.codes();
    let code = codes.get(rng.usize(..codes.len().max(1)))?;
    let scripts = [
        Script::Cyrillic,
        Script::Arabic,
        Script::Han,
        Script::Greek,
        Script::Hebrew,
        Script::Hangul,
        Script::SouthEastAsian,
    ];
    let name = match chance(rng, 0.15) {
        true => country_in(code, any(rng, &scripts), rng)?.to_owned(),
        false => country_name(from, code, rng),
    };
    // A name that is also a state or a town is not clearly a country.
    (!words::all("bare_part.shared").contains(&name.to_lowercase().as_str()))
        .then(|| Line::of(Tag::Country, name))
}

/// A state, province or région whose name no town has.
fn region(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let name = match rng.u8(..10) {
        0..4 => {
            let states: Vec<(&str, Vec<&str>)> = word_class::us_states().collect();
            let (code, names) = states[rng.usize(..states.len())].clone();
            if chance(rng, 0.12) { code.to_uppercase() } else { usual_case(names[0]) }
        }
        4..6 => from.places.in_region("FR", "", rng).county.clone(),
        _ => {
            let town = match rng.bool() {
                true => from.towns.of(words::any("bare_part.region", rng), held_out, rng),
                false => from.towns.anywhere(held_out, rng),
            }?;
            let said = town.division.contains(' ')
                || matches!(
                    town.country.as_str(),
                    "CA" | "AU" | "DE" | "AT" | "IT" | "ES" | "FR" | "IN" | "CN"
                );
            if !said || matches!(town.country.as_str(), "GB" | "US") {
                return None;
            }
            let name = division(&town.country, &town.division, rng);
            // A code could be a word of any language.
            if name.chars().count() < 4 || name == town.name || is_a_towns(&name, &town.country, from, rng) {
                return None;
            }
            name
        }
    };
    let city = [
        "paris", "hamburg", "bremen", "berlin", "wien", "vienna", "madrid", "salzburg", "murcia", "valencia",
        "bern", "geneva", "zürich", "zurich",
    ];
    let lower = name.to_lowercase();
    (is_a_name(&name)
        && !words::all("bare_part.shared").contains(&lower.as_str())
        && !city.contains(&lower.as_str()))
    .then(|| Line::of(Tag::Region, name))
}

/// Whether a town of `country` has this name. Alone, such a name means the town.
fn is_a_towns(name: &str, country: &str, from: &Mixture, rng: &mut Rng) -> bool {
    from.places.named(country, name, rng).is_some()
}

/// A county of the United States, of Great Britain or of Ireland.
fn county(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let country = any(rng, &["US", "GB", "GB", "IE"]);
    let town = from.towns.of(country, held_out, rng)?;
    let name = match country {
        "US" => {
            Some(town.county.clone()).filter(|name| name.ends_with(" County") || name.ends_with(" Parish"))?
        }
        "GB" => british_county(&town.county, rng)?,
        _ => irish_county_written(irish_county(&town.county), rng),
    };
    // `Cork` alone is the city, and `Kent` or `Surrey` is also a town in another country.
    let said = country != "IE" || name.starts_with("Co");
    let of_a_town =
        name == town.name || ["US", country].iter().any(|code| is_a_towns(&name, code, from, rng));
    (said && !of_a_town).then(|| Line::of(Tag::Subregion, name))
}

/// A postcode of any country, also with its sign.
fn postcode_alone(from: &Mixture, rng: &mut Rng) -> Option<Line> {
    let code = match rng.u8(..10) {
        0 => zip_code(&from.places.of("US", rng)?.postcode, rng),
        1 => format!("{}-{:04}", from.places.of("US", rng)?.postcode, rng.u32(1..9_999)),
        2..4 => {
            let (country, sign) = any(rng, words::pairs("bare_part.signs"));
            let place = from.places.of(country, rng)?;
            let digits = place.postcode.trim_start_matches(|letter: char| !letter.is_ascii_digit());
            // `CEDEX` is a component of its own.
            let digits = digits.split(" CEDEX").next().unwrap_or(digits);
            format!("{sign}{}{digits}", any(rng, &["-", "-", "-", "-", " ", " - ", "–"]))
        }
        // Two letters after four digits: alone, this can only be a Dutch postcode.
        4..6 => {
            let place = from.places.of("NL", rng)?;
            format!("{}{}{}{}", place.postcode, any(rng, &[" ", " ", ""]), letter(rng), letter(rng))
        }
        6 => {
            let place = from.places.of(any(rng, &["GB", "GB", "CA", "IE"]), rng)?;
            match place.country.as_str() {
                "IE" => postcode::irish(&place.postcode, rng),
                country => postcode::as_written(&place.postcode, country, rng),
            }
        }
        _ => {
            let place = from.places.anywhere(rng);
            match place.country.as_str() {
                "IE" => postcode::irish(&place.postcode, rng),
                country => postcode::as_written(&place.postcode, country, rng),
            }
        }
    };
    (!code.is_empty()).then(|| Line::of(Tag::Postcode, code))
}

fn letter(rng: &mut Rng) -> char {
    char::from(b'A' + rng.u8(..26))
}

/// A box in any language.
fn box_alone(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..10) {
        0..4 => po_box(&from.us_record(held_out, rng).0.po_box, rng),
        4..6 => Line::of(Tag::PoBox, fr::po_box(rng)),
        _ => {
            let country = from.world.country(rng);
            let language = from.world.language(country, rng);
            if language.boxes.is_empty() {
                return Line::default();
            }
            Line::of(Tag::PoBox, filled(any(rng, &language.boxes), &from.drawing(), language, rng))
        }
    }
}

/// A town alone, sometimes in its own script.
fn town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let scripts = [
        Script::Cyrillic,
        Script::Arabic,
        Script::Han,
        Script::Kana,
        Script::Hangul,
        Script::Greek,
        Script::Hebrew,
        Script::SouthEastAsian,
        Script::Devanagari,
        Script::Georgian,
        Script::Armenian,
        Script::Indic,
    ];
    let name = match rng.u8(..16) {
        0..2 => {
            let script = any(rng, &scripts);
            town_in(from.towns.named_in(script, held_out, rng)?, script, rng)?.to_owned()
        }
        2..4 => {
            let place = from.places.of(any(rng, &["FR", "US", "DE", "GB", "IT", "ES"]), rng)?;
            Some(&place.name).filter(|name| is_held_out(&[name]) == held_out)?.clone()
        }
        4 => usual_case(&from.us_record(held_out, rng).0.city),
        // Countries are drawn as often as for whole addresses, and names are spelt as in the postcode table.
        5..11 => {
            let place = from.places.of(&from.world.country(rng).code, rng)?;
            Some(&place.name)
                .filter(|name| !name.contains(['(', '/', ',']) && is_held_out(&[name]) == held_out)?
                .clone()
        }
        11 => {
            let codes = from.towns.countries();
            let code = codes.get(rng.usize(..codes.len().max(1)))?;
            from.towns.large(code, rng)?.name.clone()
        }
        _ => from.towns.anywhere(held_out, rng)?.name.clone(),
    };
    let latin = Script::of_text(&name) == Script::Latin;
    (!latin || is_a_name(&name)).then(|| Line::of(Tag::Locality, name))
}

/// A place with a name.
fn venue(from: &Mixture, rng: &mut Rng) -> Option<Line> {
    if chance(rng, 0.3) {
        let place = from.places.of(any(rng, &["US", "FR", "GB"]), rng)?;
        let line = landmark::line(&from.vocabulary, place, rng);
        return line.pieces.into_iter().next().map(|piece| Line { pieces: vec![piece], country: None });
    }
    let (language, pattern) = pattern("venue", rng);
    Some(Line::of(Tag::Venue, fill(pattern, language, from, rng)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_are_of_known_kinds_and_close_their_braces() {
        assert_eq!(TABLE.keys().copied().collect::<Vec<_>>(), ["unit", "venue"]);
        for pattern in TABLE.values().flatten().flat_map(|(_, patterns)| patterns) {
            assert_eq!(pattern.matches('{').count(), pattern.matches('}').count(), "{pattern}");
            let mut known = true;
            with_places(pattern, |name, _| {
                known &= ["n", "o", "d", "a", "last", "first", "word", "city"].contains(&name)
            });
            assert!(known, "{pattern}");
        }
    }
}
