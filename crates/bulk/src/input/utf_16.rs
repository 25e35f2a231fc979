//! Text in UTF-16, as spreadsheets save "Unicode text".

use std::io::{self, Read};

use super::stream::Stream;

/// A stream of UTF-16 after its byte order mark, read as UTF-8. Unpaired surrogates become `�`.
pub(crate) struct Utf16 {
    stream: Stream,
    is_little_endian: bool,
    decoded: Vec<u8>,
    given: usize,
}

impl Utf16 {
    /// The same text as UTF-8; none if the stream has no byte order mark of UTF-16.
    pub(crate) fn decode(mut stream: Stream) -> io::Result<Stream> {
        let is_little_endian = match stream.sample()? {
            [0xff, 0xfe, ..] => true,
            [0xfe, 0xff, ..] => false,
            _ => return Ok(stream),
        };
        stream.consume(2);
        Ok(Stream::of(Box::new(Utf16 { stream, is_little_endian, decoded: Vec::new(), given: 0 })))
    }

    fn more(&mut self) -> io::Result<()> {
        self.decoded.clear();
        self.given = 0;
        loop {
            let is_ended = !self.stream.fill()?;
            let bytes = self.stream.rest();
            let unit = |pair: &[u8]| match self.is_little_endian {
                true => u16::from_le_bytes([pair[0], pair[1]]),
                false => u16::from_be_bytes([pair[0], pair[1]]),
            };
            let units: Vec<u16> = bytes.chunks_exact(2).map(unit).collect();
            // The second half of a pair may not be here yet.
            let is_half = units.last().is_some_and(|unit| (0xd800..0xdc00).contains(unit)) && !is_ended;
            let whole = units.len() - usize::from(is_half);
            let text = char::decode_utf16(units[..whole].iter().copied());
            let text: String = text.map(|unit| unit.unwrap_or(char::REPLACEMENT_CHARACTER)).collect();
            self.decoded.extend(text.into_bytes());
            let consumed = if is_ended { bytes.len() } else { whole * 2 };
            self.stream.consume(consumed);
            if is_ended || !self.decoded.is_empty() {
                return Ok(());
            }
        }
    }
}

impl Read for Utf16 {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        if self.given == self.decoded.len() {
            self.more()?;
        }
        let length = (self.decoded.len() - self.given).min(into.len());
        into[..length].copy_from_slice(&self.decoded[self.given..self.given + length]);
        self.given += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_orders_of_bytes_are_read() {
        let text = "address\r\nŻółta 1 😀\n".repeat(40_000);
        for order in [u16::to_le_bytes, u16::to_be_bytes] {
            let units = std::iter::once(0xfeff).chain(text.encode_utf16());
            let bytes: Vec<u8> = units.flat_map(order).collect();
            let mut stream = Utf16::decode(Stream::of_bytes(&bytes)).unwrap();
            while stream.fill().unwrap() {}
            assert!(stream.rest() == text.as_bytes());
        }
    }
}
