//! What an answer leaves out, corrects or decides between: each as a value that code compares, worded for people in one place.

use milepost_address::IntentMarker;

/// Something noticed on the way to an answer. Texts are as typed; names are the gazetteer's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Finding {
    /// Something typed lies elsewhere than the rest, which was followed.
    Contradicts { part: Part, text: String },
    /// Something typed is in no register.
    Unknown { part: Part, text: String },
    /// The street of this text is not among those of a place whose houses are known.
    StreetUnknown { text: String, elsewhere: Option<String> },
    /// The venue is not in the data.
    VenueUnknown { text: String },
    /// The typed postcode is not known; this is the nearest number that is.
    PostcodeNearest { name: String },
    /// The locality was taken for a mistyped one.
    LocalityCorrected { name: String, by_street: bool },
    /// Two towns are named together and this one was taken.
    TwinCity { name: String },
    /// Several places are called as was typed.
    Namesakes { name: String, country: String },
    /// Several countries have the postcode.
    SharedPostcode { name: String, country: String },
    /// A second town is named, which does not hold the first.
    SecondTown { text: String, taken: String },
    /// Nothing supports any of the places a name could mean.
    Uncorroborated { mechanism: &'static str, text: String },
    /// The text is no address.
    NoAddress,
    /// Words that read like a street or a part of a town were taken for a place.
    ReadAsPlace,
    /// Another reading than the likeliest was taken.
    ReadOtherwise,
    /// Mail of the armed forces.
    MilitaryMail,
}

/// A part of an address that can be unknown or contradict the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Part {
    Postcode,
    Locality,
    Region,
}

impl Finding {
    /// The family of the finding: `ambiguity`, `abstention` or `disagreement`.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Finding::Namesakes { .. } | Finding::SharedPostcode { .. } | Finding::SecondTown { .. } => {
                "ambiguity"
            }
            Finding::Uncorroborated { .. } | Finding::NoAddress => "abstention",
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
            Finding::Namesakes { .. } | Finding::SharedPostcode { .. } | Finding::SecondTown { .. } => {
                "declared_ambiguity"
            }
            Finding::Uncorroborated { .. } | Finding::NoAddress => "uncorroborated",
            Finding::ReadAsPlace => "read_as_place",
            Finding::ReadOtherwise => "read_otherwise",
            Finding::MilitaryMail => "military_mail",
        }
    }

    /// The stage that noticed.
    fn mechanism(&self) -> &'static str {
        match self {
            Finding::StreetUnknown { .. } => "street",
            Finding::LocalityCorrected { .. } => "typo",
            Finding::Uncorroborated { mechanism, .. } => mechanism,
            Finding::NoAddress => "abstention",
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
