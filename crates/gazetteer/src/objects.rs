//! Objects of OpenStreetMap by id, point or street: the kind, names, tags and outlines that only answers show.
//!
//! `milepost build osm` writes one database for each run, `osm/objects-<country>.db`. Lookups of addresses do not need it.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use milepost_store::{distance_m, street_line, varint};
use milepost_text::name_key;
use rusqlite::types::Type;
use rusqlite::{Connection, Params, Row, params};
use serde::Serialize;
use serde_json::{Value, json};

use crate::database::Database;
use crate::shards::discovery::files;
use crate::{DatabaseFile, GazetteerError, lookups};

/// Units of a coordinate in a degree.
const UNITS: f64 = 1e7;
/// Greatest difference of a coordinate of an answer from that of its object, units: answers are rounded, and databases of places hold
/// fewer digits.
const SAME_POINT: i64 = 200;
/// Search distance of [`Sought::Node`] in latitude and longitude, units: 0.0001 degrees, as in Nominatim's reverse lookup.
const NODE_REACH: i64 = 1_000;
/// Maximum distance of a matching object from the point of an answer, metres; only streets reach that far.
const STREET_M: f64 = 5_000.0;
/// Most pairs of a key and a value that are stored once.
const MOST_PAIRS: usize = 1 << 16;

/// Latitude and longitude in units of 10⁻⁷ degrees.
type Point = [i32; 2];

/// An object to be written.
#[derive(Debug, Clone)]
pub struct NewObject<'a> {
    /// The number times four, and the kind: node 0, way 1, relation 2.
    pub osm: i64,
    /// The point that answers have.
    pub point: Point,
    /// South, west, north, east.
    pub extent: [i32; 4],
    /// Key of the name of a street.
    pub street: Option<&'a str>,
    /// Keys and values.
    pub tags: Vec<(&'a str, &'a str)>,
    /// The outline.
    pub shape: Shape<'a>,
}

/// The outline of an object to be written.
#[derive(Debug, Clone, Copy)]
pub enum Shape<'a> {
    /// Only the point is known.
    Point,
    /// A line.
    Line(&'a [Point]),
    /// Closed rings; holes are among them.
    Rings(&'a [Vec<Point>]),
}

/// Writes objects into a database with the tables of [`crate::schema::OBJECTS`].
#[derive(Debug, Default)]
pub struct ObjectWriter {
    pairs: HashMap<(String, String), u64>,
    /// Objects written.
    pub rows: u64,
}

impl ObjectWriter {
    /// Writes an object, unless one of its id is written.
    ///
    /// # Errors
    /// If SQLite fails.
    pub fn put(&mut self, connection: &Connection, object: &NewObject<'_>) -> rusqlite::Result<()> {
        let mut tags = Vec::new();
        for &(key, value) in &object.tags {
            self.put_pair(connection, &mut tags, key, value)?;
        }
        let [south, west, north, east] = object.extent;
        let extent =
            (south < north || west < east).then(|| street_line::encode(&[[south, west], [north, east]]));
        let shape = match object.shape {
            Shape::Point => None,
            Shape::Line(line) => Some(lines_of(1, std::iter::once(line))),
            Shape::Rings(rings) => Some(lines_of(2, rings.iter().map(Vec::as_slice))),
        };
        let [lat, lon] = object.point;
        let written = connection
            .prepare_cached("INSERT OR IGNORE INTO object VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
            .execute(params![object.osm, lat, lon, object.street, tags, extent, shape])?;
        self.rows += written as u64;
        Ok(())
    }

    fn put_pair(
        &mut self,
        connection: &Connection,
        tags: &mut Vec<u8>,
        key: &str,
        value: &str,
    ) -> rusqlite::Result<()> {
        let pair = (key.to_owned(), value.to_owned());
        let number = match self.pairs.get(&pair) {
            Some(&number) => number,
            None if self.pairs.len() < MOST_PAIRS && is_common(key) => {
                let number = self.pairs.len() as u64 + 1;
                let mut insert = connection.prepare_cached("INSERT INTO tag VALUES (?1, ?2, ?3)")?;
                insert.execute(params![number as i64, key, value])?;
                self.pairs.insert(pair, number);
                number
            }
            None => 0,
        };
        varint::put(tags, number);
        if number == 0 {
            for text in [key, value] {
                varint::put(tags, text.len() as u64);
                tags.extend_from_slice(text.as_bytes());
            }
        }
        Ok(())
    }
}

/// Whether values of a key are likely to occur again. Numbers of houses do, names of features in all languages do not.
fn is_common(key: &str) -> bool {
    !(key.starts_with("name") || key.contains("_name") || key.contains("wiki") || key.contains("website"))
}

fn lines_of<'a>(kind: u8, lines: impl Iterator<Item = &'a [Point]>) -> Vec<u8> {
    let mut bytes = vec![kind];
    for line in lines {
        let encoded = street_line::encode(line);
        varint::put(&mut bytes, encoded.len() as u64);
        bytes.extend(encoded);
    }
    bytes
}

fn take_bytes<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8]> {
    let length = usize::try_from(varint::take(bytes)?).ok()?;
    bytes.split_off(..length)
}

