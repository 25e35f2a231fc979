//! The encoder as one operator of ONNX Runtime.
//!
//! The model of a bundle is a graph of some eighty small nodes. At the length of an address most of its time goes into calls of nodes,
//! their allocations, and quantising between them. If the graph is that of tasks/training/parser/onnx_graph.py, as [`recognise`] finds by reading it,
//! its weights are packed once for this machine's instructions ([`weights`], [`kernels`]), and ONNX Runtime gets a
//! graph of a single node with the same arithmetic ([`forward`], [`operator`]). Any other graph runs unchanged. `model.onnx`
//! defines the answers: tests/encoder_as_one_operator.rs compares.

mod arithmetic;
mod forward;
mod instructions;
mod kernels;
mod onnx;
mod operator;
mod recognise;
mod weights;

use std::sync::Arc;

pub(crate) use instructions::Instructions;
pub(crate) use operator::{LENGTHS, SCORES, TOKENS};

use forward::{Rows, Scratch};
use weights::{LANES, Linear, Matrix, Tagger};

/// An encoder whose weights are packed. Clones share them.
#[derive(Debug, Clone)]
pub(crate) struct Encoder {
    tagger: Arc<Tagger>,
    instructions: Instructions,
}

impl Encoder {
    /// The encoder of a model file, for these instructions; none if the file is another graph.
    pub(crate) fn recognise(model: &[u8], opset: u64, instructions: Instructions) -> Option<Encoder> {
        let tagger = recognise::tagger(model, i64::try_from(opset).ok()?, instructions.packing())?;
        Some(Encoder { tagger: Arc::new(tagger), instructions })
    }

    /// An encoder without layers, with the fastest instructions of this machine: `weights` has one row of int8 for each output. None if there
    /// is no output, or the inputs are not whole vectors of [`LANES`].
    pub(crate) fn of_matrix(weights: &[i8], scales: Vec<f32>, bias: Vec<f32>) -> Option<Encoder> {
        let instructions = Instructions::available().into_iter().next()?;
        let inputs = weights.len().checked_div(scales.len()).filter(|inputs| inputs.is_multiple_of(LANES))?;
        let columns = (0..inputs).flat_map(|input| weights.iter().skip(input).step_by(inputs).copied());
        let matrix = Matrix { weights: columns.collect(), scales, bias };
        let head = Linear::pack(matrix, 1, instructions.packing())?;
        let tagger = Tagger { input: inputs, layers: Vec::new(), head };
        Some(Encoder { tagger: Arc::new(tagger), instructions })
    }

    /// Scores of the tokens of one row, row-major.
    pub(crate) fn scores(&self, vectors: &[f32]) -> Vec<f32> {
        let (width, outputs) = (self.tagger.input, self.tagger.head.outputs);
        let row = 0..vectors.len() / width;
        let mut scores = vec![0.0; row.len() * outputs];
        let rows = Rows { vectors, width, tokens: std::slice::from_ref(&row) };
        self.instructions.encode(&self.tagger, &rows, &mut Scratch::default(), &mut scores);
        scores
    }

    /// Label scores of a text of so many invented tokens.
    pub(crate) fn scores_of_any(&self, tokens: usize) -> Vec<f32> {
        let values = tokens * self.tagger.input;
        self.scores(&(0..values).map(|at| (at % 7) as f32 - 3.0).collect::<Vec<_>>())
    }
}
