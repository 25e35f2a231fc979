//! The postcode in front of the street or the town: `37203 Lea Ave, Tennessee`.

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;

pub(super) const FORM: Form = Form::new("postcode_first", 0.0, draw);

fn draw(_from: &Mixture, _held_out: bool, _rng: &mut Rng) -> Line {
    Line::default()
}
