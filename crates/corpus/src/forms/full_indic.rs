//! Whole addresses of India in its own scripts: Hindi, Marathi, Bengali, Tamil, Telugu, Kannada, Malayalam, Gujarati, Punjabi.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::full_east_asian::{Lists, of_split};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::world::street::with_places;
use crate::render::{chance, pick};
use crate::sources::world::weighted;

pub(super) const FORM: Form = Form::new("full_indic", 0.02, draw).typed(Typing::Case);

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/full_indic.txt"), ';'));

/// A language and its script.
struct Language {
    code: &'static str,
    weight: f64,
    /// First character of its Unicode block. The blocks of all Indian scripts have the letters at the same places.
    block: u32,
    script: Script,
    /// Share of the lines whose digits are the script's own.
    own_digits: f64,
    /// The vocabulary that has its personal names. Without one, Hindi names are written in its letters.
    vocabulary: Option<&'static str>,
}

impl Language {
    const fn new(code: &'static str, weight: f64, block: u32, own_digits: f64) -> Language {
        Language { code, weight, block, script: Script::Indic, own_digits, vocabulary: None }
    }

    const fn with_names(self) -> Language {
        Language { vocabulary: Some(self.code), ..self }
    }

    const fn in_devanagari(self) -> Language {
        Language { script: Script::Devanagari, ..self }
    }

    /// One entry of the language's list of that name.
    fn any(&self, list: &str, rng: &mut Rng) -> &'static str {
        LISTS.any(&format!("{}.{list}", self.code), rng)
    }
}

const DEVANAGARI: u32 = 0x900;

const LANGUAGES: [Language; 9] = [
    Language::new("hi", 40.0, DEVANAGARI, 0.08).in_devanagari().with_names(),
    Language::new("mr", 11.0, DEVANAGARI, 0.18).in_devanagari().with_names(),
    Language::new("bn", 10.0, 0x980, 0.2).with_names(),
    Language::new("ta", 10.0, 0xb80, 0.02).with_names(),
    Language::new("te", 8.0, 0xc00, 0.02),
    Language::new("kn", 6.0, 0xc80, 0.06),
    Language::new("ml", 5.0, 0xd00, 0.02),
    Language::new("gu", 6.0, 0xa80, 0.12).with_names(),
    Language::new("pa", 4.0, 0xa00, 0.04),
];

/// A component, or words without a tag, such as a landmark.
type Parts = Vec<(Option<Tag>, String)>;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let language = weighted(&LANGUAGES, |language| language.weight, rng);
    let mut address = Address::drawn(language, from, held_out, rng);
    if chance(rng, 0.17) {
        address.keep_a_part(rng);
    }
    let line = address.line(language, rng);
    let zero = language.block + 0x66;
    if chance(rng, language.own_digits) { with_digits(line, zero) } else { line }
}

/// The parts of an address. Empty parts are not written.
struct Address {
    person: String,
    unit: String,
    venue: String,
    number: String,
    street: String,
    quarter: String,
    landmark: String,
    town: String,
    district: String,
    region: String,
    postcode: String,
    country: String,
}

impl Address {
    fn drawn(language: &Language, from: &Mixture, held_out: bool, rng: &mut Rng) -> Address {
        let fill = |list: &str, rng: &mut Rng| filled(language.any(list, rng), language, from, rng);
        let (town, region) = town(language, from, held_out, rng);
        let street = of_split(held_out, rng, |rng| fill("street", rng));
        let quarter = match rng.u8(..10) {
            0..4 => language.any("known", rng).to_owned(),
            _ => fill("quarter", rng),
        };
        let side = if chance(rng, 0.05) { format!(" {}", language.any("end", rng)) } else { String::new() };
        let district = language.any("district", rng).replace("{}", &neighbour(language, &region, rng));
        let person = format!("{} {}", language.any("title", rng), person(language, from, rng));
        let (with_street, with_number) = (chance(rng, 0.84), chance(rng, 0.9));
        let mut when = |share: f64, text: String| if chance(rng, share) { text } else { String::new() };
        let mut address = Address {
            person: when(0.04, person),
            unit: when(0.13, String::from("unit")),
            venue: when(0.17, String::from("venue")),
            number: String::new(),
            street: if with_street { street } else { String::new() },
            quarter: when(if with_street { 0.6 } else { 0.97 }, format!("{quarter}{side}")),
            landmark: when(0.09, String::from("near")),
            town,
            district: when(0.1, district),
            region: when(0.62, region),
            postcode: String::new(),
            country: when(0.08, String::from("country")),
        };
        for (text, list) in [
            (&mut address.unit, "unit"),
            (&mut address.venue, "venue"),
            (&mut address.landmark, "near"),
            (&mut address.country, "country"),
        ] {
            if !text.is_empty() {
                *text = fill(list, rng);
            }
        }
        if with_number {
            address.number = fill("house", rng);
        }
        if chance(rng, 0.78) {
            let code = rng.u32(110_001..855_200);
            let parted = chance(rng, 0.12);
            address.postcode =
                if parted { format!("{} {:03}", code / 1000, code % 1000) } else { code.to_string() };
        }
        address
    }

