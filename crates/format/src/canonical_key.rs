//! The key that two spellings of one address share: lower case, abbreviations expanded, punctuation gone, fields in a fixed order parted by
//! `|`. It is the same in every release of one version; `docs/canonical-key.md` describes it, with test vectors.

use milepost_address::Tag;
use milepost_text::word_class::{self, country_languages};
use unicode_normalization::UnicodeNormalization;

use crate::Components;
use crate::identifiers::{house_number, po_box, unit};
use crate::street_key::street_parts;
use crate::tables::tables;
use crate::words::words;

/// Version of the algorithm. A change of any key is a new one.
pub const CANONICAL_KEY_VERSION: u32 = 1;

/// Tags that together are a street.
const STREET: [Tag; 4] = [Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::Street, Tag::StreetSuffix];

/// The key of `components` by the rules of `country` (ISO 3166-1 alpha-2, any case); empty without a component that locates the address.
/// Venue and
/// attention name a person or a business, not the address, and are no part of it.
pub fn canonical_key(components: &Components<'_>, country: &str) -> String {
    let code = words(country).concat();
    let languages = if code.is_empty() { &["en"] } else { country_languages(&code) };
    let of = |tag: Tag| words(&components.text(tag));
    let street = street_parts(&STREET.into_iter().flat_map(of).collect::<Vec<_>>(), languages);
    let crossing = |tag: Tag| {
        let street = street_parts(&of(tag), languages);
        [street.before, street.name, street.after].concat().join(" ")
    };
    let postcode = of(Tag::Postcode).concat();
    let is_french = code == "fr" && !postcode.is_empty();
    let place = |tag: Tag| {
        let name = of(tag);
        place_in_full(if is_french { without_arrondissement(&name) } else { &name }, languages)
    };
    let fields = [
        po_box(&of(Tag::PoBox)),
        house_number(&of(Tag::HouseNumber)),
        street.before.join(" "),
        street.name.join(" "),
        street.after.join(" "),
        crossing(Tag::IntersectionA),
        crossing(Tag::IntersectionB),
        unit(&of(Tag::Unit), languages),
        place(Tag::DependentLocality),
        place(Tag::Locality),
        place(Tag::Subregion),
        region_in_full(&of(Tag::Region), &code),
        postcode,
        country_of(&of(Tag::Country)),
    ];
    let given: Vec<String> = fields.into_iter().filter(|field| !field.is_empty()).collect();
    composed(given.join("|"))
}

/// Words are composed one by one, and letters can meet where words are joined.
fn composed(key: String) -> String {
    if key.is_ascii() { key } else { key.nfc().collect() }
}

/// The code of a country (ISO 3166-1 alpha-2, lower case) that a text names by its name or its code; none when it names none that is known.
pub fn country_code(name: &str) -> Option<String> {
    let code = country_of(&words(name));
    word_class::countries().chain(word_class::country_names()).any(|(known, _)| known == code).then_some(code)
}

/// `St Louis` and `Ft Worth`; behind the first word only a saint is abbreviated (`Port St Lucie`).
fn place_in_full(name: &[String], languages: &[&str]) -> String {
    let Some((last, others)) = name.split_last() else {
        return String::new();
    };
    let mut full: Vec<&str> = Vec::with_capacity(name.len());
    for (index, word) in others.iter().enumerate() {
        let titles = languages.iter().filter_map(|language| tables().titles.get(language)?.get(word));
        let mut titles = titles;
        let title = titles.find(|title| is_of_a_place(title));
        full.push(title.filter(|title| index == 0 || title.starts_with("sa")).unwrap_or(word));
    }
    full.push(last);
    full.join(" ")
}

/// Titles of places are only saints, mounts and forts: a Doctor is no place.
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

/// Without a country a code is taken for one of a state of the United States.
fn region_in_full(name: &[String], country: &str) -> String {
    let text = name.join(" ");
    let regions = tables().regions.get(if country.is_empty() { "us" } else { country });
    regions.and_then(|regions| regions.get(&text)).map(str::to_owned).unwrap_or(text)
}

fn country_of(name: &[String]) -> String {
    let text = name.join(" ");
    let countries = &tables().countries;
    let code = countries.get(&text).or_else(|| countries.get(&name.concat()));
    code.map(str::to_owned).unwrap_or(text)
}
