//! The engine: what is open, each part of which may be absent, and the calls it answers.

use std::borrow::Cow;
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use milepost_address::{
    Around, Candidate, FoundPlace, GeocodeResult, HierarchyEntry, OsmObject, ResolutionTier, SearchResult,
    Tag, Tree,
};
use milepost_gazetteer::lookups::Lookups;
use milepost_geocoder::poi::{PoiAnswer, PoiResult, PoiSearch, PoiSources};
use milepost_geocoder::{
    AnswerBounds, CompleteOptions, Completion, Credit, Damaged, Geocoder, Gives, Open, ResolveOptions,
    ReverseGeocoder, ShardReport, Verification,
};
use milepost_match::{Comparison, MatchPoint};
use milepost_parser::{Hints, InputMode, Parser, ScoredParse};
use serde_json::Value;

use crate::names::{Names, number_of};
use crate::{EngineError, formatted, guarded, match_address, verification};

/// Options of a geocode.
#[derive(Debug, Clone, Default)]
pub struct GeocodeOptions {
    /// How complete the text is.
    pub input_mode: InputMode,
    /// What the caller knows about the answer besides the text.
    pub bounds: AnswerBounds,
    /// Whether the answer has what was found as an address in the format of its country.
    pub formatted: bool,
}

/// Doubts of an answer that is elsewhere than the address says: its point does not locate the address.
const ELSEWHERE: [&str; 5] = [
    "locality_contradicts",
    "region_contradicts",
    "postcode_contradicts",
    "locality_differs",
    "street_differs",
];

/// Options of a comparison.
#[derive(Debug, Clone, Copy, Default)]
pub struct CompareOptions<'a> {
    /// Country (ISO 3166-1 alpha-2) of addresses that name none; may be empty.
    pub country: &'a str,
    /// How complete the texts are.
    pub input_mode: InputMode,
    /// Whether both are geocoded, so that the distance of their points counts.
    pub geocode: bool,
}

/// An address to geocode.
#[derive(Debug, Clone)]
pub enum Address {
    /// As one text.
    Text(String),
    /// In parts that the caller knows; they are not parsed.
    Parts(Tree),
}

impl AsRef<str> for Address {
    fn as_ref(&self) -> &str {
        match self {
            Address::Text(text) => text,
            Address::Parts(tree) => &tree.raw,
        }
    }
}

/// Open weights and databases. A clone shares them, and keeps them open for its answers when the
/// original is closed.
#[derive(Clone, Default)]
pub struct Engine {
    parser: Option<Arc<Parser>>,
    geocoder: Option<Arc<Geocoder>>,
    reverse: Option<Arc<ReverseGeocoder>>,
    lookups: Option<Arc<Lookups>>,
    poi: Option<Arc<PoiSearch>>,
    /// Those of the databases that are damaged.
    damaged: Arc<Damaged>,
    /// The verifying thread runs as long as this is held.
    verifying: Option<Sender<()>>,
    parsed: Option<Arc<Parsed>>,
}

/// Parses made in advance, with the hints of each text.
type Parsed = HashMap<String, (Hints, ScoredParse)>;

/// Opening and closing.
impl Engine {
    /// An engine with nothing open.
    pub fn new() -> Engine {
        Engine::default()
    }

    /// Loads the ONNX Runtime library at `onnxruntime` and the weights bundle in folder `bundle`.
    ///
    /// # Errors
    /// Names the file at fault.
    pub fn open_weights(&mut self, onnxruntime: &Path, bundle: &Path) -> Result<(), EngineError> {
        self.parser = Some(Arc::new(Parser::open(onnxruntime, bundle)?));
        Ok(())
    }

    /// Opens a candidate gazetteer and the shards of streets and house numbers below a data root, read-only. A shard that cannot be used
    /// is skipped: see [`Geocoder::shards`].
    ///
    /// # Errors
    /// Names the gazetteer if it is missing or is not one.
    pub fn open_gazetteer(
        &mut self,
        candidate_db: &Path,
        data_root: Option<&Path>,
    ) -> Result<(), EngineError> {
        self.geocoder = Some(Arc::new(Geocoder::open(candidate_db, data_root)?));
        Ok(())
    }

