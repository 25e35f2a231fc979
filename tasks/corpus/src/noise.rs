//! Noise of typing: case, lost commas, lost accents, typos.

use fastrand::Rng;
use milepost_address::Tag;
use unicode_normalization::UnicodeNormalization;

use crate::line::{Line, Piece};
use crate::render::{any, chance};

/// Country whose conventions title case follows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TitleCase {
    Us,
    Fr,
}

/// Adds noise to a line. Components keep their tags.
pub(crate) fn roughen(mut line: Line, title: TitleCase, rng: &mut Rng) -> Line {
    if chance(rng, 0.025) {
        reorder(&mut line, rng);
    }
    recase(&mut line, title, rng);
    if chance(rng, 0.22) {
        drop_commas(&mut line, rng);
    } else if chance(rng, 0.1) {
        other_separators(&mut line, rng);
    }
    match rng.u8(..100) {
        0..20 => change_letters(&mut line, without_accents),
        20..22 => change_letters(&mut line, |text| text.nfd().collect()),
        22..25 => other_apostrophes(&mut line, rng),
        _ => {}
    }
    if chance(rng, 0.09) {
        mistype(&mut line, rng);
        if chance(rng, 0.25) {
            mistype(&mut line, rng);
        }
    }
    if chance(rng, 0.03) {
        glue(&mut line, rng);
    }
    if chance(rng, 0.01) {
        split_code(&mut line, rng);
    }
    if chance(rng, 0.015) {
        decorate(&mut line, rng);
    }
    line
}

/// Changes the case of a line and sometimes removes its accents; punctuation stays.
pub(crate) fn recased(mut line: Line, title: TitleCase, rng: &mut Rng) -> Line {
    recase(&mut line, title, rng);
    if chance(rng, 0.1) {
        change_letters(&mut line, without_accents);
    }
    line
}

/// Share of the lines in capitals without apostrophes, as the postal services of both countries ask for.
const POSTAL_CAPITALS: f64 = 0.35;

fn recase(line: &mut Line, title: TitleCase, rng: &mut Rng) {
    let upper = line.pieces.iter().all(|piece| !piece.text.chars().any(char::is_lowercase));
    let change: Option<fn(&str) -> String> = match rng.u8(..100) {
        0..28 => Some(|text| text.to_lowercase()),
        28..43 => Some(|text| text.to_uppercase()),
        43..80 if upper || rng.bool() => Some(match title {
            TitleCase::Us => crate::render::us::usual_case,
            TitleCase::Fr => crate::render::fr::usual_case,
        }),
        _ => None,
    };
    if let Some(change) = change {
        for piece in &mut line.pieces {
            piece.text = change(&piece.text);
        }
    }
    let shouts = !line.pieces.iter().any(|piece| piece.text.chars().any(char::is_lowercase));
    if shouts && chance(rng, POSTAL_CAPITALS) {
        for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_some()) {
            piece.text = piece.text.replace(['\'', '’'], " ");
        }
    }
}

fn drop_commas(line: &mut Line, rng: &mut Rng) {
    let every = rng.bool();
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none()) {
        if piece.text.contains([',', '\n']) && (every || rng.bool()) {
            piece.text = " ".to_owned();
        }
    }
}

/// Puts the parts between commas in another order.
fn reorder(line: &mut Line, rng: &mut Rng) {
    let mut parts: Vec<Vec<Piece>> = vec![Vec::new()];
    for piece in line.pieces.drain(..) {
        if piece.tag.is_none() && piece.text.contains([',', '\n']) {
            parts.push(Vec::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(piece);
        }
    }
    rng.shuffle(&mut parts);
    let separator = any(rng, &[", ", ", ", " ", "\n"]);
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        line.join(separator, Line { pieces: part, country: None });
    }
}

/// Semicolons, bars, tabs, doubled commas, commas without a space.
fn other_separators(line: &mut Line, rng: &mut Rng) {
    let one = any(rng, &["; ", " | ", "\t", "\n", ",, ", ",", " , ", " - ", ",  ", " · ", "\r\n", " / "]);
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none()) {
        if piece.text == ", " || piece.text == "\n" {
            piece.text = one.to_owned();
        } else if piece.text == " " && chance(rng, 0.2) {
            piece.text = "  ".to_owned();
        }
    }
}

fn change_letters(line: &mut Line, change: fn(&str) -> String) {
    for piece in &mut line.pieces {
        piece.text = change(&piece.text);
    }
}

/// Replaces an apostrophe by a typographic one, a space or nothing, and a dash by a space.
fn other_apostrophes(line: &mut Line, rng: &mut Rng) {
    let apostrophe = any(rng, &["’", "’", " ", "`", "ʼ", "´"]);
    let dash = any(rng, &["-", "‐", "–", " "]);
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_some()) {
        piece.text = piece.text.replace('\'', apostrophe).replace('-', dash);
    }
}

