//! A file as a stream of bytes: decompressed, counted, with a checksum of what was consumed.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crc32fast::Hasher;
use flate2::read::MultiGzDecoder;

/// Bytes read at a time.
const BLOCK: usize = 256 << 10;

/// Bytes read to detect the format of a file.
pub(crate) const SAMPLE: usize = 256 << 10;

/// Prefix of a socket from which the bytes of a remote file are read.
const SOCKET: &str = "unix:";

/// The stream of a socket: chunks, each after its length in four bytes, and an empty one at the end. Without that one, an interrupted
/// download would look complete.
struct Parcels {
    socket: BufReader<UnixStream>,
    left: usize,
    ended: bool,
}

impl From<UnixStream> for Parcels {
    fn from(socket: UnixStream) -> Parcels {
        Parcels { socket: BufReader::with_capacity(BLOCK, socket), left: 0, ended: false }
    }
}

impl Read for Parcels {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.left == 0 && !self.ended {
            let mut length = [0; 4];
            self.socket.read_exact(&mut length)?;
            self.left = usize::try_from(u32::from_le_bytes(length)).map_err(io::Error::other)?;
            self.ended = self.left == 0;
        }
        let most = self.left.min(into.len());
        let read = self.socket.read(&mut into[..most])?;
        if read == 0 && most > 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        self.left -= read;
        Ok(read)
    }
}

/// A source being read; unconsumed bytes can be read again.
pub(crate) struct Stream {
    reader: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    start: usize,
    ended: bool,
    /// Bytes consumed.
    offset: u64,
    /// Line breaks consumed.
    breaks: u64,
    hasher: Hasher,
}

/// Counts the bytes read from disk.
struct Counted<R>(R, Arc<AtomicU64>);

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.0.read(into)?;
        self.1.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Stream {
    /// Opens a file, or standard input for `-`. gzip and zstd are detected by their first bytes. `taken` counts compressed bytes.
    pub(crate) fn open(path: &str, taken: &Arc<AtomicU64>) -> io::Result<Stream> {
        let raw: Box<dyn Read + Send> = match path.strip_prefix(SOCKET) {
            Some(socket) => Box::new(Parcels::from(UnixStream::connect(socket)?)),
            None if path == "-" => Box::new(io::stdin()),
            None => Box::new(File::open(path)?),
        };
        let mut raw = BufReader::with_capacity(BLOCK, Counted(raw, Arc::clone(taken)));
        let magic = io::BufRead::fill_buf(&mut raw)?;
        let reader: Box<dyn Read + Send> = if magic.starts_with(&[0x1f, 0x8b]) {
            Box::new(MultiGzDecoder::new(raw))
        } else if magic.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            Box::new(zstd::stream::read::Decoder::with_buffer(raw)?)
        } else {
            Box::new(raw)
        };
        Ok(Stream::of(reader))
    }

    /// A stream of bytes that are decompressed already.
    pub(crate) fn of(reader: Box<dyn Read + Send>) -> Stream {
        let hasher = Hasher::new();
        Stream { reader, buffer: Vec::new(), start: 0, ended: false, offset: 0, breaks: 0, hasher }
    }

    /// A stream of a copy of these bytes.
    pub(crate) fn of_bytes(bytes: &[u8]) -> Stream {
        Stream::of(Box::new(io::Cursor::new(bytes.to_vec())))
    }

    /// Bytes that are read and not consumed.
    pub(crate) fn rest(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Reads on; false at the end.
    pub(crate) fn fill(&mut self) -> io::Result<bool> {
        if self.ended {
            return Ok(false);
        }
        if self.start > 0 {
            self.buffer.drain(..self.start);
            self.start = 0;
        }
        let length = self.buffer.len();
        self.buffer.resize(length + BLOCK, 0);
        let read = loop {
            match self.reader.read(&mut self.buffer[length..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                read => break read,
            }
        };
        let read = read.inspect_err(|_| self.buffer.truncate(length))?;
        self.buffer.truncate(length + read);
        self.ended = read == 0;
        Ok(!self.ended)
    }

    /// The next unconsumed bytes, up to [`SAMPLE`].
    pub(crate) fn sample(&mut self) -> io::Result<&[u8]> {
        while self.rest().len() < SAMPLE && self.fill()? {}
        Ok(&self.rest()[..self.rest().len().min(SAMPLE)])
    }

    /// Consumes the next `bytes`, which are in the buffer.
    pub(crate) fn consume(&mut self, bytes: usize) {
        let consumed = &self.buffer[self.start..self.start + bytes];
        self.hasher.update(consumed);
        self.breaks += consumed.iter().filter(|&&byte| byte == b'\n').count() as u64;
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Consumes the rest of the line, however long it is.
    pub(crate) fn skip_line(&mut self) -> io::Result<()> {
        loop {
            match self.rest().iter().position(|&byte| byte == b'\n') {
                Some(at) => {
                    self.consume(at + 1);
                    return Ok(());
                }
                None => self.consume(self.rest().len()),
            }
            if !self.fill()? {
                return Ok(());
            }
        }
    }

    /// Consumes until `offset`; false if the source ends before.
    pub(crate) fn skip_to(&mut self, offset: u64) -> io::Result<bool> {
        while self.offset < offset {
            if self.rest().is_empty() && !self.fill()? {
                return Ok(false);
            }
            let most = usize::try_from(offset - self.offset).unwrap_or(usize::MAX);
            self.consume(most.min(self.rest().len()));
        }
        Ok(true)
    }

    /// Bytes consumed.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// The line that begins here, from 1.
    pub(crate) fn line(&self) -> u64 {
        self.breaks + 1
    }

    /// Checksum of the consumed bytes.
    pub(crate) fn checksum(&self) -> u32 {
        self.hasher.clone().finalize()
    }
}
