//! Parquet files: rows as cells, and the columns unchanged with their levels, so a result in Parquet keeps
//! each column with its type, however nested.
//!
//! Columns of text are read as bytes ([`BytesOfText`]): the reader fails a whole file for one text that is not UTF-8.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use crc32fast::Hasher;
use parquet::basic::{ConvertedType, Type as PhysicalType};
use parquet::bloom_filter::Sbbf;
use parquet::column::page::PageReader;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::metadata::{ColumnChunkMetaData, RowGroupMetaData};
use parquet::file::reader::{FileReader, RowGroupReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::{ReaderIter, RowIter, TreeBuilder};
use parquet::schema::types::{ColumnDescriptor, Type};
use serde_json::Value as Json;

use crate::checksummed_file::hash;
use crate::parquet_column::{Leaf, write_column};
use crate::quote::quoted;
use crate::value::{InputRow, Value};

/// A file being read.
pub(crate) struct ParquetRows {
    reader: SerializedFileReader<File>,
    /// The same file, for its bytes.
    file: File,
    /// Checksum of the footer and of each row group that was started.
    hasher: Hasher,
    columns: Vec<String>,
    /// For each column, whether it is declared as text.
    is_text: Vec<bool>,
    /// Whether the leaves are read too.
    with_leaves: bool,
    group: usize,
    /// Rows read from the group.
    taken: usize,
    open: Option<Group>,
}

/// The current row group.
struct Group {
    rows: usize,
    cells: ReaderIter,
    leaves: Vec<ColumnReader>,
}

impl ParquetRows {
    pub(crate) fn open(path: &str, with_leaves: bool) -> Result<ParquetRows, ParquetError> {
        let mut file = File::open(path)?;
        let mut hasher = Hasher::new();
        hash_footer(&mut file, &mut hasher)?;
        let reader = guarded(|| SerializedFileReader::new(File::open(path)?))?;
        let fields = reader.metadata().file_metadata().schema().get_fields();
        let columns = fields.iter().map(|field| field.name().to_owned()).collect();
        let is_text = fields.iter().map(|field| is_text(field)).collect();
        Ok(ParquetRows {
            reader,
            file,
            hasher,
            columns,
            is_text,
            with_leaves,
            group: 0,
            taken: 0,
            open: None,
        })
    }

    pub(crate) fn columns(&self) -> &[String] {
        &self.columns
    }

    pub(crate) fn schema(&self) -> Arc<Type> {
        self.reader.metadata().file_metadata().schema_descr().root_schema_ptr()
    }

    /// Rows of the file.
    pub(crate) fn rows(&self) -> u64 {
        u64::try_from(self.reader.metadata().file_metadata().num_rows()).unwrap_or(0)
    }

    /// Rows read so far.
    pub(crate) fn passed(&self) -> u64 {
        let groups = self.reader.metadata().row_groups().iter().take(self.group);
        groups.map(|group| u64::try_from(group.num_rows()).unwrap_or(0)).sum::<u64>() + self.taken as u64
    }

    /// Checksum so far: the footer, and the bytes of each row group that was started.
    pub(crate) fn checksum(&self) -> u32 {
        self.hasher.clone().finalize()
    }

    /// Skips the first `rows`.
    pub(crate) fn skip(&mut self, rows: u64) -> Result<(), ParquetError> {
        guarded(|| self.skip_rows(rows))
    }

    fn skip_rows(&mut self, mut rows: u64) -> Result<(), ParquetError> {
        while rows > 0 {
            let Some(group) = self.reader.metadata().row_groups().get(self.group) else { return Ok(()) };
            let length = u64::try_from(group.num_rows()).unwrap_or(0);
            if rows < length {
                while rows > 0 {
                    let most = usize::try_from(rows).unwrap_or(usize::MAX).min(4096);
                    let (read, _) = self.next(most)?;
                    rows -= read.len() as u64;
                }
                return Ok(());
            }
            self.hash_group()?;
            rows -= length;
            self.group += 1;
        }
        Ok(())
    }

    /// Up to `most` rows of one row group, and its leaves; no rows at the end. An error names the row group.
    pub(crate) fn next(&mut self, most: usize) -> Result<(Vec<InputRow>, Option<Vec<Leaf>>), ParquetError> {
        guarded(|| self.next_of_group(most)).map_err(|error| {
            let (group, groups) = (self.group + 1, self.reader.num_row_groups());
            let reason = quoted(&error.to_string());
            let advice = "write the file anew";
            ParquetError::General(format!("row group {group} of {groups} is damaged, {advice}: {reason}"))
        })
    }

    fn next_of_group(&mut self, most: usize) -> Result<(Vec<InputRow>, Option<Vec<Leaf>>), ParquetError> {
        loop {
            if self.group >= self.reader.num_row_groups() {
                return Ok((Vec::new(), None));
            }
            if self.open.is_none() {
                self.open = Some(self.open_group()?);
                self.taken = 0;
            }
            let Some(open) = self.open.as_mut() else { continue };
            let wanted = most.min(open.rows - self.taken);
            if wanted == 0 {
                self.open = None;
                self.taken = 0;
                self.group += 1;
                continue;
            }
            let mut rows = Vec::with_capacity(wanted);
            for row in open.cells.by_ref().take(wanted) {
                let columns = row?.into_columns().into_iter().zip(&self.is_text);
                let cells = columns.map(|((_, field), &is_text)| value(field, is_text)).collect();
                rows.push(InputRow { cells, ..InputRow::default() });
            }
            if rows.len() != wanted {
                return Err(ParquetError::General("a row group has fewer rows than it says".into()));
            }
            let leaves =
                open.leaves.iter_mut().map(|leaf| read_leaf(leaf, wanted)).collect::<Result<Vec<_>, _>>()?;
            self.taken += wanted;
            return Ok((rows, self.with_leaves.then_some(leaves)));
        }
    }

    /// Adds the bytes of the row group to the checksum, so a resumed run notices a changed file.
    fn hash_group(&mut self) -> Result<(), ParquetError> {
        let columns = self.reader.metadata().row_group(self.group).columns();
        for (start, length) in columns.iter().map(|column| column.byte_range()) {
            self.file.seek(SeekFrom::Start(start))?;
            hash(&mut (&self.file).take(length), &mut self.hasher)?;
        }
        Ok(())
    }

    fn open_group(&mut self) -> Result<Group, ParquetError> {
        self.hash_group()?;
        let group = self.reader.get_row_group(self.group)?;
        let rows = usize::try_from(group.metadata().num_rows()).unwrap_or(0);
        let leaves = if self.with_leaves {
            (0..group.num_columns())
                .map(|leaf| group.get_column_reader(leaf))
                .collect::<Result<Vec<_>, _>>()?
        } else {
            Vec::new()
        };
        let schema = self.reader.metadata().file_metadata().schema_descr_ptr();
        let cells = TreeBuilder::new().as_iter(schema, &BytesOfText::of(&*group)?)?;
        Ok(Group { rows, cells, leaves })
    }
}

/// A row group whose columns of text are declared as bytes.
struct BytesOfText<'a> {
    group: &'a dyn RowGroupReader,
    declared: RowGroupMetaData,
}

