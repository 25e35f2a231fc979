//! Lines from a grammar in plain text: the parts, orders and words of a country's addresses.
//!
//! A rule is `name = pattern | pattern *WEIGHT | ...`. A line that begins with a space continues it; `#` begins a comment. In a
//! pattern:
//!
//! - `[tag:...]` is a component.
//! - `<...>` is written half of the time, `<30:...>` in 30 of 100 lines.
//! - `{a;b}` is one of several texts.
//! - `{name}` is drawn by another rule. `{name!}` is the same from the wanted split, so that held-out lines have no name
//!   of the training lines.
//! - `{@name}` comes from the sources.
//! - `{n}` is a house number, `{m}` a number below a hundred, `{o}` one below ten, `{f}` a floor, `{r}` a range of numbers.
//! - `{d}` and `{Ddd}` are digits; `D` is not zero.
//! - `~` is a line break and `_` a space. Everything else is text.

use std::collections::HashMap;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use crate::line::{Line, Piece};
use crate::mixture::Mixture;
use crate::render::{any, chance};
use crate::sources::is_held_out;
use crate::sources::world::weighted;

/// The patterns of each rule, with their weights.
pub(crate) struct Grammar {
    rules: HashMap<&'static str, Vec<(f64, &'static str)>>,
}

/// Answers for names that the grammar has no rule for, and the wanted split.
pub(crate) struct Asked<'a> {
    pub(crate) held_out: bool,
    /// Answers `{@name}`. If the answer is empty, the line is too.
    pub(crate) answer: &'a dyn Fn(&str, &mut Rng) -> String,
}

impl Grammar {
    /// Reads the rules of `text` and skips everything else.
    pub(crate) fn read(text: &'static str) -> Grammar {
        let mut rules: HashMap<&str, Vec<(f64, &str)>> = HashMap::new();
        let mut name = "";
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut patterns = line;
            if !line.starts_with(' ')
                && let Some((rule, rest)) = line.split_once('=')
            {
                (name, patterns) = (rule.trim(), rest);
            }
            let patterns = patterns.split('|').map(str::trim).filter(|pattern| !pattern.is_empty());
            rules.entry(name).or_default().extend(patterns.map(with_weight));
        }
        Grammar { rules }
    }

    /// A line of the rule `name`; empty if a component has no text.
    pub(crate) fn line(&self, name: &str, asked: &Asked<'_>, rng: &mut Rng) -> Line {
        let mut out = Written::default();
        self.expand(name, asked, &mut out, rng);
        if out.pieces.iter().any(|piece| piece.text.trim().is_empty() && piece.tag.is_some()) {
            return Line::default();
        }
        Line { pieces: out.pieces, country: None }
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
        while !rest.is_empty() {
            let (plain, marked) = rest.split_at(rest.find(['[', '<', '{']).unwrap_or(rest.len()));
            out.text(plain);
            let (held, behind) = held(marked);
            rest = behind;
            match marked.chars().next() {
                Some('[') => {
                    let (tag, inner) = held.split_once(':').unwrap_or_default();
                    out.open(tag.parse().ok());
                    self.write(inner, asked, out, rng);
                    out.close();
                }
                Some('<') => {
                    let (share, inner) = match held.split_once(':') {
                        Some((share, inner)) if share.bytes().all(|byte| byte.is_ascii_digit()) => {
                            (share.parse().unwrap_or(50.0) / 100.0, inner)
                        }
                        _ => (0.5, held),
                    };
                    if chance(rng, share) {
                        self.write(inner, asked, out, rng);
                    }
                }
                Some(_) => self.fill(held, asked, out, rng),
                None => {}
            }
        }
    }

    /// Writes what `{name}` stands for.
    fn fill(&self, name: &str, asked: &Asked<'_>, out: &mut Written, rng: &mut Rng) {
        match name {
            "n" => out.text(&house_number(rng)),
            "m" => out.text(&rng.u32(1..100).to_string()),
            "o" => out.text(&rng.u32(1..10).to_string()),
            "r" => {
                let first = rng.u32(1..120);
                out.text(&format!("{first}-{}", first + 2 * rng.u32(1..4)));
            }
            "f" => {
                let highest = any(rng, &[5, 9, 9, 16, 25]);
                out.text(&rng.u32(1..=highest).to_string());
            }
            digits if digits.chars().all(|character| matches!(character, 'd' | 'D')) => {
                let drawn: String =
                    digits.chars().map(|kind| char::from(b'0' + rng.u8(u8::from(kind == 'D')..10))).collect();
                out.text(&drawn);
            }
            choices if choices.contains(';') => {
                let choices: Vec<&str> = choices.split(';').collect();
                self.write(any(rng, &choices), asked, out, rng);
            }
            name => match name.strip_suffix('!') {
                Some(name) => out.asked(&self.of_split(name, asked, rng)),
                None => match name.strip_prefix('@') {
                    Some(question) => out.asked(&(asked.answer)(question, rng)),
                    None => self.expand(name, asked, out, rng),
                },
            },
        }
    }

    /// A text of the rule `name` from the wanted split, if one is drawn within the tries.
    fn of_split(&self, name: &str, asked: &Asked<'_>, rng: &mut Rng) -> String {
        let mut drawn = String::new();
        for _ in 0..200 {
            let mut out = Written::default();
            self.expand(name, asked, &mut out, rng);
            drawn = out.pieces.into_iter().map(|piece| piece.text).collect();
            if is_held_out(&[&drawn]) == asked.held_out {
                break;
            }
        }
        drawn
    }

    /// The names of the rules, and the names that patterns use.
    #[cfg(test)]
    pub(crate) fn missing_rules(&self) -> Vec<String> {
        let built_in = |name: &str| {
            name.starts_with('@')
                || name.contains(';')
                || matches!(name, "n" | "m" | "o" | "f" | "r")
                || name.chars().all(|character| matches!(character, 'd' | 'D'))
        };
        let mut missing = Vec::new();
        for (_, pattern) in self.rules.values().flatten() {
            for part in pattern.split('{').skip(1) {
                let name = part.split('}').next().unwrap_or_default();
                if !built_in(name) && !self.rules.contains_key(name.trim_end_matches('!')) {
                    missing.push(name.to_owned());
                }
            }
        }
        missing
    }
}

/// A pattern and its weight: `pattern *3`.
fn with_weight(pattern: &'static str) -> (f64, &'static str) {
    match pattern.rsplit_once('*').map(|(pattern, weight)| (pattern.trim(), weight.parse())) {
        Some((pattern, Ok(weight))) => (weight, pattern),
        _ => (1.0, pattern),
    }
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

/// A line under construction.
#[derive(Default)]
struct Written {
    pieces: Vec<Piece>,
    /// Whether further text belongs to the last piece.
    is_open: bool,
}

impl Written {
    fn open(&mut self, tag: Option<Tag>) {
        self.pieces.push(Piece { tag, text: String::new() });
        self.is_open = true;
    }

    fn close(&mut self) {
        self.is_open = false;
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if !self.is_open {
            self.open(None);
        }
        if let Some(piece) = self.pieces.last_mut() {
            piece.text.push_str(&text.replace('~', "\n").replace('_', " "));
        }
    }

    /// Writes an answer of the sources. A component without an answer stays empty.
    fn asked(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(piece) if text.is_empty() && self.is_open => {
                piece.text.clear();
                self.is_open = false;
            }
            _ => self.text(text),
        }
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
    pub(crate) from: &'a Mixture,
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
    let answer = |_: &str, _: &mut Rng| answer.to_owned();
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
        assert!(grammar.missing_rules().is_empty());
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
