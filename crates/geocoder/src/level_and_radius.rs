//! The level of an answer and its radius.

use milepost_address::{MatchLevel, ResolutionTier};
use milepost_gazetteer::{Place, Placetype};

use crate::street::Located;

/// The level of an answer and the radius in metres that holds the true point nine times in ten; none without an answer. Places that may
/// as well be meant reach as far as `others_reach_m` from its point.
pub(crate) fn of(
    located: Option<&Located>,
    place: Option<&Place>,
    others_reach_m: f64,
) -> (Option<MatchLevel>, Option<f64>) {
    if let Some(located) = located {
        let level = match located.tier {
            ResolutionTier::AddressPoint => MatchLevel::House,
            ResolutionTier::Interpolated => MatchLevel::Interpolated,
            ResolutionTier::Street | ResolutionTier::Admin => MatchLevel::Street,
            ResolutionTier::PlusCode | ResolutionTier::Coordinates => MatchLevel::Point,
        };
        return (Some(level), Some(located.uncertainty_m.round()));
    }
    let level = place.map(|place| match place.placetype {
        Placetype::Postcode => MatchLevel::Postcode,
        Placetype::Locality | Placetype::Neighbourhood | Placetype::Other => MatchLevel::Locality,
        Placetype::County | Placetype::District => MatchLevel::County,
        Placetype::Region => MatchLevel::Region,
        Placetype::Country => MatchLevel::Country,
        Placetype::Landmark => MatchLevel::Landmark,
        Placetype::Airport => MatchLevel::Airport,
        Placetype::NaturalFeature => MatchLevel::NaturalFeature,
        Placetype::Island => MatchLevel::Island,
        Placetype::InformalRegion => MatchLevel::InformalRegion,
    });
    // The others are as wide as it, and addresses lie beyond them as well.
    (level, place.map(|place| (reach_m(place) + others_reach_m).round()))
}

/// The radius in metres around a place that holds nine of ten addresses answered by it. Its extent comes from a few points, so
/// addresses lie beyond it too; if the extent is unknown, the radius is that of its kind. Never less
/// than half the extent.
fn reach_m(place: &Place) -> f64 {
    let extent = place.radius_m();
    if place.is_area() {
        // Its box is drawn around it, not around the towns in it.
        return extent;
    }
    let usual = match place.placetype {
        Placetype::Postcode => POSTCODE_M + POSTCODE_BY_EXTENT * extent,
        Placetype::Country | Placetype::Region => DIVISION_M,
        Placetype::County => COUNTY_M,
        _ => {
            TOWN_M
                + TOWN_BY_ROOT_OF_POPULATION_M * (place.population.max(0) as f64).sqrt()
                + TOWN_BY_EXTENT * extent
        }
    };
    extent.max(usual)
}

/// Postcodes, without and by their extent: houses and venues of the United States and France asked by postcode and town, and the
/// villages of postcodes in eight countries (tasks/quality/measures/radii.py).
const POSTCODE_M: f64 = 7_000.0;
const POSTCODE_BY_EXTENT: f64 = 0.6;
/// Divisions: unknown villages of eight countries (tasks/quality/measures/radii.py).
const DIVISION_M: f64 = 100_000.0;
const COUNTY_M: f64 = 30_000.0;
/// Towns beyond their extent, 5 km more for a city of a million: houses and venues of the United States and France asked by their town
/// (tasks/quality/measures/radii.py).
const TOWN_M: f64 = 5_000.0;
const TOWN_BY_ROOT_OF_POPULATION_M: f64 = 5.0;
const TOWN_BY_EXTENT: f64 = 0.8;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture;

    fn place(placetype: Placetype, population: i64, bbox: [f64; 4]) -> Place {
        let portland = fixture::place("Portland", Placetype::Locality);
        Place { placetype, population, bbox, lat: 50.0, lon: 8.0, ..portland }
    }

    #[test]
    fn a_level_says_what_the_place_is() {
        let level = |kind| of(None, Some(&place(kind, 0, [50.0, 8.0, 50.0, 8.1])), 0.0).0;
        assert_eq!(level(Placetype::Island), Some(MatchLevel::Island));
        assert_eq!(level(Placetype::Landmark), Some(MatchLevel::Landmark));
        assert_eq!(level(Placetype::Airport), Some(MatchLevel::Airport));
        assert_eq!(level(Placetype::District), Some(MatchLevel::County));
    }

    #[test]
    fn a_place_reaches_as_far_as_its_extent_and_no_less_than_its_kind() {
        let dot = [50.0, 8.0, 50.0, 8.0];
        let found = |placetype, population, bbox| of(None, Some(&place(placetype, population, bbox)), 0.0);
        assert_eq!(found(Placetype::Postcode, 0, dot), (Some(MatchLevel::Postcode), Some(7_000.0)));
        assert_eq!(found(Placetype::Locality, 1_000_000, dot), (Some(MatchLevel::Locality), Some(10_000.0)));
        assert_eq!(found(Placetype::County, 0, dot).0, Some(MatchLevel::County));
        let narrow = [50.0, 8.0, 50.0, 8.1];
        let half = place(Placetype::Locality, 0, narrow).radius_m();
        assert_eq!(found(Placetype::Locality, 0, narrow).1, Some((5_000.0 + 0.8 * half).round()));
        assert_eq!(found(Placetype::Postcode, 0, narrow).1, Some((7_000.0 + 0.6 * half).round()));
        let (level, reach) = found(Placetype::Country, 80_000_000, [47.0, 6.0, 55.0, 15.0]);
        assert_eq!(level, Some(MatchLevel::Country));
        assert!(reach.is_some_and(|metres| metres > 400_000.0));
        assert_eq!(of(None, None, 0.0), (None, None));
        let island = place(Placetype::Island, 0, narrow);
        assert_eq!(of(None, Some(&island), 0.0).1, Some(half.round()), "as its box");
        let namesakes = of(None, Some(&place(Placetype::Locality, 0, dot)), 80_000.0);
        assert_eq!(namesakes.1, Some(85_000.0), "any of them may be right");
    }
}
