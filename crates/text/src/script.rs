//! The writing system of a letter: a name in one script next to a name in another is usually a separate name.

/// A writing system, as far as addresses need it; `Other` is every script without a name here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumCount)]
#[repr(u8)]
#[expect(missing_docs, reason = "most variants are the names of one script")]
pub enum Script {
    /// Digits, signs, nothing.
    None = 0,
    Latin = 1,
    Greek = 2,
    Cyrillic = 3,
    Armenian = 4,
    Hebrew = 5,
    /// Arabic, with the letters of Persian and Urdu
    Arabic = 6,
    Devanagari = 7,
    /// The other scripts of India and Sri Lanka: Bengali to Sinhala
    Indic = 8,
    /// Thai, Lao, Burmese, Khmer
    SouthEastAsian = 9,
    Georgian = 10,
    Hangul = 11,
    /// Hiragana and Katakana
    Kana = 12,
    /// Chinese characters
    Han = 13,
    Ethiopic = 14,
    /// Any other
    Other = 15,
}

impl Script {
    /// The script of `character` by its block (Unicode 17); [`Script::None`] for a character other than a letter.
    pub fn of(character: char) -> Script {
        match character {
            'A'..='Z' | 'a'..='z' | '\u{c0}'..='\u{24f}' | '\u{1e00}'..='\u{1eff}' => Script::Latin,
            _ if !character.is_alphabetic() => Script::None,
            '\u{250}'..='\u{2af}' | '\u{aa}' | '\u{ba}' | '\u{2c60}'..='\u{2c7f}' => Script::Latin,
            '\u{370}'..='\u{3ff}' | '\u{1f00}'..='\u{1fff}' => Script::Greek,
            '\u{400}'..='\u{52f}' => Script::Cyrillic,
            '\u{530}'..='\u{58f}' => Script::Armenian,
            '\u{590}'..='\u{5ff}' => Script::Hebrew,
            '\u{600}'..='\u{6ff}'
            | '\u{750}'..='\u{77f}'
            | '\u{fb50}'..='\u{fdff}'
            | '\u{fe70}'..='\u{feff}' => Script::Arabic,
            '\u{900}'..='\u{97f}' => Script::Devanagari,
            '\u{980}'..='\u{dff}' => Script::Indic,
            '\u{e00}'..='\u{eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' => {
                Script::SouthEastAsian
            }
            '\u{10a0}'..='\u{10ff}' | '\u{1c90}'..='\u{1cbf}' => Script::Georgian,
            '\u{1100}'..='\u{11ff}' | '\u{3130}'..='\u{318f}' | '\u{ac00}'..='\u{d7af}' => Script::Hangul,
            '\u{1200}'..='\u{139f}' => Script::Ethiopic,
            '\u{3040}'..='\u{30ff}' => Script::Kana,
            '\u{3005}'..='\u{3007}'
            | '\u{3400}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3ffff}' => Script::Han,
            _ => Script::Other,
        }
    }

    /// The script of the first letter of `text`.
    pub fn of_text(text: &str) -> Script {
        text.chars().map(Script::of).find(|&script| script != Script::None).unwrap_or(Script::None)
    }
}

#[cfg(test)]
mod tests {
    use super::Script;

    #[test]
    fn a_word_has_the_script_of_its_first_letter() {
        use Script::*;
        for (script, texts) in [
            (None, &["12", "", "-"][..]),
            (Latin, &["12 Vane", "Ünye"]),
            (Greek, &["Αθήνα"]),
            (Cyrillic, &["Русе"]),
            (Armenian, &["Երևան"]),
            (Hebrew, &["ירושלים"]),
            (Arabic, &["القاهرة"]),
            (Devanagari, &["दिल्ली"]),
            (Indic, &["சென்னை"]),
            (SouthEastAsian, &["กรุงเทพ"]),
            (Georgian, &["თბილისი"]),
            (Hangul, &["서울"]),
            (Kana, &["トウキョウ"]),
            (Han, &["東京"]),
        ] {
            assert!(texts.iter().all(|text| Script::of_text(text) == script), "{texts:?}");
        }
    }
}
