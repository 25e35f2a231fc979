//! Guesses which columns of a table hold parts of an address: by their names (`data/columns.tsv`), then by the shape of their values.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use milepost_text::fold;

use crate::input::{GEOMETRY_LAT, GEOMETRY_LON};
use crate::parts::{Parts, Role};
use crate::value::Value;

/// Words of a name beyond which only the whole name is looked up.
const MOST_WORDS: usize = 8;

/// Values of a column from which a shape that never fits rules the column out.
const ENOUGH: usize = 3;

/// Longest postcode with its country, characters: `CH-8001`, `SW1A 1AA`, `95014-2083`.
const LONGEST_POSTCODE: usize = 12;

/// Role and rank of each folded name.
static NAMES: LazyLock<HashMap<String, (Role, usize)>> = LazyLock::new(|| {
    let rows = include_str!("../data/columns.tsv").lines().filter(|line| !line.starts_with('#'));
    let entry = |(rank, row): (usize, &str)| {
        let mut cells = row.split('\t');
        let role = cells.next()?.parse().ok()?;
        Some((folded(cells.next()?), (role, rank)))
    };
    rows.enumerate().filter_map(entry).collect()
});

/// A name in lower case without accents, its letters and digits only.
pub(crate) fn folded(name: &str) -> String {
    fold(name).chars().filter(|character| character.is_alphanumeric()).collect()
}

/// Its words, folded: `billingCity` has two.
fn words(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len() + 4);
    let mut was_lower = false;
    for character in name.chars() {
        if was_lower && character.is_uppercase() {
            spaced.push(' ');
        }
        was_lower = character.is_lowercase();
        spaced.push(if character.is_alphanumeric() { character } else { ' ' });
    }
    spaced.split_whitespace().map(folded).collect()
}

/// Role of a column by its name, the words left out as qualifiers, and the rank.
fn named(name: &str) -> Option<(Role, usize, usize)> {
    let known = |name: &str| NAMES.get(name).filter(|(role, _)| *role != Role::Qualifier);
    if let Some(&(role, rank)) = known(&folded(name)) {
        return Some((role, 0, rank));
    }
    let words = words(name);
    if words.len() > MOST_WORDS {
        return None;
    }
    let are_qualifiers = |words: &[String]| {
        words.iter().all(|word| NAMES.get(word).is_some_and(|(role, _)| *role == Role::Qualifier))
    };
    (1..words.len()).find_map(|left_out| {
        (0..=left_out).rev().find_map(|start| {
            let end = words.len() - (left_out - start);
            let is_name = are_qualifiers(&words[..start]) && are_qualifiers(&words[end..]);
            let &(role, rank) = known(&words[start..end].concat()).filter(|_| is_name)?;
            Some((role, left_out, rank))
        })
    })
}

/// The columns that may hold parts of an address.
pub(crate) struct Guesses {
    /// Best first.
    found: Vec<(usize, Role)>,
    /// Those whose values cannot be the part that their name says.
    unfit: HashSet<usize>,
    /// Those where less than half of the values have a digit.
    wordy: HashSet<usize>,
}

impl Guesses {
    /// Of columns with these names, and these cells in the first rows.
    pub(crate) fn of(names: &[String], sample: &[Vec<Value>]) -> Guesses {
        let mut unfit = HashSet::new();
        let mut ranked: Vec<_> = names
            .iter()
            .enumerate()
            .filter_map(|(column, name)| {
                let (role, left_out, rank) = named(name)?;
                let fit = Fit::of(role, column, sample);
                if fit == Fit::Never {
                    unfit.insert(column);
                }
                Some(((fit, left_out, rank, column), role))
            })
            .collect();
        ranked.sort_unstable_by_key(|(key, _)| *key);
        // The geometry of a row wins over columns that only are named like a point.
        let geometry = [(GEOMETRY_LAT, Role::Lat), (GEOMETRY_LON, Role::Lon)].into_iter();
        let geometry =
            geometry.filter_map(|(name, role)| Some((names.iter().position(|known| known == name)?, role)));
        let found = geometry.chain(ranked.into_iter().map(|((.., column), role)| (column, role))).collect();
        let wordy = (0..names.len()).filter(|&column| is_wordy(&values_of(column, sample))).collect();
        Guesses { found, unfit, wordy }
    }

    /// The column of a part.
    pub(crate) fn best(&self, role: Role) -> Option<usize> {
        let is_it = |&&(column, found): &&(usize, Role)| found == role && !self.unfit.contains(&column);
        self.found.iter().find(is_it).map(|&(column, _)| column)
    }

