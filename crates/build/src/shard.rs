//! Writing a shard: rows as they come into a temporary table on disk, then the table in its order, then the indexes; all
//! beside the final name (`write_aside.rs`). Memory stays bounded whatever the source's size.

use std::path::Path;

use milepost_aside::{Aside, Claim};
use rusqlite::{Connection, Params};

use crate::error::BuildError;
use crate::write_aside;

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

/// A shard on its way. One that is dropped before it is finished leaves nothing behind but what was there before it.
pub(crate) struct Shard {
    connection: Connection,
    // Behind the connection: what is open is closed before it is removed, and removed before others may write.
    aside: Aside,
    claim: Claim,
    layout: &'static Layout,
    insert: String,
    /// Rows taken so far.
    pub(crate) rows: u64,
}

impl Shard {
    /// Starts a shard that will lie at `path`, unless another build writes there.
    pub(crate) fn create(path: &Path, layout: &'static Layout) -> Result<Shard, BuildError> {
        let claim = Claim::on(path)?;
        let aside = claim.aside()?;
        let failed = |source| BuildError::Database { path: path.into(), source };
        let connection = write_aside::open(aside.path()).map_err(failed)?;
        let table = layout.table;
        connection
            .execute_batch(&format!(
                "{}
                 CREATE TEMP TABLE incoming AS SELECT * FROM {table} WHERE 0;
                 BEGIN;",
                layout.schema
            ))
            .map_err(failed)?;
        let marks: Vec<String> = (1..=layout.columns).map(|number| format!("?{number}")).collect();
        let insert = format!("INSERT INTO temp.incoming VALUES ({})", marks.join(", "));
        Ok(Shard { connection, aside, claim, layout, insert, rows: 0 })
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
        query(&self.connection)
            .map_err(|source| BuildError::Database { path: self.claim.target().into(), source })
    }

    /// Orders, indexes and installs; returns the size in bytes.
    pub(crate) fn finish(self) -> Result<u64, BuildError> {
        self.finish_with(|_| Ok(()))
    }

    /// As [`Shard::finish`], with `complete` run on the finished file before it takes its name.
    pub(crate) fn finish_with(
        self,
        complete: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<u64, BuildError> {
        let Layout { table, indexes, order, .. } = self.layout;
        let rows = self.with(|connection| {
            let rows = write_aside::count(connection, "temp.incoming")?;
            connection.execute_batch(&format!(
                "INSERT INTO {table} SELECT * FROM temp.incoming ORDER BY {order};
                 DROP TABLE temp.incoming;
                 {indexes}
                 COMMIT;
                 ANALYZE;"
            ))?;
            Ok(rows)
        })?;
        let Shard { connection, aside, claim, layout, .. } = self;
        connection
            .close()
            .map_err(|(_, source)| BuildError::Database { path: claim.target().into(), source })?;
        complete(aside.path())?;
        write_aside::install(aside, &claim, layout.table, rows)
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(formatter, "{}: {} rows", self.claim.target().display(), self.rows)
    }
}
