//! Whole addresses of Israel, Egypt and Saudi Arabia in Hebrew and Arabic.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::Script;

use super::script_grammar::{Asked, Country, Grammar, changed};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::{TitleCase, roughen};
use crate::render::{any, chance, pick};

/// No later typing: Arabic digits and commas are the last step.
pub(super) const FORM: Form = Form::new("full_semitic", 0.03, draw).typed(Typing::None);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../../data/forms/full_semitic.txt")));

/// Letters of Arabic, without those that only Persian and Urdu have.
const ARABIC: &str = "ءآأؤإئابةتثجحخدذرزسشصضطظعغفقكلمنهوىي";
const HEBREW: &str = "אבגדהוזחטיךכלםמןנסעףפץצקרשת";

/// Share of Hebrew lines with geresh and gershayim instead of plain quotes.
const GERESH: f64 = 0.15;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let rule = pick(rng, &[(0.34, "il"), (0.32, "eg"), (0.26, "sa"), (0.08, "nb")]);
    let country = match rule {
        "il" => {
            Country { from, code: "IL", language: "he", script: Script::Hebrew, letters: HEBREW, held_out }
        }
        "sa" => {
            Country { from, code: "SA", language: "ar", script: Script::Arabic, letters: ARABIC, held_out }
        }
        _ => Country { from, code: "EG", language: "ar", script: Script::Arabic, letters: ARABIC, held_out },
    };
    let answer = |question: &str, rng: &mut Rng| match question {
        "street" => country.word_where("street", is_a_name, rng),
        other => country.answer(other, rng),
    };
    let line = GRAMMAR.line(rule, &Asked { held_out, answer: &answer }, rng);
    let mut line = roughen(line, TitleCase::Us, rng);
    if rule == "il" {
        if chance(rng, GERESH) {
            changed(&mut line, |text| text.replace('\'', "׳").replace('"', "״"));
        }
    } else {
        let digits = if rule == "eg" { 0.4 } else { 0.2 };
        write_as_arabic(&mut line, digits, '٠', rng);
    }
    line
}

/// First words of listed streets that are quarters, outskirts or numbers.
const NO_STREETS: [&str; 12] =
    ["ש", "שכ", "סמ", "רח", "אזור", "אתר", "מעונות", "מתחם", "حي", "مفترق", "المنطقة", "الدوار"];

/// Whether a listed street is a name, not a note of the register.
fn is_a_name(street: &str) -> bool {
    let first = street.split(' ').next().unwrap_or_default();
    street.chars().count() > 2 && !NO_STREETS.contains(&first)
}

/// Writes Arabic commas on most lines, and digits from `zero` on a share of `digits` of them.
pub(super) fn write_as_arabic(line: &mut Line, digits: f64, zero: char, rng: &mut Rng) {
    if chance(rng, 0.72) {
        let comma = any(rng, &["، ", "، ", "، ", "، ", " ، ", "،"]);
        for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none()) {
            piece.text = piece.text.replace(", ", comma).replace(',', "،");
        }
    }
    if chance(rng, digits) {
        changed(line, |text| text.chars().map(|character| in_digits(character, zero)).collect());
    }
}

/// The digit in the row that begins with `zero`; any other character stays.
fn in_digits(character: char, zero: char) -> char {
    let value = character.to_digit(10).filter(|_| character.is_ascii());
    value.and_then(|value| char::from_u32(u32::from(zero) + value)).unwrap_or(character)
}

#[cfg(test)]
mod tests {
    use super::super::script_grammar::{unlabelled, without_sources};
    use super::*;

    #[test]
    fn every_rule_is_there_and_every_line_can_be_labelled() {
        assert_eq!(GRAMMAR.missing_rules(), Vec::<String>::new());
        for (rule, name) in [("il", "אלמוני"), ("eg", "الريحان"), ("sa", "الريحان"), ("nb", "الريحان")]
        {
            let mut lines = without_sources(&GRAMMAR, rule, name, 2_000);
            let mut rng = Rng::with_seed(3);
            lines.iter_mut().for_each(|line| write_as_arabic(line, 0.5, '٠', &mut rng));
            assert_eq!(unlabelled(&lines), Vec::<String>::new());
        }
    }

    #[test]
    fn digits_are_those_of_the_row() {
        assert_eq!("12-b".chars().map(|character| in_digits(character, '۰')).collect::<String>(), "۱۲-b");
    }

    #[test]
    fn notes_of_registers_are_no_streets() {
        assert!(is_a_name("בן יהודה") && !is_a_name("שכ רסקו") && !is_a_name("حي العز"));
    }
}