    /// Opens a full administrative database and the polygon file next to it, read-only. House numbers come from the shards of the gazetteer
    /// if one is open, otherwise from those below the data root.
    ///
    /// # Errors
    /// Names the file at fault.
    pub fn open_reverse(
        &mut self,
        admin_db: &Path,
        polygons: Option<&Path>,
        data_root: Option<&Path>,
    ) -> Result<(), EngineError> {
        let reverse = ReverseGeocoder::open(admin_db, polygons, self.geocoder(), data_root)?;
        self.reverse = Some(Arc::new(reverse));
        Ok(())
    }

    /// Opens the lookup databases below a data root (`timezone`, `un-locode`, `nuts`), read-only. Returns a sentence for each that
    /// exists and cannot be used.
    pub fn open_lookups(&mut self, data_root: &Path) -> Vec<String> {
        let lookups = Lookups::open(data_root);
        let skipped = lookups.skipped().to_vec();
        self.lookups = (!lookups.is_empty()).then(|| Arc::new(lookups));
        skipped
    }

    /// Opens a database of points of interest, read-only.
    ///
    /// # Errors
    /// Names the file at fault.
    pub fn open_poi(&mut self, poi_db: &Path) -> Result<(), EngineError> {
        self.poi = Some(Arc::new(PoiSearch::open(poi_db)?));
        Ok(())
    }

    /// Closes everything. Clones keep what they have.
    pub fn close(&mut self) {
        *self = Engine::default();
    }

    /// An engine with the same weights and no data, so that other data can be opened alongside the present ones.
    #[must_use]
    pub fn without_data(&self) -> Engine {
        Engine { parser: self.parser.clone(), ..Engine::default() }
    }

    /// Verifies the checksums of all open databases, on a thread of low priority, starting `after` from the call. `tell` gets a
    /// sentence for each damaged one. A damaged shard is closed; other databases stay in use and are counted.
    ///
    /// # Errors
    /// If the system cannot start a thread.
    pub fn verify_in_background(
        &mut self,
        after: Duration,
        tell: impl FnMut(String) + Send + 'static,
    ) -> Result<(), EngineError> {
        let verification = Verification::new(self.open_data(), &self.damaged);
        self.verifying = Some(verification::start(verification, after, tell)?);
        Ok(())
    }
}

/// What is open.
impl Engine {
    /// The parser; none without weights.
    pub fn parser(&self) -> Option<&Parser> {
        self.parser.as_deref()
    }

    /// The geocoder; none without a gazetteer.
    pub fn geocoder(&self) -> Option<&Geocoder> {
        self.geocoder.as_deref()
    }

    /// The data of reverse lookups; none without an administrative database.
    pub fn reverse_geocoder(&self) -> Option<&ReverseGeocoder> {
        self.reverse.as_deref()
    }

    /// The lookup databases; none without any.
    pub fn lookups(&self) -> Option<&Lookups> {
        self.lookups.as_deref()
    }

    /// Damaged databases that stay in use. Shards are not among them: see [`Geocoder::shards`].
    pub fn damaged(&self) -> u64 {
        self.damaged.count()
    }

    /// Sources of the open databases, one name and licence each.
    pub fn sources(&self) -> Vec<String> {
        milepost_geocoder::sources(self.open_data())
    }

    /// Sources by database: what each contributes, and the area of a shard.
    pub fn credits(&self) -> Vec<Credit> {
        milepost_geocoder::credits(self.open_data())
    }

    /// Sources of answers with `gives` in a country (ISO 3166-1 alpha-2, any case) and its first-level division, by name.
    pub fn sources_of(&self, gives: Gives, country: &str, region: Option<&str>) -> Vec<String> {
        milepost_geocoder::sources_of(self.open_data(), gives, country, region)
    }

    /// The shards that are open, and the faults of all databases; none without a gazetteer.
    pub fn shards(&self) -> Option<ShardReport> {
        let mut report = self.geocoder()?.shards();
        report.faults += milepost_geocoder::skipped_rows(self.open_data());
        Some(report)
    }

    fn open_data(&self) -> Open<'_> {
        let (geocoder, reverse) = (self.geocoder(), self.reverse_geocoder());
        Open { geocoder, reverse, poi: self.poi.as_deref(), lookups: self.lookups() }
    }

    /// Day of the newest row of the open databases (`2026-10-31`); none if none says.
    pub fn data_updated(&self) -> Option<String> {
        milepost_geocoder::data_updated(self.open_data())
    }

    fn needed_parser(&self) -> Result<&Parser, EngineError> {
        self.parser().ok_or(EngineError::NoWeights)
    }

    fn needed_geocoder(&self) -> Result<&Geocoder, EngineError> {
        self.geocoder().ok_or(EngineError::NoGazetteer)
    }
}

