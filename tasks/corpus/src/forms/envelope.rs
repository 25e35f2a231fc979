//! Splits an address into the lines of an envelope, separated by line breaks, a typed `\\n`, bars or tabs.

use fastrand::Rng;
use milepost_address::Tag;

use crate::line::{Line, Piece};
use crate::render::{any, chance, pick};

/// The placeholder for a break until its spelling is drawn.
const BREAK: &str = "\n";

/// The address with a break between its parts; `None` if it has only one.
pub(super) fn parted(line: Line, rng: &mut Rng) -> Option<Line> {
    let parts = parts_of(line, rng);
    let mut line = Line::default();
    let is_long = parts.len() > 1;
    parts.into_iter().for_each(|part| line.join(BREAK, part));
    is_long.then_some(line)
}

/// The breaks in one of their spellings, or the address on one line, which is the counterexample.
pub(super) fn spelled(line: Line, rng: &mut Rng) -> Line {
    if chance(rng, 0.17) { in_one_line(line, rng) } else { on_lines(line, rng) }
}

/// Splits an address into the parts that get a line each. Separators between them are dropped. Words without a tag stay with the part
/// after them, closing brackets with the part before.
fn parts_of(line: Line, rng: &mut Rng) -> Vec<Line> {
    let habits = Habits { unit: chance(rng, 0.4), suburb: chance(rng, 0.45), postcode: chance(rng, 0.08) };
    let mut parts: Vec<Line> = vec![Line::default()];
    let mut class = None;
    let mut between: Option<String> = None;
    for piece in line.pieces {
        let Some(tag) = piece.tag else {
            let text = between.take().unwrap_or_default() + &piece.text;
            between = Some(text);
            continue;
        };
        let own = habits.class(tag, &piece.text, class);
        let text = between.take();
        let splits = class.is_some_and(|last| last != own) && text.as_deref().is_some_and(may_break);
        if splits {
            let text = text.as_deref().unwrap_or_default();
            let (kept, begun) = around_break(text);
            if !kept.is_empty() {
                push_plain(&mut parts, kept);
            }
            parts.push(Line::default());
            if !begun.is_empty() {
                push_plain(&mut parts, begun);
            }
        } else if let Some(text) = text {
            push_plain(&mut parts, unbroken(text));
        }
        if let Some(part) = parts.last_mut() {
            part.pieces.push(piece);
        }
        class = Some(own);
    }
    if let (Some(text), Some(part)) = (between, parts.last_mut())
        && text.contains([')', ']'])
    {
        part.plain(text);
    }
    parts
}

fn push_plain(parts: &mut [Line], text: String) {
    if let Some(part) = parts.last_mut() {
        part.plain(text);
    }
}

/// Parts that have their own line in only some texts.
struct Habits {
    unit: bool,
    suburb: bool,
    postcode: bool,
}

impl Habits {
    /// The line that a component belongs to. `last` is the line of the component before it.
    fn class(&self, tag: Tag, text: &str, last: Option<u8>) -> u8 {
        const STREET: u8 = 4;
        const PLACE: u8 = 6;
        match tag {
            Tag::Attention => 0,
            Tag::Venue => 1,
            Tag::PoBox => 2,
            // A bare number stays with its street.
            Tag::Unit
                if self.unit && text.contains(|letter: char| letter.is_alphabetic() || letter == '#') =>
            {
                3
            }
            Tag::DependentLocality if self.suburb => 5,
            Tag::Postcode if self.postcode && last == Some(PLACE) => 8,
            Tag::DependentLocality
            | Tag::Locality
            | Tag::Subregion
            | Tag::Region
            | Tag::Postcode
            | Tag::Cedex => PLACE,
            Tag::Country => 7,
            _ => STREET,
        }
    }
}

/// Characters between parts that are only separators.
const SEPARATORS: [char; 8] = [',', ' ', '\n', '-', ';', '·', '–', '/'];

/// Whether a break may replace `text`: it must separate the two parts and must not open a bracket.
fn may_break(text: &str) -> bool {
    let opens = text.matches(['(', '[']).count() > text.matches([')', ']']).count();
    !opens && text.contains(SEPARATORS)
}

