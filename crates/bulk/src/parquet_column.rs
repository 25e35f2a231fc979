//! The columns of a row group of Parquet: how one is written, and those that are kept as they were read.

use parquet::data_type::DataType;
use parquet::errors::ParquetError;
use parquet::file::writer::SerializedRowGroupWriter;

/// A row group that is being written.
pub(crate) type RowGroupWriter<'a> = SerializedRowGroupWriter<'a, Vec<u8>>;

/// Writes the values of a leaf column, which were read, as the next column of a row group.
pub(crate) type Leaf = Box<dyn Fn(&mut RowGroupWriter<'_>) -> Result<(), ParquetError> + Send + Sync>;

/// Writes the next column of a row group.
pub(crate) fn write_column<T: DataType>(
    group: &mut RowGroupWriter<'_>,
    values: &[T::T],
    definition: &[i16],
    repetition: Option<&[i16]>,
) -> Result<(), ParquetError> {
    let missing = || ParquetError::General("a row group has fewer columns than its schema".into());
    let mut column = group.next_column()?.ok_or_else(missing)?;
    // A column that is never null, or no list, has no levels.
    let [definition, repetition] =
        [Some(definition), repetition].map(|levels| levels.filter(|levels| !levels.is_empty()));
    column.typed::<T>().write_batch(values, definition, repetition)?;
    column.close()
}
