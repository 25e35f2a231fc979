//! A labelled line: text in pieces, each with its tag.

use std::borrow::Cow;

use milepost_address::Tag;
use milepost_text::features::{Context, CountryHint};

/// A piece of text with its tag; `None` for separators and words outside any component.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Piece {
    pub(crate) tag: Option<Tag>,
    pub(crate) text: String,
}

/// Pieces in the order they are written.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Line {
    pub(crate) pieces: Vec<Piece>,
    /// The country of the address, if its source says.
    pub(crate) country: Option<CountryHint>,
}

/// A line with its training context and the name of its source, `world/nl` for an address from outside the tables.
pub(crate) struct Drawn {
    pub(crate) line: Line,
    pub(crate) context: Context,
    /// Where the address is, if its source says. The country of the context is what the caller says, which is often nothing and
    /// sometimes wrong.
    pub(crate) country: Option<CountryHint>,
    pub(crate) source: Cow<'static, str>,
}

impl Line {
    /// A line of one component.
    pub(crate) fn of(tag: Tag, text: impl Into<String>) -> Line {
        Line { pieces: vec![Piece { tag: Some(tag), text: text.into() }], country: None }
    }

    /// Appends a component; empty text adds nothing.
    pub(crate) fn push(&mut self, tag: Tag, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.pieces.push(Piece { tag: Some(tag), text });
        }
    }

    /// Appends text outside any component (a separator, `and`, `corner of`).
    pub(crate) fn plain(&mut self, text: impl Into<String>) {
        self.pieces.push(Piece { tag: None, text: text.into() });
    }

    /// Appends a component after `separator`, without it if the line is empty.
    pub(crate) fn then(&mut self, separator: &str, tag: Tag, text: impl Into<String>) {
        let text = text.into();
        if !text.is_empty() {
            self.separate(separator);
            self.push(tag, text);
        }
    }

    /// Appends another line after `separator`.
    pub(crate) fn join(&mut self, separator: &str, other: Line) {
        if !other.pieces.is_empty() {
            self.separate(separator);
            self.pieces.extend(other.pieces);
        }
    }

    /// The same line as an address of the country with this ISO 3166-1 alpha-2 code.
    pub(crate) fn of_country(self, code: &str) -> Line {
        Line { country: CountryHint::from_code(code), ..self }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    fn separate(&mut self, separator: &str) {
        if !self.pieces.is_empty() {
            self.plain(separator);
        }
    }

    /// The text and, for each tagged piece, its tag and byte range.
    pub(crate) fn render(&self) -> (String, Vec<(Tag, usize, usize)>) {
        let mut text = String::new();
        let mut spans: Vec<(Tag, usize, usize)> = Vec::new();
        let mut touching = false;
        for piece in &self.pieces {
            let start = text.len();
            text.push_str(&piece.text);
            let Some(tag) = piece.tag else {
                touching &= piece.text.trim().is_empty();
                continue;
            };
            match spans.last_mut() {
                // Neighbouring pieces of one tag are one component: `Bldg 5` + `Apt 3`.
                Some(last) if touching && last.0 == tag => last.2 = text.len(),
                _ => spans.push((tag, start, text.len())),
            }
            touching = true;
        }
        (text, spans)
    }
}
