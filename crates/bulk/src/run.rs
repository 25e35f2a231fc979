//! A run: from the command line to the summary.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::time::{Duration, Instant};

use milepost::{AnswerBounds, Cancellation, Engine, Pool};

use crate::columns::{Asked, choose, fixed_countries, subject};
use crate::distinct_answers::answers;
use crate::error::BulkError;
use crate::fields::{Answer, Field, Only, Question, Subject};
use crate::file_format::{Compression, Kind};
use crate::input::{Input, Position, REST, Reading, Source, Window, sources};
use crate::journal::{Fingerprint, Journal};
use crate::options::{BulkOptions, Opened, TableOptions};
use crate::output::{Encoding, Format, Layout, OutputRow};
use crate::preview::{Previewed, table};
use crate::progress::{Before, Progress};
use crate::projection::Projection;
use crate::sink::{Beginning, Begun, Sink};
use crate::summary::{Counts, Summary};
use crate::value::{InputRow, Rejected, Value};

/// Rows of a window of text: enough that the wait for its last thread costs nothing.
const WINDOW: usize = 8_192;

/// Rows of a row group. With fewer, the footer of a large file would be larger than its data.
const WINDOW_OF_PARQUET: usize = 32_768;

/// Rows whose values help to guess the columns.
pub(crate) const SAMPLE: usize = 200;

/// Rows that are written and compressed together.
const PIECE: usize = 1_024;

/// Runs the command; `--dry-run` returns its table instead of a summary.
///
/// # Errors
/// If weights, data, input or result cannot be used; a row never stops a run.
pub fn run(options: &BulkOptions) -> Result<Outcome, BulkError> {
    match run_table(options) {
        // The reader of standard output has as many rows as it wants.
        Err(BulkError::Write { source, .. }) if source.kind() == io::ErrorKind::BrokenPipe => {
            Ok(Outcome::Text(String::new()))
        }
        done => done,
    }
}

fn run_table(options: &BulkOptions) -> Result<Outcome, BulkError> {
    if options.fields.iter().any(|field| field == "help") {
        let names: Vec<&str> = options.only.fields().iter().map(|field| field.name).collect();
        return Ok(Outcome::Text(names.join("\n") + "\n"));
    }
    if options.table.key_country.is_some() && options.only != Only::Key {
        return usage("--key-country needs --only key");
    }
    let mut plan = Plan::of(&options.inputs, &options.table)?;
    plan.window = options.window.unwrap_or(plan.window).max(1);
    let taken = Arc::new(AtomicU64::new(0));
    let mut input = plan.input(&taken)?;
    let (asked, guessed) =
        choose(options, input.columns(), &input.sample(SAMPLE), options.only == Only::Reverse)?;
    guessed.iter().for_each(|line| report_unless_quiet(&options.table, line));
    let engine = open(options.only, &options.table.opened)?;
    let pool = Pool::of_given(options.table.threads);
    let question = question(options, input.columns())?;
    let projection = options.crs.or(input.epsg()).map_or(Ok(None), Projection::of);
    let projection = projection.map_err(BulkError::Usage)?;
    let projection = projection.as_ref();
    let work = Work { engine: &engine, pool: &pool, question: &question, asked: &asked, projection };
    match options.dry_run {
        Some(rows) => preview(&work, &mut input, rows).map(Outcome::Text),
        None => write_table(options, &plan, input, work, &taken),
    }
}

fn usage<T>(text: &str) -> Result<T, BulkError> {
    Err(BulkError::Usage(text.to_owned()))
}

fn report_unless_quiet(table: &TableOptions, line: &str) {
    if !table.quiet {
        crate::tell(line);
    }
}

fn question(options: &BulkOptions, columns: &[String]) -> Result<Question, BulkError> {
    let bounds = AnswerBounds {
        countries: fixed_countries(&options.table, columns).unwrap_or_default(),
        near: options.near,
        bounds: options.bounds,
        limit: None,
        languages: Vec::new(),
    };
    if options.only != Only::Geocode && bounds != AnswerBounds::default() {
        return usage("countries in --country, --near and --bounds need --only geocode");
    }
    let key_country = options.table.key_country.as_deref().unwrap_or_default();
    Ok(Question::new(options.only, &options.fields)?.of_country(key_country).within(bounds))
}

