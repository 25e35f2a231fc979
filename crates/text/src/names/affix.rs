//! Words for what a place is in front of or behind its name: `Oslo kommune`, `County Kerry`, `목포시`, `Flughafen München`.
//!
//! The builder adds names without them to the gazetteer, and lookups drop them, both by `data/names/affixes.tsv`.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use super::{name_key, name_key_with_vowels};

/// Columns: kind; position (`front` and `back` with a space between, `start` and `end` without one, `any`); language; source; words.
const TABLE: &str = include_str!("../../data/names/affixes.tsv");

/// Words of the longest affix.
const MOST_WORDS: usize = 4;

/// Fewest letters of a name without its affix: `京` of `京都` is none.
const LETTERS: usize = 2;

/// Affixes beside a name in the genitive, and how it ends: `Stockholms kommun`, `Δήμος Θεσσαλονίκης`.
const BESIDE_A_GENITIVE: [(&str, char); 4] =
    [("kommun", 's'), ("kommune", 's'), ("stad", 's'), ("δημος", 'ς')];

/// What an affix says about the name beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AffixKind {
    /// A municipality, in addresses: `Comune di`.
    Municipality,
    /// A town, as part of its name in tables too, in scripts other than Latin ones: `市`.
    Town,
    /// An administrative area: `Provincia di`.
    Division,
    /// An airport.
    Airport,
    /// Beside the word for an airport, what people leave out or translate: `international`.
    BesideAirport,
}

#[derive(Default)]
struct Affixes {
    /// Affixes of each kind with a space between, as [`AffixKind::comparable`].
    front: [HashSet<String>; KINDS.len()],
    back: [HashSet<String>; KINDS.len()],
    /// Affixes without a space, longest first; those of airports are keys.
    start: Vec<(AffixKind, String)>,
    end: Vec<(AffixKind, String)>,
    any: HashMap<&'static str, AffixKind>,
}

static AFFIXES: LazyLock<Affixes> = LazyLock::new(|| {
    let mut affixes = Affixes::default();
    for ([kind, position, ..], word) in rows() {
        let Some((_, kind)) = KINDS.into_iter().find(|(name, _)| *name == kind) else { continue };
        match position {
            "front" => drop(affixes.front[kind as usize].insert(kind.comparable(word))),
            "back" => drop(affixes.back[kind as usize].insert(kind.comparable(word))),
            "start" => affixes.start.push((kind, word.to_owned())),
            "end" if kind == AffixKind::Airport => affixes.end.push((kind, name_key(word))),
            "end" => affixes.end.push((kind, word.to_owned())),
            _ => drop(affixes.any.insert(word, kind)),
        }
    }
    for unspaced in [&mut affixes.start, &mut affixes.end] {
        unspaced.sort_by_key(|(_, word)| std::cmp::Reverse(word.len()));
    }
    affixes
});

