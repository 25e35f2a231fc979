//! Completion: places and postcodes by the beginnings of their names, one answer per key press.
//!
//! A file next to the candidate database (`candidate.prefix`) holds every name in the form it is compared in, as a finite-state
//! automaton from names to entries, with scores, places and lists of the contents of places (`format.rs`, `build.rs`). It is mapped, so
//! opening costs nothing and processes share its pages. `search.rs` reads the text as a name and a qualification in every
//! sensible order; `score.rs` ranks; without the file `key_order.rs` answers from
//! the database alone.

mod answer;
mod budget;
mod build;
mod format;
mod fuzzy_name;
mod fuzzy_prefix;
mod index;
mod key_order;
mod names;
mod nearest;
mod packed;
mod places;
mod registered_codes;
mod score;
mod search;
mod top;
mod town;
mod words;

use std::path::{Path, PathBuf};

pub use budget::Budget;
pub use build::{IndexReport, build_index};
use format::Mapped;
pub(crate) use fuzzy_name::Mistyped;
pub(crate) use index::PrefixIndex;
use milepost_store::{distance_m, mapped_bytes};

use milepost_text::name_key;
use milepost_text::names::{is_begun, single_letter_keys};
use places::DEEPEST;

use crate::{Gazetteer, GazetteerError};

/// Low bits of an entry: the kind of its name. The others are the number of its place.
const KIND_BITS: u32 = 2;

/// Most completions of one question.
pub const MOST_COMPLETIONS: usize = 100;

/// Where the index of a candidate database lies: next to it, `candidate.prefix` for `candidate.db`.
pub fn index_path(database: &Path) -> PathBuf {
    database.with_extension("prefix")
}

/// Options of a completion.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CompleteOptions {
    /// Completions wanted, up to [`MOST_COMPLETIONS`].
    pub limit: usize,
    /// Where the user is: places near by come earlier.
    pub near: Option<Near>,
}

/// Where the user is, and how much that counts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Near {
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// Distance at which half of the nearness is left, metres.
    pub half_m: f64,
    /// Weight of nearness relative to that of population; 1 as measured best.
    pub weight: f64,
}

impl Near {
    /// A point that counts as measured best.
    pub const fn at(lat: f64, lon: f64) -> Near {
        Near { lat, lon, half_m: 30_000.0, weight: 1.0 }
    }

    /// The nearness of a place, which falls from 1 at the point itself with distance, times the weight.
    pub fn nearness_of(&self, lat: f64, lon: f64) -> f64 {
        self.weight / (1.0 + distance_m(self.lat, self.lon, lat, lon) / self.half_m.max(1.0))
    }
}

/// A completion. Unknown fields are left out of its JSON.
#[derive(Debug, Clone, Default, PartialEq, serde::Serialize)]
pub struct Completion {
    /// Identifier, as everywhere on the wire.
    pub id: String,
    /// Main name.
    pub name: String,
    /// Kind: the gazetteer's own word (`locality`, `region`, `postalcode`), `street` or `address`.
    pub placetype: String,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// ISO 3166-1 alpha-2, lower case.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country_code: Option<String>,
    /// Name of the country.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// Name of the first-level division.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state: Option<String>,
    /// Name of the county.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub county: Option<String>,
    /// Name of the town; a town's own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    /// The postcode, if there is one only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
    /// Name of the street.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub street: Option<String>,
    /// House number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub house_number: Option<String>,
    /// Population, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub population: Option<u32>,
    /// West, south, east, north of what belongs to it, degrees.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bbox: Option<[f64; 4]>,
    /// Whether only a fuzzy match found it: one letter of the query is a typo.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub corrected: bool,
}

/// Whether `bytes` are an index. Completes and corrects `query` with it. For the fuzz target: skips the checksum and the comparison with
/// a database, which no changed byte would pass.
#[doc(hidden)]
pub fn read_any(bytes: &[u8], query: &str) -> bool {
    let Some(index) = mapped_bytes(bytes).and_then(|map| PrefixIndex::of(Mapped::of(map).ok()?).ok()) else {
        return false;
    };
    // `fst` panics on a damaged automaton. The checksum of the file excludes one, and so does that of the automaton.
    if index.names().verify().is_err() {
        return false;
    }
    let near = Near::at(50.0, 9.0);
    search::complete(
        &index,
        query,
        &CompleteOptions { limit: 10, near: Some(near) },
        true,
        &Budget::default(),
    );
    index.names_near(&Mistyped::read(query), 2);
    index.country_code_at(near.lat, near.lon, &Budget::default());
    true
}

impl Gazetteer {
    /// Completions of `query`, best first. An empty query has no completions.
    pub fn complete(
        &self,
        query: &str,
        options: &CompleteOptions,
    ) -> Result<Vec<Completion>, GazetteerError> {
        self.complete_within(query, options, &Budget::default())
    }

    /// As [`Gazetteer::complete`], with the steps that a completion has left.
    pub fn complete_within(
        &self,
        query: &str,
        options: &CompleteOptions,
        budget: &Budget,
    ) -> Result<Vec<Completion>, GazetteerError> {
        let near = options.near.filter(|&Near { lat, lon, half_m, weight }| {
            let is_point = (-90.0..=90.0).contains(&lat) && (-540.0..=540.0).contains(&lon);
            is_point && half_m.is_finite() && weight.is_finite()
        });
        let options = CompleteOptions { limit: options.limit.min(MOST_COMPLETIONS), near };
        let mut found = self.completions(query, &options, true, budget)?;
        let key = name_key(query);
        for reading in single_letter_keys(&key) {
            let mut read = self.completions(&reading, &options, false, budget)?;
            read.retain(|read| is_begun(&read.name, &key));
            if !read.is_empty() {
                found.retain(|found| !found.corrected);
                read.retain(|read| found.iter().all(|found| found.id != read.id));
                found.extend(read);
            }
        }
        found.truncate(options.limit);
        self.with_registered_codes(query, &options, found, budget)
    }

    /// At most so many places whose names begin like the words of a text, best first, without its errors corrected.
    pub fn complete_as_typed(&self, words: &str, limit: usize) -> Result<Vec<Completion>, GazetteerError> {
        self.completions(words, &CompleteOptions { limit, near: None }, false, &Budget::default())
    }

    /// Completions of a query as it is typed; whether its letters may be wrong, if there are none.
    fn completions(
        &self,
        query: &str,
        options: &CompleteOptions,
        may_correct: bool,
        budget: &Budget,
    ) -> Result<Vec<Completion>, GazetteerError> {
        match &self.index {
            Ok(index) => Ok(search::complete(index, query, options, may_correct, budget)),
            Err(_) => key_order::complete(self, query, options, budget),
        }
    }

    /// Why completions are slow, in a sentence; none if the index is in use.
    pub fn index_problem(&self) -> Option<String> {
        self.index.as_ref().err().map(ToString::to_string)
    }

    /// Whether there is an index file that is not used, unlike one that was never built.
    pub fn index_refused(&self) -> bool {
        !matches!(self.index, Ok(_) | Err(GazetteerError::NoIndex { .. }))
    }
}
