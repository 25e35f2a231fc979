#![no_main]

#[path = "../checks/house_number.rs"]
mod house_number;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    house_number::check(bytes);
});
