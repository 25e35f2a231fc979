//! French addresses.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::features::InputMode;
use milepost_text::word_class::{self, plain};

use super::{any, chance, person, pick, title_case, with_other_numbers};
use crate::labels::{Street, is_fr_hamlet, split_fr};
use crate::line::Line;
use crate::sources::fr::FrRecord;

/// Writes a record as one labelled line, whole or in part.
pub(crate) fn render(record: &FrRecord, rng: &mut Rng) -> (Line, InputMode) {
    // The post writes no hyphens, and many people follow it: `CHARNY OREE DE PUISAYE`.
    let unhyphenated = (record.city.contains('-') && chance(rng, 0.15))
        .then(|| FrRecord { city: record.city.replace('-', " "), ..record.clone() });
    let record = unhyphenated.as_ref().unwrap_or(record);
    match rng.u8(..100) {
        0..14 => (fragment(record, rng), InputMode::Fragmented),
        14..19 => (reversed(record, rng), InputMode::Formatted),
        _ => (whole(record, rng), InputMode::Formatted),
    }
}

/// All fields of the record in the usual order, with the usual omissions.
pub(crate) fn whole(record: &FrRecord, rng: &mut Rng) -> Line {
    let mut line = addressee(record, rng);
    line.join(any(rng, &[", ", ", ", "\n", " "]), street_line(record, rng));
    if chance(rng, 0.02) {
        line.then(any(rng, &[", ", " ", "\n"]), Tag::PoBox, po_box(rng));
    }
    line.join(
        pick(rng, &[(0.62, ", "), (0.28, " "), (0.07, "\n"), (0.03, " - ")]),
        place_line(record, rng, 0.88),
    );
    if chance(rng, 0.04) {
        let region = if rng.bool() { &record.department } else { &record.region };
        line.then(", ", Tag::Region, region.as_str());
    }
    if chance(rng, 0.1) {
        line.then(
            any(rng, &[", ", " ", "\n"]),
            Tag::Country,
            any(rng, &["France", "France", "France", "FRANCE", "FR"]),
        );
    }
    line
}

fn fragment(record: &FrRecord, rng: &mut Rng) -> Line {
    match rng.u8(..12) {
        0..3 => street_line(record, rng),
        3 | 10 | 11 => Line::of(Tag::Locality, record.city.as_str()),
        4 => Line::of(Tag::Postcode, record.postcode.as_str()),
        5 => place_line(record, rng, 1.0),
        6 => {
            let mut line = Line::of(Tag::Locality, record.city.as_str());
            line.then(any(rng, &[" ", ", "]), Tag::Postcode, record.postcode.as_str());
            line
        }
        7 => {
            let mut line = Line::of(Tag::Locality, record.city.as_str());
            line.then(
                ", ",
                Tag::Region,
                if rng.bool() { record.department.as_str() } else { record.region.as_str() },
            );
            line
        }
        8 => {
            let mut line = Line::of(Tag::Venue, record.venue.as_str());
            line.then(any(rng, &[", ", " "]), Tag::Locality, record.city.as_str());
            line
        }
        _ => {
            let mut line = street_line(record, rng);
            line.then(any(rng, &[", ", " "]), Tag::Locality, record.city.as_str());
            line
        }
    }
}

/// Place first: `38660 Le Touvet, 12 bis chemin du Four Banal`, or with the city before the postcode.
fn reversed(record: &FrRecord, rng: &mut Rng) -> Line {
    if rng.bool() {
        let mut line = place_line(record, rng, 1.0);
        line.join(", ", street_line(record, rng));
        return line;
    }
    let mut line = street_line(record, rng);
    line.then(any(rng, &[", ", " "]), Tag::Locality, record.city.as_str());
    line.then(any(rng, &[", ", " "]), Tag::Postcode, record.postcode.as_str());
    line
}

