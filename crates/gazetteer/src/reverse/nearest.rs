//! Which of the settlements around a point it belongs to.

use super::ReversePlace;
use crate::Placetype;
use crate::place::usual_radius_m;

/// First search radius for settlements, metres: nearly every inhabited point has one.
pub(super) const USUAL_REACH_M: f64 = 11_000.0;

/// The smallest settlement reaches this far, metres: scattered farms belong to the next village.
const VILLAGE_REACH_M: f64 = 9_000.0;
/// Beyond that, the reach of a settlement grows by this times the square root of its population in thousands, metres:
/// 16 km for a million.
const REACH_M: f64 = 500.0;
/// No settlement reaches farther, metres.
const FARTHEST_REACH_M: f64 = 45_000.0;

/// A settlement with its rank.
#[derive(Debug)]
pub(super) struct Ranked {
    pub(super) place: ReversePlace,
    /// To its centre, metres.
    pub(super) distance_m: f64,
    /// Whether the point is within its reach.
    pub(super) reaches: bool,
    rank: f64,
}

/// Settlements, likeliest first. Distances count in radii of the settlement, so that the edge of a city does not go to its small
/// neighbour: 80 % of points in French communes get their commune, 78 % by distance alone. Parts of cities come last.
pub(super) fn by_rank(near: Vec<(ReversePlace, i64)>, lat: f64, lon: f64) -> Vec<Ranked> {
    let mut ranked: Vec<Ranked> =
        near.into_iter().map(|(place, population)| rank(place, population, lat, lon)).collect();
    ranked.sort_by(|a, b| a.rank.total_cmp(&b.rank).then(a.place.id.cmp(&b.place.id)));
    ranked
}

fn rank(place: ReversePlace, population: i64, lat: f64, lon: f64) -> Ranked {
    let residents = population.max(0) as f64;
    let distance_m = place.distance_m(lat, lon);
    let radius = usual_radius_m(population);
    let reach = (VILLAGE_REACH_M + REACH_M * (residents / 1000.0).sqrt()).min(FARTHEST_REACH_M);
    let part = place.kind() == Placetype::Neighbourhood;
    Ranked {
        reaches: !part && distance_m <= reach,
        rank: distance_m / radius + if part { 1e6 } else { 0.0 },
        place,
        distance_m,
    }
}
