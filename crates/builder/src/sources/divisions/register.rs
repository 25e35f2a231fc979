//! Names of divisions as the register of postcodes writes them: `Krapinsko-Zagorska`, `Guelders`, `Región de Tarapacá`.
//!
//! The register says in which division a village lies, by its name alone. Where no division has that name, the towns tell which one it is: those that
//! both sources have. People write these names too.

use std::collections::{HashMap, HashSet};
use std::path::Path;

use milepost_store::distance_m;
use milepost_store::register::{Register, Town, names_within};
use milepost_text::name_key;

use crate::error::BuildError;
use crate::place::{Place, Places};

/// Greatest distance of the points of one town in both sources, metres.
const SAME_TOWN_M: f64 = 10_000.0;

/// Towns that lie in a division of the register and in one of the places.
type Shared = HashMap<(Division, i64), usize>;

/// Country and name of a division of the register.
type Division = (String, String);

/// Adds the names that no division of the country has to the division with the same towns.
pub(crate) fn add(register: &Path, places: &mut Places) -> Result<(), BuildError> {
    let shared = shared_towns(register, places)?;
    let (mut of_division, mut of_region): (HashMap<&Division, usize>, HashMap<i64, usize>) =
        Default::default();
    for ((division, region), towns) in &shared {
        *of_division.entry(division).or_default() += towns;
        *of_region.entry(*region).or_default() += towns;
    }
    // The same division has most of the towns of either.
    let is_same = |((division, region), towns): &(&(Division, i64), &usize)| {
        2 * **towns > of_division[division] && 2 * **towns > of_region[region]
    };
    let mut same: Vec<&(Division, i64)> = shared.iter().filter(is_same).map(|(pair, _)| pair).collect();
    same.sort();
    let divisions = places.all.iter().filter(|place| matches!(place.placetype, "region" | "county"));
    let named: HashSet<Division> = divisions.flat_map(keys).collect();
    for ((country, name), region) in same {
        let is_known = named.contains(&(country.clone(), name_key(name)));
        if let Some(division) = places.get_mut(*region).filter(|_| !is_known) {
            // Villages of the register ask for the whole name.
            division.aliases.extend(names_within(name).filter(|part| part != name).map(str::to_owned));
            division.aliases.push(name.clone());
        }
    }
    Ok(())
}

/// The country of a place with the key of each of its names.
fn keys(place: &Place) -> impl Iterator<Item = Division> {
    place.all_names().map(|name| (place.country.clone(), name_key(name)))
}

fn shared_towns(register: &Path, places: &Places) -> Result<Shared, BuildError> {
    let mut by_name: HashMap<(&str, String), Vec<&Place>> = HashMap::new();
    for place in places.all.iter().filter(|place| place.placetype == "locality") {
        for name in place.all_names() {
            by_name.entry((&place.country, name_key(name))).or_default().push(place);
        }
    }
    let mut shared = Shared::new();
    let register = Register::open(register)?;
    for Town { country, division, name, lat, lon, .. } in register.towns() {
        let (_, division) = register.division(division);
        let named = names_within(&name).filter_map(|part| by_name.get(&(country, name_key(part)))).flatten();
        let town = named.into_iter().find(|town| distance_m(town.lat, town.lon, lat, lon) < SAME_TOWN_M);
        if let Some(region) = town.and_then(|town| region_of(places, town)).filter(|_| !division.is_empty()) {
            *shared.entry(((country.to_owned(), division.to_owned()), region)).or_default() += 1;
        }
    }
    Ok(shared)
}

/// The first-level division of a place.
fn region_of(places: &Places, place: &Place) -> Option<i64> {
    let above = places.get(place.parent?)?;
    if above.placetype == "region" { Some(above.id) } else { region_of(places, above) }
}

#[cfg(test)]
mod tests {
    use milepost_aside::Claim;
    use milepost_store::register::{RegisterRow, write_register};

    use super::*;

    /// A division with a town.
    fn division(id: i64, name: &str, town: &str, point: (f64, f64)) -> [Place; 2] {
        let division = Place { placetype: "region", ..Place::town(id, name, "HR", point, 0) };
        [division, Place { parent: Some(id), ..Place::town(10 * id, town, "HR", point, 900) }]
    }

    fn row(place: &str, division: &str, (lat, lon): (f64, f64), postcode: &str) -> RegisterRow {
        RegisterRow {
            country: "HR".to_owned(),
            postcode: postcode.to_owned(),
            place: place.to_owned(),
            division: division.to_owned(),
            lat,
            lon,
        }
    }

    #[test]
    fn a_division_takes_the_name_under_which_the_register_has_its_towns() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("world.postcodes");
        let (krapina, pula, sisak) = ((46.16, 15.88), (44.87, 13.85), (45.49, 16.37));
        let rows = vec![
            row("Krapina", "Krapinsko-Zagorska", krapina, "49000"),
            row("Lastine", "Krapinsko-Zagorska", (46.1, 15.9), "49231"),
            row("Pula / Pola", "Istarska / Istria", pula, "52100"),
            row("Sisak", "Sisak-Moslavina", sisak, "44000"),
            row("Pula", "Elsewhere", sisak, "44010"),
        ];
        write_register(&Claim::on(&path).unwrap(), "test", rows).unwrap();
        let mut places = Places::default();
        let divisions = [
            division(1, "Krapina-Zagorje", "Krapina", krapina),
            division(2, "Istria", "Pola", pula),
            division(3, "Sisak-Moslavina", "Sisak", sisak),
        ];
        divisions.into_iter().flatten().for_each(|place| places.add(place));
        add(&path, &mut places).unwrap();
        let aliases = |id: i64| places.get(id).unwrap().aliases.clone();
        assert_eq!(aliases(1), ["Krapinsko-Zagorska"]);
        assert_eq!(aliases(2), ["Istarska", "Istria", "Istarska / Istria"], "in several languages");
        assert!(aliases(3).is_empty(), "its own name, and no name of a far namesake");
    }
}
