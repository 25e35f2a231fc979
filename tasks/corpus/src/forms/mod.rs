//! Ways of writing an address that are rare in the sources. A model does not learn what it never sees, so each form has
//! its own share, its own line in the report of `milepost-corpus`, and named cases in `crates/parser/tests/cases/parse/forms`.
//!
//! A form is a grammar in `data/forms` (notation: `grammar`), whose first rule is `line`. `data/forms/common.txt` has the rules that they
//! share. `sources` answers what a grammar asks of the tables, `changes` are the changes of a text that a grammar asks for. `scripts` are
//! whole addresses in other scripts.

mod changes;
mod dwelling;
mod envelope;
pub(crate) mod form;
mod grammar;
mod names;
#[cfg(test)]
mod sample;
mod scripts;
mod sources;

use std::sync::LazyLock;

use form::{Form, Typing};
use grammar::Grammar;
use milepost_text::features::{InputMode, Locale};

use crate::noise::TitleCase;

/// Share of all lines that come from a form.
pub(crate) const SHARE: f64 = 0.4;

/// A form whose lines come from the grammar of its data file, which may use the rules of others.
macro_rules! form {
    ($name:literal, $share:literal $(, $shared:literal)*) => {{
        static GRAMMAR: LazyLock<Grammar> = LazyLock::new(|| {
            Grammar::read_all(&[
                $(include_str!(concat!("../../data/forms/", $shared)),)*
                include_str!(concat!("../../data/forms/", $name, ".txt")),
            ])
        });
        Form::new($name, $share, |from, held_out, rng| sources::line(&GRAMMAR, from, held_out, rng))
    }};
}

/// Every form.
pub(crate) fn all() -> Vec<Form> {
    let mut forms = vec![
        form!("aside", 0.02, "common.txt", "floors.txt"),
        Form { mode: InputMode::Fragmented, ..form!("bare_part", 0.024, "common.txt") },
        form!("box_form", 0.025, "scenes.txt"),
        form!("floor_words", 0.02, "common.txt", "floors.txt"),
        form!("glued_codes", 0.015, "common.txt").typed(Typing::Case),
        form!("inverted_article", 0.012, "common.txt"),
        form!("lead_in", 0.02, "common.txt"),
        form!("line_breaks", 0.015, "common.txt").typed(Typing::None),
        form!("national", 0.3, "scenes.txt"),
        form!("number_words", 0.015, "common.txt", "floors.txt"),
        Form {
            title: TitleCase::Fr,
            locale: Locale::FrFr,
            ..form!("organisation_cedex", 0.02, "scenes.txt")
        },
        form!("other_script_place", 0.03, "common.txt").typed(Typing::None),
        form!("person_company", 0.012, "common.txt"),
        form!("place_country", 0.035, "common.txt"),
        form!("place_region", 0.035, "common.txt"),
        form!("postcode_country", 0.012, "common.txt"),
        form!("postcode_first", 0.02, "common.txt"),
        form!("query", 0.025, "common.txt"),
        form!("rural", 0.035, "scenes.txt"),
        form!("slash_names", 0.012, "common.txt").typed(Typing::Case),
        form!("town_qualifier", 0.02, "common.txt"),
        form!("venue_of_place", 0.025, "common.txt"),
    ];
    forms.extend(scripts::FORMS);
    forms
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use milepost_address::Tag;

    use super::*;
    use crate::encode::labels;
    use crate::line::Line;
    use crate::tables::Tables;

    /// Lines of a form from invented sources.
    fn lines(from: &Tables, form: &Form, count: usize, rng: &mut Rng) -> Vec<Line> {
        (0..count).map(|_| (form.draw)(from, false, rng)).filter(|line| !line.is_empty()).collect()
    }

    /// Forms whose lines have signs that are those of a pattern in a grammar.
    const WITH_SIGNS: [&str; 3] = ["aside", "lead_in", "line_breaks"];

    #[test]
    fn every_form_draws_lines_that_can_be_labelled() {
        let from = sample::tables();
        let mut rng = Rng::with_seed(8);
        for form in all() {
            let drawn = lines(&from, &form, 600, &mut rng);
            assert!(drawn.len() > 100, "{}: {} lines", form.name, drawn.len());
            let mut unlabelled = 0;
            for line in &drawn {
                let (text, spans) = line.render();
                assert!(spans.iter().all(|&(_, start, end)| start < end), "{}: {text}", form.name);
                assert!(spans.windows(2).all(|pair| pair[0].2 <= pair[1].1), "{}: {text}", form.name);
                let has_signs = text.contains(['$', '{', '}', '<', '>']);
                assert!(!has_signs || WITH_SIGNS.contains(&form.name), "{}: {text}", form.name);
                unlabelled += usize::from(labels(&text, &spans).is_none());
            }
            assert!(unlabelled * 10 < drawn.len(), "{}: {unlabelled} of {}", form.name, drawn.len());
        }
    }

    /// The text of the components of a form's lines, with their tags.
    fn components(name: &str) -> Vec<(Tag, String)> {
        let from = sample::tables();
        let form = all().into_iter().find(|form| form.name == name).unwrap();
        let drawn = lines(&from, &form, 2_000, &mut Rng::with_seed(4));
        let pieces = drawn.into_iter().flat_map(|line| line.pieces);
        pieces.filter_map(|piece| Some((piece.tag?, piece.text))).collect()
    }

    #[test]
    fn directions_are_no_component_and_kilometres_are_numbers() {
        for (tag, text) in components("rural") {
            let lower = text.to_lowercase();
            assert!(["cuadra", "al sur", "miles"].iter().all(|word| !lower.contains(word)), "{text}");
            assert!(!lower.starts_with("km ") || tag == Tag::HouseNumber, "{text}");
        }
    }

    #[test]
    fn two_names_of_one_thing_are_one_component() {
        let both = components("slash_names");
        let is_joined =
            |name: &str| both.iter().any(|(tag, text)| *tag == Tag::Locality && text.contains(name));
        assert!(is_joined("Biel") || is_joined("Bienne") || is_joined("Calp"));
        assert!(both.iter().all(|(tag, text)| *tag != Tag::Postcode || !text.contains(" / ")));
    }

    #[test]
    fn a_business_and_the_words_that_are_searched_for_keep_apart() {
        let venues = components("query");
        assert!(venues.iter().any(|(tag, _)| *tag == Tag::Venue));
        assert!(venues.iter().all(|(_, text)| !text.contains("near me")));
    }

    #[test]
    fn a_glued_code_is_a_component_of_its_own() {
        let parts = components("glued_codes");
        let codes: Vec<&String> =
            parts.iter().filter(|(tag, _)| *tag == Tag::Postcode).map(|(_, text)| text).collect();
        assert!(
            codes.len() > 500 && codes.iter().all(|code| code.contains(|sign: char| sign.is_ascii_digit()))
        );
        assert!(parts.iter().all(|(tag, text)| *tag != Tag::Region || !text.contains("37203")));
    }
}
