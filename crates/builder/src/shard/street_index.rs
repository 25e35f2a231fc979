//! The index of streets of a finished shard.

use std::path::Path;

use milepost_gazetteer::write_street_index;

use crate::error::BuildError;
use crate::write_aside;

/// Writes the index into the shard at `path`, in place of an older one. The names are those of `country` (lower case).
pub(crate) fn write(path: &Path, country: &str) -> Result<(), BuildError> {
    let failed = |source| BuildError::Database { path: path.into(), source };
    let connection = write_aside::open(path).map_err(failed)?;
    write_street_index(&connection, country).map_err(failed)?;
    connection.close().map_err(|(_, source)| failed(source))
}