/// The part of `text` that stays on the ending line, and the part that begins the next: `), CEP ` -> (`)`, `CEP `).
fn around_break(text: &str) -> (String, String) {
    let (kept, begun) = match text.rfind([')', ']']) {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let begun = begun.trim_matches(SEPARATORS);
    let begun = if begun.is_empty() { String::new() } else { format!("{begun} ") };
    (kept.to_owned(), begun)
}

/// A separator inside a part without a break of its own.
fn unbroken(text: String) -> String {
    if text == "\n" { ", ".to_owned() } else { text.replace('\n', " ") }
}

/// Real line breaks.
const REAL: [(f64, &str); 10] = [
    (0.6, "\n"),
    (0.1, "\r\n"),
    (0.06, "\n\n"),
    (0.02, "\r\n\r\n"),
    (0.1, ",\n"),
    (0.02, ",\r\n"),
    (0.03, " \n"),
    (0.03, "\n  "),
    (0.02, "\n\t"),
    (0.02, ", \n"),
];

/// Line breaks as a program writes them into its text.
const TYPED: [(f64, &str); 8] = [
    (0.6, "\\n"),
    (0.1, " \\n "),
    (0.1, "\\r\\n"),
    (0.08, ",\\n"),
    (0.04, "\\n\\n"),
    (0.02, "\\t"),
    (0.02, "\\n "),
    (0.02, ", \\n"),
];

/// Separators instead of line breaks in a table or on a page.
const SIGNS: [(f64, &str); 17] = [
    (0.22, " | "),
    (0.1, "|"),
    (0.02, " || "),
    (0.18, "\t"),
    (0.02, "\t\t"),
    (0.14, "; "),
    (0.06, ";"),
    (0.07, "<br>"),
    (0.03, "<br/>"),
    (0.02, "<br />"),
    (0.02, " <br> "),
    (0.02, " // "),
    (0.02, " / "),
    (0.02, " · "),
    (0.02, " • "),
    (0.02, " — "),
    (0.02, " >> "),
];

/// Text in front of the lines of a list.
const BULLETS: [&str; 6] = ["• ", "- ", "* ", "> ", "– ", "» "];

/// Writes every break in a spelling from `spelling`.
fn respell(line: &mut Line, mut spelling: impl FnMut() -> String) {
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none() && piece.text == BREAK) {
        piece.text = spelling();
    }
}

/// The counterexample: the same address on one line.
fn in_one_line(mut line: Line, rng: &mut Rng) -> Line {
    let one = pick(rng, &[(0.8, ", "), (0.2, " ")]);
    respell(&mut line, || one.to_owned());
    line
}

/// Writes the breaks, in most texts all the same way.
fn on_lines(mut line: Line, rng: &mut Rng) -> Line {
    let (around, one): (&str, &str) = match rng.u8(..100) {
        0..46 => ("\n", pick(rng, &REAL)),
        46..53 => {
            respell(&mut line, || pick(rng, &REAL).to_owned());
            return line;
        }
        53..74 => ("\\n", pick(rng, &TYPED)),
        74..96 => ("", pick(rng, &SIGNS)),
        _ => {
            let bullet = any(rng, &BULLETS);
            respell(&mut line, || format!("\n{bullet}"));
            line.pieces.insert(0, Piece { tag: None, text: bullet.to_owned() });
            return line;
        }
    };
    respell(&mut line, || one.to_owned());
    match rng.u8(..100) {
        // An extra break at the start or the end, or a comma after the last line.
        0..5 if !around.is_empty() => line.plain(around),
        5..8 if !around.is_empty() => line.pieces.insert(0, Piece { tag: None, text: around.to_owned() }),
        8..11 => line.plain(","),
        11..14 => {
            line.pieces.insert(0, Piece { tag: None, text: "\"".to_owned() });
            line.plain("\"");
        }
        14..17 => line.pieces.insert(0, Piece { tag: None, text: "  ".to_owned() }),
        _ => {}
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Line {
        let mut line = Line::of(Tag::Venue, "Quarry Bakery");
        line.then(" - ", Tag::HouseNumber, "12");
        line.then(" ", Tag::Street, "Lea");
        line.then(" ", Tag::StreetSuffix, "Ave");
        line.then(", ", Tag::Locality, "Elgin");
        line.then(" (", Tag::Region, "TN");
        line.plain("), ");
        line.push(Tag::Country, "USA");
        line
    }

    #[test]
    fn a_part_is_a_line_and_brackets_stay_with_their_town() {
        let mut rng = Rng::with_seed(1);
        let lines: Vec<String> = parts_of(address(), &mut rng).iter().map(|part| part.render().0).collect();
        assert_eq!(lines, ["Quarry Bakery", "12 Lea Ave", "Elgin (TN)", "USA"]);
    }

    #[test]
    fn words_that_are_no_component_go_with_the_part_behind_them() {
        assert_eq!(around_break(", CEP "), (String::new(), "CEP ".to_owned()));
        assert_eq!(around_break(" (Sachsen), "), (" (Sachsen)".to_owned(), String::new()));
        assert!(!may_break(" (") && !may_break("") && may_break(" "));
    }

    #[test]
    fn no_component_holds_a_break() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..300 {
            let mut line = Line::default();
            for part in parts_of(address(), &mut rng) {
                line.join(BREAK, part);
            }
            let (text, spans) = on_lines(line, &mut rng).render();
            assert_eq!(spans.len(), 7, "{text}");
            assert!(
                spans.iter().all(|&(_, start, end)| !text[start..end].contains(['\n', '\\', '|'])),
                "{text}"
            );
        }
    }
}
