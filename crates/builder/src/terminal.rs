//! Standard output and standard error of the program. The macros of the standard library panic if a write fails.

use std::io::{self, Write, stderr, stdout};
use std::process::ExitCode;

/// Prints a line on standard error. A message that cannot be written is lost.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}

/// Prints text on standard output. If that fails, `tell` says so, except to a reader that has closed the pipe.
pub(crate) fn print(text: &str, tell: impl Fn(&str)) -> ExitCode {
    ended(stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush()), tell)
}

/// The exit code of a write to standard output.
pub(crate) fn ended(written: io::Result<()>, tell: impl Fn(&str)) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                tell(&format!("cannot write standard output: {error}"));
            }
            ExitCode::FAILURE
        }
    }
}
