//! The products with AVX-512 VNNI: four products of 8 bits and their sum in one instruction, for sixteen outputs at a time.
#![allow(unsafe_code, reason = "intrinsics that read through pointers; each block says why they stay inside")]

use std::arch::x86_64::{
    _mm512_dpbusd_epi32, _mm512_load_si512, _mm512_set1_epi32, _mm512_setzero_si512, _mm512_storeu_si512,
};

use super::super::forward::{Rows, Scratch, encode as forward};
use super::super::weights::{Line, Linear, Packing, Tagger};
use super::x86::{Whole, moments};
use super::{Kernel, Quantised, tiles};

pub(in super::super) const PACKING: Packing = Packing { panel: 64, group: 4 };

/// Vectors of a panel.
const VECTORS: usize = 4;

struct Avx512Vnni;

/// The encoder compiled for AVX-512.
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
pub(in super::super) fn encode(tagger: &Tagger, rows: &Rows<'_>, scratch: &mut Scratch, scores: &mut [f32]) {
    forward::<Avx512Vnni>(tagger, rows, scratch, scores);
}

impl Kernel for Avx512Vnni {
    type Vector = Whole;

    #[inline(always)]
    fn moments(tokens: [&[[f32; 8]]; 8]) -> [[f32; 8]; 2] {
        // SAFETY: as below.
        unsafe { moments(tokens) }
    }

    #[inline(always)]
    fn product(linear: &Linear, tokens: &Quantised<'_, u8>, _: &mut Vec<i16>, sums: &mut [i32]) {
        // SAFETY: `Avx512Vnni` is private to this module and used by `encode` alone, which runs only where these instructions are.
        unsafe { product(linear, tokens, sums) }
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn product(linear: &Linear, tokens: &Quantised<'_, u8>, sums: &mut [i32]) {
    // With four vectors of sums each, six tokens take 24 of the 32 registers.
    tiles!(tile, PACKING, linear, tokens, sums, 6, [1, 2, 3, 4, 5]);
}

/// Sixty-four sums of each of `TOKENS` tokens from `first` on.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vnni")]
fn tile<const TOKENS: usize>(
    linear: &Linear,
    lines: &[Line],
    tokens: &Quantised<'_, u8>,
    first: usize,
    column: usize,
    sums: &mut [i32],
) {
    let mut made = [[_mm512_setzero_si512(); VECTORS]; TOKENS];
    for (tap, lines) in lines.chunks_exact(lines.len() / linear.taps).enumerate() {
        let Some(values) = tokens.tap::<TOKENS>(linear, first, tap) else { continue };
        let quads = lines.as_chunks::<VECTORS>().0;
        assert_eq!(4 * quads.len(), linear.width);
        for (quad, weights) in quads.iter().enumerate() {
            // SAFETY: a line is 64 bytes, aligned to as many.
            let weights = std::array::from_fn::<_, VECTORS, _>(|at| unsafe {
                _mm512_load_si512((&raw const weights[at]).cast())
            });
            for (made, values) in made.iter_mut().zip(values) {
                // SAFETY: four of the `width` values, as is asserted above.
                let four = unsafe { values.as_ptr().add(4 * quad).cast::<i32>().read_unaligned() };
                let four = _mm512_set1_epi32(four);
                for (made, weights) in made.iter_mut().zip(weights) {
                    *made = _mm512_dpbusd_epi32(*made, four, weights);
                }
            }
        }
    }
    for (token, made) in made.into_iter().enumerate() {
        let start = (first + token) * linear.stride + column;
        let sums = sums[start..start + PACKING.panel].as_chunks_mut::<16>().0;
        for (sums, made) in sums.iter_mut().zip(made) {
            // SAFETY: sixteen numbers of 32 bits.
            unsafe { _mm512_storeu_si512(sums.as_mut_ptr().cast(), made) }
        }
    }
}
