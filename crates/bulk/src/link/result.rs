//! The file of a result, written beside its name and renamed at the end.

use std::fs::File;
use std::io::{self, BufWriter, Write, stdout};
use std::path::Path;

use milepost_aside::{Aside, Claim};

use crate::error::BulkError;
use crate::fields::Field;
use crate::file_format::Kind;
use crate::input::Input;
use crate::options::TableOptions;
use crate::output::{Format, OutputRow};
use crate::parquet_column::Leaf;
use crate::run::Plan;

/// Where a result goes.
pub(super) enum Target {
    Stdout,
    File(Claim),
}

impl Target {
    /// Claims the file of `--out`.
    ///
    /// # Errors
    /// If the file exists without `--replace`, another run writes it, or its format is GeoJSON.
    pub(super) fn of(table: &TableOptions, plans: &[&Plan]) -> Result<Target, BulkError> {
        if plans.iter().any(|plan| plan.output == Kind::Geojson) {
            let what = "pairs and clusters have no points: use --format csv, tsv, ndjson or parquet";
            return Err(BulkError::Usage(what.to_owned()));
        }
        if table.out == "-" {
            return Ok(Target::Stdout);
        }
        let path = Path::new(&table.out);
        if path.exists() && !table.replace {
            return Err(BulkError::Exists { path: path.to_owned() });
        }
        Ok(Target::File(Claim::on(path)?))
    }

    /// The writer of rows with `fields`, behind the columns of `input` if there is one.
    pub(super) fn writer(
        self,
        plan: &Plan,
        input: Option<&Input>,
        fields: &[Field],
        prefix: &str,
    ) -> Result<Writer, BulkError> {
        let format = plan.format(input, fields, prefix)?;
        let (sink, aside, claim): (Box<dyn Write>, _, _) = match self {
            Target::Stdout => (Box::new(stdout()), None, None),
            Target::File(claim) => {
                let aside = claim.aside()?;
                let file = File::create(aside.path()).map_err(BulkError::write(claim.target()))?;
                (Box::new(BufWriter::new(file)), Some(aside), Some(claim))
            }
        };
        let name = claim.as_ref().map_or_else(
            || "standard output".to_owned(),
            |claim| claim.target().to_string_lossy().into_owned(),
        );
        let mut writer = Writer { name, sink, aside, claim, format, is_first: true };
        writer.put(writer.format.beginning())?;
        Ok(writer)
    }
}

/// Writes the rows of a result.
pub(super) struct Writer {
    name: String,
    sink: Box<dyn Write>,
    aside: Option<Aside>,
    claim: Option<Claim>,
    format: Format,
    is_first: bool,
}

impl Writer {
    /// Writes rows; `leaves` are the unchanged columns of their window of Parquet.
    pub(super) fn rows(&mut self, rows: &[OutputRow<'_>], leaves: Option<&[Leaf]>) -> Result<(), BulkError> {
        let bytes = match &self.format {
            Format::Text(text) => text.rows(rows.iter().copied(), self.is_first),
            Format::Parquet(parquet) => {
                Ok(parquet.piece(rows, leaves).map_err(BulkError::parquet(&self.name))?)
            }
        };
        self.is_first = false;
        self.put(bytes)
    }

    fn put(&mut self, bytes: io::Result<Vec<u8>>) -> Result<(), BulkError> {
        bytes.and_then(|bytes| self.sink.write_all(&bytes)).map_err(BulkError::write(&self.name))
    }

    /// Ends the result and gives it its name.
    pub(super) fn end(mut self) -> Result<(), BulkError> {
        self.put(self.format.end())?;
        self.sink.flush().map_err(BulkError::write(&self.name))?;
        let (Some(claim), Some(mut aside)) = (self.claim, self.aside) else { return Ok(()) };
        if let Some(parquet) = self.format.parquet() {
            let joined = claim.aside()?;
            parquet.join(aside.path(), joined.path()).map_err(BulkError::parquet(&self.name))?;
            aside = joined;
        }
        aside.install(&claim)?;
        Ok(())
    }
}
