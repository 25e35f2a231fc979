//! `lookup`: the small databases of annotations. They have the schemas of published ones, so Milepost can read both.

mod regions;
mod un_locode;

use std::path::PathBuf;

use crate::error::BuildError;

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
    match kind {
        Kind::Timezone => regions::build(&regions::TIMEZONES, sources, out, *strict),
        Kind::Nuts => regions::build(&regions::NUTS, sources, out, *strict),
        Kind::Unlocode => un_locode::build(sources, out, *strict),
    }
}
