//! Which of the alternate names of a place are worth a key of the starter data. GeoNames does not say their languages, so how they are
//! written has to.

use std::collections::BTreeSet;

use milepost_text::names::{AffixKind, bare_name};
use milepost_text::{FOR_APOSTROPHE, name_key};

use super::cyrillic::{is_cyrillic, is_written_out};
use super::own_scripts::{is_latin, is_own_script};
use super::second_languages::has_second_language;
use crate::sources::geonames_row::PlaceRow;

/// From this population on, alternate names in Latin letters and in the scripts of the country are kept. Below it they are mostly
/// transliterations, and the file would be half as large again; but a small town where a second language is spoken has a name in each.
const ALL_FROM: i64 = 15_000;

/// From this population on, names in foreign scripts (`Лондон`, `纽约`) and their transliterations (`Nju Jork`) are kept: of cities
/// that have names abroad.
const ABROAD_FROM: i64 = 200_000;

/// Countries whose languages write sounds in a way of their own (English, French, German, Dutch, Portuguese, Spanish, Italian, Scandinavian
/// ones): there a transliteration of a Cyrillic name is not a name of the town. Elsewhere it may be: `Shkodra`, `Tirgu Mures`.
const SPELLED_THEIR_WAY: [&str; 38] = [
    "AR", "AT", "AU", "BE", "BO", "BR", "CA", "CH", "CL", "CO", "CR", "CU", "DE", "DK", "DO", "EC", "ES",
    "FR", "GB", "GT", "HN", "IE", "IS", "IT", "LU", "MX", "NI", "NL", "NO", "NZ", "PA", "PE", "PT", "PY",
    "SE", "US", "UY", "VE",
];

/// Fewest letters of a word by which a longer name is known to be the same: `Frankfurt an der Oder`.
const WORD: usize = 3;

/// Length of the codes of airports and railways.
const CODE: usize = 3;
/// From this population on, people use the code of a city as its name. Below it the word has another sense: `DEC`, `NOT` and
/// `CNN` are codes of towns. Large airports have rows of their own.
const CODED_FROM: i64 = 500_000;

/// Words that the tables add to a name for its municipality, and users do not type.
const MUNICIPALITY: [&str; 9] =
    ["vald", "linn", "kozseg", "koezseg", "opstina", "gmina", "obcina", "kommun", "gemeng"];

/// Other spellings of a row worth a key: the name in ASCII, and the alternate names that are kept.
pub(crate) fn aliases(row: &PlaceRow) -> Vec<String> {
    std::iter::once(row.ascii_name).chain(kept(row)).map(str::to_owned).collect()
}

fn kept<'a>(row: &PlaceRow<'a>) -> Vec<&'a str> {
    let two_languages = has_second_language(row);
    if row.population < ALL_FROM && !two_languages {
        return Vec::new();
    }
    // Two names of a town in one, `Agadir - اكادير`, are looked up singly.
    let all = row.alternate_names.split(',').filter(|name| !name.contains(" - "));
    let cyrillic =
        match row.population < ABROAD_FROM && !two_languages && SPELLED_THEIR_WAY.contains(&row.country) {
            true => all.clone().filter(|name| is_cyrillic(name)).collect(),
            false => Vec::new(),
        };
    let is_coded = row.population >= CODED_FROM;
    let is_kept = |name: &&str| match is_latin(name) {
        true => {
            (is_coded || !is_code(name))
                && is_name(name)
                && !writes_out_one_of(&cyrillic, name, row.name)
                && !is_seldom_typed(row.country, name)
        }
        false => row.population >= ABROAD_FROM || is_own_script(row.country, name),
    };
    let is_small = row.population < ALL_FROM;
    let mut names: Vec<&str> = all.filter(is_kept).filter(|name| !is_small || is_latin(name)).collect();
    // `ရန်ကုန်မြို့` is the city of Yangon, which people call `ရန်ကုန်`.
    let bare: Vec<&str> = names.iter().filter_map(|name| bare_name(name, AffixKind::Town)).collect();
    names.extend(bare);
    names
}

/// Whether a name in Latin letters is in use: an automatic transliteration from a script without case has no capital (`wei ke si bao` of
/// 维克斯堡).
fn is_name(name: &str) -> bool {
    name.contains(char::is_uppercase) && !name_key(name).split(' ').any(|word| MUNICIPALITY.contains(&word))
}

/// Whether a name only writes out one of the `cyrillic` ones, and shares no word with the town's `own` name.
fn writes_out_one_of(cyrillic: &[&str], name: &str, own: &str) -> bool {
    cyrillic.iter().any(|each| is_written_out(each, name)) && words(name).is_disjoint(&words(own))
}

