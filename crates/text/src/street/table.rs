//! The tables of words in street names, `data/street/*.tsv`: a file a role, a row a form.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::{LazyLock, OnceLock};

use foldhash::fast::FixedState;

use super::sound::sound;
use crate::tsv::rows;

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
    forms: HashMap<&'static str, Vec<Reading>, FixedState>,
    /// First words of forms of several words.
    begins: HashSet<&'static str, FixedState>,
    /// Types at the end of a compound.
    suffixes: BTreeMap<&'static str, &'static str>,
    /// Forms of types, in order.
    types: Vec<&'static str>,
}

impl Language {
    /// What a folded word, or several with blanks between, means.
    pub(super) fn readings(&self, form: &str) -> &[Reading] {
        self.forms.get(form).map_or(&[], Vec::as_slice)
    }

    /// Whether a form of several words begins with a word.
    pub(super) fn begins_form(&self, word: &str) -> bool {
        self.begins.contains(word)
    }

    /// Whether a folded text begins a type of the language.
    pub(super) fn begins_type(&self, beginning: &str) -> bool {
        let at = self.types.partition_point(|form| *form < beginning);
        self.types.get(at).is_some_and(|form| form.starts_with(beginning))
    }

    /// Whether a type may be the end of a compound: `strasse`.
    pub(super) fn ends_compound(&self, canonical: &str) -> bool {
        self.suffixes.contains_key(canonical)
    }

    /// Whether a folded text begins the end of a compound.
    pub(super) fn begins_suffix(&self, beginning: &str) -> bool {
        let first = self.suffixes.range(beginning..).next();
        first.is_some_and(|(suffix, _)| suffix.starts_with(beginning))
    }

    /// The part of a compound in front of its type, and the type; none if the word is not a compound. A type of one or two letters is
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
        if self.suffixes.is_empty() {
            return None;
        }
        word.char_indices().skip(shortest_stem).find_map(|(at, _)| {
            let (stem, suffix) = word.split_at(at);
            Some((stem, *self.suffixes.get(suffix).filter(|_| fits(suffix))?))
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

/// The tables of each language, read when a street in it is first asked for.
static LANGUAGES: LazyLock<HashMap<&'static str, LazyLanguage>> = LazyLock::new(|| {
    let section = |text: &'static str| {
        let (code, rows) = text.split_once('\n')?;
        Some((code, LazyLanguage { rows, read: OnceLock::new() }))
    };
    TABLES.split('=').filter_map(section).collect()
});

struct LazyLanguage {
    rows: &'static str,
    read: OnceLock<Language>,
}

impl Language {
    /// The language of a section of the tables.
    fn of(rows: &'static str) -> Language {
        let mut language = Language::default();
        // One canonical form for a word in two scripts: `улица` and `ulitsa`.
        let mut by_sound: HashMap<(Role, String), &'static str> = HashMap::new();
        let mut role = Role::Core;
        for line in rows.lines() {
            if let Some(table) = line.strip_prefix('@') {
                role = role_of(table);
                continue;
            }
            let mut fields = line.split('|');
            let (Some(position), Some(written)) = (fields.next(), fields.next()) else { continue };
            let full = written.trim_start_matches('!');
            let canonical = *by_sound.entry((role, sound(full))).or_insert(full);
            let position = match position {
                "first" => Position::First,
                "last" => Position::Last,
                "suffix" => Position::Suffix,
                _ => Position::Any,
            };
            let itself = (full == written).then_some(full);
            for form in itself.into_iter().chain(fields.filter(|form| !form.is_empty())) {
                if position == Position::Suffix {
                    language.suffixes.entry(form).or_insert(canonical);
                } else {
                    language.begins.extend(form.split_once(' ').map(|(first, _)| first));
                    language.forms.entry(form).or_default().push(Reading { role, canonical, position });
                }
            }
        }
        let readings =
            language.forms.iter().flat_map(|(form, readings)| readings.iter().map(|one| (*form, *one)));
        let mut types: Vec<(&'static str, Reading)> =
            readings.filter(|(_, reading)| reading.role == Role::Type).collect();
        types.sort_unstable_by_key(|(form, reading)| (*form, reading.canonical));
        if !language.suffixes.is_empty() {
            // Every type of a language with compounds may end one.
            let ends = |(form, reading): &&(&str, Reading)| {
                reading.position == Position::Last && !form.contains(' ')
            };
            for (form, reading) in types.iter().filter(ends) {
                language.suffixes.entry(form).or_insert(reading.canonical);
            }
        }
        language.types = types.into_iter().map(|(form, _)| form).collect();
        language.types.dedup();
        language
    }
}

static COUNTRIES: LazyLock<HashMap<&'static str, Vec<&'static str>>> = LazyLock::new(|| {
    rows(include_str!("../../data/street/languages.tsv"))
        .map(|[country, languages]| (country, languages.split(' ').collect()))
        .collect()
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
    languages_by(language_codes(country))
}

/// The codes of [`languages_of`].
pub fn language_codes(country: &str) -> &'static [&'static str] {
    COUNTRIES.get(country).map_or(&["en"][..], Vec::as_slice)
}

/// Languages by their codes, those that have a table.
pub(super) fn languages_by(codes: &[&str]) -> Vec<&'static Language> {
    let known = codes.iter().filter_map(|code| LANGUAGES.get(*code));
    known.map(|language| language.read.get_or_init(|| Language::of(language.rows))).collect()
}
