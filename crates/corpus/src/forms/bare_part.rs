//! One part of an address alone.

use fastrand::Rng;
use milepost_address::Tag;

use super::address::listed;
use super::{Form, Typing};
use crate::labels::split_us;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::world::street::of_split;
use crate::render::{any, chance, fr, us};

pub(super) const FORM: Form = Form::new("bare_part", 0.02, draw).typed(Typing::Case);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..20) {
        0..3 => {
            let codes = from.countries.codes();
            let code = &codes[rng.usize(..codes.len())];
            let name = from.countries.name(code, rng);
            Line::of(
                Tag::Country,
                if name.contains(['(', ',']) { from.countries.english(code).to_owned() } else { name },
            )
        }
        3..6 => split_us(from.us_street(held_out, rng).0).line(),
        6..8 => {
            let record = from.fr_record(held_out, rng).0;
            crate::labels::split_fr(&record.street).line()
        }
        8..10 => {
            let country = from.world.country(rng);
            of_split(&from.drawing(), from.world.language(country, rng), held_out, rng).line()
        }
        10 => Line::of(
            Tag::Region,
            us::place::region(
                any(rng, &["TX", "OH", "CA", "PA", "GA", "WA", "NY", "VT", "ME", "UT", "OR", "FL"]),
                rng,
            ),
        ),
        11 => from
            .towns
            .anywhere(held_out, rng)
            .map_or_else(Line::default, |town| Line::of(Tag::Region, town.division.as_str())),
        12..14 => postcode(from, rng),
        14 => {
            let record = from.us_record(held_out, rng).0;
            let unit = us::unit::unit(&record, rng);
            let mut line = Line::default();
            line.push(Tag::Unit, unit);
            line
        }
        15 => Line::of(Tag::Unit, fr::unit(rng)),
        16 => us::unit::po_box("", rng),
        17 => Line::of(
            Tag::PoBox,
            format!("{} {}", any(rng, &["BP", "B.P.", "CS", "TSA", "Boîte postale"]), rng.u32(10..99_999)),
        ),
        18 => Line::of(Tag::Subregion, county(rng)),
        _ => from
            .towns
            .anywhere(held_out, rng)
            .map_or_else(Line::default, |town| Line::of(Tag::Locality, town.name.as_str())),
    }
}

fn county(rng: &mut Rng) -> String {
    if rng.bool() {
        return format!(
            "{} {}",
            any(rng, &["Co.", "County", "Co"]),
            any(rng, &listed(include_str!("../../data/forms/counties_ie.txt")))
        );
    }
    any(rng, &listed(include_str!("../../data/forms/counties_gb.txt"))).to_owned()
}

/// A postcode of any country, often with the sign of the country it is of.
fn postcode(from: &Mixture, rng: &mut Rng) -> Line {
    let place = from.places.anywhere(rng);
    if chance(rng, 0.4) {
        let (country, sign) = any(
            rng,
            &[
                ("DE", "D"),
                ("FR", "F"),
                ("AT", "A"),
                ("BE", "B"),
                ("IT", "I"),
                ("ES", "E"),
                ("CH", "CH"),
                ("SE", "S"),
                ("SE", "SE"),
                ("DK", "DK"),
                ("NO", "N"),
                ("NO", "NO"),
                ("FI", "FI"),
                ("FI", "FIN"),
                ("NL", "NL"),
                ("LU", "L"),
                ("PL", "PL"),
                ("CZ", "CZ"),
                ("HU", "H"),
                ("PT", "P"),
                ("SI", "SI"),
                ("HR", "HR"),
                ("GR", "GR"),
                ("LT", "LT"),
                ("LV", "LV"),
            ],
        );
        let Some(place) = from.places.of(country, rng) else { return Line::default() };
        let code = place.postcode.trim_start_matches(|first: char| !first.is_ascii_digit());
        return Line::of(Tag::Postcode, format!("{sign}{}{code}", any(rng, &["-", "-", "-", " ", ""])));
    }
    if chance(rng, 0.2) {
        let place = from.places.in_region("US", "", rng);
        return Line::of(
            Tag::Postcode,
            format!("{}{}{:04}", place.postcode, any(rng, &["-", "-", " "]), rng.u32(1..9_999)),
        );
    }
    Line::of(Tag::Postcode, crate::render::world::postcode::as_written(&place.postcode, &place.country, rng))
}
