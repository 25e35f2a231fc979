//! The N-API face: one call a request, one JSON string back. No logic; a panic becomes an exception.

mod batch;
mod claim;
mod engine;
mod failure;
mod geocode_options;
#[cfg(feature = "fault-injection")]
mod fault_injection;
mod opened;
mod verification;
