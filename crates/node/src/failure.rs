//! Errors of the core as JavaScript exceptions.

use napi::{Error, Status};

/// An exception with the message of `error`. N-API refuses a NUL byte inside a message, and a path may hold one.
pub(crate) fn exception(error: impl std::fmt::Display) -> Error {
    Error::new(Status::GenericFailure, error.to_string().replace('\0', "\u{fffd}"))
}

/// Runs the work of a task and turns a panic into an exception: across the C boundary it would end the process. In functions and methods,
/// `catch_unwind` of napi does that.
pub(crate) fn guarded<T>(call: impl FnOnce() -> napi::Result<T>) -> napi::Result<T> {
    milepost::guarded(|| Ok(call())).map_err(exception)?
}
