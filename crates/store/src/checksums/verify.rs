//! Reading a database from end to end and comparing the sums of its pages.

use std::fmt;
use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

use super::fits;
use super::header::{self, Header};
use crate::StoreError;
use crate::openable;

/// Bytes read at a time, a multiple of every length a page can have.
const PART: usize = 256 * 1024;

/// Pages that do not fit their sums.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Damage {
    /// The first of them, counted from 1.
    pub first_page: u64,
    /// How many.
    pub pages: u64,
}

impl fmt::Display for Damage {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Damage { first_page, pages } = self;
        match pages {
            1 => write!(formatter, "page {first_page} does not fit its checksum"),
            _ => {
                write!(formatter, "{pages} pages do not fit their checksums, the first is page {first_page}")
            }
        }
    }
}

/// What the sums of a file say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Checked {
    /// Every page is as it was written.
    Whole,
    /// The file has no checksums, as published ones.
    WithoutChecksums,
    /// SQLite changed the file since it was built, so that its checksums say nothing.
    ChangedSince,
    /// Pages are not as they were written.
    Damaged(Damage),
    /// Another file has its name since it was opened.
    Replaced,
    /// The reading was ended.
    Stopped,
}

/// Compares the sums of the database at `path`, from end to end. `go_on` gets the bytes read after each part, may wait, and
/// ends the reading by returning false.
///
/// # Errors
/// When the file cannot be read.
pub fn verify(path: &Path, go_on: impl FnMut(usize) -> bool) -> Result<Checked, StoreError> {
    openable::regular(path)?;
    File::open(path)
        .and_then(|file| verify_open(&file, go_on))
        .map_err(|source| StoreError::Read { path: path.into(), source })
}

/// The same for an open file.
pub fn verify_open(file: &File, mut go_on: impl FnMut(usize) -> bool) -> io::Result<Checked> {
    let length = file.metadata()?.len();
    let mut head = [0; header::LENGTH];
    if length < head.len() as u64 {
        return Ok(Checked::WithoutChecksums);
    }
    file.read_exact_at(&mut head, 0)?;
    let head = Header(&head);
    let page_size = head.page_size();
    // One wrong bit must not hide that there are sums: two of three signs do.
    let signs = [head.has_room(), head.is_ours(), page_size.is_some_and(|size| second_page_fits(file, size))];
    if signs.into_iter().filter(|&sign| sign).count() < 2 {
        return Ok(Checked::WithoutChecksums);
    }
    let Some(page_size) = page_size else {
        return Ok(Checked::Damaged(Damage { first_page: 1, pages: 1 }));
    };
    if head.is_ours() && head.was_changed() {
        return Ok(Checked::ChangedSince);
    }
    let (mut damage, mut at, mut part) = (None, 0, vec![0; PART]);
    while at < length {
        let count = usize::try_from(length - at).map_or(part.len(), |left| left.min(part.len()));
        let pages = &mut part[..count];
        file.read_exact_at(pages, at)?;
        for (index, page) in pages.chunks(page_size).enumerate() {
            let start = at + (index * page_size) as u64;
            // A page that is cut off fits nothing.
            if page.len() < page_size || !fits(page) {
                let number = start / page_size as u64 + 1;
                damage.get_or_insert(Damage { first_page: number, pages: 0 }).pages += 1;
            }
        }
        at += count as u64;
        if !go_on(count) {
            return Ok(Checked::Stopped);
        }
    }
    Ok(damage.map_or(Checked::Whole, Checked::Damaged))
}

fn second_page_fits(file: &File, page_size: usize) -> bool {
    let mut page = vec![0; page_size];
    file.read_exact_at(&mut page, page_size as u64).is_ok() && fits(&page)
}
