//! Streets from the patterns of a language.

use fastrand::Rng;

use super::Drawing;
use crate::labels::{Street, split_us};
use crate::render::{any, chance};
use crate::sources::is_held_out;
use crate::sources::world::{Country, Language, weighted};

/// A street of Singapore, where every street has postcodes of its own and so is in the place table.
pub(crate) fn listed(from: &Drawing<'_>, country: &Country, held_out: bool, rng: &mut Rng) -> Option<Street> {
    if country.code != "SG" || chance(rng, 0.4) {
        return None;
    }
    let listed = from.places.of(&country.code, rng)?;
    (is_held_out(&[&listed.name]) == held_out).then(|| split_us(&listed.name))
}

/// A street with a name from the wanted split, if one is drawn within the tries.
pub(crate) fn of_split(from: &Drawing<'_>, language: &Language, held_out: bool, rng: &mut Rng) -> Street {
    let mut drawn = street(from, language, rng);
    for _ in 0..200 {
        if is_held_out(&[&drawn.name]) == held_out {
            break;
        }
        drawn = street(from, language, rng);
    }
    drawn
}

/// Streets with a name from another language, after a stadium or a hall. The name is kept whole, whatever its words mean there.
const BORROWED: [(&str, &str); 6] = [
    ("fr", "{word} de {city}"),
    ("fr", "{word} {last}"),
    ("es", "{word} de {city}"),
    ("it", "{word} di {city}"),
    ("en", "{last} {word}"),
    ("pt", "{word} de {last}"),
];

fn borrowed(from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> Option<Street> {
    let (abroad, pattern) = any(rng, &BORROWED);
    let abroad =
        from.world.language_named(abroad).filter(|abroad| abroad.vocabulary != language.vocabulary)?;
    Some(Street { name: filled(pattern, from, abroad, rng), ..Street::default() })
}

fn street(from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> Street {
    if chance(rng, 0.01)
        && let Some(street) = borrowed(from, language, rng)
    {
        return street;
    }
    let pattern = weighted(&language.streets, |&(weight, _)| weight, rng).1;
    Street::written(&filled(pattern, from, language, rng))
}

/// A pattern with its placeholders filled in: words of the vocabulary, numbers, letters.
pub(crate) fn filled(pattern: &str, from: &Drawing<'_>, language: &Language, rng: &mut Rng) -> String {
    with_places(pattern, |name, out| fill_one(name, from, language, rng, out))
}

/// A pattern in which `fill` writes the text of each `{name}`.
pub(crate) fn with_places(pattern: &str, mut fill: impl FnMut(&str, &mut String)) -> String {
    let mut out = String::with_capacity(pattern.len() + 16);
    let mut rest = pattern;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, behind) = after.split_once('}').unwrap_or((after, ""));
        out.push_str(before);
        fill(name, &mut out);
        rest = behind;
    }
    out.push_str(rest);
    out
}

/// Writes the text of `name` in the patterns of languages.txt.
pub(crate) fn fill_one(name: &str, from: &Drawing<'_>, language: &Language, rng: &mut Rng, out: &mut String) {
    match name {
        "n" => out.push_str(
            &match rng.u8(..4) {
                0 => rng.u32(1..10),
                1..3 => rng.u32(10..100),
                _ => rng.u32(100..500),
            }
            .to_string(),
        ),
        "e" => out.push_str(&format!("{}e", rng.u32(2..60))),
        "t" => out.push_str(&ordinal(rng.u32(1..60))),
        "o" => out.push_str(&rng.u32(1..10).to_string()),
        "a" | "A" => out.push(char::from(b'A' + rng.u8(..8))),
        "l" => out.push(char::from(b'a' + rng.u8(..8))),
        kind => out.push_str(&capitalised(word(kind, from, language, rng))),
    }
}

/// A word of the language. A language without a list of cities gets towns of the country with its code, one without any list English
/// words.
fn word<'a>(kind: &str, from: &'a Drawing<'_>, language: &Language, rng: &mut Rng) -> &'a str {
    let drawn = from.vocabulary.draw(language.vocabulary, kind, rng);
    let drawn = match kind {
        "city" if drawn.is_none() => from.suburbs.town(&language.vocabulary.to_uppercase(), rng),
        _ => drawn,
    };
    drawn.or_else(|| from.vocabulary.draw("en", kind, rng)).unwrap_or_default()
}

/// `1st`, `22nd`, `13th`.
fn ordinal(number: u32) -> String {
    let ending = match (number % 100, number % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

fn capitalised(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::super::without_tables;
    use super::*;

    #[test]
    fn borrowed_names_come_from_another_language_and_are_whole() {
        without_tables(|from| {
            let mut rng = Rng::with_seed(9);
            let mut drawn = |language: &str| {
                let language = from.world.language_named(language).expect("a language");
                let streets: Vec<_> = (0..200).filter_map(|_| borrowed(from, language, &mut rng)).collect();
                assert!(streets.iter().all(|street| street.prefix.is_empty() && street.suffix.is_empty()));
                streets
            };
            let italian = |streets: &[Street]| streets.iter().any(|street| street.name.contains(" di "));
            let (dutch, own) = (drawn("nl"), drawn("it"));
            assert_eq!(dutch.len(), 200);
            assert!(italian(&dutch) && !italian(&own) && own.len() < 200);
        });
    }
}
