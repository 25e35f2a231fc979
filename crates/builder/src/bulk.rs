//! The commands on tables of addresses: `milepost bulk`, `match` and `dedupe` (`crates/bulk`).

use std::process::ExitCode;

use milepost_bulk::{BulkOptions, DedupeOptions, MatchOptions, dedupe, link, report, report_links, tell};

use crate::parent;

/// Geocodes a table and reports the result.
pub(crate) fn run(options: &BulkOptions) -> ExitCode {
    while_parent_lives(|| report(milepost_bulk::run(options), options.table.quiet))
}

/// Pairs the rows of two tables and reports the result.
pub(crate) fn run_match(options: &MatchOptions) -> ExitCode {
    while_parent_lives(|| report_links("match", link(options), options.table.quiet))
}

/// Finds the equal addresses of a table and reports the result.
pub(crate) fn run_dedupe(options: &DedupeOptions) -> ExitCode {
    while_parent_lives(|| report_links("dedupe", dedupe(options), options.table.quiet))
}

fn while_parent_lives(run: impl FnOnce() -> u8) -> ExitCode {
    match parent::end_with_parent() {
        Ok(()) => ExitCode::from(run()),
        Err(error) => {
            tell(&error.to_string());
            ExitCode::FAILURE
        }
    }
}
