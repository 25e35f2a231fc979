//! Gzip tables with a header line, tab separated without quoting (comma separated for the world tables).

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use flate2::read::GzDecoder;

use crate::CorpusError;

/// One row: fields by column name.
pub(crate) struct Row<'a> {
    columns: &'a HashMap<String, usize>,
    fields: Vec<String>,
}

impl Row<'_> {
    /// The field of `column`, trimmed; empty when the table has no such column.
    pub(crate) fn get(&self, column: &str) -> &str {
        self.columns.get(column).and_then(|&index| self.fields.get(index)).map_or("", |field| field.trim())
    }
}

/// Reads `<data>/<name>` and hands each row to `take`.
pub(crate) fn read(data: &Path, name: &str, mut take: impl FnMut(Row<'_>)) -> Result<(), CorpusError> {
    let path: PathBuf = data.join(name);
    let unreadable = |source| CorpusError::Read { path: path.clone(), source };
    let file = File::open(&path).map_err(unreadable)?;
    let mut lines = BufReader::new(GzDecoder::new(file)).lines();
    let commas = name.ends_with(".csv.gz");
    let split =
        |line: &str| if commas { split_csv(line) } else { line.split('\t').map(str::to_owned).collect() };
    let header = lines.next().transpose().map_err(unreadable)?.unwrap_or_default();
    let columns: HashMap<String, usize> = split(&header).into_iter().zip(0..).collect();
    for line in lines {
        let fields = split(&line.map_err(unreadable)?);
        take(Row { columns: &columns, fields });
    }
    Ok(())
}

/// Fields of a comma-separated line with double-quote quoting; the tables hold no line break inside a field.
fn split_csv(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    let mut characters = line.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' if quoted && characters.peek() == Some(&'"') => {
                characters.next();
                push(&mut fields, '"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            other => push(&mut fields, other),
        }
    }
    fields
}

fn push(fields: &mut [String], character: char) {
    if let Some(last) = fields.last_mut() {
        last.push(character);
    }
}

#[cfg(test)]
mod tests {
    use super::split_csv;

    #[test]
    fn quoted_commas_and_quotes() {
        assert_eq!(split_csv(r#"a,"b, c","d ""e""",,"#), ["a", "b, c", "d \"e\"", "", ""]);
    }
}
