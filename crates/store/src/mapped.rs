//! Files of our own that are mapped into memory. All begin alike:
//!
//! ```text
//! 0   8  magic
//! 8   4  version of the format; another one is refused
//! 12  4  CRC-32 of everything after it
//! 16  8  length of the file
//! ```

use std::fs::File;
use std::io::{self, Read};
use std::ops::Range;
use std::path::Path;

use memmap2::{Mmap, MmapMut};

use crate::openable::{self, FileProblem};

/// Where the numbers of the header lie.
const VERSION: usize = 8;
const SUM: usize = 12;
const LENGTH: usize = 16;

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum MappedProblem {
    /// It cannot be read.
    #[error("it cannot be read ({0})")]
    Unreadable(#[from] io::Error),
    /// It is a named pipe or similar, which is not opened.
    #[error("{0}")]
    NotAFile(FileProblem),
    /// It is something else than a file of the format, which is named.
    #[error("it is not {0}")]
    OtherKind(&'static str),
    /// It is of another version of the program.
    #[error("it has version {found} of the format, and this program reads version {read}")]
    OtherVersion {
        /// The version of the file.
        found: u32,
        /// The version of the program.
        read: u32,
    },
    /// Its length, its checksum or what it holds is wrong.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The database was changed or replaced since.
    #[error("it belongs to another database than the one beside it")]
    Stale,
}

/// A format of such files.
pub struct MappedFormat {
    /// What a file is, with its article, as messages say it.
    pub name: &'static str,
    /// The first eight bytes.
    pub magic: [u8; 8],
    /// Its version.
    pub version: u32,
    /// Bytes that a file has at least.
    pub header: usize,
}

impl MappedFormat {
    /// The bytes of a file of these parts, which follow the length.
    pub fn encode<'a>(&self, parts: impl Iterator<Item = &'a [u8]>) -> Vec<u8> {
        let mut file = [&self.magic[..], &self.version.to_le_bytes(), &[0; 12]].concat();
        parts.for_each(|part| file.extend_from_slice(part));
        let length = file.len() as u64;
        file[LENGTH..LENGTH + 8].copy_from_slice(&length.to_le_bytes());
        let sum = crc32fast::hash(&file[LENGTH..]);
        file[SUM..LENGTH].copy_from_slice(&sum.to_le_bytes());
        file
    }

    /// Maps the file at `path` after checking that it is intact.
    ///
    /// # Errors
    /// When it is none of this format and version, or damaged.
    pub fn map(&self, path: &Path) -> Result<Mmap, MappedProblem> {
        if let Some(problem) = openable::problem(path) {
            return Err(MappedProblem::NotAFile(problem));
        }
        let mut file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = vec![0; self.header];
        file.read_exact(&mut header[..SUM]).map_err(|_| MappedProblem::OtherKind(self.name))?;
        if !header.starts_with(&self.magic) {
            return Err(MappedProblem::OtherKind(self.name));
        }
        let found = u32_at(&header, VERSION);
        if found != self.version {
            return Err(MappedProblem::OtherVersion { found, read: self.version });
        }
        file.read_exact(&mut header[SUM..]).map_err(|_| MappedProblem::Damaged("its header is cut off"))?;
        if header[LENGTH..LENGTH + 8] != length.to_le_bytes() {
            return Err(MappedProblem::Damaged("its length is not the one it was written with"));
        }
        // Read rather than mapped, so that checking does not make every page resident.
        let mut sum = crc32fast::Hasher::new();
        sum.update(&header[LENGTH..]);
        let mut part = vec![0; 1 << 18];
        loop {
            match file.read(&mut part)? {
                0 => break,
                count => sum.update(&part[..count]),
            }
        }
        if sum.finalize() != u32_at(&header, SUM) {
            return Err(MappedProblem::Damaged("its checksum is wrong"));
        }
        // SAFETY: the file is opened read-only and, like the databases, replaced by rename and never written in place, so that
        // the mapped bytes do not change under the slices made of them.
        Ok(unsafe { Mmap::map(&file)? })
    }
}

fn u32_at(header: &[u8], at: usize) -> u32 {
    header[at..].first_chunk().map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

/// Bytes in place of a mapped file, for the fuzz targets.
pub fn mapped_bytes(bytes: &[u8]) -> Option<Mmap> {
    let mut map = MmapMut::map_anon(bytes.len()).ok()?;
    map.copy_from_slice(bytes);
    map.make_read_only().ok()
}

/// The first number of a range for which `before` is false, given that it is true up to there: positions of a mapped file in order.
pub fn partition(range: Range<usize>, before: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (range.start, range.end);
    while low < high {
        let middle = low + (high - low) / 2;
        if before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}
