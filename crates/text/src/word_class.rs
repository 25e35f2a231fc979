//! What a word can be according to the tables: street type, directional, unit designator, state ...
//!
//! The model learns frequent words by itself; the classes tell it about the rare spellings, and the label rules
//! of the training corpus split streets by them. Tables: `data/*.tsv`, a canonical form and its variants a line.

use std::collections::HashMap;
use std::sync::LazyLock;

use strum::VariantArray;

use crate::tsv::{lines, rows};

/// A class a word can belong to; a word may have several. In the order of their feature ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, VariantArray)]
#[repr(u8)]
pub enum WordClass {
    /// `Street`, `Ave` (type after the name).
    UsStreetType,
    /// `N`, `Southwest`.
    UsDirectional,
    /// `Apt`, `Suite`.
    UsUnit,
    /// A state's code or one-word name.
    UsState,
    /// The first word of a road whose type comes first: `County`, `Highway`.
    UsNumberedRoad,
    /// `Rue`, `Chemin` (type before the name).
    FrStreetType,
    /// `Bât`, `Escalier`.
    FrUnit,
    /// `de`, `du`, `des`, `la`.
    FrParticle,
    /// `bis`, `ter`, `quater`.
    FrRepeat,
    /// `Box`, `BP`, `TSA`.
    PoBox,
    /// `CEDEX`.
    Cedex,
    /// A one-word country.
    Country,
}

/// A set of [`WordClass`]es.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WordClasses(u16);

impl WordClasses {
    /// Whether the set holds `class`.
    pub fn has(self, class: WordClass) -> bool {
        self.0 & (1 << class as u8) != 0
    }

    /// The classes of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = WordClass> {
        WordClass::VARIANTS.iter().copied().filter(move |&class| self.has(class))
    }

    fn insert(&mut self, class: WordClass) {
        self.0 |= 1 << class as u8;
    }
}

/// Classes of a word in its [plain form](plain).
pub fn classes_of(plain_word: &str) -> WordClasses {
    CLASSES.get(plain_word).copied().unwrap_or_default()
}

/// The form in which words are looked up: folded, dots and invisible characters removed.
pub fn plain(word: &str) -> String {
    let mut plain = crate::fold(word);
    plain.retain(|character| character != '.' && !crate::fold::is_invisible(character));
    plain
}

/// Lines of a table: the canonical form and its variants, comments and blank lines left out. Fields are
/// separated by tabs, one-word variants within the second field by spaces where `spaced` says so.
fn entries(table: &'static str, spaced: bool) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    lines(table).map(move |line| {
        let mut fields = line.split('\t');
        let canonical = fields.next().unwrap_or_default();
        let variants = if spaced {
            fields.flat_map(str::split_whitespace).collect()
        } else {
            fields.filter(|field| !field.is_empty()).collect()
        };
        (canonical, variants)
    })
}

/// US street types: full word and its abbreviations (USPS Publication 28, C1).
pub fn us_street_types() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/us_street_types.tsv"), true)
}

/// US directionals: full word and its abbreviations.
pub fn us_directionals() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/us_directionals.tsv"), true)
}

/// US unit designators: full word and its abbreviations (USPS Publication 28, C2).
pub fn us_units() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/us_units.tsv"), true)
}

/// First words of US roads whose type comes first: full word and its abbreviations.
pub fn us_numbered_roads() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/us_numbered_roads.tsv"), true)
}

/// US states and territories: code, then name and older abbreviations.
pub fn us_states() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/us_states.tsv"), false)
}

/// French street types, several words long for some, and their abbreviations.
pub fn fr_street_types() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/fr_street_types.tsv"), true)
}

/// Countries: ISO 3166-1 alpha-2 code, then spellings.
pub fn countries() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/countries.tsv"), false)
}

/// Further names of countries: ISO 3166-1 alpha-2 code, then names beyond those of [`countries`].
pub fn country_names() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/country_names.tsv"), false)
}

/// French unit designators: full word and its abbreviations.
pub fn fr_units() -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    entries(include_str!("../data/fr_units.tsv"), true)
}

