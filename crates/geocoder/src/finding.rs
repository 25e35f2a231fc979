//! What an answer leaves out, corrects or decides between: values that code compares, with all texts for people in one place.

use milepost_address::IntentMarker;

/// A finding about an answer. Texts are as typed; names are the gazetteer's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// A typed part lies elsewhere than the rest, which decided.
    Contradicts { part: Part, text: String },
    /// A typed part is in no register.
    Unknown { part: Part, text: String },
    /// The place, whose houses are known, has no street of this text.
    StreetUnknown { text: String, elsewhere: Option<String> },
    /// The venue is not in the data.
    VenueUnknown { text: String },
    /// The typed postcode is unknown; this is the nearest known one.
    PostcodeNearest { name: String },
    /// The locality was corrected.
    LocalityCorrected { name: String, by_street: bool },
    /// Two towns are named together, and this one was taken.
    TwinCity { name: String },
    /// Several places have the typed name.
    Namesakes { name: String, country: String },
    /// Several countries have the postcode.
    SharedPostcode { name: String, country: String },
    /// A second town is named that does not contain the first.
    SecondTown { text: String, taken: String },
    /// Nothing supports any of the places a name could mean.
    Uncorroborated { mechanism: &'static str, text: String },
    /// The text is no address.
    NoAddress,
    /// Words that look like a street or a part of a town were taken for a place.
    ReadAsPlace,
    /// A parse other than the likeliest was taken.
    ReadOtherwise,
    /// Mail of the armed forces.
    MilitaryMail,
    /// The address names no place, and the register has its house, or its street, only once.
    PlaceUnstated { is_house: bool },
    /// The address names no place; the answer is the nearest one to the given point.
    PlaceByPoint { name: String },
    /// Nothing that fits the text lies within the bounds of the caller.
    NotWithinBounds,
    /// The register has the number without its letter.
    HouseNumberBase { asked: String, filed: String },
    /// The street is known and the number is not.
    HouseNumberUnknown { number: String },
    /// The number lies beyond the last one that the register has of the street.
    HouseNumberBeyondKnown { nearest: String },
    /// The register files the house under another place.
    LocalityDiffers { filed: String },
    /// The register files the house, or the range of its numbers, under another postcode.
    PostcodeDiffers { filed: String, is_range: bool },
    /// The register spells the street differently.
    StreetDiffers { filed: String },
    /// The street was corrected.
    StreetCorrected { taken: String },
    /// The range of numbers is that of the other side of the street.
    ParityDiffers,
    /// The register has the house at several places.
    SeveralHouses { count: usize },
    /// The street has the number twice.
    NumberTwice,
    /// The two streets meet more than once.
    MeetTwice,
}

/// Code of all findings with more than one possible answer.
const DECLARED_AMBIGUITY: &str = "declared_ambiguity";

