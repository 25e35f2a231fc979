//! The destination of a result: standard output, or a file that gets its name when it is complete.

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use milepost_aside::Claim;

use crate::checksummed_file::{Extent, Growing};
use crate::error::BulkError;
use crate::input::Position;
use crate::journal::{Fingerprint, Journal, Names, discard};
use crate::output::parquet::ParquetFormat;
use crate::summary::Counts;
use crate::value::Rejected;

/// A result that is written.
pub(crate) enum Sink {
    Stdout,
    File(Box<Journalled>),
}

/// A file with its journal.
pub(crate) struct Journalled {
    claim: Claim,
    names: Names,
    part: Growing,
    rejected: Growing,
    journal: Journal,
    /// Minimum time between two entries of the journal.
    every: Duration,
    last: Instant,
}

/// What to do with a file that may be incomplete.
pub(crate) enum Begun {
    /// To be written, with the journal of an earlier run if there is one.
    Open(Sink, Option<Journal>),
    /// An earlier run had written everything.
    Complete(Counts),
}

/// How a file starts.
pub(crate) struct Beginning<'a> {
    pub(crate) run: Fingerprint,
    pub(crate) replace: bool,
    pub(crate) restart: bool,
    pub(crate) every: Duration,
    /// How pieces are joined; none if their concatenation is the file.
    pub(crate) joined: Option<&'a ParquetFormat>,
}

impl Sink {
    /// Opens a file, or resumes one of an earlier run of the same command.
    pub(crate) fn file(out: &Path, beginning: Beginning<'_>) -> Result<Begun, BulkError> {
        let claim = Claim::on(out)?;
        let names = Names::of(out);
        if beginning.restart {
            discard(&names);
        }
        let earlier = Journal::read(&names)?;
        if let Some(journal) = &earlier {
            if let Some(what) = journal.difference(&beginning.run) {
                return Err(BulkError::Changed { path: names.part, what });
            }
            if journal.finished {
                for (path, extent) in
                    [(&names.part, journal.written), (&names.rejected_part, journal.rejected)]
                {
                    // An earlier run may have renamed it.
                    if path.exists() {
                        Growing::open(path, extent)?;
                    }
                }
                finish(&claim, &names, beginning.joined)?;
                return Ok(Begun::Complete(journal.counts.clone()));
            }
        } else {
            if out.exists() && !beginning.replace {
                return Err(BulkError::Exists { path: out.to_owned() });
            }
            discard(&names);
        }
        let journal = earlier.clone().unwrap_or(Journal { run: beginning.run, ..Journal::default() });
        let part = Growing::open(&names.part, journal.written)?;
        let rejected = Growing::open(&names.rejected_part, journal.rejected)?;
        let every = beginning.every;
        let file = Journalled { claim, names, part, rejected, journal, every, last: Instant::now() };
        Ok(Begun::Open(Sink::File(Box::new(file)), earlier))
    }

    /// Starts over.
    pub(crate) fn restart(&mut self) -> Result<(), BulkError> {
        let Sink::File(file) = self else { return Ok(()) };
        file.part = Growing::open(&file.names.part, Extent::default())?;
        file.rejected = Growing::open(&file.names.rejected_part, Extent::default())?;
        Ok(())
    }

    /// Appends bytes and rejected records.
    pub(crate) fn write(&mut self, pieces: &[Vec<u8>], rejected: &[Rejected]) -> Result<(), BulkError> {
        match self {
            Sink::Stdout => {
                let mut out = io::stdout().lock();
                for piece in pieces {
                    out.write_all(piece).map_err(BulkError::write("standard output"))?;
                }
                out.flush().map_err(BulkError::write("standard output"))?;
                for Rejected { file, line, why, .. } in rejected {
                    crate::tell(&format!("{file}:{line} is skipped: {why}"));
                }
            }
            Sink::File(file) => {
                for piece in pieces {
                    file.part.append(piece)?;
                }
                for record in rejected {
                    let mut line = serde_json::to_vec(record)
                        .map_err(io::Error::other)
                        .map_err(BulkError::write(&file.names.rejected_part))?;
                    line.push(b'\n');
                    file.rejected.append(&line)?;
                }
            }
        }
        Ok(())
    }

    /// Records in the journal, when it is due, that everything up to `position` is in the file.
    pub(crate) fn commit(&mut self, position: Position, counts: &Counts) -> Result<(), BulkError> {
        let Sink::File(file) = self else { return Ok(()) };
        file.journal.position = position;
        file.journal.counts.clone_from(counts);
        if file.last.elapsed() >= file.every {
            file.note()?;
            file.last = Instant::now();
        }
        Ok(())
    }

    /// Gives the complete file its name.
    pub(crate) fn finish(self, counts: &Counts, joined: Option<&ParquetFormat>) -> Result<(), BulkError> {
        let Sink::File(mut file) = self else { return Ok(()) };
        file.journal.counts.clone_from(counts);
        file.journal.finished = true;
        file.note()?;
        let Journalled { claim, names, .. } = *file;
        finish(&claim, &names, joined)
    }
}

impl Journalled {
    fn note(&mut self) -> Result<(), BulkError> {
        self.journal.written = self.part.sync()?;
        self.journal.rejected = self.rejected.sync()?;
        self.journal.write(&self.names)
    }
}

/// The last steps; an earlier run may have done some of them.
fn finish(claim: &Claim, names: &Names, joined: Option<&ParquetFormat>) -> Result<(), BulkError> {
    let failed = &BulkError::write(&names.out);
    if names.rejected_part.exists() {
        if fs::metadata(&names.rejected_part).map_err(failed)?.len() > 0 {
            fs::rename(&names.rejected_part, &names.rejected).map_err(failed)?;
        } else {
            fs::remove_file(&names.rejected_part).map_err(failed)?;
            if names.rejected.exists() && names.part.exists() {
                // The rejected lines of the replaced result.
                fs::remove_file(&names.rejected).map_err(failed)?;
            }
        }
    }
    if names.part.exists() {
        match joined {
            Some(format) => {
                let aside = claim.aside()?;
                format.join(&names.part, aside.path()).map_err(BulkError::parquet(&names.out))?;
                aside.install(claim)?;
                fs::remove_file(&names.part).map_err(failed)?;
            }
            None => fs::rename(&names.part, &names.out).map_err(failed)?,
        }
    }
    fs::remove_file(&names.journal).map_err(failed)
}
