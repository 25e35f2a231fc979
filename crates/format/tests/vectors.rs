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

/// The texts of a tag.
fn texts(value: &Value) -> Vec<&str> {
    match value.as_array() {
        Some(several) => several.iter().filter_map(Value::as_str).collect(),
        None => value.as_str().into_iter().collect(),
    }
}

#[test]
fn spellings_of_one_address_have_its_key() {
    assert_eq!(CANONICAL_KEY_VERSION, 2);
    let groups = vectors();
    let mut keys = HashSet::new();
    for group in &groups {
        let (key, country) = (&group["key"], group["country"].as_str().expect("a country"));
        assert!(keys.insert(key.as_str().expect("a key")), "{key} is the key of two groups");
        for components in group["components"].as_array().expect("components") {
            let parts = components.as_object().expect("an object").iter();
            let of_tag = |(tag, value): (&'_ String, &'_ Value)| {
                texts(value).into_iter().map(|text| (tag.clone(), text.to_owned())).collect::<Vec<_>>()
            };
            let parts: Vec<(String, String)> = parts.flat_map(of_tag).collect();
            let parts = Components::named(parts.iter().map(|(tag, text)| (tag.as_str(), text.as_str())));
            assert_eq!(canonical_key(&parts, country), key.as_str().expect("a key"), "{components}");
        }
    }
    assert!(groups.len() >= 50, "{} groups", groups.len());
}