/// Writes the result of a table, or what an earlier run lacks of it.
fn write_table(
    options: &BulkOptions,
    plan: &Plan,
    mut input: Input,
    work: Work<'_>,
    taken: &AtomicU64,
) -> Result<Outcome, BulkError> {
    let out = &options.table.out;
    let format = plan.format(Some(&input), &work.question.fields, &options.prefix)?;
    let parquet = format.parquet();
    let begun = if out == "-" {
        Begun::Open(Sink::Stdout, None)
    } else {
        let run = plan.fingerprint(options, work.engine, &input, work.asked);
        let every = Duration::from_millis(options.commit_ms);
        let (replace, restart) = (options.table.replace, options.restart);
        Sink::file(Path::new(out), Beginning { run, replace, restart, every, joined: parquet })?
    };
    let started = Instant::now();
    let (mut sink, earlier) = match begun {
        Begun::Open(sink, earlier) => (sink, earlier),
        Begun::Complete(counts) => {
            report_unless_quiet(&options.table, "all rows were already written; the result is complete");
            return end(options, counts.rows, counts, 0.0, work.pool);
        }
    };
    let counts = match earlier.filter(|journal| journal.position != Position::default()) {
        Some(journal) => resume(&options.table, &mut input, journal)?,
        None => {
            sink.restart()?;
            sink.write(&[format.beginning().map_err(BulkError::write(out))?], &[])?;
            Counts::default()
        }
    };
    let rows_before = counts.rows;
    let before = Before { rows: rows_before, taken: taken.load(Ordering::Relaxed) };
    let progress = Progress::new("bulk", plan.length, options.table.quiet, before);
    let pipe = Pipe { work, format: &format, window: plan.window, taken };
    let (mut sink, mut counts) = pipe.run(input, sink, counts, progress, started)?;
    sink.write(&[format.end().map_err(BulkError::write(out))?], &[])?;
    let seconds = started.elapsed().as_secs_f64();
    counts.seconds = counts.seconds.max(seconds);
    sink.finish(&counts, parquet)?;
    let rows_per_second = (counts.rows - rows_before) as f64 / seconds.max(1e-3);
    end(options, rows_before, counts, rows_per_second, work.pool)
}

/// Skips the rows that an earlier run wrote, and returns their counts. A journal written before the first window has no position to go on at.
fn resume(table: &TableOptions, input: &mut Input, earlier: Journal) -> Result<Counts, BulkError> {
    let Journal { counts, position, .. } = earlier;
    report_unless_quiet(table, &format!("resuming after {} rows of an earlier run", counts.rows));
    input.go_on_at(position)?;
    Ok(counts)
}

/// The outcome of a run.
#[derive(Debug)]
pub enum Outcome {
    /// A result is written.
    Written(Summary),
    /// Text to show; nothing is written.
    Text(String),
}

fn end(
    options: &BulkOptions,
    rows_before: u64,
    counts: Counts,
    rows_per_second: f64,
    pool: &Pool,
) -> Result<Outcome, BulkError> {
    let (out, threads) = (options.table.out.clone(), pool.threads());
    let summary = Summary { out, counts, rows_before, rows_per_second, threads };
    if let Some(path) = &options.summary {
        let json = serde_json::to_vec_pretty(&summary).map_err(io::Error::other);
        let mut json = json.map_err(BulkError::write(path))?;
        json.push(b'\n');
        std::fs::write(path, json).map_err(BulkError::write(path))?;
    }
    Ok(Outcome::Written(summary))
}

/// The validated command line of a table.
pub(crate) struct Plan {
    pub(crate) sources: Vec<Source>,
    pub(crate) input: Kind,
    pub(crate) output: Kind,
    pub(crate) compression: Compression,
    pub(crate) reading: Reading,
    pub(crate) window: usize,
    /// Bytes of all files, or rows of Parquet; none if unknown.
    pub(crate) length: Option<u64>,
}

