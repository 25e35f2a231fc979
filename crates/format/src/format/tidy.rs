//! Tidies rendered templates: removes what empty fields leave behind, and repeats.

use std::collections::HashSet;
use std::ops::Range;

use crate::unicode::is_space;

/// The range that a rule replaces, and the replacement.
type Found = Option<(Range<usize>, &'static str)>;

/// Each rule applies once, to the first match, in this order.
const RULES: [fn(&str) -> Found; 12] = [
    separators_at_the_end,
    separators_at_the_start,
    dash_at_the_start,
    commas_apart,
    blanks_around_comma,
    |text| run_at_least(text, 2, is_blank, " "),
    |text| pair(text, |first, second| is_blank(first) && second == b'\n', "\n"),
    |text| pair(text, |first, second| first == b'\n' && second == b',', "\n"),
    |text| run_at_least(text, 2, |byte| byte == b',', ","),
    |text| pair(text, |first, second| first == b',' && second == b'\n', "\n"),
    blanks_behind_line_break,
    |text| run_at_least(text, 2, |byte| byte == b'\n', "\n"),
];

/// Removes what empty fields leave behind, and repeated lines and parts of a line between commas.
pub(super) fn tidied(mut text: String) -> String {
    if no_rule_applies(&text) && has_no_repeats(&text) {
        return text;
    }
    // A text without repeats keeps none until a rule changes it.
    let mut is_settled = false;
    for rule in RULES {
        match rule(&text) {
            Some((place, by)) => text.replace_range(place, by),
            None if is_settled => continue,
            None => {}
        }
        let unique = without_repeats(&text);
        is_settled = unique.is_none();
        if let Some(unique) = unique {
            text = unique;
        }
    }
    let trimmed = text.trim_matches(is_space);
    if trimmed.len() == text.len() { text } else { trimmed.to_owned() }
}

/// Whether no rule of [`RULES`] changes the text. It can be false for a text that none changes.
fn no_rule_applies(text: &str) -> bool {
    let has_clean_edges = separators_at_the_end(text).is_none()
        && separators_at_the_start(text).is_none()
        && dash_at_the_start(text).is_none();
    let is_dirt = |pair: &[u8]| {
        is_separator(pair[0])
            && (is_separator(pair[1]) || may_begin_space(pair[1]))
            && (pair[0], pair[1]) != (b',', b' ')
    };
    has_clean_edges && !text.as_bytes().windows(2).any(is_dirt)
}

fn is_separator(byte: u8) -> bool {
    matches!(byte, b',' | b'\t'..=b'\r' | b' ')
}

/// Whether white space beyond ASCII can start with this byte.
fn may_begin_space(byte: u8) -> bool {
    matches!(byte, 0xc2 | 0xe1..=0xe3 | 0xef)
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn separators_at_the_end(text: &str) -> Found {
    let kept = text.trim_end_matches(|letter| matches!(letter, '}' | ',') || is_space(letter));
    (kept.len() < text.len()).then_some((kept.len()..text.len(), ""))
}

fn separators_at_the_start(text: &str) -> Found {
    let kept = text.trim_start_matches(|letter| letter == ',' || is_space(letter));
    (kept.len() < text.len()).then(|| (0..text.len() - kept.len(), ""))
}

fn dash_at_the_start(text: &str) -> Found {
    text.starts_with("- ").then_some((0..2, ""))
}

/// Two commas with only white space between them.
fn commas_apart(text: &str) -> Found {
    let mut end = 0;
    loop {
        let start = end + text[end..].find(',')?;
        let behind = text[start + 1..].trim_start_matches(is_space);
        end = text.len() - behind.len();
        if behind.starts_with(',') {
            return Some((start..end + 1, ", "));
        }
    }
}

fn blanks_around_comma(text: &str) -> Found {
    let bytes = text.as_bytes();
    let mut runs = runs(bytes, is_blank);
    runs.find(|run| {
        bytes.get(run.end) == Some(&b',') && bytes.get(run.end + 1).is_some_and(|byte| is_blank(*byte))
    })
    .map(|run| (run.start..end_of_run(bytes, run.end + 1, is_blank), ", "))
}

fn blanks_behind_line_break(text: &str) -> Found {
    let bytes = text.as_bytes();
    let at = bytes.windows(2).position(|pair| pair[0] == b'\n' && is_blank(pair[1]))?;
    Some((at..end_of_run(bytes, at + 1, is_blank), "\n"))
}

fn pair(text: &str, is_it: impl Fn(u8, u8) -> bool, by: &'static str) -> Found {
    let at = text.as_bytes().windows(2).position(|pair| is_it(pair[0], pair[1]))?;
    Some((at..at + 2, by))
}

fn run_at_least(text: &str, least: usize, is_it: fn(u8) -> bool, by: &'static str) -> Found {
    runs(text.as_bytes(), is_it).find(|run| run.len() >= least).map(|run| (run, by))
}

/// Each run of bytes of a kind.
fn runs(bytes: &[u8], is_it: fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + bytes[at..].iter().position(|byte| is_it(*byte))?;
        at = end_of_run(bytes, start, is_it);
        Some(start..at)
    })
}

