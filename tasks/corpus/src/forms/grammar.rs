//! Lines from a grammar in plain text: the parts, orders and words of addresses.
//!
//! A rule is `name = pattern | pattern *WEIGHT | ...`. A line that begins with a space continues it; `#` begins a comment. After
//! a line `= name` each line is a pattern, with its weight in front (`*3 pattern`). A rule `group head/other = ...` is called
//! `group.head`; `group` draws one of the heads, `group#` one by the number of its patterns, and `group/other` is the head. A rule
//! `unit.DE,AT = ...` is `unit.DE` and `unit.AT`.
//!
//! In a pattern:
//!
//! - `[tag:...]` or `[tag ...]` is a component, `[:...]` a text of its own that is none, so that later typing changes it as a whole.
//! - `<...>` is written half of the time, `<30:...>` in 30 of 100 lines, `<a|b>` is one of several texts.
//! - `<?x:...>` is written if the value or rule `x` is there, `<!x:...>` if not. `?x=a/b` asks whether the value is one of these
//!   texts, `?x%a/b` whether it ends with one, `?x^a/b` whether it begins with one, `?x&a/b` whether it contains one.
//! - `<+SEPARATOR:...>` is written after the separator, without it at the beginning of the line or value. Nothing is written if it is
//!   empty.
//! - `{a;b}` is one of several texts, `{a*3;b}` with weights, `{3..20}` a number, `{001..999}` one with leading zeros.
//! - `{=x ...}` keeps a part with its components as the value `x` and writes nothing.
//! - `{:change ...}` writes a part changed by a function of `changes`, such as `upper`.
//! - `{name}` is a value or is drawn by another rule; `$x` in a name is a value. `{name!}` is the same from the wanted split, so that
//!   held-out lines have no name of the training lines, and `{name^}` is one word. If the value `scopes` is `AU en`, `{name}` is
//!   `AU.name` or `en.name` where there is such a rule. `{a?b}` is `a`, or `b` if there is no rule `a`.
//! - `{x+2}` adds to a value, `{x-St}` leaves out its beginning, `{x/rule}` replaces its ending by the first pattern `OLD-NEW` of the rule
//!   that fits.
//! - `{@name}`, or a name without a rule, comes from the sources.
//! - `{A}` is a letter, `{n}` a house number, `{m}` a number below a hundred, `{o}` one below ten, `{N}` one of three digits, `{f}` a
//!   floor, `{r}` a range of numbers, `{a}` a letter. `{bar}`, `{semi}`, `{open}`, `{shut}`, `{wave}`, `{brace}`, `{unbrace}`, `{under}`,
//!   `{gt}`, `{tab}`, `{cr}`, `{wide}` are the signs `|`, `;`, `[`, `]`, `~`, braces, `_`, `>`, a tab, a carriage return and a wide space.
//! - `{d}` and `{Ddd}` are digits; `D` is not zero.
//! - `~` is a line break and `_` a space. Everything else is text.

use std::collections::HashMap;
use std::ops::{Deref, DerefMut};

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::changes::changed_by;
use crate::line::{Line, Piece};
use crate::render::{any, chance};
use crate::sources::is_held_out;
use crate::sources::world::weighted;
use crate::tables::Tables;

/// The patterns of each rule, with their weights.
pub(crate) struct Grammar {
    rules: HashMap<String, Vec<(f64, &'static str)>>,
}

/// Texts that a line keeps while it is written, some with their components.
#[derive(Default)]
pub(crate) struct Values {
    texts: HashMap<String, String>,
    lines: HashMap<String, Vec<Piece>>,
}

impl Values {
    /// Keeps a text.
    pub(crate) fn keep(&mut self, name: &str, text: impl Into<String>) {
        self.lines.remove(name);
        self.texts.insert(name.to_owned(), text.into());
    }

