//! The engine object: a parser and a geocoder, either of which may be absent.

use std::path::Path;
use std::sync::Arc;

use milepost_address::ResolutionTier;
use milepost_address::wire::ParseBody;
use milepost_gazetteer::lookups::Lookups;
use milepost_geocoder::{Geocoder, ResolveOptions};
use milepost_parser::{InputMode, Parser};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;
use serde_json::{Map, Value};

use crate::batch::{Answers, BatchBody, Question, Rows};
use crate::failure::{exception, guarded};

/// What is open, shared with the threads of a batch.
#[derive(Clone, Default)]
pub(crate) struct Core {
    parser: Option<Arc<Parser>>,
    geocoder: Option<Arc<Geocoder>>,
    lookups: Option<Arc<Lookups>>,
}

impl Core {
    fn parser(&self) -> napi::Result<&Parser> {
        self.parser.as_deref().ok_or_else(|| exception("no weights are loaded"))
    }

    /// The body of `/v1/parse`.
    pub(crate) fn parse(&self, address: &str, mode: InputMode, debug: bool) -> napi::Result<String> {
        let tree = self.parser()?.parse(address, mode).map_err(exception)?;
        serde_json::to_string(&ParseBody::new(&tree, debug)).map_err(exception)
    }

    fn geocoder(&self) -> napi::Result<&Geocoder> {
        self.geocoder.as_deref().ok_or_else(|| exception("no gazetteer is open"))
    }

    /// The body of `/v1/geocode`, and the tier that answered.
    pub(crate) fn geocode(&self, address: &str, mode: InputMode) -> napi::Result<(String, ResolutionTier)> {
        let tree = self.parser()?.parse(address, mode).map_err(exception)?;
        let result = self.geocoder()?.geocode(&tree).map_err(exception)?;
        Ok((serde_json::to_string(&result).map_err(exception)?, result.resolution_tier))
    }

    /// The body of `/v1/resolve` for a request body.
    fn resolve(&self, request: &str) -> napi::Result<String> {
        let mut request: Map<String, Value> = serde_json::from_str(request).map_err(exception)?;
        let options = match request.get("opts") {
            Some(Value::Object(options)) => ResolveOptions::from_json(options).map_err(exception)?,
            _ => ResolveOptions::default(),
        };
        let tree = request.shift_remove("tree").unwrap_or_default();
        let tree = self.geocoder()?.resolve(tree, &options).map_err(exception)?;
        Ok(serde_json::json!({ "tree": tree }).to_string())
    }
}

pub(crate) fn input_mode(name: &str) -> napi::Result<InputMode> {
    InputMode::from_name(name).ok_or_else(|| exception(format!("`{name}` is no input mode")))
}

/// The core behind JavaScript. Every method throws on a fault of the core and on a capability that is absent;
/// callers ask `hasParser` and `hasGeocoder` first.
#[napi]
pub struct NativeEngine {
    core: Core,
}

