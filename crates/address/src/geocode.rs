//! The result of a geocode, in the words of its JSON.

use serde::Serialize;
use serde_json::{Map, Value};
use strum::IntoStaticStr;

use crate::{OsmObject, Tag};

/// The tier of the cascade that answered, finest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, Serialize)]
#[strum(serialize_all = "snake_case")]
#[serde(into = "&'static str")]
pub enum ResolutionTier {
    /// The register's own point for this house number.
    AddressPoint,
    /// A position along the street segment that holds the house number.
    Interpolated,
    /// The street's centroid.
    Street,
    /// A place or postcode of the gazetteer; also the tier of a result without coordinates.
    Admin,
    /// A plus code in the input, decoded.
    PlusCode,
    /// Coordinates instead of an address.
    Coordinates,
}

impl ResolutionTier {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What the answer is the point of, finest first; behind the levels of addresses the kinds of places that have none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr, Serialize)]
#[strum(serialize_all = "snake_case")]
#[serde(into = "&'static str")]
pub enum MatchLevel {
    /// The point that was written: coordinates or a plus code.
    Point,
    /// The house.
    House,
    /// A position among the house's neighbours.
    Interpolated,
    /// The street, or a crossing.
    Street,
    /// The postcode.
    Postcode,
    /// The town, village or part of one.
    Locality,
    /// The county.
    County,
    /// The first-level division.
    Region,
    /// The country.
    Country,
    /// A building, monument, museum, stadium or university.
    Landmark,
    /// An airport.
    Airport,
    /// A mountain, lake, coast, desert or national park.
    NaturalFeature,
    /// An island or a group of islands.
    Island,
    /// A region without an administrative function today.
    InformalRegion,
}

impl MatchLevel {
    /// Its name in answers.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// What a place of an answer is: the tag of its component or level, or the kind of a place that no component has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::Display, IntoStaticStr, Serialize)]
#[strum(serialize_all = "snake_case")]
#[serde(into = "&'static str")]
pub enum PlaceTag {
    /// A component tag.
    #[strum(transparent)]
    Component(Tag),
    /// A building, monument, museum, stadium or university.
    Landmark,
    /// An airport.
    Airport,
    /// A mountain, lake, coast, desert or national park.
    NaturalFeature,
    /// An island or a group of islands.
    Island,
    /// A region without an administrative function today.
    InformalRegion,
}

impl PlaceTag {
    /// The kinds of places that no component has, in the order of their numbers.
    pub const KINDS: [PlaceTag; 5] = [
        PlaceTag::Landmark,
        PlaceTag::Airport,
        PlaceTag::NaturalFeature,
        PlaceTag::Island,
        PlaceTag::InformalRegion,
    ];

    /// Its name in answers.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Its number: that of the tag, then those of the kinds.
    pub(crate) fn number(self) -> usize {
        match self {
            PlaceTag::Component(tag) => tag as usize,
            kind => {
                let known = PlaceTag::KINDS.iter().position(|known| *known == kind);
                Tag::ALL.len() + known.unwrap_or_default()
            }
        }
    }
}

/// How the coordinates are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum EpistemicStatus {
    /// No coordinates.
    Unresolved,
    /// An authority assigned the point.
    Designated,
    /// Computed from neighbouring facts (interpolated, street, plus code and coordinates tiers).
    Derived,
    /// Read from a source's own record of the place.
    Observed,
}

/// One place of the resolved chain, most specific first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct HierarchyEntry {
    /// Tag of the parsed component, or of the level when an ancestor was added; the kind of a place that no component has.
    pub tag: PlaceTag,
    /// The component as parsed; the gazetteer's name for an ancestor that was not written.
    pub value: String,
    /// The gazetteer's name.
    pub name: String,
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
    /// Identifier of the gazetteer place, `wof:<id>` or `gn:<id>` style.
    #[serde(rename = "placeID")]
    pub place_id: String,
}

/// A place that was considered for the answer; the winner comes first.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Candidate {
    /// The gazetteer's name.
    pub name: String,
    /// The level the place was considered for, or the kind of a place that no component has.
    pub tag: PlaceTag,
    /// Latitude in degrees.
    pub lat: f64,
    /// Longitude in degrees.
    pub lon: f64,
    /// ISO 3166-1 alpha-2, upper case.
    #[serde(rename = "countryCode")]
    pub country_code: Option<String>,
    /// Identifier of the gazetteer place; streets and house numbers have none.
    #[serde(rename = "placeID", skip_serializing_if = "Option::is_none")]
    pub place_id: Option<String>,
    /// The tier that found it, if the caller asked for several answers; likewise the fields below.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub resolution_tier: Option<ResolutionTier>,
    /// The level of its point.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub match_level: Option<MatchLevel>,
    /// Radius in metres that holds the true point nine times in ten.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub accuracy_m: Option<f64>,
    /// Names of the places that contain it, finest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub within: Option<Vec<String>>,
}

