//! The key that two spellings of one address share: lower case, abbreviations expanded, punctuation gone, fields in a fixed order parted by
//! `|`. It is the same in every release of one version; `docs/canonical-key.md` describes it, with test vectors.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use milepost_address::Tag;
use milepost_text::canonical_street;
use milepost_text::names::{AffixKind, bare_name};
use milepost_text::word_class::{self, country_languages, digraphs, postcode_prefixes};
use unicode_normalization::UnicodeNormalization;

use crate::Components;
use crate::identifiers::Designators;
use crate::tables::SPELLINGS;
use crate::words::words;

/// Version of the algorithm, and the number in the first field of a key. A change of any key is a new one.
pub const CANONICAL_KEY_VERSION: u32 = 2;

/// The first field of every key.
const VERSION_FIELD: &str = "mp2";

/// Tags that together are a street.
const STREET: [Tag; 4] = [Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::Street, Tag::StreetSuffix];

/// The fields of a key by what they identify, each without repetitions. [`canonical_key`] joins them, and a comparison takes them one by one.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct KeyFields {
    /// A post office box: `po box 42`.
    pub po_box: Vec<String>,
    /// House numbers.
    pub house_number: Vec<String>,
    /// The name of a building or a business, where neither a number nor a box identifies the address.
    pub venue: Vec<String>,
    /// Streets, the streets of a crossing as well.
    pub street: Vec<String>,
    /// Units, each with its designator, in order: `building 5`, `floor 3`, `apartment 4b`. A key has them in one field.
    pub unit: Vec<String>,
    /// Parts of the locality.
    pub dependent_locality: Vec<String>,
    /// Localities.
    pub locality: Vec<String>,
    /// Counties.
    pub subregion: Vec<String>,
    /// First-level divisions.
    pub region: Vec<String>,
    /// Postcodes in one word.
    pub postcode: Vec<String>,
    /// ISO 3166-1 alpha-2 code in lower case, or the words of an unknown name.
    pub country: Vec<String>,
}

impl KeyFields {
    /// The fields of `components` by the rules of `country` (ISO 3166-1 alpha-2, any case). An address without a country of its own has
    /// `country`.
    pub fn of(components: &Components<'_>, country: &str) -> KeyFields {
        let code = words(country).concat();
        let languages = if code.is_empty() { &["en"] } else { country_languages(&code) };
        let designators = Designators::of(&code);
        let texts = |tag: Tag| components.texts(tag);
        let plain = |tag: Tag| distinct(texts(tag).iter().map(|text| words(text).join(" ")));
        let folded = |text: String| with_single_letters(text, &code);

        let mut unit_texts: Vec<String> = texts(Tag::Unit).iter().map(|text| text.to_string()).collect();
        let house_number = house_numbers(&texts(Tag::HouseNumber), &designators, &mut unit_texts);
        let po_box =
            distinct(texts(Tag::PoBox).iter().map(|text| stable(text, |text| designators.po_box(text))));
        let identified = !house_number.is_empty() || !po_box.is_empty();
        let crossing = [Tag::IntersectionA, Tag::IntersectionB].map(texts);
        let streets = streets(components).into_iter().map(Cow::Owned).chain(crossing.into_iter().flatten());
        let street = distinct(streets.map(|text| stable(&text, |text| folded(street_in_full(text, &code)))));
        let unit = stable(&unit_texts.join(", "), |_| designators.units(&unit_texts));
        let unit = stable(&unit, |unit| designators.units(&[unit]));
        let postcodes = distinct(texts(Tag::Postcode).iter().map(|text| postcode(text, &code, identified)));
        let is_french = code == "fr" && !postcodes.is_empty();
        let place = |tag: Tag| {
            let in_full = |name: &str| {
                let name = words(bare(name, AffixKind::Municipality, &code));
                folded(place_in_full(
                    if is_french { without_arrondissement(&name) } else { &name },
                    languages,
                ))
            };
            distinct(texts(tag).iter().map(|text| stable(text, in_full)))
        };
        let division = |tag: Tag| {
            let in_full = |name: &str| region_in_full(&words(bare(name, AffixKind::Division, &code)), &code);
            distinct(texts(tag).iter().map(|text| stable(text, in_full)))
        };
        let mut fields = KeyFields {
            po_box,
            house_number,
            venue: if identified { Vec::new() } else { plain(Tag::Venue) },
            street,
            unit: designators.unit_parts(&[unit]),
            dependent_locality: place(Tag::DependentLocality),
            locality: place(Tag::Locality),
            subregion: division(Tag::Subregion),
            region: division(Tag::Region),
            postcode: postcodes,
            country: distinct(texts(Tag::Country).iter().map(|text| country_of(&words(text)))),
        };
        if fields.country.is_empty() && !fields.is_empty() && !code.is_empty() {
            fields.country.push(code);
        }
        fields
    }

