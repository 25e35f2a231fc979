//! Geometries written as GeoJSON, in files that keep them as text.

use serde_json::Value;

/// Rings of a GeoJSON geometry or feature, or of the bare coordinates of a polygon or multipolygon. Nothing for anything
/// else.
pub fn rings(value: &Value) -> Option<Vec<Vec<[f64; 2]>>> {
    match value {
        Value::Object(object) => match object.get("type").and_then(Value::as_str)? {
            "Feature" => rings(object.get("geometry")?),
            "Polygon" | "MultiPolygon" => rings(object.get("coordinates")?),
            "GeometryCollection" => {
                let parts = object.get("geometries")?.as_array()?;
                let all: Vec<_> = parts.iter().filter_map(rings).flatten().collect();
                (!all.is_empty()).then_some(all)
            }
            _ => None,
        },
        Value::Array(_) => {
            let mut found = Vec::new();
            collect(value, &mut found)?;
            (!found.is_empty()).then_some(found)
        }
        _ => None,
    }
}

/// Adds the rings of nested arrays: an array whose items are positions is a ring.
fn collect(value: &Value, found: &mut Vec<Vec<[f64; 2]>>) -> Option<()> {
    let items = value.as_array()?;
    let is_ring =
        items.first().and_then(Value::as_array).and_then(|item| item.first()).is_some_and(Value::is_number);
    if is_ring {
        found.push(items.iter().map(position).collect::<Option<_>>()?);
        return Some(());
    }
    items.iter().try_for_each(|item| collect(item, found))
}

fn position(value: &Value) -> Option<[f64; 2]> {
    let position = value.as_array()?;
    Some([position.first()?.as_f64()?, position.get(1)?.as_f64()?])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rings_are_found_in_every_shape_a_polygon_is_written() {
        let ring = "[[0,0],[1,0],[1,1],[0,0]]";
        for text in [
            format!("[{ring}]"),
            format!("[[{ring}]]"),
            format!(r#"{{"type":"Polygon","coordinates":[{ring}]}}"#),
            format!(r#"{{"type":"Feature","geometry":{{"type":"MultiPolygon","coordinates":[[{ring}]]}}}}"#),
        ] {
            let found = rings(&serde_json::from_str(&text).unwrap()).unwrap();
            assert_eq!((found.len(), found[0].len(), found[0][1]), (1, 4, [1.0, 0.0]), "{text}");
        }
        for text in ["null", "[]", r#"{"type":"Point","coordinates":[0,0]}"#, r#"[[["a"]]]"#, "[0,0]"] {
            assert_eq!(rings(&serde_json::from_str(text).unwrap()), None, "{text}");
        }
    }
}
