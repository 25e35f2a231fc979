//! An object of OpenStreetMap, by its kind and number.

use serde::Serialize;

/// Kinds of objects.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum OsmType {
    /// A point.
    Node,
    /// A line or a closed ring.
    Way,
    /// A group of objects, such as the ways of a boundary.
    Relation,
}

/// The object of OpenStreetMap that an answer was read from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct OsmObject {
    /// Its kind.
    pub osm_type: OsmType,
    /// Its number among the objects of its kind.
    pub osm_id: i64,
}

impl OsmObject {
    /// The object of a number as databases have it: four times the number of the object, plus its kind.
    pub fn of_packed(packed: i64) -> Option<OsmObject> {
        let osm_type = match packed & 3 {
            0 => OsmType::Node,
            1 => OsmType::Way,
            2 => OsmType::Relation,
            _ => return None,
        };
        Some(OsmObject { osm_type, osm_id: packed >> 2 })
    }

    /// The object of a text such as `R1155955`.
    pub fn of_text(text: &str) -> Option<OsmObject> {
        let kinds = [('N', OsmType::Node), ('W', OsmType::Way), ('R', OsmType::Relation)];
        kinds.into_iter().find_map(|(letter, osm_type)| {
            let osm_id = text.strip_prefix(letter)?.parse().ok()?;
            Some(OsmObject { osm_type, osm_id })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_is_read_from_its_number_and_from_its_text() {
        let relation = OsmObject { osm_type: OsmType::Relation, osm_id: 1_155_955 };
        assert_eq!(OsmObject::of_packed(4 * 1_155_955 + 2), Some(relation));
        assert_eq!(OsmObject::of_text("R1155955"), Some(relation));
        assert_eq!(OsmObject::of_packed(3), None);
        assert_eq!((OsmObject::of_text("R"), OsmObject::of_text("1155955")), (None, None));
        assert_eq!(
            serde_json::to_value(relation).unwrap_or_default(),
            serde_json::json!({ "osm_type": "relation", "osm_id": 1_155_955 })
        );
    }
}