    /// Whether nothing locates the address.
    pub fn is_empty(&self) -> bool {
        self.in_order().next().is_none()
    }

    fn in_order(&self) -> impl Iterator<Item = Cow<'_, str>> {
        let front = [&self.po_box, &self.house_number, &self.venue, &self.street];
        let back = [
            &self.dependent_locality,
            &self.locality,
            &self.subregion,
            &self.region,
            &self.postcode,
            &self.country,
        ];
        let unit = (!self.unit.is_empty()).then(|| Cow::Owned(self.unit.join(" ")));
        let front = front.into_iter().flatten().map(|text| Cow::Borrowed(text.as_str()));
        front.chain(unit).chain(back.into_iter().flatten().map(|text| Cow::Borrowed(text.as_str())))
    }

    /// The fields joined, behind the version; empty if nothing locates the address.
    pub fn key(&self) -> String {
        if self.is_empty() {
            return String::new();
        }
        std::iter::once(VERSION_FIELD.into()).chain(self.in_order()).collect::<Vec<_>>().join("|")
    }
}

/// The key of `components` by the rules of `country` (ISO 3166-1 alpha-2, any case); empty without a component that locates the address.
/// Attention and CEDEX name a person and a sorting office, and are left out; a venue counts if there is neither a house number nor a box.
pub fn canonical_key(components: &Components<'_>, country: &str) -> String {
    KeyFields::of(components, country).key()
}

/// Values in order, without blank ones and repetitions.
fn distinct(values: impl Iterator<Item = String>) -> Vec<String> {
    let mut values: Vec<String> = values.map(composed).filter(|value| !value.is_empty()).collect();
    values.sort();
    values.dedup();
    values
}

/// Rounds after which a text counts as one that a rule does not settle.
const ROUNDS: usize = 6;

/// The text to which `rule` leads and which it leaves as it is, so that the key of a key is that key; the plain words of a text that it
/// does not settle.
fn stable(text: &str, rule: impl Fn(&str) -> String) -> String {
    let mut current = composed(rule(text));
    for _ in 0..ROUNDS {
        let next = composed(rule(&current));
        if next == current {
            return current;
        }
        current = next;
    }
    words(text).join(" ")
}

/// Words are composed one by one, and letters can meet where words are joined.
fn composed(key: String) -> String {
    if key.is_ascii() { key } else { key.nfc().collect() }
}

/// House numbers without the units that are written with them, which are added to `unit_texts`.
fn house_numbers(
    texts: &[Cow<'_, str>],
    designators: &Designators,
    unit_texts: &mut Vec<String>,
) -> Vec<String> {
    let has_unit = !unit_texts.is_empty();
    distinct(texts.iter().map(|text| {
        let mut number = text.to_string();
        for _ in 0..ROUNDS {
            let (house, unit) = designators.house_number(&number, has_unit);
            unit_texts.extend(unit);
            let house = composed(house);
            if house == number {
                break;
            }
            number = house;
        }
        number
    }))
}

/// The texts of streets: the first parts of each tag together, the second ones, and so on.
fn streets(components: &Components<'_>) -> Vec<String> {
    let parts = STREET.map(|tag| components.texts(tag));
    let count = parts.iter().map(Vec::len).max().unwrap_or(0);
    let nth = |at: usize| {
        parts.iter().filter_map(|texts| texts.get(at)).map(Cow::as_ref).collect::<Vec<_>>().join(" ")
    };
    (0..count).map(nth).collect()
}

fn street_in_full(text: &str, country: &str) -> String {
    canonical_street(&initials_joined(text), country)
        .iter()
        .flat_map(|word| words(word))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Initials without the dots between them: `N.W.` is `NW.`.
fn initials_joined(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_word =
        |at: Option<usize>| at.and_then(|at| letters.get(at)).is_some_and(|letter| letter.is_alphanumeric());
    let is_initial =
        |at: usize| letters[at].is_alphabetic() && !is_word(at.checked_sub(1)) && !is_word(Some(at + 1));
    let is_between = |at: usize| {
        letters[at] == '.' && at > 0 && at + 1 < letters.len() && is_initial(at - 1) && is_initial(at + 1)
    };
    (0..letters.len()).filter(|&at| !is_between(at)).map(|at| letters[at]).collect()
}

/// One letter for two where a country writes two for one with a mark: `mueller` is `muller`, as `müller` without its mark is. Two letters
/// behind a vowel are two: `bauer`.
fn with_single_letters(text: String, country: &str) -> String {
    digraphs(country).iter().fold(text, |text, (two, one)| {
        let mut single = String::with_capacity(text.len());
        let mut rest = text.as_str();
        while let Some(at) = rest.find(two) {
            let before = rest[..at].chars().next_back().or_else(|| single.chars().next_back());
            let is_pair =
                !before.is_some_and(|before| matches!(before, 'a' | 'e' | 'i' | 'o' | 'u' | 'y' | 'q'));
            single.push_str(&rest[..at]);
            single.push_str(if is_pair { one } else { two });
            rest = &rest[at + two.len()..];
        }
        single + rest
    })
}

/// A name without the word for what it is in front of it or behind it. Countries that write English have towns with such words in their
/// names: `Kansas City`.
fn bare<'a>(name: &'a str, kind: AffixKind, country: &str) -> &'a str {
    let is_english = country.is_empty() || country_languages(country).first() == Some(&"en");
    if is_english && kind == AffixKind::Municipality { name } else { bare_name(name, kind).unwrap_or(name) }
}