impl BytesOfText<'_> {
    fn of(group: &dyn RowGroupReader) -> Result<BytesOfText<'_>, ParquetError> {
        let metadata = group.metadata();
        let columns = metadata.columns().iter().map(|column| {
            let text = column.column_descr();
            if !is_text(text.self_type()) {
                return Ok(column.clone());
            }
            let bytes = Type::primitive_type_builder(text.name(), PhysicalType::BYTE_ARRAY)
                .with_repetition(text.self_type().get_basic_info().repetition())
                .build()?;
            let (definition, repetition) = (text.max_def_level(), text.max_rep_level());
            let bytes = ColumnDescriptor::new(Arc::new(bytes), definition, repetition, text.path().clone());
            ColumnChunkMetaData::builder(Arc::new(bytes)).build()
        });
        let declared = RowGroupMetaData::builder(metadata.schema_descr_ptr())
            .set_num_rows(metadata.num_rows())
            .set_column_metadata(columns.collect::<Result<_, _>>()?)
            .build()?;
        Ok(BytesOfText { group, declared })
    }
}

impl RowGroupReader for BytesOfText<'_> {
    fn metadata(&self) -> &RowGroupMetaData {
        &self.declared
    }

    fn num_columns(&self) -> usize {
        self.group.num_columns()
    }

    fn get_column_page_reader(&self, column: usize) -> Result<Box<dyn PageReader>, ParquetError> {
        self.group.get_column_page_reader(column)
    }

    fn get_column_reader(&self, column: usize) -> Result<ColumnReader, ParquetError> {
        self.group.get_column_reader(column)
    }

    fn get_column_bloom_filter(&self, column: usize) -> Option<&Sbbf> {
        self.group.get_column_bloom_filter(column)
    }

    fn get_row_iter(&self, projection: Option<Type>) -> Result<RowIter<'_>, ParquetError> {
        self.group.get_row_iter(projection)
    }
}

