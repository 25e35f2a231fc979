//! Rural addresses: lieux-dits, routes and boxes, kilometres, farms and villages, directions.
//!
//! The patterns are in `data/forms/rural.txt`. A lieu-dit or village without a number is a dependent locality, with a number it is the
//! street. A kilometre is the house number. Directions have no tag.

use std::sync::LazyLock;

use fastrand::Rng;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::pattern::Lists;
use crate::render::scene;

pub(super) const FORM: Form = Form::new("rural", 0.035, draw);

static LISTS: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/forms/rural.txt")));

/// Shares of the lines for France and the United States; the rest is for all other countries.
const FRANCE: f64 = 0.3;
const UNITED_STATES: f64 = 0.25;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let entry = match rng.f64() {
        share if share < FRANCE => "FR fr *",
        share if share < FRANCE + UNITED_STATES => "US en *",
        _ => LISTS.of(&[], "lands").map_or("", |lands| lands[rng.usize(..lands.len())]),
    };
    scene::line(from, &LISTS, entry, false, held_out, rng)
}

#[cfg(test)]
mod tests {
    use milepost_address::Tag;

    use super::*;
    use crate::render::pattern::{Names, written};
    use crate::render::scene::Land;

    /// The lists of one country, with one fixed word for every part of a scene.
    struct Words<'a>(Land<'a>);

    impl Names for Words<'_> {
        fn list(&self, name: &str) -> Option<&[&'static str]> {
            let family = self.0.language.split('-').next().unwrap_or_default();
            LISTS.of(&[self.0.code, self.0.language, family], name)
        }

        fn part(&self, name: &str, _rng: &mut Rng) -> String {
            match name {
                "record" | "street" => "[street Quiberne]".to_owned(),
                "placeline" => "[locality Vane]".to_owned(),
                _ if name.starts_with("split:") => format!("[street {}]", &name["split:".len()..]),
                "n" | "o" => "7".to_owned(),
                _ => "Vane".to_owned(),
            }
        }
    }

    fn lines(entry: &'static str) -> Vec<Line> {
        let mut rng = Rng::with_seed(8);
        let names = Words(Land::read(entry).unwrap());
        let layouts = names.list("layout").unwrap();
        (0..1_500).map(|_| written(layouts[rng.usize(..layouts.len())], &names, &mut rng)).collect()
    }

    #[test]
    fn no_sign_of_a_pattern_is_left_in_any_land() {
        for entry in LISTS.of(&[], "lands").unwrap().iter().chain(&["FR fr *", "US en *"]) {
            for line in lines(entry) {
                let (text, _) = line.render();
                assert!(
                    !line.is_empty() && !text.contains(['[', ']', '{', '}', '<', '>', '~']),
                    "{entry}: {text}"
                );
                assert!(
                    line.pieces.iter().all(|piece| piece.tag.is_none() || !piece.text.contains('\n')),
                    "{text}"
                );
            }
        }
    }

    #[test]
    fn directions_are_no_component_and_kilometres_are_numbers() {
        for line in lines("NI es 00000").into_iter().chain(lines("US en *")) {
            for piece in line.pieces.iter().filter(|piece| piece.tag.is_some()) {
                let text = piece.text.to_lowercase();
                assert!(
                    !text.contains("cuadra") && !text.contains("al sur") && !text.contains("miles"),
                    "{text}"
                );
                let kilometre = text.starts_with("km ");
                assert!(!kilometre || piece.tag == Some(Tag::HouseNumber), "{text}");
            }
        }
    }
}
