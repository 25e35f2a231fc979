//! Questions for an address of one country, whose layouts are lists: its town and postcode, streets, people, words.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::towns::script_named;
use super::{Question, Sources, keep, nothing};
use crate::forms::grammar::{Values, as_line};
use crate::labels::{split_us, unnumbered_fr};
use crate::line::Line;
use crate::render::us::place::{place_line, region_name};
use crate::render::us::usual_case;
use crate::render::world::postcode::{as_written, irish, of_form};
use crate::render::world::street::{filled, of_split};
use crate::render::{chance, fr, us};
use crate::sources::fr::FrRecord;
use crate::sources::us::UsRecord;
use crate::sources::{is_held_out, is_held_out_postcode};

/// Tries to draw a place that fits.
const TRIES: usize = 200;

/// Share of the French places that come from a record; the others are spread evenly over the country.
const OF_RECORDS: f64 = 0.3;

/// Share of place names in capitals, as in most tables of this kind.
const SHOUTED: f64 = 0.3;

/// The town of an address, with its county, region and postcode.
#[derive(Default)]
struct Spot {
    locality: String,
    county: String,
    region: String,
    /// The region's code, if it has one.
    short: String,
    postcode: String,
    cedex: String,
    /// Whether the place is that of the last record.
    is_of_record: bool,
}

/// A country: its code, the language of its streets as in languages.txt, the pattern of its postcodes and the script of its towns. The
/// pattern is `*` if they come from the place table, `-` if there are none.
#[derive(Clone, Copy)]
struct Land<'q> {
    code: &'q str,
    postcode: &'q str,
    script: Script,
    has_cedex: bool,
}

impl<'a> Sources<'a> {
    /// `{@scene IL he 0000000 Hebrew}` draws a place of the country, `{@scene.street}` writes a part of the address.
    pub(super) fn scene(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        if question.part.is_empty() {
            let fields: Vec<&str> = question.text.split(' ').collect();
            let [code, language, postcode, ..] = fields[..] else { return None };
            let script = fields[3..].first().map_or(Script::Latin, |name| script_named(name));
            let land = Land { code, postcode, script, has_cedex: fields.contains(&"cedex") };
            let spot = self.spot(land, rng)?;
            let family = language.split('-').next().unwrap_or(language);
            keep(values, [("scopes", &format!("{code} {language} {family}")), ("lang", language)])?;
            keep(values, [("code", code), ("scene", code), ("land", question.text)])?;
            keep(values, [("locality", &spot.locality), ("county", &spot.county), ("cedex", &spot.cedex)])?;
            keep(
                values,
                [("region", &spot.region), ("statecode", &spot.short), ("postcode", &spot.postcode)],
            )?;
            return keep(values, [("record.place", super::flag(spot.is_of_record))]);
        }
        self.part_of_scene(question, values, rng)
    }

    fn part_of_scene(&self, question: Question<'_>, values: &Values, rng: &mut Rng) -> Option<Line> {
        let code = values.text("scene");
        let text = match question.part {
            "place" => return Some(self.place_of_scene(values, rng)),
            "street" => return Some(self.street_of_scene(values, rng)),
            "road" => self.street_of_scene(values, rng).render().0,
            "record" => return Some(self.address_of_scene(code, rng)),
            "pair" => {
                let Some(suburb) = (0..TRIES).find_map(|_| self.from.suburbs.of(code, rng)) else {
                    return nothing();
                };
                let mut line = Line::of(Tag::DependentLocality, suburb.name.as_str());
                line.then(", ", Tag::Locality, suburb.city.as_str());
                return Some(line);
            }
            "country" => self.from.countries.name(code, rng),
            "abroad" => self.from.countries.english(code).to_owned(),
            "town" => self.other_town(values, rng),
            "venue" => self.venue_of_scene(code, rng),
            "zip9" => match values.text("postcode").get(..5) {
                Some(zip) => format!("{zip}{:04}", rng.u16(..10_000)),
                None => String::new(),
            },
            "hamlet" => self.french(|record| record.hamlet.len() > 3, rng).hamlet,
            _ => {
                let language = self.from.world.language_named(values.text("lang"))?;
                filled(&format!("{{{}}}", question.text), &self.from.drawing(), language, rng)
            }
        };
        if text.is_empty() { nothing() } else { as_line(text) }
    }

