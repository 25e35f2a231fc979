//! What the encoder computes with, by the instructions of the machine. All kernels produce the same integers, and the rest of the encoder
//! is the same Rust compiled for each (Rust never fuses a product and a sum into one rounding), so their answers are equal bit by bit.

#[cfg(target_arch = "x86_64")]
pub(super) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(super) mod avx512;
pub(super) mod scalar;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::weights::{LANES, Linear};

/// Quantised tokens, and which of them each sum takes.
pub(super) struct Quantised<'a, T> {
    /// `width` values a token, after a token of zeros for missing neighbours.
    pub(super) values: &'a [T],
    /// Where the tokens of each sum begin among the values, one a tap.
    pub(super) taps: &'a [usize],
}

impl<T> Quantised<'_, T> {
    /// The values of a tap of so many sums on end; none if all of them are missing neighbours.
    #[inline(always)]
    fn tap<const SUMS: usize>(&self, linear: &Linear, first: usize, tap: usize) -> Option<[&[T]; SUMS]> {
        let starts = std::array::from_fn(|sum| self.taps[(first + sum) * linear.taps + tap]);
        let is_there = starts.iter().any(|&start: &usize| start > 0);
        is_there.then(|| starts.map(|start| &self.values[start..start + linear.width]))
    }
}

/// Sixteen consecutive values, in as many registers as they take. Every operation rounds each value once, as in IEEE 754.
pub(super) trait Vector: Copy {
    fn splat(value: f32) -> Self;
    fn load(values: &[f32; LANES]) -> Self;
    fn store(self, values: &mut [f32; LANES]);
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
    fn times(self, other: Self) -> Self;
    fn over(self, other: Self) -> Self;
    /// `self * factor + addend`, rounded once.
    fn times_plus(self, factor: Self, addend: Self) -> Self;
    /// `self` where it is smaller, else `other`.
    fn smaller(self, other: Self) -> Self;
    /// `self` where it is larger, else `other`.
    fn larger(self, other: Self) -> Self;
    /// `2^n` of values that are `n + ROUNDER`, n between -126 and 127.
    fn power_of_two(self) -> Self;
    /// `sums - zero * weight_sums`.
    fn without_zero(sums: &[i32; LANES], zero: i32, weight_sums: &[i32; LANES]) -> Self;
    /// Rounded to whole numbers, halves to the even, moved by `zero` and held within a byte. Values are below 2^22 in size.
    fn store_bytes(self, zero: i32, bytes: &mut [u8; LANES]);
}

/// Adding it to a number below 2^22 in size rounds that to a whole one, halves to the even, and leaves it in the low bits.
pub(super) const ROUNDER: f32 = 12_582_912.0;

/// What the encoder computes with.
pub(super) trait Kernel {
    type Vector: Vector;

    /// Of eight tokens, the sums of their values and of their squares, each from the first to the last value.
    fn moments(tokens: [&[[f32; 8]]; 8]) -> [[f32; 8]; 2];

    /// The sums of each token, `linear.stride` a token. `words` is room to work in.
    fn product(linear: &Linear, tokens: &Quantised<'_, u8>, words: &mut Vec<i16>, sums: &mut [i32]);
}

/// Calls a `tile` for all tokens and panels, with as many tokens at a time as it takes at most, but evenly: of seven four and three.
macro_rules! tiles {
    ($tile:ident, $packing:expr, $linear:expr, $tokens:expr, $sums:expr, $most:literal, [$($count:literal),+]) => {{
        let (linear, tokens, sums): (&Linear, _, &mut [i32]) = ($linear, $tokens, $sums);
        assert_eq!(linear.packing, $packing, "weights packed for other instructions");
        let count = tokens.taps.len() / linear.taps;
        assert_eq!(sums.len(), count * linear.stride, "sums of other tokens");
        for (panel, lines) in linear.panels().enumerate() {
            let (column, mut first) = (panel * $packing.panel, 0);
            let mut tiles_left = count.div_ceil($most);
            while first < count {
                let taken = (count - first).div_ceil(tiles_left);
                match taken {
                    $($count => $tile::<$count>(linear, lines, tokens, first, column, sums),)+
                    _ => $tile::<$most>(linear, lines, tokens, first, column, sums),
                }
                first += taken;
                tiles_left -= 1;
            }
        }
    }};
}
use tiles;
