//! The files that a command line names.

use std::fs;
use std::path::Path;

use super::parquet::ParquetRows;
use crate::error::BulkError;
use crate::file_format::Kind;

/// A file to read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Source {
    /// The name on the command line.
    pub(crate) name: String,
    /// Where its bytes are.
    pub(crate) path: String,
}

impl Source {
    /// The total for the progress: bytes, or rows of Parquet; none if unknown.
    pub(crate) fn length(&self, kind: Kind) -> Option<u64> {
        if matches!(kind, Kind::Geopackage | Kind::Shapefile) {
            return None;
        }
        if kind == Kind::Parquet {
            return ParquetRows::open(&self.path, false).ok().map(|file| file.rows());
        }
        fs::metadata(&self.path).ok().filter(fs::Metadata::is_file).map(|metadata| metadata.len())
    }
}

/// The files of `names`, in order: `-` is standard input, a name with `*` or `?` after its last slash means all matches, sorted.
/// `fetched` are `NAME=PATH`: the source of the bytes of a remote file.
pub(crate) fn sources(names: &[String], fetched: &[String]) -> Result<Vec<Source>, BulkError> {
    let mut found = Vec::new();
    for name in names {
        let elsewhere = fetched.iter().find_map(|pair| pair.strip_prefix(name.as_str())?.strip_prefix('='));
        if let Some(path) = elsewhere {
            found.push(Source { name: name.clone(), path: path.to_owned() });
        } else if name == "-" || Path::new(name).exists() || !name.contains(['*', '?']) {
            found.push(Source { name: name.clone(), path: name.clone() });
        } else {
            found.extend(matching(name)?);
        }
    }
    if found.iter().filter(|source| source.path == "-").count() > 1 {
        return Err(BulkError::Usage("standard input can be read once".into()));
    }
    Ok(found)
}

fn matching(pattern: &str) -> Result<Vec<Source>, BulkError> {
    let path = Path::new(pattern);
    let folder = path.parent().unwrap_or(Path::new(""));
    let wanted = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let entries = fs::read_dir(here).map_err(BulkError::read(pattern))?;
    let mut names: Vec<String> = entries
        .flatten()
        .map(|entry| entry.file_name().to_string_lossy().into_owned())
        .filter(|name| matches(wanted.as_bytes(), name.as_bytes()))
        .map(|name| folder.join(name).to_string_lossy().into_owned())
        .collect();
    names.sort();
    if names.is_empty() {
        return Err(BulkError::Usage(format!("no file matches {pattern}")));
    }
    Ok(names.into_iter().map(|name| Source { path: name.clone(), name }).collect())
}

/// Whether a name matches a pattern of `*` (anything) and `?` (one byte).
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    // Of several stars only the last may need to match more.
    let (mut at, mut from, mut star) = (0, 0, None);
    while from < name.len() {
        if pattern.get(at) == Some(&b'*') {
            star = Some((at + 1, from));
            at += 1;
        } else if at < pattern.len() && (pattern[at] == b'?' || pattern[at] == name[from]) {
            (at, from) = (at + 1, from + 1);
        } else if let Some((behind, taken)) = star {
            star = Some((behind, taken + 1));
            (at, from) = (behind, taken + 1);
        } else {
            return false;
        }
    }
    pattern[at..].iter().all(|&byte| byte == b'*')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stars_and_question_marks() {
        for (pattern, name) in [("*.csv", "a.csv"), ("a*b*c", "axxbyybc"), ("p?.csv", "p1.csv"), ("*", "")] {
            assert!(matches(pattern.as_bytes(), name.as_bytes()), "{pattern} {name}");
        }
        for (pattern, name) in [("*.csv", "a.csv.gz"), ("p?.csv", "p12.csv"), ("a*b", "ab c")] {
            assert!(!matches(pattern.as_bytes(), name.as_bytes()), "{pattern} {name}");
        }
    }
}