/// Kind, position, language and source of each word.
fn rows() -> impl Iterator<Item = ([&'static str; 4], &'static str)> {
    let rows = crate::tsv::rows(TABLE).skip(1);
    rows.flat_map(|[kind, position, language, source, words]| {
        words.split('|').map(move |word| ([kind, position, language, source], word))
    })
}

const KINDS: [(&str, AffixKind); 5] = [
    ("municipality", AffixKind::Municipality),
    ("town", AffixKind::Town),
    ("division", AffixKind::Division),
    ("airport", AffixKind::Airport),
    ("beside_airport", AffixKind::BesideAirport),
];

impl AffixKind {
    /// Whether a character parts an affix from the name. Only municipalities have hyphens there: `Ville-de-Namur`, but `Sub-District`.
    fn is_parted_by(self, letter: char) -> bool {
        letter.is_whitespace()
            || matches!(letter, '.' | ',' | '\'' | '’')
            || letter == '-' && self == AffixKind::Municipality
    }

    /// A name in small letters without accents, with a space between any words.
    fn comparable(self, name: &str) -> String {
        let spaced = name.replace(|letter| self.is_parted_by(letter), " ");
        name_key_with_vowels(&spaced).unwrap_or_else(|| name_key(&spaced))
    }
}

/// The name without the longest affix of a kind that leaves enough of it; none if it has no such affix.
///
/// ```
/// use milepost_text::names::{AffixKind, bare_name};
/// assert_eq!(bare_name("Provincia di Bolzano", AffixKind::Division), Some("Bolzano"));
/// ```
pub fn bare_name(name: &str, kind: AffixKind) -> Option<&str> {
    without_affix(name, kind).map(|(bare, _)| bare)
}

/// Keys of a name without the word for a municipality, the likeliest first; none if it has no such word.
pub fn bare_municipality(name: &str) -> Vec<String> {
    let Some((bare, affix)) = without_affix(name, AffixKind::Municipality) else { return Vec::new() };
    let bare = name_key(&bare.replace('.', ". "));
    let end = BESIDE_A_GENITIVE.iter().find(|(beside, _)| *beside == affix).map(|(_, end)| *end);
    let nominative = end.and_then(|end| bare.strip_suffix(end)).map(str::to_owned);
    let spaced = bare.contains('-').then(|| bare.replace('-', " "));
    std::iter::once(bare).chain(spaced).chain(nominative).collect()
}

/// Whether a key is the name of an airport.
pub fn is_airport(key: &str) -> bool {
    key.split(' ').any(|word| AFFIXES.any.get(word) == Some(&AffixKind::Airport))
        || unspaced(key, AffixKind::Airport).is_some()
}

/// The town by which an airport is called, both as keys: `munchen` of `flughafen munchen`. None if the text is not an airport.
pub fn airport_town(key: &str) -> Option<String> {
    if let Some(town) = unspaced(key, AffixKind::Airport) {
        return Some(town.to_owned());
    }
    let town =
        || key.split([' ', '-']).filter(|word| !AFFIXES.any.contains_key(word)).collect::<Vec<_>>().join(" ");
    is_airport(key).then(town).filter(|town| !town.is_empty())
}

/// A name without its affix, and the affix as [`AffixKind::comparable`].
fn without_affix(name: &str, kind: AffixKind) -> Option<(&str, &'static str)> {
    let is_parted = |letter: char| kind.is_parted_by(letter);
    let spaced = name.trim_matches(is_parted);
    let breaks = spaced.match_indices(is_parted).filter(|(at, _)| !spaced[..*at].ends_with(is_parted));
    let breaks: Vec<usize> = breaks.map(|(at, _)| at).collect();
    let key = if breaks.is_empty() { String::new() } else { kind.comparable(spaced) };
    let spaces: Vec<usize> = key.match_indices(' ').map(|(at, _)| at).collect();
    let (front, back) = (&AFFIXES.front[kind as usize], &AFFIXES.back[kind as usize]);
    // The key omits a word of marks alone, and `región de` is not a region named `de`.
    let is_named = breaks.len() == spaces.len() && !front.contains(&key);
    let words = if is_named { spaces.len() } else { 0 };
    // The longest affix first.
    let fronts = (0..words.min(MOST_WORDS)).rev().filter_map(|at| {
        let affix = front.get(&key[..spaces[at]])?;
        Some((spaced[breaks[at]..].trim_start_matches(is_parted), affix.as_str()))
    });
    let backs = (words.saturating_sub(MOST_WORDS)..words).filter_map(|at| {
        let affix = back.get(&key[spaces[at] + 1..])?;
        Some((spaced[..breaks[at]].trim_end(), affix.as_str()))
    });
    let found = fronts.chain(backs).find(|(bare, _)| has_letters(bare, LETTERS));
    found.or_else(|| Some((unspaced(name.trim(), kind)?, "")))
}

/// A name without an affix that has no space between.
fn unspaced(name: &str, kind: AffixKind) -> Option<&str> {
    if name.is_ascii() {
        return None;
    }
    let of_kind = |affixes: &'static [(AffixKind, String)]| affixes.iter().filter(move |(of, _)| *of == kind);
    let start = of_kind(&AFFIXES.start).filter_map(|(_, affix)| name.strip_prefix(affix.as_str()));
    let end = of_kind(&AFFIXES.end).filter_map(|(_, affix)| name.strip_suffix(affix.as_str()));
    let least = if kind == AffixKind::Airport { 1 } else { LETTERS };
    start.chain(end).map(str::trim).find(|bare| has_letters(bare, least))
}

fn has_letters(name: &str, least: usize) -> bool {
    name.chars().filter(|letter| letter.is_alphabetic()).take(least).count() == least
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_division_is_named_without_the_word_for_it() {
        for (written, bare) in [
            ("County Kerry", "Kerry"),
            ("Co. Cork", "Cork"),
            ("PROVINCIA DI BOLZANO", "BOLZANO"),
            ("Département de l’Ain", "Ain"),
            ("Departement de l Ain", "Ain"),
            ("Région du Centre", "Centre"),
            ("Kyoto Prefecture", "Kyoto"),
            ("Stockholms lan", "Stockholms"),
            ("Московская область", "Московская"),
            ("استان گیلان", "گیلان"),
            ("广东省", "广东"),
            ("경기도", "경기"),
            ("จังหวัดกระบี่", "กระบี่"),
            ("ကချင်ပြည်နယ်", "ကချင်"),
        ] {
            assert_eq!(bare_name(written, AffixKind::Division), Some(bare), "{written}");
        }
        for whole in ["Kerry", "Countyville", "County", "京都", "New State Line", "Sub-District", "Región de"]
        {
            assert_eq!(bare_name(whole, AffixKind::Division), None, "{whole}");
        }
    }

    /// The gazetteer has `ရန်ကုန်` and `សៀមរាប` with the word for a town.
    #[test]
    fn a_town_is_named_without_the_word_for_it() {
        for (written, bare) in [
            ("ရန်ကုန်မြို့", "ရန်ကုန်"),
            ("ក្រុងសៀមរាប", "សៀមរាប"),
            ("목포시", "목포"),
            ("울산광역시", "울산"),
            ("福州市", "福州"),
            ("ጎንደር ከተማ", "ጎንደር"),
        ] {
            assert_eq!(bare_name(written, AffixKind::Town), Some(bare), "{written}");
        }
        for whole in ["대구", "Reno", "四市", "กรุงเทพ"] {
            assert_eq!(bare_name(whole, AffixKind::Town), None, "{whole}");
        }
    }

    #[test]
    fn a_municipality_is_named_without_the_word_for_it() {
        for (written, keys) in [
            ("town of amherst", &["amherst"][..]),
            ("cranberry township", &["cranberry"]),
            ("Cranberry Twp.", &["cranberry"]),
            ("г. Химки", &["химки"]),
            ("TP. Huế", &["hue"]),
            ("Kota Kediri", &["kediri"]),
            ("м.Львів", &["львів"]),
            ("Comune di Milano", &["milano"]),
            ("Ville-de-Saint-Denis", &["saint-denis", "saint denis"]),
            ("Commune d'Ixelles", &["ixelles"]),
            ("Freie und Hansestadt Hamburg", &["hamburg"]),
            ("Große Kreisstadt Pirna", &["pirna"]),
            ("Oslo kommune", &["oslo"]),
            ("Szeged Megyei Jogú Város", &["szeged"]),
            ("Stockholms kommun", &["stockholms", "stockholm"]),
            ("Aarhus Kommune", &["aarhus", "aarhu"]),
            ("Δήμος Θεσσαλονίκης", &["θεσσαλονικης", "θεσσαλονικη"]),
            ("Kansas City", &["kansas"]),
            ("township", &[]),
            ("kansas", &[]),
        ] {
            assert_eq!(bare_municipality(written), keys, "{written}");
        }
    }

    #[test]
    fn an_airport_is_called_by_its_town_in_any_language() {
        let town = |name| airport_town(&name_key(name));
        assert_eq!(town("Flughafen München").as_deref(), Some("munchen"));
        assert_eq!(town("Aeropuerto de Málaga").as_deref(), Some("malaga"));
        assert_eq!(town("O'Hare International Airport").as_deref(), Some("ohare"));
        assert_eq!(town("Aéroport de Lyon-Saint-Exupéry").as_deref(), Some("lyon saint exupery"));
        assert_eq!(town("Международный аэропорт Шереметьево"), Some(name_key("Шереметьево")));
        assert_eq!(town("成田国際空港"), Some(name_key("成田")));
        assert_eq!(town("인천국제공항"), Some(name_key("인천")));
        assert_eq!(town("مطار دبي الدولي"), Some(name_key("دبي")));
        assert_eq!(town("International Airport"), None);
        assert_eq!(town("Airportville"), None);
    }

    #[test]
    fn every_row_has_a_kind_a_position_a_language_a_source_and_words() {
        let mut known = HashSet::new();
        for ([kind, position, language, source], word) in rows() {
            assert!(KINDS.iter().any(|(name, _)| *name == kind) && !language.is_empty(), "{word}");
            assert!(
                ["front", "back", "start", "end", "any"].contains(&position) && !source.is_empty(),
                "{word}"
            );
            assert_eq!(word, word.to_lowercase());
            assert!(
                known.insert((kind, position, name_key(&word.replace(['.', '\''], " ")))),
                "{word} is there twice"
            );
            assert!(position != "any" || word == name_key(word), "{word} is not a key");
            assert!((1..=MOST_WORDS).contains(&word.split([' ', '\'']).count()), "{word}");
        }
    }
}
