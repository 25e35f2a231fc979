//! Names of countries, divisions and counties as people write them, and the scripts they are written in.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::{Script, StatesNamed, ZipAgreement, fold, tokenize, word_class};

use crate::render::us::place::{region_name, zip_code};
use crate::render::us::usual_case;
use crate::render::world::postcode::{as_written, irish, of_form};
use crate::render::{any, chance};
use crate::sources::places::Place;
use crate::sources::towns::Town;
use crate::tables::Tables;
use crate::words;

/// Lists of names by the words before them, separated by tabs.
type Table = BTreeMap<&'static str, Vec<&'static str>>;

fn table(text: &'static str) -> Table {
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.rsplit_once('\t'));
    lines.map(|(key, names)| (key, names.split('|').collect())).collect()
}

/// `data/forms/names_place_region.txt`: spellings of divisions and counties.
static DIVISIONS: LazyLock<Table> =
    LazyLock::new(|| table(include_str!("../../data/forms/names_place_region.txt")));

/// `data/forms/names_place_country.txt`: spellings of towns and countries by kind and subject.
static COUNTRIES: LazyLock<Table> =
    LazyLock::new(|| table(include_str!("../../data/forms/names_place_country.txt")));

/// Names of regions in scripts other than Latin, by country and GeoNames name.
static REGIONS: LazyLock<Table> =
    LazyLock::new(|| table(include_str!("../../data/forms/names_other_script_place.txt")));

fn listed(key: &[&str]) -> &'static [&'static str] {
    DIVISIONS.get(key.join("\t").as_str()).map_or(&[], Vec::as_slice)
}

/// The names of `kind` for the country or name `of`; empty if missing.
pub(super) fn named(kind: &str, of: &str) -> &'static [&'static str] {
    COUNTRIES.get(format!("{kind}\t{of}").as_str()).map_or(&[], Vec::as_slice)
}

/// The entries of `kind`, by subject.
pub(super) fn all_of(kind: &str) -> Vec<(&'static str, &'static [&'static str])> {
    let entry = |(key, list): (&&'static str, &'static Vec<&'static str>)| {
        let (of_kind, of) = key.split_once('\t')?;
        (of_kind == kind).then_some((of, list.as_slice()))
    };
    COUNTRIES.iter().filter_map(entry).collect()
}

/// Whether `zip` is a code of the state `code`.
pub(super) fn agrees(zip: &str, code: &str) -> bool {
    let text = format!("{code} {zip}");
    StatesNamed::read(&text, &tokenize(&text)).agreement(zip) == ZipAgreement::Agrees
}

/// Provinces of Italy: folded name, two-letter code, name.
static ITALY: LazyLock<Vec<(String, &str, &str)>> = LazyLock::new(|| {
    let lines =
        include_str!("../../data/forms/place_region_italy.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .flat_map(|(code, names)| {
            let written = names.split('|').next().unwrap_or(names);
            names.split('|').map(move |name| (fold(name), code, written))
        })
        .collect()
});

/// The code and the name of the province of Italy with that name in the postcode table.
pub(super) fn italian_province(county: &str) -> Option<(&'static str, &'static str)> {
    let folded = fold(county);
    ITALY.iter().find(|(name, ..)| *name == folded).map(|&(_, code, name)| (code, name))
}

/// A division's name without the word for its kind. A name that would be nothing but a direction keeps the word, and so does one that
/// the word is part of (`Andhra Pradesh`).
pub(super) fn bare(name: &str) -> &str {
    let kept = [
        "Andhra Pradesh",
        "Uttar Pradesh",
        "Madhya Pradesh",
        "Himachal Pradesh",
        "Arunachal Pradesh",
        "Karnali Pradesh",
    ];
    if kept.contains(&name) {
        return name;
    }
    let rest = words::all("place_region.in.front")
        .iter()
        .find_map(|word| name.strip_prefix(word))
        .or_else(|| words::all("place_region.behind").iter().find_map(|word| name.strip_suffix(word)))
        .unwrap_or(name);
    if words::all("place_region.directions").contains(&fold(rest).as_str()) { name } else { rest }
}

