//! The file: a header, then sections of little-endian numbers, memory-mapped and read in place.
//!
//! ```text
//! 0   8  magic
//! 8   4  version of the format; another one is refused
//! 12  4  CRC-32 of everything after it
//! 16  8  length of the file
//! 24  8  length of the database it was made of
//! 32 32  digest of that database (see `Identity`)
//! 64  …  offset and length of each section, 8 bytes each, in the order of `Section`
//! ```

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use milepost_store::openable::{self, FileProblem};
use sha2::{Digest, Sha256};

const MAGIC: &[u8; 8] = b"MPPREFIX";
/// Changes with the layout, with the compared form of names (`words.rs`) and with the scores (`score.rs`).
pub(super) const VERSION: u32 = 2;
const SECTION_TABLE: usize = 64;
const HEADER: usize = SECTION_TABLE + 16 * Section::COUNT;

/// The parts of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Section {
    /// The automaton: a name to the number of its first entry. Entries are in the order of names.
    Names,
    /// Packed (`packed.rs`), a number an entry: its place, and in the low two bits the kind of name.
    EntryPlaces,
    /// `u16` an entry: its score.
    EntryScores,
    /// Best scores of blocks of entries, fine and coarse.
    EntryFine,
    EntryCoarse,
    /// Places (`places.rs`), each field in the bytes its largest value needs.
    Places,
    /// `i32` × 4 an extent: south, west, north, east, microdegrees.
    Extents,
    /// Texts, each after a byte with its length.
    Texts,
    /// `u32` × 2: place and text of a postcode it is served by, in order.
    PlacePostcodes,
    /// `u32` × 2: what a list is of and where it begins, in order; the last row is the end alone.
    Lists,
    /// Packed: entries, in order within each list.
    ListEntries,
    /// Best scores of blocks of list entries, fine and coarse.
    ListFine,
    ListCoarse,
    /// `u32` a kind: text of its name.
    Kinds,
    /// `u32` × 2 a country: text of its code, its place (or `NOTHING`).
    Countries,
    /// The prefix of ids on the wire, as it is.
    IdPrefix,
}

impl Section {
    pub(super) const COUNT: usize = Section::IdPrefix as usize + 1;
}

/// The identity of the source database: its length, and a digest of its first 64 KiB (SQLite counts changes there), its last page
/// and 255 pages between. Reading a gigabyte at each start would be exact and take seconds; modification times do not survive
/// a copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Identity {
    length: u64,
    digest: [u8; 32],
}

impl Identity {
    const HEAD: u64 = 64 * 1024;
    const PAGE: u64 = 4096;
    const SAMPLES: u64 = 256;

