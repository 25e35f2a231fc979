//! The embedding table: int8 rows, summed outside the graph.
#![allow(unsafe_code, reason = "prefetching, and a call of code for instructions that were asked for first")]

use crate::Embedding;

/// Bytes that a processor fetches at a time.
const CACHE_LINE: usize = 64;

/// Prefetches the cache line at the start of `values`.
#[inline(always)]
fn fetch_line<T>(values: &[T]) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing and faults nowhere; every x86-64 processor has it.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(values.as_ptr().cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = values;
}

/// Rows of int8 with one scale each.
pub(crate) struct EmbeddingTable {
    rows: Vec<i8>,
    scales: Vec<f32>,
    width: usize,
}

impl EmbeddingTable {
    /// Reads `rows * width` int8 values, row-major, then `rows` little-endian `f32` scales; the error is
    /// (expected, found) bytes.
    pub(crate) fn from_bytes(bytes: Vec<u8>, size: Embedding) -> Result<EmbeddingTable, (usize, usize)> {
        let values = size.rows.saturating_mul(size.width);
        let expected = values.saturating_add(size.rows.saturating_mul(4));
        if bytes.len() != expected {
            return Err((expected, bytes.len()));
        }
        let scales = bytes[values..].as_chunks().0.iter().map(|&scale| f32::from_le_bytes(scale)).collect();
        let rows = bytes[..values].iter().map(|&byte| byte.cast_signed()).collect();
        Ok(EmbeddingTable { rows, scales, width: size.width })
    }

    /// Values of a token vector.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Whether the table has a row of this number.
    pub(crate) fn has(&self, row: u32) -> bool {
        (row as usize) < self.scales.len()
    }

    /// Prefetches the rows of `ids`: they lie anywhere in a table larger than the caches, so summing them one after another
    /// mostly waits for memory.
    pub(crate) fn fetch(&self, ids: &[u32]) {
        for &id in ids {
            let start = id as usize * self.width;
            let row = &self.rows[start..start + self.width];
            row.chunks(CACHE_LINE).for_each(fetch_line);
            fetch_line(&self.scales[id as usize..]);
        }
    }

    /// Adds the rows of `ids` to `sum`. Ids come from [`milepost_text::features`] and are inside the table.
    pub(crate) fn add(&self, ids: &[u32], sum: &mut [f32]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: this processor has AVX2.
            unsafe { self.add_avx2(ids, sum) };
            return;
        }
        self.add_rows(ids, sum);
    }

    /// The same, compiled for AVX2: the products and their order are those of any processor, and so is the sum.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn add_avx2(&self, ids: &[u32], sum: &mut [f32]) {
        self.add_rows(ids, sum);
    }

    #[inline(always)]
    fn add_rows(&self, ids: &[u32], sum: &mut [f32]) {
        for &id in ids {
            let id = id as usize;
            let scale = self.scales[id];
            let row = &self.rows[id * self.width..(id + 1) * self.width];
            for (value, &quantised) in sum.iter_mut().zip(row) {
                *value += scale * f32::from(quantised);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_scaled_rows_and_refuses_other_sizes() {
        let size = Embedding { rows: 2, width: 2 };
        let mut bytes = vec![1, 2, 255, 4];
        bytes.extend(0.5_f32.to_le_bytes());
        bytes.extend(2.0_f32.to_le_bytes());
        let table = EmbeddingTable::from_bytes(bytes.clone(), size).unwrap();
        let mut sum = [0.0; 2];
        table.add(&[0, 1, 1], &mut sum);
        assert_eq!(sum, [0.5 - 4.0, 1.0 + 16.0]);
        assert!(table.has(1) && !table.has(2));
        table.fetch(&[0, 1]);
        bytes.pop();
        assert_eq!(EmbeddingTable::from_bytes(bytes, size).err(), Some((12, 11)));
    }

    #[test]
    fn every_processor_sums_the_same() {
        let size = Embedding { rows: 50, width: 96 };
        let mut bytes: Vec<u8> = (0..size.rows * size.width).map(|at| (at * 37 % 251) as u8).collect();
        bytes.extend((0..size.rows).flat_map(|row| (1.0 / (row as f32 + 3.0)).to_le_bytes()));
        let table = EmbeddingTable::from_bytes(bytes, size).unwrap();
        let ids: Vec<u32> = (0..200).map(|at| at * 7 % 50).collect();
        let [mut fastest, mut plain] = [[0.0; 96]; 2];
        table.add(&ids, &mut fastest);
        table.add_rows(&ids, &mut plain);
        assert_eq!(fastest.map(f32::to_bits), plain.map(f32::to_bits));
    }
}
