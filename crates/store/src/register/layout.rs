//! The file: a header, a directory, then the bytes the directory points into.
//!
//! ```text
//! 0  24  as in every mapped file (`mapped.rs`)
//! 24  8  length of the directory, JSON
//! 32  …  the directory, then the sections
//! ```

use std::ops::Range;

use memmap2::Mmap;
use serde::{Deserialize, Serialize};

use super::shape;
use crate::{MappedFormat, MappedProblem};

const HEADER: usize = 32;
pub(super) const FORMAT: MappedFormat =
    MappedFormat { name: "a register of postcodes", magic: *b"MPPOSTAL", version: 1, header: HEADER };

/// Codes of a block: what is decoded to read one.
pub(super) const CODES_OF_A_BLOCK: usize = 16;
/// Names of a block of names.
pub(super) const NAMES_OF_A_BLOCK: usize = 16;
/// Bytes of an entry of the index of names, and of the number of one.
pub(super) const NAME_ENTRY: usize = 3;

/// Bytes of the file after the directory.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Section {
    at: usize,
    length: usize,
}

impl Section {
    /// Bytes.
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Whether it lies within so many bytes.
    pub(super) fn is_within(&self, room: usize) -> bool {
        self.at.checked_add(self.length).is_some_and(|end| end <= room)
    }

    /// Whether it has so many numbers of `size` bytes.
    pub(super) fn has(&self, count: usize, size: usize) -> bool {
        count.checked_mul(size).is_some_and(|length| length <= self.length)
    }
}

/// What the file holds.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Directory {
    /// Whose data it is and under which licence.
    pub(super) attribution: String,
    pub(super) countries: Vec<Country>,
    #[serde(default)]
    pub(super) names: Names,
}

impl Directory {
    /// Whether its numbers and sections can be added up and lie within so many bytes after the directory.
    fn fits(&self, room: usize) -> bool {
        self.names.fits(room) && self.countries.iter().all(|country| country.fits(room))
    }
}

/// The codes of a country.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Country {
    /// ISO 3166-1 alpha-2.
    pub(super) code: String,
    /// South, west, north, east of its points, degrees.
    pub(super) bbox: [f64; 4],
    /// Names of its divisions.
    pub(super) divisions: Vec<String>,
    /// Number of its first code and of its first place in the file.
    pub(super) first_code: u32,
    pub(super) first_town: u32,
    pub(super) towns: u32,
    /// Two steps a place.
    pub(super) points: Section,
    /// `u32` a block: where it begins in `names`.
    pub(super) name_blocks: Section,
    /// Names: a length with a bit that says whether a division follows, then the codes of their symbols.
    pub(super) names: Section,
    /// Eight bytes a symbol, and the length of each.
    pub(super) symbols: Section,
    pub(super) symbol_lengths: Section,
    pub(super) groups: Vec<Group>,
}

impl Country {
    fn fits(&self, room: usize) -> bool {
        let sections = [&self.points, &self.name_blocks, &self.names, &self.symbols, &self.symbol_lengths];
        sections.into_iter().all(|section| section.is_within(room))
            && self.points.has(self.towns as usize, 4)
            && self.first_town.checked_add(self.towns).is_some()
            && self.groups.iter().all(|group| {
                let end = self.first_code.checked_add(group.first);
                group.fits(room) && end.and_then(|end| end.checked_add(group.codes)).is_some()
            })
    }
}

/// The codes of one shape, in order.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Group {
    pub(super) shape: String,
    /// Number of its first code within the country.
    pub(super) first: u32,
    pub(super) codes: u32,
    /// `u64` a block: its first number.
    pub(super) heads: Section,
    /// `u32` a block: where it begins in `data`.
    pub(super) blocks: Section,
    pub(super) data: Section,
}

impl Group {
    fn fits(&self, room: usize) -> bool {
        let blocks = (self.codes as usize).div_ceil(CODES_OF_A_BLOCK);
        [&self.heads, &self.blocks, &self.data].into_iter().all(|section| section.is_within(room))
            && self.heads.has(blocks, 8)
            && self.blocks.has(blocks, 4)
            && shape::is_of_a_number(&self.shape)
    }
}

