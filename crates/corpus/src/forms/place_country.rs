//! A town and its country in any language: the names of countries are a closed list (`crates/text/src/names.rs`), and what stands
//! beside one alone is a town.

use fastrand::Rng;
use milepost_address::Tag;

use super::address::{between, is_plain, with};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, us, world};

pub(super) const FORM: Form = Form::new("place_country", 0.04, draw).typed(Typing::Case);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..20) {
        0..13 => of_any_country(from, held_out, rng),
        13 => namesake_state(from, rng),
        14 => twice_the_same(from, rng),
        15 => in_its_own_script(from, held_out, rng),
        16 => Line::of(Tag::Country, country(from, &any_code(from, rng), rng)),
        _ => behind_an_address(from, held_out, rng),
    }
}

fn any_code(from: &Mixture, rng: &mut Rng) -> String {
    let codes = from.towns.countries();
    codes[rng.usize(..codes.len())].clone()
}

/// A name of the country; now and then its code.
fn country(from: &Mixture, code: &str, rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0..9 => from.countries.english(code).to_owned(),
        9 if !matches!(
            code,
            "CA" | "DE"
                | "IN"
                | "CO"
                | "AL"
                | "GA"
                | "LA"
                | "MD"
                | "ME"
                | "PA"
                | "SC"
                | "VA"
                | "MT"
                | "ID"
                | "IL"
                | "AR"
        ) =>
        {
            code.to_owned()
        }
        _ => from.countries.name(code, rng),
    }
}

fn town<'a>(from: &'a Mixture, code: &str, held_out: bool, rng: &mut Rng) -> Option<&'a str> {
    let found = match rng.u8(..10) {
        0..3 => from.towns.capital(code),
        3..6 => from.towns.large(code, rng),
        _ => from.towns.of(code, held_out, rng),
    };
    found.map(|town| town.name.as_str()).filter(|name| is_plain(name))
}

fn of_any_country(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any_code(from, rng);
    let Some(town) = town(from, &code, held_out, rng) else { return Line::default() };
    let country = country(from, &code, rng);
    let postcode = from.places.of(&code, rng).map_or("", |place| place.postcode.as_str());
    let mut line = Line::of(Tag::Locality, town);
    if chance(rng, 0.12) {
        line = with(line, Tag::Postcode, postcode, rng.bool(), " ");
    }
    if !is_plain(&country) {
        return Line::default();
    }
    if chance(rng, 0.06) {
        line.plain(" (");
        line.push(Tag::Country, country);
        line.plain(")");
        return line;
    }
    let in_front = chance(rng, 0.15);
    with(line, Tag::Country, &country, in_front, between(rng))
}

/// `Lebanon, Tennessee` and `Atlanta, Georgia`: a name that is a country's elsewhere.
fn namesake_state(from: &Mixture, rng: &mut Rng) -> Line {
    const TOWNS: [(&str, &str); 28] = [
        ("Lebanon", "TN"),
        ("Lebanon", "PA"),
        ("Lebanon", "OR"),
        ("Peru", "IN"),
        ("Peru", "IL"),
        ("Norway", "ME"),
        ("Norway", "MI"),
        ("Cuba", "MO"),
        ("Cuba", "NY"),
        ("Mexico", "MO"),
        ("Mexico", "ME"),
        ("Denmark", "SC"),
        ("Denmark", "WI"),
        ("Poland", "OH"),
        ("Poland", "ME"),
        ("Jordan", "MN"),
        ("Jordan", "NY"),
        ("China", "ME"),
        ("Egypt", "PA"),
        ("Holland", "MI"),
        ("Sweden", "ME"),
        ("Brazil", "IN"),
        ("Chile", "NY"),
        ("Belgium", "WI"),
        ("Malta", "NY"),
        ("Cyprus", "TX"),
        ("Canada", "KS"),
        ("Wales", "MA"),
    ];
    let mut line = Line::default();
    if rng.bool() {
        let place = from.places.in_region("US", "GA", rng);
        line.push(Tag::Locality, place.name.as_str());
        line.then(between(rng), Tag::Region, any(rng, &["Georgia", "Georgia", "GA", "Ga."]));
        if chance(rng, 0.3) {
            line.then(" ", Tag::Postcode, place.postcode.as_str());
        }
    } else {
        let (town, state) = any(rng, &TOWNS);
        line.push(Tag::Locality, town);
        line.then(between(rng), Tag::Region, us::place::region(state, rng));
    }
    if chance(rng, 0.3) {
        line.then(
            any(rng, &[", ", " "]),
            Tag::Country,
            any(rng, &["USA", "United States", "US", "Estados Unidos", "États-Unis"]),
        );
    }
    line
}

