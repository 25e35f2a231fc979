//! From a parse to the result of a call: the lookup, its words, and the decision to give no answer.

pub(crate) mod accuracy;
mod candidates;
pub(crate) mod coherence;
pub(crate) mod confidence;
pub(crate) mod explained;
#[cfg(test)]
pub(crate) mod fixture;
pub(crate) mod generate;
pub(crate) mod geocode_result;
pub(crate) mod look_up;
pub(crate) mod search_result;
