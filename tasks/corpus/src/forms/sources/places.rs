//! Questions for places of the postcode table.

use fastrand::Rng;
use milepost_text::Script;

use super::{Question, Sources, flag, keep, names, nothing};
use crate::forms::grammar::{Values, as_line};
use crate::line::Line;
use crate::render::chance;
use crate::render::us::place::{region, zip_code};
use crate::render::us::usual_case;
use crate::render::world::postcode::{as_written, of_form};
use crate::sources::is_held_out;
use crate::sources::places::Place;
use crate::words;

impl<'a> Sources<'a> {
    /// Draws a place of a country, or of any with `*`, and keeps its name, postcode and what it lies in; or writes a part of the last one.
    pub(super) fn place(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let Question { first: code, rest, .. } = question;
        let places = &self.from.places;
        let place = match question.part {
            // The postcode alone; nothing if the table lacks the country.
            "code" => {
                let place = places.of(code, rng);
                self.place.set(place);
                return keep(values, [("postcode", place.map_or("", |place| &place.postcode))]);
            }
            "division" => {
                return as_line(places.named(code, rest, rng).map_or("", |place| match code {
                    "FR" | "ES" if !place.county.is_empty() => &place.county,
                    _ => &place.region,
                }));
            }
            "of" => return self.of_place(code, rest, values, rng),
            "each" => {
                return rest
                    .split('|')
                    .try_fold(Line::default(), |_, name| self.of_place(code, name, values, rng));
            }
            "written" => return as_line(names::written_code(self.place.get()?, rng)),
            "postcode" => {
                return as_line(
                    self.place.get().map_or_else(String::new, |place| names::postcode(place, rng)),
                );
            }
            "name" => return as_line(place_name(self.place.get()?)?),
            "try" => {
                let place = places.named(code, rest, rng);
                let text = |part: fn(&Place) -> &str| place.map_or("", part);
                keep(
                    values,
                    [("known", flag(place.is_some())), ("postcode", text(|place| &place.postcode))],
                )?;
                return keep(
                    values,
                    [("cedex", text(|place| &place.cedex)), ("pcounty", text(|place| &place.county))],
                );
            }
            "named" => places.named(code, rest, rng).or_else(|| places.of(code, rng))?,
            "usual" => places.of(&self.from.world.country(rng).code, rng)?,
            _ if code == "*" => places.anywhere(rng),
            _ => places.of(code, rng)?,
        };
        // The usual countries have names with notes.
        let is_odd = question.part == "usual" && place.name.contains(['(', '/', ',']);
        if is_odd || question.text.ends_with("held") && is_held_out(&[&place.name]) != self.held_out {
            return None;
        }
        self.place.set(Some(place));
        let Place { country, name, region, county, postcode, cedex, region_code, .. } = place;
        keep(values, [("name", name), ("region", region), ("county", county), ("code", country)])?;
        keep(values, [("postcode", postcode), ("cedex", cedex), ("short", region_code)])
    }

    /// Takes postcode and state from the place called `name`, where the table has it.
    fn of_place(&self, code: &str, name: &str, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let places = &self.from.places;
        let place = places.named(code, name, rng);
        let Some(place) = place.or_else(|| places.of(code, rng).filter(|_| code == "US")) else {
            return nothing();
        };
        if !values.text("postcode").is_empty() {
            values.keep("postcode", place.postcode.as_str());
        }
        if matches!(code, "US" | "CA" | "AU") && chance(rng, 0.85) {
            values.keep("region", if rng.u8(..4) == 0 { &place.region } else { &place.region_code }.as_str());
        }
        nothing()
    }

    /// A town of a country with its postcode and region. If the place table lacks the country: a large town and a postcode of the right
    /// pattern.
    pub(super) fn place_abroad(&self, country: &str, rng: &mut Rng) -> Option<(String, String, String)> {
        if let Some(place) = self.from.places.of(country, rng) {
            let region = if matches!(country, "CA" | "AU") { &place.region_code } else { &place.region };
            return Some((place.name.clone(), names::written_code(place, rng), region.clone()));
        }
        let (_, form) =
            words::pairs("postcode_country.other.codes").iter().find(|(code, _)| *code == country)?;
        let towns = &self.from.towns;
        let town =
            if rng.bool() { towns.large(country, rng)? } else { towns.of(country, self.held_out, rng)? };
        Some((town.name.clone(), of_form(form, rng), town.division.clone()))
    }

    /// The postcode of the place called so, in one of its spellings; empty if the table lacks it. With `us` only one in that state, with
    /// `gb` and `any` sometimes that of another place of the country.
    pub(super) fn postcode(&self, question: Question<'_>, rng: &mut Rng) -> Option<Line> {
        let Question { first: code, rest: name, .. } = question;
        let places = &self.from.places;
        let place = match question.part {
            "us" => {
                let place = places.named("US", name, rng).filter(|place| place.region_code == code);
                return as_line(place.map_or_else(String::new, |place| zip_code(&place.postcode, rng)));
            }
            "gb" => places
                .named("GB", question.text, rng)
                .or_else(|| places.of("GB", rng).filter(|_| chance(rng, 0.3))),
            "any" => places.named(code, name, rng).or_else(|| places.of(code, rng)),
            _ => places.named(code, name, rng).filter(|place| place.cedex.is_empty() || code != "FR"),
        };
        as_line(place.map_or_else(String::new, |place| as_written(&place.postcode, &place.country, rng)))
    }

    /// A ZIP code: as it is written, of a state, or of a town in a state.
    pub(super) fn zip(&self, question: Question<'_>, rng: &mut Rng) -> Option<Line> {
        let Question { first: state, rest: town, .. } = question;
        let places = &self.from.places;
        as_line(match question.part {
            "in" => zip_code(&places.in_region("US", state, rng).postcode, rng),
            "at" => {
                let place = places.named("US", town, rng).filter(|place| place.region_code == state);
                place.unwrap_or_else(|| places.in_region("US", state, rng)).postcode.clone()
            }
            _ => zip_code(question.text, rng),
        })
    }

    /// A town, its division and its postcode, as people search for them.
    pub(super) fn town_of(&self, country: &str, rng: &mut Rng) -> (String, String, String) {
        if country == "US" {
            let mut known = (0..50).map(|_| self.from.us_record(self.held_out, rng).0);
            let record = known.find(|record| !record.city.is_empty() && !record.state.is_empty());
            if let Some(record) = record {
                let zip = record.zip.split('-').next().unwrap_or_default().to_owned();
                return (record.city, region(&record.state, rng), zip);
            }
        }
        if chance(rng, 0.3)
            && let Some(place) = self.from.places.of(country, rng)
        {
            return (place.name.clone(), place.region.clone(), place.postcode.clone());
        }
        let towns = &self.from.towns;
        let large = towns.large(country, rng).filter(|_| rng.bool());
        let town = large.or_else(|| towns.of(country, self.held_out, rng));
        town.map_or_else(Default::default, |town| (town.name.clone(), town.division.clone(), String::new()))
    }
}

/// The name of a place without the ward that Korea has in the same field, and not in capitals.
fn place_name(place: &Place) -> Option<String> {
    let name = place.name.split(' ').next().filter(|_| place.country == "KR").unwrap_or(&place.name);
    let is_upper = !name.chars().any(char::is_lowercase) && Script::of_text(name) == Script::Latin;
    names::is_a_name(name).then(|| if is_upper { usual_case(name) } else { name.to_owned() })
}
