//! Writes a shard: rows go into a temporary table on disk, then into the table in its order, then the indexes are built; all
//! next to the final name (`write_aside.rs`). Memory is bounded for any size of the source.

mod existing;
mod in_place;
mod rows;
pub(crate) mod street_index;

use std::path::Path;

use milepost_aside::{Aside, Claim};
use rusqlite::{Connection, Params};

pub(crate) use self::existing::{Existing, ExistingOptions, read_only_uri};
use self::in_place::Changed;
pub(crate) use self::in_place::{LARGEST_SHARE, is_own};
pub(crate) use self::rows::{OriginOptions, RowOptions};
use crate::error::BuildError;
use crate::input::count_row;
use crate::parts::{self, Part, PartRows};
use crate::write_aside::{self, Ready};

pub(crate) struct Layout {
    pub(crate) table: &'static str,
    pub(crate) schema: &'static str,
    pub(crate) indexes: &'static str,
    pub(crate) order: &'static str,
    /// Columns by which rows of two sources are equal.
    pub(crate) identity: &'static str,
    /// Columns, for the statement that inserts.
    pub(crate) columns: usize,
    pub(crate) parts: RowParts,
}

/// How the rows of a table name the part of the file that they are of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum RowParts {
    /// In a column, by which a part counts its rows.
    Counted,
    /// In a column. Parts keep the counts of another table: streets those of their houses.
    Named,
    /// Not at all: the file has a single part.
    Single,
}

/// A shard in progress. If it is dropped before it is finished, the existing file stays and nothing else is left.
pub(crate) struct Shard {
    connection: Connection,
    // After the connection: a file is closed before it is removed, and removed before others may write.
    aside: Aside,
    claim: Claim,
    layout: &'static Layout,
    insert: String,
    /// Number of the current source; 0 is the existing file.
    origin: u32,
    has_parts: bool,
    takes_out: bool,
    /// The existing file until its rows are read; codes of its parts to remove.
    before: Option<Vec<String>>,
    /// Rows read so far, without those of the existing file.
    pub(crate) rows: u64,
}

#[derive(Debug, Default, serde::Serialize)]
pub(crate) struct Finished {
    /// Bytes; 0 if no rows were left and the file was removed.
    pub(crate) bytes: u64,
    pub(crate) rows: u64,
    /// Rows that another source already has.
    pub(crate) duplicates: u64,
    /// Rows of each part the file holds.
    pub(crate) parts: Vec<PartRows>,
}

/// A finished shard that does not have its name yet.
#[derive(Debug)]
pub(crate) struct Prepared {
    /// None if no rows were left and the file was removed.
    ready: Option<Ready>,
    finished: Finished,
}

impl Prepared {
    /// A whole file with its rows, those left out because another source has them, and its parts.
    pub(crate) fn of(
        ready: Ready,
        rows: u64,
        duplicates: u64,
        parts: Vec<PartRows>,
    ) -> Result<Prepared, BuildError> {
        let finished = Finished { bytes: ready.bytes()?, rows, duplicates, parts };
        Ok(Prepared { ready: Some(ready), finished })
    }

    /// A file of a single part, whose rows were counted.
    pub(crate) fn of_parts(ready: Ready, parts: Vec<PartRows>) -> Result<Prepared, BuildError> {
        let rows = parts.iter().map(|part| part.rows).sum();
        Prepared::of(ready, rows, 0, parts)
    }

    /// Where it is until it is installed.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.ready.as_ref().map(Ready::path)
    }

    pub(crate) fn rows(&self) -> u64 {
        self.finished.rows
    }

    pub(crate) fn install(self) -> Result<Finished, BuildError> {
        self.ready.map(Ready::install).transpose()?;
        Ok(self.finished)
    }
}

