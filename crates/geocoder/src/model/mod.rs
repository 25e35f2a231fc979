//! The model: features of a choice of places, their weights, and the probability that the chosen places are meant.
//!
//! The score of a choice is the sum of its features, each times its weight. `training/ranking.py` fits `weights.tsv` and
//! `training/confidence.py` fits `confidence.tsv`, both on open data.

pub(crate) mod confidence;
mod feature;
mod meaning;
mod score;

pub(crate) use feature::Feature;
pub use meaning::{AnswerEvidence, Meaning};
pub(crate) use score::{weights, worth};
