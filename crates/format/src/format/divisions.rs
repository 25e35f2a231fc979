//! Codes of states and counties by name.

use milepost_text::tsv::lines;

const STATES: &str = include_str!("../../data/states.tsv");
const COUNTIES: &str = include_str!("../../data/counties.tsv");

/// A state or a county.
#[derive(Debug)]
pub(super) struct Division {
    code: &'static str,
    /// Names whose case is folded.
    names: Vec<String>,
    /// Whether the templates' library lists one name, and not several.
    has_one: bool,
}

/// The states of a country.
pub(super) fn states_of(country: &str) -> Vec<Division> {
    divisions_of(country, STATES, str::to_uppercase)
}

/// The counties of a country.
pub(super) fn counties_of(country: &str) -> Vec<Division> {
    divisions_of(country, COUNTIES, folded)
}

/// The divisions of a country in a table; `fold_several` folds the case of the names of a division that has several.
fn divisions_of(country: &str, table: &'static str, fold_several: fn(&str) -> String) -> Vec<Division> {
    let own = lines(table).filter_map(|row| {
        let mut cells = row.split('\t');
        if cells.next() != Some(country) {
            return None;
        }
        let code = cells.next()?;
        let has_one = cells.next()? == "one";
        let fold = if has_one { str::to_uppercase } else { fold_several };
        Some(Division { code, names: cells.map(fold).collect(), has_one })
    });
    own.collect()
}

/// The code of the first state with that name, in any case. The templates' library also finds a state that has one name by any single
/// letter of it (`a`), and both must agree.
pub(super) fn state_code(states: &[Division], name: &str) -> Option<&'static str> {
    let wanted = name.to_uppercase();
    let mut letters = wanted.chars();
    let single = letters.next().filter(|_| letters.next().is_none());
    let found = states.iter().find(|Division { names, has_one, .. }| {
        let has_letter = |letter: char| *has_one && names.iter().any(|name| name.contains(letter));
        names.contains(&wanted) || single.is_some_and(has_letter)
    });
    found.map(|state| state.code)
}

/// The code of the first county with that name, in any case. If a county has several names, `name` need only contain one of them.
pub(super) fn county_code(counties: &[Division], name: &str) -> Option<&'static str> {
    let upper = name.to_uppercase();
    let folded = folded(name);
    let found = counties.iter().find(|Division { names, has_one, .. }| {
        if *has_one { names.contains(&upper) } else { names.iter().any(|name| folded.contains(name)) }
    });
    found.map(|county| county.code)
}

/// Folds case as patterns of ECMAScript do: letter by letter to upper case, unless that is several letters, or an ASCII letter for one
/// beyond ASCII.
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

    #[test]
    fn states_have_codes() {
        let states = states_of("US");
        assert_eq!(state_code(&states, "nevada"), Some("NV"));
        assert_eq!(state_code(&states, "NV"), None, "a code is not a name");
        assert_eq!(state_code(&states_of("AE"), "DUBAI"), Some("DU"));
    }

    #[test]
    fn a_single_letter_finds_a_state_as_in_the_library() {
        let states = states_of("US");
        assert_eq!(state_code(&states, "z"), Some("AZ"));
        assert_eq!(state_code(&states, ""), None);
    }

    #[test]
    fn counties_have_codes() {
        let counties = counties_of("SE");
        assert_eq!(county_code(&counties, "in JÄMTLANDS LÄN"), Some("Z"));
        assert_eq!(county_code(&counties_of("ES"), "albacete"), Some("AB"));
    }
}
