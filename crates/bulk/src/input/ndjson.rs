//! One JSON object per line.

use std::io;

use serde_json::{Map, Value as Json};

use super::csv::{beginning, decode};
use super::stream::Stream;

/// Longest line or object, bytes; a longer one is rejected.
pub(super) const LONGEST: usize = 16 << 20;

/// A line or a rejection.
pub(crate) enum Line {
    Object { line: u64, raw: String, object: Map<String, Json> },
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
            if looked > LONGEST {
                let (line, text) = (stream.line(), beginning(stream.rest()));
                stream.skip_line()?;
                return Ok(Some(Line::Unread { line, why: format!("longer than {LONGEST} bytes"), text }));
            }
            if !stream.fill()? {
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
            Ok(Json::Object(object)) if !recoded => Line::Object { line, raw: text, object },
            Ok(Json::Object(_)) => Line::Unread { line, why: "not UTF-8".into(), text },
            Ok(_) => Line::Unread { line, why: "no JSON object".into(), text },
            Err(error) => Line::Unread { line, why: error.to_string(), text },
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_one_rejection() {
        let long = io::Read::take(io::repeat(b'x'), 3 * LONGEST as u64);
        let text = io::Read::chain(io::Read::chain(&b"{}\n"[..], long), &b"\n{\"a\":1}\n"[..]);
        let mut stream = Stream::of(Box::new(text));
        assert!(matches!(next(&mut stream).unwrap(), Some(Line::Object { .. })));
        let Some(Line::Unread { line: 2, why, text }) = next(&mut stream).unwrap() else {
            panic!("it was read")
        };
        assert_eq!((why, text.chars().count()), (format!("longer than {LONGEST} bytes"), 201));
        assert!(matches!(next(&mut stream).unwrap(), Some(Line::Object { .. })));
        assert!(next(&mut stream).unwrap().is_none());
    }
}
