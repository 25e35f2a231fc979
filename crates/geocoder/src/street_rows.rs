//! The rows of the street that was asked for: under its name, or under the one other spelling that can be meant.

use milepost_gazetteer::{AddressPoint, AddressPoints, Scope, Shards};
use milepost_text::{street_core, street_keys};

use crate::agreement::PlaceAgreement;
use crate::street_query::StreetQuery;

/// Streets of a scope that are looked through for another spelling.
const STREETS_COMPARED: usize = 48;
/// Letters of the bare name that a typing error leaves right. With two of them a third of an unknown street's time went into
/// streets that were nothing like it.
const LETTERS_RIGHT: usize = 3;
/// Letters of a bare name from which one wrong letter, and two, are a typing error and not another name.
const LETTERS_FOR_ONE: usize = 7;
const LETTERS_FOR_TWO: usize = 13;

/// A street's rows in the place asked for.
#[derive(Debug, Default)]
pub(crate) struct StreetRows {
    pub(crate) rows: Vec<AddressPoint>,
    /// Whether they are filed under another spelling than the one asked for.
    pub(crate) respelled: bool,
}

/// The rows of the street: of the first spelling and scope that has any that do not contradict the question.
pub(crate) fn find(shards: &Shards, points: &AddressPoints, query: &StreetQuery) -> StreetRows {
    // Rows of the postcode that disagree with the question, under the first norm that has any.
    let mut of_postcode = Vec::new();
    for norm in &query.norms {
        for scope in query.place.scopes() {
            let found = shards.or_miss(points.of_street(scope, norm));
            let rows = agreeing(&found, query);
            if !rows.is_empty() {
                return StreetRows { rows, respelled: false };
            }
            if of_postcode.is_empty() && matches!(scope, Scope::Postcode(_)) {
                of_postcode = found;
            }
        }
    }
    for scope in query.place.scopes() {
        for key in &query.keys {
            let rows = agreeing(&shards.or_miss(points.of_key(scope, key)), query);
            if !rows.is_empty() {
                return StreetRows { rows, respelled: false };
            }
        }
    }
    // A postal city the register does not use: the postcode alone tells the street.
    if query.has_postal_cities() && !of_postcode.is_empty() {
        return StreetRows { rows: of_postcode, respelled: false };
    }
    // The narrowest scope alone: a street of another spelling in another part of the city is another street.
    let Some(scope) = query.place.scopes().next() else { return StreetRows::default() };
    let Some(key) =
        completed(shards, points, query, scope).or_else(|| mistyped(shards, points, query, scope))
    else {
        return StreetRows::default();
    };
    StreetRows { rows: agreeing(&shards.or_miss(points.of_key(scope, &key)), query), respelled: true }
}

/// Rows that do not differ from the question, and of those the ones that agree most.
fn agreeing(rows: &[AddressPoint], query: &StreetQuery) -> Vec<AddressPoint> {
    let agreements = |row: &AddressPoint| {
        let agreement = PlaceAgreement::of(row, &query.place);
        (agreement.differences() == 0).then(|| agreement.agreements())
    };
    let Some(most) = rows.iter().filter_map(agreements).max() else { return Vec::new() };
    rows.iter().filter(|row| agreements(row) == Some(most)).cloned().collect()
}

/// The one street of the scope that has what was asked for and more: `Main St` for `Main`, `N Main St` for `Main St`. What was
/// asked for is never left out: `S Snyder Ave` is not `Snyder Ave`, nor `Impasse des Pigeons` the street of that name.
fn completed(
    shards: &Shards,
    points: &AddressPoints,
    query: &StreetQuery,
    scope: Scope<'_>,
) -> Option<String> {
    let asked: Vec<&str> = query.keys.first()?.split(' ').collect();
    let mut found: Vec<String> = Vec::new();
    for prefix in prefixes(query) {
        for key in shards.or_miss(points.keys(scope, &prefix, STREETS_COMPARED)) {
            let holds_all = asked.iter().all(|word| key.split(' ').any(|known| known == *word));
            if holds_all && !found.contains(&key) && street_core(&key, &query.country) == query.core {
                found.push(key);
            }
        }
    }
    match found.len() {
        1 => found.pop(),
        _ => None,
    }
}

/// Beginnings of the keys that a street with this bare name can have.
fn prefixes(query: &StreetQuery) -> Vec<String> {
    let core = &query.core;
    if !query.has_postal_cities() {
        let kinds = ["rue", "avenue", "boulevard", "chemin", "allee", "impasse", "place", "route"];
        return kinds.iter().map(|kind| format!("{kind} {core}")).chain([core.clone()]).collect();
    }
    let mut prefixes = vec![core.clone()];
    prefixes.extend(["north", "south", "east", "west"].map(|directional| format!("{directional} {core}")));
    prefixes
}

/// The one street of the scope whose bare name is a typing error away, behind the same first letters: a bounded number of
/// seeks.
fn mistyped(
    shards: &Shards,
    points: &AddressPoints,
    query: &StreetQuery,
    scope: Scope<'_>,
) -> Option<String> {
    let key = query.keys.first()?;
    let letters = query.core.chars().filter(|character| character.is_alphabetic()).count();
    if letters < LETTERS_FOR_ONE || query.core.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let before_core = key.find(query.core.split(' ').next()?)?;
    let prefix: String = key.chars().take(before_core + LETTERS_RIGHT).collect();
    let allowed = if letters < LETTERS_FOR_TWO { 1 } else { 2 };
    let mut near: Vec<String> = shards.or_miss(points.keys(scope, &prefix, STREETS_COMPARED));
    near.retain(|candidate| strsim::osa_distance(candidate, key) <= allowed);
    // A name that only another number or directional tells apart is another name.
    near.retain(|candidate| street_keys(candidate, &query.country).key == *candidate);
    match near.len() {
        1 => near.pop(),
        _ => None,
    }
}
