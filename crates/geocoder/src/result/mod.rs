//! The answer in the form of a call.

mod candidates;
pub(crate) mod coherence;
pub(crate) mod geocode_result;
mod hierarchy;
pub(crate) mod search_result;
