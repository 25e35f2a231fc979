//! What registers set behind a name with a comma: the article it is sorted without, and the landscape that tells a German town from
//! its namesakes. Closed lists: of any other word behind a comma the span ends before it, whatever the model thinks of it.

use milepost_text::fold;

/// Articles of French, Spanish, Catalan, Galician, Portuguese, Italian, Dutch and English, folded, apostrophes removed.
const ARTICLES: [&str; 30] = [
    "le", "la", "les", "l", "el", "los", "las", "els", "es", "sa", "ses", "a", "o", "as", "os", "il", "lo",
    "i", "gli", "the", "de", "het", "den", "s", "der", "die", "das", "da", "du", "des",
];

/// Lands and landscapes as official German names abbreviate them, folded and without their dot.
const LANDSCAPES: [&str; 66] = [
    "sachs",
    "sa",
    "thur",
    "wurtt",
    "baden",
    "bay",
    "oberbay",
    "obb",
    "niederbay",
    "ndb",
    "oberpf",
    "opf",
    "oberfr",
    "ofr",
    "unterfr",
    "ufr",
    "mittelfr",
    "mfr",
    "schwab",
    "schw",
    "westf",
    "westfalen",
    "holst",
    "pfalz",
    "odenw",
    "odenwald",
    "hunsruck",
    "eifel",
    "westerw",
    "westerwald",
    "taunus",
    "erzgeb",
    "vogtl",
    "lausitz",
    "oberlausitz",
    "niederlausitz",
    "meckl",
    "vorpommern",
    "altm",
    "altmark",
    "harz",
    "han",
    "hann",
    "ostfriesl",
    "oldb",
    "hess",
    "sauerl",
    "rheinl",
    "rheinhess",
    "saar",
    "allgau",
    "schwarzw",
    "schwarzwald",
    "breisgau",
    "rhon",
    "uckerm",
    "prign",
    "spreew",
    "kr",
    "steigerw",
    "ries",
    "hallertau",
    "bergstr",
    "niederrhein",
    "anh",
    "wetterau",
];

/// Whether `word` behind a comma may belong to the name of the town in front.
pub(crate) fn town(word: &str) -> bool {
    let word = key(word);
    ARTICLES.contains(&word.as_str()) || LANDSCAPES.contains(&word.as_str())
}

/// Whether `word` behind a comma may belong to the name of the street in front.
pub(crate) fn street(word: &str) -> bool {
    ARTICLES.contains(&key(word).as_str())
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
        for word in ["La", "L'", "LES", "l’", "Sachs.", "Württ", "OPf.", "'s"] {
            assert!(town(word), "{word}");
        }
        assert!(street("La") && !street("Sachs"));
        assert!(!town("Elgin") && !town("TX"));
    }
}
