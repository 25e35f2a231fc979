//! Byte offsets to UTF-16 code units, the unit JavaScript indexes strings by.

/// Bytes between two places whose code units are known.
const STRIDE: usize = 64;

/// Turns byte offsets of one text into UTF-16 code units.
#[derive(Debug)]
pub struct Utf16Offsets<'a> {
    text: &'a str,
    /// Places in the text, about a stride apart: byte offset and code units before it. Empty for text of one-byte characters,
    /// where the two are the same.
    places: Vec<(usize, usize)>,
}

impl<'a> Utf16Offsets<'a> {
    /// Prepares conversion over `text`.
    pub fn new(text: &'a str) -> Self {
        if text.is_ascii() {
            return Utf16Offsets { text, places: Vec::new() };
        }
        let mut places = vec![(0, 0)];
        let (mut last, mut units) = (0, 0);
        for (start, character) in text.char_indices() {
            if start >= last + STRIDE {
                places.push((start, units));
                last = start;
            }
            units += character.len_utf16();
        }
        Utf16Offsets { text, places }
    }

    /// UTF-16 code units before byte `offset`; an offset inside a character counts that character's units
    /// as not yet passed.
    pub fn at(&self, offset: usize) -> usize {
        let before = self.places.partition_point(|&(start, _)| start <= offset);
        let Some(&(from, units)) = before.checked_sub(1).and_then(|index| self.places.get(index)) else {
            return offset.min(self.text.len());
        };
        let rest: usize = self.text[from..]
            .char_indices()
            .take_while(|(start, character)| from + start + character.len_utf8() <= offset)
            .map(|(_, character)| character.len_utf16())
            .sum();
        units + rest
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_surrogate_pairs_as_two() {
        let text = "🏠 12 rue Été, ".repeat(20);
        let text = text.as_str();
        let offsets = Utf16Offsets::new(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        for (byte, _) in text.char_indices() {
            assert_eq!(String::from_utf16(&units[offsets.at(byte)..]).unwrap(), text[byte..]);
        }
        assert_eq!(offsets.at(text.len()), units.len());
    }
}