    /// Keeps only some parts: town and state, street and number, or quarter and town.
    fn keep_a_part(&mut self, rng: &mut Rng) {
        let clear = |texts: &mut [&mut String]| texts.iter_mut().for_each(|text| text.clear());
        clear(&mut [&mut self.person, &mut self.unit, &mut self.venue, &mut self.landmark]);
        match rng.u8(..6) {
            0 | 1 => clear(&mut [&mut self.number, &mut self.street, &mut self.quarter]),
            2 => {
                clear(&mut [&mut self.quarter, &mut self.town, &mut self.district]);
                clear(&mut [&mut self.region, &mut self.postcode, &mut self.country]);
            }
            3 => clear(&mut [&mut self.number, &mut self.street, &mut self.region, &mut self.postcode]),
            4 => clear(&mut [
                &mut self.quarter,
                &mut self.district,
                &mut self.region,
                &mut self.postcode,
                &mut self.country,
            ]),
            _ => clear(&mut [&mut self.number, &mut self.quarter, &mut self.district, &mut self.country]),
        }
    }

    fn line(self, language: &Language, rng: &mut Rng) -> Line {
        let separator = pick(
            rng,
            &[
                (0.78, ", "),
                (0.09, " "),
                (0.04, ","),
                (0.05, "\n"),
                (0.02, " , "),
                (0.01, "; "),
                (0.01, " | "),
            ],
        );
        let mut line = Line::default();
        if chance(rng, 0.03) {
            line.plain(format!("{} ", language.any("lead", rng)));
        }
        let mut body = Line::default();
        body.push(Tag::Attention, self.person);
        let mut front = vec![(Some(Tag::Unit), self.unit), (Some(Tag::Venue), self.venue)];
        // The flat comes before the house number or after it.
        let behind: Parts = if rng.bool() { Vec::new() } else { std::mem::take(&mut front) };
        append(&mut body, front, if separator == " " { ", " } else { separator });
        append(
            &mut body,
            vec![(Some(Tag::HouseNumber), self.number.clone())],
            if separator == " " { ", " } else { separator },
        );
        let near = if separator == "\n" { ", " } else { separator };
        append(&mut body, behind, near);
        // A street that begins with a number needs a comma after the house number.
        let counted = self.street.starts_with(|first: char| first.is_ascii_digit());
        let beside = match () {
            () if counted => ", ",
            () if chance(rng, 0.4) => " ",
            () => near,
        };
        append(
            &mut body,
            vec![(Some(Tag::Street), self.street)],
            if self.number.is_empty() { separator } else { beside },
        );
        let quarter = (Some(Tag::DependentLocality), self.quarter);
        let mut places = vec![(None, self.landmark), quarter];
        if rng.bool() {
            places.reverse();
        }
        append(&mut body, places, separator);
        let mut postcode = self.postcode;
        append(&mut body, vec![(Some(Tag::Locality), self.town)], separator);
        let with_town = chance(rng, 0.4) || self.region.is_empty() && self.district.is_empty();
        if with_town {
            add_postcode(&mut body, &std::mem::take(&mut postcode), language, rng);
        }
        let above = if chance(rng, 0.12) { " " } else { near };
        append(
            &mut body,
            vec![(Some(Tag::Subregion), self.district), (Some(Tag::Region), self.region)],
            above,
        );
        add_postcode(&mut body, &postcode, language, rng);
        append(&mut body, vec![(Some(Tag::Country), self.country)], near);
        line.pieces.extend(body.pieces);
        line
    }
}

