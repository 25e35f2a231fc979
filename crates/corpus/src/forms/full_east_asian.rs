//! Whole addresses of Japan, China, Taiwan and Korea in their scripts.

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;

pub(super) const FORM: Form = Form::new("full_east_asian", 0.0, draw);

fn draw(_from: &Mixture, _held_out: bool, _rng: &mut Rng) -> Line {
    Line::default()
}
