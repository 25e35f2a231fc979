//! City, county, state, ZIP code and country of the United States.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::word_class::{self, plain};

use crate::line::Line;
use crate::render::{any, chance, pick, title_case};
use crate::sources::us::UsRecord;

/// City, county, state and ZIP, each with its probability of being written.
pub(crate) fn place_line(record: &UsRecord, rng: &mut Rng, city: f64, state: f64, zip: f64) -> Line {
    let mut line = Line::default();
    let with_city = chance(rng, city);
    if with_city {
        let qualified = if chance(rng, 0.012) {
            format!("{} of {}", any(rng, &["Town", "City", "Township", "Village"]), record.city)
        } else if chance(rng, 0.012) {
            format!("{} {}", record.city, any(rng, &["Township", "Twp", "Village", "City"]))
        } else if chance(rng, 0.2) {
            with_directional_abbreviated(&record.city, rng)
        } else {
            record.city.clone()
        };
        line.push(Tag::Locality, qualified);
    }
    if chance(rng, 0.12) && !record.county.is_empty() && record.state != "LA" {
        let county = format!("{} {}", record.county, any(rng, &["County", "County", "County", "Co"]));
        line.then(", ", Tag::Subregion, county);
    }
    if chance(rng, state) {
        line.then(
            pick(rng, &[(0.74, ", "), (0.26, " ")]),
            Tag::Region,
            region_behind(with_city, &record.state, rng),
        );
    }
    if chance(rng, zip) {
        line.then(pick(rng, &[(0.9, " "), (0.1, ", ")]), Tag::Postcode, zip_code(&record.zip, rng));
    }
    line
}

/// `North Quarry` as `N Quarry`; other names unchanged.
fn with_directional_abbreviated(city: &str, rng: &mut Rng) -> String {
    let Some((first, rest)) = city.split_once(' ') else { return city.to_owned() };
    let short = match plain(first).as_str() {
        "north" => any(rng, &["N", "N", "N.", "No", "No."]),
        "south" => any(rng, &["S", "S", "S.", "So", "So."]),
        "east" => any(rng, &["E", "E", "E."]),
        "west" => any(rng, &["W", "W", "W."]),
        _ => return city.to_owned(),
    };
    format!("{short} {rest}")
}

pub(crate) fn zip_code(zip: &str, rng: &mut Rng) -> String {
    match zip.split_once('-') {
        Some((five, _)) if chance(rng, 0.6) => five.to_owned(),
        None if zip.len() == 5 && chance(rng, 0.06) => format!("{zip}-{:04}", rng.u32(1..9_999)),
        _ => zip.to_owned(),
    }
}

pub(crate) fn region_name(code: &str) -> String {
    let lower = code.to_ascii_lowercase();
    let names = word_class::us_states().find(|(state, _)| *state == lower).map(|(_, spellings)| spellings);
    names.and_then(|names| names.first().copied()).unwrap_or(code).to_owned()
}

/// A state's code, name or traditional abbreviation.
pub(crate) fn region(code: &str, rng: &mut Rng) -> String {
    let lower = code.to_ascii_lowercase();
    let Some((_, spellings)) = word_class::us_states().find(|(state, _)| *state == lower) else {
        return code.to_owned();
    };
    match rng.u8(..20) {
        0..5 => usual_case(spellings.first().copied().unwrap_or(code)),
        5 => usual_case(any(rng, &spellings)),
        _ => code.to_owned(),
    }
}

/// A state after its city, or instead of it. Without the city, `12 Vane Rd, New York` would name the city, so the code is written.
fn region_behind(with_city: bool, code: &str, rng: &mut Rng) -> String {
    if !with_city && matches!(code, "NY" | "WA") { code.to_owned() } else { region(code, rng) }
}

pub(crate) fn country(rng: &mut Rng, probability: f64) -> String {
    if !chance(rng, probability) {
        return String::new();
    }
    pick(
        rng,
        &[
            (0.4, "USA"),
            (0.25, "United States"),
            (0.25, "US"),
            (0.05, "U.S.A."),
            (0.05, "United States of America"),
        ],
    )
    .to_owned()
}

/// Title case as US sources write it: directionals, state codes and letters with digits stay upper case.
pub(crate) fn usual_case(text: &str) -> String {
    title_case(text, |word, _| {
        let lower = word.to_lowercase();
        match lower.as_str() {
            "of" | "and" | "the" | "at" => Some(lower),
            "ne" | "nw" | "se" | "sw" | "po" | "us" | "usa" | "pmb" | "rr" | "hc" | "fm" | "sr" | "cr" => {
                Some(word.to_uppercase())
            }
            _ if word.starts_with(|first: char| first.is_ascii_digit()) => {
                let ordinal = ["st", "nd", "rd", "th"].iter().any(|ending| lower.ends_with(ending));
                Some(if ordinal { lower } else { word.to_owned() })
            }
            code if code.len() == 2
                && word.chars().all(char::is_uppercase)
                && word_class::us_states().any(|(state, _)| state == code) =>
            {
                Some(word.to_owned())
            }
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_state_that_is_called_as_a_city_is_not_written_out_in_its_place() {
        let mut rng = Rng::with_seed(5);
        let mut written = |with_city| {
            let drawn = (0..200).map(|_| region_behind(with_city, "NY", &mut rng));
            drawn.filter(|region| region == "New York").count()
        };
        assert_eq!(written(false), 0);
        assert!(written(true) > 10);
    }
}
