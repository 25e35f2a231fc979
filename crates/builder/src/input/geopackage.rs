//! Points of a GeoPackage: a SQLite database whose geometries are blobs (OGC 12-128r19, 2.1.3).

use std::path::{Path, PathBuf};

use csv::StringRecord;
use milepost_bulk::geopackage_point;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OpenFlags, OptionalExtension};

use crate::error::BuildError;

pub(crate) struct Rows {
    connection: Connection,
    path: PathBuf,
    layer: String,
    geometry: String,
    /// Column names, lower case. After those of the layer come `:lat` and `:lon`, northing and easting of the point.
    pub(crate) header: Vec<String>,
}

impl Rows {
    pub(crate) fn open(path: &Path, layer: &str) -> Result<Rows, BuildError> {
        let failed = |source| BuildError::Query { path: path.into(), source };
        let connection =
            Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
        let geometry = "SELECT column_name FROM gpkg_geometry_columns WHERE table_name = ?1";
        let geometry: Option<String> =
            connection.query_row(geometry, [layer], |row| row.get(0)).optional().map_err(failed)?;
        let geometry = geometry.ok_or_else(|| BuildError::Row {
            path: path.into(),
            line: 1,
            problem: format!("the GeoPackage has no layer `{layer}`"),
        })?;
        let names = |connection: &Connection| -> rusqlite::Result<Vec<String>> {
            let mut columns = connection.prepare("SELECT lower(name) FROM pragma_table_info(?1)")?;
            columns.query_map([layer], |row| row.get(0))?.collect()
        };
        let mut header = names(&connection).map_err(failed)?;
        header.extend([":lat".to_owned(), ":lon".to_owned()]);
        Ok(Rows { connection, path: path.into(), layer: layer.into(), geometry, header })
    }

    pub(crate) fn each(
        &mut self,
        take: &mut dyn FnMut(&StringRecord, u64) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let failed = |source| BuildError::Query { path: self.path.clone(), source };
        let quoted = self.layer.replace('"', "\"\"");
        let geometry = self.header.iter().position(|name| *name == self.geometry.to_lowercase());
        let mut statement =
            self.connection.prepare(&format!("SELECT * FROM \"{quoted}\"")).map_err(failed)?;
        let columns = statement.column_count();
        let mut rows = statement.query([]).map_err(failed)?;
        let mut number = 0;
        while let Some(row) = rows.next().map_err(failed)? {
            number += 1;
            let mut record = StringRecord::new();
            let mut point = None;
            for column in 0..columns {
                let text = match row.get_ref(column).map_err(failed)? {
                    ValueRef::Text(text) => String::from_utf8_lossy(text).into_owned(),
                    ValueRef::Integer(value) => value.to_string(),
                    ValueRef::Real(value) => value.to_string(),
                    ValueRef::Blob(blob) if Some(column) == geometry => {
                        point = geopackage_point(blob);
                        String::new()
                    }
                    ValueRef::Blob(_) | ValueRef::Null => String::new(),
                };
                record.push_field(&text);
            }
            let coordinate = |value: Option<f64>| value.map_or_else(String::new, |value| value.to_string());
            record.push_field(&coordinate(point.map(|(_, y)| y)));
            record.push_field(&coordinate(point.map(|(x, _)| x)));
            take(&record, number)?;
        }
        Ok(())
    }
}
