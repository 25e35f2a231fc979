//! The names of the register's places, so that a village is found without its postcode.
//!
//! An entry is the number of a place, and names are not repeated: a key is hashed, the first bits of the hash are the bucket of the entry,
//! a few more bits reject most others of the bucket, and the remaining entries are compared by name. That is three bytes a name.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use milepost_aside::Claim;
use milepost_text::name_key;
use milepost_text::names::Reading;

use super::layout::{NAME_ENTRY, Names, number_at};
use super::read::{FIRST_TOWN, Register, Town};
use crate::StoreError;
use crate::sphere::{EMPTY_BOX, distance_m, widened};

/// Entries of a bucket, about.
const ENTRIES_OF_A_BUCKET: usize = 8;
/// Bits of an entry below the number of its place: three of the hash, and whether the name means several places there.
const BITS_BELOW: u32 = 4;
const SEVERAL: u32 = 1;
/// Most places of one name that are read.
const MOST: usize = 64;
/// Postcodes of one name and division that lie this far apart are those of several villages, metres.
const ONE_VILLAGE_M: f64 = 25_000.0;

/// The names that a name in several languages consists of, `Бургас / Burgas`; otherwise the name itself. A letter is none: `H./G./K. Hotel`.
pub fn names_within(name: &str) -> impl Iterator<Item = &str> {
    let is_letter = |part: &str| part.len() < name.len() && part.trim_end_matches('.').len() == 1;
    name.split(['/', '(', ')']).map(str::trim).filter(move |part| !part.is_empty() && !is_letter(part))
}

/// The keys under which a place is found: its name, and the parts of one in several languages.
fn keys_of(name: &str) -> impl Iterator<Item = String> + '_ {
    let parts = names_within(name).filter(|part| part.len() < name.len());
    std::iter::once(name).chain(parts).map(spaced_key).filter(|key| !key.is_empty())
}

/// A key without hyphens.
fn spaced_key(name: &str) -> String {
    name_key(name).replace('-', " ").trim().to_owned()
}

fn hash(key: &str) -> u32 {
    crc32fast::hash(key.as_bytes())
}

/// Bucket and bits of a hash.
fn placed(hash: u32, bits: u32) -> (usize, u32) {
    let bucket = u64::from(hash) << bits >> 32;
    (bucket as usize, (hash & 0b111) << 1)
}

impl Register {
    /// Places with one of the names, in the wanted countries; each with whether several villages of its division have the name, of which
    /// its point is that of one.
    pub fn towns_of_name(
        &self,
        names: &[Reading],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Vec<(Town<'_>, bool)> {
        let index = &self.directory.names;
        let mut found: Vec<(Town<'_>, bool)> = Vec::new();
        if index.entries == 0 {
            return found;
        }
        let heads = self.file.section(&index.heads);
        let data = self.file.section(&index.data);
        let begin = |bucket: usize| number_at(heads, bucket, NAME_ENTRY) as usize;
        for key in names.iter().map(|Reading { name, .. }| spaced_key(name)) {
            let (bucket, wanted) = placed(hash(&key), index.bits);
            let last = if bucket + 1 == 1 << index.bits { index.entries as usize } else { begin(bucket + 1) };
            for entry in begin(bucket)..last.min(index.entries as usize) {
                let entry = number_at(data, entry, NAME_ENTRY) as u32;
                let id = FIRST_TOWN + i64::from(entry >> BITS_BELOW);
                if entry & 0b1110 != wanted
                    || found.len() >= MOST
                    || !self.country_of_town(id).is_some_and(&is_wanted)
                    || found.iter().any(|(known, _)| known.id == id)
                {
                    continue;
                }
                let Some(town) = self.town(id) else { continue };
                if keys_of(&town.name).any(|own| own == key) {
                    found.push((town, entry & SEVERAL != 0));
                }
            }
        }
        found
    }

    /// Places whose postcodes lie too far apart for one village.
    fn several(&self) -> HashSet<i64> {
        let mut boxes: HashMap<i64, [f64; 4]> = HashMap::new();
        self.each_served(|served| {
            let bbox = boxes.entry(served.id).or_insert(EMPTY_BOX);
            *bbox = widened(*bbox, served.lat, served.lon);
        });
        let is_wide =
            |[south, west, north, east]: [f64; 4]| distance_m(south, west, north, east) > ONE_VILLAGE_M;
        boxes.into_iter().filter(|(_, bbox)| is_wide(*bbox)).map(|(id, _)| id).collect()
    }
}

/// Adds the index of names to the register that is claimed, of the places that are wanted. Returns the length of the file.
///
/// # Errors
/// When the register cannot be read or written.
pub fn index_names<E: From<StoreError>>(
    claim: &Claim,
    register: &Path,
    mut is_wanted: impl FnMut(&Town<'_>) -> Result<bool, E>,
) -> Result<u64, E> {
    let opened = Register::open(register)?;
    let several = opened.several();
    let mut entries: Vec<(u32, u32)> = Vec::new();
    for town in opened.towns().filter(|town| !town.name.is_empty()) {
        let number = (town.id - FIRST_TOWN) as u32;
        // What does not fit an entry is found by its postcode alone.
        if number >> (8 * NAME_ENTRY as u32 - BITS_BELOW) != 0 || !is_wanted(&town)? {
            continue;
        }
        let flag = if several.contains(&town.id) { SEVERAL } else { 0 };
        entries.extend(keys_of(&town.name).map(|key| (hash(&key), number << BITS_BELOW | flag)));
    }
    let bits = (entries.len() / ENTRIES_OF_A_BUCKET).max(1).ilog2();
    let mut placed: Vec<(usize, u32)> = entries
        .iter()
        .map(|&(hash, entry)| {
            let (bucket, hash) = placed(hash, bits);
            (bucket, entry | hash)
        })
        .collect();
    placed.sort_unstable();
    placed.dedup();
    let count = placed.len() as u32;
    let mut heads = Vec::new();
    for bucket in 0..1usize << bits {
        let begin = placed.partition_point(|&(of, _)| of < bucket);
        heads.extend(begin.to_le_bytes().into_iter().take(NAME_ENTRY));
    }
    let data: Vec<u8> =
        placed.iter().flat_map(|(_, entry)| entry.to_le_bytes().into_iter().take(NAME_ENTRY)).collect();
    let Register { file, mut directory, .. } = opened;
    let mut sections = file.into_sections();
    sections.cut(&directory.names.data);
    sections.cut(&directory.names.heads);
    directory.names = Names { bits, entries: count, heads: sections.add(&heads), data: sections.add(&data) };
    let unwritten = |source| StoreError::Write { path: claim.target().into(), source };
    let file = sections.file(&directory).map_err(|error| unwritten(error.into()))?;
    claim.write(&file).map_err(StoreError::from)?;
    Ok(file.len() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `Emmental 300 g` was the town of the letter, a wholesaler of Hannover with a postcode of its own.
    #[test]
    fn a_letter_between_slashes_is_no_name() {
        let names = |name| names_within(name).collect::<Vec<_>>();
        assert_eq!(names("Бургас / Burgas"), ["Бургас", "Burgas"]);
        assert_eq!(names("津 / Tsu"), ["津", "Tsu"]);
        assert_eq!(names("H./G./K. Hotel"), ["K. Hotel"]);
        assert_eq!(names("Y"), ["Y"]);
    }
}
