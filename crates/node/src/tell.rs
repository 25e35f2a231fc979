//! A function of JavaScript that receives sentences.

use napi::Status;
use napi::bindgen_prelude::Unknown;
use napi::threadsafe_function::ThreadsafeFunction;

/// Receives sentences; it does not keep the process alive.
pub(crate) type Tell = ThreadsafeFunction<String, Unknown<'static>, String, Status, false, true>;
