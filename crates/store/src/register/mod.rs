//! The register of postcodes: the codes of a hundred countries in one mapped file of some ten megabytes.
//!
//! As rows of SQLite the same codes take three hundred megabytes. Codes of one shape (`99999`, `999 99`, `A9 9AA`) are consecutive numbers,
//! so that one costs a byte or two; points are two sixteenth-bit steps of their country's box (30 m in Belgium, 300 m in Russia,
//! a tenth of what a postcode covers there); names of places are compressed with a table of symbols of their country (FSST). A lookup
//! reads one block of codes, and a place is also found by its name. The file has no ids of a gazetteer: places and divisions are found by name and distance at lookup,
//! so that it works with any candidate database (`candidate.postcodes` next to `candidate.db`).

mod bytes;
mod layout;
mod names;
mod read;
mod shape;
mod shapes;
mod write;

use std::path::{Path, PathBuf};

pub use names::{index_names, names_within};
pub use read::{Code, Division, FIRST_ID, Register, Served, Town};
pub use write::{RegisterReport, RegisterRow, write_register};

/// The register next to a candidate database.
pub fn register_path(candidate: &Path) -> PathBuf {
    candidate.with_extension("postcodes")
}

/// Whether `bytes` are a register. Looks up `key` in it as a postcode and as a name, and reads all of it. For the fuzz target: skips the
/// checksum, which no changed byte would pass.
#[doc(hidden)]
pub fn read_any(bytes: &[u8], key: &str) -> bool {
    Register::read_any(bytes, key)
}
