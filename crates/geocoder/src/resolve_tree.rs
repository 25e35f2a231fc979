//! `/v1/resolve`: attaches places to the nodes of a tree that the caller sends.
//!
//! The tree stays JSON: callers may edit a tree or make one, with extra fields, and get every field back.
//! Only tags and values are read. Offsets order the nodes and never slice the text.

use milepost_address::Tag;
use milepost_gazetteer::{Gazetteer, Place};
use serde_json::{Map, Value, json};

use crate::GeocoderError;
use crate::bounds::AnswerBounds;
use crate::candidates::Scope;
use crate::components::Components;
use crate::named_places::Resolved;
use crate::resolver;

/// Deepest nesting of a tree; containment by tag is at most 7 deep.
const DEEPEST: usize = 64;

/// Bytes of the longest value that is looked up. Names of places are far shorter, and the readings of a text
/// grow with the square of its words.
const LONGEST_NAME: usize = 1024;

/// Fields that resolving writes into a node, and removes from one that was resolved before.
const WRITTEN: [&str; 7] = ["source", "sourceID", "lat", "lon", "placeID", "metadata", "alternatives"];

/// The options of `POST /v1/resolve` that have an effect; others are accepted and ignored.
#[derive(Debug, Clone, PartialEq)]
pub struct ResolveOptions {
    /// `defaultCountry`, `hardCountry`: ISO 3166-1 alpha-2 of the country to stay in if the tree names none.
    pub country: Option<String>,
    /// `candidatesPerLookup`: places considered for the deciding component, including the chosen one.
    pub candidates: usize,
    /// `includeAncestors`: whether `metadata.ancestors` is written.
    pub ancestors: bool,
}

impl Default for ResolveOptions {
    fn default() -> Self {
        ResolveOptions { country: None, candidates: 5, ancestors: false }
    }
}

impl ResolveOptions {
    /// Reads the options of a request body; missing ones have their defaults.
    ///
    /// # Errors
    /// If an option that has an effect is of the wrong type.
    pub fn from_json(options: &Map<String, Value>) -> Result<ResolveOptions, GeocoderError> {
        let mut read = ResolveOptions::default();
        for name in ["defaultCountry", "hardCountry"] {
            if let Some(country) = options.get(name).filter(|value| !value.is_null()) {
                read.country = Some(country.as_str().ok_or_else(|| invalid(name))?.to_uppercase());
            }
        }
        if let Some(candidates) = options.get("candidatesPerLookup") {
            let number = candidates.as_u64().ok_or_else(|| invalid("candidatesPerLookup"))?;
            read.candidates = usize::try_from(number).unwrap_or(usize::MAX).max(1);
        }
        if let Some(ancestors) = options.get("includeAncestors") {
            read.ancestors = ancestors.as_bool().ok_or_else(|| invalid("includeAncestors"))?;
        }
        Ok(read)
    }
}

fn invalid(field: &str) -> GeocoderError {
    GeocoderError::InvalidTree { field: field.to_owned() }
}

/// A node's tag and text, and where it is in the tree.
struct Component {
    pointer: String,
    start: u64,
    tag: Tag,
    value: String,
}

/// Attaches places to the nodes of `tree` that name one; nodes that cannot be resolved stay unchanged.
///
/// # Errors
/// If `tree` is not the JSON of a parse tree, or the database fails.
pub(crate) fn resolve_tree(
    gazetteer: &Gazetteer,
    mut tree: Value,
    options: &ResolveOptions,
) -> Result<Value, GeocoderError> {
    let roots = tree.get_mut("roots").and_then(Value::as_array_mut).ok_or_else(|| invalid("roots"))?;
    let mut components = Vec::new();
    read(roots, "/roots", 0, &mut components)?;
    components.sort_by_key(|component| component.start);
    let typed = components.iter().map(|component| (component.tag, component.value.as_str()));
    let names_country = components.iter().any(|component| component.tag == Tag::Country);
    let country = options.country.as_ref().filter(|_| !names_country);
    let countries = AnswerBounds::codes(country.as_slice());
    let bounds = AnswerBounds { countries, ..AnswerBounds::default() };
    let resolved = resolver::places(Scope::new(gazetteer, &bounds), Components::of_pairs(typed))?;
    for (tag, place, alternatives) in places(&components, &resolved) {
        let component = components.iter().find(|component| component.tag == tag);
        let Some((component, place)) = component.zip(place.as_ref()) else { continue };
        let alternatives = &alternatives[..alternatives.len().min(options.candidates - 1)];
        let written = written(gazetteer, place, alternatives, options.ancestors)?;
        if let Some(node) = tree.pointer_mut(&component.pointer).and_then(Value::as_object_mut) {
            node.extend(written);
        }
    }
    Ok(tree)
}