pub(crate) fn addressee(record: &FrRecord, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.push(
            Tag::Attention,
            format!("{}{}", any(rng, &["c/o ", "chez ", "À l'attention de ", "Chez "]), person(rng)),
        );
    }
    if chance(rng, 0.28) && !record.venue.contains(['(', '/', ';']) {
        line.then(", ", Tag::Venue, record.venue.as_str());
    }
    if chance(rng, 0.03) {
        let name = any(
            rng,
            &[
                "les Lilas",
                "du Parc",
                "Bellevue",
                "Les Pins",
                "Beausoleil",
                "des Arts",
                "Le Clos",
                "Victor Hugo",
            ],
        );
        line.then(
            ", ",
            Tag::Venue,
            format!("{} {name}", any(rng, &["Résidence", "Immeuble", "résidence", "Rés.", "Tour"])),
        );
    }
    if chance(rng, 0.07) {
        line.then(any(rng, &[", ", " "]), Tag::Unit, unit(rng));
    }
    line
}

pub(crate) fn street_line(record: &FrRecord, rng: &mut Rng) -> Line {
    let mut line = bare_street_line(record, rng);
    line.then(any(rng, &[", ", " ", "\n", " - "]), Tag::PoBox, record.po_box.as_str());
    line
}

fn bare_street_line(record: &FrRecord, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    if record.street.is_empty() && record.hamlet.is_empty() {
        return line;
    }
    if !record.hamlet.is_empty() {
        line.push(Tag::DependentLocality, record.hamlet.as_str());
        return line;
    }
    let number = if record.number.is_empty() && !record.street.is_empty() && chance(rng, 0.75) {
        house_number(rng)
    } else {
        record.number.clone()
    };
    let numbered = !number.is_empty() && !chance(rng, 0.05);
    if !numbered && is_fr_hamlet(&record.street) {
        line.push(Tag::DependentLocality, record.street.as_str());
        return line;
    }
    if numbered {
        let number = with_repeat(&number, &record.repeat, rng);
        line.push(Tag::HouseNumber, with_other_numbers(number, rng));
    }
    let mut street = respelled(split_fr(&record.street), rng);
    street.name.push_str(&said_beside_name(&street, rng));
    line.join(pick(rng, &[(0.82, " "), (0.18, ", ")]), street.line());
    if chance(rng, 0.03) {
        line.then(any(rng, &[", ", " "]), Tag::Unit, unit(rng));
    } else if numbered && !is_numbered_road(&record.street) && chance(rng, 0.012) {
        // A bare number after the street is a unit, not a second house number.
        line.then(" ", Tag::Unit, rng.u32(1..60).to_string());
    }
    if chance(rng, 0.02) {
        let hamlet = any(
            rng,
            &["Le Bourg", "Les Granges", "La Croix", "Le Moulin", "Kervao", "Le Village", "La Gare"],
        );
        line.then(any(rng, &[", ", " "]), Tag::DependentLocality, hamlet);
    }
    line
}

/// Additions that registers copy from street signs: the years of a person (`Rue Jeanne Orme 1901-1975`), the road of a lieu-dit
/// (`Lieu-dit Les Granges D34`).
fn said_beside_name(street: &Street, rng: &mut Rng) -> String {
    const YEARS: f64 = 0.005;
    const ROAD: f64 = 0.08;
    let words: Vec<String> = street.name.split(' ').map(plain).collect();
    let is_name = |word: &String| word.len() > 3 && word.chars().all(char::is_alphabetic);
    if plain(&street.prefix).starts_with("lieu") && chance(rng, ROAD) {
        return format!(" {}{}", any(rng, &["D", "D", "D ", "RD ", "RD", "RN ", "N"]), rng.u32(1..999));
    }
    if !street.prefix.is_empty() && words.len() == 2 && words.iter().all(is_name) && chance(rng, YEARS) {
        let born = rng.u32(1740..1935);
        return format!(" {born}{}{}", any(rng, &["-", "-", " ", " - "]), born + rng.u32(20..96));
    }
    String::new()
}

/// Whether a number after a street can belong to its name: `Route Nationale`, `Allée des Lilas 2`.
fn is_numbered_road(street: &str) -> bool {
    let street = plain(street);
    street.contains(|character: char| character.is_ascii_digit())
        || ["route", "rte", "rn", "nationale", "lot", "lotissement", "residence", "res", "cite", "bat"]
            .iter()
            .any(|road| street.split(' ').any(|word| word == *road))
}

