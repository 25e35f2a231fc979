//! Verifying the checksums of the open databases while requests are answered.
//!
//! Opening reads a few pages; a bit that changed in another one would be answered with until somebody notices. A damaged shard is left
//! out, and its addresses answer from the next tier. Without the gazetteer there would be no answer at all, so that it and the
//! databases of reverse lookups and annotations stay in use, and it is told.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use milepost_gazetteer::checksums::Checked;
use milepost_gazetteer::lookups::Lookups;
use milepost_gazetteer::{DatabaseFile, Shards};

use crate::poi::PoiSearch;
use crate::{Geocoder, ReverseGeocoder};

/// Databases that were found damaged and stay in use.
#[derive(Debug, Default)]
pub struct Damaged(AtomicU64);

impl Damaged {
    /// How many.
    pub fn count(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// The databases of an engine, to be read from end to end. Keeps none of them open.
pub struct Verification {
    shards: Vec<Weak<Shards>>,
    files: Vec<DatabaseFile>,
    /// Ends the reading where whoever answers from the databases is gone.
    damaged: Weak<Damaged>,
    bytes_per_second: u64,
}

impl Verification {
    /// What is open, as far as it is; `damaged` lives as long as it is answered from.
    pub fn new(
        geocoder: Option<&Geocoder>,
        reverse: Option<&ReverseGeocoder>,
        lookups: Option<&Lookups>,
        poi: Option<&PoiSearch>,
        damaged: &Arc<Damaged>,
    ) -> Verification {
        let mut shards: Vec<Arc<Shards>> = geocoder.map(Geocoder::street_data).into_iter().collect();
        // Those of a geocoder are shared.
        let own = reverse
            .map(ReverseGeocoder::street_data)
            .filter(|own| shards.iter().all(|one| !Arc::ptr_eq(one, own)));
        shards.extend(own);
        let gazetteer = geocoder.map(|geocoder| geocoder.gazetteer().file().clone());
        let places = reverse.map(|reverse| reverse.places().files());
        let lookups = lookups.map(Lookups::files);
        let files = gazetteer.into_iter().chain(places.into_iter().chain(lookups).flatten());
        Verification {
            shards: shards.iter().map(Arc::downgrade).collect(),
            files: files.chain(poi.map(|poi| poi.file().clone())).collect(),
            damaged: Arc::downgrade(damaged),
            bytes_per_second: u64::MAX,
        }
    }

    /// Reads no more than so many bytes a second.
    #[must_use]
    pub fn at_most(self, bytes_per_second: u64) -> Verification {
        Verification { bytes_per_second: bytes_per_second.max(1), ..self }
    }

    /// Reads every database that has checksums; ends early when nobody answers from them any more. `tell` is given a sentence for each
    /// that is damaged. A file that cannot be read is left to the lookups in it, which count their faults.
    pub fn run(&self, mut tell: impl FnMut(String)) {
        for file in &self.files {
            if let Some(damage) = self.damage(file) {
                let Some(damaged) = self.damaged.upgrade() else { return };
                damaged.0.fetch_add(1, Ordering::Relaxed);
                tell(format!(
                    "{} is damaged and stays in use until it is replaced: {damage}",
                    file.path().display()
                ));
            }
        }
        for shards in &self.shards {
            for file in shards.upgrade().map(|shards| shards.opened()).unwrap_or_default() {
                let left_out =
                    self.damage(&file).and_then(|damage| shards.upgrade()?.leave_out(file.path(), damage));
                if let Some(shard) = left_out {
                    tell(shard.to_string());
                }
            }
        }
    }

    /// What is wrong with a file, in words.
    fn damage(&self, file: &DatabaseFile) -> Option<String> {
        let (begun, mut read) = (Instant::now(), 0_u64);
        let checked = file.verify(|bytes| {
            read += bytes as u64;
            let due = Duration::from_secs_f64(read as f64 / self.bytes_per_second as f64);
            std::thread::sleep(due.saturating_sub(begun.elapsed()));
            self.damaged.strong_count() > 0
        });
        match checked {
            Ok(Checked::Damaged(damage)) => Some(damage.to_string()),
            _ => None,
        }
    }
}
