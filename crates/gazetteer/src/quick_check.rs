//! Whether a database is whole: what SQLite finds when it reads every page.

use std::path::Path;

use milepost_store::checksums::{self, Checked};

use crate::GazetteerError;
use crate::database::Database;

/// Most sentences reported for a damaged file; SQLite would list every page.
const MOST_PROBLEMS: usize = 5;

/// The result of reading a whole database.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeepCheck {
    /// What its checksums say.
    pub checksums: Checked,
    /// What is wrong with it, one sentence each; nothing if it is intact.
    pub problems: Vec<String>,
}

/// Verifies the checksums of a database, if it has any, and has SQLite check it (`PRAGMA quick_check`). Reads the whole file
/// twice, so it takes seconds per gigabyte. Only the checksums compare indexes with their tables.
///
/// # Errors
/// If the file cannot be opened, or the damage stops SQLite.
pub fn deep_check(path: &Path) -> Result<DeepCheck, GazetteerError> {
    let database = Database::open_with_geometry(path)?;
    let checksums = checksums::verify(path, |_| true)?;
    let mut problems = Vec::new();
    if let Checked::Damaged(damage) = &checksums {
        problems.push(damage.to_string());
    }
    let found = database.with_all_steps(|connection| {
        let mut statement = connection.prepare(&format!("PRAGMA quick_check({MOST_PROBLEMS})"))?;
        statement.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<Vec<String>>>()
    });
    match found {
        Ok(found) => problems.extend(found.into_iter().filter(|line| line != "ok")),
        // The checksums name the page, which is more precise than SQLite's error.
        Err(_) if !problems.is_empty() => {}
        Err(error) => return Err(error),
    }
    Ok(DeepCheck { checksums, problems })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use rusqlite::Connection;

    use super::*;

    #[test]
    fn tells_whole_and_damaged_files_apart() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("some.db");
        let database = Connection::open(&path).unwrap();
        database
            .execute_batch(
                "CREATE TABLE t (a TEXT);
                 WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 5000)
                 INSERT INTO t SELECT printf('%040d', i) FROM n;",
            )
            .unwrap();
        drop(database);
        let whole = DeepCheck { checksums: Checked::WithoutChecksums, problems: Vec::new() };
        assert_eq!(deep_check(&path).unwrap(), whole);

        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 4096].fill(0xff);
        fs::write(&path, bytes).unwrap();
        // SQLite either lists the damage or stops; it must not call the file intact.
        assert!(deep_check(&path).map_or(true, |found| !found.problems.is_empty()));

        fs::write(&path, "no database").unwrap();
        assert!(matches!(deep_check(&path), Err(GazetteerError::Open { .. })));
    }
}
