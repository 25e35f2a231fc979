//! Answers for the questions in the grammars of the forms: records, addresses, streets, towns, places and words.
//!
//! A question that draws a record or a place keeps its parts as values: `{@us}` keeps `city`, `state` and `zip`, `{@town DE}` keeps
//! `town`, `division`, `county` and `code`, `{@place DE}` keeps `name`, `region` and `postcode`. Other questions write a part of what was
//! drawn last: `{@us.street}`.

mod places;
mod scene;
mod towns;
mod words;

use std::cell::{Cell, RefCell};

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::{Script, word_class};

use super::grammar::{Asked, Grammar, Values, as_line};
use super::{dwelling, names};
use crate::invented;
use crate::labels::{Street, is_fr_hamlet, split_fr, split_us, unnumbered_fr};
use crate::line::{Line, Piece};
use crate::render::us::place::{place_line, region, zip_code};
use crate::render::us::street::respelled;
use crate::render::us::{unit, usual_case};
use crate::render::world::address_in;
use crate::render::world::number::house_number;
use crate::render::world::street::of_split;
use crate::render::{fr, us};
use crate::sources::fr::FrRecord;
use crate::sources::places::Place;
use crate::sources::towns::Town;
use crate::sources::us::UsRecord;
use crate::sources::world::Family;
use crate::tables::Tables;

/// A line of the rule `line`, which begins every grammar of a form.
pub(super) fn line(grammar: &Grammar, from: &Tables, held_out: bool, rng: &mut Rng) -> Line {
    let sources = Sources {
        from,
        held_out,
        us: RefCell::default(),
        fr: Cell::default(),
        town: Cell::default(),
        place: Cell::default(),
        countries: RefCell::default(),
    };
    let answer = |question: &str, values: &mut Values, rng: &mut Rng| sources.answer(question, values, rng);
    let asked = Asked { held_out, answer: &answer };
    let (line, values) = grammar.line_and_values("line", &asked, Values::default(), rng);
    let countries = sources.countries.take();
    let country = match (values.text("scene"), &countries[..]) {
        ("", [only]) => only,
        (scene, _) => scene,
    };
    line.of_country(country)
}

struct Sources<'a> {
    from: &'a Tables,
    held_out: bool,
    /// What was drawn last.
    us: RefCell<UsRecord>,
    fr: Cell<Option<&'a FrRecord>>,
    town: Cell<Option<&'a Town>>,
    place: Cell<Option<&'a Place>>,
    /// The countries of all that was drawn: a line of several belongs to none.
    countries: RefCell<Vec<String>>,
}

/// Most draws of a record or town that fits.
const TRIES: usize = 80;

/// A question: its verb, the part after a dot, and the words after them.
#[derive(Clone, Copy)]
struct Question<'q> {
    verb: &'q str,
    part: &'q str,
    /// All words.
    text: &'q str,
    /// The first word and the others.
    first: &'q str,
    rest: &'q str,
}

impl<'q> Question<'q> {
    fn of(question: &'q str) -> Question<'q> {
        let (verb, text) = question.split_once(' ').unwrap_or((question, ""));
        let (verb, part) = verb.split_once('.').unwrap_or((verb, ""));
        let (first, rest) = text.split_once(' ').unwrap_or((text, ""));
        Question { verb, part, text, first, rest }
    }
}

fn nothing() -> Option<Line> {
    Some(Line::default())
}

/// Keeps texts under these names.
fn keep<const N: usize>(values: &mut Values, texts: [(&str, &str); N]) -> Option<Line> {
    for (name, text) in texts {
        values.keep(name, text);
    }
    nothing()
}

/// A value that is only asked whether it is there.
fn flag(is_set: bool) -> &'static str {
    if is_set { "1" } else { "" }
}

impl<'a> Sources<'a> {
    fn answer(&self, question: &str, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let question = Question::of(question);
        let line = self.drawn(question, values, rng)?;
        let country = match (question.verb, question.part) {
            ("us", "") => "US",
            ("fr", "") => "FR",
            ("town", _) => self.town.get().map_or("", |town| &town.country),
            ("place", _) => self.place.get().map_or("", |place| &place.country),
            ("abroad" | "house" | "townname" | "cname", _) => question.first,
            ("world", _) => values.text("code"),
            _ => "",
        };
        let mut countries = self.countries.borrow_mut();
        if !country.is_empty() && countries.iter().all(|other| other != country) {
            countries.push(country.to_owned());
        }
        Some(line)
    }