pub(crate) fn house_number(rng: &mut Rng) -> String {
    match rng.u8(..10) {
        0..4 => rng.u32(1..20).to_string(),
        4..8 => rng.u32(20..200).to_string(),
        8 => rng.u32(200..2_500).to_string(),
        _ => format!("{}-{}", rng.u32(1..60), rng.u32(61..120)),
    }
}

/// `12` and `bis` as one house number, with a separator that people use.
fn with_repeat(number: &str, repeat: &str, rng: &mut Rng) -> String {
    let repeat = match repeat {
        "" if chance(rng, 0.07) => any(rng, &["bis", "ter", "bis", "quater", "B", "A", "b", "C"]),
        "b" | "B" if chance(rng, 0.5) => "bis",
        "t" | "T" if chance(rng, 0.5) => "ter",
        given => given,
    };
    if repeat.is_empty() {
        return number.to_owned();
    }
    format!("{number}{}{repeat}", any(rng, &[" ", " ", ""]))
}

/// The street type abbreviated, in full, or in lower case.
fn respelled(street: Street, rng: &mut Rng) -> Street {
    if street.prefix.is_empty() || !chance(rng, 0.35) {
        return street;
    }
    let key = plain(&street.prefix);
    let Some((full, variants)) = word_class::fr_street_types()
        .find(|(full, variants)| *full == key || variants.contains(&key.as_str()))
    else {
        return street;
    };
    let full = accented(full);
    let mut spelled = match variants.first() {
        Some(short) if chance(rng, 0.5) => (*short).to_owned(),
        _ => full.to_owned(),
    };
    match rng.u8(..3) {
        0 => spelled = usual_case(&spelled),
        1 if spelled.len() < 5 => spelled.push('.'),
        _ => {}
    }
    Street { prefix: spelled, ..street }
}

/// Street types with their accents, which the tables lack.
fn accented(kind: &str) -> &str {
    match kind {
        "allee" => "allée",
        "cite" => "cité",
        "montee" => "montée",
        "residence" => "résidence",
        "chaussee" => "chaussée",
        "route departementale" => "route départementale",
        other => other,
    }
}

pub(crate) fn unit(rng: &mut Rng) -> String {
    let letter = char::from(b'A' + rng.u8(..8));
    let number = rng.u32(1..60);
    match rng.u8(..10) {
        0..2 => format!("{} {letter}", any(rng, &["Bât", "Bât.", "Bâtiment", "bat", "BAT"])),
        2..4 => format!("{} {number}", any(rng, &["Appt", "Apt", "Appartement", "appt"])),
        4 => format!("{} {}", any(rng, &["Escalier", "Esc.", "esc"]), letter),
        5 => format!("{}{} étage", rng.u32(1..9), any(rng, &["er", "ème", "e"])),
        6 => format!("Bât. {letter} Appt {number}"),
        7 => "RDC".to_owned(),
        8 => format!("Porte {number}"),
        _ => format!("Lot {number}"),
    }
}

pub(crate) fn po_box(rng: &mut Rng) -> String {
    match rng.u8(..4) {
        0 => format!("CS {}", rng.u32(10_000..99_999)),
        1 => format!("TSA {}", rng.u32(10_000..99_999)),
        _ => format!("{} {}", any(rng, &["BP", "B.P.", "BP"]), rng.u32(1..900)),
    }
}

pub(crate) fn place_line(record: &FrRecord, rng: &mut Rng, postcode: f64) -> Line {
    let mut line = Line::default();
    if chance(rng, postcode) {
        let prefix = if chance(rng, 0.03) { any(rng, &["F-", "F-", "FR-", "F "]) } else { "" };
        if !record.postcode.is_empty() {
            line.push(Tag::Postcode, format!("{prefix}{}", record.postcode));
        }
    }
    line.then(pick(rng, &[(0.95, " "), (0.05, ", ")]), Tag::Locality, record.city.as_str());
    line.then(" ", Tag::DependentLocality, arrondissement(record, rng));
    line.then(" ", Tag::Cedex, cedex(record, rng));
    line
}

