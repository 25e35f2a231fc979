//! `milepost bulk`: a table in, a table out (`crates/bulk`).

use std::io::Write;
use std::process::ExitCode;

use milepost_bulk::{BulkOptions, Outcome};

use crate::parent;

/// Runs it and reports the result.
#[expect(clippy::print_stderr, reason = "a command line program reports to its user")]
pub(crate) fn run(options: &BulkOptions) -> ExitCode {
    if let Err(error) = parent::end_with_parent() {
        eprintln!("milepost bulk: {error}");
        return ExitCode::FAILURE;
    }
    match milepost_bulk::run(options) {
        Ok(Outcome::Written(summary)) => {
            if !options.quiet {
                summary.lines().iter().for_each(|line| eprintln!("milepost bulk: {line}"));
            }
            ExitCode::SUCCESS
        }
        // The reader may have closed the pipe.
        Ok(Outcome::Text(text)) => {
            let _ = std::io::stdout().write_all(text.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("milepost bulk: {error}");
            ExitCode::from(error.exit_code())
        }
    }
}
