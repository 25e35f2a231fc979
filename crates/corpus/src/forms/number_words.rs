//! House numbers in words, and the words that say there is none.

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;

pub(super) const FORM: Form = Form::new("number_words", 0.0, draw);

fn draw(_from: &Mixture, _held_out: bool, _rng: &mut Rng) -> Line {
    Line::default()
}
