//! The model card: what a bundle is, what it was made for, and the hashes of its files.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The operator set bundles are exported with (tasks/training/parser/onnx_graph.py).
pub(crate) const OPSET: u64 = 17;

/// `model-card.json` of a weights bundle. Fields beyond these are kept by the file and ignored here.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct ModelCard {
    /// Bundle name, e.g. `weights-en-us`.
    pub name: String,
    /// Bundle version; differs from the package version.
    pub version: String,
    /// BCP 47 tag the bundle is tuned for.
    pub locale: String,
    /// Label names in the order of the model's output: `O`, then `B-` and `I-` of each tag.
    pub labels: Vec<String>,
    /// Countries that `countries.bin` tells apart, ISO 3166-1 alpha-2, in the order of its rows; a bundle without them guesses no country.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub countries: Vec<String>,
    /// Version of the feature definition the model was trained with.
    pub feature_version: u32,
    /// Size of the embedding table.
    pub embedding: Embedding,
    /// Tokens to either side that the convolutions see: the sum of their dilations.
    pub reach: usize,
    /// What `/health` reports as `format`: `model`, `tokenizer`, `max_sequence_length`, `opset`, sizes.
    pub format: serde_json::Map<String, Value>,
    /// Folder, relative to this bundle, of another bundle that holds the files this one lacks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// SHA-256 of every file, by name.
    pub files: BTreeMap<String, String>,
}

/// Size of the embedding table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Embedding {
    /// One row a feature id.
    pub rows: usize,
    /// Values a row.
    pub width: usize,
}

impl ModelCard {
    /// ONNX operator set of the model.
    pub(crate) fn opset(&self) -> Option<u64> {
        self.format.get("opset").and_then(Value::as_u64)
    }
}