/// Calls. Each fails if something it needs is not open or fails.
impl Engine {
    /// The components of an address; offsets are bytes of the text as given.
    ///
    /// # Errors
    /// Without weights, and when ONNX Runtime fails.
    pub fn parse(&self, text: &str, hints: impl Into<Hints>) -> Result<Tree, EngineError> {
        #[cfg(feature = "fault-injection")]
        assert!(text != "panic on purpose", "on purpose");
        Ok(self.parse_scored(text, hints.into())?.into_owned().tree)
    }

    /// Whether two addresses are the same, as their parses say and, on request, the points that they have.
    ///
    /// # Errors
    /// Without weights, for a geocode without a gazetteer, and when either fails.
    pub fn compare(&self, a: &str, b: &str, options: &CompareOptions<'_>) -> Result<Comparison, EngineError> {
        let read = |text: &str| {
            let parse = self.parse_scored(text, options.input_mode.into())?;
            let components: Vec<_> = parse.tree.components().collect();
            let point = if options.geocode { self.match_point(&parse, options.country)? } else { None };
            Ok::<_, EngineError>(match_address(&components, options.country).at(point))
        };
        Ok(milepost_match::compare(&read(a)?, &read(b)?))
    }

    /// The components of an address, and its point; `country` is that of an address that names none.
    ///
    /// # Errors
    /// Without weights or gazetteer, and when either fails.
    pub fn parse_and_point(
        &self,
        text: &str,
        country: &str,
    ) -> Result<(Tree, Option<MatchPoint>), EngineError> {
        let parse = self.parse_scored(text, InputMode::Auto.into())?;
        let point = self.match_point(&parse, country)?;
        Ok((parse.into_owned().tree, point))
    }

    /// The point of a parse for comparisons; none if the answer is elsewhere than the address says.
    fn match_point(&self, parse: &ScoredParse, country: &str) -> Result<Option<MatchPoint>, EngineError> {
        let components: Vec<_> = parse.tree.components().collect();
        let is_named = components.iter().any(|(tag, _)| *tag == Tag::Country);
        let countries = match country {
            country if country.is_empty() || is_named => Vec::new(),
            country => AnswerBounds::codes_with_territories(country),
        };
        let bounds = AnswerBounds { countries, ..AnswerBounds::default() };
        let parser = self.needed_parser()?;
        let alternatives = || parser.alternative_parses(parse);
        let found = self.needed_geocoder()?.geocode_within(&parse.tree, &bounds, alternatives)?;
        let is_elsewhere = found.intent_markers.iter().any(|marker| ELSEWHERE.contains(&marker.code));
        let point = found.lat.zip(found.lon).zip(found.accuracy_m).filter(|_| !is_elsewhere);
        Ok(point.map(|((lat, lon), accuracy_m)| MatchPoint { lat, lon, accuracy_m }))
    }

