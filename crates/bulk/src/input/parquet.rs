//! Parquet files: rows as cells, and the columns unchanged with their levels, so a result in Parquet keeps
//! each column with its type, however nested.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::sync::Arc;

use crc32fast::Hasher;
use parquet::column::reader::{ColumnReader, ColumnReaderImpl};
use parquet::data_type::{
    BoolType, ByteArray, ByteArrayType, DataType, DoubleType, FixedLenByteArray, FixedLenByteArrayType,
    FloatType, Int32Type, Int64Type, Int96, Int96Type,
};
use parquet::errors::ParquetError;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;
use parquet::record::reader::{ReaderIter, TreeBuilder};
use parquet::schema::types::Type;

use crate::value::{InputRow, Value};

/// Values of a leaf column with their levels.
#[derive(Debug, Clone)]
pub(crate) struct Leaf {
    pub(crate) definition: Vec<i16>,
    pub(crate) repetition: Vec<i16>,
    pub(crate) values: Values,
}

/// Values by physical type.
#[derive(Debug, Clone)]
pub(crate) enum Values {
    Bool(Vec<bool>),
    Int32(Vec<i32>),
    Int64(Vec<i64>),
    Int96(Vec<Int96>),
    Float(Vec<f32>),
    Double(Vec<f64>),
    Bytes(Vec<ByteArray>),
    Fixed(Vec<FixedLenByteArray>),
}

/// A file being read.
pub(crate) struct ParquetRows {
    reader: SerializedFileReader<File>,
    /// The same file, for its bytes.
    file: File,
    /// Checksum of the footer and of each row group that was started.
    hasher: Hasher,
    columns: Vec<String>,
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
        let reader = SerializedFileReader::new(File::open(path)?)?;
        let schema = reader.metadata().file_metadata().schema();
        let columns = schema.get_fields().iter().map(|field| field.name().to_owned()).collect();
        Ok(ParquetRows { reader, file, hasher, columns, with_leaves, group: 0, taken: 0, open: None })
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
    pub(crate) fn skip(&mut self, mut rows: u64) -> Result<(), ParquetError> {
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

    /// Up to `most` rows of one row group, and its leaves; no rows at the end.
    pub(crate) fn next(&mut self, most: usize) -> Result<(Vec<InputRow>, Option<Vec<Leaf>>), ParquetError> {
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
                let cells = row?.into_columns().into_iter().map(|(_, field)| value(field)).collect();
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
        let cells = TreeBuilder::new().as_iter(schema, &*group)?;
        Ok(Group { rows, cells, leaves })
    }
}

/// Adds everything that is read to a checksum.
fn hash(bytes: &mut impl Read, hasher: &mut Hasher) -> io::Result<()> {
    let mut block = [0; 16 << 10];
    loop {
        match bytes.read(&mut block)? {
            0 => return Ok(()),
            read => hasher.update(&block[..read]),
        }
    }
}

/// The same with the footer, whose length is in the last eight bytes. The reader refuses a file without one.
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
    fn typed<T: DataType>(
        reader: &mut ColumnReaderImpl<T>,
        records: usize,
        of: fn(Vec<T::T>) -> Values,
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
        Ok(Leaf { definition, repetition, values: of(values) })
    }
    match reader {
        ColumnReader::BoolColumnReader(reader) => typed::<BoolType>(reader, records, Values::Bool),
        ColumnReader::Int32ColumnReader(reader) => typed::<Int32Type>(reader, records, Values::Int32),
        ColumnReader::Int64ColumnReader(reader) => typed::<Int64Type>(reader, records, Values::Int64),
        ColumnReader::Int96ColumnReader(reader) => typed::<Int96Type>(reader, records, Values::Int96),
        ColumnReader::FloatColumnReader(reader) => typed::<FloatType>(reader, records, Values::Float),
        ColumnReader::DoubleColumnReader(reader) => typed::<DoubleType>(reader, records, Values::Double),
        ColumnReader::ByteArrayColumnReader(reader) => typed::<ByteArrayType>(reader, records, Values::Bytes),
        ColumnReader::FixedLenByteArrayColumnReader(reader) => {
            typed::<FixedLenByteArrayType>(reader, records, Values::Fixed)
        }
    }
}

/// The cell of a field: numbers and texts as such, everything else as JSON.
fn value(field: Field) -> Value {
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
            Err(_) => Value::Json(Field::Bytes(bytes).to_json_value()),
        },
        nested @ (Field::Group(_) | Field::ListInternal(_) | Field::MapInternal(_)) => {
            Value::Json(nested.to_json_value())
        }
        // Days and times as their text, without the quotes of JSON.
        other => match other.to_json_value() {
            serde_json::Value::String(text) => Value::Text(text),
            _ => Value::Text(other.to_string()),
        },
    }
}
