//! United States sources.

use std::path::Path;

use milepost_text::word_class::{WordClass, classes_of, plain};

use super::table::{Row, read};
use super::{is_held_out, is_held_out_state};
use crate::CorpusError;
use crate::labels::split_bare_unit;

/// One US address as its source has it; fields may be empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct UsRecord {
    pub(crate) venue: String,
    pub(crate) attention: String,
    pub(crate) number: String,
    pub(crate) street: String,
    pub(crate) unit: String,
    pub(crate) po_box: String,
    pub(crate) crossing: Option<(String, String)>,
    pub(crate) city: String,
    pub(crate) county: String,
    pub(crate) state: String,
    pub(crate) zip: String,
}

/// Records of one source.
pub(crate) struct UsSource {
    pub(crate) name: &'static str,
    /// Share of US lines drawn from it.
    pub(crate) weight: f64,
    pub(crate) train: Vec<UsRecord>,
    pub(crate) held_out: Vec<UsRecord>,
}

/// Street names with the state they occur in, for addresses put together from parts.
pub(crate) type StreetNames = Vec<(String, String)>;

/// Tables that share the columns venue, house_number, street, unit, po_box, rural_route, city, state, zip.
const SPLIT_TABLES: [(&str, f64); 6] = [
    ("organizations", 0.22),
    ("polling_places", 0.12),
    ("stores", 0.14),
    ("committees", 0.06),
    ("breweries", 0.03),
    ("chesapeake_points", 0.01),
];

/// Reads every US source below `<data>/us`.
pub(crate) fn sources(data: &Path) -> Result<Vec<UsSource>, CorpusError> {
    let mut sources = Vec::new();
    for (name, weight) in SPLIT_TABLES {
        sources.push(source(data, name, weight, split_row)?);
    }
    sources.push(source(data, "oa_excerpts", 0.03, |row| UsRecord {
        number: row.get("number").into(),
        street: row.get("street").into(),
        unit: row.get("unit").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    })?);
    sources.push(source(data, "rrad", 0.02, rrad_row)?);
    sources.push(source(data, "baltimore_points", 0.02, baltimore_row)?);
    sources.push(source(data, "intersections", 0.035, |row| UsRecord {
        crossing: Some((row.get("street1").into(), row.get("street2").into())),
        venue: row.get("venue").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    })?);
    Ok(sources)
}

fn source(
    data: &Path,
    name: &'static str,
    weight: f64,
    record: impl Fn(&Row<'_>) -> UsRecord,
) -> Result<UsSource, CorpusError> {
    let mut source = UsSource { name, weight, train: Vec::new(), held_out: Vec::new() };
    read(data, &format!("us/{name}.tsv.gz"), |row| {
        let mut record = record(&row);
        part(&mut record);
        if is_usable(&record) {
            // Outside the held-out states a held-out street name is no one's.
            if is_held_out_state(&record.state) {
                source.held_out.push(record);
            } else if !is_held_out(&[&record.street]) || record.street.is_empty() {
                source.train.push(record);
            }
        }
    })?;
    Ok(source)
}

/// Parts what sources leave together in one field.
fn part(record: &mut UsRecord) {
    // What stands in brackets is said beside the name: `RT 60 East (Library)`.
    for field in [&mut record.street, &mut record.venue] {
        if let Some(at) = field.find(['(', '[']) {
            field.truncate(at);
            field.truncate(field.trim_end().len());
        }
    }
    if names_a_street(&record.venue) {
        record.venue.clear();
    }
    // `100`, `B South Olive St`: the letter is the number's.
    if !record.number.is_empty()
        && let Some((letter, rest)) = record.street.split_once(' ')
        && letter.len() == 1
        && letter.bytes().all(|byte| byte.is_ascii_alphabetic())
        && rest.contains(' ')
        && rest.split(' ').next().is_some_and(is_long_directional)
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
        let (street, unit) = split_unit(&record.street).unwrap_or_else(|| split_bare_unit(&record.street));
        (record.street, record.unit) = (street.to_owned(), unit.to_owned());
    }
}

/// `Eye Street NW Suite 1100` -> (`Eye Street NW`, `Suite 1100`); `#3995` -> (``, `#3995`).
fn split_unit(street: &str) -> Option<(&str, &str)> {
    const DESIGNATORS: [&str; 6] = ["suite", "ste", "apt", "apartment", "unit", "room"];
    if street.starts_with('#') {
        return Some(("", street));
    }
    let spaces = street.match_indices(' ').map(|(at, _)| at);
    let at = spaces.skip(1).find(|&at| {
        let mut words = street[at + 1..].split(' ').map(milepost_text::fold);
        let designator = words.next().unwrap_or_default();
        let numbered = words.next().is_some_and(|word| word.bytes().any(|byte| byte.is_ascii_digit()));
        let designator = designator.trim_end_matches('.');
        numbered && (DESIGNATORS.contains(&designator) || is_number_of_unit(&street[..at], designator))
    })?;
    Some((&street[..at], &street[at + 1..]))
}

