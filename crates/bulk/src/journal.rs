//! The journal that resumes a killed run: `OUT.journal` next to `OUT.part`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::checksummed_file::Extent;
use crate::error::BulkError;
use crate::input::Position;
use crate::summary::Counts;

/// Progress of a run: everything up to here is complete in the files.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// The settings that decide the answers.
    pub(crate) run: Fingerprint,
    pub(crate) position: Position,
    pub(crate) written: Extent,
    pub(crate) rejected: Extent,
    pub(crate) counts: Counts,
    /// Whether only the renaming is left.
    pub(crate) finished: bool,
}

/// Settings that must be equal for a run to be resumed, each with its name, so an error can name the difference.
pub(crate) type Fingerprint = std::collections::BTreeMap<String, String>;

/// Names of the files of a run.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    pub(crate) out: PathBuf,
    pub(crate) part: PathBuf,
    pub(crate) rejected: PathBuf,
    pub(crate) rejected_part: PathBuf,
    pub(crate) journal: PathBuf,
    /// The next journal, until it is complete.
    journal_new: PathBuf,
}

impl Names {
    pub(crate) fn of(out: &Path) -> Names {
        let behind = |ending: &str| {
            let mut name = out.as_os_str().to_owned();
            name.push(ending);
            PathBuf::from(name)
        };
        Names {
            out: out.to_owned(),
            part: behind(".part"),
            rejected: behind(".rejected"),
            rejected_part: behind(".rejected.part"),
            journal: behind(".journal"),
            journal_new: behind(".journal.new"),
        }
    }
}

impl Journal {
    /// The journal of an earlier run, if there is one.
    ///
    /// # Errors
    /// If it is damaged.
    pub(crate) fn read(names: &Names) -> Result<Option<Journal>, BulkError> {
        let damaged = || BulkError::Damaged { path: names.journal.clone() };
        match fs::read(&names.journal) {
            Ok(bytes) => decode(&bytes).ok_or_else(damaged).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BulkError::read(&names.journal)(error)),
        }
    }

    /// Writes it atomically.
    pub(crate) fn write(&self, names: &Names) -> Result<(), BulkError> {
        let failed = BulkError::write(&names.journal);
        let bytes = encode(self).map_err(io::Error::other).map_err(&failed)?;
        let mut file = File::create(&names.journal_new).map_err(&failed)?;
        file.write_all(&bytes).and_then(|()| file.sync_data()).map_err(&failed)?;
        fs::rename(&names.journal_new, &names.journal).map_err(&failed)
    }

    /// The difference between the earlier run and this one, if any.
    pub(crate) fn difference(&self, run: &Fingerprint) -> Option<String> {
        let names = self.run.keys().chain(run.keys());
        let differing = |name: &&String| self.run.get(*name) != run.get(*name);
        names.into_iter().find(differing).map(|name| format!("another {name}"))
    }
}

/// An entry as JSON, and its CRC-32 on a line of its own.
pub(crate) fn encode(entry: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(entry)?;
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(format!("\n{checksum:08x}\n").bytes());
    Ok(bytes)
}

/// The entry; none if a bit of it has changed.
pub(crate) fn decode<T: for<'a> Deserialize<'a>>(bytes: &[u8]) -> Option<T> {
    let text = str::from_utf8(bytes).ok()?.strip_suffix('\n')?;
    let (json, checksum) = text.rsplit_once('\n')?;
    let is_whole = checksum == format!("{:08x}", crc32fast::hash(json.as_bytes()));
    is_whole.then(|| serde_json::from_str(json).ok()).flatten()
}

/// Removes what an earlier run left.
pub(crate) fn discard(names: &Names) {
    for path in [&names.part, &names.rejected_part, &names.journal, &names.journal_new] {
        // A missing file needs no removal, and one that cannot be removed is overwritten.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_of_a_journal_is_noticed() {
        let journal = Journal {
            run: [("prefix".to_owned(), "geo_".to_owned())].into(),
            position: Position { file: 1, offset: 23, checksum: 45 },
            written: Extent { length: 678, checksum: 90 },
            ..Journal::default()
        };
        let mut bytes = encode(&journal).unwrap();
        assert_eq!(decode(&bytes), Some(journal));
        for bit in 0..bytes.len() * 8 {
            bytes[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(decode::<Journal>(&bytes), None, "bit {bit}");
            bytes[bit / 8] ^= 1 << (bit % 8);
        }
    }
}
