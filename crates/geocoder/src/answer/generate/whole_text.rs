//! The whole text as the name of one place: `Leer`, `Kyshtym`, `Northern Ireland`; or as one postcode: `3011 AD`.
//!
//! A bare name has no neighbours to label it by, so the parser may take it for a street, split it or leave it unlabelled. If nothing else
//! is found and the gazetteer has a place of exactly this name, that place is meant.

use std::borrow::Cow;

use milepost_address::Tag;
use milepost_gazetteer::{Place, Placetype, bare_division, bare_names, is_airport, is_spelling_of};
use milepost_text::name_key;

use super::{Context, Hypothesis, Source};
use crate::Result;
use crate::admin::{is_cut_short, is_in_another_script};
use crate::answer::look_up::{Answer, look_up};
use crate::answer::{confidence, geocode_result};
use crate::country::postcode_shape::{TypedCode, country_of_shape};
use crate::parse::components::Components;

/// Inhabitants of a town whose name of one word is enough: any word is the name of some village.
const NAMED_BY_A_WORD: i64 = 1_000;
/// The same for a name of several words, which nothing else has by chance.
const NAMED_BY_WORDS: i64 = 200;
/// The same for another name of several words, as that of a part of a city: `Berlin-Tempelhof`.
const KNOWN_BY_OTHER_WORDS: i64 = 20_000;
/// The same for its name in letters other than Latin ones: the places whose names in their own scripts are all known.
const KNOWN_IN_ITS_SCRIPT: i64 = 15_000;
/// Kinds of areas and landmarks.
const LANDMARKS: [Placetype; 2] = [Placetype::County, Placetype::Neighbourhood];
/// Most words of a name.
const WORDS: usize = 6;

/// The whole text as a postcode whose letters were taken for a street, if a register has it; or as a town or a division that bears exactly
/// the name, if the first parse finds no place that is believed and leaves nothing out, and the text can be a name: without a number or a comma.
pub(super) fn taken<'a>(context: Context<'_, 'a>) -> Result<Option<Answer<'a>>> {
    let Context { scope, cascade, tree, first } = context;
    let text = tree.raw.trim();
    let is_name = !text.chars().any(|letter| letter.is_numeric() || matches!(letter, ',' | ';' | ':'));
    let words = text.split_whitespace().count();
    let is_name = is_name && (1..=WORDS).contains(&words);
    // What is believed costs more than the shape of a text, and most texts have a number.
    let is_found = is_name
        && geocode_result::base(&first.resolved).is_some()
        && !first.resolved.leaves_out
        && confidence::is_believed(tree, first);
    // `Disneyland Paris` is more than a venue in Paris, and `Lake Michigan` no town called Lake.
    let is_landmark = || -> Result<bool> {
        let named = words > 1 && first.components.iter().count() > 1;
        Ok(named && scope.places(text, &LANDMARKS, 1)?.first().is_some_and(Place::is_area))
    };
    let tag = if is_misread_code(text, &first.components) {
        Tag::Postcode
    } else if is_name && (!is_found || is_landmark()?) {
        Tag::Locality
    } else {
        return Ok(None);
    };
    let components = Components::as_written([(tag, text)]);
    let answer =
        look_up(scope, cascade, Hypothesis::of_words(Source::WholeText, Cow::Borrowed(tree), components))?;
    let is_meant = |place: &Place| is_named(text, place) && (!is_found || place.is_area());
    let is_place = answer.resolved.locality.as_ref().is_some_and(is_meant);
    Ok((is_place || answer.resolved.has_typed_postcode()).then_some(answer))
}

/// Whether a text has the shape of one country's postcodes, and its letters were taken for a street: `3011 AD`, `2511 CV`.
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

