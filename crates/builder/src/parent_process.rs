//! A build that `milepost build` started ends with it, even if that is killed; a build started by hand goes on.

use rustix::process::{Pid, Signal, getppid, set_parent_process_death_signal};

use crate::error::BuildError;

/// Names the process that started the build, by its number.
const VARIABLE: &str = "MILEPOST_BUILD_PARENT";

/// Makes the system end this process with its parent, if the parent asks for it.
///
/// # Errors
/// If the parent has ended already.
pub(crate) fn end_with_parent() -> Result<(), BuildError> {
    let parent = std::env::var(VARIABLE).ok().and_then(|number| Pid::from_raw(number.parse().ok()?));
    let Some(parent) = parent else { return Ok(()) };
    // If the system cannot do that, the build goes on.
    let _ = set_parent_process_death_signal(Some(Signal::TERM));
    // The parent may have ended before the call.
    if getppid() == Some(parent) { Ok(()) } else { Err(BuildError::Orphaned) }
}
