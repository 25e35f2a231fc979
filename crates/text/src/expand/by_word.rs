//! Abbreviations of languages that write the type before the name, and of those that write it at the end of a word
//! (`Hauptstr.`).

use std::collections::HashMap;
use std::sync::LazyLock;

use super::Word;
use crate::word_class::{fr_street_types, other_street_types, titles, written_form};

type Table = HashMap<&'static str, &'static str>;

/// French abbreviations of one or two letters that have only one meaning before a name.
const SHORT: [&str; 5] = ["r", "bd", "av", "pl", "sq"];

/// Types before the name, by language.
static TYPES: LazyLock<HashMap<&'static str, Table>> = LazyLock::new(|| {
    let french = fr_street_types().map(|(full, variants)| {
        let clear = |short: &&str| (short.len() >= 3 || SHORT.contains(short)) && !TITLES.contains_key(short);
        (full, variants.into_iter().filter(clear).collect())
    });
    let mut types = HashMap::from([("fr", table("fr", french))]);
    for language in ["es", "it", "pt", "pl"] {
        types.insert(language, table(language, other_street_types(language)));
    }
    types
});

/// Titles of French names, by their unambiguous abbreviations.
static TITLES: LazyLock<Table> = LazyLock::new(|| {
    titles("fr").flat_map(|(full, clear, _)| clear.into_iter().map(move |short| (short, full))).collect()
});

fn table(language: &'static str, entries: impl Iterator<Item = (&'static str, Vec<&'static str>)>) -> Table {
    let mut table = Table::new();
    for (full, variants) in entries {
        let written = written_form(language, full);
        for short in variants {
            table.entry(short).or_insert(written);
        }
    }
    table
}

/// Expands the abbreviations of a segment between commas.
pub(super) fn expand(words: &mut [&mut Word], language: &str) {
    match language {
        "de" => words.iter_mut().for_each(|word| write_ending(word, "straße", "STRASSE")),
        "nl" => words.iter_mut().for_each(|word| write_ending(word, "straat", "STRAAT")),
        _ => expand_in_front(words, language),
    }
}

fn expand_in_front(words: &mut [&mut Word], language: &str) {
    // The type is the first word after the number and its repetition word.
    let is_type =
        |word: &&mut Word| !word.is_number() && !matches!(word.plain.as_str(), "bis" | "ter" | "quater");
    let Some(first) = words.iter().position(is_type) else { return };
    let last = words.len() - 1;
    // `62000 Pas de Calais`: a postcode is followed by a place.
    let place = first.checked_sub(1).is_some_and(|before| words[before].plain.len() >= 5);
    // `C/ Mayor`
    let short = words[first].plain.trim_end_matches('/');
    let full = TYPES.get(language).and_then(|types| types.get(short)).copied();
    let full = full.filter(|_| first < last && !place);
    if let Some(full) = full {
        words[first].write(full);
    }
    if language == "fr" {
        let names = first + usize::from(full.is_some());
        words[names..].iter_mut().rev().skip(1).for_each(|word| write_title(word));
        words[names..].iter_mut().for_each(|word| write_hyphenated_saint(word));
    }
}

fn write_title(word: &mut Word) {
    if let Some(full) = TITLES.get(word.plain.as_str()) {
        word.write(full);
    }
}

/// `St-Denis` is `Saint-Denis`.
fn write_hyphenated_saint(word: &mut Word) {
    let Some((title, name)) = word.written.split_once('-') else { return };
    let full = match crate::word_class::plain(title).as_str() {
        "st" => "saint",
        "ste" => "sainte",
        _ => return,
    };
    if !name.is_empty() {
        word.written = format!("{}-{name}", word.in_its_case(full));
    }
}

/// `Hauptstr.` is `Hauptstraße`.
fn write_ending(word: &mut Word, ending: &str, capitals: &str) {
    if !word.plain.ends_with("str") {
        return;
    }
    let stem = word.written.trim_end_matches('.');
    let Some(stem) = stem.len().checked_sub(3).and_then(|length| stem.get(..length)) else { return };
    word.written = match (word.capitals, stem.is_empty()) {
        (true, _) => format!("{stem}{capitals}"),
        (false, true) => word.in_its_case(ending),
        (false, false) => format!("{stem}{ending}"),
    };
}
