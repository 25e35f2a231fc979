//! A street-level answer before it becomes a result.

use milepost_address::{ResolutionTier, Tag};
use milepost_gazetteer::AddressPoint;

use crate::components::Components;
use crate::finding::Finding;

/// Points of one address nearer to each other than this are one place, metres: units, entrances and parcels of one house.
pub(crate) const ONE_PLACE_M: f64 = 250.0;
/// Points of one street name farther apart than this are two streets, metres.
pub(crate) const ONE_STREET_M: f64 = 10_000.0;

/// A street-level point of an address.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) tier: ResolutionTier,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    /// Radius in metres that holds the true point nine times in ten.
    pub(crate) uncertainty_m: f64,
    /// The street as the source writes it.
    pub(crate) street: String,
    /// Key of the locality, if the point is that of a row.
    pub(crate) locality: Option<String>,
    /// Key of the postcode.
    pub(crate) postcode: Option<String>,
    /// The object of OpenStreetMap whose point it is: four times its number plus its kind.
    pub(crate) osm: Option<i64>,
    /// Differences between the answer and the address.
    pub(crate) findings: Vec<Finding>,
    /// Other points that fit as well, nearest first.
    pub(crate) others: Vec<(f64, f64)>,
}

impl Located {
    /// Whether the point is that of the house, of a register or between its neighbours.
    pub(crate) fn is_house(&self) -> bool {
        matches!(self.tier, ResolutionTier::AddressPoint | ResolutionTier::Interpolated)
    }

    /// Whether the town has exactly the typed street and number.
    pub(crate) fn is_the_one_of(&self, components: &Components<'_>) -> bool {
        let is_number_known = self.is_house() || !components.has(Tag::HouseNumber);
        let is_other = |finding: &Finding| {
            finding.is_of_another_place() || matches!(finding, Finding::HouseNumberBeyondKnown { .. })
        };
        is_number_known && !self.findings.iter().any(is_other)
    }

    /// A point in degrees with its radius in metres, which differs from the address in nothing.
    pub(crate) fn at(tier: ResolutionTier, (lat, lon): (f64, f64), radius_m: f64, street: String) -> Located {
        Located {
            tier,
            lat,
            lon,
            uncertainty_m: radius_m,
            street,
            locality: None,
            postcode: None,
            osm: None,
            findings: Vec::new(),
            others: Vec::new(),
        }
    }

    /// The same for a point on the street of a row.
    pub(crate) fn by_row(
        tier: ResolutionTier,
        point: (f64, f64),
        radius_m: f64,
        row: &AddressPoint,
    ) -> Located {
        Located {
            locality: row.locality.clone(),
            postcode: row.postcode.clone(),
            ..Located::at(tier, point, radius_m, row.street.clone())
        }
    }
}