/// Appends a text that is not empty, after `separator`.
fn append(line: &mut Line, parts: Parts, separator: &str) {
    for (tag, text) in parts.into_iter().filter(|(_, text)| !text.is_empty()) {
        if !line.is_empty() {
            line.plain(separator);
        }
        match tag {
            Some(tag) => line.push(tag, text),
            None => line.plain(text),
        }
    }
}

/// Appends a postcode: `302001`, `- 302001`, `पिन 302001`.
fn add_postcode(line: &mut Line, code: &str, language: &Language, rng: &mut Rng) {
    if code.is_empty() {
        return;
    }
    if !line.is_empty() {
        line.plain(pick(
            rng,
            &[(0.42, " "), (0.2, " - "), (0.14, "-"), (0.14, ", "), (0.06, " – "), (0.02, "–"), (0.02, " ")],
        ));
    }
    if chance(rng, 0.08) {
        line.plain(format!("{} ", language.any("pin", rng)));
    }
    line.push(Tag::Postcode, code);
}

/// A town and its state.
fn town(language: &Language, from: &Mixture, held_out: bool, rng: &mut Rng) -> (String, String) {
    let cities = format!("{}.city", language.code);
    if chance(rng, 0.22)
        && let Some(town) =
            from.towns.named_in(language.script, held_out, rng).filter(|town| town.country == "IN")
        && let Some(name) = town.in_script(language.script, rng)
        && name.chars().all(|character| language.holds(character))
        && let Some(row) = LISTS.called(&cities, &town.division)
    {
        return (name.to_owned(), row.head.to_owned());
    }
    // The lists of a language have far more towns in its own state than in others.
    let city = LISTS.any(&cities, rng);
    let region = LISTS.holding(&cities, city).unwrap_or_default();
    (city.to_owned(), region.to_owned())
}

/// A town of the same state, which may give its name to a district.
fn neighbour(language: &Language, region: &str, rng: &mut Rng) -> String {
    LISTS
        .of(&format!("{}.city", language.code), region)
        .map_or_else(String::new, |row| row.any(rng).to_owned())
}

impl Language {
    /// Whether a character is a letter or mark of its block.
    fn holds(&self, character: char) -> bool {
        (self.block..self.block + 0x80).contains(&u32::from(character)) || character == '\u{200c}'
    }
}

/// A pattern with its placeholders filled in.
fn filled(pattern: &str, language: &Language, from: &Mixture, rng: &mut Rng) -> String {
    // A suffix is glued only to a name of one word.
    let glued = pattern
        .find("{}")
        .is_some_and(|at| pattern[at + 2..].chars().next().is_some_and(|next| !next.is_whitespace()));
    with_places(pattern, |place, out| match place {
        "n" => out.push_str(&match rng.u8(..3) {
            0 => rng.u32(1..30).to_string(),
            1 => rng.u32(30..200).to_string(),
            _ => rng.u32(100..1_200).to_string(),
        }),
        "o" => out.push_str(&rng.u32(1..40).to_string()),
        "a" => out.push_str(language.any("letter", rng)),
        _ => out.push_str(&name(language, from, glued, rng)),
    })
}

/// A name for streets and quarters; with `short` of one word.
fn name(language: &Language, from: &Mixture, short: bool, rng: &mut Rng) -> String {
    let mut drawn = String::new();
    for _ in 0..12 {
        drawn = match rng.u8(..20) {
            0..14 => language.any("name", rng).to_owned(),
            14 | 15 => LISTS.any(&format!("{}.city", language.code), rng).to_owned(),
            _ => given_name(language, from, "first", rng),
        };
        if !short || !drawn.contains([' ', '.']) {
            break;
        }
    }
    drawn
}

fn person(language: &Language, from: &Mixture, rng: &mut Rng) -> String {
    let (first, last) = (given_name(language, from, "first", rng), given_name(language, from, "last", rng));
    format!("{first} {last}")
}

