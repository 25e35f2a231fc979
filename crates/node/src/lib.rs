//! The N-API face: one call a request, one JSON string back. No logic; a panic becomes an exception.

mod answer_bounds;
mod batch;
mod bodies;
mod claim;
mod engine;
mod failure;
#[cfg(feature = "fault-injection")]
mod fault_injection;
mod key;
mod tell;
