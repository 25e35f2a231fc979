//! A word or sign of a text, and what separates it from the one before.

/// The separator before a token; the strongest kind wins, in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, strum::EnumCount)]
#[repr(u8)]
pub enum Separator {
    /// Nothing: `#` and `104` of `#104`.
    None = 0,
    /// White space only.
    Space = 1,
    /// A dash that joins no word.
    Dash = 2,
    /// Any other sign, quotes, emoji.
    Sign = 3,
    /// A comma, semicolon, bar, tab or line break.
    Comma = 4,
    /// An opening or closing bracket.
    Bracket = 5,
}

/// One word or meaningful sign of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// First byte in the input.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
    /// The separator before the token (for the first token: before it in the input).
    pub before: Separator,
}

impl Token {
    /// The token's text.
    pub fn text<'a>(&self, input: &'a str) -> &'a str {
        &input[self.start..self.end]
    }
}
