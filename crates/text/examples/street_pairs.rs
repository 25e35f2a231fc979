//! How does each typed street differ from the streets of its town?
//!
//! `street_pairs [MOST] < pairs`
//!
//! Reads lines of country, town, typed street and filed street, separated by tabs. A line without a typed street adds the filed one to the
//! register of its town; these lines come first. A line with a typed street is a question. Each of the `MOST` (24) streets of the town with
//! the fewest differences becomes a line: number of the question from 0, filed street, differences above 0 as `name=value`. A street of
//! several names has a line for each. `tasks/training/street/street_weights.py` fits the weights of the differences on these.
#![allow(clippy::print_stdout, reason = "an example prints its measurement")]

use std::collections::{HashMap, HashSet};
use std::error::Error;
use std::io::{BufWriter, Write, stdin, stdout};

use milepost_text::{Role, StreetComparison, StreetName, StreetWord, compare_streets};

#[derive(Default)]
struct Country {
    towns: HashMap<String, Vec<(String, StreetName)>>,
    /// Streets with a word, by its sound.
    frequencies: HashMap<String, u32>,
}

impl Country {
    fn add(&mut self, country: &str, town: &str, filed: &str) {
        let names = StreetName::all_of(filed, country);
        let words = names.iter().flat_map(|name| name.core().map(|word| word.sound.clone()));
        for word in words.collect::<HashSet<_>>() {
            *self.frequencies.entry(word).or_default() += 1;
        }
        let streets = self.towns.entry(town.to_owned()).or_default();
        streets.extend(names.into_iter().map(|name| (filed.to_owned(), name)));
    }

    /// The information of a word, as in the geocoder (`crates/geocoder/src/street/matcher.rs`).
    fn weight(&self, word: &StreetWord) -> f64 {
        if word.role != Role::Core {
            return 1.0;
        }
        let frequency = self.frequencies.get(&word.sound).copied().unwrap_or(0);
        1.0 / (1.0 + f64::from(frequency + 1).ln() / 2.0)
    }

    fn nearest(&self, typed: &StreetName, town: &str, most: usize) -> Vec<(&str, StreetComparison)> {
        let streets = self.towns.get(town).map_or(&[][..], Vec::as_slice);
        let compared = |filed| compare_streets(typed, filed, |word| self.weight(word));
        let mut found: Vec<_> =
            streets.iter().map(|(filed, name)| (filed.as_str(), compared(name))).collect();
        let differences =
            |compared: &StreetComparison| compared.named().iter().map(|(_, value)| value).sum::<f64>();
        found.sort_by(|a, b| differences(&a.1).total_cmp(&differences(&b.1)).then(a.0.cmp(b.0)));
        found.truncate(most);
        found
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let most = std::env::args().nth(1).map_or(Ok(24), |most| most.parse())?;
    let mut countries: HashMap<String, Country> = HashMap::new();
    let mut out = BufWriter::new(stdout().lock());
    let mut question = 0;
    for line in stdin().lines() {
        let line = line?;
        let fields: Vec<&str> = line.split('\t').collect();
        let [code, town, typed, filed] = fields[..] else {
            return Err(format!("not country, town, typed and filed street: {line}").into());
        };
        let country = countries.entry(code.to_owned()).or_default();
        if typed.is_empty() {
            country.add(code, town, filed);
            continue;
        }
        if let Some(typed) = StreetName::of(typed, code) {
            for (street, compared) in country.nearest(&typed, town, most) {
                write!(out, "{question}\t{street}\t")?;
                for (name, value) in compared.named().iter().filter(|(_, value)| *value > 0.0) {
                    write!(out, " {name}={value:.4}")?;
                }
                writeln!(out)?;
            }
        }
        question += 1;
    }
    Ok(())
}
