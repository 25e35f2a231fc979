//! Objects on their way from the files to the databases, in a file without a name: a country has tens of millions.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::os::unix::fs::FileExt;
use std::path::{Path, PathBuf};

use super::object::{Id, Point, Tags, Thing};
use crate::error::BuildError;

const BUFFER: usize = 1 << 20;

/// First bytes of objects.
const THING: u8 = 0;
const STREET: u8 = 1;
const BOX: u8 = 2;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Spooled {
    Thing(Thing),
    Street(Street),
}

/// A street with its line. One that is not drawn has its middle and two corners of its box instead.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Street {
    pub(super) id: Id,
    pub(super) tags: Tags,
    pub(super) line: Vec<Point>,
    pub(super) is_drawn: bool,
}

impl Street {
    pub(super) fn middle(&self) -> Option<Point> {
        self.line.get(if self.is_drawn { self.line.len() / 2 } else { 0 }).copied()
    }
}

impl Spooled {
    pub(super) fn bytes(&self) -> u64 {
        let (tags, points) = match self {
            Spooled::Thing(thing) => (&thing.tags, 3),
            Spooled::Street(street) => (&street.tags, street.line.len()),
        };
        (17 + 8 * points + 4 * tags.ends.len() + tags.texts.len()) as u64
    }
}

pub(super) struct SpoolWriter {
    out: BufWriter<File>,
    folder: PathBuf,
    bytes: u64,
}

impl SpoolWriter {
    pub(super) fn new(folder: &Path) -> Result<SpoolWriter, BuildError> {
        let file = tempfile::tempfile_in(folder)
            .map_err(|source| BuildError::Write { path: folder.into(), source })?;
        Ok(SpoolWriter { out: BufWriter::with_capacity(BUFFER, file), folder: folder.into(), bytes: 0 })
    }

    pub(super) fn push(&mut self, spooled: &Spooled) -> Result<(), BuildError> {
        self.bytes += spooled.bytes();
        write(&mut self.out, spooled)
            .map_err(|source| BuildError::Write { path: self.folder.clone(), source })
    }

    pub(super) fn finish(self) -> Result<Spool, BuildError> {
        let SpoolWriter { out, folder, bytes } = self;
        let file = out
            .into_inner()
            .map_err(|error| BuildError::Write { path: folder.clone(), source: error.into_error() })?;
        Ok(Spool { file, folder, bytes })
    }
}

/// All objects. Threads can read them at the same time.
pub(super) struct Spool {
    file: File,
    folder: PathBuf,
    pub(super) bytes: u64,
}

impl Spool {
    pub(super) fn each(
        &self,
        mut take: impl FnMut(Spooled) -> Result<(), BuildError>,
    ) -> Result<(), BuildError> {
        let mut reader = BufReader::with_capacity(BUFFER, Section { file: &self.file, at: 0 });
        let failed = |source| BuildError::Read { path: self.folder.clone(), source };
        while let Some(spooled) = read(&mut reader).map_err(failed)? {
            take(spooled)?;
        }
        Ok(())
    }
}

/// A reader with a position of its own, so that threads can share a file.
pub(super) struct Section<'a> {
    pub(super) file: &'a File,
    pub(super) at: u64,
}

impl Read for Section<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

fn write(out: &mut impl Write, spooled: &Spooled) -> io::Result<()> {
    let (kind, id, tags, points) = match spooled {
        Spooled::Thing(Thing { id, tags, point, extent: [south, west, north, east] }) => {
            (THING, id, tags, &[*point, [*south, *west], [*north, *east]][..])
        }
        Spooled::Street(Street { id, tags, line, is_drawn }) => {
            (if *is_drawn { STREET } else { BOX }, id, tags, line.as_slice())
        }
    };
    out.write_all(&[kind])?;
    out.write_all(&id.packed().to_le_bytes())?;
    out.write_all(&(points.len() as u32).to_le_bytes())?;
    for [lat, lon] in points {
        out.write_all(&lat.to_le_bytes())?;
        out.write_all(&lon.to_le_bytes())?;
    }
    out.write_all(&(tags.ends.len() as u32).to_le_bytes())?;
    for end in &tags.ends {
        out.write_all(&end.to_le_bytes())?;
    }
    out.write_all(tags.texts.as_bytes())
}

/// The next object; none at the end.
fn read(reader: &mut impl Read) -> io::Result<Option<Spooled>> {
    let mut kind = [0];
    if reader.read(&mut kind)? == 0 {
        return Ok(None);
    }
    let mut packed = [0; 8];
    reader.read_exact(&mut packed)?;
    let id = Id::of_packed(i64::from_le_bytes(packed));
    let number = |reader: &mut dyn Read| -> io::Result<u32> {
        let mut bytes = [0; 4];
        reader.read_exact(&mut bytes)?;
        Ok(u32::from_le_bytes(bytes))
    };
    let count = number(reader)?;
    let mut points: Vec<Point> = Vec::with_capacity(count as usize);
    for _ in 0..count {
        points.push([number(reader)? as i32, number(reader)? as i32]);
    }
    let ends: Box<[u32]> = (0..number(reader)?).map(|_| number(reader)).collect::<io::Result<_>>()?;
    let mut bytes = vec![0; ends.last().map_or(0, |end| *end as usize)];
    reader.read_exact(&mut bytes)?;
    let tags = Tags { texts: String::from_utf8(bytes).map_err(io::Error::other)?.into(), ends };
    Ok(Some(match (kind[0], points.as_slice()) {
        (THING, &[point, [south, west], [north, east]]) => {
            Spooled::Thing(Thing { id, tags, point, extent: [south, west, north, east] })
        }
        (kind, _) => Spooled::Street(Street { id, tags, line: points, is_drawn: kind == STREET }),
    }))
}

#[cfg(test)]
mod tests {
    use super::super::object::Kind;
    use super::*;

    #[test]
    fn what_is_spooled_comes_back() {
        let tags = Tags::of_pairs(&[("name", "Grünweg"), ("highway", "residential")]);
        let id = Id { kind: Kind::Way, number: 42 };
        let thing = Thing { id, tags: tags.clone(), point: [1, -2], extent: [-3, 4, 5, i32::MAX] };
        let line = vec![[1, 2], [3, 4]];
        let street =
            |is_drawn| Spooled::Street(Street { id, tags: tags.clone(), line: line.clone(), is_drawn });
        let all = [Spooled::Thing(thing), street(true), street(false)];
        let mut writer = SpoolWriter::new(&std::env::temp_dir()).unwrap();
        all.iter().for_each(|one| writer.push(one).unwrap());
        let spool = writer.finish().unwrap();
        for _ in 0..2 {
            let mut back = Vec::new();
            spool
                .each(|one| {
                    back.push(one);
                    Ok(())
                })
                .unwrap();
            assert_eq!(back, all);
            assert_eq!(back.iter().map(Spooled::bytes).sum::<u64>(), spool.bytes);
            assert_eq!(spool.file.metadata().unwrap().len(), spool.bytes);
        }
    }
}
