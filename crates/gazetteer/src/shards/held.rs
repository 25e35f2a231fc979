//! The shards of a family by area, each of which can be closed while others answer.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use super::opening;
use super::publishers;
use super::street_index::StreetIndex;
use crate::database::Database;
use crate::{DatabaseFile, GazetteerError};

/// What an open shard of any family has.
pub(super) struct Opened {
    pub(super) database: Database,
    /// Sources of its rows.
    pub(super) sources: Vec<String>,
    /// Whether it has an index of its streets, as one that an earlier version built has not; and whether that has other names of
    /// localities.
    has_street_index: bool,
    has_aliases: bool,
}

impl Opened {
    pub(super) fn street_index(&self) -> Option<StreetIndex<'_>> {
        let Opened { database, has_aliases, .. } = self;
        self.has_street_index.then_some(StreetIndex { database, has_aliases: *has_aliases })
    }
}

/// A shard of any family.
pub(super) trait Shard: Sized {
    /// Its table, and the columns that lookups read.
    const TABLE: &str;
    const COLUMNS: &str;

    fn new(opened: Opened) -> Result<Self, GazetteerError>;

    fn opened(&self) -> &Opened;

    /// Opens a shard, or gives a sentence why it cannot be used.
    fn open_at(path: &Path) -> Result<Self, String> {
        let database = opening::open(path, Self::TABLE, Self::COLUMNS)?;
        let opened = || {
            Ok(Opened {
                sources: publishers::of(&database, Self::TABLE)?,
                has_street_index: database.has_table("street_frequency")?,
                has_aliases: database.has_table("street_place_alias")?
                    && database.exists("SELECT 1 FROM street_place_alias LIMIT 1", [])?,
                database,
            })
        };
        opened().and_then(Self::new).map_err(|error: GazetteerError| error.to_string())
    }
}

/// The shards of a family, by area.
pub(super) struct Held<T>(HashMap<String, (T, AtomicBool)>);

impl<T> Default for Held<T> {
    fn default() -> Held<T> {
        Held(HashMap::new())
    }
}

impl<T: Shard> Held<T> {
    /// Opens the shard of an area; returns its file, or a sentence why it cannot be used.
    pub(super) fn open(&mut self, area: String, path: &Path) -> Result<DatabaseFile, String> {
        let shard = T::open_at(path)?;
        let file = shard.opened().database.file().clone();
        self.0.insert(area, (shard, AtomicBool::new(false)));
        Ok(file)
    }

    /// The shard of an area.
    pub(super) fn get(&self, area: &str) -> Option<&T> {
        self.0.get(area).and_then(asked)
    }

    /// Sources of the shard of an area.
    pub(super) fn sources(&self, area: &str) -> &[String] {
        self.get(area).map_or(&[], |shard| &shard.opened().sources)
    }

    pub(super) fn areas(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, held)| asked(held).is_some()).map(|(area, _)| area.as_str())
    }

    /// Leaves the shard with this file out; whether there was one.
    pub(super) fn leave_out(&self, path: &Path) -> bool {
        let held = self.0.values().find(|(shard, _)| shard.opened().database.path() == path);
        held.is_some_and(|(_, left_out)| !left_out.swap(true, Ordering::Relaxed))
    }
}

/// The shard unless it was closed. Nothing else depends on the flag, so it needs no memory ordering.
fn asked<T>((shard, left_out): &(T, AtomicBool)) -> Option<&T> {
    (!left_out.load(Ordering::Relaxed)).then_some(shard)
}