impl Plan {
    pub(crate) fn of(inputs: &[String], table: &TableOptions) -> Result<Plan, BulkError> {
        let is_code = |code: &String| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
        if table.key_country.as_ref().is_some_and(|code| !is_code(code)) {
            return usage("--key-country takes a code of ISO 3166-1 alpha-2, such as FR");
        }
        let sources = sources(inputs, &table.fetched)?;
        let format_of = |source: &Source| {
            table.input_format.or_else(|| Kind::of(&source.name)).or(
                match (source.name.as_str(), table.format) {
                    ("-", Some(Kind::Geojson) | None) => Some(Kind::Csv),
                    ("-", format) => format,
                    _ => None,
                },
            )
        };
        let Some(input) = sources.first().and_then(format_of) else {
            let name = sources.first().map(|source| source.name.as_str()).unwrap_or_default();
            return usage(&format!(
                "the format of {name} is unknown: use --input-format csv, tsv, ndjson, geojson, parquet, geopackage or shapefile"
            ));
        };
        if let Some(other) = sources.iter().find(|source| format_of(source) != Some(input)) {
            return usage(&format!("{} has another format than {}", other.name, sources[0].name));
        }
        let Some(output) =
            table.format.or_else(|| Kind::of(&table.out)).or((table.out == "-").then_some(input))
        else {
            return usage(&format!(
                "the format of {} is unknown: use --format csv, tsv, ndjson, parquet or geojson",
                table.out
            ));
        };
        if !output.is_written() {
            return usage("GeoPackage and Shapefile are only formats of the input: use --format geojson");
        }
        if input.is_indexed() && sources.iter().any(|source| source.path == "-") {
            return usage(
                "a file with an index, as Parquet and GeoPackage have, cannot be read from standard input",
            );
        }
        if output == Kind::Parquet && table.out == "-" {
            return usage("Parquet cannot be written to standard output: use --out FILE");
        }
        if sources.iter().any(|source| source.path == table.out && source.path != "-") {
            return usage("the result cannot overwrite its input");
        }
        let reading = Reading {
            delimiter: delimiter(table.delimiter.as_deref(), input)?,
            header: !table.no_header,
            keep_raw: input == Kind::Ndjson && output == Kind::Ndjson,
            with_leaves: input == Kind::Parquet && output == Kind::Parquet,
            layer: table.layer.clone(),
        };
        let compression =
            if output == Kind::Parquet { Compression::None } else { Compression::of(&table.out) };
        let window = if output == Kind::Parquet { WINDOW_OF_PARQUET } else { WINDOW };
        let length = sources.iter().map(|source| source.length(input)).sum();
        Ok(Plan { sources, input, output, compression, reading, window, length })
    }

    /// The writer of rows with `fields`, behind the columns of `input` if there is one.
    pub(crate) fn format(
        &self,
        input: Option<&Input>,
        fields: &[Field],
        prefix: &str,
    ) -> Result<Format, BulkError> {
        let mut columns = input.map(|input| input.columns().to_vec()).unwrap_or_default();
        let is_json = matches!(self.input, Kind::Ndjson | Kind::Geojson);
        if input.is_some() && is_json && !self.reading.keep_raw {
            columns.push(format!("{prefix}{REST}"));
        }
        let results: Vec<String> = fields.iter().map(|field| format!("{prefix}{}", field.name)).collect();
        if let Some(name) = results.iter().find(|name| columns.contains(name)) {
            let what = format!("the input already has a column `{name}`: use --prefix for the new ones");
            return Err(BulkError::Usage(what));
        }
        let delimiter = match (self.input, self.output) {
            (_, Kind::Tsv) => b'\t',
            (Kind::Csv, Kind::Csv) => input.and_then(Input::delimiter).unwrap_or(b','),
            _ => b',',
        };
        let encoding = Encoding { kind: self.output, compression: self.compression, delimiter };
        let layout = Layout { columns, results, fields: fields.to_vec() };
        Format::new(layout, input.and_then(Input::schema), encoding)
    }

