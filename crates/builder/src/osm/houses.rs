//! The addresses of an object: its numbers with their streets.

use super::object::{Tags, Thing};

/// Longest list of numbers of one object that is read as a list.
const MOST_NUMBERS: usize = 200;
/// Letters of the longest house number.
const LONGEST_NUMBER: usize = 16;

/// A number with its street, as the tags have them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Address {
    pub(super) number: String,
    /// None where only the nearest street can be its street.
    pub(super) street: Option<String>,
    pub(super) unit: String,
}

/// The addresses of a house of a country (lower case); `of_relation` is the street that a relation names. Fails with the reason why
/// the object is not a house.
pub(super) fn addresses(
    thing: &Thing,
    of_relation: Option<&str>,
    country: &str,
) -> Result<Vec<Address>, &'static str> {
    let tags = &thing.tags;
    let streets = streets(tags, of_relation);
    let mut found: Vec<Address> = Vec::new();
    let unit = tags.get("addr:unit").unwrap_or_default();
    let mut add = |number: &str, street: Option<&str>| {
        let address =
            Address { number: number.to_owned(), street: street.map(str::to_owned), unit: unit.to_owned() };
        if !found.contains(&address) {
            found.push(address);
        }
    };
    let settlement = settlement(tags);
    for number in numbers(tags, country) {
        match streets.as_slice() {
            [] => add(&number, settlement),
            streets => streets.iter().for_each(|street| add(&number, Some(street))),
        }
    }
    // The number of the settlement, and that of the street, each with its own. `642/11` holds both.
    let both = tags.get("addr:housenumber").unwrap_or_default();
    let is_part = |number: &str| both.split('/').any(|part| part.trim() == number);
    if let Some(number) = tags.get("addr:conscriptionnumber") {
        if let Some(settlement) = tags.get("addr:place").filter(|_| tags.has("addr:street")) {
            add(number, Some(settlement));
        } else if !is_part(number) {
            add(number, streets.first().copied().or(settlement));
        }
    }
    if let Some(number) = tags.get("addr:streetnumber").filter(|number| !is_part(number)) {
        streets.iter().for_each(|street| add(number, Some(street)));
    }
    if found.is_empty() {
        return Err(match both {
            "" if tags.has("addr:housename") => {
                "an address with a name and no number, which is a point of interest"
            }
            "" => "a house without a number",
            _ => "the number has no digit or is too long",
        });
    }
    Ok(found)
}

/// The streets of a house: that of its tag, else of a relation, else the place that stands in for one; and the street in front of a terrace.
fn streets<'a>(tags: &'a Tags, of_relation: Option<&'a str>) -> Vec<&'a str> {
    let block = tags.get("addr:block").or(tags.get("addr:block_number"));
    let own = tags.get("addr:street").or(of_relation).or(tags.get("addr:place"));
    let stands_in = own.or_else(|| {
        let keys = ["addr:neighbourhood", "addr:quarter", "addr:residential", "addr:hamlet", "addr:suburb"];
        keys.iter().find_map(|key| tags.get(key)).filter(|_| block.is_some())
    });
    let mut streets: Vec<&str> = stands_in
        .iter()
        .flat_map(|names| names.split(';'))
        .map(str::trim)
        .filter(|name| !name.is_empty())
        .collect();
    streets.extend(tags.get("addr:parentstreet"));
    streets.dedup();
    streets
}

/// The settlement whose houses are counted without streets.
fn settlement(tags: &Tags) -> Option<&str> {
    ["addr:place", "addr:hamlet", "addr:village", "addr:suburb", "addr:city"]
        .iter()
        .find_map(|key| tags.get(key))
}

/// The numbers of a house: those of a list one by one, a Japanese one with its block.
fn numbers(tags: &Tags, country: &str) -> Vec<String> {
    let Some(text) = tags.get("addr:housenumber") else {
        return Vec::new();
    };
    let block = tags.get("addr:block_number").filter(|_| country == "jp");
    let usable = |number: &&str| {
        number.bytes().any(|byte| byte.is_ascii_digit()) && number.chars().count() <= LONGEST_NUMBER
    };
    let lists = text.split([';', ',']).map(str::trim).filter(usable).take(MOST_NUMBERS);
    lists
        .map(|number| match block {
            Some(block) if !number.contains('-') => format!("{block}-{number}"),
            _ => number.to_owned(),
        })
        .collect()
}