    /// Keeps a part of a line with its components.
    pub(crate) fn keep_line(&mut self, name: &str, pieces: Vec<Piece>) {
        self.keep(name, text_of(&pieces));
        if pieces.len() > 1 || pieces.iter().any(|piece| piece.tag.is_some()) {
            self.lines.insert(name.to_owned(), pieces);
        }
    }

    /// The text of a value; empty if it is missing.
    pub(crate) fn text(&self, name: &str) -> &str {
        self.texts.get(name).map_or("", String::as_str)
    }

    /// The components of a value and what separates them.
    pub(crate) fn line(&self, name: &str) -> Line {
        let plain = || vec![Piece { tag: None, text: self.text(name).to_owned() }];
        Line { pieces: self.lines.get(name).cloned().unwrap_or_else(plain), country: None }
    }
}

impl Deref for Values {
    type Target = HashMap<String, String>;

    fn deref(&self) -> &HashMap<String, String> {
        &self.texts
    }
}

impl DerefMut for Values {
    fn deref_mut(&mut self) -> &mut HashMap<String, String> {
        &mut self.texts
    }
}

fn text_of(pieces: &[Piece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// Answers for names that the grammar has no rule for, and the wanted split.
pub(crate) struct Asked<'a> {
    pub(crate) held_out: bool,
    /// Answers `{@name}`. If a component gets an empty answer, or any part none, the line is empty.
    pub(crate) answer: &'a dyn Fn(&str, &mut Values, &mut Rng) -> Option<Line>,
}

/// A text outside any component, as the answer to a question.
pub(crate) fn as_line(text: impl Into<String>) -> Option<Line> {
    Some(Line { pieces: vec![Piece { tag: None, text: text.into() }], country: None })
}

impl Grammar {
    /// Reads the rules of `text` and skips everything else.
    pub(crate) fn read(text: &'static str) -> Grammar {
        Grammar::read_all(&[text])
    }

    /// Reads the rules of several texts. A rule that a later text repeats gets more patterns.
    pub(crate) fn read_all(texts: &[&'static str]) -> Grammar {
        let mut grammar = Grammar { rules: HashMap::new() };
        let mut shared = Vec::new();
        for text in texts {
            grammar.take(text, &mut shared);
        }
        for (alias, name) in shared {
            let patterns = grammar.rules.get(&name).cloned().unwrap_or_default();
            grammar.rules.insert(alias, patterns);
        }
        grammar.count_heads();
        grammar
    }

    /// Reads one text. `shared` gets the other names of rules.
    fn take(&mut self, text: &'static str, shared: &mut Vec<(String, String)>) {
        let mut name = String::new();
        let mut is_list = false;
        for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            if let Some(begun) = line.strip_prefix("= ") {
                (name, is_list) = (begun.to_owned(), true);
            } else if is_list {
                self.rules.entry(name.clone()).or_default().push(with_weight_in_front(line));
            } else {
                let mut patterns = line;
                if !line.starts_with(' ')
                    && let Some((rule, rest)) = line.split_once('=')
                {
                    let mut names = rule.trim().split(',');
                    let first = names.next().unwrap_or_default();
                    (name, patterns) = (self.begin(first), rest);
                    let group = name.rfind('.').map_or("", |dot| &name[..=dot]);
                    shared.extend(names.map(|other| (format!("{group}{other}"), name.clone())));
                }
                let patterns = split(patterns, '|').into_iter().map(str::trim);
                let patterns = patterns.filter(|pattern| !pattern.is_empty()).map(with_weight);
                self.rules.entry(name.clone()).or_default().extend(patterns);
            }
        }
    }

    /// Makes the rules `group#`, which draw a head by the number of its patterns.
    fn count_heads(&mut self) {
        let weight = |name: String| Some(self.rules.get(&name)?.iter().map(|one| one.0).sum());
        let counted = |(group, heads): (&String, &Vec<(f64, &'static str)>)| {
            let heads =
                heads.iter().filter_map(|&(_, head)| Some((weight(format!("{group}.{head}"))?, head)));
            (format!("{group}#"), heads.collect::<Vec<(f64, &str)>>())
        };
        let heads: Vec<_> = self.rules.iter().map(counted).filter(|(_, heads)| !heads.is_empty()).collect();
        self.rules.extend(heads);
    }

    /// Registers the head of a rule `group head/other` and returns the name of the rule.
    fn begin(&mut self, rule: &'static str) -> String {
        let Some((group, head)) = rule.split_once(' ') else { return rule.to_owned() };
        let (head, other) = head.split_once('/').unwrap_or((head, ""));
        self.rules.entry(group.to_owned()).or_default().push((1.0, head));
        if !other.is_empty() {
            self.rules.insert(format!("{group}/{other}"), vec![(1.0, head)]);
        }
        format!("{group}.{head}")
    }

    /// Whether there is a rule of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.rules.contains_key(name)
    }

    /// A line of the rule `name`; empty if a component has no text.
    #[cfg(test)]
    pub(crate) fn line(&self, name: &str, asked: &Asked<'_>, rng: &mut Rng) -> Line {
        self.line_and_values(name, asked, Values::default(), rng).0
    }

    /// A line of the rule `name` that begins with `values`, and the values that it keeps; empty if a component has no text.
    pub(crate) fn line_and_values(
        &self,
        name: &str,
        asked: &Asked<'_>,
        values: Values,
        rng: &mut Rng,
    ) -> (Line, Values) {
        let mut out = Written { values, ..Written::default() };
        self.expand(name, asked, &mut out, rng);
        if out.has_failed
            || out.pieces.iter().any(|piece| piece.text.trim().is_empty() && piece.tag.is_some())
        {
            out.pieces.clear();
        }
        (Line { pieces: out.pieces, country: None }, out.values)
    }

    /// A text of the rule `name` that needs no sources.
    pub(crate) fn text(&self, name: &str, rng: &mut Rng) -> String {
        let mut out = Written::default();
        self.expand(name, &Asked { held_out: false, answer: &|_, _, _| None }, &mut out, rng);
        text_of(&out.pieces)
    }

    fn expand(&self, name: &str, asked: &Asked<'_>, out: &mut Written, rng: &mut Rng) {
        if let Some(rules) = self.rules.get(name) {
            let pattern = weighted(rules, |&(weight, _)| weight, rng).1;
            self.write(pattern, asked, out, rng);
        } else {
            debug_assert!(false, "no rule {name}");
        }
    }

    fn write(&self, pattern: &str, asked: &Asked<'_>, out: &mut Written, rng: &mut Rng) {
        let mut rest = pattern;
        while !rest.is_empty() && !out.has_failed {
            let (plain, marked) = rest.split_at(rest.find(['[', '<', '{']).unwrap_or(rest.len()));
            out.text(&spelt(plain));
            let (held, behind) = held(marked);
            rest = behind;
            match marked.chars().next() {
                Some('[') => {
                    let (tag, inner) = held.split_once([':', ' ']).unwrap_or_default();
                    out.open(tag.parse().ok());
                    self.write(inner, asked, out, rng);
                    out.is_open = false;
                }
                Some('<') => self.perhaps(held, asked, out, rng),
                Some(_) => self.fill(held, asked, out, rng),
                None => {}
            }
        }
    }

    /// Writes what `<...>` stands for.
    fn perhaps(&self, held: &str, asked: &Asked<'_>, out: &mut Written, rng: &mut Rng) {
        let choices = split(held, '|');
        if choices.len() > 1 {
            return self.write(any(rng, &choices), asked, out, rng);
        }
        if let Some(joined) = held.strip_prefix('+') {
            let separator = split(joined, ':')[0];
            let inner = joined.get(separator.len() + 1..).unwrap_or_default();
            let pieces = self.apart(out, |part| self.write(inner, asked, part, rng));
            if pieces.iter().all(|piece| piece.text.is_empty()) {
                return;
            }
            if out.pieces.iter().any(|piece| !piece.text.is_empty()) {
                let separator = text_of(&self.apart(out, |part| self.write(separator, asked, part, rng)));
                out.pieces.push(Piece { tag: None, text: separator });
            }
            out.pieces.extend(pieces);
            out.is_open = false;
            return;
        }
        let (is_written, inner) = match held.split_once(':') {
            Some((fact, inner)) if fact.starts_with('?') => (self.holds(&fact[1..], out), inner),
            Some((fact, inner)) if fact.starts_with('!') => (!self.holds(&fact[1..], out), inner),
            Some((share, inner)) if out.named(share).parse::<f64>().is_ok() => {
                (chance(rng, out.named(share).parse().unwrap_or(50.0) / 100.0), inner)
            }
            _ => (rng.bool(), held),
        };
        if is_written {
            self.write(inner, asked, out, rng);
        }
    }

    /// Whether the fact of a condition holds.
    fn holds(&self, fact: &str, out: &Written) -> bool {
        for sign in ['=', '%', '^', '&'] {
            let Some((name, texts)) = fact.split_once(sign) else { continue };
            let value = out.values.get(name).map_or("", String::as_str);
            return spelt(&out.named(texts)).split('/').any(|text| match sign {
                '=' => value == text,
                '%' => value.ends_with(text),
                '&' => value.contains(text),
                _ => value.starts_with(text),
            });
        }
        match out.values.get(fact) {
            Some(value) => !value.is_empty(),
            None => self.has(&out.named(fact)),
        }
    }

    /// Writes what `{name}` stands for.
    fn fill(&self, name: &str, asked: &Asked<'_>, out: &mut Written, rng: &mut Rng) {
        if let Some(kept) = name.strip_prefix('=') {
            let (name, pattern) = kept.split_once(' ').unwrap_or((kept, ""));
            let pieces = self.apart(out, |inner| self.write(pattern, asked, inner, rng));
            out.values.keep_line(name, pieces);
            return;
        }
        if let Some(changed) = name.strip_prefix(':') {
            let (change, pattern) = changed.split_once(' ').unwrap_or((changed, ""));
            let (change, with) = change.split_once(',').unwrap_or((change, ""));
            let pieces = self.apart(out, |inner| self.write(pattern, asked, inner, rng));
            let with = out.values.text(with).to_owned();
            return out.answer(changed_by(change, &with, Line { pieces, country: None }, rng));
        }
        let choices = split(name, ';');
        if choices.len() > 1 {
            return self.write(chosen(&choices, rng), asked, out, rng);
        }
        let name = out.named(name);
        let name = self.resolved(&name, &out.values);
        if out.values.lines.contains_key(&name) {
            let line = out.values.line(&name);
            out.answer(Some(line));
        } else if let Some(value) = self.value(&name, &out.values) {
            out.text(&value);
        } else if self.has(&name) {
            self.expand(&name, asked, out, rng);
        } else if let Some(number) = number(&name, rng) {
            out.text(&number);
        } else if let Some(name) = name.strip_suffix('!') {
            let drawn = self.until(name, |drawn| is_held_out(&[drawn]) == asked.held_out, asked, out, rng);
            out.answer(as_line(drawn));
        } else if let Some(name) = name.strip_suffix('^') {
            let drawn = self.until(name, |drawn| !drawn.contains([' ', '.']), asked, out, rng);
            out.text(&drawn);
        } else {
            let question = name.strip_prefix('@').unwrap_or(&name);
            let answer = (asked.answer)(question, &mut out.values, rng);
            out.answer(answer);
        }
    }

    /// The first of the names `a?b` that is a value or a rule, in the narrowest of the scopes.
    fn resolved(&self, names: &str, values: &Values) -> String {
        let scopes = values.text("scopes");
        for name in names.split('?') {
            let mut scoped = scopes.split(' ').map(|scope| format!("{scope}.{name}"));
            if let Some(rule) = scoped.find(|rule| self.has(rule)) {
                return rule;
            }
            if values.contains_key(name) || self.has(name) {
                return name.to_owned();
            }
        }
        names.rsplit('?').next().unwrap_or_default().to_owned()
    }

    /// A value, or what becomes of it: `{x+2}` is a sum, `{x-St}` has that beginning left out, `{x/rule}` has another ending.
    fn value(&self, name: &str, values: &Values) -> Option<String> {
        let end = name.find(['+', '-', '/']).unwrap_or(name.len());
        let value = values.get(&name[..end])?;
        let Some(sign) = name[end..].chars().next() else { return Some(value.clone()) };
        let rest = &name[end + 1..];
        Some(match sign {
            '+' => (value.parse::<u32>().ok()? + rest.parse::<u32>().ok()?).to_string(),
            '-' => value.strip_prefix(rest).unwrap_or(value).to_owned(),
            _ => self.with_other_ending(value, rest),
        })
    }

    /// The patterns of a rule.
    pub(crate) fn patterns(&self, name: &str) -> impl Iterator<Item = &'static str> {
        self.rules.get(name).into_iter().flatten().map(|&(_, pattern)| pattern)
    }

    /// The first pattern of a rule.
    pub(crate) fn first(&self, name: &str) -> Option<&'static str> {
        self.patterns(name).next()
    }

