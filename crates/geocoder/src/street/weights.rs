//! How much each difference between a typed street and a filed one counts.

use std::sync::LazyLock;

use milepost_text::StreetComparison;
use strum::{EnumCount, EnumString};

use crate::tsv::{rows, weights};

/// Feature, weight and definition, one a line.
const SHIPPED: &str = include_str!("weights.tsv");

/// What a score has beside the differences of names, and its thresholds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum StreetFeature {
    Same,
    House,
    NumberBase,
    Interpolated,
    LocalityDiffers,
    PostcodeDiffers,
    KnownElsewhere,
    Settled,
    Least,
    Margin,
}

/// The weight of a feature of value 1, or a threshold, as a logit.
pub(crate) fn weight(feature: StreetFeature) -> f64 {
    static WEIGHTS: LazyLock<[f64; StreetFeature::COUNT]> =
        LazyLock::new(|| weights(SHIPPED, |feature: StreetFeature| feature as usize));
    WEIGHTS[feature as usize]
}

/// The weight of a difference of names; 0 without a line.
fn weight_of_difference(name: &str) -> f64 {
    let line = rows(SHIPPED).find(|[feature, _]| *feature == name);
    line.and_then(|[_, weight]| weight.parse().ok()).unwrap_or(0.0)
}

/// The score of a comparison of names, as a logit: above 0 the names are rather one street than two.
pub(crate) fn score(compared: &StreetComparison) -> f64 {
    static WEIGHTS: LazyLock<[f64; StreetComparison::DIFFERENCES]> =
        LazyLock::new(|| StreetComparison::default().named().map(|(name, _)| weight_of_difference(name)));
    let differences: f64 =
        compared.named().iter().zip(WEIGHTS.iter()).map(|((_, value), weight)| value * weight).sum();
    weight(StreetFeature::Same) + differences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        for [name, value, definition] in rows(SHIPPED) {
            let value: f64 = value.parse().expect(value);
            let difference = StreetComparison::default().named().into_iter().any(|(known, _)| known == name);
            let shipped =
                if difference { weight_of_difference(name) } else { weight(name.parse().expect(name)) };
            assert_eq!(shipped, value, "{name}");
            assert!(!definition.is_empty(), "{name} has no definition");
        }
        assert_eq!(rows::<3>(SHIPPED).count(), StreetFeature::COUNT + StreetComparison::DIFFERENCES);
    }

    #[test]
    fn a_name_that_differs_in_nothing_has_the_highest_score() {
        let same = score(&StreetComparison::default());
        assert_eq!(same, weight(StreetFeature::Same));
        assert!(score(&StreetComparison { type_conflict: 1.0, ..Default::default() }) < 0.0);
        for (name, _) in StreetComparison::default().named() {
            assert!(weight_of_difference(name) <= 0.0, "{name} raises the score");
        }
    }
}
