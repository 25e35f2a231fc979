//! Names within a text: two names of one town, a town with its qualifier or district, some words of a longer name.

/// Most positions at which a name is split.
const MOST_BREAKS: usize = 4;
/// Separators between two towns that are named together.
const BETWEEN: [&str; 8] = ["/", " - ", " & ", " and ", " et ", " und ", " y ", "-"];
/// Fewest letters of a part of a name.
const LETTERS: usize = 3;
/// Parts from either end of a name.
const MOST_PARTS: usize = 3;

/// The names of a text that is more than one: a town in two languages, `Piran/Pirano`, `Izola - Isola`, or two towns. None if it is one, or
/// if a slash stands for letters that are left out: `Boulogne s/Mer`.
pub fn names_of_two(text: &str) -> impl Iterator<Item = &str> {
    let is_one = |name: &&str| name.len() < text.len();
    let is_cut_short = text.split('/').any(|part| {
        let ends = [part.split_whitespace().next(), part.split_whitespace().next_back()];
        part.len() < text.len() && ends.into_iter().flatten().any(|word| word.chars().count() == 1)
    });
    let parts = text.split('/').filter(move |_| !is_cut_short);
    parts.flat_map(|part| part.split(" - ")).map(str::trim).filter(is_one)
}

/// Two towns named as one: `Minneapolis` and `St. Paul` of `Minneapolis-St. Paul`, `Biel` and `Bienne` of `Biel/Bienne`. A hyphen may
/// be part of either name, so each position is tried.
pub(super) fn twins(name: &str) -> impl Iterator<Item = [&str; 2]> {
    let breaks = BETWEEN.iter().flat_map(|between| name.match_indices(between));
    let pairs = breaks.map(|(at, between)| [name[..at].trim(), name[at + between.len()..].trim()]);
    pairs.filter(|pair| pair.iter().all(|part| letters(part) >= LETTERS)).take(MOST_BREAKS)
}

/// Names within a name, those of more words first: words from the front, then words from the back.
pub(super) fn parts(name: &str) -> impl Iterator<Item = &str> {
    let is_between = |letter: char| matches!(letter, ' ' | '-' | '/' | '(' | ',');
    let breaks: Vec<usize> = name.match_indices(is_between).map(|(at, _)| at).collect();
    let front: Vec<&str> = breaks.iter().rev().map(|&at| &name[..at]).take(MOST_PARTS).collect();
    let back = breaks.into_iter().map(|at| &name[at + 1..]).take(MOST_PARTS);
    front.into_iter().chain(back).filter(|part| letters(part) >= LETTERS)
}

fn letters(part: &str) -> usize {
    part.chars().filter(|letter| letter.is_alphabetic()).count()
}

/// The name of a town and its qualifier: `Unna` and `Ruhr` of `Unna (Ruhr)`, `Neustadt` and `a.d. Aisch` of `Neustadt a.d. Aisch`.
pub(super) fn qualified(name: &str) -> Option<[&str; 2]> {
    let are_initials = |rest: &str| rest.starts_with(char::is_lowercase) && rest.chars().nth(1) == Some('.');
    let town = before(name, &[' '], |rest| rest.starts_with('(') || are_initials(rest))?;
    Some([town, name[town.len()..].trim_matches([' ', '(', ')'])])
}

/// The text before the first separator whose other side does not belong to the name.
fn before<'a>(name: &'a str, separators: &[char], is_no_part: impl Fn(&str) -> bool) -> Option<&'a str> {
    let mut breaks = name.match_indices(separators).map(|(at, _)| at);
    let at = breaks.find(|&at| is_no_part(&name[at + 1..]))?;
    Some(name[..at].trim_end()).filter(|front| !front.is_empty())
}

/// The name of a city without the district behind it, a number, a Roman numeral or one or two capital letters: `Praha` of `Praha 4 - Nusle`,
/// `Dublin` of `Dublin 6W`, `Budapest` of `Budapest XIII`, `Aarhus` of `Aarhus C`.
pub(super) fn without_district(name: &str) -> Option<&str> {
    before(name, &[' ', '-'], |rest| {
        let word = rest.split([' ', '-', ',', '/']).next().unwrap_or_default();
        is_district(word.trim_end_matches('.')) && is_last_or_explained(&rest[word.len()..])
    })
}

/// The name of a city before a hyphen and the name of its part: `Ostrava` of `Ostrava-Poruba`.
pub(super) fn without_part(name: &str) -> Option<&str> {
    let (city, part) = name.split_once('-')?;
    let is_name = |name: &str| name.chars().count() > 2 && name.starts_with(char::is_uppercase);
    (is_name(city) && is_name(part)).then_some(city)
}

/// A number of one or two digits, with or without a letter; a Roman numeral; one or two capital letters.
fn is_district(word: &str) -> bool {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let letters = &word[digits..];
    match digits {
        0 => {
            (1..=2).contains(&letters.chars().count()) && letters.chars().all(char::is_uppercase)
                || !letters.is_empty() && letters.bytes().all(|letter| matches!(letter, b'I' | b'V' | b'X'))
        }
        1 | 2 => {
            letters.is_empty()
                || letters.len() == 1 && letters.bytes().all(|letter| letter.is_ascii_uppercase())
        }
        _ => false,
    }
}

/// Whether the text ends after a district, or its name follows a dash.
fn is_last_or_explained(rest: &str) -> bool {
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(['-', '–', '/', ','])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_district_behind_a_city_comes_off() {
        for name in ["Praha 4", "Praha 4 - Nusle", "Praha 8-Karlín", "Praha 4/Nusle", "Praha-5"] {
            assert_eq!(without_district(name), Some("Praha"), "{name}");
        }
        assert_eq!(without_district("Dublin 6W"), Some("Dublin"));
        assert_eq!(without_district("Wien 3."), Some("Wien"));
        assert_eq!(without_district("Budapest XIII"), Some("Budapest"));
        assert_eq!(without_district("Aarhus C"), Some("Aarhus"));
        assert_eq!(without_district("København NØ"), Some("København"));
        assert_eq!(without_part("Ostrava-Poruba"), Some("Ostrava"));
        assert_eq!(without_part("Saint-denis"), None);
        assert_eq!(without_part("Ostrava Poruba"), None);
        for name in ["Praha", "Praha 400", "Praha 4 Nusle Pankrác", "Novi Beograd", "12", "Sainte-Vane"] {
            assert_eq!(without_district(name), None, "{name}");
        }
    }

    #[test]
    fn two_towns_are_parted_where_one_can_end() {
        let of = |name| twins(name).next();
        assert_eq!(of("Minneapolis-St. Paul"), Some(["Minneapolis", "St. Paul"]));
        assert_eq!(of("Scranton/Wilkes-Barre"), Some(["Scranton", "Wilkes-Barre"]));
        assert_eq!(of("Raleigh and Durham"), Some(["Raleigh", "Durham"]));
        assert_eq!(of("Le-Touvet"), None, "two letters are not a town");
        assert_eq!(of("Springfield"), None);
    }

    #[test]
    fn a_qualifier_is_a_bracket_or_initials() {
        assert_eq!(qualified("Unna (Ruhr)"), Some(["Unna", "Ruhr"]));
        assert_eq!(qualified("Neustadt a.d.Aisch"), Some(["Neustadt", "a.d.Aisch"]));
        assert_eq!(qualified("Bad Murbach v.d. Höhe"), Some(["Bad Murbach", "v.d. Höhe"]));
        assert_eq!(qualified("St. Louis"), None);
        assert_eq!(qualified("Winston-Salem"), None);
        assert_eq!(qualified("(Ruhr)"), None);
    }
}
