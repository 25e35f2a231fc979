//! Letters that addresses of a country write for its divisions, where the gazetteer has those by name alone: states, and in Great Britain
//! the first letters of a postcode (`Truro TR`) for the counties that have such codes.
//!
//! Most of them are also states of the United States or provinces of Italy, so that they find no division alone: they confirm the one
//! that a town or village lies in.

use std::sync::LazyLock;

use crate::table::rows;

/// Country, letters, division in the gazetteer, source (`division_codes.tsv`).
const TABLE: &str = include_str!("division_codes.tsv");

/// Country (ISO 3166-1 alpha-2), letters and name in the gazetteer.
static CODES: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(TABLE).collect());

/// Most letters of a code.
const LETTERS: usize = 6;

/// Country and name in the gazetteer of every division that a text may stand for: `SP`, `N.L.`.
pub(crate) fn divisions_of_code(text: &str) -> Vec<(&'static str, &'static str)> {
    let letters: String = text.chars().filter(|letter| letter.is_alphabetic()).collect();
    if letters.len() > LETTERS {
        return Vec::new();
    }
    let of_code = CODES.iter().filter(|[_, code, _]| code.eq_ignore_ascii_case(&letters));
    of_code.map(|[country, _, name]| (*country, *name)).collect()
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
    fn every_line_is_whole() {
        assert_eq!(rows::<4>(TABLE).count(), TABLE.lines().count() - 1);
        for [country, code, ..] in rows::<4>(TABLE) {
            let letters = code.chars().filter(|letter| letter.is_alphabetic()).count();
            assert!(letters <= LETTERS, "{country} {code}");
        }
    }
}
