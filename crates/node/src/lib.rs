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

use mimalloc::MiMalloc;

/// A lookup asks for memory some two hundred times, and this allocator takes half of what the C library takes for that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;