    /// `text` with another ending: the first that fits of a rule with patterns `OLD-NEW`.
    pub(crate) fn with_other_ending(&self, text: &str, rule: &str) -> String {
        let mut endings = self.patterns(rule).filter_map(|pattern| pattern.split_once('-'));
        let other = endings.find_map(|(old, new)| Some(format!("{}{new}", text.strip_suffix(old)?)));
        other.filter(|_| !text.is_empty()).unwrap_or_else(|| text.to_owned())
    }

    /// A text of the rule `name` for which `fits` is true, if one is drawn within the tries.
    fn until(
        &self,
        name: &str,
        fits: impl Fn(&str) -> bool,
        asked: &Asked<'_>,
        out: &mut Written,
        rng: &mut Rng,
    ) -> String {
        let mut drawn = String::new();
        for _ in 0..200 {
            drawn = text_of(&self.apart(out, |inner| self.expand(name, asked, inner, rng)));
            if fits(&drawn) {
                break;
            }
        }
        drawn
    }

    /// What `write` writes with the values of `out`.
    fn apart(&self, out: &mut Written, write: impl FnOnce(&mut Written)) -> Vec<Piece> {
        let mut inner = Written { values: std::mem::take(&mut out.values), ..Written::default() };
        write(&mut inner);
        out.values = inner.values;
        out.has_failed |= inner.has_failed;
        inner.pieces
    }

