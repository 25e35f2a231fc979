//! Writing a shard: rows as they come into a temporary table on disk, then the table in its order, then the indexes; all
//! beside the final name, synced and renamed. Memory stays bounded whatever the source's size.

use std::fs::{self, File};
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Params};

use crate::error::BuildError;

/// Cache of a connection that builds, KiB.
const CACHE_KIB: i64 = 64 * 1024;

/// The parts of a shard.
pub(crate) struct Layout {
    /// The table rows go into.
    pub(crate) table: &'static str,
    /// Statements that make it.
    pub(crate) schema: &'static str,
    /// Statements that make its indexes.
    pub(crate) indexes: &'static str,
    /// Order the rows lie in.
    pub(crate) order: &'static str,
    /// Columns, for the statement that inserts.
    pub(crate) columns: usize,
}

/// A shard on its way.
pub(crate) struct Shard {
    path: PathBuf,
    aside: PathBuf,
    /// None once the file is finished.
    connection: Option<Connection>,
    layout: &'static Layout,
    insert: String,
    /// Rows taken so far.
    pub(crate) rows: u64,
}

impl Shard {
    /// Starts a shard that will lie at `path`.
    pub(crate) fn create(path: &Path, layout: &'static Layout) -> Result<Shard, BuildError> {
        let unwritten = |source| BuildError::Write { path: path.into(), source };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(unwritten)?;
        }
        let mut aside = path.as_os_str().to_owned();
        aside.push(".part");
        let aside = PathBuf::from(aside);
        match fs::remove_file(&aside) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(unwritten(error)),
            _ => {}
        }
        let failed = |source| BuildError::Database { path: path.into(), source };
        let connection = Connection::open(&aside).map_err(failed)?;
        let table = layout.table;
        connection
            .execute_batch(&format!(
                // Nobody reads the file yet and a failed build starts over, so no journal is needed.
                "PRAGMA page_size = 4096; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA temp_store = FILE;
                 PRAGMA cache_size = -{CACHE_KIB};
                 {}
                 CREATE TEMP TABLE incoming AS SELECT * FROM {table} WHERE 0;
                 BEGIN;",
                layout.schema
            ))
            .map_err(failed)?;
        let marks: Vec<String> = (1..=layout.columns).map(|number| format!("?{number}")).collect();
        let insert = format!("INSERT INTO temp.incoming VALUES ({})", marks.join(", "));
        Ok(Shard { path: path.into(), aside, connection: Some(connection), layout, insert, rows: 0 })
    }

    /// Adds a row, its columns in the order of the schema.
    pub(crate) fn add(&mut self, row: impl Params) -> Result<(), BuildError> {
        self.rows += 1;
        self.with(|connection| connection.prepare_cached(&self.insert)?.execute(row).map(|_| ()))
    }

    /// Runs a query over the rows taken so far, or a change of the finished tables, before the file is finished.
    pub(crate) fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BuildError> {
        let finished = || rusqlite::Error::InvalidPath(self.aside.clone());
        self.connection
            .as_ref()
            .ok_or_else(finished)
            .and_then(query)
            .map_err(|source| BuildError::Database { path: self.path.clone(), source })
    }

    /// Orders, indexes, syncs and renames; returns the size in bytes.
    pub(crate) fn finish(self) -> Result<u64, BuildError> {
        self.finish_with(|_| Ok(()))
    }

    /// As [`Shard::finish`], with `complete` run on the finished file before it takes its name.
    pub(crate) fn finish_with(
        mut self,
        complete: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        let Layout { table, indexes, order, .. } = self.layout;
        self.with(|connection| {
            connection.execute_batch(&format!(
                "INSERT INTO {table} SELECT * FROM temp.incoming ORDER BY {order};
                 DROP TABLE temp.incoming;
                 {indexes}
                 COMMIT;
                 ANALYZE;"
            ))
        })?;
        let (path, aside) = (self.path.clone(), self.aside.clone());
        if let Some(connection) = self.connection.take() {
            connection.close().map_err(|(_, source)| BuildError::Database { path: path.clone(), source })?;
        }
        complete(&aside)?;
        let unwritten = |source| BuildError::Write { path: path.clone(), source };
        File::open(&aside).and_then(|file| file.sync_all()).map_err(unwritten)?;
        let size = fs::metadata(&aside).map_err(unwritten)?.len();
        fs::rename(&aside, &path).map_err(unwritten)?;
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            File::open(folder).and_then(|folder| folder.sync_all()).map_err(unwritten)?;
        }
        Ok(size)
    }
}

/// A build that stops leaves nothing behind but what was there before it.
impl Drop for Shard {
    fn drop(&mut self) {
        self.connection = None;
        // After the rename there is nothing to remove, and a file that cannot be removed is overwritten by the next build.
        let _ = fs::remove_file(&self.aside);
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {} rows", self.path.display(), self.rows)
    }
}
