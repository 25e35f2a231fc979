//! What speaks for one meaning of an address and against another: named features and what each is worth.
//!
//! A meaning is a choice of places for the parts of an address (`admin/combination.rs`). Its score is the sum of its features, each
//! times its weight. The weights are fitted from open rows by `training/ranking.py` and stand in `weights.tsv`.

mod feature;
mod meaning;
mod weights;

pub(crate) use feature::Feature;
pub use meaning::{AnswerEvidence, Meaning};
pub(crate) use weights::weights;
