//! The classes of address that a corpus must cover (`data/classes.txt`). Counting them shows a class that is missing
//! before anything is trained on the corpus.

use std::collections::BTreeMap;

use regex::{Regex, RegexBuilder};

use crate::CorpusError;
use crate::line::Line;
use crate::mixture::Mixture;

/// Lines that are counted. The shares of a corpus do not depend on its length, so a sample is enough.
const SAMPLE: usize = 200_000;

/// One class.
pub(crate) struct Class {
    pub(crate) name: &'static str,
    /// Tags the match may carry; `None` stands for text outside any component.
    tags: Vec<Option<&'static str>>,
    pattern: Regex,
}

/// How often a class occurs, and how often with a label it may not have.
#[derive(Debug, Clone, Default)]
pub(crate) struct Met {
    pub(crate) lines: usize,
    pub(crate) mislabelled: usize,
    /// A line with a wrong label.
    pub(crate) example: String,
}

/// Reads the table.
pub(crate) fn read() -> Result<Vec<Class>, CorpusError> {
    let lines = include_str!("../data/classes.txt").lines();
    lines.filter(|line| !line.is_empty() && !line.starts_with('#')).map(class).collect()
}

fn class(line: &'static str) -> Result<Class, CorpusError> {
    let mut fields = line.splitn(3, " | ");
    let mut field = || fields.next().unwrap_or_default();
    let (name, tags, pattern) = (field(), field(), field());
    let pattern = RegexBuilder::new(pattern).case_insensitive(true).build();
    Ok(Class {
        name,
        tags: tags.split(',').map(|tag| (tag != "-").then_some(tag)).collect(),
        pattern: pattern.map_err(|source| CorpusError::Class { name, source: Box::new(source) })?,
    })
}

impl Class {
    /// `None` if the line does not have the class, otherwise whether its label is an allowed one.
    pub(crate) fn look(&self, text: &str, spans: &[(&str, usize, usize)]) -> Option<bool> {
        let captures = self.pattern.captures(text)?;
        let found = captures.get(1).or_else(|| captures.get(0))?;
        let first = text[found.range()].trim_start().len();
        let at = found.end() - first;
        let tag = spans.iter().find(|(_, start, end)| (*start..*end).contains(&at)).map(|(tag, _, _)| *tag);
        Some(self.tags.contains(&tag))
    }
}

/// Counts of each class in the first lines of a seed.
pub(crate) fn count(mixture: &Mixture, seed: u64) -> Result<BTreeMap<&'static str, Met>, CorpusError> {
    let mut rng = fastrand::Rng::with_seed(seed);
    met_in((0..SAMPLE).map(|_| mixture.draw(false, &mut rng).line))
}

/// Counts of each class in the given lines; a class that does not occur has a count of zero.
fn met_in(lines: impl Iterator<Item = Line>) -> Result<BTreeMap<&'static str, Met>, CorpusError> {
    let classes = read()?;
    let mut met: BTreeMap<&'static str, Met> =
        classes.iter().map(|class| (class.name, Met::default())).collect();
    for line in lines {
        let (text, spans) = line.render();
        let spans: Vec<_> = spans.iter().map(|&(tag, start, end)| (tag.as_str(), start, end)).collect();
        for class in &classes {
            let Some(right) = class.look(&text, &spans) else { continue };
            let met = met.entry(class.name).or_default();
            met.lines += 1;
            if !right {
                met.mislabelled += 1;
                met.example = format!("{text:?} {spans:?}");
            }
        }
    }
    Ok(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::{fr, us};
    use crate::sources::fr::FrRecord;
    use crate::sources::us::UsRecord;

    /// Draws lines of `records`, and requires that each of `classes` occurs and has the labels of the table.
    fn wants<Record>(
        records: &[Record],
        render: impl Fn(&Record, &mut fastrand::Rng) -> Line,
        classes: &[&str],
    ) {
        let mut rng = fastrand::Rng::with_seed(7);
        let lines = (0..20_000).map(|index| render(&records[index % records.len()], &mut rng));
        let met = met_in(lines).expect("the table is read");
        for class in classes {
            let Met { lines, mislabelled, example } = &met[class];
            assert!(*lines > 0, "{class} is never drawn");
            assert_eq!(*mislabelled, 0, "{class}: {example}");
        }
    }

    fn us(street: &str) -> UsRecord {
        let (city, state, zip) = ("Quillfield".into(), "TX".into(), "75001".into());
        let (number, county) = ("417".into(), "Brixley".into());
        UsRecord { number, street: street.into(), city, county, state, zip, ..UsRecord::default() }
    }

    #[test]
    fn united_states() {
        let records = [
            us("N Juniper St"),
            us("Juniper St NW"),
            us("North St"),
            us("West End Ave"),
            us("Park Ave"),
            us("US Highway 14"),
            us("County Road 20"),
            us("Lee Road 212"),
            us("23rd Ave"),
            // The number is drawn each time.
            UsRecord { number: String::new(), ..us("Juniper Ln") },
            UsRecord { po_box: "PO BOX 5317".into(), ..us("") },
            UsRecord { po_box: "PMB 12".into(), ..us("Juniper Rd") },
            UsRecord { po_box: "RR 2 Box 14".into(), ..us("") },
            UsRecord { crossing: Some(("Juniper St".into(), "Alder Ave".into())), ..us("") },
        ];
        wants(
            &records,
            |record, rng| us::render(record, rng).0,
            &[
                "directional in front of the name",
                "directional behind the type",
                "directional that is the name",
                "name that begins with a directional",
                "type that is the name",
                "numbered road",
                "county road",
                "road numbered by a county of its name",
                "numbered street",
                "fraction",
                "letter behind the number",
                "range of numbers",
                "grid number",
                "apartment",
                "suite",
                "floor",
                "unit in front of the number",
                "post office box",
                "private mailbox",
                "rural route",
                "crossing with a sign",
                "crossing with a word",
                "crossing at a corner",
                "in care of",
                "attention line",
                "county",
                "town of",
                "ZIP+4",
                "state code",
                "state name",
                "country of the United States",
            ],
        );
    }

    fn fr(street: &str) -> FrRecord {
        let (postcode, city) = ("75012".into(), "Paris".into());
        FrRecord { number: "12".into(), street: street.into(), postcode, city, ..FrRecord::default() }
    }

    #[test]
    fn france() {
        let records = [
            fr("rue du Four Banal"),
            fr("place du 8 mai 1945"),
            FrRecord { arrondissement: "12e".into(), ..fr("avenue de la Lande") },
            FrRecord { cedex: "CEDEX 08".into(), ..fr("rue des Lilas") },
            FrRecord { po_box: "BP 143".into(), number: String::new(), ..fr("") },
            FrRecord { po_box: "CS 10204".into(), ..fr("chemin de la Lande") },
        ];
        wants(
            &records,
            |record, rng| fr::render(record, rng).0,
            &[
                "type in front of the name",
                "particle of a street",
                "bis, ter, quater",
                "number with a comma behind it",
                "street named after a date",
                "bâtiment",
                "étage",
                "appartement",
                "escalier",
                "boîte postale",
                "course spéciale",
                "CEDEX",
                "arrondissement",
                "country code before the postcode",
            ],
        );
    }
}
