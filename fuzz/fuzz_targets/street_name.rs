#![no_main]

#[path = "../checks/street_name.rs"]
mod street_name;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    street_name::check(bytes);
});
