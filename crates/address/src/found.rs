//! What a search and a reverse lookup found, as the core hands it to the surfaces that word their own answers.

use serde::Serialize;

use crate::ResolutionTier;

/// A place of the chain an answer lies in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundPlace {
    /// Identifier inside its database.
    pub id: i64,
    /// Identifier on the wire, `<prefix>:<id>`.
    pub place_id: String,
    /// The gazetteer's name.
    pub name: String,
    /// `country`, `region`, `county`, `locality`, `neighbourhood` or `postalcode`; another database's own word in reverse lookups
    /// (`localadmin`).
    pub placetype: String,
    /// ISO 3166-1 alpha-2, upper case; empty when unknown.
    pub country: String,
    /// Latitude of its centre, degrees.
    pub lat: f64,
    /// Longitude of its centre, degrees.
    pub lon: f64,
    /// South, west, north, east, degrees. Where the gazetteer knows no extent, one that fits the inhabitants.
    pub bbox: [f64; 4],
    /// Inhabitants; 0 when unknown.
    pub population: i64,
}

/// The answer to a forward search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchResult {
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// South, west, north, east of what was found, degrees.
    pub bbox: [f64; 4],
    /// The tier that answered.
    pub resolution_tier: ResolutionTier,
    /// Radius in metres that holds the true point nine times in ten; none at the administrative tier.
    pub uncertainty_m: Option<f64>,
    /// The house number as parsed.
    pub house_number: Option<String>,
    /// The whole street as parsed.
    pub street: Option<String>,
    /// The postcode as parsed, else the register's.
    pub postcode: Option<String>,
    /// The gazetteer's row that gave the point: the first of `places`, or a postcode, which is part of no chain. None when a
    /// plus code alone did.
    pub place: Option<FoundPlace>,
    /// The chain it lies in, finest first, its country last, as far as the gazetteer goes.
    pub places: Vec<FoundPlace>,
}

/// A house near a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundHouse {
    /// Number as the register files it.
    pub house_number: String,
    /// Street as the register writes it.
    pub street: String,
    /// Postcode, in capitals.
    pub postcode: Option<String>,
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// From the point that was asked for, metres.
    pub distance_m: f64,
}

/// The answer to a reverse lookup.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct ReverseResult {
    /// The chain at the point, finest first, its country last.
    pub places: Vec<FoundPlace>,
    /// `polygon` when the finest place's polygon contains the point, `nearest` when its centre is the nearest.
    pub matched: &'static str,
    /// From the point to the centre of the finest place, metres.
    pub distance_m: f64,
    /// The nearest house of a register, when one is close enough.
    pub house: Option<FoundHouse>,
}
