//! The postcode in front of the street or the town: `37203 Lea Ave, Tennessee`.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::{StatesNamed, ZipAgreement, tokenize};

use super::Form;
use super::postcode_country::{with_sign, written_code};
use crate::labels::{split_us, unnumbered_fr};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::street::respelled;
use crate::render::world::number::house_number;
use crate::render::world::postcode::of_form;
use crate::render::world::street::of_split;
use crate::render::{any, chance, fr, pick, us};
use crate::sources::fr::FrRecord;
use crate::sources::us::UsRecord;
use crate::sources::world::Family;
use crate::words;

pub(super) const FORM: Form = Form::new("postcode_first", 0.02, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..100) {
        0..36 => us_record(from, held_out, rng).map_or_else(Line::default, |record| of_us(&record, rng)),
        36..54 => {
            us_record(from, held_out, rng).map_or_else(Line::default, |record| long_number(from, record, rng))
        }
        54..73 => of_fr(from.fr_record(held_out, rng).0, rng),
        73..76 => fr::whole(from.fr_record(held_out, rng).0, rng),
        _ => abroad(from, held_out, rng),
    }
}

/// Whether `zip` is a code of the state `code`.
pub(super) fn agrees(zip: &str, code: &str) -> bool {
    let text = format!("{code} {zip}");
    StatesNamed::read(&text, &tokenize(&text)).agreement(zip) == ZipAgreement::Agrees
}

/// A record of the United States with a street, a town, and a ZIP code of its state.
pub(super) fn us_record(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<UsRecord> {
    (0..20).map(|_| from.us_record(held_out, rng).0).find(|record| {
        record.crossing.is_none()
            && record.po_box.is_empty()
            && !record.street.is_empty()
            && !record.city.is_empty()
            && agrees(&record.zip, &record.state)
    })
}

/// The street without its number.
fn us_street(record: &UsRecord, rng: &mut Rng) -> Line {
    respelled(&split_us(&record.street), rng).line()
}

/// The street with its number in front. A number of five digits is replaced, because it could be read as a ZIP code.
pub(super) fn us_numbered(record: &UsRecord, rng: &mut Rng) -> Line {
    let number = match record.number.as_str() {
        given if !given.is_empty() && given.len() < 5 => given.to_owned(),
        _ => match us::house_number(rng) {
            number if number.len() < 5 => number,
            _ => rng.u32(1..2_000).to_string(),
        },
    };
    let mut line = Line::of(Tag::HouseNumber, number);
    line.join(" ", us_street(record, rng));
    if chance(rng, 0.08) {
        line.then(any(rng, &[" ", ", "]), Tag::Unit, us::unit::unit(record, rng));
    }
    line
}

/// The ZIP code in front; the state is somewhere in the line, so that the code agrees with it.
fn of_us(record: &UsRecord, rng: &mut Rng) -> Line {
    let zip = us::place::zip_code(&record.zip, rng);
    let state = us::place::region(&record.state, rng);
    let city = record.city.as_str();
    let numbered = us_numbered(record, rng);
    let street = us_street(record, rng);
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(rng, &["ZIP ", "Zip: ", "zip ", "zip code ", "Zip Code: "]));
    }
    let space = pick(rng, &[(0.7, " "), (0.3, ", ")]);
    let comma = pick(rng, &[(0.75, ", "), (0.15, " "), (0.05, " - "), (0.03, "\n"), (0.02, "; ")]);
    let zip_and_street = |line: &mut Line, separator: &str, street: Line| {
        line.push(Tag::Postcode, zip.as_str());
        line.join(separator, street);
    };
    match rng.u8(..20) {
        // `37203 Lea Ave, Tennessee`: only the postcode can be the number.
        0..4 => {
            zip_and_street(&mut line, space, street);
            line.then(comma, Tag::Region, state);
        }
        4 => {
            zip_and_street(&mut line, space, street);
            line.then(comma, Tag::Locality, city);
            line.then(pick(rng, &[(0.7, ", "), (0.3, " ")]), Tag::Region, state);
        }
        // `TN 37203 Lea Ave`.
        5..8 => {
            line.push(Tag::Region, state);
            line.then(pick(rng, &[(0.85, " "), (0.15, ", ")]), Tag::Postcode, zip.as_str());
            let street = if rng.bool() { street } else { numbered };
            line.join(pick(rng, &[(0.5, " "), (0.45, ", "), (0.05, " - ")]), street);
            if chance(rng, 0.25) {
                line.then(comma, Tag::Locality, city);
            }
        }
        // `37203 TN, 12 Lea Ave`.
        8 | 9 => {
            line.push(Tag::Postcode, zip.as_str());
            line.then(space, Tag::Region, state);
            line.join(comma, if rng.bool() { street } else { numbered });
        }
        // `37203 Nashville, 12 Lea Ave`, with the state after the town, at the end or nowhere.
        10..15 => {
            line.push(Tag::Postcode, zip.as_str());
            line.then(space, Tag::Locality, city);
            let at_end = match rng.u8(..4) {
                0..2 => {
                    line.then(any(rng, &[" ", ", ", " "]), Tag::Region, state.as_str());
                    false
                }
                2 => true,
                _ => false,
            };
            line.join(any(rng, &[", ", ", ", ", ", " - ", "\n"]), if rng.bool() { street } else { numbered });
            if at_end {
                line.then(comma, Tag::Region, state);
            }
        }
        // `37203, 12 Lea Ave, TN`: the ZIP code in front and a house number.
        15..18 => {
            zip_and_street(&mut line, pick(rng, &[(0.6, ", "), (0.3, " "), (0.1, " - ")]), numbered);
            if rng.bool() {
                line.then(comma, Tag::Locality, city);
            }
            line.then(comma, Tag::Region, state);
        }
        // `37203 - Nashville - 12 Lea Ave - TN`.
        _ => {
            line.push(Tag::Postcode, zip.as_str());
            let dash = any(rng, &[" - ", " – ", " / ", " | ", "; "]);
            line.then(dash, Tag::Locality, city);
            line.join(dash, numbered);
            line.then(dash, Tag::Region, state);
        }
    }
    if chance(rng, 0.08) {
        line.then(any(rng, &[", ", " "]), Tag::Country, us::place::country(rng, 1.0));
    }
    line
}

