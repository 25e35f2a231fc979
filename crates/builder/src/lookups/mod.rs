//! `lookup`: the small databases of annotations. They have the schemas of published ones, so Milepost can read both.

mod regions;
mod un_locode;

use std::path::PathBuf;

use milepost_aside::Claim;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::places::Writer;
use crate::write_aside;

/// Which database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Kind {
    /// Time zones, from GeoJSON with a property `tzid` (timezone-boundary-builder).
    Timezone,
    /// UN/LOCODE, from tables with a header.
    Unlocode,
    /// NUTS regions, from GeoJSON with `NUTS_ID` and `LEVL_CODE` (Eurostat GISCO).
    Nuts,
}

/// What to build.
#[derive(clap::Args)]
pub(crate) struct LookupOptions {
    kind: Kind,
    /// Sources, plain, gzip or zip.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// Database to write.
    #[arg(long)]
    out: PathBuf,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    strict: bool,
}

/// Builds the database and reports its contents.
pub(crate) fn build(options: &LookupOptions) -> Result<Vec<String>, BuildError> {
    let LookupOptions { kind, sources, out, strict } = options;
    let (table, rows) = match kind {
        Kind::Timezone => ("timezone_polygons", "polygons"),
        Kind::Nuts => ("nuts_regions", "polygons"),
        Kind::Unlocode => ("un_locode", "codes"),
    };
    let claim = Claim::on(out)?;
    let mut bad = BadRows::new(*strict);
    let mut count = 0;
    let size = write_aside::filled(&claim, table, |connection| {
        let writer = Writer { connection, path: out };
        count = match kind {
            Kind::Timezone => regions::fill(&regions::TIMEZONES, sources, &writer, &mut bad)?,
            Kind::Nuts => regions::fill(&regions::NUTS, sources, &writer, &mut bad)?,
            Kind::Unlocode => un_locode::fill(sources, &writer, &mut bad)?,
        };
        Ok(())
    })?;
    let mut lines = bad.summary();
    lines.push(format!("{}: {count} {rows}, {:.1} MB", out.display(), size as f64 / 1e6));
    Ok(lines)
}
