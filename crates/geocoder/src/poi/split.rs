//! The ways to split a query into what to look for and where.

use std::ops::Range;

use serde::Serialize;

/// How the results relate to the named place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Relation {
    /// Inside its extent.
    In,
    /// Around its point.
    Near,
}

/// Words between the subject and the place, longer ones before their own beginnings. English and French.
const RELATIONS: [(&str, Relation); 21] = [
    ("close to", Relation::Near),
    ("next to", Relation::Near),
    ("near to", Relation::Near),
    ("nearby to", Relation::Near),
    ("nearest to", Relation::Near),
    ("closest to", Relation::Near),
    ("near", Relation::Near),
    ("nearby", Relation::Near),
    ("around", Relation::Near),
    ("at", Relation::Near),
    ("by", Relation::Near),
    ("in", Relation::In),
    ("inside", Relation::In),
    ("within", Relation::In),
    ("près de", Relation::Near),
    ("pres de", Relation::Near),
    ("proche de", Relation::Near),
    ("autour de", Relation::Near),
    ("aux alentours de", Relation::Near),
    ("dans", Relation::In),
    ("à", Relation::In),
];

/// Anchors that mean the user's own position.
const THE_ASKER: [&str; 8] =
    ["me", "here", "my location", "us", "moi", "ici", "my position", "current location"];

/// Endings of a query that mean the user's own position.
const AROUND_THE_ASKER: [&str; 5] = ["nearby", "near by", "close by", "à proximité", "a proximite"];

/// Words before the subject that carry no meaning.
const OPENINGS: [&str; 12] = [
    "where is the",
    "where is",
    "find me",
    "find",
    "show me",
    "the nearest",
    "the closest",
    "nearest",
    "closest",
    "the",
    "les",
    "le",
];

/// A query split into subject and anchor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Split<'a> {
    pub(super) subject: &'a str,
    /// Some if words say it; with a comma, or nothing between the two, it is `In`.
    pub(super) relation: Relation,
    /// Whether words say the relation.
    pub(super) spoken: bool,
    /// Bytes of the anchor in the query.
    pub(super) anchor: Range<usize>,
}

/// A word of the query.
struct Word {
    bytes: Range<usize>,
    /// In lower case.
    key: String,
}

/// The subject of a query around the user's own position.
pub(super) fn around_the_asker(query: &str) -> Option<&str> {
    let words = words(query);
    let keys: Vec<&str> = words.iter().map(|word| word.key.as_str()).collect();
    for at in 1..words.len() {
        let rest = keys[at..].join(" ");
        let spoken = RELATIONS.iter().any(|(word, _)| {
            rest.strip_prefix(word)
                .is_some_and(|rest| THE_ASKER.contains(&rest.trim_start()) && rest.starts_with(' '))
        });
        if spoken || AROUND_THE_ASKER.contains(&rest.as_str()) {
            return Some(subject(query, 0..words[at].bytes.start));
        }
    }
    None
}

/// Every way to split a query, likeliest first: at words that say where, at commas, between words with the longest subject
/// first, then with the longest subject last.
pub(super) fn splits(query: &str) -> Vec<Split<'_>> {
    let words = words(query);
    let mut splits = Vec::new();
    for at in 1..words.len() {
        let rest: Vec<&str> = words[at..].iter().map(|word| word.key.as_str()).collect();
        let spoken = RELATIONS
            .iter()
            .map(|(text, relation)| (text.split(' ').collect::<Vec<_>>(), *relation))
            .find(|(spoken, _)| rest.len() > spoken.len() && rest.starts_with(spoken));
        if let Some((spoken, relation)) = spoken {
            splits.push(Split {
                subject: subject(query, 0..words[at].bytes.start),
                relation,
                spoken: true,
                anchor: trimmed(query, words[at + spoken.len()].bytes.start..query.len()),
            });
        }
    }
    for (comma, _) in query.match_indices(',') {
        splits.push(unspoken(query, 0..comma, comma + 1..query.len()));
    }
    for at in (1..words.len()).rev() {
        splits.push(unspoken(query, 0..words[at].bytes.start, words[at].bytes.start..query.len()));
    }
    for word in words.iter().skip(1) {
        splits.push(unspoken(query, word.bytes.start..query.len(), 0..word.bytes.start));
    }
    splits.retain(|split| !split.subject.is_empty() && !split.anchor.is_empty());
    splits
}

/// The subject of a query that names no place.
pub(super) fn whole(query: &str) -> &str {
    subject(query, 0..query.len())
}

fn unspoken(query: &str, of: Range<usize>, anchor: Range<usize>) -> Split<'_> {
    Split {
        subject: subject(query, of),
        relation: Relation::In,
        spoken: false,
        anchor: trimmed(query, anchor),
    }
}

/// The words of a subject without those that carry no meaning.
fn subject(query: &str, bytes: Range<usize>) -> &str {
    let mut text = query[trimmed(query, bytes)].trim_end_matches(['?', '!']).trim_end();
    while let Some(rest) = OPENINGS.iter().find_map(|opening| {
        let rest = text.get(opening.len()..)?;
        (text.get(..opening.len())?.eq_ignore_ascii_case(opening) && rest.starts_with(' '))
            .then(|| rest.trim_start())
    }) {
        text = rest;
    }
    text
}

/// A range without white space and commas at its ends.
fn trimmed(query: &str, bytes: Range<usize>) -> Range<usize> {
    let text = &query[bytes.clone()];
    let mark = |character: char| character.is_whitespace() || character == ',';
    let start = bytes.start + (text.len() - text.trim_start_matches(mark).len());
    start..(start + text.trim_matches(mark).len())
}

fn words(query: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut start = None;
    for (at, character) in query.char_indices().chain([(query.len(), ' ')]) {
        let part_of_a_word = !character.is_whitespace() && character != ',';
        match (start, part_of_a_word) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                words.push(Word { bytes: from..at, key: query[from..at].to_lowercase() });
                start = None;
            }
            _ => {}
        }
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(query: &str) -> (&str, Relation, &str) {
        let split = splits(query).remove(0);
        (split.subject, split.relation, &query[split.anchor])
    }

    #[test]
    fn words_say_where() {
        assert_eq!(first("coffee near Reno, NV"), ("coffee", Relation::Near, "Reno, NV"));
        assert_eq!(first("Find bakeries in  Lyon "), ("bakeries", Relation::In, "Lyon"));
        assert_eq!(first("pharmacie près de Nantes"), ("pharmacie", Relation::Near, "Nantes"));
        assert_eq!(first("hotels close to Union Station"), ("hotels", Relation::Near, "Union Station"));
    }

    #[test]
    fn commas_and_gaps_may_part_them_too() {
        assert_eq!(first("Starbucks, Reno"), ("Starbucks", Relation::In, "Reno"));
        let parts: Vec<_> = splits("reno coffee shops")
            .into_iter()
            .map(|split| (split.subject, "reno coffee shops"[split.anchor].to_owned()))
            .collect();
        assert!(parts.contains(&("coffee shops", "reno".to_owned())));
        assert!(splits("reno").is_empty() && splits("").is_empty() && splits(" , ").is_empty());
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
