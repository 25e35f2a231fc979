//! Cities by the first digits of a postcode, for countries whose postcodes the install lacks.

use crate::table::rows;

/// Country, first and last prefix, city in the gazetteer, source (`postal_districts.tsv`).
const TABLE: &str = include_str!("postal_districts.tsv");

/// The city (name in the gazetteer) around a postcode of a country (ISO 3166-1 alpha-2), if the table has its first digits.
pub(crate) fn city_of(country: &str, postcode: &str) -> Option<&'static str> {
    let digits: String = postcode.chars().filter(char::is_ascii_digit).collect();
    let length = LENGTHS.iter().find(|(of, _)| *of == country).map(|(_, length)| *length)?;
    if digits.len() != length {
        return None;
    }
    rows(TABLE).find_map(|[of, first, last, city]| {
        let prefix = digits.get(..first.len())?;
        (of == country && (first..=last).contains(&prefix)).then_some(city)
    })
}

/// Digits of a postcode of each country.
const LENGTHS: [(&str, usize); 3] = [("IN", 6), ("JP", 7), ("MX", 5)];

#[cfg(test)]
mod tests {
    use super::*;

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
    fn every_line_is_whole() {
        assert_eq!(rows::<5>(TABLE).count(), TABLE.lines().count() - 1);
        for [country, first, last, city, _] in rows(TABLE) {
            assert!(first.len() == last.len() && first <= last, "{city}");
            assert!(LENGTHS.iter().any(|(known, _)| *known == country), "{city}");
        }
    }
}
