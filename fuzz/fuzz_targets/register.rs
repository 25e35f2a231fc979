#![no_main]

#[path = "../checks/register.rs"]
mod register;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    register::check(bytes);
});
