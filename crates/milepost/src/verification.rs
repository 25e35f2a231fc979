//! The thread that verifies the open databases.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use milepost_geocoder::Verification;

use crate::{EngineError, at_low_priority};

/// Reads no faster than this, so that a disk has room for requests and a core is busy one tenth of the time at most.
const BYTES_PER_SECOND: u64 = 64 << 20;

/// Verifies in the background from `after` on; ends when the returned end is dropped before.
pub(crate) fn start(
    verification: Verification,
    after: Duration,
    tell: impl FnMut(String) + Send + 'static,
) -> Result<Sender<()>, EngineError> {
    let (held, dropped) = channel::<()>();
    let work = move || {
        if dropped.recv_timeout(after) != Err(RecvTimeoutError::Timeout) {
            return;
        }
        // A panic ends the thread alone: what it looked at stays as it was opened.
        at_low_priority(|| verification.at_most(BYTES_PER_SECOND).run(tell));
    };
    std::thread::Builder::new().name("verification".into()).spawn(work).map_err(EngineError::NoThread)?;
    Ok(held)
}
