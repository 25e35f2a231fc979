//! The arithmetic between the products, on sixteen values at a time regardless of the register width, so that all kernels round alike.
//!
//! Sums are taken in the order in which ONNX Runtime 1.24 takes them on machines with AVX-512, and the exponential is its own: a value that
//! rounded differently in the last bit may become another byte in the next layer, which is a hundredth of a label score in the end.

use super::kernels::{Kernel, ROUNDER, Vector};
use super::weights::{LANES, Norm};

/// How the values of a row of text became bytes: `value = scale * (byte - zero)`.
#[derive(Clone, Copy, Default)]
pub(super) struct Quantisation {
    pub(super) scale: f32,
    pub(super) zero: i32,
}

/// The fold of all lanes into one: halves, then neighbours.
#[inline(always)]
fn folded<V: Vector>(vector: V, join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut lanes = [0.0; LANES];
    vector.store(&mut lanes);
    let half: [f32; 8] = std::array::from_fn(|lane| join(lanes[lane], lanes[lane + 8]));
    let quarter: [f32; 4] = std::array::from_fn(|pair| join(half[2 * pair], half[2 * pair + 1]));
    join(join(quarter[0], quarter[1]), join(quarter[2], quarter[3]))
}

/// As ONNX's `DynamicQuantizeLinear` does it: 256 steps from the smallest value to the largest, of which one is zero.
#[inline(always)]
pub(super) fn quantise<K: Kernel>(values: &[f32], bytes: &mut [u8]) -> Quantisation {
    let (mut low, mut high) = (K::Vector::splat(0.0), K::Vector::splat(0.0));
    let chunks = values.as_chunks::<LANES>().0;
    for chunk in chunks {
        let chunk = K::Vector::load(chunk);
        low = chunk.smaller(low);
        high = chunk.larger(high);
    }
    let (low, high) = (folded(low, f32::min), folded(high, f32::max));
    let scale = if low == high { 1.0 } else { (high - low) / 255.0 };
    let zero = (-low / scale).clamp(0.0, 255.0) + ROUNDER - ROUNDER;
    let quantisation = Quantisation { scale, zero: zero as i32 };
    let scale = K::Vector::splat(scale);
    for (bytes, chunk) in bytes.as_chunks_mut().0.iter_mut().zip(chunks) {
        K::Vector::load(chunk).over(scale).store_bytes(quantisation.zero, bytes);
    }
    quantisation
}

/// The outputs of a matrix: what makes values of its sums, one of each an output.
#[derive(Clone, Copy)]
pub(super) struct Outputs<'a> {
    pub(super) weight_sums: &'a [i32],
    pub(super) scales: &'a [f32],
    pub(super) bias: &'a [f32],
}

impl Outputs<'_> {
    /// Values of a token's sums of weights times bytes: the bytes' zero taken out, scaled, and the bias added.
    #[inline(always)]
    pub(super) fn values<V: Vector>(self, sums: &[i32], of: Quantisation, mut take: impl FnMut(usize, V)) {
        let scale = V::splat(of.scale);
        let sums = sums.as_chunks().0.iter().zip(self.weight_sums.as_chunks().0);
        let constants = self.scales.as_chunks().0.iter().zip(self.bias.as_chunks().0);
        for (chunk, ((sums, weight_sums), (scales, bias))) in sums.zip(constants).enumerate() {
            let sums = V::without_zero(sums, of.zero, weight_sums);
            take(chunk, sums.times(scale.times(V::load(scales))).plus(V::load(bias)));
        }
    }
}

/// Tokens whose moments are summed side by side: each sum waits for its own last addition.
const TOKENS_TOGETHER: usize = 8;

/// `values = norm(values)`, in place, for each token of as many values as `norm` has.
#[inline(always)]
pub(super) fn normalise<K: Kernel>(values: &mut [f32], norm: &Norm) {
    let width = norm.scale.len();
    for tokens in values.chunks_mut(TOKENS_TOGETHER * width) {
        let last = tokens.len() / width - 1;
        // Of fewer tokens the last one is summed again, which takes no longer.
        let rows = std::array::from_fn(|token| tokens[token.min(last) * width..][..width].as_chunks().0);
        let [sums, squares] = K::moments(rows);
        for (token, (sum, square)) in tokens.chunks_exact_mut(width).zip(sums.into_iter().zip(squares)) {
            let count = width as f32;
            let mean = sum / count;
            let deviation = K::Vector::splat((square / count - mean * mean + norm.epsilon).sqrt());
            let mean = K::Vector::splat(mean);
            let constants = norm.scale.as_chunks().0.iter().zip(norm.shift.as_chunks().0);
            for (values, (scale, shift)) in token.as_chunks_mut().0.iter_mut().zip(constants) {
                let normed = K::Vector::load(values).minus(mean).over(deviation);
                normed.times(K::Vector::load(scale)).plus(K::Vector::load(shift)).store(values);
            }
        }
    }
}