    /// Opens the table from its beginning; `taken` counts how much of it has been read, in the unit of its length.
    pub(crate) fn input(&self, taken: &Arc<AtomicU64>) -> Result<Input, BulkError> {
        Input::open(self.sources.clone(), self.input, self.reading.clone(), Arc::clone(taken))
    }

    /// The settings that must be equal for a run to be resumed.
    fn fingerprint(
        &self,
        options: &BulkOptions,
        engine: &Engine,
        input: &Input,
        asked: &Asked,
    ) -> Fingerprint {
        let mut run = Fingerprint::new();
        let mut say = |name: &str, what: String| run.insert(name.to_owned(), what);
        say("question", format!("{:?} {asked:?}", options.only));
        say("country of keys", options.table.key_country.clone().unwrap_or_default().to_lowercase());
        say("choice of fields", options.fields.join(","));
        say(
            "bounds of the answers",
            format!("{:?} {:?} {:?}", options.table.country, options.near, options.bounds),
        );
        say("prefix", options.prefix.clone());
        say("kind of the files", format!("{:?} {:?} {}", self.input, self.output, options.table.no_header));
        say("delimiter", format!("{:?}", input.delimiter()));
        say("grid and layer", format!("{:?} {:?}", options.crs, options.table.layer));
        say("size of a window", self.window.to_string());
        say("set of columns", input.columns().join("\n"));
        say(
            "list of inputs",
            self.sources.iter().map(|source| source.name.as_str()).collect::<Vec<_>>().join("\n"),
        );
        for source in &self.sources {
            let length = std::fs::metadata(&source.path).ok().filter(std::fs::Metadata::is_file);
            let length = length.map_or_else(String::new, |metadata| metadata.len().to_string());
            say(&format!("length of {}", source.name), length);
        }
        run.extend(of_engine(engine, &options.table.opened));
        run
    }
}

/// What decides the answers of an engine: the program, the model and the state of its databases.
pub(crate) fn of_engine(engine: &Engine, opened: &Opened) -> Fingerprint {
    let model = engine.parser().map_or_else(String::new, |parser| {
        let card = serde_json::to_value(parser.card()).unwrap_or_default();
        format!("{} {}", card["name"], card["version"])
    });
    let files = [&opened.candidate_db, &opened.admin_db, &opened.polygons].into_iter().flatten().cloned();
    let shards = engine.geocoder().map(milepost::Geocoder::open_shards).unwrap_or_default();
    let mut files: Vec<String> = files.chain(shards).map(|file| state(&file)).collect();
    files.sort();
    let settings = [
        ("version of the program", env!("CARGO_PKG_VERSION").to_owned()),
        ("model", model),
        ("set of databases", files.join("\n")),
    ];
    settings.into_iter().map(|(name, what)| (name.to_owned(), what)).collect()
}

/// The delimiter that `--delimiter` names; none if it is to be detected.
fn delimiter(named: Option<&str>, input: Kind) -> Result<Option<u8>, BulkError> {
    match named.map(str::as_bytes) {
        None => Ok((input == Kind::Tsv).then_some(b'\t')),
        Some(b"\\t" | b"tab") => Ok(Some(b'\t')),
        Some([byte]) if byte.is_ascii() && !matches!(byte, b'"' | b'\n' | b'\r') => Ok(Some(*byte)),
        Some(_) => usage("--delimiter takes one ASCII character other than a quote"),
    }
}

/// The state of a file: its time and length.
fn state(file: &Path) -> String {
    let metadata = std::fs::metadata(file).ok();
    let written = metadata.as_ref().and_then(|metadata| metadata.modified().ok());
    let written =
        written.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    format!("{} {} {}", file.display(), metadata.map_or(0, |metadata| metadata.len()), written.as_nanos())
}

