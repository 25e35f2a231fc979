//! Names of places as people write them: what a name may be called in a gazetteer, cheapest first.
//!
//! A gazetteer has a place under the keys of its names ([`name_key`]), which the builder and every lookup make here. People add a word for
//! what the place is, leave one out, abbreviate, or write two names. [`readings`] gives the keys that a written name may stand for, and
//! [`less_certain_readings`] the names to try if none of those is known. Both go from the smallest edit to the largest and compute a reading
//! only when all before it are used up.

mod abbreviation;
mod affix;
mod cut_short;
mod digraph;
mod listed;
mod parts;

pub use self::affix::{AffixKind, airport_town, bare_municipality, bare_name, is_airport};
pub use self::cut_short::{ShortenedName, is_short_for};
pub use self::digraph::{is_begun, is_called, is_spelling_of, single_letter_keys};
pub use self::listed::{Listed, Within, listed};
pub use self::parts::names_of_two;

use self::ReadingKind::{
    Abbreviated, Airport, AsWritten, CutShort, HyphensAsSpaces, InFull, OneOfTwo, PartOfName, PostalWords,
    Qualified, Repaired, ShortForm, SingleLetter, SpacesAsHyphens, Twin, WithVowels, WithoutDistrict,
    WithoutDivisionWord, WithoutKind, WithoutPart,
};
use crate::{name_key, name_key_with_vowels};

/// The edit between a name as it was written and the name that a gazetteer has. In order of cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum ReadingKind {
    /// None, vowel signs of India and South-East Asia included: if this key is known, it is the only one that counts.
    WithVowels,
    /// None.
    #[default]
    AsWritten,
    /// Spaces for hyphens: `Castilla - La Mancha`.
    HyphensAsSpaces,
    /// An abbreviation in full: `St Louis`.
    InFull,
    /// `St` for `Saint`.
    Abbreviated,
    /// One letter for two: `Koenigsbronn`. Counts where the name has such a letter ([`is_called`]).
    SingleLetter,
    /// Hyphens for spaces: `saint denis` in a gazetteer that has hyphenated names only as written.
    SpacesAsHyphens,
    /// One of two names: `Piran/Pirano`.
    OneOfTwo,
    /// Without the word for a town or municipality: `Oslo kommune`.
    WithoutKind,
    /// Without the word for an administrative area: `County Kerry`. Counts for those only.
    WithoutDivisionWord,
    /// The airport of a town: `Flughafen München`.
    Airport,
    /// The full name for a city's short form: `Gbg`.
    ShortForm,
    /// A repaired apostrophe or blank: `St. John´s`, `St.Gallen`.
    Repaired,
    /// Postal abbreviations in full: `Pt St Lucie`.
    PostalWords,
    /// The beginning of a name with words cut short, which [`ShortenedName`] compares: `Gorzów Wlkp.`.
    CutShort,
    /// A town and its qualifier, one reading each: `Unna (Ruhr)`.
    Qualified,
    /// Towns that are named together, two readings each time: `Dallas-Fort Worth`.
    Twin,
    /// Without the number or letters of a district: `Praha 4`.
    WithoutDistrict,
    /// Without the part of a city behind a hyphen: `Ostrava-Poruba`.
    WithoutPart,
    /// Some words of the name: `Isole di Brissago`.
    PartOfName,
}

/// What a written name may stand for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// A key of [`readings`]; a name of [`less_certain_readings`], which has readings itself.
    pub name: String,
    /// The edit.
    pub kind: ReadingKind,
}

/// Readings of equal cost from the name and its key.
type Step = fn(&str, &str) -> Vec<Reading>;

const CERTAIN: [Step; 8] = [
    |name, _| all(WithVowels, name_key_with_vowels(name)),
    |_, key| spellings_of_key(key),
    |_, key| all(SpacesAsHyphens, key.contains(' ').then(|| key.replace(' ', "-"))),
    |name, _| all(OneOfTwo, names_of_two(name).map(name_key)),
    |name, _| all(WithoutKind, bare_municipality(name)),
    |name, _| all(WithoutKind, bare_name(name, AffixKind::Town).map(name_key)),
    |name, _| all(WithoutDivisionWord, bare_name(name, AffixKind::Division).map(name_key)),
    |_, key| all(Airport, airport_town(key).map(|town| format!("{town} airport"))),
];

const LESS_CERTAIN: [Step; 7] = [
    |name, _| match abbreviation::city_of_short_form(name) {
        Some(city) => all(ShortForm, [city]),
        None => {
            all(Repaired, abbreviation::with_apostrophes(name).or_else(|| abbreviation::with_blank(name)))
        }
    },
    |name, _| all(PostalWords, abbreviation::with_postal_words_in_full(name)),
    |name, _| all(CutShort, ShortenedName::of(name).iter().flat_map(|read| read.beginnings())),
    |name, _| all(Qualified, parts::qualified(name).into_iter().flatten()),
    |name, _| all(Twin, parts::twins(name).flatten()),
    |name, _| match parts::without_district(name) {
        Some(city) => all(WithoutDistrict, [city]),
        None => all(WithoutPart, parts::without_part(name)),
    },
    |name, _| all(PartOfName, parts::parts(name)),
];

/// The keys that a name may stand for, those of equal cost together. Take the first group of which the gazetteer knows a key.
///
/// ```
/// use milepost_text::names::{ReadingKind, readings};
/// let mut groups = readings("Oslo kommune");
/// assert_eq!(groups.next().unwrap()[0].name, "oslo kommune");
/// let group = groups.find(|group| group[0].kind == ReadingKind::WithoutKind).unwrap();
/// assert_eq!(group[0].name, "oslo");
/// ```
pub fn readings(name: &str) -> impl Iterator<Item = Vec<Reading>> {
    let key = name_key(name);
    // A name without a letter has no reading.
    let steps = if key.is_empty() { &[][..] } else { &CERTAIN };
    steps.iter().map(move |step| step(name, &key)).filter(|group| !group.is_empty())
}