/// An object as answers show it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Object {
    /// `node`, `way` or `relation`.
    pub osm_type: &'static str,
    /// Its number.
    pub osm_id: i64,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// West, south, east, north, degrees; that of a node is its point.
    pub bbox: [f64; 4],
    /// Its tags.
    pub tags: BTreeMap<String, String>,
    /// Its line or area as GeoJSON, if it was asked for and is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub geometry: Option<Value>,
}

/// What is looked for at a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sought<'a> {
    /// A house, by its number.
    House(&'a str),
    /// The nearest node that is a house or a point of interest.
    Node,
    /// A street, by its name.
    Street(&'a str),
    /// A settlement or boundary, by its name.
    Place(&'a str),
    /// A point of interest, by its name; without one the first.
    Poi(&'a str),
}

impl<'a> Sought<'a> {
    /// By its name: `house`, `node`, `street`, `place` or `poi`.
    pub fn of(kind: &str, name: &'a str) -> Option<Sought<'a>> {
        Some(match kind {
            "house" => Sought::House(name),
            "node" => Sought::Node,
            "street" => Sought::Street(name),
            "place" => Sought::Place(name),
            "poi" => Sought::Poi(name),
            _ => return None,
        })
    }
}

/// The open databases. Threads can share it.
#[derive(Default)]
pub struct Objects {
    files: Vec<Database>,
    skipped: Vec<String>,
}

impl Objects {
    /// Opens `osm/objects-*.db` below a data root. This never fails: an unusable file is listed in [`Objects::skipped`].
    pub fn open(data_root: &Path) -> Objects {
        let mut objects = Objects::default();
        for path in files(&data_root.join("osm")) {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if !(name.starts_with("objects-") && name.ends_with(".db")) {
                continue;
            }
            match lookups::open(&path, "object") {
                Ok(database) => objects.files.push(database),
                Err(error) => objects.skipped.push(error.to_string()),
            }
        }
        objects
    }

    /// Whether no database is open.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// The open files, for verification while they are in use.
    pub fn files(&self) -> Vec<DatabaseFile> {
        self.files.iter().map(|database| database.file().clone()).collect()
    }

    /// Files that were found and not opened, each with its reason, in sentences.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// The object of an id (`N1`, `W2`, `R3`); none if no file has it.
    pub fn by_id(&self, id: &str, with_geometry: bool) -> Result<Option<Object>, GazetteerError> {
        let Some(osm) = packed(id) else { return Ok(None) };
        for database in &self.files {
            let sql = include_str!("../sql/objects/object_of_an_id.sql");
            let found = objects(database, sql, [osm], with_geometry)?;
            if !found.is_empty() {
                return Ok(found.into_iter().next());
            }
        }
        Ok(None)
    }

    /// The object at the point of an answer, degrees; none if no file has it.
    pub fn at(
        &self,
        lat: f64,
        lon: f64,
        sought: Sought<'_>,
        with_geometry: bool,
    ) -> Result<Option<Object>, GazetteerError> {
        let [south, west] = [lat, lon].map(|degrees| (degrees * UNITS) as i64);
        let near = if sought == Sought::Node { NODE_REACH } else { SAME_POINT };
        for database in &self.files {
            let found = match sought {
                Sought::Street(name) => {
                    let sql = include_str!("../sql/objects/objects_of_a_street.sql");
                    objects(database, sql, [name_key(name)], with_geometry)?
                }
                _ => {
                    let sql = include_str!("../sql/objects/objects_at_a_point.sql");
                    let window = [south - near, south + near, west - near, west + near];
                    objects(database, sql, window, with_geometry)?
                }
            };
            let ranked = found.into_iter().filter_map(|object| {
                let distance = distance_m(lat, lon, object.lat, object.lon);
                let fit = fit(&object, sought).filter(|_| distance <= STREET_M)?;
                Some((fit, distance, object))
            });
            let best = ranked.min_by(|a, b| a.0.cmp(&b.0).then(a.1.total_cmp(&b.1)));
            if let Some((.., object)) = best {
                return Ok(Some(object));
            }
        }
        Ok(None)
    }
}

/// The objects of a statement's rows.
fn objects(
    database: &Database,
    sql: &str,
    values: impl Params,
    with_geometry: bool,
) -> Result<Vec<Object>, GazetteerError> {
    database.with(|connection| {
        let mut select = connection.prepare_cached(sql)?;
        connection.all(select.query_map(values, |row| object(connection, row, with_geometry))?)
    })
}

/// How well an object is what is looked for, 0 the best; none if it is something else.
fn fit(object: &Object, sought: Sought<'_>) -> Option<u8> {
    let has = |key: &str| object.tags.contains_key(key);
    let is_named =
        |name: &str| object.tags.iter().any(|(key, value)| key.starts_with("name") && value == name);
    match sought {
        Sought::House(number) => {
            let keys = ["addr:housenumber", "addr:conscriptionnumber", "addr:streetnumber", "addr:housename"];
            let text = keys.into_iter().find_map(|key| object.tags.get(key))?;
            let bare = |text: &str| text.to_lowercase().replace(' ', "");
            Some(u8::from(bare(text) != bare(number)))
        }
        Sought::Node => {
            let is_fine = !(has("place") || has("boundary") || has("highway"));
            (object.osm_type == "node" && is_fine).then_some(0)
        }
        Sought::Street(_) => Some(0),
        Sought::Place(name) => {
            let faults = [!is_named(name), !(has("place") || has("boundary"))];
            (faults != [true, true]).then_some(2 * u8::from(faults[0]) + u8::from(faults[1]))
        }
        Sought::Poi(name) => Some(u8::from(!name.is_empty() && !is_named(name))),
    }
}

/// The id as one number: `W7` is 29.
fn packed(id: &str) -> Option<i64> {
    let kind = match id.chars().next()? {
        'N' | 'n' => 0,
        'W' | 'w' => 1,
        'R' | 'r' => 2,
        _ => return None,
    };
    let number: i64 = id.get(1..)?.parse().ok()?;
    number.checked_mul(4)?.checked_add(kind)
}

fn object(connection: &Connection, row: &Row<'_>, with_geometry: bool) -> rusqlite::Result<Object> {
    let osm: i64 = row.get(0)?;
    let (lat, lon): (i32, i32) = (row.get(1)?, row.get(2)?);
    let mut pair = connection.prepare_cached(include_str!("../sql/objects/tag_of_a_number.sql"))?;
    let mut bytes = row.get_ref(3)?.as_blob()?;
    let mut tags = BTreeMap::new();
    while let Some(number) = varint::take(&mut bytes) {
        let (key, value) = if number == 0 {
            let mut text = || {
                let taken = take_bytes(&mut bytes)?;
                String::from_utf8(taken.to_vec()).ok()
            };
            text().zip(text()).ok_or_else(|| fault(3))?
        } else {
            pair.query_row([number as i64], |row| Ok((row.get(0)?, row.get(1)?)))?
        };
        tags.insert(key, value);
    }
    let extent = row.get_ref(4)?.as_blob_or_null()?.map(street_line::decode);
    let bbox = match extent.as_deref() {
        Some(&[[south, west], [north, east]]) => [west, south, east, north],
        _ => [lon, lat, lon, lat],
    };
    let geometry = if with_geometry { row.get_ref(5)?.as_blob_or_null()?.and_then(geojson) } else { None };
    let degrees = |units: i32| f64::from(units) / UNITS;
    Ok(Object {
        osm_type: match osm & 3 {
            0 => "node",
            1 => "way",
            _ => "relation",
        },
        osm_id: osm >> 2,
        lat: degrees(lat),
        lon: degrees(lon),
        bbox: bbox.map(degrees),
        tags,
        geometry,
    })
}

fn fault(column: usize) -> rusqlite::Error {
    rusqlite::Error::FromSqlConversionFailure(column, Type::Blob, "the tags are cut off".into())
}

/// A line, polygon or multipolygon; none of bytes that are none of these.
fn geojson(bytes: &[u8]) -> Option<Value> {
    let (&kind, mut rest) = bytes.split_first()?;
    let mut lines = Vec::new();
    while let Some(line) = take_bytes(&mut rest) {
        lines.push(street_line::decode(line));
    }
    let written = |line: &Vec<Point>| -> Value {
        line.iter().map(|&[lat, lon]| json!([f64::from(lon) / UNITS, f64::from(lat) / UNITS])).collect()
    };
    if kind == 1 {
        return Some(json!({ "type": "LineString", "coordinates": written(lines.first()?) }));
    }
    // A ring inside an odd number of others is a hole of the innermost one.
    let holders = |ring: usize| -> Vec<usize> {
        let Some(&point) = lines[ring].first() else { return Vec::new() };
        (0..lines.len()).filter(|&other| other != ring && is_inside(&lines[other], point)).collect()
    };
    let around: Vec<Vec<usize>> = (0..lines.len()).map(holders).collect();
    let polygons: Vec<Value> = (0..lines.len())
        .filter(|&ring| around[ring].len().is_multiple_of(2))
        .map(|outer| {
            let holes = (0..lines.len()).filter(|&ring| {
                around[ring].len() == around[outer].len() + 1 && around[ring].contains(&outer)
            });
            std::iter::once(outer).chain(holes).map(|ring| written(&lines[ring])).collect()
        })
        .collect();
    match polygons.as_slice() {
        [] => None,
        [polygon] => Some(json!({ "type": "Polygon", "coordinates": polygon })),
        polygons => Some(json!({ "type": "MultiPolygon", "coordinates": polygons })),
    }
}

fn is_inside(ring: &[Point], [lat, lon]: Point) -> bool {
    let (lat, lon) = (f64::from(lat), f64::from(lon));
    let crosses = |edge: &&[Point]| {
        let [[from_lat, from_lon], [to_lat, to_lon]] = [edge[0].map(f64::from), edge[1].map(f64::from)];
        (from_lat > lat) != (to_lat > lat)
            && lon < (to_lon - from_lon) * (lat - from_lat) / (to_lat - from_lat) + from_lon
    };
    ring.windows(2).filter(crosses).count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema;

    fn written(objects: &[NewObject<'_>]) -> (tempfile::TempDir, Objects) {
        let root = tempfile::tempdir().unwrap();
        std::fs::create_dir(root.path().join("osm")).unwrap();
        let connection = Connection::open(root.path().join("osm/objects-li.db")).unwrap();
        connection.execute_batch(schema::OBJECTS).unwrap();
        let mut writer = ObjectWriter::default();
        for object in objects {
            writer.put(&connection, object).unwrap();
        }
        connection.execute_batch(schema::OBJECT_INDEXES).unwrap();
        drop(connection);
        let opened = Objects::open(root.path());
        assert_eq!(opened.skipped(), [] as [String; 0]);
        (root, opened)
    }

    const NODE: NewObject<'_> = NewObject {
        osm: 7 * 4,
        point: [471_000_000, 95_000_000],
        extent: [471_000_000, 95_000_000, 471_000_000, 95_000_000],
        street: None,
        tags: Vec::new(),
        shape: Shape::Point,
    };

    #[test]
    fn an_object_is_found_by_its_id_and_at_its_point() {
        let house = NewObject {
            tags: vec![("addr:housenumber", "12 A"), ("addr:street", "Hauptstraße"), ("name:de", "Haus")],
            ..NODE
        };
        let other = NewObject { osm: 8 * 4 + 1, tags: vec![("addr:housenumber", "12 A")], ..NODE };
        let cafe = NewObject { osm: 9 * 4, tags: vec![("amenity", "cafe"), ("name", "Krone")], ..NODE };
        let (_root, objects) = written(&[house, other, cafe]);
        let found = objects.by_id("N7", false).unwrap().unwrap();
        assert_eq!((found.osm_type, found.osm_id, found.lat, found.lon), ("node", 7, 47.1, 9.5));
        assert_eq!(found.tags["name:de"], "Haus");
        assert_eq!(objects.by_id("w8", false).unwrap().unwrap().tags["addr:housenumber"], "12 A");
        assert_eq!((objects.by_id("R8", false).unwrap(), objects.by_id("x", false).unwrap()), (None, None));
        let at = |sought| objects.at(47.100_001, 9.5, sought, false).unwrap().map(|object| object.osm_id);
        assert_eq!((at(Sought::House("12a")), at(Sought::Poi("Krone"))), (Some(7), Some(9)));
        assert_eq!(at(Sought::Place("Krone")), Some(9));
        assert_eq!(objects.at(47.2, 9.5, Sought::House("12a"), false).unwrap(), None);
    }

    #[test]
    fn beside_a_point_is_the_nearest_node_that_is_no_place() {
        let beside = |osm, east, tag| NewObject {
            osm,
            point: [471_000_000, 95_000_000 + east],
            tags: vec![tag],
            ..NODE
        };
        let (shop, bar) = (("shop", "wine"), ("amenity", "bar"));
        let (_root, objects) = written(&[
            beside(4, 900, shop),
            beside(8, 500, bar),
            beside(12, 100, ("place", "hamlet")),
            beside(17, 0, ("building", "yes")),
        ]);
        let at = |lon| objects.at(47.1, lon, Sought::Node, false).unwrap().map(|object| object.osm_id);
        assert_eq!((at(9.5), at(9.500_1), at(9.500_5)), (Some(2), Some(1), None));
    }

    #[test]
    fn of_the_ways_of_a_street_the_nearest_is_found_with_its_line() {
        let line = [[471_000_000, 95_000_000], [471_010_000, 95_000_000]];
        let near = NewObject {
            osm: 41,
            street: Some("hauptstrasse"),
            tags: vec![("name", "Hauptstraße")],
            shape: Shape::Line(&line),
            ..NODE
        };
        let far = NewObject { osm: 45, point: [472_000_000, 95_000_000], ..near.clone() };
        let (_root, objects) = written(&[far, near]);
        let found = objects.at(47.101, 9.5, Sought::Street("Hauptstraße"), true).unwrap().unwrap();
        assert_eq!((found.osm_type, found.osm_id), ("way", 10));
        let geometry = json!({ "type": "LineString", "coordinates": [[9.5, 47.1], [9.5, 47.101]] });
        assert_eq!(found.geometry, Some(geometry));
    }

    #[test]
    fn a_ring_in_a_ring_is_a_hole_and_one_in_a_hole_an_area() {
        let square =
            |half: i32| vec![[-half, -half], [-half, half], [half, half], [half, -half], [-half, -half]];
        let rings = [square(300), square(200), square(100)];
        let bytes = lines_of(2, rings.iter().map(Vec::as_slice));
        let geometry = geojson(&bytes).unwrap();
        assert_eq!(geometry["type"], "MultiPolygon");
        let holes = |at: usize| geometry["coordinates"][at].as_array().map(|rings| rings.len() - 1);
        assert_eq!((holes(0), holes(1)), (Some(1), Some(0)));
    }

    #[test]
    fn damaged_bytes_are_no_object() {
        assert_eq!(geojson(&[]), None);
        assert_eq!(geojson(&[2, 9, 1]), None);
    }
}
