//! Resolves the names of a pattern for an address of one country: its town and postcode, streets, people, words.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::pattern::{Lists, Names, markup, without_signs, written};
use super::world::postcode::{as_written, irish, of_form};
use super::world::street::{filled, of_split};
use super::{any, chance, fr, us};
use crate::labels::{split_fr, split_us, unnumbered_fr};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::sources::fr::FrRecord;
use crate::sources::us::UsRecord;
use crate::sources::world::Language;
use crate::sources::{is_held_out, is_held_out_postcode};

/// A country whose addresses are drawn from lists.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Land<'a> {
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) code: &'a str,
    /// Language of its streets and words, as in languages.txt.
    pub(crate) language: &'a str,
    /// Pattern of its postcodes; `*` if they come from the place table, none for a country that the table lacks; `-` if there are none.
    pub(crate) postcode: &'a str,
    /// Script of its towns.
    pub(crate) script: Script,
    /// List of its layouts.
    pub(crate) layout: &'a str,
    /// Whether the place has a French CEDEX postcode.
    pub(crate) has_cedex: bool,
}

impl<'a> Land<'a> {
    /// Reads `AU en *`, `IL he 0000000 Hebrew`, `FR fr * cedex` or, with layouts from the list `corner`, `NZ en * @corner`.
    pub(crate) fn read(entry: &'a str) -> Option<Land<'a>> {
        let mut fields = entry.split(' ');
        let (code, language, postcode) = (fields.next()?, fields.next()?, fields.next()?);
        let mut land =
            Land { code, language, postcode, script: Script::Latin, layout: "layout", has_cedex: false };
        for field in fields {
            match field {
                "Arabic" => land.script = Script::Arabic,
                "Cyrillic" => land.script = Script::Cyrillic,
                "Greek" => land.script = Script::Greek,
                "Han" => land.script = Script::Han,
                "Hangul" => land.script = Script::Hangul,
                "Hebrew" => land.script = Script::Hebrew,
                "Thai" => land.script = Script::SouthEastAsian,
                "cedex" => land.has_cedex = true,
                _ => land.layout = field.strip_prefix('@')?,
            }
        }
        Some(land)
    }
}

/// A line of the lists: a country of `lands` ([`Land::read`]) and one of its layouts; empty if the country has no data.
pub(crate) fn line(from: &Mixture, lists: &'static Lists, held_out: bool, rng: &mut Rng) -> Line {
    let entry = lists.of(&[], "lands").map_or("", |lands| any(rng, lands));
    let scene = Land::read(entry).and_then(|land| Scene::draw(from, lists, land, held_out, rng));
    let pattern = scene.as_ref().and_then(|scene| scene.entry(scene.land.layout, rng));
    match scene.zip(pattern) {
        Some((scene, pattern)) => scene.line(pattern, rng).of_country(scene.land.code),
        None => Line::default(),
    }
}

/// The town of an address, with its county, region and postcode.
#[derive(Debug, Default)]
struct Spot {
    locality: String,
    county: String,
    region: String,
    /// The region's code, if it has one.
    code: String,
    postcode: String,
    cedex: String,
    /// The whole record, if the place comes from one.
    us: Option<UsRecord>,
    fr: Option<FrRecord>,
}

/// One address of a country, from which parts are drawn.
pub(crate) struct Scene<'a> {
    from: &'a Mixture,
    lists: &'a Lists,
    language: &'a Language,
    land: Land<'a>,
    held_out: bool,
    spot: Spot,
}

/// Tries to draw a place that fits.
const TRIES: usize = 200;

