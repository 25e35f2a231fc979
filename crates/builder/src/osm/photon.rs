//! `milepost build photon`: dumps of Photon, whose places become objects with the tags of OpenStreetMap.
//!
//! A dump is a JSON object a line, `{"type": …, "content": …}`. Photon has taken it from a database of Nominatim: numbers of houses are
//! spelled out, towns and countries are named, importance is that of Wikipedia. It has no geometry beyond points and boxes.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::io::BufRead;
use std::path::{Path, PathBuf};

use serde::de::value::MapAccessDeserializer;
use serde::de::{IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

use super::object::{COUNTRY, IMPORTANCE, Id, Kind, Point, Tags, Thing, point_of};
use super::progress::Stage;
use super::read::Source;
use super::report::Report;
use super::spool::{Spooled, Street};
use super::wanted;
use crate::error::BuildError;
use crate::input;

/// Reads dumps; temporary files are made in `folder`.
pub(super) fn read(files: &[PathBuf], folder: &Path, report: &mut Report) -> Result<Source, BuildError> {
    let mut source = Source::new(folder)?;
    for file in files {
        let path = if file.as_os_str() == "-" { Path::new("/dev/stdin") } else { file };
        let length = path.metadata().map_or(0, |metadata| metadata.len());
        report.progress.begin(Stage::Nodes, length);
        let (mut lines, taken) = input::open_counted(path)?;
        let (mut line, mut number, mut before) = (Vec::new(), 0_u64, 0);
        loop {
            line.clear();
            number += 1;
            let read = lines
                .read_until(b'\n', &mut line)
                .map_err(|error| BuildError::Read { path: file.clone(), source: error })?;
            if read == 0 {
                break;
            }
            let done = taken.position();
            report.progress.advance(done - before, 1);
            before = done;
            for document in serde_json::Deserializer::from_slice(&line).into_iter::<Document<'_>>() {
                match document {
                    Ok(document) => add(document, &mut source, report)?,
                    Err(error) => {
                        report.bad_line(file, number, &error.to_string());
                        break;
                    }
                }
            }
        }
    }
    Ok(source)
}

fn add(document: Document<'_>, source: &mut Source, report: &mut Report) -> Result<(), BuildError> {
    match &*document.kind {
        "NominatimDumpFile" => {
            let day =
                document.content.0.first().and_then(|header| header.data_timestamp.as_deref()?.get(..10));
            let is_day = |day: &&str| day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            source.release = source.release.take().max(day.filter(is_day).map(str::to_owned));
        }
        "Place" => {
            for (at, place) in document.content.0.into_iter().enumerate() {
                let id = place.id();
                match place.object(at == 0) {
                    Ok(object) => source.add(object)?,
                    Err(reason) => report.leave_out(reason, id),
                }
            }
        }
        _ => {}
    }
    Ok(())
}

#[derive(Deserialize)]
struct Document<'a> {
    #[serde(rename = "type", borrow)]
    kind: Cow<'a, str>,
    content: Content,
}

/// The content of a document: one object, or several of one object of OpenStreetMap.
struct Content(Vec<Place>);

impl<'de> Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Content, D::Error> {
        struct Objects;
        impl<'de> Visitor<'de> for Objects {
            type Value = Content;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("an object or a list of objects")
            }

            fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Content, A::Error> {
                Ok(Content(vec![Place::deserialize(MapAccessDeserializer::new(map))?]))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Content, A::Error> {
                let mut places = Vec::new();
                while let Some(place) = list.next_element()? {
                    places.push(place);
                }
                Ok(Content(places))
            }
        }
        deserializer.deserialize_any(Objects)
    }
}

/// A place, or the header of the dump.
#[derive(Deserialize, Default)]
#[serde(default)]
struct Place {
    data_timestamp: Option<String>,
    object_type: Option<String>,
    object_id: Option<i64>,
    osm_key: Option<String>,
    osm_value: Option<String>,
    categories: Vec<String>,
    address_type: Option<String>,
    importance: Option<f64>,
    name: BTreeMap<String, Text>,
    housenumber: Option<String>,
    address: BTreeMap<String, Text>,
    extra: BTreeMap<String, Text>,
    postcode: Option<String>,
    country_code: Option<String>,
    centroid: Option<[f64; 2]>,
    bbox: Option<[f64; 4]>,
}

/// A text; the first one of a list, and none of anything else.
#[derive(Deserialize)]
#[serde(untagged)]
enum Text {
    One(String),
    Several(Vec<String>),
    Other(IgnoredAny),
}

impl Text {
    fn first(self) -> Option<String> {
        match self {
            Text::One(text) => Some(text),
            Text::Several(texts) => texts.into_iter().next(),
            Text::Other(_) => None,
        }
    }
}

impl Place {
    /// The object; number 0 if the dump names none, as for postcodes.
    fn id(&self) -> Id {
        let kind = match self.object_type.as_deref() {
            Some("W") => Kind::Way,
            Some("R") => Kind::Relation,
            _ => Kind::Node,
        };
        Id { kind, number: self.object_id.filter(|_| self.object_type.is_some()).unwrap_or(0) }
    }

