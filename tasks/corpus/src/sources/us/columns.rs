//! Columns that tables of the United States mix up. Fields that can be distinguished are split, other rows are left out.
//!
//! Polling places and crossings are typed by hand, and have a venue, a box or a second address in the column of the street. A row with
//! wrong labels would mislead the training, and in the held-out rows it would count as an error of the parser.

use milepost_text::word_class::{WordClass, classes_of, plain};

use super::UsRecord;
use super::second_address::holds_another_address;
use super::units::{
    NumberedRoads, bare_unit, ends_unfinished, is_bare_number, is_letter, may_be_unit, split_unit,
};

/// Splits what sources have in one field.
pub(super) fn part(record: &mut UsRecord, numbered: &NumberedRoads) {
    // Text in brackets is a note: `RT 60 East (Library)`.
    for field in [&mut record.street, &mut record.venue] {
        if let Some(at) = field.find(['(', '[']) {
            field.truncate(at);
            field.truncate(field.trim_end().len());
        }
    }
    // `# 65 Grange School` has the number of a precinct.
    if names_a_street(&record.venue) || record.venue.contains('#') {
        record.venue.clear();
    }
    // `Quarry Store at`, before the street.
    if let Some((name, last)) = record.venue.rsplit_once(' ')
        && last.eq_ignore_ascii_case("at")
    {
        record.venue.truncate(name.len());
    }
    // `Quarry Road-Springfield`, `Grange Hall, Springfield`: the city has a column of its own.
    for (field, separator) in [(&mut record.street, "-"), (&mut record.venue, ", ")] {
        let city = format!("{separator}{}", milepost_text::fold(&record.city));
        if city.len() > 4 && field.is_ascii() && milepost_text::fold(field).ends_with(&city) {
            field.truncate(field.len() - city.len());
        }
    }
    // `Grange Hall, Second Floor`
    if let Some((name, floor)) = record.venue.rsplit_once(", ")
        && may_be_unit(floor)
        && floor.split(' ').any(|word| classes_of(&plain(word)).has(WordClass::UsUnit))
    {
        if record.unit.is_empty() {
            record.unit = floor.to_owned();
        }
        record.venue.truncate(name.len());
    }
    // `100`, `B South Olive St`: the letter belongs to the number.
    if !record.number.is_empty()
        && let Some((letter, rest)) = record.street.split_once(' ')
        && is_letter(letter)
        && rest.contains(' ')
        && (rest.split(' ').next().is_some_and(is_long_directional) || follows_number_letter(letter, rest))
    {
        (record.number, record.street) = (format!("{} {letter}", record.number), rest.to_owned());
    }
    if milepost_text::fold(&record.unit).starts_with("pmb") && record.po_box.is_empty() {
        record.po_box = std::mem::take(&mut record.unit);
    }
    if record.number.is_empty()
        && let Some((first, rest)) = record.street.split_once(' ')
        && is_number_word(first)
        && rest.contains(' ')
    {
        (record.number, record.street) = (first.to_owned(), rest.to_owned());
    }
    if record.unit.is_empty() {
        let (street, unit) =
            split_unit(&record.street).unwrap_or_else(|| bare_unit(&record.street, &record.state, numbered));
        (record.street, record.unit) = (street.to_owned(), unit.to_owned());
    }
}

/// Whether a letter between number and street belongs to the number: an early letter of the alphabet in front of a complete name.
fn follows_number_letter(letter: &str, street: &str) -> bool {
    let words: Vec<String> = street.split_whitespace().map(plain).collect();
    let [first, second, ..] = words.as_slice() else { return false };
    let classes = classes_of(first);
    // `F Z Grange Road`: the letters are initials.
    let name =
        first.len() > 1 && first.chars().all(char::is_alphabetic) && !classes.has(WordClass::UsStreetType);
    let road = classes.has(WordClass::UsNumberedRoad) && second.bytes().all(|byte| byte.is_ascii_digit());
    matches!(letter, "A" | "B" | "C" | "D" | "a" | "b" | "c" | "d") && (name || road)
}

