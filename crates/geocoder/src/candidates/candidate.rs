//! One place that a part of an address can mean, and how it was found.

use milepost_gazetteer::Place;

/// A place with the generator that found it.
#[derive(Debug, Clone)]
pub(crate) struct Candidate {
    pub(crate) place: Place,
    pub(crate) source: Source,
}

/// How a candidate was found. A more certain source excludes the less certain ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The gazetteer has the name, or the postcode, as written.
    Exact,
    /// Only the register of postcodes has the name; whether several villages of one division have it.
    Registered { is_several: bool },
    /// The name with its abbreviations expanded, or without its qualifier.
    Respelled,
    /// The name with its short forms written out; another name may fit as well.
    CutShort,
    /// One of two towns that are named together.
    Twin,
    /// A part of the name is a town, near the postcode.
    PartOfName,
    /// The name counts as mistyped.
    Typo,
    /// No place is written; the first digits of the postcode are those of the city.
    PostalDistrict,
    /// The gazetteer has the area of the postcode, which reaches so many metres from its point.
    AreaOfCodes { reach_m: u32 },
    /// The postcode is unknown; this is the nearest one of its country, with how many of the ten codes around the typed one the country
    /// has.
    NearestPostcode { density: usize },
}

impl Candidate {
    /// Places that were found in one way.
    pub(crate) fn all(source: Source, places: Vec<Place>) -> Vec<Candidate> {
        places.into_iter().map(|place| Candidate { place, source }).collect()
    }

    pub(crate) fn is_typo(&self) -> bool {
        self.source == Source::Typo
    }

    /// Whether the point may be that of another village of the name.
    pub(crate) fn is_one_of_several(&self) -> bool {
        self.source == Source::Registered { is_several: true }
    }

    pub(crate) fn is_twin(&self) -> bool {
        self.source == Source::Twin
    }

    /// Whether a postcode is the nearest known one and not the typed one.
    pub(crate) fn is_nearest(&self) -> bool {
        matches!(self.source, Source::NearestPostcode { .. })
    }

    /// How far the area of a truncated postcode reaches, metres; 0 for other places.
    pub(crate) fn reach_m(&self) -> f64 {
        match self.source {
            Source::AreaOfCodes { reach_m } => f64::from(reach_m),
            _ => 0.0,
        }
    }

    /// How many of the ten codes around the typed one the country of a nearest postcode has.
    pub(crate) fn density(&self) -> usize {
        match self.source {
            Source::NearestPostcode { density } => density,
            _ => 0,
        }
    }
}
