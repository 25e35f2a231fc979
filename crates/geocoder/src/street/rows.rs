//! The rows of the street of an address.

use milepost_gazetteer::{AddressPoint, Scope};

use crate::street::{Agreement, Houses, PlaceAgreement, StreetQuery};

/// Most rows of a street that are read in a postcode or locality, and in the whole shard.
const MOST_IN_A_PLACE: u32 = 2_000;
const MOST_ANYWHERE: u32 = 4_000;

/// The rows of the street under its name; empty if no row of the place agrees with the address.
pub(crate) fn find(houses: &Houses<'_>, query: &StreetQuery) -> Vec<AddressPoint> {
    named(houses, query).unwrap_or_default()
}

/// The rows of the street in the towns that may be the one of the address, in a register with loose towns: those of the town that agrees
/// most with it, and of several of the nearest.
pub(crate) fn nearby(houses: &Houses<'_>, query: &StreetQuery) -> Vec<AddressPoint> {
    if !houses.has_loose_towns {
        return Vec::new();
    }
    let of_norm = |norm: &String| {
        let mut rows = houses.ask(|houses| houses.of_street(None, norm, MOST_ANYWHERE));
        rows.retain(|row| {
            PlaceAgreement::of(row, &query.place).postcode != Agreement::Differs
                && query.place.may_hold(row.lat, row.lon)
        });
        let rank = |row: &AddressPoint| {
            let differences = PlaceAgreement::of(row, &query.place).differences();
            (differences, query.place.distance_m(row.lat, row.lon).unwrap_or(0.0))
        };
        let (_, town) = rows
            .iter()
            .map(|row| (rank(row), &row.locality))
            .min_by(|((a, near), _), ((b, nearer), _)| a.cmp(b).then(near.total_cmp(nearer)))?;
        let town = town.clone();
        rows.retain(|row| row.locality == town);
        Some(rows)
    };
    query.norms.iter().find_map(of_norm).unwrap_or_default()
}

/// The rows of the first spelling and scope with rows that do not contradict the address.
fn named(houses: &Houses<'_>, query: &StreetQuery) -> Option<Vec<AddressPoint>> {
    // Rows of the postcode that disagree with the address, under the first norm that has any.
    let mut of_postcode = Vec::new();
    for norm in &query.norms {
        for scope in query.place.scopes() {
            let found = houses.ask(|houses| houses.of_street(Some(scope), norm, MOST_IN_A_PLACE));
            let rows = agreeing(&found, query);
            if rows.is_some() {
                return rows;
            }
            if of_postcode.is_empty() && matches!(scope, Scope::Postcode(_)) {
                of_postcode = found;
            }
        }
    }
    let of_key = |scope, key| agreeing(&houses.ask(|houses| houses.of_key(scope, key)), query);
    let by_key = query.place.scopes().find_map(|scope| query.keys.iter().find_map(|key| of_key(scope, key)));
    // A postal city that the register does not use: the postcode alone identifies the street.
    by_key.or_else(|| (query.has_postal_cities() && !of_postcode.is_empty()).then_some(of_postcode))
}

/// Rows that do not contradict the address, and of those the ones that agree most; none if all contradict it.
fn agreeing(rows: &[AddressPoint], query: &StreetQuery) -> Option<Vec<AddressPoint>> {
    let agreements = |row: &AddressPoint| {
        let agreement = PlaceAgreement::of(row, &query.place);
        (agreement.differences() == 0).then(|| agreement.agreements())
    };
    let most = rows.iter().filter_map(agreements).max()?;
    Some(rows.iter().filter(|row| agreements(row) == Some(most)).cloned().collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::{query, registers, street_of_portland};

    /// Streets and numbers of the rows of an address.
    fn found(area: &str, query: &StreetQuery) -> Vec<String> {
        let rows = find(&registers(area).houses, query);
        rows.iter().map(|row| format!("{} {}", row.number, row.street)).collect()
    }

    #[test]
    fn a_street_has_the_rows_of_its_place_alone() {
        let mut larch = found("us-or", &street_of_portland("Larch Street"));
        larch.sort();
        assert_eq!(larch, ["10 LARCH ST", "20 LARCH ST", "21 LARCH ST", "30 LARCH ST"]);
        let salem = query("street=Larch St; locality=Salem; region=OR");
        assert_eq!(found("us-or", &salem), ["10 LARCH ST"]);
    }

    #[test]
    fn the_postcode_alone_names_a_street_where_cities_are_postal() {
        let postal = query("street=Alder St; locality=Portland; region=OR; postcode=97222");
        assert_eq!(found("us-or", &postal), ["12 ALDER ST"]);
        let commune = query("street=rue des Tilleuls; locality=Lyon; postcode=69003");
        assert!(found("fr", &commune).is_empty(), "another commune under the same postcode");
    }
}