/// Words for what a Chinese town is, which lookups take off: `Biyang Zhen`.
const CHINESE_KINDS: [&str; 6] = [" jiedao", " qu", " shi", " xian", " xiang", " zhen"];

/// Whether users rarely type a name in Latin letters, or lookups read it anyway: two names in one (`Kamenz/Kamjenc`), or one with
/// where it is (`Namur (Erpent)`). Of China, where a third of the names are so: as on maps before pinyin, syllable by syllable
/// (`Hsin-ching`), or with a word for what a town is. Of Japan: in Southern Min (`Uji-chhī`).
fn is_seldom_typed(country: &str, name: &str) -> bool {
    // Lookups read a mark as the apostrophe, and the name with one is there.
    if name.contains(FOR_APOSTROPHE) || name.contains(['/', '(']) {
        return true;
    }
    let lower = name.to_lowercase();
    match country {
        "CN" => name.contains('-') || CHINESE_KINDS.iter().any(|kind| lower.ends_with(kind)),
        "JP" => lower.ends_with("chhī") || lower.ends_with("chhi"),
        _ => false,
    }
}

fn is_code(name: &str) -> bool {
    name.len() == CODE && name.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn words(name: &str) -> BTreeSet<String> {
    name_key(name).split([' ', '-']).filter(|word| word.len() >= WORD).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kept_of(name: &str, country: &str, admin1: &str, population: i64, others: &str) -> String {
        let line =
            format!("1\t{name}\t{name}\t{others}\t46\t11\tP\tPPL\t{country}\t\t{admin1}\t\t\t\t{population}");
        kept(&PlaceRow::parse(&line).unwrap()).join(",")
    }

    /// Names, country, first-level code, population, alternate names, and those that are kept.
    #[test]
    fn the_names_that_people_use_are_kept() {
        let castelrotto = "Kastelruth,Ciastel,Castelrotti vald,KST,カステルロット";
        let greenville = "Grinvil,Гринвил,The Ville";
        let oder = "Frankfurt an der Oder,Франкфурт-ан-дер-Одер";
        let agadir = "Agadir - akadyr,Agadir - اكادير,أكادير";
        let kamenz = "Kamenz/Kamjenc,Kamenz (Sachsen),Kamjenc";
        let cases = [
            // From a population of 15,000 on.
            ("Sopot", "PL", "82", 40_000, "Zoppot,Сопот,suo po te", "Zoppot"),
            ("Karpacz", "PL", "72", 5_000, "Krummhübel", ""),
            // A small town of two languages has both names.
            ("Castelrotto", "IT", "17", 1_545, castelrotto, "Kastelruth,Ciastel"),
            ("Castelrotto", "IT", "12", 1_545, castelrotto, ""),
            ("Hanko", "FI", "01", 9_962, "Hangö,Gange,Ханко", "Hangö,Gange"),
            // Without the word for a town too.
            ("Yangon", "MM", "17", 150_000, "ရန်ကုန်မြို့", "ရန်ကုန်မြို့,ရန်ကုန်"),
            // What writes out a Cyrillic name is none unless the city is known abroad.
            ("Greenville", "US", "SC", 60_000, greenville, "The Ville"),
            ("Greenville", "US", "SC", 200_000, "Grinvil,Гринвил", "Grinvil,Гринвил"),
            ("Shkodër", "AL", "49", 90_000, "Shkodra,Шкодра", "Shkodra"),
            // What lookups read anyway is left out.
            ("Agadir", "MA", "00", 400_000, agadir, "أكادير"),
            ("Aden", "YE", "02", 500_000, "`Adan,'Adan", "'Adan"),
            // Skips names that people do not type.
            ("Uji", "JP", "22", 190_000, "Uji-chhī,Uzi", "Uzi"),
            ("Kamenz", "DE", "13", 18_000, kamenz, "Kamjenc"),
            ("Changchun", "CN", "05", 4_000_000, "Hsin-ching,Hsinking,Changchun Shi", "Hsinking"),
            ("Baden", "CH", "AG", 20_000, "Baden-Stadt", "Baden-Stadt"),
            // Only a large city is called by its code.
            ("Decatur", "US", "IL", 70_000, "DEC", ""),
            ("Fortaleza", "BR", "06", 2_400_000, "FOR", "FOR"),
            // A longer name of the same town.
            ("Frankfurt (Oder)", "DE", "11", 58_000, oder, "Frankfurt an der Oder"),
        ];
        for (name, country, admin1, population, others, kept) in cases {
            assert_eq!(kept_of(name, country, admin1, population, others), kept, "{name} {population}");
        }
    }
}
