//! What holds for the keys of any components.

use milepost_address::Tag;
use milepost_format::{Components, canonical_key};
use proptest::prelude::*;
use proptest::sample::select;
use unicode_normalization::UnicodeNormalization;

fn key(parts: &[(Tag, &str)], country: &str) -> String {
    canonical_key(&parts.iter().copied().collect(), country)
}

const FIELDS: &[Tag] = &[
    Tag::PoBox,
    Tag::HouseNumber,
    Tag::StreetPrefix,
    Tag::Street,
    Tag::StreetSuffix,
    Tag::IntersectionA,
    Tag::Unit,
    Tag::DependentLocality,
    Tag::Locality,
    Tag::Region,
    Tag::Postcode,
    Tag::Country,
];

/// Parts that identify an address.
const IDENTITY: &[Tag] = &[Tag::PoBox, Tag::HouseNumber, Tag::Street, Tag::Unit, Tag::Venue, Tag::Postcode];

const UNITS: &[&str] = &["Apt 4B", "Bldg 2", "Floor 3", "#12", "Suite 310", "Tower A", "Ground Floor"];

/// One of each list of languages of `country_languages.tsv`, one without any, and none.
const COUNTRIES: &[&str] = &[
    "us", "FR", "de", "nl", "es", "it", "br", "pl", "be", "ca", "ch", "lu", "JP", "ru", "tr", "hk", "se", "",
];

const WORDS: &str = "N S NW no North St St. Ste Saint Ave Bd Boul Rue rue r Str. Hauptstr Pl Pza ul. Hwy Highway Route 12 5 1/2 ½ Fifth \
    Twenty second D B bis 12bis 4-B Apt apt4b # Bât. C Box PO P.O. BP BP30 apartado Gal Dr Mt Ft nd NV Nevada QC USA Paris 8e \
    arrondissement CEDEX İ ß ﬁ が 각 й é 東京 القاهرة ١٢ o'Neil d’Eau ΟΔΟΣ";

fn word() -> impl Strategy<Value = String> {
    let known: Vec<String> = WORDS.split_whitespace().map(str::to_owned).collect();
    prop_oneof![4 => select(known), 1 => "\\PC{0,6}", 1 => proptest::collection::vec(any::<char>(), 0..4)
        .prop_map(|letters| letters.into_iter().collect())]
}

fn text() -> impl Strategy<Value = String> {
    proptest::collection::vec(word(), 0..6).prop_map(|words| words.join(" "))
}

fn plain_text() -> impl Strategy<Value = String> {
    let plain = |word: &&str| word.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let known: Vec<&str> = WORDS.split_whitespace().filter(plain).collect();
    proptest::collection::vec(select(known), 1..6).prop_map(|words| words.join(" "))
}

