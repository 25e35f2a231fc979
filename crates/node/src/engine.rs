//! The engine object: a parser and a geocoder, either of which may be absent.

use std::path::Path;
use std::sync::Arc;

use milepost_address::wire::ParseBody;
use milepost_geocoder::Geocoder;
use milepost_parser::{InputMode, Parser};
use napi::bindgen_prelude::AsyncTask;
use napi_derive::napi;

use crate::batch::{Answers, Question};
use crate::failure::{exception, guarded};

/// What is open, shared with the threads of a batch.
#[derive(Clone, Default)]
pub(crate) struct Core {
    parser: Option<Arc<Parser>>,
    geocoder: Option<Arc<Geocoder>>,
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

    /// The body of `/v1/geocode`.
    pub(crate) fn geocode(&self, address: &str, mode: InputMode) -> napi::Result<String> {
        let geocoder = self.geocoder.as_deref().ok_or_else(|| exception("no gazetteer is open"))?;
        let tree = self.parser()?.parse(address, mode).map_err(exception)?;
        let result = geocoder.geocode(&tree).map_err(exception)?;
        serde_json::to_string(&result).map_err(exception)
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

    /// Opens a candidate gazetteer read-only; throws with the file at fault.
    #[napi(catch_unwind)]
    pub fn open_gazetteer(&mut self, candidate_db: String) -> napi::Result<()> {
        guarded(|| {
            self.core.geocoder = Some(Arc::new(Geocoder::open(Path::new(&candidate_db)).map_err(exception)?));
            Ok(())
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
        guarded(|| self.core.geocode(&address, self::input_mode(&input_mode)?))
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
        self.answers(addresses, &input_mode, Question::Parse { debug })
    }

    /// Geocodes each address on threads of its own; one JSON body an address, in order. An address that fails
    /// answers `{input, error}`.
    #[napi(catch_unwind, ts_return_type = "Promise<string[]>")]
    pub fn geocode_all(
        &self,
        addresses: Vec<String>,
        input_mode: String,
    ) -> napi::Result<AsyncTask<Answers>> {
        self.answers(addresses, &input_mode, Question::Geocode)
    }

    fn answers(
        &self,
        addresses: Vec<String>,
        mode: &str,
        question: Question,
    ) -> napi::Result<AsyncTask<Answers>> {
        Ok(AsyncTask::new(Answers::new(self.core.clone(), addresses, input_mode(mode)?, question)))
    }
}