/// The index of names; empty in a file without one.
#[derive(Debug, Default, Serialize, Deserialize)]
pub(super) struct Names {
    /// Logarithm of the number of buckets.
    pub(super) bits: u32,
    pub(super) entries: u32,
    /// Three bytes a bucket: its first entry.
    pub(super) heads: Section,
    pub(super) data: Section,
}

impl Names {
    /// Whether its sections lie within so many bytes and hold as much as it says.
    fn fits(&self, room: usize) -> bool {
        let is_empty = self.entries == 0;
        let buckets = 1_usize.checked_shl(self.bits).filter(|_| self.bits <= u32::BITS);
        self.heads.is_within(room)
            && self.data.is_within(room)
            && self.data.has(self.entries as usize, NAME_ENTRY)
            && (is_empty || buckets.is_some_and(|buckets| self.heads.has(buckets, NAME_ENTRY)))
    }
}

/// Sections on their way into a file.
#[derive(Default)]
pub(super) struct Sections {
    bytes: Vec<u8>,
}

impl Sections {
    /// Leaves out a section that comes last.
    pub(super) fn cut(&mut self, section: &Section) {
        if section.length > 0 && section.at + section.length == self.bytes.len() {
            self.bytes.truncate(section.at);
        }
    }

    pub(super) fn add(&mut self, bytes: &[u8]) -> Section {
        let section = Section { at: self.bytes.len(), length: bytes.len() };
        self.bytes.extend_from_slice(bytes);
        section
    }

    /// The bytes of the file.
    pub(super) fn file(self, directory: &Directory) -> Result<Vec<u8>, serde_json::Error> {
        let directory = serde_json::to_vec(directory)?;
        let size = (directory.len() as u64).to_le_bytes();
        Ok(FORMAT.encode([&size[..], &directory, &self.bytes].into_iter()))
    }
}

/// A mapped file, checked.
pub(super) struct Mapped {
    map: Mmap,
    sections: usize,
}

impl Mapped {
    /// Reads the directory of a mapped file, and checks nothing else of its header.
    pub(super) fn of(map: Mmap) -> Result<(Mapped, Directory), MappedProblem> {
        let size = map.get(24..HEADER).map(number).ok_or(MappedProblem::Damaged("its header is cut off"))?;
        let sections = usize::try_from(size).ok().and_then(|size| size.checked_add(HEADER));
        let (sections, directory) = sections
            .and_then(|sections| Some((sections, serde_json::from_slice(map.get(HEADER..sections)?).ok()?)))
            .ok_or(MappedProblem::Damaged("its directory cannot be read"))?;
        if !Directory::fits(&directory, map.len() - sections) {
            return Err(MappedProblem::Damaged("its directory does not fit its sections"));
        }
        Ok((Mapped { map, sections }, directory))
    }

    /// All sections, to add some.
    pub(super) fn into_sections(self) -> Sections {
        Sections { bytes: self.map.get(self.sections..).unwrap_or_default().to_vec() }
    }

    /// The bytes of a section; none where the directory points outside.
    pub(super) fn section(&self, section: &Section) -> &[u8] {
        self.part(section, 0..section.length)
    }

    /// Bytes within a section.
    pub(super) fn part(&self, section: &Section, range: Range<usize>) -> &[u8] {
        let at = self.sections + section.at;
        self.map.get(at + range.start..at + range.end.min(section.length)).unwrap_or_default()
    }
}

fn number(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

/// The number at an index of numbers of `size` bytes; 0 outside of them.
#[inline]
pub(super) fn number_at(bytes: &[u8], index: usize, size: usize) -> u64 {
    let Some(bytes) = bytes.get(index * size..(index + 1) * size) else { return 0 };
    // The two sizes that a lookup reads a dozen of.
    match *bytes {
        [a, b, c, d] => u32::from_le_bytes([a, b, c, d]).into(),
        [a, b, c, d, e, f, g, h] => u64::from_le_bytes([a, b, c, d, e, f, g, h]),
        _ => number(bytes),
    }
}
