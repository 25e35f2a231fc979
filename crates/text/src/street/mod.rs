//! Street keys: the forms of a street's name under which builders file rows and lookups search.
//!
//! `norm` keeps every word and expands abbreviations (column `street_norm`); `key` also removes variation: French particles and
//! the spelling of numbered roads (column `street_key`).

mod canonical;
mod compare;
mod fr;
mod name;
mod other;
mod route;
mod sound;
mod table;
mod us;
mod words;

pub use canonical::{canonical_street, number_in_words};
pub use compare::{StreetComparison, compare_streets};
pub use name::{StreetName, StreetWord};
pub use table::{Role, language_codes};

use crate::word_class::country_languages;

/// The two keys of a street.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StreetKeys {
    /// Every word, abbreviations written out: `5th avenue`, `rue de l eglise`.
    pub norm: String,
    /// Numbered roads in one spelling, French particles left out: `state route 9`, `rue eglise`.
    pub key: String,
}

/// How a country writes its streets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Style {
    TypeLast,
    French,
    Other,
}

fn style(country: &str) -> Style {
    match country_languages(country).first() {
        Some(&"en") => Style::TypeLast,
        Some(&"fr") => Style::French,
        _ => Style::Other,
    }
}

fn norm_words(street: &str, country: &str) -> Vec<String> {
    match style(country) {
        Style::TypeLast => us::norm(street),
        Style::French => fr::norm(street),
        Style::Other => other::norm(street, country),
    }
}

/// Keys of `street` in `country` (ISO 3166-1 alpha-2, lower case).
pub fn street_keys(street: &str, country: &str) -> StreetKeys {
    let words = norm_words(street, country);
    let key = match style(country) {
        // `Rue de la Montagne` in Montréal.
        Style::TypeLast if country_languages(country).len() > 1 => us::key(&other::key(&words, country)),
        Style::TypeLast => us::key(&words),
        Style::French => fr::key(&words),
        Style::Other => other::key(&words, country).join(" "),
    };
    StreetKeys { norm: words.join(" "), key }
}

/// Norms under which a street may be filed, likeliest first: the normal one, one with a saint abbreviated, and the other names of a
/// numbered road. At most six.
pub fn street_norms(street: &str, country: &str) -> Vec<String> {
    let StreetKeys { norm, key } = street_keys(street, country);
    let mut norms = vec![norm.clone()];
    let mut add = |norm: String| {
        if !norm.is_empty() && !norms.contains(&norm) && norms.len() < 6 {
            norms.push(norm);
        }
    };
    if style(country) == Style::TypeLast {
        if let Some(rest) = norm.strip_prefix("saint ") {
            add(format!("st {rest}"));
        }
        if key != norm {
            for variant in route::variants(&key) {
                add(variant.clone());
                add(variant.replace("route", "highway"));
            }
        }
    }
    norms
}

/// Keys under which the street may be filed, likeliest first.
pub fn street_key_variants(street: &str, country: &str) -> Vec<String> {
    let key = street_keys(street, country).key;
    if style(country) == Style::TypeLast { route::variants(&key) } else { vec![key] }
}

/// The sound of a place's name: spellings, umlauts in two letters and other scripts meet.
pub fn place_sound(name: &str) -> String {
    let key = locality_key(name);
    key.split(' ').map(sound::sound).collect::<Vec<_>>().join(" ")
}

/// Key of a locality on an address point: the name key with hyphens as spaces, `st` written out, and without the number
/// of an arrondissement or a CEDEX: `LYON 3EME` and `Lyon` meet.
pub fn locality_key(locality: &str) -> String {
    let folded = words::words(locality, true);
    let mut kept: Vec<String> = Vec::with_capacity(folded.len());
    for (index, word) in folded.into_iter().enumerate() {
        match word.as_str() {
            "cedex" if index > 0 => break,
            "st" => kept.push("saint".into()),
            "ste" => kept.push("sainte".into()),
            "arrondissement" | "arrt" if index > 0 => {}
            word if index > 0 && is_french_ordinal(word) => {}
            _ => kept.push(word),
        }
    }
    kept.join(" ")
}

