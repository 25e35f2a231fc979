//! The ways to split a query into what to look for and where.

use std::ops::Range;

use serde::Serialize;

use crate::tsv::rows;

/// How the results relate to the named place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Inside its extent.
    In,
    /// Around its point.
    Near,
}

/// What words around a subject mean, the words in lower case, and their source. `near` and `in` stand between subject and place, and after
/// `near` the `asker` is not a place name; `around the asker` ends a query; an `opening` says nothing. Longer words come before their own
/// beginnings.
const TABLE: &str = include_str!("words.tsv");

fn with_meaning(meaning: &str) -> impl Iterator<Item = &'static str> {
    rows(TABLE).filter(move |[of, _]| *of == meaning).map(|[_, words]| words)
}

/// Most words of a query that is split; each word is a seek or ten. A longer text is a subject as a whole.
const MOST_WORDS: usize = 24;
/// Most splits: two between any two words, and those at words and commas.
const MOST_SPLITS: usize = 3 * MOST_WORDS;

/// A query split into subject and anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Split<'a> {
    pub(super) subject: &'a str,
    /// Some if words say it; with a comma, or nothing between the two, it counts as `In`.
    pub(super) relation: Option<Relation>,
    /// Bytes of the anchor in the query; none if all of it is the subject.
    pub(super) anchor: Option<Range<usize>>,
}

/// A word of the query.
struct Word {
    /// Its first byte.
    start: usize,
    /// In lower case.
    key: String,
}

fn joined(words: &[Word]) -> String {
    words.iter().map(|word| word.key.as_str()).collect::<Vec<_>>().join(" ")
}

/// The relation that words begin with, and the words after it.
fn relation(words: &[Word]) -> Option<(Relation, &[Word])> {
    let text = joined(words);
    let is_spoken = |spoken: &&str| text.strip_prefix(spoken).is_some_and(|rest| rest.starts_with(' '));
    [("near", Relation::Near), ("in", Relation::In)].into_iter().find_map(|(meaning, relation)| {
        let spoken = with_meaning(meaning).find(is_spoken)?;
        Some((relation, &words[spoken.split(' ').count()..]))
    })
}

/// The subject of a query around the user's own position.
pub(super) fn around_the_asker(query: &str) -> Option<&str> {
    let words = words(query);
    let means = |text: &str, meaning: &str| with_meaning(meaning).any(|known| known == text);
    let is_around = |rest: &[Word]| {
        means(&joined(rest), "around the asker")
            || relation(rest).is_some_and(|(_, place)| means(&joined(place), "asker"))
    };
    let at = (1..words.len()).find(|at| is_around(&words[*at..]))?;
    Some(subject(query, 0..words[at].start))
}

/// Every way to split a query, likeliest first: not at all, at commas (`Art in Time, Monaco`), at words that say where, between words with
/// the longest subject first, then with the longest subject last.
pub(super) fn splits(query: &str) -> Vec<Split<'_>> {
    let (words, end) = (words(query), query.len());
    let whole = Split { subject: subject(query, 0..end), relation: None, anchor: None };
    let split = |of: Range<usize>, relation, anchor: Range<usize>| {
        let anchor = Some(trimmed(query, anchor)).filter(|anchor| !anchor.is_empty())?;
        Some(Split { subject: subject(query, of), relation, anchor: Some(anchor) })
    };
    let starts = words.iter().skip(1).map(|word| word.start);
    let spoken = (1..words.len()).filter_map(|at| {
        let (relation, place) = relation(&words[at..])?;
        split(0..words[at].start, Some(relation), place.first()?.start..end)
    });
    let at_commas = query.match_indices(',').filter_map(|(comma, _)| split(0..comma, None, comma + 1..end));
    let subject_first = starts.clone().rev().filter_map(|start| split(0..start, None, start..end));
    let subject_last = starts.filter_map(|start| split(start..end, None, 0..start));
    let splits =
        std::iter::once(whole).chain(at_commas).chain(spoken).chain(subject_first).chain(subject_last);
    splits.filter(|split| !split.subject.is_empty()).take(MOST_SPLITS).collect()
}

/// The words of a subject without those that carry no meaning.
fn subject(query: &str, bytes: Range<usize>) -> &str {
    let mut text = query[trimmed(query, bytes)].trim_end_matches(['?', '!']).trim_end();
    while let Some(rest) = with_meaning("opening").find_map(|opening| {
        let (front, rest) = text.split_at_checked(opening.len())?;
        (front.eq_ignore_ascii_case(opening) && rest.starts_with(' ')).then(|| rest.trim_start())
    }) {
        text = rest;
    }
    text
}

