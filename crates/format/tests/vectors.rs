//! The vectors of `docs/canonical-key.vectors.json`: of each group all components have the group's key.
#![allow(clippy::expect_used, reason = "helpers of tests")]

use std::collections::HashSet;

use milepost_format::{CANONICAL_KEY_VERSION, Components, canonical_key};
use serde_json::Value;

fn vectors() -> Vec<Value> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/canonical-key.vectors.json");
    let text = std::fs::read_to_string(file).expect("the vectors");
    serde_json::from_str(&text).expect("groups of vectors")
}

/// Of several texts of a tag the first is there.
fn first(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get(0)?.as_str())
}

#[test]
fn spellings_of_one_address_have_its_key() {
    assert_eq!(CANONICAL_KEY_VERSION, 1);
    let groups = vectors();
    let mut keys = HashSet::new();
    for group in &groups {
        let (key, country) = (&group["key"], group["country"].as_str().expect("a country"));
        assert!(keys.insert(key.as_str().expect("a key")), "{key} is the key of two groups");
        for components in group["components"].as_array().expect("components") {
            let parts = components.as_object().expect("an object").iter();
            let parts = Components::named(parts.filter_map(|(tag, text)| Some((tag.as_str(), first(text)?))));
            assert_eq!(canonical_key(&parts, country), key.as_str().expect("a key"), "{components}");
        }
    }
    assert!(groups.len() >= 30, "{} groups", groups.len());
}
