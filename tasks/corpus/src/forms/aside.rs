//! Notes in brackets next to an address, which have no tag, and names in quotes, which are venues without the quotes.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::dwelling::{Dwelling, street};
use super::floor_words::floor_of;
use super::grammar::Grammar;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, person, pick};
use crate::words;

pub(super) const FORM: Form = Form::new("aside", 0.02, draw);

/// Marks before and after a name.
const QUOTES: &[(f64, &str)] = &[
    (8.0, "\"\t\""),
    (6.0, "“\t”"),
    (2.0, "'\t'"),
    (2.0, "‘\t’"),
    (2.0, "„\t“"),
    (1.5, "„\t”"),
    (1.5, "‚\t‘"),
    (3.0, "«\t»"),
    (2.0, "« \t »"),
    (0.7, "»\t«"),
    (0.7, "‹\t›"),
    (2.0, "``\t''"),
    (1.0, "`\t'"),
    (0.5, "``\t\""),
    (0.7, "''\t''"),
    (1.2, "「\t」"),
    (0.7, "『\t』"),
    (0.7, "”\t”"),
    (0.5, "\" \t \""),
    (0.4, "″\t″"),
    (0.4, "＂\t＂"),
    (0.4, "\"\"\t\"\""),
];

/// Brackets before and after a note.
const BRACKETS: &[(f64, &str)] = &[
    (10.0, "(\t)"),
    (9.0, "[\t]"),
    (4.0, "{\t}"),
    (0.8, "( \t )"),
    (0.8, "[ \t ]"),
    (0.5, "((\t))"),
    (0.5, "[[\t]]"),
    (0.4, "（\t）"),
    (0.3, "[(\t)]"),
];

/// Codes of Italian provinces, in brackets after a town.
const PROVINCES: &str = "AG AL AN AO AP AQ AR AT AV BA BG BI BL BN BO BR BS BT BZ CA CB CE CH CL CN CO CR CS CT CZ EN FC FE FG FI FM FR \
                         GE GO GR IM IS KR LC LE LI LO LT LU MB MC ME MI MN MO MS MT NA NO NU OR PA PC PD PE PG PI PN PO PR PT PU \
                         PV PZ RA RC RE RG RI RM RN RO SA SI SO SP SR SS SU SV TA TE TN TO TP TR TS TV UD VA VB VC VE VI VR VT VV";

fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> =
        LazyLock::new(|| Grammar::read(include_str!("../../data/forms/aside.txt")));
    &GRAMMAR
}

/// The sources of notes and names.
#[derive(Clone, Copy)]
struct Words<'a> {
    from: &'a Mixture,
    country: &'a str,
    language: &'a str,
    held_out: bool,
}

impl Words<'_> {
    fn text(&self, list: &str, rng: &mut Rng) -> String {
        let answer = |name: &str, rng: &mut Rng| plain(self.word(name, rng));
        let text = grammar().written(list, &answer, rng).render().0;
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The text for a `{name}` in the lists of `aside.txt`.
    fn word(&self, name: &str, rng: &mut Rng) -> String {
        let drawn = |kind: &str, rng: &mut Rng| {
            let vocabulary = &self.from.vocabulary;
            let word = vocabulary.draw(self.language, kind, rng).or_else(|| vocabulary.draw("en", kind, rng));
            capitalised(word.unwrap_or_default())
        };
        match name {
            "street" => street(self.from, self.country, self.held_out, rng).render().0,
            "business" => self.text(&format!("{}.business", self.language), rng),
            "person" => person(rng),
            "house" => rng.u32(1..400).to_string(),
            kind => drawn(kind, rng),
        }
    }

    /// A note with directions or anything else. English notes occur in every country.
    fn note(&self, rng: &mut Rng) -> String {
        let english = Words { language: "en", ..*self };
        let words = if chance(rng, 0.06) { &english } else { self };
        let note = words.text(&format!("{}.note", words.language), rng);
        let note = note.replace(['(', ')', '[', ']', '{', '}', '"', ',', ';', '/'], " ");
        match rng.u8(..10) {
            0 => note.to_uppercase(),
            1..3 => capitalised(&note),
            _ => note,
        }
    }

    /// The name of a business, invented or of the tables.
    fn venue(&self, rng: &mut Rng) -> String {
        let known = match self.country {
            "US" => self.from.us_record(self.held_out, rng).0.venue,
            "FR" => self.from.fr_record(self.held_out, rng).0.venue.clone(),
            _ => String::new(),
        };
        let usable = !known.is_empty()
            && !known.contains(['(', ')', '[', '"', '/', ';', ',', '«'])
            && known.len() < 50;
        if usable && rng.bool() {
            return known;
        }
        self.text(&format!("{}.business", self.language), rng)
    }
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (country, language) =
        pick(rng, words::weighted("aside.countries")).split_once('/').unwrap_or_default();
    let words = Words { from, country, language, held_out };
    let Some(mut house) = Dwelling::draw(from, country, held_out, rng) else { return Line::default() };
    match rng.u8(..100) {
        0..46 => {
            put_note(&words, &mut house, rng);
            if chance(rng, 0.08) {
                put_note(&words, &mut house, rng);
            }
        }
        46..70 => put_name(&words, &mut house, rng),
        70..74 => {
            put_name(&words, &mut house, rng);
            put_note(&words, &mut house, rng);
        }
        74..82 => put_plain_note(&words, &mut house, rng),
        82..87 => put_unit(country, &mut house, rng),
        87..93 => put_town(from, &mut house, held_out, rng),
        _ => {}
    }
    house.line
}

