//! What typing does to an address: case, lost commas, lost accents, typing errors.

use fastrand::Rng;

use crate::line::Line;
use crate::render::{any, chance};

/// Which country's habits title case follows.
#[derive(Debug, Clone, Copy)]
pub(crate) enum TitleCase {
    Us,
    Fr,
}

/// Roughens a line. Components keep their tags whatever happens to their letters.
pub(crate) fn roughen(mut line: Line, title: TitleCase, rng: &mut Rng) -> Line {
    recase(&mut line, title, rng);
    if chance(rng, 0.22) {
        drop_commas(&mut line, rng);
    }
    if chance(rng, 0.2) {
        for piece in &mut line.pieces {
            piece.text = without_accents(&piece.text);
        }
    }
    if chance(rng, 0.07) {
        mistype(&mut line, rng);
    }
    if chance(rng, 0.015) {
        decorate(&mut line, rng);
    }
    line
}

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
}

fn drop_commas(line: &mut Line, rng: &mut Rng) {
    let every = rng.bool();
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none()) {
        if piece.text.contains([',', '\n']) && (every || rng.bool()) {
            piece.text = " ".to_owned();
        }
    }
}

/// Pictures and signs between the components, as phones and forms put them.
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

/// One typing error in one longer word of one component.
fn mistype(line: &mut Line, rng: &mut Rng) {
    let tagged: Vec<usize> = (0..line.pieces.len())
        .filter(|&index| line.pieces[index].tag.is_some() && line.pieces[index].text.chars().count() > 4)
        .collect();
    if tagged.is_empty() {
        return;
    }
    let piece = &mut line.pieces[any(rng, &tagged)];
    let mut characters: Vec<char> = piece.text.chars().collect();
    let letters: Vec<usize> = (1..characters.len().saturating_sub(1))
        .filter(|&index| characters[index - 1..=index + 1].iter().all(|character| character.is_alphabetic()))
        .collect();
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
