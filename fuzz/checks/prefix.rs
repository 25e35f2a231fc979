//! Any bytes, read as an index of names (`candidate.prefix`).

use milepost_gazetteer::prefix;

/// Queries that reach the index in every way: a beginning, a qualification, words that are only begun, typos, a postcode.
const QUERIES: [&str; 6] =
    ["v", "vaneville", "vaneville nowhereland", "s vaneville", "vanevlile nowh", "101"];

/// Whether `bytes` are an index.
pub(crate) fn check(bytes: &[u8]) -> bool {
    QUERIES.iter().all(|query| prefix::read_any(bytes, query))
}
