//! From the model's own probability to the share of spans that were right at that probability.

use serde::Deserialize;

/// A rising, piecewise linear map through bin centres, fitted on held-out rows (training/calibration.py).
#[derive(Debug, Clone, Deserialize)]
pub(crate) struct Calibration {
    bins: Vec<Bin>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
struct Bin {
    center: f32,
    calibrated: f32,
}

impl Calibration {
    /// The calibrated value of a raw confidence; beyond the outermost centres their value holds.
    pub(crate) fn apply(&self, raw: f32) -> f32 {
        let above = self.bins.partition_point(|bin| bin.center < raw);
        match (above.checked_sub(1).and_then(|below| self.bins.get(below)), self.bins.get(above)) {
            (Some(low), Some(high)) => {
                let share = (raw - low.center) / (high.center - low.center);
                low.calibrated + share * (high.calibrated - low.calibrated)
            }
            (Some(only), None) | (None, Some(only)) => only.calibrated,
            (None, None) => raw,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interpolates_between_centres_and_holds_beyond() {
        let bin = |center, calibrated| Bin { center, calibrated };
        let calibration = Calibration { bins: vec![bin(0.5, 0.2), bin(0.9, 0.8)] };
        assert_eq!(calibration.apply(0.1), 0.2);
        assert!((calibration.apply(0.7) - 0.5).abs() < 1e-6);
        assert_eq!(calibration.apply(0.99), 0.8);
        assert_eq!(Calibration { bins: vec![] }.apply(0.3), 0.3);
    }
}
