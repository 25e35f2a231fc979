//! Giving a finished database its sums.

use std::fs::OpenOptions;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use rusqlite::{Connection, ffi};

use super::header::{self, Header};
use super::{SUM, sum_of};

/// Pages taken at a time.
const PAGES: usize = 256;

/// Has the pages of a database that is still empty end with room for a sum. To be called behind `PRAGMA page_size`.
///
/// # Errors
/// When SQLite refuses.
pub fn reserve(connection: &Connection) -> rusqlite::Result<()> {
    let mut bytes = SUM as i32;
    // SAFETY: the handle is open as long as the connection is borrowed; this operation reads and writes one int, which outlives
    // the call.
    let code = unsafe {
        ffi::sqlite3_file_control(
            connection.handle(),
            c"main".as_ptr(),
            ffi::SQLITE_FCNTL_RESERVE_BYTES,
            (&raw mut bytes).cast(),
        )
    };
    if code == ffi::SQLITE_OK {
        Ok(())
    } else {
        Err(rusqlite::Error::SqliteFailure(ffi::Error::new(code), None))
    }
}

/// Writes the sum of each page into a database that was made with [`reserve`] and that no process has open.
///
/// # Errors
/// When the file cannot be read or written, or its pages have no room.
pub fn write(path: &Path) -> io::Result<()> {
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    let length = file.metadata()?.len();
    let mut head = [0; header::LENGTH];
    file.read_exact_at(&mut head, 0)?;
    let page_size = match Header(&head) {
        head if head.has_room() => head.page_size(),
        _ => None,
    };
    let page_size = page_size.ok_or_else(|| io::Error::other("its pages have no room for checksums"))?;
    let mut part = vec![0; PAGES * page_size];
    let mut at = 0;
    while at < length {
        let count = usize::try_from(length - at).map_or(part.len(), |left| left.min(part.len()));
        let pages = &mut part[..count];
        file.read_exact_at(pages, at)?;
        if at == 0 {
            header::mark(pages);
        }
        for page in pages.chunks_exact_mut(page_size) {
            // Zeros are what a lost block reads like. A page of zeros that was never lost is one that SQLite does not use.
            if page.iter().all(|&byte| byte == 0) {
                page[0] = 1;
            }
            let sum = sum_of(page);
            page[page_size - SUM..].copy_from_slice(&sum);
        }
        file.write_all_at(pages, at)?;
        at += count as u64;
    }
    Ok(())
}
