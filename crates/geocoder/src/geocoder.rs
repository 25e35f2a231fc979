//! The entry of the cascade.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use milepost_address::{GeocodeResult, SearchResult, Tree};
use milepost_gazetteer::prefix::{CompleteOptions, Completion};
use milepost_gazetteer::{Gazetteer, GazetteerError, Shards};
use serde_json::Value;

use crate::answer::{Answer, Asked};
use crate::bounds::AnswerBounds;
use crate::candidates::Scope;
use crate::complete;
use crate::model::confidence;
use crate::model::{AnswerEvidence, Hypothesis};
use crate::resolve_tree::{self, ResolveOptions};
use crate::resolver;
use crate::result::{geocode_result, search_result};
use crate::street::Cascade;

/// The register of postcodes, below a data root.
const REGISTER: &str = "db/wof/candidate.postcodes";

/// Why geocoding failed. An unknown address is an answer, not an error.
#[derive(Debug, thiserror::Error)]
pub enum GeocoderError {
    /// The gazetteer failed.
    #[error(transparent)]
    Gazetteer(#[from] GazetteerError),
    /// What should be resolved is not the JSON of a parse tree.
    #[error("not a parse tree: `{field}` is missing or wrong")]
    InvalidTree {
        /// The field at fault.
        field: String,
    },
}

/// Which data of streets and house numbers are open.
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
    /// Shards that were found and are not used, each with its reason in a sentence: not opened, or damaged. Also the register of
    /// postcodes.
    pub skipped: Vec<String>,
    /// Lookups that failed and rows that were skipped, because a database is damaged.
    pub faults: u64,
}

/// Turns parses into coordinates. Threads can share it.
pub struct Geocoder {
    gazetteer: Gazetteer,
    shards: Arc<Shards>,
}

impl Geocoder {
    /// Opens the candidate gazetteer and the shards below `data_root`, all read-only. A shard that cannot be used is skipped and
    /// reported; the next tier answers its addresses. The register of postcodes is that of the data root, or the one next to the gazetteer.
    ///
    /// # Errors
    /// If the candidate gazetteer is missing or is not one.
    pub fn open(candidate_db: &Path, data_root: Option<&Path>) -> Result<Geocoder, GeocoderError> {
        let own = data_root.map(|root| root.join(REGISTER)).filter(|path| path.exists());
        Ok(Geocoder {
            gazetteer: match own {
                Some(register) => Gazetteer::open_with_register(candidate_db, &register)?,
                None => Gazetteer::open(candidate_db)?,
            },
            shards: Arc::new(data_root.map(Shards::open).unwrap_or_default()),
        })
    }

    /// Which data of streets and house numbers are open.
    pub fn shards(&self) -> ShardReport {
        let [address_points, interpolation, street_centroids] = self.shards.counts();
        let [situs_states, interpolation_states] = self.shards.states();
        let skipped = self.shards.skipped().into_iter().map(|shard| shard.to_string());
        let register = self.gazetteer.register_problem().map(ToString::to_string);
        ShardReport {
            situs_states,
            interpolation_states,
            address_points,
            interpolation,
            street_centroids,
            skipped: skipped.chain(register).collect(),
            faults: self.shards.faults(),
        }
    }

    /// The files of the shards in use.
    pub fn open_shards(&self) -> Vec<PathBuf> {
        self.shards.opened().iter().map(|file| file.path().to_owned()).collect()
    }

    /// The streets and house numbers, for a reverse geocoder that shares them.
    pub(crate) fn street_data(&self) -> Arc<Shards> {
        Arc::clone(&self.shards)
    }

    pub(crate) fn gazetteer(&self) -> &Gazetteer {
        &self.gazetteer
    }

