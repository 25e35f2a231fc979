//! `milepost bulk`: a table in, a table out (`crates/bulk`).

use std::process::ExitCode;

use milepost_bulk::{BulkOptions, report, tell};

use crate::parent;

/// Runs it and reports the result.
pub(crate) fn run(options: &BulkOptions) -> ExitCode {
    if let Err(error) = parent::end_with_parent() {
        tell(&error.to_string());
        return ExitCode::FAILURE;
    }
    ExitCode::from(report(milepost_bulk::run(options), options.quiet))
}
