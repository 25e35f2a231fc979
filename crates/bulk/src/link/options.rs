//! The command lines of `milepost match` and `milepost dedupe`, and what they say about the reading of addresses.

use std::path::Path;

use milepost::Engine;

use super::saved::Saved;
use crate::error::BulkError;
use crate::fields::Only;
use crate::options::{Opened, TableOptions};
use crate::run::{of_engine, open};

/// Pairs the rows of two tables that have the same address.
#[derive(Debug, Clone, clap::Args)]
pub struct MatchOptions {
    /// The first table: CSV, TSV, NDJSON, GeoJSON, Parquet, GeoPackage or Shapefile.
    pub left: String,
    /// The second table.
    pub right: String,
    /// Column of the first table that identifies its rows in the result; otherwise the number of the row.
    #[arg(long, value_name = "COLUMN")]
    pub left_id: Option<String>,
    /// Column of the second table that identifies its rows.
    #[arg(long, value_name = "COLUMN")]
    pub right_id: Option<String>,
    /// Which pairs the result has.
    #[command(flatten)]
    pub pairs: PairOptions,
    /// Geocodes the addresses: those near each other are compared as well, and their distance counts.
    #[arg(long)]
    pub geocode: bool,
    /// How the tables are read and where the pairs go.
    #[command(flatten)]
    pub table: TableOptions,
}

/// Which pairs of two tables a result has.
#[derive(Debug, Clone, Copy, clap::Args)]
pub struct PairOptions {
    /// Least probability of a pair.
    #[arg(long, default_value = "0", value_parser = probability)]
    pub threshold: f64,
    /// Each row is in one pair at most, the most probable one.
    #[arg(long)]
    pub one_to_one: bool,
    /// Also pairs of different units of one building.
    #[arg(long)]
    pub same_building: bool,
}

/// Finds the rows of one table that have the same address: all its columns stay, and the cluster follows them.
#[derive(Debug, Clone, clap::Args)]
pub struct DedupeOptions {
    /// The table: CSV, TSV, NDJSON, GeoJSON, Parquet, GeoPackage or Shapefile. It is read twice, so it is a file.
    pub input: String,
    /// Least probability of a link.
    #[arg(long, default_value = "0", value_parser = probability)]
    pub threshold: f64,
    /// Geocodes the addresses: those near each other are compared as well, and their distance counts.
    #[arg(long)]
    pub geocode: bool,
    /// Prefix of the new columns.
    #[arg(long, default_value = "")]
    pub prefix: String,
    /// How the table is read and where it goes.
    #[command(flatten)]
    pub table: TableOptions,
}

fn probability(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| (0.0..=1.0).contains(number));
    number.ok_or_else(|| "it must be a number from 0 to 1".to_owned())
}

/// How the addresses of tables are read.
#[derive(Debug, Clone, Copy, Default)]
pub struct Linking<'a> {
    /// Country (ISO 3166-1 alpha-2) of addresses that name none; may be empty.
    pub key_country: &'a str,
    /// Whether they are geocoded, so that the distance of two points counts.
    pub geocode: bool,
}

impl<'a> Linking<'a> {
    pub(super) fn of(table: &'a TableOptions, geocode: bool) -> Linking<'a> {
        Linking { key_country: table.key_country.as_deref().unwrap_or_default(), geocode }
    }

    pub(super) fn engine(self, opened: &Opened) -> Result<Engine, BulkError> {
        open(if self.geocode { Only::Geocode } else { Only::Key }, opened)
    }

    /// The file of the parses beside a result; none for standard output.
    pub(super) fn saved(self, table: &TableOptions, engine: &Engine) -> Result<Option<Saved>, BulkError> {
        let mut run = of_engine(engine, &table.opened);
        run.insert("how addresses are read".to_owned(), format!("{self:?}"));
        let beside = |out| Saved::beside(Path::new(out), &run);
        Some(&table.out).filter(|out| *out != "-").map(beside).transpose()
    }
}
