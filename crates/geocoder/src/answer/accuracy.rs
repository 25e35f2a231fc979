//! What an answer is the point of, and how far off it may be.

use milepost_address::{MatchLevel, ResolutionTier};
use milepost_gazetteer::{Place, Placetype};

use crate::street::located::Located;

/// The level of an answer and the radius in metres that holds the true point nine times in ten; none of either without an answer.
pub(crate) fn of(located: Option<&Located>, place: Option<&Place>) -> (Option<MatchLevel>, Option<f64>) {
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
        Placetype::County => MatchLevel::County,
        Placetype::Region => MatchLevel::Region,
        Placetype::Country => MatchLevel::Country,
    });
    (level, place.map(|place| reach_m(place).round()))
}

/// How far a place reaches, metres: half its extent, and not less than places of its kind do, whose extent is often that of a few points.
fn reach_m(place: &Place) -> f64 {
    let usual = match place.placetype {
        Placetype::Postcode => POSTCODE_M,
        Placetype::Country | Placetype::Region => DIVISION_M,
        Placetype::County => COUNTY_M,
        _ => TOWN_M + TOWN_BY_ROOT_OF_INHABITANTS_M * (place.population.max(0) as f64).sqrt(),
    };
    place.radius_m().max(usual)
}

const POSTCODE_M: f64 = 6_000.0;
const DIVISION_M: f64 = 100_000.0;
const COUNTY_M: f64 = 30_000.0;
const TOWN_M: f64 = 4_000.0;
/// A city of a million reaches 10 km.
const TOWN_BY_ROOT_OF_INHABITANTS_M: f64 = 6.0;

#[cfg(test)]
mod tests {
    use super::*;

    fn place(placetype: Placetype, population: i64, bbox: [f64; 4]) -> Place {
        let (name, country) = ("Vane".into(), "DE".into());
        Place {
            id: 1,
            name,
            placetype,
            country,
            region_id: 0,
            lat: 50.0,
            lon: 8.0,
            bbox,
            population,
            is_primary: true,
        }
    }

    #[test]
    fn a_place_reaches_as_far_as_its_extent_and_no_less_than_its_kind() {
        let dot = [50.0, 8.0, 50.0, 8.0];
        let told = |placetype, population, bbox| of(None, Some(&place(placetype, population, bbox)));
        assert_eq!(told(Placetype::Postcode, 0, dot), (Some(MatchLevel::Postcode), Some(6_000.0)));
        assert_eq!(told(Placetype::Locality, 1_000_000, dot), (Some(MatchLevel::Locality), Some(10_000.0)));
        assert_eq!(told(Placetype::County, 0, dot).0, Some(MatchLevel::County));
        let (level, reach) = told(Placetype::Country, 80_000_000, [47.0, 6.0, 55.0, 15.0]);
        assert_eq!(level, Some(MatchLevel::Country));
        assert!(reach.is_some_and(|metres| metres > 400_000.0));
        assert_eq!(of(None, None), (None, None));
    }
}