/// Opens what the question needs.
pub(crate) fn open(only: Only, opened: &Opened) -> Result<Engine, BulkError> {
    fn needed<'a>(file: &'a Option<PathBuf>, why: Option<&str>, what: &str) -> Result<&'a Path, BulkError> {
        let why = why.map(|why| format!("{why}; ")).unwrap_or_default();
        file.as_deref().ok_or_else(|| BulkError::Usage(format!("{why}{what}")))
    }
    let (data_root, missing) = (opened.data_root.as_deref(), opened.missing.as_deref());
    let mut engine = Engine::new();
    if only == Only::Reverse {
        let what = "no administrative database is found: SERVICE_WOF_DB names one";
        let admin = needed(&opened.admin_db, missing, what)?;
        engine.open_reverse(admin, opened.polygons.as_deref(), data_root)?;
        return Ok(engine);
    }
    let what = "ONNX Runtime is not found; run it as `milepost bulk`";
    let library = needed(&opened.onnxruntime, None, what)?;
    let weights = needed(&opened.weights, None, "no weights are found: --weights names a bundle")?;
    engine.open_weights(library, weights)?;
    if only == Only::Geocode {
        let what = "no gazetteer is found: --candidate-db names one";
        engine.open_gazetteer(needed(&opened.candidate_db, missing, what)?, data_root)?;
    }
    Ok(engine)
}

/// The engine and its question.
#[derive(Clone, Copy)]
struct Work<'a> {
    engine: &'a Engine,
    pool: &'a Pool,
    question: &'a Question,
    asked: &'a Asked,
    /// The grid of the points; none for degrees.
    projection: Option<&'a Projection>,
}

impl Work<'_> {
    fn subject(&self, row: &InputRow) -> Subject {
        if let Some(fault) = &row.fault {
            return Subject::Fault(fault.clone());
        }
        match self.asked {
            Asked::Address(pieces) => subject(pieces, &row.cells, self.question.only == Only::Geocode),
            Asked::Point(lat, lon) => {
                let [lat, lon] = [lat, lon].map(|&column| row.cells.get(column).and_then(Value::float));
                let degrees = |(lat, lon)| match self.projection {
                    Some(projection) => projection.degrees(lon, lat),
                    None => Ok((lat, lon)),
                };
                match lat.zip(lon).map(degrees).transpose() {
                    Err(why) => Subject::Fault(why),
                    Ok(Some((lat, lon))) if lat.abs() <= 90.0 && lon.abs() <= 180.0 => {
                        Subject::Point(lat, lon)
                    }
                    Ok(Some(_)) => Subject::Fault("latitude or longitude is out of range".to_owned()),
                    Ok(None) => Subject::Fault("latitude and longitude are required".to_owned()),
                }
            }
        }
    }
}

/// The first rows as a table.
fn preview(work: &Work<'_>, input: &mut Input, rows: usize) -> Result<String, BulkError> {
    let mut previewed = Vec::new();
    while previewed.len() < rows {
        let Some(window) = input.window(rows - previewed.len())? else { break };
        input.warnings().iter().for_each(|warning| crate::tell(warning));
        for Rejected { file, line, why, .. } in &window.rejected {
            crate::tell(&format!("{file}:{line} cannot be split: {why}"));
        }
        let subjects: Vec<Subject> = window.rows.iter().map(|row| work.subject(row)).collect();
        let (answers, of) =
            answers(work.question, work.engine, work.pool, &subjects, &Cancellation::default());
        let rows = subjects.into_iter().zip(of);
        previewed.extend(rows.map(|(subject, index)| Previewed { subject, answer: answers[index].clone() }));
    }
    Ok(table(work.engine, &previewed, &work.question.fields)?)
}

/// An answered window.
struct Answered {
    window: Window,
    answers: Vec<Answer>,
    of: Vec<usize>,
    /// Its bytes, if they are text.
    pieces: Vec<Vec<u8>>,
    counts: Counts,
    warnings: Vec<String>,
}

impl Answered {
    fn rows(&self, range: Range<usize>) -> impl Iterator<Item = OutputRow<'_>> {
        range.map(|row| OutputRow { input: &self.window.rows[row], answer: &self.answers[self.of[row]] })
    }
}

