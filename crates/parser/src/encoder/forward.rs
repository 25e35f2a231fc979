//! Rows of tokens through the encoder: tasks/training/parser/model.py with the arithmetic of the exported graph, where every matrix
//! takes bytes and everything else is `f32`. Rows go through layer by layer, so that weights are read once for all of them. Rows are
//! independent: each is quantised alone and has its own neighbours and attention.

use std::ops::Range;

use super::arithmetic::{Outputs, Quantisation, add_products, normalise, quantise, shares};
use super::kernels::{Kernel, Quantised, Vector};
use super::weights::{LANES, Layer, Linear, Tagger};

/// Token vectors of several texts.
pub(super) struct Rows<'a> {
    /// `width` values a token, one row of text after the other.
    pub(super) vectors: &'a [f32],
    pub(super) width: usize,
    /// The tokens of each row; together they are all there are.
    pub(super) tokens: &'a [Range<usize>],
}

/// Buffers, kept from one call to the next.
#[derive(Default)]
pub(super) struct Scratch {
    /// Values a token after the last layer.
    hidden: Vec<f32>,
    /// Queries, keys and what is seen, a token.
    asked: Vec<f32>,
    keys: Vec<f32>,
    scores: Vec<f32>,
    seen: Vec<f32>,
    /// A token of zeros, then those that are multiplied.
    bytes: Vec<u8>,
    words: Vec<i16>,
    /// How the bytes of each row were made.
    quantisations: Vec<Quantisation>,
    taps: Vec<usize>,
    sums: Vec<i32>,
}

/// Label scores of each token.
#[inline(always)]
pub(super) fn encode<K: Kernel>(tagger: &Tagger, rows: &Rows<'_>, scratch: &mut Scratch, scores: &mut [f32]) {
    scratch.hidden.clear();
    scratch.hidden.extend_from_slice(rows.vectors);
    let mut width = rows.width;
    for layer in &tagger.layers {
        match layer {
            Layer::Convolution { dilation, is_residual, mix, norm } => {
                multiply::<K>(mix, rows, *dilation, width, scratch);
                let Scratch { hidden, asked: made, quantisations, sums, .. } = &mut *scratch;
                made.resize(sums.len() / mix.stride * mix.outputs, 0.0);
                let mut sums = sums.chunks_exact(mix.stride).zip(made.chunks_exact_mut(mix.outputs));
                for (row, &of) in rows.tokens.iter().zip(&*quantisations) {
                    for (token, (sums, made)) in row.clone().zip(sums.by_ref()) {
                        let weight_sums =
                            mix.sums_of_weights(token >= row.start + dilation, token + dilation < row.end);
                        let outputs = Outputs { weight_sums, scales: &mix.scales, bias: &mix.bias };
                        let made = made.as_chunks_mut().0;
                        let kept = hidden[token * width..(token + 1) * width].as_chunks().0;
                        outputs.values(&sums[..mix.outputs], of, |chunk, value: K::Vector| {
                            let value = value.larger(K::Vector::splat(0.0));
                            let value =
                                if *is_residual { value.plus(K::Vector::load(&kept[chunk])) } else { value };
                            value.store(&mut made[chunk]);
                        });
                    }
                }
                normalise::<K>(made, norm);
                std::mem::swap(hidden, made);
                width = mix.outputs;
            }
            Layer::Attention { ask, width: query_width, scale, norm } => {
                multiply::<K>(ask, rows, 0, width, scratch);
                values::<K::Vector>(ask, rows, &scratch.quantisations, &scratch.sums, &mut scratch.asked);
                for row in rows.tokens {
                    attend::<K::Vector>(row.clone(), ask, *query_width, *scale, scratch);
                }
                normalise::<K>(&mut scratch.hidden, norm);
            }
        }
    }
    let head = &tagger.head;
    multiply::<K>(head, rows, 0, width, scratch);
    values::<K::Vector>(head, rows, &scratch.quantisations, &scratch.sums, &mut scratch.asked);
    for (scores, made) in scores.chunks_exact_mut(head.outputs).zip(scratch.asked.chunks_exact(whole(head))) {
        scores.copy_from_slice(&made[..head.outputs]);
    }
}

