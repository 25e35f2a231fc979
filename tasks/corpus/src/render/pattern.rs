//! Lines from patterns with labels: `[po_box Drawer {N}], {place}`.
//!
//! In a pattern:
//!
//! - `[tag text]` is a component. Text outside the brackets is none.
//! - `{name}` is an entry of a list or a part of the scene.
//! - `{a;b}` is one of several texts.
//! - `{split:Main St}` is a street with the labels of its parts.
//! - `<...>` is written half of the time.
//! - `~` is the separator between the lines of this address.
//!
//! A file of lists has `@ name` with the entries below it, several on a line with `;` between. `*3` in front of an entry repeats it
//! three times.

use std::collections::HashMap;

use fastrand::Rng;
use milepost_address::Tag;

use super::{any, chance, pick};
use crate::line::Line;

/// Named lists of patterns.
pub(crate) struct Lists {
    entries: HashMap<&'static str, Vec<&'static str>>,
}

impl Lists {
    /// Reads a file of lists.
    pub(crate) fn read(text: &'static str) -> Lists {
        let mut entries: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut name = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(next) = line.strip_prefix("@ ") {
                name = next.trim();
                continue;
            }
            for entry in alternatives(line) {
                let (times, entry) = repeated(entry.trim());
                entries.entry(name).or_default().extend(std::iter::repeat_n(entry, times));
            }
        }
        Lists { entries }
    }

    /// The list `name` of the narrowest scope that has one: `AU.name`, `en.name`, `name`.
    pub(crate) fn of(&self, scopes: &[&str], name: &str) -> Option<&[&'static str]> {
        let scoped = scopes.iter().find_map(|scope| self.entries.get(format!("{scope}.{name}").as_str()));
        scoped.or_else(|| self.entries.get(name)).map(Vec::as_slice)
    }
}

/// `*3 entry` -> (3, `entry`).
fn repeated(entry: &str) -> (usize, &str) {
    let parted = entry.strip_prefix('*').and_then(|rest| rest.split_once(' '));
    match parted.and_then(|(times, entry)| Some((times.parse().ok()?, entry))) {
        Some(parted) => parted,
        None => (1, entry),
    }
}

/// Resolves the names of a pattern for one address.
pub(crate) trait Names {
    /// The entries of the list `name`. They are patterns too.
    fn list(&self, name: &str) -> Option<&[&'static str]>;

    /// A part of the scene, with its labels.
    fn part(&self, name: &str, rng: &mut Rng) -> String;
}

/// The line that a pattern gives.
pub(crate) fn written(pattern: &str, names: &impl Names, rng: &mut Rng) -> Line {
    let between = pick(rng, &[(0.76, ", "), (0.13, "\n"), (0.05, " - "), (0.06, " ")]);
    labelled(&expanded(pattern, names, rng).replace('~', between))
}

/// A line as a pattern, for parts of a scene.
pub(crate) fn markup(line: &Line) -> String {
    let mut out = String::new();
    for piece in &line.pieces {
        let text = without_signs(&piece.text);
        match piece.tag {
            Some(tag) => out.push_str(&format!("[{tag} {text}]")),
            None => out.push_str(&text),
        }
    }
    out
}

/// A text without the signs that a pattern interprets.
pub(crate) fn without_signs(text: &str) -> String {
    text.chars().filter(|sign| !matches!(sign, '[' | ']' | '{' | '}' | '<' | '>' | '~')).collect()
}

fn expanded(pattern: &str, names: &impl Names, rng: &mut Rng) -> String {
    let mut out = String::with_capacity(2 * pattern.len());
    let mut rest = pattern;
    while let Some(at) = rest.find(['{', '<']) {
        out.push_str(&rest[..at]);
        let is_optional = rest[at..].starts_with('<');
        let (held, behind) = enclosed(&rest[at..]);
        rest = behind;
        if !is_optional {
            out.push_str(&filled(held, names, rng));
        } else if rng.bool() {
            out.push_str(&expanded(held, names, rng));
        }
    }
    out.push_str(rest);
    out
}

/// The text between the sign that `text` begins with and its closing sign, and the text after it.
fn enclosed(text: &str) -> (&str, &str) {
    let (opens, closes) = if text.starts_with('{') { ('{', '}') } else { ('<', '>') };
    let mut depth = 0;
    for (at, sign) in text.char_indices() {
        depth += i32::from(sign == opens) - i32::from(sign == closes);
        if depth == 0 {
            return (&text[1..at], &text[at + 1..]);
        }
    }
    (&text[1..], "")
}

/// The text for `{name}`.
fn filled(name: &str, names: &impl Names, rng: &mut Rng) -> String {
    let choices = alternatives(name);
    if choices.len() > 1 {
        return expanded(any(rng, &choices), names, rng);
    }
    if let Some(entries) = names.list(name) {
        return expanded(any(rng, entries), names, rng);
    }
    if let Some(street) = name.strip_prefix("split:") {
        return names.part(&format!("split:{}", expanded(street, names, rng)), rng);
    }
    match name {
        "N" => box_number(rng).to_string(),
        "S" => box_number(rng).to_string().chars().map(String::from).collect::<Vec<_>>().join(" "),
        "hn" => house_number(rng),
        "km" => kilometre(rng),
        "A" => char::from(b'A' + rng.u8(..26)).to_string(),
        digits if digits.chars().all(|character| character == 'd') => {
            let first = char::from(b'1' + rng.u8(..9));
            std::iter::once(first).chain((1..digits.len()).map(|_| char::from(b'0' + rng.u8(..10)))).collect()
        }
        part => names.part(part, rng),
    }
}

/// The alternatives of `a;b{c;d}`, split outside inner braces.
fn alternatives(text: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut start) = (0, 0);
    for (at, sign) in text.char_indices() {
        depth += i32::from(sign == '{') - i32::from(sign == '}');
        if sign == ';' && depth == 0 {
            parts.push(&text[start..at]);
            start = at + 1;
        }
    }
    parts.push(&text[start..]);
    parts
}