    fn drawn(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        match question.verb {
            "us" => self.us(question, values, rng),
            "fr" => self.fr(question, values, rng),
            "town" => self.town(question, values, rng),
            "place" => self.place(question, values, rng),
            "street" => self.street(question, values, rng),
            "abroad" => self.abroad(question.first, values, rng),
            "world" => self.world(values, rng),
            "house" => {
                let line = dwelling::dwelling(self.from, question.text, self.held_out, rng)?;
                dwelling::keep_parts(&line, values);
                nothing()
            }
            "split" => {
                dwelling::keep_parts(&values.line(question.text), values);
                nothing()
            }
            "named" => {
                let is_named = has_name(&values.line(question.text));
                keep(values, [("named", flag(is_named))])
            }
            "numbered" => numbered(values.line(question.text), values),
            "scene" => self.scene(question, values, rng),
            _ => self.word(question, values, rng),
        }
    }

    /// Draws a record of the United States, or writes a part of the last one.
    fn us(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        match question.part {
            "" => {
                let fits = |record: &UsRecord| fits_us(question.text, record);
                let drawn = (0..TRIES).map(|_| self.from.us_record(self.held_out, rng).0).find(fits)?;
                *self.us.borrow_mut() = drawn;
            }
            "military" => *self.us.borrow_mut() = invented::military(rng),
            "titled" => {
                let mut record = self.us.borrow_mut();
                record.city = usual_case(&record.city);
                if question.text != "city" {
                    record.street = usual_case(&record.street);
                }
            }
            part => return self.part_of_us(part, question, values, rng),
        }
        let record = self.us.borrow();
        let UsRecord { venue, city, county, state, zip, po_box, .. } = &*record;
        keep(values, [("venue", venue), ("city", city), ("county", county), ("box", po_box)])?;
        keep(values, [("state", state), ("zip", zip)])
    }

    fn part_of_us(
        &self,
        part: &str,
        question: Question<'_>,
        values: &mut Values,
        rng: &mut Rng,
    ) -> Option<Line> {
        let record = self.us.borrow();
        match part {
            "street" => return Some(us::street_line(&record, rng)),
            "road" => return Some(respelled(&split_us(&record.street), rng).line()),
            "render" => return Some(us::render(&record, rng).0),
            "box" => return Some(unit::po_box(&record.po_box, rng)),
            "place" => {
                let shares: Vec<f64> =
                    question.text.split(' ').filter_map(|share| share.parse().ok()).collect();
                let [city, state, zip] = shares[..] else { return None };
                return Some(place_line(&record, rng, city, state, zip));
            }
            // A house number of five digits in front of a street, and whether it cannot be read as a ZIP code.
            "long" => {
                let number = match rng.u8(..4) {
                    0 => self.from.places.in_region("US", &record.state, rng).postcode.clone(),
                    1 => self.from.places.in_region("US", "", rng).postcode.clone(),
                    _ => String::from("0"),
                };
                // House numbers do not begin with a zero; ZIP codes of New England do.
                let is_zip = !number.starts_with('0');
                let number = if is_zip { number } else { rng.u32(10_000..48_000).to_string() };
                let unread = flag(!names::agrees(&number, &record.state));
                return keep(values, [("ln", &number), ("unread", unread)]);
            }
            _ => {}
        }
        as_line(match part {
            "region" => region(&record.state, rng),
            "zip" => zip_code(&record.zip, rng),
            "number" => us::house_number(rng),
            "nr" => short_number(&record, rng),
            "country" => us::place::country(rng, 1.0),
            "unit" => {
                let unit = unit::unit(&record, rng);
                // A number or letter alone does not show that it is a unit.
                let first = unit.split(' ').next().unwrap_or_default();
                let is_word = first.chars().filter(|letter| letter.is_alphabetic()).count() > 1;
                let is_said = (first.starts_with('#') || is_word) && unit.contains([' ', '#']);
                if question.text == "said" && !is_said { String::new() } else { unit }
            }
            _ => return None,
        })
    }

    /// The same for France.
    fn fr(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        match question.part {
            "" => {
                let fits = |record: &&FrRecord| fits_fr(question.text, record);
                let record = (0..2 * TRIES).map(|_| self.from.fr_record(self.held_out, rng).0).find(fits)?;
                self.fr.set(Some(record));
                let venue = if record.venue.contains(['(', '/', ';']) { "" } else { &record.venue };
                let FrRecord { city, postcode, cedex, department, region, street, po_box, .. } = record;
                keep(values, [("venue", venue), ("cedex", cedex), ("department", department)])?;
                keep(values, [("city", city), ("fregion", region), ("zip", postcode)])?;
                return keep(values, [("way", street), ("box", po_box)]);
            }
            "unit" => return as_line(fr::unit(rng)),
            "box" => return as_line(fr::po_box(rng)),
            "number" => return as_line(fr::house_number(rng)),
            _ => {}
        }
        let record = self.fr.get()?;
        match question.part {
            "street" => Some(fr::street_line(record, rng)),
            "road" => Some(unnumbered_fr(&record.street)),
            "whole" => Some(fr::whole(record, rng)),
            "render" => Some(fr::render(record, rng).0),
            "place" => Some(fr::place_line(record, rng, question.text.parse().unwrap_or(1.0))),
            _ => None,
        }
    }

