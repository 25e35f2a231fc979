//! Recognises a tagger of tasks/training/parser/onnx_graph.py, quantised by tasks/training/parser/export.py. Reads the graph from its output back to its input: every
//! node and constant must match the operator; otherwise ONNX Runtime runs the graph unchanged.

use std::collections::HashSet;

use super::onnx::{Graph, Node};
use super::weights::{LANES, Layer, Linear, Matrix, Norm, Packing, Tagger};

/// The tagger of a model file; none if the file is another graph, or malformed.
pub(super) fn tagger(file: &[u8], opset: i64, packing: Packing) -> Option<Tagger> {
    let graph = Graph::read(file, opset)?;
    let file = File { graph: &graph, packing };
    let (mut x, head) = file.linear("logits")?;
    let head = file.pack(head, 1)?;
    let mut layers = Vec::new();
    let mut seen = HashSet::new();
    while x != "tokens" {
        // The layers of a malformed file can form a cycle.
        if !seen.insert(x) {
            return None;
        }
        let (before, layer) = file.convolution(x).or_else(|| file.attention(x))?;
        layers.push(layer);
        x = before;
    }
    layers.reverse();
    let Some(Layer::Convolution { mix, is_residual: false, .. }) = layers.first() else { return None };
    let tagger = Tagger { input: mix.width, layers, head };
    fits(&tagger).then_some(tagger)
}

/// Whether each layer takes what the one before it makes.
fn fits(tagger: &Tagger) -> bool {
    let mut width = tagger.input;
    for layer in &tagger.layers {
        let (input, output, norm) = match layer {
            Layer::Convolution { mix, norm, .. } => (mix.width, mix.outputs, norm),
            Layer::Attention { ask, width, norm, .. } => (ask.width, ask.outputs - 2 * width, norm),
        };
        let keeps_width = matches!(layer, Layer::Convolution { is_residual: false, .. }) || input == output;
        let is_normed = norm.scale.len() == output && norm.shift.len() == output;
        if input != width || !keeps_width || !is_normed || !output.is_multiple_of(LANES) {
            return false;
        }
        width = output;
    }
    tagger.head.width == width
}

struct File<'g, 'a> {
    graph: &'g Graph<'a>,
    packing: Packing,
}

impl<'g, 'a> File<'g, 'a> {
    /// The node that makes a value as its only output, if it is of this kind and has these attributes alone.
    fn made(&self, operator: &str, value: &str, attributes: &[&str]) -> Option<&'g Node<'a>> {
        self.graph.maker(operator, value, 0).filter(|node| node.has_only(attributes))
    }

    fn inputs<const COUNT: usize>(node: &Node<'a>) -> Option<[&'a str; COUNT]> {
        node.inputs.as_slice().try_into().ok()
    }

    fn reals(&self, name: &str) -> Option<Vec<f32>> {
        self.graph.constant(name)?.reals()
    }

    fn integers(&self, name: &str) -> Option<Vec<i64>> {
        self.graph.constant(name)?.integers()
    }

    fn pack(&self, matrix: Matrix, taps: usize) -> Option<Linear> {
        Linear::pack(matrix, taps, self.packing)
    }

    /// `x * weights + bias`, quantised dynamically; what `x` is, and the matrix.
    fn linear(&self, value: &str) -> Option<(&'a str, Matrix)> {
        let [mixed, bias] = Self::inputs(self.made("Add", value, &[])?)?;
        let [product, scales] = Self::inputs(self.made("Mul", mixed, &[])?)?;
        let cast = self.made("Cast", product, &["to"])?;
        let [sums] = Self::inputs(cast)?;
        let [scale, weight_scale] = Self::inputs(self.made("Mul", scales, &[])?)?;
        let [quantised, weights, zero_point, weight_zero_point] =
            Self::inputs(self.made("MatMulInteger", sums, &[])?)?;
        let quantiser = self.made("DynamicQuantizeLinear", quantised, &[])?;
        let is_of_it = |value, place| {
            let maker = self.graph.maker("DynamicQuantizeLinear", value, place);
            maker.is_some_and(|maker| std::ptr::eq(maker, quantiser))
        };
        let [x] = Self::inputs(quantiser)?;
        let is_plain = cast.numbers("to") == Some(&[1])
            && is_of_it(scale, 1)
            && is_of_it(zero_point, 2)
            && self.graph.constant(weight_zero_point)?.bytes()?.iter().all(|&zero| zero == 0);
        let weights = self.graph.constant(weights)?;
        let (scales, bias) = (self.reals(weight_scale)?, self.reals(bias)?);
        let is_matrix =
            matches!(weights.dimensions[..], [_, outputs] if outputs == i64::try_from(scales.len()).ok()?);
        (is_plain && is_matrix && !scales.is_empty())
            .then_some((x, Matrix { weights: weights.bytes()?, scales, bias }))
    }

    /// A normalised value, and the name of what is normalised.
    fn norm(&self, value: &str) -> Option<(&'a str, Norm)> {
        let node = self.made("LayerNormalization", value, &["axis", "epsilon"])?;
        let [x, scale, shift] = Self::inputs(node)?;
        let norm =
            Norm { scale: self.reals(scale)?, shift: self.reals(shift)?, epsilon: node.real("epsilon")? };
        (node.numbers("axis") == Some(&[-1])).then_some((x, norm))
    }