/// The number of a box, mostly of up to four digits.
fn box_number(rng: &mut Rng) -> u32 {
    match rng.u8(..10) {
        0 => rng.u32(1..10),
        1..4 => rng.u32(10..100),
        4..6 => rng.u32(100..1_000),
        6..9 => rng.u32(1_000..10_000),
        _ => rng.u32(10_000..100_000),
    }
}

fn house_number(rng: &mut Rng) -> String {
    let number = match rng.u8(..10) {
        0..3 => rng.u32(1..10),
        3..8 => rng.u32(10..100),
        _ => rng.u32(100..1_000),
    };
    let letter = if chance(rng, 0.06) { any(rng, &["a", "b", "A", "B", "C"]) } else { "" };
    format!("{number}{letter}")
}

/// The kilometre of a road, half of the time with a fraction.
fn kilometre(rng: &mut Rng) -> String {
    let whole = match rng.u8(..4) {
        0 => rng.u32(1..10),
        1..3 => rng.u32(10..100),
        _ => rng.u32(100..1_600),
    };
    match rng.u8(..12) {
        0..4 => format!("{whole}.{}", rng.u32(1..10)),
        4 => format!("{whole},{}", rng.u32(1..10)),
        5 => format!("{whole}+{}00", rng.u32(1..10)),
        6 => format!("{whole} 1/2"),
        _ => whole.to_string(),
    }
}

/// The line of a pattern whose names are filled in. An empty component takes the separator before it along.
fn labelled(text: &str) -> Line {
    let mut line = Line::default();
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('[') {
        plain.push_str(before);
        let (component, behind) = behind.split_once(']').unwrap_or((behind, ""));
        rest = behind;
        let (tag, value) = component.split_once(' ').unwrap_or((component, ""));
        let value = value.trim();
        let Ok(tag) = tag.parse::<Tag>() else { continue };
        let says = plain.chars().any(char::is_alphanumeric);
        if value.is_empty() && !says {
            plain.clear();
            continue;
        }
        if says || !line.is_empty() {
            say(&mut line, &plain);
        }
        plain.clear();
        line.push(tag, value);
    }
    plain.push_str(rest);
    if plain.chars().any(char::is_alphanumeric) {
        say(&mut line, plain.trim_end());
    }
    line
}

/// Appends words without a tag. Separators are pieces of their own, so that noise can drop a comma without the words.
fn say(line: &mut Line, plain: &str) {
    let mut rest = plain;
    while let Some(at) = rest.find([',', '\n']) {
        let after = &rest[at + 1..];
        let end = rest.len() - after.trim_start_matches(' ').len();
        for part in [&rest[..at], &rest[at..end]].into_iter().filter(|part| !part.is_empty()) {
            line.plain(part);
        }
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        line.plain(rest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Scene(Lists);

    impl Names for Scene {
        fn list(&self, name: &str) -> Option<&[&'static str]> {
            self.0.of(&["AU", "en"], name)
        }

        fn part(&self, name: &str, _rng: &mut Rng) -> String {
            match name {
                "place" => markup(&Line::of(Tag::Locality, "Quarry [Vane]")),
                _ => String::new(),
            }
        }
    }

    #[test]
    fn a_pattern_is_filled_and_labelled() {
        let scene =
            Scene(Lists::read("# lists\n@ box\nBox {o}\n@ AU.box\n*3 Bag{ ;  }{ddd} ; Bag {ddd}\n@ o\n7"));
        let mut rng = Rng::with_seed(4);
        for _ in 0..50 {
            let line = written("turn left~[venue {none}], [po_box {box}]~{place}", &scene, &mut rng);
            let tags: Vec<_> = line.pieces.iter().filter_map(|piece| piece.tag).collect();
            assert_eq!(tags, [Tag::PoBox, Tag::Locality]);
            let (text, _) = line.render();
            assert!(text.starts_with("turn left") && text.ends_with("Quarry Vane"), "{text}");
            assert!(line.pieces.iter().any(|piece| piece.text.starts_with("Bag ")), "{text}");
        }
        assert_eq!(scene.0.of(&["US"], "box"), Some(&["Box {o}"][..]));
    }

    #[test]
    fn words_that_are_no_component_stand_apart_from_their_commas() {
        let line = labelled("past the mill, then left\n[locality Vane] (red barn)");
        let pieces: Vec<&str> = line.pieces.iter().map(|piece| piece.text.as_str()).collect();
        assert_eq!(pieces, ["past the mill", ", ", "then left", "\n", "Vane", " (red barn)"]);
    }

    #[test]
    fn an_empty_component_takes_its_separator_along() {
        let scene = Scene(Lists::read(""));
        let mut rng = Rng::with_seed(4);
        let text = |pattern: &str, rng: &mut Rng| written(pattern, &scene, rng).render().0;
        assert_eq!(text("[venue {none}], [po_box Bin 4], [region {none}]", &mut rng), "Bin 4");
        let drawn: Vec<String> = (0..60).map(|_| text("[po_box A{;< {x;y{z;z}}>}]", &mut rng)).collect();
        for one in ["A", "A x", "A yz"] {
            assert!(drawn.iter().any(|text| text == one), "{one} of {drawn:?}");
        }
    }
}
