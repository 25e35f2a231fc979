//! The blobs of PBF files: their index, and decoding on several threads in the order of the files.
//!
//! Nothing in a file is trusted. A blob that cannot be decoded is reported with its offset and skipped; the library panics on some
//! values that the format does not allow, so each blob is decoded behind `catch_unwind`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Write};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Condvar, Mutex, PoisonError};

use osmpbf::{BlobDecode, BlobReader, BlobType, ByteOffset, HeaderBlock, PrimitiveBlock};
use tempfile::NamedTempFile;

use super::report::Report;
use crate::error::BuildError;

/// Kinds of objects in a blob, as bits.
pub(super) const NODES: u8 = 1;
pub(super) const WAYS: u8 = 2;
pub(super) const RELATIONS: u8 = 4;
/// A blob that was not decoded yet may hold anything.
const UNKNOWN: u8 = NODES | WAYS | RELATIONS;

/// Features of a file that the importer understands. A file that requires another one is refused.
const UNDERSTOOD: [&str; 3] = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"];

/// Decoded blobs that wait for an earlier one, for each thread.
const AHEAD: usize = 8;

/// A blob by its file and place.
#[derive(Debug, Clone)]
struct BlobAt {
    file: usize,
    offset: u64,
    kinds: u8,
}

/// The blobs of all files.
pub(super) struct Pbf {
    files: Vec<PathBuf>,
    blobs: Vec<BlobAt>,
    /// Bytes of all files.
    pub(super) bytes: u64,
    /// Newest replication time of the files, seconds since 1970.
    pub(super) timestamp: Option<i64>,
    threads: NonZero<usize>,
    // Removed with the index.
    _piped: Option<NamedTempFile>,
}

impl Pbf {
    /// Reads the headers of all blobs. `-` is standard input, which is copied into `folder` because the file is read several times.
    pub(super) fn open(
        files: &[PathBuf],
        folder: &Path,
        threads: NonZero<usize>,
        report: &mut Report,
    ) -> Result<Pbf, BuildError> {
        let mut pbf =
            Pbf { files: Vec::new(), blobs: Vec::new(), bytes: 0, timestamp: None, threads, _piped: None };
        for file in files {
            let path = if file.as_os_str() == "-" { pbf.copy_input(folder)? } else { file.clone() };
            pbf.files.push(path);
            pbf.index(pbf.files.len() - 1, report)?;
        }
        Ok(pbf)
    }

    fn copy_input(&mut self, folder: &Path) -> Result<PathBuf, BuildError> {
        let failed = |source| BuildError::Write { path: folder.into(), source };
        let mut copy = NamedTempFile::new_in(folder).map_err(failed)?;
        io::copy(&mut io::stdin().lock(), &mut copy)
            .map_err(|source| BuildError::Read { path: PathBuf::from("-"), source })?;
        copy.flush().map_err(failed)?;
        let path = copy.path().to_owned();
        self._piped = Some(copy);
        Ok(path)
    }

    /// Adds the blobs of a file.
    fn index(&mut self, file: usize, report: &mut Report) -> Result<(), BuildError> {
        let path = self.files[file].clone();
        let unreadable = |source| BuildError::Read { path: path.clone(), source };
        let opened = File::open(&path).map_err(unreadable)?;
        let length = opened.metadata().map_err(unreadable)?.len();
        self.bytes += length;
        let mut reader = BlobReader::new_seekable(BufReader::new(opened))
            .map_err(|error| unreadable(io::Error::other(error)))?;
        let (first, mut is_sorted, mut end) = (self.blobs.len(), false, 0);
        while let Some(next) = reader.next_header_skip_blob() {
            let (header, offset) = match next {
                Ok((header, Some(ByteOffset(offset)))) => (header, offset),
                Ok((_, None)) => break,
                Err(error) if end == 0 => return Err(not_pbf(&path, &error.to_string())),
                Err(error) => {
                    report.bad_blob(&path, end, &error.to_string());
                    break;
                }
            };
            let size = u64::try_from(header.get_blob_size()).unwrap_or(0);
            match header.blob_type() {
                BlobType::OsmHeader => {
                    let header = read_header(&path, offset)?;
                    if let Some(other) =
                        header.required_features().iter().find(|name| !UNDERSTOOD.contains(&name.as_str()))
                    {
                        return Err(not_pbf(
                            &path,
                            &format!("it requires the feature {other}, which is not read"),
                        ));
                    }
                    is_sorted = header.optional_features().iter().any(|name| name == "Sort.Type_then_ID");
                    self.timestamp = self.timestamp.max(header.osmosis_replication_timestamp());
                }
                BlobType::OsmData if self.blobs.len() == first && end == 0 => {
                    return Err(not_pbf(&path, "it does not begin with a header"));
                }
                BlobType::OsmData => self.blobs.push(BlobAt { file, offset, kinds: UNKNOWN }),
                BlobType::Unknown(_) => {}
            }
            end = offset + size;
            if end > length {
                report.bad_blob(&path, offset, "it is truncated");
                self.blobs.pop_if(|blob| blob.offset == offset);
                break;
            }
        }
        if end == 0 {
            return Err(not_pbf(&path, "it has no blob"));
        }
        if is_sorted {
            self.find_kinds(first);
        }
        Ok(())
    }

