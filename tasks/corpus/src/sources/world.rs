//! Conventions of the world's addresses: `data/countries.txt` and `data/languages.txt`.

use std::collections::HashMap;

use fastrand::Rng;

/// The order of the parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    /// Street number, postcode city.
    Eu,
    /// Street number, city postcode.
    After,
    /// Number street, city postcode.
    En,
    /// Number street, postcode city.
    EnEu,
    /// Number street, city.
    City,
    /// City, street number, postcode; or as [`Family::Eu`].
    Hungarian,
    /// From the region down to the number, or the other way round.
    Korean,
    /// From the region down to the number, with or without spaces.
    Han,
}

/// One country.
pub(crate) struct Country {
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) code: String,
    pub(crate) weight: f64,
    pub(crate) family: Family,
    languages: Vec<(f64, &'static str)>,
    /// Name of the list of house number forms.
    pub(crate) numbers: &'static str,
    /// Pattern of the postcodes (`0` digit, `A` letter), for places without one.
    pub(crate) postcode: Option<&'static str>,
    pub(crate) names: Vec<&'static str>,
    /// Cities with suburbs.
    pub(crate) cities: Vec<&'static str>,
}

/// Street names, units and boxes of one language.
#[derive(Default)]
pub(crate) struct Language {
    pub(crate) name: &'static str,
    /// Language of the words in the patterns.
    pub(crate) vocabulary: &'static str,
    pub(crate) streets: Vec<(f64, &'static str)>,
    /// Units; each may have the code of the one country in which it is used.
    units: Vec<(Option<String>, &'static str)>,
    pub(crate) boxes: Vec<&'static str>,
}

impl Language {
    /// The units that the country with this code uses.
    pub(crate) fn units(&self, country: &str) -> Vec<&'static str> {
        let is_of = |of: &Option<String>| of.as_deref().is_none_or(|of| of == country);
        self.units.iter().filter(|(of, _)| is_of(of)).map(|&(_, unit)| unit).collect()
    }
}

/// Every country and language.
pub(crate) struct World {
    countries: Vec<Country>,
    languages: HashMap<&'static str, Language>,
}

impl World {
    /// Reads the two tables, which are part of the program.
    pub(crate) fn read() -> World {
        World {
            countries: countries(include_str!("../../data/countries.txt")),
            languages: languages(include_str!("../../data/languages.txt")),
        }
    }

    /// A country, by weight.
    pub(crate) fn country(&self, rng: &mut Rng) -> &Country {
        weighted(&self.countries, |country| country.weight, rng)
    }

    /// The country with this code; `None` if countries.txt lacks it.
    pub(crate) fn of(&self, code: &str) -> Option<&Country> {
        self.countries.iter().find(|country| country.code == code)
    }

    /// A language of `country`, by weight.
    pub(crate) fn language(&self, country: &Country, rng: &mut Rng) -> &Language {
        let name = weighted(&country.languages, |&(weight, _)| weight, rng).1;
        &self.languages[name]
    }

    /// Every language.
    #[cfg(test)]
    pub(crate) fn languages(&self) -> impl Iterator<Item = &Language> {
        self.languages.values()
    }

    /// The language with this name; `None` if languages.txt lacks it.
    pub(crate) fn language_named(&self, name: &str) -> Option<&Language> {
        self.languages.get(name)
    }
}

/// One of `items` by weight. `items` must not be empty.
pub(crate) fn weighted<'a, T>(items: &'a [T], weight: impl Fn(&T) -> f64, rng: &mut Rng) -> &'a T {
    let mut left = rng.f64() * items.iter().map(&weight).sum::<f64>();
    items
        .iter()
        .find(|item| {
            left -= weight(item);
            left <= 0.0
        })
        .unwrap_or(&items[0])
}

fn lines(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

fn countries(text: &'static str) -> Vec<Country> {
    let mut countries: Vec<Country> = Vec::new();
    for line in lines(text) {
        let Some((code, cities)) = line.strip_prefix("cities ").and_then(|rest| rest.split_once(' ')) else {
            countries.extend(country(line));
            continue;
        };
        let code = code.to_uppercase();
        countries.iter_mut().filter(|country| country.code == code).for_each(|country| {
            country.cities = cities.split(';').collect();
        });
    }
    countries
}

fn country(line: &'static str) -> Option<Country> {
    let mut fields = line.splitn(7, ' ');
    let mut next = || fields.next();
    let code = next()?.to_uppercase();
    let weight = next()?.parse().ok()?;
    let family = match next()? {
        "eu" => Family::Eu,
        "after" => Family::After,
        "en" => Family::En,
        "en-eu" => Family::EnEu,
        "city" => Family::City,
        "hu" => Family::Hungarian,
        "kr" => Family::Korean,
        "han" => Family::Han,
        _ => return None,
    };
    let languages = next()?
        .split(',')
        .filter_map(|entry| {
            entry.split_once(':').and_then(|(name, weight)| Some((weight.parse().ok()?, name)))
        })
        .collect();
    let numbers = next()?;
    let postcode = next().filter(|&form| form != "-");
    let names = next()?.split(';').collect();
    Some(Country { code, weight, family, languages, numbers, postcode, names, cities: Vec::new() })
}

fn languages(text: &'static str) -> HashMap<&'static str, Language> {
    let mut languages: Vec<Language> = Vec::new();
    for line in lines(text) {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        if key == "language" {
            let (name, vocabulary) = rest.split_once(' ').unwrap_or((rest, rest));
            languages.push(Language { name, vocabulary, ..Language::default() });
            continue;
        }
        let Some(language) = languages.last_mut() else { continue };
        match (key, rest.split_once(' ')) {
            ("street", Some((weight, pattern))) => {
                language.streets.push((weight.parse().unwrap_or(1.0), pattern));
            }
            ("unit", _) => language.units.push((None, rest)),
            (key, _) if key.starts_with("unit-") => {
                language.units.push((Some(key["unit-".len()..].to_uppercase()), rest));
            }
            ("box", _) => language.boxes.push(rest),
            _ => {}
        }
    }
    languages.into_iter().map(|language| (language.name, language)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_may_be_of_one_country() {
        let world = World::read();
        let dutch = world.language_named("nl").unwrap();
        assert!(dutch.units("BE").contains(&"bus {n}") && !dutch.units("NL").contains(&"bus {n}"));
        assert!(!dutch.units("NL").is_empty());
    }

    #[test]
    fn every_line_is_read_and_every_language_is_there() {
        let world = World::read();
        let lines =
            lines(include_str!("../../data/countries.txt")).filter(|line| !line.starts_with("cities "));
        assert_eq!(world.countries.len(), lines.count());
        for country in &world.countries {
            assert!(!country.languages.is_empty() && !country.names.is_empty(), "{}", country.code);
            for (_, language) in &country.languages {
                assert!(!world.languages[language].streets.is_empty(), "{language}");
            }
        }
    }
}
