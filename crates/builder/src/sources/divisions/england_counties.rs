//! The ceremonial counties of England. Addresses name them, but the table of divisions has districts and the remainder of
//! a county without its cities: `Nottingham` lies in no `Nottinghamshire` there, and a `West Yorkshire` is missing.

use std::collections::{BTreeMap, HashMap};

use super::Codes;
use crate::place::{Place, Places, id_range};
use crate::sources::area::Area;
use crate::sources::tsv::rows;

/// First id of the counties, after those of the table of divisions.
const FIRST_ID: i64 = id_range::COUNTY + 1_000_000;

const ENGLAND: &str = "GB.ENG";

/// A county with its other names and the districts it is made of.
struct County {
    name: &'static str,
    aliases: Vec<&'static str>,
    districts: Vec<&'static str>,
}

const TABLE: &str = include_str!("../../../data/england_counties.tsv");

fn counties() -> impl Iterator<Item = County> {
    let list = |text: &'static str| text.split('|').filter(|name| !name.is_empty()).collect();
    rows(TABLE).map(move |[name, aliases, districts]| County {
        name,
        aliases: list(aliases),
        districts: list(districts),
    })
}

/// Names of the divisions by code, as their table has them.
pub(super) type Names = BTreeMap<String, String>;

/// The county that replaces a division, which is its remainder without its cities and has the same name.
pub(super) fn of_remainder(code: &str, name: &str) -> Option<i64> {
    let is_it = |(county, _): &(County, i64)| code.starts_with(ENGLAND) && county.name == name;
    counties().zip(FIRST_ID..).find(is_it).map(|(_, id)| id)
}

/// Adds the counties as parents of their districts and towns; `codes` then maps the code of a district to its county.
/// Districts that the packages lack are skipped.
pub(super) fn add(areas: &HashMap<String, Area>, names: &Names, codes: &mut Codes, places: &mut Places) {
    let Some(&england) = codes.get(ENGLAND) else { return };
    for (county, id) in counties().zip(FIRST_ID..) {
        let is_district = |(code, name): &(&String, &String)| {
            code.starts_with(ENGLAND) && county.districts.contains(&name.as_str())
        };
        let mut area = Area::default();
        for (code, _) in names.iter().filter(is_district) {
            if let Some(part) = areas.get(code) {
                area.merge(part);
            }
            if let Some(district) = codes.insert(code.clone(), id).and_then(|id| places.get_mut(id)) {
                district.parent = Some(id);
            }
        }
        if area.is_empty() {
            continue;
        }
        places.add(Place {
            parent: Some(england),
            aliases: county.aliases.into_iter().map(str::to_owned).collect(),
            ..area.division(id, county.name, "county", "GB")
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_county_with_its_districts() {
        assert_eq!(counties().count(), TABLE.lines().skip(1).count());
        let mut districts: Vec<&str> = counties().flat_map(|county| county.districts).collect();
        let all = districts.len();
        districts.sort_unstable();
        districts.dedup();
        assert_eq!(districts.len(), all, "no district is in two counties");
    }

    #[test]
    fn the_remainder_of_a_county_gives_way_to_it() {
        assert!(of_remainder("GB.ENG.J9", "Nottinghamshire").is_some());
        assert_eq!(of_remainder("GB.ENG.J8", "Nottingham"), None);
        assert_eq!(of_remainder("US.VA.1", "Essex"), None);
    }
}
