//! Ways of writing an address that are rare in the sources. A model does not learn what it never sees, so each form has
//! its own share, its own line in the report of `milepost-corpus`, and named cases in `crates/parser/tests/cases/parse/forms`.
//!
//! Prefer a word list to code: `scenes` has the forms that are nothing but a list of countries and their layouts. Several other forms
//! share these, in addition to `crate::render`: `around` (streets and places around a name), `dwelling` (houses of a country),
//! `grammar` (the reader of the word lists in `data/forms`).

mod around;
mod aside;
mod bare_part;
mod dwelling;
mod floor_words;
mod glued_codes;
mod grammar;
mod inverted_article;
mod lead_in;
mod line_breaks;
mod number_words;
mod other_script_place;
mod person_company;
mod place_country;
mod place_region;
mod postcode_country;
mod postcode_first;
mod query;
mod scenes;
mod scripts;
mod slash_names;
mod town_qualifier;
mod venue_of_place;

use fastrand::Rng;
use milepost_text::features::{InputMode, Locale};

use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::TitleCase;

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
    /// Its share relative to the other forms; all forms together are [`SHARE`] of the lines.
    pub(crate) share: f64,
    pub(crate) typing: Typing,
    pub(crate) title: TitleCase,
    /// The locale that a caller would state.
    pub(crate) locale: Locale,
    pub(crate) mode: InputMode,
    /// Draws a line. With `held_out`, only from records that are not used for training. An empty line is skipped.
    pub(crate) draw: fn(&Mixture, bool, &mut Rng) -> Line,
}

impl Form {
    /// A form with the locale of the United States and the usual typing.
    pub(crate) const fn new(
        name: &'static str,
        share: f64,
        draw: fn(&Mixture, bool, &mut Rng) -> Line,
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

/// Share of all lines that come from a form.
pub(crate) const SHARE: f64 = 0.4;

/// Every form.
pub(crate) fn all() -> Vec<Form> {
    let mut forms = vec![
        aside::FORM,
        bare_part::FORM,
        floor_words::FORM,
        glued_codes::FORM,
        inverted_article::FORM,
        lead_in::FORM,
        line_breaks::FORM,
        number_words::FORM,
        other_script_place::FORM,
        person_company::FORM,
        place_country::FORM,
        place_region::FORM,
        postcode_country::FORM,
        postcode_first::FORM,
        query::FORM,
        slash_names::FORM,
        town_qualifier::FORM,
        venue_of_place::FORM,
    ];
    forms.extend(scenes::FORMS);
    forms.extend(scripts::FORMS);
    forms
}
