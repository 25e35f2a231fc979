//! A mistyped street: the only street of the place one typo away, if no street there has the typed name.
//!
//! A name that some street elsewhere in the register has is not mistyped: then the register lacks the street here, and a street
//! with a similar name is a different one.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{FuzzyQuery, Scope, distance_m};
use milepost_text::{
    MistypedForm, StreetKeys, forms_of_mistyped, most_typos, street_core, street_keys, typos_between,
};

use crate::finding::Finding;
use crate::street::cased::cased;
use crate::street::located::{Located, ONE_PLACE_M};
use crate::street::query::StreetQuery;
use crate::street::registers::Registers;

/// Most streets one typo away that are compared; with more the name says too little.
const ALIKE: usize = 6;
/// Least radius of an answer on a corrected street, metres.
const CORRECTED_RADIUS_M: f64 = 100.0;

/// The answer on the street that is meant; `locate` answers for a street of another spelling. None if no street of the place is
/// one typo away, or several are.
pub(crate) fn locate(
    registers: &Registers<'_>,
    query: &StreetQuery,
    locate: impl Fn(&StreetQuery) -> Option<Located>,
) -> Option<Located> {
    let most = most_typos(query.norms.first()?, &query.country);
    if most == 0 || is_known(registers, query) {
        return None;
    }
    for typos in 1..=most {
        for scope in query.place.scopes() {
            let spellings = spellings(registers, scope, query, typos)?;
            if spellings.len() > ALIKE {
                return None;
            }
            let corrected = spellings.into_iter().map(|StreetKeys { norm, key }| StreetQuery {
                core: street_core(&norm, &query.country),
                norms: vec![norm],
                keys: vec![key],
                is_corrected: true,
                ..query.clone()
            });
            let is_there = |located: &Located| !located.findings.iter().any(Finding::is_of_another_place);
            let found: Vec<Located> = corrected.filter_map(|query| locate(&query)).filter(is_there).collect();
            if !found.is_empty() {
                return only(found);
            }
        }
    }
    None
}

/// Whether some street has the typed name.
fn is_known(registers: &Registers<'_>, query: &StreetQuery) -> bool {
    let Registers { houses, ranges, .. } = registers;
    query.norms.iter().any(|norm| houses.ask(|houses| houses.has(norm)))
        || query.keys.iter().any(|key| ranges.ask(|ranges| ranges.has(key)))
}

/// Streets of a scope within `typos`; none if there are too many to compare.
fn spellings(
    registers: &Registers<'_>,
    scope: Scope<'_>,
    query: &StreetQuery,
    typos: usize,
) -> Option<Vec<StreetKeys>> {
    let (norm, key) = (query.norms.first()?, query.keys.first()?);
    let country = query.country.as_str();
    let mut found: Vec<StreetKeys> = Vec::new();
    let mut add = |asked: &str, names: Vec<String>| {
        for norm in names {
            let key = street_keys(&norm, country).key;
            let is_alike = typos_between(asked, &norm, country).is_some_and(|between| between <= typos);
            if is_alike && found.iter().all(|known| known.key != key) {
                found.push(StreetKeys { norm, key });
            }
        }
    };
    let Registers { houses, ranges, centroids } = registers;
    if houses.open.is_some() {
        for MistypedForm { beginning, whole } in &forms_of_mistyped(norm, country) {
            let sought = FuzzyQuery { beginning, whole, typos };
            add(norm, houses.ask(|houses| houses.norms_like(scope, sought))?);
        }
    }
    for MistypedForm { beginning, whole } in &forms_of_mistyped(key, country) {
        let sought = FuzzyQuery { beginning, whole, typos };
        if let (Some(_), Scope::Postcode(code)) = (ranges.open, scope) {
            add(key, ranges.ask(|ranges| ranges.keys_like(code, sought))?);
        }
        if centroids.open.is_some() {
            add(key, centroids.ask(|centroids| centroids.keys_like(scope, sought))?);
        }
    }
    Some(found)
}

/// The answer, marked as corrected, if the place has only one such street and the street has the number. Without the number
/// nothing confirms the street.
fn only(mut found: Vec<Located>) -> Option<Located> {
    found.sort_by_key(|located| located.tier != ResolutionTier::AddressPoint);
    let mut found = found.into_iter();
    let mut first = found.next()?;
    let is_elsewhere = |other: Located| distance_m(first.lat, first.lon, other.lat, other.lon) > ONE_PLACE_M;
    let is_number_missing = first.findings.iter().any(Finding::is_of_another_number);
    if found.any(is_elsewhere) || is_number_missing {
        return None;
    }
    first.uncertainty_m = first.uncertainty_m.max(CORRECTED_RADIUS_M);
    first.findings.push(Finding::StreetCorrected { taken: cased(&first.street) });
    Some(first)
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;

    use super::*;
    use crate::street::fixture::{answer, query, registers};

    /// Norms of the streets that a typed one may be, in the order in which they are looked up.
    fn tried(address: &'static str) -> Vec<String> {
        let tried = RefCell::new(Vec::new());
        let found = locate(&registers("us-or"), &query(address), |query| {
            assert!(query.is_corrected);
            tried.borrow_mut().extend(query.norms.clone());
            None
        });
        assert!(found.is_none());
        tried.into_inner()
    }

    #[test]
    fn streets_of_the_place_that_nearly_have_the_name_are_tried() {
        assert!(
            tried("street=Lrach St; locality=Portland; region=OR; postcode=97201")
                .contains(&"larch street".to_owned())
        );
        // Ranges and middles of streets count as well as houses.
        let of_ranges = tried("street=Tamarak Ave; locality=Portland; region=OR; postcode=97201");
        assert_eq!(of_ranges, ["tamarack avenue"]);
        assert!(tried("street=Guell Way; locality=Portland; region=OR").is_empty(), "of another town");
    }

    #[test]
    fn the_name_of_a_street_elsewhere_is_not_mistyped() {
        assert!(tried("street=Gull Way; locality=Portland; region=OR; postcode=97201").is_empty());
    }

    #[test]
    fn a_street_is_corrected_if_the_place_has_one_such_street() {
        let street = |lat| answer(ResolutionTier::Street, lat, -122.69);
        let alone = only(vec![street(45.51)]).unwrap();
        assert_eq!(alone.findings, [Finding::StreetCorrected { taken: "Yew St".to_owned() }]);
        assert_eq!(alone.uncertainty_m, CORRECTED_RADIUS_M);
        assert!(only(vec![street(45.51), street(45.53)]).is_none(), "two streets 2 km apart");
    }

    #[test]
    fn of_two_spellings_of_one_place_the_one_with_the_house_answers() {
        let street = answer(ResolutionTier::Street, 45.51, -122.69);
        let house = answer(ResolutionTier::AddressPoint, 45.511, -122.69);
        assert_eq!(only(vec![street, house]).unwrap().tier, ResolutionTier::AddressPoint);
    }

    #[test]
    fn nothing_confirms_a_street_that_lacks_the_number() {
        let number = "900".to_owned();
        let mut street = answer(ResolutionTier::Street, 45.51, -122.69);
        street.findings.push(Finding::HouseNumberUnknown { number });
        assert!(only(vec![street]).is_none());
    }
}