impl Shard {
    /// Starts a shard at `path`, unless another build writes there; `existing` decides about an existing file.
    /// Rows are accepted after the first call of [`Shard::next_source`].
    pub(crate) fn create(
        path: &Path,
        layout: &'static Layout,
        existing: &Existing,
    ) -> Result<Shard, BuildError> {
        let claim = Claim::on(path)?;
        let before = existing.keeps(path)?;
        let aside = claim.aside()?;
        let failed = |source| BuildError::Database { path: path.into(), source };
        let connection = write_aside::open(aside.path()).map_err(failed)?;
        let table = layout.table;
        connection.execute_batch(layout.schema).map_err(failed)?;
        let names = column_names(&connection, table).map_err(failed)?;
        connection
            .execute_batch(&format!(
                "CREATE TEMP TABLE incoming AS SELECT {names}, NULL AS part, 0 AS origin FROM {table} WHERE 0;"
            ))
            .map_err(failed)?;
        let shard = Shard {
            connection,
            aside,
            claim,
            layout,
            insert: String::new(),
            origin: 0,
            has_parts: false,
            takes_out: !existing.without().is_empty(),
            before: before.then(|| existing.without().to_vec()),
            rows: 0,
        };
        shard.with(|connection| connection.execute_batch("BEGIN;"))?;
        Ok(shard)
    }

    /// Starts the next source, which is `part` of the file.
    pub(crate) fn next_source(&mut self, part: Option<&Part>) -> Result<(), BuildError> {
        self.origin += 1;
        let id = match part {
            Some(part) => {
                self.has_parts = true;
                self.with(|connection| parts::write(connection, part))?.to_string()
            }
            None => "NULL".to_owned(),
        };
        let marks = vec!["?"; self.layout.columns].join(", ");
        self.insert = format!("INSERT INTO temp.incoming VALUES ({marks}, {id}, {})", self.origin);
        Ok(())
    }

    /// Rows name their part of the file.
    pub(crate) fn says_parts(&mut self) {
        self.has_parts = true;
    }

    /// The number of the current source.
    pub(crate) fn origin(&self) -> u32 {
        self.origin
    }

    /// Adds a row, its columns in the order of the schema.
    pub(crate) fn add(&mut self, row: impl Params) -> Result<(), BuildError> {
        self.rows += 1;
        count_row();
        self.with(|connection| connection.prepare_cached(&self.insert)?.execute(row).map(|_| ()))
    }

    /// Runs a query over the rows so far, or a change of the finished tables, before the file is finished.
    pub(crate) fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BuildError> {
        query(&self.connection)
            .map_err(|source| BuildError::Database { path: self.claim.target().into(), source })
    }

    /// Like [`Shard::with`], outside a transaction, so other databases can be attached.
    pub(crate) fn outside_transaction<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BuildError> {
        self.with(|connection| {
            connection.execute_batch("COMMIT;")?;
            let answer = query(connection)?;
            connection.execute_batch("BEGIN;")?;
            Ok(answer)
        })
    }

    /// Copies the rows of the existing file, if the file is written from scratch.
    pub(crate) fn take_before(&mut self) -> Result<(), BuildError> {
        let Some(without) = self.before.take() else { return Ok(()) };
        let path = self.claim.target().to_owned();
        let layout = self.layout;
        self.has_parts |=
            self.outside_transaction(|connection| existing::copy(connection, &path, layout, &without))?;
        Ok(())
    }

