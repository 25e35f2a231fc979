//! The tables of words in street names, `data/street/*.tsv`: a file a role, a row a form.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::sound::sound;

/// What a word of a street name does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// `Street`, `rue`, `ulica`.
    Type,
    /// `North`, `SW`.
    Directional,
    /// Digits, an ordinal, a Roman numeral or a number in words.
    Number,
    /// A title, a degree or `Saint`.
    Honorific,
    /// An article, a preposition or a conjunction.
    Particle,
    /// The name itself.
    Core,
}

/// Where a street type stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    First,
    Last,
    Any,
    /// At the end of a compound: `Hauptstrasse`.
    Suffix,
}

/// A row of a table: what one form of a word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Reading {
    pub(super) role: Role,
    pub(super) canonical: &'static str,
    pub(super) position: Position,
}

/// The forms of one language.
#[derive(Debug, Default)]
pub(super) struct Language {
    forms: HashMap<&'static str, Vec<Reading>>,
    /// Types at the end of a compound, the longest first.
    suffixes: Vec<(&'static str, &'static str)>,
    /// Forms of types, in order.
    types: Vec<&'static str>,
}

impl Language {
    /// What a folded word, or several with blanks between, means.
    pub(super) fn readings(&self, form: &str) -> &[Reading] {
        self.forms.get(form).map_or(&[], Vec::as_slice)
    }

    /// Whether a folded text begins a type of the language.
    pub(super) fn begins_type(&self, beginning: &str) -> bool {
        let at = self.types.partition_point(|form| *form < beginning);
        self.types.get(at).is_some_and(|form| form.starts_with(beginning))
    }

    /// Whether a folded text begins the end of a compound.
    pub(super) fn begins_suffix(&self, beginning: &str) -> bool {
        self.suffixes.iter().any(|(suffix, _)| suffix.starts_with(beginning))
    }

    /// The part of a compound in front of its type, and the type; none if the word is no compound. A type of one or two letters is
    /// an abbreviation: a point follows it, or it has two letters and no vowel.
    pub(super) fn compound<'a>(
        &self,
        word: &'a str,
        is_abbreviated: bool,
    ) -> Option<(&'a str, &'static str)> {
        let shortest_stem = if is_abbreviated { 2 } else { SHORTEST_STEM };
        let fits = |suffix: &str| {
            is_abbreviated || suffix.len() >= SHORTEST_SUFFIX || suffix.len() == 2 && !has_vowel(suffix)
        };
        self.suffixes.iter().filter(|(suffix, _)| fits(suffix)).find_map(|(suffix, canonical)| {
            let stem = word.strip_suffix(suffix)?;
            (stem.chars().count() >= shortest_stem).then_some((stem, *canonical))
        })
    }
}

fn has_vowel(letters: &str) -> bool {
    letters.contains(['a', 'e', 'i', 'o', 'u', 'y'])
}

/// Fewest letters of a compound in front of its type.
const SHORTEST_STEM: usize = 3;
/// Fewest letters of a type at the end of a compound.
const SHORTEST_SUFFIX: usize = 3;

/// The tables, as `build.rs` writes them.
const TABLES: &str = include_str!(concat!(env!("OUT_DIR"), "/street_words.txt"));

static LANGUAGES: LazyLock<HashMap<&'static str, Language>> = LazyLock::new(|| {
    let mut languages: HashMap<&'static str, Language> = HashMap::new();
    // One canonical form for a word in two scripts: `улица` and `ulitsa`.
    let mut by_sound: HashMap<(&str, Role, String), &'static str> = HashMap::new();
    let (mut role, mut code) = (Role::Core, "");
    for line in TABLES.lines() {
        if let Some(table) = line.strip_prefix('@') {
            role = role_of(table);
            continue;
        }
        if let Some(language) = line.strip_prefix('=') {
            code = language;
            continue;
        }
        let mut fields = line.split('|');
        let (Some(position), Some(written)) = (fields.next(), fields.next()) else { continue };
        let full = written.trim_start_matches('!');
        let canonical = *by_sound.entry((code, role, sound(full))).or_insert(full);
        let position = match position {
            "first" => Position::First,
            "last" => Position::Last,
            "suffix" => Position::Suffix,
            _ => Position::Any,
        };
        let language = languages.entry(code).or_default();
        let itself = (full == written).then_some(full);
        for form in itself.into_iter().chain(fields.filter(|form| !form.is_empty())) {
            if position == Position::Suffix {
                language.suffixes.push((form, canonical));
            } else {
                language.forms.entry(form).or_default().push(Reading { role, canonical, position });
            }
        }
    }
    for language in languages.values_mut().filter(|language| !language.suffixes.is_empty()) {
        // Every type of a language with compounds may end one.
        let types = language
            .forms
            .iter()
            .flat_map(|(form, readings)| readings.iter().map(move |reading| (*form, reading)));
        let last = types.filter(|(form, reading)| {
            reading.role == Role::Type && reading.position == Position::Last && !form.contains(' ')
        });
        let more: Vec<(&str, &str)> = last.map(|(form, reading)| (form, reading.canonical)).collect();
        language.suffixes.extend(more);
        language.suffixes.sort_by_key(|(suffix, _)| std::cmp::Reverse(suffix.len()));
    }
    for language in languages.values_mut() {
        let is_type = |readings: &Vec<Reading>| readings.iter().any(|reading| reading.role == Role::Type);
        language.types =
            language.forms.iter().filter(|(_, readings)| is_type(readings)).map(|(form, _)| *form).collect();
        language.types.sort_unstable();
    }
    languages
});

static COUNTRIES: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    let table = include_str!("../../data/street/languages.tsv");
    let row = |line: &'static str| {
        let (country, languages) = line.split_once('\t')?;
        Some((country, languages.split(' ').collect()))
    };
    table.lines().filter_map(row).collect()
});

fn role_of(table: &str) -> Role {
    match table {
        "types" => Role::Type,
        "directionals" => Role::Directional,
        "numbers" => Role::Number,
        "honorifics" => Role::Honorific,
        "particles" => Role::Particle,
        _ => Role::Core,
    }
}

/// The languages that the streets of a country (ISO 3166-1 alpha-2, lower case) are named in; English for one without a row.
pub(super) fn languages_of(country: &str) -> Vec<&'static Language> {
    let codes = COUNTRIES.get(country).map_or(&["en"][..], Vec::as_slice);
    codes.iter().filter_map(|code| LANGUAGES.get(code)).collect()
}
