//! The stages of a parse one by one, so that benches can measure each: [`Parser::parse`] does the same in one
//! call. Nothing else may rely on them.

use milepost_address::Tree;
use milepost_text::Token;
use milepost_text::features::{Context, InputMode};

use crate::decode::decode;
use crate::{Parser, ParserError};

/// One vector a token, row-major.
pub fn vectors(parser: &Parser, text: &str, tokens: &[Token], mode: InputMode) -> Vec<f32> {
    parser.vectors(text, tokens, Context { locale: parser.locale, mode })
}

/// Label scores, row-major.
///
/// # Errors
/// When ONNX Runtime fails.
pub fn scores(parser: &Parser, vectors: &[f32]) -> Result<Vec<f32>, ParserError> {
    parser.sessions.scores(vectors, parser.table.width(), parser.labels.len())
}

/// The tree of the best label sequence.
pub fn tree(parser: &Parser, text: &str, tokens: &[Token], scores: &[f32]) -> Tree {
    decode(tokens, text, scores, &parser.labels, &parser.calibration)
}
