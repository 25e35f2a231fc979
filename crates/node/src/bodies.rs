//! Answers of the core as JSON bodies, which the surfaces send unchanged.

use milepost::{
    Address, Around, Engine, FoundHouse, FoundPlace, GeocodeOptions, Hints, InputMode, ResolutionTier,
    ResolveOptions,
};
use milepost_address::libpostal::labelled;
use milepost_address::wire::ParseBody;
use milepost_gazetteer::GazetteerError;
use milepost_gazetteer::objects::{Object, Objects};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::failure::exception;

pub(crate) fn json(answer: &impl Serialize) -> napi::Result<String> {
    serde_json::to_string(answer).map_err(exception)
}

/// The body of `/v1/parse`.
pub(crate) fn parse(engine: &Engine, address: &str, hints: Hints, debug: bool) -> napi::Result<String> {
    let tree = engine.parse(address, hints).map_err(exception)?;
    json(&ParseBody::new(&tree, debug))
}

/// The body of `/parse` on the parser surface: the parts in libpostal's labels.
pub(crate) fn label(engine: &Engine, address: &str, mode: InputMode) -> napi::Result<String> {
    let tree = engine.parse(address, mode).map_err(exception)?;
    json(&labelled(&tree))
}

/// The body of `/v1/geocode`, and the tier that answered.
pub(crate) fn geocode(
    engine: &Engine,
    address: &Address,
    options: &GeocodeOptions,
) -> napi::Result<(String, ResolutionTier)> {
    let result = engine.geocode_address(address, options).map_err(exception)?;
    Ok((json(&result)?, result.resolution_tier))
}

/// The body of `/v1/reverse`: the house at a point, the places that contain it, and, if asked for, both as an address.
pub(crate) fn reverse_body(
    engine: &Engine,
    (lat, lon): (f64, f64),
    languages: &[String],
    is_formatted: bool,
) -> napi::Result<String> {
    let around = engine.reverse(lat, lon, true, languages).map_err(exception)?.unwrap_or_default();
    let formatted = if is_formatted { Engine::formatted(&around) } else { None };
    let mut house = None;
    let mut places = Vec::new();
    for one in around {
        match one {
            Around::House(found) => house = Some(found),
            Around::Place(place) => places.push(place),
        }
    }
    json(&ReverseBody { lat, lon, house, places, formatted })
}

#[derive(Serialize)]
struct ReverseBody {
    lat: f64,
    lon: f64,
    house: Option<FoundHouse>,
    places: Vec<FoundPlace>,
    #[serde(skip_serializing_if = "Option::is_none")]
    formatted: Option<String>,
}

/// An object of OpenStreetMap; none if no open database has it.
pub(crate) fn object(
    engine: &Engine,
    find: impl FnOnce(&Objects) -> Result<Option<Object>, GazetteerError>,
) -> napi::Result<Option<String>> {
    let Some(lookups) = engine.lookups() else { return Ok(None) };
    find(lookups.objects()).map_err(exception)?.map(|object| json(&object)).transpose()
}

/// The body of `/v1/resolve` for a request body.
pub(crate) fn resolve(engine: &Engine, request: &str) -> napi::Result<String> {
    let mut request: Map<String, Value> = serde_json::from_str(request).map_err(exception)?;
    let options = match request.get("opts") {
        Some(Value::Object(options)) => ResolveOptions::from_json(options).map_err(exception)?,
        _ => ResolveOptions::default(),
    };
    let tree = request.shift_remove("tree").unwrap_or_default();
    let tree = engine.resolve(tree, &options).map_err(exception)?;
    Ok(serde_json::json!({ "tree": tree }).to_string())
}

/// The body of `/expand`.
pub(crate) fn expand(text: &str) -> String {
    serde_json::json!({ "expansions": Engine::expand(text) }).to_string()
}
