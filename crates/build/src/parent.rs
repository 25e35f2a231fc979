//! A build that `milepost build` started ends with it, however that ends; one that was started by hand goes on.

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::error::BuildError;

/// Names the process that started the build, by its number.
const VARIABLE: &str = "MILEPOST_BUILD_PARENT";

/// Has the system end this process with the one that started it, where that asks for it.
///
/// # Errors
/// When that has ended already.
pub(crate) fn end_with_parent() -> Result<(), BuildError> {
    let parent = std::env::var(VARIABLE).ok().and_then(|number| Pid::from_raw(number.parse().ok()?));
    let Some(parent) = parent else { return Ok(()) };
    // Where the system cannot do that, the build goes on as one that was started by hand.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    // It may have ended before the system was asked.
    if getppid() == Some(parent) { Ok(()) } else { Err(BuildError::Orphaned) }
}