    /// The names of rules that patterns use and the grammar lacks, other than the values `known`.
    #[cfg(test)]
    pub(crate) fn missing_rules(&self, known: &[&str]) -> Vec<String> {
        let mut rng = Rng::with_seed(1);
        let patterns: Vec<&str> = self.rules.values().flatten().map(|&(_, pattern)| pattern).collect();
        let is_kept = |name: &str| {
            let name = name.split(['+', '-', '/']).next().unwrap_or_default();
            known.contains(&name) || patterns.iter().any(|pattern| pattern.contains(&format!("{{={name} ")))
        };
        let mut missing = Vec::new();
        for pattern in &patterns {
            for part in pattern.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                let is_rule = self.has(name.trim_end_matches(['!', '^'])) || number(name, &mut rng).is_some();
                if !is_rule
                    && !is_kept(name)
                    && !name.contains(['@', ';', '=', '$', '<', '['])
                    && part.contains('}')
                {
                    missing.push(name.to_owned());
                }
            }
        }
        missing
    }
}

/// A text of a pattern with its breaks and spaces.
fn spelt(text: &str) -> String {
    text.replace('~', "\n").replace('_', " ")
}

/// The parts of `text` between the signs `at` that no bracket holds.
fn split(text: &str, at: char) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0, 0);
    for (index, sign) in text.char_indices() {
        match sign {
            '[' | '<' | '{' => depth += 1,
            ']' | '>' | '}' => depth -= 1,
            sign if sign == at && depth == 0 => {
                parts.push(&text[start..index]);
                start = index + at.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(&text[start..]);
    parts
}

/// A pattern and its weight: `pattern *3`.
fn with_weight(pattern: &'static str) -> (f64, &'static str) {
    match pattern.rsplit_once('*').map(|(pattern, weight)| (pattern.trim(), weight.parse())) {
        Some((pattern, Ok(weight))) => (weight, pattern),
        _ => (1.0, pattern),
    }
}

/// One of several texts, each with its weight after it: `text*3`.
fn chosen<'a>(choices: &[&'a str], rng: &mut Rng) -> &'a str {
    let weighed =
        |choice: &&'a str| match choice.rsplit_once('*').map(|(text, weight)| (text, weight.parse())) {
            Some((text, Ok(weight))) => (weight, text),
            _ => (1.0, *choice),
        };
    let weighed: Vec<(f64, &str)> = choices.iter().map(weighed).collect();
    weighted(&weighed, |&(weight, _)| weight, rng).1
}

