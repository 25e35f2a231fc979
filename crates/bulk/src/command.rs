//! The command line as a whole: from words to an exit code.

use std::io::{ErrorKind, Write, stdout};

use clap::Parser;

use crate::error::BulkError;
use crate::options::BulkOptions;
use crate::run::{Outcome, run};
use crate::tell;

/// The exit code of a run that wrote its result, but whose input has invalid records.
pub const REJECTED: u8 = 3;

/// The exit code of a wrong command line.
const USAGE: u8 = 2;

/// Geocodes a table: all its columns stay, and the results follow them.
#[derive(Parser)]
#[command(
    name = "milepost bulk",
    bin_name = "milepost bulk",
    override_usage = "milepost bulk [OPTIONS] IN... --out OUT"
)]
struct Command {
    #[command(flatten)]
    options: BulkOptions,
}

/// Runs the words that follow `milepost bulk`, and returns the exit code.
pub fn command(words: &[String]) -> u8 {
    let words = std::iter::once("bulk").chain(words.iter().map(String::as_str));
    match Command::try_parse_from(words) {
        Ok(command) => report(run(&command.options), command.options.table.quiet),
        Err(text) => {
            let is_error = text.use_stderr();
            // A closed terminal cannot show the message.
            let _ = text.print();
            if is_error { USAGE } else { 0 }
        }
    }
}

/// Prints the outcome of a run, and returns its exit code.
pub fn report(outcome: Result<Outcome, BulkError>, is_quiet: bool) -> u8 {
    match outcome {
        Ok(Outcome::Written(summary)) => {
            let is_rejected = summary.counts.rejected > 0;
            if !is_quiet || is_rejected {
                summary.lines().iter().for_each(|line| tell(line));
            }
            if is_rejected { REJECTED } else { 0 }
        }
        Ok(Outcome::Text(text)) => {
            match stdout().write_all(text.as_bytes()).and_then(|()| stdout().flush()) {
                Err(error) if error.kind() != ErrorKind::BrokenPipe => {
                    tell(&format!("cannot write standard output: {error}"));
                    1
                }
                _ => 0,
            }
        }
        Err(error) => {
            tell(&error.to_string());
            error.exit_code()
        }
    }
}
