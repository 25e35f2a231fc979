//! Byte offsets to UTF-16 code units, the unit JavaScript indexes strings by.

/// Turns byte offsets of one text into UTF-16 code units.
#[derive(Debug)]
pub struct Utf16Offsets<'a> {
    text: &'a str,
    /// For text of one-byte characters the two units are the same.
    ascii: bool,
}

impl<'a> Utf16Offsets<'a> {
    /// Prepares conversion over `text`.
    pub fn new(text: &'a str) -> Self {
        Utf16Offsets { text, ascii: text.is_ascii() }
    }

    /// UTF-16 code units before byte `offset`; an offset inside a character counts that character's units
    /// as not yet passed.
    pub fn at(&self, offset: usize) -> usize {
        if self.ascii {
            return offset.min(self.text.len());
        }
        self.text
            .char_indices()
            .take_while(|(start, character)| start + character.len_utf8() <= offset)
            .map(|(_, character)| character.len_utf16())
            .sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_surrogate_pairs_as_two() {
        let text = "🏠 12 rue Été";
        let offsets = Utf16Offsets::new(text);
        let units: Vec<u16> = text.encode_utf16().collect();
        for (byte, _) in text.char_indices() {
            assert_eq!(String::from_utf16(&units[offsets.at(byte)..]).unwrap(), text[byte..]);
        }
        assert_eq!(offsets.at(text.len()), units.len());
    }
}
