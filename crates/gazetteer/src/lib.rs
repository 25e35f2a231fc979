//! The place databases: schema, opening rules, and the lookups of the administrative tier.
//!
//! Databases are SQLite files in the schema of published gazetteers, so that those open too (docs/data.md). They are
//! opened read-only and replaced by rename. SQL is in `sql/`, one file per query.
//!
//! A function that opens a file fails if that is missing, not a database, or of another kind; a lookup fails when its database does.
//! Functions with other errors say so.

pub mod build_info;
mod database;
mod error;
mod gazetteer;
mod lookup_cache;
pub mod lookups;
mod mistyped_names;
mod nearest_postcode;
pub mod objects;
mod place;
pub mod poi;
mod postcode_register;
pub mod prefix;
mod quick_check;
pub mod reverse;
pub mod schema;
mod shards;

pub use database::DatabaseFile;
pub use error::GazetteerError;
pub use gazetteer::{Gazetteer, PostalCity};
pub use nearest_postcode::NearestPostcode;
pub use place::{
    FIRST_ADDED_ID, FIRST_OSM_ID, OSM_NUMBERS, Place, Placetype, common_extent, extent, is_one_division,
    osm_object_of, usual_radius_m,
};
pub use postcode_register::{Village, index_names};
pub use quick_check::{DeepCheck, deep_check};
pub use shards::{
    ALL_STREETS, AddressPoint, AddressPoints, IndexedStreet, PlaceSound, RadiusCalibration, Scope, Segment,
    ShardCredit, ShardKind, Shards, Side, SkippedShard, StreetCentroid, StreetCentroids, StreetIndex,
    StreetPlace, StreetSegments, write_street_index,
};
