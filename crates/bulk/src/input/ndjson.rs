//! One JSON object per line.

use std::io;

use serde_json::{Map, Value as Json};

use super::csv::decode;
use super::stream::Stream;

/// Longest line, bytes; a longer one is rejected.
const LONGEST: usize = 16 << 20;

/// A line or a rejection.
pub(crate) enum Line {
    Object { raw: String, object: Map<String, Json> },
    Unread { line: u64, why: String, text: String },
}

/// The next line that is not blank; none at the end.
pub(crate) fn next(stream: &mut Stream) -> io::Result<Option<Line>> {
    loop {
        let mut looked = 0;
        let end = loop {
            match stream.rest()[looked..].iter().position(|&byte| byte == b'\n') {
                Some(at) => break looked + at + 1,
                None => looked = stream.rest().len(),
            }
            if looked > LONGEST || !stream.fill()? {
                break stream.rest().len();
            }
        };
        if end == 0 {
            return Ok(None);
        }
        let line = stream.line();
        let mut recoded = false;
        let text = decode(stream.rest()[..end].trim_ascii(), &mut recoded);
        stream.consume(end);
        if text.is_empty() {
            continue;
        }
        return Ok(Some(match serde_json::from_str::<Json>(&text) {
            Ok(Json::Object(object)) if !recoded => Line::Object { raw: text, object },
            Ok(Json::Object(_)) => Line::Unread { line, why: "not UTF-8".into(), text },
            Ok(_) => Line::Unread { line, why: "no JSON object".into(), text },
            Err(error) => Line::Unread { line, why: error.to_string(), text },
        }));
    }
}

/// Names of the members of the objects in a sample, in order of appearance.
pub(crate) fn columns(sample: &[u8]) -> Vec<String> {
    let mut columns: Vec<String> = Vec::new();
    let mut known = std::collections::HashSet::new();
    for line in sample.split(|&byte| byte == b'\n') {
        if let Ok(Json::Object(object)) = serde_json::from_slice(line) {
            for name in object.keys() {
                if known.insert(name.clone()) {
                    columns.push(name.clone());
                }
            }
        }
    }
    columns
}
