//! The stages of a parse one by one, so that benches can measure each: [`Parser::parse`] does the same in one
//! call. For benches only.

use std::path::Path;

use milepost_address::Tree;
use milepost_text::Token;
use milepost_text::features::{Context, InputMode};

use crate::bundle::{Bundle, OPSET};
use crate::decode::decode;
use crate::encoder::{Encoder, Instructions};
use crate::session::Model;
use crate::{Parser, ParserError};

/// A parser that runs the model file unchanged, for comparison.
///
/// # Errors
/// As [`Parser::open`].
pub fn open_as_graph(onnxruntime_library: &Path, bundle: &Path) -> Result<Parser, ParserError> {
    Parser::open_with(onnxruntime_library, bundle, Model::Graph)
}

/// Parsers that run the encoder as one operator, one for each set of instructions of this machine, the fastest first; none where the
/// model file is another graph.
///
/// # Errors
/// As [`Parser::open`].
pub fn open_with_each_kernel(onnxruntime_library: &Path, bundle: &Path) -> Result<Vec<Parser>, ParserError> {
    let model = Bundle::read(bundle)?.model;
    let recognised = |instructions| Encoder::recognise(&model, OPSET, instructions);
    let encoders = Instructions::available().into_iter().filter_map(recognised);
    let open = |encoder| Parser::open_with(onnxruntime_library, bundle, |_| Model::Encoder(encoder));
    encoders.map(open).collect()
}

/// One vector a token, row-major.
pub fn vectors(parser: &Parser, text: &str, tokens: &[Token], mode: InputMode) -> Vec<f32> {
    parser.vectors(text, tokens, Context { locale: parser.locale, mode, country: None })
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
