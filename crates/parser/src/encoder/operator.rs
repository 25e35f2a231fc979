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
use super::onnx::wire::{bytes, message, number};
use super::onnx::{FLOAT, INT64};
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

/// Version of the file format.
const IR_VERSION: u64 = 8;

impl Encoder {
    /// A session of the graph that is this operator alone.
    pub(crate) fn session(&self, builder: SessionBuilder) -> ort::Result<Session> {
        let domain = OperatorDomain::new(DOMAIN)?.add(self.clone())?;
        let mut builder = builder.with_operators(domain)?;
        // ONNX Runtime's API for building graphs without a file does not know custom operators (1.24).
        builder.commit_from_memory(&self.to_file())
    }

    /// `ModelProto` of that graph: the operator's domain beside ONNX's set of operators.
    fn to_file(&self) -> Vec<u8> {
        let (width, labels) = (self.tagger.input, self.tagger.head.outputs);
        let names = [(1, TOKENS), (1, LENGTHS), (2, SCORES), (4, NAME), (7, DOMAIN)];
        let graph = message(&[
            (1, &message(&names.map(|(field, name)| (field, name.as_bytes())))),
            (2, NAME.as_bytes()),
            (11, &tensor(TOKENS, FLOAT, &[None, Some(width)])),
            (11, &tensor(LENGTHS, INT64, &[None])),
            (12, &tensor(SCORES, FLOAT, &[None, Some(labels)])),
        ]);
        let mut model = Vec::new();
        number(&mut model, 1, IR_VERSION);
        bytes(&mut model, 7, &graph);
        for (domain, version) in [("", OPSET), (DOMAIN, u64::from(VERSION))] {
            let mut set = message(&[(1, domain.as_bytes())]);
            number(&mut set, 2, version);
            bytes(&mut model, 8, &set);
        }
        model
    }
}

/// `ValueInfoProto` of an input or output: its name, the kind of its values, and its shape, in which none is any size.
fn tensor(name: &str, kind: i64, shape: &[Option<usize>]) -> Vec<u8> {
    let (mut dimensions, mut tensor) = (Vec::new(), Vec::new());
    for dimension in shape {
        let mut size = Vec::new();
        if let Some(known) = dimension {
            number(&mut size, 1, *known as u64);
        }
        bytes(&mut dimensions, 1, &size);
    }
    number(&mut tensor, 1, kind.cast_unsigned());
    bytes(&mut tensor, 2, &dimensions);
    message(&[(1, name.as_bytes()), (2, &message(&[(1, &tensor)]))])
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
        [TensorElementType::Float32, TensorElementType::Int64].map(OperatorInput::required)
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
