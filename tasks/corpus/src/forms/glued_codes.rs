//! Codes and names without the space between: `Reno, NV89501`, `Lyon69003`.

use fastrand::Rng;
use milepost_address::Tag;

use super::postcode_country::{signs, with_sign};
use super::postcode_first::{Abroad, agrees, us_numbered, us_record};
use super::{Form, Typing};
use crate::encode::labels;
use crate::invented;
use crate::line::{Line, Piece};
use crate::mixture::Mixture;
use crate::render::{any, chance, fr, pick, us};
use crate::sources::fr::FrRecord;
use crate::sources::us::UsRecord;
use crate::words;

pub(super) const FORM: Form = Form::new("glued_codes", 0.015, draw).typed(Typing::Case);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let apart = chance(rng, 0.2);
    let line = match rng.u8(..100) {
        0..48 => {
            us_record(from, held_out, rng).map_or_else(Line::default, |record| of_us(&record, apart, rng))
        }
        48..51 => military(apart, rng),
        51..72 => of_fr(from.fr_record(held_out, rng).0, apart, rng),
        _ => Abroad::draw(from, words::any("glued_codes.abroad", rng), held_out, rng)
            .map_or_else(Line::default, |parts| of_abroad(&parts, apart, rng)),
    };
    if can_be_labelled(&line) { line } else { Line::default() }
}

/// Whether the tokenizer splits every word where its components meet. It always splits a state from a ZIP code of that
/// state.
fn can_be_labelled(line: &Line) -> bool {
    let mut pieces: Vec<Piece> = Vec::with_capacity(line.pieces.len() + 1);
    for piece in &line.pieces {
        if let Some(last) = pieces.last()
            && (last.tag, piece.tag) == (Some(Tag::Region), Some(Tag::Postcode))
            && agrees(&piece.text, &last.text)
        {
            pieces.push(Piece { tag: None, text: " ".to_owned() });
        }
        pieces.push(piece.clone());
    }
    let (text, spans) = Line { pieces, country: None }.render();
    labels(&text, &spans).is_some()
}

/// The separator between two components: nothing if they are glued, otherwise a space.
fn glue(apart: bool) -> &'static str {
    if apart { " " } else { "" }
}

/// A separator without a space after it if `tight`, otherwise a usual one.
fn comma(tight: bool, rng: &mut Rng) -> &'static str {
    if tight {
        pick(rng, &[(0.9, ","), (0.06, ";"), (0.04, "|")])
    } else {
        pick(rng, &[(0.75, ", "), (0.25, " ")])
    }
}

/// Appends a component directly, or after `separator`.
fn follow(line: &mut Line, separator: &str, tag: Tag, text: &str) {
    if separator.is_empty() { line.push(tag, text) } else { line.then(separator, tag, text) }
}

fn of_us(record: &UsRecord, apart: bool, rng: &mut Rng) -> Line {
    let tight = !apart && chance(rng, 0.35);
    let zip = us::place::zip_code(&record.zip, rng);
    let state_and_zip = |line: &mut Line, separator: &str, glued: &str| {
        line.then(separator, Tag::Region, record.state.as_str());
        follow(line, glued, Tag::Postcode, &zip);
    };
    let mut line = Line::default();
    match rng.u8(..100) {
        // `12 Lea Ave, Nashville, TN37203`.
        0..36 => {
            line = street(record, tight, apart, rng);
            line.then(comma(tight, rng), Tag::Locality, record.city.as_str());
            state_and_zip(&mut line, comma(tight, rng), glue(apart));
        }
        // `Nashville TN37203`.
        36..50 => {
            line.push(Tag::Locality, record.city.as_str());
            state_and_zip(&mut line, comma(tight, rng), glue(apart));
        }
        // `TN37203 Lea Ave`, `TN37203, 12 Lea Ave, Nashville`.
        50..62 => {
            state_and_zip(&mut line, "", glue(apart));
            let mut street = street(record, tight, apart, rng);
            if rng.bool() {
                street =
                    Line { pieces: street.pieces.into_iter().skip_while(is_number).collect(), country: None };
            }
            line.join(comma(tight, rng), street);
            if chance(rng, 0.4) {
                line.then(comma(tight, rng), Tag::Locality, record.city.as_str());
            }
        }
        // `Reno89501`, `Reno-89501`, `89501Reno`.
        62..76 => {
            if chance(rng, 0.55) {
                line = street(record, tight, apart, rng);
                line.plain(comma(tight, rng));
            }
            town_and_code(&mut line, &record.city, &zip, apart, rng);
        }
        // `12 Lea Ave, Apt4B,Nashville,TN 37203`: state and code have their space.
        _ => {
            line = street(record, tight, apart, rng);
            line.then(comma(tight, rng), Tag::Locality, record.city.as_str());
            state_and_zip(&mut line, comma(tight, rng), " ");
        }
    }
    if chance(rng, 0.06) {
        let country = us::place::country(rng, 1.0);
        line.then(if tight { "," } else { any(rng, &[", ", " "]) }, Tag::Country, country);
    }
    line
}