    /// Sorts, indexes and installs the file; `complete` runs on it before it gets its name.
    ///
    /// A file without its last part is removed. Sources without a usable row leave the existing file. If a small part of
    /// the file changes, a copy of it is changed instead of sorting all rows again.
    pub(crate) fn finish_with(
        self,
        complete: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<Finished, BuildError> {
        self.prepare_with(complete)?.install()
    }

    /// The same without the last step, so that several files get their names together.
    pub(crate) fn prepare_with(
        mut self,
        complete: impl FnOnce(&Path) -> Result<(), BuildError>,
    ) -> Result<Prepared, BuildError> {
        let only_takes_out = self.takes_out && self.origin == 0;
        if self.rows == 0 && !only_takes_out {
            return Err(BuildError::Empty { path: self.claim.target().into(), named: String::new() });
        }
        let in_place = match &self.before {
            Some(without) => in_place::change(&self, without)?,
            None => None,
        };
        let changed = match in_place {
            None => self.rebuild()?,
            changed => changed,
        };
        let Some(Changed { aside: copy, rows, duplicates, parts }) = changed else { return self.remove() };
        let Shard { connection, aside, claim, layout, .. } = self;
        connection
            .close()
            .map_err(|(_, source)| BuildError::Database { path: claim.target().into(), source })?;
        let aside = copy.unwrap_or(aside);
        complete(aside.path())?;
        Prepared::of(Ready::of(aside, claim, layout.table, rows)?, rows, duplicates, parts)
    }

    /// Writes all rows into the new file; none if there are none.
    fn rebuild(&mut self) -> Result<Option<Changed>, BuildError> {
        self.take_before()?;
        let taken = self.with(|connection| write_aside::count(connection, "temp.incoming"))?;
        if taken == 0 {
            return Ok(None);
        }
        self.with(|connection| {
            let rows = self.order_rows(connection)?;
            let parts = match self.layout.parts {
                _ if !self.has_parts => Vec::new(),
                RowParts::Counted => parts::count(connection, self.layout.table)?,
                RowParts::Named => parts::rows_by_part(connection, "main")?,
                RowParts::Single => parts::count_all(connection, self.layout.table)?,
            };
            connection.execute_batch("COMMIT; ANALYZE;")?;
            Ok(Some(Changed { aside: None, rows, duplicates: taken - rows, parts }))
        })
    }

    /// Moves the rows into their table in its order, without duplicates of other sources; returns their number.
    fn order_rows(&self, connection: &Connection) -> rusqlite::Result<u64> {
        let Layout { table, schema: _, indexes, order, identity, .. } = *self.layout;
        if self.has_parts && self.layout.parts != RowParts::Single {
            // Beyond the published schema, and only if parts of a file are added and removed one by one.
            connection.execute_batch(&format!("ALTER TABLE {table} ADD COLUMN part INTEGER"))?;
        }
        let names = column_names(connection, table)?;
        let from = new_rows(connection, identity)?;
        connection.execute_batch(&format!(
            "INSERT INTO main.{table} ({names}) SELECT {names} FROM {from} ORDER BY {order};
             DROP TABLE temp.incoming;
             {indexes}"
        ))?;
        write_aside::count(connection, &format!("main.{table}"))
    }

    /// Removes the file, which has no rows left.
    fn remove(self) -> Result<Prepared, BuildError> {
        let target = self.claim.target();
        match std::fs::remove_file(target) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                Err(BuildError::Write { path: target.into(), source: error })
            }
            _ => Ok(Prepared { ready: None, finished: Finished::default() }),
        }
    }
}

/// The rows of the sources that no earlier source has, as a table of SQL.
fn new_rows(connection: &Connection, identity: &str) -> rusqlite::Result<String> {
    let are_several: bool =
        connection.query_row("SELECT min(origin) <> max(origin) FROM temp.incoming", [], |row| row.get(0))?;
    if !are_several {
        return Ok("temp.incoming".to_owned());
    }
    let first = format!("SELECT *, min(origin) OVER (PARTITION BY {identity}) AS first FROM temp.incoming");
    Ok(format!("(SELECT * FROM ({first}) WHERE origin = first)"))
}

/// Columns of a table or view, joined by commas. A view that shows the number of its rows shows it as `rowid`.
fn column_names(connection: &Connection, table: &str) -> rusqlite::Result<String> {
    let mut columns = connection.prepare("SELECT name FROM pragma_table_info(?1) WHERE name <> 'rowid'")?;
    let names: Vec<String> =
        columns.query_map([table], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    Ok(names.join(", "))
}
