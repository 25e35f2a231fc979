//! Options of every builder of a shard for the rows it reads.

/// Flags about the rows of a source.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct RowOptions {
    /// Country of the rows, ISO 3166-1 alpha-2; streets are normalised by its rules.
    #[arg(long, default_value = "us")]
    pub(crate) country: String,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    pub(crate) strict: bool,
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
