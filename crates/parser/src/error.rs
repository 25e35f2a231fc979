//! Everything that can go wrong with a bundle or a parse.

use std::path::PathBuf;

/// Why a bundle was refused or a parse failed. Every variant about a file names it.
#[derive(Debug, thiserror::Error)]
pub enum ParserError {
    /// A file of the bundle cannot be read.
    #[error("cannot read {path}: {source}")]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The model card is not the JSON it should be.
    #[error("{path} is not a model card: {source}")]
    Card {
        /// The card.
        path: PathBuf,
        /// Line and column of the fault.
        source: serde_json::Error,
    },
    /// A JSON file other than the card is malformed.
    #[error("{path} is malformed: {source}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// Line and column of the fault.
        source: serde_json::Error,
    },
    /// A file is not the one the card was written for.
    #[error(
        "{path} does not match its SHA-256 in the model card: expected {expected}, found {found}; reinstall the weights package"
    )]
    Hash {
        /// The file.
        path: PathBuf,
        /// The card's hash.
        expected: String,
        /// The file's hash.
        found: String,
    },
    /// The card leaves out a file the parser needs.
    #[error("{card} lists no SHA-256 for `{file}`")]
    Unlisted {
        /// The card.
        card: PathBuf,
        /// The file it should list.
        file: &'static str,
    },
    /// The bundle was made for another version of the program.
    #[error("{card}: {what} is {found}, this release reads {expected}")]
    Incompatible {
        /// The card.
        card: PathBuf,
        /// The card's field.
        what: &'static str,
        /// What the release reads.
        expected: String,
        /// What the card says.
        found: String,
    },
    /// A label of the card is not a BIO label of a component tag.
    #[error("{card}: `{label}` is not a label of a component tag")]
    Label {
        /// The card.
        card: PathBuf,
        /// The label.
        label: String,
    },
    /// A country of the card is not the code of one.
    #[error("{card}: `{code}` in `countries` is not two capital letters")]
    Country {
        /// The card.
        card: PathBuf,
        /// What it lists.
        code: String,
    },
    /// A table has not the size the card gives.
    #[error("{path} has {found} bytes, its card asks for {expected}")]
    TableSize {
        /// The table.
        path: PathBuf,
        /// Bytes of the rows and width in the card.
        expected: usize,
        /// Bytes in the file.
        found: usize,
    },
    /// The model's output is not one row of label scores a token.
    #[error("the model answered {found} scores for {tokens} tokens and {labels} labels")]
    OutputShape {
        /// Tokens sent.
        tokens: usize,
        /// Labels of the card.
        labels: usize,
        /// Scores received.
        found: usize,
    },
    /// ONNX Runtime's library cannot be loaded.
    #[error("cannot load ONNX Runtime from {path}: {message}")]
    Runtime {
        /// The library.
        path: PathBuf,
        /// What the loader said.
        message: String,
    },
    /// ONNX Runtime refused the model or failed on a row.
    #[error("ONNX Runtime: {0}")]
    Inference(String),
}
