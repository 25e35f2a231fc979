//! The entry of the cascade.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use milepost_address::{GeocodeResult, ResolutionTier, SearchResult, Tree};
use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Shards, distance_m};
use serde_json::Value;

use crate::cascade::Cascade;
use crate::components::Components;
use crate::interpolation::DEFAULT_SETBACK_M;
use crate::located::{Located, marker};
use crate::resolve::{self, ResolveOptions};
use crate::scope::Scope;
use crate::{abstention, admin, complete, plus_code, readings, result, search, town_by_street};

/// Why an address could not be geocoded; an address nothing is known of is no error.
#[derive(Debug, thiserror::Error)]
pub enum GeocoderError {
    /// The gazetteer failed.
    #[error(transparent)]
    Gazetteer(#[from] GazetteerError),
    /// A tree that was brought to be resolved is none.
    #[error("not a tree of the interface: `{field}`")]
    InvalidTree {
        /// The field at fault.
        field: String,
    },
}

/// What of streets and house numbers is open.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct ShardReport {
    /// Open shards of address points.
    pub address_points: usize,
    /// Open shards of address ranges.
    pub interpolation: usize,
    /// Open shards of street centroids.
    pub street_centroids: usize,
    /// States of the United States with open address points.
    pub situs_states: usize,
    /// States of the United States with open address ranges.
    pub interpolation_states: usize,
    /// Shards that were found and not opened, each with its reason, in sentences.
    pub skipped: Vec<String>,
    /// Lookups that failed since: a shard was damaged while it was open.
    pub faults: u64,
}

/// What an address resolved to, before it is worded.
pub(crate) struct Answer<'a> {
    pub(crate) components: Components<'a>,
    pub(crate) resolved: admin::Resolved,
    /// What lies above the place that was found.
    pub(crate) above: Arc<[Place]>,
    pub(crate) located: Option<Located>,
}

/// The first other reading of an address that explains more of it than the first one.
fn read_anew<'a>(
    scope: Scope<'_>,
    tree: &'a Tree,
    first: &admin::Resolved,
) -> Result<Option<(Components<'a>, admin::Resolved)>, GeocoderError> {
    for reading in readings::others(tree, first) {
        let mut found = admin::resolve(scope, &reading.components)?;
        if reading.is_proved(first, &found) {
            let told = "what reads like a street or a part of a town was taken for a place";
            found.markers.push(marker("read_as_place", "admin", told.into()));
            return Ok(Some((reading.components, found)));
        }
    }
    Ok(None)
}

/// Turns parses into coordinates. Shared by threads.
pub struct Geocoder {
    gazetteer: Gazetteer,
    shards: Arc<Shards>,
    setback_m: f64,
}

impl Geocoder {
    /// Opens the candidate gazetteer and the shards below `data_root`, all read-only. A shard that cannot be used is left out and
    /// reported; its addresses answer from the next tier.
    ///
    /// # Errors
    /// When the candidate gazetteer is missing or no such file.
    pub fn open(candidate_db: &Path, data_root: Option<&Path>) -> Result<Geocoder, GeocoderError> {
        Ok(Geocoder {
            gazetteer: Gazetteer::open(candidate_db)?,
            shards: Arc::new(data_root.map(Shards::open).unwrap_or_default()),
            setback_m: DEFAULT_SETBACK_M,
        })
    }

    /// Sets how far houses are taken to stand from the centreline, metres.
    #[must_use]
    pub fn with_setback_m(self, setback_m: f64) -> Geocoder {
        Geocoder { setback_m, ..self }
    }

    /// What of streets and house numbers is open.
    pub fn shards(&self) -> ShardReport {
        let [address_points, interpolation, street_centroids] = self.shards.counts();
        let [situs_states, interpolation_states] = self.shards.states();
        ShardReport {
            situs_states,
            interpolation_states,
            address_points,
            interpolation,
            street_centroids,
            skipped: self.shards.skipped().iter().map(ToString::to_string).collect(),
            faults: self.shards.faults(),
        }
    }

    /// The files of the open shards.
    pub fn open_shards(&self) -> &[PathBuf] {
        self.shards.opened()
    }

    /// The streets and house numbers, for who answers from the same ones.
    pub(crate) fn street_data(&self) -> Arc<Shards> {
        Arc::clone(&self.shards)
    }

    pub(crate) fn gazetteer(&self) -> &Gazetteer {
        &self.gazetteer
    }