/// A pattern of a list and its weight: `*3 pattern`.
fn with_weight_in_front(line: &'static str) -> (f64, &'static str) {
    let weighted = line.strip_prefix('*').and_then(|rest| rest.split_once(' '));
    weighted.and_then(|(weight, pattern)| Some((weight.parse().ok()?, pattern))).unwrap_or((1.0, line))
}

/// The text inside the bracket that `marked` begins with, and the text after it.
fn held(marked: &str) -> (&str, &str) {
    let mut depth = 0;
    for (at, character) in marked.char_indices() {
        match character {
            '[' | '<' | '{' => depth += 1,
            ']' | '>' | '}' => depth -= 1,
            _ => continue,
        }
        if depth == 0 {
            return (&marked[1..at], &marked[at + 1..]);
        }
    }
    (marked.get(1..).unwrap_or_default(), "")
}

/// The number or letter that a built-in name stands for.
fn number(name: &str, rng: &mut Rng) -> Option<String> {
    if let Some((low, high)) = name.split_once("..") {
        let width = if low.starts_with('0') { low.len() } else { 1 };
        let (lowest, highest): (u32, u32) = (low.parse().ok()?, high.parse().ok()?);
        let number = rng.u32(lowest..=highest);
        return Some(format!("{number:0width$}"));
    }
    Some(match name {
        "n" => house_number(rng),
        "m" => rng.u32(1..100).to_string(),
        "o" => rng.u32(1..10).to_string(),
        "N" => rng.u32(100..1_000).to_string(),
        "r" => {
            let first = rng.u32(1..120);
            format!("{first}-{}", first + 2 * rng.u32(1..4))
        }
        "f" => {
            let highest = any(rng, &[5, 9, 9, 16, 25]);
            rng.u32(1..=highest).to_string()
        }
        "a" => char::from(b'A' + rng.u8(..8)).to_string(),
        "A" => char::from(b'A' + rng.u8(..26)).to_string(),
        "bar" => "|".to_owned(),
        "gt" => ">".to_owned(),
        "tab" => "\t".to_owned(),
        "cr" => "\r".to_owned(),
        "under" => "_".to_owned(),
        "wide" => "\u{3000}".to_owned(),
        "brace" => "{".to_owned(),
        "unbrace" => "}".to_owned(),
        "semi" => ";".to_owned(),
        "open" => "[".to_owned(),
        "shut" => "]".to_owned(),
        "wave" => "~".to_owned(),
        digits if !digits.is_empty() && digits.chars().all(|kind| matches!(kind, 'd' | 'D')) => {
            digits.chars().map(|kind| char::from(b'0' + rng.u8(u8::from(kind == 'D')..10))).collect()
        }
        _ => return None,
    })
}

