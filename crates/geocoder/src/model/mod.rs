//! The model: features of a choice of places, their weights, and the probability that the chosen places are right.
//!
//! The score of a choice is the sum of its features, each times its weight. `tasks/training/ranking/ranking.py` fits `weights.tsv` and
//! `tasks/training/ranking/confidence.py` fits `confidence.tsv`, both on open data.

pub(crate) mod confidence;
mod feature;

use milepost_address::MatchLevel;

pub(crate) use feature::{Feature, score, weight};

/// A choice of places for the parts of an address.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct Hypothesis {
    /// The features that are not zero, by their names in `weights.tsv`.
    pub features: Vec<(&'static str, f64)>,
    /// The score, as log10 of odds.
    pub score: f64,
    /// The point of its finest place, degrees.
    pub lat: f64,
    /// See `lat`.
    pub lon: f64,
    /// The country of that place, ISO 3166-1 alpha-2.
    pub country: String,
}

/// An answer with the evidence for and against it.
#[derive(Debug, Clone, PartialEq, serde::Serialize)]
pub struct AnswerEvidence {
    /// The point of the answer, degrees.
    pub lat: f64,
    /// See `lat`.
    pub lon: f64,
    /// Its level.
    pub match_level: MatchLevel,
    /// The probability that it is within 25 km of the right point.
    pub confidence: f64,
    /// The radius that holds the right point nine times in ten, metres.
    pub accuracy_m: f64,
    /// By the names in `confidence.tsv`.
    pub features: Vec<(&'static str, f64)>,
}
