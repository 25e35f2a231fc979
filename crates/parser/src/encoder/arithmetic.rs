//! The arithmetic between the products, of vectors of sixteen values on end: written so that it compiles to the widest vectors of each set
//! of instructions and rounds alike in all, since no sum depends on how wide they are.

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

/// The fold of all lanes into one, in a fixed order.
#[inline(always)]
fn folded(mut lanes: [f32; LANES], join: impl Fn(f32, f32) -> f32) -> f32 {
    let mut half = LANES / 2;
    while half > 0 {
        for lane in 0..half {
            lanes[lane] = join(lanes[lane], lanes[lane + half]);
        }
        half /= 2;
    }
    lanes[0]
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

/// `values = norm(values)`, in place.
#[inline(always)]
pub(super) fn normalise(values: &mut [f32], norm: &Norm) {
    let (mut sum, mut squares) = ([0.0; LANES], [0.0; LANES]);
    for chunk in values.as_chunks::<LANES>().0 {
        for lane in 0..LANES {
            sum[lane] += chunk[lane];
            squares[lane] += chunk[lane] * chunk[lane];
        }
    }
    let count = values.len() as f32;
    let mean = folded(sum, |left, right| left + right) / count;
    let variance = folded(squares, |left, right| left + right) / count - mean * mean;
    let factor = 1.0 / (variance + norm.epsilon).sqrt();
    let constants = norm.scale.as_chunks::<LANES>().0.iter().zip(norm.shift.as_chunks::<LANES>().0);
    for (values, (scale, shift)) in values.as_chunks_mut::<LANES>().0.iter_mut().zip(constants) {
        for lane in 0..LANES {
            values[lane] = (values[lane] - mean) * factor * scale[lane] + shift[lane];
        }
    }
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

/// `sum += factor * values`.
#[inline(always)]
pub(super) fn add_scaled(sum: &mut [f32], factor: f32, values: &[f32]) {
    for (sum, values) in sum.as_chunks_mut::<LANES>().0.iter_mut().zip(values.as_chunks::<LANES>().0) {
        for lane in 0..LANES {
            sum[lane] += factor * values[lane];
        }
    }
}

/// The share of each of the first `count` values, after `e^(scale * value)`; what stands behind them becomes zero.
#[inline(always)]
pub(super) fn shares(values: &mut [f32], count: usize, scale: f32) {
    for value in &mut values[count..] {
        *value = f32::NEG_INFINITY;
    }
    let mut high = [f32::NEG_INFINITY; LANES];
    for chunk in values.as_chunks_mut::<LANES>().0.iter_mut() {
        for lane in 0..LANES {
            chunk[lane] *= scale;
            high[lane] = larger(chunk[lane], high[lane]);
        }
    }
    let high = folded(high, larger);
    let mut sum = [0.0; LANES];
    for chunk in values.as_chunks_mut::<LANES>().0.iter_mut() {
        for lane in 0..LANES {
            chunk[lane] = exponential(chunk[lane] - high);
            sum[lane] += chunk[lane];
        }
    }
    let factor = 1.0 / folded(sum, |left, right| left + right);
    for value in &mut *values {
        *value *= factor;
    }
}

/// `e^x` of an `x` of at most zero, within 2e-7 of it; zero below -87, where there are no ordinary numbers any more.
#[inline(always)]
fn exponential(x: f32) -> f32 {
    // Cody and Waite: x = n ln 2 + rest, ln 2 in two parts so that the product is exact; a polynomial for the rest (Cephes).
    let within = larger(x, -87.0);
    let whole = within * std::f32::consts::LOG2_E + ROUNDER;
    let n = whole - ROUNDER;
    let rest = within - n * 0.693_359_4 - n * -2.121_944_4e-4;
    let mut y = 1.987_569_1e-4;
    for coefficient in [1.398_2e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        y = y * rest + coefficient;
    }
    let y = y * rest * rest + rest + 1.0;
    let power = (whole.to_bits() << 23).wrapping_add(1.0_f32.to_bits());
    let value = y * f32::from_bits(power);
    if x < -87.0 { 0.0 } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exponentials_are_those_of_the_library() {
        for step in 0..8_700 {
            let x = -(step as f32) / 100.0;
            assert!((exponential(x) - x.exp()).abs() <= 2e-7 * x.exp(), "{x}: {} {}", exponential(x), x.exp());
        }
        assert_eq!(exponential(f32::NEG_INFINITY), 0.0);
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
