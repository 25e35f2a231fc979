//! Which objects the importer looks at, decided by the keys of a block's string table before any tag is copied.

use osmpbf::PrimitiveBlock;

use super::object::Tags;
use super::places::feature_of;
use super::poi;

/// The object is, or may be, a house.
pub(super) const HOUSE: u8 = 1;
/// A street, if it has a name.
pub(super) const STREET: u8 = 2;
/// A settlement, or another place with a name.
pub(super) const PLACE: u8 = 4;
pub(super) const BOUNDARY: u8 = 8;
pub(super) const POI: u8 = 16;
pub(super) const INTERPOLATION: u8 = 32;

/// Keys that make an object a house. A house name alone does too.
pub(super) const HOUSE_KEYS: [&str; 4] =
    ["addr:housenumber", "addr:conscriptionnumber", "addr:streetnumber", "addr:housename"];

/// What the strings of a block mean as keys.
pub(super) struct Keys(Vec<u8>);

impl Keys {
    pub(super) fn of(block: &PrimitiveBlock) -> Keys {
        Keys(block.raw_stringtable().iter().map(|text| class_of(text)).collect())
    }

    /// The union of the classes of the keys with these numbers.
    pub(super) fn classes(&self, keys: impl Iterator<Item = usize>) -> u8 {
        keys.fold(0, |classes, key| classes | self.0.get(key).copied().unwrap_or(0))
    }
}

fn class_of(key: &[u8]) -> u8 {
    let Ok(key) = std::str::from_utf8(key) else { return 0 };
    match key {
        "highway" => STREET,
        "place" => PLACE | STREET,
        "boundary" => BOUNDARY,
        "addr:interpolation" => INTERPOLATION,
        key if HOUSE_KEYS.contains(&key) => HOUSE,
        key if poi::KEYS.contains(&key) => POI,
        _ => 0,
    }
}

/// Values of `highway` that are streets with and without a name, and those that need one.
const STREETS: [&str; 22] = [
    "motorway",
    "trunk",
    "primary",
    "secondary",
    "tertiary",
    "unclassified",
    "residential",
    "road",
    "living_street",
    "pedestrian",
    "service",
    "cycleway",
    "path",
    "steps",
    "bridleway",
    "track",
    "footway",
    "motorway_link",
    "trunk_link",
    "primary_link",
    "secondary_link",
    "tertiary_link",
];

/// Whether a way is a street with a name. Footways beside a road have the road's name and do not count as separate streets.
pub(super) fn is_street(tags: &Tags) -> bool {
    let is_road = tags.get("highway").is_some_and(|value| STREETS.contains(&value))
        && !tags.get("footway").is_some_and(|value| matches!(value, "sidewalk" | "crossing"));
    (is_road || tags.is("place", "square")) && NAMES.iter().any(|key| tags.has(key))
}

/// Keys of names that a street can do with.
const NAMES: [&str; 5] = ["name", "name:left", "name:right", "official_name", "int_name"];

pub(super) fn is_house(tags: &Tags) -> bool {
    HOUSE_KEYS.iter().any(|key| tags.has(key)) && !tags.has("addr:interpolation")
}

/// Whether an object is a place with a name. A square is a street.
pub(super) fn is_place(tags: &Tags) -> bool {
    let is_tagged = || tags.get("place").is_some_and(|value| value != "square");
    tags.has("name") && (is_tagged() || feature_of(tags).is_some())
}

/// Whether a boundary is one of administration or of a postcode.
pub(super) fn is_division(tags: &Tags) -> bool {
    match tags.get("boundary") {
        Some("administrative") => tags.has("name") && tags.has("admin_level"),
        Some("postal_code") => tags.has("postal_code") || tags.has("ref"),
        _ => false,
    }
}

/// Whether an object is kept with its tags: a house, a place, or a point of interest.
pub(super) fn is_thing(tags: &Tags) -> bool {
    is_house(tags) || is_place(tags) || poi::category(tags).is_some()
}
