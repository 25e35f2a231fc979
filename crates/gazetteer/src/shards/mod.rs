//! Shards: the databases of streets and house numbers, a file a state or country, found by name under the data root.
//!
//! A shard that cannot be used is left out with one reason; requests then answer from the next tier.

mod address_points;
pub(crate) mod discovery;
mod held;
mod opening;
pub(crate) mod publishers;
mod street_centroids;
mod street_index;
mod street_segments;
mod write_street_index;

use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use parking_lot::Mutex;

pub use address_points::{AddressPoint, AddressPoints, Scope};
pub use street_centroids::{StreetCentroid, StreetCentroids};
pub use street_index::{ALL_STREETS, IndexedStreet, PlaceSound, StreetIndex, StreetPlace};
pub use street_segments::{RadiusCalibration, Segment, Side, StreetSegments};
pub use write_street_index::write_street_index;

use crate::{DatabaseFile, GazetteerError};
use held::Held;

/// A shard that was found and is not asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SkippedShard {
    /// The file.
    pub path: PathBuf,
    /// Why, in a sentence.
    pub reason: String,
}

impl fmt::Display for SkippedShard {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} is left out: {}", self.path.display(), self.reason)
    }
}

/// What a shard holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ShardKind {
    /// Address points.
    Houses,
    /// Street segments with ranges of house numbers.
    Ranges,
    /// Street centroids.
    Streets,
}

/// Whose rows a shard holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ShardCredit<'a> {
    /// What it holds.
    pub holds: ShardKind,
    /// `us-md`, `fr`; `fr-osm` of OpenStreetMap.
    pub area: &'a str,
    /// Names and terms; empty if it names none.
    pub sources: &'a [String],
}

/// Every shard of a data root, by the area it covers: `us-md`, `fr`.
#[derive(Default)]
pub struct Shards {
    address_points: Held<AddressPoints>,
    segments: Held<StreetSegments>,
    centroids: Held<StreetCentroids>,
    opened: Vec<DatabaseFile>,
    /// Grows while requests are answered: see [`Shards::leave_out`].
    skipped: Mutex<Vec<SkippedShard>>,
    faults: AtomicU64,
}

impl Shards {
    /// Opens what lies below `data_root`. Nothing is an error: what cannot be opened is in [`Shards::skipped`].
    pub fn open(data_root: &Path) -> Shards {
        let mut shards = Shards::default();
        for found in discovery::find(data_root) {
            let discovery::Found { kind, area, path } = found;
            let file = match kind {
                ShardKind::Houses => shards.address_points.open(area, &path),
                ShardKind::Ranges => shards.segments.open(area, &path),
                ShardKind::Streets => shards.centroids.open(area, &path),
            };
            match file {
                Ok(file) => shards.opened.push(file),
                Err(reason) => shards.skipped.get_mut().push(SkippedShard { path, reason }),
            }
        }
        shards
    }

    /// Leaves an open shard out from now on, as one that could not be opened, and returns its report; none if the shard is not in
    /// use. Requests under way finish with it.
    pub fn leave_out(&self, path: &Path, reason: String) -> Option<SkippedShard> {
        let mut skipped = self.skipped.lock();
        let was_asked = self.address_points.leave_out(path)
            || self.segments.leave_out(path)
            || self.centroids.leave_out(path);
        was_asked.then(|| {
            let shard = SkippedShard { path: path.to_owned(), reason };
            skipped.push(shard.clone());
            shard
        })
    }

    /// Address points of an area.
    pub fn address_points(&self, area: &str) -> Option<&AddressPoints> {
        self.address_points.get(area)
    }

    /// Areas that have address points, in order.
    pub fn areas(&self) -> Vec<&str> {
        let mut areas: Vec<&str> = self.address_points.areas().collect();
        areas.sort_unstable();
        areas
    }

    /// Whether streets of an area that passes the test are open.
    pub fn has_area(&self, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.centroids.areas().any(&is_wanted)
            || self.address_points.areas().any(&is_wanted)
            || self.segments.areas().any(&is_wanted)
    }