/// Whether a column holds one text per row, by its declaration.
fn is_text(column: &Type) -> bool {
    let text = [ConvertedType::UTF8, ConvertedType::ENUM, ConvertedType::JSON];
    column.is_primitive()
        && column.get_physical_type() == PhysicalType::BYTE_ARRAY
        && text.contains(&column.get_basic_info().converted_type())
}

/// Reads; a panic of the reader over damaged bytes becomes an error.
fn guarded<T>(read: impl FnOnce() -> Result<T, ParquetError>) -> Result<T, ParquetError> {
    let panicked = |error| Err(ParquetError::General(format!("the reader stopped: {error}")));
    milepost::guarded(|| Ok(read())).unwrap_or_else(panicked)
}

/// Adds the footer to a checksum; its length is in the last eight bytes. The reader refuses a file without one.
fn hash_footer(file: &mut File, hasher: &mut Hasher) -> io::Result<()> {
    let length = file.metadata()?.len();
    let Some(end) = length.checked_sub(8) else { return Ok(()) };
    let mut footer = [0; 4];
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut footer)?;
    let start = end.saturating_sub(u32::from_le_bytes(footer).into());
    file.seek(SeekFrom::Start(start))?;
    hash(file, hasher)
}

/// The next `records` of a column.
fn read_leaf(reader: &mut ColumnReader, records: usize) -> Result<Leaf, ParquetError> {
    fn typed<T: DataType<T: Sync>>(
        reader: &mut ColumnReaderImpl<T>,
        records: usize,
    ) -> Result<Leaf, ParquetError> {
        let (mut definition, mut repetition, mut values) = (Vec::new(), Vec::new(), Vec::new());
        let mut left = records;
        while left > 0 {
            let (read, _, _) =
                reader.read_records(left, Some(&mut definition), Some(&mut repetition), &mut values)?;
            if read == 0 {
                return Err(ParquetError::General("a column has fewer rows than its row group".into()));
            }
            left -= read;
        }
        Ok(Box::new(move |group| write_column::<T>(group, &values, &definition, Some(&repetition))))
    }
    match reader {
        ColumnReader::BoolColumnReader(reader) => typed(reader, records),
        ColumnReader::Int32ColumnReader(reader) => typed(reader, records),
        ColumnReader::Int64ColumnReader(reader) => typed(reader, records),
        ColumnReader::Int96ColumnReader(reader) => typed(reader, records),
        ColumnReader::FloatColumnReader(reader) => typed(reader, records),
        ColumnReader::DoubleColumnReader(reader) => typed(reader, records),
        ColumnReader::ByteArrayColumnReader(reader) => typed(reader, records),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => typed(reader, records),
    }
}

/// The cell of a field: numbers and texts as such, everything else as JSON. `is_text` says whether its column is declared as text.
fn value(field: Field, is_text: bool) -> Value {
    match field {
        Field::Null => Value::Null,
        Field::Bool(value) => Value::Bool(value),
        Field::Byte(value) => Value::Int(value.into()),
        Field::Short(value) => Value::Int(value.into()),
        Field::Int(value) => Value::Int(value.into()),
        Field::Long(value) => Value::Int(value),
        Field::UByte(value) => Value::Int(value.into()),
        Field::UShort(value) => Value::Int(value.into()),
        Field::UInt(value) => Value::Int(value.into()),
        Field::ULong(value) => {
            i64::try_from(value).map_or_else(|_| Value::Text(value.to_string()), Value::Int)
        }
        Field::Float(value) => Value::Float(value.into()),
        Field::Double(value) => Value::Float(value),
        Field::Str(text) => Value::Text(text),
        // Old writers do not mark their bytes as text.
        Field::Bytes(bytes) => match bytes.as_utf8() {
            Ok(text) => Value::Text(text.to_owned()),
            Err(_) if is_text => Value::NotUtf8(bytes.data().to_vec()),
            Err(_) => Value::Json(Field::Bytes(bytes).to_json_value()),
        },
        nested @ (Field::Group(_) | Field::ListInternal(_) | Field::MapInternal(_)) => {
            Value::Json(json(&nested))
        }
        // Days and times as their text, without the quotes of JSON.
        other => match other.to_json_value() {
            Json::String(text) => Value::Text(text),
            _ => Value::Text(other.to_string()),
        },
    }
}

