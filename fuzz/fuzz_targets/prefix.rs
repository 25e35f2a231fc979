#![no_main]

#[path = "../checks/prefix.rs"]
mod prefix;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    prefix::check(bytes);
});
