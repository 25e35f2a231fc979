//! Vectors in the registers of x86-64.
//!
//! They are made and used by the kernels of these instructions alone, which run only where the machine has them; what they load and store
//! are whole arrays. That is why each block below is safe.
#![allow(unsafe_code, reason = "intrinsics of instructions that the kernels are compiled for")]
#![allow(clippy::undocumented_unsafe_blocks, reason = "the reason is the same for all, and stands above")]

use std::arch::x86_64::*;

use super::super::weights::LANES;
use super::Vector;

/// One register of AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Whole(__m512);

/// Two registers of AVX2.
#[derive(Clone, Copy)]
pub(super) struct Halves(__m256, __m256);

/// Operations that are one instruction a register.
macro_rules! operations {
    ($($name:ident = $whole:ident, $half:ident;)*) => {
        macro_rules! of_whole {
            () => {$(
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    Whole(unsafe { $whole(self.0, other.0) })
                }
            )*};
        }
        macro_rules! of_halves {
            () => {$(
                #[inline(always)]
                fn $name(self, other: Self) -> Self {
                    unsafe { Halves($half(self.0, other.0), $half(self.1, other.1)) }
                }
            )*};
        }
    };
}

operations! {
    plus = _mm512_add_ps, _mm256_add_ps;
    minus = _mm512_sub_ps, _mm256_sub_ps;
    times = _mm512_mul_ps, _mm256_mul_ps;
    over = _mm512_div_ps, _mm256_div_ps;
    smaller = _mm512_min_ps, _mm256_min_ps;
    larger = _mm512_max_ps, _mm256_max_ps;
}

impl Vector for Whole {
    of_whole!();