/// A personal name of the language, or a Hindi name in its letters if the vocabulary lacks one.
fn given_name(language: &Language, from: &Mixture, kind: &str, rng: &mut Rng) -> String {
    let own = language.vocabulary.and_then(|code| from.vocabulary.draw(code, kind, rng));
    match own {
        Some(name) if name.chars().all(|character| character == ' ' || language.holds(character)) => {
            name.to_owned()
        }
        _ => in_block(from.vocabulary.draw("hi", kind, rng).unwrap_or_default(), language.block),
    }
}

/// Writes a Devanagari word in another Indian script. A letter that the block lacks becomes the nearest one.
fn in_block(text: &str, block: u32) -> String {
    if block == DEVANAGARI {
        return text.to_owned();
    }
    let of_gurmukhi = block == 0xa00;
    text.chars()
        .filter_map(|character| {
            let nearest = match character {
                '\u{93c}' | '\u{200d}' | '\u{200c}' => return None,
                'ॉ' => 'ा',
                'ऑ' => 'आ',
                'ँ' => 'ं',
                'ऩ' => 'न',
                'ऱ' => 'र',
                '\u{958}'..='\u{95f}' => {
                    ['क', 'ख', 'ग', 'ज', 'ड', 'ढ', 'फ', 'य'][(character as usize - 0x958) % 8]
                }
                'ष' if of_gurmukhi => 'स',
                'ृ' if of_gurmukhi => 'ि',
                'व' if block == 0x980 => 'ब',
                other => other,
            };
            match u32::from(nearest) {
                code @ 0x900..=0x97f => char::from_u32(code - DEVANAGARI + block),
                _ => Some(nearest),
            }
        })
        .collect()
}

/// Replaces European digits by those that begin at `zero`. A dash does not join such digits to a word, so a bare dash
/// gets spaces.
fn with_digits(mut line: Line, zero: u32) -> Line {
    for piece in &mut line.pieces {
        if piece.tag.is_none() && matches!(piece.text.as_str(), "-" | "–") {
            piece.text = format!(" {} ", piece.text);
        }
        let digit = |character: char| match character.to_digit(10) {
            Some(value) => char::from_u32(zero + value).unwrap_or(character),
            None => character,
        };
        piece.text = piece.text.chars().map(digit).collect();
    }
    line
}

#[cfg(test)]
mod tests {
    use milepost_text::tokenize;

    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokenize(text).iter().map(|token| token.text(text)).collect()
    }

    #[test]
    fn vowel_signs_are_inside_a_word() {
        assert_eq!(
            words("45/12, टैगोर मार्ग, जयपुर-302001"),
            ["45", "/", "12", "टैगोर", "मार्ग", "जयपुर", "302001"]
        );
        assert_eq!(words("எண். 5 காந்தி தெரு"), ["எண்.", "5", "காந்தி", "தெரு"]);
    }

    #[test]
    fn scripts_of_india_have_their_letters_at_the_same_places() {
        assert_eq!(in_block("महात्मा गांधी", 0xc00), "మహాత్మా గాంధీ");
        assert_eq!(in_block("राजेश", 0xa80), "રાજેશ");
        assert_eq!(in_block("राजेश", DEVANAGARI), "राजेश");
    }

    #[test]
    fn digits_of_a_script_keep_their_distance_from_words() {
        let mut line = Line::of(Tag::Locality, "जयपुर");
        line.plain("-");
        line.push(Tag::Postcode, "302001");
        let (text, spans) = with_digits(line, 0x966).render();
        assert_eq!(text, "जयपुर - ३०२००१");
        assert!(words(&text).contains(&&text[spans[1].1..]));
    }

    #[test]
    fn every_language_has_every_list() {
        let mut rng = Rng::with_seed(1);
        for language in &LANGUAGES {
            for list in [
                "city", "name", "street", "quarter", "known", "house", "unit", "venue", "near", "district",
                "country", "pin", "lead", "title", "letter", "end",
            ] {
                assert!(!language.any(list, &mut rng).is_empty(), "{} {list}", language.code);
            }
        }
    }
}