/// Words for a part of a building, or for a box, in front of its identifier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnitDesignator {
    /// A language, or a country in capitals.
    pub scope: &'static str,
    /// `building`, `entrance`, `staircase`, `floor`, `level` (a named floor), `unit`, `side`, `box`, or `label` (what only announces an identifier).
    pub class: &'static str,
    /// What a key has for all of its forms.
    pub designator: &'static str,
    /// One spelling, folded.
    pub form: &'static str,
}

/// Unit designators, those written by hand first; the first row of a form counts.
pub fn unit_designators() -> impl Iterator<Item = UnitDesignator> {
    let written = rows(include_str!("../data/unit_designators.tsv"));
    let written = written.flat_map(|[scope, class, designator, forms]| {
        forms.split('|').map(move |form| UnitDesignator { scope, class, designator, form })
    });
    let listed = rows(include_str!("../data/street/unit_words.tsv"))
        .map(|[scope, designator, form, class]| UnitDesignator { scope, class, designator, form });
    let of_table = |scope, table: Vec<(&'static str, Vec<&'static str>)>| {
        table.into_iter().flat_map(move |(designator, variants)| {
            let forms = std::iter::once(designator).chain(variants).filter(|form| form.len() > 1);
            forms.map(move |form| UnitDesignator { scope, class: "unit", designator, form })
        })
    };
    let tables = of_table("en", us_units().collect()).chain(of_table("fr", fr_units().collect()));
    written.chain(tables).chain(listed)
}

/// How a country writes a house and a unit in one number: country, the sign between them, and whether the unit comes first.
pub fn number_orders() -> &'static [(&'static str, &'static str, bool)] {
    static ORDERS: LazyLock<Vec<(&str, &str, bool)>> = LazyLock::new(|| {
        let rows = rows(include_str!("../data/number_orders.tsv"));
        rows.map(|[country, sign, first]| (country, sign, first == "unit")).collect()
    });
    &ORDERS
}

/// Letters in front of a postcode that name its country: country and prefix.
pub fn postcode_prefixes() -> &'static [(&'static str, &'static str)] {
    static PREFIXES: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
        let rows = rows(include_str!("../data/postcode_prefixes.tsv"));
        rows.flat_map(|[country, prefixes]| prefixes.split(' ').map(move |prefix| (country, prefix)))
            .collect()
    });
    &PREFIXES
}

/// Two letters that stand for one with a mark in a country, with that letter without it: `oe` and `o` for `ö`.
pub fn digraphs(country: &str) -> &'static [(&'static str, &'static str)] {
    static DIGRAPHS: LazyLock<HashMap<&str, Vec<(&str, &str)>>> = LazyLock::new(|| {
        let pairs_of = |pairs: &'static str| {
            let mut words = pairs.split(' ');
            std::iter::from_fn(move || Some((words.next()?, words.next()?))).collect()
        };
        rows(include_str!("../data/digraphs.tsv"))
            .map(|[country, pairs]| (country, pairs_of(pairs)))
            .collect()
    });
    DIGRAPHS.get(country).map_or(&[], Vec::as_slice)
}

/// First-level divisions that addresses abbreviate, except those of the United States: ISO 3166-1 alpha-2 code of the country, name, code
/// and other spellings.
pub fn regions() -> impl Iterator<Item = (&'static str, &'static str, Vec<&'static str>)> {
    entries(include_str!("../data/regions.tsv"), false).map(|(country, mut names)| {
        let name = if names.is_empty() { "" } else { names.remove(0) };
        (country, name, names)
    })
}

/// Words in front of names, and titles inside them, of a language (`en`, `fr`): the full word as typed, the
/// abbreviations that mean nothing else, and those other words share.
pub fn titles(
    language: &'static str,
) -> impl Iterator<Item = (&'static str, Vec<&'static str>, Vec<&'static str>)> {
    rows(include_str!("../data/titles.tsv")).filter(move |[of, _, _, _]| *of == language).map(
        |[_, full, clear, shared]| {
            (full, clear.split_whitespace().collect(), shared.split_whitespace().collect())
        },
    )
}

