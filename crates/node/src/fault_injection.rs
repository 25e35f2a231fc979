//! Deliberate panics, to show that the process survives them (`ts/test/reliability/panic.js`).
#![expect(clippy::panic, unreachable_pub, reason = "a panic is what is tested, and N-API what reaches it")]

use napi::bindgen_prelude::AsyncTask;
use napi::{Env, Task};
use napi_derive::napi;

use crate::failure::guarded;

/// Panics inside a synchronous call.
#[napi(catch_unwind)]
pub fn panics() -> napi::Result<String> {
    panic!("on purpose")
}

/// Panics on another thread.
#[napi(catch_unwind, ts_return_type = "Promise<string>")]
pub fn panics_later() -> AsyncTask<Later> {
    AsyncTask::new(Later)
}

/// Work that panics, guarded as the batches are.
pub struct Later;

impl Task for Later {
    type Output = String;
    type JsValue = String;

    fn compute(&mut self) -> napi::Result<String> {
        guarded(|| panic!("on purpose, later"))
    }

    fn resolve(&mut self, _env: Env, answer: String) -> napi::Result<String> {
        Ok(answer)
    }
}
