//! The seeds of a target, for the tests of the crates.

use std::fs;
use std::path::Path;

/// Calls `check` with every seed of a target. Those whose name begins with `valid` must be accepted.
pub(crate) fn replay(target: &str, check: fn(&[u8]) -> bool) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let mut accepted = 0;
    for seed in fs::read_dir(&folder).unwrap() {
        let path = seed.unwrap().path();
        let is_accepted = check(&fs::read(&path).unwrap());
        if path.file_name().unwrap().to_string_lossy().starts_with("valid") {
            assert!(is_accepted, "{} is refused", path.display());
            accepted += 1;
        }
    }
    assert!(accepted > 0, "no valid seed in {}", folder.display());
}
