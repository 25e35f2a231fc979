//! Rows whose street column has more than a street: a second address, a crossing, a box, or directions. The order of the words shows
//! it. The parts cannot be labelled, so such rows are left out.

use milepost_text::word_class::{WordClass, classes_of, plain};

/// Words in the name of a road that a number may follow.
const ROADS: [&str; 26] = [
    "highway",
    "hwy",
    "hway",
    "route",
    "rte",
    "rt",
    "road",
    "rd",
    "county",
    "co",
    "cr",
    "us",
    "sr",
    "state",
    "st",
    "loop",
    "fm",
    "interstate",
    "i",
    "avenue",
    "ave",
    "street",
    "trail",
    "no",
    "lane",
    "drive",
];

/// Words of roads that are named by a number.
const NUMBERED: [&str; 9] = ["highway", "hwy", "route", "rt", "county", "cr", "sr", "us", "state"];

/// Whether a street contains another address or does not name a street: `Grange Hall 1106 Peavey Road`.
pub(super) fn holds_another_address(street: &str) -> bool {
    let words: Vec<String> = street.split([' ', '-']).filter(|word| !word.is_empty()).map(plain).collect();
    // `Grange Shelter - Peavey Road`
    let parts = street.contains(" -") || street.contains("- ");
    parts
        || a_number_stands_between_names(&words)
        || a_highway_stands_behind_a_street(&words)
        || a_number_stands_behind_three_words(&words)
        || two_numbers_stand_between_names(&words)
        || a_numbered_road_has_two_numbers(&words)
        || says_the_way(&words)
        || is_box_or_crossing(&words)
}

/// `Grange Hall 1106 Peavey Road`: the number belongs to no road on either side.
fn a_number_stands_between_names(words: &[String]) -> bool {
    words.windows(3).enumerate().any(|(at, three)| {
        let [before, number, behind] = three else { return false };
        let last = at + 3 == words.len();
        let name_before = is_alphabetic(before)
            && !ROADS.contains(&before.as_str())
            && !is(before, WordClass::UsDirectional);
        let street_behind = NUMBERED.contains(&behind.as_str())
            || !(last && is(behind, WordClass::UsDirectional) || is(behind, WordClass::UsStreetType));
        is_long_number(number) && name_before && is_alphabetic(behind) && street_behind
    })
}

/// `Quarry Rd 3407 Hwy 12`
fn a_highway_stands_behind_a_street(words: &[String]) -> bool {
    words.windows(3).any(|three| {
        let street = is(&three[0], WordClass::UsStreetType) && !NUMBERED.contains(&three[0].as_str());
        let highway = matches!(three[2].as_str(), "hwy" | "highway");
        street && is_long_number(&three[1]) && three[1].len() > 2 && highway
    })
}

/// `Old Grange Armory 110 Hill`: three words that name no road.
fn a_number_stands_behind_three_words(words: &[String]) -> bool {
    words.iter().enumerate().skip(3).any(|(at, word)| {
        let last = at + 1 == words.len();
        is_long_number(word) && !last && words[..at].iter().all(|word| !ROADS.contains(&word.as_str()))
    })
}

/// `Grange District 4 1280 Peavey Rd`
fn two_numbers_stand_between_names(words: &[String]) -> bool {
    words
        .windows(3)
        .skip(1)
        .any(|three| is_number(&three[0]) && is_long_number(&three[1]) && is_alphabetic(&three[2]))
}

/// `Hwy 12 739`: two roads, or a road and a unit.
fn a_numbered_road_has_two_numbers(words: &[String]) -> bool {
    let mut from_behind = words.iter().rev().filter(|word| !is(word, WordClass::UsDirectional));
    words.iter().any(|word| NUMBERED.contains(&word.as_str()))
        && words.last().is_some_and(|last| is_number(last))
        && from_behind.by_ref().take(2).filter(|word| is_number(word)).count() == 2
}

/// `4 miles west on Grange Rd`
fn says_the_way(words: &[String]) -> bool {
    words.iter().any(|word| word == "miles")
        && words.iter().any(|word| matches!(word.as_str(), "on" | "of" | "from" | "past"))
}

/// A box, a post office, or a crossing in the column of the street.
fn is_box_or_crossing(words: &[String]) -> bool {
    words.first().is_some_and(|word| word == "po")
        || words.windows(2).any(|two| two[0] == "post" && two[1] == "office")
        || words
            .iter()
            .skip(1)
            .any(|word| matches!(word.as_str(), "box" | "bx" | "pob" | "at" | "and" | "between" | "&"))
}

fn is(word: &str, class: WordClass) -> bool {
    classes_of(word).has(class)
}

fn is_alphabetic(word: &str) -> bool {
    word.chars().all(char::is_alphabetic)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_long_number(word: &str) -> bool {
    word.len() > 1 && is_number(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_that_hold_more_than_a_street() {
        for street in [
            "Grange Hall 1106 Peavey Road",
            "Quarry Ln Hc 30 Box",
            "PO 860",
            "Water Assn. 1411 Hwy 35",
            "Hall- 912 S Elm",
            "Quarry Rd 3407 Hwy 12 W",
            "Old Grange Armory 110 Hill St",
            "Grange District 4 1280 Quarry Rd",
            "Grange Shelter - Quarry Rd",
            "Quarry Rd -Vane",
            "Hwy 12 739",
            "Hwy 80 E 107",
            "General Post-Office",
            "2 Miles West on Quarry Rd",
        ] {
            assert!(holds_another_address(street), "{street}");
        }
        for street in [
            "Highway 149 North",
            "Vermont 12 W",
            "Camp 12 Rd",
            "County Road 20 Extension",
            "N 300 West",
            "Hwy 12 Bypass",
            "42nd St",
            "Six Mile Rd",
            "Vane-Quarry Rd",
            "Post Road",
            "E 300 S",
        ] {
            assert!(!holds_another_address(street), "{street}");
        }
    }
}