/// A division as people write it: the bare name, with the word for its kind, in the country's language, abbreviated, or as its code.
pub(super) fn division(country: &str, name: &str, rng: &mut Rng) -> String {
    let spellings = listed(&[country, name]);
    let instead: Vec<&str> = spellings.iter().filter_map(|name| name.strip_prefix('=')).collect();
    if !instead.is_empty() {
        return any(rng, &instead).to_owned();
    }
    let bare = bare(name);
    // `Krasnodar Oblast` is none.
    let other = ["Krai", "Kray", "Republic", "City"].iter().any(|word| name.contains(word))
        || [
            "Beijing",
            "Shanghai",
            "Tianjin",
            "Chongqing",
            "Tibet",
            "Xinjiang",
            "Guangxi",
            "Ningxia",
            "Inner Mongolia",
        ]
        .contains(&name)
        || (country == "JP" && !spellings.is_empty());
    let words = if other { &[] } else { listed(&["words", country]) };
    match rng.u8(..20) {
        0..8 if !spellings.is_empty() => any(rng, spellings).to_owned(),
        8..12 if !words.is_empty() => worded(any(rng, words), bare),
        12..15 => name.to_owned(),
        _ => bare.to_owned(),
    }
}

/// `Wilaya d'{}` only before a vowel, otherwise `de {}`.
fn worded(words: &str, name: &str) -> String {
    let vowel = fold(name).starts_with(['a', 'e', 'i', 'o', 'u', 'h']);
    let fits = words.replace(if vowel { "du {}" } else { "d'{}" }, "de {}");
    let fits = if vowel { fits } else { fits.replace("de l'{}", "du {}") };
    fits.replace("{}", name)
}

/// Whether a division's name fits into a component.
pub(super) fn is_whole(name: &str) -> bool {
    !name.is_empty() && !name.contains(['(', ')', '/', ',']) && name.split(' ').count() <= 6
}

/// A state of the United States in full, as a code, or with its traditional abbreviation.
pub(super) fn state(code: &str, rng: &mut Rng) -> String {
    let old = listed(&["US", code]);
    match rng.u8(..20) {
        0..9 => usual_case(&region_name(code)),
        9..13 if !old.is_empty() => any(rng, old).to_owned(),
        13 => {
            let spelt = word_class::us_states()
                .find(|(state, _)| state.eq_ignore_ascii_case(code))
                .map(|(_, all)| all);
            spelt.map_or_else(|| code.to_owned(), |all| usual_case(any(rng, &all)))
        }
        _ => code.to_owned(),
    }
}

/// The county of Great Britain that a second-level division is or lies in, sometimes abbreviated.
pub(super) fn british_county(division: &str, rng: &mut Rng) -> Option<String> {
    let counties = listed(&["county", "GB", division]);
    let county = counties
        .first()
        .copied()
        .filter(|_| chance(rng, 0.6))
        .or_else(|| (!counties.is_empty()).then(|| any(rng, counties)))?;
    let short = listed(&["short", county]);
    Some(if !short.is_empty() && chance(rng, 0.3) { any(rng, short) } else { county }.to_owned())
}

/// The county of a second-level division of Ireland, without the word for its kind.
pub(super) fn irish_county(division: &str) -> &str {
    let bare = division.strip_prefix("County ").unwrap_or(division);
    listed(&["county", "IE", division]).first().copied().unwrap_or(bare)
}

/// `Co. Cork`, `County Cork`, `Cork`, `Contae Chorcaí`.
pub(super) fn irish_county_written(county: &str, rng: &mut Rng) -> String {
    let irish = words::pairs("place_region.irish.counties")
        .iter()
        .find(|(english, _)| *english == county)
        .filter(|_| chance(rng, 0.06));
    if let Some((_, irish)) = irish {
        return format!("{} {irish}", any(rng, &["Contae", "Co."]));
    }
    match rng.u8(..20) {
        0..8 => format!("Co. {county}"),
        8..13 => format!("Co {county}"),
        13..16 => format!("County {county}"),
        16 => format!("Co.{county}"),
        _ => county.to_owned(),
    }
}

