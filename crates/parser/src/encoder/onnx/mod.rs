//! Reading a model file: nodes and constants by name, as far as the graphs of tasks/training/parser/onnx_graph.py need them. ONNX Runtime reads files
//! too, but does not expose constants.

pub(super) mod wire;

use std::collections::HashMap;
use std::rc::Rc;

use wire::{Value, fields};

/// A graph whose nodes are found by what they make.
pub(super) struct Graph<'a> {
    makers: HashMap<&'a str, Rc<Node<'a>>>,
    constants: HashMap<&'a str, Tensor<'a>>,
}

/// An operator with its inputs.
#[derive(Default)]
pub(super) struct Node<'a> {
    pub(super) operator: &'a str,
    pub(super) inputs: Vec<&'a str>,
    outputs: Vec<&'a str>,
    domain: &'a str,
    attributes: HashMap<&'a str, Attribute>,
}

/// Whole numbers and a real one; which of them counts is known of the operator.
#[derive(Default)]
struct Attribute {
    numbers: Vec<i64>,
    real: f32,
}

impl Node<'_> {
    /// A whole number, or several.
    pub(super) fn numbers(&self, attribute: &str) -> Option<&[i64]> {
        self.attributes.get(attribute).map(|attribute| attribute.numbers.as_slice())
    }

    pub(super) fn real(&self, attribute: &str) -> Option<f32> {
        self.attributes.get(attribute).map(|attribute| attribute.real)
    }

    /// Whether it has these attributes and no other.
    pub(super) fn has_only(&self, attributes: &[&str]) -> bool {
        self.attributes.len() == attributes.len()
            && attributes.iter().all(|name| self.attributes.contains_key(name))
    }
}

/// A constant.
#[derive(Default)]
pub(super) struct Tensor<'a> {
    /// Its shape; none for a single value.
    pub(super) dimensions: Vec<i64>,
    kind: i64,
    raw: &'a [u8],
    reals: Vec<f32>,
    numbers: Vec<i64>,
}

/// `TensorProto.DataType`.
pub(super) const FLOAT: i64 = 1;
const INT8: i64 = 3;
pub(super) const INT64: i64 = 7;

impl Tensor<'_> {
    fn has(&self, count: usize) -> bool {
        let size = self.dimensions.iter().try_fold(1_usize, |size, &dimension| {
            usize::try_from(dimension).ok().and_then(|dimension| size.checked_mul(dimension))
        });
        size == Some(count)
    }

    pub(super) fn reals(&self) -> Option<Vec<f32>> {
        let reals = match self.raw {
            [] => self.reals.clone(),
            raw => raw.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect(),
        };
        (self.kind == FLOAT && self.has(reals.len())).then_some(reals)
    }

    pub(super) fn bytes(&self) -> Option<Vec<i8>> {
        let bytes: Vec<i8> = match self.raw {
            [] => self.numbers.iter().map(|&number| i8::try_from(number).ok()).collect::<Option<_>>()?,
            raw => raw.iter().map(|byte| byte.cast_signed()).collect(),
        };
        (self.kind == INT8 && self.has(bytes.len())).then_some(bytes)
    }

    pub(super) fn integers(&self) -> Option<Vec<i64>> {
        let integers = match self.raw {
            [] => self.numbers.clone(),
            raw => raw.as_chunks().0.iter().map(|&bytes| i64::from_le_bytes(bytes)).collect(),
        };
        (self.kind == INT64 && self.has(integers.len())).then_some(integers)
    }
}

impl<'a> Graph<'a> {
    /// Reads a model file; none if it is malformed or needs operators other than those of ONNX's set `opset`.
    pub(super) fn read(file: &'a [u8], opset: i64) -> Option<Graph<'a>> {
        let mut graph = None;
        for field in fields(file)? {
            match field.number {
                7 => graph = field.value.bytes(),
                8 if set(field.value.bytes()?)? != ("", opset) => return None,
                _ => {}
            }
        }
        let (mut makers, mut constants) = (HashMap::new(), HashMap::new());
        for field in fields(graph?)? {
            match field.number {
                1 => {
                    let node = node(field.value.bytes()?)?;
                    if !matches!(node.domain, "" | "ai.onnx") {
                        return None;
                    }
                    let node = Rc::new(node);
                    for &output in &node.outputs {
                        makers.insert(output, node.clone());
                    }
                }
                5 => {
                    let (name, tensor) = tensor(field.value.bytes()?)?;
                    constants.insert(name, tensor);
                }
                _ => {}
            }
        }
        Some(Graph { makers, constants })
    }

    /// The node that produces a value, if it is of this kind and the value is its output at this position.
    pub(super) fn maker(&self, operator: &str, value: &str, place: usize) -> Option<&Node<'a>> {
        let node = self.makers.get(value)?;
        (node.operator == operator && node.outputs.get(place) == Some(&value)).then_some(node)
    }

    pub(super) fn constant(&self, name: &str) -> Option<&Tensor<'a>> {
        self.constants.get(name)
    }
}

/// `OperatorSetIdProto`: domain and version.
fn set(message: &[u8]) -> Option<(&str, i64)> {
    let (mut domain, mut version) = ("", 0);
    for field in fields(message)? {
        match field.number {
            1 => domain = field.value.text()?,
            2 => version = field.value.number()?,
            _ => {}
        }
    }
    Some((if domain == "ai.onnx" { "" } else { domain }, version))
}

/// `NodeProto`.
fn node(message: &[u8]) -> Option<Node<'_>> {
    let mut node = Node::default();
    for field in fields(message)? {
        match field.number {
            1 => node.inputs.push(field.value.text()?),
            2 => node.outputs.push(field.value.text()?),
            4 => node.operator = field.value.text()?,
            5 => {
                let (name, attribute) = attribute(field.value.bytes()?)?;
                node.attributes.insert(name, attribute);
            }
            7 => node.domain = field.value.text()?,
            _ => {}
        }
    }
    Some(node)
}

/// `AttributeProto`.
fn attribute(message: &[u8]) -> Option<(&str, Attribute)> {
    let (mut name, mut attribute) = ("", Attribute::default());
    for field in fields(message)? {
        match (field.number, field.value) {
            (1, value) => name = value.text()?,
            (2, Value::Four(real)) => attribute.real = f32::from_le_bytes(real),
            (3 | 8, value) => value.numbers(&mut attribute.numbers)?,
            _ => {}
        }
    }
    Some((name, attribute))
}

/// `TensorProto`, whose values stand inside the file.
fn tensor(message: &[u8]) -> Option<(&str, Tensor<'_>)> {
    let (mut name, mut tensor) = ("", Tensor::default());
    for field in fields(message)? {
        match (field.number, field.value) {
            (1, value) => value.numbers(&mut tensor.dimensions)?,
            (2, value) => tensor.kind = value.number()?,
            (4, Value::Four(real)) => tensor.reals.push(f32::from_le_bytes(real)),
            (4, Value::Bytes(reals)) => {
                tensor.reals.extend(reals.as_chunks().0.iter().map(|&real| f32::from_le_bytes(real)));
            }
            (5 | 7, value) => value.numbers(&mut tensor.numbers)?,
            (8, value) => name = value.text()?,
            (9, value) => tensor.raw = value.bytes()?,
            _ => {}
        }
    }
    Some((name, tensor))
}
