//! The whole program, asked as from a command line.
#![allow(dead_code, reason = "each test file has its own copy")]

use std::path::{Path, PathBuf};

use clap::Parser;
use milepost_bulk::{BulkError, BulkOptions, Outcome, Summary, run};

#[derive(Parser)]
struct Command {
    #[command(flatten)]
    options: BulkOptions,
}

pub(crate) fn npm(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm").join(path)
}

/// What comes of a command line.
pub(crate) fn asked(words: &[&str]) -> Result<Outcome, BulkError> {
    let library = npm("linux-x64-gnu/libonnxruntime.so.1");
    let mut all = vec!["bulk".to_owned(), "--quiet".to_owned(), "--onnxruntime".to_owned()];
    all.extend([library.to_string_lossy().into_owned(), "--weights".to_owned()]);
    all.push(npm("weights-en-us").to_string_lossy().into_owned());
    all.extend(words.iter().map(|&word| word.to_owned()));
    run(&Command::try_parse_from(all).unwrap().options)
}

/// What was counted where two fields of a parse were asked.
pub(crate) fn parsed(words: &[&str]) -> Summary {
    let mut all = vec!["--only", "parse", "--fields", "house_number,locality"];
    all.extend(words);
    match asked(&all).unwrap() {
        Outcome::Written(summary) => summary,
        Outcome::Text(text) => panic!("{text}"),
    }
}

/// A path as a word of a command line.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// The records of a file, read by another reader than the program's.
pub(crate) fn records(path: &Path, delimiter: u8) -> Vec<Vec<String>> {
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.has_headers(false).delimiter(delimiter).from_path(path).unwrap();
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// The rows of a CSV that geocodes give with the starter data: the fields that `--fields` names, then the error.
pub(crate) fn geocoded(table: &str, words: &[&str]) -> Vec<Vec<String>> {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    std::fs::write(&from, table).unwrap();
    let width = table.lines().next().unwrap_or_default().split(',').count();
    let candidates = npm("starter-data/db/wof/candidate.db");
    let mut all = vec![text(&from), "--out", text(&to), "--candidate-db", text(&candidates)];
    all.extend(words);
    match asked(&all).unwrap() {
        Outcome::Written(_) => {
            records(&to, b',').into_iter().skip(1).map(|row| row[width..].to_vec()).collect()
        }
        Outcome::Text(text) => panic!("{text}"),
    }
}