    /// Another town of the country.
    fn other_town(&self, values: &Values, rng: &mut Rng) -> String {
        match values.text("scene") {
            "FR" => self.from.fr_record(self.held_out, rng).0.city.clone(),
            "US" => self.from.us_record(self.held_out, rng).0.city,
            // The postcode table lists large customers as places; the table of towns does not.
            code => {
                let script = values.text("land").split(' ').nth(3).map_or(Script::Latin, script_named);
                let land = Land { code, postcode: "-", script, has_cedex: false };
                self.spot_elsewhere(land, rng).map(|spot| spot.locality).unwrap_or_default()
            }
        }
    }

    /// Town, postcode and region. Records of the United States and France are written in the form of their country.
    fn place_of_scene(&self, values: &Values, rng: &mut Rng) -> Line {
        let is_of_record = !values.text("record.place").is_empty();
        match (values.text("scene"), self.fr.get()) {
            ("US", _) => place_line(&self.us.borrow(), rng, 0.97, 0.9, 0.85),
            ("FR", Some(record)) if is_of_record => fr::place_line(record, rng, 0.92),
            _ => {
                let mut line = Line::of(Tag::Postcode, values.text("postcode"));
                line.then(" ", Tag::Locality, values.text("locality"));
                line.then(" ", Tag::Cedex, values.text("cedex"));
                line
            }
        }
    }

    /// A street without its number.
    fn street_of_scene(&self, values: &Values, rng: &mut Rng) -> Line {
        match values.text("scene") {
            "US" => split_us(self.from.us_street(self.held_out, rng).0).line(),
            "FR" => unnumbered_fr(&self.french(|record| !record.street.is_empty(), rng).street),
            _ => {
                let language = self.from.world.language_named(values.text("lang"));
                let street =
                    language.map(|language| of_split(&self.from.drawing(), language, self.held_out, rng));
                street.unwrap_or_default().line()
            }
        }
    }

    /// A street with a house number, as in the record.
    fn address_of_scene(&self, code: &str, rng: &mut Rng) -> Line {
        if code == "FR" {
            let record = self.french(|record| !record.street.is_empty() && record.po_box.is_empty(), rng);
            return fr::street_line(&record, rng);
        }
        let fits = |record: &UsRecord| {
            record.crossing.is_none() && record.po_box.is_empty() && !record.street.is_empty()
        };
        let record = (0..TRIES).map(|_| self.from.us_record(self.held_out, rng).0).find(fits);
        us::street::numbered_street(&record.unwrap_or_default(), rng)
    }

    /// A French record that fits.
    fn french(&self, has: impl Fn(&FrRecord) -> bool, rng: &mut Rng) -> FrRecord {
        let drawn = (0..TRIES).map(|_| self.from.fr_record(self.held_out, rng).0).find(|record| has(record));
        drawn.cloned().unwrap_or_default()
    }

    /// The name of a real office, shop or building of the country; empty if no table has one.
    fn venue_of_scene(&self, code: &str, rng: &mut Rng) -> String {
        let usable = |name: &str| name.len() > 3 && !name.contains(['(', '/', ';', '#', '"']);
        match code {
            "FR" => self.french(|record| usable(&record.venue), rng).venue,
            "US" => {
                let mut drawn = (0..TRIES).map(|_| self.from.us_record(self.held_out, rng).0.venue);
                drawn.find(|venue| usable(venue)).unwrap_or_default()
            }
            _ => String::new(),
        }
    }

