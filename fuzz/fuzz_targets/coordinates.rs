#![no_main]

#[path = "../checks/coordinates.rs"]
mod coordinates;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    coordinates::check(bytes);
});
