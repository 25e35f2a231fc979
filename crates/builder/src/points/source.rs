//! Address points from files of any format.

use std::io::Read;
use std::path::{Path, PathBuf};

use csv::StringRecord;
use milepost_bulk::{BulkError, Projection, TableRows};

use super::layouts;
use super::row::{PointRow, coordinate};
use crate::error::BuildError;
use crate::input::{BadRows, Columns, TableLayout, described_points, open};

#[derive(Debug, Clone, Default)]
pub(crate) struct PointSource {
    pub(crate) files: Vec<PathBuf>,
    /// Column map, `field=column+column,...`; none for the published layouts.
    pub(crate) columns: Option<String>,
    /// Description of the table by the registry of sources; it wins over the column map.
    pub(crate) table: Option<TableLayout>,
    pub(crate) reading: ReadingOptions,
}

/// Options about the format of the files.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct ReadingOptions {
    /// Grid of the coordinates: `EPSG:25832`. By default that which the file names, otherwise degrees.
    #[arg(long, value_name = "EPSG:CODE", value_parser = milepost_bulk::epsg)]
    pub(crate) crs: Option<u16>,
    /// Layer of a GeoPackage that has several.
    #[arg(long)]
    pub(crate) layer: Option<String>,
}

impl PointSource {
    /// Calls `take` with every row and its line, file by file.
    pub(crate) fn read(
        &self,
        bad: &mut BadRows,
        mut take: impl FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        for file in &self.files {
            bad.in_file(file);
            match &self.table {
                Some(table) => described_points(file, table, bad, &mut take)?,
                None => self.open(file)?.read(bad, &mut take)?,
            }
        }
        Ok(())
    }

    /// Opens one of its files, which no registry describes.
    pub(crate) fn open(&self, file: &Path) -> Result<PointTable, BuildError> {
        let path = if file.as_os_str() == "-" { Path::new("/dev/stdin") } else { file };
        let decompressed = || match open(path) {
            Ok(stream) => Ok(Box::new(stream) as Box<dyn Read + Send>),
            Err(BuildError::Read { path, source }) => {
                Err(BulkError::Read { path: path.to_string_lossy().into_owned(), source })
            }
            Err(other) => Err(BulkError::Usage(other.to_string())),
        };
        let rows = TableRows::open(path, self.reading.layer.clone(), decompressed)?;
        let problem = |problem| BuildError::Row { path: file.into(), line: 1, problem };
        let header: Vec<String> = rows.columns().iter().map(|name| name.trim().to_lowercase()).collect();
        let columns = layouts::columns(&header, self.columns.as_deref(), &rows).map_err(problem)?;
        let epsg = self.reading.crs.or(rows.epsg().filter(|_| self.columns.is_none()));
        let projection = epsg.map_or(Ok(None), Projection::of).map_err(problem)?;
        Ok(PointTable { rows, columns, projection })
    }
}

pub(crate) struct PointTable {
    rows: TableRows,
    columns: Columns,
    projection: Option<Projection>,
}

impl PointTable {
    /// The points of the first rows, latitude and longitude. They are read again.
    pub(crate) fn sample(&self) -> Vec<(f64, f64)> {
        let rows = self.rows.sample().into_iter();
        let point = |cells| self.point(cells).and_then(|row| super::row::point_of(&row.lat, &row.lon));
        rows.filter_map(|cells| point(cells).ok()).collect()
    }

    pub(crate) fn read(
        mut self,
        bad: &mut BadRows,
        mut take: impl FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        while let Some(rows) = self.rows.next_rows()? {
            for row in rows {
                match row.cells.and_then(|cells| self.point(cells)) {
                    Ok(point) => take(point, row.line, bad)?,
                    Err(problem) => bad.note(row.line, problem)?,
                }
            }
        }
        Ok(())
    }

    fn point(&self, cells: Vec<String>) -> Result<PointRow, String> {
        let row = StringRecord::from(cells);
        let get = |field: &str| self.columns.get(field, &row);
        let (mut lat, mut lon) = (get("lat"), get("lon"));
        if let Some(projection) = &self.projection {
            let degrees = projection.degrees(coordinate("easting", &lon)?, coordinate("northing", &lat)?)?;
            (lat, lon) = (degrees.0.to_string(), degrees.1.to_string());
        }
        Ok(PointRow {
            number: get("number"),
            street: get("street"),
            unit: get("unit"),
            locality: self.columns.first("locality", &row),
            region: get("region"),
            postcode: get("postcode"),
            lat,
            lon,
            credit: None,
        })
    }
}
