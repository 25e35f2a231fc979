//! Evidence for one meaning of an address over another: named features and their weights.
//!
//! A meaning is a choice of places for the parts of an address (`admin/combination.rs`). Its score is the sum of its features, each
//! times its weight. `training/ranking.py` fits the weights in `weights.tsv` on open data.

mod feature;
mod meaning;
mod weights;

pub(crate) use feature::Feature;
pub use meaning::{AnswerEvidence, Meaning};
pub(crate) use weights::weights;
