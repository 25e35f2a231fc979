//! The place databases: schema, opening rules, and the lookups of the administrative tier.
//!
//! Databases are SQLite files in the schema of the reference system (ARCHITECTURE.md), opened read-only, replaced by
//! rename. SQL is in `sql/`, one file a question.

mod database;
mod error;
mod gazetteer;
mod place;
pub mod schema;

pub use error::GazetteerError;
pub use gazetteer::{Gazetteer, PostalCity};
pub use place::{Place, Placetype};