/// The counterexamples: house numbers of five digits. In front of the real ZIP code they may look like one of the state; without it
/// they do not.
fn long_number(from: &Mixture, record: UsRecord, rng: &mut Rng) -> Line {
    let own = from.places.in_region("US", &record.state, rng).postcode.clone();
    let number = match rng.u8(..4) {
        0 => own,
        1 => from.places.in_region("US", "", rng).postcode.clone(),
        _ => rng.u32(10_000..48_000).to_string(),
    };
    // House numbers do not begin with a zero; ZIP codes of New England do.
    let number = if number.starts_with('0') { rng.u32(10_000..48_000).to_string() } else { number };
    let unread = !agrees(&number, &record.state);
    let mut line = Line::of(Tag::HouseNumber, number);
    line.join(" ", us_street(&record, rng));
    let comma = pick(rng, &[(0.75, ", "), (0.2, " "), (0.05, "\n")]);
    let mut town = Line::of(Tag::Locality, record.city.as_str());
    match rng.u8(..10) {
        // `12345 Main St, Texas`: not a ZIP code of Texas.
        0..3 if unread => line.then(comma, Tag::Region, us::place::region(&record.state, rng)),
        3 if unread => {
            town.then(any(rng, &[", ", " "]), Tag::Region, us::place::region(&record.state, rng));
            line.join(comma, town);
        }
        4 => line.join(comma, town),
        // ZIP code and house number in front: `37203, 12345 Lea Ave, TN`.
        5 => {
            let mut whole = Line::of(Tag::Postcode, record.zip.as_str());
            whole.join(", ", line);
            whole.then(comma, Tag::Region, us::place::region(&record.state, rng));
            return whole;
        }
        6 => {
            let mut whole = Line::of(Tag::Postcode, record.zip.as_str());
            whole.join(" ", town);
            whole.join(", ", line);
            return whole;
        }
        _ => line.join(comma, us::place::place_line(&record, rng, 0.95, 0.97, 1.0)),
    }
    line
}

