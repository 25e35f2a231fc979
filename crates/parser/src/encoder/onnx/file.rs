//! Writing the model file of a graph that is one operator.

use super::wire::{bytes, number};

/// `TensorProto.DataType`.
#[derive(Clone, Copy)]
pub(in super::super) enum Kind {
    Float = 1,
    Int64 = 7,
}

/// An input or output: its name, the kind of its values, and its shape, in which none is any size.
pub(in super::super) struct Port<'a>(pub &'a str, pub Kind, pub &'a [Option<usize>]);

/// The operator of a graph, and where it comes from.
pub(in super::super) struct OneOperator<'a> {
    pub(in super::super) domain: &'a str,
    pub(in super::super) version: u32,
    pub(in super::super) name: &'a str,
    pub(in super::super) inputs: &'a [Port<'a>],
    pub(in super::super) output: Port<'a>,
}

/// Version of the file format.
const IR_VERSION: u64 = 8;

impl OneOperator<'_> {
    /// `ModelProto`: the operator's domain beside ONNX's set `opset`.
    pub(in super::super) fn to_file(&self, opset: u64) -> Vec<u8> {
        // `NodeProto`.
        let mut node = Vec::new();
        for Port(name, ..) in self.inputs {
            bytes(&mut node, 1, name.as_bytes());
        }
        bytes(&mut node, 2, self.output.0.as_bytes());
        bytes(&mut node, 4, self.name.as_bytes());
        bytes(&mut node, 7, self.domain.as_bytes());
        // `GraphProto`.
        let mut graph = Vec::new();
        bytes(&mut graph, 1, &node);
        bytes(&mut graph, 2, self.name.as_bytes());
        for input in self.inputs {
            bytes(&mut graph, 11, &input.to_message());
        }
        bytes(&mut graph, 12, &self.output.to_message());
        let mut model = Vec::new();
        number(&mut model, 1, IR_VERSION);
        bytes(&mut model, 7, &graph);
        for (domain, version) in [("", opset), (self.domain, u64::from(self.version))] {
            let mut set = Vec::new();
            bytes(&mut set, 1, domain.as_bytes());
            number(&mut set, 2, version);
            bytes(&mut model, 8, &set);
        }
        model
    }
}

impl Port<'_> {
    /// `ValueInfoProto`.
    fn to_message(&self) -> Vec<u8> {
        let Port(name, kind, dimensions) = self;
        let (mut shape, mut tensor, mut ty, mut message) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for dimension in *dimensions {
            let mut size = Vec::new();
            if let Some(known) = dimension {
                number(&mut size, 1, *known as u64);
            }
            bytes(&mut shape, 1, &size);
        }
        number(&mut tensor, 1, *kind as u64);
        bytes(&mut tensor, 2, &shape);
        bytes(&mut ty, 1, &tensor);
        bytes(&mut message, 1, name.as_bytes());
        bytes(&mut message, 2, &ty);
        message
    }
}
