//! Corrections of a country. Each replaces the first match of its pattern.

use regex_lite::Regex;

/// A replacement. Most patterns are plain text and take no regular expression.
#[derive(Debug)]
pub(super) struct Replacement {
    find: Find,
    by: String,
}

#[derive(Debug)]
enum Find {
    Text {
        text: String,
        at_start: bool,
        at_end: bool,
    },
    Pattern {
        /// Text that every match starts with.
        prefix: String,
        regex: Regex,
    },
}

impl Replacement {
    /// Reads a pattern of the tables, in which classes are of ASCII; `None` if it is not valid. In `by`, `$1` is a group.
    pub(super) fn read(pattern: &str, by: &str) -> Option<Replacement> {
        let find = match plain_text(pattern) {
            Some(find) => find,
            None => Find::Pattern { prefix: prefix(pattern), regex: Regex::new(pattern).ok()? },
        };
        Some(Replacement { find, by: unescaped(by) })
    }

    /// The text with the replacement; `None` if nothing matches.
    pub(super) fn replace(&self, text: &str) -> Option<String> {
        match &self.find {
            Find::Text { text: wanted, at_start, at_end } => {
                let start = place(text, wanted, *at_start, *at_end)?;
                Some([&text[..start], &self.by, &text[start + wanted.len()..]].concat())
            }
            Find::Pattern { prefix, regex } => (text.contains(prefix.as_str()) && regex.is_match(text))
                .then(|| regex.replace(text, self.by.as_str()).into_owned()),
        }
    }
}

/// Where `wanted` starts first.
fn place(text: &str, wanted: &str, at_start: bool, at_end: bool) -> Option<usize> {
    let last = text.len().checked_sub(wanted.len())?;
    match (at_start, at_end) {
        (true, true) => (text == wanted).then_some(0),
        (true, false) => text.starts_with(wanted).then_some(0),
        (false, true) => text.ends_with(wanted).then_some(last),
        // Most texts do not contain it, and `contains` is faster than `find`.
        (false, false) => text.contains(wanted).then(|| text.find(wanted)).flatten(),
    }
}

/// Characters with a meaning in a pattern.
const SIGNS: &str = "\\^$.*+?()[]{}|";

/// A pattern that is plain text, possibly bound to the start or the end.
fn plain_text(pattern: &str) -> Option<Find> {
    let (at_start, text) = pattern.strip_prefix('^').map_or((false, pattern), |text| (true, text));
    let (at_end, text) = text.strip_suffix('$').map_or((false, text), |text| (true, text));
    let text = literal(text);
    text.1.is_empty().then_some(Find::Text { text: text.0, at_start, at_end })
}

/// The plain text that every match of a pattern starts with.
fn prefix(pattern: &str) -> String {
    let (mut text, rest) = literal(pattern);
    // A repeated character can be absent.
    if rest.starts_with(['*', '?', '{']) {
        text.pop();
    }
    if rest.contains('|') && !rest.starts_with('(') {
        text.clear();
    }
    text
}

/// The plain text that a pattern starts with, and the rest of the pattern.
fn literal(pattern: &str) -> (String, &str) {
    let mut text = String::new();
    let mut rest = pattern;
    while let Some(letter) = rest.chars().next() {
        let escaped = rest.strip_prefix('\\').and_then(|behind| behind.chars().next());
        let (plain, length) = match escaped {
            Some('n') => ('\n', 2),
            Some(sign) if SIGNS.contains(sign) => (sign, 1 + sign.len_utf8()),
            None if !SIGNS.contains(letter) => (letter, letter.len_utf8()),
            _ => break,
        };
        text.push(plain);
        rest = &rest[length..];
    }
    (text, rest)
}

/// A cell of a table with its line breaks.
pub(super) fn unescaped(cell: &str) -> String {
    cell.replace("\\n", "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn replaced(pattern: &str, by: &str, text: &str) -> Option<String> {
        Replacement::read(pattern, by).expect("a pattern").replace(text)
    }

    #[test]
    fn plain_text_is_found_anywhere_or_at_an_edge() {
        assert_eq!(replaced("Town of ", "", "a Town of b Town of c").as_deref(), Some("a b Town of c"));
        assert_eq!(replaced("^Kreis ", "", "Kreis Kreis").as_deref(), Some("Kreis"));
        assert_eq!(replaced("^Kreis ", "", "im Kreis "), None);
        assert_eq!(replaced(r"\nUS$", "\\nUSA", "US\nUS").as_deref(), Some("US\nUSA"));
        assert_eq!(replaced(r" \(France\)$", "", "Var (France)").as_deref(), Some("Var"));
    }

    #[test]
    fn patterns_are_of_ascii() {
        assert_eq!(
            replaced(r"\n(\d{4})(\w{2}) ", r"\n$1 $2 ", "x\n1234AB y").as_deref(),
            Some("x\n1234 AB y")
        );
        assert_eq!(replaced(r"\n(\d{4})(\w{2}) ", r"\n$1 $2 ", "x\n1234ÄB y"), None);
        assert_eq!(replaced(r"^County( of)? ", "", "County Kent").as_deref(), Some("Kent"));
        assert_eq!(replaced(r"^County( of)? ", "", "x County Kent"), None);
    }

    #[test]
    fn a_pattern_knows_what_its_matches_begin_with() {
        for (pattern, expected) in [
            (r"\n(\d{3})", "\n"),
            (r"(a|b)c", ""),
            (r"^x", ""),
            (r"Paris (\d+)", "Paris "),
            (r"ab?c", "a"),
            ("ab|c.", ""),
        ] {
            assert_eq!(prefix(pattern), expected, "{pattern}");
        }
    }
}
