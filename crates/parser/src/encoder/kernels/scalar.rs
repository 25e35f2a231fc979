//! The products in plain Rust: what the others are compared with.

use super::super::weights::{LANES, Linear, Packing};
use super::{Kernel, Quantised};

pub(super) const PACKING: Packing = Packing { panel: LANES, group: 2 };

pub(super) struct Scalar;

impl Kernel for Scalar {
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