    /// The same with the scores from which the alternatives are decoded.
    fn parse_scored(&self, text: &str, hints: Hints) -> Result<Cow<'_, ScoredParse>, EngineError> {
        match self.parsed.as_ref().and_then(|parsed| parsed.get(text)) {
            Some((known, parse)) if *known == hints => Ok(Cow::Borrowed(parse)),
            _ => Ok(Cow::Owned(self.needed_parser()?.parse_scored(text, hints)?)),
        }
    }

    /// An engine that has parsed these texts together, which takes less time than one by one, and answers from those parses. If it
    /// cannot, each is parsed on its call, and fails there.
    #[must_use]
    pub fn having_parsed(&self, texts: &[(&str, Hints)]) -> Engine {
        let parses = guarded(|| Ok(self.needed_parser()?.parse_each(texts)?)).unwrap_or_default();
        let parsed =
            texts.iter().zip(parses).map(|(&(text, hints), parse)| (text.to_owned(), (hints, parse)));
        Engine { parsed: Some(Arc::new(parsed.collect())), ..self.clone() }
    }

    /// Where an address is, with the tier that answered.
    ///
    /// # Errors
    /// Without weights or gazetteer, and when either fails.
    pub fn geocode(&self, text: &str, options: &GeocodeOptions) -> Result<GeocodeResult, EngineError> {
        let parser = self.needed_parser()?;
        let parse = self.parse_scored(text, options.input_mode.into())?;
        self.located(&parse.tree, options, || parser.alternative_parses(&parse))
    }

    /// The same of an address in parts; the mode has no meaning for it.
    ///
    /// # Errors
    /// If it is blank; without weights, which only texts need, or a gazetteer; and when either fails.
    pub fn geocode_address(
        &self,
        address: &Address,
        options: &GeocodeOptions,
    ) -> Result<GeocodeResult, EngineError> {
        EngineError::check_given(address.as_ref())?;
        match address {
            Address::Text(text) => self.geocode(text, options),
            Address::Parts(tree) => self.located(tree, options, Vec::new),
        }
    }

    fn located(
        &self,
        tree: &Tree,
        options: &GeocodeOptions,
        alternatives: impl FnOnce() -> Vec<Tree>,
    ) -> Result<GeocodeResult, EngineError> {
        let mut result = self.needed_geocoder()?.geocode_within(tree, &options.bounds, alternatives)?;
        if let Some(names) = self.names(&options.bounds.languages) {
            for HierarchyEntry { name, place_id, .. } in &mut result.hierarchy {
                names.put(name, number_of(place_id))?;
            }
            for Candidate { name, place_id, .. } in &mut result.candidates {
                names.put(name, place_id.as_deref().and_then(number_of))?;
            }
        }
        if options.formatted {
            result.formatted = formatted::of_geocode(&result);
        }
        if result.osm.is_none() && result.resolution_tier == ResolutionTier::Admin {
            let winner = result.candidates.first().and_then(|winner| winner.place_id.as_deref());
            result.osm = self.osm_object(winner.and_then(number_of))?;
        }
        Ok(result)
    }

    /// What a text finds within the bounds, the likeliest first: one answer, or as many as the limit says. Empty if nothing is known
    /// there.
    ///
    /// # Errors
    /// Without weights or gazetteer, and when either fails.
    pub fn search(&self, query: &str, bounds: &AnswerBounds) -> Result<Vec<SearchResult>, EngineError> {
        let parser = self.needed_parser()?;
        let parse = self.parse_scored(query, Hints::default())?;
        let alternatives = || parser.alternative_parses(&parse);
        let mut results = self.needed_geocoder()?.search_within(&parse.tree, bounds, alternatives)?;
        let places = results.iter_mut().flat_map(|result| result.place.iter_mut().chain(&mut result.places));
        self.put_names(places, &bounds.languages)?;
        for result in &mut results {
            for place in result.place.iter_mut().chain(&mut result.places).filter(|place| place.osm.is_none())
            {
                place.osm = self.osm_object(Some(place.id))?;
            }
            if result.osm.is_none() && result.resolution_tier == ResolutionTier::Admin {
                result.osm = result.place.as_ref().and_then(|place| place.osm);
            }
        }
        Ok(results)
    }

    /// The places that contain a point in degrees, finest first: with `houses`, and if a register covers the point, the nearest house; then
    /// the chain of places, with their names in the first of the languages (BCP 47) that has one. None if nothing is there.
    ///
    /// # Errors
    /// Without an administrative database, and when it fails.
    pub fn reverse(
        &self,
        lat: f64,
        lon: f64,
        houses: bool,
        languages: &[String],
    ) -> Result<Option<Vec<Around>>, EngineError> {
        let reverse = self.reverse_geocoder().ok_or(EngineError::NoAdministrativeDatabase)?;
        let mut around = reverse.at(lat, lon, houses)?;
        let places = around.iter_mut().flatten().filter_map(|one| match one {
            Around::Place(place) => Some(place),
            Around::House(_) => None,
        });
        self.put_names(places, languages)?;
        Ok(around)
    }

    /// The object of OpenStreetMap of a place, if the administrative database has it.
    fn osm_object(&self, id: Option<i64>) -> Result<Option<OsmObject>, EngineError> {
        match (id, self.reverse_geocoder()) {
            (Some(id), Some(reverse)) => Ok(reverse.osm_object(id)?),
            _ => Ok(None),
        }
    }

    /// What a reverse lookup found as an address in the format of its country; none if nothing is there.
    pub fn formatted(around: &[Around]) -> Option<String> {
        formatted::of_point(around)
    }

    /// Names in these languages; none without a language, and without an administrative database.
    fn names<'a>(&'a self, languages: &'a [String]) -> Option<Names<'a>> {
        let reverse = self.reverse_geocoder().filter(|_| !languages.is_empty())?;
        Some(Names { reverse, languages })
    }

    fn put_names<'a>(
        &self,
        places: impl Iterator<Item = &'a mut FoundPlace>,
        languages: &[String],
    ) -> Result<(), EngineError> {
        let Some(names) = self.names(languages) else { return Ok(()) };
        for place in places {
            names.put(&mut place.name, Some(place.id))?;
        }
        Ok(())
    }

    fn put_ancestry(&self, found: &mut [PoiResult], languages: &[String]) -> Result<(), EngineError> {
        let Some(names) = self.names(languages) else { return Ok(()) };
        for place in found.iter_mut().flat_map(|poi| &mut poi.ancestry) {
            names.put(&mut place.name, Some(place.wof_id))?;
        }
        Ok(())
    }

    /// Completions: places, streets and addresses, best first, with the names of places in the first of the languages that has one.
    ///
    /// # Errors
    /// Without a gazetteer, and when it fails.
    pub fn complete(
        &self,
        query: &str,
        options: &CompleteOptions,
        languages: &[String],
    ) -> Result<Vec<Completion>, EngineError> {
        let mut found = self.needed_geocoder()?.complete(query, options)?;
        if let Some(names) = self.names(languages) {
            found.iter_mut().try_for_each(|completion| names.put_all(completion))?;
        }
        Ok(found)
    }

    /// The points of interest whose name begins as typed, with the places around them in the first of the languages that has a name.
    ///
    /// # Errors
    /// Without their database, and when it fails.
    pub fn complete_poi(
        &self,
        query: &str,
        options: &CompleteOptions,
        languages: &[String],
    ) -> Result<Vec<PoiResult>, EngineError> {
        let poi = self.poi.as_deref().ok_or(EngineError::NoPointsOfInterest)?;
        let mut found = poi.complete(
            query,
            options.near.map(|near| (near.lat, near.lon)),
            options.limit,
            self.reverse_geocoder(),
        )?;
        self.put_ancestry(&mut found, languages)?;
        Ok(found)
    }

    /// A place by its id in the administrative database, with the places that contain it, the country last, and their names in the first of
    /// the languages that has one; none if the id is unknown.
    ///
    /// # Errors
    /// Without an administrative database, and when it fails.
    pub fn place(&self, id: i64, languages: &[String]) -> Result<Option<Vec<FoundPlace>>, EngineError> {
        let reverse = self.reverse_geocoder().ok_or(EngineError::NoAdministrativeDatabase)?;
        let mut chain = reverse.by_id(id)?;
        self.put_names(chain.iter_mut().flatten(), languages)?;
        Ok(chain)
    }

    /// The points of interest that a query asks for, with the places around them in the first of the languages that has a name.
    ///
    /// # Errors
    /// Without their database, weights or a gazetteer, and when one of these fails.
    pub fn poi(&self, query: &str, languages: &[String]) -> Result<PoiAnswer, EngineError> {
        let poi = self.poi.as_deref().ok_or(EngineError::NoPointsOfInterest)?;
        let parser = self.needed_parser()?;
        let sources = PoiSources {
            geocoder: self.needed_geocoder()?,
            reverse: self.reverse_geocoder(),
            parse: &|text| parser.parse(text, InputMode::Auto).ok(),
        };
        let mut answer = poi.answer(query, &sources)?;
        if let PoiAnswer::Intent { results, .. } = &mut answer {
            self.put_ancestry(results, languages)?;
        }
        Ok(answer)
    }

    /// Attaches places to the nodes of a parse tree, the JSON of `/v1/parse`. Other fields of the tree stay unchanged.
    ///
    /// # Errors
    /// If `tree` is not the JSON of a parse tree, without a gazetteer, and when it fails.
    pub fn resolve(&self, tree: Value, options: &ResolveOptions) -> Result<Value, EngineError> {
        Ok(self.needed_geocoder()?.resolve(tree, options)?)
    }

    /// A text with its abbreviations expanded, one to three forms. Needs nothing open.
    pub fn expand(text: &str) -> Vec<String> {
        milepost_text::expand::expansions(text)
    }
}
