//! `milepost bulk`: a table in, a table out (`crates/bulk`).

use std::process::ExitCode;

use milepost_bulk::{BulkOptions, Outcome, tell};

use crate::{parent, terminal};

/// Runs it and reports the result.
pub(crate) fn run(options: &BulkOptions) -> ExitCode {
    if let Err(error) = parent::end_with_parent() {
        tell(&error.to_string());
        return ExitCode::FAILURE;
    }
    match milepost_bulk::run(options) {
        Ok(Outcome::Written(summary)) => {
            if !options.quiet {
                summary.lines().iter().for_each(|line| tell(line));
            }
            ExitCode::SUCCESS
        }
        Ok(Outcome::Text(text)) => terminal::print(&text, tell),
        Err(error) => {
            tell(&error.to_string());
            ExitCode::from(error.exit_code())
        }
    }
}
