//! Layers of GIS programs: GeoPackage (a SQLite database, OGC 12-128r19) and Shapefile. A point adds its coordinates as further columns, in
//! the grid of the layer.

use std::fs;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, OptionalExtension};
use shapefile::{Shape, ShapeReader};

use super::csv::decode;
use super::objects::{GEOMETRY_LAT, GEOMETRY_LON, first_number};
use crate::file_format::Kind;
use crate::value::Value;

/// The rows of a layer, from any of them on.
pub(crate) struct Layer {
    columns: Vec<String>,
    epsg: Option<u16>,
    passed: u64,
    rows: Rows,
}

enum Rows {
    Geopackage { connection: Connection, table: String, geometry: Option<usize>, last: i64 },
    Shapefile { shapes: Box<ShapeReader<BufReader<File>>>, attributes: Attributes, count: u64 },
}

impl Layer {
    /// Opens a file; `name` chooses among the layers of a GeoPackage.
    ///
    /// # Errors
    /// Why it cannot be read.
    pub(crate) fn open(path: &Path, kind: Kind, name: Option<&str>) -> io::Result<Layer> {
        // SQLite would create a missing file.
        File::open(path)?;
        match kind {
            Kind::Shapefile => shapefile(path),
            _ => geopackage(path, name),
        }
    }

    pub(crate) fn columns(&self) -> &[String] {
        &self.columns
    }

    /// The grid of the points (EPSG); none for degrees or if unknown.
    pub(crate) fn epsg(&self) -> Option<u16> {
        self.epsg
    }

    /// Rows read so far.
    pub(crate) fn passed(&self) -> u64 {
        self.passed
    }

    /// Passes the first rows.
    pub(crate) fn skip(&mut self, rows: u64) -> io::Result<()> {
        if let Rows::Geopackage { connection, table, last, .. } = &mut self.rows
            && rows > 0
        {
            let sql = format!("SELECT rowid FROM {table} ORDER BY rowid LIMIT 1 OFFSET ?1");
            let row = rows.saturating_sub(1) as i64;
            let at =
                connection.query_row(&sql, [row], |row| row.get(0)).optional().map_err(io::Error::other)?;
            *last = at.unwrap_or(i64::MAX);
        }
        self.passed = rows;
        Ok(())
    }

    /// Up to `most` rows; none at the end.
    pub(crate) fn next(&mut self, most: usize) -> io::Result<Vec<Vec<Value>>> {
        let rows = match &mut self.rows {
            Rows::Geopackage { connection, table, geometry, last } => {
                page(connection, table, *geometry, last, most).map_err(io::Error::other)?
            }
            Rows::Shapefile { shapes, attributes, count } => {
                let end = (self.passed + most as u64).min(*count);
                records(shapes, attributes, self.passed..end)?
            }
        };
        self.passed += rows.len() as u64;
        Ok(rows)
    }
}

