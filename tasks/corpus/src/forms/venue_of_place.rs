//! Businesses with a town, a state or a country in their name: `Enumclaw, Washington Bike Works`, `Café de Paris`, `Münchner Hof`. They
//! are in front of an address, after it, or next to their town alone, with and without a comma. The place in the name is part of the
//! venue.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::Form;
use super::around::{self, Around, is_one_word, numbered, section, word};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::{place_line, region_name};
use crate::render::us::usual_case;
use crate::render::world::street::with_places;
use crate::render::{any, chance, fr, pick, us};
use crate::sources::is_held_out;
use crate::sources::us::UsRecord;
use crate::words;

pub(super) const FORM: Form = Form::new("venue_of_place", 0.025, draw);

/// Share of the lines with a place that could be part of a business's name, but no business.
const CONTROL: f64 = 0.16;

/// Word lists for names of businesses in one language.
struct Names {
    kinds: Vec<&'static str>,
    dishes: Vec<&'static str>,
    patterns: Vec<(f64, &'static str)>,
    malls: Vec<&'static str>,
}

/// Languages of the lists, with the countries that speak them.
const LANGUAGES: [(&str, &[&str]); 22] = [
    ("en", &["US", "US", "US", "GB", "GB", "CA", "AU", "IE", "NZ"]),
    ("fr", &["FR", "FR", "FR", "BE", "CH", "LU"]),
    ("de", &["DE", "DE", "DE", "AT", "CH"]),
    ("es", &["ES", "ES", "MX", "AR", "CO", "CL", "PE"]),
    ("it", &["IT", "IT", "IT", "CH"]),
    ("nl", &["NL", "NL", "BE"]),
    ("pt", &["PT", "BR"]),
    ("pl", &["PL"]),
    ("cs", &["CZ"]),
    ("da", &["DK"]),
    ("no", &["NO"]),
    ("sv", &["SE"]),
    ("fi", &["FI"]),
    ("hu", &["HU"]),
    ("ro", &["RO"]),
    ("tr", &["TR"]),
    ("hr", &["HR", "BA", "RS"]),
    ("sl", &["SI"]),
    ("sk", &["SK"]),
    ("ru", &["RU"]),
    ("et", &["EE"]),
    ("id", &["ID"]),
];

static NAMES: LazyLock<HashMap<&'static str, Names>> = LazyLock::new(|| {
    let text = include_str!("../../data/forms/venue_of_place.txt");
    let weighted = |line: &'static str| {
        let (weight, pattern) = line.split_once(' ')?;
        Some((weight.parse().ok()?, pattern))
    };
    let names = |language: &str| Names {
        kinds: section(text, &format!("{language} kinds")),
        dishes: section(text, &format!("{language} dishes")),
        patterns: section(text, &format!("{language} patterns")).into_iter().filter_map(weighted).collect(),
        malls: section(text, &format!("{language} malls")),
    };
    LANGUAGES.iter().map(|&(language, _)| (language, names(language))).collect()
});

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, CONTROL) {
        return control(from, held_out, rng);
    }
    match rng.u8(..20) {
        0..9 => american(from, held_out, rng),
        9..13 => french(from, held_out, rng),
        _ => elsewhere(from, held_out, rng),
    }
}

/// The name of a business in `language` from one of its patterns; `own` is the town of its street.
fn business(from: &Mixture, language: &str, own: &str, held_out: bool, rng: &mut Rng) -> String {
    let Some(names) = NAMES.get(language) else { return String::new() };
    let pattern = pick(rng, &names.patterns);
    filled(pattern, names, from, language, own, held_out, rng)
}

/// A pattern with its placeholders filled in; empty if one of them has no text.
fn filled(
    pattern: &str,
    names: &Names,
    from: &Mixture,
    language: &str,
    own: &str,
    held_out: bool,
    rng: &mut Rng,
) -> String {
    let mut whole = true;
    let text = with_places(pattern, |place, out| {
        let part = match place {
            "t" => town_abroad(from, language, held_out, rng),
            "o" => own.to_owned(),
            "s" => state(from, rng),
            "c" => country(language, rng),
            "k" => any(rng, &names.kinds).to_owned(),
            "d" if !names.dishes.is_empty() => any(rng, &names.dishes).to_owned(),
            "l" => word(from, language, "last", rng),
            "f" => word(from, language, "first", rng),
            _ => word(from, language, "word", rng),
        };
        whole &= !part.is_empty();
        out.push_str(&part);
    });
    match (whole, language) {
        (false, _) => String::new(),
        (true, "fr") => elided(&text),
        _ => text,
    }
}

