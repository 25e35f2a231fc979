//! The addresses that an interrupted run has read: `OUT.parsed`. A next run of the same command takes them from there.

use std::fs::{self, File, OpenOptions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::BulkError;
use crate::journal::{Fingerprint, decode, encode};

/// A text that was parsed.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub(super) struct Parsed {
    pub(super) components: Box<str>,
    pub(super) keys: Vec<u32>,
}

/// The file. It begins with the settings that decide the parses; an entry has those of the new texts of one window.
pub(super) struct Saved {
    path: PathBuf,
    file: File,
    /// Entries of the earlier run that were not taken yet; none behind the last one.
    earlier: Option<BufReader<File>>,
    /// Where the entries that hold end, bytes.
    end: u64,
    /// How many texts the earlier run has read.
    pub(super) taken: u64,
}

#[derive(Serialize, Deserialize)]
struct Entry {
    /// Hash of the texts.
    texts: u64,
    parsed: Vec<Parsed>,
}

impl Saved {
    /// Opens the file beside a result, or begins one unless an earlier run had the same settings.
    ///
    /// # Errors
    /// If it cannot be read or written.
    pub(super) fn beside(out: &Path, run: &Fingerprint) -> Result<Saved, BulkError> {
        let mut path = out.as_os_str().to_owned();
        path.push(".parsed");
        let path = PathBuf::from(path);
        let mut options = OpenOptions::new();
        options.create(true).truncate(false).read(true).write(true);
        let file = options.open(&path).map_err(BulkError::write(&path))?;
        let of_reader = file.try_clone().map_err(BulkError::read(&path))?;
        let mut saved = Saved { path, file, earlier: Some(BufReader::new(of_reader)), end: 0, taken: 0 };
        if saved.next::<Fingerprint>()?.as_ref() != Some(run) {
            saved.end = 0;
            saved.cut()?;
            saved.append(run)?;
        }
        Ok(saved)
    }

    /// The parses of texts, if the earlier run read the same ones next.
    ///
    /// # Errors
    /// If the file cannot be read or cut.
    pub(super) fn take(&mut self, texts: &[Box<str>]) -> Result<Option<Vec<Parsed>>, BulkError> {
        let before = self.end;
        let entry = self.next::<Entry>()?;
        let same = entry.filter(|entry| entry.texts == hash(texts) && entry.parsed.len() == texts.len());
        match same {
            Some(Entry { parsed, .. }) => {
                self.taken += texts.len() as u64;
                Ok(Some(parsed))
            }
            None => {
                self.end = before;
                self.cut()?;
                Ok(None)
            }
        }
    }

    /// Adds the parses of texts behind the others.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub(super) fn add(&mut self, texts: &[Box<str>], parsed: Vec<Parsed>) -> Result<Vec<Parsed>, BulkError> {
        let entry = Entry { texts: hash(texts), parsed };
        self.append(&entry)?;
        Ok(entry.parsed)
    }

    /// Removes the file: the result is written.
    pub(super) fn remove(self) {
        // One that cannot be removed is overwritten by the next run.
        let _ = fs::remove_file(&self.path);
    }

    /// The next entry of the earlier run; none behind its end, or if it is torn or damaged.
    fn next<T: for<'a> Deserialize<'a>>(&mut self) -> Result<Option<T>, BulkError> {
        let Some(earlier) = &mut self.earlier else { return Ok(None) };
        let mut bytes = Vec::new();
        for _ in 0..2 {
            let read = earlier.read_until(b'\n', &mut bytes);
            read.map_err(BulkError::read(&self.path))?;
        }
        let entry = decode(&bytes);
        if entry.is_some() {
            self.end += bytes.len() as u64;
        }
        Ok(entry)
    }

    /// Drops what the earlier run wrote behind the entries that hold.
    fn cut(&mut self) -> Result<(), BulkError> {
        if self.earlier.take().is_none() {
            return Ok(());
        }
        let cut = self.file.set_len(self.end).and_then(|()| self.file.seek(SeekFrom::Start(self.end)));
        cut.map(|_| ()).map_err(BulkError::write(&self.path))
    }

    fn append(&mut self, entry: &impl Serialize) -> Result<(), BulkError> {
        let bytes = encode(entry).map_err(io::Error::other).map_err(BulkError::write(&self.path))?;
        self.file.write_all(&bytes).map_err(BulkError::write(&self.path))?;
        self.end += bytes.len() as u64;
        Ok(())
    }
}

fn hash(texts: &[Box<str>]) -> u64 {
    let mut hasher = DefaultHasher::new();
    texts.hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(texts: &[&str]) -> Vec<Box<str>> {
        texts.iter().map(|text| (*text).into()).collect()
    }

    fn parsed(texts: &[Box<str>]) -> Vec<Parsed> {
        texts.iter().map(|text| Parsed { components: text.clone(), keys: vec![7] }).collect()
    }

    fn written(out: &Path, run: &Fingerprint) {
        let mut saved = Saved::beside(out, run).unwrap();
        for window in [texts(&["a", "b"]), texts(&["c"])] {
            assert_eq!(saved.take(&window).unwrap(), None);
            saved.add(&window, parsed(&window)).unwrap();
        }
    }

    fn run(model: &str) -> Fingerprint {
        [("model".to_owned(), model.to_owned())].into()
    }

    #[test]
    fn a_next_run_takes_what_the_earlier_one_read() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("pairs.csv");
        written(&out, &run("one"));
        let mut saved = Saved::beside(&out, &run("one")).unwrap();
        assert_eq!(saved.take(&texts(&["a", "b"])).unwrap(), Some(parsed(&texts(&["a", "b"]))));
        // The table has changed behind that.
        assert_eq!(saved.take(&texts(&["d"])).unwrap(), None);
        saved.add(&texts(&["d"]), parsed(&texts(&["d"]))).unwrap();
        assert_eq!(saved.taken, 2);
        let mut saved = Saved::beside(&out, &run("one")).unwrap();
        assert!(saved.take(&texts(&["a", "b"])).unwrap().is_some());
        assert!(saved.take(&texts(&["d"])).unwrap().is_some());
        assert_eq!(saved.take(&texts(&["e"])).unwrap(), None);
    }

    #[test]
    fn other_settings_begin_anew() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("pairs.csv");
        written(&out, &run("one"));
        assert_eq!(Saved::beside(&out, &run("two")).unwrap().take(&texts(&["a", "b"])).unwrap(), None);
    }

    #[test]
    fn a_torn_file_is_good_up_to_its_last_whole_entry() {
        let folder = tempfile::tempdir().unwrap();
        let out = folder.path().join("pairs.csv");
        written(&out, &run("one"));
        let path = folder.path().join("pairs.csv.parsed");
        let whole = fs::read(&path).unwrap();
        for length in 0..whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let mut saved = Saved::beside(&out, &run("one")).unwrap();
            for window in [texts(&["a", "b"]), texts(&["c"])] {
                match saved.take(&window).unwrap() {
                    Some(known) => assert_eq!(known, parsed(&window)),
                    None => drop(saved.add(&window, parsed(&window)).unwrap()),
                }
            }
            assert_eq!(fs::read(&path).unwrap(), whole, "{length} bytes");
        }
    }
}
