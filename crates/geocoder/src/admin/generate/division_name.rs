//! Names of divisions with a word for what they are: `County Kerry` and `Provincia di Bolzano` where the gazetteer has the bare name.

use crate::table::rows;

/// Words for divisions, where they are written, and their source (`division_words.tsv`).
const WORDS: &str = include_str!("division_words.tsv");

/// The name without the word for its kind, if it has one.
pub(super) fn without_word(name: &str) -> Option<&str> {
    let name = name.trim();
    let mut bare = rows(WORDS).filter_map(|[word, place]| match place {
        "front" => without_prefix(name, word),
        _ => without_suffix(name, word),
    });
    bare.find(|bare| bare.chars().filter(|letter| letter.is_alphabetic()).count() > 1)
}

fn without_prefix<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let end = letters(name, word.chars().count())?;
    let (front, rest) = name.split_at(end);
    let is_apart = word.ends_with('\'') || rest.starts_with([' ', '\u{a0}']);
    (is_apart && is_same(front, word)).then(|| rest.trim_start())
}

fn without_suffix<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let front = name.chars().count().checked_sub(word.chars().count())?;
    let (rest, back) = name.split_at(letters(name, front)?);
    (rest.ends_with(' ') && is_same(back, word)).then(|| rest.trim_end())
}

/// Where the first so many letters end, in bytes.
fn letters(name: &str, count: usize) -> Option<usize> {
    name.char_indices().map(|(at, _)| at).chain([name.len()]).nth(count)
}

fn is_same(text: &str, word: &str) -> bool {
    text.to_lowercase().replace('’', "'") == word
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_for_a_division_comes_off() {
        assert_eq!(without_word("County Kerry"), Some("Kerry"));
        assert_eq!(without_word("Co. Cork"), Some("Cork"));
        assert_eq!(without_word("PROVINCIA DI BOLZANO"), Some("BOLZANO"));
        assert_eq!(without_word("Département de l’Ain"), Some("Ain"));
        assert_eq!(without_word("Kyoto Prefecture"), Some("Kyoto"));
        assert_eq!(without_word("Московская область"), Some("Московская"));
        assert_eq!(without_word("Kerry"), None);
        assert_eq!(without_word("Countyville"), None);
        assert_eq!(without_word("County"), None, "nothing is left");
    }

    #[test]
    fn every_line_of_the_table_says_where_the_word_is_written() {
        assert_eq!(rows::<3>(WORDS).count(), WORDS.lines().count() - 1);
        for [word, place] in rows(WORDS) {
            assert!(["front", "back"].contains(&place), "{word}");
            assert_eq!(word, word.to_lowercase());
        }
    }
}