/// Reads the nodes at a place of the tree and clears what an earlier resolving wrote.
fn read(nodes: &mut [Value], at: &str, depth: usize, into: &mut Vec<Component>) -> Result<(), GeocoderError> {
    if depth == DEEPEST {
        return Err(invalid("children"));
    }
    for (index, node) in nodes.iter_mut().enumerate() {
        let pointer = format!("{at}/{index}");
        let below = format!("{pointer}/children");
        let object = node.as_object_mut().ok_or_else(|| invalid("children"))?;
        WRITTEN.iter().for_each(|key| drop(object.shift_remove(*key)));
        let text = |key| object.get(key).and_then(Value::as_str).ok_or_else(|| invalid(key));
        let tag = text("tag")?.parse().map_err(|_| invalid("tag"))?;
        let value = text("value")?;
        if value.len() <= LONGEST_NAME {
            let start = object.get("start").and_then(Value::as_u64).unwrap_or(0);
            into.push(Component { pointer, start, tag, value: value.to_owned() });
        }
        if let Some(children) = object.get_mut("children") {
            read(children.as_array_mut().ok_or_else(|| invalid("children"))?, &below, depth + 1, into)?;
        }
    }
    Ok(())
}

/// A place that may be resolved: its tag, and the other places considered for it.
type Choice<'a> = (Tag, &'a Option<Place>, &'a [Place]);

/// Which tag's node each resolved place belongs to.
fn places<'a>(components: &[Component], resolved: &'a Resolved) -> [Choice<'a>; 5] {
    let typed = |tag| components.iter().any(|component| component.tag == tag);
    let region = if typed(Tag::Region) { Tag::Region } else { Tag::Subregion };
    let locality = if typed(Tag::Locality) { Tag::Locality } else { Tag::DependentLocality };
    let runners_up = resolved.runners_up.as_slice();
    let of_postcode = if resolved.locality.is_none() { runners_up } else { &[] };
    [
        (Tag::Country, &resolved.country, &[]),
        (region, &resolved.region, &[]),
        (locality, &resolved.locality, runners_up),
        (Tag::DependentLocality, &resolved.part, &[]),
        (Tag::Postcode, &resolved.postcode, of_postcode),
    ]
}

