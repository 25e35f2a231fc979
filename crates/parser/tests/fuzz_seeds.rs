//! The seeds of the fuzz targets (`fuzz/corpus`).
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

#[path = "../../../fuzz/checks/embeddings.rs"]
mod embeddings;
#[path = "../../../fuzz/checks/onnx_graph.rs"]
mod onnx_graph;
#[path = "../../../fuzz/checks/replay.rs"]
mod replay;

use std::fs;
use std::path::Path;

use replay::replay;

#[test]
fn seeds_of_the_fuzz_targets_are_read_without_a_panic() {
    replay("embeddings", embeddings::check);
    replay("onnx_graph", onnx_graph::check);
}

#[test]
#[ignore = "writes the seeds, after a change of the graph: cargo test -p milepost-parser --test fuzz_seeds -- --ignored"]
fn write_the_seeds() {
    let size = |rows: u64, width: u64| [rows.to_le_bytes(), width.to_le_bytes()].concat();
    let table = [&[1, 2, 255, 4][..], &0.5_f32.to_le_bytes(), &2.0_f32.to_le_bytes()].concat();
    write("embeddings", "valid", &[size(2, 2), table.clone()].concat());
    write("embeddings", "truncated", &[size(2, 2), table[..11].to_vec()].concat());
    write("embeddings", "damaged-size", &[size(u64::MAX / 2, 3), table].concat());

    let mut graph = Graph::default();
    graph.convolution("tokens", "a", 4, 1, false);
    graph.convolution("a", "b", 16, 2, true);
    graph.linear("b", "logits", 16, 3);
    write("onnx_graph", "valid-convolutions", &graph.to_file());

    let mut graph = Graph::default();
    graph.convolution("tokens", "a", 4, 1, false);
    graph.attention("a", "b");
    graph.linear("b", "logits", 16, 3);
    let whole = graph.to_file();
    write("onnx_graph", "valid-attention", &whole);
    write("onnx_graph", "truncated", &whole[..whole.len() * 2 / 3]);
    let mut corrupted = whole;
    corrupted.iter_mut().skip(50).step_by(100).for_each(|byte| *byte ^= 0x55);
    write("onnx_graph", "corrupted", &corrupted);

    let mut cycle = Graph::default();
    cycle.convolution("a", "a", 16, 1, false);
    cycle.linear("a", "logits", 16, 3);
    write("onnx_graph", "damaged-cycle", &cycle.to_file());

    let mut far = Graph::default();
    far.convolution("tokens", "a", 4, i64::MAX, false);
    far.linear("a", "logits", 16, 3);
    write("onnx_graph", "damaged-dilation", &far.to_file());

    let mut empty = Graph::default();
    empty.convolution("tokens", "a", 4, 1, false);
    empty.attention("a", "b");
    empty.linear("b", "logits", 16, 3);
    empty.constants.retain(|(name, _)| name != "b.value.w" && name != "b.value.s" && name != "b.value.b");
    empty.constant("b.value.w", INT8, &[16, 0], &[]);
    empty.constant("b.value.s", FLOAT, &[0], &[]);
    empty.constant("b.value.b", FLOAT, &[0], &[]);
    write("onnx_graph", "damaged-empty-matrix", &empty.to_file());
}

fn write(target: &str, name: &str, file: &[u8]) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join(name), file).unwrap();
}

/// `TensorProto.DataType`.
const FLOAT: u64 = 1;
const INT8: u64 = 3;
const INT64: u64 = 7;

/// A model file with the nodes of tasks/training/parser/onnx_graph.py, over layers of 16 values.
#[derive(Default)]
struct Graph {
    nodes: Vec<Vec<u8>>,
    constants: Vec<(String, Vec<u8>)>,
}

impl Graph {
    fn node(&mut self, operator: &str, inputs: &[&str], outputs: &[&str], attributes: &[(&str, &[i64])]) {
        let mut node = Vec::new();
        inputs.iter().for_each(|input| run(&mut node, 1, input.as_bytes()));
        outputs.iter().for_each(|output| run(&mut node, 2, output.as_bytes()));
        run(&mut node, 4, operator.as_bytes());
        for (name, numbers) in attributes {
            let mut attribute = Vec::new();
            run(&mut attribute, 1, name.as_bytes());
            if *name == "epsilon" {
                // Field 2 in four bytes.
                attribute.push(2 << 3 | 5);
                attribute.extend(1e-5_f32.to_le_bytes());
            }
            numbers.iter().for_each(|&value| number(&mut attribute, 8, value.cast_unsigned()));
            run(&mut node, 5, &attribute);
        }
        self.nodes.push(node);
    }

    fn constant(&mut self, name: &str, kind: u64, shape: &[u64], raw: &[u8]) {
        let mut tensor = Vec::new();
        shape.iter().for_each(|&size| number(&mut tensor, 1, size));
        number(&mut tensor, 2, kind);
        run(&mut tensor, 8, name.as_bytes());
        run(&mut tensor, 9, raw);
        self.constants.push((name.to_owned(), tensor));
    }

    fn reals(&mut self, name: &str, count: u64) {
        let raw: Vec<u8> = (0..count).flat_map(|at| (0.01 * (at as f32 + 1.0)).to_le_bytes()).collect();
        self.constant(name, FLOAT, &[count], &raw);
    }

