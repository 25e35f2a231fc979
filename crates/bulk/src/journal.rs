//! The journal that resumes a killed run: `OUT.journal` next to `OUT.part`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BulkError;
use crate::input::Position;
use crate::summary::Counts;

/// Progress of a run: everything up to here is complete in the files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// The settings that decide the answers.
    pub(crate) run: Fingerprint,
    pub(crate) position: Position,
    /// Bytes of the result.
    pub(crate) written: u64,
    /// Bytes of the rejected lines.
    pub(crate) rejected: u64,
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
        }
    }
}

impl Journal {
    /// The journal of an earlier run; none if there is none or it is incomplete.
    pub(crate) fn read(names: &Names) -> Result<Option<Journal>, BulkError> {
        match fs::read(&names.journal) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BulkError::read(&names.journal.to_string_lossy())(error)),
        }
    }

    /// Writes it atomically.
    pub(crate) fn write(&self, names: &Names) -> Result<(), BulkError> {
        let failed = |error| BulkError::write(&names.journal.to_string_lossy())(error);
        let mut aside = names.journal.clone().into_os_string();
        aside.push(".new");
        let json = serde_json::to_vec(self).map_err(io::Error::other).map_err(failed)?;
        let mut file = File::create(&aside).map_err(failed)?;
        file.write_all(&json).and_then(|()| file.sync_data()).map_err(failed)?;
        fs::rename(&aside, &names.journal).map_err(failed)
    }

    /// The difference between the earlier run and this one, if any.
    pub(crate) fn difference(&self, run: &Fingerprint) -> Option<String> {
        let names = self.run.keys().chain(run.keys());
        let differing = |name: &&String| self.run.get(*name) != run.get(*name);
        names.into_iter().find(differing).map(|name| format!("another {name}"))
    }
}

/// Removes what an earlier run left.
pub(crate) fn discard(names: &Names) {
    let mut aside = names.journal.clone().into_os_string();
    aside.push(".new");
    for path in [&names.part, &names.rejected_part, &names.journal, &PathBuf::from(aside)] {
        // A missing file needs no removal, and one that cannot be removed is overwritten.
        let _ = fs::remove_file(path);
    }
}
