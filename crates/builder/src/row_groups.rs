//! `milepost build row-groups`: which bytes of GeoParquet files hold a country. `milepost data add` downloads only those.

use std::path::PathBuf;

use crate::error::BuildError;
use crate::input::{Wanted, needed_of_geoparquet};
use crate::summary::Summary;

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct RowGroupOptions {
    /// Files that have at least their last bytes; the rest may be holes.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// The rows to read, in JSON: country, region, boxes.
    #[arg(long)]
    wanted: String,
}

/// Returns the ranges of each file.
pub(crate) fn tell(options: &RowGroupOptions) -> Result<Summary, BuildError> {
    let wanted: Wanted = serde_json::from_str(&options.wanted)
        .map_err(|source| BuildError::Json { path: "--wanted".into(), source })?;
    let files = options
        .sources
        .iter()
        .map(|path| needed_of_geoparquet(path, &wanted))
        .collect::<Result<Vec<_>, _>>()?;
    let mut summary = Summary::default();
    summary.report = Some(serde_json::json!({ "files": files }).to_string());
    Ok(summary)
}
