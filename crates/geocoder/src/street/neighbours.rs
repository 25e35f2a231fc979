//! A number that the register lacks, placed between neighbours that it has.

use milepost_address::ResolutionTier;
use milepost_gazetteer::AddressPoint;
use milepost_text::HouseNumber;

use crate::finding::Finding;
use crate::street::geometry::{Plane, metres_between};
use crate::street::located::Located;
use crate::street::pace;
use crate::street::query::StreetQuery;

/// Radius in addition to the share of the neighbours' distance, metres, and that share.
type Spread = (f64, f64);

/// The radius between neighbours on the number's own side, and on the other side, where numbers advance at a different pace.
struct Sides {
    own: Spread,
    other: Spread,
}

/// For American blocks, which jump to the next hundred, and for numbers counted house by house. Each radius holds nine of ten numbers
/// that were held back one by one, in runs, or with the whole side of their street. Fitted on Baltimore County and Lyon, checked on
/// Chesapeake, Nantes, Toulouse, Montpellier and Arles (benches/quality/radii.py).
const BLOCKS: Sides = Sides { own: (30.0, 0.5), other: (75.0, 1.0) };
const HOUSE_BY_HOUSE: Sides = Sides { own: (18.0, 0.22), other: (95.0, 0.6) };
/// Greatest distance of neighbours that say where a number between them lies, metres.
const FARTHEST_M: f64 = 1_500.0;
/// Numbers beyond the last known one that are still placed at the end of the street.
const BEYOND: i64 = 10;

/// The point of a number between its nearest neighbours on the same side, or just beyond the last one.
pub(crate) fn between(street: &[AddressPoint], query: &StreetQuery) -> Option<Located> {
    let number = i64::from(query.number.as_ref()?.base()?);
    let known = in_order(street);
    let sides = if query.has_postal_cities() { BLOCKS } else { HOUSE_BY_HOUSE };
    let own_side = |candidate: i64| candidate.rem_euclid(2) == number.rem_euclid(2);
    bracket(&known, number, &own_side)
        .and_then(|pair| on_the_way(number, pair, sides.own))
        .or_else(|| bracket(&known, number, &|_| true).and_then(|pair| on_the_way(number, pair, sides.other)))
        .or_else(|| beyond(&known, number, query))
}

/// A number without its letter, and its row.
pub(crate) type Known<'a> = (i64, &'a AddressPoint);

/// The rows of a street that have a number, in its order.
pub(crate) fn in_order(street: &[AddressPoint]) -> Vec<Known<'_>> {
    let mut known: Vec<Known<'_>> = street
        .iter()
        .filter_map(|point| Some((i64::from(HouseNumber::parse(&point.number)?.base()?), point)))
        .collect();
    known.sort_by_key(|(number, point)| (*number, point.rowid));
    known
}

fn bracket<'a>(
    known: &[Known<'a>],
    number: i64,
    wanted: &dyn Fn(i64) -> bool,
) -> Option<(Known<'a>, Known<'a>)> {
    let at = known.partition_point(|(candidate, _)| *candidate < number);
    let below = known[..at].iter().rev().find(|(candidate, _)| wanted(*candidate))?;
    let above = known[at..].iter().find(|(candidate, _)| wanted(*candidate))?;
    Some((*below, *above))
}

/// The point at the number's share of the way between the two.
fn on_the_way(
    number: i64,
    (below, above): (Known<'_>, Known<'_>),
    (base, share_of_distance): Spread,
) -> Option<Located> {
    let plane = Plane::at(below.1.lat, below.1.lon);
    let end = plane.metres(above.1.lat, above.1.lon);
    let distance = metres_between([0.0, 0.0], end);
    if distance > FARTHEST_M {
        return None;
    }
    let share = match above.0 - below.0 {
        0 => 0.5,
        span => (number - below.0) as f64 / span as f64,
    };
    let (lat, lon) = plane.degrees([share * end[0], share * end[1]]);
    Some(located(below.1, lat, lon, base + share_of_distance * distance, Vec::new()))
}

/// The nearest known end of the street, if the number is only just beyond it.
fn beyond(known: &[Known<'_>], number: i64, query: &StreetQuery) -> Option<Located> {
    let at = pace::nearest(known.iter().map(|(candidate, _)| *candidate), number)?;
    let (nearest, point) = known.get(at)?;
    let gap = (nearest - number).abs();
    if gap > BEYOND {
        return None;
    }
    let told = Finding::HouseNumberBeyondKnown { nearest: point.number.clone() };
    let radius = pace::beyond_m(gap, pace::around(known, at), query.has_postal_cities());
    Some(located(point, point.lat, point.lon, radius, vec![told]))
}

fn located(row: &AddressPoint, lat: f64, lon: f64, uncertainty_m: f64, findings: Vec<Finding>) -> Located {
    Located {
        tier: ResolutionTier::Interpolated,
        lat,
        lon,
        uncertainty_m,
        street: row.street.clone(),
        locality: row.locality.clone(),
        postcode: row.postcode.clone(),
        findings,
        others: Vec::new(),
    }
}
