//! Rows with their answers, as bytes of a result.

pub(crate) mod parquet;
mod text;

use std::io::{self, Write};
use std::sync::Arc;

use ::parquet::schema::types::Type;

use self::parquet::ParquetFormat;
use self::text::TextFormat;
use crate::error::BulkError;
use crate::fields::{Answer, Field};
use crate::file_format::{Compression, Kind};
use crate::value::InputRow;

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
#[derive(Clone, Copy)]
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

impl Encoding {
    /// Compresses a piece; concatenated pieces are one file.
    fn compressed(self, bytes: Vec<u8>) -> io::Result<Vec<u8>> {
        match self.compression {
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
}

/// The writer of the result's format.
pub(crate) enum Format {
    Text(TextFormat),
    Parquet(ParquetFormat),
}

impl Format {
    /// The format of an encoding; `schema` is that of the input if it is Parquet.
    pub(crate) fn new(
        layout: Layout,
        schema: Option<&Arc<Type>>,
        encoding: Encoding,
    ) -> Result<Format, BulkError> {
        if encoding.kind != Kind::Parquet {
            return Ok(Format::Text(TextFormat { encoding, layout }));
        }
        let format = ParquetFormat::new(layout, schema);
        Ok(Format::Parquet(format.map_err(BulkError::parquet("the schema of the result"))?))
    }

    /// The bytes before the first row.
    pub(crate) fn beginning(&self) -> io::Result<Vec<u8>> {
        match self {
            Format::Text(text) => text.beginning(),
            Format::Parquet(_) => Ok(Vec::new()),
        }
    }

    /// The bytes after the last row.
    pub(crate) fn end(&self) -> io::Result<Vec<u8>> {
        match self {
            Format::Text(text) => text.end(),
            Format::Parquet(_) => Ok(Vec::new()),
        }
    }

    /// How the pieces of Parquet are joined; none for text.
    pub(crate) fn parquet(&self) -> Option<&ParquetFormat> {
        match self {
            Format::Parquet(format) => Some(format),
            Format::Text(_) => None,
        }
    }
}
