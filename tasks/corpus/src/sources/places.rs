//! Places of every country in the world's postcode table, with postcodes and regions.

use std::collections::{BTreeMap, HashMap};
use std::path::Path;

use super::table::read;
use crate::CorpusError;

/// A place under one postcode.
#[derive(Debug, Clone)]
pub(crate) struct Place {
    pub(crate) country: String,
    pub(crate) name: String,
    /// What the table has in brackets after the name: `(Sachsen)`.
    pub(crate) aside: String,
    pub(crate) postcode: String,
    pub(crate) cedex: String,
    pub(crate) region: String,
    pub(crate) region_code: String,
    pub(crate) county: String,
}

/// Places by country and by country and region.
#[derive(Default)]
pub(crate) struct Places {
    all: Vec<Place>,
    countries: Vec<String>,
    by_country: HashMap<String, Vec<usize>>,
    by_region: HashMap<(String, String), Vec<usize>>,
    by_postcode: HashMap<(String, String), Vec<usize>>,
    by_name: HashMap<(String, String), Vec<usize>>,
    /// Pairs of names of one town in South Tyrol, German and Italian in either order.
    twice_named: Vec<(usize, usize)>,
}

/// Most places of a country without streets of its own. Countries are drawn evenly, so more are of no use.
const MOST_ELSEWHERE: usize = 30_000;

impl Places {
    /// Reads `<data>/world/postcodes.csv.gz`.
    pub(crate) fn read(data: &Path) -> Result<Places, CorpusError> {
        let mut places = Places::default();
        let mut points: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        let mut seen: HashMap<String, usize> = HashMap::new();
        read(data, "world/postcodes.csv.gz", |row| {
            let country = row.get("country_code");
            let at_home = matches!(country, "US" | "FR");
            let count = seen.entry(country.into()).or_default();
            *count += 1;
            // Keep an even sample of a long table, not its first rows.
            let stride = if at_home { 1 } else { 1 + *count / MOST_ELSEWHERE };
            // Military mail is written `APO AE` and has lines of its own (`us::military`).
            let military = row.get("place").starts_with("APO ") || row.get("place").starts_with("FPO ");
            let Some(name) = written(row.get("place")).filter(|_| !military) else { return };
            if (*count).is_multiple_of(stride) {
                let (postcode, cedex) = split_cedex(row.get("zipcode"));
                places.add(Place {
                    country: country.into(),
                    name: one_spelling(name, *count).into(),
                    aside: aside(row.get("place")).into(),
                    postcode: postcode.into(),
                    cedex: cedex.into(),
                    region: one_spelling(row.get("state"), *count).into(),
                    region_code: row.get("state_code").into(),
                    county: row.get("province").into(),
                });
                if country == "IT" && row.get("province_code") == "BZ" {
                    let point = ["zipcode", "latitude", "longitude"].map(|column| row.get(column)).join(" ");
                    points.entry(point).or_default().push(places.all.len() - 1);
                }
            }
        })?;
        places.twice_named = points.values().flat_map(|names| places.pairs(names)).collect();
        places.countries = places.by_country.keys().cloned().collect();
        // The order of a hash map differs between runs; the corpus must not.
        places.countries.sort();
        Ok(places)
    }

    fn add(&mut self, place: Place) {
        let index = self.all.len();
        self.by_country.entry(place.country.clone()).or_default().push(index);
        self.by_region.entry((place.country.clone(), place.region_code.clone())).or_default().push(index);
        self.by_postcode.entry((place.country.clone(), place.postcode.clone())).or_default().push(index);
        self.by_name.entry((place.country.clone(), place.name.clone())).or_default().push(index);
        self.all.push(place);
    }

    /// Pairs of the first and another name of one point that do not begin alike, unlike `Corvara` and `Corvara In Badia`.
    fn pairs<'a>(&'a self, names: &'a [usize]) -> impl Iterator<Item = (usize, usize)> + 'a {
        let beginning = |index: usize| self.all[index].name.chars().take(4).collect::<String>();
        let first = names[0];
        names[1..]
            .iter()
            .map(move |&other| (first, other))
            .filter(move |&(_, other)| beginning(first) != beginning(other))
    }

    /// Two names of one town in two languages; `None` if the table lacks one.
    pub(crate) fn twice_named(&self, rng: &mut fastrand::Rng) -> Option<(&Place, &Place)> {
        let last = self.twice_named.len().checked_sub(1)?;
        let (one, other) = self.twice_named[rng.usize(..=last)];
        Some((&self.all[one], &self.all[other]))
    }

