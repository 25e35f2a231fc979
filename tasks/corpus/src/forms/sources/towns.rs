//! Questions for towns of GeoNames.

use fastrand::Rng;
use milepost_text::{Script, word_class};

use super::{Question, Sources, TRIES, keep, names, nothing};
use crate::forms::grammar::{Values, as_line};
use crate::line::Line;
use crate::render::{any, chance};
use crate::sources::towns::Town;
use crate::words;

/// For some scripts only one name in thirty belongs to the wanted country.
const MOST_TRIES: usize = 120;

/// Population above which a town's name alone shows its country, even if a state has the country's code.
const KNOWN: u64 = 250_000;

/// Share of the American towns whose name has a hyphen in its script. Few towns have one.
const HYPHENATED: f64 = 0.5;

impl<'a> Sources<'a> {
    /// Draws a town of a country, or of any with `*`, and keeps its name and what it lies in.
    pub(super) fn town(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first: code, rest, .. } = question;
        let towns = &self.from.towns;
        let town = match question.part {
            "large" => match towns.large(code, rng) {
                Some(town) => town,
                None => return nothing(),
            },
            "great" => if rng.u8(..3) == 0 { towns.capital(code) } else { towns.large(code, rng) }?,
            "coded" => self.known_by_code(code, rng)?,
            "georgia" => {
                let is_named = |town: &&Town| town.division_code == "GA" && names::is_a_name(&town.name);
                (0..100).filter_map(|_| towns.of("US", self.held_out, rng)).find(is_named)?
            }
            "script" => {
                let script = script_named(code);
                let town = towns.named_in(script, self.held_out, rng)?;
                return as_line(names::town_in(town, script, rng)?);
            }
            "us" => return self.american_in(script_named(code), values, rng),
            "named" => {
                let script = script_named(code);
                let town = self.town_named_in(script, rest, rng)?;
                return self.keep_named(town, names::town_in(town, script, rng)?, values);
            }
            "region" => return self.with_region_in(script_named(code), values, rng),
            _ => {
                let drawn = |rng: &mut Rng| match code {
                    "*" => towns.anywhere(self.held_out, rng),
                    _ => towns.of(code, self.held_out, rng),
                };
                (0..TRIES).filter_map(|_| drawn(rng)).find(|town| fits(rest, &town.name))?
            }
        };
        if question.part == "name" {
            return as_line(town.name.as_str());
        }
        self.keep_town(town, values)
    }

    fn keep_town(&self, town: &'a Town, values: &mut Values) -> Option<Line> {
        self.town.set(Some(town));
        let Town { name, division, division_code, county, country, .. } = town;
        keep(values, [("town", name), ("division", division), ("county", county)])?;
        keep(values, [("divcode", division_code), ("code", country)])
    }

    /// Keeps a town and its name in another script.
    fn keep_named(&self, town: &'a Town, name: &str, values: &mut Values) -> Option<Line> {
        self.keep_town(town, values)?;
        keep(values, [("tn", name)])
    }

    /// A town that a country code is enough for. If a state has the same code, the town is a well-known one.
    fn known_by_code(&self, country: &str, rng: &mut Rng) -> Option<&'a Town> {
        let towns = &self.from.towns;
        let is_state = word_class::us_states().any(|(state, _)| state.eq_ignore_ascii_case(country))
            || words::all("place_country.other.codes").contains(&country);
        if !is_state {
            return towns.of(country, self.held_out, rng);
        }
        towns.large(country, rng).filter(|town| town.population >= KNOWN || town.kind == "PPLC")
    }

    /// A town of a country, or of any with `*`, that has a name in the script.
    fn town_named_in(&self, script: Script, country: &str, rng: &mut Rng) -> Option<&'a Town> {
        let towns = &self.from.towns;
        if country == "*" {
            return towns.named_in(script, self.held_out, rng);
        }
        let mut drawn = (0..MOST_TRIES).filter_map(|_| towns.named_in(script, self.held_out, rng));
        drawn.find(|town| town.country == country)
    }

    /// A town of the United States with its name in the script.
    fn american_in(&self, script: Script, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let drawn = |rng: &mut Rng| {
            let town = self.town_named_in(script, "US", rng).filter(|town| town.division_code.len() == 2)?;
            Some((town, names::town_in(town, script, rng)?))
        };
        let has_hyphens = matches!(script, Script::Cyrillic | Script::Armenian) && chance(rng, HYPHENATED);
        let (town, name) = match has_hyphens {
            true => (0..8).filter_map(|_| drawn(rng)).find(|(_, name)| name.contains('-')),
            false => drawn(rng),
        }?;
        self.keep_named(town, name, values)
    }

    /// A town whose region has a name in the script, which is kept as `rg`.
    fn with_region_in(&self, script: Script, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let own = rng.bool();
        let countries: Vec<&str> =
            names::countries_with_regions().filter(|country| own || *country == "US").collect();
        let country = any(rng, &countries);
        let (town, region) = (0..MOST_TRIES).find_map(|_| {
            let town = self.from.towns.of(country, self.held_out, rng)?;
            let key = if country == "US" { &town.division_code } else { &town.division };
            Some((town, names::region_in(country, key, script, rng)?))
        })?;
        values.keep("rg", region);
        self.keep_town(town, values)
    }

    /// A town of one or two words, half of the time a large one, that a business of another place is named after.
    pub(super) fn famous(&self, country: &str, values: &Values, rng: &mut Rng) -> Option<Line> {
        let large = rng.bool();
        let drawn = |rng: &mut Rng| match large {
            true => self.from.towns.large(country, rng),
            false => self.from.towns.of(country, self.held_out, rng),
        };
        let is_common = |town: &&Town| {
            fits("two", &town.name) && !town.name.contains(|letter: char| letter.is_ascii_digit())
        };
        let town = (0..20).filter_map(|_| drawn(rng)).find(is_common)?;
        as_line(match values.text("lang") {
            "ru" => town.in_script(Script::Cyrillic, rng)?,
            _ => town.name.as_str(),
        })
    }

    /// A town's name: half of the time a large town or the capital, sometimes the name in another language.
    pub(super) fn town_called(&self, country: &str, rng: &mut Rng) -> Option<&'a str> {
        let called = names::named("city", country);
        if !called.is_empty() && chance(rng, 0.12) {
            return Some(any(rng, called));
        }
        let towns = &self.from.towns;
        let town = match rng.u8(..4) {
            0 => towns.capital(country),
            1 => towns.large(country, rng),
            _ => None,
        };
        let town = town.or_else(|| towns.of(country, self.held_out, rng))?;
        names::is_a_name(&town.name).then_some(town.name.as_str())
    }
}