fn geopackage(path: &Path, name: Option<&str>) -> io::Result<Layer> {
    let failed = |error: rusqlite::Error| io::Error::other(error);
    let connection = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let layers: Vec<String> = {
        let sql = "SELECT table_name FROM gpkg_contents WHERE data_type IN ('features', 'attributes') ORDER BY table_name";
        let mut statement = connection.prepare(sql).map_err(failed)?;
        let names = statement.query_map([], |row| row.get(0)).map_err(failed)?;
        names.collect::<Result<_, _>>().map_err(failed)?
    };
    let layer = match (name, layers.as_slice()) {
        (Some(name), _) if layers.iter().any(|layer| layer == name) => name,
        (None, [only]) => only,
        (_, []) => return Err(io::Error::other("the GeoPackage has no layer")),
        _ => {
            let what = format!("choose a layer of the GeoPackage: --layer {}", layers.join(", --layer "));
            return Err(io::Error::other(what));
        }
    };
    let sql = "SELECT column_name, (SELECT organization_coordsys_id FROM gpkg_spatial_ref_sys AS grid
         WHERE grid.srs_id = gpkg_geometry_columns.srs_id AND lower(organization) = 'epsg')
       FROM gpkg_geometry_columns WHERE table_name = ?1";
    let of_geometry = connection
        .query_row(sql, [layer], |row| Ok((row.get::<_, String>(0)?, row.get::<_, Option<i64>>(1)?)))
        .optional()
        .map_err(failed)?;
    let mut columns: Vec<String> = {
        let mut statement = connection.prepare("SELECT name FROM pragma_table_info(?1)").map_err(failed)?;
        let names = statement.query_map([layer], |row| row.get(0)).map_err(failed)?;
        names.collect::<Result<_, _>>().map_err(failed)?
    };
    let (name, epsg) = of_geometry.unzip();
    let geometry =
        columns.iter().position(|column| name.as_ref().is_some_and(|name| name.eq_ignore_ascii_case(column)));
    if let Some(geometry) = geometry {
        columns.remove(geometry);
        columns.extend([GEOMETRY_LON, GEOMETRY_LAT].map(str::to_owned));
    }
    let epsg = epsg.flatten().and_then(|code| u16::try_from(code).ok());
    let table = format!("\"{}\"", layer.replace('"', "\"\""));
    Ok(Layer {
        columns,
        epsg,
        passed: 0,
        rows: Rows::Geopackage { connection, table, geometry, last: i64::MIN },
    })
}

/// The rows of a table after the row `last`.
fn page(
    connection: &Connection,
    table: &str,
    geometry: Option<usize>,
    last: &mut i64,
    most: usize,
) -> rusqlite::Result<Vec<Vec<Value>>> {
    let sql = format!("SELECT rowid, * FROM {table} WHERE rowid > ?1 ORDER BY rowid LIMIT ?2");
    let mut statement = connection.prepare_cached(&sql)?;
    let columns = statement.column_count();
    let mut rows = statement.query((*last, most as i64))?;
    let mut found = Vec::new();
    while let Some(row) = rows.next()? {
        *last = row.get(0)?;
        let mut cells = Vec::with_capacity(columns + 1);
        let mut point = None;
        for column in 1..columns {
            let value = row.get_ref(column)?;
            if geometry == Some(column - 1) {
                point = value.as_blob_or_null().ok().flatten().and_then(geopackage_point);
                continue;
            }
            cells.push(match value {
                ValueRef::Null | ValueRef::Blob(_) => Value::Null,
                ValueRef::Integer(number) => Value::Int(number),
                ValueRef::Real(number) => Value::Float(number),
                ValueRef::Text(text) => Value::Text(String::from_utf8_lossy(text).into_owned()),
            });
        }
        if geometry.is_some() {
            cells.extend(coordinates(point));
        }
        found.push(cells);
    }
    Ok(found)
}

fn coordinates(point: Option<(f64, f64)>) -> [Value; 2] {
    point.map_or([Value::Null, Value::Null], |(x, y)| [Value::Float(x), Value::Float(y)])
}

/// Easting and northing of a point of a GeoPackage: in well-known binary, after a header with an envelope of 0 to 64 bytes.
pub fn geopackage_point(blob: &[u8]) -> Option<(f64, f64)> {
    /// Bytes of the envelope, by the three bits of the flags that say its kind.
    const ENVELOPES: [usize; 5] = [0, 32, 48, 48, 64];
    if !blob.starts_with(b"GP") {
        return None;
    }
    let flags = *blob.get(3)?;
    let envelope = *ENVELOPES.get(usize::from(flags >> 1 & 7))?;
    well_known_point(blob.get(8 + envelope..)?)
}