    /// Geocodes a parse. An unknown address has no coordinates and the status `unresolved`.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn geocode(&self, tree: &Tree) -> Result<GeocodeResult, GeocoderError> {
        self.geocode_with(tree, Vec::new)
    }

    /// Geocodes a text with more than one likely parse: `alternative_parses` gives the next best after `tree`, likeliest first. It
    /// runs only if the first parse leaves something open.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn geocode_with(
        &self,
        tree: &Tree,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<GeocodeResult, GeocoderError> {
        self.geocode_within(tree, AnswerBounds::NONE, alternative_parses)
    }

    /// Geocodes within the bounds of the caller. With a limit the candidates are complete answers, each with its tier:
    /// the first is the result, the others are what the text can mean elsewhere.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn geocode_within(
        &self,
        tree: &Tree,
        options: &AnswerBounds,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<GeocodeResult, GeocoderError> {
        let (first, alternatives) = self.answers(tree, options, alternative_parses)?;
        Ok(geocode_result::result(&self.gazetteer, tree, first, alternatives))
    }

    /// Searches for a parse, in one country (ISO 3166-1 alpha-2, any case) if one is given. None if nothing is known there.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn search(&self, tree: &Tree, country: Option<&str>) -> Result<Option<SearchResult>, GeocoderError> {
        let countries = country.map(str::to_uppercase).into_iter().collect();
        let options = AnswerBounds { countries, ..AnswerBounds::default() };
        Ok(self.search_within(tree, &options, Vec::new)?.into_iter().next())
    }

    /// Answers to a parse within the bounds of the caller, likeliest first: one answer, or as many as the limit says. Empty if
    /// nothing is known there.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn search_within(
        &self,
        tree: &Tree,
        options: &AnswerBounds,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<Vec<SearchResult>, GeocoderError> {
        let (first, alternatives) = self.answers(tree, options, alternative_parses)?;
        let answers = std::iter::once(first).chain(alternatives.into_iter().flatten());
        Ok(answers.filter_map(|answer| search_result::result(&self.gazetteer, answer)).collect())
    }

    /// The evidence for and against what is found of a parse, likely or not, with its point; none if nothing is found. The
    /// confidence is fitted on it.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn evidence(
        &self,
        tree: &Tree,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<Option<AnswerEvidence>, GeocoderError> {
        let (mut answer, _) = resolver::found(self.asked(tree, AnswerBounds::NONE), alternative_parses)?;
        answer.probability = Some(confidence::probability(tree, &answer));
        let found = || {
            let (lat, lon) = answer.point()?;
            let (match_level, accuracy_m) = answer.level_and_radius();
            let features = confidence::evidence(tree, &answer).to_vec();
            Some(AnswerEvidence {
                lat,
                lon,
                match_level: match_level?,
                accuracy_m: accuracy_m?,
                confidence: confidence::of(&answer)?,
                features,
            })
        };
        Ok(found())
    }

    /// Every hypothesis of a text that is weighed, best first.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn hypotheses(
        &self,
        tree: &Tree,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<Vec<Hypothesis>, GeocoderError> {
        let (_, search) = resolver::found(self.asked(tree, AnswerBounds::NONE), alternative_parses)?;
        Ok(search.map(|search| search.all()).unwrap_or_default())
    }

    /// The answer to a parse and, with a limit, what its text can mean elsewhere: at most as many as the limit has room for.
    fn answers<'a>(
        &self,
        tree: &'a Tree,
        options: &AnswerBounds,
        alternative_parses: impl FnOnce() -> Vec<Tree>,
    ) -> Result<(Answer<'a>, Option<Vec<Answer<'a>>>), GeocoderError> {
        let most = options.limit.map_or(0, |limit| limit.saturating_sub(1));
        let (first, others) = resolver::answers(self.asked(tree, options), alternative_parses, most)?;
        Ok((first, options.limit.map(|_| others)))
    }

    fn asked<'s, 'a>(&'s self, tree: &'a Tree, options: &'s AnswerBounds) -> Asked<'s, 'a> {
        let cascade = Cascade { shards: &self.shards };
        Asked { scope: Scope::new(&self.gazetteer, options), cascade, tree }
    }

    /// Completions of a query, best first.
    ///
    /// # Errors
    /// Only when the candidate gazetteer fails.
    pub fn complete(&self, query: &str, options: &CompleteOptions) -> Result<Vec<Completion>, GeocoderError> {
        complete::complete(&self.gazetteer, &self.shards, query, options)
    }

    /// Why completions are slower than they could be, in a sentence.
    pub fn completion_problem(&self) -> Option<String> {
        self.gazetteer.index_problem()
    }

    /// Whether there is an unused index for completions.
    pub fn completion_refused(&self) -> bool {
        self.gazetteer.index_refused()
    }

    /// Attaches places to the nodes of a parse tree, the JSON of `/v1/parse`. Other fields of the tree stay unchanged.
    ///
    /// # Errors
    /// If `tree` is not the JSON of a parse tree, or the database fails.
    pub fn resolve(&self, tree: Value, options: &ResolveOptions) -> Result<Value, GeocoderError> {
        resolve_tree::resolve_tree(&self.gazetteer, tree, options)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use milepost_store::register::{register_path, write_register};
    use tempfile::TempDir;

    use super::*;
    use crate::fixture::{gazetteer, tree};
    use crate::street::fixture::{data_root, geocoder};

    #[test]
    fn what_is_open_is_reported() {
        let geocoder = geocoder(Some(data_root()));
        let report = geocoder.shards();
        assert_eq!([report.address_points, report.interpolation, report.street_centroids], [2, 1, 1]);
        assert_eq!((report.situs_states, report.interpolation_states), (1, 1), "France is not a state");
        assert_eq!((report.skipped.len(), report.faults), (0, 0));
        assert_eq!(geocoder.open_shards().len(), 4);
        assert_eq!(
            super::Geocoder::open(gazetteer().file().path(), None).unwrap().shards(),
            ShardReport::default()
        );
    }

    #[test]
    fn without_a_gazetteer_there_is_no_geocoder() {
        let missing = Geocoder::open(&data_root().join("missing.db"), None);
        assert!(matches!(missing, Err(GeocoderError::Gazetteer(_))));
    }

    #[test]
    fn the_register_of_postcodes_is_that_of_the_data_root() {
        let village = tree("locality=Vaneville; country=France");
        let finds =
            |geocoder: &Geocoder| geocoder.search(&village, None).unwrap().and_then(|found| found.place);
        let beside = finds(&geocoder(Some(data_root()))).unwrap();
        assert_eq!(beside.name, "Vaneville", "none in the data root: that next to the gazetteer");
        let root = TempDir::new().unwrap();
        let path = root.path().join(REGISTER);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        let claim = milepost_aside::Claim::on(&path).unwrap();
        write_register(&claim, "", Vec::new()).unwrap();
        let own = geocoder(Some(root.path()));
        assert!(finds(&own).is_none_or(|place| place.name != "Vaneville"), "an empty one");
        fs::write(&path, "no register").unwrap();
        let damaged = geocoder(Some(root.path())).shards().skipped;
        assert!(damaged.len() == 1 && damaged[0].contains("candidate.postcodes"), "{damaged:?}");
        assert_ne!(path, register_path(gazetteer().file().path()));
    }

    #[test]
    fn a_search_gives_as_many_places_as_its_limit() {
        let geocoder = geocoder(None);
        let states = |limit| {
            let options = AnswerBounds { limit, ..AnswerBounds::default() };
            let found = geocoder.search_within(&tree("locality=Springfield"), &options, Vec::new).unwrap();
            let state = |found: SearchResult| found.places[1].name.clone();
            found.into_iter().map(state).collect::<Vec<_>>()
        };
        assert_eq!(states(None).len(), 1, "one answer without a limit");
        let mut all = states(Some(9));
        assert_eq!(states(Some(2)), all[..2]);
        all.sort();
        assert_eq!(all, ["Illinois", "Massachusetts", "Oregon"]);
    }

    #[test]
    fn evidence_comes_with_the_point_of_the_answer() {
        let geocoder = geocoder(Some(data_root()));
        let evidence = |address: &str| geocoder.evidence(&tree(address), Vec::new).unwrap();
        let house = evidence("house_number=20; street=Larch St; locality=Portland; region=OR").unwrap();
        assert_eq!((house.lat, house.lon), (45.511, -122.69));
        assert!(house.features.contains(&("house", 1.0)));
        let town = evidence("locality=Portland; region=OR").unwrap();
        assert_eq!((town.lat, town.features.contains(&("house", 0.0))), (45.52, true));
        assert_eq!(evidence("locality=Qwrtzville; region=Nowhere"), None);
    }

    #[test]
    fn hypotheses_have_their_features_best_first() {
        let hypotheses = geocoder(None).hypotheses(&tree("locality=Salem; region=MA"), Vec::new).unwrap();
        assert!(hypotheses.len() > 1 && hypotheses.windows(2).all(|pair| pair[0].score >= pair[1].score));
        assert_eq!((hypotheses[0].lat, hypotheses[0].country.as_str()), (42.52, "US"));
    }
}