fn is_between_words(character: char) -> bool {
    character.is_whitespace() || character == ','
}

/// A range without white space and commas at its ends.
fn trimmed(query: &str, bytes: Range<usize>) -> Range<usize> {
    let text = &query[bytes.clone()];
    let start = bytes.start + (text.len() - text.trim_start_matches(is_between_words).len());
    start..(start + text.trim_matches(is_between_words).len())
}

/// The words of a query; none if there are too many.
fn words(query: &str) -> Vec<Word> {
    let mut end = 0;
    let pieces = query.split_inclusive(is_between_words).filter_map(|piece| {
        let start = end;
        end += piece.len();
        let word = piece.trim_end_matches(is_between_words);
        (!word.is_empty()).then(|| Word { start, key: word.to_lowercase() })
    });
    let words: Vec<Word> = pieces.take(MOST_WORDS + 1).collect();
    if words.len() > MOST_WORDS { Vec::new() } else { words }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> (&str, Option<Relation>, &str) {
        let mut splits = splits(query);
        let spoken = splits.iter().position(|split| split.relation.is_some());
        let split = splits.swap_remove(spoken.unwrap_or(1));
        (split.subject, split.relation, &query[split.anchor.unwrap()])
    }

    #[test]
    fn every_line_of_the_table_has_a_meaning_words_and_a_source() {
        let meanings = ["near", "in", "asker", "around the asker", "opening"];
        assert!(meanings.iter().all(|meaning| with_meaning(meaning).count() > 1));
        assert_eq!(rows::<3>(TABLE).count(), TABLE.lines().count() - 1);
        for [meaning, words, source] in rows(TABLE) {
            assert!(meanings.contains(&meaning) && !source.is_empty(), "{words}");
            assert_eq!(words, words.to_lowercase());
        }
    }

    #[test]
    fn the_number_of_splits_is_bounded() {
        assert_eq!(splits(&"gas ".repeat(MOST_WORDS)).len(), 2 * MOST_WORDS - 1);
        assert_eq!(splits(&"gas - ".repeat(80)).len(), 1);
        let commas = format!("gas{}reno", ",".repeat(500));
        assert_eq!(splits(&commas).len(), MOST_SPLITS);
    }

    #[test]
    fn words_say_where() {
        assert_eq!(first("coffee near Reno, NV"), ("coffee", Some(Relation::Near), "Reno, NV"));
        assert_eq!(first("Find bakeries in  Lyon "), ("bakeries", Some(Relation::In), "Lyon"));
        assert_eq!(first("pharmacie près de Nantes"), ("pharmacie", Some(Relation::Near), "Nantes"));
        assert_eq!(first("hotels close to Union Station"), ("hotels", Some(Relation::Near), "Union Station"));
    }

    #[test]
    fn commas_and_gaps_may_part_them_too() {
        assert_eq!(first("Starbucks, Reno"), ("Starbucks", None, "Reno"));
        let parts: Vec<_> = splits("reno coffee shops")
            .into_iter()
            .map(|split| (split.subject, split.anchor.map(|anchor| &"reno coffee shops"[anchor])))
            .collect();
        assert_eq!(parts[0], ("reno coffee shops", None));
        assert!(parts.contains(&("coffee shops", Some("reno"))));
        assert!(splits("reno").len() == 1 && splits("").is_empty() && splits(" , ").is_empty());
    }

    /// `Art in Time, Monaco` was the art in `Time, Monaco` (issue 54).
    #[test]
    fn a_comma_comes_before_words_that_say_where() {
        let splits = splits("Art in Time, Monaco");
        let subjects: Vec<_> = splits.iter().map(|split| split.subject).take(3).collect();
        assert_eq!(subjects, ["Art in Time, Monaco", "Art in Time", "Art"]);
    }

    #[test]
    fn the_asker_is_no_place() {
        assert_eq!(around_the_asker("coffee near me"), Some("coffee"));
        assert_eq!(around_the_asker("the nearest pharmacy nearby"), Some("pharmacy"));
        assert_eq!(around_the_asker("boulangerie près de moi"), Some("boulangerie"));
        assert_eq!(around_the_asker("coffee near Mesa"), None);
        assert_eq!(around_the_asker("near me"), None);
    }
}
