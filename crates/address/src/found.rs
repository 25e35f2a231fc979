//! What a search and a reverse lookup found, as the core hands it to the surfaces that word their own answers.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::{MatchLevel, OsmObject, ResolutionTier};

/// West, south, east, north in degrees, the order of GeoJSON.
pub type BoundingBox = [f64; 4];

/// A place of the chain an answer lies in.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundPlace {
    /// Identifier inside its database.
    pub id: i64,
    /// Identifier on the wire, `<prefix>:<id>`.
    pub place_id: String,
    /// The gazetteer's name.
    pub name: String,
    /// `country`, `region`, `county`, `locality`, `neighbourhood`, `postalcode`, `landmark`, `airport`, `natural_feature`, `island` or
    /// `informal_region`; another database's own word in reverse lookups (`localadmin`).
    pub placetype: String,
    /// ISO 3166-1 alpha-2, upper case; empty if unknown.
    pub country_code: String,
    /// Latitude of its centre, degrees.
    pub lat: f64,
    /// Longitude of its centre, degrees.
    pub lon: f64,
    /// Its extent; if the gazetteer lists none, one estimated from the population.
    pub bbox: BoundingBox,
    /// Population; 0 if unknown.
    pub population: i64,
    /// Its object in OpenStreetMap, where it is of it.
    #[serde(flatten)]
    pub osm: Option<OsmObject>,
}

/// The answer to a forward search.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct SearchResult {
    /// Latitude, degrees.
    pub lat: f64,
    /// Longitude, degrees.
    pub lon: f64,
    /// Extent of what was found.
    pub bbox: BoundingBox,
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
    /// The gazetteer's row that gave the point: the first of `places`, or a postcode, which is part of no chain. None if a
    /// plus code alone did.
    pub place: Option<FoundPlace>,
    /// The chain it lies in, finest first, its country last, as far as the gazetteer goes.
    pub places: Vec<FoundPlace>,
    /// What the point is that of.
    pub match_level: MatchLevel,
    /// Radius in metres that holds the true point nine times in ten, at every level.
    pub accuracy_m: Option<f64>,
    /// Probability that the answer lies within 25 km of what was meant; none of an alternative answer.
    pub confidence: Option<f64>,
    /// What the data hold of the typed house number, street and postcode.
    pub found: FoundParts,
    /// The parse: the first value of each tag.
    pub components: BTreeMap<&'static str, String>,
    /// Its object in OpenStreetMap, where it is of it.
    #[serde(flatten)]
    pub osm: Option<OsmObject>,
}

/// The parts of an address below a town that the data hold at the point of an answer.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct FoundParts {
    /// The typed house number, if the point is that of the house.
    pub house_number: Option<String>,
    /// The street as its source writes it.
    pub street: Option<String>,
    /// The register's postcode, else the gazetteer's.
    pub postcode: Option<String>,
}

/// A house near a point.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct FoundHouse {
    /// Always `address`.
    pub placetype: &'static str,
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
    /// The circle around it in which the house lies.
    pub bbox: BoundingBox,
    /// Its object in OpenStreetMap, where it is of it.
    #[serde(flatten)]
    pub osm: Option<OsmObject>,
}

/// One of the things a point lies in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Around {
    /// The nearest house of a register, when one is close enough.
    House(FoundHouse),
    /// A place.
    Place(FoundPlace),
}
