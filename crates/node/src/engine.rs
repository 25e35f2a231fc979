//! The engine object: a parser and a geocoder, either of which may be absent.

use std::collections::HashMap;
use std::path::Path;
use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use milepost::{
    Address, CompareOptions, CompleteOptions, CountryHint, Engine, EngineError, Gives, Hints, InputMode, Near,
};
use milepost_address::wire::write_numbers;
use milepost_address::write_layout;
use milepost_gazetteer::objects::Sought;
use milepost_store::checksums::Checked;
use napi::bindgen_prelude::{AsyncTask, Float64ArraySlice, Int32ArraySlice, ObjectFinalize, Unknown};
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Either, Env, Status};
use napi_derive::napi;
use parking_lot::RwLock;
use serde::Serialize;

use crate::answer_bounds::{AnswerBounds, address_of, bounds_of, input_mode, options_of};
use crate::batch::{Answers, BatchBody, Cancellation, LongText, Question, Rows};
use crate::bodies;
use crate::failure::exception;

/// Receives sentences; it does not keep the process alive.
type Tell = ThreadsafeFunction<String, Unknown<'static>, String, Status, false, true>;

/// The hints of a mode and an ISO 3166-1 alpha-2 code.
fn hints(mode: &str, country: Option<&str>) -> napi::Result<Hints> {
    let country = country
        .map(|code| {
            CountryHint::from_code(code)
                .ok_or_else(|| exception(format!("country: `{code}` is not a code of two letters")))
        })
        .transpose()?;
    Ok(Hints { mode: input_mode(mode)?, country })
}

/// Options of a completion.
#[napi(object)]
pub struct CompletionOptions {
    /// Completions wanted.
    pub limit: f64,
    /// Latitude of the user, degrees; counts together with the longitude.
    pub latitude: Option<f64>,
    /// Longitude of the user, degrees.
    pub longitude: Option<f64>,
    /// Distance at which half of the nearness is left, metres.
    pub near_half_m: Option<f64>,
    /// Weight of nearness relative to that of the population, 1 by default.
    pub near_weight: Option<f64>,
    /// Languages of the names in the answer (BCP 47), the preferred one first.
    pub languages: Option<Vec<String>>,
}

impl From<&CompletionOptions> for CompleteOptions {
    fn from(options: &CompletionOptions) -> CompleteOptions {
        // A conversion saturates: NaN becomes 0, and the core has its own bound.
        let near = options.latitude.zip(options.longitude).map(|(lat, lon)| {
            let usual = Near::at(lat, lon);
            Near {
                half_m: options.near_half_m.unwrap_or(usual.half_m),
                weight: options.near_weight.unwrap_or(usual.weight),
                ..usual
            }
        });
        CompleteOptions { limit: options.limit as usize, near }
    }
}

/// The state of the index of names.
#[napi(object)]
pub struct CompletionIndex {
    /// Why completions are slower than they could be, in a sentence.
    pub problem: Option<String>,
    /// Whether there is a file that is not used.
    pub refused: bool,
}

/// Bytes of an open part that V8 does not see, roughly, measured on a process with the weights and starter data of the
/// install. They tell the garbage collector how much an unused engine frees.
const BYTES_OF_WEIGHTS: i64 = 40 << 20;
const BYTES_OF_DATA: i64 = 16 << 20;

/// The answer to a geocode.
#[napi(object)]
pub struct GeocodeAnswer {
    /// The body of `/v1/geocode`.
    pub body: String,
    /// The tier that answered.
    pub tier: String,
}

/// The result of reading a whole database.
#[napi(object)]
pub struct DeepCheck {
    /// Whether it has checksums, and all of them fit.
    pub has_checksums: bool,
    /// What is wrong with it, one sentence each; empty if it is intact.
    pub problems: Vec<String>,
}

/// The core behind JavaScript. Every method throws on a fault of the core and for a missing capability;
/// callers check `hasParser` and `hasGeocoder` first.
#[napi(custom_finalize)]
pub struct NativeEngine {
    /// Behind a lock, since an engine may be closed while answers are computed, and N-API lends it to them until they are done.
    engine: RwLock<Engine>,
    /// Bytes reported to V8.
    reported: AtomicI64,
}

impl ObjectFinalize for NativeEngine {
    fn finalize(self, env: Env) -> napi::Result<()> {
        self.withdraw_reported(env)
    }
}