/// Contracts `Café de Amiens` to `Café d'Amiens`, as in French.
fn elided(text: &str) -> String {
    let mut out = text.to_owned();
    for vowel in ["A", "E", "É", "I", "Î", "O", "U", "Y"] {
        out = out.replace(&format!(" de {vowel}"), &format!(" d'{vowel}"));
    }
    out.replace(" de Le ", " du ").replace(" de Les ", " des ")
}

/// A town that businesses are named after: its country depends on the language, and half of the time it is a large one.
fn town_abroad(from: &Mixture, language: &str, held_out: bool, rng: &mut Rng) -> String {
    let countries: &[&str] = match language {
        "en" => &["US", "US", "US", "US", "US", "US", "IT", "FR", "GB", "MX"],
        "fr" => &["FR", "FR", "IT", "US", "MA", "ES", "GB", "CN"],
        "de" => &["DE", "DE", "AT", "IT", "IT", "GR", "TR"],
        "es" => &["ES", "ES", "IT", "MX", "AR", "FR"],
        "it" => &["IT", "IT", "FR", "ES"],
        "pt" => &["PT", "BR", "IT", "FR"],
        "ru" => &["RU", "RU", "FR", "IT", "GE"],
        "hr" => &["HR", "IT", "AT"],
        "nl" => &["NL", "NL", "IT", "FR", "ID"],
        _ => &["IT", "FR", "US", "PL", "CZ", "AT", "DK", "SE", "HU", "TR", "GR"],
    };
    let country = any(rng, countries);
    let large = rng.bool();
    let of = |rng: &mut Rng| match large {
        true => from.towns.large(country, rng),
        false => from.towns.of(country, held_out, rng),
    };
    // The town's common name of one or two words.
    let town = (0..20).filter_map(|_| of(rng)).find(|town| {
        town.name.split([' ', '-']).count() < 3 && !town.name.contains(|letter: char| letter.is_ascii_digit())
    });
    town.map_or(String::new(), |town| match language {
        "ru" => town.in_script(Script::Cyrillic, rng).unwrap_or_default().to_owned(),
        _ => town.name.clone(),
    })
}

fn state(from: &Mixture, rng: &mut Rng) -> String {
    usual_case(&region_name(&from.places.in_region("US", "", rng).region_code))
}

/// A country or a landscape, in the language.
fn country(language: &str, rng: &mut Rng) -> String {
    let choices: &[&str] = match language {
        "en" => words::all("venue_of_place.english"),
        "fr" => &[
            "Italie", "Provence", "Grèce", "Maroc", "Chine", "Japon", "Savoie", "Bretagne", "Corse",
            "Sicile", "Auvergne",
        ],
        "de" => &[
            "Italien",
            "Indien",
            "Asia",
            "China",
            "Thai",
            "Griechenland",
            "Tirol",
            "Toskana",
            "Bella Italia",
            "Dalmatien",
        ],
        "es" => &[
            "Italia",
            "México",
            "Galicia",
            "Asturias",
            "Perú",
            "China",
            "Cuba",
            "Andalucía",
            "Colombia",
            "Castilla",
        ],
        _ => &[
            "Italia",
            "Brasil",
            "China",
            "India",
            "Angola",
            "Goa",
            "Minas",
            "Portugal",
            "Bahia",
            "Moçambique",
        ],
    };
    any(rng, choices).to_owned()
}

/// A mall or an office building with the business in it.
fn mall(from: &Mixture, language: &str, own: &str, held_out: bool, rng: &mut Rng) -> String {
    let Some(names) = NAMES.get(language) else { return String::new() };
    if names.malls.is_empty() {
        return String::new();
    }
    filled(any(rng, &names.malls), names, from, language, own, held_out, rng)
}