/// The town that the tags name, and the one a reader may write as well.
pub(super) fn towns(tags: &Tags) -> Option<&str> {
    ["addr:city", "addr:town", "addr:village", "addr:hamlet", "addr:suburb", "is_in:city"]
        .iter()
        .find_map(|key| tags.get(key))
}

#[cfg(test)]
mod tests {
    use super::super::object::{Id, Kind};
    use super::*;

    /// Units, numbers and streets of a house in a country, with the street of a relation; or the reason why it is none. A tag is `key=value`,
    /// without `addr:`.
    fn of(country: &str, relation: Option<&str>, tags: &[&str]) -> String {
        let pairs = tags.iter().map(|tag| tag.split_once('=').unwrap());
        let pairs: Vec<(String, &str)> = pairs.map(|(key, value)| (format!("addr:{key}"), value)).collect();
        let tags = Tags::of(pairs.iter().map(|(key, value)| (key.as_str(), *value)));
        let thing = Thing { id: Id { kind: Kind::Node, number: 1 }, tags, point: [1, 1], extent: [1; 4] };
        let text = |Address { number, street, unit }: Address| {
            format!("{unit} {number} {}", street.unwrap_or("?".into())).trim_start().to_owned()
        };
        match addresses(&thing, relation, country) {
            Ok(found) => found.into_iter().map(text).collect::<Vec<_>>().join(", "),
            Err(reason) => reason.to_owned(),
        }
    }

    #[test]
    fn a_house_has_its_numbers_and_their_streets() {
        let both = ["housenumber=642/11", "conscriptionnumber=642", "streetnumber=11", "street=Sokolovská"];
        for (country, tags, expected) in [
            // A list is several houses, and a range is one.
            ("fr", &["housenumber=68;80, 94", "street=Rue X"][..], "68 Rue X, 80 Rue X, 94 Rue X"),
            ("ec", &["housenumber=12-16", "street=Calle A"], "12-16 Calle A"),
            // A conscription number belongs to the place and a street number to the street.
            ("cz", &both, "642/11 Sokolovská"),
            ("cz", &[both[1], both[2], both[3], "place=Karlín"], "642 Karlín, 11 Sokolovská"),
            ("sk", &["conscriptionnumber=7", "place=Lúka"], "7 Lúka"),
            (
                "gb",
                &["housenumber=3", "street=Rose Court", "parentstreet=High Street"],
                "3 Rose Court, 3 High Street",
            ),
            // Without a street, a house is counted in its settlement.
            ("pl", &["housenumber=224", "place=Łąka"], "224 Łąka"),
            ("pl", &["housenumber=224", "city=Łąka"], "224 Łąka"),
            ("mv", &["housenumber=7"], "7 ?"),
            ("jp", &["block_number=3", "housenumber=12", "neighbourhood=恩多町四丁目"], "3-12 恩多町四丁目"),
            ("au", &["housenumber=31", "unit=2", "street=Essex Road"], "2 31 Essex Road"),
            ("de", &["housenumber=Haus am See", "street=Weg"], "the number has no digit or is too long"),
            (
                "de",
                &["housenumber=1234567890123456789", "street=Weg"],
                "the number has no digit or is too long",
            ),
            (
                "de",
                &["housename=Villa", "street=Weg"],
                "an address with a name and no number, which is a point of interest",
            ),
        ] {
            assert_eq!(of(country, None, tags), expected, "{country} {tags:?}");
        }
    }

    #[test]
    fn a_relation_names_the_street_only_if_the_house_does_not() {
        assert_eq!(of("fr", Some("Rue R"), &["housenumber=3"]), "3 Rue R");
        assert_eq!(of("fr", Some("Rue R"), &["housenumber=3", "street=Rue S", "place=Hameau"]), "3 Rue S");
    }
}