fn end_of_run(bytes: &[u8], start: usize, is_it: impl Fn(u8) -> bool) -> usize {
    bytes[start..].iter().position(|byte| !is_it(*byte)).map_or(bytes.len(), |length| start + length)
}

/// The text with each line, and each part of a line between commas, once; `None` if that is the text itself.
fn without_repeats(text: &str) -> Option<String> {
    if has_no_repeats(text) {
        return None;
    }
    let unique = unique(text);
    (unique != text).then_some(unique)
}

fn unique(text: &str) -> String {
    let mut unique = String::with_capacity(text.len());
    push_unique(text.split('\n'), "\n", &mut unique, |line, unique| {
        push_unique(line.split(", "), ", ", unique, |part, unique| unique.push_str(part));
    });
    unique
}

/// Whether each line, and each part of a line between commas, occurs once and has no white space around it. It can be false for a text
/// without repeats that has many lines, or New York twice.
fn has_no_repeats(text: &str) -> bool {
    are_unique(text.split('\n'))
        && text.split('\n').all(|line| !line.contains(',') || are_unique(line.split(", ")))
}

fn are_unique<'a>(chunks: impl Iterator<Item = &'a str>) -> bool {
    let mut few: [&str; FEW] = [""; FEW];
    for (known, chunk) in chunks.enumerate() {
        let is_trimmed = !chunk.starts_with(is_space) && !chunk.ends_with(is_space);
        if known == FEW || !is_trimmed || few[..known].contains(&chunk) {
            return false;
        }
        few[known] = chunk;
    }
    true
}

/// Chunks that are compared one by one; more are looked up, so that the time grows linearly with the text.
const FEW: usize = 16;

/// Appends each chunk once, without white space around it; `New York` each time, because it is a city in a state of that name.
fn push_unique<'a>(
    chunks: impl Iterator<Item = &'a str>,
    glue: &str,
    unique: &mut String,
    push: impl Fn(&'a str, &mut String),
) {
    let mut few: [&str; FEW] = [""; FEW];
    let mut many: HashSet<&str> = HashSet::new();
    let mut known = 0;
    for chunk in chunks.map(|chunk| chunk.trim_matches(is_space)) {
        let is_repeat = few[..known.min(FEW)].contains(&chunk) || (known > FEW && many.contains(chunk));
        let is_new_york = is_new_york(chunk);
        if is_repeat && !is_new_york {
            continue;
        }
        if known > 0 {
            unique.push_str(glue);
        }
        match few.get_mut(known) {
            Some(place) => *place = chunk,
            None => {
                many.insert(chunk);
            }
        }
        known += 1;
        if is_new_york {
            unique.push_str(chunk);
        } else {
            push(chunk, unique);
        }
    }
}

fn is_new_york(chunk: &str) -> bool {
    // The kelvin sign is a k in lower case, and three bytes long.
    (8..=10).contains(&chunk.len()) && chunk.to_lowercase() == "new york"
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn what_empty_fields_leave_behind_goes() {
        for (text, expected) in [
            ("\n\n12 Main St\n,  Reno, \n\n", "12 Main St\nReno"),
            ("- Reno", "Reno"),
            ("a , , b\tc }", "a, b\tc"),
            ("a  b \n c", "a b\nc"),
            (",,", ""),
            ("", ""),
        ] {
            assert_eq!(tidied(text.to_owned()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_line_stands_once_and_so_does_a_part_of_a_line_but_for_new_york() {
        assert_eq!(
            tidied("Berlin\n Berlin \n, 10115 ,, Berlin, Berlin,".to_owned()),
            "Berlin\n10115, Berlin"
        );
        assert_eq!(tidied("New York\nNew York, NY".to_owned()), "New York\nNew York, NY");
    }

    proptest! {
        #[test]
        fn shortcuts_leave_no_rule_and_no_repeat_out(text in "[ab ,\n\t}\u{a0}\u{3000}|-]{0,12}") {
            if no_rule_applies(&text) {
                prop_assert!(RULES.iter().all(|rule| rule(&text).is_none()));
            }
            if has_no_repeats(&text) {
                prop_assert_eq!(unique(&text), text);
            }
        }
    }

    #[test]
    fn many_parts_stand_once() {
        let parts: Vec<String> = (0..40).map(|part| format!("p{part}")).collect();
        let once = parts.join(", ");
        assert_eq!(tidied(format!("{once}, {once}")), once);
    }
}