    /// An address of any country, whose language is kept as `lang`.
    fn world(&self, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let country = self.from.world.country(rng);
        let language = self.from.world.language(country, rng);
        let (line, _) = address_in(&self.from.drawing(), country, language, self.held_out, rng);
        let has_country = line.pieces.iter().any(|piece| piece.tag == Some(Tag::Country));
        keep(values, [("named", flag(has_name(&line))), ("hascountry", flag(has_country))])?;
        keep(values, [("lang", language.name), ("code", &country.code)])?;
        Some(line)
    }

    /// Keeps a street and a place of a country: `way`, `nr`, `town`, `pc`, `region`, `country`; `nf` is set if the number comes first, `cb`
    /// if the postcode comes after the town.
    fn abroad(&self, code: &str, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let habits = self.from.world.of(code)?;
        let (town, postcode, region) = self.place_abroad(code, rng)?;
        let language = self.from.world.language(habits, rng);
        let street = of_split(&self.from.drawing(), language, self.held_out, rng);
        values.keep_line("way", street.line().pieces);
        let number = house_number(habits.numbers, language.name, rng);
        let is_number_first = matches!(habits.family, Family::En | Family::EnEu | Family::City);
        let is_code_behind = matches!(habits.family, Family::En | Family::After | Family::City);
        keep(values, [("nr", &number), ("nf", flag(is_number_first)), ("cb", flag(is_code_behind))])?;
        keep(values, [("code", code), ("lang", language.name), ("town", &town), ("pc", &postcode)])?;
        keep(values, [("region", &region), ("country", &self.from.countries.name(code, rng))])
    }

    /// A street of the records of `US` or `FR`, or of the language of that name in languages.txt. Keeps its parts as `type`, `core` and
    /// `suffix`.
    fn street(&self, question: Question<'_>, values: &mut Values, rng: &mut Rng) -> Option<Line> {
        let street = match question.part {
            "of" => {
                let street = dwelling::street(self.from, question.text, self.held_out, rng);
                let core = street.pieces.iter().find(|piece| piece.tag == Some(Tag::Street));
                values.keep("core", core.map_or("", |piece| piece.text.as_str()));
                return (!street.is_empty()).then_some(street);
            }
            "twice" => {
                let (first, second) =
                    (self.street_in(question.first, rng), self.street_in(question.rest, rng));
                let ends_in_digit = second.name.ends_with(|last: char| last.is_ascii_digit());
                if first.name.is_empty() || second.name.is_empty() || ends_in_digit {
                    return nothing();
                }
                let name = format!("{}{}{}", first.name, values.text("separator"), second.whole());
                return Some(Street { name, ..first }.line());
            }
            "directed" => directed(question.text, &split_us(self.from.us_street(self.held_out, rng).0), rng)?,
            "typed" => {
                let is_american = question.text == "US";
                let street =
                    if is_american { self.street_in("US", rng) } else { self.any_street(values, rng) };
                is_clearly_a_street(&street, is_american).then_some(street)?
            }
            "any" => self.any_street(values, rng),
            "world" => self.world_street(values, rng),
            _ => self.street_in(question.text, rng),
        };
        let Street { prefix, name, suffix } = &street;
        keep(values, [("type", prefix), ("core", name), ("suffix", suffix)])?;
        Some(street.line())
    }

    fn street_in(&self, language: &str, rng: &mut Rng) -> Street {
        match language {
            "US" => split_us(self.from.us_street(self.held_out, rng).0),
            "FR" => {
                let mut drawn = (0..20).map(|_| self.from.fr_record(self.held_out, rng).0);
                let record = drawn.find(|record| !record.street.is_empty());
                record.map(|record| split_fr(&record.street)).unwrap_or_default()
            }
            _ => {
                let language = self.from.world.language_named(language);
                let street =
                    language.map(|language| of_split(&self.from.drawing(), language, self.held_out, rng));
                street.unwrap_or_default()
            }
        }
    }

    /// A street of France or of any country, whose code is kept; `nf` is set if its number comes first.
    fn any_street(&self, values: &mut Values, rng: &mut Rng) -> Street {
        if rng.u8(..3) == 0 {
            values.keep("nf", "1");
            return split_fr(&self.from.fr_record(self.held_out, rng).0.street);
        }
        self.world_street(values, rng)
    }