    fn integers(&mut self, name: &str, numbers: &[i64]) {
        let raw: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        self.constant(name, INT64, &[numbers.len() as u64], &raw);
    }

    fn linear(&mut self, x: &str, to: &str, inputs: u64, outputs: u64) {
        let [q, qs, z, w, s, b, p, c, m, wz, sc] =
            ["q", "qs", "z", "w", "s", "b", "p", "c", "m", "wz", "sc"].map(|part| format!("{to}.{part}"));
        let raw: Vec<u8> = (0..inputs * outputs).map(|at| (at * 37 % 251) as u8).collect();
        self.constant(&w, INT8, &[inputs, outputs], &raw);
        self.constant(&wz, INT8, &[], &[0]);
        self.reals(&s, outputs);
        self.reals(&b, outputs);
        self.node("DynamicQuantizeLinear", &[x], &[&q, &qs, &z], &[]);
        self.node("MatMulInteger", &[&q, &w, &z, &wz], &[&p], &[]);
        self.node("Cast", &[&p], &[&c], &[("to", &[1])]);
        self.node("Mul", &[&qs, &s], &[&sc], &[]);
        self.node("Mul", &[&c, &sc], &[&m], &[]);
        self.node("Add", &[&m, &b], &[to], &[]);
    }

    fn norm(&mut self, x: &str, to: &str) {
        let [scale, shift] = ["scale", "shift"].map(|part| format!("{to}.{part}"));
        self.reals(&scale, 16);
        self.reals(&shift, 16);
        let attributes: [(&str, &[i64]); 2] = [("axis", &[-1]), ("epsilon", &[])];
        self.node("LayerNormalization", &[x, &scale, &shift], &[to], &attributes);
    }

    fn convolution(&mut self, x: &str, to: &str, width: u64, dilation: i64, is_residual: bool) {
        let parts = ["pads", "p", "l", "r", "0", "-", "+", "max", "cat", "lin", "relu", "sum"];
        let [pads, padded, left, right, zero, minus, plus, max, cat, lin, relu, sum] =
            parts.map(|part| format!("{to}.{part}"));
        let both = dilation.wrapping_mul(2);
        self.integers(&pads, &[dilation, 0, dilation, 0]);
        self.integers(&zero, &[0]);
        self.integers(&minus, &[both.wrapping_neg()]);
        self.integers(&plus, &[both]);
        self.integers(&max, &[i64::MAX]);
        self.node("Pad", &[x, &pads], &[&padded], &[]);
        self.node("Slice", &[&padded, &zero, &minus, &zero], &[&left], &[]);
        self.node("Slice", &[&padded, &plus, &max, &zero], &[&right], &[]);
        self.node("Concat", &[&left, x, &right], &[&cat], &[("axis", &[1])]);
        self.linear(&cat, &lin, 3 * width, 16);
        self.node("Relu", &[&lin], &[&relu], &[]);
        if is_residual {
            self.node("Add", &[x, &relu], &[&sum], &[]);
        }
        self.norm(if is_residual { &sum } else { &relu }, to);
    }

    fn attention(&mut self, x: &str, to: &str) {
        let parts = ["ask", "halves", "q", "k", "t", "score", "f", "scaled", "share", "value", "seen", "sum"];
        let [ask, halves, query, key, keys, score, factor, scaled, share, value, seen, sum] =
            parts.map(|part| format!("{to}.{part}"));
        self.integers(&halves, &[4, 4]);
        self.reals(&factor, 1);
        self.linear(x, &ask, 16, 8);
        self.linear(x, &value, 16, 16);
        self.node("Split", &[&ask, &halves], &[&query, &key], &[("axis", &[1])]);
        self.node("Transpose", &[&key], &[&keys], &[("perm", &[1, 0])]);
        self.node("MatMul", &[&query, &keys], &[&score], &[]);
        self.node("Mul", &[&score, &factor], &[&scaled], &[]);
        self.node("Softmax", &[&scaled], &[&share], &[("axis", &[-1])]);
        self.node("MatMul", &[&share, &value], &[&seen], &[]);
        self.node("Add", &[x, &seen], &[&sum], &[]);
        self.norm(&sum, to);
    }

    /// `ModelProto`.
    fn to_file(&self) -> Vec<u8> {
        let mut graph = Vec::new();
        self.nodes.iter().for_each(|node| run(&mut graph, 1, node));
        self.constants.iter().for_each(|(_, tensor)| run(&mut graph, 5, tensor));
        let (mut model, mut set) = (Vec::new(), Vec::new());
        number(&mut model, 1, 8);
        run(&mut model, 7, &graph);
        run(&mut set, 1, b"");
        number(&mut set, 2, 17);
        run(&mut model, 8, &set);
        model
    }
}

/// A field of protobuf that is a number.
fn number(message: &mut Vec<u8>, field: u64, value: u64) {
    varint(message, field << 3);
    varint(message, value);
}

/// A field of protobuf that is a run of bytes.
fn run(message: &mut Vec<u8>, field: u64, value: &[u8]) {
    varint(message, field << 3 | 2);
    varint(message, value.len() as u64);
    message.extend_from_slice(value);
}

fn varint(message: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        message.push(number as u8 | 0x80);
        number >>= 7;
    }
    message.push(number as u8);
}