#[napi]
impl NativeEngine {
    /// An engine with nothing open.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> NativeEngine {
        NativeEngine { core: Core::default() }
    }

    /// Loads ONNX Runtime and the weights bundle in a folder; throws with the file at fault.
    #[napi(catch_unwind)]
    pub fn open_weights(&mut self, onnxruntime_library: String, bundle: String) -> napi::Result<()> {
        guarded(|| {
            let parser =
                Parser::open(Path::new(&onnxruntime_library), Path::new(&bundle)).map_err(exception)?;
            self.core.parser = Some(Arc::new(parser));
            Ok(())
        })
    }

    /// Opens a candidate gazetteer and the shards of streets and house numbers below a data root, read-only; throws with
    /// the file at fault. A shard that cannot be used is left out: see `shards`.
    #[napi(catch_unwind)]
    pub fn open_gazetteer(&mut self, candidate_db: String, data_root: Option<String>) -> napi::Result<()> {
        guarded(|| {
            let geocoder = Geocoder::open(Path::new(&candidate_db), data_root.as_deref().map(Path::new))
                .map_err(exception)?;
            self.core.geocoder = Some(Arc::new(geocoder));
            Ok(())
        })
    }

    /// The shards that are open, as JSON: counts (`address_points`, `interpolation`, `street_centroids`), `skipped` with a
    /// sentence a shard, and `faults`, the lookups that failed since; null without a gazetteer.
    #[napi(catch_unwind)]
    pub fn shards(&self) -> napi::Result<Option<String>> {
        guarded(|| {
            let report = self.core.geocoder.as_deref().map(Geocoder::shards);
            report.map(|report| serde_json::to_string(&report).map_err(exception)).transpose()
        })
    }

    /// Opens the lookup databases below a data root (`timezone`, `un-locode`, `nuts`), read-only. Returns a sentence for each that
    /// was found and cannot be used.
    #[napi(catch_unwind)]
    pub fn open_lookups(&mut self, data_root: String) -> napi::Result<Vec<String>> {
        guarded(|| {
            let lookups = Lookups::open(Path::new(&data_root));
            let skipped = lookups.skipped().to_vec();
            self.core.lookups = (!lookups.is_empty()).then(|| Arc::new(lookups));
            Ok(skipped)
        })
    }

    /// Whether a lookup database is open.
    #[napi(getter, catch_unwind)]
    pub fn has_lookups(&self) -> bool {
        self.core.lookups.is_some()
    }

    /// What the lookup databases say of a point in degrees, as JSON `{timezone?, un_locode?, nuts?, failed?}`; null without one.
    /// UN/LOCODE needs the country (alpha-2) and prefers the code of the place's name.
    #[napi(catch_unwind)]
    pub fn annotations_at(
        &self,
        lat: f64,
        lon: f64,
        country_code: Option<String>,
        place_name: Option<String>,
    ) -> napi::Result<Option<String>> {
        guarded(|| {
            let lookups = self.core.lookups.as_deref();
            let answers =
                lookups.map(|lookups| lookups.at(lat, lon, country_code.as_deref(), place_name.as_deref()));
            answers.map(|answers| serde_json::to_string(&answers).map_err(exception)).transpose()
        })
    }

    /// Whether weights are loaded.
    #[napi(getter, catch_unwind)]
    pub fn has_parser(&self) -> bool {
        self.core.parser.is_some()
    }

    /// Whether a gazetteer is open.
    #[napi(getter, catch_unwind)]
    pub fn has_geocoder(&self) -> bool {
        self.core.geocoder.is_some()
    }

    /// The model card as JSON; null without weights.
    #[napi(catch_unwind)]
    pub fn model_card(&self) -> napi::Result<Option<String>> {
        guarded(|| {
            let card = self.core.parser.as_deref().map(Parser::card);
            card.map(|card| serde_json::to_string(card).map_err(exception)).transpose()
        })
    }

    /// The JSON body of `/v1/parse`. Offsets are UTF-16 code units of the trimmed address.
    #[napi(catch_unwind)]
    pub fn parse(&self, address: String, input_mode: String, debug: bool) -> napi::Result<String> {
        guarded(|| self.core.parse(&address, self::input_mode(&input_mode)?, debug))
    }

    /// The JSON body of `/v1/geocode`.
    #[napi(catch_unwind)]
    pub fn geocode(&self, address: String, input_mode: String) -> napi::Result<String> {
        guarded(|| Ok(self.core.geocode(&address, self::input_mode(&input_mode)?)?.0))
    }

    /// The JSON body of `/v1/resolve` for the JSON of its request body `{tree, opts?}`.
    #[napi(catch_unwind)]
    pub fn resolve(&self, request: String) -> napi::Result<String> {
        guarded(|| self.core.resolve(&request))
    }

    /// An engine with the same weights and no gazetteer, so that other data can be opened beside the present ones.
    #[napi(catch_unwind)]
    pub fn without_data(&self) -> NativeEngine {
        NativeEngine { core: Core { parser: self.core.parser.clone(), ..Core::default() } }
    }

    /// Parses each address on threads of its own; one JSON body an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn parse_all(
        &self,
        addresses: Vec<String>,
        input_mode: String,
        debug: bool,
    ) -> napi::Result<AsyncTask<Answers>> {
        Ok(AsyncTask::new(Answers(self.rows(addresses, &input_mode, Question::Parse { debug })?)))
    }

    /// Geocodes each address on threads of its own; one JSON body an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn geocode_all(
        &self,
        addresses: Vec<String>,
        input_mode: String,
    ) -> napi::Result<AsyncTask<Answers>> {
        Ok(AsyncTask::new(Answers(self.rows(addresses, &input_mode, Question::Geocode)?)))
    }

    /// Geocodes each address on threads of its own into the body of `/v1/batch`. An address that fails is a row
    /// `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<BatchAnswer>")]
    pub fn geocode_batch(
        &self,
        addresses: Vec<String>,
        input_mode: String,
    ) -> napi::Result<AsyncTask<BatchBody>> {
        Ok(AsyncTask::new(BatchBody(self.rows(addresses, &input_mode, Question::Geocode)?)))
    }

    fn rows(&self, addresses: Vec<String>, mode: &str, question: Question) -> napi::Result<Rows> {
        Ok(Rows::new(self.core.clone(), addresses, input_mode(mode)?, question))
    }
}
