//! Points of interest: which objects they are, and their categories.

use super::object::Tags;

/// Keys of points of interest, the more telling first: the first one with a usable value is the category.
pub(super) const KEYS: [&str; 22] = [
    "amenity", "shop", "tourism", "leisure", "office", "craft", "healthcare", "historic", "railway", "aeroway", "aerialway",
    "club", "emergency", "military", "man_made", "mountain_pass", "natural", "waterway", "landuse", "public_transport",
    "building", "junction",
];

/// Keys whose objects need a name: most of them are no destination.
const NEED_NAME: [&str; 9] =
    ["railway", "natural", "waterway", "landuse", "public_transport", "building", "junction", "historic", "man_made"];

/// Values of street furniture, of parts of something else, and of nothing.
const NOT: [&str; 38] = [
    "no", "yes", "bench", "parking_space", "parking_entrance", "waste_basket", "waste_disposal", "hunting_stand", "recycling",
    "vending_machine", "fire_hydrant", "rail", "signal", "switch", "level_crossing", "crossing", "tram_crossing", "buffer_stop",
    "tram", "subway", "light_rail", "tree", "tree_row", "platform", "stop_position", "runway", "taxiway", "gate", "apron",
    "abandoned", "disused", "razed", "construction", "proposed", "bicycle_parking", "picnic_table", "pole", "street_lamp",
];

/// The category of an object as `key/value`; none if it is no point of interest.
pub(super) fn category(tags: &Tags) -> Option<(&str, &str)> {
    let is_named = tags.has("name") || tags.has("brand");
    KEYS.iter().find_map(|key| {
        let value = tags.get(key)?;
        // A named object of an unusual kind is found by its name.
        let is_usable = match value {
            "yes" => is_named && *key == "building",
            value => !NOT.contains(&value),
        };
        let needs_name = !matches!(*key, "amenity" | "shop" | "tourism") || NEED_NAME.contains(key);
        (is_usable && (is_named || !needs_name)).then_some((*key, value))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_of_the_first_key_with_a_usable_value() {
        let category_of = |pairs: &[(&str, &str)]| {
            category(&Tags::of_pairs(pairs)).map(|(key, value)| format!("{key}/{value}"))
        };
        assert_eq!(category_of(&[("shop", "no"), ("amenity", "cafe")]).as_deref(), Some("amenity/cafe"));
        assert_eq!(category_of(&[("amenity", "bench"), ("name", "Bank der Freunde")]), None);
        assert_eq!(category_of(&[("natural", "peak")]), None, "without a name");
        assert_eq!(category_of(&[("natural", "peak"), ("name", "Naafkopf")]).as_deref(), Some("natural/peak"));
        assert_eq!(category_of(&[("amenity", "toilets")]).as_deref(), Some("amenity/toilets"));
    }
}
