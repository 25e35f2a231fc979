//! The spellings under which a street may be filed, from its typed beginning.

use milepost_text::{FREQUENT_FR_TYPES, name_key, street_keys};

/// What may be missing before a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeftOut {
    /// Nothing.
    Nothing,
    /// The direction of an American street, the type of a French one.
    FirstWord,
}

const DIRECTIONS: [&str; 4] = ["north", "south", "east", "west"];
/// How many of the most frequent French types are tried.
const TYPES: usize = 6;
/// Particles between a French type and the name.
const PARTICLES: [&str; 4] = ["", "de ", "du ", "de la "];

/// The beginnings: abbreviations expanded, and the last word as typed, which may be the beginning of a longer one.
pub(super) fn beginnings(street: &str, country: &str, left_out: LeftOut) -> Vec<String> {
    let mut beginnings = vec![street_keys(street, country).norm];
    let raw = match street.trim().rsplit_once(' ') {
        Some((before, last)) => format!("{} {}", street_keys(before, country).norm, name_key(last)),
        None => name_key(street),
    };
    if !beginnings.contains(&raw) {
        beginnings.push(raw);
    }
    beginnings.retain(|beginning| !beginning.trim().is_empty());
    if left_out == LeftOut::Nothing {
        return beginnings;
    }
    let first = beginnings.first().and_then(|beginning| beginning.split(' ').next()).unwrap_or_default();
    let types = &FREQUENT_FR_TYPES[..TYPES];
    let (words, particles): (&[&str], &[&str]) = match country {
        // Nothing is left out.
        _ if DIRECTIONS.contains(&first) || types.contains(&first) => return Vec::new(),
        "us" | "ca" => (&DIRECTIONS, &[""]),
        "fr" => (types, &PARTICLES),
        _ => return Vec::new(),
    };
    let pairs = words.iter().flat_map(|word| particles.iter().map(move |particle| (word, particle)));
    let with = |(word, particle)| beginnings.iter().map(move |rest| format!("{word} {particle}{rest}"));
    pairs.flat_map(with).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_is_looked_up_as_written_out_and_as_begun() {
        let of = |street, country| beginnings(street, country, LeftOut::Nothing);
        assert_eq!(of("Pennsylvania Av", "us"), ["pennsylvania avenue", "pennsylvania av"]);
        assert_eq!(of("Main S", "us"), ["main south", "main s"]);
        assert_eq!(of("rue de riv", "fr"), ["rue de riv"]);
    }

    #[test]
    fn the_first_word_may_be_left_out() {
        let of = |street, country| beginnings(street, country, LeftOut::FirstWord);
        assert!(of("Calvert", "us").contains(&"north calvert".to_owned()));
        assert!(of("jules verne", "fr").contains(&"rue jules verne".to_owned()));
        assert!(of("riv", "fr").contains(&"rue de riv".to_owned()));
        assert!(of("Kanal", "de").is_empty());
        assert!(of("rue du lac", "fr").is_empty(), "nothing is left out");
    }
}
