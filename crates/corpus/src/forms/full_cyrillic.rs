//! Whole addresses of Russia, Ukraine and Bulgaria in Cyrillic.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::script_grammar::{Asked, Country, Grammar};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::{TitleCase, roughen};
use crate::render::pick;

/// No later typing: whether a building is labelled as a unit depends on the comma that typing may drop.
pub(super) const FORM: Form = Form::new("full_cyrillic", 0.03, draw).typed(Typing::None);

static GRAMMAR: LazyLock<Grammar> =
    LazyLock::new(|| Grammar::read(include_str!("../../data/forms/full_cyrillic.txt")));

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let language = pick(rng, &[(0.45, "ru"), (0.28, "uk"), (0.27, "bg")]);
    let (code, letters) = match language {
        "ru" => ("RU", "абвгдеёжзийклмнопрстуфхцчшщъыьэюя"),
        "uk" => ("UA", "абвгґдеєжзиіїйклмнопрстуфхцчшщьюяʼ"),
        _ => ("BG", "абвгдежзийклмнопрстуфхцчшщъьюя"),
    };
    let country = Country { from, code, language, script: Script::Cyrillic, letters, held_out };
    let answer = |question: &str, rng: &mut Rng| answer(&country, question, rng);
    let line = GRAMMAR.line(language, &Asked { held_out, answer: &answer }, rng);
    with_building(roughen(line, TitleCase::Us, rng))
}

/// The text for a name in a pattern, from the tables.
fn answer(country: &Country<'_>, question: &str, rng: &mut Rng) -> String {
    let street = |gender: Option<Gender>, rng: &mut Rng| {
        country.word_where("street", |name| gender_of(name, country.language) == gender, rng)
    };
    match question {
        "gen" => genitive(&country.word("last", rng), country.language),
        "feminine" => street(Some(Gender::Feminine), rng),
        "masculine" => street(Some(Gender::Masculine), rng),
        "neuter" => street(Some(Gender::Neuter), rng),
        "other" => street(None, rng),
        other => country.answer(other, rng),
    }
}

/// Gender of a street's adjective, which agrees with the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gender {
    Feminine,
    Masculine,
    Neuter,
}

/// `None` for names that fit any type: genitives and nouns.
fn gender_of(name: &str, language: &str) -> Option<Gender> {
    let endings: [(&[&str], Gender); 3] = match language {
        "ru" => [
            (&["ая", "яя"], Gender::Feminine),
            (&["ый", "ий", "ой"], Gender::Masculine),
            (&["ое", "ее"], Gender::Neuter),
        ],
        _ => [
            (&["ська", "цька", "зька", "ова", "ева", "єва", "на", "ня", "та", "ла"], Gender::Feminine),
            (&["ий", "ій"], Gender::Masculine),
            (&["ське", "цьке", "ове", "не"], Gender::Neuter),
        ],
    };
    endings
        .iter()
        .find(|(endings, _)| endings.iter().any(|ending| name.ends_with(ending)))
        .map(|&(_, gender)| gender)
}

/// The genitive of a surname, as in street names. Names in -ова and -ина are already the genitive of a man's name.
fn genitive(surname: &str, language: &str) -> String {
    let endings: &[(&str, &str)] = match language {
        "ru" => &[("ий", "ого"), ("ый", "ого"), ("ой", "ого"), ("ая", "ой"), ("ь", "я"), ("й", "я")],
        _ => &[
            ("ий", "ого"),
            ("ко", "ка"),
            ("ець", "ця"),
            ("ь", "я"),
            ("й", "я"),
            ("ло", "ла"),
            ("ська", "ської"),
            ("цька", "цької"),
        ],
    };
    if let Some((stem, ending)) =
        endings.iter().find_map(|(from, to)| Some((surname.strip_suffix(from)?, *to)))
    {
        return format!("{stem}{ending}");
    }
    match surname.chars().next_back() {
        Some(last) if !"аеиіоуыэюяїєё".contains(last) => format!("{surname}а"),
        _ => surname.to_owned(),
    }
}

/// Words for one of several buildings that share a house number.
const BUILDINGS: [&str; 10] =
    ["корп", "корпус", "стр", "строение", "к.", "лит", "літ", "литер", "литера", "секция"];

/// A building belongs to the house number if no comma comes between them (`дом 5 корпус 2`), and is a unit after a
/// comma.
fn with_building(mut line: Line) -> Line {
    for at in 2..line.pieces.len() {
        let [number, between, building] = &mut line.pieces[at - 2..=at] else { continue };
        let word = building.text.to_lowercase();
        let word = word.split([' ', '.']).next().unwrap_or_default();
        if number.tag == Some(Tag::HouseNumber)
            && between.tag.is_none()
            && between.text.trim_matches(' ').is_empty()
            && building.tag == Some(Tag::Unit)
            && BUILDINGS.contains(&word)
        {
            building.tag = Some(Tag::HouseNumber);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::script_grammar::{unlabelled, without_sources};
    use super::*;

    #[test]
    fn every_rule_is_there_and_every_line_can_be_labelled() {
        assert_eq!(GRAMMAR.missing_rules(), Vec::<String>::new());
        for rule in ["ru", "uk", "bg"] {
            let lines = without_sources(&GRAMMAR, rule, "Вереск", 2_000);
            assert_eq!(unlabelled(&lines), Vec::<String>::new());
        }
    }

    #[test]
    fn a_building_without_a_comma_before_it_is_part_of_the_number() {
        let line = |between: &str| {
            let mut line = Line::of(Tag::HouseNumber, "дом 71");
            line.then(between, Tag::Unit, "корп. 9");
            with_building(line).render().1.len()
        };
        assert_eq!((line(" "), line(", ")), (1, 2));
    }

    #[test]
    fn surnames_are_in_the_genitive() {
        let written = [("ru", "Голубев"), ("ru", "Вересковский"), ("uk", "Коваленко"), ("uk", "Вакула")];
        let genitives = written.map(|(language, name)| genitive(name, language));
        assert_eq!(genitives, ["Голубева", "Вересковского", "Коваленка", "Вакула"]);
    }

    #[test]
    fn an_adjective_has_the_gender_of_its_type() {
        assert_eq!(gender_of("Садовая", "ru"), Some(Gender::Feminine));
        assert_eq!(gender_of("Лісовий", "uk"), Some(Gender::Masculine));
        assert_eq!(gender_of("Гагарина", "ru"), None);
    }
}
