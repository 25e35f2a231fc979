//! Areas in which a second language is official or protected: there a small town has two names of its own (`Hangö` and Hanko, `Kastelruth`
//! and Castelrotto), and people type either.

use std::sync::LazyLock;

use crate::sources::geonames_row::PlaceRow;
use crate::sources::tsv::rows;

/// Columns: country, level of the codes, codes, languages, source.
const AREAS: &str = include_str!("second_languages.tsv");

struct Area {
    country: &'static str,
    /// 0 for the whole country.
    level: usize,
    codes: Vec<&'static str>,
}

/// Whether a place lies in such an area.
pub(super) fn has_second_language(row: &PlaceRow) -> bool {
    let mut areas = AREAS_READ.iter().filter(|area| area.country == row.country);
    areas.any(|area| area.level == 0 || area.codes.contains(&row.admin[area.level - 1]))
}

static AREAS_READ: LazyLock<Vec<Area>> = LazyLock::new(|| {
    let area = |[country, level, codes, ..]: [&'static str; 5]| {
        Some(Area { country, level: level.parse().ok()?, codes: codes.split_whitespace().collect() })
    };
    rows(AREAS).filter_map(area).collect()
});

#[cfg(test)]
mod tests {
    use super::*;

    fn place(country: &str, admin: [&str; 3]) -> String {
        let [first, second, third] = admin;
        format!("1\tA\tA\t\t46\t11\tP\tPPL\t{country}\t\t{first}\t{second}\t{third}\t\t900")
    }

    #[test]
    fn an_area_is_a_country_or_some_of_its_divisions() {
        let has = |country, admin| {
            let line = place(country, admin);
            has_second_language(&PlaceRow::parse(&line).unwrap())
        };
        assert!(has("FI", ["02", "021", "445"]));
        assert!(has("IT", ["17", "BZ", "021019"]));
        assert!(!has("IT", ["09", "MI", "015146"]));
        assert!(has("DE", ["13", "00", "14625"]));
        assert!(!has("DE", ["13", "00", "14612"]));
        assert!(!has("US", ["17", "", ""]));
    }

    #[test]
    fn every_row_is_read_and_has_a_source() {
        assert_eq!(AREAS_READ.len(), AREAS.lines().count() - 1);
        assert!(AREAS_READ.iter().all(|area| (area.level == 0) == area.codes.is_empty()));
        assert!(AREAS.lines().all(|line| line.split('\t').count() == 5));
    }
}
