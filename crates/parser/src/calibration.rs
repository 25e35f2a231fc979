//! From the model's own probability to the share that is right at that probability: of spans by tag, of whole
//! parses, of addresses among all texts.

use std::collections::HashMap;

use milepost_address::Tag;
use serde::Deserialize;

/// The maps of a bundle's `calibration.json`, fitted on held-out rows (tasks/training/parser/calibration.py).
#[derive(Debug, Clone, Default, Deserialize)]
pub(crate) struct Calibration {
    /// Of a span's mean probability, for tags with enough held-out spans.
    tags: HashMap<Tag, Map>,
    /// Of a span's mean probability, for all other tags.
    any: Map,
    /// Of the lowest probability of a chosen label.
    parse: Map,
    /// Of the mean probability of the labels of all tokens, those outside counted as 0.
    address: Map,
}

/// A rising, piecewise linear map through bin centres.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(transparent)]
struct Map(Vec<Bin>);

#[derive(Debug, Clone, Copy, Deserialize)]
struct Bin {
    center: f32,
    calibrated: f32,
}

impl Calibration {
    /// Probability that a span is right.
    pub(crate) fn span(&self, tag: Tag, raw: f32) -> f32 {
        self.tags.get(&tag).unwrap_or(&self.any).apply(raw)
    }

    /// Probability that every component of a parse is right.
    pub(crate) fn parse(&self, weakest: f32) -> f32 {
        self.parse.apply(weakest)
    }

    /// Probability that a text is an address.
    pub(crate) fn address(&self, share: f32) -> f32 {
        self.address.apply(share)
    }
}

impl Map {
    /// The calibrated value; beyond the outermost centres their value holds, without bins the raw one.
    fn apply(&self, raw: f32) -> f32 {
        let bins = &self.0;
        let above = bins.partition_point(|bin| bin.center < raw);
        match (above.checked_sub(1).and_then(|below| bins.get(below)), bins.get(above)) {
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
        let map = Map(vec![bin(0.5, 0.2), bin(0.9, 0.8)]);
        assert_eq!(map.apply(0.1), 0.2);
        assert!((map.apply(0.7) - 0.5).abs() < 1e-6);
        assert_eq!(map.apply(0.99), 0.8);
        assert_eq!(Map(vec![]).apply(0.3), 0.3);
    }

    #[test]
    fn a_tag_without_a_map_takes_the_one_of_all() {
        let calibration: Calibration = serde_json::from_str(
            r#"{"tags":{"unit":[{"center":0.5,"calibrated":0.9}]},"any":[{"center":0.5,"calibrated":0.1}],"parse":[],"address":[]}"#,
        )
        .unwrap();
        assert_eq!((calibration.span(Tag::Unit, 0.5), calibration.span(Tag::Street, 0.5)), (0.9, 0.1));
    }
}