/// From reader to writer.
struct Pipe<'a> {
    work: Work<'a>,
    format: &'a Format,
    window: usize,
    taken: &'a AtomicU64,
}

impl Pipe<'_> {
    /// Runs until the input ends; one window is read and one is written while one is answered.
    fn run(
        &self,
        input: Input,
        sink: Sink,
        counts: Counts,
        progress: Progress,
        started: Instant,
    ) -> Result<(Sink, Counts), BulkError> {
        let (windows, read) = sync_channel(1);
        let (answered, written) = sync_channel(1);
        std::thread::scope(|scope| {
            scope.spawn(move || self.read(input, &windows));
            let writer = scope.spawn(move || self.write(sink, progress, &written));
            let done = self.answer(counts, &read, &answered, started);
            // The writer ends when nothing more can come.
            drop(answered);
            drop(read);
            let ended = |_| BulkError::Write {
                path: "the result".into(),
                source: io::Error::other("its thread ended"),
            };
            let sink = writer.join().map_err(ended)??;
            Ok((sink, done?))
        })
    }

    fn read(&self, mut input: Input, windows: &SyncSender<Result<(Window, Vec<String>), BulkError>>) {
        loop {
            let next = match input.window(self.window) {
                Ok(None) => return,
                Ok(Some(window)) => Ok((window, input.warnings())),
                Err(error) => Err(error),
            };
            let failed = next.is_err();
            // The writer has failed.
            if windows.send(next).is_err() || failed {
                return;
            }
        }
    }

    fn answer(
        &self,
        mut counts: Counts,
        windows: &Receiver<Result<(Window, Vec<String>), BulkError>>,
        answered: &SyncSender<Answered>,
        started: Instant,
    ) -> Result<Counts, BulkError> {
        let before = counts.seconds;
        for window in windows {
            let (window, warnings) = window?;
            let subjects: Vec<Subject> = window.rows.iter().map(|row| self.work.subject(row)).collect();
            let Work { question, engine, pool, .. } = self.work;
            let (answers, of) = answers(question, engine, pool, &subjects, &Cancellation::default());
            let first = counts.rows == 0;
            of.iter().for_each(|&index| counts.add(&answers[index]));
            counts.repeated += (of.len() - answers.len()) as u64;
            counts.rejected += window.rejected.len() as u64;
            counts.seconds = before + started.elapsed().as_secs_f64();
            let mut done =
                Answered { window, answers, of, pieces: Vec::new(), counts: counts.clone(), warnings };
            if let Format::Text(text) = self.format {
                let rows = done.of.len();
                let ranges: Vec<Range<usize>> =
                    (0..rows).step_by(PIECE).map(|start| start..(start + PIECE).min(rows)).collect();
                let pieces = self.work.pool.each_large(&ranges, |range| {
                    text.rows(done.rows(range.clone()), first && range.start == 0)
                });
                done.pieces =
                    pieces.into_iter().collect::<io::Result<_>>().map_err(BulkError::write("the result"))?;
            }
            // The writer has failed and returns the reason.
            if answered.send(done).is_err() {
                break;
            }
        }
        Ok(counts)
    }

    fn write(
        &self,
        mut sink: Sink,
        mut progress: Progress,
        answered: &Receiver<Answered>,
    ) -> Result<Sink, BulkError> {
        for mut done in answered {
            if let Format::Parquet(format) = self.format {
                let rows: Vec<OutputRow<'_>> = done.rows(0..done.of.len()).collect();
                let piece = format.piece(&rows, done.window.leaves.as_deref());
                done.pieces = vec![piece.map_err(BulkError::parquet("the result"))?];
            }
            done.warnings.iter().for_each(|warning| crate::tell(warning));
            sink.write(&done.pieces, &done.window.rejected)?;
            sink.commit(done.window.position, &done.counts)?;
            progress.tell(&done.counts, self.taken.load(Ordering::Relaxed));
        }
        progress.end();
        Ok(sink)
    }
}