    /// All columns that are named like a part of an address, in their order.
    pub(crate) fn columns(&self) -> impl Iterator<Item = usize> {
        let is_point = |role: Role| matches!(role, Role::Lat | Role::Lon);
        let mut columns: Vec<usize> =
            self.found.iter().filter(|(_, role)| !is_point(*role)).map(|&(column, _)| column).collect();
        columns.sort_unstable();
        columns.into_iter()
    }

    /// The columns of an address.
    pub(crate) fn parts(&self) -> Parts {
        let column = |role| Some((role, self.best(role)?));
        let mut parts: Parts = Role::READ.into_iter().filter_map(column).collect();
        let address = parts.get(&Role::Address).copied();
        let has_town = parts.contains_key(&Role::City) || parts.contains_key(&Role::Postcode);
        // An address without a number, next to a column for it, is a street.
        let is_street = |address: &usize| parts.contains_key(&Role::Number) && self.wordy.contains(address);
        if let Some(street) = address.filter(is_street) {
            parts.entry(Role::Street).or_insert(street);
        }
        let has_street = parts.contains_key(&Role::Street);
        parts.retain(|role, _| match role {
            // Next to its parts, a column with the whole address would repeat them.
            Role::Address => !has_street,
            // A column `number` belongs to a street, and means something else without one.
            Role::Number => has_street,
            Role::Unit => has_street || (address.is_some() && has_town),
            Role::Region | Role::Country => has_street || address.is_some() || has_town,
            _ => true,
        });
        parts
    }
}

/// The cells of a column that are not empty.
fn values_of(column: usize, sample: &[Vec<Value>]) -> Vec<String> {
    let values = sample.iter().filter_map(|row| row.get(column)).map(Value::text);
    values.filter(|text| !text.trim().is_empty()).collect()
}

fn has_digit(text: &str) -> bool {
    text.contains(|character: char| character.is_numeric())
}

fn is_wordy(values: &[String]) -> bool {
    !values.is_empty() && values.iter().filter(|text| has_digit(text)).count() * 2 < values.len()
}

/// How well the values of a column have the shape of a part; the best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Mostly,
    Rarely,
    Never,
}

impl Fit {
    fn of(role: Role, column: usize, sample: &[Vec<Value>]) -> Fit {
        let values = values_of(column, sample);
        let has_letter = |text: &str| text.contains(char::is_alphabetic);
        let fits = |text: &&String| match role {
            Role::Postcode => has_digit(text) && text.trim().chars().count() <= LONGEST_POSTCODE,
            Role::Number => has_digit(text),
            Role::Lat | Role::Lon => has_digit(text),
            Role::Part | Role::Qualifier | Role::Unit => true,
            _ => has_letter(text),
        };
        let fitting = values.iter().filter(fits).count();
        let distinct = values.iter().collect::<HashSet<_>>().len();
        // A column of kinds (`home`, `work`) has few distinct values.
        let is_kind = matches!(role, Role::Address | Role::Street)
            && values.len() > ENOUGH
            && distinct * 4 < values.len();
        match fitting {
            0 if values.len() >= ENOUGH => Fit::Never,
            _ if fitting * 2 < values.len() || is_kind => Fit::Rarely,
            _ => Fit::Mostly,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_has_a_part_a_name_languages_and_a_source_that_is_explained() {
        let table = include_str!("../data/columns.tsv");
        let explained = |source: &str| table.contains(&format!("\n#   {source}: "));
        let mut languages = HashSet::new();
        let mut rows = 0;
        for row in table.lines().filter(|line| !line.starts_with('#')) {
            let cells: Vec<&str> = row.split('\t').collect();
            assert!(cells.len() == 4 && cells[0].parse::<Role>().is_ok() && explained(cells[3]), "{row}");
            assert!(!folded(cells[1]).is_empty(), "{row}");
            languages.extend(cells[2].split(','));
            rows += 1;
        }
        assert_eq!(NAMES.len(), rows, "two rows have one name");
        assert!(languages.len() >= 30, "{languages:?}");
    }

    #[test]
    fn words_beside_a_name_are_left_out() {
        let role = |name| named(name).map(|(role, ..)| role);
        for name in ["Billing City", "billingCity", "city_name", "Nom de la ville", "SHIP-TO CITY"] {
            assert_eq!(role(name), Some(Role::City), "{name}");
        }
        for name in ["email address", "name", "city id", "address type", "venue name", ""] {
            assert_eq!(role(name), None, "{name}");
        }
    }
}