/// The number of a French département, from the postcode of a place.
pub(super) fn department_number(postcode: &str) -> Option<&str> {
    match postcode.get(..2)? {
        "97" | "98" => postcode.get(..3),
        "20" => Some(if postcode < "20200" { "2A" } else { "2B" }),
        number => Some(number),
    }
}

/// A region of France in another language or abbreviated, if the list has its French name.
pub(super) fn french_region(region: &str, rng: &mut Rng) -> String {
    let named = DIVISIONS.iter().find(|(key, names)| key.starts_with("FR\t") && names.contains(&region));
    named.map_or_else(|| region.to_owned(), |(_, names)| any(rng, names).to_owned())
}

/// The English name of `country`; empty if unknown.
pub(super) fn english(country: &str) -> &'static str {
    named("english", country).first().copied().unwrap_or_default()
}

/// A name of `country`: mostly English, otherwise in any language, official, or historical.
pub(super) fn country_name(from: &Tables, country: &str, rng: &mut Rng) -> String {
    let (english, written) = (named("english", country), named("name", country));
    let name = match rng.u8(..20) {
        0..9 if !english.is_empty() => any(rng, english).to_owned(),
        9..13 if !written.is_empty() => any(rng, written).to_owned(),
        _ => from.countries.name(country, rng),
    };
    let name = name.trim().replace('’', any(rng, &["'", "'", "’"]));
    let whole = !name.is_empty()
        && !name.contains(|sign: char| {
            matches!(sign, '(' | ')' | '（' | '）' | ',' | '/' | ':' | '،') || sign.is_ascii_digit()
        })
        && name.split(' ').count() <= MOST_WORDS;
    let fallback = || english.first().copied().unwrap_or_else(|| from.countries.english(country));
    if whole { name } else { fallback().to_owned() }
}

/// Most words of a country's name in an address.
const MOST_WORDS: usize = 7;

/// A name of the country of `town`; in the United Kingdom, of the one of its four countries that the town lies in.
pub(super) fn country_of(from: &Tables, town: &Town, rng: &mut Rng) -> String {
    let name = country_name(from, &town.country, rng);
    let nation = ["england", "scotland", "wales"].contains(&name.to_lowercase().as_str());
    if nation && !town.division.is_empty() { town.division.clone() } else { name }
}

/// Whether a name consists of letters and the punctuation of names.
pub(super) fn is_a_name(name: &str) -> bool {
    let inside = |sign: char| sign.is_alphabetic() || " -'’.‘ʻʼ".contains(sign);
    name.chars().all(inside)
        && name.starts_with(|first: char| first.is_alphabetic() && first != 'ʻ' && first != 'ʼ')
        && name.split(' ').count() <= MOST_WORDS
}

/// Names of countries in scripts other than Latin, by country and script.
static IN_SCRIPTS: LazyLock<BTreeMap<(String, Script), Vec<&str>>> = LazyLock::new(|| {
    let mut countries: BTreeMap<(String, Script), Vec<&str>> = BTreeMap::new();
    let table = include_str!("../../../../crates/text/data/country_names_cldr.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (code, names) = line.split_once('\t').unwrap_or_default();
        // Each language has its own list, and the country's own languages come first.
        for name in names.split(['\t', '|']).filter(|name| is_of_one_script(name)) {
            let script = Script::of_text(name);
            countries.entry((code.to_uppercase(), script)).or_default().push(name);
        }
    }
    countries
});