fn written(
    gazetteer: &Gazetteer,
    place: &Place,
    alternatives: &[Place],
    ancestors: bool,
) -> Result<Map<String, Value>, GeocoderError> {
    let mut metadata = json!({ "resolver_name": &*place.name, "resolver_country": place.country.as_str() });
    if ancestors {
        let chain = gazetteer.ancestors(place.id)?;
        let entry = |place: &Place| json!({ "id": place.id, "placetype": place.placetype.name(), "name": &*place.name });
        metadata["ancestors"] = chain.iter().map(entry).collect();
    }
    let alternative = |place: &Place| {
        json!({
            "id": place.id,
            "name": &*place.name,
            "placetype": place.placetype.name(),
            "country": place.country.as_str(),
            "lat": place.lat,
            "lon": place.lon,
        })
    };
    let fields = [
        ("source", json!("resolver")),
        ("sourceID", json!(format!("{}:{}", place.placetype.name(), place.id))),
        ("lat", json!(place.lat)),
        ("lon", json!(place.lon)),
        ("placeID", json!(gazetteer.place_id(place.id))),
        ("metadata", metadata),
        ("alternatives", alternatives.iter().map(alternative).collect()),
    ];
    Ok(fields.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::gazetteer;

    /// A tree of nodes beside each other, by tag and value.
    fn flat(nodes: &[(&str, &str)]) -> Value {
        let node = |(start, (tag, value)): (usize, &(&str, &str))| json!({ "tag": tag, "value": value, "start": start, "children": [] });
        json!({ "roots": nodes.iter().enumerate().map(node).collect::<Vec<_>>() })
    }

    /// The names of the places of its nodes, `-` for a node without one.
    fn named(nodes: &[(&str, &str)], options: &ResolveOptions) -> Vec<String> {
        let resolved = resolve_tree(gazetteer(), flat(nodes), options).unwrap();
        let name = |node: &Value| node["metadata"]["resolver_name"].as_str().unwrap_or("-").to_owned();
        resolved["roots"].as_array().unwrap().iter().map(name).collect()
    }

    fn options(options: &Value) -> ResolveOptions {
        ResolveOptions::from_json(options.as_object().unwrap()).unwrap()
    }

    #[test]
    fn each_place_is_written_into_the_node_that_names_it() {
        let plain = ResolveOptions::default();
        let address =
            [("locality", "Portland"), ("region", "OR"), ("street", "Larch St"), ("postcode", "97201")];
        assert_eq!(named(&address, &plain), ["Portland", "Oregon", "-", "97201"]);
        assert_eq!(named(&[("dependent_locality", "Portland")], &plain), ["Portland"], "the only town");
        let part = [("dependent_locality", "Croix-Rousse"), ("locality", "Lyon")];
        assert_eq!(named(&part, &plain), ["Croix-Rousse", "Lyon"]);
        assert_eq!(named(&[("subregion", "Ardain")], &plain), ["Ardain"]);
    }

    /// 600 KB of one word in a node took 24 s.
    #[test]
    fn a_value_that_is_longer_than_any_name_is_not_looked_up() {
        let long = "St ".repeat(200_000);
        let nodes = [("locality", long.as_str()), ("region", "OR")];
        assert_eq!(named(&nodes, &ResolveOptions::default()), ["-", "Oregon"]);
    }

    #[test]
    fn the_country_of_the_options_holds_where_the_tree_names_none() {
        let american = options(&json!({ "defaultCountry": "us" }));
        assert_eq!(named(&[("locality", "Villeurbanne")], &american), ["-"]);
        let french = [("locality", "Villeurbanne"), ("country", "France")];
        assert_eq!(named(&french, &american), ["Villeurbanne", "France"]);
    }

    /// `fr` counted as a typed word of two letters, which may be a division, and the towns of the United States won.
    #[test]
    fn no_town_outside_the_country_of_the_options_is_taken() {
        for name in ["defaultCountry", "hardCountry"] {
            let french = options(&json!({ name: "fr" }));
            assert_eq!(named(&[("locality", "Springfield")], &french), ["-"], "{name}");
            assert_eq!(named(&[("locality", "Lyon")], &french), ["Lyon"], "{name}");
        }
        let british = options(&json!({ "hardCountry": "uk" }));
        assert_eq!(named(&[("locality", "Springfield")], &british), ["-"]);
    }

    #[test]
    fn options_without_an_effect_are_ignored() {
        assert_eq!(options(&json!({})), ResolveOptions::default());
        assert_eq!(options(&json!({ "defaultCountry": null, "colour": 3 })), ResolveOptions::default());
        let both = options(&json!({ "defaultCountry": "fr", "hardCountry": "us" }));
        assert_eq!(both.country.as_deref(), Some("US"));
        assert_eq!(options(&json!({ "candidatesPerLookup": 0 })).candidates, 1, "the chosen one counts");
        for wrong in [json!({ "candidatesPerLookup": -1 }), json!({ "includeAncestors": "yes" })] {
            assert!(ResolveOptions::from_json(wrong.as_object().unwrap()).is_err(), "{wrong}");
        }
    }

    #[test]
    fn as_many_places_are_reported_as_are_asked_for() {
        let found = |candidates| {
            let options = options(&json!({ "candidatesPerLookup": candidates }));
            let tree = flat(&[("locality", "Springfield")]);
            let resolved = resolve_tree(gazetteer(), tree, &options).unwrap();
            resolved["roots"][0]["alternatives"].as_array().map_or(0, Vec::len)
        };
        assert_eq!([found(1), found(2), found(9)], [0, 1, 2], "the fixture has three");
    }
}