/// A note in brackets, sometimes in brackets that never close.
fn put_note(words: &Words<'_>, house: &mut Dwelling, rng: &mut Rng) {
    let (open, close) = pick(rng, BRACKETS).split_once('\t').unwrap_or_default();
    let note = words.note(rng);
    let unclosed = chance(rng, 0.12);
    let closed = |close: &str| plain(format!("{open}{note}{close}"));
    let before = pick(rng, &[(0.84, " "), (0.09, ", "), (0.04, ""), (0.03, "\n")]);
    if unclosed {
        // The note ends at the end of the line, or at the comma after it.
        if rng.bool() {
            house.line.join(" ", plain(format!("{open}{note}")));
        } else {
            house.put_behind(" ", plain(format!("{open}{note}")));
            end_at_comma(house, &note);
        }
        return;
    }
    match rng.u8(..100) {
        0..10 => {
            house.drop_behind();
            house.put_behind(before, closed(close));
        }
        10..52 => house.put_behind(before, closed(close)),
        52..70 => house.line.join(before, closed(close)),
        70..78 => put_behind_town(house, before, closed(close)),
        78..84 => {
            if !house.put_behind_tag(Tag::Venue, before, closed(close)) {
                house.put_behind(before, closed(close));
            }
        }
        _ => {
            house.drop_before();
            house.put_in_front(closed(close), pick(rng, &[(0.7, " "), (0.2, ", "), (0.1, "\n")]));
        }
    }
}

fn put_behind_town(house: &mut Dwelling, before: &str, note: Line) {
    if !house.put_behind_tag(Tag::Locality, before, note.clone()) {
        house.put_behind(before, note);
    }
}

/// Puts a comma after the note with that text.
fn end_at_comma(house: &mut Dwelling, note: &str) {
    let at = house.line.pieces.iter().position(|piece| piece.tag.is_none() && piece.text.ends_with(note));
    if let Some(next) = at.and_then(|at| house.line.pieces.get_mut(at + 1))
        && next.tag.is_none()
    {
        ", ".clone_into(&mut next.text);
    }
}

/// A note after a dash, a comma or on a separate line, or in front of a colon.
fn put_plain_note(words: &Words<'_>, house: &mut Dwelling, rng: &mut Rng) {
    let note = plain(words.note(rng));
    match rng.u8(..10) {
        0..5 => house.line.join(pick(rng, &[(0.55, " - "), (0.15, ", "), (0.15, "\n"), (0.15, "; ")]), note),
        5..8 => {
            house.drop_before();
            house.put_in_front(note, pick(rng, &[(0.5, ": "), (0.4, " - "), (0.1, "\n")]));
        }
        _ => {
            // The comma after the note begins the next part.
            let text = note.render().0;
            house.put_behind(any(rng, &[" - ", " – ", " -- "]), note);
            end_at_comma(house, &text);
        }
    }
}