/// A line under construction.
#[derive(Default)]
struct Written {
    pieces: Vec<Piece>,
    /// Whether further text belongs to the last piece.
    is_open: bool,
    has_failed: bool,
    values: Values,
}

impl Written {
    fn open(&mut self, tag: Option<Tag>) {
        self.pieces.push(Piece { tag, text: String::new() });
        self.is_open = true;
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.is_open {
            self.open(None);
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.text.push_str(text);
        }
    }

    /// Writes an answer of the sources: its text inside a component, its components elsewhere.
    fn answer(&mut self, answer: Option<Line>) {
        let Some(line) = answer else {
            self.has_failed = true;
            return;
        };
        let is_component = self.is_open && self.pieces.last().is_some_and(|piece| piece.tag.is_some());
        if is_component && !line.is_empty() && line.pieces.iter().all(|piece| piece.text.is_empty()) {
            self.has_failed = true;
        }
        let is_line = line.pieces.len() > 1;
        for piece in line.pieces {
            if is_component || piece.tag.is_none() && !is_line {
                self.text(&piece.text);
            } else if !piece.text.is_empty() || piece.tag.is_some() {
                self.pieces.push(piece);
                self.is_open = false;
            }
        }
    }

    /// A name with the values for its `$x`.
    fn named(&self, name: &str) -> String {
        let mut parts = name.split('$');
        let mut named = parts.next().unwrap_or_default().to_owned();
        for part in parts {
            let end = part.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(part.len());
            named.push_str(self.values.get(&part[..end]).map_or("", String::as_str));
            named.push_str(&part[end..]);
        }
        named
    }
}

