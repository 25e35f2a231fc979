//! One hypothesis of an address and the evidence of an answer, as the fitting of the weights reads them.

use milepost_address::MatchLevel;

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
