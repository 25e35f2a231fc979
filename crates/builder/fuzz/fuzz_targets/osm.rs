//! Any bytes, read as a file of OpenStreetMap.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(
    init: {
        // The library panics on some values, and the reader catches that and skips the blob. A panic elsewhere still ends the run.
        std::panic::set_hook(Box::new(|_| {}));
    },
    |bytes: &[u8]| {
        milepost_build::read_osm(bytes);
    }
);