/// A script by its name in the grammars.
pub(super) fn script_named(name: &str) -> Script {
    let scripts = [
        Script::Cyrillic,
        Script::Greek,
        Script::Arabic,
        Script::Hebrew,
        Script::Han,
        Script::Kana,
        Script::Hangul,
        Script::SouthEastAsian,
        Script::Devanagari,
        Script::Indic,
        Script::Georgian,
        Script::Armenian,
        Script::Ethiopic,
    ];
    scripts.into_iter().find(|script| format!("{script:?}") == name).unwrap_or(Script::Latin)
}

/// Whether a town's name passes the filter of a grammar.
fn fits(filter: &str, name: &str) -> bool {
    let words = name.split(' ').count();
    let is_bare = !name.contains(['(', ',', '/']);
    match filter {
        "word" => names::is_one_word(name),
        "two" => name.split([' ', '-']).count() < 3,
        "three" => name.split([' ', '-']).count() < 4,
        "short" => name.chars().count() > 2 && is_bare && words < 3,
        "long" => is_bare && words > 2,
        "article" => names::parted(name).is_some() && !name.contains('('),
        _ => true,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_found_by_its_name() {
        assert_eq!(script_named("SouthEastAsian"), Script::SouthEastAsian);
        assert_eq!(script_named("Latin"), Script::Latin);
    }
}
