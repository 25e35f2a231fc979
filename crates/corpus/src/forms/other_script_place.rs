//! A town in one script beside a region or country in another, in either order. A place stays whole, whatever its hyphens.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::address::{between, is_plain, with};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, us};
use crate::sources::towns::Town;

pub(super) const FORM: Form = Form::new("other_script_place", 0.03, draw).typed(Typing::Case);

const SCRIPTS: [Script; 13] = [
    Script::Cyrillic,
    Script::Cyrillic,
    Script::Greek,
    Script::Arabic,
    Script::Hebrew,
    Script::Devanagari,
    Script::Indic,
    Script::SouthEastAsian,
    Script::Georgian,
    Script::Armenian,
    Script::Hangul,
    Script::Kana,
    Script::Han,
];

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let script = any(rng, &SCRIPTS);
    // Towns of the United States and France have few names in most scripts, and are asked for most.
    let home = any(rng, &["US", "US", "FR", ""]);
    let town = (0..200).find_map(|_| {
        from.towns.named_in(script, held_out, rng).filter(|town| home.is_empty() || town.country == home)
    });
    let Some(town) = town.or_else(|| from.towns.named_in(script, held_out, rng)) else {
        return Line::default();
    };
    let Some(name) = town.in_script(script, rng).filter(|name| is_name(name)) else { return Line::default() };
    let region = region(town, rng);
    let country = if rng.bool() {
        from.countries.english(&town.country).to_owned()
    } else {
        from.countries.name(&town.country, rng)
    };
    if !is_plain(&country) || !is_plain(&region) {
        return Line::default();
    }
    let separator = between(rng);
    let line = Line::of(Tag::Locality, name);
    match rng.u8(..10) {
        0..4 => with(line, Tag::Region, &region, false, separator),
        4..6 => with(line, Tag::Region, &region, true, separator),
        6 => {
            with(with(line, Tag::Region, &region, false, separator), Tag::Country, &country, false, separator)
        }
        7 => with(line, Tag::Country, &country, true, separator),
        8 if chance(rng, 0.3) => latin_beside(from, town, script, rng),
        _ => with(line, Tag::Country, &country, false, separator),
    }
}

/// The town in Latin letters beside its country in another script.
fn latin_beside(from: &Mixture, town: &Town, script: Script, rng: &mut Rng) -> Line {
    let country = (0..40)
        .map(|_| from.countries.name(&town.country, rng))
        .find(|name| Script::of_text(name) == script && is_plain(name));
    let Some(country) = country.filter(|_| is_plain(&town.name)) else { return Line::default() };
    with(Line::of(Tag::Locality, town.name.as_str()), Tag::Country, &country, rng.bool(), between(rng))
}

fn region(town: &Town, rng: &mut Rng) -> String {
    match town.country.as_str() {
        "US" if rng.bool() => us::place::region(&town.division_code, rng),
        "FR" if chance(rng, 0.7) => town.county.clone(),
        _ => town.division.clone(),
    }
}

fn is_name(name: &str) -> bool {
    is_plain(name) && !name.contains(|character: char| character.is_numeric())
}
