//! Notes in brackets and names in quotes beside an address.

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;

pub(super) const FORM: Form = Form::new("aside", 0.0, draw);

fn draw(_from: &Mixture, _held_out: bool, _rng: &mut Rng) -> Line {
    Line::default()
}
