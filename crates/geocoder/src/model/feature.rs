//! The features of a combination, by name, and the weight of each.

use std::sync::LazyLock;

use strum::{EnumCount, EnumString, IntoStaticStr};

use crate::tsv;

/// The weights that ship: feature, weight and definition, one per line.
const SHIPPED: &str = include_str!("weights.tsv");

/// Evidence for or against a combination. `weights.tsv` has the definition of each next to its weight, under its name in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Feature {
    LogPopulation,
    PopulationUnknown,
    OtherName,
    OtherNameOfCity,
    OtherNameUnlike,
    DivisionAsLocality,
    CountyAsLocality,
    CountryOfPart,
    CountyOfCountry,
    TownOfCountry,
    CountryAlone,
    RegionAlone,
    Typo,
    PostalCity,
    LocalityLeftOut,
    StreetLanguage,
    StreetForeign,
    Alphabet,
    SharpS,
    LargerNeighbour,
    PostcodeAgrees,
    PostcodeInDivision,
    PostcodeContradicts,
    NearestAgrees,
    NearestContradicts,
    NearestAlone,
    PostcodeLogPopulation,
    PostcodeLeftOut,
    PostcodeElsewhere,
    PostcodeForeign,
    RegionAgrees,
    RegionContradicts,
    RegionOtherName,
    CountryAsRegion,
    RegionLeftOut,
    RegionCodeLeftOut,
    RegionLeftOutAbroad,
    NamesakeInRegion,
    RegionForeign,
    CountryContradicts,
    TerritoryContradicts,
    CountryOnly,
    CodeBehindName,
    PostcodeSpelledAbroad,
    PartFound,
    PartLeftOut,
    CountryUnknown,
    RegionUnknown,
    PostcodeUnknown,
    SecondName,
    StreetWords,
    VenueWords,
    UnlabelledWords,
    NextParse,
    WholeText,
    OneName,
    CountryInName,
    CityAndDistrict,
    TownForPart,
    TownForCounty,
    TownForRegion,
    VillageAsStreet,
    PartAndTown,
    SecondTown,
    Nearness,
    Added,
    PostcodeAdded,
    PartAdded,
}

/// The weight of a feature, as log10 of odds: a score higher by 1 is ten times as probable.
pub(crate) fn weight(feature: Feature) -> f64 {
    static WEIGHTS: LazyLock<[f64; Feature::COUNT]> =
        LazyLock::new(|| tsv::weights(SHIPPED, |feature: Feature| feature as usize));
    WEIGHTS[feature as usize]
}

pub(crate) fn score(features: impl FnOnce(&mut dyn FnMut(Feature, f64))) -> f64 {
    let mut score = 0.0;
    features(&mut |feature, value| score += weight(feature) * value);
    score
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_feature_has_its_line_and_every_line_its_feature() {
        for [name, shipped, meaning] in tsv::rows(SHIPPED) {
            let weight = weight(name.parse().expect(name));
            assert_eq!(weight, shipped.parse::<f64>().expect(shipped));
            assert!(weight != 0.0 && !meaning.is_empty(), "{name} has no weight or no meaning");
        }
        assert_eq!(tsv::rows::<3>(SHIPPED).count(), Feature::COUNT);
    }
}
