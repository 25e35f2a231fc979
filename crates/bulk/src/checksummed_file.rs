//! A file that only grows, with the checksum of its bytes.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crc32fast::Hasher;
use serde::{Deserialize, Serialize};

use crate::error::BulkError;

/// What is complete of a file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Extent {
    /// Bytes.
    pub(crate) length: u64,
    /// CRC-32 of these bytes.
    pub(crate) checksum: u32,
}

/// The file.
pub(crate) struct Growing {
    path: PathBuf,
    file: File,
    length: u64,
    hasher: Hasher,
}

impl Growing {
    /// Opens a file that is complete up to `extent`; what an interrupted run has written after that is cut off.
    ///
    /// # Errors
    /// If its bytes are not those of `extent`: a disk may lose or change them.
    pub(crate) fn open(path: &Path, extent: Extent) -> Result<Growing, BulkError> {
        let failed = BulkError::write(path);
        let mut options = OpenOptions::new();
        let mut file =
            options.create(true).truncate(false).read(true).write(true).open(path).map_err(&failed)?;
        if file.metadata().map_err(&failed)?.len() < extent.length {
            return Err(BulkError::Changed { path: path.to_owned(), what: "bytes that are missing".into() });
        }
        let mut hasher = Hasher::new();
        hash(&mut (&file).take(extent.length), &mut hasher).map_err(BulkError::read(path))?;
        if hasher.clone().finalize() != extent.checksum {
            return Err(BulkError::Damaged { path: path.to_owned() });
        }
        file.set_len(extent.length).map_err(&failed)?;
        file.seek(SeekFrom::End(0)).map_err(&failed)?;
        Ok(Growing { path: path.to_owned(), file, length: extent.length, hasher })
    }

    /// Appends bytes.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), BulkError> {
        self.file.write_all(bytes).map_err(BulkError::write(&self.path))?;
        self.length += bytes.len() as u64;
        self.hasher.update(bytes);
        Ok(())
    }

    /// Waits until everything is on the disk; returns what that is.
    pub(crate) fn sync(&self) -> Result<Extent, BulkError> {
        self.file.sync_data().map_err(BulkError::write(&self.path))?;
        Ok(Extent { length: self.length, checksum: self.hasher.clone().finalize() })
    }
}

/// Adds everything that is read to a checksum.
pub(crate) fn hash(bytes: &mut impl Read, hasher: &mut Hasher) -> io::Result<()> {
    let mut block = [0; 16 << 10];
    loop {
        match bytes.read(&mut block)? {
            0 => return Ok(()),
            read => hasher.update(&block[..read]),
        }
    }
}
