//! Where the needed nodes are: their ids delta coded in memory, their points in memory or, beyond the budget, in a file.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::convert::Infallible;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::object::Point;
use crate::error::BuildError;

/// Ids of a block; a lookup decodes one block.
const BLOCK: usize = 64;

/// Marks a node that the files do not have.
const MISSING: Point = [i32::MIN, i32::MIN];

/// Bytes of a point in a file: latitude and longitude, little endian.
const POINT: usize = size_of::<Point>();

/// Ids of nodes that are asked for, in any order.
pub(super) struct NodeIds {
    ids: Vec<i64>,
    /// Sorted runs that did not fit.
    runs: Vec<File>,
    most: usize,
    folder: PathBuf,
}

impl NodeIds {
    /// With at most `budget` bytes in memory; runs beyond it are files in `folder` without a name.
    pub(super) fn new(folder: &Path, budget: u64) -> NodeIds {
        let most = usize::try_from(budget / 16).unwrap_or(usize::MAX).max(1024);
        NodeIds { ids: Vec::new(), runs: Vec::new(), most, folder: folder.into() }
    }

    pub(super) fn extend(&mut self, ids: &[i64]) -> Result<(), BuildError> {
        if self.ids.len() + ids.len() > self.most {
            self.write_run()?;
        }
        // A vector that doubles would go beyond the budget.
        if self.ids.len() + ids.len() > self.most / 2 {
            self.ids.reserve_exact(self.most.saturating_sub(self.ids.len()).max(ids.len()));
        }
        self.ids.extend_from_slice(ids);
        Ok(())
    }

    fn write_run(&mut self) -> Result<(), BuildError> {
        self.sort();
        if self.ids.len() * 2 < self.most {
            // Most ids were there twice.
            return Ok(());
        }
        let written = || -> io::Result<File> {
            let mut out = BufWriter::new(tempfile::tempfile_in(&self.folder)?);
            for id in &self.ids {
                out.write_all(&id.to_le_bytes())?;
            }
            let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.rewind()?;
            Ok(file)
        };
        let run = written().map_err(|source| BuildError::Write { path: self.folder.clone(), source })?;
        self.runs.push(run);
        self.ids.clear();
        Ok(())
    }

    fn sort(&mut self) {
        self.ids.sort_unstable();
        self.ids.dedup();
    }

    /// The ids in order, with room for their points.
    pub(super) fn finish(mut self, budget: u64) -> Result<Locations, BuildError> {
        self.sort();
        let failed = |source| BuildError::Write { path: self.folder.clone(), source };
        let mut coded = Ids::default();
        if self.runs.is_empty() {
            self.ids.iter().for_each(|id| coded.push(*id));
        } else {
            let ids = std::mem::take(&mut self.ids);
            let mut runs: Vec<Box<dyn Iterator<Item = io::Result<i64>>>> =
                vec![Box::new(ids.into_iter().map(Ok))];
            for run in std::mem::take(&mut self.runs) {
                runs.push(Box::new(Run(BufReader::with_capacity(1 << 20, run))));
            }
            merge(runs, |id| coded.push(id)).map_err(failed)?;
        }
        let bytes = (coded.count * POINT) as u64;
        let points = if bytes <= budget {
            Points::Memory(vec![MISSING; coded.count])
        } else {
            let file = tempfile::tempfile_in(&self.folder).map_err(failed)?;
            file.set_len(bytes).map_err(failed)?;
            Points::File { file, folder: self.folder.clone() }
        };
        Ok(Locations { ids: coded, points })
    }
}

struct Run(BufReader<File>);

impl Iterator for Run {
    type Item = io::Result<i64>;

    fn next(&mut self) -> Option<io::Result<i64>> {
        let mut bytes = [0; 8];
        match self.0.read_exact(&mut bytes) {
            Ok(()) => Some(Ok(i64::from_le_bytes(bytes))),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => None,
            Err(error) => Some(Err(error)),
        }
    }
}

