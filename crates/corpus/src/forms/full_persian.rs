//! Whole addresses of Iran in Persian.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::Script;

use super::full_semitic::write_as_arabic;
use super::script_grammar::{Asked, Country, Grammar};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::{TitleCase, roughen};

/// No later typing: Persian digits and commas are the last step.
pub(super) const FORM: Form = Form::new("full_persian", 0.015, draw).typed(Typing::None);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../../data/forms/full_persian.txt")));

/// Letters of Persian, and the joiner that separates no words. The word list has `ي` and `ك` of Arabic keyboards.
const PERSIAN: &str = "ءآأؤئابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی\u{200c}";

/// Share of the lines whose digits are Persian.
const PERSIAN_DIGITS: f64 = 0.55;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let country =
        Country { from, code: "IR", language: "fa", script: Script::Arabic, letters: PERSIAN, held_out };
    let answer = |question: &str, rng: &mut Rng| country.answer(question, rng);
    let line = GRAMMAR.line("ir", &Asked { held_out, answer: &answer }, rng);
    let mut line = roughen(line, TitleCase::Us, rng);
    write_as_arabic(&mut line, PERSIAN_DIGITS, '۰', rng);
    line
}

#[cfg(test)]
mod tests {
    use super::super::script_grammar::{unlabelled, without_sources};
    use super::*;

    #[test]
    fn every_rule_is_there_and_every_line_can_be_labelled() {
        assert_eq!(GRAMMAR.missing_rules(), Vec::<String>::new());
        let mut lines = without_sources(&GRAMMAR, "ir", "ریحان", 3_000);
        let mut rng = Rng::with_seed(3);
        lines.iter_mut().for_each(|line| write_as_arabic(line, 0.5, '۰', &mut rng));
        assert_eq!(unlabelled(&lines), Vec::<String>::new());
    }
}
