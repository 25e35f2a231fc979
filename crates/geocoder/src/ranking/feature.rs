//! The features of a meaning, by name.

use strum::{EnumCount, EnumString, IntoStaticStr};

/// Evidence for or against a meaning. `weights.tsv` has the definition of each next to its weight, under its name in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumCount, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Feature {
    LogPopulation,
    OtherName,
    OtherNameOfCity,
    OtherNameUnlike,
    DivisionAsLocality,
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
    CodesSeldomWritten,
    PostcodeAgrees,
    PostcodeInDivision,
    PostcodeContradicts,
    NearestAgrees,
    NearestContradicts,
    NearestAlone,
    PostcodeDensity,
    PostcodeLogPopulation,
    PostcodeOfUs,
    PostcodeOfFrance,
    PostcodeLeftOut,
    PostcodeElsewhere,
    PostcodeForeign,
    RegionAgrees,
    RegionContradicts,
    RegionOtherName,
    CountryAsRegion,
    RegionLeftOut,
    RegionCodeLeftOut,
    Nearness,
    Added,
    PostcodeAdded,
}