/// Quantises the hidden values row by row, and leaves the sums of their products with a matrix.
#[inline(always)]
fn multiply<K: Kernel>(
    linear: &Linear,
    rows: &Rows<'_>,
    dilation: usize,
    width: usize,
    scratch: &mut Scratch,
) {
    let Scratch { hidden, bytes, words, quantisations, taps, sums, .. } = scratch;
    bytes.clear();
    bytes.resize(width + hidden.len(), 0);
    quantisations.clear();
    taps.clear();
    for row in rows.tokens {
        let values = row.start * width..row.end * width;
        let bytes = &mut bytes[width..][values.clone()];
        quantisations.push(quantise::<K>(&hidden[values], bytes));
        // The token of zeros comes first.
        let place = |token: usize| (1 + token) * width;
        for token in row.clone() {
            if linear.taps == 1 {
                taps.push(place(token));
            } else {
                taps.push(if token >= row.start + dilation { place(token - dilation) } else { 0 });
                taps.push(place(token));
                taps.push(if token + dilation < row.end { place(token + dilation) } else { 0 });
            }
        }
    }
    sums.resize(taps.len() / linear.taps * linear.stride, 0);
    K::product(linear, &Quantised { values: bytes, taps }, words, sums);
}

/// The outputs of a matrix in whole vectors.
fn whole(linear: &Linear) -> usize {
    linear.outputs.next_multiple_of(LANES)
}

/// The values of a matrix over single tokens, [`whole`] vectors a token.
#[inline(always)]
fn values<V: Vector>(
    linear: &Linear,
    rows: &Rows<'_>,
    quantisations: &[Quantisation],
    sums: &[i32],
    values: &mut Vec<f32>,
) {
    values.resize(sums.len() / linear.stride * whole(linear), 0.0);
    let weight_sums = linear.sums_of_weights(true, true);
    let outputs = Outputs { weight_sums, scales: &linear.scales, bias: &linear.bias };
    let mut sums = sums.chunks_exact(linear.stride).zip(values.chunks_exact_mut(whole(linear)));
    for (row, &of) in rows.tokens.iter().zip(quantisations) {
        for (sums, values) in sums.by_ref().take(row.len()) {
            let values = values.as_chunks_mut().0;
            outputs.values(&sums[..whole(linear)], of, |chunk, value: V| value.store(&mut values[chunk]));
        }
    }
}

/// Adds to the hidden values of a row's tokens what they see of each other.
#[inline(always)]
fn attend<V: Vector>(row: Range<usize>, ask: &Linear, width: usize, scale: f32, scratch: &mut Scratch) {
    let Scratch { hidden, asked, keys, scores, seen, .. } = scratch;
    let stride = whole(ask);
    let asked = &asked[row.start * stride..row.end * stride];
    let hidden_width = ask.outputs - 2 * width;
    let count = row.len().next_multiple_of(LANES);
    // One value of all keys on end.
    keys.clear();
    keys.resize(width * count, 0.0);
    for (token, asked) in asked.chunks_exact(stride).enumerate() {
        for (dimension, &value) in asked[width..2 * width].iter().enumerate() {
            keys[dimension * count + token] = value;
        }
    }
    let hidden = hidden[row.start * hidden_width..].chunks_exact_mut(hidden_width);
    for (hidden, query) in hidden.zip(asked.chunks_exact(stride)) {
        scores.clear();
        scores.resize(count, 0.0);
        add_products::<V>(scores, &query[..width], keys.chunks_exact(count));
        shares::<V>(scores, row.len(), scale);
        seen.clear();
        seen.resize(hidden_width, 0.0);
        let values = asked.chunks_exact(stride).map(|asked| &asked[2 * width..ask.outputs]);
        add_products::<V>(seen, &scores[..row.len()], values);
        for (hidden, seen) in hidden.iter_mut().zip(&*seen) {
            *hidden += seen;
        }
    }
}