/// Digits of a ZIP, without those of ZIP+4.
const ZIP: usize = 5;

/// A postcode in one word, without letters for its country (`CH-8001`); a ZIP+4 without its last four digits where a house number or a box
/// identifies the address.
fn postcode(text: &str, country: &str, is_identified: bool) -> String {
    let code = composed(words(text).concat());
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let prefixes = postcode_prefixes().iter().filter(|(of, _)| *of == country);
    let digits = prefixes.filter_map(|(_, prefix)| code.strip_prefix(prefix)).find(|rest| is_digits(rest));
    if let Some(digits) = digits {
        return digits.to_owned();
    }
    let is_zip_4 = country == "us" && is_identified && code.len() == ZIP + 4 && is_digits(&code);
    if is_zip_4 { code[..ZIP].to_owned() } else { code }
}

/// The code of a country (ISO 3166-1 alpha-2, lower case) that a text names by its name or its code; none when it names none that is known.
pub fn country_code(name: &str) -> Option<String> {
    static CODES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        word_class::countries().chain(word_class::country_names()).map(|(code, _)| code).collect()
    });
    Some(country_of(&words(name))).filter(|code| CODES.contains(code.as_str()))
}

/// `St Louis` and `Ft Worth`; behind the first word only a saint is abbreviated (`Port St Lucie`).
fn place_in_full(name: &[String], languages: &[&str]) -> String {
    let Some((last, others)) = name.split_last() else {
        return String::new();
    };
    let mut full: Vec<&str> = Vec::with_capacity(name.len());
    for (index, word) in others.iter().enumerate() {
        let mut titles =
            languages.iter().filter_map(|language| SPELLINGS.titles.get(language)?.get(word.as_str()));
        let title = titles.find(|title| is_of_a_place(title));
        full.push(title.filter(|title| index == 0 || title.starts_with("sa")).unwrap_or(word));
    }
    full.push(last);
    full.join(" ")
}

/// Titles of places are only saints, mounts and forts: a Doctor is not a place.
fn is_of_a_place(title: &str) -> bool {
    matches!(title, "saint" | "sainte" | "saints" | "sankt" | "mount" | "fort" | "santa" | "santo")
}

/// `Paris 15e Arrondissement` and `Nantes CEDEX 1` without what the postcode says already, and what the templates of France leave out.
fn without_arrondissement(name: &[String]) -> &[String] {
    let end = name.iter().position(|word| word == "cedex").unwrap_or(name.len());
    let is_left_out = |word: &str| matches!(word, "arrondissement" | "arrt") || is_french_ordinal(word);
    let kept = name[..end].iter().rposition(|word| !is_left_out(word)).map_or(0, |last| last + 1);
    &name[..kept]
}

/// One or two digits, alone or as an ordinal: `15e`, `1er`.
fn is_french_ordinal(word: &str) -> bool {
    let ending = word.trim_start_matches(|letter: char| letter.is_ascii_digit());
    matches!(word.len() - ending.len(), 1 | 2) && matches!(ending, "" | "e" | "er" | "re" | "ere" | "eme")
}

/// Without a country, a code counts as a state of the United States.
fn region_in_full(name: &[String], country: &str) -> String {
    let text = name.join(" ");
    let regions = SPELLINGS.regions.get(if country.is_empty() { "us" } else { country });
    regions
        .and_then(|regions| regions.get(text.as_str()))
        .map_or_else(|| text.clone(), |full| (*full).to_owned())
}

fn country_of(name: &[String]) -> String {
    let text = name.join(" ");
    let countries = &SPELLINGS.countries;
    let code = countries.get(text.as_str()).or_else(|| countries.get(name.concat().as_str()));
    code.map_or_else(|| text.clone(), |code| (*code).to_owned())
}
