//! Territories with a country code of their own, which people write with the name of the state they belong to: `Mariehamn, Finland`.

/// State and its territories, by ISO 3166-1. The states in free association with the United States have ZIP codes and are written like
/// states of theirs.
const TERRITORIES: [(&str, &str); 10] = [
    ("AU", "CC CX HM NF"),
    ("CN", "HK MO"),
    ("DK", "FO GL"),
    ("FI", "AX"),
    ("FR", "BL GF GP MF MQ NC PF PM RE TF WF YT"),
    ("GB", "AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG"),
    ("NL", "AW BQ CW SX"),
    ("NO", "BV SJ"),
    ("NZ", "CK NU TK"),
    ("US", "AS FM GU MH MP PR PW UM VI"),
];

/// Whether the country of one code belongs to the state of the other.
pub(crate) fn is_territory_of(territory: &str, state: &str) -> bool {
    TERRITORIES.iter().any(|(of, codes)| *of == state && codes.split(' ').any(|code| code == territory))
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
