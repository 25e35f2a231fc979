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

/// The addresses of a house of a country (lower case); `of_relation` is the street that a relation names.
///
/// # Errors
/// The reason why the object is not a house.
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

    /// Numbers and streets of a house with these tags.
    fn of(
        country: &str,
        relation: Option<&str>,
        pairs: &[(&str, &str)],
    ) -> Result<Vec<String>, &'static str> {
        let id = Id { kind: Kind::Node, number: 1 };
        let thing = Thing { id, tags: Tags::of_pairs(pairs), point: [1, 1], extent: [1; 4] };
        let found = addresses(&thing, relation, country)?;
        Ok(found
            .into_iter()
            .map(|Address { number, street, unit }| {
                [unit, number, street.unwrap_or("?".into())]
                    .into_iter()
                    .filter(|text| !text.is_empty())
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect())
    }

    #[test]
    fn a_list_is_several_houses_and_a_range_is_one() {
        let found = of("fr", None, &[("addr:housenumber", "68;80, 94"), ("addr:street", "Rue X")]);
        assert_eq!(found.unwrap(), ["68 Rue X", "80 Rue X", "94 Rue X"]);
        let found = of("ec", None, &[("addr:housenumber", "12-16"), ("addr:street", "Calle A")]);
        assert_eq!(found.unwrap(), ["12-16 Calle A"]);
    }

    #[test]
    fn a_conscription_number_belongs_to_the_place_and_a_street_number_to_the_street() {
        let both = [
            ("addr:housenumber", "642/11"),
            ("addr:conscriptionnumber", "642"),
            ("addr:streetnumber", "11"),
            ("addr:street", "Sokolovská"),
        ];
        assert_eq!(of("cz", None, &both).unwrap(), ["642/11 Sokolovská"]);
        let with_place = [both[1], both[2], both[3], ("addr:place", "Karlín")];
        assert_eq!(of("cz", None, &with_place).unwrap(), ["642 Karlín", "11 Sokolovská"]);
        assert_eq!(
            of("sk", None, &[("addr:conscriptionnumber", "7"), ("addr:place", "Lúka")]).unwrap(),
            ["7 Lúka"]
        );
    }

    #[test]
    fn a_relation_names_the_street_only_if_the_house_does_not() {
        assert_eq!(of("fr", Some("Rue R"), &[("addr:housenumber", "3")]).unwrap(), ["3 Rue R"]);
        let own = [("addr:housenumber", "3"), ("addr:street", "Rue S"), ("addr:place", "Hameau")];
        assert_eq!(of("fr", Some("Rue R"), &own).unwrap(), ["3 Rue S"]);
    }

    #[test]
    fn a_house_behind_a_street_is_on_both() {
        let terrace =
            [("addr:housenumber", "3"), ("addr:street", "Rose Court"), ("addr:parentstreet", "High Street")];
        assert_eq!(of("gb", None, &terrace).unwrap(), ["3 Rose Court", "3 High Street"]);
    }

    #[test]
    fn a_house_without_a_street_is_counted_in_its_settlement() {
        assert_eq!(
            of("pl", None, &[("addr:housenumber", "224"), ("addr:place", "Łąka")]).unwrap(),
            ["224 Łąka"]
        );
        assert_eq!(
            of("pl", None, &[("addr:housenumber", "224"), ("addr:city", "Łąka")]).unwrap(),
            ["224 Łąka"]
        );
        assert_eq!(of("mv", None, &[("addr:housenumber", "7")]).unwrap(), ["7 ?"]);
    }

    #[test]
    fn a_japanese_number_has_its_block() {
        let house =
            [("addr:block_number", "3"), ("addr:housenumber", "12"), ("addr:neighbourhood", "恩多町四丁目")];
        assert_eq!(of("jp", None, &house).unwrap(), ["3-12 恩多町四丁目"]);
    }

    #[test]
    fn a_unit_stays() {
        let flat = [("addr:housenumber", "31"), ("addr:unit", "2"), ("addr:street", "Essex Road")];
        assert_eq!(of("au", None, &flat).unwrap(), ["2 31 Essex Road"]);
    }

    #[test]
    fn what_is_no_number_has_its_reason() {
        let street = ("addr:street", "Hauptstraße");
        assert!(
            of("de", None, &[("addr:housenumber", "Haus am See"), street]).unwrap_err().contains("no digit")
        );
        assert!(
            of("de", None, &[("addr:housename", "Villa"), street])
                .unwrap_err()
                .contains("a name and no number")
        );
        assert!(of("de", None, &[("addr:housenumber", "1234567890123456789"), street]).is_err());
    }
}