fn is_french_ordinal(word: &str) -> bool {
    let digits = word.trim_start_matches(|character: char| character.is_ascii_digit());
    digits.len() < word.len()
        && word.len() - digits.len() <= 2
        && matches!(digits, "" | "e" | "er" | "eme" | "ere")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn norm(street: &str) -> String {
        street_keys(street, "us").norm
    }

    #[test]
    fn american_spellings_meet() {
        for (a, b) in [
            ("Fifth Ave", "5TH AVENUE"),
            ("5 Ave", "5th Ave."),
            ("S.E. 74th Ave", "SE 74TH AVENUE"),
            ("N W Main St", "NW Main Street"),
            ("Pennsylvania Ave NW", "pennsylvania avenue northwest"),
            ("St. Charles Av", "Saint Charles Avenue"),
            ("Main Street St", "Main St"),
            ("O'Neil Rd", "ONEIL ROAD"),
            ("Twenty-Second Street South", "22nd St S"),
            ("Broadway", "BROADWAY"),
            ("Clarke La", "Clarke Lane"),
        ] {
            assert_eq!(norm(a), norm(b), "{a} / {b}");
        }
    }

    #[test]
    fn particles_are_left_out_in_every_language_that_has_them() {
        for (country, full, short) in [
            ("es", "Calle de Alcalá", "Calle Alcalá"),
            ("es", "Carrer de l'Estació", "Carrer Estació"),
            ("mx", "Calle de la Paz", "Calle Paz"),
            ("pt", "Rua da Rosa", "Rua Rosa"),
            ("br", "Rua do Ouvidor", "Rua Ouvidor"),
            ("it", "Via del Corso", "Via Corso"),
            ("fr", "Rue de l'Église", "Rue Église"),
            ("be", "Rue de la Loi", "Rue Loi"),
            ("lu", "Rue de la Gare", "Rue Gare"),
            ("ch", "Rue de la Gare", "Rue Gare"),
            ("ch", "Via della Posta", "Via Posta"),
            ("ca", "Rue de la Montagne", "Rue Montagne"),
            ("ao", "Rua da Missão", "Rua Missão"),
        ] {
            let (full, short) = (street_keys(full, country), street_keys(short, country));
            assert_eq!(full.key, short.key, "{country}");
            assert_ne!(full.norm, short.norm, "{country}: as it is filed");
        }
        assert_eq!(street_keys("Via della", "it").key, "via della", "nothing else is its name");
        assert_eq!(street_keys("Am Markt", "de").key, "am markt");
        // A word of another language of the country is not a particle.
        assert_eq!(street_keys("La Salle Street", "ca").key, "la salle street");
        assert_eq!(street_keys("Im La", "ch").key, "im la");
        assert_eq!(street_keys("Avenue A", "us").key, "avenue a");
    }

    #[test]
    fn letters_that_are_names_stay() {
        assert_eq!(norm("E St NW"), "e street northwest");
        assert_eq!(norm("Avenue N"), "avenue north");
        assert_eq!(norm("North Ave"), "north avenue");
        assert_eq!(norm("W Main"), "west main");
        assert_eq!(norm("The Alameda"), "the alameda");
    }

    #[test]
    fn numbered_roads_have_one_key() {
        let key = |street| street_keys(street, "us").key;
        assert_eq!(key("State Hwy 360"), "state route 360");
        assert_eq!(key("MT Highway 360"), "state route 360");
        assert_eq!(key("US Hwy 12 W"), "us route 12 west");
        assert_eq!(key("I- 90"), "interstate 90");
        assert_eq!(key("Co Rd 5"), "county road 5");
        assert_eq!(key("Hwy 360"), "route 360");
        assert!(street_key_variants("Hwy 360", "us").contains(&"state route 360".to_owned()));
        assert_eq!(key("Route 66 Casino Dr"), "route 66 casino drive");
        assert_eq!(key("County Line Rd"), "county line road");
        assert_eq!(key("Main St"), "main street");
    }

    #[test]
    fn french_spellings_meet() {
        let key = |street| street_keys(street, "fr").key;
        assert_eq!(street_keys("AV DU GENERAL DE CROUTTE", "fr").norm, "avenue du general de croutte");
        assert_eq!(key("Rue de l'Église"), key("RUE DE L EGLISE"));
        assert_eq!(key("rue Eglise"), key("Rue de l'Église"));
        assert_eq!(key("Bd St-Michel"), key("boulevard Saint Michel"));
        assert_eq!(key("R. du Huit Mai 1945"), key("RUE DU 8 MAI 1945"));
        assert_eq!(key("Av. Gal Leclerc"), key("Avenue du Général Leclerc"));
    }

    #[test]
    fn other_countries_write_their_types_out() {
        assert_eq!(street_keys("Hauptstr.", "de").norm, street_keys("Hauptstraße", "de").norm);
        assert_eq!(street_keys("C/ Mayor", "es").norm, "calle mayor");
        assert_eq!(street_keys("V.le Monza", "it").norm, "viale monza");
    }

    #[test]
    fn localities_meet_without_their_arrondissement() {
        assert_eq!(locality_key("LYON 3EME"), "lyon");
        assert_eq!(locality_key("Paris 08"), "paris");
        assert_eq!(locality_key("ST-HERBLAIN"), locality_key("Saint Herblain"));
        assert_eq!(locality_key("L'Haÿ-les-Roses"), "l hay les roses");
        assert_eq!(locality_key("NANTES CEDEX 1"), "nantes");
    }
}