    /// Whether streets of a country (ISO 3166-1 alpha-2, lower case) are open: its own or those of its states.
    pub fn covers(&self, country: &str) -> bool {
        self.has_area(|area| {
            area.strip_prefix(country).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })
    }

    /// Street segments of an area.
    pub fn segments(&self, area: &str) -> Option<&StreetSegments> {
        self.segments.get(area)
    }

    /// Street centroids of an area.
    pub fn centroids(&self, area: &str) -> Option<&StreetCentroids> {
        self.centroids.get(area)
    }

    /// Open shards of address points, of segments and of centroids.
    pub fn counts(&self) -> [usize; 3] {
        [self.address_points.areas().count(), self.segments.areas().count(), self.centroids.areas().count()]
    }

    /// Whose rows the open shards hold, a family and area each: houses first, then ranges, then streets, each in the order of the
    /// areas.
    pub fn credits(&self) -> Vec<ShardCredit<'_>> {
        let houses = self.address_points.areas().map(|area| (ShardKind::Houses, area));
        let ranges = self.segments.areas().map(|area| (ShardKind::Ranges, area));
        let streets = self.centroids.areas().map(|area| (ShardKind::Streets, area));
        let credit = |(holds, area)| ShardCredit { holds, area, sources: self.sources(holds, area) };
        let mut credits: Vec<ShardCredit<'_>> = houses.chain(ranges).chain(streets).map(credit).collect();
        credits.sort_by_key(|credit| (credit.holds, credit.area));
        credits
    }

    /// Whose rows the open shard of an area holds; empty if the shard is missing or does not say. Streets that do not say it are made of
    /// the houses beside them.
    pub fn sources(&self, holds: ShardKind, area: &str) -> &[String] {
        match holds {
            ShardKind::Houses => self.address_points.sources(area),
            ShardKind::Ranges => self.segments.sources(area),
            ShardKind::Streets => match self.centroids.sources(area) {
                [] if self.centroids.get(area).is_some() => self.address_points.sources(area),
                own => own,
            },
        }
    }

    /// States of the United States among the areas with address points, and among those with segments.
    pub fn states(&self) -> [usize; 2] {
        let state = |area: &str| {
            let register = area.strip_suffix(discovery::OSM).unwrap_or(area);
            register.strip_prefix("us-").map(str::to_owned)
        };
        let count =
            |areas: &mut dyn Iterator<Item = &str>| areas.filter_map(state).collect::<HashSet<_>>().len();
        [count(&mut self.address_points.areas()), count(&mut self.segments.areas())]
    }

    /// The files of the shards that are asked.
    pub fn opened(&self) -> Vec<DatabaseFile> {
        let skipped = self.skipped.lock();
        let is_asked = |file: &&DatabaseFile| skipped.iter().all(|shard| shard.path != file.path());
        self.opened.iter().filter(is_asked).cloned().collect()
    }

    /// Shards that were found and are not asked: they could not be opened, or were left out since.
    pub fn skipped(&self) -> Vec<SkippedShard> {
        self.skipped.lock().clone()
    }

    /// Whether no shard is open.
    pub fn is_empty(&self) -> bool {
        self.counts() == [0; 3]
    }

    /// Lookups that failed and rows that were skipped since the shards were opened: a file is damaged, or was truncated while it was open.
    pub fn faults(&self) -> u64 {
        let skipped: u64 = self.opened.iter().map(DatabaseFile::skipped_rows).sum();
        self.faults.load(Ordering::Relaxed) + skipped
    }

    /// The answer of a lookup, or nothing if it failed: a damaged shard is a tier that misses, counted in
    /// [`Shards::faults`]. A shard whose lookup was stopped is left out, because each further one would take as long.
    pub fn or_miss<T: Default>(&self, answer: Result<T, GazetteerError>) -> T {
        answer.unwrap_or_else(|error| {
            self.faults.fetch_add(1, Ordering::Relaxed);
            if let GazetteerError::TooManySteps { path, .. } = &error {
                self.leave_out(path, error.to_string());
            }
            T::default()
        })
    }
}
