//! How much each difference between a typed street and a filed one counts.

use std::sync::LazyLock;

use milepost_text::StreetComparison;
use strum::{EnumCount, EnumString};

use crate::table::rows;

/// Feature, weight and definition, one a line.
const SHIPPED: &str = include_str!("weights.tsv");

/// What the score of a street is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum StreetFeature {
    Same,
    CoreExtra,
    CoreMissingFront,
    CoreMissingBack,
    CoreConflict,
    NumberExtra,
    NumberMissing,
    TypeExtra,
    TypeMissing,
    TypeMissingOfCompound,
    TypeConflict,
    DirectionalExtra,
    DirectionalMissing,
    DirectionalConflict,
    HonorificExtra,
    HonorificMissing,
    Particles,
    Initials,
    Abbreviations,
    Respelled,
    Joined,
    Typos,
    Order,
    House,
    NumberBase,
    Interpolated,
    LocalityDiffers,
    PostcodeDiffers,
    KnownElsewhere,
}

/// The weight of a feature of value 1, as a logit.
pub(crate) fn weight(feature: StreetFeature) -> f64 {
    static WEIGHTS: LazyLock<[f64; StreetFeature::COUNT]> = LazyLock::new(|| {
        let mut weights = [0.0; StreetFeature::COUNT];
        for [name, weight] in rows(SHIPPED) {
            if let (Ok(feature), Ok(weight)) = (name.parse::<StreetFeature>(), weight.parse()) {
                weights[feature as usize] = weight;
            }
        }
        weights
    });
    WEIGHTS[feature as usize]
}

/// The score of a comparison of names, as a logit: above 0 the names are rather one street than two.
pub(crate) fn score(compared: &StreetComparison) -> f64 {
    use StreetFeature as Feature;
    let features = [
        (Feature::Same, 1.0),
        (Feature::CoreExtra, compared.core_extra),
        (Feature::CoreMissingFront, compared.core_missing_front),
        (Feature::CoreMissingBack, compared.core_missing_back),
        (Feature::CoreConflict, compared.core_conflict),
        (Feature::NumberExtra, compared.number_extra),
        (Feature::NumberMissing, compared.number_missing),
        (Feature::TypeExtra, compared.type_extra),
        (Feature::TypeMissing, compared.type_missing),
        (Feature::TypeMissingOfCompound, compared.type_missing_of_compound),
        (Feature::TypeConflict, compared.type_conflict),
        (Feature::DirectionalExtra, compared.directional_extra),
        (Feature::DirectionalMissing, compared.directional_missing),
        (Feature::DirectionalConflict, compared.directional_conflict),
        (Feature::HonorificExtra, compared.honorific_extra),
        (Feature::HonorificMissing, compared.honorific_missing),
        (Feature::Particles, compared.particles),
        (Feature::Initials, compared.initials),
        (Feature::Abbreviations, compared.abbreviations),
        (Feature::Respelled, compared.respelled),
        (Feature::Joined, compared.joined),
        (Feature::Typos, compared.typos),
        (Feature::Order, compared.order),
    ];
    features.into_iter().map(|(feature, value)| weight(feature) * value).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        for [name, value, definition] in rows(SHIPPED) {
            let feature: StreetFeature = name.parse().expect(name);
            assert_eq!(weight(feature), value.parse::<f64>().expect(value));
            assert!(!definition.is_empty(), "{name} has no definition");
        }
        assert_eq!(rows::<3>(SHIPPED).count(), StreetFeature::COUNT);
    }

    #[test]
    fn a_name_that_differs_in_nothing_has_the_highest_score() {
        let same = score(&StreetComparison::default());
        assert_eq!(same, weight(StreetFeature::Same));
        assert!(score(&StreetComparison { type_conflict: 1.0, ..Default::default() }) < 0.0);
    }
}
