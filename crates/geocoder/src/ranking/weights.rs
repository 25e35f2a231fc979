//! The weight of each feature.

use std::sync::LazyLock;

use super::feature::Feature;

/// The weights that ship: feature, weight and definition, one per line.
const SHIPPED: &str = include_str!("weights.tsv");

/// A weight for each feature, in units of log10 of inhabitants: a weight of 1 counts as much as ten times the inhabitants.
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
        for line in table.lines().skip(1) {
            let mut fields = line.split('\t');
            let (name, weight) = (fields.next(), fields.next().and_then(|weight| weight.parse().ok()));
            let known = Feature::ALL.iter().find(|(_, known)| Some(*known) == name);
            if let (Some((feature, _)), Some(weight)) = (known, weight) {
                weights[*feature as usize] = weight;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        for (index, (feature, name)) in Feature::ALL.into_iter().enumerate() {
            assert_eq!(feature as usize, index, "{name} stands out of order");
            assert_ne!(weights().of(feature), 0.0, "{name} has no weight");
        }
        assert_eq!(SHIPPED.lines().count(), Feature::COUNT + 1);
        for line in SHIPPED.lines() {
            assert_eq!(line.split('\t').count(), 3, "{line}");
        }
    }

    #[test]
    fn a_line_of_another_table_is_worth_nothing() {
        let weights = Weights::parse("feature\tweight\tmeaning\ntypo\t-3\t\nunheard_of\t7\t\n");
        assert_eq!(weights.of(Feature::Typo), -3.0);
        assert_eq!(weights.of(Feature::PostalCity), 0.0);
    }
}
