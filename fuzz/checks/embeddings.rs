//! The size of an embedding table, rows and width of 8 bytes each, then the table.

use milepost_parser::{Embedding, stages};

/// Whether `bytes` are a table of their size.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Some((&rows, rest)) = bytes.split_first_chunk() else { return false };
    let Some((&width, table)) = rest.split_first_chunk() else { return false };
    let [rows, width] = [rows, width].map(|number| usize::try_from(u64::from_le_bytes(number)));
    match (rows, width) {
        (Ok(rows), Ok(width)) => stages::read_embeddings(table, Embedding { rows, width }),
        _ => false,
    }
}
