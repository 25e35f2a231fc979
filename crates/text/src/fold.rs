//! Folding: the forms of a text that are compared, never shown.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Marks that are typed for an apostrophe, which keys of names keep or take for a blank.
pub const FOR_APOSTROPHE: [char; 6] = ['´', '`', '‘', 'ʻ', 'ʼ', '′'];

/// Lower case without accents: NFKD, combining marks dropped, letters NFKD leaves whole
/// [written out](written_out). Everything else stays.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    let mut folded = String::with_capacity(text.len());
    for character in text.nfkd().filter(|&character| !is_combining_mark(character)) {
        for lower in character.to_lowercase() {
            match written_out(lower) {
                Some(letters) => folded.push_str(letters),
                // Lower case may add a mark (İ -> i + U+0307).
                None if is_combining_mark(lower) => {}
                None => folded.push(lower),
            }
        }
    }
    folded
}

/// The letters that stand for a small one that NFKD leaves whole.
pub fn written_out(letter: char) -> Option<&'static str> {
    Some(match letter {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        _ => return None,
    })
}

/// Characters that take no room and mean nothing in an address: zero-width spaces and joiners, the byte order
/// mark, soft hyphens, direction marks.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

/// Gazetteer key of a place name folded, `.` `,` and apostrophes deleted, white space
/// collapsed and trimmed. Hyphens stay; callers that want `saint denis` to meet `saint-denis` try both.
pub fn name_key(name: &str) -> String {
    if name.is_ascii() {
        return key_of(name.bytes().map(|byte| char::from(byte.to_ascii_lowercase())), name.len());
    }
    key_of(fold(name).chars(), name.len())
}

/// Gazetteer key of a place name that keeps the vowel signs of the scripts of India and South-East Asia, which are marks there and no accents:
/// without them Mysore (`मैसूर`) and Egypt (`मिस्र`) have one key. None if the name has no such sign.
pub fn name_key_with_vowels(name: &str) -> Option<String> {
    let is_vowel_sign = |character: char| {
        matches!(character, '\u{900}'..='\u{fff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}')
            && is_combining_mark(character)
    };
    if !name.contains(is_vowel_sign) {
        return None;
    }
    let lower = name.nfkd().flat_map(char::to_lowercase);
    Some(key_of(
        lower.filter(|&character| is_vowel_sign(character) || !is_combining_mark(character)),
        name.len(),
    ))
}

/// The key of folded characters, which take some `length` bytes.
fn key_of(folded: impl Iterator<Item = char>, length: usize) -> String {
    let mut key = String::with_capacity(length);
    for character in folded {
        match character {
            '.' | ',' | '\'' | '\u{2019}' => {}
            white if white.is_whitespace() => {
                if !key.is_empty() && !key.ends_with(' ') {
                    key.push(' ');
                }
            }
            other => key.push(other),
        }
    }
    if key.ends_with(' ') {
        key.pop();
    }
    key
}

/// Gazetteer key of a postcode: the name key without spaces.
pub fn postcode_key(postcode: &str) -> String {
    let mut key = name_key(postcode);
    key.retain(|character| character != ' ');
    key
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_drops_case_and_accents_only() {
        assert_eq!(fold("Été à Saint-Étienne"), "ete a saint-etienne");
        assert_eq!(fold("STRAßE Ørsted Łódź İzmir"), "strasse orsted lodz izmir");
        assert_eq!(fold("東京"), "東京");
    }

    #[test]
    fn name_keys_meet_under_punctuation_and_space() {
        assert_eq!(name_key("  St.  John\u{2019}s, "), "st johns");
        assert_eq!(name_key("L'Haÿ-les-Roses"), "lhay-les-roses");
        assert_eq!(postcode_key("SW1A 2AA"), "sw1a2aa");
    }

    #[test]
    fn vowel_signs_tell_names_apart() {
        assert_eq!(name_key("मैसूर"), name_key("मिस्र"));
        assert_ne!(name_key_with_vowels("मैसूर"), name_key_with_vowels("मिस्र"));
        assert_eq!(name_key_with_vowels(" मैसूर, "), name_key_with_vowels("मैसूर"));
        assert_eq!(name_key_with_vowels("Été"), None, "an accent");
        assert_eq!(name_key_with_vowels("Москва"), None);
    }
}
