//! Standard output and standard error of the program. The macros of the standard library panic if a write fails.

use std::fmt::Display;
use std::io::{self, Write, stderr, stdout};
use std::process::ExitCode;

/// Prints a line on standard error. A message that cannot be written is lost.
pub(crate) fn tell(line: &str) {
    let _ = writeln!(stderr(), "{line}");
}

pub(crate) fn complain(error: &dyn Display) {
    tell(&format!("milepost build: {error}"));
}

pub(crate) fn print(text: &str) -> ExitCode {
    ended(stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush()))
}

/// The exit code of a write to standard output. An error is printed, except if the reader has closed the pipe.
pub(crate) fn ended(written: io::Result<()>) -> ExitCode {
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            if error.kind() != io::ErrorKind::BrokenPipe {
                complain(&format_args!("cannot write standard output: {error}"));
            }
            ExitCode::FAILURE
        }
    }
}