fn is_number(piece: &Piece) -> bool {
    piece.tag.is_none() || piece.tag == Some(Tag::HouseNumber)
}

/// The street with its number, sometimes glued to it, and a unit, most often glued in itself.
fn street(record: &UsRecord, tight: bool, apart: bool, rng: &mut Rng) -> Line {
    let mut line = us_numbered(record, rng);
    line.pieces.retain(|piece| piece.tag != Some(Tag::Unit));
    while line.pieces.last().is_some_and(|piece| piece.tag.is_none()) {
        line.pieces.pop();
    }
    if !apart && chance(rng, 0.06) && line.pieces.get(1).is_some_and(|piece| piece.text == " ") {
        line.pieces.remove(1);
    }
    if chance(rng, 0.45) {
        let unit = unit(apart, rng);
        let glued = unit.starts_with('#') && !apart && chance(rng, 0.25);
        follow(&mut line, if glued { "" } else { comma(tight, rng) }, Tag::Unit, &unit);
    }
    line
}

/// `Apt4B`, `Ste200`, `Bldg3`, `#12`, `Unit-7`; with a space if nothing is glued.
fn unit(apart: bool, rng: &mut Rng) -> String {
    let number = match rng.u8(..10) {
        0..3 => rng.u32(1..10),
        3..7 => rng.u32(10..400),
        _ => rng.u32(100..3_000),
    };
    let letter = char::from(b'A' + rng.u8(..10));
    let identifier = match rng.u8(..10) {
        0..5 => number.to_string(),
        5..7 => format!("{}{letter}", number % 40 + 1),
        7 => format!("{letter}{}", number % 100 + 1),
        8 => format!("{}-{letter}", number % 40 + 1),
        _ => format!("{letter}-{}", number % 30 + 1),
    };
    if chance(rng, 0.17) {
        return format!("#{}{identifier}", if apart { any(rng, &["", " "]) } else { "" });
    }
    if chance(rng, 0.04) {
        let floor = any(rng, &["1st", "2nd", "3rd", "4th", "5th", "6th", "8th", "10th", "12th"]);
        return format!("{floor}{}{}", glue(apart), any(rng, &["Floor", "Flr", "Fl"]));
    }
    let between =
        if apart { " " } else { pick(rng, &[(0.66, ""), (0.1, "#"), (0.12, "-"), (0.08, "."), (0.04, ":")]) };
    format!("{}{between}{identifier}", words::any("glued_codes.designators", rng))
}

/// `APO AE09012`.
fn military(apart: bool, rng: &mut Rng) -> Line {
    let record = invented::military(rng);
    let mut line = Line::default();
    let tight = !apart && chance(rng, 0.3);
    if chance(rng, 0.7) {
        line.push(Tag::PoBox, record.po_box.as_str());
    }
    line.then(comma(tight, rng), Tag::Locality, record.city.as_str());
    line.then(if tight { "," } else { any(rng, &[" ", ", "]) }, Tag::Region, record.state.as_str());
    follow(&mut line, glue(apart), Tag::Postcode, &record.zip);
    line
}

/// Town and code in one word, in either order, or joined by a dash.
fn town_and_code(line: &mut Line, town: &str, code: &str, apart: bool, rng: &mut Rng) {
    let between = if apart {
        pick(rng, &[(0.7, " "), (0.2, ", "), (0.1, " - ")])
    } else {
        pick(rng, &[(0.6, ""), (0.34, "-"), (0.03, "/"), (0.03, ".")])
    };
    let mut pair = [(Tag::Locality, town), (Tag::Postcode, code)];
    if between != "-" && chance(rng, 0.5) {
        pair.reverse();
    }
    line.push(pair[0].0, pair[0].1);
    follow(line, between, pair[1].0, pair[1].1);
}

