//! When to give no answer: a word that happens to be the name of some place is no address.
//!
//! The parser labels any text, and every second word is the name of a village somewhere. In an address, unlike in
//! prose, all words have labels and support each other.

use milepost_address::{Tag, Tree};
use milepost_gazetteer::{Place, Placetype};
use milepost_text::name_key;

use crate::admin::{Resolved, WELL_KNOWN};
use crate::answer::generate::whole_text;

/// Share of the letters and digits of the input that labels must cover if one place is all there is.
const COVERED: f64 = 0.6;
/// The same if the text is unlikely to be an address.
const ALL_COVERED: f64 = 0.9;
/// Mean probability of the labels below which a single unsupported place is rejected.
const BELIEVED: f32 = 0.5;
/// Probability of being an address below which a state or a country with nothing but unlabelled words is rejected:
/// `in` and `me` are also codes of states. Of the evaluation rows of the United States one in a thousand is below 0.5.
const LIKELY_AN_ADDRESS: f32 = 0.3;
/// Fewest inhabitants of a place that answers to a lone alternate name.
const KNOWN_BY_ALIAS: i64 = 1_000;

/// Inhabitants from which a place may be called a city: `Raccoon City` is no hamlet of Kentucky.
const CITY: i64 = 15_000;

/// Whether to reject the places that were found.
pub(crate) fn abstains(tree: &Tree, resolved: &Resolved) -> bool {
    if is_number(tree) || is_country_by_letters(tree, resolved) {
        return true;
    }
    let (labelled, all) = coverage(tree);
    let covers = |share: f64| labelled as f64 >= share * all as f64;
    if tree.scores.address < LIKELY_AN_ADDRESS {
        let is_division = |tag: Tag| matches!(tag, Tag::Region | Tag::Subregion | Tag::Country);
        let is_among_words = tree.nodes().iter().any(|node| !is_division(node.span.tag));
        let is_lone_division = is_among_words && !resolved.has_town_or_postcode();
        // Names of towns occur in many sentences; one that nothing confirms does not make an address.
        if is_lone_division || !resolved.is_locality_confirmed() && !covers(ALL_COVERED) {
            return true;
        }
    }
    if resolved.places().count() != 1 {
        return false;
    }
    if !covers(COVERED) {
        return true;
    }
    let Some(locality) = &resolved.locality else { return false };
    if locality.population >= WELL_KNOWN || whole_text::is_named(&tree.raw, locality) {
        return false;
    }
    let spans = tree.nodes();
    let confidence: f32 =
        spans.iter().map(|node| node.span.confidence).sum::<f32>() / spans.len().max(1) as f32;
    let alone = spans.iter().all(|node| matches!(node.span.tag, Tag::Locality | Tag::DependentLocality));
    confidence < BELIEVED
        || alone && !locality.is_primary && locality.population < KNOWN_BY_ALIAS
        || alone && is_by_chance(&tree.raw, locality)
}

/// Whether a text without a letter is a telephone number or another number: its postcode leaves digits over.
fn is_number(tree: &Tree) -> bool {
    if tree.raw.chars().any(char::is_alphabetic) {
        return false;
    }
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    let of_postcode = tree.nodes().into_iter().find(|node| node.span.tag == Tag::Postcode);
    of_postcode.is_some_and(|node| digits(tree.value(node)) < digits(&tree.raw))
}

/// Whether two letters in the middle of unknown words are all that names a country: `Logitech MX Master 3`.
fn is_country_by_letters(tree: &Tree, resolved: &Resolved) -> bool {
    let is_division = resolved.region.as_ref().is_some_and(|region| region.placetype != Placetype::Country);
    if resolved.has_town_or_postcode() || is_division {
        return false;
    }
    let nodes = tree.nodes();
    let country = nodes.iter().find(|node| node.span.tag == Tag::Country);
    nodes.len() > 1
        && country
            .is_some_and(|node| tree.value(node).len() == 2 && node.span.end < tree.raw.trim_end().len())
}

/// Whether a lone name is that of a hamlet by chance: one word, and nobody is known to live there, or a `City` that is none.
fn is_by_chance(text: &str, place: &Place) -> bool {
    let typed = name_key(text.trim());
    let is_no_city = typed.strip_suffix(" city").is_some_and(|bare| bare == name_key(&place.name));
    !typed.contains([' ', '-']) && place.population == 0 || is_no_city && place.population < CITY
}

/// Letters and digits with labels, and in all. An aside in brackets does not count.
fn coverage(tree: &Tree) -> (usize, usize) {
    let count = |text: &str| text.chars().filter(|character| character.is_alphanumeric()).count();
    let mut depth = 0_usize;
    let mut all = 0;
    for character in tree.raw.chars() {
        match character {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => all += usize::from(depth == 0 && character.is_alphanumeric()),
        }
    }
    (tree.nodes().iter().map(|node| count(tree.value(node))).sum(), all)
}

#[cfg(test)]
mod tests {
    use milepost_address::{Span, Tag, Tree};

    use milepost_gazetteer::{Place, Placetype};

    use super::{coverage, is_by_chance, is_country_by_letters, is_number};
    use crate::admin::Resolved;
    use crate::admin::fixture::{gazetteer, tree};

    #[test]
    fn an_aside_in_brackets_does_not_count_as_left_over() {
        let span = |tag, start, end| Span { tag, start, end, confidence: 1.0 };
        let village = Tree::from_spans(
            "02249 Alcala (Albacete)",
            vec![span(Tag::Postcode, 0, 5), span(Tag::Locality, 6, 12)],
        );
        assert_eq!(coverage(&village), (11, 11));
        let prose = Tree::from_spans("we met in Alcala", vec![span(Tag::Locality, 10, 16)]);
        assert_eq!(coverage(&prose), (6, 13));
    }

    #[test]
    fn a_number_of_several_groups_is_no_postcode() {
        let code = |raw: &str, end| {
            Tree::from_spans(raw, vec![Span { tag: Tag::Postcode, start: 0, end, confidence: 1.0 }])
        };
        assert!(is_number(&code("900123 07700", 6)));
        assert!(!is_number(&code("110 00", 6)));
        assert!(!is_number(&tree("postcode=1010; locality=Wien")));
    }

    #[test]
    fn two_letters_among_unknown_words_are_no_country() {
        let nothing = Resolved::default();
        assert!(is_country_by_letters(&tree("locality=Logitech; country=MX; street=Master"), &nothing));
        assert!(
            !is_country_by_letters(&tree("locality=Xyzzy; country=MX"), &nothing),
            "a country ends an address"
        );
        assert!(!is_country_by_letters(&tree("country=Mexico; street=Master"), &nothing));
    }

    #[test]
    fn a_hamlet_by_chance_is_no_answer_to_a_word() {
        let kinds = [Placetype::Locality];
        let ashland = gazetteer().places("Rockaway Beach", &kinds, 1).unwrap().swap_remove(0);
        let hamlet = Place { name: "Vane".into(), population: 0, ..ashland.clone() };
        assert!(is_by_chance("Vane", &hamlet) && is_by_chance("Vane City", &hamlet));
        assert!(!is_by_chance("Rockaway Beach", &ashland));
    }
}
