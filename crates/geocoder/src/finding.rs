//! What an answer leaves out, corrects or decides between: values that code compares, with all texts for people in one place.

use milepost_address::IntentMarker;
use strum::{Display, IntoStaticStr};

/// A finding about an answer, which reads as one sentence for people. Texts are as typed; names are the gazetteer's.
#[derive(Debug, Clone, PartialEq, Eq, IntoStaticStr, thiserror::Error)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Finding {
    #[error("`{text}` lies elsewhere than the rest and was not used")]
    Contradicts { part: Part, text: String },
    #[error("no {part} `{text}` is known there; the answer is for the rest of the address")]
    Unknown { part: Part, text: String },
    #[error(
        "the street `{text}` is not in the data for this place; the answer is the place{}",
        nearest_street(.elsewhere)
    )]
    StreetUnknown { text: String, elsewhere: Option<String> },
    #[error("`{text}` is not in the data; the answer is the place around it")]
    VenueUnknown { text: String },
    #[error("the postcode is not known; {name} is the nearest number that is")]
    PostcodeNearest { name: String },
    #[error(
        "no place of this name is known; the answer is for {name}{}",
        if *by_street { ", which has the street" } else { "" }
    )]
    LocalityCorrected { name: String, by_street: bool },
    #[error("two towns are named together; the answer is for {name}")]
    TwinCity { name: String },
    #[error("several places have this name; {name} in {country} is the likeliest, not the only one")]
    Namesakes { name: String, country: String },
    #[error("several countries have the postcode {name}; the answer is for {country}")]
    SharedPostcode { name: String, country: String },
    #[error("the text names `{text}` as well as {taken}; the answer is for {taken}")]
    SecondTown { text: String, taken: String },
    #[error("nothing confirms which place `{text}` means")]
    Uncorroborated { text: String },
    #[error("a single recognised word is not enough for an address")]
    NoAddress,
    #[error("words that read like a street or a part of a town were taken for a place")]
    ReadAsPlace,
    #[error("a less likely reading of the text was taken, because its places are known")]
    ReadOtherwise,
    #[error("military mail goes through a gateway; only its ZIP code says where")]
    MilitaryMail,
    #[error(
        "the address names no place; the register has {}",
        if *is_house { "this street and number once" } else { "one street of this name" }
    )]
    PlaceUnstated { is_house: bool },
    #[error("the address names no place; the answer is the nearest to the given point, in {name}")]
    PlaceByPoint { name: String },
    #[error("nothing that fits the text is known in the countries or the box that were asked for")]
    NotWithinBounds,
    #[error("the register has {filed}, not {asked}")]
    HouseNumberBase { asked: String, filed: String },
    #[error("the street is known, but its number {number} is not")]
    HouseNumberUnknown { number: String },
    #[error("the nearest number that the register has on this street is {nearest}")]
    HouseNumberBeyondKnown { nearest: String },
    #[error("the register has this address in `{filed}`")]
    LocalityDiffers { filed: String },
    #[error(
        "{} under postcode {filed}",
        if *is_range { "the range of numbers is" } else { "the register has this address" }
    )]
    PostcodeDiffers { filed: String, is_range: bool },
    #[error("the register's name for the street is `{filed}`")]
    StreetDiffers { filed: String },
    #[error("no street of this name is known there; the answer is for `{taken}`")]
    StreetCorrected { taken: String },
    #[error("the range of numbers is on the other side of the street")]
    ParityDiffers,
    #[error("the register has this street and number at {count} places")]
    SeveralHouses { count: usize },
    #[error("several streets fit: {}", .streets.join(", "))]
    SeveralStreets { streets: Vec<String> },
    #[error("the street has this number twice")]
    NumberTwice,
    #[error("the streets meet more than once")]
    MeetTwice,
}

/// Code of all findings with more than one possible answer.
const DECLARED_AMBIGUITY: &str = "declared_ambiguity";

/// A part of an address that can be unknown or contradict the others, by its word for people.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Display)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Part {
    Postcode,
    #[strum(serialize = "place")]
    Locality,
    Region,
}

impl Finding {
    /// Whether the answer is filed under another postcode, locality or street than the typed one.
    pub(crate) fn is_of_another_place(&self) -> bool {
        matches!(
            self,
            Finding::PostcodeDiffers { .. } | Finding::LocalityDiffers { .. } | Finding::StreetDiffers { .. }
        )
    }

