//! Letters of divisions, first digits of postcodes and territories, by country (ISO 3166-1 alpha-2).

use std::sync::LazyLock;

use crate::tsv::rows;

/// Country, letters, division in the gazetteer, source. Letters that addresses write for divisions that the gazetteer has by name alone:
/// states, and in Great Britain the first letters of a postcode (`Truro TR`). Most of them are also states of the United States or provinces
/// of Italy, so that they find no division alone: they confirm the one that a town or village lies in.
const DIVISIONS: &str = include_str!("division_codes.tsv");

/// Country, first and last prefix, city in the gazetteer, source, for countries whose postcodes the install lacks.
const DISTRICTS: &str = include_str!("postal_districts.tsv");

/// State, its territories with a code of their own, source. People write them with the name of the state: `Mariehamn, Finland`.
const TERRITORIES: &str = include_str!("territories.tsv");

/// Most letters of a code of a division.
const LETTERS: usize = 6;

/// Country and name in the gazetteer of every division that a text may stand for: `SP`, `N.L.`.
pub(crate) fn divisions_of_code(text: &str) -> Vec<(&'static str, &'static str)> {
    static CODES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(DIVISIONS).collect());
    let letters: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    if letters.len() > LETTERS {
        return Vec::new();
    }
    let of_code = CODES.iter().filter(|[_, code, _]| code.eq_ignore_ascii_case(&letters));
    of_code.map(|[country, _, name]| (*country, *name)).collect()
}

/// The city (name in the gazetteer) around a postcode of a country, if the table has its first digits.
pub(crate) fn city_of(country: &str, postcode: &str) -> Option<&'static str> {
    let digits: String = postcode.chars().filter(char::is_ascii_digit).collect();
    let length = LENGTHS.iter().find(|(of, _)| *of == country).map(|(_, length)| *length)?;
    if digits.len() != length {
        return None;
    }
    rows(DISTRICTS).find_map(|[of, first, last, city]| {
        let prefix = digits.get(..first.len())?;
        (of == country && (first..=last).contains(&prefix)).then_some(city)
    })
}

/// Digits of a postcode of each country.
const LENGTHS: [(&str, usize); 3] = [("IN", 6), ("JP", 7), ("MX", 5)];

/// Whether the country of one code belongs to the state of the other.
pub(crate) fn is_territory_of(territory: &str, state: &str) -> bool {
    territories_of(state).any(|code| code == territory)
}

/// Codes of the territories of a state.
pub(crate) fn territories_of(state: &str) -> impl Iterator<Item = &'static str> {
    rows(TERRITORIES).filter(move |[of, _]| *of == state).flat_map(|[_, codes]| codes.split(' '))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_stand_for_divisions_of_several_countries() {
        assert_eq!(divisions_of_code("MG"), [("BR", "Minas Gerais")]);
        assert!(divisions_of_code("tr").contains(&("GB", "Cornwall")));
        assert_eq!(divisions_of_code("N.L."), [("MX", "Nuevo León"), ("IN", "Nagaland")]);
        assert_eq!(divisions_of_code("Q. Roo"), [("MX", "Quintana Roo")]);
        assert!(divisions_of_code("Nevada").is_empty());
    }

    #[test]
    fn the_first_digits_say_the_city() {
        assert_eq!(city_of("IN", "110001"), Some("New Delhi"));
        assert_eq!(city_of("IN", "400 001"), Some("Mumbai"));
        assert_eq!(city_of("JP", "530-0001"), Some("Osaka"));
        assert_eq!(city_of("MX", "06000"), Some("Mexico City"));
        assert_eq!(city_of("MX", "110001"), None, "no code of Mexico");
        assert_eq!(city_of("FR", "75001"), None);
    }

    #[test]
    fn a_territory_belongs_to_its_own_state() {
        assert!(is_territory_of("AX", "FI") && is_territory_of("PR", "US"));
        assert!(!is_territory_of("AX", "SE") && !is_territory_of("FI", "AX") && !is_territory_of("", "FI"));
    }

    #[test]
    fn every_line_is_whole() {
        assert_eq!(rows::<4>(DIVISIONS).count(), DIVISIONS.lines().count() - 1);
        for [country, code, ..] in rows::<4>(DIVISIONS) {
            let letters = code.chars().filter(|letter| letter.is_alphabetic()).count();
            assert!(letters <= LETTERS, "{country} {code}");
        }
        assert_eq!(rows::<5>(DISTRICTS).count(), DISTRICTS.lines().count() - 1);
        for [country, first, last, city, _] in rows(DISTRICTS) {
            assert!(first.len() == last.len() && first <= last, "{city}");
            assert!(LENGTHS.iter().any(|(known, _)| *known == country), "{city}");
        }
    }
}
