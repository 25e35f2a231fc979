//! The command line.

use std::path::PathBuf;

use milepost::Bounds;

use crate::fields::Only;
use crate::file_format::Kind;

/// Geocodes a table: all its columns stay, and the results follow them.
#[derive(Debug, Clone, clap::Args)]
pub struct BulkOptions {
    /// Files to read, in order: CSV, TSV, NDJSON, GeoJSON, Parquet, GeoPackage or Shapefile; text also with gzip or zstd. `-` is standard
    /// input. `*` and `?` match several files.
    #[arg(required = true)]
    pub inputs: Vec<String>,
    /// How the table is read and where the result goes.
    #[command(flatten)]
    pub table: TableOptions,
    /// Grid of the points (`--only reverse`): `EPSG:25832`. By default that of the file, otherwise degrees.
    #[arg(long, value_name = "EPSG:CODE", value_parser = epsg)]
    pub crs: Option<u16>,
    /// Point near which places are preferred, degrees.
    #[arg(long, value_name = "LAT,LON", allow_hyphen_values = true, value_parser = near_point)]
    pub near: Option<(f64, f64)>,
    /// Box that all answers lie in, degrees.
    #[arg(long, value_name = "SOUTH,WEST,NORTH,EAST", allow_hyphen_values = true, value_parser = bounding_box)]
    pub bounds: Option<Bounds>,
    /// Column of the latitude (`--only reverse`).
    #[arg(long)]
    pub lat: Option<String>,
    /// Column of the longitude (`--only reverse`).
    #[arg(long)]
    pub lon: Option<String>,
    /// The operation on each row.
    #[arg(long, value_enum, default_value = "geocode")]
    pub only: Only,
    /// Columns of the result, comma-separated; `--fields help` lists them.
    #[arg(long, value_delimiter = ',')]
    pub fields: Vec<String>,
    /// Prefix of the new columns.
    #[arg(long, default_value = "geo_")]
    pub prefix: String,
    /// Prints the first rows as a table and writes nothing.
    #[arg(long, value_name = "ROWS", num_args = 0..=1, default_missing_value = "100")]
    pub dry_run: Option<usize>,
    /// Writes the counts to a file, as JSON.
    #[arg(long)]
    pub summary: Option<PathBuf>,
    /// Starts over instead of resuming an interrupted run.
    #[arg(long)]
    pub restart: bool,
    /// Rows of a window; for tests.
    #[arg(long, hide = true)]
    pub window: Option<usize>,
    /// Milliseconds between two entries of the journal; for tests.
    #[arg(long, hide = true, default_value = "1000")]
    pub commit_ms: u64,
}

/// How a table of addresses is read, and where the result goes.
#[derive(Debug, Clone, clap::Args)]
pub struct TableOptions {
    /// File to write; its extension sets the format, `.gz` and `.zst` compress it; `-` is standard output.
    #[arg(long, default_value = "-")]
    pub out: String,
    /// Format of the input, if its extension does not show it.
    #[arg(long, value_enum)]
    pub input_format: Option<Kind>,
    /// Format of the result, if its extension does not show it.
    #[arg(long, value_enum)]
    pub format: Option<Kind>,
    /// Delimiter of the input, by default detected from the first lines. `\t` is a tab.
    #[arg(long)]
    pub delimiter: Option<String>,
    /// Layer of a GeoPackage that has several.
    #[arg(long)]
    pub layer: Option<String>,
    /// The first line is a row, not a header; columns are named `column_1` and so on.
    #[arg(long)]
    pub no_header: bool,
    /// Column that holds the whole address.
    #[arg(long)]
    pub address: Option<String>,
    /// Column of the street, with or without its number.
    #[arg(long)]
    pub street: Option<String>,
    /// Column of the house number.
    #[arg(long)]
    pub number: Option<String>,
    /// Column of the unit.
    #[arg(long)]
    pub unit: Option<String>,
    /// Column of the town.
    #[arg(long)]
    pub city: Option<String>,
    /// Column of the postcode.
    #[arg(long)]
    pub postcode: Option<String>,
    /// Column of the state or region.
    #[arg(long)]
    pub region: Option<String>,
    /// Column of the country; `milepost bulk` also takes countries that all answers lie in: `us` or `us,ca`. A column of that name comes
    /// first.
    #[arg(long, value_name = "COLUMN|CODES")]
    pub country: Option<String>,
    /// Country (ISO 3166-1 alpha-2) of addresses that name none; a key follows the rules of its country.
    #[arg(long, value_name = "CODE")]
    pub key_country: Option<String>,
    /// Threads; by default one per core.
    #[arg(long)]
    pub threads: Option<usize>,
    /// Overwrites an existing result.
    #[arg(long)]
    pub replace: bool,
    /// Prints no progress.
    #[arg(long)]
    pub quiet: bool,
    /// Source of the bytes of a remote input.
    #[arg(long, hide = true, value_name = "NAME=PATH")]
    pub fetched: Vec<String>,
    /// Files to open, found by the calling command.
    #[command(flatten)]
    pub opened: Opened,
}

/// Files of the engine.
#[derive(Debug, Clone, clap::Args)]
pub struct Opened {
    /// ONNX Runtime's library.
    #[arg(long, hide = true)]
    pub onnxruntime: Option<PathBuf>,
    /// Folder of the weights.
    #[arg(long, hide = true)]
    pub weights: Option<PathBuf>,
    /// Candidate gazetteer.
    #[arg(long, hide = true)]
    pub candidate_db: Option<PathBuf>,
    /// Folder of streets and house numbers.
    #[arg(long, hide = true)]
    pub data_root: Option<PathBuf>,
    /// Administrative database.
    #[arg(long, hide = true)]
    pub admin_db: Option<PathBuf>,
    /// Its polygons.
    #[arg(long, hide = true)]
    pub polygons: Option<PathBuf>,
    /// Why no gazetteer was found, for a message.
    #[arg(long, hide = true)]
    pub missing: Option<String>,
}

fn near_point(text: &str) -> Result<(f64, f64), String> {
    let [lat, lon] = degrees(text, ["latitude", "longitude"])?;
    Ok((lat, lon))
}

fn bounding_box(text: &str) -> Result<Bounds, String> {
    let [south, west, north, east] = degrees(text, ["south", "west", "north", "east"])?;
    if south > north {
        return Err("the south must not lie north of the north".to_owned());
    }
    Ok(Bounds { south, west, north, east })
}

/// As many numbers as names, latitudes and longitudes in turn.
fn degrees<const COUNT: usize>(text: &str, names: [&str; COUNT]) -> Result<[f64; COUNT], String> {
    let numbers: Vec<f64> = text.split(',').filter_map(|part| part.trim().parse().ok()).collect();
    let is_degree = |(index, number): (usize, &f64)| number.abs() <= [90.0, 180.0][index % 2];
    match <[f64; COUNT]>::try_from(numbers) {
        Ok(numbers) if text.split(',').count() == COUNT && numbers.iter().enumerate().all(is_degree) => {
            Ok(numbers)
        }
        _ => Err(format!("it must be {} in degrees", names.join(","))),
    }
}

/// The code of a coordinate reference system of the EPSG registry: `EPSG:25832` or `25832`.
///
/// # Errors
/// If the text is not an EPSG code.
pub fn epsg(text: &str) -> Result<u16, String> {
    let digits = text.trim().rsplit(':').next().unwrap_or_default();
    digits.parse().map_err(|_| "it must be a code of the EPSG registry, such as EPSG:25832".to_owned())
}
