//! Errors of a build.

use std::path::PathBuf;

use milepost_aside::AsideError;

/// Why no database was written; always names the file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BuildError {
    #[error(
        "no package `{package}` in any of {searched}; run `{install}` in a folder and pass its node_modules with --packages"
    )]
    PackageMissing { package: &'static str, searched: String, install: &'static str },
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("{path} is not what was expected: {source}")]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("{path} cannot be read as a PBF file of OpenStreetMap: {problem}")]
    NotPbf { path: PathBuf, problem: String },
    #[error(
        "the files do not say of which country they are; name it with --country, as ISO 3166-1 alpha-2: --country li"
    )]
    CountryUnknown,
    #[error(
        "the import needs {} of free space in {path}, which has {}; remove files there, or choose another place with --out, or TMPDIR for temporary files",
        indicatif::DecimalBytes(*needed),
        indicatif::DecimalBytes(*free)
    )]
    NoSpace { path: PathBuf, needed: u64, free: u64 },
    #[error("{path}:{line}: {problem}")]
    Row { path: PathBuf, line: usize, problem: String },
    #[error("cannot write {path}: {source}")]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot write {path}: {source}")]
    Database { path: PathBuf, source: rusqlite::Error },
    #[error("cannot read {path}: {source}")]
    Query { path: PathBuf, source: rusqlite::Error },
    #[error(
        "{path} is not a source of places: known are GeoNames dumps, Who's On First distributions in SQLite and postcode tables"
    )]
    UnknownSource { path: PathBuf },
    #[error("{path} exists: --append adds to it, --replace overwrites it")]
    Exists { path: PathBuf },
    #[error("{path} was not written: of its sources no row can be used{}", lines(named))]
    Empty { path: PathBuf, named: String },
    #[error("no source was given; {what}")]
    NoSource { what: &'static str },
    #[error("{path} was not written: of {written} rows of `{table}`, {found} can be read again")]
    Lost { path: PathBuf, table: &'static str, written: u64, found: u64 },
    #[error("{path} was not written: {problem}")]
    NotWhole { path: PathBuf, problem: String },
    #[error("the command that started this build has ended")]
    Orphaned,
    #[error(transparent)]
    Table(#[from] milepost_bulk::BulkError),
    #[error(
        "the coordinates lie in {}; name the country of the rows with --country, or use a file per country",
        .0.join(" and ")
    )]
    SeveralCountries(Vec<String>),
    #[error(transparent)]
    Aside(#[from] AsideError),
    #[error(transparent)]
    Gazetteer(#[from] milepost_gazetteer::GazetteerError),
    #[error(transparent)]
    Store(#[from] milepost_store::StoreError),
}

/// The first rows that cannot be used, each on its line.
fn lines(named: &str) -> String {
    if named.is_empty() { String::new() } else { format!(":\n{named}") }
}

impl BuildError {
    /// The exit code: 2 if the command line is wrong.
    pub(crate) fn exit_code(&self) -> u8 {
        match self {
            BuildError::NoSource { .. } | BuildError::CountryUnknown => 2,
            BuildError::Table(error) => error.exit_code(),
            _ => 1,
        }
    }
}
