//! Forms that are lists of countries and their layouts, and need no code of their own (`crate::render::scene`).

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_text::features::Locale;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::noise::TitleCase;
use crate::render::pattern::Lists;
use crate::render::scene;

/// The forms: post office boxes; ways of writing of single countries; French offices in front of boxes and CEDEX lines; lieux-dits,
/// rural routes, kilometres, farms and directions.
pub(super) const FORMS: [Form; 4] = [
    Form::new("box_form", 0.025, |from, held_out, rng| draw(&BOXES, from, held_out, rng)),
    Form::new("national", 0.3, |from, held_out, rng| draw(&NATIONAL, from, held_out, rng)),
    Form {
        title: TitleCase::Fr,
        locale: Locale::FrFr,
        ..Form::new("organisation_cedex", 0.02, |from, held_out, rng| draw(&OFFICES, from, held_out, rng))
    },
    Form::new("rural", 0.035, |from, held_out, rng| draw(&RURAL, from, held_out, rng)),
];

static BOXES: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/forms/box_form.txt")));
static NATIONAL: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/national.txt")));
static OFFICES: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/organisation_cedex.txt")));
static RURAL: LazyLock<Lists> = LazyLock::new(|| Lists::read(include_str!("../../data/forms/rural.txt")));

fn draw(lists: &'static LazyLock<Lists>, from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    scene::line(from, lists, held_out, rng)
}

#[cfg(test)]
mod tests {
    use milepost_address::Tag;

    use super::*;
    use crate::render::pattern::{Names, written};
    use crate::render::scene::Land;

    /// The lists of one country, with one fixed word for every part of a scene.
    struct Words<'a>(&'static Lists, Land<'a>);

    impl Names for Words<'_> {
        fn list(&self, name: &str) -> Option<&[&'static str]> {
            let family = self.1.language.split('-').next().unwrap_or_default();
            self.0.of(&[self.1.code, self.1.language, family], name)
        }

        fn part(&self, name: &str, _rng: &mut Rng) -> String {
            match name {
                "record" | "street" => "[street Quiberne]".to_owned(),
                "placeline" => "[locality Vane]".to_owned(),
                "pair" => "[dependent_locality Elm], [locality Vane]".to_owned(),
                _ if name.starts_with("split:") => format!("[street {}]", &name["split:".len()..]),
                "postcode" | "zip9" => "40100".to_owned(),
                "n" | "o" => "7".to_owned(),
                _ => "Vane".to_owned(),
            }
        }
    }

    /// The distinct countries and layouts of `lists`, each with `count` lines.
    fn lines(lists: &'static Lists, count: usize) -> Vec<(&'static str, Vec<Line>)> {
        let mut rng = Rng::with_seed(8);
        let mut entries = lists.of(&[], "lands").unwrap().to_vec();
        entries.sort_unstable();
        entries.dedup();
        entries
            .into_iter()
            .map(|entry| {
                let land = Land::read(entry).unwrap_or_else(|| panic!("{entry}"));
                let names = Words(lists, land);
                let layouts = names.list(land.layout).unwrap_or_else(|| panic!("{entry}"));
                let drawn = (0..count)
                    .map(|_| written(layouts[rng.usize(..layouts.len())], &names, &mut rng))
                    .collect();
                (entry, drawn)
            })
            .collect()
    }

    #[test]
    fn no_sign_of_a_pattern_is_left_in_any_country() {
        for lists in [&BOXES, &NATIONAL, &OFFICES, &RURAL] {
            for (entry, drawn) in lines(lists, 60) {
                for line in drawn {
                    let (text, _) = line.render();
                    assert!(
                        !line.is_empty() && !text.contains(['[', ']', '{', '}', '<', '>', '~', '*']),
                        "{entry}: {text}"
                    );
                    assert!(
                        line.pieces.iter().all(|piece| piece.tag.is_none() || !piece.text.contains('\n')),
                        "{entry}: {text}"
                    );
                }
            }
        }
    }

    #[test]
    fn nearly_every_line_of_a_country_can_be_labelled() {
        for (entry, drawn) in lines(&NATIONAL, 300) {
            let labelled = |line: &&Line| {
                let (text, spans) = line.render();
                crate::encode::labels(&text, &spans).is_some()
            };
            let count = drawn.iter().filter(labelled).count();
            assert!(count > 290, "{entry}: {count} of 300");
        }
    }

    #[test]
    fn directions_are_no_component_and_kilometres_are_numbers() {
        for (_, drawn) in lines(&RURAL, 300)
            .into_iter()
            .filter(|(entry, _)| entry.starts_with("NI") || entry.starts_with("US"))
        {
            for piece in drawn.iter().flat_map(|line| &line.pieces).filter(|piece| piece.tag.is_some()) {
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
