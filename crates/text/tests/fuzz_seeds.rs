//! The seeds of the fuzz targets (`fuzz/corpus`).
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

#[path = "../../../fuzz/checks/coordinates.rs"]
mod coordinates;
#[path = "../../../fuzz/checks/house_number.rs"]
mod house_number;
#[path = "../../../fuzz/checks/replay.rs"]
mod replay;
#[path = "../../../fuzz/checks/street_name.rs"]
mod street_name;
#[path = "../../../fuzz/checks/tokenizer.rs"]
mod tokenizer;

use replay::replay;

#[test]
fn seeds_of_the_fuzz_targets_are_read_without_a_panic() {
    replay("coordinates", coordinates::check);
    replay("house_number", house_number::check);
    replay("street_name", street_name::check);
    replay("tokenizer", tokenizer::check);
}
