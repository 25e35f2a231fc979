//! What the forms share: whole addresses of any country, and the parts of one.

use fastrand::Rng;
use milepost_address::Tag;

use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, fr, us, world};

/// An address as its tables and habits write it: half of the United States, a quarter each of France and of the world.
pub(super) fn of_anywhere(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..8) {
        0..4 => us::whole(&from.us_record(held_out, rng).0, rng),
        4..6 => fr::whole(from.fr_record(held_out, rng).0, rng),
        _ => world::address(&from.drawing(), held_out, rng).0,
    }
}

/// A street with its number of the United States, and the place it stands in.
pub(super) fn of_the_united_states(from: &Mixture, held_out: bool, rng: &mut Rng) -> (Line, Line) {
    let record = from.us_record(held_out, rng).0;
    (us::street_line(&record, rng), us::place::place_line(&record, rng, 0.97, 0.95, 0.9))
}

/// A street with its number of France, and the place it stands in.
pub(super) fn of_france(from: &Mixture, held_out: bool, rng: &mut Rng) -> (Line, Line) {
    let record = from.fr_record(held_out, rng).0;
    (fr::street_line(record, rng), fr::place_line(record, rng, 0.95))
}

/// A line parted where its commas are.
pub(super) fn parts(line: Line) -> Vec<Line> {
    let mut parts = vec![Line::default()];
    for piece in line.pieces {
        if piece.tag.is_none() && piece.text.contains([',', '\n', ';']) {
            parts.push(Line::default());
        } else if let Some(part) = parts.last_mut() {
            part.pieces.push(piece);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Parts with `separator` between.
pub(super) fn joined(parts: impl IntoIterator<Item = Line>, separator: &str) -> Line {
    let mut line = Line::default();
    for part in parts {
        line.join(separator, part);
    }
    line
}

/// What people set between two parts of a short text: mostly a comma, often nothing.
pub(super) fn between(rng: &mut Rng) -> &'static str {
    any(rng, &[", ", ", ", ", ", ", ", " ", " ", " ", ",", " - ", "\n", "; ", " , "])
}

/// A line with a component of `tag` in front or behind.
pub(super) fn with(line: Line, tag: Tag, text: &str, in_front: bool, separator: &str) -> Line {
    let part = Line::of(tag, text);
    if text.is_empty() {
        return line;
    }
    if in_front { joined([part, line], separator) } else { joined([line, part], separator) }
}

/// A telephone number as people type it.
pub(super) fn phone(rng: &mut Rng) -> String {
    let mut digits =
        |count: usize| -> String { (0..count).map(|_| char::from(b'0' + rng.u8(..10))).collect() };
    let (a, b, c, d) = (digits(3), digits(3), digits(4), digits(2));
    match rng.u8(..8) {
        0 => format!("({a}) {b}-{c}"),
        1 => format!("{a}-{b}-{c}"),
        2 => format!("+1 {a} {b} {c}"),
        3 => format!("0{} {d} {} {} {}", &a[..1], &b[..2], &c[..2], &c[2..]),
        4 => format!("+33 {} {d} {} {} {}", &a[..1], &b[..2], &c[..2], &c[2..]),
        5 => format!("+49 {a} {b}{c}"),
        6 => format!("{a}.{b}.{c}"),
        _ => format!("0{a} {b}{d}"),
    }
}

/// Non-empty lines of a list that is part of the program; lines of `#` say what it is.
pub(super) fn listed(text: &'static str) -> Vec<&'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).collect()
}

/// One entry of a list whose lines may hold several, parted by `;`.
pub(super) fn entry(text: &'static str, rng: &mut Rng) -> &'static str {
    let entries: Vec<&str> = listed(text).into_iter().flat_map(|line| line.split(';')).collect();
    any(rng, &entries).trim_matches(['\r', '\n'])
}

/// Whether the text of a town can be written with its country in a line: no commas or brackets in it.
pub(super) fn is_plain(name: &str) -> bool {
    !name.is_empty() && !name.contains([',', '(', '/', ';'])
}

/// A house number of digits, as most have.
pub(super) fn number(rng: &mut Rng) -> String {
    match rng.u8(..5) {
        0 => rng.u32(1..10),
        1..4 => rng.u32(10..200),
        _ => rng.u32(200..9_000),
    }
    .to_string()
}

/// A text that stands there one time in so many.
pub(super) fn perhaps<'a>(rng: &mut Rng, probability: f64, text: &'a str) -> &'a str {
    if chance(rng, probability) { text } else { "" }
}