/// Whether the `No` behind a street is that of a unit: a `Quarry Place` is whole, a `County Road` needs its number.
fn is_number_of_unit(street: &str, designator: &str) -> bool {
    matches!(designator, "no" | "number") && !split_bare_unit(&format!("{street} 1")).1.is_empty()
}

/// Whether a word is a directional in full: beside `N`, `B` is a name.
fn is_long_directional(word: &str) -> bool {
    word.len() > 2 && classes_of(&plain(word)).has(WordClass::UsDirectional)
}

/// Whether a unit can be one: it holds a digit or a designator, or is a word or two.
fn may_be_unit(unit: &str) -> bool {
    let words: Vec<String> = unit.split_whitespace().map(plain).collect();
    words.len() < 3
        || words.iter().any(|word| {
            word.bytes().any(|byte| byte.is_ascii_digit()) || classes_of(word).has(WordClass::UsUnit)
        })
}

/// Whether a city is a unit in the wrong column: `Suite 100`.
fn is_unit(city: &str) -> bool {
    city.split_once(' ').is_some_and(|(first, rest)| {
        classes_of(&plain(first)).has(WordClass::UsUnit) && rest.bytes().all(|byte| byte.is_ascii_digit())
    })
}

fn is_number_word(word: &str) -> bool {
    const WORDS: [&str; 11] =
        ["one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "twelve"];
    WORDS.contains(&milepost_text::fold(word).as_str())
}

/// A row whose street ends in a ZIP or holds the city again was split wrongly by its source.
///
/// Polling places and crossings are typed by hand, and hold a venue, a box or a second address where a street belongs.
fn is_usable(record: &UsRecord) -> bool {
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
        && may_be_unit(&record.unit)
        && record.state.len() == 2
        && record.street.len() < 60
        && !street.contains(',')
        && !(city.len() > 4 && street.ends_with(&format!(" {city}")))
        && !street.split(' ').any(|word| word.len() == 5 && word.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether a number stands inside a street that no road is known by: `Grange Hall 1106 Peavey Road`.
fn holds_another_address(street: &str) -> bool {
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
    const NUMBERED: [&str; 9] = ["highway", "hwy", "route", "rt", "county", "cr", "sr", "us", "state"];
    let words: Vec<String> = street.split([' ', '-']).filter(|word| !word.is_empty()).map(plain).collect();
    let is = |word: &str, class: WordClass| classes_of(word).has(class);
    let numbered = words.windows(3).enumerate().any(|(at, three)| {
        let [before, number, behind] = three else { return false };
        let last = at + 3 == words.len();
        let house_number = number.len() > 1 && number.bytes().all(|byte| byte.is_ascii_digit());
        let name_before = before.chars().all(char::is_alphabetic)
            && !ROADS.contains(&before.as_str())
            && !is(before, WordClass::UsDirectional);
        let street_behind = NUMBERED.contains(&behind.as_str())
            || !(last && is(behind, WordClass::UsDirectional) || is(behind, WordClass::UsStreetType));
        house_number && name_before && behind.chars().all(char::is_alphabetic) && street_behind
    });
    // A box, or a crossing that was typed as a street.
    let other = words
        .iter()
        .skip(1)
        .any(|word| matches!(word.as_str(), "box" | "bx" | "pob" | "at" | "and" | "between" | "&"));
    numbered || other || words.first().is_some_and(|word| word == "po")
}

/// Whether a name can be one of the two streets of a crossing: it has a type, a number or a directional, or is one word.
fn may_cross(street: &str) -> bool {
    let words: Vec<String> = street.split_whitespace().map(plain).collect();
    let known = words.iter().any(|word| {
        word.starts_with(|first: char| first.is_ascii_digit())
            || classes_of(word).has(WordClass::UsStreetType)
            || classes_of(word).has(WordClass::UsDirectional)
    });
    let between = words.first().is_some_and(|word| word == "between");
    !holds_another_address(street) && !between && (known || words.len() == 1)
}

/// Whether a venue is the address again: `8882 Wildwood Rd`, `Co Bldg/Hwy 43`.
fn names_a_street(venue: &str) -> bool {
    if venue.contains('/') {
        return true;
    }
    let words: Vec<String> = venue.split_whitespace().map(plain).collect();
    let [first, .., last] = words.as_slice() else { return false };
    first.bytes().all(|byte| byte.is_ascii_digit()) && classes_of(last).has(WordClass::UsStreetType)
}

fn split_row(row: &Row<'_>) -> UsRecord {
    let mut record = UsRecord {
        venue: row.get("venue").into(),
        number: row.get("house_number").into(),
        street: row.get("street").into(),
        unit: row.get("unit").into(),
        po_box: row.get("po_box").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    };
    if record.po_box.is_empty() {
        record.po_box = row.get("rural_route").into();
    }
    let unit = milepost_text::fold(&record.unit);
    if unit.starts_with("c/o") || unit.starts_with("attn") {
        record.attention = std::mem::take(&mut record.unit);
    }
    record
}

fn rrad_row(row: &Row<'_>) -> UsRecord {
    let (number, street) = row.get("address1").split_once(' ').unwrap_or_default();
    let numbered = number.starts_with(|character: char| character.is_ascii_digit());
    UsRecord {
        number: if numbered { number.into() } else { String::new() },
        street: if numbered { street.into() } else { String::new() },
        unit: row.get("address2").into(),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    }
}

fn baltimore_row(row: &Row<'_>) -> UsRecord {
    let words = ["premod", "predir", "pretype", "name", "type", "postdir", "postmod"];
    let street: Vec<&str> = words.iter().map(|&word| row.get(word)).filter(|word| !word.is_empty()).collect();
    UsRecord {
        number: format!("{}{}", row.get("number"), row.get("suffix")),
        street: street.join(" "),
        city: row.get("city").into(),
        state: row.get("state").into(),
        zip: row.get("zip").into(),
        ..UsRecord::default()
    }
}

/// Street names by state, common ones repeated up to three times.
pub(crate) fn street_names(data: &Path) -> Result<StreetNames, CorpusError> {
    let mut names = StreetNames::new();
    read(data, "us/street_names.tsv.gz", |row| {
        let (street, state) = (row.get("street"), row.get("state"));
        let (_, unit) = split_bare_unit(street);
        let usable = !is_held_out_state(state)
            && !is_held_out(&[street])
            && street.len() > 3
            && street.len() < 40
            && !street.contains(',')
            && unit.is_empty();
        if usable {
            let times = row.get("count").parse::<u32>().unwrap_or(1).ilog2().clamp(0, 2) + 1;
            for _ in 0..times {
                names.push((street.into(), state.into()));
            }
        }
    })?;
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_sources_leave_in_the_street() {
        let parted = |street: &str, unit: &str| {
            let mut record = UsRecord { street: street.into(), unit: unit.into(), ..UsRecord::default() };
            part(&mut record);
            [record.number, record.street, record.unit, record.po_box].join("|")
        };
        assert_eq!(parted("Eye Street NW Suite 1100", ""), "|Eye Street NW|Suite 1100|");
        assert_eq!(parted("#3995", ""), "||#3995|");
        assert_eq!(parted("One Quillfeather Drive", ""), "One|Quillfeather Drive||");
        assert_eq!(parted("Seven Oaks", ""), "|Seven Oaks||");
        assert_eq!(parted("Old Orchard Rd", "PMB 12"), "|Old Orchard Rd||PMB 12");
        assert_eq!(parted("Quarry Place Number 23", ""), "|Quarry Place|Number 23|");
        assert_eq!(parted("County Road No 23", ""), "|County Road No 23||");
        assert_eq!(parted("Suite Rd", ""), "|Suite Rd||");
        assert_eq!(parted("State St 329", ""), "|State St|329|");
        assert_eq!(parted("Old Orchard Rd (rear door)", ""), "|Old Orchard Rd||");
    }

    #[test]
    fn what_is_no_street() {
        for street in [
            "Grange Hall 1106 Peavey Road",
            "Quarry Ln Hc 30 Box",
            "PO 860",
            "Water Assn. 1411 Hwy 35",
            "Hall- 912 S Elm",
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
        ] {
            assert!(!holds_another_address(street), "{street}");
        }
        assert!(may_cross("Broadway") && may_cross("Old Orchard Rd") && may_cross("Hwy 12"));
        assert!(!may_cross("Grange Cooperative") && !may_cross("Grange Hall- 125 Peavey Ave"));
        assert!(!may_cross("Between Quarry Rd"));
        assert!(names_a_street("8882 Wildwood Rd") && !names_a_street("7 Eleven"));
    }

    #[test]
    fn columns_that_were_mixed_up() {
        assert!(is_unit("Suite 100") && !is_unit("Unity") && !is_unit("Lower Quarry"));
        assert!(may_be_unit("Fl 2") && may_be_unit("rear") && may_be_unit("north wing suite b"));
        assert!(!may_be_unit("the old quarry house"));
        let mut record =
            UsRecord { number: "100".into(), street: "B South Quarry St".into(), ..UsRecord::default() };
        part(&mut record);
        assert_eq!((record.number.as_str(), record.street.as_str()), ("100 B", "South Quarry St"));
    }
}
