//! Whole addresses of Georgia and Armenia in their scripts.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::Script;

use super::script_grammar::{Asked, Country, Grammar, changed};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::{TitleCase, roughen};
use crate::render::chance;

/// No later typing: everyday Georgian has no capitals, so the form removes those that typing adds.
pub(super) const FORM: Form = Form::new("full_caucasus", 0.02, draw).typed(Typing::None);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../../data/forms/full_caucasus.txt")));

const GEORGIAN: &str = "აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ";
const ARMENIAN: &str = "աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆև";

/// Share of the lines typed in capitals whose Georgian is in capitals as well.
const GEORGIAN_CAPITALS: f64 = 0.05;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (rule, country) = if rng.bool() {
        let script = Script::Georgian;
        ("ge", Country { from, code: "GE", language: "ka", script, letters: GEORGIAN, held_out })
    } else {
        let script = Script::Armenian;
        ("am", Country { from, code: "AM", language: "hy", script, letters: ARMENIAN, held_out })
    };
    let answer = |question: &str, rng: &mut Rng| match question {
        "surgen" => genitive(&country.word("last", rng)),
        other => country.answer(other, rng),
    };
    let line = GRAMMAR.line(rule, &Asked { held_out, answer: &answer }, rng);
    let mut line = roughen(line, TitleCase::Us, rng);
    if !chance(rng, GEORGIAN_CAPITALS) {
        changed(&mut line, without_georgian_capitals);
    }
    line
}

/// Replaces Georgian capitals by everyday letters.
fn without_georgian_capitals(text: &str) -> String {
    let is_capital = |letter: char| ('\u{1c90}'..='\u{1cbf}').contains(&letter);
    text.chars()
        .map(
            |letter| if is_capital(letter) { letter.to_lowercase().next().unwrap_or(letter) } else { letter },
        )
        .collect()
}

/// The genitive of a surname, as in street names.
fn genitive(surname: &str) -> String {
    // Georgian: ბერიძე is ბერიძის, მაისაია is მაისაიას.
    if let Some(stem) = surname.strip_suffix(['ი', 'ე']) {
        return format!("{stem}ის");
    }
    if surname.ends_with(['ა', 'ო', 'უ']) {
        return format!("{surname}ს");
    }
    // Armenian: Աբեղյան is Աբեղյանի.
    match surname.chars().next_back() {
        Some('ի') => format!("{}ու", surname.trim_end_matches('ի')),
        Some(_) => format!("{surname}ի"),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::script_grammar::{unlabelled, without_sources};
    use super::*;

    #[test]
    fn every_rule_is_there_and_every_line_can_be_labelled() {
        assert_eq!(GRAMMAR.missing_rules(), Vec::<String>::new());
        for (rule, name) in [("ge", "რეჰანი"), ("am", "Ռեհանյան")] {
            let lines = without_sources(&GRAMMAR, rule, name, 2_000);
            assert_eq!(unlabelled(&lines), Vec::<String>::new());
        }
    }

    #[test]
    fn georgian_is_written_without_capitals() {
        let upper = "რეჰანი 5, Ani".to_uppercase();
        assert_ne!(upper, "რეჰანი 5, ANI");
        assert_eq!(without_georgian_capitals(&upper), "რეჰანი 5, ANI");
    }

    #[test]
    fn surnames_of_streets_are_genitives() {
        let genitives = ["რეჰანიძე", "რეჰანაშვილი", "რეჰანია", "Ռեհանյան"].map(genitive);
        assert_eq!(genitives, ["რეჰანიძის", "რეჰანაშვილის", "რეჰანიას", "Ռեհանյանի"]);
    }
}