impl<'a> Scene<'a> {
    /// A scene of `land`; `None` if no place of it fits.
    pub(crate) fn draw(
        from: &'a Mixture,
        lists: &'a Lists,
        land: Land<'a>,
        held_out: bool,
        rng: &mut Rng,
    ) -> Option<Scene<'a>> {
        let language = from.world.language_named(land.language)?;
        let spot = match land.code {
            "US" => in_united_states(from, held_out, rng),
            "FR" if land.has_cedex => in_table(from, true, held_out, rng),
            "FR" => in_france(from, held_out, rng),
            _ => elsewhere(from, land, held_out, rng),
        }?;
        Some(Scene { from, lists, language, land, held_out, spot })
    }

    /// The line that a pattern gives.
    pub(crate) fn line(&self, pattern: &str, rng: &mut Rng) -> Line {
        let mut line = written(pattern, self, rng);
        if self.land.code == "FR" {
            let named = |tag| matches!(tag, Some(Tag::Venue | Tag::DependentLocality));
            for piece in line.pieces.iter_mut().filter(|piece| named(piece.tag)) {
                piece.text = elided(&piece.text);
            }
        }
        line
    }

    /// An entry of a list.
    pub(crate) fn entry(&self, name: &str, rng: &mut Rng) -> Option<&'static str> {
        self.list(name).map(|entries| any(rng, entries))
    }

    /// Another town of the country.
    fn town(&self, rng: &mut Rng) -> String {
        let drawn = match self.land.code {
            "FR" => Some(self.from.fr_record(self.held_out, rng).0.city.clone()),
            "US" => Some(self.from.us_record(self.held_out, rng).0.city),
            // The postcode table lists large customers as places; the table of towns does not.
            _ => {
                let land = Land { postcode: "-", ..self.land };
                elsewhere(self.from, land, self.held_out, rng).map(|spot| spot.locality)
            }
        };
        drawn.unwrap_or_default()
    }

    /// Town, postcode and region. Records of the United States and France are written in the form of their country.
    fn place(&self, rng: &mut Rng) -> Line {
        match (&self.spot.us, &self.spot.fr) {
            (Some(record), _) => us::place::place_line(record, rng, 0.97, 0.9, 0.85),
            (_, Some(record)) => fr::place_line(record, rng, 0.92),
            _ => {
                let mut line = Line::of(Tag::Postcode, self.spot.postcode.as_str());
                line.then(" ", Tag::Locality, self.spot.locality.as_str());
                line.then(" ", Tag::Cedex, self.spot.cedex.as_str());
                line
            }
        }
    }

    /// A part of a town before its town.
    fn pair(&self, rng: &mut Rng) -> Option<Line> {
        let suburb = (0..TRIES).find_map(|_| self.from.suburbs.of(self.land.code, rng))?;
        let mut line = Line::of(Tag::DependentLocality, suburb.name.as_str());
        line.then(", ", Tag::Locality, suburb.city.as_str());
        Some(line)
    }

    /// A street without its number.
    fn street(&self, rng: &mut Rng) -> Line {
        match self.land.code {
            "US" => split_us(self.from.us_street(self.held_out, rng).0).line(),
            "FR" => unnumbered_fr(&self.french(|record| !record.street.is_empty(), rng).street),
            _ => of_split(&self.from.drawing(), self.language, self.held_out, rng).line(),
        }
    }

    /// A street with a house number, as in the record.
    fn address(&self, rng: &mut Rng) -> Line {
        match self.land.code {
            "FR" => {
                let record = self.french(|record| !record.street.is_empty() && record.po_box.is_empty(), rng);
                fr::street_line(&record, rng)
            }
            _ => {
                let fits = |record: &UsRecord| {
                    record.crossing.is_none() && record.po_box.is_empty() && !record.street.is_empty()
                };
                let record = (0..TRIES).map(|_| self.from.us_record(self.held_out, rng).0).find(fits);
                us::street::numbered_street(&record.unwrap_or_default(), rng)
            }
        }
    }

    /// A French record that fits.
    fn french(&self, has: impl Fn(&FrRecord) -> bool, rng: &mut Rng) -> FrRecord {
        let drawn = (0..TRIES).map(|_| self.from.fr_record(self.held_out, rng).0).find(|record| has(record));
        drawn.cloned().unwrap_or_default()
    }

    /// The name of a real office, shop or building of the country; empty if no table has one.
    fn venue(&self, rng: &mut Rng) -> String {
        let usable = |name: &str| name.len() > 3 && !name.contains(['(', '/', ';', '#', '"']);
        match self.land.code {
            "FR" => self.french(|record| usable(&record.venue), rng).venue,
            "US" => (0..TRIES)
                .map(|_| self.from.us_record(self.held_out, rng).0.venue)
                .find(|venue| usable(venue))
                .unwrap_or_default(),
            _ => String::new(),
        }
    }
}

impl Names for Scene<'_> {
    fn list(&self, name: &str) -> Option<&[&'static str]> {
        let language = self.land.language;
        let family = language.split('-').next().unwrap_or(language);
        self.lists.of(&[self.land.code, language, family], name)
    }

    fn part(&self, name: &str, rng: &mut Rng) -> String {
        if let Some(street) = name.strip_prefix("split:") {
            return markup(&if self.land.code == "FR" { split_fr(street) } else { split_us(street) }.line());
        }
        let spot = &self.spot;
        let drawn = match name {
            "placeline" => return markup(&self.place(rng)),
            "street" => return markup(&self.street(rng)),
            "record" => return markup(&self.address(rng)),
            "locality" => spot.locality.clone(),
            "county" => spot.county.clone(),
            "region" => spot.region.clone(),
            "code" => spot.code.clone(),
            "postcode" => spot.postcode.clone(),
            "cedex" => spot.cedex.clone(),
            "country" => self.from.countries.name(self.land.code, rng),
            "town" => self.town(rng),
            "venue" => self.venue(rng),
            "road" => self.street(rng).render().0,
            "abroad" => self.from.countries.english(self.land.code).to_owned(),
            "zip9" => match spot.postcode.get(..5) {
                Some(zip) => format!("{zip}{:04}", rng.u16(..10_000)),
                None => String::new(),
            },
            "pair" => return self.pair(rng).map_or_else(String::new, |line| markup(&line)),
            "hamlet" => self.french(|record| record.hamlet.len() > 3, rng).hamlet,
            other => filled(&format!("{{{other}}}"), &self.from.drawing(), self.language, rng),
        };
        without_signs(&drawn)
    }
}

