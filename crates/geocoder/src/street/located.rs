//! A street-level answer on its way to the result.

use milepost_address::{IntentMarker, ResolutionTier};

/// Where a street-level tier puts the address.
#[derive(Debug, Clone)]
pub(crate) struct Located {
    pub(crate) tier: ResolutionTier,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
    /// Radius in metres that holds the true point nine times in ten.
    pub(crate) uncertainty_m: f64,
    /// The street as the source writes it.
    pub(crate) street: String,
    /// Key of the row's locality.
    pub(crate) locality: Option<String>,
    /// Key of the row's postcode.
    pub(crate) postcode: Option<String>,
    /// What the answer does not share with the question.
    pub(crate) markers: Vec<IntentMarker>,
    /// Other places that answer as well, nearest first.
    pub(crate) others: Vec<(f64, f64)>,
}

/// A marker that the cascade sets.
pub(crate) fn marker(code: &'static str, mechanism: &'static str, message: String) -> IntentMarker {
    let kind = match code {
        "declared_ambiguity" => "ambiguity",
        "uncorroborated" => "abstention",
        _ => "disagreement",
    };
    IntentMarker { kind, code, mechanism, message, evidence: None }
}
