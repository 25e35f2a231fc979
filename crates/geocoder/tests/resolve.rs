//! Places attached to a tree the caller brings, against the starter gazetteer.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::path::Path;

use milepost_geocoder::{Geocoder, ResolveOptions};
use serde_json::{Value, json};

fn geocoder() -> Geocoder {
    Geocoder::open(
        &Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db"),
        None,
    )
    .unwrap()
}

fn paris(children: Value) -> Value {
    json!({
        "raw": "Paris TX",
        "roots": [{
            "tag": "region", "start": 6, "end": 8, "value": "TX", "confidence": 0.9,
            "children": [{ "tag": "locality", "start": 0, "end": 5, "value": "Paris", "confidence": 0.9, "own": 1, "children": children }],
        }],
    })
}

#[test]
fn nodes_get_their_places_and_keep_their_own_fields() {
    let resolved = geocoder().resolve(paris(json!([])), &ResolveOptions::default()).unwrap();
    let region = &resolved["roots"][0];
    let locality = &region["children"][0];
    assert_eq!(
        (&region["metadata"]["resolver_name"], &region["source"]),
        (&json!("Texas"), &json!("resolver"))
    );
    assert!(region["sourceID"].as_str().unwrap().starts_with("region:"));
    assert!((locality["lat"].as_f64().unwrap() - 33.66).abs() < 0.1, "{locality}");
    assert_eq!((&locality["own"], &locality["value"]), (&json!(1), &json!("Paris")));
    assert!(!locality["alternatives"].as_array().unwrap().is_empty());
    assert!(locality["metadata"].get("ancestors").is_none());
}

#[test]
fn resolving_twice_is_resolving_once() {
    let geocoder = geocoder();
    let once = geocoder.resolve(paris(json!([])), &ResolveOptions::default()).unwrap();
    assert_eq!(geocoder.resolve(once.clone(), &ResolveOptions::default()).unwrap(), once);
}

#[test]
fn options_scope_the_country_and_add_ancestors() {
    let tree = json!({ "raw": "Paris", "roots": [{ "tag": "locality", "start": 0, "end": 5, "value": "Paris", "confidence": 1, "children": [] }] });
    let options = json!({ "defaultCountry": "us", "includeAncestors": true, "candidatesPerLookup": 1, "fuzzyCountryScope": "x" });
    let options = ResolveOptions::from_json(options.as_object().unwrap()).unwrap();
    let resolved = geocoder().resolve(tree, &options).unwrap();
    let locality = &resolved["roots"][0];
    assert_eq!(locality["metadata"]["resolver_country"], "US");
    assert_eq!(locality["alternatives"], json!([]));
    assert_eq!(locality["metadata"]["ancestors"].as_array().unwrap().last().unwrap()["placetype"], "country");
}

#[test]
fn what_is_no_tree_is_refused_by_field() {
    let geocoder = geocoder();
    let refused = |tree: Value| geocoder.resolve(tree, &ResolveOptions::default()).unwrap_err().to_string();
    assert_eq!(refused(json!({ "raw": "" })), "not a parse tree: `roots` is missing or wrong");
    assert_eq!(
        refused(paris(json!([{ "tag": "planet", "value": "x" }]))),
        "not a parse tree: `tag` is missing or wrong"
    );
    assert_eq!(refused(paris(json!(["x"]))), "not a parse tree: `children` is missing or wrong");
    let mut deep = json!([]);
    for _ in 0..100 {
        deep = json!([{ "tag": "street", "value": "x", "children": deep }]);
    }
    assert_eq!(refused(paris(deep)), "not a parse tree: `children` is missing or wrong");
    assert!(ResolveOptions::from_json(json!({ "defaultCountry": 1 }).as_object().unwrap()).is_err());
}

#[test]
fn unknown_places_leave_their_nodes_as_they_are() {
    let tree = json!({ "raw": "Qwrtz", "roots": [{ "tag": "locality", "start": 0, "end": 5, "value": "Qwrtz", "children": [] }] });
    assert_eq!(geocoder().resolve(tree.clone(), &ResolveOptions::default()).unwrap(), tree);
}
