//! Free disk space, compared with what an import needs before it starts.

use std::collections::BTreeMap;
use std::env;
use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::error::BuildError;

/// Bytes in the data root at the peak of an import, for each byte of its files: spooled objects and databases. 2.5 were measured
/// (`benches/data/osm.py`).
const IN_ROOT: f64 = 3.0;
/// Bytes in the folder of SQLite's temporary files: rows that wait to be sorted. 0.9 were measured.
const IN_TEMPORARY: f64 = 1.5;

/// Fails if the disks of `folder`, and of SQLite's temporary files, have no room for an import of `bytes` bytes.
pub(super) fn check(folder: &Path, bytes: u64) -> Result<(), BuildError> {
    let mut needs = vec![(folder.to_owned(), IN_ROOT)];
    needs.extend(temporary_folder().map(|temporary| (temporary, IN_TEMPORARY)));
    // Folders of one disk share its space.
    let mut disks: BTreeMap<u64, (PathBuf, f64)> = BTreeMap::new();
    for (path, factor) in needs {
        let read = |source| BuildError::Read { path: path.clone(), source };
        let device = File::open(&path).and_then(|file| file.metadata()).map_err(read)?.dev();
        disks.entry(device).or_insert_with(|| (path.clone(), 0.0)).1 += factor;
    }
    for (path, factor) in disks.into_values() {
        let found = rustix::fs::statvfs(&path);
        let found = found.map_err(|error| BuildError::Read { path: path.clone(), source: error.into() })?;
        let (needed, free) = ((bytes as f64 * factor) as u64, found.f_bavail.saturating_mul(found.f_frsize));
        if free < needed {
            return Err(BuildError::NoSpace { path, needed, free });
        }
    }
    Ok(())
}

/// The folder of SQLite's temporary files (`unixTempFileDir` of SQLite).
fn temporary_folder() -> Option<PathBuf> {
    let named = ["SQLITE_TMPDIR", "TMPDIR"].into_iter().filter_map(env::var_os).map(PathBuf::from);
    let usual = ["/var/tmp", "/usr/tmp", "/tmp"].into_iter().map(PathBuf::from);
    named.chain(usual).find(|folder| folder.is_dir())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_import_that_no_disk_has_room_for_is_refused_with_both_sizes() {
        let folder = env::temp_dir();
        assert!(check(&folder, 1).is_ok());
        let error = check(&folder, 1 << 60).unwrap_err().to_string();
        assert!(error.contains("of free space") && error.contains("EB"), "{error}");
    }
}