/// `69003 Lyon, rue X`, `69003, 12 rue X`.
fn of_fr(record: &FrRecord, rng: &mut Rng) -> Line {
    if record.postcode.is_empty() || !record.cedex.is_empty() && !chance(rng, 0.2) {
        return Line::default();
    }
    let street = match rng.u8(..5) {
        0..2 if !record.street.is_empty() => unnumbered_fr(&record.street),
        _ => fr::street_line(record, rng),
    };
    let code =
        if chance(rng, 0.06) { with_sign("FR", &record.postcode, rng) } else { record.postcode.clone() };
    let comma = pick(rng, &[(0.72, ", "), (0.12, " - "), (0.1, " "), (0.03, "\n"), (0.03, "; ")]);
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.push(Tag::Country, any(rng, &["France", "FRANCE"]));
        line.plain(any(rng, &[", ", " ", " - "]));
    }
    match rng.u8(..20) {
        0..8 => {
            line.join("", fr::place_line(record, rng, 1.0));
            line.join(comma, street);
        }
        8..13 => {
            line.push(Tag::Postcode, code);
            line.join(pick(rng, &[(0.7, ", "), (0.2, " - "), (0.1, " ")]), street);
        }
        13..16 => {
            line.push(Tag::Postcode, code);
            line.join(pick(rng, &[(0.5, ", "), (0.4, " "), (0.1, " - ")]), street);
            line.then(comma, Tag::Locality, record.city.as_str());
        }
        16 => {
            line.plain("(");
            line.push(Tag::Postcode, code);
            line.plain(any(rng, &[") ", "), ", ")"]));
            line.push(Tag::Locality, record.city.as_str());
            line.join(comma, street);
        }
        17 => {
            line.push(Tag::Postcode, code);
            line.join(any(rng, &[", ", " "]), street);
            let region = if rng.bool() { &record.department } else { &record.region };
            line.then(any(rng, &[", ", " "]), Tag::Region, region.as_str());
        }
        _ => {
            line.push(Tag::Postcode, code);
            line.then(
                pick(rng, &[(0.4, ", "), (0.5, " - "), (0.1, "-")]),
                Tag::Locality,
                record.city.as_str(),
            );
            line.join(any(rng, &[", ", " - ", " - "]), street);
        }
    }
    if !record.venue.is_empty() && !record.venue.contains(['(', '/', ';', ',']) && chance(rng, 0.06) {
        line.then(", ", Tag::Venue, record.venue.as_str());
    }
    if chance(rng, 0.05) {
        line.then(any(rng, &[", ", " "]), Tag::Country, any(rng, &["France", "FRANCE"]));
    }
    line
}

/// The parts of an address in a country outside the two locales.
pub(super) struct Abroad {
    pub(super) street: Line,
    pub(super) number: String,
    /// Whether the number stands before the street.
    number_first: bool,
    pub(super) city: String,
    pub(super) code: String,
    pub(super) region: String,
    pub(super) country: String,
    /// Whether the postcode usually comes after the town.
    code_behind: bool,
    pub(super) iso: String,
    /// The language of its street.
    pub(super) language: &'static str,
}

