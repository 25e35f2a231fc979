//! The real bundle and the real ONNX Runtime, as the checkout has them.
#![allow(
    clippy::panic,
    clippy::unwrap_used,
    dead_code,
    unreachable_pub,
    reason = "helpers shared by test and bench binaries, each of which uses some of them"
)]

use std::path::{Path, PathBuf};

use milepost_parser::Parser;

/// Root of the checkout.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The library inside the npm package `onnxruntime-node`.
pub fn onnxruntime() -> PathBuf {
    let versions = root().join("node_modules/onnxruntime-node/bin");
    std::fs::read_dir(&versions)
        .unwrap_or_else(|error| panic!("{}: {error}; run `npm ci` first", versions.display()))
        .map(|entry| entry.unwrap().path().join("linux/x64/libonnxruntime.so.1"))
        .find(|library| library.exists())
        .unwrap_or_else(|| panic!("no libonnxruntime.so.1 below {}", versions.display()))
}

/// Folder of a committed bundle, e.g. `weights-en-us`.
pub fn bundle(name: &str) -> PathBuf {
    root().join("npm").join(name)
}

/// The files of addresses below `tests/cases/parse`, by folder: ways of writing, countries, scripts.
pub fn cases() -> Vec<String> {
    let below = |folder: &Path| std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/parse"))
        .flat_map(|folder| below(&folder))
        .map(|file| std::fs::read_to_string(file).unwrap())
        .collect()
}

/// The en-US parser.
pub fn parser() -> Parser {
    Parser::open(&onnxruntime(), &bundle("weights-en-us")).unwrap()
}
