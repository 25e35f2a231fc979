//! Points of interest: which objects they are, and their categories.

use foldhash::HashSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use milepost_text::name_key;

use super::importance;
use super::object::{Tags, Thing, degrees};
use super::streets::names;
use crate::pois::PoiRow;

/// Keys of points of interest, the more telling first: the first one with a usable value is the category.
pub(super) const KEYS: [&str; 22] = [
    "amenity",
    "shop",
    "tourism",
    "leisure",
    "office",
    "craft",
    "healthcare",
    "historic",
    "railway",
    "aeroway",
    "aerialway",
    "club",
    "emergency",
    "military",
    "man_made",
    "mountain_pass",
    "natural",
    "waterway",
    "landuse",
    "public_transport",
    "building",
    "junction",
];

/// Values of street furniture, of parts of something else, and of nothing.
const NOT: [&str; 38] = [
    "no",
    "yes",
    "bench",
    "parking_space",
    "parking_entrance",
    "waste_basket",
    "waste_disposal",
    "hunting_stand",
    "recycling",
    "vending_machine",
    "fire_hydrant",
    "rail",
    "signal",
    "switch",
    "level_crossing",
    "crossing",
    "tram_crossing",
    "buffer_stop",
    "tram",
    "subway",
    "light_rail",
    "tree",
    "tree_row",
    "platform",
    "stop_position",
    "runway",
    "taxiway",
    "gate",
    "apron",
    "abandoned",
    "disused",
    "razed",
    "construction",
    "proposed",
    "bicycle_parking",
    "picnic_table",
    "pole",
    "street_lamp",
];

/// Name of a house, which some addresses have instead of a number.
const HOUSE_NAME: &str = "addr:housename";

/// The category of an object as `key/value`; none if it is not a point of interest.
pub(super) fn category(tags: &Tags) -> Option<(&str, &str)> {
    let is_named = tags.has("name") || tags.has("brand");
    // A house with a name and no number is found by its name.
    let house = || {
        let is_nameless = !["addr:housenumber", "addr:conscriptionnumber"].iter().any(|key| tags.has(key));
        (is_nameless && tags.has(HOUSE_NAME)).then_some(("building", "house"))
    };
    let by_key = KEYS.iter().find_map(|key| {
        let value = tags.get(key)?;
        // A named object of an unusual kind is found by its name.
        let is_usable = match value {
            "yes" => is_named && *key == "building",
            value => !NOT.contains(&value),
        };
        // Most objects with the other keys are not destinations.
        let needs_name = !matches!(*key, "amenity" | "shop" | "tourism");
        (is_usable && (is_named || !needs_name)).then_some((*key, value))
    });
    by_key.or_else(house)
}

/// The row of a point of interest in a country (lower case); none if it is none.
pub(super) fn row(thing: &Thing, country: &str) -> Option<PoiRow> {
    let tags = &thing.tags;
    let (key, value) = category(tags)?;
    let text = |key: &str| tags.get(key).unwrap_or_default().to_owned();
    let (lat, lon) = degrees(thing.point);
    let brand = text("brand");
    let house_name = tags.get(HOUSE_NAME);
    let main = [tags.get("name"), tags.get("brand"), house_name].into_iter().flatten().next();
    let aliases = names(tags).into_iter().chain(house_name.map(str::to_owned)).collect();
    Some(PoiRow {
        name: main.unwrap_or_default().to_owned(),
        category: format!("{key}/{value}"),
        wikidata: text("brand:wikidata"),
        brand,
        lat: lat.to_string(),
        lon: lon.to_string(),
        country: country.to_owned(),
        confidence: importance::of(tags, importance::POI_RANK).to_string(),
        gers_id: String::new(),
        aliases,
        osm: (thing.id.number != 0).then(|| thing.id.packed()),
    })
}

/// Points of interest that were written, to leave out the polygon around a node of the same name and kind.
#[derive(Default)]
pub(super) struct Written(HashSet<u64>);

/// Units in a cell in which two objects of one name and kind are one: 0.0005°, some 50 m.
const CELL: i32 = 5_000;

impl Written {
    /// Whether an object is the first of its name and kind around its place.
    pub(super) fn is_new(&mut self, thing: &Thing) -> bool {
        let (Some(name), Some(category)) = (thing.tags.get("name"), category(&thing.tags)) else {
            return true;
        };
        let (row, column) = (thing.point[0].div_euclid(CELL), thing.point[1].div_euclid(CELL));
        let name = name_key(name);
        let hash = |cell: (i32, i32)| {
            let mut hasher = DefaultHasher::new();
            (&name, category, cell).hash(&mut hasher);
            hasher.finish()
        };
        let mut near =
            (row - 1..=row + 1).flat_map(|row| (column - 1..=column + 1).map(move |column| (row, column)));
        let is_known = near.any(|cell| self.0.contains(&hash(cell)));
        self.0.insert(hash((row, column)));
        !is_known
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_polygon_around_a_node_of_its_name_is_the_same_place() {
        let thing = |lat: i32, name: &str| Thing {
            id: super::super::object::Id { kind: super::super::object::Kind::Node, number: 1 },
            tags: Tags::of_pairs(&[("amenity", "cafe"), ("name", name)]),
            point: [lat, 0],
            extent: [0; 4],
        };
        let mut written = Written::default();
        assert!(written.is_new(&thing(0, "Rössle")));
        assert!(!written.is_new(&thing(4_000, "rossle")));
        assert!(written.is_new(&thing(400_000, "Rössle")) && written.is_new(&thing(0, "Krone")));
    }

    #[test]
    fn an_object_is_of_the_first_key_with_a_usable_value() {
        for (tags, expected) in [
            (&[("shop", "no"), ("amenity", "cafe")][..], Some(("amenity", "cafe"))),
            (&[("amenity", "bench"), ("name", "Bank der Freunde")], None),
            (&[("natural", "peak")], None),
            (&[("natural", "peak"), ("name", "Naafkopf")], Some(("natural", "peak"))),
            (&[("amenity", "toilets")], Some(("amenity", "toilets"))),
        ] {
            assert_eq!(category(&Tags::of_pairs(tags)), expected, "{tags:?}");
        }
    }
}
