//! Gzip tables with a header line, tab separated without quoting (comma separated and quoted for the world tables).

use std::collections::HashMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use csv::{ReaderBuilder, StringRecord};
use flate2::read::GzDecoder;

use crate::CorpusError;

/// One row: fields by column name.
pub(crate) struct Row<'a> {
    columns: &'a HashMap<String, usize>,
    fields: &'a StringRecord,
}

impl Row<'_> {
    /// The field of `column`, trimmed; empty when the table has no such column.
    pub(crate) fn get(&self, column: &str) -> &str {
        self.columns.get(column).and_then(|&index| self.fields.get(index)).map_or("", str::trim)
    }
}

/// Reads `<data>/<name>` and hands each row to `take`.
pub(crate) fn read(data: &Path, name: &str, mut take: impl FnMut(Row<'_>)) -> Result<(), CorpusError> {
    let path: PathBuf = data.join(name);
    let file = File::open(&path).map_err(|source| CorpusError::Read { path: path.clone(), source })?;
    let unreadable = |source| CorpusError::Table { path: path.clone(), source };
    let commas = name.ends_with(".csv.gz");
    let mut table = ReaderBuilder::new()
        .delimiter(if commas { b',' } else { b'\t' })
        .quoting(commas)
        .flexible(true)
        .from_reader(GzDecoder::new(file));
    let header = table.headers().map_err(unreadable)?;
    let columns: HashMap<String, usize> = header.iter().map(str::to_owned).zip(0..).collect();
    let mut fields = StringRecord::new();
    while table.read_record(&mut fields).map_err(unreadable)? {
        take(Row { columns: &columns, fields: &fields });
    }
    Ok(())
}
