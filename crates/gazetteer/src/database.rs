//! Opening a database read-only, on any mount, with one connection per thread.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::checksums::{Checked, verify_open};
use crate::{GazetteerError, openable};

/// Prepared statements that a connection keeps.
const PREPARED_STATEMENTS: usize = 32;

/// Page cache of a connection, KiB: enough for the inner pages of every tree of the starter data.
const PAGE_CACHE_KIB: i64 = 8 * 1024;

/// A read-only database with a pool of connections.
pub(crate) struct Database {
    file: DatabaseFile,
    page_cache_kib: i64,
    idle: Mutex<Vec<Connection>>,
}

impl Database {
    /// Opens the file and keeps the first connection.
    pub(crate) fn open(path: &Path) -> Result<Database, GazetteerError> {
        Database::open_with_cache(path, PAGE_CACHE_KIB)
    }

    /// As [`Database::open`], with a page cache of another size.
    pub(crate) fn open_with_cache(path: &Path, page_cache_kib: i64) -> Result<Database, GazetteerError> {
        openable::check(path)?;
        let file = DatabaseFile::of(path);
        let database = Database { file, page_cache_kib, idle: Mutex::new(Vec::new()) };
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

    /// Runs `query` on a connection that no other thread uses.
    pub(crate) fn with<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, GazetteerError> {
        let idle = self.idle.lock().pop();
        let connection = match idle {
            Some(connection) => connection,
            None => self.connect()?,
        };
        let answer = query(&connection);
        self.idle.lock().push(connection);
        answer.map_err(|source| GazetteerError::Lookup { path: self.path().to_owned(), source })
    }

    fn connect(&self) -> Result<Connection, GazetteerError> {
        open_read_only(self.path())
            .and_then(|connection| tune(&connection, self.page_cache_kib).map(|()| connection))
            .map_err(|source| GazetteerError::Open { path: self.path().to_owned(), source })
    }
}

/// The file of an open database.
#[derive(Debug, Clone)]
pub struct DatabaseFile {
    path: PathBuf,
    /// Device and number of the file: another file may take over the name.
    number: Option<(u64, u64)>,
    write_ahead: bool,
}

impl DatabaseFile {
    fn of(path: &Path) -> DatabaseFile {
        let number = std::fs::metadata(path).ok().map(|metadata| (metadata.dev(), metadata.ino()));
        DatabaseFile { path: path.to_owned(), number, write_ahead: openable::is_write_ahead(path) }
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Verifies the checksums of the open file; see [`crate::checksums::verify`].
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn verify(&self, go_on: impl FnMut(usize) -> bool) -> Result<Checked, GazetteerError> {
        let failed = |source| GazetteerError::Read { path: self.path.clone(), source };
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
        verify_open(&file, go_on).map_err(failed)
    }
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

/// A write-ahead database on a read-only mount opens only as immutable, which ignores its log: allowed when there
/// is no log to ignore.
fn open_read_only(path: &Path) -> rusqlite::Result<Connection> {
    let flags =
        OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX | OpenFlags::SQLITE_OPEN_URI;
    match open_checked(&uri(path, "mode=ro"), flags) {
        Err(error)
            if error.sqlite_error_code() == Some(ErrorCode::CannotOpen)
                && path.is_file()
                && !has_log(path) =>
        {
            open_checked(&uri(path, "mode=ro&immutable=1"), flags)
        }
        opened => opened,
    }
}

/// SQLite opens lazily; reading the schema shows whether the file is a database at all.
fn open_checked(uri: &str, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(uri, flags)?;
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
