//! The weight of each feature.

use std::sync::LazyLock;

use strum::EnumCount;

use crate::model::feature::Feature;
use crate::table::rows;

/// The weights that ship: feature, weight and definition, one per line.
const SHIPPED: &str = include_str!("weights.tsv");

/// A weight for each feature, as log10 of odds: a score higher by 1 is ten times as probable.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Weights([f64; Feature::COUNT]);

impl Weights {
    /// The score of a feature of value 1.
    pub(crate) fn of(&self, feature: Feature) -> f64 {
        self.0[feature as usize]
    }

    /// Reads a table; a feature without a line has weight 0.
    fn parse(table: &str) -> Weights {
        let mut weights = [0.0; Feature::COUNT];
        for [name, weight] in rows(table) {
            if let (Ok(feature), Ok(weight)) = (name.parse::<Feature>(), weight.parse()) {
                weights[feature as usize] = weight;
            }
        }
        Weights(weights)
    }
}

/// The weights that ship.
pub(crate) fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| Weights::parse(SHIPPED));
    &WEIGHTS
}

/// The score of features.
pub(crate) fn score(features: impl FnOnce(&mut dyn FnMut(Feature, f64))) -> f64 {
    let mut score = 0.0;
    features(&mut |feature, value| score += weights().of(feature) * value);
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        for [name, weight, meaning] in rows(SHIPPED) {
            let feature: Feature = name.parse().expect(name);
            assert_eq!(weights().of(feature), weight.parse::<f64>().expect(weight));
            assert_ne!(weights().of(feature), 0.0, "{name} has no weight");
            assert!(!meaning.is_empty(), "{name} has no meaning");
        }
        assert_eq!(rows::<3>(SHIPPED).count(), Feature::COUNT);
    }

    #[test]
    fn a_line_of_another_table_has_no_weight() {
        let weights = Weights::parse("feature\tweight\tmeaning\ntypo\t-3\t\nunheard_of\t7\t\n");
        assert_eq!(weights.of(Feature::Typo), -3.0);
        assert_eq!(weights.of(Feature::PostalCity), 0.0);
    }
}
