//! Persons and companies in front of an address. `Jane Miller, Acme Corp, 12 Main St` is an attention and a venue, not one venue. Job
//! titles and departments (`Jane Miller, CFO`, `Accounts Payable`) belong to the attention; businesses named after persons (`Miller &
//! Sons`) are venues.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::around::{self, Around, numbered, section, word};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::place_line;
use crate::render::us::usual_case;
use crate::render::world::street::with_places;
use crate::render::{any, chance, fr, pick, us};
use crate::words;

pub(super) const FORM: Form = Form::new("person_company", 0.012, draw);

/// Share of the lines with a business named after a person, or with a company and no person.
const CONTROL: f64 = 0.2;

/// The words of one language.
struct Words {
    titles: Vec<&'static str>,
    behind: Vec<&'static str>,
    posts: Vec<&'static str>,
    departments: Vec<&'static str>,
    companies: Vec<&'static str>,
    venues: Vec<&'static str>,
}

static WORDS: LazyLock<HashMap<&'static str, Words>> = LazyLock::new(|| {
    let text = include_str!("../../data/forms/person_company.txt");
    let words = |language: &str| {
        let list = |kind: &str| section(text, &format!("{language} {kind}"));
        Words {
            titles: list("titles"),
            behind: list("behind"),
            posts: list("posts"),
            departments: list("departments"),
            companies: list("companies"),
            venues: list("venues"),
        }
    };
    words::pairs("person_company.countries")
        .iter()
        .map(|&(_, language)| (language, words(language)))
        .collect()
});

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, language) = any(rng, words::pairs("person_company.countries"));
    let who = if chance(rng, CONTROL) {
        Line::of(Tag::Venue, called_after(from, language, code, held_out, rng))
    } else {
        addressees(from, language, code, held_out, rng)
    };
    if who.pieces.iter().any(|piece| piece.text.trim().is_empty() && piece.tag.is_some()) {
        return Line::default();
    }
    addressed(who, from, code, held_out, rng)
}

/// The addressee: a person, a company, both in either order, or a department.
fn addressees(from: &Mixture, language: &str, code: &str, held_out: bool, rng: &mut Rng) -> Line {
    let Some(words) = WORDS.get(language) else { return Line::default() };
    let comma = pick(rng, &[(0.6, ", "), (0.32, "\n"), (0.08, " - ")]);
    let company = |rng: &mut Rng| filled(any(rng, &words.companies), from, language, code, held_out, rng);
    let mut line = Line::default();
    match rng.u8(..20) {
        0..7 => {
            line.push(Tag::Attention, person(from, language, words, rng));
            line.then(comma, Tag::Venue, company(rng));
        }
        7..10 => {
            line.push(Tag::Venue, company(rng));
            let opening = if chance(rng, 0.35) { opening(language, rng) } else { "" };
            line.then(comma, Tag::Attention, format!("{opening}{}", person(from, language, words, rng)));
        }
        // A person with a title and nothing else, as on a doorbell.
        10..13 => line.push(Tag::Attention, titled(from, language, words, rng)),
        // A person with a job title, with or without a company.
        13..16 => {
            let post = any(rng, &words.posts);
            let person = person(from, language, words, rng);
            let between = pick(rng, &[(0.85, ", "), (0.15, " ")]);
            let opening = if chance(rng, 0.2) { opening(language, rng) } else { "" };
            line.push(Tag::Attention, format!("{opening}{person}{between}{post}"));
            if chance(rng, 0.6) {
                line.then(comma, Tag::Venue, company(rng));
            }
        }
        // A department, before or after its company.
        _ => {
            let department = any(rng, &words.departments);
            let opening = if chance(rng, 0.35) { opening(language, rng) } else { "" };
            let person = if chance(rng, 0.15) {
                format!("{}, ", person(from, language, words, rng))
            } else {
                String::new()
            };
            let attention = format!("{opening}{person}{department}");
            match rng.u8(..4) {
                0 => line.push(Tag::Attention, attention),
                1 => {
                    line.push(Tag::Attention, attention);
                    line.then(comma, Tag::Venue, company(rng));
                }
                _ => {
                    line.push(Tag::Venue, company(rng));
                    line.then(comma, Tag::Attention, attention);
                }
            }
        }
    }
    line
}

/// The words before a person or department (`Attn:`).
fn opening(language: &str, rng: &mut Rng) -> &'static str {
    match language {
        "en" => words::any("person_company.opening", rng),
        "fr" => words::any("person_company.opening.2", rng),
        "de" => any(rng, &["z. Hd. ", "z.Hd. ", "zu Händen ", "z. H. ", "c/o ", "zHd. ", "bei "]),
        "es" => any(rng, &["A la atención de ", "A/A ", "Att.: ", "A/A: ", "c/o ", "Atn. "]),
        "it" => any(rng, &["c.a. ", "Alla c.a. ", "All'attenzione di ", "c/o ", "presso "]),
        "nl" => any(rng, &["t.a.v. ", "T.a.v. ", "tav ", "p/a ", "c/o "]),
        "pt" => any(rng, &["A/C ", "Ao cuidado de ", "A/c: ", "a/c "]),
        "pl" => any(rng, &["do rąk ", "c/o ", "u "]),
        _ => any(rng, &["c/o ", "Att. ", "Att: "]),
    }
}

