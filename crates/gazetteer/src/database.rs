//! Opening a database read-only, on any mount, with one connection per thread, and reading its rows.
//!
//! Users bring their own files, so a file may be damaged or hostile. A row with a cell that cannot be used is skipped and counted
//! ([`Reader`]); the size of a cell and the work of a query are limited ([`limit`]).

use std::fs::File;
use std::ops::{Deref, RangeInclusive};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use milepost_store::checksums::{Checked, verify_open};
use milepost_store::{StoreError, openable};
use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::limits::Limit;
use rusqlite::types::Type;
use rusqlite::{Connection, ErrorCode, OpenFlags, Params, Row};

use crate::GazetteerError;

/// Prepared statements that a connection keeps.
const PREPARED_STATEMENTS: usize = 32;

/// Page cache of a connection, KiB: enough for the inner pages of every tree of the starter data.
const PAGE_CACHE_KIB: i64 = 8 * 1024;

/// Longest cell of a database of names, bytes: room for a line of 40,000 points.
const LONGEST_CELL: i32 = 1 << 20;

/// Longest cell of a database with polygons, bytes: published files hold countries as GeoJSON.
const LONGEST_GEOMETRY: i32 = 64 << 20;

/// Longest name, bytes.
pub(crate) const LONGEST_NAME: usize = 4096;

/// Steps of SQLite's virtual machine after which a query is stopped, within a second or two. The most expensive lookup, the best of
/// 60,000 rows, takes 2.2 million.
const MOST_STEPS: i64 = 20_000_000;

/// Steps between two looks at the count.
const STEPS_AT_A_TIME: i64 = 10_000;

/// A read-only database with a pool of connections.
pub(crate) struct Database {
    file: DatabaseFile,
    page_cache_kib: i64,
    longest_cell: i32,
    idle: Mutex<Vec<Pooled>>,
}

/// A connection, and the work that its query may still do.
struct Pooled {
    connection: Connection,
    /// In units of [`STEPS_AT_A_TIME`].
    left: Arc<AtomicI64>,
}

impl Database {
    /// Opens the file and keeps the first connection.
    pub(crate) fn open(path: &Path) -> Result<Database, GazetteerError> {
        Database::open_limited(path, PAGE_CACHE_KIB, LONGEST_CELL)
    }

    /// As [`Database::open`], with a page cache of another size.
    pub(crate) fn open_with_cache(path: &Path, page_cache_kib: i64) -> Result<Database, GazetteerError> {
        Database::open_limited(path, page_cache_kib, LONGEST_CELL)
    }

    /// As [`Database::open`], for a database with polygons.
    pub(crate) fn open_with_geometry(path: &Path) -> Result<Database, GazetteerError> {
        Database::open_limited(path, PAGE_CACHE_KIB, LONGEST_GEOMETRY)
    }

    fn open_limited(path: &Path, page_cache_kib: i64, longest_cell: i32) -> Result<Database, GazetteerError> {
        openable::check(path)?;
        let file = DatabaseFile::of(path);
        let database = Database { file, page_cache_kib, longest_cell, idle: Mutex::new(Vec::new()) };
        let first = database.connect()?;
        database.idle.lock().push(first);
        Ok(database)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.file.path
    }

    /// The file, for verification while the database is in use.
    pub(crate) fn file(&self) -> &DatabaseFile {
        &self.file
    }