/// Words between a business and its building.
fn within(language: &str, rng: &mut Rng) -> &'static str {
    let said = match language {
        "en" => any(rng, &[" at ", " inside ", " @ ", " in ", " at the "]),
        "fr" => any(rng, &[" au ", ", ", " - "]),
        "de" => any(rng, &[" im ", " in ", ", "]),
        "es" | "it" | "pt" => any(rng, &[" - ", ", "]),
        _ => ", ",
    };
    match rng.u8(..10) {
        0..5 => ", ",
        5 | 6 => "\n",
        7 => " - ",
        _ => said,
    }
}

/// Business, street and place in an order that people use. `venue` is the business, `house` the building it is in.
fn arranged(
    venue: String,
    house: Option<(&'static str, String)>,
    street: Line,
    place: Line,
    rng: &mut Rng,
) -> Line {
    if venue.is_empty() {
        return Line::default();
    }
    let mut who = Line::of(Tag::Venue, venue);
    if let Some((within, house)) = house {
        who.then(within, Tag::Venue, house);
    }
    let comma = pick(rng, &[(0.8, ", "), (0.12, "\n"), (0.05, " "), (0.03, " - ")]);
    let mut line;
    match rng.u8(..40) {
        // Without a comma before the street: `ALIGN BREWING CO 8680 MIRALANI DR`.
        0..9 => {
            line = who;
            line.join(" ", street);
            line.join(comma, place);
        }
        // With its town, without a street.
        9..15 => {
            line = who;
            line.join(pick(rng, &[(0.55, " "), (0.35, ", "), (0.1, " - ")]), place);
        }
        // After the address.
        15..19 => {
            line = street;
            line.join(comma, place);
            line.join(any(rng, &[", ", ", ", "\n", " - "]), who);
        }
        // Between street and place.
        19..21 => {
            line = street;
            line.join(comma, who);
            line.join(comma, place);
        }
        // The place in front.
        21 => {
            line = place;
            line.join(any(rng, &[", ", " - ", "\n", ": "]), who);
            line.join(comma, street);
        }
        22 => line = who,
        23 => {
            line = who;
            line.join(comma, street);
        }
        _ => {
            line = who;
            line.join(any(rng, &[", ", ", ", ", ", "\n", " - "]), street);
            line.join(comma, place);
        }
    }
    line
}

fn american(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = (0..50).map(|_| from.us_record(held_out, rng).0).find(|record| {
        record.crossing.is_none()
            && record.po_box.is_empty()
            && !record.street.is_empty()
            && !record.city.is_empty()
    });
    let Some(record) = record else { return Line::default() };
    let own = usual_case(&record.city);
    let venue = match &record.venue {
        given if !given.is_empty() && chance(rng, 0.4) => given.clone(),
        _ => business(from, "en", &own, held_out, rng),
    };
    let house = chance(rng, 0.09).then(|| (within("en", rng), mall(from, "en", &own, held_out, rng)));
    // Half of the lines keep the upper case of the tables.
    let record = if chance(rng, 0.5) { titled(record) } else { record };
    let street = us::street_line(&record, rng);
    let place = place_line(&record, rng, 1.0, 0.92, 0.6);
    arranged(venue, house, street, place, rng)
}

/// A record with its town in title case.
fn titled(record: UsRecord) -> UsRecord {
    UsRecord { city: usual_case(&record.city), street: usual_case(&record.street), ..record }
}

fn french(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let drawn = (0..50).map(|_| from.fr_record(held_out, rng).0).find(|record| !record.street.is_empty());
    let Some(record) = drawn else { return Line::default() };
    let own = fr::usual_case(&record.city);
    let venue = match &record.venue {
        given if !given.is_empty() && !given.contains(['(', '/', ';']) && chance(rng, 0.8) => given.clone(),
        _ => business(from, "fr", &own, held_out, rng),
    };
    let house = chance(rng, 0.07).then(|| (within("fr", rng), mall(from, "fr", &own, held_out, rng)));
    let street = fr::street_line(record, rng);
    let mut place = fr::place_line(record, rng, 0.8);
    if chance(rng, 0.1) {
        place.then(any(rng, &[", ", " "]), Tag::Country, any(rng, &["France", "FRANCE"]));
    }
    arranged(venue, house, street, place, rng)
}

fn elsewhere(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (language, countries) = match rng.u8(..20) {
        // The large languages have more kinds of businesses.
        0..12 => any(rng, &LANGUAGES[2..7]),
        12..14 => LANGUAGES[0],
        _ => any(rng, &LANGUAGES[7..]),
    };
    // For the two countries with tables of their own, those are used.
    let countries: Vec<&str> =
        countries.iter().copied().filter(|code| !matches!(*code, "US" | "FR")).collect();
    let code = any(rng, &countries);
    let (name, postcode) = match code {
        "RU" => match from.places.of("RU", rng) {
            Some(place) if is_held_out(&[&place.name]) == held_out => {
                (place.name.clone(), place.postcode.clone())
            }
            _ => return Line::default(),
        },
        _ => match from.towns.of(code, held_out, rng) {
            Some(town) => (town.name.clone(), String::new()),
            None => return Line::default(),
        },
    };
    let mut rest = Around::drawn(from, code, held_out, rng);
    rest.at(from, &name, rng);
    if !postcode.is_empty() && !rest.postcode.is_empty() {
        rest.postcode = postcode;
    }
    rest.town = Line::of(Tag::Locality, name.as_str());
    let venue = business(from, language, &name, held_out, rng);
    let house = chance(rng, 0.07)
        .then(|| (within(language, rng), mall(from, language, &name, held_out, rng)))
        .filter(|(_, house)| !house.is_empty());
    let mut street = std::mem::take(&mut rest.street);
    if street.is_empty() && chance(rng, 0.5) {
        street = numbered(&around::street(from, code, held_out, rng), code, rng);
    }
    let place = rest.line(rng);
    if street.is_empty() && venue.is_empty() {
        return Line::default();
    }
    arranged(venue, house, street, place, rng)
}

/// A town and a state that could be part of a business's name: `Elgin, Oregon`, `12 Vane St, Elgin, Oregon`.
fn control(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, 0.25) {
        let code = any(rng, &["FR", "DE", "IT", "ES", "GB", "NL", "PT", "CA", "AU"]);
        let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
        let mut around = Around::of_town(from, town, held_out, rng);
        around.town = Line::of(Tag::Locality, town.name.as_str());
        return around.line(rng);
    }
    let record = (0..50).map(|_| from.us_record(held_out, rng).0).find(|record| {
        record.crossing.is_none()
            && record.po_box.is_empty()
            && is_one_word(&record.city)
            && record.state.len() == 2
    });
    let Some(record) = record else { return Line::default() };
    let record = titled(record);
    let mut place = Line::of(Tag::Locality, record.city.as_str());
    place.then(", ", Tag::Region, usual_case(&region_name(&record.state)));
    if chance(rng, 0.4) {
        place.then(" ", Tag::Postcode, record.zip.as_str());
    }
    if chance(rng, 0.25) {
        return place;
    }
    let street = us::street_line(&record, rng);
    if chance(rng, 0.25) {
        place.join(", ", street);
        return place;
    }
    let mut line = street;
    line.join(", ", place);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_lists_and_no_pattern_asks_for_what_is_not_there() {
        for (language, countries) in LANGUAGES {
            let names = &NAMES[language];
            let enough = if language == "en" { 150 } else { 14 };
            assert!(
                names.kinds.len() >= enough && !names.malls.is_empty() && !countries.is_empty(),
                "{language}"
            );
            for (_, pattern) in &names.patterns {
                with_places(pattern, |place, _| {
                    assert!("tsckdlfw".contains(place), "{language}: {pattern}");
                    assert!(place != "d" || !names.dishes.is_empty(), "{language}: {pattern}");
                });
            }
        }
    }

    #[test]
    fn a_business_and_its_mall_are_two_names() {
        let mut rng = Rng::with_seed(7);
        let house = Some((" at ", "Vane Mall".to_owned()));
        let street = Line::of(Tag::Street, "Quarry");
        let place = Line::of(Tag::Locality, "Elgin");
        for _ in 0..100 {
            let line = arranged("Murr Bagels".into(), house.clone(), street.clone(), place.clone(), &mut rng);
            let venues: Vec<&str> = line
                .pieces
                .iter()
                .filter(|piece| piece.tag == Some(Tag::Venue))
                .map(|piece| piece.text.as_str())
                .collect();
            assert_eq!(venues, ["Murr Bagels", "Vane Mall"]);
        }
    }
}
