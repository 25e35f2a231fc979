//! The municipal arrondissements of Paris, Lyon and Marseille, in the spellings that people use.

use std::collections::HashMap;

use crate::place::{Place, Places};
use crate::sources::table::rows;

/// Points of the arrondissements of Paris, which GeoNames does not list.
const PARIS: &str = include_str!("../../../data/paris_arrondissements.tsv");

pub(crate) struct Arrondissement<'a> {
    /// Id if GeoNames lacks the arrondissement.
    pub(crate) id: i64,
    pub(crate) insee: &'a str,
    /// `Lyon 3e Arrondissement`.
    pub(crate) name: &'a str,
    pub(crate) city: i64,
    pub(crate) population: i64,
}

/// Adds an arrondissement, or the spellings of its name to GeoNames' place; `None` if its position is unknown.
pub(crate) fn add(
    arrondissement: &Arrondissement<'_>,
    by_name: &HashMap<String, i64>,
    places: &mut Places,
) -> Option<i64> {
    let (city, number) = city_and_number(arrondissement.name)?;
    let aliases = spellings(city, number).chain([arrondissement.name.to_owned()]);
    if let Some(&id) = by_name.get(&format!("{city} {number:02}")) {
        let place = places.get_mut(id)?;
        place.aliases.extend(aliases);
        place.parent = Some(arrondissement.city);
        place.placetype = "neighbourhood";
        return Some(id);
    }
    let [_, lat, lon] = rows(PARIS).find(|[insee, _, _]| *insee == arrondissement.insee)?;
    let point = (lat.parse().ok()?, lon.parse().ok()?);
    places.add(Place {
        parent: Some(arrondissement.city),
        population: arrondissement.population,
        aliases: aliases.collect(),
        ..Place::new(arrondissement.id, arrondissement.name, "neighbourhood", "FR", point)
    });
    Some(arrondissement.id)
}

/// `Lyon 3e Arrondissement` is 3 of Lyon.
fn city_and_number(name: &str) -> Option<(&str, u32)> {
    let (city, rest) = name.split_once(' ')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((city, digits.parse().ok()?))
}

/// `Lyon 3`, `Lyon 03`, `Lyon 3e`, `Lyon 3eme`, `Lyon 3e arrondissement` ...
fn spellings(city: &str, number: u32) -> impl Iterator<Item = String> {
    let ordinals: &[&str] = if number == 1 { &["er", "e", "ere", "eme"] } else { &["e", "eme"] };
    let mut spelled = vec![format!("{city} {number}"), format!("{city} {number:02}")];
    for ordinal in ordinals {
        for kind in ["", " arrondissement", " arr"] {
            spelled.push(format!("{city} {number}{ordinal}{kind}"));
        }
    }
    spelled.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrondissements_are_known_in_the_spellings_people_use() {
        assert_eq!(city_and_number("Lyon 3e Arrondissement"), Some(("Lyon", 3)));
        assert_eq!(city_and_number("Paris"), None);
        let spelled: Vec<String> = spellings("Paris", 8).collect();
        for expected in ["Paris 8", "Paris 08", "Paris 8e", "Paris 8eme", "Paris 8e arrondissement"] {
            assert!(spelled.iter().any(|known| known == expected), "{expected}");
        }
    }
}
