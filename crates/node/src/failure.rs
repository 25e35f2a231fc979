//! Errors of the core as JavaScript exceptions.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use napi::{Error, Status};

/// An exception with the message of `error`. N-API refuses a NUL byte inside a message, and a path may hold one.
pub(crate) fn exception(error: impl std::fmt::Display) -> Error {
    Error::new(Status::GenericFailure, error.to_string().replace('\0', "\u{fffd}"))
}

/// Runs `call` and turns a panic into an exception: across the C boundary it would end the process.
pub(crate) fn guarded<T>(call: impl FnOnce() -> napi::Result<T>) -> napi::Result<T> {
    catch_unwind(AssertUnwindSafe(call)).unwrap_or_else(|panic| Err(exception(message_of(panic.as_ref()))))
}

fn message_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "the core panicked".to_owned())
}
