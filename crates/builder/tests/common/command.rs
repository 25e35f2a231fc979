//! A folder of a test, the command run on its files, and the rows that it writes.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use flate2::Compression;
use flate2::write::GzEncoder;
use rusqlite::Connection;
use rusqlite::types::ValueRef;
use tempfile::TempDir;

pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(TempDir::new().unwrap())
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Names of the files beside one whose names begin like it.
    pub(crate) fn beside(&self, name: &str) -> Vec<String> {
        let names = fs::read_dir(self.0.path()).unwrap().map(|entry| entry.unwrap().file_name());
        let names = names.map(|name| name.into_string().unwrap());
        names.filter(|found| found != name && found.starts_with(name)).collect()
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        fs::write(self.path(name), content).unwrap();
        self.path(name)
    }
}

pub(crate) fn gz(text: &str) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::default());
    writer.write_all(text.as_bytes()).unwrap();
    writer.finish().unwrap()
}

pub(crate) fn run(arguments: &[&str], paths: &[&Path]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_milepost-build")).args(arguments).args(paths).output().unwrap()
}

pub(crate) fn messages(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).unwrap()
}

/// Runs a build that succeeds; returns its messages.
pub(crate) fn built(arguments: &[&str], paths: &[&Path]) -> String {
    let output = run(arguments, paths);
    assert!(output.status.success(), "{}", messages(&output));
    messages(&output)
}

/// Rows of a query, their columns joined by `|`.
pub(crate) fn rows(database: &Path, query: &str) -> Vec<String> {
    let connection = Connection::open(database).unwrap();
    let mut statement = connection.prepare(query).unwrap();
    let columns = statement.column_count();
    let text = |row: &rusqlite::Row<'_>| {
        let values = (0..columns).map(|column| match row.get_ref(column).unwrap() {
            ValueRef::Null => "-".to_owned(),
            ValueRef::Integer(number) => number.to_string(),
            ValueRef::Real(number) => number.to_string(),
            other => other.as_str().unwrap().to_owned(),
        });
        Ok(values.collect::<Vec<_>>().join("|"))
    };
    statement.query_map([], text).unwrap().map(Result::unwrap).collect()
}
