//! The registers of an area, as the tiers ask them.

use milepost_gazetteer::{AddressPoints, Shards, StreetCentroids, StreetIndex, StreetSegments};

use crate::Result;
use crate::street::areas;

/// A register of an area. One that is not open, or damaged, answers every question with nothing.
pub(crate) struct Register<'a, S> {
    shards: &'a Shards,
    pub(crate) open: Option<&'a S>,
    /// Whether towns may be those of a volunteer's map: a nearby place instead of the town that people write, or none.
    pub(crate) has_loose_towns: bool,
}

impl<'a, S> Register<'a, S> {
    pub(crate) fn ask<T: Default>(&self, question: impl FnOnce(&'a S) -> Result<T>) -> T {
        self.open.map_or_else(T::default, |open| self.shards.or_miss(question(open)))
    }
}

pub(crate) type Houses<'a> = Register<'a, AddressPoints>;
pub(crate) type Ranges<'a> = Register<'a, StreetSegments>;
pub(crate) type Centroids<'a> = Register<'a, StreetCentroids>;

pub(crate) struct Registers<'a> {
    pub(crate) shards: &'a Shards,
    pub(crate) houses: Houses<'a>,
    pub(crate) ranges: Ranges<'a>,
    pub(crate) centroids: Centroids<'a>,
}

impl<'a> Registers<'a> {
    pub(crate) fn of(shards: &'a Shards, area: &str) -> Registers<'a> {
        let has_loose_towns = areas::is_osm(area);
        Registers {
            shards,
            houses: Register { shards, open: shards.address_points(area), has_loose_towns },
            ranges: Register { shards, open: shards.segments(area), has_loose_towns },
            centroids: Register { shards, open: shards.centroids(area), has_loose_towns },
        }
    }

    pub(crate) fn are_open(&self) -> bool {
        self.houses.open.is_some() || self.ranges.open.is_some() || self.centroids.open.is_some()
    }

    /// The indexes of streets that the registers have.
    pub(crate) fn street_indexes(&self) -> Vec<StreetIndex<'a>> {
        let of_houses = self.houses.open.and_then(AddressPoints::street_index);
        let of_ranges = self.ranges.open.and_then(StreetSegments::street_index);
        let of_centroids = self.centroids.open.and_then(StreetCentroids::street_index);
        of_houses.into_iter().chain(of_ranges).chain(of_centroids).collect()
    }
}
