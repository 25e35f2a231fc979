//! French organisations before their box and CEDEX: the organisation is a venue with the dashes and places in its name, the box takes its
//! designator and number with all that stands between.

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::address::{entry, listed};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::TitleCase;
use crate::render::{any, chance, fr, person};

pub(super) const FORM: Form = Form { title: TitleCase::Fr, ..Form::new("organisation_cedex", 0.02, draw) };

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = from.fr_record(held_out, rng).0;
    if record.city.is_empty() || record.postcode.len() != 5 {
        return Line::default();
    }
    let separator = any(rng, &[", ", ", ", "\n", " - ", " ", " ", "; "]);
    let mut line = Line::default();
    if chance(rng, 0.12) {
        line.push(Tag::Attention, addressee(rng));
    }
    if chance(rng, 0.8) {
        let venue = if record.venue.is_empty() || rng.bool() {
            organisation(from, &record.city, rng)
        } else {
            record.venue.clone()
        };
        if !venue.contains(['(', '/', ';']) {
            line.then(separator, Tag::Venue, venue);
        }
    }
    if chance(rng, 0.6) && !record.street.is_empty() {
        let bare = crate::sources::fr::FrRecord { po_box: String::new(), ..record.clone() };
        line.join(separator, fr::street_line(&bare, rng));
    }
    if chance(rng, 0.88) {
        line.then(separator, Tag::PoBox, po_box(rng));
    }
    line.then(separator, Tag::Postcode, record.postcode.as_str());
    line.then(" ", Tag::Locality, record.city.as_str());
    if chance(rng, 0.85) {
        line.then(" ", Tag::Cedex, cedex(rng));
    }
    if chance(rng, 0.08) {
        line.then(any(rng, &[", ", " ", "\n"]), Tag::Country, any(rng, &["France", "FRANCE"]));
    }
    line
}

fn addressee(rng: &mut Rng) -> String {
    match rng.u8(..4) {
        0 => format!(
            "{} {}",
            any(rng, &["M.", "Mme", "Mlle", "Monsieur", "Madame", "Me", "Dr", "Maître"]),
            person(rng).trim_start_matches("Mr ").trim_start_matches("Mme ")
        ),
        1 => format!("À l'attention de {}", person(rng)),
        2 => any(
            rng,
            &[
                "Service comptabilité",
                "Service clients",
                "Direction générale",
                "Service des ressources humaines",
                "Secrétariat général",
                "Service courrier",
                "Service achats",
                "Service facturation",
            ],
        )
        .to_owned(),
        _ => format!("{} {}", any(rng, &["à l'att. de", "c/o", "A l'attention de", "Att."]), person(rng)),
    }
}

/// The name of an office, school or company, often with the town it is for.
fn organisation(from: &Mixture, city: &str, rng: &mut Rng) -> String {
    let kind = any(rng, &listed(include_str!("../../data/forms/organisations_fr.txt")));
    let place = from.places.of("FR", rng).map_or(city, |place| {
        if place.county.is_empty() { place.name.as_str() } else { place.county.as_str() }
    });
    let name = from.vocabulary.draw("fr", "last", rng).unwrap_or("Vane");
    let subject = match rng.u8(..5) {
        0 => city.to_owned(),
        1 => place.to_owned(),
        2 => name.to_owned(),
        3 => format!("{} {name}", from.vocabulary.draw("fr", "first", rng).unwrap_or("Jean")),
        _ => String::new(),
    };
    let link = any(rng, &[" - ", " ", " ", " de ", " du ", " "]);
    let text = if subject.is_empty() { kind.to_owned() } else { format!("{kind}{link}{subject}") };
    if chance(rng, 0.3) { text.to_uppercase() } else { text }
}

/// `BP 123`, `Boîte postale n° 12`, `B.P. 3 0 3 0 6`, `CS 10 234`, `Course Spéciale 12345`.
pub(super) fn po_box(rng: &mut Rng) -> String {
    let designators = "BP;BP;BP;B.P.;B.P;bp;Bp;BP N°;BP n°;B.P. n°;B.P. N°;Boîte postale;Boite Postale;BOITE POSTALE;BOÎTE POSTALE;Boîte Postale n°;boite postale;CS;CS;CS;C.S.;CS n°;Course Spéciale;COURSE SPECIALE;TSA;TSA;T.S.A.;Case postale";
    let designator = entry(designators, rng);
    let most = if designator.to_uppercase().starts_with(['C', 'T']) { 5 } else { rng.usize(1..6) };
    let mut digits: String = (0..most).map(|_| char::from(b'0' + rng.u8(..10))).collect();
    if digits.starts_with('0') {
        digits.replace_range(..1, "7");
    }
    let number = match rng.u8(..12) {
        0 => digits.chars().map(String::from).collect::<Vec<_>>().join(" "),
        1 if digits.len() == 5 => format!("{} {}", &digits[..2], &digits[2..]),
        2 if digits.len() > 3 => format!("{} {}", &digits[..digits.len() - 3], &digits[digits.len() - 3..]),
        _ => digits,
    };
    let gap = if designator.chars().count() <= 3 && chance(rng, 0.15) { "" } else { " " };
    format!("{designator}{gap}{number}")
}

fn cedex(rng: &mut Rng) -> String {
    let word = any(rng, &["CEDEX", "CEDEX", "Cedex", "Cedex", "cedex", "Cédex", "CDX", "CEDEX", "Cdx"]);
    match rng.u8(..4) {
        0 => format!("{word} {}", rng.u32(1..20)),
        1 => format!("{word} {:02}", rng.u32(1..20)),
        _ => word.to_owned(),
    }
}