    /// Every place of a country.
    pub(crate) fn of_country(&self, country: &str) -> impl Iterator<Item = &Place> {
        self.by_country.get(country).into_iter().flatten().map(|&index| &self.all[index])
    }

    /// A place in `region` of `country`; any place of the country if the region is unknown.
    pub(crate) fn in_region(&self, country: &str, region: &str, rng: &mut fastrand::Rng) -> &Place {
        let key = (country.to_owned(), region.to_owned());
        let places = self.by_region.get(&key).or_else(|| self.by_country.get(country));
        places.map_or(&self.all[0], |places| &self.all[places[rng.usize(..places.len())]])
    }

    /// A place of any country; all countries are equally likely.
    pub(crate) fn anywhere(&self, rng: &mut fastrand::Rng) -> &Place {
        let country = &self.countries[rng.usize(..self.countries.len())];
        let places = &self.by_country[country];
        &self.all[places[rng.usize(..places.len())]]
    }

    /// A place of `country`; `None` if the table lacks one.
    pub(crate) fn of(&self, country: &str, rng: &mut fastrand::Rng) -> Option<&Place> {
        let places = self.by_country.get(country)?;
        Some(&self.all[places[rng.usize(..places.len())]])
    }

    /// A place of `country` with exactly this name.
    pub(crate) fn named(&self, country: &str, name: &str, rng: &mut fastrand::Rng) -> Option<&Place> {
        let places = self.by_name.get(&(country.to_owned(), name.to_owned()))?;
        Some(&self.all[places[rng.usize(..places.len())]])
    }

    /// Department and region names by the postcode of a place in France.
    pub(crate) fn by_postcode(&self, country: &str, postcode: &str) -> Option<&Place> {
        let places = self.by_postcode.get(&(country.to_owned(), postcode.to_owned()))?;
        places.first().map(|&index| &self.all[index])
    }
}

/// Most words of a name. Longer ones are customers with a postcode of their own.
const MOST_WORDS: usize = 6;

/// The part of a listed name that people write: without the note in brackets and the number of a post office. `None` for large
/// customers with a postcode of their own.
fn written(name: &str) -> Option<&str> {
    let name = name.split(" (").next().unwrap_or(name).trim();
    let customer = ["GmbH", " AG", " KG", "e.V.", "УФПС", "Уфпс"].iter().any(|mark| name.contains(mark));
    let numbered = name
        .rsplit_once(' ')
        .filter(|(place, number)| {
            !place.starts_with("Dublin") && number.bytes().all(|byte| byte.is_ascii_digit())
        })
        .map_or(name, |(place, _)| place);
    (!customer && !numbered.is_empty() && numbered.split(' ').count() <= MOST_WORDS).then_some(numbered)
}

/// The text in brackets after a name; empty if the name lacks brackets.
fn aside(name: &str) -> &str {
    name.split_once(" (")
        .and_then(|(_, rest)| rest.strip_suffix(')'))
        .filter(|text| text.len() < 24)
        .unwrap_or_default()
}

/// One of the spellings in `Красно градище / Krasno gradishhe`, in turn.
fn one_spelling(name: &str, turn: usize) -> &str {
    match name.split_once(" / ") {
        Some((own, _)) if turn.is_multiple_of(2) => own,
        Some((_, latin)) => latin,
        None => name,
    }
}

/// `69934 CEDEX 20` -> (`69934`, `CEDEX 20`).
fn split_cedex(zipcode: &str) -> (&str, &str) {
    match zipcode.split_once(' ') {
        Some((postcode, cedex)) if cedex.starts_with("CEDEX") => (postcode, cedex),
        _ => (zipcode, ""),
    }
}

#[cfg(test)]
mod tests {
    use super::{Place, Places};

    #[test]
    fn names_of_one_point_are_two_languages_unless_they_begin_alike() {
        let mut places = Places::default();
        for name in ["Steinau", "Sasseno", "Steinau In Valle"] {
            places.add(Place {
                country: "IT".into(),
                name: name.into(),
                aside: String::new(),
                postcode: "39099".into(),
                cedex: String::new(),
                region: String::new(),
                region_code: "17".into(),
                county: String::new(),
            });
        }
        assert_eq!(places.pairs(&[0, 1, 2]).collect::<Vec<_>>(), [(0, 1)]);
        assert!(places.twice_named(&mut fastrand::Rng::with_seed(1)).is_none());
    }
}