/// Whether a word is a directional in full. Next to it, `N` or `B` is a name.
fn is_long_directional(word: &str) -> bool {
    word.len() > 2 && classes_of(&plain(word)).has(WordClass::UsDirectional)
}

/// Whether a city is a unit in the wrong column: `Suite 100`, `Grange Bldg`, `Fire Dept Elgin`.
fn is_unit(city: &str) -> bool {
    let building = city.split(' ').any(|word| matches!(plain(word).as_str(), "bldg" | "building" | "dept"));
    building
        || city.split_once(' ').is_some_and(|(first, rest)| {
            classes_of(&plain(first)).has(WordClass::UsUnit) && rest.bytes().all(|byte| byte.is_ascii_digit())
        })
}

fn is_number_word(word: &str) -> bool {
    const WORDS: [&str; 11] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"];
    WORDS.contains(&milepost_text::fold(word).as_str())
}

/// Whether the columns of a row are right. If the street ends in a ZIP or has the city in it, they are not.
pub(super) fn is_usable(record: &UsRecord) -> bool {
    let crossing = record.crossing.iter().flat_map(|(first, second)| [first, second]);
    if holds_another_address(&record.street) || !crossing.clone().all(|street| may_cross(street)) {
        return false;
    }
    let street = milepost_text::fold(&record.street);
    let city = milepost_text::fold(&record.city);
    let located = !record.street.is_empty() || !record.po_box.is_empty() || record.crossing.is_some();
    located
        && !record.city.is_empty()
        && !is_unit(&record.city)
        && !holds_street_type(&record.city)
        && may_be_unit(&record.unit)
        && ![&record.unit, &record.street].into_iter().any(|text| ends_unfinished(text))
        // `#4` may be a unit or a lot as well as a house.
        && !record.number.contains('#')
        && (record.number.is_empty() || !holds_number(&record.street))
        // `Quarry Road 228`: a unit without a house, or a house number after its street.
        && (!record.number.is_empty() || !is_bare_number(&record.unit))
        && record.state.len() == 2
        && record.street.len() < 60
        // `Attn: the warden`, `Grange #12`
        && !street.contains([',', '#', '@', ':'])
        && has_only_fractions(&street)
        && !begins_glued(&street)
        && !street.starts_with("c/o ")
        && !(city.len() > 4 && street.ends_with(&format!(" {city}")))
        && !street.contains(&format!(" {city} {} ", record.state.to_lowercase()))
        && !street.split(' ').any(|word| word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether all slashes of a street belong to numbers (`1/2 Mile Rd`). Other slashes separate two names (`US 64/W of Quarry Hall`).
fn has_only_fractions(street: &str) -> bool {
    let is_digit = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_digit);
    street.match_indices('/').all(|(at, _)| {
        let bytes = street.as_bytes();
        at.checked_sub(1).is_some_and(|before| is_digit(bytes.get(before))) && is_digit(bytes.get(at + 1))
    })
}

/// Whether a house number is glued to the street: `20quarry dr`, `744-b2 quarry rd`; but `42nd st` and `5a rd` are names.
fn begins_glued(street: &str) -> bool {
    let first = street.split(' ').next().unwrap_or_default();
    let rest = first.trim_start_matches(|digit: char| digit.is_ascii_digit());
    let behind_dash =
        rest.strip_prefix('-').is_some_and(|rest| rest.contains(|other: char| other.is_ascii_digit()));
    rest.len() < first.len()
        && (rest.chars().filter(|other| other.is_alphabetic()).count() > 3 || behind_dash)
}

/// Whether a city is a street in the wrong column: `Quarry Creek Dr Springfield`.
fn holds_street_type(city: &str) -> bool {
    const TYPES: [&str; 7] = ["dr", "rd", "ave", "blvd", "hwy", "ln", "street"];
    city.split(' ').any(|word| TYPES.contains(&plain(word).as_str()))
}

/// Whether a street begins with a house number of its own: `1872 Hwy 12`, `101`.
fn holds_number(street: &str) -> bool {
    let (first, rest) = street.split_once(' ').unwrap_or((street, ""));
    let next = plain(rest.split(' ').next().unwrap_or_default());
    first.len() > 2
        && first.bytes().all(|byte| byte.is_ascii_digit())
        && !classes_of(&next).has(WordClass::UsDirectional)
        && (!classes_of(&next).has(WordClass::UsStreetType)
            || classes_of(&next).has(WordClass::UsNumberedRoad))
}

/// Whether a name can be a street of a crossing: it has a type, a number or a directional, or is one word.
pub(crate) fn may_cross(street: &str) -> bool {
    let words: Vec<String> = street.split_whitespace().map(plain).collect();
    let known = words.iter().any(|word| {
        word.starts_with(|first: char| first.is_ascii_digit())
            || classes_of(word).has(WordClass::UsStreetType)
            || classes_of(word).has(WordClass::UsDirectional)
    });
    let between = words.first().is_some_and(|word| word == "between");
    // `Quarry County 815 Court`: the words in front are not part of the road.
    let county = words
        .windows(2)
        .skip(1)
        .any(|two| two[0] == "county" && two[1].bytes().all(|byte| byte.is_ascii_digit()));
    let in_front = words.len() > 2
        && classes_of(&words[0]).has(WordClass::UsUnit)
        && words[1].bytes().all(|byte| byte.is_ascii_digit());
    let unit = in_front || split_unit(street).is_some();
    !county && !unit && !holds_another_address(street) && !between && (known || words.len() == 1)
}

/// Whether a venue is only the address again: `8882 Wildwood Rd`, `Co Bldg/Hwy 43`.
fn names_a_street(venue: &str) -> bool {
    if venue.contains('/') {
        return true;
    }
    let words: Vec<String> = venue.split_whitespace().map(plain).collect();
    let [first, .., last] = words.as_slice() else { return false };
    first.bytes().all(|byte| byte.is_ascii_digit()) && classes_of(last).has(WordClass::UsStreetType)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sources_leave_in_the_street() {
        let numbered = NumberedRoads::from([("grange road".to_owned(), "AL".to_owned())]);
        let parted = |street: &str, unit: &str| {
            let mut record = UsRecord {
                street: street.into(),
                unit: unit.into(),
                state: "AL".into(),
                ..UsRecord::default()
            };
            part(&mut record, &numbered);
            [record.number, record.street, record.unit, record.po_box].join("|")
        };
        assert_eq!(parted("Eye Street NW Suite 1100", ""), "|Eye Street NW|Suite 1100|");
        assert_eq!(parted("#3995", ""), "||#3995|");
        assert_eq!(parted("One Quillfeather Drive", ""), "One|Quillfeather Drive||");
        assert_eq!(parted("Seven Oaks", ""), "|Seven Oaks||");
        assert_eq!(parted("Old Orchard Rd", "PMB 12"), "|Old Orchard Rd||PMB 12");
        assert_eq!(parted("Quarry Place Number 23", ""), "|Quarry Place|Number 23|");
        assert_eq!(parted("County Road No 23", ""), "|County Road No 23||");
        assert_eq!(parted("State St 329", ""), "|State St|329|");
        assert_eq!(parted("Old Orchard Rd (rear door)", ""), "|Old Orchard Rd||");
        assert_eq!(parted("Grange Road 212", ""), "|Grange Road 212||");
        assert_eq!(parted("St Road 372", ""), "|St Road 372||");
    }

    #[test]
    fn a_floor_behind_a_venue_is_a_unit() {
        let parted = |venue: &str, unit: &str| {
            let mut record = UsRecord { venue: venue.into(), unit: unit.into(), ..UsRecord::default() };
            part(&mut record, &NumberedRoads::new());
            [record.venue, record.unit].join("|")
        };
        assert_eq!(parted("Grange Hall, Second Floor", ""), "Grange Hall|Second Floor");
        assert_eq!(parted("Grange Hall, 2nd Floor", "Rm 7"), "Grange Hall|Rm 7");
        assert_eq!(parted("Vane, Hollis and Sons", ""), "Vane, Hollis and Sons|");
        assert_eq!(parted("Vane Auxiliary Unit 60", ""), "Vane Auxiliary Unit 60|");
    }

    #[test]
    fn a_bare_number_is_nobodys_unit_without_a_house() {
        let usable = |number: &str, unit: &str| {
            is_usable(&UsRecord {
                number: number.into(),
                street: "Quillfeather Road".into(),
                unit: unit.into(),
                city: "Elgin".into(),
                state: "AL".into(),
                ..UsRecord::default()
            })
        };
        assert!(usable("12", "228") && usable("", "Unit 228") && usable("", "B"));
        assert!(!usable("", "228") && !usable("", "12B"));
    }

    #[test]
    fn what_is_no_street() {
        assert!(has_only_fractions("1/2 mile rd") && has_only_fractions("quillfeather rd"));
        assert!(!has_only_fractions("hwy 64 / w of quarry hall") && !has_only_fractions("quarry/vane st"));
        assert!(begins_glued("20quarry dr") && begins_glued("744-b2 quarry rd"));
        assert!(!begins_glued("42nd st") && !begins_glued("5a rd") && !begins_glued("quarry dr"));
        assert!(holds_street_type("Quarry Dr Springfield") && !holds_street_type("St Quarry"));
        assert!(may_cross("Broadway") && may_cross("Old Orchard Rd") && may_cross("Hwy 12"));
        assert!(!may_cross("Grange Cooperative") && !may_cross("Grange Hall- 125 Peavey Ave"));
        assert!(
            !may_cross("Between Quarry Rd")
                && !may_cross("Quarry Rd Ste 60")
                && !may_cross("Lot 1 Quarry Rd")
                && !may_cross("Quarry County 815 Court")
        );
        assert!(names_a_street("8882 Wildwood Rd") && !names_a_street("7 Eleven"));
    }

    #[test]
    fn a_row_whose_street_is_an_addressee_or_whose_city_is_a_street_is_left_out() {
        let usable = |street: &str, city: &str| {
            is_usable(&UsRecord {
                street: street.into(),
                city: city.into(),
                state: "AL".into(),
                ..UsRecord::default()
            })
        };
        assert!(usable("Quillfeather Road", "Elgin"));
        assert!(!usable("Quillfeather Road Elgin AL 26", "Elgin"));
        assert!(
            !usable("c/o 12 Quillfeather Road", "Elgin") && !usable("Quillfeather Road", "Vane Dr Elgin")
        );
        assert!(!usable("20quillfeather Road", "Elgin") && !usable("Vane/Quillfeather Road", "Elgin"));
    }

    #[test]
    fn columns_that_were_mixed_up() {
        assert!(
            is_unit("Suite 100")
                && is_unit("Grange Bldg")
                && is_unit("Fire Dept Elgin")
                && !is_unit("Unity")
                && !is_unit("Lower Quarry")
        );
        assert!(holds_number("1872 Hwy 12") && holds_number("101") && !holds_number("300 E"));
        let mut record =
            UsRecord { number: "100".into(), street: "B South Quarry St".into(), ..UsRecord::default() };
        part(&mut record, &NumberedRoads::new());
        assert_eq!((record.number.as_str(), record.street.as_str()), ("100 B", "South Quarry St"));
        let mut record = UsRecord {
            number: "88".into(),
            street: "B Old Quarry Rd-Springfield".into(),
            venue: "Grange Hall, Springfield AT".into(),
            city: "Springfield".into(),
            ..UsRecord::default()
        };
        part(&mut record, &NumberedRoads::new());
        assert_eq!((record.number.as_str(), record.street.as_str()), ("88 B", "Old Quarry Rd"));
        assert_eq!(record.venue, "Grange Hall");
        assert!(follows_number_letter("B", "Hwy 16") && !follows_number_letter("B", "Street"));
    }
}