/// `Singapore, Singapore`, `Panama City, Panama`: a town called as its country.
fn twice_the_same(from: &Mixture, rng: &mut Rng) -> Line {
    const ALIKE: [(&str, &str); 22] = [
        ("Singapore", "SG"),
        ("Luxembourg", "LU"),
        ("Monaco", "MC"),
        ("Djibouti", "DJ"),
        ("Guatemala", "GT"),
        ("Guatemala City", "GT"),
        ("Panama City", "PA"),
        ("Ciudad de Panamá", "PA"),
        ("Kuwait City", "KW"),
        ("San Marino", "SM"),
        ("México", "MX"),
        ("Mexico City", "MX"),
        ("Ciudad de México", "MX"),
        ("Tunis", "TN"),
        ("Alger", "DZ"),
        ("Algiers", "DZ"),
        ("São Tomé", "ST"),
        ("Bissau", "GW"),
        ("San Salvador", "SV"),
        ("Vatican City", "VA"),
        ("Gibraltar", "GI"),
        ("Macao", "MO"),
    ];
    let (town, code) = any(rng, &ALIKE);
    with(Line::of(Tag::Locality, town), Tag::Country, &country(from, code, rng), false, between(rng))
}

/// `Москва, Россия`: both in the script of the country.
fn in_its_own_script(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    use milepost_text::Script;
    let own = [
        ("RU", Script::Cyrillic),
        ("UA", Script::Cyrillic),
        ("BG", Script::Cyrillic),
        ("RS", Script::Cyrillic),
        ("BY", Script::Cyrillic),
        ("GR", Script::Greek),
        ("IL", Script::Hebrew),
        ("EG", Script::Arabic),
        ("SA", Script::Arabic),
        ("MA", Script::Arabic),
        ("IR", Script::Arabic),
        ("IN", Script::Devanagari),
        ("JP", Script::Han),
        ("CN", Script::Han),
        ("TW", Script::Han),
        ("KR", Script::Hangul),
        ("TH", Script::SouthEastAsian),
        ("GE", Script::Georgian),
        ("AM", Script::Armenian),
    ];
    let (code, script) = any(rng, &own);
    let found = (0..50).find_map(|_| from.towns.of(code, held_out, rng)?.in_script(script, rng));
    let country =
        (0..20).map(|_| from.countries.name(code, rng)).find(|name| Script::of_text(name) == script);
    let (Some(town), Some(country)) = (found.filter(|name| is_plain(name)), country) else {
        return Line::default();
    };
    let separator = match script {
        Script::Han => any(rng, &["", " ", "，", "、", ", "]),
        Script::Arabic => any(rng, &["، ", " ", ", "]),
        _ => between(rng),
    };
    let in_front = script == Script::Han && rng.bool() || chance(rng, 0.1);
    with(Line::of(Tag::Locality, town), Tag::Country, &country, in_front, separator)
}

/// The country at the end of a whole address, in a language of anywhere.
fn behind_an_address(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, mut line) = match rng.u8(..3) {
        0 => ("US", joined_us(from, held_out, rng)),
        1 => {
            let (street, place) = super::address::of_france(from, held_out, rng);
            ("FR", super::address::joined([street, place], ", "))
        }
        _ => return of_the_world(from, held_out, rng),
    };
    let name = from.countries.name(code, rng);
    line.then(any(rng, &[", ", " ", "\n", " - "]), Tag::Country, name);
    line
}

fn joined_us(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (street, place) = super::address::of_the_united_states(from, held_out, rng);
    super::address::joined([street, place], ", ")
}

/// A street of a language and a town of a country that the tables of formats hardly hold.
fn of_the_world(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut line = world::address(&from.drawing(), held_out, rng).0;
    line.pieces.retain(|piece| piece.tag != Some(Tag::Country));
    while line.pieces.last().is_some_and(|piece| piece.tag.is_none()) {
        line.pieces.pop();
    }
    let code = any_code(from, rng);
    line.then(any(rng, &[", ", ", ", " ", "\n"]), Tag::Country, country(from, &code, rng));
    line
}