/// `sum += factor * values`, each rounded once, for all values of several tokens: `factors` has one a token.
#[inline(always)]
pub(super) fn add_products<'a, V: Vector>(
    sum: &mut [f32],
    factors: &[f32],
    values: impl Iterator<Item = &'a [f32]> + Clone,
) {
    for (chunk, sum) in sum.as_chunks_mut().0.iter_mut().enumerate() {
        let mut made = V::load(sum);
        for (&factor, values) in factors.iter().zip(values.clone()) {
            made = V::splat(factor).times_plus(V::load(&values.as_chunks().0[chunk]), made);
        }
        made.store(sum);
    }
}

/// The share of each of the first `count` values, after `e^(scale * value)`; what stands after them becomes zero.
#[inline(always)]
pub(super) fn shares<V: Vector>(values: &mut [f32], count: usize, scale: f32) {
    values[count..].fill(f32::NEG_INFINITY);
    let mut high = V::splat(f32::NEG_INFINITY);
    for chunk in values.as_chunks_mut().0 {
        let scaled = V::load(chunk).times(V::splat(scale));
        scaled.store(chunk);
        high = scaled.larger(high);
    }
    let high = V::splat(folded(high, f32::max));
    for chunk in values.as_chunks_mut().0 {
        exponential(V::load(chunk).minus(high)).store(chunk);
    }
    values[count..].fill(0.0);
    let mut sum = V::splat(0.0);
    for chunk in values.as_chunks().0 {
        sum = sum.plus(V::load(chunk));
    }
    let factor = V::splat(1.0 / folded(sum, |left, right| left + right));
    for chunk in values.as_chunks_mut().0 {
        V::load(chunk).times(factor).store(chunk);
    }
}

/// `e^x` of an `x` of at most zero, within 2e-7 of it.
#[inline(always)]
fn exponential<V: Vector>(x: V) -> V {
    // Cody and Waite: x = n ln 2 + rest, ln 2 in two parts so that the first product is exact; a polynomial for the rest. Below -87.3
    // the power is subnormal.
    let x = x.larger(V::splat(LOWEST));
    let whole = x.times_plus(V::splat(std::f32::consts::LOG2_E), V::splat(ROUNDER));
    let n = whole.minus(V::splat(ROUNDER));
    let rest = n.times_plus(V::splat(-6.931_457_5e-1), x);
    let rest = n.times_plus(V::splat(-1.428_606_8e-6), rest);
    let mut y = V::splat(f32::from_bits(COEFFICIENTS[0]));
    for bits in &COEFFICIENTS[1..] {
        y = y.times_plus(rest, V::splat(f32::from_bits(*bits)));
    }
    y.times(whole.power_of_two())
}

/// Where e^x is taken to end.
const LOWEST: f32 = -87.0;

/// Of e^x between -ln 2 / 2 and ln 2 / 2, the highest power first, as bits of `f32`.
const COEFFICIENTS: [u32; 7] =
    [0x3ab4_a000, 0x3c09_2f6e, 0x3d2a_adad, 0x3e2a_aa28, 0x3eff_fffb, 0x3f80_0000, 0x3f80_0000];

#[cfg(test)]
mod tests {
    use super::super::kernels::scalar::Scalar;
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..=8_700 {
            let x = -(step as f32) / 100.0;
            let [found, ..] = exponential([x; LANES]);
            assert!((found - x.exp()).abs() <= 2e-7 * x.exp(), "{x}: {found} {}", x.exp());
        }
        assert!(exponential([f32::NEG_INFINITY; LANES])[0] < 1e-37);
        assert_eq!(exponential([0.0; LANES]), [1.0; LANES]);
    }

    #[test]
    fn quantised_values_keep_zero_and_the_range() {
        let values: Vec<f32> = (0..LANES * 3).map(|at| at as f32 / 10.0 - 1.3).collect();
        let mut bytes = vec![0; values.len()];
        let Quantisation { scale, zero } = quantise::<Scalar>(&values, &mut bytes);
        for (&value, &byte) in values.iter().zip(&bytes) {
            assert!((scale * (i32::from(byte) - zero) as f32 - value).abs() <= 0.51 * scale, "{value}");
        }
        assert_eq!((bytes[0], bytes[values.len() - 1]), (0, 255));
        let mut bytes = [9; LANES];
        let none = quantise::<Scalar>(&[0.0; LANES], &mut bytes);
        assert_eq!((none.scale, none.zero, bytes), (1.0, 0, [0; LANES]));
    }

    #[test]
    fn shares_add_up_to_one_and_what_is_behind_has_none() {
        let mut values = [0.5; LANES];
        values[1] = 8.5;
        shares::<[f32; LANES]>(&mut values, 3, 0.125);
        assert!((values.iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!((values[1] / values[0] - std::f32::consts::E).abs() < 1e-5);
        assert_eq!(values[3..], [0.0; LANES - 3]);
    }
}
