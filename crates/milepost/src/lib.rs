//! Milepost's core as one type. [`Engine`] opens weights and databases, each of which may be absent, and answers with values:
//! trees, results with their tier, places. The addon, the table program and other faces are thin over it: they add the types of their
//! own language and write bodies.

mod batch;
mod engine;
mod error;
mod formatted;
mod key;
mod names;
mod verification;

pub use batch::{BatchOptions, Cancellation, Row, guarded};
pub use engine::{Address, CompareOptions, Engine, GeocodeOptions};
pub use error::EngineError;
pub use key::{key_of_parse, match_address};

pub use milepost_address::{
    Around, CountryGuess, FoundHouse, FoundPlace, GeocodeResult, MatchLevel, PlaceTag, ResolutionTier,
    SearchResult, Tag, Tree, wire::probability,
};
pub use milepost_format::{
    CANONICAL_KEY_VERSION, Components, EnglishTable, FormatOptions, canonical_key, country_code,
    english_spellings, format_address, words,
};
pub use milepost_geocoder::{
    AnswerBounds, Bounds, CompleteOptions, Completion, Credit, Geocoder, Gives, Near, ResolveOptions,
    ShardReport,
};
pub use milepost_match::{
    Agreement, Agreements, Comparison, Component, MatchAddress, MatchPoint, Verdict, compare,
    compare_candidates,
};
pub use milepost_parser::{CountryHint, Hints, InputMode, ModelCard};
pub use milepost_pool::{Pool, aside_at_low_priority, at_low_priority};
