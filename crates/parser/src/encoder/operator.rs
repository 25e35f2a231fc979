//! The encoder behind ONNX Runtime's interface for operators, and the graph that consists of it.

use std::ops::{Range, RangeInclusive};

use ort::operator::{
    ComputeContext, Kernel, KernelContext, Operator, OperatorDomain, OperatorInput, OperatorOutput,
};
use ort::session::Session;
use ort::session::builder::SessionBuilder;
use ort::value::TensorElementType;

use super::Encoder;
use super::forward::{Rows, Scratch};
use super::onnx::{Kind, OneOperator, Port};
use crate::model_card::OPSET;

/// Input: token vectors of all rows, row-major, one row of text after the other.
pub(crate) const TOKENS: &str = "tokens";

/// Input: tokens of each row.
pub(crate) const LENGTHS: &str = "lengths";

/// Output: one score a label for each token, row-major.
pub(crate) const SCORES: &str = "logits";

const DOMAIN: &str = "milepost";
const NAME: &str = "Encoder";

/// Of the domain. Nothing made for another one is kept.
const VERSION: u32 = 1;

impl Encoder {
    /// A session of the graph that is this operator alone.
    pub(crate) fn session(&self, builder: SessionBuilder) -> ort::Result<Session> {
        let domain = OperatorDomain::new(DOMAIN)?.add(self.clone())?;
        let graph = OneOperator {
            domain: DOMAIN,
            version: VERSION,
            name: NAME,
            inputs: &[
                Port(TOKENS, Kind::Float, &[None, Some(self.tagger.input)]),
                Port(LENGTHS, Kind::Int64, &[None]),
            ],
            output: Port(SCORES, Kind::Float, &[None, Some(self.tagger.head.outputs)]),
        };
        let mut builder = builder.with_operators(domain)?;
        // ONNX Runtime's API for building graphs without a file does not know custom operators (1.24).
        builder.commit_from_memory(&graph.to_file(OPSET))
    }
}

impl Operator for Encoder {
    type Kernel<'attr> = Call;

    fn name(&self) -> &str {
        NAME
    }

    fn versions(&self) -> RangeInclusive<u32> {
        VERSION..=VERSION
    }

    fn inputs(&self) -> impl IntoIterator<Item = OperatorInput> {
        [
            OperatorInput::required(TensorElementType::Float32),
            OperatorInput::required(TensorElementType::Int64),
        ]
    }

    fn outputs(&self) -> impl IntoIterator<Item = OperatorOutput> {
        [OperatorOutput::required(TensorElementType::Float32)]
    }

    fn create_kernel<'attr>(&self, _: &KernelContext<'attr>) -> ort::Result<Call> {
        Ok(Call { encoder: self.clone(), scratch: Scratch::default(), tokens: Vec::new() })
    }
}

/// The operator in one session.
pub(crate) struct Call {
    encoder: Encoder,
    scratch: Scratch,
    /// Of each row.
    tokens: Vec<Range<usize>>,
}

impl Kernel for Call {
    fn compute(&mut self, context: &ComputeContext) -> ort::Result<()> {
        let missing = || ort::Error::new("an input or output of the encoder is missing");
        let tagger = &*self.encoder.tagger;
        let (width, labels) = (tagger.input, tagger.head.outputs);
        let [vectors, lengths] =
            [context.input(0)?.ok_or_else(missing)?, context.input(1)?.ok_or_else(missing)?];
        let (_, vectors) = vectors.try_extract_tensor::<f32>()?;
        let (_, lengths) = lengths.try_extract_tensor::<i64>()?;
        self.tokens.clear();
        let mut end = 0_usize;
        for &length in lengths {
            let start = end;
            end = usize::try_from(length)
                .ok()
                .and_then(|length| start.checked_add(length))
                .ok_or_else(|| ort::Error::new(format!("a row of {length} tokens")))?;
            self.tokens.push(start..end);
        }
        if end.checked_mul(width) != Some(vectors.len()) {
            return Err(ort::Error::new(format!("{} values for {end} tokens of {width}", vectors.len())));
        }
        let mut scores = context.output(0, [end, labels])?.ok_or_else(missing)?;
        let (_, scores) = scores.try_extract_tensor_mut::<f32>()?;
        let rows = Rows { vectors, width, tokens: &self.tokens };
        self.encoder.instructions.encode(tagger, &rows, &mut self.scratch, scores);
        Ok(())
    }
}