/// Merges sorted runs without duplicates.
fn merge(
    mut runs: Vec<Box<dyn Iterator<Item = io::Result<i64>>>>,
    mut take: impl FnMut(i64),
) -> io::Result<()> {
    let mut heads = BinaryHeap::new();
    for (number, run) in runs.iter_mut().enumerate() {
        if let Some(id) = run.next().transpose()? {
            heads.push(Reverse((id, number)));
        }
    }
    let mut last = None;
    while let Some(Reverse((id, number))) = heads.pop() {
        if last != Some(id) {
            take(id);
            last = Some(id);
        }
        if let Some(id) = runs[number].next().transpose()? {
            heads.push(Reverse((id, number)));
        }
    }
    Ok(())
}

/// Sorted ids in blocks: the first of each, and the differences of the others as variable-length numbers.
#[derive(Default)]
pub(super) struct Ids {
    firsts: Vec<i64>,
    starts: Vec<usize>,
    deltas: Vec<u8>,
    count: usize,
    last: i64,
}

impl Ids {
    fn push(&mut self, id: i64) {
        if self.count.is_multiple_of(BLOCK) {
            self.firsts.push(id);
            self.starts.push(self.deltas.len());
        } else {
            let mut delta = id.wrapping_sub(self.last) as u64;
            while delta >= 0x80 {
                self.deltas.push(delta as u8 | 0x80);
                delta >>= 7;
            }
            self.deltas.push(delta as u8);
        }
        self.last = id;
        self.count += 1;
    }

    /// Looks up ids; those near each other are fast.
    pub(super) fn finder(&self) -> Finder<'_> {
        Finder { ids: self, number: 0, kept: Kept::new() }
    }

    fn block(&self, number: usize, into: &mut Vec<i64>) {
        into.clear();
        let (Some(&first), Some(&start)) = (self.firsts.get(number), self.starts.get(number)) else { return };
        let end = self.starts.get(number + 1).copied().unwrap_or(self.deltas.len());
        into.push(first);
        let (mut id, mut delta, mut shift) = (first, 0_u64, 0);
        for &byte in &self.deltas[start..end] {
            delta |= u64::from(byte & 0x7f) << shift;
            shift += 7;
            if byte < 0x80 {
                id = id.wrapping_add(delta as i64);
                into.push(id);
                (delta, shift) = (0, 0);
            }
        }
    }
}

pub(super) enum Points {
    Memory(Vec<Point>),
    /// `folder` is that of the file, which has no name.
    File {
        file: File,
        folder: PathBuf,
    },
}

impl Points {
    fn block(&self, number: usize, into: &mut Vec<Point>) -> Result<(), BuildError> {
        into.clear();
        let first = number * BLOCK;
        match self {
            Points::Memory(points) => {
                into.extend_from_slice(&points[first.min(points.len())..(first + BLOCK).min(points.len())]);
            }
            Points::File { file, folder } => {
                let failed = |source| BuildError::Read { path: folder.clone(), source };
                let mut bytes = [0; BLOCK * POINT];
                let mut read = 0;
                // The last block is shorter.
                while let more @ 1.. =
                    file.read_at(&mut bytes[read..], (first * POINT + read) as u64).map_err(failed)?
                {
                    read += more;
                }
                into.extend(bytes[..read].chunks_exact(POINT).map(point_of));
            }
        }
        Ok(())
    }

    /// Sets points by their place in the order of all. Those of neighbouring places are written together.
    pub(super) fn set(&mut self, located: &[(usize, Point)]) -> Result<(), BuildError> {
        match self {
            Points::Memory(points) => {
                for (at, point) in located {
                    if let Some(place) = points.get_mut(*at) {
                        *place = *point;
                    }
                }
            }
            Points::File { file, folder } => {
                for run in located.chunk_by(|(at, _), (next, _)| at + 1 == *next) {
                    let bytes: Vec<u8> = run.iter().flat_map(|(_, point)| bytes_of(*point)).collect();
                    file.write_all_at(&bytes, (run[0].0 * POINT) as u64)
                        .map_err(|source| BuildError::Write { path: folder.clone(), source })?;
                }
            }
        }
        Ok(())
    }
}

fn bytes_of([lat, lon]: Point) -> [u8; POINT] {
    (u64::from(lat as u32) | u64::from(lon as u32) << 32).to_le_bytes()
}

