//! French offices, schools and companies in front of boxes and CEDEX lines.
//!
//! The patterns are in `data/forms/organisation_cedex.txt`. Names of offices contain dashes, commas and places; boxes are written in
//! full, abbreviated, with `n°`, and with spaces between the digits. Some lines have the same office at a street.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::features::Locale;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::TitleCase;
use crate::render::chance;
use crate::render::pattern::Lists;
use crate::render::scene;

pub(super) const FORM: Form =
    Form { title: TitleCase::Fr, locale: Locale::FrFr, ..Form::new("organisation_cedex", 0.02, draw) };

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/organisation_cedex.txt")));

/// Share of the lines with a CEDEX postcode; the others have the postcode of a town.
const FETCHED: f64 = 0.75;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let cedex = chance(rng, FETCHED);
    scene::line(from, &LISTS, "FR fr *", cedex, held_out, rng)
}

#[cfg(test)]
mod tests {
    use milepost_address::Tag;

    use super::*;
    use crate::render::pattern::{Names, written};

    /// Only the lists, with one fixed word for every part of a scene.
    struct Words;

    impl Names for Words {
        fn list(&self, name: &str) -> Option<&[&'static str]> {
            LISTS.of(&[], name)
        }

        fn part(&self, name: &str, _rng: &mut Rng) -> String {
            match name {
                "record" | "street" => "[street_prefix rue] [street Quiberne]".to_owned(),
                "placeline" => "[postcode 35000] [locality Vane]".to_owned(),
                "postcode" => "35000".to_owned(),
                "n" | "o" => "7".to_owned(),
                _ => "Vane".to_owned(),
            }
        }
    }

    #[test]
    fn most_lines_hold_an_office_and_a_box_and_no_sign_of_a_pattern_is_left() {
        let mut rng = Rng::with_seed(6);
        let (mut offices, mut boxes) = (0, 0);
        for _ in 0..2_000 {
            let pattern =
                LISTS.of(&[], "layout").unwrap()[rng.usize(..LISTS.of(&[], "layout").unwrap().len())];
            let line = written(pattern, &Words, &mut rng);
            let (text, _) = line.render();
            assert!(!text.contains(['[', ']', '{', '}', '<', '>', '~']), "{text}");
            let has = |tag| line.pieces.iter().any(|piece| piece.tag == Some(tag));
            offices += usize::from(has(Tag::Venue));
            boxes += usize::from(has(Tag::PoBox));
        }
        assert!(offices > 1_500 && (1_000..1_900).contains(&boxes), "{offices} {boxes}");
    }
}
