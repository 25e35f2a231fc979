//! The N-API face: one call per request, one JSON string back. No logic; a panic becomes an exception.

mod answer_bounds;
mod batch;
mod bodies;
mod claim;
mod engine;
mod failure;
#[cfg(feature = "fault-injection")]
mod fault_injection;
#[cfg_attr(test, allow(dead_code, reason = "the macro registers functions outside tests alone"))]
mod format;
mod tell;
