//! The right to write a file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use crate::{Aside, AsideError};

/// Digits of the number that makes a name one of its own.
const DIGITS: usize = 16;

/// Ends the name of a file that is not whole.
const ENDING: &str = ".part";

/// What SQLite puts next to a database after its name.
pub(crate) const SIBLINGS: [&str; 3] = ["-journal", "-wal", "-shm"];

/// The right to write a file, held until it is dropped or the process ends.
#[derive(Debug)]
pub struct Claim {
    target: PathBuf,
    lock_path: PathBuf,
    lock: File,
}

impl Claim {
    /// Claims `target`, which need not be there; its folder is made. What dead runs left beside it is removed.
    ///
    /// # Errors
    /// [`AsideError::Taken`] at once when another process, or another claim of this one, has it; else when the folder cannot be
    /// written to.
    pub fn on(target: &Path) -> Result<Claim, AsideError> {
        if target.file_name().is_none() {
            return Err(AsideError::NoFile { path: target.into() });
        }
        let unwritten = |source| AsideError::Write { path: target.into(), source };
        fs::create_dir_all(folder_of(target)).map_err(unwritten)?;
        let mut lock_path = target.as_os_str().to_owned();
        lock_path.push(".lock");
        let lock_path = PathBuf::from(lock_path);
        let lock = loop {
            // For reading too, so that a named pipe in its place does not wait for somebody who reads it.
            let file =
                OpenOptions::new().read(true).write(true).create(true).truncate(false).open(&lock_path);
            let file = file.map_err(unwritten)?;
            match file.try_lock() {
                Ok(()) => {}
                Err(TryLockError::WouldBlock) => return Err(AsideError::Taken { path: target.into() }),
                Err(TryLockError::Error(source)) => return Err(unwritten(source)),
            }
            // The holder before removes the file: between opening and locking the name may have gone, or become another's.
            if is_at(&file, &lock_path).map_err(unwritten)? {
                break file;
            }
        };
        let claim = Claim { target: target.into(), lock_path, lock };
        claim.remove_leftovers().map_err(unwritten)?;
        Ok(claim)
    }

    /// The file that is claimed.
    pub fn target(&self) -> &Path {
        &self.target
    }

    /// An empty file next to the target, under a name of its own.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn aside(&self) -> Result<Aside, AsideError> {
        loop {
            let number = RandomState::new().build_hasher().finish();
            let mut name = self.target.as_os_str().to_owned();
            name.push(format!(".{number:0DIGITS$x}{ENDING}"));
            match File::create_new(&name) {
                Ok(_) => return Ok(Aside::new(name.into())),
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                Err(source) => return Err(AsideError::Write { path: self.target.clone(), source }),
            }
        }
    }

    /// Writes the target whole; returns its length in bytes.
    ///
    /// # Errors
    /// If the file cannot be written. The previous content stays.
    pub fn write(&self, content: &[u8]) -> Result<u64, AsideError> {
        let aside = self.aside()?;
        File::create(aside.path())
            .and_then(|mut file| file.write_all(content))
            .map_err(|source| AsideError::Write { path: self.target.clone(), source })?;
        aside.install(self)
    }

    /// Whoever wrote them is dead: the claim is held here.
    fn remove_leftovers(&self) -> io::Result<()> {
        for entry in fs::read_dir(folder_of(&self.target))?.flatten() {
            if is_leftover(&self.target, &entry.path()) {
                fs::remove_file(entry.path())?;
            }
        }
        Ok(())
    }
}

/// The name is removed while the lock is held: who opened it before finds that it is not there any more, and makes another.
impl Drop for Claim {
    fn drop(&mut self) {
        if is_at(&self.lock, &self.lock_path).unwrap_or(false) {
            // A lock file that cannot be removed is empty and unlocked, and the next claim reuses it.
            let _ = fs::remove_file(&self.lock_path);
        }
    }
}

/// The folder a file lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Whether `path` is the name of an open file.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    let open = file.metadata()?;
    match fs::metadata(path) {
        Ok(named) => Ok((named.dev(), named.ino()) == (open.dev(), open.ino())),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Whether `path` has the name of an [`Aside`] of `target`, or of what SQLite put beside one.
fn is_leftover(target: &Path, path: &Path) -> bool {
    let (Some(name), Some(target)) = (path.file_name(), target.file_name()) else { return false };
    let (name, target) = (name.as_encoded_bytes(), target.as_encoded_bytes());
    let Some(rest) = name.strip_prefix(target).and_then(|rest| rest.strip_prefix(b".")) else { return false };
    let Some((number, ending)) = rest.split_at_checked(DIGITS) else { return false };
    let Some(sibling) = ending.strip_prefix(ENDING.as_bytes()) else { return false };
    number.iter().all(u8::is_ascii_hexdigit)
        && (sibling.is_empty() || SIBLINGS.iter().any(|known| known.as_bytes() == sibling))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_runs_are_leftovers() {
        let target = Path::new("db/out.db");
        for name in ["out.db.0123456789abcdef.part", "out.db.0123456789abcdef.part-journal"] {
            assert!(is_leftover(target, &Path::new("db").join(name)), "{name}");
        }
        // The part of a pull is what the next pull goes on from.
        for name in [
            "out.db",
            "out.db.part",
            "out.db.lock",
            "out.db.0123456789abcdef.partial",
            "other.db.0123456789abcdef.part",
        ] {
            assert!(!is_leftover(target, &Path::new("db").join(name)), "{name}");
        }
    }
}