/// The point of its bytes. A hole in the file reads as zeros, which no node on earth has.
fn point_of(bytes: &[u8]) -> Point {
    let packed = bytes.iter().rev().fold(0_u64, |packed, byte| packed << 8 | u64::from(*byte));
    if packed == 0 { MISSING } else { [packed as u32 as i32, (packed >> 32) as u32 as i32] }
}

pub(super) struct Locations {
    pub(super) ids: Ids,
    pub(super) points: Points,
}

impl Locations {
    /// A reader of points; those of ids near each other are fast.
    pub(super) fn cursor(&self) -> Cursor<'_> {
        Cursor { finder: self.ids.finder(), points: &self.points, kept: Kept::new() }
    }
}

/// Blocks that a reader keeps, each in the slot of its number: ways that follow each other share crossings.
const SLOTS: usize = 256;

struct Kept<T>(Vec<(usize, Vec<T>)>);

impl<T> Kept<T> {
    fn new() -> Kept<T> {
        Kept((0..SLOTS).map(|_| (usize::MAX, Vec::new())).collect())
    }

    /// The block with a number, decoded by `fill` unless it is kept.
    fn block<E>(
        &mut self,
        number: usize,
        fill: impl FnOnce(&mut Vec<T>) -> Result<(), E>,
    ) -> Result<&[T], E> {
        let (kept, block) = &mut self.0[number % SLOTS];
        if *kept != number {
            fill(block)?;
            *kept = number;
        }
        Ok(block)
    }
}

pub(super) struct Finder<'a> {
    ids: &'a Ids,
    number: usize,
    kept: Kept<i64>,
}

impl Finder<'_> {
    /// The place of an id in the order of all.
    pub(super) fn position(&mut self, id: i64) -> Option<usize> {
        let firsts = &self.ids.firsts;
        let holds = firsts.get(self.number).is_some_and(|first| *first <= id)
            && firsts.get(self.number + 1).is_none_or(|next| id < *next);
        if !holds {
            self.number = firsts.partition_point(|first| *first <= id).checked_sub(1)?;
        }
        let number = self.number;
        let Ok(block) = self.kept.block(number, |block| {
            self.ids.block(number, block);
            Ok::<(), Infallible>(())
        });
        block.binary_search(&id).ok().map(|at| number * BLOCK + at)
    }
}

pub(super) struct Cursor<'a> {
    finder: Finder<'a>,
    points: &'a Points,
    kept: Kept<Point>,
}

impl Cursor<'_> {
    /// The point of a node; none if the files lack it.
    pub(super) fn point(&mut self, id: i64) -> Result<Option<Point>, BuildError> {
        let Some(at) = self.finder.position(id) else { return Ok(None) };
        let block = self.kept.block(at / BLOCK, |block| self.points.block(at / BLOCK, block))?;
        Ok(block.get(at % BLOCK).copied().filter(|point| *point != MISSING))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_node_is_found_in_memory_and_in_a_file() {
        // Descending, twice, with gaps beyond one byte.
        let all: Vec<i64> = (0..5_000).rev().map(|number| number * 1_009 % 70_001).collect();
        let point = |id: i64| [id as i32 + 1, -(id as i32) - 1];
        for budget in [1 << 20, 1] {
            let mut ids = NodeIds::new(&std::env::temp_dir(), budget);
            ids.extend(&all).unwrap();
            ids.extend(&all).unwrap();
            ids.extend(&[70_003]).unwrap();
            let mut locations = ids.finish(budget).unwrap();
            for &id in &all {
                let at = locations.ids.finder().position(id).unwrap();
                locations.points.set(&[(at, point(id))]).unwrap();
            }
            let mut cursor = locations.cursor();
            for &id in &all {
                assert_eq!(cursor.point(id).unwrap(), Some(point(id)), "{id} of {budget}");
            }
            // Unknown ids, and one without a point.
            for id in [-1, 70_002, i64::MAX, 70_003] {
                assert_eq!(cursor.point(id).unwrap(), None);
            }
        }
    }
}
