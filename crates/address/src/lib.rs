//! The vocabulary every other crate speaks: component tags, spans, the parse tree with its containment,
//! and the result of a geocode. It knows no model, no database and no JavaScript.
//!
//! Offsets are bytes throughout the core. [`wire`] turns them into UTF-16 code units, once, while it writes
//! the JSON bodies of the HTTP routes.

mod found;
mod geocode;
mod geocode_layout;
pub mod libpostal;
mod osm_object;
mod tag;
mod tree;
mod utf16;
pub mod wire;

pub use found::{Around, BoundingBox, FoundHouse, FoundParts, FoundPlace, SearchResult};
pub use geocode::{
    AdminCoherence, Candidate, Coherence, DroppedComponent, EpistemicStatus, GeocodeResult, HierarchyEntry,
    IntentMarker, MatchLevel, PlaceTag, ResolutionTier, Rooftop,
};
pub use geocode_layout::write_layout;
pub use osm_object::{OsmObject, OsmType};
pub use tag::{Tag, UnknownTag};
pub use tree::{CountryGuess, Node, Scores, Span, Tree};
pub use utf16::Utf16Offsets;
