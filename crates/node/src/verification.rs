//! The thread that verifies the open databases.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use milepost_geocoder::Verification;
use napi::bindgen_prelude::Unknown;
use napi::threadsafe_function::{ThreadsafeFunction, ThreadsafeFunctionCallMode};
use napi::{Error, Status};

use crate::failure::{exception, guarded};

/// What is told a sentence; it does not keep the process alive.
pub(crate) type Tell = ThreadsafeFunction<String, Unknown<'static>, String, Status, false, true>;

/// How far below requests it runs, as batches do.
const BELOW_THE_EVENT_LOOP: i32 = 10;

/// Reads no faster than this, so that a disk has room for requests and a core is busy one tenth of the time at most.
const BYTES_PER_SECOND: u64 = 64 << 20;

/// Verifies in the background from `after` on; ends when the returned end is dropped before.
pub(crate) fn start(verification: Verification, after: Duration, tell: Tell) -> napi::Result<Sender<()>> {
    let (held, dropped) = channel::<()>();
    let work = move || {
        if dropped.recv_timeout(after) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        // Where the system forbids that, the work is done all the same.
        let _ = rustix::process::nice(BELOW_THE_EVENT_LOOP);
        let verification = verification.at_most(BYTES_PER_SECOND);
        // A panic ends the thread alone: what it looked at stays as it was opened.
        let _: Result<(), Error> = guarded(|| {
            verification.run(|sentence| {
                tell.call(sentence, ThreadsafeFunctionCallMode::NonBlocking);
            });
            Ok(())
        });
    };
    std::thread::Builder::new().name("verification".into()).spawn(work).map_err(exception)?;
    Ok(held)
}
