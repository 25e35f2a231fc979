//! What an engine has open, each part of which may be absent, and the bodies it answers with.

use std::sync::Arc;
use std::sync::mpsc::Sender;

use milepost_address::ResolutionTier;
use milepost_address::libpostal::labelled;
use milepost_address::wire::ParseBody;
use milepost_gazetteer::lookups::Lookups;
use milepost_geocoder::poi::{PoiSearch, PoiSources};
use milepost_geocoder::{CompleteOptions, Damaged, GeocodeOptions, Geocoder, ResolveOptions, ReverseGeocoder};
use milepost_parser::{InputMode, Parser};
use serde_json::{Map, Value};

use crate::failure::exception;

/// What is open, shared with the threads of a batch.
#[derive(Clone, Default)]
pub(crate) struct Core {
    pub(crate) parser: Option<Arc<Parser>>,
    pub(crate) geocoder: Option<Arc<Geocoder>>,
    pub(crate) reverse: Option<Arc<ReverseGeocoder>>,
    pub(crate) lookups: Option<Arc<Lookups>>,
    pub(crate) poi: Option<Arc<PoiSearch>>,
    /// Of the databases above, those that were found damaged.
    pub(crate) damaged: Arc<Damaged>,
    /// The thread that verifies them waits for its time as long as this is held.
    pub(crate) verifying: Option<Sender<()>>,
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

    /// The body of `/parse` on the parser surface: the parts in libpostal's labels.
    pub(crate) fn label(&self, address: &str, mode: InputMode) -> napi::Result<String> {
        let tree = self.parser()?.parse(address, mode).map_err(exception)?;
        serde_json::to_string(&labelled(&tree)).map_err(exception)
    }

    fn geocoder(&self) -> napi::Result<&Geocoder> {
        self.geocoder.as_deref().ok_or_else(|| exception("no gazetteer is open"))
    }

    /// The body of `/v1/geocode`, and the tier that answered.
    pub(crate) fn geocode(
        &self,
        address: &str,
        mode: InputMode,
        options: &GeocodeOptions,
    ) -> napi::Result<(String, ResolutionTier)> {
        let parser = self.parser()?;
        let tree = parser.parse(address, mode).map_err(exception)?;
        let others = || parser.other_readings(address, mode);
        let result = self.geocoder()?.geocode_within(&tree, options, others).map_err(exception)?;
        Ok((serde_json::to_string(&result).map_err(exception)?, result.resolution_tier))
    }

    /// The answers to a search as a JSON array, the likeliest first; empty when nothing is known.
    pub(crate) fn search(&self, query: &str, options: &GeocodeOptions) -> napi::Result<String> {
        let parser = self.parser()?;
        let tree = parser.parse(query, InputMode::Auto).map_err(exception)?;
        let others = || parser.other_readings(query, InputMode::Auto);
        let results = self.geocoder()?.search_within(&tree, options, others).map_err(exception)?;
        serde_json::to_string(&results).map_err(exception)
    }

    pub(crate) fn reverse(&self, lat: f64, lon: f64, houses: bool) -> napi::Result<Option<String>> {
        let reverse =
            self.reverse.as_deref().ok_or_else(|| exception("no administrative database is open"))?;
        let result = reverse.at(lat, lon, houses).map_err(exception)?;
        result.map(|result| serde_json::to_string(&result).map_err(exception)).transpose()
    }

    /// What a query may become, as a JSON array.
    pub(crate) fn complete(&self, query: &str, options: &CompleteOptions) -> napi::Result<String> {
        // The parser is asked only where streets could answer; without it, or when it fails, places do.
        let parse = || self.parser().ok().and_then(|parser| parser.parse(query, InputMode::Fragmented).ok());
        let found = self.geocoder()?.complete(query, options, parse).map_err(exception)?;
        serde_json::to_string(&found).map_err(exception)
    }

    /// The body of `/v1/poi`.
    pub(crate) fn poi(&self, query: &str) -> napi::Result<String> {
        let poi =
            self.poi.as_deref().ok_or_else(|| exception("no database of points of interest is open"))?;
        let parser = self.parser()?;
        let sources = PoiSources {
            geocoder: self.geocoder()?,
            reverse: self.reverse.as_deref(),
            parse: &|text| parser.parse(text, InputMode::Auto).ok(),
        };
        let answer = poi.answer(query, &sources).map_err(exception)?;
        serde_json::to_string(&answer).map_err(exception)
    }

    /// The body of `/v1/resolve` for a request body.
    pub(crate) fn resolve(&self, request: &str) -> napi::Result<String> {
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
