//! GeoJSON as a stream of features: a collection on one or many lines, or one feature per line. Only one feature is in memory.

use std::cell::Cell;
use std::io::Read;
use std::path::Path;
use std::rc::Rc;

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Value};

use crate::error::BuildError;
use crate::input::{self, BadRows};

pub(crate) struct Feature {
    /// Line it ends on.
    pub(crate) line: u64,
    pub(crate) properties: Map<String, Value>,
    pub(crate) geometry: Value,
}

pub(crate) fn each(
    path: &Path,
    bad: &mut BadRows,
    take: &mut dyn FnMut(Feature, &mut BadRows) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    bad.in_file(path);
    let line = Rc::new(Cell::new(1));
    let reader = Lines { inner: input::open(path)?, line: Rc::clone(&line) };
    let mut values = serde_json::Deserializer::from_reader(reader);
    let mut failed = None;
    while values.end().is_err() {
        let mut sink = Sink { line: &line, bad, take, failed: &mut failed };
        let read = Top(&mut sink).deserialize(&mut values);
        if let Some(error) = failed.take() {
            return Err(error);
        }
        read.map_err(|source| BuildError::Json { path: path.into(), source })?;
    }
    Ok(())
}

/// Receives features; stores an error of `take`, because serde knows only its own errors.
struct Sink<'a> {
    line: &'a Cell<u64>,
    bad: &'a mut BadRows,
    take: &'a mut dyn FnMut(Feature, &mut BadRows) -> Result<(), BuildError>,
    failed: &'a mut Option<BuildError>,
}

impl Sink<'_> {
    fn put<E: serde::de::Error>(&mut self, properties: Value, geometry: Value) -> Result<(), E> {
        let properties = match properties {
            Value::Object(properties) => properties,
            _ => Map::new(),
        };
        let feature = Feature { line: self.line.get(), properties, geometry };
        (self.take)(feature, self.bad).map_err(|error| {
            *self.failed = Some(error);
            E::custom("stopped")
        })
    }
}

struct Top<'a, 'b>(&'a mut Sink<'b>);

impl<'de> DeserializeSeed<'de> for Top<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for Top<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a GeoJSON feature or feature collection")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let (mut properties, mut geometry) = (Value::Null, None);
        while let Some(key) = map.next_key::<String>()? {
            match key.as_str() {
                "features" => map.next_value_seed(Features(self.0))?,
                "properties" => properties = map.next_value()?,
                "geometry" => geometry = Some(map.next_value()?),
                _ => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        geometry.map_or(Ok(()), |geometry| self.0.put(properties, geometry))
    }
}

struct Features<'a, 'b>(&'a mut Sink<'b>);

impl<'de> DeserializeSeed<'de> for Features<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for Features<'_, '_> {
    type Value = ();

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("an array of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut features: A) -> Result<(), A::Error> {
        while features.next_element_seed(Top(self.0))?.is_some() {}
        Ok(())
    }
}

/// Counts lines on the way; record separators of GeoJSON text sequences become spaces.
struct Lines<R> {
    inner: R,
    line: Rc<Cell<u64>>,
}

impl<R: Read> Read for Lines<R> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let read = self.inner.read(buffer)?;
        for byte in &mut buffer[..read] {
            match *byte {
                b'\n' => self.line.set(self.line.get() + 1),
                0x1e => *byte = b' ',
                _ => {}
            }
        }
        Ok(read)
    }
}
