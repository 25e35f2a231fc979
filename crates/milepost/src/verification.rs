//! The thread that verifies the open databases.

use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

use milepost_geocoder::Verification;

use crate::{EngineError, at_low_priority};

/// Reading speed limit: leaves the disk to requests and keeps a core busy for at most a tenth of the time.
const BYTES_PER_SECOND: u64 = 64 << 20;

/// Starts the verification after `after`; it stops if the returned value is dropped before.
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
        // A panic ends only this thread: the databases stay as they were opened.
        at_low_priority(|| verification.at_most(BYTES_PER_SECOND).run(tell));
    };
    std::thread::Builder::new().name("verification".into()).spawn(work).map_err(EngineError::NoThread)?;
    Ok(held)
}
