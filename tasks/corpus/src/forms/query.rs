//! Texts typed into a search box: a thing and a place, a chain and a street. Places are components, a chain or a name is a venue, and a
//! thing that is searched for has no tag.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::dwelling::{Dwelling, street};
use super::grammar::{Grammar, said};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::region;
use crate::render::{any, chance, pick};
use crate::words;

pub(super) const FORM: Form = Form::new("query", 0.025, draw);

/// Countries whose sights people search for from abroad.
const VISITED: [&str; 9] = ["US", "US", "FR", "FR", "GB", "DE", "ES", "IT", "any"];

/// Share of the lines that search for nothing: only a place or an address.
const CONTROL: f64 = 0.14;

/// Share of the lines in lower case, before `noise` changes the case of some.
const SMALL: f64 = 0.72;

fn grammar() -> &'static Grammar {
    static GRAMMAR: LazyLock<Grammar> =
        LazyLock::new(|| Grammar::read(include_str!("../../data/forms/query.txt")));
    &GRAMMAR
}

/// Who searches, and where.
struct Search<'a> {
    from: &'a Mixture,
    country: &'a str,
    language: &'a str,
    chains: &'a str,
    held_out: bool,
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut drawn = pick(rng, words::weighted("query.countries")).split('/');
    let mut next = || drawn.next().unwrap_or_default();
    let (country, language, chains) = (next(), next(), next());
    let country = match country {
        "*" => any(rng, &from.towns.countries().iter().map(String::as_str).collect::<Vec<_>>()),
        code => code,
    };
    let search = Search { from, country, language, chains, held_out };
    let mut line = if chance(rng, CONTROL) { search.control(rng) } else { search.line(rng) };
    if chance(rng, SMALL) {
        for piece in &mut line.pieces {
            piece.text = piece.text.to_lowercase();
        }
    }
    if chance(rng, 0.07) {
        mistype(&mut line, rng);
    }
    line
}

