//! Plain Rust: what the others are compared with.

use std::array::from_fn;

use super::super::weights::{LANES, Linear, Packing};
use super::{Kernel, Quantised, ROUNDER, Vector};

pub(in super::super) const PACKING: Packing = Packing { panel: LANES, group: 2 };

pub(in super::super) struct Scalar;

impl Vector for [f32; LANES] {
    fn splat(value: f32) -> Self {
        [value; LANES]
    }

    fn load(values: &[f32; LANES]) -> Self {
        *values
    }

    fn store(self, values: &mut [f32; LANES]) {
        *values = self;
    }

    fn plus(self, other: Self) -> Self {
        from_fn(|lane| self[lane] + other[lane])
    }

    fn minus(self, other: Self) -> Self {
        from_fn(|lane| self[lane] - other[lane])
    }

    fn times(self, other: Self) -> Self {
        from_fn(|lane| self[lane] * other[lane])
    }

    fn over(self, other: Self) -> Self {
        from_fn(|lane| self[lane] / other[lane])
    }

    fn times_plus(self, factor: Self, addend: Self) -> Self {
        from_fn(|lane| self[lane].mul_add(factor[lane], addend[lane]))
    }

    fn smaller(self, other: Self) -> Self {
        from_fn(|lane| if self[lane] < other[lane] { self[lane] } else { other[lane] })
    }

    fn larger(self, other: Self) -> Self {
        from_fn(|lane| if self[lane] > other[lane] { self[lane] } else { other[lane] })
    }

    fn power_of_two(self) -> Self {
        // The low bits are those of n; the exponent of one is that of 2^0.
        self.map(|value| f32::from_bits((value.to_bits() << 23).wrapping_add(1.0_f32.to_bits())))
    }

    fn without_zero(sums: &[i32; LANES], zero: i32, weight_sums: &[i32; LANES]) -> Self {
        from_fn(|lane| (sums[lane] - zero * weight_sums[lane]) as f32)
    }

    fn store_bytes(self, zero: i32, bytes: &mut [u8; LANES]) {
        *bytes = self.map(|value| (rounded(value) + zero).clamp(0, 255) as u8);
    }
}

/// A number below 2^22 in size as a whole one, halves to the even.
fn rounded(value: f32) -> i32 {
    (value + ROUNDER).to_bits().cast_signed() - ROUNDER.to_bits().cast_signed()
}

impl Kernel for Scalar {
    type Vector = [f32; LANES];

    fn moments(tokens: [&[[f32; 8]]; 8]) -> [[f32; 8]; 2] {
        let values = tokens.map(|token| token.as_flattened());
        let sum =
            |of: fn(f32) -> f32| values.map(|values| values.iter().fold(0.0, |sum, &value| sum + of(value)));
        [sum(|value| value), sum(|value| value * value)]
    }

    fn product(linear: &Linear, tokens: &Quantised<'_, u8>, _: &mut Vec<i16>, sums: &mut [i32]) {
        for (panel, lines) in linear.panels().enumerate() {
            for (token, row) in sums.chunks_exact_mut(linear.stride).enumerate() {
                let mut made = [0; LANES];
                for (tap, lines) in lines.chunks_exact(lines.len() / linear.taps).enumerate() {
                    let Some([values]) = tokens.tap(linear, token, tap) else { continue };
                    // A line holds a pair of weights of each output, twice.
                    let pairs = lines.iter().flat_map(|line| line.0.as_chunks::<{ 2 * LANES }>().0);
                    for (&[first, second], weights) in values.as_chunks().0.iter().zip(pairs) {
                        for (sum, &[left, right]) in made.iter_mut().zip(weights.as_chunks().0) {
                            *sum += i32::from(first) * i32::from(left) + i32::from(second) * i32::from(right);
                        }
                    }
                }
                row[panel * LANES..(panel + 1) * LANES].copy_from_slice(&made);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding_takes_halves_to_the_even_number() {
        for value in [-254.5, -1.5, -0.5, -0.3, 0.0, 0.5, 1.5, 2.5, 99.7, 254.5] {
            assert_eq!(rounded(value) as f32, value.round_ties_even(), "{value}");
        }
    }
}