/// Street types of the remaining languages (`de`, `es`, `it`, `nl`, `pl`, `pt`): full word and its abbreviations, folded.
pub fn other_street_types(language: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    rows(include_str!("../data/street_types_other.tsv"))
        .filter(move |[of, _, _]| *of == language)
        .map(|[_, full, variants]| (full, variants.split_whitespace().collect()))
}

/// A folded word of the tables as its language writes it: `allee` is `allée`.
pub fn written_form(language: &'static str, folded: &'static str) -> &'static str {
    rows(include_str!("../data/written_forms.tsv"))
        .find_map(|[of, known, written]| ((of, known) == (language, folded)).then_some(written))
        .unwrap_or(folded)
}

/// Words that identify a language: those that only it has, and those it shares.
pub fn language_words(language: &'static str) -> (Vec<&'static str>, Vec<&'static str>) {
    let mut rows = rows(include_str!("../data/language_words.tsv"));
    let [_, alone, shared] = rows.find(|[of, _, _]| *of == language).unwrap_or_default();
    (alone.split_whitespace().collect(), shared.split_whitespace().collect())
}

/// Languages the streets of a country (ISO 3166-1 alpha-2, lower case) are written in, the commonest first.
pub fn country_languages(country: &str) -> &'static [&'static str] {
    static LANGUAGES: LazyLock<HashMap<&'static str, Vec<&'static str>>> =
        LazyLock::new(|| entries(include_str!("../data/country_languages.tsv"), true).collect());
    LANGUAGES.get(country).map_or(&[], Vec::as_slice)
}

static CLASSES: LazyLock<HashMap<&'static str, WordClasses>> = LazyLock::new(|| {
    let mut classes: HashMap<&'static str, WordClasses> = HashMap::new();
    let mut add = |class: WordClass, words: &mut dyn Iterator<Item = &'static str>| {
        for word in words.filter(|word| !word.is_empty() && !word.contains(' ')) {
            classes.entry(word).or_default().insert(class);
        }
    };
    fn all(
        table: impl Iterator<Item = (&'static str, Vec<&'static str>)>,
    ) -> impl Iterator<Item = &'static str> {
        table.flat_map(|(canonical, variants)| std::iter::once(canonical).chain(variants))
    }
    add(WordClass::UsStreetType, &mut all(us_street_types()));
    add(WordClass::UsDirectional, &mut all(us_directionals()));
    add(WordClass::UsUnit, &mut all(us_units()));
    add(WordClass::UsState, &mut all(us_states()));
    add(WordClass::UsNumberedRoad, &mut all(us_numbered_roads()));
    add(WordClass::FrStreetType, &mut all(fr_street_types()));
    add(WordClass::FrUnit, &mut all(fr_units()));
    add(WordClass::FrParticle, &mut "de du des d la le les l et a au aux en sur sous".split(' '));
    add(WordClass::FrRepeat, &mut "bis ter quater quinquies b t q".split(' '));
    add(WordClass::PoBox, &mut "po pob box bp cs tsa pmb rr hc psc cmr".split(' '));
    add(WordClass::Cedex, &mut ["cedex", "cdx"].into_iter());
    add(WordClass::Country, &mut all(countries()));
    classes
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_find_their_class() {
        assert!(classes_of(&plain("Blvd.")).has(WordClass::UsStreetType));
        assert!(classes_of(&plain("N.W.")).has(WordClass::UsDirectional));
        assert!(classes_of(&plain("Allée")).has(WordClass::FrStreetType));
        assert!(classes_of(&plain("Bât.")).has(WordClass::FrUnit));
        assert_eq!(classes_of("zebra"), WordClasses::default());
    }

    #[test]
    fn tables_are_folded() {
        for table in [
            us_street_types().collect::<Vec<_>>(),
            us_states().collect(),
            fr_street_types().collect(),
            countries().collect(),
        ] {
            for word in
                table.iter().flat_map(|(canonical, variants)| std::iter::once(canonical).chain(variants))
            {
                assert_eq!(&crate::fold(word), word);
            }
        }
    }
}