/// Glues letters and digits: `Apt4B`, `75008Paris`. The tokenizer separates them again.
fn glue(line: &mut Line, rng: &mut Rng) {
    if rng.bool() {
        for piece in line
            .pieces
            .iter_mut()
            .filter(|piece| matches!(piece.tag, Some(Tag::Unit | Tag::PoBox | Tag::Cedex)))
        {
            let words: Vec<&str> = piece.text.split(' ').collect();
            if let [.., designator, identifier] = words[..]
                && designator.chars().count() >= 3
                && designator.chars().all(char::is_alphabetic)
                && identifier.starts_with(|character: char| character.is_ascii_digit())
            {
                piece.text = format!("{designator}{identifier}");
            }
        }
        return;
    }
    for index in 1..line.pieces.len().saturating_sub(1) {
        let digit_meets_letter = line.pieces[index - 1]
            .text
            .ends_with(|character: char| character.is_ascii_digit())
            && line.pieces[index + 1].text.chars().take_while(|character| character.is_alphabetic()).count()
                >= 4;
        let letter_meets_digit = line.pieces[index - 1]
            .text
            .chars()
            .rev()
            .take_while(|character| character.is_alphabetic())
            .count()
            >= 4
            && line.pieces[index + 1].text.starts_with(|character: char| character.is_ascii_digit());
        if line.pieces[index].tag.is_none()
            && (digit_meets_letter || letter_meets_digit)
            && line.pieces[index].text.trim().is_empty()
            && line.pieces[index - 1].text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        {
            line.pieces[index].text.clear();
        }
    }
}

/// A space inside a postcode: `750 08`.
fn split_code(line: &mut Line, rng: &mut Rng) {
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag == Some(Tag::Postcode)) {
        if piece.text.len() == 5 && piece.text.bytes().all(|byte| byte.is_ascii_digit()) {
            piece.text.insert(any(rng, &[2, 3]), ' ');
        }
    }
}

/// Cuts the line off after any character, as it is while somebody types.
pub(crate) fn cut(line: &mut Line, rng: &mut Rng) {
    let length: usize = line.pieces.iter().map(|piece| piece.text.chars().count()).sum();
    if length < 4 {
        return;
    }
    let mut left = rng.usize(2..length);
    line.pieces.retain_mut(|piece| {
        let kept: String = piece.text.chars().take(left).collect();
        left -= kept.chars().count();
        piece.text = kept;
        !piece.text.is_empty()
    });
}

/// Adds emoji and symbols between the components, as phones and forms do.
fn decorate(line: &mut Line, rng: &mut Rng) {
    for piece in line
        .pieces
        .iter_mut()
        .filter(|piece| piece.tag.is_none() && piece.text.trim_matches([' ', ',']).is_empty())
    {
        if rng.bool() {
            let sign = any(rng, &["🏠", "📍", "✨", "•", "»", "*", "\"", "…", "🇺🇸", "❤️"]);
            piece.text = format!("{}{sign} ", piece.text);
        }
    }
    if rng.bool() {
        line.pieces.insert(
            0,
            crate::line::Piece { tag: None, text: any(rng, &["📍 ", "🏠", "* ", "- ", "\""]).to_owned() },
        );
    }
}

fn without_accents(text: &str) -> String {
    let plain: String = text
        .chars()
        .map(|character| match milepost_text::fold(&character.to_string()) {
            folded if folded.len() == 1 && !character.is_ascii() => {
                if character.is_uppercase() {
                    folded.to_uppercase()
                } else {
                    folded
                }
            }
            _ => character.to_string(),
        })
        .collect();
    plain
}

/// Fewest letters of a word that gets a typo. A shorter one would be unrecognisable or become another word (`Ste` without its `t` is
/// a quadrant).
const LONGER_WORD: usize = 4;

/// Makes one typo in a longer word of one component.
fn mistype(line: &mut Line, rng: &mut Rng) {
    let tagged: Vec<usize> = (0..line.pieces.len())
        .filter(|&index| line.pieces[index].tag.is_some() && line.pieces[index].text.chars().count() > 4)
        .collect();
    if tagged.is_empty() {
        return;
    }
    let piece = &mut line.pieces[any(rng, &tagged)];
    let mut characters: Vec<char> = piece.text.chars().collect();
    let letters = inside_longer_words(&characters);
    if letters.is_empty() {
        return;
    }
    let at = any(rng, &letters);
    match rng.u8(..4) {
        0 => characters.swap(at, at + 1),
        1 => {
            characters.remove(at);
        }
        2 => characters.insert(at, characters[at]),
        _ => characters[at] = char::from(b'a' + rng.u8(..26)),
    }
    piece.text = characters.into_iter().collect();
}

/// Positions of letters inside longer words, without the first and the last.
fn inside_longer_words(characters: &[char]) -> Vec<usize> {
    let mut inside = Vec::new();
    let mut start = 0;
    for word in characters.split(|character| !character.is_alphabetic()) {
        if word.len() >= LONGER_WORD {
            inside.extend(start + 1..start + word.len() - 1);
        }
        start += word.len() + 1;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_words_are_not_mistyped() {
        let inside = |text: &str| inside_longer_words(&text.chars().collect::<Vec<_>>());
        assert_eq!(inside("Ste 100 Blvd SE"), [9, 10]);
        assert_eq!(inside("12 Vane"), [4, 5]);
        assert!(inside("Ste 4, Apt").is_empty());
    }

    #[test]
    fn some_lines_in_capitals_have_no_apostrophes_and_no_others_lose_them() {
        let mut rng = Rng::with_seed(5);
        let (mut capitals, mut without) = (0, 0);
        for _ in 0..2_000 {
            let mut line = Line::of(Tag::Locality, "Quillfeather d'Elgin");
            recase(&mut line, TitleCase::Us, &mut rng);
            let text = &line.pieces[0].text;
            if text.starts_with("QUILL") {
                capitals += 1;
                without += usize::from(text == "QUILLFEATHER D ELGIN");
            } else {
                assert!(text.contains('\''), "{text}");
            }
        }
        assert!(capitals > 200 && (capitals / 5..capitals / 2).contains(&without), "{without} of {capitals}");
    }
}
