//! Rows with their answers, as bytes of a result.

pub(crate) mod parquet;
mod text;

use std::io::Write;

use crate::fields::{Answer, Field};
use crate::kind::{Compression, Kind};
use crate::value::InputRow;

pub(crate) use text::TextFormat;

/// The columns of a result.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    /// Columns of the input.
    pub(crate) columns: Vec<String>,
    /// Columns of the answer, with their prefix.
    pub(crate) results: Vec<String>,
    pub(crate) fields: Vec<Field>,
}

/// A row to be written.
pub(crate) struct OutputRow<'a> {
    pub(crate) input: &'a InputRow,
    pub(crate) answer: &'a Answer,
}

/// How text becomes bytes of the result.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Encoding {
    pub(crate) kind: Kind,
    pub(crate) compression: Compression,
    /// The delimiter.
    pub(crate) delimiter: u8,
}

/// Compresses a piece; concatenated pieces are one file.
pub(crate) fn compressed(bytes: Vec<u8>, compression: Compression) -> std::io::Result<Vec<u8>> {
    match compression {
        Compression::None => Ok(bytes),
        _ if bytes.is_empty() => Ok(bytes),
        Compression::Gzip => {
            let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
            encoder.write_all(&bytes)?;
            encoder.finish()
        }
        Compression::Zstd => zstd::bulk::compress(&bytes, 0),
    }
}
