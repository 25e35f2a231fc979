//! The file: a header, then sections of little-endian numbers, memory-mapped and read in place.
//!
//! ```text
//! 0  24  as in every mapped file (`crates/store/src/mapped.rs`)
//! 24  8  length of the database it was made of
//! 32 32  digest of that database (see `identity`)
//! 64  …  offset and length of each section, 8 bytes each, in the order of `Section`
//! ```

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;

use memmap2::Mmap;
use milepost_store::{MappedFormat, MappedProblem};
use sha2::{Digest, Sha256};

const IDENTITY: usize = 24;
const SECTION_TABLE: usize = 64;
const HEADER: usize = SECTION_TABLE + 16 * Section::COUNT;
/// Its version changes with the layout, with the compared form of names (`words.rs`) and with the scores (`score.rs`).
const FORMAT: MappedFormat =
    MappedFormat { name: "an index of names", magic: *b"MPPREFIX", version: 2, header: HEADER };

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

/// See [`identity`].
pub(super) type Identity = [u8; SECTION_TABLE - IDENTITY];

/// The identity of the source database: its length, and a digest of its first 64 KiB (SQLite counts changes there), its last page
/// and 255 pages between. Reading a gigabyte at each start would be exact and take seconds; modification times do not survive
/// a copy.
pub(super) fn identity(database: &Path) -> io::Result<Identity> {
    const HEAD: u64 = 64 * 1024;
    const PAGE: u64 = 4096;
    const SAMPLES: u64 = 256;
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
    add(0, HEAD)?;
    let pages = length / PAGE;
    for sample in 1..=SAMPLES {
        add(pages.saturating_sub(1) * sample / SAMPLES * PAGE, PAGE)?;
    }
    let mut identity = [0; SECTION_TABLE - IDENTITY];
    identity[..8].copy_from_slice(&length.to_le_bytes());
    identity[8..].copy_from_slice(&hasher.finalize());
    Ok(identity)
}

/// Writes a file's bytes: header and sections.
pub(super) fn encode(identity: &Identity, sections: &[Vec<u8>; Section::COUNT]) -> Vec<u8> {
    let mut table = Vec::new();
    let mut offset = HEADER;
    for section in sections {
        table.extend([offset, section.len()].iter().flat_map(|&number| (number as u64).to_le_bytes()));
        offset += section.len();
    }
    FORMAT.encode([&identity[..], &table].into_iter().chain(sections.iter().map(Vec::as_slice)))
}

/// A mapped file, checked.
#[derive(Clone)]
pub(super) struct Mapped {
    map: Arc<Mmap>,
    sections: [(usize, usize); Section::COUNT],
}

impl Mapped {
    /// Maps the file at `path`, made from `database`, after checking that it is intact and from that database.
    pub(super) fn open(path: &Path, database: &Path) -> Result<Mapped, MappedProblem> {
        let map = FORMAT.map(path)?;
        if map.get(IDENTITY..SECTION_TABLE) != Some(&identity(database)?) {
            return Err(MappedProblem::Stale);
        }
        Mapped::of(map)
    }

    /// Finds the sections of a mapped file, and checks nothing else of its header.
    pub(super) fn of(map: Mmap) -> Result<Mapped, MappedProblem> {
        let table = map.get(SECTION_TABLE..HEADER).ok_or(MappedProblem::Damaged("its header is cut off"))?;
        let mut sections = [(0, 0); Section::COUNT];
        for (index, section) in sections.iter_mut().enumerate() {
            let number = |at: usize| usize::try_from(u64_at(table, 2 * index + at)).unwrap_or(usize::MAX);
            let (offset, size) = (number(0), number(1));
            if offset.checked_add(size).is_none_or(|end| end > map.len()) {
                return Err(MappedProblem::Damaged("a section lies outside"));
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
}

/// The section of the automaton, which keeps the file mapped.
pub(super) struct Names(pub(super) Mapped);

impl AsRef<[u8]> for Names {
    fn as_ref(&self) -> &[u8] {
        self.0.section(Section::Names)
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