    /// Finds by bisection where ways and relations begin in a file whose objects are sorted by kind.
    fn find_kinds(&mut self, first: usize) {
        let files = &self.files;
        let blobs = &mut self.blobs[first..];
        let kinds_at = |blob: &BlobAt| {
            read_block(&files[blob.file], blob.offset)
                .ok()
                .map(|block| kinds_of(&block))
                .filter(|kinds| *kinds > 0)
        };
        let mut known: BTreeMap<usize, Option<u8>> = BTreeMap::new();
        let mut begins = |blobs: &[BlobAt], kinds: u8| {
            let (mut low, mut high) = (0, blobs.len());
            while low < high {
                let middle = low.midpoint(high);
                let found = *known.entry(middle).or_insert_with(|| kinds_at(&blobs[middle]));
                match found {
                    None => return None,
                    Some(found) if found & kinds > 0 => high = middle,
                    Some(_) => low = middle + 1,
                }
            }
            Some(low)
        };
        let (Some(ways), Some(relations)) = (begins(blobs, WAYS | RELATIONS), begins(blobs, RELATIONS))
        else {
            return;
        };
        // The blob in which a kind begins may hold the one before as well.
        for (at, blob) in blobs.iter_mut().enumerate() {
            blob.kinds = match () {
                () if at < ways => NODES,
                () if at == ways => known.get(&at).copied().flatten().unwrap_or(UNKNOWN),
                () if at < relations => WAYS,
                () if at == relations => known.get(&at).copied().flatten().unwrap_or(UNKNOWN),
                () => RELATIONS,
            };
        }
    }

    /// Decodes the blobs with some of these kinds on all threads, and calls `take` with what `read` makes of each, in the order of the
    /// files.
    pub(super) fn each<T: Send>(
        &mut self,
        kinds: u8,
        report: &mut Report,
        read: impl Fn(&PrimitiveBlock) -> T + Sync,
        mut take: impl FnMut(T) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let wanted: Vec<usize> =
            (0..self.blobs.len()).filter(|&at| self.blobs[at].kinds & kinds > 0).collect();
        let (files, blobs) = (&self.files, &self.blobs);
        let window = AHEAD * self.threads.get();
        let next = AtomicUsize::new(0);
        // Blobs taken so far, so that no thread runs far ahead of a slow one.
        let taken = (Mutex::new(0_usize), Condvar::new());
        let (sender, receiver) = sync_channel(window);
        let mut learned: Vec<(usize, u8)> = Vec::new();
        let done = std::thread::scope(|scope| {
            for _ in 0..self.threads.get() {
                let (sender, next, taken, wanted, read) = (sender.clone(), &next, &taken, &wanted, &read);
                scope.spawn(move || {
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let Some(&at) = wanted.get(number) else { break };
                        let mut count = taken.0.lock().unwrap_or_else(PoisonError::into_inner);
                        while number > *count + window {
                            count = taken.1.wait(count).unwrap_or_else(PoisonError::into_inner);
                        }
                        drop(count);
                        let blob: &BlobAt = &blobs[at];
                        let decoded = catch_unwind(AssertUnwindSafe(|| {
                            let block = read_block(&files[blob.file], blob.offset)?;
                            Ok::<_, String>((kinds_of(&block), read(&block)))
                        }));
                        let decoded = decoded.unwrap_or_else(|_| Err("a value is out of range".to_owned()));
                        if sender.send((number, at, decoded)).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut waiting = BTreeMap::new();
            let mut result = Ok(());
            let mut following = 0;
            for (number, at, decoded) in &receiver {
                waiting.insert(number, (at, decoded));
                while let Some((at, decoded)) = waiting.remove(&following) {
                    following += 1;
                    match decoded {
                        Ok((kinds, value)) => {
                            learned.push((at, kinds));
                            if result.is_ok() {
                                result = take(value);
                            }
                        }
                        Err(problem) => {
                            learned.push((at, 0));
                            report.bad_blob(&files[blobs[at].file], blobs[at].offset, &problem);
                        }
                    }
                }
                *taken.0.lock().unwrap_or_else(PoisonError::into_inner) = following;
                taken.1.notify_all();
                if result.is_err() {
                    next.store(usize::MAX / 2, Ordering::Relaxed);
                }
            }
            result
        });
        for (at, kinds) in learned {
            self.blobs[at].kinds = kinds;
        }
        done
    }
}

fn not_pbf(path: &Path, problem: &str) -> BuildError {
    BuildError::NotPbf { path: path.into(), problem: problem.to_owned() }
}

fn read_header(path: &Path, offset: u64) -> Result<Box<HeaderBlock>, BuildError> {
    let decoded = File::open(path).map_err(osmpbf::Error::from).and_then(|file| {
        let mut reader = BlobReader::new_seekable(BufReader::new(file))?;
        reader.blob_from_offset(ByteOffset(offset))?.to_headerblock()
    });
    decoded.map(Box::new).map_err(|error| not_pbf(path, &error.to_string()))
}

fn read_block(path: &Path, offset: u64) -> Result<PrimitiveBlock, String> {
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut reader = BlobReader::new_seekable(BufReader::with_capacity(1 << 16, file))
        .map_err(|error| error.to_string())?;
    let blob = reader.blob_from_offset(ByteOffset(offset)).map_err(|error| error.to_string())?;
    match blob.decode() {
        Ok(BlobDecode::OsmData(block)) => Ok(block),
        Ok(_) => Err("it is no data".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn kinds_of(block: &PrimitiveBlock) -> u8 {
    block.groups().fold(0, |kinds, group| {
        let has = [
            (group.nodes().len() + group.dense_nodes().len(), NODES),
            (group.ways().len(), WAYS),
            (group.relations().len(), RELATIONS),
        ];
        has.into_iter().filter(|(count, _)| *count > 0).fold(kinds, |kinds, (_, kind)| kinds | kind)
    })
}