    fn world_street(&self, values: &mut Values, rng: &mut Rng) -> Street {
        let country = self.from.world.country(rng);
        let language = self.from.world.language(country, rng);
        let is_number_first = matches!(country.family, Family::En | Family::EnEu | Family::City);
        values.keep("nf", flag(is_number_first));
        values.keep("code", country.code.as_str());
        of_split(&self.from.drawing(), language, self.held_out, rng)
    }
}

fn fits_us(filter: &str, record: &UsRecord) -> bool {
    let has_house = record.crossing.is_none() && record.po_box.is_empty();
    let is_placed = has_house && !record.street.is_empty() && !record.city.is_empty();
    match filter {
        "plain" => record.crossing.is_none(),
        "house" => is_placed,
        "agrees" => is_placed && names::agrees(&record.zip, &record.state),
        "word" => has_house && names::is_one_word(&record.city) && record.state.len() == 2,
        "state" => record.state.len() == 2,
        _ => true,
    }
}

fn fits_fr(filter: &str, record: &FrRecord) -> bool {
    let is_special = |city: &str| {
        ["Saint", "-sur-", "-sous-", "'", "-lès-", "-en-"].iter().any(|part| city.contains(part))
    };
    match filter {
        "street" => !record.street.is_empty(),
        "special" => is_special(&record.city) && record.cedex.is_empty(),
        "article" => names::parted(&record.city).is_some() && record.cedex.is_empty(),
        _ => true,
    }
}

/// The number of the record. One of five digits is replaced, because it could be read as a ZIP code.
fn short_number(record: &UsRecord, rng: &mut Rng) -> String {
    match record.number.as_str() {
        given if !given.is_empty() && given.len() < 5 => given.to_owned(),
        _ => match us::house_number(rng) {
            number if number.len() < 5 => number,
            _ => rng.u32(1..2_000).to_string(),
        },
    }
}

/// The street with a directional in front or, sometimes, behind. `None` for a name that is itself a type or a directional, because it
/// splits differently.
fn directed(directional: &str, street: &Street, rng: &mut Rng) -> Option<Street> {
    let Street { prefix, name, suffix } = street;
    if !prefix.is_empty() || suffix.is_empty() || suffix.contains(' ') {
        return None;
    }
    let whole = split_us(&format!("{directional} {name} {suffix}"));
    let behind = split_us(&format!("{name} {suffix} {directional}"));
    if crate::render::chance(rng, 0.15) && !behind.suffix.is_empty() && behind.name == *name {
        return Some(behind);
    }
    (whole.prefix == directional && whole.name == *name && whole.suffix == *suffix).then_some(whole)
}

/// Up to this many letters, a street's name without a type could be anything.
const SHORT_NAME: usize = 7;

/// Whether a street without a number cannot be a town or a hamlet.
fn is_clearly_a_street(street: &Street, is_american: bool) -> bool {
    let name = street.name.as_str();
    let first = name.split(' ').next().map(word_class::plain).unwrap_or_default();
    let is_latin = Script::of_text(name) == Script::Latin;
    let is_numbered_road =
        |(full, short): (&str, Vec<&str>)| full == first || short.contains(&first.as_str());
    let is_typed = !street.prefix.is_empty()
        || !street.suffix.is_empty()
        || word_class::us_numbered_roads().any(is_numbered_road)
        || (!is_american && (!is_latin || name.chars().count() > SHORT_NAME));
    let is_number = name.chars().filter(char::is_ascii_digit).count() > 3;
    is_typed && !is_number && !is_fr_hamlet(&format!("{} {name}", street.prefix))
}

fn has_name(line: &Line) -> bool {
    line.pieces.iter().any(|piece| matches!(piece.tag, Some(Tag::Venue | Tag::Attention)))
}

/// Keeps the number of a street line as `nr` and the rest as `way`; no number if the line has none or a unit.
fn numbered(line: Line, values: &mut Values) -> Option<Line> {
    let mut pieces = line.pieces;
    let at = pieces.iter().position(|piece| piece.tag == Some(Tag::HouseNumber));
    let Some(at) = at.filter(|_| pieces.iter().all(|piece| piece.tag != Some(Tag::Unit))) else {
        return keep(values, [("nr", "")]);
    };
    let number = pieces.remove(at);
    let is_separator = |piece: &Piece| piece.tag.is_none();
    let mut pieces: Vec<Piece> = pieces.into_iter().skip_while(is_separator).collect();
    while pieces.last().is_some_and(is_separator) {
        pieces.pop();
    }
    values.keep_line("way", pieces);
    keep(values, [("nr", &number.text)])
}
