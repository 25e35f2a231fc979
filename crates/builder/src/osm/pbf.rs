//! The blobs of PBF files: their index, and decoding on several threads in the order of the files.
//!
//! Nothing in a file is trusted. A blob that cannot be decoded is reported with its offset and skipped; the library panics on some
//! values that the format does not allow, so each blob is decoded behind `catch_unwind`.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::num::NonZero;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::mpsc::sync_channel;

use osmpbf::{Blob, BlobDecode, BlobReader, BlobType, ByteOffset, HeaderBlock, PrimitiveBlock};

use super::progress::Stage;
use super::report::Report;
use super::space;
use super::spool::Section;
use crate::error::BuildError;

/// Kinds of objects in a blob, as bits.
const NODES: u8 = 1;
const WAYS: u8 = 2;
const RELATIONS: u8 = 4;
/// A blob that was not decoded yet may hold anything.
const UNKNOWN: u8 = NODES | WAYS | RELATIONS;

/// Features of a file that the importer understands. A file that requires another one is refused.
const UNDERSTOOD: [&str; 3] = ["OsmSchema-V0.6", "DenseNodes", "LocationsOnWays"];

/// Decoded blobs of a thread that wait for those of the others.
const AHEAD: usize = 8;

#[derive(Debug, Clone)]
struct BlobAt {
    file: usize,
    offset: u64,
    bytes: u64,
    kinds: u8,
}

struct Source {
    path: PathBuf,
    file: File,
    length: u64,
}

impl Source {
    /// Opens a file. `-` is standard input, which is copied into a file without a name in `folder`, because blobs are read several
    /// times.
    fn open(path: &Path, folder: &Path) -> Result<Source, BuildError> {
        let unreadable = |source| BuildError::Read { path: path.into(), source };
        if path.as_os_str() == "-" {
            return Source::copied(io::stdin().lock(), path, folder);
        }
        let file = File::open(path).map_err(unreadable)?;
        let metadata = file.metadata().map_err(unreadable)?;
        if !metadata.is_file() {
            return Source::copied(file, path, folder);
        }
        Ok(Source { path: path.into(), length: metadata.len(), file })
    }

    fn copied(mut input: impl Read, path: &Path, folder: &Path) -> Result<Source, BuildError> {
        let mut file = tempfile::tempfile_in(folder)
            .map_err(|source| BuildError::Write { path: folder.into(), source })?;
        let length = io::copy(&mut input, &mut file)
            .map_err(|source| BuildError::Read { path: path.into(), source })?;
        Ok(Source { path: path.into(), file, length })
    }

    fn from(&self, position: u64) -> BufReader<Section<'_>> {
        BufReader::with_capacity(1 << 16, Section { file: &self.file, at: position })
    }
}

pub(super) struct Pbf {
    files: Vec<Source>,
    blobs: Vec<BlobAt>,
    /// Newest replication time of the files, seconds since 1970.
    pub(super) timestamp: Option<i64>,
    threads: NonZero<usize>,
}

impl Pbf {
    /// Opens the files and reads the headers of all blobs, if the disk has room for an import of them.
    pub(super) fn open(
        files: &[PathBuf],
        folder: &Path,
        threads: NonZero<usize>,
        report: &mut Report,
    ) -> Result<Pbf, BuildError> {
        let files: Vec<Source> =
            files.iter().map(|file| Source::open(file, folder)).collect::<Result<_, _>>()?;
        space::check(folder, files.iter().map(|file| file.length).sum())?;
        let mut pbf = Pbf { files, blobs: Vec::new(), timestamp: None, threads };
        for file in 0..pbf.files.len() {
            pbf.index(file, report)?;
        }
        Ok(pbf)
    }