    #[inline(always)]
    fn splat(value: f32) -> Self {
        Whole(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    fn load(values: &[f32; LANES]) -> Self {
        Whole(unsafe { _mm512_loadu_ps(values.as_ptr()) })
    }

    #[inline(always)]
    fn store(self, values: &mut [f32; LANES]) {
        unsafe { _mm512_storeu_ps(values.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, addend: Self) -> Self {
        Whole(unsafe { _mm512_fmadd_ps(self.0, factor.0, addend.0) })
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        unsafe {
            let bits = _mm512_slli_epi32(_mm512_castps_si512(self.0), 23);
            let one = _mm512_set1_epi32(1.0_f32.to_bits().cast_signed());
            Whole(_mm512_castsi512_ps(_mm512_add_epi32(bits, one)))
        }
    }

    #[inline(always)]
    fn without_zero(sums: &[i32; LANES], zero: i32, weight_sums: &[i32; LANES]) -> Self {
        unsafe {
            let zeros =
                _mm512_mullo_epi32(_mm512_set1_epi32(zero), _mm512_loadu_si512(weight_sums.as_ptr().cast()));
            let sums = _mm512_sub_epi32(_mm512_loadu_si512(sums.as_ptr().cast()), zeros);
            Whole(_mm512_cvtepi32_ps(sums))
        }
    }

    #[inline(always)]
    fn store_bytes(self, zero: i32, bytes: &mut [u8; LANES]) {
        unsafe {
            // The rounding of the machine is to the nearest, halves to the even, unless a program changes it.
            let numbers = _mm512_add_epi32(_mm512_cvtps_epi32(self.0), _mm512_set1_epi32(zero));
            let numbers = _mm512_max_epi32(numbers, _mm512_setzero_si512());
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), _mm512_cvtusepi32_epi8(numbers));
        }
    }
}

impl Vector for Halves {
    of_halves!();

    #[inline(always)]
    fn splat(value: f32) -> Self {
        let half = unsafe { _mm256_set1_ps(value) };
        Halves(half, half)
    }

    #[inline(always)]
    fn load(values: &[f32; LANES]) -> Self {
        unsafe { Halves(_mm256_loadu_ps(values.as_ptr()), _mm256_loadu_ps(values.as_ptr().add(8))) }
    }

    #[inline(always)]
    fn store(self, values: &mut [f32; LANES]) {
        unsafe {
            _mm256_storeu_ps(values.as_mut_ptr(), self.0);
            _mm256_storeu_ps(values.as_mut_ptr().add(8), self.1);
        }
    }

    #[inline(always)]
    fn times_plus(self, factor: Self, addend: Self) -> Self {
        unsafe {
            Halves(_mm256_fmadd_ps(self.0, factor.0, addend.0), _mm256_fmadd_ps(self.1, factor.1, addend.1))
        }
    }

    #[inline(always)]
    fn power_of_two(self) -> Self {
        let half = |half: __m256| unsafe {
            let bits = _mm256_slli_epi32(_mm256_castps_si256(half), 23);
            let one = _mm256_set1_epi32(1.0_f32.to_bits().cast_signed());
            _mm256_castsi256_ps(_mm256_add_epi32(bits, one))
        };
        Halves(half(self.0), half(self.1))
    }

    #[inline(always)]
    fn without_zero(sums: &[i32; LANES], zero: i32, weight_sums: &[i32; LANES]) -> Self {
        let half = |first: usize| unsafe {
            let weight_sums = _mm256_loadu_si256(weight_sums.as_ptr().add(first).cast());
            let zeros = _mm256_mullo_epi32(_mm256_set1_epi32(zero), weight_sums);
            _mm256_cvtepi32_ps(_mm256_sub_epi32(_mm256_loadu_si256(sums.as_ptr().add(first).cast()), zeros))
        };
        Halves(half(0), half(8))
    }

    #[inline(always)]
    fn store_bytes(self, zero: i32, bytes: &mut [u8; LANES]) {
        unsafe {
            let zero = _mm256_set1_epi32(zero);
            let [low, high] = [self.0, self.1].map(|half| _mm256_add_epi32(_mm256_cvtps_epi32(half), zero));
            // Packing holds numbers within 16 bits and then within a byte; it works in halves of a register, which are put in order.
            let words = _mm256_permute4x64_epi64(_mm256_packs_epi32(low, high), 0b11_01_10_00);
            let bytes_of =
                _mm_packus_epi16(_mm256_castsi256_si128(words), _mm256_extracti128_si256(words, 1));
            _mm_storeu_si128(bytes.as_mut_ptr().cast(), bytes_of);
        }
    }
}

/// See [`super::Kernel::moments`]: eight values of eight tokens are turned into one register a value, so that tokens are summed side by
/// side and each in order.
#[inline]
#[target_feature(enable = "avx2")]
pub(super) fn moments(tokens: [&[[f32; 8]]; 8]) -> [[f32; 8]; 2] {
    let mut sums = [_mm256_setzero_ps(); 2];
    let chunks = tokens.iter().map(|token| token.len()).min().unwrap_or(0);
    for chunk in 0..chunks {
        let rows = tokens.map(|token| unsafe { _mm256_loadu_ps(token[chunk].as_ptr()) });
        for value in transposed(rows) {
            sums[0] = _mm256_add_ps(sums[0], value);
            sums[1] = _mm256_add_ps(sums[1], _mm256_mul_ps(value, value));
        }
    }
    sums.map(|sums| {
        let mut each = [0.0; 8];
        unsafe { _mm256_storeu_ps(each.as_mut_ptr(), sums) };
        each
    })
}

#[inline]
#[target_feature(enable = "avx2")]
fn transposed(rows: [__m256; 8]) -> [__m256; 8] {
    let pairs = |left: usize| {
        let (left, right) = (rows[left], rows[left + 1]);
        [_mm256_unpacklo_ps(left, right), _mm256_unpackhi_ps(left, right)]
    };
    let fours = |first: usize| {
        let ([low, high], [low_behind, high_behind]) = (pairs(first), pairs(first + 2));
        [
            _mm256_shuffle_ps(low, low_behind, 0b01_00_01_00),
            _mm256_shuffle_ps(low, low_behind, 0b11_10_11_10),
            _mm256_shuffle_ps(high, high_behind, 0b01_00_01_00),
            _mm256_shuffle_ps(high, high_behind, 0b11_10_11_10),
        ]
    };
    let (top, bottom) = (fours(0), fours(4));
    std::array::from_fn(|value| {
        let (top, bottom) = (top[value % 4], bottom[value % 4]);
        if value < 4 {
            _mm256_permute2f128_ps(top, bottom, 0x20)
        } else {
            _mm256_permute2f128_ps(top, bottom, 0x31)
        }
    })
}
