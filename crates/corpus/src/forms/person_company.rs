//! A person and the company they are at: `attention` and `venue`.

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;

pub(super) const FORM: Form = Form::new("person_company", 0.0, draw);

fn draw(_from: &Mixture, _held_out: bool, _rng: &mut Rng) -> Line {
    Line::default()
}