    /// Geocodes a parse. An address nothing is known of has no coordinates and the status `unresolved`.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn geocode(&self, tree: &Tree) -> Result<GeocodeResult, GeocoderError> {
        let Answer { components, resolved, above, located } = self.answer(tree, None)?;
        Ok(result::result(&self.gazetteer, tree, components, resolved, &above, located))
    }

    /// Searches for a parse, in one country (ISO 3166-1 alpha-2, any case) when one is given. None when nothing is known there.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn search(&self, tree: &Tree, country: Option<&str>) -> Result<Option<SearchResult>, GeocoderError> {
        let country = country.map(str::to_uppercase);
        let answer = self.answer(tree, country.as_deref())?;
        // A plus code may lie anywhere, also where no country is known.
        let base = result::base(&answer.resolved);
        let outside = country.is_some_and(|country| base.is_none_or(|place| place.country != country));
        Ok(if outside { None } else { search::result(&self.gazetteer, answer) })
    }

    /// What an address resolves to, tier by tier.
    fn answer<'a>(&self, tree: &'a Tree, country: Option<&str>) -> Result<Answer<'a>, GeocoderError> {
        let mut components = Components::of(tree);
        let scope = Scope::new(&self.gazetteer, country);
        let mut resolved = admin::resolve(scope, &components)?;
        let mut above = self.above(&resolved)?;
        let cascade = Cascade { shards: &self.shards, setback_m: self.setback_m };
        let mut located =
            self.plus_code(tree, &resolved).or_else(|| cascade.locate(&components, &resolved, &above));
        if located.is_none() {
            if let Some((town, parents, house)) =
                town_by_street::find(scope, &cascade, &components, &resolved)?
            {
                (resolved, above, located) = (town, parents, Some(house));
            } else if let Some((other, found)) = read_anew(scope, tree, &resolved)? {
                above = self.above(&found)?;
                located = cascade.locate(&other, &found, &above);
                (components, resolved) = (other, found);
            }
        }
        if let (Some(located), None) = (&located, result::base(&resolved)) {
            // A full code says where it is and not what is there.
            resolved.country = self.gazetteer.country_at(located.lat, located.lon)?;
        }
        if located.is_some() {
            // The register has the street in the town that was written: it is known after all.
            resolved.markers.retain(|marker| marker.code != "locality_unknown");
        }
        if located.is_none() && resolved.part.is_none() {
            resolved.part = admin::quarter(&self.gazetteer, &components, &resolved)?;
        }
        if located.is_none() && abstention::abstains(tree, &resolved) {
            resolved = admin::Resolved {
                markers: vec![marker(
                    "uncorroborated",
                    "abstention",
                    "one word of a text is no address".into(),
                )],
                ..admin::Resolved::default()
            };
        }
        Ok(Answer { components, resolved, above, located })
    }

    /// What lies above the place an address resolved to.
    fn above(&self, resolved: &admin::Resolved) -> Result<Arc<[Place]>, GeocoderError> {
        Ok(match result::base(resolved) {
            Some(place) => self.gazetteer.ancestors(place.id)?,
            None => Arc::from([]),
        })
    }

    /// The cell of a plus code in the input; a short code is completed by the place it is written with.
    fn plus_code(&self, tree: &Tree, resolved: &admin::Resolved) -> Option<Located> {
        let code = plus_code::find(&tree.raw)?;
        let near =
            resolved.locality.as_ref().or(resolved.postcode.as_ref()).map(|place| (place.lat, place.lon));
        let cell = plus_code::decode(&code, near)?;
        let (half_height, half_width) = (cell.height / 2.0, cell.width / 2.0);
        Some(Located {
            tier: ResolutionTier::PlusCode,
            lat: cell.lat,
            lon: cell.lon,
            uncertainty_m: distance_m(cell.lat, cell.lon, cell.lat + half_height, cell.lon + half_width)
                .max(1.0),
            street: code,
            locality: None,
            postcode: None,
            markers: Vec::new(),
            others: Vec::new(),
        })
    }

    /// What a query may become when it is typed on, best first. `parse` reads the query as an address; it is asked only
    /// where an open shard may know the street.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn complete(
        &self,
        query: &str,
        options: &CompleteOptions,
        parse: impl FnOnce() -> Option<Tree>,
    ) -> Result<Vec<Completion>, GeocoderError> {
        complete::complete(&self.gazetteer, &self.shards, query, options, parse)
    }

    /// Why completions are slower than they could be, in a sentence.
    pub fn completion_problem(&self) -> Option<String> {
        self.gazetteer.index_problem()
    }

    /// Whether there is an index for completions that is not used.
    pub fn completion_refused(&self) -> bool {
        self.gazetteer.index_refused()
    }

    /// Attaches places to the nodes of a tree in the JSON of the interface; other fields of it stay as they are.
    ///
    /// # Errors
    /// When `tree` is none, or the database fails.
    pub fn resolve(&self, tree: Value, options: &ResolveOptions) -> Result<Value, GeocoderError> {
        resolve::resolve_tree(&self.gazetteer, tree, options)
    }
}