/// Whether a field is a unit and not a number: one with a designator. In a number only digits have a space between.
fn is_unit(field: &str) -> bool {
    field.split_once(' ').is_some_and(|(front, _)| !front.ends_with(|last: char| last.is_ascii_digit()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn the_key_of_the_fields_of_a_key_is_that_key(
        field in select(FIELDS), values in proptest::collection::vec(text(), 1..3), country in select(COUNTRIES),
    ) {
        let parts: Vec<(Tag, &str)> = values.iter().map(|value| (field, value.as_str())).collect();
        let once = key(&parts, country);
        let country_field = country.to_lowercase();
        let fields = once.split('|').skip(1).filter(|text| field == Tag::Country || *text != country_field);
        // The unit that is written with a house number is a field of its own.
        let again: Vec<(Tag, &str)> = fields.map(|text| match field {
            Tag::HouseNumber if is_unit(text) => (Tag::Unit, text),
            field => (field, text),
        }).collect();
        prop_assert_eq!(key(&again, country), once);
    }

    #[test]
    fn different_digits_give_different_keys(
        field in select(IDENTITY), a in 1..9999_u32, b in 1..9999_u32, country in select(COUNTRIES),
    ) {
        prop_assume!(a != b);
        for pattern in ["#", "# B", "B#", "Main #", "Apt #", "Box #", "Bldg 3 Apt #", "Street #"] {
            let of = |number: u32| key(&[(field, &pattern.replace('#', &number.to_string()))], country);
            prop_assert_ne!(of(a), of(b), "{}", pattern);
        }
    }

    #[test]
    fn different_letters_give_different_keys(
        field in select(IDENTITY), a in "[b-df-hj-np-tv-z]{6,9}", b in "[b-df-hj-np-tv-z]{6,9}", country in select(COUNTRIES),
    ) {
        prop_assume!(a != b);
        for pattern in ["12 #", "# 12", "#"] {
            prop_assert_ne!(key(&[(field, &pattern.replace('#', &a))], country), key(&[(field, &pattern.replace('#', &b))], country));
        }
    }

    #[test]
    fn the_key_of_a_formatted_unit_is_the_key(
        units in proptest::collection::vec(select(UNITS), 1..4), country in select(COUNTRIES),
    ) {
        let several: Vec<(Tag, &str)> = units.iter().map(|unit| (Tag::Unit, *unit)).collect();
        let formatted = units.join(", ");
        prop_assert_eq!(key(&[(Tag::Unit, &formatted)], country), key(&several, country));
    }

    #[test]
    fn case_signs_white_space_and_accents_make_no_difference(
        field in select(FIELDS), value in plain_text(), country in select(COUNTRIES),
    ) {
        let expected = key(&[(field, &value)], country);
        let apart = format!(" {}; ", value.replace(' ', " !  "));
        let accented = value.replace('e', "é").replace('a', "à");
        for spelling in [value.to_uppercase(), value.to_lowercase(), apart, accented] {
            prop_assert_eq!(key(&[(field, &spelling)], country), expected.as_str(), "{}", spelling);
        }
    }

    #[test]
    fn how_a_street_was_split_makes_no_difference(
        words in proptest::collection::vec(word(), 0..6),
        cuts in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
        country in select(COUNTRIES),
    ) {
        let (a, b) = (cuts.0.index(words.len() + 1), cuts.1.index(words.len() + 1));
        let (from, to) = (a.min(b), a.max(b));
        let (prefix, name, suffix) = (words[..from].join(" "), words[from..to].join(" "), words[to..].join(" "));
        let split = [(Tag::StreetPrefix, prefix.as_str()), (Tag::Street, &name), (Tag::StreetSuffix, &suffix)];
        prop_assert_eq!(key(&split, country), key(&[(Tag::Street, &words.join(" "))], country));
    }

    #[test]
    fn there_is_neither_upper_case_nor_a_sign_in_a_key(
        parts in proptest::collection::vec((select(FIELDS), text()), 0..6), country in select(COUNTRIES),
    ) {
        let parts: Components<'_> = parts.iter().map(|(tag, text)| (*tag, text.as_str())).collect();
        let key = canonical_key(&parts, country);
        prop_assert_eq!(key.to_lowercase().nfc().collect::<String>(), key.as_str());
        let is_word = |letter: char| {
            letter.is_alphanumeric() || unicode_normalization::char::is_combining_mark(letter)
        };
        prop_assert!(key.chars().all(|letter| matches!(letter, ' ' | '|') || is_word(letter)), "{}", key);
        prop_assert!(key.is_empty() || key.split('|').all(|field| !field.is_empty() && field.trim() == field && !field.contains("  ")));
    }
}

#[test]
fn letters_that_meet_in_a_joined_field_are_composed() {
    for (number, expected) in [("\u{1e000} \u{10a3f}", "\u{10a3f}\u{1e000}"), ("ᄀ ᅡ", "가")] {
        let once = key(&[(Tag::HouseNumber, number)], "us");
        assert_eq!(once, format!("mp2|{expected}|us"));
        assert_eq!(key(&[(Tag::HouseNumber, expected)], "us"), once);
    }
}

#[test]
fn different_addresses_have_different_keys() {
    use Tag::{Country, HouseNumber, Locality, PoBox, Postcode, Region, Street, Unit};
    let differ = |country: &str, a: &[(Tag, &str)], b: &[(Tag, &str)]| {
        assert_ne!(key(a, country), key(b, country), "{a:?} {b:?}");
    };
    for (tag, a, b) in [
        (Street, "St Louis", "Louis St"),
        (Street, "N Main St", "Main St N"),
        (Street, "E St", "East Ave"),
        (HouseNumber, "12-14", "1214"),
        (HouseNumber, "262 1/2", "26212"),
        (HouseNumber, "12A", "12B"),
        (Unit, "Apt 1", "Ste 1"),
        (Postcode, "05081", "05082-9750"),
        (PoBox, "PO Box 42", "PO Box 4 2"),
        (Locality, "東京", "大阪"),
        (Locality, "が", "か"),
        (Locality, "Майский", "Маиский"),
        (Country, "France", "Germany"),
    ] {
        differ("US", &[(tag, a)], &[(tag, b)]);
    }
    let main = (Street, "Main St");
    let paris = (Locality, "Paris");
    differ("US", &[main, paris, (Region, "TX")], &[main, paris, (Region, "KY")]);
    differ("FR", &[(HouseNumber, "12")], &[(HouseNumber, "12 bis")]);
    differ("FR", &[(Street, "Rue de la Paix")], &[(Street, "Avenue de la Paix")]);
    differ(
        "FR",
        &[(Postcode, "75001"), (Locality, "Paris 1er")],
        &[(Postcode, "75002"), (Locality, "Paris 2e")],
    );
}
