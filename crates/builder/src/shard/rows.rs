//! Options of every builder of a shard for the rows it reads.

use std::path::PathBuf;

/// Flags about the rows of a source.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct RowOptions {
    /// Country of the rows, ISO 3166-1 alpha-2; streets are normalised by its rules. By default that of the first coordinates of a table.
    #[arg(long)]
    country: Option<String>,
    /// Administrative database that knows the country of a point.
    #[arg(long, hide = true)]
    pub(crate) admin_db: Option<PathBuf>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    pub(crate) strict: bool,
}

impl RowOptions {
    /// The country of rows that are not guessed, lower case: files of TIGER/Line are of the United States.
    pub(crate) fn country(&self) -> String {
        self.named_country().unwrap_or_else(|| "us".to_owned())
    }

    /// The country that the command line names, lower case.
    pub(crate) fn named_country(&self) -> Option<String> {
        self.country.as_deref().map(str::to_lowercase)
    }
}

/// Flags about where rows come from.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct OriginOptions {
    /// Name of the source, kept with each row.
    #[arg(long)]
    pub(crate) source: Option<String>,
    /// Release of the source, kept with each row.
    #[arg(long)]
    pub(crate) release: Option<String>,
}