/// A name in quotes, sometimes with a word before them that belongs to it, or with one mark alone.
fn put_name(words: &Words<'_>, house: &mut Dwelling, rng: &mut Rng) {
    let (open, close) = pick(rng, QUOTES).split_once('\t').unwrap_or_default();
    let name = words.venue(rng);
    let mut quoted = Line::default();
    let (first, rest) = name.split_once(' ').unwrap_or(("", name.as_str()));
    // `Gasthof „Zum Löwen“` is one name.
    if words::all("aside.kinds").contains(&first) && chance(rng, 0.45) {
        quoted.push(Tag::Venue, format!("{first} {open}{rest}"));
        quoted.plain(close);
    } else {
        let (mut open, mut close) = (open, close);
        match rng.u8(..100) {
            0..10 => close = "",
            10..12 => open = "",
            _ => {}
        }
        if !open.is_empty() {
            quoted.plain(open);
        }
        quoted.push(Tag::Venue, name.as_str());
        if !close.is_empty() {
            quoted.plain(close);
        }
    }
    let unclosed = quoted.pieces.last().is_some_and(|last| last.tag.is_some());
    house.drop_before();
    match rng.u8(..20) {
        0..13 => {
            let space = if unclosed { 0.0 } else { 0.3 };
            house.put_in_front(quoted, pick(rng, &[(0.55, ", "), (space, " "), (0.09, "\n"), (0.06, " - ")]));
        }
        13..16 => {
            house.put_behind(pick(rng, &[(0.5, " "), (0.5, ", ")]), quoted);
            if unclosed {
                end_at_comma_of(house);
            }
        }
        16..18 => house.line.join(pick(rng, &[(0.4, " "), (0.4, ", "), (0.2, " - ")]), quoted),
        _ => {
            // Only the name and its town.
            if let Some(town) =
                house.line.pieces.iter().find(|piece| piece.tag == Some(Tag::Locality)).cloned()
            {
                quoted.then(pick(rng, &[(0.6, ", "), (0.4, " ")]), Tag::Locality, town.text);
                house.line = quoted;
            }
        }
    }
}

/// Sets a comma after the venue.
fn end_at_comma_of(house: &mut Dwelling) {
    let at = house.line.pieces.iter().position(|piece| piece.tag == Some(Tag::Venue));
    if let Some(next) = at.and_then(|at| house.line.pieces.get_mut(at + 1))
        && next.tag.is_none()
    {
        ", ".clone_into(&mut next.text);
    }
}

/// A unit in brackets stays a component: `12 Vane St (Apt 4)`.
fn put_unit(country: &str, house: &mut Dwelling, rng: &mut Rng) {
    let unit = match country {
        "US" | "CA" if rng.bool() => {
            format!("{} {}", any(rng, &["Apt", "Suite", "Unit", "Ste", "Room"]), rng.u32(1..400))
        }
        _ => floor_of(country, rng),
    };
    let (open, close) = any(rng, &[("(", ")"), ("(", ")"), ("[", "]")]);
    let mut line = plain(open.to_owned());
    line.push(Tag::Unit, unit);
    line.plain(close);
    house.put_behind(" ", line);
}

/// Brackets after a town. In Germany they are part of the town's name; in Italy they hold the province, which is the
/// region.
fn put_town(from: &Mixture, house: &mut Dwelling, held_out: bool, rng: &mut Rng) {
    let country = if rng.bool() { "DE" } else { "IT" };
    let Some(mut drawn) = Dwelling::draw(from, country, held_out, rng) else { return };
    let has_region = drawn.line.pieces.iter().any(|piece| piece.tag == Some(Tag::Region));
    if country == "IT" && !has_region {
        let codes: Vec<&str> = PROVINCES.split_whitespace().collect();
        let mut province = plain("(".to_owned());
        province.push(Tag::Region, any(rng, &codes));
        province.plain(")");
        drawn.put_behind_tag(Tag::Locality, " ", province);
    }
    if country == "DE" {
        let named = (0..200)
            .filter_map(|_| from.places.of("DE", rng))
            .find(|place| !place.aside.is_empty() && !place.name.contains(' '));
        let town = drawn.line.pieces.iter_mut().find(|piece| piece.tag == Some(Tag::Locality));
        if let (Some(named), Some(town)) = (named, town) {
            town.text = format!("{} ({})", named.name, named.aside);
        }
    }
    *house = drawn;
}

fn plain(text: String) -> Line {
    let mut line = Line::default();
    line.plain(text);
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_notes_and_names_and_nothing_is_left_unfilled() {
        let mut rng = Rng::with_seed(6);
        for (_, country) in words::weighted("aside.countries") {
            let language = country.split_once('/').unwrap().1;
            for list in ["note", "business"] {
                let list = format!("{language}.{list}");
                assert!(grammar().has(&list), "{list}");
                for _ in 0..500 {
                    let known = ["street", "business", "person", "house", "last", "first", "word", "city"];
                    let answer = |name: &str, _: &mut Rng| {
                        assert!(known.contains(&name), "{list}: {name}");
                        plain("Vane".to_owned())
                    };
                    let text = grammar().written(&list, &answer, &mut rng).render().0;
                    assert!(!text.contains(['{', '}', '<', '>', '|']), "{list}: {text}");
                }
            }
        }
    }

    #[test]
    fn the_marks_of_quotes_and_brackets_are_in_pairs() {
        for (_, pair) in QUOTES.iter().chain(BRACKETS) {
            assert!(pair.split_once('\t').is_some_and(|(open, close)| !open.is_empty() && !close.is_empty()));
        }
    }
}
