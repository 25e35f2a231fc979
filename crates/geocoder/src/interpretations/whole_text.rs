//! The whole text as the name of one place: `Leer`, `Kyshtym`, `Northern Ireland`; or as one postcode: `3011 AD`.
//!
//! A bare name has no neighbours to label it by, so the parser may take it for a street, split it or leave it unlabelled.

use std::borrow::Cow;

use milepost_address::{Tag, Tree};

use super::{Edit, Interpretation};
use crate::Result;
use crate::candidates::Scope;
use crate::candidates::places::NAMED;
use crate::components::Components;
use crate::country::postcode_shape::{TypedCode, country_of_shape};

/// Most words of a name.
const WORDS: usize = 6;

/// The whole text as a postcode whose letters were read as a street; or as a name, if it begins with a letter and has no comma, a place
/// has it, and it was not read as that of a town: `Khu phố 5` is a quarter.
pub(crate) fn interpretation<'a>(
    scope: Scope<'_>,
    tree: &'a Tree,
    components: &Components<'_>,
) -> Result<Option<Interpretation<'a>>> {
    let text = tree.raw.trim();
    let is_name = text.starts_with(char::is_alphabetic) && !text.contains([',', ';', ':']);
    let is_town = components.get(Tag::Locality) == Some(text);
    let tag = if is_misread_code(text, components) {
        Tag::Postcode
    } else if is_name
        && !is_town
        && (1..=WORDS).contains(&text.split_whitespace().count())
        && !scope.places(text, &NAMED, 1)?.is_empty()
    {
        Tag::Locality
    } else {
        return Ok(None);
    };
    let components = Components::as_written([(tag, text)]);
    Ok(Some(Interpretation { edit: Edit::WholeText, parse: Cow::Borrowed(tree), components }))
}

/// Whether a text has the shape of one country's postcodes, and its letters were read as a street: `3011 AD`, `2511 CV`.
fn is_misread_code(text: &str, components: &Components<'_>) -> bool {
    components.has(Tag::Street)
        && !components.has_any(&[Tag::Locality, Tag::DependentLocality, Tag::Region, Tag::Country])
        && country_of_shape(text).is_some()
        && !is_country_behind_code(text)
}

/// Whether the letters behind a code are those of a country with such codes: `8001 CH` may be in Zürich as well as in the Netherlands.
fn is_country_behind_code(text: &str) -> bool {
    let (digits, letters) = text.split_at(text.trim_end_matches(char::is_alphabetic).len());
    TypedCode::of(digits).has_shape_of(&letters.to_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;
    #[test]
    fn a_code_whose_letters_look_like_a_street_is_a_code() {
        let is_misread = |text, pairs: &[(Tag, &'static str)]| {
            is_misread_code(text, &Components::of_pairs(pairs.iter().copied()))
        };
        assert!(is_misread("3011 AD", &[(Tag::HouseNumber, "3011"), (Tag::Street, "AD")]));
        assert!(is_misread("2511 CV", &[(Tag::Postcode, "2511"), (Tag::Street, "CV")]));
        assert!(!is_misread("2100 DK", &[(Tag::Postcode, "2100"), (Tag::Country, "DK")]));
        assert!(!is_misread("8001 CH", &[(Tag::HouseNumber, "8001"), (Tag::Street, "CH")]));
        assert!(!is_misread("12 AD", &[(Tag::HouseNumber, "12"), (Tag::Street, "AD")]));
    }
}
