//! The normal form of a text: one character for each set of typing variants.

use unicode_normalization::UnicodeNormalization;

/// NFC; full-width letters and digits as ASCII; curly quotes and long dashes straight and short; invisible characters
/// gone; white space collapsed to single spaces and trimmed. Case and every other character stay.
pub fn normalize(text: &str) -> String {
    let mut normal = String::with_capacity(text.len());
    for character in text.nfc() {
        let plain = match character {
            '\u{2018}' | '\u{2019}' | '\u{201b}' | '\u{2bc}' => '\'',
            '\u{201c}' | '\u{201d}' | '\u{201e}' => '"',
            '\u{2010}'..='\u{2015}' | '\u{2212}' => '-',
            '\u{ff01}'..='\u{ff5e}' => char::from_u32(character as u32 - 0xfee0).unwrap_or(character),
            '〒' => continue,
            invisible if crate::fold::is_invisible(invisible) => continue,
            white if white.is_whitespace() || white.is_control() => ' ',
            other => other,
        };
        if plain != ' ' || !(normal.is_empty() || normal.ends_with(' ')) {
            normal.push(plain);
        }
    }
    if normal.ends_with(' ') {
        normal.pop();
    }
    normal
}

#[cfg(test)]
mod tests {
    use super::normalize;

    #[test]
    fn one_character_where_typing_knows_several() {
        assert_eq!(normalize("  12\u{2013}14 O\u{2019}Neil\u{200b}\n St "), "12-14 O'Neil St");
        assert_eq!(normalize("〒１００ Ｔｏｋｙｏ e\u{301}"), "100 Tokyo \u{e9}");
    }
}
