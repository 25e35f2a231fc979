//! Suburbs with their city, from GeoNames cities500. Which of two names is the larger place cannot be seen in the text; the parser can
//! learn it only from real pairs.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use fastrand::Rng;
use milepost_text::fold;

use crate::CorpusError;

/// A part of a city, with the city.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Suburb {
    pub(crate) name: String,
    pub(crate) city: String,
}

/// Pairs, large cities and towns, by country.
#[derive(Default)]
pub(crate) struct Suburbs {
    by_country: HashMap<String, Vec<Suburb>>,
    metropolises: HashMap<String, Vec<String>>,
    towns: HashMap<String, Vec<String>>,
}

/// A populated place of a municipality.
struct Settlement {
    name: String,
    /// GeoNames feature code: `PPLX` is a section of a populated place, `PPLA...` and `PPLC` are seats.
    code: String,
    population: u64,
}

/// Below this number of pairs a country's pairs are drawn in proportion to it, so that the same few do not repeat.
const PLENTY: usize = 1_000;

/// Population from which a city is known by its name alone.
const METROPOLIS: u64 = 150_000;

/// Number of pairs from which a country's suburbs are represented well enough to draw names from them.
const MANY: usize = 100;

impl Suburbs {
    /// Reads the file (tab separated, no header; columns of a GeoNames dump).
    pub(crate) fn read(path: &Path) -> Result<Suburbs, CorpusError> {
        let unreadable = |source| CorpusError::Read { path: path.to_owned(), source };
        // Ordered, so that the same seed gives the same corpus.
        let mut metropolises: HashMap<String, Vec<String>> = HashMap::new();
        let mut towns: HashMap<String, Vec<String>> = HashMap::new();
        let mut municipalities: BTreeMap<(String, String), Vec<Settlement>> = BTreeMap::new();
        for line in BufReader::new(File::open(path).map_err(unreadable)?).lines() {
            let line = line.map_err(unreadable)?;
            let fields: Vec<&str> = line.split('\t').collect();
            let [_, name, _, _, _, _, _, code, country, _, admin1, admin2, admin3, admin4, population, ..] =
                fields[..]
            else {
                continue;
            };
            let population = population.parse().unwrap_or(0);
            if population >= METROPOLIS && code != "PPLX" {
                metropolises.entry(country.to_owned()).or_default().push(name.to_owned());
            }
            // A section of a town is not a town; and addresses do not have double names.
            if code != "PPLX" && !name.contains(['(', '/', ',']) {
                towns.entry(country.to_owned()).or_default().push(name.to_owned());
            }
            // Without a third level the area is a county, with several towns.
            if admin3.is_empty() {
                continue;
            }
            let municipality = [admin1, admin2, admin3, admin4].join(".");
            municipalities.entry((country.to_owned(), municipality)).or_default().push(Settlement {
                name: name.to_owned(),
                code: code.to_owned(),
                population,
            });
        }
        let mut by_country: HashMap<String, Vec<Suburb>> = HashMap::new();
        for ((country, _), settlements) in municipalities {
            by_country.entry(country).or_default().extend(pairs(&settlements));
        }
        Ok(Suburbs { by_country, metropolises, towns })
    }

    /// The name of any suburb of `country`.
    pub(crate) fn name(&self, country: &str, rng: &mut Rng) -> Option<&str> {
        let pairs = self.by_country.get(country).filter(|pairs| pairs.len() >= MANY)?;
        Some(&pairs[rng.usize(..pairs.len())].name)
    }

    /// The name of a town or city of `country`; all are equally likely.
    pub(crate) fn town(&self, country: &str, rng: &mut Rng) -> Option<&str> {
        let towns = self.towns.get(country)?;
        Some(&towns[rng.usize(..towns.len())])
    }

    /// The name of a large city of `country`.
    pub(crate) fn metropolis(&self, country: &str, rng: &mut Rng) -> Option<&str> {
        let cities = self.metropolises.get(country)?;
        Some(&cities[rng.usize(..cities.len())])
    }

    /// A pair of `country`; less likely the fewer pairs it has.
    pub(crate) fn of(&self, country: &str, rng: &mut Rng) -> Option<&Suburb> {
        let pairs = self.by_country.get(country)?;
        let drawn = rng.usize(..pairs.len().max(PLENTY));
        pairs.get(drawn)
    }
}

/// Each settlement of a municipality with the seat, except the seat itself.
fn pairs(settlements: &[Settlement]) -> impl Iterator<Item = Suburb> {
    let seat = settlements
        .iter()
        .filter(|one| one.code != "PPLX")
        .max_by_key(|one| (one.code.starts_with("PPLA") || one.code == "PPLC", one.population));
    settlements.iter().filter_map(move |one| {
        let seat = seat?;
        let (name, city) = (fold(&one.name), fold(&seat.name));
        // `Köln Altstadt` already names its city `Köln`.
        let apart = !name.contains(&city) && !city.contains(&name) && !one.name.contains(['(', '/', ',']);
        apart.then(|| Suburb { name: one.name.clone(), city: seat.name.clone() })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settlement(name: &str, code: &str, population: u64) -> Settlement {
        Settlement { name: name.into(), code: code.into(), population }
    }

    #[test]
    fn the_seat_is_the_city_of_the_others() {
        let settlements = [
            settlement("Nordfeld", "PPLX", 90_000),
            settlement("Grossbach", "PPLA4", 20_000),
            settlement("Kleinau", "PPL", 30_000),
            settlement("Grossbach Altstadt", "PPLX", 5_000),
        ];
        let found: Vec<_> =
            pairs(&settlements).map(|pair| format!("{} in {}", pair.name, pair.city)).collect();
        assert_eq!(found, ["Nordfeld in Grossbach", "Kleinau in Grossbach"]);
        assert_eq!(pairs(&settlements[..1]).count(), 0);
    }
}
