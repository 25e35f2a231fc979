//! The products with AVX2: pairs of 16 bits, whose sum of two products always fits 32 bits (`vpmaddwd`). The instruction for pairs of 8
//! bits is a quarter faster and cuts sums off at 16 bits, which ONNX Runtime's kernels for such machines put up with.
#![allow(unsafe_code, reason = "intrinsics that read through pointers; each block says why they stay inside")]

use std::arch::x86_64::{
    _mm_load_si128, _mm256_add_epi32, _mm256_cvtepi8_epi16, _mm256_madd_epi16, _mm256_set1_epi32,
    _mm256_setzero_si256, _mm256_storeu_si256,
};

use super::super::forward::{Rows, Scratch, encode as forward};
use super::super::weights::{Line, Linear, Packing, Tagger};
use super::x86::{Halves, moments};
use super::{Kernel, Quantised, tiles};

pub(in super::super) const PACKING: Packing = Packing { panel: 16, group: 2 };

struct Avx2;

/// The encoder compiled for AVX2.
#[target_feature(enable = "avx2,fma")]
pub(in super::super) fn encode(tagger: &Tagger, rows: &Rows<'_>, scratch: &mut Scratch, scores: &mut [f32]) {
    forward::<Avx2>(tagger, rows, scratch, scores);
}

impl Kernel for Avx2 {
    type Vector = Halves;

    #[inline(always)]
    fn moments(tokens: [&[[f32; 8]]; 8]) -> [[f32; 8]; 2] {
        // SAFETY: as below.
        unsafe { moments(tokens) }
    }

    #[inline(always)]
    fn product(linear: &Linear, tokens: &Quantised<'_, u8>, words: &mut Vec<i16>, sums: &mut [i32]) {
        // SAFETY: `Avx2` is private to this module and used by `encode` alone, which runs only where there is AVX2.
        unsafe { product(linear, tokens, words, sums) }
    }
}

#[target_feature(enable = "avx2,fma")]
fn product(linear: &Linear, tokens: &Quantised<'_, u8>, words: &mut Vec<i16>, sums: &mut [i32]) {
    words.clear();
    words.extend(tokens.values.iter().map(|&value| i16::from(value)));
    let tokens = Quantised { values: words.as_slice(), taps: tokens.taps };
    // With two vectors of sums each, four tokens take eight of the sixteen registers.
    tiles!(tile, PACKING, linear, &tokens, sums, 4, [1, 2, 3]);
}

/// Sixteen sums of each of `TOKENS` tokens from `first` on.
#[inline]
#[target_feature(enable = "avx2,fma")]
fn tile<const TOKENS: usize>(
    linear: &Linear,
    lines: &[Line],
    tokens: &Quantised<'_, i16>,
    first: usize,
    column: usize,
    sums: &mut [i32],
) {
    let mut made = [[_mm256_setzero_si256(); 2]; TOKENS];
    let (taps, half) = (lines.chunks_exact(lines.len() / linear.taps), Line::SIZE / 2);
    for (tap, lines) in taps.enumerate() {
        let Some(values) = tokens.tap::<TOKENS>(linear, first, tap) else { continue };
        // A line holds two pairs of each of the sixteen outputs.
        assert_eq!(2 * 2 * lines.len(), linear.width);
        for (line, weights) in lines.iter().enumerate() {
            for pair in 0..2 {
                let load = |offset: usize| {
                    // SAFETY: 16 bytes from 0, 16, 32 or 48 of the 64 of a line.
                    let weights = unsafe { _mm_load_si128(weights.0.as_ptr().add(offset).cast()) };
                    _mm256_cvtepi8_epi16(weights)
                };
                let (left, right) = (load(pair * half), load(pair * half + half / 2));
                for (made, values) in made.iter_mut().zip(values) {
                    // SAFETY: two of the `width` values, four of which go with each line, as is asserted above.
                    let two =
                        unsafe { values.as_ptr().add(4 * line + 2 * pair).cast::<i32>().read_unaligned() };
                    let two = _mm256_set1_epi32(two);
                    made[0] = _mm256_add_epi32(made[0], _mm256_madd_epi16(two, left));
                    made[1] = _mm256_add_epi32(made[1], _mm256_madd_epi16(two, right));
                }
            }
        }
    }
    for (token, made) in made.into_iter().enumerate() {
        let start = (first + token) * linear.stride + column;
        let sums = sums[start..start + 16].as_chunks_mut::<8>().0;
        for (sums, made) in sums.iter_mut().zip(made) {
            // SAFETY: eight numbers of 32 bits.
            unsafe { _mm256_storeu_si256(sums.as_mut_ptr().cast(), made) }
        }
    }
}
