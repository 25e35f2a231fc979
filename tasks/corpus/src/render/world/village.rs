//! Invented names of villages. Most parts of a municipality are in no table, and a parser that has seen only listed ones takes every
//! unknown name for the city. The name of a listed town would teach it the wrong thing.

use fastrand::Rng;

use super::city::has_villages;
use crate::render::any;

/// Endings of German place names. An ending comes before a shorter one that it ends in.
const GERMAN_ENDINGS: [&str; 34] = [
    "kirchen", "hausen", "weiler", "wiesen", "linden", "ingen", "ungen", "heim", "dorf", "bach", "berg",
    "feld", "furt", "burg", "wald", "rode", "roda", "stedt", "stadt", "leben", "born", "brunn", "walde",
    "hagen", "hofen", "stetten", "tal", "thal", "reuth", "ried", "büttel", "au", "ow", "itz",
];

/// Fewest letters that remain of a name without its ending.
const STEM: usize = 3;

/// An invented village: the stem of `town` with another ending. `None` if the town's name has no known ending or the country lacks endings.
pub(super) fn near(town: &str, country: &str, rng: &mut Rng) -> Option<String> {
    if !has_villages(country) {
        return None;
    }
    let own = GERMAN_ENDINGS.iter().find(|ending| town.ends_with(**ending))?;
    let stem = town.strip_suffix(own)?;
    let last_word = stem.rsplit([' ', '-']).next().unwrap_or(stem);
    if last_word.chars().count() < STEM {
        return None;
    }
    let other = any(rng, &GERMAN_ENDINGS);
    (other != *own).then(|| format!("{last_word}{other}"))
}

#[cfg(test)]
mod tests {
    use super::{GERMAN_ENDINGS, near};

    #[test]
    fn a_village_has_the_stem_of_a_town_and_another_ending() {
        let mut rng = fastrand::Rng::with_seed(1);
        for _ in 0..200 {
            let Some(village) = near("Bad Murrkirchen", "DE", &mut rng) else { continue };
            let ending = village.strip_prefix("Murr").expect("the stem stays");
            assert!(GERMAN_ENDINGS.contains(&ending) && ending != "kirchen", "{village}");
        }
        assert_eq!(near("Aue", "DE", &mut rng), None);
        assert_eq!(near("Oldorf", "DE", &mut rng), None);
        assert_eq!(near("Murrkirchen", "FR", &mut rng), None);
    }

    #[test]
    fn no_ending_hides_a_longer_one() {
        for (at, ending) in GERMAN_ENDINGS.iter().enumerate() {
            let hidden = GERMAN_ENDINGS[at + 1..].iter().find(|later| later.ends_with(ending));
            assert_eq!(hidden, None, "{ending}");
        }
    }
}
