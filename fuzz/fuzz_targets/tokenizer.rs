#![no_main]

#[path = "../checks/tokenizer.rs"]
mod tokenizer;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    tokenizer::check(bytes);
});
