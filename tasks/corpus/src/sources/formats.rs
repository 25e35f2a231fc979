//! Formats of countries whose addresses the order of their family does not describe: `data/formats.txt`.

use std::collections::HashMap;

use milepost_address::Tag;

type Weighted = Vec<(f64, &'static str)>;

/// The templates of one country and the texts of its components.
#[derive(Default)]
pub(crate) struct Format {
    /// Templates with their weights.
    pub(crate) templates: Weighted,
    /// Patterns of a component with their weights.
    pub(crate) values: HashMap<Tag, Weighted>,
}

/// All formats, and the lists that their patterns use.
pub(crate) struct Formats {
    words: HashMap<&'static str, Vec<&'static str>>,
    countries: HashMap<String, Format>,
}

impl Formats {
    /// Reads the table, which is part of the program.
    pub(crate) fn read() -> Formats {
        let mut formats = Formats { words: HashMap::new(), countries: HashMap::new() };
        for line in include_str!("../../data/formats.txt").lines() {
            formats.add(line);
        }
        formats
    }

    /// The format of `country`; `None` if the order of its family is enough.
    pub(crate) fn of(&self, country: &str) -> Option<&Format> {
        self.countries.get(country)
    }

    /// The list called `name`; `None` if missing.
    pub(crate) fn words(&self, name: &str) -> Option<&[&'static str]> {
        self.words.get(name).map(Vec::as_slice)
    }

    /// Reads a line; a comment adds nothing.
    fn add(&mut self, line: &'static str) {
        let mut fields = line.splitn(4, ' ');
        let mut next = || fields.next().unwrap_or_default();
        let (first, kind) = (next(), next());
        if first == "words" {
            self.words.insert(kind, next().split(';').collect());
            return;
        }
        let Ok(weight) = next().parse() else { return };
        let format = self.countries.entry(first.to_uppercase()).or_default();
        let choice = (weight, next());
        if kind == "format" {
            format.templates.push(choice);
        } else if let Ok(tag) = kind.parse() {
            format.values.entry(tag).or_default().push(choice);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let formats = Formats::read();
        let lines = include_str!("../../data/formats.txt")
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .count();
        let values = |format: &Format| format.values.values().map(Vec::len).sum::<usize>();
        let read: usize =
            formats.countries.values().map(|format| format.templates.len() + values(format)).sum();
        assert_eq!(read + formats.words.len(), lines);
        assert!(formats.countries.values().all(|format| !format.templates.is_empty()));
    }
}