impl Abroad {
    /// A street and a place of `country`; `None` if a table lacks the country.
    pub(super) fn draw(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<Abroad> {
        let habits = from.world.of(country)?;
        let (city, code, region) = Abroad::place(from, country, held_out, rng)?;
        let language = from.world.language(habits, rng);
        let drawing = from.drawing();
        Some(Abroad {
            street: of_split(&drawing, language, held_out, rng).line(),
            number: house_number(habits.numbers, language.name, rng),
            number_first: matches!(habits.family, Family::En | Family::EnEu | Family::City),
            city,
            code,
            region,
            country: from.countries.name(country, rng),
            code_behind: matches!(habits.family, Family::En | Family::After | Family::City),
            iso: country.to_owned(),
            language: language.name,
        })
    }

    /// A town with its postcode and region. If the place table lacks the country: a large town and a postcode of the right pattern.
    fn place(
        from: &Mixture,
        country: &str,
        held_out: bool,
        rng: &mut Rng,
    ) -> Option<(String, String, String)> {
        if let Some(place) = from.places.of(country, rng) {
            let region = match country {
                "CA" | "AU" => &place.region_code,
                _ => &place.region,
            };
            return Some((place.name.clone(), written_code(place, rng), region.clone()));
        }
        let (_, form) =
            words::pairs("postcode_country.other.codes").iter().find(|(code, _)| *code == country)?;
        let town = if rng.bool() {
            from.towns.large(country, rng)?
        } else {
            from.towns.of(country, held_out, rng)?
        };
        Some((town.name.clone(), of_form(form, rng), town.division.clone()))
    }

    /// The street with its number, in the order of the country.
    pub(super) fn street_line(&self, rng: &mut Rng) -> Line {
        let mut line = Line::default();
        if self.number_first {
            line.push(Tag::HouseNumber, self.number.as_str());
            line.join(" ", self.street.clone());
        } else {
            line.join("", self.street.clone());
            line.then(pick(rng, &[(0.85, " "), (0.15, ", ")]), Tag::HouseNumber, self.number.as_str());
        }
        line
    }

    /// Whether the postcode usually comes before the town.
    pub(super) fn code_in_front(&self) -> bool {
        !self.code_behind
    }

    /// The address in the usual order.
    pub(super) fn usual(&self, rng: &mut Rng) -> Line {
        let mut line = self.street_line(rng);
        let [first, second] = if self.code_behind {
            [(Tag::Locality, &self.city), (Tag::Postcode, &self.code)]
        } else {
            [(Tag::Postcode, &self.code), (Tag::Locality, &self.city)]
        };
        line.then(any(rng, &[", ", ", ", " ", "\n"]), first.0, first.1.as_str());
        line.then(if self.code_behind { any(rng, &[" ", ", "]) } else { " " }, second.0, second.1.as_str());
        if chance(rng, 0.3) {
            line.then(any(rng, &[", ", ", ", " "]), Tag::Country, self.country.as_str());
        }
        line
    }
}

/// `10115 Berlin, Torstraße 5`, `1000 Bruxelles - rue X 12`, `20121, Via X 5, Milano`.
fn abroad(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(parts) = Abroad::draw(from, words::any("postcode_first.abroad", rng), held_out, rng) else {
        return Line::default();
    };
    if chance(rng, 0.15) {
        return parts.usual(rng);
    }
    let code = if chance(rng, 0.1) { with_sign(&parts.iso, &parts.code, rng) } else { parts.code.clone() };
    let street = if chance(rng, 0.25) { parts.street.clone() } else { parts.street_line(rng) };
    let comma = pick(rng, &[(0.72, ", "), (0.1, " - "), (0.12, " "), (0.03, "\n"), (0.03, "; ")]);
    let mut line = Line::default();
    if chance(rng, 0.06) {
        line.push(Tag::Country, parts.country.as_str());
        line.plain(any(rng, &[", ", " ", " - "]));
    }
    let named = !line.is_empty();
    line.push(Tag::Postcode, code);
    match rng.u8(..10) {
        0..6 => {
            line.then(
                pick(rng, &[(0.82, " "), (0.12, ", "), (0.06, " - ")]),
                Tag::Locality,
                parts.city.as_str(),
            );
            if chance(rng, 0.08) {
                line.then(any(rng, &[", ", " "]), Tag::Region, parts.region.as_str());
            }
            if !named && chance(rng, 0.06) {
                line.then(any(rng, &[", ", " "]), Tag::Country, parts.country.as_str());
            }
            line.join(comma, street);
        }
        6 | 7 => line.join(pick(rng, &[(0.6, ", "), (0.3, " "), (0.1, " - ")]), street),
        _ => {
            line.join(pick(rng, &[(0.6, ", "), (0.3, " "), (0.1, " - ")]), street);
            line.then(comma, Tag::Locality, parts.city.as_str());
        }
    }
    let named = line.pieces.iter().any(|piece| piece.tag == Some(Tag::Country));
    if !named && chance(rng, 0.15) {
        line.then(any(rng, &[", ", ", ", " "]), Tag::Country, parts.country.as_str());
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record() -> UsRecord {
        UsRecord {
            street: "Quillfeather Ave".into(),
            number: "12".into(),
            city: "Elgin".into(),
            state: "TN".into(),
            zip: "37203".into(),
            ..UsRecord::default()
        }
    }

    #[test]
    fn the_code_stands_before_street_and_town() {
        let mut rng = Rng::with_seed(8);
        for _ in 0..300 {
            let (text, spans) = of_us(&record(), &mut rng).render();
            let at = |tag: Tag| spans.iter().find(|span| span.0 == tag).map(|span| span.1);
            let code = at(Tag::Postcode).expect("a code");
            assert!(at(Tag::Street).is_none_or(|street| code < street), "{text}");
            assert!(at(Tag::Locality).is_none_or(|town| code < town), "{text}");
            assert!(at(Tag::HouseNumber).is_none_or(|number| code < number), "{text}");
        }
    }

    #[test]
    fn a_code_belongs_to_its_state() {
        assert!(agrees("37203", "TN") && !agrees("37203", "TX"));
        assert!(agrees("37203-1234", "TN") && !agrees("", "TN"));
    }
}