    /// `norm(x + relu(mix(x around)))`, the first without `x +`.
    fn convolution(&self, value: &str) -> Option<(&'a str, Layer)> {
        let (normed, norm) = self.norm(value)?;
        let (kept, relu) = match self.made("Add", normed, &[]) {
            Some(sum) => {
                let [x, relu] = Self::inputs(sum)?;
                (Some(x), relu)
            }
            None => (None, normed),
        };
        let [biased] = Self::inputs(self.made("Relu", relu, &[])?)?;
        let (around, matrix) = self.linear(biased)?;
        let (x, dilation) = self.around(around)?;
        let mix = self.pack(matrix, 3)?;
        let layer = Layer::Convolution { dilation, is_residual: kept.is_some(), mix, norm };
        kept.is_none_or(|kept| kept == x).then_some((x, layer))
    }

    /// A token and its neighbours side by side: the name of the tokens, and how far the neighbours stand.
    fn around(&self, value: &str) -> Option<(&'a str, usize)> {
        let concat = self.made("Concat", value, &["axis"])?;
        let [before, x, behind] = Self::inputs(concat)?;
        let [padded, start, end, axis] = Self::inputs(self.made("Slice", before, &[])?)?;
        let [padded_too, start_behind, end_behind, axis_behind] =
            Self::inputs(self.made("Slice", behind, &[])?)?;
        let [x_too, pads] = Self::inputs(self.made("Pad", padded, &[])?)?;
        let [dilation, 0, ends, 0] = self.integers(pads)?[..] else { return None };
        let both = dilation.checked_mul(2)?;
        let is_convolution = concat.numbers("axis") == Some(&[1])
            && (padded, x) == (padded_too, x_too)
            && dilation == ends
            && self.integers(start)? == [0]
            && self.integers(end)? == [-both]
            && self.integers(axis)? == [0]
            && self.integers(start_behind)? == [both]
            && self.integers(end_behind)? == [i64::MAX]
            && self.integers(axis_behind)? == [0];
        let dilation = usize::try_from(dilation).ok().filter(|&dilation| dilation > 0)?;
        is_convolution.then_some((x, dilation))
    }

    /// `norm(x + softmax(query keys) value)`.
    fn attention(&self, value: &str) -> Option<(&'a str, Layer)> {
        let (normed, norm) = self.norm(value)?;
        let [x, seen] = Self::inputs(self.made("Add", normed, &[])?)?;
        let [share, value] = Self::inputs(self.made("MatMul", seen, &[])?)?;
        let softmax = self.made("Softmax", share, &["axis"])?;
        let [scaled] = Self::inputs(softmax)?;
        let [score, scale] = Self::inputs(self.made("Mul", scaled, &[])?)?;
        let [query, keys] = Self::inputs(self.made("MatMul", score, &[])?)?;
        let transpose = self.made("Transpose", keys, &["perm"])?;
        let [key] = Self::inputs(transpose)?;
        let split = self.made("Split", query, &["axis"])?;
        let is_other_half = self.graph.maker("Split", key, 1).is_some_and(|maker| std::ptr::eq(maker, split));
        let [asked, halves] = Self::inputs(split)?;
        let [width, key_width] = self.integers(halves)?[..] else { return None };
        let (asked_of, ask) = self.linear(asked)?;
        let (value_of, value) = self.linear(value)?;
        let [scale] = self.reals(scale)?[..] else { return None };
        let is_attention = is_other_half
            && softmax.numbers("axis") == Some(&[-1])
            && transpose.numbers("perm") == Some(&[1, 0])
            && split.numbers("axis") == Some(&[1])
            && width == key_width
            && scale > 0.0
            && (asked_of, value_of) == (x, x);
        let width =
            usize::try_from(width).ok().filter(|&width| width > 0 && ask.scales.len() == 2 * width)?;
        let ask = self.pack(ask.joined(value), 1)?;
        let layer = Layer::Attention { ask, width, scale, norm };
        is_attention.then_some((x, layer))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: &[u8] = include_bytes!("../../../../npm/weights-en-us/model.onnx");
    const PACKING: Packing = Packing { panel: 16, group: 2 };

    fn replaced(from: &str, to: &str) -> Vec<u8> {
        let at = MODEL.windows(from.len()).position(|bytes| bytes == from.as_bytes()).unwrap();
        let mut file = MODEL.to_vec();
        file[at..at + to.len()].copy_from_slice(to.as_bytes());
        file
    }

    #[test]
    fn the_model_that_ships_is_read_layer_by_layer() {
        let tagger = tagger(MODEL, 17, PACKING).unwrap();
        let dilations: Vec<usize> = tagger
            .layers
            .iter()
            .map(|layer| match layer {
                Layer::Convolution { dilation, .. } => *dilation,
                Layer::Attention { .. } => 0,
            })
            .collect();
        assert_eq!((tagger.input, tagger.head.outputs), (96, 37));
        assert_eq!(dilations, [1, 2, 4, 1, 2, 0, 8]);
        let card = include_str!("../../../../npm/weights-en-us/model-card.json");
        let card: crate::ModelCard = serde_json::from_str(card).unwrap();
        assert_eq!(dilations.iter().sum::<usize>(), card.reach);
    }

    #[test]
    fn another_graph_is_left_alone() {
        assert!(tagger(MODEL, 18, PACKING).is_none(), "another set of operators");
        for (from, to) in
            [("Relu", "Selu"), ("Softmax", "Hardmax"), ("layer3.out", "layer2.out"), ("tokens", "chunks")]
        {
            assert!(tagger(&replaced(from, to), 17, PACKING).is_none(), "{to}");
        }
        assert!(tagger(&MODEL[..MODEL.len() / 2], 17, PACKING).is_none(), "half a file");
        assert!(tagger(b"", 17, PACKING).is_none() && tagger(b"no model", 17, PACKING).is_none());
    }
}
