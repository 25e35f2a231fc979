//! House numbers, units and boxes: identifiers that are spelled with and without spaces.

use std::borrow::Cow;

use crate::tables::tables;
use crate::unicode::is_letter;

/// One word of several: `12 bis` is `12bis` and `4-B` is `4b`. Two numbers stay apart: `12-14` is not house 1214.
pub(crate) fn joined(words: &[impl AsRef<str>]) -> String {
    let mut text = String::new();
    for word in words.iter().map(AsRef::as_ref) {
        if ends_in_digit(&text) && starts_with_digit(word) {
            text.push(' ');
        }
        text.push_str(word);
    }
    text
}

/// A house number, without a word that says it is one.
pub(crate) fn house_number(words: &[String]) -> String {
    match words {
        [first, rest @ ..]
            if matches!(first.as_str(), "no" | "nr" | "num" | "number" | "numero")
                && rest.first().is_some_and(|word| starts_with_digit(word)) =>
        {
            joined(rest)
        }
        words => joined(words),
    }
}

/// Designators in full, each with its identifier in one word: `Bldg. 5 Apt 4-B` is `building 5 apartment 4b`.
pub(crate) fn unit(words: &[String], languages: &[&str]) -> String {
    let designator =
        |word: &str| languages.iter().find_map(|language| tables().units.get(language)?.get(word));
    let in_full = |word: &str| if is_single(word) { None } else { designator(word) };
    let mut parts: Vec<Cow<'_, str>> = Vec::new();
    let mut identifier: Vec<&str> = Vec::new();
    for word in words.iter().flat_map(|word| apart(word, designator)) {
        let full = in_full(word);
        if full.is_none() && (is_single(word) || has_digit(word)) {
            identifier.push(word);
            continue;
        }
        parts.extend(of_identifier(&std::mem::take(&mut identifier), designator));
        parts.push(full.unwrap_or(word).into());
    }
    parts.extend(of_identifier(&identifier, designator));
    parts.join(" ")
}

/// The words of an identifier as one, with a designator that was spelled apart in full: `S P 5` is `space 5`.
fn of_identifier(
    words: &[&str],
    designator: impl Fn(&str) -> Option<&'static str>,
) -> Vec<Cow<'static, str>> {
    let word = joined(words);
    let in_full = |part: &str| designator(part).filter(|_| !is_single(part));
    let parts = apart(&word, &designator).filter(|part| !part.is_empty());
    parts.map(|part| in_full(part).map_or_else(|| part.to_owned().into(), Cow::Borrowed)).collect()
}

/// `apt4b` is `apt` and `4b` where the letters are a designator.
fn apart(word: &str, designator: impl Fn(&str) -> Option<&'static str>) -> impl Iterator<Item = &str> {
    let split = digits_behind_letters(word)
        .filter(|(letters, _)| letters.chars().nth(1).is_some() && designator(letters).is_some());
    let (first, second) = split.map_or((word, None), |(letters, rest)| (letters, Some(rest)));
    std::iter::once(first).chain(second)
}

/// Words of the longest spelling of a box.
const LONGEST: usize = 3;

/// A box in full: `P.O. Box 42` is `po box 42`, `BP30` is `bp 30`.
pub(crate) fn po_box(words: &[String]) -> String {
    let parts: Vec<&str> = words
        .iter()
        .flat_map(|word| match digits_behind_letters(word) {
            Some((letters, rest)) => [Some(letters), Some(rest)],
            None => [Some(word.as_str()), None],
        })
        .flatten()
        .collect();
    for length in (1..=LONGEST.min(parts.len())).rev() {
        if let Some(full) = tables().po_boxes.get(parts[..length].join(" ").as_str()) {
            let identifier = joined(&parts[length..]);
            return if identifier.is_empty() { full.to_owned() } else { format!("{full} {identifier}") };
        }
    }
    match parts.iter().position(|part| has_digit(part)) {
        None => parts.join(" "),
        Some(head) => {
            let identifier = joined(&parts[head..]);
            parts[..head].iter().copied().chain([identifier.as_str()]).collect::<Vec<_>>().join(" ")
        }
    }
}

/// The letters in front of a word, and what is behind them from a digit on.
fn digits_behind_letters(word: &str) -> Option<(&str, &str)> {
    let end = word.find(|letter| !is_letter(letter))?;
    (end > 0 && starts_with_digit(&word[end..])).then(|| word.split_at(end))
}

/// One letter or digit. Those beyond the basic plane count as two: version 1 is defined by units of UTF-16.
fn is_single(word: &str) -> bool {
    word.encode_utf16().count() == 1
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

pub(crate) fn starts_with_digit(word: &str) -> bool {
    word.as_bytes().first().is_some_and(u8::is_ascii_digit)
}

fn ends_in_digit(word: &str) -> bool {
    word.as_bytes().last().is_some_and(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::unit;

    /// The key of the key was another one: `sp` is a designator.
    #[test]
    fn a_designator_that_is_spelled_apart_is_one() {
        let key = |text: &str| unit(&text.split(' ').map(str::to_owned).collect::<Vec<_>>(), &["en"]);
        assert_eq!(key("s p"), "space");
        assert_eq!(key("s p 5"), "space 5");
        assert_eq!(key("a p t 4 b"), "apartment 4b");
        assert_eq!(key("b 4"), "b4");
    }
}
