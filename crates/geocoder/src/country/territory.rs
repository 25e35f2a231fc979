//! Territories with a country code of their own, which people write with the name of the state they belong to: `Mariehamn, Finland`.

use crate::table::rows;

/// State, its territories and source (`territories.tsv`), by ISO 3166-1.
const TABLE: &str = include_str!("territories.tsv");

/// Whether the country of one code belongs to the state of the other.
pub(crate) fn is_territory_of(territory: &str, state: &str) -> bool {
    territories_of(state).any(|code| code == territory)
}

/// Codes of the territories of a state.
pub(crate) fn territories_of(state: &str) -> impl Iterator<Item = &'static str> {
    rows(TABLE).filter(move |[of, _]| *of == state).flat_map(|[_, codes]| codes.split(' '))
}

#[cfg(test)]
mod tests {
    use super::is_territory_of;

    #[test]
    fn a_territory_belongs_to_its_own_state() {
        assert!(is_territory_of("AX", "FI") && is_territory_of("PR", "US"));
        assert!(!is_territory_of("AX", "SE") && !is_territory_of("FI", "AX") && !is_territory_of("", "FI"));
    }
}