/// Coordinates of a point in well-known binary, with or without a height.
pub fn well_known_point(bytes: &[u8]) -> Option<(f64, f64)> {
    let little = *bytes.first()? == 1;
    let word: [u8; 4] = bytes.get(1..5)?.try_into().ok()?;
    let kind = if little { u32::from_le_bytes(word) } else { u32::from_be_bytes(word) };
    // Types from 1001 on are points with more dimensions in ISO form; PostGIS sets high bits instead.
    if (kind & 0x0fff_ffff) % 1000 != 1 {
        return None;
    }
    let number = |at: usize| -> Option<f64> {
        let bytes: [u8; 8] = bytes.get(at..at + 8)?.try_into().ok()?;
        Some(if little { f64::from_le_bytes(bytes) } else { f64::from_be_bytes(bytes) })
    };
    let (x, y) = (number(5)?, number(13)?);
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

fn shapefile(path: &Path) -> io::Result<Layer> {
    let beside = |ending: &str| {
        let file = path.with_extension(ending);
        if file.exists() { file } else { path.with_extension(ending.to_uppercase()) }
    };
    let open = |ending: &str| {
        let file = beside(ending);
        let missing = |error| io::Error::new(io::Error::kind(&error), format!("{}: {error}", file.display()));
        File::open(&file).map(BufReader::new).map_err(missing)
    };
    let shapes =
        ShapeReader::with_shx(BufReader::new(File::open(path)?), open("shx")?).map_err(io::Error::other)?;
    let attributes = Attributes::open(open("dbf")?)?;
    let count = shapes.shape_count().map_err(io::Error::other)? as u64;
    let mut columns: Vec<String> = attributes.fields.iter().map(|field| field.name.clone()).collect();
    columns.extend([GEOMETRY_LON, GEOMETRY_LAT].map(str::to_owned));
    let epsg = fs::read_to_string(beside("prj")).ok().and_then(|text| epsg_of(&text));
    let rows = Rows::Shapefile { shapes: Box::new(shapes), attributes, count };
    Ok(Layer { columns, epsg, passed: 0, rows })
}

fn records(
    shapes: &mut ShapeReader<BufReader<File>>,
    attributes: &mut Attributes,
    range: std::ops::Range<u64>,
) -> io::Result<Vec<Vec<Value>>> {
    attributes.seek(range.start)?;
    let mut rows = Vec::new();
    for index in range {
        let mut cells = attributes.next()?;
        let index = usize::try_from(index).map_err(io::Error::other)?;
        let point = match shapes.read_nth_shape(index).transpose().map_err(io::Error::other)? {
            Some(Shape::Point(point)) => Some((point.x, point.y)),
            Some(Shape::PointM(point)) => Some((point.x, point.y)),
            Some(Shape::PointZ(point)) => Some((point.x, point.y)),
            _ => None,
        };
        cells.extend(coordinates(point));
        rows.push(cells);
    }
    Ok(rows)
}

/// The attributes of a Shapefile: records of dBase III, whose texts are UTF-8 or Windows-1252 regardless of the declared code page.
struct Attributes {
    file: BufReader<File>,
    fields: Vec<AttributeField>,
    header: u64,
    record: Vec<u8>,
}

struct AttributeField {
    name: String,
    kind: u8,
    width: usize,
}

impl Attributes {
    /// Bytes of the head, and of the description of a field.
    const BLOCK: usize = 32;

    fn open(mut file: BufReader<File>) -> io::Result<Attributes> {
        let mut head = [0; Attributes::BLOCK];
        file.read_exact(&mut head)?;
        let word = |at: usize| u16::from_le_bytes([head[at], head[at + 1]]);
        let (header, record) = (word(8), word(10));
        let mut fields = Vec::new();
        let mut described = vec![0; usize::from(header).saturating_sub(Attributes::BLOCK)];
        file.read_exact(&mut described)?;
        for field in described.chunks_exact(Attributes::BLOCK).take_while(|field| field[0] != b'\r') {
            let name = field[..11].split(|&byte| byte == 0).next().unwrap_or_default();
            let name = decode(name, &mut false).trim().to_owned();
            fields.push(AttributeField { name, kind: field[11], width: usize::from(field[16]) });
        }
        let needed = 1 + fields.iter().map(|field| field.width).sum::<usize>();
        if fields.is_empty() || needed > usize::from(record) {
            return Err(io::Error::other("the .dbf file is damaged"));
        }
        Ok(Attributes { file, fields, header: u64::from(header), record: vec![0; usize::from(record)] })
    }

    fn seek(&mut self, row: u64) -> io::Result<()> {
        self.file.seek(SeekFrom::Start(self.header + row * self.record.len() as u64)).map(|_| ())
    }

    fn next(&mut self) -> io::Result<Vec<Value>> {
        self.file.read_exact(&mut self.record)?;
        // The first byte marks deleted records.
        let mut at = 1;
        let cells = self.fields.iter().map(|field| {
            let bytes = self.record[at..at + field.width].trim_ascii();
            at += field.width;
            cell(field.kind, decode(bytes, &mut false))
        });
        Ok(cells.collect())
    }
}

fn cell(kind: u8, text: String) -> Value {
    let text = text.trim_matches('\0').trim();
    match kind {
        _ if text.is_empty() => Value::Null,
        b'N' | b'F' => match (text.parse::<i64>(), text.parse::<f64>()) {
            (Ok(whole), _) => Value::Int(whole),
            (_, Ok(number)) => Value::Float(number),
            // Stars stand for a number that is wider than its field.
            _ => Value::Null,
        },
        _ => Value::Text(text.to_owned()),
    }
}

/// The last code of a projection's text, which is that of the whole: `… AUTHORITY["EPSG","25832"]]`. Without a code, the names that ArcGIS
/// writes are known for UTM.
fn epsg_of(text: &str) -> Option<u16> {
    if let Some((_, behind)) = text.rsplit_once("\"EPSG\"") {
        return first_number(behind);
    }
    let behind = text.split_once("UTM_Zone_")?.1;
    let zone = first_number(behind)?;
    let is_south = behind.trim_start_matches(|character: char| character.is_ascii_digit()).starts_with('S');
    let base = match text {
        _ if text.contains("ETRS_1989") => 25800,
        _ if text.contains("WGS_1984") && is_south => 32700,
        _ if text.contains("WGS_1984") => 32600,
        _ if text.contains("NAD_1983") => 26900,
        _ => return None,
    };
    Some(base + zone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_read_in_both_orders_of_bytes() {
        let mut little = vec![1, 1, 0, 0, 0];
        little.extend(4.9_f64.to_le_bytes());
        little.extend(52.4_f64.to_le_bytes());
        assert_eq!(well_known_point(&little), Some((4.9, 52.4)));
        let mut big = vec![0, 0, 0, 0, 1];
        big.extend(4.9_f64.to_be_bytes());
        big.extend(52.4_f64.to_be_bytes());
        assert_eq!(well_known_point(&big), Some((4.9, 52.4)));
        assert_eq!(well_known_point(&big[..20]), None, "it breaks off");
        assert_eq!(well_known_point(&[1, 3, 0, 0, 0]), None, "a polygon");
    }

    #[test]
    fn the_grid_of_a_projection_is_read() {
        let wkt = "PROJCS[\"ETRS89 / UTM zone 32N\",GEOGCS[\"x\",AUTHORITY[\"EPSG\",\"4258\"]],AUTHORITY[\"EPSG\",\"25832\"]]";
        assert_eq!(epsg_of(wkt), Some(25832));
        assert_eq!(epsg_of("PROJCS[\"ETRS_1989_UTM_Zone_33N\",GEOGCS[\"GCS_ETRS_1989\"]]"), Some(25833));
        assert_eq!(epsg_of("PROJCS[\"WGS_1984_UTM_Zone_23S\",GEOGCS[\"GCS_WGS_1984\"]]"), Some(32723));
        assert_eq!(epsg_of("GEOGCS[\"GCS_WGS_1984\"]"), None);
    }
}
