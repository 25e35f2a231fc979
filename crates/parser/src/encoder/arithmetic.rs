//! The arithmetic between the products, of sixteen values on end: written so that it compiles to the widest vectors of each set of
//! instructions and rounds alike in all, since no sum depends on how wide they are.
//!
//! Sums are taken in the order in which ONNX Runtime 1.24 takes them on machines with AVX-512, and the exponential is its own: a value that
//! is rounded otherwise in the last bit may become another byte in the next layer, which is a hundredth of a label score in the end.

use super::weights::{LANES, Norm};

/// How the values of a row of text became bytes: `value = scale * (byte - zero)`.
#[derive(Clone, Copy, Default)]
pub(super) struct Quantisation {
    pub(super) scale: f32,
    pub(super) zero: i32,
}

/// Adding it to a number below 2^22 in size rounds that to a whole one, halves to the even, and leaves it in the low bits.
const ROUNDER: f32 = 12_582_912.0;

/// A number below 2^22 in size as a whole one.
#[inline(always)]
fn rounded(value: f32) -> i32 {
    (value + ROUNDER).to_bits().cast_signed() - ROUNDER.to_bits().cast_signed()
}

/// The fold of all lanes into one: halves, then neighbours.
#[inline(always)]
fn folded(lanes: [f32; LANES], join: impl Fn(f32, f32) -> f32) -> f32 {
    let half: [f32; 8] = std::array::from_fn(|lane| join(lanes[lane], lanes[lane + 8]));
    let quarter: [f32; 4] = std::array::from_fn(|pair| join(half[2 * pair], half[2 * pair + 1]));
    join(join(quarter[0], quarter[1]), join(quarter[2], quarter[3]))
}

#[inline(always)]
fn smaller(left: f32, right: f32) -> f32 {
    if left < right { left } else { right }
}

#[inline(always)]
fn larger(left: f32, right: f32) -> f32 {
    if left > right { left } else { right }
}

/// As ONNX's `DynamicQuantizeLinear` does it: 256 steps from the smallest value to the largest, of which one is zero.
#[inline(always)]
pub(super) fn quantise(values: &[f32], bytes: &mut [u8]) -> Quantisation {
    let (mut low, mut high) = ([0.0; LANES], [0.0; LANES]);
    let chunks = values.as_chunks::<LANES>().0;
    for chunk in chunks {
        for lane in 0..LANES {
            low[lane] = smaller(chunk[lane], low[lane]);
            high[lane] = larger(chunk[lane], high[lane]);
        }
    }
    let (low, high) = (folded(low, smaller), folded(high, larger));
    let scale = if low == high { 1.0 } else { (high - low) / 255.0 };
    let zero = rounded(-low / scale).clamp(0, 255);
    for (bytes, chunk) in bytes.as_chunks_mut::<LANES>().0.iter_mut().zip(chunks) {
        for lane in 0..LANES {
            let byte = rounded(chunk[lane] / scale) + zero;
            bytes[lane] = byte.clamp(0, 255) as u8;
        }
    }
    Quantisation { scale, zero }
}

/// The values of sums of weights times bytes: the bytes' zero taken out, scaled, and the bias added.
#[inline(always)]
pub(super) fn dequantise(
    sums: &[i32],
    of: Quantisation,
    weight_sums: &[i32],
    scales: &[f32],
    bias: &[f32],
    values: &mut [f32],
) {
    let values = values.as_chunks_mut::<LANES>().0.iter_mut().zip(sums.as_chunks::<LANES>().0);
    let constants = weight_sums.as_chunks::<LANES>().0.iter().zip(scales.as_chunks::<LANES>().0);
    let constants = constants.zip(bias.as_chunks::<LANES>().0);
    for ((values, sums), ((weight_sums, scales), bias)) in values.zip(constants) {
        for lane in 0..LANES {
            let sum = sums[lane] - of.zero * weight_sums[lane];
            values[lane] = sum as f32 * (of.scale * scales[lane]) + bias[lane];
        }
    }
}

/// Tokens whose moments are summed side by side: each sum waits for its own last addition.
const TOKENS_TOGETHER: usize = 8;

/// `values = norm(values)`, in place, for each token of as many values as `norm` has.
#[inline(always)]
pub(super) fn normalise(values: &mut [f32], norm: &Norm) {
    let width = norm.scale.len();
    for tokens in values.chunks_mut(TOKENS_TOGETHER * width) {
        let moments = moments(tokens, width, norm.epsilon);
        for (token, (mean, deviation)) in tokens.chunks_exact_mut(width).zip(moments) {
            let constants = norm.scale.as_chunks::<LANES>().0.iter().zip(norm.shift.as_chunks::<LANES>().0);
            for (values, (scale, shift)) in token.as_chunks_mut::<LANES>().0.iter_mut().zip(constants) {
                for lane in 0..LANES {
                    values[lane] = (values[lane] - mean) / deviation * scale[lane] + shift[lane];
                }
            }
        }
    }
}

/// Mean and deviation of a few tokens' values, summed from the first to the last.
#[inline(always)]
fn moments(tokens: &[f32], width: usize, epsilon: f32) -> [(f32, f32); TOKENS_TOGETHER] {
    // Of fewer tokens the last ones are summed again, which takes no longer.
    let last = tokens.len() / width - 1;
    let rows: [&[[f32; 8]]; TOKENS_TOGETHER] =
        std::array::from_fn(|token| tokens[token.min(last) * width..][..width].as_chunks().0);
    let (mut sums, mut squares) = ([0.0_f32; TOKENS_TOGETHER], [0.0_f32; TOKENS_TOGETHER]);
    for chunk in 0..width / 8 {
        let values = rows.map(|row| row[chunk]);
        for at in 0..8 {
            for token in 0..TOKENS_TOGETHER {
                let value = values[token][at];
                sums[token] += value;
                squares[token] += value * value;
            }
        }
    }
    let count = width as f32;
    std::array::from_fn(|token| {
        let mean = sums[token] / count;
        (mean, (squares[token] / count - mean * mean + epsilon).sqrt())
    })
}

