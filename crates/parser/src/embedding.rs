//! The embedding table: int8 rows, summed outside the graph.

use crate::Embedding;

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
        let values = size.rows * size.width;
        let expected = values + 4 * size.rows;
        if bytes.len() != expected {
            return Err((expected, bytes.len()));
        }
        let scales = bytes[values..]
            .chunks_exact(4)
            .map(|scale| f32::from_le_bytes([scale[0], scale[1], scale[2], scale[3]]))
            .collect();
        let rows = bytes[..values].iter().map(|&byte| byte.cast_signed()).collect();
        Ok(EmbeddingTable { rows, scales, width: size.width })
    }

    /// Values of a token vector.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// Adds the rows of `ids` to `sum`. Ids come from [`milepost_text::features`] and are inside the table.
    pub(crate) fn add(&self, ids: &[u32], sum: &mut [f32]) {
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
        bytes.pop();
        assert_eq!(EmbeddingTable::from_bytes(bytes, size).err(), Some((12, 11)));
    }
}