/// Names with French contractions: `Mairie d'Orléans`, `Hameau du Moulin`.
fn elided(name: &str) -> String {
    const VOWELS: &str = "AEIOUYÉÈÊÎaeiouéèê";
    let mut name = name.to_owned();
    for (apart, together) in [
        (" de Les ", " des "),
        (" de les ", " des "),
        (" de Le ", " du "),
        (" de le ", " du "),
        (" de Au ", " du "),
        (" de Aux ", " des "),
    ] {
        name = name.replace(apart, together);
    }
    for vowel in VOWELS.chars() {
        for particle in ["de", "du", "de la"] {
            name = name.replace(&format!(" {particle} {vowel}"), &format!(" d'{vowel}"));
        }
    }
    name
}

fn in_united_states(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Spot> {
    let military = |city: &str| matches!(city.to_uppercase().as_str(), "" | "APO" | "FPO" | "DPO");
    let record =
        (0..TRIES).map(|_| from.us_record(held_out, rng).0).find(|record| !military(&record.city))?;
    Some(Spot {
        locality: record.city.clone(),
        county: record.county.clone(),
        region: us::place::region_name(&record.state),
        code: record.state.clone(),
        postcode: record.zip.clone(),
        us: Some(record),
        ..Spot::default()
    })
}

/// Share of the French places that come from a record; the others are spread evenly over the country.
const OF_RECORDS: f64 = 0.3;

fn in_france(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Spot> {
    if !chance(rng, OF_RECORDS) {
        return in_table(from, false, held_out, rng);
    }
    let fits = |record: &&FrRecord| record.postcode.len() == 5 && !record.city.is_empty();
    let record = (0..TRIES).map(|_| from.fr_record(held_out, rng).0).find(fits)?;
    Some(Spot {
        locality: record.city.clone(),
        county: record.department.clone(),
        region: if rng.bool() { record.department.clone() } else { record.region.clone() },
        postcode: record.postcode.clone(),
        cedex: record.cedex.clone(),
        fr: Some(record.clone()),
        ..Spot::default()
    })
}

/// A French place of the postcode table; with `cedex` one with a CEDEX postcode.
fn in_table(from: &Mixture, cedex: bool, held_out: bool, rng: &mut Rng) -> Option<Spot> {
    let place = (0..TRIES)
        .filter_map(|_| from.places.of("FR", rng))
        .find(|place| place.cedex.is_empty() != cedex && is_held_out_postcode(&place.postcode) == held_out)?;
    Some(Spot {
        locality: place.name.clone(),
        county: place.county.clone(),
        region: place.region.clone(),
        postcode: place.postcode.clone(),
        cedex: place.cedex.clone(),
        ..Spot::default()
    })
}

/// Share of place names in capitals, as in most tables of this kind.
const SHOUTED: f64 = 0.3;

fn elsewhere(from: &Mixture, land: Land<'_>, held_out: bool, rng: &mut Rng) -> Option<Spot> {
    let is_in_table = land.postcode == "*" && from.places.of_country(land.code).next().is_some();
    if !is_in_table {
        let town = (0..TRIES).find_map(|_| {
            let town = from.towns.of(land.code, held_out, rng)?;
            match land.script {
                Script::Latin => Some((town, town.name.as_str())),
                script => town.in_script(script, rng).map(|name| (town, name)),
            }
        });
        let (town, name) = town?;
        let latin = land.script == Script::Latin;
        return Some(Spot {
            locality: name.to_owned(),
            // The table has the divisions' names in English.
            region: if latin { town.division.replace(" Department", "") } else { String::new() },
            county: if latin { town.county.clone() } else { String::new() },
            postcode: match land.postcode {
                "-" | "*" => String::new(),
                form => of_form(form, rng),
            },
            ..Spot::default()
        });
    }
    let fits = |name: &str| {
        is_held_out(&[name]) == held_out && Script::of_text(name) == land.script && !name.contains(',')
    };
    let place = (0..TRIES).filter_map(|_| from.places.of(land.code, rng)).find(|place| fits(&place.name))?;
    let shouted = chance(rng, SHOUTED);
    let calm = |text: &str| {
        let shouts = !shouted && !text.chars().any(char::is_lowercase);
        if shouts { us::usual_case(text) } else { text.to_owned() }
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
        code: if has_letters { place.region_code.clone() } else { String::new() },
        postcode,
        ..Spot::default()
    })
}

#[cfg(test)]
mod tests {
    use super::{Land, elided};

    #[test]
    fn names_are_elided() {
        assert_eq!(elided("Mairie de Orme"), "Mairie d'Orme");
        assert_eq!(elided("Hameau de Le Vane"), "Hameau du Vane");
        assert_eq!(elided("Mairie de Vane"), "Mairie de Vane");
    }

    #[test]
    fn a_land_is_read() {
        let land = Land::read("IL he 0000000 Hebrew").unwrap();
        assert_eq!((land.code, land.language, land.postcode), ("IL", "he", "0000000"));
        assert_eq!((land.layout, land.has_cedex), ("layout", false));
        let land = Land::read("FR fr * cedex @corner").unwrap();
        assert_eq!((land.layout, land.has_cedex), ("corner", true));
        assert!(Land::read("IL he").is_none() && Land::read("IL he * Latvian").is_none());
    }
}
