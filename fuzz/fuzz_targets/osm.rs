#![no_main]

#[path = "../checks/osm.rs"]
mod osm;

libfuzzer_sys::fuzz_target!(
    init: {
        // The library panics on some values, and the reader catches that and skips the blob. A panic elsewhere still ends the run.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |bytes: &[u8]| {
        osm::check(bytes);
    }
);
