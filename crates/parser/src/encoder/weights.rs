//! The weights of the encoder in the order in which the kernels read them. Packed once when a bundle is opened, and shared by its sessions.

/// Outputs of a linear layer are padded to so many, and so are the values of norms, so that every loop runs over whole vectors.
pub(super) const LANES: usize = 16;

/// A tagger of tasks/training/parser/model.py without its embedding table.
#[derive(Debug, PartialEq)]
pub(super) struct Tagger {
    /// Values of a token vector.
    pub(super) input: usize,
    pub(super) layers: Vec<Layer>,
    /// Makes label scores of what the last layer says.
    pub(super) head: Linear,
}

#[derive(Debug, PartialEq)]
pub(super) enum Layer {
    /// Sees a token and those `dilation` tokens before and after it.
    Convolution { dilation: usize, is_residual: bool, mix: Linear, norm: Norm },
    /// Lets each token look at all others of its row, with one head.
    Attention {
        /// Makes queries, keys (`width` values each) and what is seen of a token, in this order.
        ask: Linear,
        width: usize,
        /// A score is the product of a query and a key, times this.
        scale: f32,
        norm: Norm,
    },
}

/// `LayerNormalization`: one scale and one shift a value.
#[derive(Debug, PartialEq)]
pub(super) struct Norm {
    pub(super) scale: Vec<f32>,
    pub(super) shift: Vec<f32>,
    pub(super) epsilon: f32,
}

/// How the int8 weights of a layer lie in memory. Outputs are cut into panels; in a panel, `group` weights that follow each other in an
/// output's sum lie side by side, then the same of the next output, and so on to the panel's end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Packing {
    /// Outputs of a panel.
    pub(super) panel: usize,
    /// Weights of an output that one instruction multiplies.
    pub(super) group: usize,
}

/// A cache line of weights: no load of one crosses into another.
#[derive(Debug, Clone, Copy, PartialEq)]
#[repr(C, align(64))]
pub(super) struct Line(pub(super) [i8; Line::SIZE]);

impl Line {
    /// Bytes.
    pub(super) const SIZE: usize = 64;
}

/// A matrix of int8 weights over `taps` tokens of `width` values each, with what turns its sums into values.
#[derive(Debug, PartialEq)]
pub(super) struct Linear {
    pub(super) taps: usize,
    pub(super) width: usize,
    /// Values it makes.
    pub(super) outputs: usize,
    /// The same, padded to whole panels: values of a row of sums.
    pub(super) stride: usize,
    pub(super) packing: Packing,
    lines: Vec<Line>,
    /// Sums of the weights of each output over the taps that count, `stride` a combination: see [`Linear::sums_of_weights`].
    weight_sums: Vec<i32>,
    /// One scale an output, padded.
    pub(super) scales: Vec<f32>,
    /// One addend an output, padded.
    pub(super) bias: Vec<f32>,
}

/// A matrix as a file has it: `weights[input][output]`, one scale and one addend an output.
pub(super) struct Matrix {
    pub(super) weights: Vec<i8>,
    pub(super) scales: Vec<f32>,
    pub(super) bias: Vec<f32>,
}

impl Matrix {
    /// A matrix with the outputs of both, for the same inputs.
    pub(super) fn joined(self, other: Matrix) -> Matrix {
        let (left, right) = (self.scales.len(), other.scales.len());
        let rows = self.weights.chunks_exact(left).zip(other.weights.chunks_exact(right));
        Matrix {
            weights: rows.flat_map(|(left, right)| left.iter().chain(right).copied()).collect(),
            scales: [self.scales, other.scales].concat(),
            bias: [self.bias, other.bias].concat(),
        }
    }
}

impl Linear {
    /// Packs a matrix whose inputs are those of `taps` tokens; none if these do not form whole groups.
    pub(super) fn pack(matrix: Matrix, taps: usize, packing: Packing) -> Option<Linear> {
        let Matrix { weights, mut scales, mut bias } = matrix;
        let outputs = scales.len();
        let inputs = weights.len().checked_div(outputs)?;
        let width = inputs / taps;
        let is_whole = weights.len() == inputs * outputs && inputs == width * taps && width.is_multiple_of(4);
        if !is_whole || bias.len() != outputs || width == 0 {
            return None;
        }
        let Packing { panel, group } = packing;
        let stride = outputs.next_multiple_of(panel);
        let weight = |input: usize, output: usize| {
            if output < outputs { weights[input * outputs + output] } else { 0 }
        };
        let mut packed = Vec::with_capacity(inputs * stride);
        for first_output in (0..stride).step_by(panel) {
            for first_input in (0..inputs).step_by(group) {
                for output in first_output..first_output + panel {
                    packed.extend((first_input..first_input + group).map(|input| weight(input, output)));
                }
            }
        }
        let lines = packed.as_chunks().0.iter().map(|&line| Line(line)).collect();
        let sum = |tap: usize, output| -> i32 {
            (tap * width..(tap + 1) * width).map(|input| i32::from(weight(input, output))).sum()
        };
        let weight_sums = (0..combinations(taps))
            .flat_map(|seen| (0..stride).map(move |output| (seen, output)))
            .map(|(seen, output)| {
                (0..taps).filter(|&tap| counts(taps, tap, seen)).map(|tap| sum(tap, output)).sum()
            })
            .collect();
        scales.resize(stride, 0.0);
        bias.resize(stride, 0.0);
        Some(Linear { taps, width, outputs, stride, packing, lines, weight_sums, scales, bias })
    }

    /// The weights by panels, each of which holds those of tap after tap.
    pub(super) fn panels(&self) -> impl Iterator<Item = &[Line]> {
        self.lines.chunks_exact(self.taps * self.width * self.packing.panel / Line::SIZE)
    }

    /// The sum of an output's weights, for all outputs, when the token before and the one behind are there or not. What is not there
    /// counts as zero, which the zero point of the quantised values must not shift.
    pub(super) fn sums_of_weights(&self, has_before: bool, has_behind: bool) -> &[i32] {
        let seen = if self.taps == 1 { 0 } else { usize::from(has_before) + 2 * usize::from(has_behind) };
        &self.weight_sums[seen * self.stride..(seen + 1) * self.stride]
    }
}

/// Combinations of neighbours that are there or not.
fn combinations(taps: usize) -> usize {
    if taps == 1 { 1 } else { 4 }
}

/// Whether a tap counts in a combination: of three they are the token before, the token itself and the one behind.
fn counts(taps: usize, tap: usize, seen: usize) -> bool {
    taps == 1 || [seen & 1 != 0, true, seen & 2 != 0][tap]
}