/// Whether a name has one script, no brackets, digits or commas, and no more words than a place has.
fn is_of_one_script(name: &str) -> bool {
    let script = Script::of_text(name);
    let fits = |letter: char| match Script::of(letter) {
        Script::None => {
            let sign = matches!(
                letter,
                ' ' | '-'
                    | '.'
                    | '\''
                    | '’'
                    | '״'
                    | '׳'
                    | '＝'
                    | '・'
                    | '゠'
                    | 'ー'
                    | '\u{200c}'
                    | '\u{200d}'
                    | '་'
                    | '‐'
                    | '־'
            );
            sign || unicode_normalization::char::is_combining_mark(letter)
        }
        Script::Kana => matches!(script, Script::Kana | Script::Han),
        Script::Han => matches!(script, Script::Kana | Script::Han),
        other => other == script,
    };
    name.chars().count() >= 2
        && name.chars().all(fits)
        && name.starts_with(char::is_alphabetic)
        && !name.ends_with(['-', '.', '\'', '་'])
        && name.split(' ').count() <= 5
        && !name.contains(" - ")
}

/// A name of `country` in `script`, in half of the lines the country's own.
pub(super) fn country_in(country: &str, script: Script, rng: &mut Rng) -> Option<&'static str> {
    let names = IN_SCRIPTS.get(&(country.to_owned(), script))?;
    Some(if chance(rng, 0.5) { names[0] } else { any(rng, names) })
}

/// The name of `town` in `script`, if it has one without brackets, digits and commas.
pub(super) fn town_in<'a>(town: &'a Town, script: Script, rng: &mut Rng) -> Option<&'a str> {
    town.in_script(script, rng).filter(|name| is_of_one_script(name))
}

/// The name of a division in `script`.
pub(super) fn region_in(country: &str, region: &str, script: Script, rng: &mut Rng) -> Option<&'static str> {
    let names: Vec<&'static str> = REGIONS
        .get(format!("{country}\t{region}").as_str())?
        .iter()
        .copied()
        .filter(|name| Script::of_text(name) == script)
        .collect();
    (!names.is_empty()).then(|| any(rng, &names))
}

/// Countries with regions whose names are listed in other scripts, a country once for each region.
pub(super) fn countries_with_regions() -> impl Iterator<Item = &'static str> {
    REGIONS.keys().filter_map(|key| Some(key.split_once('\t')?.0))
}

/// A name of `country` in Latin letters.
pub(super) fn latin_name(from: &Tables, country: &str, rng: &mut Rng) -> String {
    let drawn =
        (0..10).map(|_| country_name(from, country, rng)).find(|name| Script::of_text(name) == Script::Latin);
    // Two letters that are also the code of a state are ambiguous.
    let drawn =
        drawn.filter(|name| !word_class::us_states().any(|(code, _)| code.eq_ignore_ascii_case(name)));
    drawn.unwrap_or_else(|| english(country).to_owned())
}

/// The whole postcode of a place; of some countries the table has only the first half.
pub(super) fn written_code(place: &Place, rng: &mut Rng) -> String {
    let code = place.postcode.as_str();
    let written = match place.country.as_str() {
        "IE" => irish(code, rng),
        "NL" if chance(rng, 0.85) => {
            let gap = any(rng, &[" ", " ", ""]);
            format!("{code}{gap}{}", of_form("AA", rng))
        }
        "MT" => format!("{code} {}", of_form("0000", rng)),
        "US" => zip_code(code, rng),
        country => as_written(code, country, rng),
    };
    written.trim().to_owned()
}

/// The postcode of a place in the spellings that people use.
pub(super) fn postcode(place: &Place, rng: &mut Rng) -> String {
    match place.country.as_str() {
        "IE" => irish(&place.postcode, rng),
        country => as_written(&place.postcode, country, rng),
    }
}

/// Whether a name is one plain word.
pub(super) fn is_one_word(name: &str) -> bool {
    name.chars().count() > 3 && name.chars().all(char::is_alphabetic)
}

