//! Whole addresses of Greece in Greek.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::Script;
use unicode_normalization::UnicodeNormalization;

use super::script_grammar::{Asked, Country, Grammar, changed};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::chance;

pub(super) const FORM: Form = Form::new("full_greek", 0.015, draw).typed(Typing::Usual);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../../data/forms/full_greek.txt")));

/// Shares of lines in capitals, which have no accents, and of other lines that are typed without accents.
const CAPITALS: f64 = 0.14;
const UNACCENTED: f64 = 0.1;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let letters = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ";
    let country = Country { from, code: "GR", language: "el", script: Script::Greek, letters, held_out };
    let answer = |question: &str, rng: &mut Rng| match question {
        "street" => country.word_where("street", |name| name.chars().count() > 3, rng),
        "surgen" => genitive(&country.word("last", rng)),
        other => country.answer(other, rng),
    };
    let mut line = GRAMMAR.line("gr", &Asked { held_out, answer: &answer }, rng);
    if chance(rng, CAPITALS) {
        changed(&mut line, |text| without_accents(text).to_uppercase());
    } else if chance(rng, UNACCENTED) {
        changed(&mut line, without_accents);
    }
    line
}

/// Letters without their accents: `Λεωφορος Κηφισιας`.
fn without_accents(text: &str) -> String {
    text.nfd().filter(|&mark| !unicode_normalization::char::is_combining_mark(mark)).collect()
}

/// The genitive of a surname, as in street names: `Παπαδόπουλος` is `Παπαδοπούλου`.
fn genitive(surname: &str) -> String {
    let endings = [
        ("όπουλος", "οπούλου"),
        ("ος", "ου"),
        ("ός", "ού"),
        ("ης", "η"),
        ("ής", "ή"),
        ("ας", "α"),
        ("άς", "ά"),
        ("ούς", "ού"),
    ];
    endings
        .iter()
        .find_map(|(from, to)| Some(format!("{}{to}", surname.strip_suffix(from)?)))
        .unwrap_or_else(|| surname.to_owned())
}

#[cfg(test)]
mod tests {
    use super::super::script_grammar::{unlabelled, without_sources};
    use super::*;

    #[test]
    fn every_rule_is_there_and_every_line_can_be_labelled() {
        assert_eq!(GRAMMAR.missing_rules(), Vec::<String>::new());
        let lines = without_sources(&GRAMMAR, "gr", "Θυμαριού", 3_000);
        assert_eq!(unlabelled(&lines), Vec::<String>::new());
    }

    #[test]
    fn capitals_have_no_accents_and_surnames_of_streets_are_genitives() {
        assert_eq!(without_accents("Οδός Ερμού 5, Ταΰγετος"), "Οδος Ερμου 5, Ταυγετος");
        assert_eq!(["Θυμαρόπουλος", "Ρίγανης", "Παππά"].map(genitive), ["Θυμαροπούλου", "Ρίγανη", "Παππά"]);
    }
}