    /// What becomes of it. Others than the first of an object are only further addresses of it.
    /// Fails with the reason why it is left out.
    fn object(self, is_first: bool) -> Result<Spooled, &'static str> {
        let id = self.id();
        let Some(point) = self.centroid.and_then(point_at) else {
            return Err("coordinates are not a point on earth");
        };
        let extent = self.bbox.and_then(|[west, north, east, south]| {
            let ([a, b], [c, d]) = (point_at([west, north])?, point_at([east, south])?);
            Some([a.min(c), b.min(d), a.max(c), b.max(d)])
        });
        let [lat, lon] = point;
        let extent = extent.unwrap_or([lat, lon, lat, lon]);
        let tags = self.tags(is_first);
        if !tags.has(COUNTRY) {
            return Err("a place without a country");
        }
        if wanted::is_street(&tags) {
            let [south, west, north, east] = extent;
            let line = vec![point, [south, west], [north, east]];
            return Ok(Spooled::Street(Street { id, tags, line, is_drawn: false }));
        }
        if !wanted::is_thing(&tags) {
            return Err("no house, street, settlement or point of interest");
        }
        if id.number == 0 && wanted::is_place(&tags) {
            return Err("a place that is not an object of OpenStreetMap");
        }
        Ok(Spooled::Thing(Thing { id, tags, point, extent }))
    }

    fn tags(mut self, is_first: bool) -> Tags {
        let mut tags: Vec<(String, String)> = Vec::new();
        let mut add = |key: &str, value: Option<String>| {
            if let Some(value) = value.filter(|value| !value.is_empty())
                && !tags.iter().any(|(known, _)| known == key)
            {
                tags.push((key.to_owned(), value));
            }
        };
        add("addr:housenumber", self.housenumber);
        for (key, name) in self.address {
            // `city:de` is the same town.
            let key = match key.as_str() {
                "street" | "city" | "suburb" | "neighbourhood" | "state" => format!("addr:{key}"),
                _ => continue,
            };
            add(&key, name.first());
        }
        add("addr:postcode", self.postcode);
        let country = self.country_code.filter(|code| code.len() == 2).map(|code| code.to_lowercase());
        add(COUNTRY, country);
        if !is_first {
            return tags_of(&tags);
        }
        let importance = self.importance.filter(|importance| (0.0..=1.0).contains(importance));
        add(IMPORTANCE, importance.map(|importance| importance.to_string()));
        let of_category = self.categories.iter().find_map(|category| {
            let (key, value) = category.strip_prefix("osm.")?.split_once('.')?;
            Some((key.to_owned(), value.to_owned()))
        });
        let kind = self.osm_key.zip(self.osm_value).or(of_category);
        let linked = self.extra.remove("linked_place").and_then(Text::first);
        if let Some((key, value)) = kind {
            if key == "boundary" {
                add("place", linked.or_else(|| settlement(self.address_type.as_deref()?).map(str::to_owned)));
            }
            add(&key, Some(value));
        }
        for (key, name) in self.name.into_iter().chain(self.extra) {
            add(&key, name.first());
        }
        tags_of(&tags)
    }
}

fn tags_of(pairs: &[(String, String)]) -> Tags {
    Tags::of(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())))
}

fn settlement(address_type: &str) -> Option<&'static str> {
    Some(match address_type {
        "state" => "state",
        "county" => "county",
        "city" => "municipality",
        "district" => "suburb",
        "locality" => "neighbourhood",
        _ => return None,
    })
}

/// A point in degrees: longitude, latitude.
fn point_at([lon, lat]: [f64; 2]) -> Option<Point> {
    point_of((lat * 1e9) as i64, (lon * 1e9) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(json: &str) -> Result<Spooled, &'static str> {
        serde_json::from_str::<Place>(json).unwrap().object(true)
    }

    #[test]
    fn a_boundary_is_a_settlement_with_its_importance() {
        let boundary = r#"{"object_type": "R", "object_id": 7, "osm_key": "boundary", "osm_value": "administrative",
            "address_type": "city", "importance": 0.61, "name": {"name": "Vaduz", "name:zh": "瓦杜茲"}, "country_code": "LI",
            "centroid": [9.52, 47.14], "bbox": [9.5, 47.2, 9.6, 47.1], "extra": {"population": "5000"}}"#;
        let Ok(Spooled::Thing(thing)) = object(boundary) else { panic!("a boundary is a thing") };
        assert_eq!(thing.id.to_string(), "R7");
        assert_eq!(thing.point, [471_400_000, 95_200_000]);
        assert_eq!(thing.extent, [471_000_000, 95_000_000, 472_000_000, 96_000_000]);
        for (key, value) in [
            ("place", "municipality"),
            ("name:zh", "瓦杜茲"),
            ("population", "5000"),
            (COUNTRY, "li"),
            (IMPORTANCE, "0.61"),
        ] {
            assert_eq!(thing.tags.get(key), Some(value), "{key}");
        }
    }

    #[test]
    fn what_cannot_be_used_has_its_reason() {
        let place =
            |rest: &str| object(&format!(r#"{{"osm_key": "place", "osm_value": "village", {rest}}}"#));
        let [here, of] = [r#""centroid": [9.5, 47.1]"#, r#""country_code": "li", "name": {"name": "X"}"#];
        assert!(place(r#""centroid": [500, 1e300]"#).unwrap_err().contains("not a point"));
        assert!(place(here).unwrap_err().contains("without a country"));
        assert!(place(&format!("{here}, {of}")).unwrap_err().contains("not an object"));
        assert!(
            object(&format!(r#"{{"osm_key": "natural", {of}, {here}}}"#)).unwrap_err().contains("no house")
        );
    }
}