/// `Le Mans` -> (`Le`, `Mans`); `None` for a name without an article.
pub(super) fn parted(name: &str) -> Option<(&str, &str)> {
    let mut articles = words::all("inverted_article.articles.of.towns").iter();
    let article = articles.find(|article| name.starts_with(**article))?;
    let rest = &name[article.len()..];
    (rest.chars().count() > 2).then(|| (article.trim_end(), rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_written_with_and_without_their_word() {
        assert_eq!(bare("Sumy Oblast"), "Sumy");
        assert_eq!(bare("Central Region"), "Central Region");
        assert_eq!(bare("Uttar Pradesh"), "Uttar Pradesh");
        let mut rng = Rng::with_seed(3);
        let mut drawn =
            |country, name| (0..200).map(|_| division(country, name, &mut rng)).collect::<Vec<_>>();
        assert!(drawn("MX", "Mexico City").iter().all(|name| name != "Mexico City"));
        let bavaria = drawn("DE", "Bavaria");
        assert!(["Bavaria", "Bayern"].iter().all(|name| bavaria.iter().any(|drawn| drawn == name)));
    }

    #[test]
    fn counties_of_the_islands_take_their_word() {
        let mut rng = Rng::with_seed(3);
        assert_eq!(irish_county("An Cabhán"), "Cavan");
        assert!((0..50).any(|_| irish_county_written("Wexford", &mut rng) == "Co. Wexford"));
        assert!(
            (0..50).any(|_| british_county("Borough of Bolton", &mut rng).as_deref() == Some("Lancashire"))
        );
        assert_eq!(department_number("20167"), Some("2A"));
    }

    #[test]
    fn the_lists_are_names_that_one_span_can_hold() {
        for (key, names) in COUNTRIES.iter() {
            let kind = key.split('\t').next().unwrap_or_default();
            assert!(["english", "name", "city", "state", "twin"].contains(&kind), "{key}");
            for name in names {
                assert!(!name.is_empty() && !name.contains(['(', ')', ',', '/']), "{key}: {name}");
            }
        }
        assert_eq!(english("FR"), "France");
        assert_eq!(english("CZ"), "Czech Republic");
        assert!(named("twin", "Lebanon").contains(&"TN"));
    }

    #[test]
    fn a_name_has_neither_brackets_nor_digits_nor_commas() {
        for name in ["Нью-Йорк", "東京", "セントポール", "ატლანტა", "Փարիզ", "กรุงเทพ", "लॉस एंजिल्स", "பாரிஸ்"]
        {
            assert!(is_of_one_script(name), "{name}");
        }
        for name in ["بیشوپویل، کارولینای جنوبی", "Берн (Германия)", "港区1", "ᐆᑉᓴᓚ/uupsala", "東", "Перник-"]
        {
            assert!(!is_of_one_script(name), "{name}");
        }
    }

    #[test]
    fn regions_and_countries_have_names_in_many_scripts() {
        let mut rng = Rng::with_seed(5);
        assert_eq!(region_in("US", "OR", Script::Georgian, &mut rng), Some("ორეგონი"));
        assert_eq!(region_in("US", "OR", Script::Ethiopic, &mut rng), None);
        for script in [
            Script::Cyrillic,
            Script::Greek,
            Script::Hebrew,
            Script::Han,
            Script::Hangul,
            Script::Armenian,
            Script::Devanagari,
        ] {
            assert!(country_in("FR", script, &mut rng).is_some(), "{script:?}");
        }
        assert!(
            REGIONS.values().flatten().all(|name| is_of_one_script(name)),
            "{:?}",
            REGIONS.values().flatten().find(|name| !is_of_one_script(name))
        );
    }

    #[test]
    fn a_code_belongs_to_its_state() {
        assert!(agrees("37203", "TN") && !agrees("37203", "TX"));
        assert!(agrees("37203-1234", "TN") && !agrees("", "TN"));
    }

    #[test]
    fn articles_part_from_their_names() {
        assert_eq!(parted("Le Mans"), Some(("Le", "Mans")));
        assert_eq!(parted("L'Hospitalet de Llobregat"), Some(("L'", "Hospitalet de Llobregat")));
        assert_eq!(parted("'s-Gravenzande"), Some(("'s-", "Gravenzande")));
        assert_eq!(parted("The Dalles"), Some(("The", "Dalles")));
        assert_eq!(parted("Lemans"), None);
    }
}