/// A house number, mostly a small one.
fn house_number(rng: &mut Rng) -> String {
    let number = match rng.u8(..20) {
        0..9 => rng.u32(1..30),
        9..18 => rng.u32(20..140),
        18 => rng.u32(100..400),
        _ => rng.u32(300..1_500),
    };
    number.to_string()
}

/// The sources of a country's names.
pub(crate) struct Country<'a> {
    pub(crate) from: &'a Tables,
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) code: &'a str,
    /// The language in the vocabulary.
    pub(crate) language: &'a str,
    pub(crate) script: Script,
    /// The letters of the language in lower case, because many languages share a script.
    pub(crate) letters: &'a str,
    pub(crate) held_out: bool,
}

impl Country<'_> {
    /// A word of the vocabulary with letters of the language only; empty if none is drawn.
    pub(crate) fn word(&self, kind: &str, rng: &mut Rng) -> String {
        self.word_where(kind, |_| true, rng)
    }

    /// The same, of the words that are `wanted`.
    pub(crate) fn word_where(&self, kind: &str, wanted: impl Fn(&str) -> bool, rng: &mut Rng) -> String {
        (0..60)
            .filter_map(|_| self.from.vocabulary.draw(self.language, kind, rng))
            .find(|word| is_spelt(word, self.letters) && wanted(word))
            .map_or_else(String::new, str::to_owned)
    }

    /// A town in the script of the country: a large one or one of any size.
    pub(crate) fn town(&self, large: bool, rng: &mut Rng) -> String {
        for _ in 0..60 {
            let towns = &self.from.towns;
            let town =
                if large { towns.large(self.code, rng) } else { towns.of(self.code, self.held_out, rng) };
            let name = town.and_then(|town| town.in_script(self.script, rng));
            if let Some(name) = name.filter(|name| is_spelt(name, self.letters)) {
                return name.to_owned();
            }
        }
        String::new()
    }

    /// Answers for the names that the grammars of all countries use; empty for any other.
    pub(crate) fn answer(&self, question: &str, rng: &mut Rng) -> String {
        match question {
            "abroad" => self.abroad(rng),
            "town" => self.town(false, rng),
            "large" => self.town(true, rng),
            "city" => self.word("city", rng),
            "street" => self.word("street", rng),
            "firstname" => self.word("first", rng),
            "surname" => self.word("last", rng),
            _ => String::new(),
        }
    }

    /// The name of the country as written abroad, mostly in English.
    pub(crate) fn abroad(&self, rng: &mut Rng) -> String {
        if chance(rng, 0.8) {
            return self.from.countries.english(self.code).to_owned();
        }
        (0..20)
            .map(|_| self.from.countries.name(self.code, rng))
            .find(|name| Script::of_text(name) == Script::Latin)
            .unwrap_or_default()
    }
}