fn of_fr(record: &FrRecord, apart: bool, rng: &mut Rng) -> Line {
    if record.postcode.is_empty() {
        return Line::default();
    }
    let tight = !apart && chance(rng, 0.35);
    let mut line = Line::default();
    if chance(rng, 0.7) {
        line = fr::street_line(record, rng);
        if !apart && chance(rng, 0.08) && line.pieces.get(1).is_some_and(|piece| piece.text == " ") {
            line.pieces.remove(1);
        }
        if tight {
            line.pieces.iter_mut().filter(|piece| piece.tag.is_none() && piece.text == ", ").for_each(
                |piece| {
                    piece.text = ",".to_owned();
                },
            );
        }
    }
    let glued_place = chance(rng, 0.68);
    if chance(rng, 0.22) {
        line.then(comma(tight, rng), Tag::Unit, french_unit(apart, rng));
    }
    if record.po_box.is_empty() && chance(rng, if glued_place { 0.1 } else { 0.5 }) {
        line.then(comma(tight, rng), Tag::PoBox, french_box(apart, rng));
    }
    if !line.is_empty() {
        line.plain(comma(tight, rng));
    }
    let code =
        if chance(rng, 0.05) { with_sign("FR", &record.postcode, rng) } else { record.postcode.clone() };
    if glued_place {
        town_and_code(&mut line, &record.city, &code, apart, rng);
    } else {
        line.push(Tag::Postcode, code);
        line.then(" ", Tag::Locality, record.city.as_str());
    }
    let cedex = match record.cedex.as_str() {
        "" if chance(rng, 0.08) => {
            let number = rng.u32(1..20);
            format!("{}{}{number:02}", any(rng, &["CEDEX", "Cedex"]), glue(apart))
        }
        given if !apart && rng.bool() => given.replace(' ', ""),
        given => given.to_owned(),
    };
    if line.pieces.last().is_some_and(|piece| piece.tag == Some(Tag::Locality)) {
        line.then(" ", Tag::Cedex, cedex);
    }
    if chance(rng, 0.06) {
        line.then(if tight { "," } else { ", " }, Tag::Country, "France");
    }
    line
}

/// `BâtB`, `Appt12`, `Esc.A`.
fn french_unit(apart: bool, rng: &mut Rng) -> String {
    let number = rng.u32(1..120);
    let letter = char::from(b'A' + rng.u8(..8));
    let designator = words::any("glued_codes.french.designators", rng);
    match rng.u8(..10) {
        // The tokenizer reads `BatB` as one word, because it lacks a dot.
        0..2 => format!("{designator}{}{letter}", glue(apart)),
        2 => format!("{designator}{}{letter}{}", glue(apart), number % 20 + 1),
        3 => format!("{}{}étage", number % 9 + 2, if apart { "e " } else { any(rng, &["e", "ème"]) }),
        _ => format!("{designator}{}{number}", glue(apart)),
    }
}

/// `BP30`, `CS40025`.
fn french_box(apart: bool, rng: &mut Rng) -> String {
    match rng.u8(..6) {
        0 => format!("CS{}{}", glue(apart), rng.u32(10_000..99_999)),
        1 => format!("TSA{}{}", glue(apart), rng.u32(10_000..99_999)),
        2 => format!("{}{}{:05}", any(rng, &["BP", "B.P."]), glue(apart), rng.u32(10_000..99_999)),
        _ => format!("{}{}{}", any(rng, &["BP", "BP", "BP", "B.P.", "bp"]), glue(apart), rng.u32(1..900)),
    }
}