/// A part of an address that can be unknown or contradict the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Postcode,
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

    /// The code clients compare.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Finding::Contradicts { part: Part::Postcode, .. } => "postcode_contradicts",
            Finding::Contradicts { part: Part::Locality, .. } => "locality_contradicts",
            Finding::Contradicts { part: Part::Region, .. } => "region_contradicts",
            Finding::Unknown { part: Part::Postcode, .. } => "postcode_unknown",
            Finding::Unknown { part: Part::Locality, .. } => "locality_unknown",
            Finding::Unknown { part: Part::Region, .. } => "region_unknown",
            Finding::StreetUnknown { .. } => "street_unknown",
            Finding::VenueUnknown { .. } => "venue_unknown",
            Finding::PostcodeNearest { .. } => "postcode_nearest",
            Finding::LocalityCorrected { .. } => "locality_corrected",
            Finding::TwinCity { .. } => "twin_city",
            Finding::Namesakes { .. }
            | Finding::SharedPostcode { .. }
            | Finding::SecondTown { .. }
            | Finding::SeveralHouses { .. }
            | Finding::NumberTwice
            | Finding::MeetTwice => DECLARED_AMBIGUITY,
            Finding::Uncorroborated { .. } | Finding::NoAddress => "uncorroborated",
            Finding::ReadAsPlace => "read_as_place",
            Finding::ReadOtherwise => "read_otherwise",
            Finding::MilitaryMail => "military_mail",
            Finding::PlaceUnstated { .. } | Finding::PlaceByPoint { .. } => "place_unstated",
            Finding::NotWithinBounds => "not_within_bounds",
            Finding::HouseNumberBase { .. } => "house_number_base",
            Finding::HouseNumberUnknown { .. } => "house_number_unknown",
            Finding::HouseNumberBeyondKnown { .. } => "house_number_beyond_known",
            Finding::LocalityDiffers { .. } => "locality_differs",
            Finding::PostcodeDiffers { .. } => "postcode_differs",
            Finding::StreetDiffers { .. } => "street_differs",
            Finding::StreetCorrected { .. } => "street_corrected",
            Finding::ParityDiffers => "parity_differs",
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
            | Finding::SeveralHouses { .. } => "address_point",
            Finding::HouseNumberBeyondKnown { .. } => "neighbours",
            Finding::PostcodeDiffers { is_range: true, .. }
            | Finding::ParityDiffers
            | Finding::NumberTwice => "interpolation",
            Finding::MeetTwice => "crossing",
            Finding::Uncorroborated { mechanism, .. } => mechanism,
            Finding::NoAddress | Finding::NotWithinBounds => "abstention",
            _ => "admin",
        }
    }

    /// One sentence for people.
    pub(crate) fn message(&self) -> String {
        match self {
            Finding::Contradicts { text, .. } => {
                format!("`{text}` lies elsewhere than the rest and was not used")
            }
            Finding::Unknown { part, text } => {
                let part = match part {
                    Part::Postcode => "postcode",
                    Part::Locality => "place",
                    Part::Region => "region",
                };
                format!("no {part} `{text}` is known there; the answer is for the rest of the address")
            }
            Finding::StreetUnknown { text, elsewhere } => {
                let nearest = elsewhere.as_ref().map_or_else(String::new, |town| {
                    format!("; the nearest street of that name is in {town}")
                });
                format!(
                    "the street `{text}` is not in the data for this place; the answer is the place{nearest}"
                )
            }
            Finding::VenueUnknown { text } => {
                format!("`{text}` is not in the data; the answer is the place around it")
            }
            Finding::PostcodeNearest { name } => {
                format!("the postcode is not known; {name} is the nearest number that is")
            }
            Finding::LocalityCorrected { name, by_street: false } => {
                format!("no place of this name is known; the answer is for {name}")
            }
            Finding::LocalityCorrected { name, by_street: true } => {
                format!("no place of this name is known; the answer is for {name}, which has the street")
            }
            Finding::TwinCity { name } => format!("two towns are named together; the answer is for {name}"),
            Finding::Namesakes { name, country } => {
                format!(
                    "several places have this name; {name} in {country} is the likeliest, not the only one"
                )
            }
            Finding::SharedPostcode { name, country } => {
                format!("several countries have the postcode {name}; the answer is for {country}")
            }
            Finding::SecondTown { text, taken } => {
                format!("the text names `{text}` as well as {taken}; the answer is for {taken}")
            }
            Finding::Uncorroborated { text, .. } => {
                format!("nothing confirms which place `{text}` means")
            }
            Finding::NoAddress => "a single recognised word is not enough for an address".to_owned(),
            Finding::ReadAsPlace => {
                "words that read like a street or a part of a town were taken for a place".to_owned()
            }
            Finding::ReadOtherwise => {
                "a less likely reading of the text was taken, because its places are known".to_owned()
            }
            Finding::MilitaryMail => {
                "military mail goes through a gateway; only its ZIP code says where".to_owned()
            }
            Finding::PlaceUnstated { is_house: true } => {
                "the address names no place; the register has this street and number once".to_owned()
            }
            Finding::PlaceByPoint { name } => {
                format!("the address names no place; the answer is the nearest to the given point, in {name}")
            }
            Finding::NotWithinBounds => {
                "nothing that fits the text is known in the countries or the box that were asked for"
                    .to_owned()
            }
            Finding::PlaceUnstated { is_house: false } => {
                "the address names no place; the register has one street of this name".to_owned()
            }
            Finding::HouseNumberBase { asked, filed } => format!("the register has {filed}, not {asked}"),
            Finding::HouseNumberUnknown { number } => {
                format!("the street is known, but its number {number} is not")
            }
            Finding::HouseNumberBeyondKnown { nearest } => {
                format!("the nearest number that the register has on this street is {nearest}")
            }
            Finding::LocalityDiffers { filed } => format!("the register has this address in `{filed}`"),
            Finding::PostcodeDiffers { filed, is_range: false } => {
                format!("the register has this address under postcode {filed}")
            }
            Finding::PostcodeDiffers { filed, is_range: true } => {
                format!("the range of numbers is under postcode {filed}")
            }
            Finding::StreetDiffers { filed } => format!("the register's name for the street is `{filed}`"),
            Finding::StreetCorrected { taken } => {
                format!("no street of this name is known there; the answer is for `{taken}`")
            }
            Finding::ParityDiffers => "the range of numbers is on the other side of the street".to_owned(),
            Finding::SeveralHouses { count } => {
                format!("the register has this street and number at {count} places")
            }
            Finding::NumberTwice => "the street has this number twice".to_owned(),
            Finding::MeetTwice => "the streets meet more than once".to_owned(),
        }
    }
}

impl From<&Finding> for IntentMarker {
    fn from(finding: &Finding) -> IntentMarker {
        IntentMarker {
            kind: finding.kind(),
            code: finding.code(),
            mechanism: finding.mechanism(),
            message: finding.message(),
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
        let namesakes = Finding::Namesakes { name: "Springfield".into(), country: "US".into() };
        assert_eq!((namesakes.kind(), namesakes.code()), ("ambiguity", "declared_ambiguity"));
    }
}
