//! A mistyped street: the one street of the place asked for that is a slip away, when no street there is called as it was typed.
//!
//! A name that is a street's elsewhere in the register was not mistyped: the street is one the register misses here, and the one
//! that is nearly called so is another.

use milepost_address::ResolutionTier;
use milepost_gazetteer::{Scope, Shards, distance_m};
use milepost_text::{MOST_SLIPS, beginnings_of_mistyped, slips_between, street_core, street_keys};

use crate::located::{Located, marker};
use crate::street_query::StreetQuery;

/// Streets of a place that are looked through; where there are more, none can be said to be the only one.
const STREETS_COMPARED: usize = 1_024;
/// Streets a slip away that are asked for the number; of more the name tells too little.
const ALIKE: usize = 6;
/// Least radius of an answer on a street that was corrected, metres.
const CORRECTED_RADIUS_M: f64 = 100.0;
/// Answers nearer to each other than this are one, metres.
const ONE_PLACE_M: f64 = 250.0;

/// A street that may have been meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Spelling {
    pub(crate) norm: String,
    pub(crate) key: String,
    slips: usize,
}

/// The answer on the street that was meant, `locate` giving the one on a street of another spelling. None where no street of the
/// place is a slip away, or several are.
pub(crate) fn locate(
    shards: &Shards,
    area: &str,
    query: &StreetQuery,
    locate: impl Fn(&StreetQuery) -> Option<Located>,
) -> Option<Located> {
    if is_known(shards, area, query) {
        return None;
    }
    query
        .place
        .scopes()
        .find_map(|scope| {
            let spellings = spellings(shards, area, scope, query)?;
            (0..=MOST_SLIPS).find_map(|slips| {
                let alike: Vec<&Spelling> =
                    spellings.iter().filter(|spelling| spelling.slips == slips).take(ALIKE + 1).collect();
                if alike.len() > ALIKE {
                    return None;
                }
                let found = alike.into_iter().filter_map(|spelling| locate(&query.corrected_to(spelling)));
                let found: Vec<Located> = found.filter(agrees).collect();
                Some(found).filter(|found| !found.is_empty())
            })
        })
        .and_then(only)
}

/// Whether a street somewhere is called as it was typed.
fn is_known(shards: &Shards, area: &str, query: &StreetQuery) -> bool {
    let is_first = |names: Vec<String>, name: &String| names.first() == Some(name);
    let in_points = |norm: &String| {
        shards
            .address_points(area)
            .is_some_and(|points| is_first(shards.or_miss(points.norms(None, norm, 1)), norm))
    };
    let in_segments = |key: &String| {
        shards
            .segments(area)
            .is_some_and(|segments| is_first(shards.or_miss(segments.keys(None, key, 1)), key))
    };
    query.norms.iter().any(in_points) || query.keys.iter().any(in_segments)
}

/// Streets of a scope that are a slip away; none when there are too many to look through.
fn spellings(shards: &Shards, area: &str, scope: Scope<'_>, query: &StreetQuery) -> Option<Vec<Spelling>> {
    let (norm, key) = (query.norms.first()?, query.keys.first()?);
    let mut left = STREETS_COMPARED;
    let mut found: Vec<Spelling> = Vec::new();
    let mut compare = |asked: &str, names: Vec<String>| {
        left = left.saturating_sub(names.len());
        for name in names {
            let Some(slips) = slips_between(asked, &name, &query.country) else { continue };
            let key = street_keys(&name, &query.country).key;
            if found.iter().all(|known| known.key != key) {
                found.push(Spelling { norm: name, key, slips });
            }
        }
        left
    };
    if let Some(points) = shards.address_points(area) {
        for beginning in beginnings_of_mistyped(norm, &query.country) {
            compare(norm, shards.or_miss(points.norms(Some(scope), &beginning, STREETS_COMPARED)));
        }
    }
    let postcode = match scope {
        Scope::Postcode(code) => Some(code),
        Scope::Locality(_) => None,
    };
    for beginning in beginnings_of_mistyped(key, &query.country) {
        if let (Some(segments), Some(_)) = (shards.segments(area), postcode) {
            compare(key, shards.or_miss(segments.keys(postcode, &beginning, STREETS_COMPARED)));
        }
        if let Some(centroids) = shards.centroids(area) {
            compare(key, shards.or_miss(centroids.keys(scope, &beginning, STREETS_COMPARED)));
        }
    }
    (compare(key, Vec::new()) > 0).then_some(found)
}

/// Whether an answer says nothing else than was asked but for the spelling of the street. That the street has the number is what
/// tells that it is meant.
fn agrees(located: &Located) -> bool {
    let differs = |code: &str| {
        matches!(
            code,
            "postcode_differs"
                | "locality_differs"
                | "street_differs"
                | "house_number_unknown"
                | "house_number_beyond_known"
        )
    };
    !located.markers.iter().any(|marker| differs(marker.code))
}

/// The answer where there is one alone, told to be a corrected one.
fn only(mut found: Vec<Located>) -> Option<Located> {
    found.sort_by_key(|located| located.tier != ResolutionTier::AddressPoint);
    let mut found = found.into_iter();
    let mut first = found.next()?;
    if found.any(|other| distance_m(first.lat, first.lon, other.lat, other.lon) > ONE_PLACE_M) {
        return None;
    }
    first.uncertainty_m = first.uncertainty_m.max(CORRECTED_RADIUS_M);
    let told = format!("no such street is known there; `{}` was taken", first.street);
    first.markers.push(marker("street_corrected", "typo", told));
    Some(first)
}

impl StreetQuery {
    /// The same question of another street.
    fn corrected_to(&self, spelling: &Spelling) -> StreetQuery {
        StreetQuery {
            norms: vec![spelling.norm.clone()],
            keys: vec![spelling.key.clone()],
            core: street_core(&spelling.norm, &self.country),
            is_corrected: true,
            ..self.clone()
        }
    }
}