/// `Hauptstr. 12,10115Berlin`, `1010Wien`, `Mumbai-400001`, `Sydney NSW2000`.
fn of_abroad(parts: &Abroad, apart: bool, rng: &mut Rng) -> Line {
    let tight = !apart && chance(rng, 0.35);
    let mut line = Line::default();
    if chance(rng, 0.6) {
        line = parts.street_line(rng);
        let gap = line.pieces.iter().rposition(|piece| piece.text == " " && piece.tag.is_none());
        if let Some(gap) = gap.filter(|_| !apart && chance(rng, 0.22)) {
            line.pieces.remove(gap);
        }
        if chance(rng, 0.08) {
            line.then(comma(tight, rng), Tag::Unit, foreign_unit(&parts.iso, apart, rng));
        }
        line.plain(comma(tight, rng));
    } else if chance(rng, 0.06) {
        line.push(Tag::PoBox, foreign_box(&parts.iso, apart, rng));
        line.plain(comma(tight, rng));
    }
    let signed = chance(rng, 0.12) && !signs(&parts.iso).is_empty();
    let code = if signed { with_sign(&parts.iso, &parts.code, rng) } else { parts.code.clone() };
    let has_region = matches!(parts.iso.as_str(), "AU" | "CA") && chance(rng, 0.6);
    if has_region {
        // `Sydney NSW2000`, `Toronto,ON M5V2T6`.
        line.push(Tag::Locality, parts.city.as_str());
        line.then(comma(tight, rng), Tag::Region, parts.region.as_str());
        let glued = if parts.iso == "AU" { glue(apart) } else { " " };
        let code = if apart { code } else { code.replace(' ', "") };
        follow(&mut line, glued, Tag::Postcode, &code);
    } else if matches!(parts.iso.as_str(), "GB" | "CA" | "NL") {
        // Only the code loses its space: `SW1A1AA`.
        let code = if apart { code } else { code.replace(' ', "") };
        let mut pair = [(Tag::Locality, &parts.city), (Tag::Postcode, &code)];
        if parts.iso == "NL" && chance(rng, 0.7) || chance(rng, 0.1) {
            pair.reverse();
        }
        line.push(pair[0].0, pair[0].1.as_str());
        line.then(if tight { "," } else { any(rng, &[" ", " ", ", "]) }, pair[1].0, pair[1].1.as_str());
    } else if signed {
        line.push(Tag::Postcode, code);
        line.then(" ", Tag::Locality, parts.city.as_str());
    } else {
        town_and_code(&mut line, &parts.city, &code, apart, rng);
    }
    if chance(rng, 0.2) {
        line.then(if tight { "," } else { any(rng, &[", ", " "]) }, Tag::Country, parts.country.as_str());
    }
    line
}

fn foreign_unit(country: &str, apart: bool, rng: &mut Rng) -> String {
    let words: &[&str] = match country {
        "DE" | "AT" | "CH" => &["Whg", "Whg.", "Top", "Wohnung", "App", "Haus", "Zimmer"],
        "BE" | "NL" => &["bus", "app", "Bus", "bte", "Bte"],
        "IT" => &["int", "int.", "Scala", "Interno", "piano"],
        "ES" | "MX" => &["Piso", "Pta", "Depto", "Int", "Local", "puerta", "Esc"],
        "PT" | "BR" => &["apto", "Apto", "Sala", "Loja", "Bloco", "Casa"],
        "PL" => &["lok", "lok.", "pok."],
        "DK" | "NO" | "SE" | "FI" => &["lgh", "Lgh", "leil", "dør"],
        _ => &["Flat", "Apt", "Unit", "Suite", "Shop", "Level", "House", "Room"],
    };
    format!("{}{}{}", any(rng, words), glue(apart), rng.u32(1..120))
}

fn foreign_box(country: &str, apart: bool, rng: &mut Rng) -> String {
    let words: &[&str] = match country {
        "DE" | "AT" | "CH" => &["Postfach"],
        "NL" | "BE" => &["Postbus"],
        "IT" => &["C.P.", "Casella Postale"],
        "ES" | "MX" => &["Apdo", "Apartado", "Apdo."],
        "PT" | "BR" => &["Apartado", "Caixa Postal"],
        "DK" | "NO" => &["Postboks"],
        "SE" => &["Box"],
        _ => &["PO Box", "POBox", "P.O.Box", "GPO Box", "Box"],
    };
    format!("{}{}{}", any(rng, words), glue(apart), rng.u32(1..9_000))
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
    fn state_and_code_are_glued_and_two_components() {
        let mut rng = Rng::with_seed(2);
        let drawn: Vec<Line> = (0..300).map(|_| of_us(&record(), false, &mut rng)).collect();
        let glued = drawn.iter().map(Line::render).filter(|(text, _)| text.contains("TN37203"));
        let mut met = 0;
        for (text, spans) in glued {
            assert!(
                spans.iter().any(|&(tag, start, end)| tag == Tag::Region && &text[start..end] == "TN"),
                "{text}"
            );
            met += 1;
        }
        assert!(met > 80, "{met}");
        assert!((0..300).all(|_| !of_us(&record(), true, &mut rng).render().0.contains("TN37203")));
    }

    #[test]
    fn only_words_that_come_apart_are_drawn() {
        let glued = |region: &str, code: &str| {
            let mut line = Line::of(Tag::Region, region);
            line.push(Tag::Postcode, code);
            can_be_labelled(&line)
        };
        assert!(glued("TN", "37203") && glued("NSW", "2000"));
        assert!(!glued("TN", "75008") && !glued("ON", "1000"));
    }
}
