//! Any bytes, read as the model file of a weights bundle.

use milepost_parser::stages;

/// Whether `bytes` are a graph that runs as one operator.
pub(crate) fn check(bytes: &[u8]) -> bool {
    stages::read_model(bytes)
}
