//! The stages of a parse one by one, so that benches can measure each: [`Parser::parse`] does the same in one
//! call. For benches and fuzz targets only.

use std::path::Path;

use milepost_address::Tree;
use milepost_text::Token;
use milepost_text::features::{Context, InputMode};

use crate::bundle::Bundle;
use crate::embedding::EmbeddingTable;
use crate::encoder::{Encoder, Instructions};
use crate::model_card::OPSET;
use crate::session::Model;
use crate::{Embedding, Parser, ParserError};

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
    parser.sessions.scores(&[vectors])
}

/// The tree of the best label sequence.
pub fn tree(parser: &Parser, text: &str, tokens: &[Token], scores: &[f32]) -> Tree {
    parser.decoder(tokens, text, scores).tree()
}

/// Tokens that [`read_model`] scores: a first and a last one have a neighbour on one side only.
const TOKENS: usize = 5;

/// Whether `bytes` are an embedding table of this size. Sums its first and last row.
pub fn read_embeddings(bytes: &[u8], size: Embedding) -> bool {
    let Ok(table) = EmbeddingTable::from_bytes(bytes.to_vec(), size) else { return false };
    let last = u32::try_from(size.rows.saturating_sub(1)).unwrap_or(u32::MAX);
    let ids: Vec<u32> = [0, last].into_iter().filter(|&id| table.has(id)).collect();
    if ids.is_empty() {
        return true;
    }
    table.fetch(&ids);
    table.add(&ids, &mut vec![0.0; table.width()]);
    true
}

/// Whether `bytes` are a model file that runs as one operator. Scores a text with each set of instructions of this machine.
pub fn read_model(bytes: &[u8]) -> bool {
    let recognised = |instructions| Encoder::recognise(bytes, OPSET, instructions);
    let encoders: Vec<Encoder> = Instructions::available().into_iter().filter_map(recognised).collect();
    for encoder in &encoders {
        encoder.scores_of_any(TOKENS);
    }
    !encoders.is_empty()
}
