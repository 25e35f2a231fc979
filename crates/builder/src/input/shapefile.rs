//! Shapefiles in a zip, as statistical offices publish them.

use std::fmt::Display;
use std::fs::File;
use std::io::{self, BufReader, Seek};
use std::path::Path;

use shapefile::{Reader, ShapeReader};
use zip::ZipArchive;

use super::limits::Budget;
use crate::error::BuildError;

/// Shapes with their attributes.
type Shapes = Reader<BufReader<File>, BufReader<File>>;

/// Opens the shapefile of an archive; returns the number of its records too.
pub(crate) fn open_shapefile(path: &Path) -> Result<(Shapes, u64), BuildError> {
    let unreadable = |error: &dyn Display| BuildError::Read {
        path: path.into(),
        source: io::Error::other(error.to_string()),
    };
    let file = File::open(path).map_err(|error| unreadable(&error))?;
    let mut budget = Budget::of(file.metadata().map_err(|error| unreadable(&error))?.len());
    let mut archive = ZipArchive::new(file).map_err(|error| unreadable(&error))?;
    let mut unpacked = |ending| unpack(&mut archive, ending, &mut budget).map_err(|error| unreadable(&error));
    let (shapes, attributes) = (unpacked(".shp")?, unpacked(".dbf")?);
    let shapes = ShapeReader::new(shapes).map_err(|error| unreadable(&error))?;
    let attributes = dbase::Reader::new(attributes).map_err(|error| unreadable(&error))?;
    let records = attributes.header().num_records.into();
    Ok((Reader::new(shapes, attributes), records))
}

/// The archive's file of an ending, in a temporary file.
fn unpack(
    archive: &mut ZipArchive<File>,
    ending: &str,
    budget: &mut Budget,
) -> Result<BufReader<File>, String> {
    let name = archive
        .file_names()
        .filter_map(|name| name.ok().map(|name| name.into_owned()))
        .find(|name| name.to_lowercase().ends_with(ending))
        .ok_or_else(|| format!("no {ending} in the archive"))?;
    let entry = archive.by_name(&name).map_err(|error| error.to_string())?;
    let mut file = tempfile::tempfile().map_err(|error| error.to_string())?;
    io::copy(&mut budget.reader(entry), &mut file)
        .and_then(|_| file.rewind())
        .map_err(|error| error.to_string())?;
    Ok(BufReader::new(file))
}
