//! Parquet: each window is a small file of one row group; at the end their bytes are joined under one footer.

use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::path::Path;
use std::sync::Arc;

use bytes::Bytes;
use parquet::basic::{Compression, LogicalType, Repetition, Type as Physical, ZstdLevel};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType};
use parquet::errors::ParquetError;
use parquet::file::metadata::ParquetMetaDataReader;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{Type, TypePtr};

use super::{Layout, OutputRow};
use crate::fields::CellType;
use crate::parquet_column::{Leaf, RowGroupWriter, write_column};
use crate::value::Value;

/// The schema of a result and how its row groups are written.
#[derive(Debug, Clone)]
pub(crate) struct ParquetFormat {
    schema: TypePtr,
    layout: Layout,
    /// Whether the columns of the input are copied unchanged.
    from_parquet: bool,
}

impl ParquetFormat {
    /// The format of a layout; `input` is the schema if the input is Parquet.
    pub(crate) fn new(layout: Layout, input: Option<&TypePtr>) -> Result<ParquetFormat, ParquetError> {
        let mut fields: Vec<TypePtr> = match input {
            Some(schema) => schema.get_fields().to_vec(),
            None => layout.columns.iter().map(|name| text(name)).collect::<Result<_, _>>()?,
        };
        for (name, field) in layout.results.iter().zip(&layout.fields) {
            fields.push(match field.kind {
                CellType::Text => text(name)?,
                CellType::Number => Arc::new(
                    Type::primitive_type_builder(name, Physical::DOUBLE)
                        .with_repetition(Repetition::OPTIONAL)
                        .build()?,
                ),
                CellType::List => list(name)?,
            });
        }
        let schema = Arc::new(Type::group_type_builder("schema").with_fields(fields).build()?);
        Ok(ParquetFormat { schema, layout, from_parquet: input.is_some() })
    }

    fn properties() -> Arc<WriterProperties> {
        let compression = Compression::ZSTD(ZstdLevel::default());
        let properties = WriterProperties::builder().set_compression(compression);
        Arc::new(properties.set_created_by("milepost".to_owned()).build())
    }

    /// A file of one row group, after its length in eight bytes.
    pub(crate) fn piece(
        &self,
        rows: &[OutputRow<'_>],
        leaves: Option<&[Leaf]>,
    ) -> Result<Vec<u8>, ParquetError> {
        if rows.is_empty() {
            return Ok(Vec::new());
        }
        let mut writer =
            SerializedFileWriter::new(Vec::new(), Arc::clone(&self.schema), ParquetFormat::properties())?;
        let mut group = writer.next_row_group()?;
        if self.from_parquet {
            for leaf in leaves.unwrap_or_default() {
                leaf(&mut group)?;
            }
        } else {
            for column in 0..self.layout.columns.len() {
                let cells = rows.iter().map(|row| row.input.cells.get(column).unwrap_or(&Value::Null));
                write_texts(&mut group, cells)?;
            }
        }
        for (index, field) in self.layout.fields.iter().enumerate() {
            let cells = rows.iter().map(|row| row.answer.cells.get(index).unwrap_or(&Value::Null));
            match field.kind {
                CellType::Text => write_texts(&mut group, cells)?,
                CellType::Number => write_numbers(&mut group, cells)?,
                CellType::List => write_lists(&mut group, cells)?,
            }
        }
        group.close()?;
        let file = writer.into_inner()?;
        let mut piece = (file.len() as u64).to_le_bytes().to_vec();
        piece.extend(file);
        Ok(piece)
    }

    /// Joins the pieces of a file into another.
    pub(crate) fn join(&self, pieces: &Path, into: &Path) -> Result<(), ParquetError> {
        let mut pieces = BufReader::new(File::open(pieces)?);
        let schema = Arc::clone(&self.schema);
        let into = io::BufWriter::new(File::create(into)?);
        let mut writer = SerializedFileWriter::new(into, schema, ParquetFormat::properties())?;
        while let Some(piece) = next_piece(&mut pieces)? {
            let metadata = ParquetMetaDataReader::new().parse_and_finish(&piece)?;
            for group in metadata.row_groups() {
                let mut joined = writer.next_row_group()?;
                for column in group.columns() {
                    let close = ColumnCloseResult {
                        bytes_written: column.compressed_size().unsigned_abs(),
                        rows_written: group.num_rows().unsigned_abs(),
                        metadata: column.clone(),
                        bloom_filter: None,
                        column_index: None,
                        offset_index: None,
                    };
                    joined.append_column(&piece, close)?;
                }
                joined.close()?;
            }
        }
        writer.into_inner()?.flush()?;
        Ok(())
    }
}

fn next_piece(pieces: &mut impl Read) -> io::Result<Option<Bytes>> {
    let mut length = [0; 8];
    match pieces.read_exact(&mut length) {
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
        read => read?,
    }
    let mut piece = vec![0; usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?];
    pieces.read_exact(&mut piece)?;
    Ok(Some(piece.into()))
}

fn text(name: &str) -> Result<TypePtr, ParquetError> {
    let text = Type::primitive_type_builder(name, Physical::BYTE_ARRAY).with_repetition(Repetition::OPTIONAL);
    Ok(Arc::new(text.with_logical_type(Some(LogicalType::String)).build()?))
}

/// A list in three levels, as the format prescribes (parquet-format, LogicalTypes.md, Lists).
fn list(name: &str) -> Result<TypePtr, ParquetError> {
    let repeated = Type::group_type_builder("list")
        .with_repetition(Repetition::REPEATED)
        .with_fields(vec![text("element")?])
        .build()?;
    let list = Type::group_type_builder(name)
        .with_repetition(Repetition::OPTIONAL)
        .with_logical_type(Some(LogicalType::List))
        .with_fields(vec![Arc::new(repeated)]);
    Ok(Arc::new(list.build()?))
}

fn write_texts<'a>(
    group: &mut RowGroupWriter<'_>,
    cells: impl Iterator<Item = &'a Value>,
) -> Result<(), ParquetError> {
    let (mut values, mut definition) = (Vec::new(), Vec::new());
    for cell in cells {
        definition.push(i16::from(*cell != Value::Null));
        match cell {
            Value::Null => {}
            Value::Text(text) => values.push(ByteArray::from(text.as_str())),
            other => values.push(ByteArray::from(other.text().into_bytes())),
        }
    }
    write_column::<ByteArrayType>(group, &values, &definition, None)
}

fn write_numbers<'a>(
    group: &mut RowGroupWriter<'_>,
    cells: impl Iterator<Item = &'a Value>,
) -> Result<(), ParquetError> {
    let (mut values, mut definition) = (Vec::new(), Vec::new());
    for cell in cells {
        let value = cell.float();
        definition.push(i16::from(value.is_some()));
        values.extend(value);
    }
    write_column::<DoubleType>(group, &values, &definition, None)
}

fn write_lists<'a>(
    group: &mut RowGroupWriter<'_>,
    cells: impl Iterator<Item = &'a Value>,
) -> Result<(), ParquetError> {
    let (mut values, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
    for cell in cells {
        match cell {
            Value::List(texts) if !texts.is_empty() => {
                for (index, text) in texts.iter().enumerate() {
                    values.push(ByteArray::from(text.as_str()));
                    // List, entry and element are present; the first entry begins a row.
                    definition.push(3);
                    repetition.push(i16::from(index > 0));
                }
            }
            _ => {
                definition.push(0);
                repetition.push(0);
            }
        }
    }
    write_column::<ByteArrayType>(group, &values, &definition, Some(&repetition))
}
