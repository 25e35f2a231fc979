//! Questions for words, and for names of persons, businesses, countries and divisions.

use fastrand::Rng;
use milepost_text::{Script, word_class};

use super::towns::script_named;
use super::{Question, Sources, flag, keep, names, nothing};
use crate::forms::changes::capitalised;
use crate::forms::grammar::{Values, as_line};
use crate::forms::names::parted;
use crate::line::Line;
use crate::render::us::place::{region, region_name};
use crate::render::us::usual_case;
use crate::render::world::street::filled;
use crate::render::{any, chance, landmark, person};
use crate::sources::places::Place;
use crate::words;

impl<'a> Sources<'a> {
    pub(super) fn word(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first, rest, text, .. } = question;
        match question.verb {
            "value" if values.text(text).is_empty() => nothing(),
            "value" => as_line(values.text(text)),
            "person" => as_line(person(rng)),
            "word" => as_line(self.vocabulary(first, rest, rng)),
            "anyword" => as_line(capitalised(self.raw_word(first, rest, rng))),
            "rawword" => as_line(self.raw_word(first, rest, rng)),
            "script" => as_line(format!("{:?}", Script::of_text(text))),
            "pair" => {
                let found = words::pairs(first).iter().find(|(name, _)| *name == rest);
                as_line(found.map_or(rest, |(_, other)| other))
            }
            "venue" => as_line(self.venue(first, rng)),
            "kind" => {
                let (kind, rest) = text.split_once(' ').unwrap_or_default();
                let kind = if words::all("aside.kinds").contains(&kind) { kind } else { "" };
                keep(values, [("kind", kind), ("kindrest", rest)])
            }
            "box" => {
                let language = self.from.world.language(self.from.world.country(rng), rng);
                let boxes = &language.boxes;
                (!boxes.is_empty())
                    .then(|| as_line(filled(any(rng, boxes), &self.from.drawing(), language, rng)))?
            }
            // A type of street in capitals, whose name is in capitals too.
            "loud" => {
                let is_loud = first.len() > 2 && !first.chars().any(char::is_lowercase);
                keep(values, [("loud", flag(is_loud))])
            }
            "parted" => {
                let (article, name) = parted(text).unwrap_or_default();
                keep(values, [("article", article), ("rest", name)])
            }
            "zip" => self.zip(question, rng),
            "postcode" => self.postcode(question, rng),
            // Without the letters in front, and without `CEDEX`, which is a component of its own.
            "digits" => {
                let digits = text.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                as_line(digits.split(" CEDEX").next().unwrap_or(digits))
            }
            _ => self.listed(question, values, rng),
        }
    }

    /// Places and towns that are drawn by a property.
    fn listed(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let first = question.first;
        let places = &self.from.places;
        match question.verb {
            "famous" => self.famous(first, values, rng),
            "townname" => as_line(self.town_called(first, rng)?),
            "townof" => {
                let (town, division, postcode) = self.town_of(values.text("code"), rng);
                keep(values, [("qt", &town), ("qd", &division), ("qz", &postcode)])
            }
            "aside" => {
                let named = |place: &&Place| !place.aside.is_empty() && !place.name.contains(' ');
                let place = (0..200).filter_map(|_| places.of("DE", rng)).find(named)?;
                as_line(format!("{} ({})", place.name, place.aside))
            }
            "twins" => {
                let both = places.twice_named(rng);
                as_line(both.map_or_else(String::new, |(one, other)| format!("{}|{}", one.name, other.name)))
            }
            "suburb" => {
                let suburb = self.from.suburbs.of(first, rng).filter(|_| first != "TR");
                let (name, city) = suburb.map_or(("", ""), |suburb| (&suburb.name, &suburb.city));
                keep(values, [("sub", name), ("subcity", city)])
            }
            "landmark" => {
                let line = landmark::line(&self.from.vocabulary, places.of(first, rng)?, rng);
                Some(Line { pieces: line.pieces.into_iter().take(1).collect(), country: None })
            }
            "anycountry" => {
                let codes = self.from.towns.countries();
                as_line(codes.get(rng.usize(..codes.len().max(1)))?.as_str())
            }
            "worldcode" => as_line(self.from.world.country(rng).code.as_str()),
            _ => self.name_of_country(question, values, rng),
        }
    }

    /// Names of countries.
    fn name_of_country(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first: code, rest, .. } = question;
        let countries = &self.from.countries;
        match question.verb {
            "country" => as_line(countries.name(code, rng)),
            "cldr" => as_line(countries.english(code)),
            "cname" => as_line(names::country_name(self.from, code, rng)),
            "ename" => as_line(names::english(code)),
            "latin" => as_line(names::latin_name(self.from, code, rng)),
            "cof" => as_line(names::country_of(self.from, self.town.get()?, rng)),
            "anyname" => as_line(any(rng, &countries.codes().iter().collect::<Vec<_>>()).as_str()),
            "nation" => {
                let code = any(rng, &countries.codes().iter().collect::<Vec<_>>());
                let (own, other) = (countries.name(code, rng), countries.english(code));
                let differs = !own.eq_ignore_ascii_case(other) && !other.is_empty();
                values.keep("code", code.as_str());
                (differs && own.len() > 3 && !own.contains(',')).then(|| as_line(format!("{own}|{other}")))?
            }
            "cin" => {
                let name = names::country_in(rest, script_named(code), rng);
                if question.part == "any" { as_line(name.unwrap_or_default()) } else { as_line(name?) }
            }
            "tin" => as_line(names::town_in(self.town.get()?, script_named(code), rng)?),
            "alike" => {
                let (code, towns) = any(rng, &names::all_of("state"));
                keep(values, [("code", code), ("tn", any(rng, towns))])
            }
            "twin" => {
                let (name, states) = any(rng, &names::all_of("twin"));
                keep(values, [("tn", name), ("st", any(rng, states))])
            }
            _ => self.name_of_division(question, values, rng),
        }
    }

    /// Names of states, provinces and counties.
    fn name_of_division(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first, rest, .. } = question;
        let holds = |is_so: bool| if is_so { nothing() } else { None };
        match question.verb {
            "statename" => as_line(usual_case(&region_name(first))),
            "region" => as_line(region(first, rng)),
            "state" if question.part == "written" => as_line(names::state(first, rng)),
            "state" => {
                let states: Vec<(&str, Vec<&str>)> = word_class::us_states().collect();
                let (code, spellings) = &states[rng.usize(..states.len())];
                as_line(if chance(rng, 0.12) { code.to_uppercase() } else { usual_case(spellings[0]) })
            }
            "anystate" => {
                as_line(usual_case(&region_name(&self.from.places.in_region("US", "", rng).region_code)))
            }
            "division" => as_line(names::division(first, rest, rng)),
            // The division of the town, unless it is called like its country or its town.
            "divisionname" => {
                let town = self.town.get()?;
                let is_written = !town.division.is_empty()
                    && names::is_a_name(&town.division)
                    && town.division != names::english(&town.country)
                    && town.division != town.name;
                as_line(if is_written {
                    names::division(&town.country, &town.division, rng)
                } else {
                    String::new()
                })
            }
            "divided" => {
                let town = self.town.get()?;
                holds(match first {
                    "US" => town.division_code.len() == 2,
                    _ => {
                        names::is_whole(&town.division)
                            && names::bare(&town.division) != names::english(&town.country)
                    }
                })
            }
            "county" => {
                let town = self.town.get()?;
                as_line(match town.country.as_str() {
                    "GB" => names::british_county(&town.county, rng)?,
                    "IE" => names::irish_county_written(names::irish_county(&town.county), rng),
                    _ => Some(&town.county)
                        .filter(|name| name.ends_with(" County") || name.ends_with(" Parish"))?
                        .clone(),
                })
            }
            _ => self.check(question, values, rng),
        }
    }

    /// Names of divisions of France and Italy, and what a name must not be.
    fn check(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first, text, .. } = question;
        let holds = |is_so: bool| if is_so { nothing() } else { None };
        match question.verb {
            "department" => as_line(names::department_number(first)?),
            "frenchregion" => as_line(names::french_region(text, rng)),
            "province" => {
                let (code, name) = names::italian_province(values.text("county"))?;
                keep(values, [("pv", code), ("province", name)])
            }
            "isshort" => {
                let is_short = text.chars().count() <= 3 && text.chars().all(char::is_uppercase);
                keep(values, [("short", flag(is_short))])
            }
            "isname" => holds(names::is_a_name(text)),
            "whole" => holds(names::is_whole(text)),
            "unshared" => holds(!words::all("bare_part.shared").contains(&text)),
            // A name that is not a code and not the name of a town, which it would mean when it is alone.
            "notown" => {
                let town = self.town.get()?;
                let is_town = |code: &str, rng: &mut Rng| self.from.places.named(code, text, rng).is_some();
                let is_county = text == town.county || values.contains_key("cy");
                let is_long = text.chars().count() > 3 || is_county;
                let is_american = is_county && is_town("US", rng);
                holds(is_long && text != town.name && !is_town(&town.country, rng) && !is_american)
            }
            "fail" => None,
            verb => {
                debug_assert!(false, "no answer to {verb} {text}");
                None
            }
        }
    }

    /// A word with a capital, of the vocabulary of a language; empty if it lacks the kind.
    fn vocabulary(&self, language: &str, kind: &str, rng: &mut Rng) -> String {
        let language = match language {
            "US" => "en",
            "FR" => "fr",
            other => other,
        };
        let named = self.from.world.language_named(language).map_or(language, |language| language.vocabulary);
        capitalised(self.from.vocabulary.draw(named, kind, rng).unwrap_or_default())
    }

    /// A word of the vocabulary of a language, in English if that has none.
    fn raw_word(&self, language: &str, kind: &str, rng: &mut Rng) -> &str {
        let vocabulary = &self.from.vocabulary;
        vocabulary.draw(language, kind, rng).or_else(|| vocabulary.draw("en", kind, rng)).unwrap_or_default()
    }

    /// A business of the tables; empty if the country has none or it has an odd name.
    fn venue(&self, country: &str, rng: &mut Rng) -> String {
        let known = match country {
            "US" => self.from.us_record(self.held_out, rng).0.venue,
            "FR" => self.from.fr_record(self.held_out, rng).0.venue.clone(),
            _ => String::new(),
        };
        let is_odd = known.contains(['(', ')', '[', '"', '/', ';', ',', '«']) || known.len() > 45;
        if is_odd { String::new() } else { known }
    }
}
