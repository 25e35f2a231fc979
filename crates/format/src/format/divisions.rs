//! Codes of states and counties by their names.

use super::tables::rows;

/// A state or a county.
#[derive(Debug)]
pub(super) struct Division {
    code: &'static str,
    names: Names,
}

#[derive(Debug)]
enum Names {
    /// In upper case.
    One(String),
    Several(Vec<&'static str>),
}

/// The divisions of a country in a table.
pub(super) fn divisions_of(country: &str, table: &'static str) -> Vec<Division> {
    let own = rows(table).filter_map(|row| {
        let mut cells = row.split('\t');
        if cells.next() != Some(country) {
            return None;
        }
        let code = cells.next()?;
        let names = match cells.next()? {
            "one" => Names::One(cells.next()?.to_uppercase()),
            _ => Names::Several(cells.collect()),
        };
        Some(Division { code, names })
    });
    own.collect()
}

/// The code of the first state of that name in any case. The library of the templates also compares with every letter of a state
/// that has one name, so that `a` finds a state; here too, for both to agree.
pub(super) fn state_code(states: &[Division], name: &str) -> Option<&'static str> {
    let wanted = name.to_uppercase();
    let mut letters = [0; 4];
    let mut is_letter = |one: &str| {
        wanted.len() <= MOST_BYTES_OF_A_LETTER
            && one.chars().any(|letter| *letter.encode_utf8(&mut letters) == *wanted)
    };
    let found = states.iter().find(|state| match &state.names {
        Names::One(one) => *one == wanted || is_letter(one),
        Names::Several(several) => several.iter().any(|one| one.to_uppercase() == wanted),
    });
    found.map(|state| state.code)
}

const MOST_BYTES_OF_A_LETTER: usize = 4;

/// The code of the first county of that name in any case, or with one of its other names in it.
pub(super) fn county_code(counties: &[Division], name: &str) -> Option<&'static str> {
    let upper = name.to_uppercase();
    let folded = folded(name);
    let found = counties.iter().find(|county| match &county.names {
        Names::One(one) => *one == upper,
        Names::Several(several) => several.iter().any(|one| folded.contains(&self::folded(one))),
    });
    found.map(|county| county.code)
}

/// Case folding of patterns of ECMAScript: upper case letter by letter, where it is one letter and not ASCII for a letter beyond.
fn folded(text: &str) -> String {
    let fold = |letter: char| {
        let mut upper = letter.to_uppercase();
        match (upper.next(), upper.next()) {
            (Some(one), None) if letter.is_ascii() || !one.is_ascii() => one,
            _ => letter,
        }
    };
    text.chars().map(fold).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::tables::{COUNTIES, STATES};

    #[test]
    fn states_and_counties_have_codes() {
        let states = divisions_of("US", STATES);
        assert_eq!(state_code(&states, "nevada"), Some("NV"));
        assert_eq!(state_code(&states, "NV"), None, "a code is no name");
        assert_eq!(state_code(&divisions_of("AE", STATES), "DUBAI"), Some("DU"));
        let counties = divisions_of("SE", COUNTIES);
        assert_eq!(county_code(&counties, "in JÄMTLANDS LÄN"), Some("Z"));
        assert_eq!(county_code(&divisions_of("ES", COUNTIES), "albacete"), Some("AB"));
    }
}
