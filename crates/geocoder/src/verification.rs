//! Verifies the checksums of the open databases while the server answers requests.
//!
//! Opening a database reads only a few pages, so a flipped bit elsewhere would go unnoticed. A damaged shard is closed, and its
//! addresses are answered by the next tier. Without the gazetteer nothing can be answered, so the gazetteer and the databases of
//! reverse lookups and annotations stay in use, and the damage is reported.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use milepost_gazetteer::{DatabaseFile, Shards};
use milepost_store::checksums::Checked;

use crate::Open;

/// Damaged databases that stay in use.
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
    /// Stops the verification when the engine is gone.
    damaged: Weak<Damaged>,
    bytes_per_second: u64,
}

impl Verification {
    /// The databases that are open; `damaged` lives as long as the engine.
    pub fn new(open: Open<'_>, damaged: &Arc<Damaged>) -> Verification {
        let mut shards: Vec<Arc<Shards>> = open.shards().collect();
        // A geocoder shares its databases.
        shards.dedup_by(|one, other| Arc::ptr_eq(one, other));
        Verification {
            shards: shards.iter().map(Arc::downgrade).collect(),
            files: open.files(),
            damaged: Arc::downgrade(damaged),
            bytes_per_second: u64::MAX,
        }
    }

    /// Limits reading to so many bytes a second.
    #[must_use]
    pub fn at_most(self, bytes_per_second: u64) -> Verification {
        Verification { bytes_per_second: bytes_per_second.max(1), ..self }
    }

    /// Reads every database that has checksums; stops early when the engine is gone. `tell` gets a sentence for each damaged one.
    /// A file that cannot be read is left to the lookups, which count their failures.
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

    /// What is wrong with a file, for people.
    fn damage(&self, file: &DatabaseFile) -> Option<String> {
        let (begun, mut read) = (Instant::now(), 0_u64);
        let checked = file.verify(|bytes| {
            read += bytes as u64;
            let due = Duration::from_secs_f64(read as f64 / self.bytes_per_second as f64);
            std::thread::sleep(due.saturating_sub(begun.elapsed()));
            self.damaged.strong_count() > 0
        });
        let Ok(Checked::Damaged(damage)) = checked else { return None };
        Some(damage.to_string())
    }
}

/// Rows that lookups skipped in the open databases other than shards: see [`DatabaseFile::skipped_rows`].
pub fn skipped_rows(open: Open<'_>) -> u64 {
    open.files().iter().map(DatabaseFile::skipped_rows).sum()
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use milepost_gazetteer::schema;
    use tempfile::TempDir;

    use super::*;
    use crate::ReverseGeocoder;
    use crate::reverse::fixture::{damage, write_admin, write_checked};
    use crate::street::fixture::geocoder;

    const STREET: &str = "YEW STREET OF OREGON";

    /// A data root with one register with checksums, and its file.
    fn register(root: &Path) -> std::path::PathBuf {
        let folder = root.join("address-points");
        fs::create_dir(&folder).unwrap();
        let path = folder.join("address-points-us-or.db");
        let row = format!(
            "INSERT INTO address_point VALUES ('yew street', 'yew street', '1', NULL, '97201', 'portland', '{STREET}', 45.5, -122.7, NULL, NULL);"
        );
        write_checked(&path, &format!("{}{row}{}", schema::ADDRESS_POINTS, schema::ADDRESS_POINT_INDEXES));
        path
    }

    fn found(verification: &Verification) -> Vec<String> {
        let mut messages = Vec::new();
        verification.run(|sentence| messages.push(sentence));
        messages
    }

    #[test]
    fn a_damaged_register_is_left_out_and_reported_once() {
        let root = TempDir::new().unwrap();
        let path = register(root.path());
        let geocoder = geocoder(Some(root.path()));
        let damaged = Arc::default();
        let open = Open { geocoder: Some(&geocoder), ..Open::default() };
        let verification = Verification::new(open, &damaged);
        assert_eq!((found(&verification), geocoder.shards().address_points), (Vec::new(), 1));
        damage(&path, STREET);
        let [sentence] = &found(&verification)[..] else { panic!("one register") };
        assert!(sentence.contains("address-points-us-or.db is left out"), "{sentence}");
        let report = geocoder.shards();
        assert_eq!((report.address_points, &report.skipped), (0, &vec![sentence.clone()]));
        assert_eq!(damaged.count(), 0, "it is no longer in use");
        assert!(found(&verification).is_empty());
    }

    #[test]
    fn a_damaged_database_without_a_substitute_stays_in_use_and_is_counted() {
        let folder = TempDir::new().unwrap();
        let admin = write_admin(folder.path());
        let reverse = ReverseGeocoder::open(&admin, None, None, None).unwrap();
        let damaged = Arc::default();
        let open = Open { reverse: Some(&reverse), ..Open::default() };
        let verification = Verification::new(open, &damaged);
        assert_eq!((found(&verification), damaged.count()), (Vec::new(), 0));
        damage(&admin, "Portland");
        let [sentence] = &found(&verification)[..] else { panic!("one database") };
        assert!(sentence.contains("admin.db is damaged and stays in use"), "{sentence}");
        assert_eq!(damaged.count(), 1);
        drop(damaged);
        assert!(found(&verification).is_empty(), "nothing is read any more when the engine is gone");
    }

    #[test]
    fn a_register_that_two_share_is_read_once() {
        let root = TempDir::new().unwrap();
        register(root.path());
        let geocoder = geocoder(Some(root.path()));
        let admin = write_admin(root.path());
        let sharing = ReverseGeocoder::open(&admin, None, Some(&geocoder), None).unwrap();
        let own = ReverseGeocoder::open(&admin, None, None, Some(root.path())).unwrap();
        let registers = |reverse| {
            let open = Open { geocoder: Some(&geocoder), reverse: Some(reverse), ..Open::default() };
            Verification::new(open, &Arc::default()).shards.len()
        };
        assert_eq!((registers(&sharing), registers(&own)), (1, 2));
    }
}
