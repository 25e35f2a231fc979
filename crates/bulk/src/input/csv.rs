//! Records of text with a delimiter.
//!
//! The bytes of a record are kept until it is complete: if a quote is never closed, the rest of the file is not one record
//! of gigabytes. Its first line is rejected, and the next line is read.

use std::io;

use csv_core::ReadRecordResult;

use super::stream::Stream;
use crate::value::Value;

/// Longest record, bytes; a longer one is rejected.
const LONGEST: usize = 1 << 20;

/// Bytes of a line that are kept if it is too long.
const QUOTED: usize = 200;

/// Lines from which the delimiter is detected.
const LINES: usize = 32;

/// Delimiters that can be detected.
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Reads records.
pub(crate) struct Records {
    stream: Stream,
    core: csv_core::Reader,
    /// Cells of a record; 0 before the first.
    width: usize,
    bytes: Vec<u8>,
    ends: Vec<usize>,
    /// Whether a cell was not UTF-8.
    pub(crate) recoded: bool,
    /// First line of the last record, from 1.
    pub(crate) line: u64,
}

/// A line or a rejection.
pub(crate) enum Record {
    /// A row of as many cells as there are columns.
    Row(Vec<Value>),
    /// A row with fewer cells, all in one line.
    Short(Vec<Value>),
    /// A rejected record: the line, the reason, and the text.
    Unsplit { line: u64, why: String, text: String },
}

impl Records {
    /// Reads from a stream after its byte order mark, if any.
    pub(crate) fn new(stream: Stream, delimiter: u8) -> Records {
        let core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        Records { stream, core, width: 0, bytes: vec![0; 4096], ends: vec![0; 64], recoded: false, line: 0 }
    }

    /// Cells that each record must have.
    pub(crate) fn expect(&mut self, width: usize) {
        self.width = width;
    }

    pub(crate) fn stream(&self) -> &Stream {
        &self.stream
    }

    pub(crate) fn stream_mut(&mut self) -> &mut Stream {
        &mut self.stream
    }

    /// The next record; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Record>> {
        if !self.skip_breaks()? {
            return Ok(None);
        }
        let line = self.stream.line();
        self.line = line;
        let (mut taken, mut written, mut cells, mut ended) = (0, 0, 0, false);
        let whole = loop {
            let input = &self.stream.rest()[taken..];
            // An empty input marks the end of the text for the state machine.
            if input.is_empty() {
                if taken >= LONGEST {
                    break false;
                }
                ended = !self.stream.fill()?;
            }
            let input = &self.stream.rest()[taken..];
            let (result, read, wrote, split) =
                self.core.read_record(input, &mut self.bytes[written..], &mut self.ends[cells..]);
            taken += read;
            written += wrote;
            cells += split;
            match result {
                ReadRecordResult::InputEmpty => {}
                ReadRecordResult::OutputFull => self.bytes.resize(self.bytes.len() * 2, 0),
                ReadRecordResult::OutputEndsFull => self.ends.resize(self.ends.len() * 2, 0),
                ReadRecordResult::Record => break true,
                ReadRecordResult::End => return Ok(None),
            }
        };
        // Reset, not replaced: making its tables takes longer than reading a record.
        self.core.reset();
        let raw = &self.stream.rest()[..taken];
        let lines = raw.trim_ascii_end().iter().filter(|&&byte| byte == b'\n').count();
        // Many programs end each row, but not the header, with a delimiter.
        let surplus = || self.ends[self.width - 1..cells].windows(2).all(|ends| ends[0] == ends[1]);
        let cells = if self.width > 0 && cells > self.width && surplus() { self.width } else { cells };
        let fits = self.width == 0 || cells == self.width;
        // In a complete record quotes come in pairs, doubled ones included.
        let open = ended && lines > 0 && raw.iter().filter(|&&byte| byte == b'"').count() % 2 == 1;
        if whole && !open && (fits || (lines == 0 && cells < self.width)) {
            let row = self.cells(cells);
            self.stream.consume(taken);
            return Ok(Some(if fits { Record::Row(row) } else { Record::Short(row) }));
        }
        let why = if whole { self.why(cells, lines, open) } else { format!("longer than {LONGEST} bytes") };
        if !whole && lines == 0 && !raw.ends_with(b"\n") {
            let text = beginning(raw);
            self.stream.skip_line()?;
            return Ok(Some(Record::Unsplit { line, why, text }));
        }
        // Only the first line is rejected, because its opening quote is most likely a plain character.
        let first = raw.iter().position(|&byte| byte == b'\n').map_or(raw.len(), |at| at + 1);
        let text = decode(raw[..first].trim_ascii_end(), &mut self.recoded);
        self.stream.consume(first);
        Ok(Some(Record::Unsplit { line, why, text }))
    }

    /// Why a complete record with `breaks` line breaks is rejected.
    fn why(&self, cells: usize, breaks: usize, is_open: bool) -> String {
        let width = self.width;
        match breaks + 1 {
            _ if is_open => "a quote that is never closed".to_owned(),
            1 => format!("{cells} cells where the header has {width}"),
            lines => format!("an open quote: {cells} cells over {lines} lines where the header has {width}"),
        }
    }

    fn cells(&mut self, cells: usize) -> Vec<Value> {
        let mut start = 0;
        let mut row = Vec::with_capacity(cells.max(self.width));
        for &end in &self.ends[..cells] {
            let cell = &self.bytes[start..end];
            row.push(if cell.is_empty() {
                Value::Null
            } else {
                Value::Text(decode(cell, &mut self.recoded))
            });
            start = end;
        }
        row
    }

    /// Skips empty lines; false at the end.
    fn skip_breaks(&mut self) -> io::Result<bool> {
        loop {
            let breaks = self.stream.rest().iter().take_while(|byte| matches!(byte, b'\n' | b'\r')).count();
            self.stream.consume(breaks);
            if !self.stream.rest().is_empty() {
                return Ok(true);
            }
            if !self.stream.fill()? {
                return Ok(false);
            }
        }
    }
}