    /// Runs `query` on a connection that no other thread uses. A query that takes more than [`MOST_STEPS`] is stopped.
    pub(crate) fn with<T>(
        &self,
        query: impl FnOnce(&Reader<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, GazetteerError> {
        self.with_steps(MOST_STEPS, query)
    }

    /// As [`Database::with`], without a limit of the work: for queries that read the whole file.
    pub(crate) fn with_all_steps<T>(
        &self,
        query: impl FnOnce(&Reader<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, GazetteerError> {
        self.with_steps(i64::MAX, query)
    }

    /// The usable rows of a statement.
    pub(crate) fn all<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>, GazetteerError> {
        self.with(|connection| connection.all(connection.prepare_cached(sql)?.query_map(values, read)?))
    }

    /// The first row of a statement, if there is one and it is usable.
    pub(crate) fn first<T>(
        &self,
        sql: &str,
        values: impl Params,
        read: impl FnOnce(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Option<T>, GazetteerError> {
        self.with(|connection| connection.first(connection.prepare_cached(sql)?.query_row(values, read)))
    }

    /// Whether a statement has a row.
    pub(crate) fn exists(&self, sql: &str, values: impl Params) -> Result<bool, GazetteerError> {
        self.with(|connection| connection.prepare_cached(sql)?.exists(values))
    }

    /// Whether it has a table or view.
    pub(crate) fn has_table(&self, name: &str) -> Result<bool, GazetteerError> {
        self.exists("SELECT 1 FROM sqlite_schema WHERE type IN ('table', 'view') AND name = ?1", [name])
    }

    /// Refuses a database that lacks one of the tables: `kind` is what it should be, `build` the argument of `milepost build` that makes one.
    pub(crate) fn require(
        &self,
        tables: &[&'static str],
        kind: &'static str,
        build: &'static str,
    ) -> Result<(), GazetteerError> {
        for &table in tables {
            if !self.has_table(table)? {
                return Err(GazetteerError::OtherKind { path: self.path().to_owned(), kind, table, build });
            }
        }
        Ok(())
    }

    fn with_steps<T>(
        &self,
        most: i64,
        query: impl FnOnce(&Reader<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, GazetteerError> {
        let idle = self.idle.lock().pop();
        let pooled = match idle {
            Some(pooled) => pooled,
            None => self.connect()?,
        };
        pooled.left.store(most / STEPS_AT_A_TIME, Ordering::Relaxed);
        let answer = query(&Reader { connection: &pooled.connection, skipped: &self.file.skipped });
        self.idle.lock().push(pooled);
        answer.map_err(|source| match source.sqlite_error_code() {
            Some(ErrorCode::OperationInterrupted) => {
                GazetteerError::TooManySteps { path: self.path().to_owned(), most: MOST_STEPS }
            }
            _ => GazetteerError::Lookup { path: self.path().to_owned(), source },
        })
    }

    fn connect(&self) -> Result<Pooled, GazetteerError> {
        let left = Arc::new(AtomicI64::new(MOST_STEPS / STEPS_AT_A_TIME));
        open_read_only(self.path(), |connection| limit(connection, self.longest_cell, &left))
            .and_then(|connection| tune(&connection, self.page_cache_kib).map(|()| connection))
            .map(|connection| Pooled { connection, left })
            .map_err(|source| GazetteerError::Open { path: self.path().to_owned(), source })
    }
}

/// The connection of one query, which skips and counts rows that cannot be used.
pub(crate) struct Reader<'a> {
    connection: &'a Connection,
    skipped: &'a AtomicU64,
}

impl Deref for Reader<'_> {
    type Target = Connection;

    fn deref(&self) -> &Connection {
        self.connection
    }
}

impl Reader<'_> {
    /// The value read from a row; none if a cell has another type than its column or is too long, which is counted.
    pub(crate) fn usable<T>(&self, read: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
        use rusqlite::Error::{FromSqlConversionFailure, IntegralValueOutOfRange, InvalidColumnType};
        let Err(error) = read else { return read.map(Some) };
        let is_of_a_cell = matches!(
            error,
            InvalidColumnType(..) | FromSqlConversionFailure(..) | IntegralValueOutOfRange(..)
        );
        if !is_of_a_cell && error.sqlite_error_code() != Some(ErrorCode::TooBig) {
            return Err(error);
        }
        self.skipped.fetch_add(1, Ordering::Relaxed);
        Ok(None)
    }

    /// The usable ones of some rows. SQLite ends a query at a cell that is longer than its limit, so rows behind it are missing.
    pub(crate) fn all<T, C: FromIterator<T>>(
        &self,
        rows: impl Iterator<Item = rusqlite::Result<T>>,
    ) -> rusqlite::Result<C> {
        rows.filter_map(|row| self.usable(row).transpose()).collect()
    }

    /// The first of some rows, if there is one and it is usable.
    pub(crate) fn first<T>(&self, row: rusqlite::Result<T>) -> rusqlite::Result<Option<T>> {
        match row {
            Err(rusqlite::Error::QueryReturnedNoRows) => Ok(None),
            row => self.usable(row),
        }
    }
}

/// A name of a row.
pub(crate) fn name<'a>(row: &'a Row<'_>, column: usize) -> rusqlite::Result<&'a str> {
    let name = row.get_ref(column)?.as_str()?;
    if name.len() > LONGEST_NAME {
        let fault = format!("a name has {} bytes, and {LONGEST_NAME} are allowed", name.len());
        return Err(rusqlite::Error::FromSqlConversionFailure(column, Type::Text, fault.into()));
    }
    Ok(name)
}

/// Latitude and longitude of a row in degrees, from two columns that count `units` to a degree.
pub(crate) fn point(row: &Row<'_>, lat: usize, lon: usize, units: f64) -> rusqlite::Result<(f64, f64)> {
    Ok((degrees(row, lat, units, -90.0..=90.0)?, degrees(row, lon, units, -180.0..=180.0)?))
}

fn degrees(row: &Row<'_>, column: usize, units: f64, range: RangeInclusive<f64>) -> rusqlite::Result<f64> {
    let degrees = row.get::<_, f64>(column)? / units;
    if !range.contains(&degrees) {
        let fault = format!("{degrees} is not a coordinate in degrees");
        return Err(rusqlite::Error::FromSqlConversionFailure(column, Type::Real, fault.into()));
    }
    Ok(degrees)
}

/// The file of an open database.
#[derive(Debug, Clone)]
pub struct DatabaseFile {
    path: PathBuf,
    /// Device and number of the file: another file may take over the name.
    number: Option<(u64, u64)>,
    write_ahead: bool,
    skipped: Arc<AtomicU64>,
}

impl DatabaseFile {
    fn of(path: &Path) -> DatabaseFile {
        let number = std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()));
        let write_ahead = openable::is_write_ahead(path);
        DatabaseFile { path: path.to_owned(), number, write_ahead, skipped: Arc::default() }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Rows that lookups skipped since the file was opened: a cell had another type than its column, or was too long or out of range.
    pub fn skipped_rows(&self) -> u64 {
        self.skipped.load(Ordering::Relaxed)
    }

    /// Verifies the checksums of the open file; see [`milepost_store::checksums::verify`].
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn verify(&self, go_on: impl FnMut(usize) -> bool) -> Result<Checked, GazetteerError> {
        let failed = |source| StoreError::Read { path: self.path.clone(), source };
        // Our builders write no write-ahead logs. Closing a file ends the locks that SQLite holds on it for this process, and a database that
        // is written to needs them.
        if self.write_ahead {
            return Ok(Checked::WithoutChecksums);
        }
        openable::regular(&self.path)?;
        let file = File::open(&self.path).map_err(failed)?;
        let metadata = file.metadata().map_err(failed)?;
        if self.number.is_some_and(|number| number != (metadata.dev(), metadata.ino())) {
            return Ok(Checked::Replaced);
        }
        Ok(verify_open(&file, go_on).map_err(failed)?)
    }
}

/// Limits what a file can make SQLite do: the length of a cell, and through `left` the steps of a query. A view of the file is part of
/// each query that names it.
fn limit(connection: &Connection, longest_cell: i32, left: &Arc<AtomicI64>) -> rusqlite::Result<()> {
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, longest_cell)?;
    connection.set_limit(Limit::SQLITE_LIMIT_SQL_LENGTH, LONGEST_CELL)?;
    connection.set_limit(Limit::SQLITE_LIMIT_ATTACHED, 0)?;
    let left = Arc::clone(left);
    let is_over = move || left.fetch_sub(1, Ordering::Relaxed) <= 0;
    connection.progress_handler(STEPS_AT_A_TIME as i32, Some(is_over))
}

/// Settings of a connection that only reads, for the life of the process.
fn tune(connection: &Connection, page_cache_kib: i64) -> rusqlite::Result<()> {
    connection.set_prepared_statement_cache_capacity(PREPARED_STATEMENTS);
    connection.pragma_update(None, "cache_size", -page_cache_kib)?;
    // In an analysed database SQLite recompiles a prepared statement for almost every value bound to it, which takes half
    // the time of a geocode. There is one good plan for each of our queries.
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_QPSG, true)?;
    let journal: String = connection.pragma_query_value(None, "journal_mode", |row| row.get(0))?;
    if journal != "wal" {
        // Keeps the shared lock from the first query on: taking and checking it anew costs seven system calls a query,
        // half the time of a lookup. Other readers are not kept out, and databases are replaced by rename, never written.
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        // One transaction for the life of the connection: to begin and end one reads the first page again for each query.
        connection.execute_batch("BEGIN")?;
    }
    Ok(())
}

/// A write-ahead database on a read-only mount opens only as immutable, which ignores its log: allowed if the log
/// does not exist.
fn open_read_only(
    path: &Path,
    limit: impl Fn(&Connection) -> rusqlite::Result<()>,
) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    match open_checked(&uri(path, "mode=ro"), flags, &limit) {
        Err(error)
            if error.sqlite_error_code() == Some(ErrorCode::CannotOpen)
                && path.is_file()
                && !has_log(path) =>
        {
            open_checked(&uri(path, "mode=ro&immutable=1"), flags, &limit)
        }
        opened => opened,
    }
}

/// SQLite opens lazily; reading the schema shows whether the file is a database at all.
fn open_checked(
    uri: &str,
    flags: OpenFlags,
    limit: impl Fn(&Connection) -> rusqlite::Result<()>,
) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(uri, flags)?;
    limit(&connection)?;
    connection.query_row("SELECT count(*) FROM sqlite_schema", [], |row| row.get::<_, i64>(0))?;
    Ok(connection)
}

fn has_log(path: &Path) -> bool {
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    std::fs::metadata(log).is_ok_and(|log| log.len() > 0)
}

/// A `file:` URI of `path`; `%`, `?` and `#` of the path are escaped.
fn uri(path: &Path, query: &str) -> String {
    let path = path.to_string_lossy().replace('%', "%25").replace('?', "%3f").replace('#', "%23");
    format!("file:{path}?{query}")
}