impl Search<'_> {
    fn line(&self, rng: &mut Rng) -> Line {
        let list = format!("{}.query", self.language);
        spaced(grammar().written(&list, &|name, rng| self.part(name, rng), rng))
    }

    /// A place or an address, and nothing that is searched for.
    fn control(&self, rng: &mut Rng) -> Line {
        match rng.u8(..3) {
            0 => Dwelling::draw(self.from, self.country, self.held_out, rng)
                .map(|house| house.line)
                .unwrap_or_default(),
            1 => self.far(rng),
            _ => self.place(rng),
        }
    }

    /// What a name in the lists of `query.txt` stands for.
    fn part(&self, name: &str, rng: &mut Rng) -> Line {
        let text = match name {
            "place" => return self.place(rng),
            "far" => return self.far(rng),
            "town" => return self.town(rng),
            "town-name" => self.town_of(rng).0,
            "chain" => return Line::of(Tag::Venue, grammar().text(&format!("chain.{}", self.chains), rng)),
            "name" => return Line::of(Tag::Venue, self.name(rng)),
            "sight" => return sight(self.country, rng),
            kind => {
                let vocabulary = &self.from.vocabulary;
                let word =
                    vocabulary.draw(self.language, kind, rng).or_else(|| vocabulary.draw("en", kind, rng));
                word.unwrap_or_default().to_owned()
            }
        };
        said(text).unwrap_or_default()
    }

    /// A business of the tables or an invented one.
    fn name(&self, rng: &mut Rng) -> String {
        let known = match self.country {
            "US" => self.from.us_record(self.held_out, rng).0.venue,
            "FR" => self.from.fr_record(self.held_out, rng).0.venue.clone(),
            _ => String::new(),
        };
        let usable = !known.is_empty() && known.len() < 40 && !known.contains(['(', '/', ';', ',', '"']);
        if usable && rng.bool() {
            return known;
        }
        let list = format!("{}.name", self.language);
        grammar().written(&list, &|name, rng| self.part(name, rng), rng).render().0
    }

    /// A town, its division and its postcode.
    fn town_of(&self, rng: &mut Rng) -> (String, String, String) {
        if self.country == "US" {
            let known = (0..50).map(|_| self.from.us_record(self.held_out, rng).0);
            if let Some(record) =
                known.into_iter().find(|record| !record.city.is_empty() && !record.state.is_empty())
            {
                let zip = record.zip.split('-').next().unwrap_or_default().to_owned();
                return (record.city, region(&record.state, rng), zip);
            }
        }
        let towns = &self.from.towns;
        if chance(rng, 0.3)
            && let Some(place) = self.from.places.of(self.country, rng)
        {
            return (place.name.clone(), place.region.clone(), place.postcode.clone());
        }
        let large = towns.large(self.country, rng).filter(|_| rng.bool());
        match large.or_else(|| towns.of(self.country, self.held_out, rng)) {
            Some(town) => (town.name.clone(), town.division.clone(), String::new()),
            None => Default::default(),
        }
    }

    fn town(&self, rng: &mut Rng) -> Line {
        let (town, division, _) = self.town_of(rng);
        let mut line = Line::of(Tag::Locality, town);
        if self.country == "US" && chance(rng, 0.4) {
            line.then(between(rng), Tag::Region, division);
        }
        line
    }

    /// A place without a street.
    fn place(&self, rng: &mut Rng) -> Line {
        let (town, division, postcode) = self.town_of(rng);
        let mut line = Line::default();
        let with_region = if matches!(self.country, "US" | "CA" | "AU") { 0.62 } else { 0.22 };
        match rng.u8(..100) {
            0..7 if !postcode.is_empty() => line.push(Tag::Postcode, postcode),
            7..12 if !postcode.is_empty() => {
                let after = matches!(self.country, "US" | "GB" | "CA" | "AU" | "IE");
                if after {
                    line.push(Tag::Locality, town);
                    line.then(" ", Tag::Postcode, postcode);
                } else {
                    line.push(Tag::Postcode, postcode);
                    line.then(" ", Tag::Locality, town);
                }
            }
            12..16 if !division.is_empty() => line.push(Tag::Region, division),
            16..26 => {
                let suburb = self.from.suburbs.of(self.country, rng).filter(|_| self.country != "TR");
                let Some(suburb) = suburb else { return Line::of(Tag::Locality, town) };
                let (first, second) = (
                    Line::of(Tag::DependentLocality, suburb.name.as_str()),
                    Line::of(Tag::Locality, suburb.city.as_str()),
                );
                // `berlin mitte`, but `mitte, berlin` as well.
                let town_first = !matches!(self.language, "en") && rng.bool();
                let (first, second) = if town_first { (second, first) } else { (first, second) };
                line = first;
                line.join(between(rng), second);
            }
            26..31 => {
                line.push(Tag::Locality, town);
                line.then(between(rng), Tag::Country, self.from.countries.name(self.country, rng));
            }
            31..34 if self.country == "US" => {
                let record = self.from.us_record(self.held_out, rng).0;
                if !record.county.is_empty() && record.state != "LA" {
                    line.push(Tag::Subregion, format!("{} County", record.county));
                    line.then(between(rng), Tag::Region, region(&record.state, rng));
                }
            }
            _ => {
                line.push(Tag::Locality, town);
                if chance(rng, with_region) {
                    line.then(between(rng), Tag::Region, division);
                    if chance(rng, 0.12) {
                        line.then(" ", Tag::Postcode, postcode);
                    }
                }
            }
        }
        if line.is_empty() { self.town(rng) } else { line }
    }

    /// A street and its town, a crossing, a road, an address.
    fn far(&self, rng: &mut Rng) -> Line {
        let crossing = self.language == "en" && self.country != "*";
        let mut line = match rng.u8(..20) {
            0..4 => {
                return Dwelling::draw(self.from, self.country, self.held_out, rng)
                    .map(|mut house| {
                        house.drop_before();
                        house.line
                    })
                    .unwrap_or_else(|| self.place(rng));
            }
            4..8 if crossing => {
                let whole = |rng: &mut Rng| {
                    let street = street(self.from, self.country, self.held_out, rng);
                    // `5th and main`: at a crossing people often leave the types out.
                    let bare = street
                        .pieces
                        .iter()
                        .find(|piece| piece.tag == Some(Tag::Street))
                        .filter(|_| rng.bool());
                    bare.map_or_else(|| street.render().0, |name| name.text.clone())
                };
                let mut line = Line::of(Tag::IntersectionA, whole(rng));
                line.plain(any(rng, &[" and ", " & ", " at ", " and ", " @ ", " / ", " + "]));
                line.push(Tag::IntersectionB, whole(rng));
                line
            }
            8..11 if self.country == "US" => Line::of(Tag::Street, highway(rng)),
            _ => street(self.from, self.country, self.held_out, rng),
        };
        if line.is_empty() {
            return self.place(rng);
        }
        if chance(rng, 0.88) {
            line.join(between(rng), self.town(rng));
        }
        line
    }
}

