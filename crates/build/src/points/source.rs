//! Address points from any of the published formats.

use std::path::{Path, PathBuf};

use csv::StringRecord;

use super::layouts;
use super::row::PointRow;
use crate::error::BuildError;
use crate::input::{BadRows, Delimited, TableLayout, described_points, geojson_points, is_geojson};

/// Where points are read from.
#[derive(Debug, Clone)]
pub(crate) struct PointSource {
    pub(crate) files: Vec<PathBuf>,
    /// Column map, `field=column+column,...`; none for the published layouts.
    pub(crate) columns: Option<String>,
    /// Description of the table by the registry of sources; it wins over the column map.
    pub(crate) table: Option<TableLayout>,
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
            if let Some(table) = &self.table {
                described_points(file, table, bad, &mut take)?;
            } else if self.columns.is_none() && is_geojson(file) {
                geojson_points(file, bad, &mut take)?;
            } else {
                self.read_table(file, bad, &mut take)?;
            }
        }
        Ok(())
    }

    fn read_table(
        &self,
        file: &Path,
        bad: &mut BadRows,
        mut take: impl FnMut(PointRow, u64, &mut BadRows) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let mut table = Delimited::open(file)?;
        let columns = layouts::columns(&table.header, self.columns.as_deref())
            .map_err(|problem| BuildError::Row { path: file.into(), line: 1, problem })?;
        let mut row = StringRecord::new();
        while let Some((line, read)) = table.next(&mut row) {
            if let Err(problem) = read {
                bad.note(line, problem)?;
                continue;
            }
            let get = |field: &str| columns.get(field, &row);
            let point = PointRow {
                number: get("number"),
                street: get("street"),
                unit: get("unit"),
                locality: columns.first("locality", &row),
                region: get("region"),
                postcode: get("postcode"),
                lat: get("lat"),
                lon: get("lon"),
                credit: None,
            };
            take(point, line, bad)?;
        }
        table.ended(file)
    }
}
