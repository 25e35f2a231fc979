//! Objects of JSON, one after the other: the features of a GeoJSON FeatureCollection, the items of a list, or objects without anything
//! around them. The document is never held whole.
//!
//! A feature becomes a row of its properties; a point adds its coordinates as [`GEOMETRY_LAT`] and [`GEOMETRY_LON`], another geometry the
//! member `geometry`.

use std::io;

use serde_json::{Map, Value as Json};

use super::csv::beginning;
use super::ndjson::{LONGEST, Line};
use super::stream::Stream;

/// Column of the northing or latitude of a geometry.
pub(crate) const GEOMETRY_LAT: &str = "geometry_lat";

/// Column of the easting or longitude of a geometry.
pub(crate) const GEOMETRY_LON: &str = "geometry_lon";

/// Reads the next object of JSON.
pub(super) type NextObject = fn(&mut Stream) -> io::Result<Option<Line>>;

/// Consumes what precedes the first object, and returns the grid that a collection names, as older files do (EPSG).
pub(crate) fn begin(stream: &mut Stream) -> io::Result<Option<u16>> {
    let sample = stream.sample()?;
    let blank = sample.iter().take_while(|&&byte| is_between(byte)).count();
    let (bytes, epsg) = match sample.get(blank) {
        Some(b'[') => (blank + 1, None),
        Some(b'{') => match features_at(&sample[blank..]) {
            Some(at) => (blank + at, epsg_of(&sample[blank..blank + at])),
            None => (blank, None),
        },
        _ => (blank, None),
    };
    stream.consume(bytes);
    Ok(epsg)
}

/// The next object; none at the end of the list or of the file.
pub(crate) fn next(stream: &mut Stream) -> io::Result<Option<Line>> {
    loop {
        let between = stream.rest().iter().take_while(|&&byte| is_between(byte)).count();
        stream.consume(between);
        match stream.rest().first().copied() {
            Some(b'{') => break,
            None if stream.fill()? => {}
            None => return Ok(None),
            Some(b']') => {
                // Members of a collection after its features.
                while !stream.rest().is_empty() || stream.fill()? {
                    stream.consume(stream.rest().len());
                }
                return Ok(None);
            }
            Some(_) => {
                let (line, text) = (stream.line(), beginning(first_line(stream.rest())));
                stream.skip_line()?;
                return Ok(Some(Line::Unread { line, why: "no JSON object".into(), text }));
            }
        }
    }
    let line = stream.line();
    let mut scan = Scan::default();
    let end = loop {
        if let Some(end) = scan.end(stream.rest()) {
            break Some(end);
        }
        if scan.at > LONGEST || !stream.fill()? {
            break None;
        }
    };
    let read = match end {
        None => Err("an object that does not end".to_owned()),
        Some(end) => match serde_json::from_slice::<Json>(&stream.rest()[..end]) {
            Ok(Json::Object(object)) => Ok((end, object)),
            Ok(_) => Err("no JSON object".to_owned()),
            Err(error) => Err(error.to_string()),
        },
    };
    match read {
        Ok((end, object)) => {
            stream.consume(end);
            Ok(Some(Line::Object { line, raw: String::new(), object: flat(object) }))
        }
        // The rest of the line is rejected: what follows may be whole.
        Err(why) => {
            let text = beginning(first_line(stream.rest()));
            stream.skip_line()?;
            Ok(Some(Line::Unread { line, why, text }))
        }
    }
}

/// Names of the members of the objects in a sample, in order of appearance.
pub(super) fn columns(sample: &[u8], next: NextObject) -> io::Result<Vec<String>> {
    let mut stream = Stream::of_bytes(sample);
    let mut columns: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    while let Some(line) = next(&mut stream)? {
        let Line::Object { object, .. } = line else { continue };
        columns.extend(object.into_iter().map(|(name, _)| name).filter(|name| known.insert(name.clone())));
    }
    Ok(columns)
}

/// Whether a byte separates objects: blanks, commas, and the mark of GeoJSON text sequences (RFC 8142).
fn is_between(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b',' | 0x1e)
}

fn first_line(bytes: &[u8]) -> &[u8] {
    bytes.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

/// A search for the end of an object, which continues as bytes arrive.
#[derive(Default)]
struct Scan {
    at: usize,
    depth: usize,
    in_text: bool,
    escaped: bool,
}

impl Scan {
    /// The length of the object that `bytes` begin with, once it is complete.
    fn end(&mut self, bytes: &[u8]) -> Option<usize> {
        while let Some(&byte) = bytes.get(self.at) {
            self.at += 1;
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' if self.in_text => self.escaped = true,
                b'"' => self.in_text = !self.in_text,
                _ if self.in_text => {}
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth = self.depth.saturating_sub(1);
                    if self.depth == 0 {
                        return Some(self.at);
                    }
                }
                _ => {}
            }
        }
        None
    }
}

