//! The address parser: weights bundle -> features -> ONNX Runtime -> constrained decode -> tree.
//!
//! [`Parser`] is the interface. It holds one bundle, threads can share it, and it costs one session for each
//! thread that parses at the same moment.

mod bundle;
mod calibration;
mod comma_additions;
mod countries;
mod decode;
mod embedding;
mod encoder;
mod error;
mod labels;
mod model_card;
mod parser;
mod session;
#[doc(hidden)]
pub mod stages;
mod windows;

pub use error::ParserError;
pub use milepost_text::features::{CountryHint, InputMode};
pub use model_card::{Embedding, ModelCard};
pub use parser::{Hints, Parser, ScoredParse};
