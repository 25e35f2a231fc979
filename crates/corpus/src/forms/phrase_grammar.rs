//! Named lists of patterns from which texts are drawn: the word lists of forms that assemble their texts.

use std::collections::HashMap;

use fastrand::Rng;

use crate::line::Line;
use crate::render::any;

/// Named lists of patterns. In the text `= name` starts a list, and each line below it is a pattern. A pattern with `*3 ` in front is
/// drawn three times as often, and a line with `#` in front is a comment. In a pattern, `<a|b|>` is one of several texts, and `{name}`
/// is a pattern of that list or, if the list is missing, the text that the caller fills in.
pub(in crate::forms) struct Grammar {
    lists: HashMap<&'static str, Vec<&'static str>>,
}

/// Writes what a name without a list stands for.
pub(in crate::forms) type Fill<'a> = &'a mut dyn FnMut(&str, &mut Line, &mut Rng);

impl Grammar {
    /// Reads the text of a word list.
    pub(in crate::forms) fn read(text: &'static str) -> Grammar {
        let mut lists: HashMap<&str, Vec<&str>> = HashMap::new();
        let mut name = "";
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(begun) = line.strip_prefix("= ") {
                name = begun;
                continue;
            }
            let weighted = line.strip_prefix('*').and_then(|rest| rest.split_once(' '));
            let (times, pattern) = weighted
                .and_then(|(times, pattern)| Some((times.parse::<usize>().ok()?, pattern)))
                .unwrap_or((1, line));
            lists.entry(name).or_default().extend(std::iter::repeat_n(pattern, times));
        }
        Grammar { lists }
    }

    /// Whether there is a list of that name.
    pub(in crate::forms) fn has(&self, name: &str) -> bool {
        self.lists.contains_key(name)
    }

    /// A text from the list of that name. Components written by `fill` keep their tags.
    pub(in crate::forms) fn line(&self, name: &str, fill: Fill<'_>, rng: &mut Rng) -> Line {
        let mut line = Line::default();
        self.write_name(name, fill, rng, &mut line);
        line
    }

    /// A text from the list of that name.
    pub(in crate::forms) fn text(&self, name: &str, fill: Fill<'_>, rng: &mut Rng) -> String {
        self.line(name, fill, rng).render().0
    }

    fn write_name(&self, name: &str, fill: Fill<'_>, rng: &mut Rng, line: &mut Line) {
        match self.lists.get(name) {
            Some(patterns) => self.write(any(rng, patterns), fill, rng, line),
            None => match number_or_letter(name, rng) {
                Some(text) => line.plain(text),
                None => fill(name, line, rng),
            },
        }
    }

    fn write(&self, pattern: &str, fill: Fill<'_>, rng: &mut Rng, line: &mut Line) {
        let Some(at) = pattern.find(['{', '<']) else {
            return plain(line, pattern);
        };
        plain(line, &pattern[..at]);
        let close = if pattern[at..].starts_with('{') { '}' } else { '>' };
        let (inside, behind) = pattern[at + 1..].split_once(close).unwrap_or((&pattern[at + 1..], ""));
        if close == '}' {
            self.write_name(inside, fill, rng, line);
        } else {
            let choices: Vec<&str> = inside.split('|').collect();
            self.write(any(rng, &choices), fill, rng, line);
        }
        self.write(behind, fill, rng, line);
    }
}

fn plain(line: &mut Line, text: &str) {
    if !text.is_empty() {
        line.plain(text);
    }
}

/// The meaning of one-letter names in every list: `n` a number, `o` a small one, `N` one with three digits, `a` a letter, `l` a small
/// letter, `d` a digit.
fn number_or_letter(name: &str, rng: &mut Rng) -> Option<String> {
    Some(match name {
        "n" => {
            let below = if rng.bool() { 30 } else { 100 };
            rng.u32(1..below).to_string()
        }
        "o" => rng.u32(1..10).to_string(),
        "N" => rng.u32(100..1_000).to_string(),
        "d" => rng.u32(0..10).to_string(),
        "a" => char::from(b'A' + rng.u8(..8)).to_string(),
        "l" => char::from(b'a' + rng.u8(..8)).to_string(),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use milepost_address::Tag;

    use super::*;

    #[test]
    fn a_text_is_put_together_of_lists_choices_and_what_the_caller_fills_in() {
        let grammar = Grammar::read("# words\n= note\n*2 <near|by> {thing} {town}\n= thing\nthe gate {o}\n");
        let mut rng = Rng::with_seed(1);
        let mut fill =
            |name: &str, line: &mut Line, _: &mut Rng| line.push(Tag::Locality, name.to_uppercase());
        for _ in 0..50 {
            let (text, spans) = grammar.line("note", &mut fill, &mut rng).render();
            let text = text.replace("near ", "by ");
            assert!(text.starts_with("by the gate ") && text.ends_with(" TOWN"), "{text}");
            assert_eq!(spans.len(), 1);
        }
        assert!(grammar.has("thing") && !grammar.has("town"));
    }
}
