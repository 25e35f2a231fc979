//! What a run that was killed left to go on from: `OUT.journal` beside `OUT.part`.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BulkError;
use crate::input::Position;
use crate::summary::Counts;

/// How far a run came: all that is told here lies whole in the files.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Journal {
    /// What was asked: the same answers would come of it.
    pub(crate) run: Fingerprint,
    pub(crate) position: Position,
    /// Bytes of the result.
    pub(crate) written: u64,
    /// Bytes of the rejected lines.
    pub(crate) rejected: u64,
    pub(crate) counts: Counts,
    /// Whether nothing is missing but the names.
    pub(crate) finished: bool,
}

/// What must be the same for a result to be of one piece, each with its name so that a difference can be told.
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
    /// The journal of an earlier run; none where there is none, or it was never written whole.
    pub(crate) fn read(names: &Names) -> Result<Option<Journal>, BulkError> {
        match fs::read(&names.journal) {
            Ok(bytes) => Ok(serde_json::from_slice(&bytes).ok()),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(BulkError::read(&names.journal.to_string_lossy())(error)),
        }
    }

    /// Writes it in one step.
    pub(crate) fn write(&self, names: &Names) -> Result<(), BulkError> {
        let failed = |error| BulkError::write(&names.journal.to_string_lossy())(error);
        let mut aside = names.journal.clone().into_os_string();
        aside.push(".new");
        let json = serde_json::to_vec(self).map_err(io::Error::other).map_err(failed)?;
        let mut file = File::create(&aside).map_err(failed)?;
        file.write_all(&json).and_then(|()| file.sync_data()).map_err(failed)?;
        fs::rename(&aside, &names.journal).map_err(failed)
    }

    /// What differs between the run that was begun and this one; none if nothing does.
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
        // What is not there need not be removed, and what cannot be is written over.
        let _ = fs::remove_file(path);
    }
}