impl NativeEngine {
    /// Reports more bytes to V8.
    fn report(&self, env: Env, bytes: i64) -> napi::Result<()> {
        self.reported.fetch_add(bytes, Ordering::Relaxed);
        env.adjust_external_memory(bytes).map(|_| ())
    }

    /// Withdraws the bytes reported to V8.
    fn withdraw_reported(&self, env: Env) -> napi::Result<()> {
        env.adjust_external_memory(-self.reported.swap(0, Ordering::Relaxed)).map(|_| ())
    }

    /// Opens another part.
    fn open(&self, open: impl FnOnce(&mut Engine) -> Result<(), EngineError>) -> napi::Result<()> {
        open(&mut self.engine.write()).map_err(exception)
    }

    /// The answer to a question as JSON.
    fn json<T: Serialize>(
        &self,
        ask: impl FnOnce(&Engine) -> Result<T, EngineError>,
    ) -> napi::Result<String> {
        bodies::json(&ask(&self.engine.read()).map_err(exception)?)
    }

    /// The same of a question that may have no answer.
    fn json_if_any<T: Serialize>(
        &self,
        ask: impl FnOnce(&Engine) -> Result<Option<T>, EngineError>,
    ) -> napi::Result<Option<String>> {
        ask(&self.engine.read()).map_err(exception)?.map(|answer| bodies::json(&answer)).transpose()
    }

    fn later(
        &self,
        text: String,
        question: fn(&Engine, &str) -> napi::Result<String>,
    ) -> AsyncTask<LongText> {
        AsyncTask::new(LongText { engine: self.engine.read().clone(), text, question })
    }

    fn with(engine: Engine) -> NativeEngine {
        NativeEngine { engine: RwLock::new(engine), reported: AtomicI64::new(0) }
    }
}

