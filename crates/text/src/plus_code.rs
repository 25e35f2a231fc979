//! Plus codes (Open Location Code) in a text: the parser skips them, the geocoder reads them as a place.

use std::ops::Range;

/// The characters of a code, in the order of its base 20.
pub const SIGNS: &str = "23456789CFGHJMPQRVWX";
/// Characters before the plus in a full code.
pub const BEFORE_PLUS: usize = 8;

/// Where the first plus code of `text` stands, in bytes: a full one, or a short one (`V75V+8Q`) that a place's name completes.
pub fn find(text: &str) -> Option<Range<usize>> {
    if !text.contains('+') {
        return None;
    }
    let mut start = 0;
    text.split_inclusive(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';')).find_map(|piece| {
        let word = piece.trim_end_matches(|sign: char| sign.is_whitespace() || matches!(sign, ',' | ';'));
        let found = is_code(word).then_some(start..start + word.len());
        start += piece.len();
        found
    })
}

fn is_code(word: &str) -> bool {
    let Some((before, after)) = word.split_once('+') else { return false };
    let signs = |part: &str| part.chars().all(|sign| SIGNS.contains(sign.to_ascii_uppercase()));
    matches!(before.len(), 4 | 6 | BEFORE_PLUS)
        && (2..=5).contains(&after.len())
        && signs(before)
        && signs(after)
}

#[cfg(test)]
mod tests {
    use super::find;

    #[test]
    fn codes_are_distinguished_from_words() {
        assert_eq!(find("9G8F+6X Zürich"), Some(0..7));
        assert_eq!(find("near 8fvc9g8f+6xq, somewhere"), Some(5..17));
        assert_eq!(find("A+B, 1+1, C++ developer +33 6 12"), None);
    }
}
