//! The shards of a family by area, each of which can be closed while others answer.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::DatabaseFile;
use crate::database::Database;

/// A shard of any family.
pub(super) trait Shard {
    fn database(&self) -> &Database;

    /// Sources of its rows.
    fn sources(&self) -> &[String];
}

/// The shards of a family, by area.
pub(super) struct Held<T>(HashMap<String, (T, AtomicBool)>);

impl<T> Default for Held<T> {
    fn default() -> Held<T> {
        Held(HashMap::new())
    }
}

impl<T: Shard> Held<T> {
    /// Takes a shard; returns its file.
    pub(super) fn insert(&mut self, area: String, shard: T) -> DatabaseFile {
        let file = shard.database().file().clone();
        self.0.insert(area, (shard, AtomicBool::new(false)));
        file
    }

    /// The shard of an area.
    pub(super) fn get(&self, area: &str) -> Option<&T> {
        self.0.get(area).and_then(asked)
    }

    pub(super) fn areas(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, held)| asked(held).is_some()).map(|(area, _)| area.as_str())
    }

    /// Leaves the shard with this file out; whether there was one.
    pub(super) fn leave_out(&self, path: &Path) -> bool {
        let held = self.0.values().find(|(shard, _)| shard.database().path() == path);
        held.is_some_and(|(_, left_out)| !left_out.swap(true, Ordering::Relaxed))
    }
}

/// The shard unless it was closed. Nothing else depends on the flag, so it needs no memory ordering.
fn asked<T>((shard, left_out): &(T, AtomicBool)) -> Option<&T> {
    (!left_out.load(Ordering::Relaxed)).then_some(shard)
}