/// `values = max(values, 0)`, and `kept` added where there is any.
#[inline(always)]
pub(super) fn activate(values: &mut [f32], kept: Option<&[f32]>) {
    match kept {
        Some(kept) => {
            for (values, kept) in values.as_chunks_mut::<LANES>().0.iter_mut().zip(kept.as_chunks::<LANES>().0) {
                for lane in 0..LANES {
                    values[lane] = larger(values[lane], 0.0) + kept[lane];
                }
            }
        }
        None => {
            for value in values.as_chunks_mut::<LANES>().0.as_flattened_mut() {
                *value = larger(*value, 0.0);
            }
        }
    }
}

/// `sum += factor * values`, each rounded once.
#[inline(always)]
pub(super) fn add_scaled(sum: &mut [f32], factor: f32, values: &[f32]) {
    for (sum, values) in sum.as_chunks_mut::<LANES>().0.iter_mut().zip(values.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sum[lane] = factor.mul_add(values[lane], sum[lane]);
        }
    }
}

/// The share of each of the first `count` values, after `e^(scale * value)`; what stands behind them becomes zero.
#[inline(always)]
pub(super) fn shares(values: &mut [f32], count: usize, scale: f32) {
    values[count..].fill(f32::NEG_INFINITY);
    let mut high = [f32::NEG_INFINITY; LANES];
    for chunk in values.as_chunks_mut::<LANES>().0.iter_mut() {
        for lane in 0..LANES {
            chunk[lane] *= scale;
            high[lane] = larger(chunk[lane], high[lane]);
        }
    }
    let high = folded(high, larger);
    for chunk in values.as_chunks_mut::<LANES>().0.iter_mut() {
        for lane in 0..LANES {
            chunk[lane] = exponential(chunk[lane] - high);
        }
    }
    values[count..].fill(0.0);
    let mut sum = [0.0; LANES];
    for chunk in values.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            sum[lane] += chunk[lane];
        }
    }
    let factor = 1.0 / folded(sum, |left, right| left + right);
    for value in &mut *values {
        *value *= factor;
    }
}

/// `e^x` of an `x` of at most zero, within 2e-7 of it.
#[inline(always)]
fn exponential(x: f32) -> f32 {
    // Cody and Waite: x = n ln 2 + rest, ln 2 in two parts so that the first product is exact; a polynomial for the rest. Below -88.4
    // the power has no ordinary number any more.
    let x = larger(x, LOWEST);
    let whole = x.mul_add(std::f32::consts::LOG2_E, ROUNDER);
    let n = whole - ROUNDER;
    let rest = n.mul_add(-6.931_457_5e-1, x);
    let rest = n.mul_add(-1.428_606_8e-6, rest);
    let mut y = f32::from_bits(COEFFICIENTS[0]);
    for bits in &COEFFICIENTS[1..] {
        y = y.mul_add(rest, f32::from_bits(*bits));
    }
    // The low bits of `whole` are those of n; an exponent has a bias of 127.
    let power = (whole.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    y * f32::from_bits(power)
}

/// Where e^x is taken to end.
const LOWEST: f32 = -87.0;

/// Of e^x between -ln 2 / 2 and ln 2 / 2, the highest power first, as bits of `f32`.
const COEFFICIENTS: [u32; 7] =
    [0x3ab4_a000, 0x3c09_2f6e, 0x3d2a_adad, 0x3e2a_aa28, 0x3eff_fffb, 0x3f80_0000, 0x3f80_0000];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..=8_700 {
            let x = -(step as f32) / 100.0;
            assert!((exponential(x) - x.exp()).abs() <= 2e-7 * x.exp(), "{x}: {} {}", exponential(x), x.exp());
        }
        assert!(exponential(f32::NEG_INFINITY) < 1e-37);
        assert_eq!(exponential(0.0), 1.0);
    }

    #[test]
    fn rounding_takes_halves_to_the_even_number() {
        for value in [-254.5, -1.5, -0.5, -0.3, 0.0, 0.5, 1.5, 2.5, 99.7, 254.5] {
            assert_eq!(rounded(value) as f32, value.round_ties_even(), "{value}");
        }
    }

    #[test]
    fn quantised_values_keep_zero_and_the_range() {
        let values: Vec<f32> = (0..LANES * 3).map(|at| at as f32 / 10.0 - 1.3).collect();
        let mut bytes = vec![0; values.len()];
        let Quantisation { scale, zero } = quantise(&values, &mut bytes);
        for (&value, &byte) in values.iter().zip(&bytes) {
            assert!((scale * (i32::from(byte) - zero) as f32 - value).abs() <= 0.51 * scale, "{value}");
        }
        assert_eq!((bytes[0], bytes[values.len() - 1]), (0, 255));
        let mut bytes = [9; LANES];
        let none = quantise(&[0.0; LANES], &mut bytes);
        assert_eq!((none.scale, none.zero, bytes), (1.0, 0, [0; LANES]));
    }

    #[test]
    fn shares_add_up_to_one_and_what_is_behind_has_none() {
        let mut values = [0.5; LANES];
        values[1] = 8.5;
        shares(&mut values, 3, 0.125);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((values[1] / values[0] - std::f32::consts::E).abs() < 1e-5);
        assert_eq!(values[3..], [0.0; LANES - 3]);
    }
}