/// A numbered road as it is searched for: `i-80`.
fn highway(rng: &mut Rng) -> String {
    let number = rng.u32(1..100);
    match rng.u8(..10) {
        0..4 => format!("{}{number}", any(rng, &["i-", "I-", "i ", "interstate "])),
        4..6 => format!("{}{number}", any(rng, &["us ", "US-", "us hwy ", "us-", "US Highway "])),
        6..8 => format!("{} {number}", any(rng, &["hwy", "highway", "route", "rt", "state route", "Hwy"])),
        _ => format!("{} {}", any(rng, &["county road", "sr", "fm", "cr", "state road"]), rng.u32(1..900)),
    }
}

fn between(rng: &mut Rng) -> &'static str {
    pick(rng, &[(0.8, " "), (0.2, ", ")])
}

/// A well-known sight, with its town or alone.
fn sight(country: &str, rng: &mut Rng) -> Line {
    let at_home = format!("sight.{country}");
    let list = if grammar().has(&at_home) && chance(rng, 0.9) {
        at_home
    } else {
        format!("sight.{}", any(rng, &VISITED))
    };
    let drawn = grammar().text(&list, rng);
    let (name, town) = drawn.split_once('@').unwrap_or((&drawn, ""));
    let mut line = Line::of(Tag::Venue, name);
    if chance(rng, 0.75) {
        let (town, state) = match town.rsplit_once(' ') {
            Some((town, state)) if ["mn", "co", "dc"].contains(&state) => (town, state),
            _ => (town, ""),
        };
        line.then(between(rng), Tag::Locality, town);
        line.then(" ", Tag::Region, state);
    }
    line
}

/// The line with single spaces inside its plain text, and none at its ends.
fn spaced(mut line: Line) -> Line {
    let mut behind_space = true;
    for piece in line.pieces.iter_mut().filter(|piece| !piece.text.is_empty()) {
        if piece.tag.is_some() {
            behind_space = false;
            continue;
        }
        let mut text = String::with_capacity(piece.text.len());
        for character in piece.text.chars() {
            if character != ' ' || !behind_space {
                text.push(character);
            }
            behind_space = character == ' ';
        }
        piece.text = text;
    }
    line.pieces.retain(|piece| !piece.text.is_empty());
    if let Some(last) = line.pieces.last_mut().filter(|last| last.tag.is_none()) {
        last.text.truncate(last.text.trim_end().len());
    }
    line
}

/// Makes one typo in the words of what is searched for, which `noise` leaves unchanged.
fn mistype(line: &mut Line, rng: &mut Rng) {
    let Some(piece) =
        line.pieces.iter_mut().find(|piece| piece.tag.is_none() && piece.text.chars().count() > 4)
    else {
        return;
    };
    let mut letters: Vec<char> = piece.text.chars().collect();
    let at = rng.usize(1..letters.len() - 2);
    if letters[at..at + 2].iter().all(|letter| letter.is_alphabetic()) {
        match rng.u8(..3) {
            0 => letters.swap(at, at + 1),
            1 => letters.insert(at, letters[at]),
            _ => {
                letters.remove(at);
            }
        }
    }
    piece.text = letters.into_iter().collect();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_lists_and_they_name_nothing_unknown() {
        let mut rng = Rng::with_seed(8);
        let known = ["place", "far", "town", "town-name", "chain", "name", "sight", "last", "first", "word"];
        for (_, country) in words::weighted("query.countries") {
            let [_, language, chains] = country.split('/').collect::<Vec<_>>()[..] else {
                panic!("{country}")
            };
            assert!(grammar().has(&format!("chain.{chains}")), "{chains}");
            for list in ["query", "name"].map(|list| format!("{language}.{list}")) {
                assert!(grammar().has(&list), "{list}");
                for _ in 0..500 {
                    let part = |name: &str, _: &mut Rng| {
                        assert!(known.contains(&name), "{list}: {name}");
                        Line::of(Tag::Venue, "Vane")
                    };
                    let text = spaced(grammar().written(&list, &part, &mut rng)).render().0;
                    assert!(
                        !text.contains(['{', '}', '<', '>', '|', '@']) && !text.contains("  "),
                        "{list}: {text:?}"
                    );
                    assert_eq!(text, text.trim());
                }
            }
        }
    }

    #[test]
    fn a_thing_has_no_tag_and_a_sight_is_a_venue() {
        let mut rng = Rng::with_seed(8);
        for _ in 0..200 {
            let things = grammar().written("en.thing", &|_, _| Line::default(), &mut rng);
            assert!(things.pieces.iter().all(|piece| piece.tag.is_none()));
            assert!(VISITED.iter().all(|country| grammar().has(&format!("sight.{country}"))));
            assert_eq!(sight("SE", &mut rng).pieces[0].tag, Some(Tag::Venue));
        }
    }
}
