//! A way of writing: its share, its noise and its lines.

use fastrand::Rng;
use milepost_text::features::{InputMode, Locale};

use crate::line::Line;
use crate::noise::TitleCase;
use crate::tables::Tables;

/// The noise that the lines of a form get before training.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Typing {
    /// Case, lost commas and typos, as for any address (`noise::roughen`).
    Usual,
    /// Case and accents only, because the form is about the punctuation.
    Case,
    /// Nothing, because the form writes every letter itself.
    None,
}

/// One way of writing.
pub(crate) struct Form {
    /// Its name in the report.
    pub(crate) name: &'static str,
    /// Its share relative to the other forms; all forms together are [`SHARE`](super::SHARE) of the lines.
    pub(crate) share: f64,
    pub(crate) typing: Typing,
    pub(crate) title: TitleCase,
    /// The locale that a caller would state.
    pub(crate) locale: Locale,
    pub(crate) mode: InputMode,
    /// Draws a line. With `held_out`, only from records that are not used for training. An empty line is skipped.
    pub(crate) draw: fn(&Tables, bool, &mut Rng) -> Line,
}

impl Form {
    /// A form with the locale of the United States and the usual typing.
    pub(crate) const fn new(
        name: &'static str,
        share: f64,
        draw: fn(&Tables, bool, &mut Rng) -> Line,
    ) -> Form {
        Form {
            name,
            share,
            typing: Typing::Usual,
            title: TitleCase::Us,
            locale: Locale::Any,
            mode: InputMode::Auto,
            draw,
        }
    }

    /// The same form with other noise.
    pub(crate) const fn typed(self, typing: Typing) -> Form {
        Form { typing, ..self }
    }
}