/// The JSON of a field within others, whose texts are bytes. Bytes that are not UTF-8 are Base64.
fn json(field: &Field) -> Json {
    match field {
        Field::Group(row) => row.get_column_iter().map(|(name, field)| (name.clone(), json(field))).collect(),
        Field::ListInternal(list) => list.elements().iter().map(json).collect(),
        Field::MapInternal(map) => {
            let key = |key: &Field| match json(key) {
                Json::String(text) => text,
                other => other.to_string(),
            };
            map.entries().iter().map(|(name, field)| (key(name), json(field))).collect()
        }
        Field::Bytes(bytes) => match bytes.as_utf8() {
            Ok(text) => Json::String(text.to_owned()),
            Err(_) => field.to_json_value(),
        },
        other => other.to_json_value(),
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use parquet::basic::{Compression, ZstdLevel};
    use parquet::column::writer::ColumnWriter;
    use parquet::data_type::ByteArray;
    use parquet::file::properties::WriterProperties;
    use parquet::file::writer::SerializedFileWriter;
    use parquet::schema::parser::parse_message_type;

    use super::*;

    const GROUPS: usize = 3;
    const ROWS_OF_A_GROUP: usize = 40;

    /// A file with a column of each kind that is read otherwise.
    fn write(compression: Compression) -> Vec<u8> {
        let schema = "message table {
            required int64 id;
            optional binary address (string);
            optional group names (list) { repeated group list { optional binary element (string); } }
        }";
        let schema = Arc::new(parse_message_type(schema).unwrap());
        let properties = WriterProperties::builder().set_compression(compression).build();
        let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
        for group in 0..GROUPS {
            let rows = group * ROWS_OF_A_GROUP..(group + 1) * ROWS_OF_A_GROUP;
            let mut group = writer.next_row_group().unwrap();
            while let Some(mut column) = group.next_column().unwrap() {
                match column.untyped() {
                    ColumnWriter::Int64ColumnWriter(column) => {
                        let ids: Vec<i64> = rows.clone().map(|row| row as i64).collect();
                        column.write_batch(&ids, None, None).unwrap();
                    }
                    ColumnWriter::ByteArrayColumnWriter(column) => {
                        let level = column.get_descriptor().max_def_level();
                        let text =
                            |row: usize| ByteArray::from(format!("{} Elm St, Reno", row % 7).into_bytes());
                        let texts: Vec<ByteArray> = rows.clone().map(text).collect();
                        let levels = |level| vec![level; ROWS_OF_A_GROUP];
                        column.write_batch(&texts, Some(&levels(level)), Some(&levels(0))).unwrap();
                    }
                    _ => unreachable!(),
                }
                column.close().unwrap();
            }
            group.close().unwrap();
        }
        writer.into_inner().unwrap()
    }

    /// Rows until the end or the first error.
    fn read(path: &Path) -> (usize, Option<String>) {
        let mut rows = 0;
        let open = || ParquetRows::open(path.to_str().unwrap(), true);
        // A resumed run skips groups without reading them.
        let _ = open().and_then(|mut file| file.skip(ROWS_OF_A_GROUP as u64 + 1));
        let read = open().and_then(|mut file| {
            loop {
                match file.next(16)?.0.len() {
                    0 => return Ok(()),
                    read => rows += read,
                }
            }
        });
        (rows, read.err().map(|error| error.to_string()))
    }

    #[test]
    fn damaged_pages_are_errors_that_name_their_row_group() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("damaged.parquet");
        let zstd = Compression::ZSTD(ZstdLevel::default());
        let mut with_row_group = 0;
        for compression in [Compression::UNCOMPRESSED, Compression::SNAPPY, zstd, Compression::LZ4_RAW] {
            let sound = write(compression);
            std::fs::write(&path, &sound).unwrap();
            assert_eq!(read(&path), (GROUPS * ROWS_OF_A_GROUP, None));
            let flips = std::env::var("MILEPOST_FLIPS").map_or(500, |flips| flips.parse().unwrap());
            for number in 0..flips {
                // A step without a common divisor visits all of a file in time.
                let at = number * 7_919 % sound.len();
                let mut damaged = sound.clone();
                damaged[at] ^= 1 << (number % 8);
                std::fs::write(&path, &damaged).unwrap();
                if let (_, Some(error)) = read(&path) {
                    with_row_group += usize::from(error.contains("row group "));
                    assert!(error.chars().count() < 400, "{error}");
                }
            }
        }
        assert!(with_row_group > 100, "{with_row_group}");
    }
}
