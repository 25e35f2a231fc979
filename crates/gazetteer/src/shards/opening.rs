//! What a file must be to be used as a shard. Checked once, at opening, and cheaply: a header and one query.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use milepost_store::openable;

use crate::database::Database;

/// Page cache of a connection to a shard, KiB: there may be a hundred shards, and the system caches pages too.
const PAGE_CACHE_KIB: i64 = 1024;

/// Opens a shard with these columns of a table, or gives a sentence why it cannot be used.
pub(super) fn open(path: &Path, table: &str, columns: &str) -> Result<Database, String> {
    check_file(path)?;
    let database = Database::open_with_cache(path, PAGE_CACHE_KIB).map_err(|error| error.to_string())?;
    database
        .exists(&format!("SELECT {columns} FROM {table} LIMIT 1"), [])
        .map_err(|error| format!("its tables are not those of `{table}` ({error})"))?;
    Ok(database)
}

fn check_file(path: &Path) -> Result<(), String> {
    if let Some(problem) = openable::problem(path) {
        return Err(problem.to_string());
    }
    let metadata = fs::metadata(path).map_err(|error| error.to_string())?;
    if metadata.len() == 0 {
        return Err("it is empty".into());
    }
    let mut header = [0; 100];
    File::open(path)
        .and_then(|mut file| file.read_exact(&mut header))
        .map_err(|error| format!("its header cannot be read ({error})"))?;
    if !header.starts_with(b"SQLite format 3\0") {
        return Err("it is not an SQLite database".into());
    }
    if header[18] == 2 || header[19] == 2 {
        // What the log adds is not in the header.
        return Ok(());
    }
    check_length(&header, metadata.len())
}

/// The header counts the pages, when it was written by the change it counts.
fn check_length(header: &[u8; 100], length: u64) -> Result<(), String> {
    let number = |at: usize| u32::from_be_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
    let page_size = match u64::from(u16::from_be_bytes([header[16], header[17]])) {
        1 => 65536,
        size => size,
    };
    let expected = page_size * u64::from(number(28));
    if number(24) == number(92) && length < expected {
        return Err(format!("it is truncated: {length} of {expected} bytes"));
    }
    Ok(())
}