#[napi]
impl NativeEngine {
    /// An engine with nothing open.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> NativeEngine {
        NativeEngine::with(Engine::new())
    }

    /// Loads ONNX Runtime and the weights bundle in a folder; throws with the file at fault.
    #[napi(catch_unwind)]
    pub fn open_weights(&self, env: Env, onnxruntime_library: String, bundle: String) -> napi::Result<()> {
        let opened =
            |engine: &mut Engine| engine.open_weights(Path::new(&onnxruntime_library), Path::new(&bundle));
        self.open(opened)?;
        self.report(env, BYTES_OF_WEIGHTS)
    }

    /// Opens a candidate gazetteer and the shards of streets and house numbers below a data root, read-only; throws with
    /// the file at fault. A shard that cannot be used is skipped: see `shards`.
    #[napi(catch_unwind)]
    pub fn open_gazetteer(
        &self,
        env: Env,
        candidate_db: String,
        data_root: Option<String>,
    ) -> napi::Result<()> {
        let data_root = data_root.as_deref().map(Path::new);
        self.open(|engine| engine.open_gazetteer(Path::new(&candidate_db), data_root))?;
        self.report(env, BYTES_OF_DATA)
    }

    /// Opens a full administrative database and the polygon file next to it, read-only, for reverse lookups; throws with the file at
    /// fault. House numbers come from the shards of the gazetteer if one is open, otherwise from those below the data root.
    #[napi(catch_unwind)]
    pub fn open_reverse(
        &self,
        env: Env,
        admin_db: String,
        polygons: Option<String>,
        data_root: Option<String>,
    ) -> napi::Result<()> {
        let [polygons, data_root] = [&polygons, &data_root].map(|path| path.as_deref().map(Path::new));
        self.open(|engine| engine.open_reverse(Path::new(&admin_db), polygons, data_root))?;
        self.report(env, BYTES_OF_DATA)
    }

    /// Sources of the open databases, as a JSON array of one name and licence each.
    #[napi(catch_unwind)]
    pub fn sources(&self) -> napi::Result<String> {
        self.json(|engine| Ok(engine.sources()))
    }

    /// Sources by database, as a JSON array of `{gives, area?, sources}`.
    #[napi(catch_unwind)]
    pub fn credits(&self) -> napi::Result<String> {
        self.json(|engine| Ok(engine.credits()))
    }

    /// Sources of answers, as a JSON array: `gives` is that of `credits`, `country` an alpha-2 code, `region` the name of its
    /// first-level division.
    #[napi(
        catch_unwind,
        ts_args_type = "gives: 'places' | 'reverse' | 'houses' | 'ranges' | 'streets' | 'venues', country: string, region?: string | undefined | null"
    )]
    pub fn sources_of(&self, gives: String, country: String, region: Option<String>) -> napi::Result<String> {
        let unknown = |_| exception(format!("`{gives}` is given by no database"));
        let of: Gives = gives.parse().map_err(unknown)?;
        self.json(|engine| Ok(engine.sources_of(of, &country, region.as_deref())))
    }

    /// Day of the newest row of the open databases (`2026-10-31`); null when none says.
    #[napi(catch_unwind)]
    pub fn data_updated(&self) -> Option<String> {
        self.engine.read().data_updated()
    }

    /// The shards that are open, as JSON: counts (`address_points`, `interpolation`, `street_centroids`, and of them
    /// the states, `situs_states` and `interpolation_states`), `skipped` with a sentence per shard, and `faults`, the lookups that failed and the rows that were skipped in any database; null without a gazetteer.
    #[napi(catch_unwind)]
    pub fn shards(&self) -> napi::Result<Option<String>> {
        self.json_if_any(|engine| Ok(engine.shards()))
    }

    /// The files of the shards that are open; empty without a gazetteer.
    #[napi(catch_unwind)]
    pub fn open_shards(&self) -> Vec<String> {
        let engine = self.engine.read();
        let files = engine.geocoder().map(|geocoder| geocoder.open_shards()).unwrap_or_default();
        files.iter().map(|file| file.to_string_lossy().into_owned()).collect()
    }

    /// Reads a whole database: its checksums, if it has any, and SQLite's own check. Throws if the file cannot be read.
    #[napi(catch_unwind)]
    pub fn deep_check(&self, database: String) -> napi::Result<DeepCheck> {
        let found = milepost_gazetteer::deep_check(Path::new(&database)).map_err(exception)?;
        Ok(DeepCheck { has_checksums: found.checksums == Checked::Whole, problems: found.problems })
    }

    /// Verifies the checksums of all open databases, on a thread below the priority of requests, starting after `after_ms`.
    /// `tell` gets a sentence for each damaged one. A damaged shard is closed; other databases stay in use.
    #[napi(catch_unwind, ts_args_type = "afterMs: number, tell: (sentence: string) => void")]
    pub fn verify_in_background(&self, after_ms: u32, tell: Tell) -> napi::Result<()> {
        let after = Duration::from_millis(after_ms.into());
        let tell = move |sentence| {
            tell.call(sentence, ThreadsafeFunctionCallMode::NonBlocking);
        };
        self.engine.write().verify_in_background(after, tell).map_err(exception)
    }

    /// Damaged databases that stay in use. Shards are not among them: see `shards`.
    #[napi(catch_unwind)]
    pub fn damaged(&self) -> f64 {
        self.engine.read().damaged() as f64
    }

    /// Opens the lookup databases below a data root (`timezone`, `un-locode`, `nuts`), read-only. Returns a sentence for each that
    /// exists and cannot be used.
    #[napi(catch_unwind)]
    pub fn open_lookups(&self, data_root: String) -> Vec<String> {
        self.engine.write().open_lookups(Path::new(&data_root))
    }

    /// Whether a lookup database is open.
    #[napi(getter, catch_unwind)]
    pub fn has_lookups(&self) -> bool {
        self.engine.read().lookups().is_some()
    }

    /// What the lookup databases know about a point in degrees, as JSON `{timezone?, un_locode?, nuts?, failed?}`; null without one.
    /// UN/LOCODE needs the country (alpha-2) and prefers the code of the place's name.
    #[napi(catch_unwind)]
    pub fn annotations_at(
        &self,
        lat: f64,
        lon: f64,
        country_code: Option<String>,
        place_name: Option<String>,
    ) -> napi::Result<Option<String>> {
        self.json_if_any(|engine| {
            let [country, place] = [country_code.as_deref(), place_name.as_deref()];
            Ok(engine.lookups().map(|lookups| lookups.at(lat, lon, country, place)))
        })
    }

    /// Whether a database of objects of OpenStreetMap is open.
    #[napi(getter, catch_unwind)]
    pub fn has_objects(&self) -> bool {
        self.engine.read().lookups().is_some_and(|lookups| !lookups.objects().is_empty())
    }

    /// An object of OpenStreetMap by its id (`N1`, `W2`, `R3`), as JSON `{osm_type, osm_id, lat, lon, bbox, tags, geometry?}`; null if no
    /// open database has it.
    #[napi(catch_unwind)]
    pub fn object(&self, id: String, geometry: bool) -> napi::Result<Option<String>> {
        bodies::object(&self.engine.read(), |objects| objects.by_id(&id, geometry))
    }

    /// The object at the point of an answer, degrees: a house by its number, or a street, place or point of interest by its name.
    #[napi(
        catch_unwind,
        ts_args_type = "kind: 'house' | 'node' | 'street' | 'place' | 'poi', name: string, lat: number, lon: number, geometry: boolean"
    )]
    pub fn object_at(
        &self,
        kind: String,
        name: String,
        lat: f64,
        lon: f64,
        geometry: bool,
    ) -> napi::Result<Option<String>> {
        let sought =
            Sought::of(&kind, &name).ok_or_else(|| exception(format!("`{kind}` is not a kind of object")))?;
        bodies::object(&self.engine.read(), |objects| objects.at(lat, lon, sought, geometry))
    }

    /// Opens a database of points of interest, read-only; throws with the file at fault.
    #[napi(catch_unwind)]
    pub fn open_poi(&self, poi_db: String) -> napi::Result<()> {
        self.open(|engine| engine.open_poi(Path::new(&poi_db)))
    }

    /// The JSON body of `/v1/poi`; needs weights, a gazetteer and a database of points of interest.
    #[napi(catch_unwind)]
    pub fn poi(&self, query: String, languages: Option<Vec<String>>) -> napi::Result<String> {
        self.json(|engine| engine.poi(&query, &languages.unwrap_or_default()))
    }

    /// Whether weights are loaded.
    #[napi(getter, catch_unwind)]
    pub fn has_parser(&self) -> bool {
        self.engine.read().parser().is_some()
    }

    /// Whether a gazetteer is open.
    #[napi(getter, catch_unwind)]
    pub fn has_geocoder(&self) -> bool {
        self.engine.read().geocoder().is_some()
    }

    /// The model card as JSON; null without weights.
    #[napi(catch_unwind)]
    pub fn model_card(&self) -> napi::Result<Option<String>> {
        self.json_if_any(|engine| Ok(engine.parser().map(|parser| parser.card().clone())))
    }

    /// The JSON body of `/v1/parse`. Offsets are UTF-16 code units of the address as it is given.
    #[napi(catch_unwind)]
    pub fn parse(
        &self,
        address: String,
        input_mode: String,
        debug: bool,
        country: Option<String>,
    ) -> napi::Result<String> {
        bodies::parse(&self.engine.read(), &address, hints(&input_mode, country.as_deref())?, debug)
    }

    /// The JSON body of `/v1/compare`.
    #[napi(catch_unwind)]
    pub fn compare(
        &self,
        a: String,
        b: String,
        country: String,
        input_mode: String,
        geocode: bool,
    ) -> napi::Result<String> {
        let options =
            CompareOptions { country: &country, input_mode: self::input_mode(&input_mode)?, geocode };
        self.json(|engine| engine.compare(&a, &b, &options))
    }

    /// The same as numbers, `milepost_address::wire::write_numbers`, into an array of the caller. Returns the number of nodes; null if
    /// the array is too short for them.
    #[napi(catch_unwind)]
    pub fn parse_numbers(
        &self,
        address: String,
        input_mode: String,
        mut into: Int32ArraySlice<'_>,
        country: Option<String>,
    ) -> napi::Result<Option<u32>> {
        let hints = hints(&input_mode, country.as_deref())?;
        let tree = self.engine.read().parse(&address, hints).map_err(exception)?;
        // SAFETY: JavaScript waits until this returns, and the array belongs to the caller: no other thread writes into it.
        let nodes = write_numbers(&tree, unsafe { into.as_mut() });
        Ok(nodes.and_then(|nodes| u32::try_from(nodes).ok()))
    }

    /// The parts of an address in libpostal's labels, as a JSON array.
    #[napi(catch_unwind)]
    pub fn label(&self, address: String, input_mode: String) -> napi::Result<String> {
        bodies::label(&self.engine.read(), &address, self::input_mode(&input_mode)?)
    }

    /// The same for a long text in formatted mode, off the event loop, as UTF-8.
    #[napi(catch_unwind, ts_return_type = "Promise<Buffer>")]
    pub fn label_later(&self, text: String) -> AsyncTask<LongText> {
        self.later(text, |engine, text| bodies::label(engine, text, InputMode::Formatted))
    }

    /// The body of `expand` for a long text, off the event loop, as UTF-8.
    #[napi(catch_unwind, ts_return_type = "Promise<Buffer>")]
    pub fn expand_later(&self, text: String) -> AsyncTask<LongText> {
        self.later(text, |_, text| Ok(bodies::expand(text)))
    }

    /// The JSON body of `/v1/geocode` for a text or for its parts by tag, and the tier that answered.
    #[napi(catch_unwind)]
    pub fn geocode(
        &self,
        address: Either<String, HashMap<String, String>>,
        input_mode: String,
        bounds: Option<AnswerBounds>,
    ) -> napi::Result<GeocodeAnswer> {
        let options = options_of(&input_mode, bounds)?;
        let (body, tier) = bodies::geocode(&self.engine.read(), &address_of(address), &options)?;
        Ok(GeocodeAnswer { body, tier: tier.name().to_owned() })
    }

    /// The same as numbers and a text, `milepost_address::write_layout`: the numbers go into an array of the caller, the text is returned;
    /// null if the array is too short.
    #[napi(catch_unwind)]
    pub fn geocode_layout(
        &self,
        address: String,
        input_mode: String,
        mut into: Float64ArraySlice<'_>,
        bounds: Option<AnswerBounds>,
    ) -> napi::Result<Option<String>> {
        let options = options_of(&input_mode, bounds)?;
        let result = self.engine.read().geocode(&address, &options).map_err(exception)?;
        // SAFETY: JavaScript waits until this returns, and the array belongs to the caller: no other thread writes into it.
        Ok(write_layout(&result, unsafe { into.as_mut() }))
    }

    /// What a text finds, as a JSON array, likeliest first: point, box, tier and chain of places; one answer, or as many as the limit
    /// says. Empty if nothing is known within the bounds.
    #[napi(catch_unwind)]
    pub fn search(&self, query: String, bounds: Option<AnswerBounds>) -> napi::Result<String> {
        self.json(|engine| engine.search(&query, &bounds_of(bounds)))
    }

    /// The places that contain a point in degrees, finest first, as a JSON array: with `houses`, and if a register covers the point, the
    /// nearest house; then the chain of places. Null when nothing is there.
    #[napi(catch_unwind)]
    pub fn reverse(
        &self,
        lat: f64,
        lon: f64,
        houses: bool,
        languages: Option<Vec<String>>,
    ) -> napi::Result<Option<String>> {
        self.json_if_any(|engine| engine.reverse(lat, lon, houses, &languages.unwrap_or_default()))
    }

    /// The JSON body of `/v1/reverse`, with the address in the format of its country if `formatted`.
    #[napi(catch_unwind)]
    pub fn reverse_body(
        &self,
        lat: f64,
        lon: f64,
        languages: Option<Vec<String>>,
        formatted: Option<bool>,
    ) -> napi::Result<String> {
        let (languages, formatted) = (languages.unwrap_or_default(), formatted.unwrap_or_default());
        bodies::reverse_body(&self.engine.read(), (lat, lon), &languages, formatted)
    }

    /// Completions: places, streets and addresses, best first, as a JSON array.
    #[napi(catch_unwind)]
    pub fn complete(&self, query: String, options: CompletionOptions) -> napi::Result<String> {
        let languages = options.languages.as_deref().unwrap_or_default();
        self.json(|engine| engine.complete(&query, &CompleteOptions::from(&options), languages))
    }

    /// Points of interest whose name begins with what is typed, as a JSON array; needs their database.
    #[napi(catch_unwind)]
    pub fn complete_poi(&self, query: String, options: CompletionOptions) -> napi::Result<String> {
        let languages = options.languages.as_deref().unwrap_or_default();
        self.json(|engine| engine.complete_poi(&query, &CompleteOptions::from(&options), languages))
    }

    /// The place of an id and what it lies in, finest first, as a JSON array; null when there is no such place. Needs an administrative
    /// database.
    #[napi(catch_unwind)]
    pub fn place(&self, id: f64, languages: Option<Vec<String>>) -> napi::Result<Option<String>> {
        self.json_if_any(|engine| engine.place(id as i64, &languages.unwrap_or_default()))
    }

    /// The state of the index completions are read from; null without a gazetteer.
    #[napi(catch_unwind)]
    pub fn completion_index(&self) -> Option<CompletionIndex> {
        self.engine.read().geocoder().map(|geocoder| CompletionIndex {
            problem: geocoder.completion_problem(),
            refused: geocoder.completion_refused(),
        })
    }

    /// The JSON body of `/v1/resolve` for the JSON of its request body `{tree, opts?}`.
    #[napi(catch_unwind)]
    pub fn resolve(&self, request: String) -> napi::Result<String> {
        bodies::resolve(&self.engine.read(), &request)
    }

    /// The JSON body of `/expand` on the parser surface: `{"expansions": [...]}`. Needs nothing open.
    #[napi(catch_unwind)]
    pub fn expand(&self, address: String) -> String {
        bodies::expand(&address)
    }

    /// Closes everything that is open, without waiting for JavaScript to free the object. Running answers keep what they need until they
    /// are done.
    #[napi(catch_unwind)]
    pub fn close(&self, env: Env) -> napi::Result<()> {
        self.engine.write().close();
        self.withdraw_reported(env)
    }

    /// An engine with the same weights and no gazetteer, so that other data can be opened alongside the present ones.
    #[napi(catch_unwind)]
    pub fn without_data(&self) -> NativeEngine {
        NativeEngine::with(self.engine.read().without_data())
    }

    /// Parses each address on threads of its own; one JSON body an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn parse_all(
        &self,
        addresses: Vec<String>,
        input_mode: String,
        debug: bool,
        country: Option<String>,
    ) -> napi::Result<AsyncTask<Answers>> {
        let hints = hints(&input_mode, country.as_deref())?;
        Ok(AsyncTask::new(Answers(self.rows(addresses, hints, Question::Parse { debug }))))
    }

    /// Geocodes each address on threads of its own; one JSON body an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn geocode_all(
        &self,
        addresses: Vec<Either<String, HashMap<String, String>>>,
        input_mode: String,
        bounds: Option<AnswerBounds>,
    ) -> napi::Result<AsyncTask<Answers>> {
        Ok(AsyncTask::new(Answers(self.geocodes(addresses, &input_mode, bounds)?)))
    }

    /// Labels each address on threads of its own, as `label` does; one JSON array an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn label_all(&self, addresses: Vec<String>, input_mode: String) -> napi::Result<AsyncTask<Answers>> {
        Ok(AsyncTask::new(Answers(self.rows(addresses, hints(&input_mode, None)?, Question::Label))))
    }

    /// Geocodes each address on threads of its own into the body of `/v1/batch`. An address that fails, also for more than `longest`
    /// UTF-16 code units, is a row `{input, error}`. `cancellation` ends it, and the promise is rejected.
    #[napi(catch_unwind, ts_return_type = "Promise<BatchAnswer>")]
    pub fn geocode_batch(
        &self,
        addresses: Vec<Either<String, HashMap<String, String>>>,
        input_mode: String,
        longest: Option<u32>,
        cancellation: Option<&Cancellation>,
        bounds: Option<AnswerBounds>,
    ) -> napi::Result<AsyncTask<BatchBody>> {
        let rows = self.geocodes(addresses, &input_mode, bounds)?;
        Ok(AsyncTask::new(BatchBody(rows.bounded(longest, cancellation))))
    }

    fn geocodes(
        &self,
        addresses: Vec<Either<String, HashMap<String, String>>>,
        mode: &str,
        bounds: Option<AnswerBounds>,
    ) -> napi::Result<Rows> {
        let options = options_of(mode, bounds)?;
        let addresses = addresses.into_iter().map(address_of).collect();
        Ok(Rows::new(
            self.engine.read().clone(),
            addresses,
            options.input_mode.into(),
            Question::Geocode(options),
        ))
    }

    fn rows(&self, addresses: Vec<String>, hints: Hints, question: Question) -> Rows {
        let addresses = addresses.into_iter().map(Address::Text).collect();
        Rows::new(self.engine.read().clone(), addresses, hints, question)
    }
}
