//! Limits of what a source may hold: an archive of a few bytes can unpack to terabytes, and a line may never end.

use std::io::{self, ErrorKind, Read};

/// Bytes that every archive may unpack to.
const LEAST: u64 = 1 << 30;

/// Bytes that an archive may unpack to for each of its own. Tables of publishers reach about 40; DEFLATE ends at 1,032.
const RATIO: u64 = 200;

/// Longest line of a table, bytes. The longest of a publisher has some kilobytes.
const LONGEST_LINE: usize = 16 << 20;

/// The bytes that an archive may still unpack to, for all its entries together: entries can share their bytes.
#[derive(Debug)]
pub(crate) struct Budget {
    left: u64,
    most: u64,
}

impl Budget {
    pub(crate) fn of(packed: u64) -> Budget {
        let most = packed.saturating_mul(RATIO).max(LEAST);
        Budget { left: most, most }
    }

    /// Without a limit, for a pipe: its length is unknown.
    pub(crate) fn unlimited() -> Budget {
        Budget { left: u64::MAX, most: u64::MAX }
    }

    /// Reads what an archive unpacks to; fails with [`ErrorKind::FileTooLarge`] beyond the budget.
    pub(crate) fn reader<R: Read>(&mut self, inner: R) -> Bounded<&mut Budget, R> {
        Bounded { budget: self, inner }
    }

    /// The same with a budget of its own.
    pub(crate) fn into_reader<R: Read>(self, inner: R) -> Bounded<Budget, R> {
        Bounded { budget: self, inner }
    }
}

pub(crate) struct Bounded<B, R> {
    budget: B,
    inner: R,
}

impl<B: std::borrow::BorrowMut<Budget>, R: Read> Read for Bounded<B, R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        let budget = self.budget.borrow_mut();
        match budget.left.checked_sub(read as u64) {
            Some(left) => budget.left = left,
            None => {
                let problem = format!("it unpacks to more than {} bytes", budget.most);
                return Err(io::Error::new(ErrorKind::FileTooLarge, problem));
            }
        }
        Ok(read)
    }
}

/// A reader of text that refuses a line longer than [`LONGEST_LINE`].
pub(crate) struct ShortLines<R> {
    inner: R,
    /// Bytes since the last line break.
    length: usize,
}

impl<R: Read> ShortLines<R> {
    pub(crate) fn of(inner: R) -> ShortLines<R> {
        ShortLines { inner, length: 0 }
    }
}

impl<R: Read> Read for ShortLines<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(into)?;
        self.length = match into[..read].iter().rposition(|&byte| byte == b'\n') {
            Some(at) => read - at - 1,
            None => self.length + read,
        };
        if self.length > LONGEST_LINE {
            let problem = format!("a line is longer than {LONGEST_LINE} bytes");
            return Err(io::Error::new(ErrorKind::InvalidData, problem));
        }
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{copy, repeat, sink};

    use super::*;

    #[test]
    fn entries_of_an_archive_share_its_budget() {
        let mut budget = Budget::of(1_000);
        copy(&mut budget.reader(repeat(0).take(LEAST - 10)), &mut sink()).unwrap();
        let error = copy(&mut budget.reader(repeat(0).take(11)), &mut sink()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::FileTooLarge);
        assert_eq!(error.to_string(), "it unpacks to more than 1073741824 bytes");
    }

    #[test]
    fn a_line_without_end_is_refused() {
        let lines = b"a\n".chain(repeat(b'x').take(LONGEST_LINE as u64)).chain(&b"\n"[..]);
        assert!(copy(&mut ShortLines::of(lines), &mut sink()).is_ok());
        let error = copy(&mut ShortLines::of(repeat(b'x')), &mut sink()).unwrap_err();
        assert_eq!(error.to_string(), "a line is longer than 16777216 bytes");
    }
}