/// A span without room in `components`, which has one value per tag.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct DroppedComponent {
    /// Tag of the dropped span.
    pub tag: Tag,
    /// Its text.
    pub value: String,
    /// The text of the span that was kept for the tag.
    pub kept: String,
}

/// Something the answer reports: an ambiguity, a contradiction, or a part left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct IntentMarker {
    /// Family: `ambiguity`, `disagreement`, `abstention`.
    pub kind: &'static str,
    /// Its code, e.g. `declared_ambiguity`, `postcode_differs`.
    pub code: &'static str,
    /// The part of the cascade that found it.
    pub mechanism: &'static str,
    /// One sentence for people.
    pub message: String,
    /// The evidence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub evidence: Option<String>,
}

/// How a typed place compares with the resolved one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Coherence {
    /// Typed, and the answer lies in it.
    Confirmed,
    /// Typed, and the answer does not lie in it.
    Contradicted,
    /// Not typed.
    Unstated,
    /// Typed, and unknown to the gazetteer.
    Unverifiable,
}

/// Whether the answer agrees with the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct AdminCoherence {
    /// The region.
    pub region: Coherence,
    /// The country.
    pub country: Coherence,
    /// The postcode.
    pub postcode: Coherence,
}

/// What the register itself says of the point that answered.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Rooftop {
    /// Key of its locality.
    #[serde(rename = "localityNorm", skip_serializing_if = "Option::is_none")]
    pub locality_norm: Option<String>,
    /// Its postcode.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postcode: Option<String>,
}

/// The body of `/v1/geocode`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GeocodeResult {
    /// The address as sent.
    pub input: String,
    /// Tag to text; the first span of a tag wins.
    pub components: Map<String, Value>,
    /// Spans `components` has no room for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub dropped_components: Vec<DroppedComponent>,
    /// Latitude in degrees; `None` when nothing resolved.
    pub lat: Option<f64>,
    /// Longitude in degrees.
    pub lon: Option<f64>,
    /// The tier that answered; `admin` also when nothing did.
    pub resolution_tier: ResolutionTier,
    /// How the coordinates are known.
    pub epistemic_status: EpistemicStatus,
    /// Radius in metres that holds the true point nine times in ten; `None` at the administrative tier.
    pub uncertainty_m: Option<f64>,
    /// The locality as parsed.
    pub locality: Option<String>,
    /// The region as parsed.
    pub region: Option<String>,
    /// The postcode as parsed.
    pub postcode: Option<String>,
    /// The house number as parsed.
    pub house_number: Option<String>,
    /// The whole street: prefix, particle, name and suffix joined in reading order.
    pub street: Option<String>,
    /// The unit as parsed.
    pub unit: Option<String>,
    /// The venue as parsed.
    pub venue: Option<String>,
    /// The neighbourhood or arrondissement as parsed.
    pub dependent_locality: Option<String>,
    /// ISO 3166-1 alpha-2 of the answer, upper case.
    #[serde(rename = "countryCode")]
    pub country_code: Option<String>,
    /// Resolved places, most specific first.
    pub hierarchy: Vec<HierarchyEntry>,
    /// Places considered, winner first.
    pub candidates: Vec<Candidate>,
    /// What is ambiguous, contradictory or left out; empty if nothing is.
    pub intent_markers: Vec<IntentMarker>,
    /// Whether the answer lies where the address says; absent without an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub admin_coherence: Option<AdminCoherence>,
    /// What the register says of the point; at the address point tier only.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rooftop: Option<Rooftop>,
    /// What the point is that of; `None` when nothing resolved.
    pub match_level: Option<MatchLevel>,
    /// Radius in metres that holds the true point nine times in ten, at every tier: `uncertainty_m`, or how far the place that answered
    /// reaches. `None` when nothing resolved.
    pub accuracy_m: Option<f64>,
    /// Probability, from 0 to 1, that the answer lies within 25 km of what was meant. `None` when nothing resolved.
    pub confidence: Option<f64>,
    /// Radius in metres of the place that answered, when the gazetteer knows its extent; at the administrative tier only, where
    /// `uncertainty_m` is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extent_m: Option<f64>,
    /// What was found as an address in the format of its country, if the caller asked for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub formatted: Option<String>,
    /// The object of OpenStreetMap that gave the point, where one did.
    #[serde(flatten)]
    pub osm: Option<OsmObject>,
}