/// The arrondissement of the record, or from the postcode if the city has arrondissements.
fn arrondissement(record: &FrRecord, rng: &mut Rng) -> String {
    if !record.arrondissement.is_empty() {
        return record.arrondissement.clone();
    }
    let city = plain(&record.city);
    let known = matches!(city.as_str(), "paris" | "lyon" | "marseille") && record.postcode.len() == 5;
    if !known || !record.cedex.is_empty() || !chance(rng, 0.3) {
        return String::new();
    }
    let Ok(number) = record.postcode[3..].parse::<u8>() else { return String::new() };
    let ending = if number == 1 { "er" } else { any(rng, &["e", "ème", "eme", "e"]) };
    match rng.u8(..5) {
        0 => format!("{number:02}"),
        1 => format!("{number}{ending} arrondissement"),
        _ => format!("{number}{ending}"),
    }
}

fn cedex(record: &FrRecord, rng: &mut Rng) -> String {
    if !record.cedex.is_empty() {
        return record.cedex.clone();
    }
    if !chance(rng, 0.02) {
        return String::new();
    }
    let word = any(rng, &["CEDEX", "Cedex", "cedex"]);
    if rng.bool() { format!("{word} {:02}", rng.u32(1..20)) } else { (*word).to_owned() }
}

/// Title case as French sources write it: articles and particles in lower case.
pub(crate) fn usual_case(text: &str) -> String {
    title_case(text, |word, index| {
        let lower = word.to_lowercase();
        if let Some(rest) = lower.strip_prefix("d'").or_else(|| lower.strip_prefix("l'")) {
            let article = if index == 0 && lower.starts_with('l') { "L'" } else { &lower[..2] };
            let name: String = super::title_case(rest, |_, _| None);
            return Some(format!("{article}{name}"));
        }
        let particle = matches!(
            lower.as_str(),
            "de" | "du"
                | "des"
                | "la"
                | "le"
                | "les"
                | "et"
                | "en"
                | "sur"
                | "sous"
                | "aux"
                | "au"
                | "bis"
                | "ter"
                | "quater"
        );
        let code = matches!(lower.as_str(), "bp" | "cs" | "tsa" | "zi" | "za" | "zac" | "rn" | "rd" | "fr");
        match (particle, code) {
            (true, _) if index > 0 => Some(lower),
            (_, true) => Some(word.to_uppercase()),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn years_stand_behind_names_of_two_words_and_roads_behind_a_lieu_dit() {
        let mut rng = Rng::with_seed(2);
        let mut beside = |street: &str| {
            let street = split_fr(street);
            let said: Vec<String> = (0..4_000).map(|_| said_beside_name(&street, &mut rng)).collect();
            said.into_iter().filter(|said| !said.is_empty()).collect::<Vec<_>>()
        };
        let years = beside("Rue Jeanne Vane");
        assert!((5..60).contains(&years.len()), "{}", years.len());
        let is_digit = |character: char| character.is_ascii_digit();
        for years in years {
            let (born, died) = years.trim_start().split_at(4);
            let died = died.trim_start_matches(|other| !is_digit(other));
            let (born, died): (u32, u32) = (born.parse().unwrap(), died.parse().unwrap());
            assert!((1740..1935).contains(&born) && (20..96).contains(&(died - born)), "{years}");
        }
        let roads = beside("Lieu-dit Vane");
        assert!((200..450).contains(&roads.len()) && roads.iter().all(|road| road.ends_with(is_digit)));
        for plain in ["Rue de Vane", "Grande Rue", "Rue Vane", "Rue du 8 Mai"] {
            assert!(beside(plain).is_empty(), "{plain}");
        }
    }

    #[test]
    fn where_a_number_behind_a_street_can_be_the_roads() {
        for street in ["Route Nationale", "RTE DE VANE", "Lotissement Vane", "Allée Vane 2", "RN7"] {
            assert!(is_numbered_road(street), "{street}");
        }
        for street in ["Rue Vane", "Avenue de la Routelle"] {
            assert!(!is_numbered_road(street), "{street}");
        }
    }
}
