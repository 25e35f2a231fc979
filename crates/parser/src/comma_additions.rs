//! Additions that registers put after a name with a comma: the article, and the landscape or river that distinguishes a German
//! town from its namesakes. Closed lists: before any other word after a comma the span ends, regardless of the model.

use milepost_text::fold;

/// Articles of French, Spanish, Catalan, Galician, Portuguese, Italian, Dutch and English, folded, apostrophes removed, in alphabetical
/// order as the lists below are.
const ARTICLES: [&str; 30] = [
    "a", "as", "da", "das", "de", "den", "der", "des", "die", "du", "el", "els", "es", "gli", "het", "i",
    "il", "l", "la", "las", "le", "les", "lo", "los", "o", "os", "s", "sa", "ses", "the",
];

/// Lands, landscapes and districts in official German names, in full or abbreviated, folded and without their dot.
const LANDSCAPES: [&str; 121] = [
    "allgau",
    "altm",
    "altmark",
    "anh",
    "anhalt",
    "baden",
    "bay",
    "bayer",
    "bergstr",
    "bergstrasse",
    "borde",
    "breisgau",
    "chiemgau",
    "dithm",
    "eichsf",
    "eichsfeld",
    "eifel",
    "elbeelster",
    "emsl",
    "emsland",
    "erzgeb",
    "fichtelgeb",
    "flaming",
    "frankenw",
    "hallertau",
    "han",
    "hann",
    "harz",
    "hegau",
    "hess",
    "hochsauerland",
    "hohenz",
    "hohenzollern",
    "holst",
    "hunsruck",
    "inn",
    "kr",
    "kraichgau",
    "krs",
    "kyffh",
    "lauenb",
    "lausitz",
    "ldkr",
    "lech",
    "lkr",
    "luneb",
    "main",
    "meckl",
    "mecklenb",
    "mfr",
    "mittelfr",
    "mittelmosel",
    "munsterl",
    "ndb",
    "niederbay",
    "niederlaus",
    "niederlausitz",
    "niederrhein",
    "nordfriesl",
    "obb",
    "oberbay",
    "oberfr",
    "oberhavel",
    "oberlaus",
    "oberlausitz",
    "oberpf",
    "odenw",
    "odenwald",
    "ofr",
    "oldb",
    "opf",
    "ortenaukr",
    "ostfriesl",
    "ostfriesland",
    "ostharz",
    "pfalz",
    "pom",
    "prign",
    "prignitz",
    "rheinhess",
    "rheinl",
    "rheinland",
    "rhon",
    "ries",
    "rugen",
    "sa",
    "saar",
    "saarpfalz",
    "sachs",
    "sauerl",
    "sauerland",
    "schaumb",
    "schw",
    "schwab",
    "schwarzw",
    "schwarzwald",
    "siegerl",
    "siegkr",
    "spessart",
    "spreew",
    "spreewald",
    "steigerw",
    "taunus",
    "thur",
    "uckerm",
    "uckermark",
    "ufr",
    "unterfr",
    "usedom",
    "vogelsberg",
    "vogtl",
    "vorpomm",
    "vorpommern",
    "waldeck",
    "westerw",
    "westerwald",
    "westf",
    "westfalen",
    "wetterau",
    "wurtt",
    "zollernalbkr",
];

/// First words of the part that ISO 3166-1 puts behind the comma of a country's name, folded.
const COUNTRY_FORMS: [&str; 20] = [
    "bolivarian",
    "british",
    "democratic",
    "federated",
    "federation",
    "former",
    "islamic",
    "kingdom",
    "north",
    "occupied",
    "plurinational",
    "province",
    "rep",
    "republic",
    "roc",
    "south",
    "state",
    "the",
    "united",
    "us",
];

/// Rivers of Germany and Austria that distinguish towns, folded.
const RIVERS: [&str; 97] = [
    "ahr",
    "aisch",
    "aller",
    "altmuhl",
    "alz",
    "amper",
    "argen",
    "blies",
    "bode",
    "brenz",
    "diemel",
    "donau",
    "dosse",
    "dreisam",
    "eder",
    "eider",
    "elbe",
    "elster",
    "elz",
    "ems",
    "enz",
    "fils",
    "fulda",
    "glan",
    "glonn",
    "gunz",
    "hase",
    "havel",
    "hunte",
    "iller",
    "ilm",
    "ilz",
    "isar",
    "jaglitz",
    "jagst",
    "kinzig",
    "kyll",
    "laaber",
    "lahn",
    "lauter",
    "leine",
    "lippe",
    "mangfall",
    "mindel",
    "mosel",
    "mulde",
    "murg",
    "naab",
    "nagold",
    "nahe",
    "neckar",
    "neisse",
    "nette",
    "nidda",
    "nidder",
    "niers",
    "nuthe",
    "oder",
    "oker",
    "orla",
    "paar",
    "peene",
    "pegnitz",
    "queich",
    "recknitz",
    "rednitz",
    "rhein",
    "riss",
    "rott",
    "ruhr",
    "rur",
    "saale",
    "sauer",
    "schussen",
    "schwalm",
    "schwentine",
    "sieg",
    "spree",
    "stepenitz",
    "stor",
    "tauber",
    "traun",
    "trave",
    "unstrut",
    "vils",
    "vockla",
    "warnow",
    "weisse",
    "werra",
    "wertach",
    "weser",
    "wied",
    "wornitz",
    "wupper",
    "wutach",
    "zschopau",
    "zusam",
];

/// Whether `word` after a comma may belong to the name of the town before it.
pub(crate) fn town(word: &str) -> bool {
    let word = key(word);
    [&ARTICLES[..], &LANDSCAPES, &RIVERS].into_iter().any(|list| list.binary_search(&word.as_str()).is_ok())
}

/// Whether `word` after a comma may belong to the name of the street before it.
pub(crate) fn street(word: &str) -> bool {
    ARTICLES.binary_search(&key(word).as_str()).is_ok()
}

/// Whether `word` can begin the part of a country's official name that lists put behind a comma: `Korea, Republic of`.
pub(crate) fn country(word: &str) -> bool {
    COUNTRY_FORMS.binary_search(&key(word).as_str()).is_ok()
}

/// Whether `word` is the French addition to a house number that shares its number with others.
pub(crate) fn house_number(word: &str) -> bool {
    matches!(key(word).as_str(), "bis" | "ter" | "quater" | "quinquies")
}

fn key(word: &str) -> String {
    let mut key = fold(word);
    key.retain(char::is_alphanumeric);
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_and_landscapes_in_any_spelling() {
        for word in ["La", "L'", "LES", "l’", "Sachs.", "Württ", "OPf.", "'s", "Eder", "Lahn", "Weiße"] {
            assert!(town(word), "{word}");
        }
        assert!(street("La") && !street("Sachs"));
        assert!(!town("Elgin") && !town("TX"));
    }

    #[test]
    fn official_names_of_countries_and_additions_of_house_numbers() {
        assert!(country("Republic") && country("R.O.C.") && !country("Vane"));
        assert!(house_number("BIS") && !house_number("B"));
    }

    #[test]
    fn the_lists_are_in_alphabetical_order() {
        assert!(ARTICLES.is_sorted() && LANDSCAPES.is_sorted() && RIVERS.is_sorted());
        assert!(COUNTRY_FORMS.is_sorted());
    }
}
