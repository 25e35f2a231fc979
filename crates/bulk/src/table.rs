//! The answers to a table of addresses, cell by cell, without files, for data frames.

use milepost::{AnswerBounds, Cancellation, Engine, EngineError, Pool};

use crate::columns::{guessed, subject};
use crate::distinct_answers::answers;
use crate::error::BulkError;
use crate::fields::{Answer, CellType, Only, Question, Subject};
use crate::parts::{Parts, Pieces, Role};
use crate::value::Value;

/// A cell of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Cell<'a> {
    /// No value.
    Null,
    /// A number, in the unit of its column.
    Number(f64),
    /// Text.
    Text(&'a str),
    /// Texts in order.
    List(&'a [String]),
}

/// A question for many addresses, with the columns of its answers.
#[derive(Debug, Clone)]
pub struct TableQuestion(Question);

impl TableQuestion {
    /// The question with these columns, named as in `milepost bulk --fields`; by default all. The column `error`
    /// is always included.
    ///
    /// # Errors
    /// An unknown column, or a question that is not about texts.
    pub fn new(only: Only, fields: &[String]) -> Result<TableQuestion, BulkError> {
        if !matches!(only, Only::Parse | Only::Geocode) {
            return Err(BulkError::Usage("texts can be parsed or geocoded".to_owned()));
        }
        Question::new(only, fields).map(TableQuestion)
    }

    /// The same with bounds for all answers.
    #[must_use]
    pub fn within(self, bounds: AnswerBounds) -> TableQuestion {
        TableQuestion(self.0.within(bounds))
    }

    /// Name and type of each column.
    pub fn columns(&self) -> impl Iterator<Item = (&'static str, CellType)> + '_ {
        self.0.fields.iter().map(|field| (field.name, field.kind))
    }

    /// Whether an engine has what the question needs.
    ///
    /// # Errors
    /// Names what is not open.
    pub fn check(&self, engine: &Engine) -> Result<(), EngineError> {
        engine.parser().ok_or(EngineError::NoWeights)?;
        if self.0.only == Only::Geocode {
            engine.geocoder().ok_or(EngineError::NoGazetteer)?;
        }
        Ok(())
    }

    /// The answers to rows whose cells are the parts of an address, in order, from the threads of `pool`. For a geocode, country, region and
    /// postcode bound the answer of their row. Equal rows are answered once; an address that is blank, is not UTF-8 or fails has the reason
    /// in the column `error`; all cells of the answer to an empty row are null. Rows that have not started when it is cancelled have an
    /// error. A few thousand rows per call keep memory small and threads busy.
    pub fn ask(
        &self,
        engine: &Engine,
        pool: &Pool,
        parts: &TableParts,
        rows: &[Vec<Option<&[u8]>>],
        cancellation: &Cancellation,
    ) -> TableAnswers {
        let is_geocode = self.0.only == Only::Geocode;
        let subject = |row: &Vec<Option<&[u8]>>| subject(&parts.0, &cells(row), is_geocode);
        let subjects: Vec<Subject> = rows.iter().map(subject).collect();
        let (answers, of) = answers(&self.0, engine, pool, &subjects, cancellation);
        let of = of.into_iter().zip(rows).map(|(index, row)| (!is_absent(row)).then_some(index)).collect();
        TableAnswers { answers, of }
    }
}

/// Address parts with their column indexes, and notes for the user on how the columns were read.
pub type GuessedParts = (Vec<(&'static str, usize)>, Vec<String>);

/// Columns that hold the parts of an address.
#[derive(Debug, Clone)]
pub struct TableParts(Pieces);

impl TableParts {
    /// Columns in the order of their table, by the parts that they hold: `address`, or `street`, `number`, `unit`, `city`, `postcode`,
    /// `region` and `country`.
    ///
    /// # Errors
    /// An unknown part, one that is named twice, or none.
    pub fn of<S: AsRef<str>>(names: &[S]) -> Result<TableParts, BulkError> {
        let mut parts = Parts::new();
        for (column, name) in names.iter().map(AsRef::as_ref).enumerate() {
            let Some(role) = Role::READ.into_iter().find(|role| role.name() == name) else {
                let known = Role::READ.map(Role::name).join(", ");
                return Err(BulkError::Usage(format!("there is no part `{name}`; there are: {known}")));
            };
            if parts.insert(role, column).is_some() {
                return Err(BulkError::Usage(format!("the part `{name}` is named twice")));
            }
        }
        if names.is_empty() {
            return Err(BulkError::Usage("an address needs a column".to_owned()));
        }
        Ok(TableParts(Pieces::of(&parts)))
    }

    /// Guesses the address parts from the column names and sample rows; with notes for the user on how the columns were read.
    ///
    /// # Errors
    /// If no column looks like an address, a street or a town.
    pub fn guess(names: &[String], sample: &[Vec<Option<String>>]) -> Result<GuessedParts, BulkError> {
        let cell = |text: &Option<String>| text.clone().map_or(Value::Null, Value::Text);
        let sample: Vec<Vec<Value>> = sample.iter().map(|row| row.iter().map(cell).collect()).collect();
        let (parts, notes) = guessed(names, &sample)?;
        Ok((parts.into_iter().map(|(role, column)| (role.name(), column)).collect(), notes))
    }

    /// The subject of a row whose text is compared; the fault of a row without a value is empty.
    pub(crate) fn subject(&self, row: &[Option<&[u8]>]) -> Subject {
        if is_absent(row) { Subject::Fault(String::new()) } else { subject(&self.0, &cells(row), false) }
    }
}

fn cells(row: &[Option<&[u8]>]) -> Vec<Value> {
    let cell = |bytes: &Option<&[u8]>| match bytes.map(|bytes| (bytes, std::str::from_utf8(bytes))) {
        None => Value::Null,
        Some((_, Ok(text))) => Value::Text(text.to_owned()),
        Some((bytes, Err(_))) => Value::NotUtf8(bytes.to_owned()),
    };
    row.iter().map(cell).collect()
}

fn is_absent(row: &[Option<&[u8]>]) -> bool {
    row.iter().all(Option::is_none)
}

/// Answers to the rows of a table.
#[derive(Debug)]
pub struct TableAnswers {
    answers: Vec<Answer>,
    /// For each row, the index of its answer; none for an empty row.
    of: Vec<Option<usize>>,
}

impl TableAnswers {
    /// An answer for each row.
    pub(crate) fn of_rows(answers: Vec<Answer>) -> TableAnswers {
        TableAnswers { of: (0..answers.len()).map(Some).collect(), answers }
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.of.len()
    }

    /// A cell; null beyond the last row or column.
    pub fn cell(&self, row: usize, column: usize) -> Cell<'_> {
        let answer = self.of.get(row).copied().flatten().and_then(|index| self.answers.get(index));
        match answer.and_then(|answer| answer.cells.get(column)) {
            Some(Value::Float(number)) => Cell::Number(*number),
            Some(Value::Int(whole)) => Cell::Number(*whole as f64),
            Some(Value::Text(text)) => Cell::Text(text),
            Some(Value::List(texts)) => Cell::List(texts),
            _ => Cell::Null,
        }
    }
}