/// Whether a text is nothing but the own name of a place that is known by it, in full, cut short or with a word for what it is; any name of
/// an airport, an island, a mountain or a lake; or one of several words, or in another script, of a larger place.
pub(crate) fn is_named(text: &str, place: &Place) -> bool {
    let typed = name_key(text.trim());
    let name = name_key(&place.name);
    if place.placetype == Placetype::Neighbourhood && is_airport(&name) {
        // `Gatwick` of `London Gatwick Airport`.
        return is_airport(&typed) || name.contains(&typed);
    }
    // Every name of a place whose publisher lists all names and ranks them by importance is one that people write.
    if place.is_area() || place.importance.is_some() {
        return true;
    }
    let is_of_words = typed.contains([' ', '-']);
    let is_in_its_script = is_in_another_script(&typed) && place.population >= KNOWN_IN_ITS_SCRIPT;
    let is_known_by_words = is_of_words && place.population >= KNOWN_BY_OTHER_WORDS;
    if !place.is_primary && (is_in_its_script || is_known_by_words) {
        return true;
    }
    let is_known = match place.placetype {
        Placetype::Region | Placetype::County | Placetype::Country => true,
        _ if is_of_words => place.population >= NAMED_BY_WORDS,
        _ => place.population >= NAMED_BY_A_WORD,
    };
    let is_name = is_spelling_of(&typed, &place.name)
        || is_cut_short(text, &place.name)
        || bare_names(text).iter().any(|bare| is_spelling_of(bare, &place.name))
        || bare_division(text).is_some_and(|bare| is_spelling_of(&name_key(bare), &place.name));
    is_known && place.is_primary && is_name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::fixture::gazetteer;

    fn place(name: &str) -> Place {
        let kinds = [Placetype::Locality, Placetype::Region];
        gazetteer().places(name, &kinds, 1).unwrap().swap_remove(0)
    }

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

    #[test]
    fn a_place_is_named_by_its_own_name_alone() {
        assert!(is_named("portland", &place("Portland")));
        assert!(is_named(" Oregon ", &place("Oregon")));
        let umlaut = Place { name: "Pörtland".into(), ..place("Portland") };
        assert!(is_named("Poertland", &umlaut));
        assert!(is_named("City of Portland", &place("Portland")));
        assert!(!is_named("Lugdunum", &place("Lugdunum")), "another name of Lyon");
        assert!(!is_named("Portland OR", &place("Portland")));
    }

    #[test]
    fn an_airport_is_named_by_any_of_its_names() {
        let airport = Place {
            name: "London Heathrow Airport".into(),
            placetype: Placetype::Neighbourhood,
            population: 0,
            is_primary: false,
            ..place("Portland")
        };
        assert!(is_named("Heathrow Airport", &airport));
        assert!(is_named("Heathrow", &airport));
    }

    #[test]
    fn any_word_is_the_name_of_some_village() {
        let of = |name: &str, population| Place { name: name.into(), population, ..place("Portland") };
        assert!(!is_named("Vane", &of("Vane", 500)));
        assert!(is_named("Vane", &of("Vane", 1_500)));
        assert!(is_named("Vane Creek", &of("Vane Creek", 500)));
        let added = Place { importance: Some(0.1), is_primary: false, ..of("ވޭން", 0) };
        assert!(is_named("Vane", &added), "its publisher has all names of all places");
    }

    #[test]
    fn a_part_of_a_city_is_named_by_another_name_of_several_words() {
        let quarter = |population| Place { is_primary: false, population, ..place("Portland") };
        assert!(is_named("Vane-Portland", &quarter(60_000)));
        assert!(!is_named("Vane-Portland", &quarter(2_000)));
        assert!(!is_named("Portlandia", &quarter(60_000)), "one word");
    }

    /// `Никшић`, which the parser takes for a street, had no answer.
    #[test]
    fn a_town_of_some_size_is_named_in_another_script() {
        let town = |population| Place { is_primary: false, population, ..place("Portland") };
        assert!(is_named("Портленд", &town(60_000)) && is_named("波特蘭", &town(60_000)));
        assert!(!is_named("Портленд", &town(2_000)));
        assert!(!is_named("波", &town(60_000)), "one letter");
    }
}
