//! Whether a database is whole: what SQLite finds when it reads every page.

use std::path::Path;

use crate::GazetteerError;
use crate::database::Database;

/// Sentences that are reported of a damaged file; SQLite would list every page.
const MOST_PROBLEMS: usize = 5;

/// What `PRAGMA quick_check` finds wrong with a database, in SQLite's words; nothing when it is whole. Reads the whole file, so it takes
/// seconds a gigabyte. Indexes are not compared with their tables.
///
/// # Errors
/// When the file cannot be opened, or the damage keeps SQLite from reading on.
pub fn quick_check(path: &Path) -> Result<Vec<String>, GazetteerError> {
    let found: Vec<String> = Database::open(path)?.with(|connection| {
        let mut statement = connection.prepare(&format!("PRAGMA quick_check({MOST_PROBLEMS})"))?;
        statement.query_map([], |row| row.get(0))?.collect()
    })?;
    Ok(found.into_iter().filter(|line| line != "ok").collect())
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
        assert_eq!(quick_check(&path).unwrap(), Vec::<String>::new());

        let mut bytes = fs::read(&path).unwrap();
        let middle = bytes.len() / 2;
        bytes[middle..middle + 4096].fill(0xff);
        fs::write(&path, bytes).unwrap();
        // SQLite either lists what is wrong or cannot go on; it must not call the file whole.
        assert!(quick_check(&path).map_or(true, |problems| !problems.is_empty()));

        fs::write(&path, "no database").unwrap();
        assert!(matches!(quick_check(&path), Err(GazetteerError::Open { .. })));
    }
}
