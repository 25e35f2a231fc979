//! Text that is not UTF-8.

use std::io::{self, Read};

use serde::Deserialize;

/// Encodings of registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
pub(crate) enum Encoding {
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    /// Windows code page of Central Europe.
    #[serde(rename = "cp1250")]
    Cp1250,
    #[serde(rename = "latin1")]
    Latin1,
}

/// Upper half of the code page, from 0x80 on; `\u{fffd}` means unassigned.
/// Source: the mapping that Unicode publishes, VENDORS/MICSFT/WINDOWS/CP1250.TXT.
const CP1250: &str = "€\u{fffd}‚\u{fffd}„…†‡\u{fffd}‰Š‹ŚŤŽŹ\u{fffd}‘’“”•–—\u{fffd}™š›śťžź\u{a0}ˇ˘Ł¤Ą¦§¨©Ş«¬\u{ad}®Ż°±˛ł´µ¶·¸ąş»Ľ˝ľżŔÁÂĂÄĹĆÇČÉĘËĚÍÎĎĐŃŇÓÔŐÖ×ŘŮÚŰÜÝŢßŕáâăäĺćçčéęëěíîďđńňóôőö÷řůúűüýţ˙";

const BUFFER: usize = 64 * 1024;

pub(crate) struct Decoded<R> {
    inner: R,
    upper: Vec<char>,
    encoded: Vec<u8>,
    decoded: Vec<u8>,
    at: usize,
}

impl<R: Read> Decoded<R> {
    pub(crate) fn new(inner: R, encoding: Encoding) -> Decoded<R> {
        let upper = match encoding {
            Encoding::Utf8 => Vec::new(),
            Encoding::Cp1250 => CP1250.chars().collect(),
            Encoding::Latin1 => ('\u{80}'..='\u{ff}').collect(),
        };
        Decoded { inner, upper, encoded: vec![0; BUFFER], decoded: Vec::new(), at: 0 }
    }
}

impl<R: Read> Read for Decoded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.upper.is_empty() {
            return self.inner.read(buffer);
        }
        if self.at == self.decoded.len() {
            let read = self.inner.read(&mut self.encoded)?;
            self.decoded.clear();
            self.at = 0;
            for &byte in &self.encoded[..read] {
                match byte.checked_sub(0x80) {
                    None => self.decoded.push(byte),
                    Some(index) => {
                        let character = self.upper.get(usize::from(index)).copied().unwrap_or('\u{fffd}');
                        self.decoded.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                    }
                }
            }
        }
        let taken = (self.decoded.len() - self.at).min(buffer.len());
        buffer[..taken].copy_from_slice(&self.decoded[self.at..self.at + taken]);
        self.at += taken;
        Ok(taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decode(bytes: &[u8], encoding: Encoding) -> String {
        let mut text = String::new();
        Decoded::new(bytes, encoding).read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn code_pages_become_utf8() {
        assert_eq!(CP1250.chars().count(), 128);
        assert_eq!(decode(b"P\xf8\xedkop\xec \x8aumava", Encoding::Cp1250), "Příkopě Šumava");
        assert_eq!(decode(b"Stra\xdfe", Encoding::Latin1), "Straße");
        assert_eq!(decode("Straße".as_bytes(), Encoding::Utf8), "Straße");
    }
}
