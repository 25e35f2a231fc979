//! Tables in, tables out: `milepost bulk`.
//!
//! A thread reads windows of rows ([`input`]), the threads of a pool answer them and write their bytes ([`fields`], [`output`]), a thread appends
//! them to the result and records the progress ([`journal`]). The queues between them are bounded, so memory
//! does not grow with the file.

use std::io::Write;

mod answer_areas;
mod checksummed_file;
mod column_names;
mod columns;
mod command;
mod distinct_answers;
mod error;
mod fields;
mod file_format;
mod input;
mod journal;
mod link;
mod options;
mod output;
mod parquet_column;
mod parts;
mod preview;
mod progress;
mod projection;
mod quote;
mod rows;
mod run;
mod sink;
mod summary;
mod table;
mod value;

pub use command::{REJECTED, command, report};
pub use error::BulkError;
pub use fields::{CellType, Only};
pub use file_format::Kind;
pub use input::{geopackage_point, well_known_point};
pub use link::{
    DedupeOptions, Linked, Linking, MatchOptions, PairOptions, TableLinks, dedupe, link, report_links,
};
pub use options::{BulkOptions, Opened, TableOptions, epsg};
pub use projection::Projection;
pub use rows::{TableRow, TableRows};
pub use run::{Outcome, run};
pub use summary::{Counts, Summary};
pub use table::{Cell, GuessedParts, TableAnswers, TableParts, TableQuestion};

/// Prints a line on standard error, because the result may be on standard output. A message that cannot be written is lost; `eprintln`
/// would panic.
pub fn tell(line: &str) {
    tell_of("bulk", line);
}

/// The same of another command.
pub(crate) fn tell_of(command: &str, line: &str) {
    let _ = writeln!(std::io::stderr(), "milepost {command}: {line}");
}