/// Whether `name` has only these `letters`, apart from the marks in and between words.
pub(crate) fn is_spelt(name: &str, letters: &str) -> bool {
    let is_letter = |character: char| {
        let mut lower = character.to_lowercase();
        lower.next().is_some_and(|lower| letters.contains(lower))
    };
    name.chars()
        .all(|character| is_letter(character) || matches!(character, ' ' | '-' | '\'' | '’' | '"' | '.'))
        && name.chars().filter(|&character| is_letter(character)).count() > 1
}

/// Changes the text of every piece.
pub(crate) fn changed(line: &mut Line, change: impl Fn(&str) -> String) {
    for piece in &mut line.pieces {
        piece.text = change(&piece.text);
    }
}

/// Lines of a grammar for tests, in which every answer of the sources is the same made-up name.
#[cfg(test)]
pub(crate) fn without_sources(grammar: &Grammar, rule: &str, answer: &str, count: usize) -> Vec<Line> {
    let mut rng = Rng::with_seed(11);
    let answer = |_: &str, _: &mut Values, _: &mut Rng| as_line(answer);
    let asked = Asked { held_out: false, answer: &answer };
    (0..count).map(|_| grammar.line(rule, &asked, &mut rng)).collect()
}

/// The lines that are empty or cannot be labelled.
#[cfg(test)]
pub(crate) fn unlabelled(lines: &[Line]) -> Vec<String> {
    let is_bad = |line: &&Line| {
        let (text, spans) = line.render();
        spans.is_empty() || crate::encode::labels(&text, &spans).is_none()
    };
    lines.iter().filter(is_bad).map(|line| line.render().0).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: &str = "
# A street behind its town.
line = [locality:{town}], [street:{road} {@name}]<100:, [house_number:{n}]>
town = Alt *0 | Neu
road = {Weg;Steig}
";

    #[test]
    fn a_line_has_the_components_of_its_rule() {
        let grammar = Grammar::read(RULES);
        assert!(grammar.missing_rules(&[]).is_empty());
        for line in without_sources(&grammar, "line", "Ost", 50) {
            let tags: Vec<_> = line.pieces.iter().map(|piece| piece.tag).collect();
            assert_eq!(tags, [Some(Tag::Locality), None, Some(Tag::Street), None, Some(Tag::HouseNumber)]);
            let (text, _) = line.render();
            assert!(text.starts_with("Neu, Weg Ost, ") || text.starts_with("Neu, Steig Ost, "), "{text}");
        }
    }

    #[test]
    fn a_component_without_an_answer_makes_the_line_empty() {
        assert!(without_sources(&Grammar::read(RULES), "line", "", 5).iter().all(Line::is_empty));
    }

    #[test]
    fn names_of_another_language_are_not_spelt_in_the_letters() {
        assert!(is_spelt("Иваново-Поле", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"));
        assert!(!is_spelt("Київ", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"));
        assert!(!is_spelt("Борзя (Чит.)", "абвгдежзийклмнопрстуфхцчшщъыьэюяё"));
    }
}
