//! One place that a part of an address can mean, and how it was found.

use milepost_gazetteer::Place;

/// A place with the generator that found it.
#[derive(Debug, Clone)]
pub(super) struct Candidate {
    pub(super) place: Place,
    pub(super) source: Source,
}

/// How a candidate was found. What is found by a surer source leaves the less sure ones out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// The gazetteer has the name, or the postcode, as it is written.
    Exact,
    /// The name with its abbreviations written out, or without the words that tell it from others of its kind.
    Respelled,
    /// One of two towns that are named together.
    Twin,
    /// A part of the name is a town, near the postcode.
    PartOfName,
    /// The name was taken for a mistyped one.
    Typo,
    /// The postcode is not known; this is the nearest number that its country has, with how many of the ten numbers beside the typed
    /// one the country has.
    NearestPostcode { density: usize },
}

impl Candidate {
    pub(super) fn of(source: Source) -> impl Fn(Place) -> Candidate {
        move |place| Candidate { place, source }
    }

    pub(super) fn is_typo(&self) -> bool {
        self.source == Source::Typo
    }

    pub(super) fn is_twin(&self) -> bool {
        self.source == Source::Twin
    }

    /// Whether a postcode is not the typed one but its nearest known number.
    pub(super) fn is_nearest(&self) -> bool {
        matches!(self.source, Source::NearestPostcode { .. })
    }

    /// How many of the ten numbers beside the typed one the country of a nearest postcode has.
    pub(super) fn density(&self) -> usize {
        match self.source {
            Source::NearestPostcode { density } => density,
            _ => 0,
        }
    }
}