/// Where the first feature of a collection begins: after `"features": [` among its own members.
fn features_at(collection: &[u8]) -> Option<usize> {
    let mut at = 1;
    loop {
        at += collection[at..].iter().take_while(|&&byte| is_between(byte)).count();
        let key = text_at(collection, at)?;
        at += key.len() + 2;
        at += collection[at..].iter().take_while(|&&byte| is_between(byte) || byte == b':').count();
        let is_list = collection.get(at) == Some(&b'[');
        if key == b"features" && is_list {
            return Some(at + 1);
        }
        at += match collection.get(at)? {
            b'"' => text_at(collection, at)?.len() + 2,
            b'{' | b'[' => Scan::default().end(&collection[at..])?,
            _ => collection[at..].iter().position(|byte| matches!(byte, b',' | b'}'))?,
        };
    }
}

/// The text between quotes that begins here, undecoded.
fn text_at(bytes: &[u8], at: usize) -> Option<&[u8]> {
    let inner = bytes.get(at..)?.strip_prefix(b"\"")?;
    let mut escaped = false;
    let end = inner.iter().position(|&byte| {
        let is_end = byte == b'"' && !escaped;
        escaped = byte == b'\\' && !escaped;
        is_end
    })?;
    Some(&inner[..end])
}

/// The grid of the member `crs` (`urn:ogc:def:crs:EPSG::25832`); none for degrees.
fn epsg_of(head: &[u8]) -> Option<u16> {
    let head = String::from_utf8_lossy(head);
    let behind = head.split_once("\"crs\"")?.1.split_once("EPSG:")?.1;
    first_number(behind)
}

/// The first number in a text.
pub(super) fn first_number(text: &str) -> Option<u16> {
    text.split(|character: char| !character.is_ascii_digit()).find(|digits| !digits.is_empty())?.parse().ok()
}

/// The properties of a feature with its point; any other object as it is.
fn flat(mut object: Map<String, Json>) -> Map<String, Json> {
    if object.get("type").and_then(Json::as_str) != Some("Feature") {
        return object;
    }
    let mut row = match object.remove("properties") {
        Some(Json::Object(properties)) => properties,
        _ => Map::new(),
    };
    let geometry = object.remove("geometry").unwrap_or_default();
    let coordinate = |index: usize| geometry.get("coordinates")?.get(index).filter(|value| value.is_number());
    match (geometry.get("type").and_then(Json::as_str), coordinate(0), coordinate(1)) {
        (Some("Point"), Some(lon), Some(lat)) => {
            row.insert(GEOMETRY_LON.to_owned(), lon.clone());
            row.insert(GEOMETRY_LAT.to_owned(), lat.clone());
        }
        _ if geometry.is_null() => {}
        _ => {
            row.insert("geometry".to_owned(), geometry);
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        let mut stream = Stream::of_bytes(text.as_bytes());
        begin(&mut stream).unwrap();
        let mut found = Vec::new();
        while let Some(line) = next(&mut stream).unwrap() {
            found.push(match line {
                Line::Object { object, .. } => Json::Object(object).to_string(),
                Line::Unread { line, why, .. } => format!("{line}: {why}"),
            });
        }
        found
    }

    #[test]
    fn a_collection_may_be_one_line_and_have_members_before_and_after() {
        let text = r#"{"type":"FeatureCollection","name":"a \" features","crs":{"properties":{"features":[1]}},"features":[
            {"type":"Feature","geometry":{"type":"Point","coordinates":[13.4,52.5]},"properties":{"Straße":"A } B"}},{"type":"Feature",
            "properties":null,"geometry":{"type":"Polygon","coordinates":[]}}],"after":[{"x":1}]}"#;
        assert_eq!(
            read(text),
            [
                r#"{"Straße":"A } B","geometry_lon":13.4,"geometry_lat":52.5}"#,
                r#"{"geometry":{"type":"Polygon","coordinates":[]}}"#
            ]
        );
    }

    #[test]
    fn lists_and_sequences_of_objects_are_read() {
        assert_eq!(read("[{\"a\":1},\n{\"a\":2}]"), ["{\"a\":1}", "{\"a\":2}"]);
        let feature = "{\"type\":\"Feature\",\"properties\":{\"a\":1},\"geometry\":null}";
        assert_eq!(read(&format!("\u{1e}{feature}\n\u{1e}{feature}\n")), ["{\"a\":1}"; 2]);
    }

    #[test]
    fn a_damaged_object_costs_its_line() {
        assert_eq!(
            read("{\"features\":[\n{\"a\":1},\n{\"b\":},\nnull,\n{\"c\":3}\n]}"),
            ["{\"a\":1}", "3: expected value at line 1 column 6", "4: no JSON object", "{\"c\":3}"]
        );
        assert_eq!(
            read("{\"a\":1}\n{\"b\":\"\n{\"c\":3}\n"),
            ["{\"a\":1}", "2: an object that does not end", "{\"c\":3}"]
        );
    }

    #[test]
    fn the_grid_of_a_collection_is_read() {
        let head =
            |crs: &str| format!("{{\"crs\":{{\"properties\":{{\"name\":\"{crs}\"}}}},\"features\":[]}}");
        let of = |text: String| begin(&mut Stream::of_bytes(text.as_bytes())).unwrap();
        assert_eq!(of(head("urn:ogc:def:crs:EPSG::25832")), Some(25832));
        assert_eq!(of(head("EPSG:2056")), Some(2056));
        assert_eq!(of(head("urn:ogc:def:crs:OGC:1.3:CRS84")), None);
    }
}