    fn spot(&self, land: Land<'_>, rng: &mut Rng) -> Option<Spot> {
        match land.code {
            "US" => self.spot_in_united_states(rng),
            "FR" if land.has_cedex => self.spot_in_table(true, rng),
            "FR" if !chance(rng, OF_RECORDS) => self.spot_in_table(false, rng),
            "FR" => {
                let fits = |record: &&FrRecord| record.postcode.len() == 5 && !record.city.is_empty();
                let record = (0..TRIES).map(|_| self.from.fr_record(self.held_out, rng).0).find(fits)?;
                self.fr.set(Some(record));
                let FrRecord { city, postcode, cedex, department, region, .. } = record.clone();
                Some(Spot {
                    locality: city,
                    region: if rng.bool() { department.clone() } else { region },
                    county: department,
                    postcode,
                    cedex,
                    is_of_record: true,
                    ..Spot::default()
                })
            }
            _ => self.spot_elsewhere(land, rng),
        }
    }

    fn spot_in_united_states(&self, rng: &mut Rng) -> Option<Spot> {
        let military = |city: &str| matches!(city.to_uppercase().as_str(), "" | "APO" | "FPO" | "DPO");
        let mut drawn = (0..TRIES).map(|_| self.from.us_record(self.held_out, rng).0);
        let record = drawn.find(|record| !military(&record.city))?;
        *self.us.borrow_mut() = record.clone();
        Some(Spot {
            locality: record.city,
            county: record.county,
            region: region_name(&record.state),
            short: record.state,
            postcode: record.zip,
            is_of_record: true,
            ..Spot::default()
        })
    }

    /// A French place of the postcode table; with `cedex` one with a CEDEX postcode.
    fn spot_in_table(&self, cedex: bool, rng: &mut Rng) -> Option<Spot> {
        let mut drawn = (0..TRIES).filter_map(|_| self.from.places.of("FR", rng));
        let place = drawn.find(|place| {
            place.cedex.is_empty() != cedex && is_held_out_postcode(&place.postcode) == self.held_out
        })?;
        Some(Spot {
            locality: place.name.clone(),
            county: place.county.clone(),
            region: place.region.clone(),
            postcode: place.postcode.clone(),
            cedex: place.cedex.clone(),
            ..Spot::default()
        })
    }

    fn spot_elsewhere(&self, land: Land<'_>, rng: &mut Rng) -> Option<Spot> {
        let places = &self.from.places;
        if land.postcode != "*" || places.of_country(land.code).next().is_none() {
            return self.spot_of_town(land, rng);
        }
        let fits = |name: &str| {
            is_held_out(&[name]) == self.held_out
                && Script::of_text(name) == land.script
                && !name.contains(',')
        };
        let place = (0..TRIES).filter_map(|_| places.of(land.code, rng)).find(|place| fits(&place.name))?;
        let shouted = chance(rng, SHOUTED);
        let calm = |text: &str| {
            let shouts = !shouted && !text.chars().any(char::is_lowercase);
            if shouts { usual_case(text) } else { text.to_owned() }
        };
        let postcode = match land.code {
            "IE" => irish(&place.postcode, rng),
            code => as_written(&place.postcode, code, rng),
        };
        let has_letters = place.region_code.chars().all(char::is_alphabetic);
        Some(Spot {
            locality: calm(&place.name),
            county: calm(&place.county),
            region: calm(&place.region),
            short: if has_letters { place.region_code.clone() } else { String::new() },
            postcode,
            ..Spot::default()
        })
    }

    /// A town of GeoNames in the script of the country, with a postcode of the country's pattern.
    fn spot_of_town(&self, land: Land<'_>, rng: &mut Rng) -> Option<Spot> {
        let is_latin = land.script == Script::Latin;
        let (town, name) = (0..TRIES).find_map(|_| {
            let town = self.from.towns.of(land.code, self.held_out, rng)?;
            let name = if is_latin { Some(town.name.as_str()) } else { town.in_script(land.script, rng) };
            name.map(|name| (town, name))
        })?;
        Some(Spot {
            locality: name.to_owned(),
            // The table has the divisions' names in English.
            region: if is_latin { town.division.replace(" Department", "") } else { String::new() },
            county: if is_latin { town.county.clone() } else { String::new() },
            postcode: match land.postcode {
                "-" | "*" => String::new(),
                form => of_form(form, rng),
            },
            ..Spot::default()
        })
    }
}
