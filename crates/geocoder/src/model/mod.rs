//! The model: features of a choice of places, their weights, and the probability that the chosen places are right.
//!
//! The score of a choice is the sum of its features, each times its weight. `tasks/training/ranking/ranking.py` fits `weights.tsv` and
//! `tasks/training/ranking/confidence.py` fits `confidence.tsv`, both on open data.

pub(crate) mod confidence;
mod feature;
mod hypothesis;
mod score;

pub(crate) use feature::Feature;
pub use hypothesis::{AnswerEvidence, Hypothesis};
pub(crate) use score::{score, weights};