/// The start of a line that is too long to keep.
pub(super) fn beginning(line: &[u8]) -> String {
    let start = String::from_utf8_lossy(&line[..line.len().min(QUOTED)]);
    format!("{}…", start.trim_end_matches('\u{fffd}'))
}

/// Decodes bytes as UTF-8, otherwise as Windows-1252, which includes Latin-1.
pub(crate) fn decode(bytes: &[u8], recoded: &mut bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            *recoded = true;
            bytes.iter().map(|&byte| windows_1252(byte)).collect()
        }
    }
}

/// The character of a byte; the five unassigned ones are those of Latin-1. Source: unicode.org, MAPPINGS, CP1252.TXT.
fn windows_1252(byte: u8) -> char {
    const HIGH: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
        '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
    ];
    match byte {
        0x80..=0x9f => HIGH[usize::from(byte - 0x80)],
        other => char::from(other),
    }
}

/// The delimiter of a sample: the one that splits most lines into the same number of cells; of several the one with most cells.
pub(crate) fn sniff(sample: &[u8]) -> u8 {
    let score = |delimiter: u8| {
        let mut records = Records::new(Stream::of_bytes(sample), delimiter);
        let mut widths = Vec::new();
        while widths.len() < LINES {
            match records.next() {
                Ok(Some(Record::Row(row) | Record::Short(row))) => widths.push(row.len()),
                _ => break,
            }
        }
        // The last line of a sample may be cut.
        if widths.len() > 1 {
            widths.pop();
        }
        let first = widths.first().copied().unwrap_or(0);
        let alike = widths.iter().filter(|&&width| width == first).count();
        if first < 2 { (0, 0) } else { (alike * 100 / widths.len(), first) }
    };
    // The first among equals, because a comma is the likeliest.
    DELIMITERS.into_iter().rev().max_by_key(|&delimiter| score(delimiter)).unwrap_or(b',')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8], width: usize) -> Vec<String> {
        let mut records = Records::new(Stream::of_bytes(text), b',');
        records.expect(width);
        let mut found = Vec::new();
        while let Some(record) = records.next().unwrap() {
            let texts = |row: Vec<Value>| row.iter().map(Value::text).collect::<Vec<_>>().join("|");
            found.push(match record {
                Record::Row(row) => texts(row),
                Record::Short(row) => format!("short {}", texts(row)),
                Record::Unsplit { line, why, text } => format!("{line}: {why}: {text}"),
            });
        }
        found
    }

    #[test]
    fn quotes_line_breaks_and_empty_lines() {
        assert_eq!(read(b"a,\"b \"\"c\"\"\"\r\n\r\n\"x\ny\",\nlast,1", 2), ["a|b \"c\"", "x\ny|", "last|1"]);
    }

    #[test]
    fn ragged_rows_are_reported_and_stop_nothing() {
        assert_eq!(
            read(b"1,2\n1\n1,2,3\n5,6\n7,8,,\n", 2),
            ["1|2", "short 1", "3: 3 cells where the header has 2: 1,2,3", "5|6", "7|8"]
        );
    }

    #[test]
    fn an_open_quote_costs_one_line() {
        let found = read(b"1,2\n3,\"4\n5,6\n7,8\n", 2);
        assert_eq!(found, ["1|2", "2: a quote that is never closed: 3,\"4", "5|6", "7|8"]);
        let mut long = b"1,2\n3,\"4\n".to_vec();
        for row in 0..200_000 {
            long.extend(format!("{row},x\n").bytes());
        }
        let found = read(&long, 2);
        assert_eq!(found.len(), 200_002);
        assert!(found[1].starts_with("2: longer than"), "{}", found[1]);
        assert_eq!(found[2], "0|x");
    }

    #[test]
    fn a_line_that_is_too_long_is_one_rejection() {
        let mut text = b"1,2\n".to_vec();
        text.extend(std::iter::repeat_n(b'x', 3 * LONGEST));
        text.extend(b"\n5,6\n");
        let found = read(&text, 2);
        assert_eq!(found.len(), 3);
        assert_eq!(found[1], format!("2: longer than {LONGEST} bytes: {}…", "x".repeat(QUOTED)));
        assert_eq!(found[2], "5|6");
    }

    #[test]
    fn latin_1_is_read_as_what_it_is() {
        let mut recoded = false;
        assert_eq!(decode(b"Stra\xdfe \x80", &mut recoded), "Straße €");
        assert!(recoded);
    }

    #[test]
    fn the_delimiter_is_detected_from_the_lines() {
        assert_eq!(sniff(b"a;b;c\n1,5;2;3\n1,7;2;3\n"), b';');
        assert_eq!(sniff(b"a\tb\n1, 2\t3\n"), b'\t');
        assert_eq!(sniff(b"address\n1 Main St, Reno\n"), b',');
        assert_eq!(sniff(b"address,id\n\"1 Main St; Reno\",2\n"), b',');
    }
}