/// A first and a last name in the language.
fn name(from: &Mixture, language: &str, rng: &mut Rng) -> String {
    // People with names of one language live in every country.
    let language = match rng.u8(..8) {
        0 => words::any("person_company.name", rng),
        _ => language,
    };
    let (first, last) = (word(from, language, "first", rng), word(from, language, "last", rng));
    if first.is_empty() || last.is_empty() {
        return crate::render::person(rng);
    }
    if language == "hu" {
        return format!("{last} {first}");
    }
    let middle = char::from(b'A' + rng.u8(..26));
    match rng.u8(..20) {
        0 => format!("{}. {last}", first.chars().next().unwrap_or('J')),
        1 | 2 if language == "en" => format!("{first} {middle}. {last}"),
        3 => format!("{first} {}", last.to_uppercase()),
        4 if language == "en" => format!("{first} {middle} {last}"),
        5 => format!("{first}-{} {last}", word(from, language, "first", rng)),
        _ => format!("{first} {last}"),
    }
}

/// A person, sometimes with a title.
fn person(from: &Mixture, language: &str, words: &Words, rng: &mut Rng) -> String {
    if chance(rng, 0.35) {
        titled(from, language, words, rng)
    } else {
        behind(name(from, language, rng), words, rng)
    }
}

/// What comes after a name: `Jr`, `MD`.
fn behind(name: String, words: &Words, rng: &mut Rng) -> String {
    if words.behind.is_empty() || !chance(rng, 0.1) {
        return name;
    }
    let behind = any(rng, &words.behind);
    let comma = if behind.starts_with('I') { " " } else { any(rng, &[" ", ", "]) };
    format!("{name}{comma}{behind}")
}

/// A person with a title in front.
fn titled(from: &Mixture, language: &str, words: &Words, rng: &mut Rng) -> String {
    let title = any(rng, &words.titles);
    let last = word(from, language, "last", rng);
    // A family has only its last name.
    let family = ["The", "Fam", "Famil", "Sres", "Sigg", "Eheleute", "Perhe"]
        .iter()
        .any(|word| title.starts_with(word));
    if family && title == "The" {
        return format!("The {last} Family");
    }
    if family || chance(rng, 0.3) && !last.is_empty() {
        return format!("{title} {last}");
    }
    format!("{title} {}", name(from, language, rng))
}

/// A business named after a person, or a company alone.
fn called_after(from: &Mixture, language: &str, code: &str, held_out: bool, rng: &mut Rng) -> String {
    let Some(words) = WORDS.get(language) else { return String::new() };
    let list = if chance(rng, 0.75) { &words.venues } else { &words.companies };
    filled(any(rng, list), from, language, code, held_out, rng)
}

/// A pattern of a company with its placeholders filled in; empty if one of them has no text.
fn filled(
    pattern: &str,
    from: &Mixture,
    language: &str,
    code: &str,
    held_out: bool,
    rng: &mut Rng,
) -> String {
    let mut whole = true;
    let text = with_places(pattern, |place, out| {
        let part = match place {
            "l" => word(from, language, "last", rng),
            "f" => word(from, language, "first", rng),
            "t" => from.towns.of(code, held_out, rng).map_or(String::new(), |town| town.name.clone()),
            _ => word(from, language, "word", rng),
        };
        whole &= !part.is_empty();
        out.push_str(&part);
    });
    if whole { text } else { String::new() }
}

/// The address after the addressee; sometimes the address is missing or comes first.
fn addressed(who: Line, from: &Mixture, code: &str, held_out: bool, rng: &mut Rng) -> Line {
    let (street, place) = match code {
        "US" => {
            let drawn =
                (0..50).map(|_| from.us_record(held_out, rng).0).find(|record| record.crossing.is_none());
            let Some(mut record) = drawn else { return Line::default() };
            record.city = usual_case(&record.city);
            (us::street_line(&record, rng), place_line(&record, rng, 1.0, 0.94, 0.8))
        }
        "FR" => {
            let (record, _) = from.fr_record(held_out, rng);
            (fr::street_line(record, rng), fr::place_line(record, rng, 0.85))
        }
        _ => {
            let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
            let mut rest = Around::of_town(from, town, held_out, rng);
            rest.street = Line::default();
            rest.town = Line::of(Tag::Locality, town.name.as_str());
            let street = around::street(from, code, held_out, rng);
            (numbered(&street, code, rng), rest.line(rng))
        }
    };
    let comma = pick(rng, &[(0.62, ", "), (0.33, "\n"), (0.05, " ")]);
    let mut line;
    match rng.u8(..40) {
        0 => line = who,
        // The addressee with only the street, or only the town.
        1..4 => {
            line = who;
            line.join(comma, street);
        }
        4 | 5 => {
            line = who;
            line.join(", ", place);
        }
        // No comma before the number.
        6..9 => {
            line = who;
            line.join(" ", street);
            line.join(any(rng, &[", ", ", ", " "]), place);
        }
        9 | 10 => {
            line = street;
            line.join(comma, place);
            line.join(any(rng, &[", ", "\n"]), who);
        }
        _ => {
            line = who;
            line.join(comma, street);
            line.join(comma, place);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_words() {
        for (_, language) in words::pairs("person_company.countries") {
            let words = &WORDS[language];
            for list in [&words.titles, &words.posts, &words.departments, &words.companies, &words.venues] {
                assert!(list.len() > 1, "{language}");
            }
        }
    }

    #[test]
    fn letters_behind_a_name_belong_to_it() {
        let mut rng = Rng::with_seed(6);
        let words = &WORDS["en"];
        let drawn: Vec<String> = (0..300).map(|_| behind("Jane Vane".to_owned(), words, &mut rng)).collect();
        assert!(drawn.iter().all(|name| name.starts_with("Jane Vane")));
        assert!(drawn.iter().any(|name| name.contains(", ")) && drawn.iter().any(|name| name == "Jane Vane"));
    }
}