    fn index(&mut self, file: usize, report: &mut Report) -> Result<(), BuildError> {
        let source = &self.files[file];
        let (path, length) = (&source.path, source.length);
        let unreadable = |error: io::Error| BuildError::Read { path: path.clone(), source: error };
        let mut opened = &source.file;
        opened.rewind().map_err(unreadable)?;
        let mut reader = BlobReader::new_seekable(BufReader::new(opened))
            .map_err(|error| unreadable(io::Error::other(error)))?;
        let (first, mut is_sorted, mut end) = (self.blobs.len(), false, 0);
        while let Some(next) = reader.next_header_skip_blob() {
            let (header, offset) = match next {
                Ok((header, Some(ByteOffset(offset)))) => (header, offset),
                Ok((_, None)) => break,
                Err(error) if end == 0 => return Err(not_pbf(path, &error.to_string())),
                Err(error) => {
                    report.bad_blob(path, end, &error.to_string());
                    break;
                }
            };
            let size = u64::try_from(header.get_blob_size()).unwrap_or(0);
            match header.blob_type() {
                BlobType::OsmHeader => {
                    let header = read_header(source, offset)?;
                    if let Some(other) =
                        header.required_features().iter().find(|name| !UNDERSTOOD.contains(&name.as_str()))
                    {
                        return Err(not_pbf(
                            path,
                            &format!("it requires the feature {other}, which is not read"),
                        ));
                    }
                    is_sorted = header.optional_features().iter().any(|name| name == "Sort.Type_then_ID");
                    self.timestamp = self.timestamp.max(header.osmosis_replication_timestamp());
                }
                BlobType::OsmData if self.blobs.len() == first && end == 0 => {
                    return Err(not_pbf(path, "it does not begin with a header"));
                }
                BlobType::OsmData => {
                    self.blobs.push(BlobAt { file, offset, bytes: size, kinds: UNKNOWN });
                }
                BlobType::Unknown(_) => {}
            }
            end = offset + size;
            if end > length {
                report.bad_blob(path, offset, "it is truncated");
                self.blobs.pop_if(|blob| blob.offset == offset);
                break;
            }
        }
        if end == 0 {
            return Err(not_pbf(path, "it has no blob"));
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
                .map(|block| counted(&block).0)
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
        stage: Stage,
        report: &mut Report,
        read: impl Fn(&PrimitiveBlock) -> T + Sync,
        mut take: impl FnMut(T, &mut Report) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let (files, blobs) = (&self.files, &self.blobs);
        let wanted: Vec<usize> =
            (0..blobs.len()).filter(|&at| blobs[at].kinds & kinds_of(stage) > 0).collect();
        report.progress.begin(stage, wanted.iter().map(|&at| blobs[at].bytes).sum());
        let threads = self.threads.get();
        let mut learned: Vec<u8> = Vec::new();
        let done = std::thread::scope(|scope| {
            // Each thread decodes every so many blobs, and is ahead by those that its channel holds.
            let decode_from = |first: usize| {
                let (sender, receiver) = sync_channel(AHEAD);
                let (wanted, read) = (&wanted, &read);
                scope.spawn(move || {
                    for &at in wanted.iter().skip(first).step_by(threads) {
                        let BlobAt { file, offset, .. } = blobs[at];
                        if sender.send(decode(&files[file], offset, read)).is_err() {
                            break;
                        }
                    }
                });
                receiver
            };
            let decoded: Vec<_> = (0..threads).map(decode_from).collect();
            for (number, &at) in wanted.iter().enumerate() {
                let Ok(decoded) = decoded[number % threads].recv() else { break };
                let blob = &blobs[at];
                learned.push(match decoded {
                    Ok(((kinds, objects), value)) => {
                        report.progress.advance(blob.bytes, objects);
                        take(value, report)?;
                        kinds
                    }
                    Err(problem) => {
                        report.bad_blob(&files[blob.file].path, blob.offset, &problem);
                        0
                    }
                });
            }
            Ok(())
        });
        for (at, kinds) in wanted.into_iter().zip(learned) {
            self.blobs[at].kinds = kinds;
        }
        done
    }
}

fn kinds_of(stage: Stage) -> u8 {
    match stage {
        Stage::Relations => RELATIONS,
        Stage::Nodes => NODES,
        _ => WAYS,
    }
}

/// The kinds and number of objects in a block, and what `read` makes of it.
fn decode<T>(
    source: &Source,
    offset: u64,
    read: impl Fn(&PrimitiveBlock) -> T,
) -> Result<((u8, u64), T), String> {
    let decoded = catch_unwind(AssertUnwindSafe(|| {
        let block = read_block(source, offset)?;
        Ok((counted(&block), read(&block)))
    }));
    decoded.unwrap_or_else(|_| Err("a value is out of range".to_owned()))
}

fn not_pbf(path: &Path, problem: &str) -> BuildError {
    BuildError::NotPbf { path: path.into(), problem: problem.to_owned() }
}

fn read_header(source: &Source, offset: u64) -> Result<Box<HeaderBlock>, BuildError> {
    let decoded = blob_at(source, offset)
        .and_then(|blob| blob.to_headerblock().map_err(|error| error.to_string()))
        .map(Box::new);
    decoded.map_err(|problem| not_pbf(&source.path, &problem))
}

fn read_block(source: &Source, offset: u64) -> Result<PrimitiveBlock, String> {
    match blob_at(source, offset)?.decode() {
        Ok(BlobDecode::OsmData(block)) => Ok(block),
        Ok(_) => Err("it is not a data block".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

fn blob_at(source: &Source, offset: u64) -> Result<Blob, String> {
    let next = BlobReader::new(source.from(offset)).next();
    next.ok_or_else(|| "it is not there".to_owned())?.map_err(|error| error.to_string())
}

/// The kinds of a block's objects, and their number.
fn counted(block: &PrimitiveBlock) -> (u8, u64) {
    block.groups().fold((0, 0), |counted, group| {
        let has = [
            (group.nodes().len() + group.dense_nodes().len(), NODES),
            (group.ways().len(), WAYS),
            (group.relations().len(), RELATIONS),
        ];
        has.into_iter()
            .filter(|(count, _)| *count > 0)
            .fold(counted, |(kinds, objects), (count, kind)| (kinds | kind, objects + count as u64))
    })
}