    /// Whether the street lacks the typed number.
    pub(crate) fn is_of_another_number(&self) -> bool {
        matches!(self, Finding::HouseNumberUnknown { .. } | Finding::HouseNumberBeyondKnown { .. })
    }

    /// The family of the finding: `ambiguity`, `abstention` or `disagreement`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            _ if self.code() == DECLARED_AMBIGUITY => "ambiguity",
            Finding::Uncorroborated { .. } | Finding::NoAddress | Finding::NotWithinBounds => "abstention",
            _ => "disagreement",
        }
    }

    /// The code clients compare: the name of the variant, unless several share one.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Finding::Contradicts { part: Part::Postcode, .. } => "postcode_contradicts",
            Finding::Contradicts { part: Part::Locality, .. } => "locality_contradicts",
            Finding::Contradicts { part: Part::Region, .. } => "region_contradicts",
            Finding::Unknown { part: Part::Postcode, .. } => "postcode_unknown",
            Finding::Unknown { part: Part::Locality, .. } => "locality_unknown",
            Finding::Unknown { part: Part::Region, .. } => "region_unknown",
            Finding::Namesakes { .. }
            | Finding::SharedPostcode { .. }
            | Finding::SecondTown { .. }
            | Finding::SeveralHouses { .. }
            | Finding::SeveralStreets { .. }
            | Finding::NumberTwice
            | Finding::MeetTwice => DECLARED_AMBIGUITY,
            Finding::NoAddress => "uncorroborated",
            Finding::PlaceByPoint { .. } => "place_unstated",
            _ => self.into(),
        }
    }

    /// The stage that made the finding.
    fn mechanism(&self) -> &'static str {
        match self {
            Finding::StreetUnknown { .. }
            | Finding::HouseNumberUnknown { .. }
            | Finding::PlaceUnstated { is_house: false } => "street",
            Finding::LocalityCorrected { .. } | Finding::StreetCorrected { .. } => "typo",
            Finding::PlaceUnstated { is_house: true }
            | Finding::HouseNumberBase { .. }
            | Finding::LocalityDiffers { .. }
            | Finding::PostcodeDiffers { is_range: false, .. }
            | Finding::StreetDiffers { .. }
            | Finding::SeveralHouses { .. }
            | Finding::SeveralStreets { .. } => "address_point",
            Finding::HouseNumberBeyondKnown { .. } => "neighbours",
            Finding::PostcodeDiffers { is_range: true, .. }
            | Finding::ParityDiffers
            | Finding::NumberTwice => "interpolation",
            Finding::MeetTwice => "crossing",
            Finding::Uncorroborated { .. } | Finding::NoAddress | Finding::NotWithinBounds => "abstention",
            _ => "admin",
        }
    }
}

/// The end of a sentence about a street that the place lacks.
fn nearest_street(elsewhere: &Option<String>) -> String {
    let of_town = |town: &String| format!("; the nearest street of that name is in {town}");
    elsewhere.as_ref().map(of_town).unwrap_or_default()
}

impl From<&Finding> for IntentMarker {
    fn from(finding: &Finding) -> IntentMarker {
        IntentMarker {
            kind: finding.kind(),
            code: finding.code(),
            mechanism: finding.mechanism(),
            message: finding.to_string(),
            evidence: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_has_one_code_and_one_sentence() {
        let unknown = Finding::Unknown { part: Part::Postcode, text: "99999".into() };
        let marker = IntentMarker::from(&unknown);
        assert_eq!(
            (marker.kind, marker.code, marker.mechanism),
            ("disagreement", "postcode_unknown", "admin")
        );
        assert!(marker.message.contains("postcode `99999`"), "{}", marker.message);
        let doubt = IntentMarker::from(&Finding::NoAddress);
        assert_eq!((doubt.kind, doubt.code), ("abstention", "uncorroborated"));
        assert_eq!(Finding::ReadAsPlace.code(), "read_as_place", "the name of the variant");
        let namesakes = Finding::Namesakes { name: "Springfield".into(), country: "US".into() };
        assert_eq!((namesakes.kind(), namesakes.code()), ("ambiguity", "declared_ambiguity"));
    }
}
