//! Any text, split into tokens.

use milepost_text::tokenize;

/// Whether `bytes` are text. Panics if tokens overlap or lie outside of it.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut end = 0;
    for token in tokenize(text) {
        assert!(end <= token.start && token.start < token.end, "{token:?} after byte {end}");
        assert!(!token.text(text).is_empty());
        end = token.end;
    }
    true
}
