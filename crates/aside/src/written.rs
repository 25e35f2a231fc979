//! A file on its way to its name.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::claim::{SIBLINGS, folder_of};
use crate::{AsideError, Claim};

/// A file under a name of its own next to a claimed one. Dropped before it was installed, it is removed.
#[derive(Debug)]
pub struct Aside {
    path: PathBuf,
}

impl Aside {
    pub(crate) fn new(path: PathBuf) -> Aside {
        Aside { path }
    }

    /// Where it is written.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file the name that is claimed and returns its length in bytes. It must be closed by then. It is brought to the
    /// disk first, then it is renamed, then the folder is brought to the disk.
    ///
    /// # Errors
    /// When the system refuses it; what was under the name before stays then.
    pub fn install(self, claim: &Claim) -> Result<u64, AsideError> {
        let target = claim.target();
        let unwritten = |source| AsideError::Write { path: target.into(), source };
        let file = File::open(&self.path).map_err(unwritten)?;
        file.sync_all().map_err(unwritten)?;
        let written = file.metadata().map_err(unwritten)?;
        fs::rename(&self.path, target).map_err(unwritten)?;
        File::open(folder_of(target)).and_then(|folder| folder.sync_all()).map_err(unwritten)?;
        let named = fs::metadata(target).map_err(unwritten)?;
        if (named.dev(), named.ino(), named.len()) != (written.dev(), written.ino(), written.len()) {
            return Err(AsideError::Replaced { path: target.into() });
        }
        Ok(named.len())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        // After the rename there is nothing to remove, and what cannot be removed goes with the next claim.
        let _ = fs::remove_file(&self.path);
        for sibling in SIBLINGS {
            let mut name = self.path.as_os_str().to_owned();
            name.push(sibling);
            let _: io::Result<()> = fs::remove_file(name);
        }
    }
}
