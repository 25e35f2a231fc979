//! A bundle that does not fit is refused, by name.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use std::path::Path;

use milepost_parser::{InputMode, Parser, ParserError};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;

/// A copy of the real bundle, free to be damaged.
fn copy() -> TempDir {
    let folder = TempDir::new().unwrap();
    for file in ["model-card.json", "model.onnx", "embeddings.bin", "countries.bin", "calibration.json"] {
        std::fs::copy(common::bundle("weights-en-us").join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn edit_card(folder: &Path, edit: impl FnOnce(&mut Value)) {
    let path = folder.join("model-card.json");
    let mut card: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    edit(&mut card);
    std::fs::write(path, card.to_string()).unwrap();
}

/// Replaces a file and its hash in the card.
fn replace(folder: &Path, file: &str, bytes: &[u8]) {
    std::fs::write(folder.join(file), bytes).unwrap();
    let hash: String = Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect();
    edit_card(folder, |card| card["files"][file] = json!(hash));
}

fn refusal(folder: &Path) -> ParserError {
    match Parser::open(&common::onnxruntime(), folder) {
        Ok(_) => panic!("the bundle was accepted"),
        Err(error) => error,
    }
}

#[test]
fn a_changed_file_is_named() {
    let folder = copy();
    let path = folder.path().join("embeddings.bin");
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[1000] ^= 1;
    std::fs::write(&path, bytes).unwrap();
    let error = refusal(folder.path());
    assert!(matches!(&error, ParserError::Hash { path: named, .. } if *named == path), "{error}");
}

#[test]
fn a_missing_file_is_named() {
    let folder = copy();
    std::fs::remove_file(folder.path().join("model.onnx")).unwrap();
    let error = refusal(folder.path());
    assert!(
        matches!(&error, ParserError::Unreadable { path, .. } if path.ends_with("model.onnx")),
        "{error}"
    );
}

#[test]
fn a_missing_or_malformed_card_is_named() {
    let folder = TempDir::new().unwrap();
    assert!(matches!(refusal(folder.path()), ParserError::Unreadable { .. }));
    std::fs::write(folder.path().join("model-card.json"), "{").unwrap();
    assert!(matches!(refusal(folder.path()), ParserError::Card { .. }));
}

#[test]
fn a_truncated_model_is_refused_at_any_length() {
    let model = std::fs::read(common::bundle("weights-en-us").join("model.onnx")).unwrap();
    for length in [0, 1, 100, 5_000, model.len() / 2, model.len() - 1] {
        let folder = copy();
        replace(folder.path(), "model.onnx", &model[..length]);
        assert!(matches!(refusal(folder.path()), ParserError::Inference(_)), "{length} bytes");
    }
}

#[test]
fn another_label_count_is_refused() {
    let folder = copy();
    edit_card(folder.path(), |card| {
        let labels = card["labels"].as_array_mut().unwrap();
        labels.truncate(labels.len() - 2);
    });
    assert!(matches!(refusal(folder.path()), ParserError::OutputShape { .. }));
}

#[test]
fn an_unknown_label_is_named() {
    let folder = copy();
    edit_card(folder.path(), |card| card["labels"][1] = json!("B-planet"));
    assert!(matches!(refusal(folder.path()), ParserError::Label { label, .. } if label == "B-planet"));
}

#[test]
fn countries_are_letters_with_a_row_each() {
    let folder = copy();
    replace(folder.path(), "countries.bin", &[0; 64]);
    assert!(matches!(refusal(folder.path()), ParserError::TableSize { found: 64, .. }));
    edit_card(folder.path(), |card| card["countries"][0] = json!("Andorra"));
    assert!(matches!(refusal(folder.path()), ParserError::Country { code, .. } if code == "Andorra"));
}

#[test]
fn a_bundle_without_countries_guesses_none() {
    let folder = copy();
    edit_card(folder.path(), |card| _ = card.as_object_mut().unwrap().remove("countries"));
    let parser = Parser::open(&common::onnxruntime(), folder.path()).unwrap();
    let tree = parser.parse("10 Rue de Rivoli, 75001 Paris", InputMode::Auto).unwrap();
    assert_eq!(tree.scores.country, None);
}

#[test]
fn another_opset_feature_version_or_table_is_refused() {
    let incompatible = |edit: fn(&mut Value)| {
        let folder = copy();
        edit_card(folder.path(), edit);
        match refusal(folder.path()) {
            ParserError::Incompatible { what, .. } => what,
            other => panic!("{other}"),
        }
    };
    assert_eq!(incompatible(|card| card["format"]["opset"] = json!(99)), "format.opset");
    assert_eq!(incompatible(|card| card["feature_version"] = json!(99)), "feature_version");
    assert_eq!(incompatible(|card| card["reach"] = json!(0)), "reach");
    assert_eq!(incompatible(|card| card["reach"] = json!(64)), "reach");
    assert_eq!(incompatible(|card| card["embedding"]["rows"] = json!(7)), "embedding.rows");
}

#[test]
fn a_table_of_another_size_is_refused() {
    let folder = copy();
    replace(folder.path(), "embeddings.bin", &[0; 64]);
    assert!(matches!(refusal(folder.path()), ParserError::TableSize { found: 64, .. }));
}

#[test]
fn a_file_without_hash_is_refused() {
    let folder = copy();
    edit_card(folder.path(), |card| {
        card["files"].as_object_mut().unwrap().remove("model.onnx");
    });
    assert!(matches!(refusal(folder.path()), ParserError::Unlisted { file: "model.onnx", .. }));
}