    pub(super) fn of(database: &Path) -> io::Result<Identity> {
        let mut file = File::open(database)?;
        let length = file.metadata()?.len();
        let mut hasher = Sha256::new();
        let mut add = |at: u64, count: u64| {
            file.seek(SeekFrom::Start(at))?;
            let mut part = Vec::new();
            file.by_ref().take(count).read_to_end(&mut part)?;
            hasher.update(&part);
            Ok::<(), io::Error>(())
        };
        add(0, Self::HEAD)?;
        let pages = length / Self::PAGE;
        for sample in 1..=Self::SAMPLES {
            add(pages.saturating_sub(1) * sample / Self::SAMPLES * Self::PAGE, Self::PAGE)?;
        }
        Ok(Identity { length, digest: hasher.finalize().into() })
    }
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
pub enum IndexProblem {
    /// It cannot be read.
    #[error("it cannot be read ({0})")]
    Unreadable(#[from] io::Error),
    /// It is a named pipe or similar, which is not opened.
    #[error("{0}")]
    NotAFile(FileProblem),
    /// It is something else.
    #[error("it is no index of names")]
    NotAnIndex,
    /// It is of another version of the program.
    #[error("it has version {0} of the format, and this program reads version {VERSION}")]
    OtherVersion(u32),
    /// Its length or checksum is wrong.
    #[error("it is damaged: {0}")]
    Damaged(&'static str),
    /// The database was changed or replaced since.
    #[error("it belongs to another database than the one beside it")]
    Stale,
}

/// Writes a file's bytes: header and sections.
pub(super) fn encode(identity: &Identity, sections: &[Vec<u8>; Section::COUNT]) -> Vec<u8> {
    let length = sections.iter().fold(HEADER, |end, section| end + section.len());
    let mut file = Vec::with_capacity(length);
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&VERSION.to_le_bytes());
    file.extend_from_slice(&[0; 4]);
    file.extend_from_slice(&(length as u64).to_le_bytes());
    file.extend_from_slice(&identity.length.to_le_bytes());
    file.extend_from_slice(&identity.digest);
    let mut offset = HEADER as u64;
    for section in sections {
        file.extend_from_slice(&offset.to_le_bytes());
        file.extend_from_slice(&(section.len() as u64).to_le_bytes());
        offset += section.len() as u64;
    }
    for section in sections {
        file.extend_from_slice(section);
    }
    let sum = crc32fast::hash(&file[16..]);
    file[12..16].copy_from_slice(&sum.to_le_bytes());
    file
}

/// A mapped file, checked.
#[derive(Clone)]
pub(super) struct Mapped {
    map: Arc<Mmap>,
    sections: [(usize, usize); Section::COUNT],
}

impl Mapped {
    /// Maps the file at `path`, made from `database`, after checking that it is intact and from that database.
    pub(super) fn open(path: &Path, database: &Path) -> Result<Mapped, IndexProblem> {
        if let Some(problem) = openable::problem(path) {
            return Err(IndexProblem::NotAFile(problem));
        }
        let file = File::open(path)?;
        let length = file.metadata()?.len();
        let mut header = [0; HEADER];
        let mut reader = BufReader::with_capacity(1 << 20, &file);
        reader.read_exact(&mut header[..12]).map_err(|_| IndexProblem::NotAnIndex)?;
        if &header[..8] != MAGIC {
            return Err(IndexProblem::NotAnIndex);
        }
        let version = u32_at(&header[8..12], 0);
        if version != VERSION {
            return Err(IndexProblem::OtherVersion(version));
        }
        reader.read_exact(&mut header[12..]).map_err(|_| IndexProblem::Damaged("its header is cut off"))?;
        if u64_at(&header[16..24], 0) != length {
            return Err(IndexProblem::Damaged("its length is not the one it was written with"));
        }
        // Read rather than mapped, so that checking does not make every page resident.
        let mut sum = crc32fast::Hasher::new();
        sum.update(&header[16..]);
        let mut part = vec![0; 1 << 18];
        loop {
            match reader.read(&mut part)? {
                0 => break,
                count => sum.update(&part[..count]),
            }
        }
        if sum.finalize() != u32_at(&header[12..16], 0) {
            return Err(IndexProblem::Damaged("its checksum is wrong"));
        }
        let identity = Identity::of(database)?;
        if identity.length != u64_at(&header[24..32], 0) || identity.digest != header[32..64] {
            return Err(IndexProblem::Stale);
        }
        // SAFETY: the file is opened read-only and, like the databases, replaced by rename and never written in place, so that
        // the mapped bytes do not change under the slices made of them.
        Mapped::of(unsafe { Mmap::map(&file)? })
    }

    /// Finds the sections of a mapped file, and checks nothing else of its header.
    pub(super) fn of(map: Mmap) -> Result<Mapped, IndexProblem> {
        let table = map.get(SECTION_TABLE..HEADER).ok_or(IndexProblem::Damaged("its header is cut off"))?;
        let mut sections = [(0, 0); Section::COUNT];
        for (index, section) in sections.iter_mut().enumerate() {
            let number = |at: usize| usize::try_from(u64_at(table, 2 * index + at)).unwrap_or(usize::MAX);
            let (offset, size) = (number(0), number(1));
            if offset.checked_add(size).is_none_or(|end| end > map.len()) {
                return Err(IndexProblem::Damaged("a section lies outside"));
            }
            *section = (offset, size);
        }
        Ok(Mapped { map: Arc::new(map), sections })
    }

    /// The bytes of a section.
    pub(super) fn section(&self, section: Section) -> &[u8] {
        let (offset, length) = self.sections[section as usize];
        self.map.get(offset..offset + length).unwrap_or_default()
    }

    /// A section that keeps the file mapped.
    pub(super) fn owned(&self, section: Section) -> OwnedSection {
        let (offset, length) = self.sections[section as usize];
        OwnedSection { map: Arc::clone(&self.map), range: offset..offset + length }
    }
}

/// The bytes of one section.
pub(super) struct OwnedSection {
    map: Arc<Mmap>,
    range: Range<usize>,
}

impl AsRef<[u8]> for OwnedSection {
    fn as_ref(&self) -> &[u8] {
        self.map.get(self.range.clone()).unwrap_or_default()
    }
}

macro_rules! number_at {
    ($name:ident, $type:ty, $size:literal) => {
        /// The number at an index of a section; 0 outside of it.
        pub(super) fn $name(bytes: &[u8], index: usize) -> $type {
            let at = index * $size;
            match bytes.get(at..at + $size).and_then(|bytes| <[u8; $size]>::try_from(bytes).ok()) {
                Some(bytes) => <$type>::from_le_bytes(bytes),
                None => 0,
            }
        }
    };
}

number_at!(u16_at, u16, 2);
number_at!(u32_at, u32, 4);
number_at!(i32_at, i32, 4);
number_at!(u64_at, u64, 8);

/// Appends numbers to a section.
pub(super) fn put(section: &mut Vec<u8>, numbers: impl IntoIterator<Item = u32>) {
    for number in numbers {
        section.extend_from_slice(&number.to_le_bytes());
    }
}
