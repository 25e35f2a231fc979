#![no_main]

#[path = "../checks/embeddings.rs"]
mod embeddings;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    embeddings::check(bytes);
});