/// The names that a name may stand for if no key of its [`readings`] is known, those of equal cost together.
pub fn less_certain_readings(name: &str) -> impl Iterator<Item = Vec<Reading>> {
    LESS_CERTAIN.iter().map(move |step| step(name, "")).filter(|group| !group.is_empty())
}

/// The keys of a name and of its other spellings: the group of [`readings`] up to [`ReadingKind::SingleLetter`].
pub fn spellings(name: &str) -> Vec<Reading> {
    spellings_of_key(&name_key(name))
}

/// The same without those with one letter for two, which need [`is_called`].
pub fn written_forms(name: &str) -> Vec<Reading> {
    forms_of(&name_key(name))
}

fn all<Name: Into<String>>(kind: ReadingKind, names: impl IntoIterator<Item = Name>) -> Vec<Reading> {
    names.into_iter().map(|name| Reading { name: name.into(), kind }).collect()
}

fn forms_of(key: &str) -> Vec<Reading> {
    let spaced = key.contains('-').then(|| key.replace(" - ", " ").replace('-', " "));
    let words = spaced.as_deref().unwrap_or(key);
    let is_short = |word| abbreviation::full_word(word).is_some();
    let full = |word| abbreviation::full_word(word).unwrap_or(word);
    let in_full =
        words.split(' ').any(is_short).then(|| words.split(' ').map(full).collect::<Vec<_>>().join(" "));
    let abbreviated = words.strip_prefix("saint ").map(|rest| format!("st {rest}"));
    let forms = [
        (AsWritten, Some(key.to_owned())),
        (HyphensAsSpaces, spaced),
        (InFull, in_full),
        (Abbreviated, abbreviated),
    ];
    let forms = forms.into_iter().filter_map(|(kind, name)| Some(Reading { name: name?, kind }));
    forms.filter(|form| !form.name.is_empty()).collect()
}

fn spellings_of_key(key: &str) -> Vec<Reading> {
    let mut forms = forms_of(key);
    let written = forms.len();
    for at in 0..written {
        for key in single_letter_keys(&forms[at].name) {
            let hyphened = key.replace(' ', "-");
            for name in [key, hyphened] {
                if forms[written..].iter().all(|known| known.name != name) {
                    forms.push(Reading { name, kind: SingleLetter });
                }
            }
        }
    }
    forms
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(groups: impl Iterator<Item = Vec<Reading>>) -> Vec<(ReadingKind, String)> {
        groups.flatten().map(|reading| (reading.kind, reading.name)).collect()
    }

    fn forms(name: &str) -> Vec<String> {
        written_forms(name).into_iter().map(|form| form.name).collect()
    }

    #[test]
    fn names_are_tried_in_the_spellings_people_use() {
        assert_eq!(forms("St-Étienne"), ["st-etienne", "st etienne", "saint etienne"]);
        assert_eq!(forms("Saint Louis"), ["saint louis", "st louis"]);
        assert_eq!(forms("Castilla - La Mancha")[1], "castilla la mancha");
        assert_eq!(forms(" . "), Vec::<String>::new());
        assert_eq!(readings(" . ").count(), 0);
    }

    #[test]
    fn each_edit_is_named() {
        for (name, kind, read) in [
            ("मैसूर", WithVowels, name_key_with_vowels("मैसूर").unwrap().as_str()),
            ("Koenigsbronn", SingleLetter, "konigsbronn"),
            ("saint denis", SpacesAsHyphens, "saint-denis"),
            ("Piran/Pirano", OneOfTwo, "pirano"),
            ("Oslo kommune", WithoutKind, "oslo"),
            ("福州市", WithoutKind, "福州"),
            ("County Kerry", WithoutDivisionWord, "kerry"),
            ("Flughafen München", Airport, "munchen airport"),
        ] {
            assert!(shown(readings(name)).contains(&(kind, read.to_owned())), "{name}");
        }
        for (name, kind, read) in [
            ("Gbg", ShortForm, "goteborg"),
            ("St. John´s", Repaired, "St. John's"),
            ("St.Gallen", Repaired, "St. Gallen"),
            ("Pt St Lucie", PostalWords, "port st lucie"),
            ("Gorzów Wlkp.", CutShort, "gorzow w"),
            ("Unna (Ruhr)", Qualified, "Ruhr"),
            ("Dallas-Fort Worth", Twin, "Fort Worth"),
            ("Praha 4", WithoutDistrict, "Praha"),
            ("Ostrava-Poruba", WithoutPart, "Ostrava"),
            ("Isole di Brissago", PartOfName, "Brissago"),
        ] {
            assert!(shown(less_certain_readings(name)).contains(&(kind, read.to_owned())), "{name}");
        }
    }

    #[test]
    fn cheaper_edits_come_first() {
        for name in ["St. John´s - Flughafen Muenchen County", "Oslo kommune/Praha 4 (Ruhr)", "मैसूर नगरपालिका"]
        {
            let kinds =
                |groups: Vec<(ReadingKind, String)>| groups.into_iter().map(|(kind, _)| kind).collect();
            let certain: Vec<ReadingKind> = kinds(shown(readings(name)));
            let less: Vec<ReadingKind> = kinds(shown(less_certain_readings(name)));
            assert!([certain, less].concat().is_sorted(), "{name}");
        }
    }
}
