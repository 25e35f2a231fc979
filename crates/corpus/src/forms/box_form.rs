//! Post office boxes as they are written in the United States, in France and in 130 other countries.
//!
//! The patterns are in `data/forms/box_form.txt`. A person or an office in front of a box keeps its label, and a box may be next to a
//! street. One line in eight is the same address without a box.

use std::sync::LazyLock;

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::chance;
use crate::render::pattern::Lists;
use crate::render::scene;

pub(super) const FORM: Form = Form::new("box_form", 0.025, draw);

static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/forms/box_form.txt")));

/// Shares of the lines for the United States and France.
const UNITED_STATES: f64 = 0.4;
const FRANCE: f64 = 0.17;

/// Share of the French boxes with a CEDEX line.
const FETCHED: f64 = 0.6;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let entry = match rng.f64() {
        share if share < UNITED_STATES => "US en *",
        share if share < UNITED_STATES + FRANCE => "FR fr *",
        _ => LISTS.of(&[], "lands").map_or("", |lands| lands[rng.usize(..lands.len())]),
    };
    let cedex = chance(rng, FETCHED);
    scene::line(from, &LISTS, entry, cedex, held_out, rng)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::scene::Land;

    #[test]
    fn every_land_is_read_and_has_boxes_and_layouts() {
        let lands = LISTS.of(&[], "lands").unwrap();
        assert!(lands.len() > 150, "{}", lands.len());
        for entry in lands.iter().chain(&["US en *", "FR fr *"]) {
            let land = Land::read(entry).unwrap();
            let scopes = [land.code, land.language, land.language.split('-').next().unwrap()];
            for list in ["box", "layout", "place", "person", "org", "address"] {
                assert!(LISTS.of(&scopes, list).is_some(), "{entry}: {list}");
            }
        }
    }
}
