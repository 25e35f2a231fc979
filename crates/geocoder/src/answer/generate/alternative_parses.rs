//! Of the n best parses of a text, the one that the gazetteer confirms.
//!
//! The parser labels words by their neighbours and knows no gazetteer: `08837 Edison` looks like a house and its street as well as like
//! a postcode and its town. If the likeliest parse leaves something open, the next ones are looked up. One is taken if it
//! explains all that the first does and more, leaves out nothing that is known and needs no correction. The answer reports it.

use std::borrow::Cow;

use milepost_address::{Tag, Tree};
use milepost_gazetteer::{Place, Placetype};

use super::{Answers, Context, Hypothesis, Source};
use crate::Result;
use crate::admin::{Resolved, WELL_KNOWN};
use crate::answer::confidence;
use crate::answer::explained::Explained;
use crate::answer::geocode_result;
use crate::answer::look_up::Answer;
use crate::parse::components::Components;

/// Whether an answer leaves so much open that another parse may do better: it lacks a parsed place, or words are
/// left over and it is no finer than a state. An unknown postcode does not count if the town is known: gazetteers lack many.
fn is_open(known: &Explained, resolved: &Resolved) -> bool {
    let is_division = |place: &Place| matches!(place.placetype, Placetype::Country | Placetype::Region);
    let is_coarse = resolved.postcode.is_none() && resolved.locality.as_ref().is_none_or(is_division);
    known.misses_name || resolved.leaves_out || known.unexplained > 0 && is_coarse
}

/// Whether an answer needs no support of the first parse: a known street, places that confirm each other, or a well-known place
/// that is the whole text.
fn stands(known: &Explained, Answer { components, resolved, located, .. }: &Answer<'_>) -> bool {
    let no_street =
        components.has(Tag::StreetSuffix) && !components.has_any(&[Tag::Street, Tag::StreetPrefix]);
    let is_confirmed = resolved.places().count() > 1;
    let is_well_known =
        || geocode_result::point(resolved).is_some_and(|place| place.ranking_population() >= WELL_KNOWN);
    !known.misses_name
        && !known.misses_postcode
        && !resolved.leaves_out
        && !no_street
        && (located.is_some() || is_confirmed || known.unexplained == 0 && is_well_known())
}

/// The next best parses; none if the first answer leaves nothing open.
pub(super) fn parses(
    Context { tree, first, .. }: Context<'_, '_>,
    alternative_parses: impl FnOnce() -> Vec<Tree>,
) -> Vec<Tree> {
    if is_open(&Explained::of(tree, first), &first.resolved) { alternative_parses() } else { Vec::new() }
}

/// What they say.
pub(super) fn hypotheses<'a>(tree: &'a Tree, parses: &[Tree]) -> Vec<Hypothesis<'a>> {
    let of_parse = |other: &Tree| {
        let components = Components::of_other(tree, other);
        Hypothesis::of_words(Source::AlternativeParse, Cow::Owned(other.clone()), components)
    };
    parses.iter().map(of_parse).collect()
}

/// The answer that explains most; none if none explains more than the first.
pub(super) fn taken<'a>(
    Context { tree, first, .. }: Context<'_, 'a>,
    answers: &mut Answers<'_, 'a>,
) -> Result<Option<Answer<'a>>> {
    let mut most: Option<Explained> = None;
    let mut best = None;
    for answer in answers {
        let answer = answer?;
        let least = most.get_or_insert_with(|| Explained::of(tree, first));
        let known = Explained::of(&answer.parse, &answer);
        let is_believed = known.exceeds(least)
            && stands(&known, &answer)
            && confidence::is_believed(&answer.parse, &answer);
        if is_believed {
            (most, best) = (Some(known), Some(answer));
        }
    }
    Ok(best)
}

#[cfg(test)]
mod tests {
    use super::super::look_up;
    use super::*;
    use crate::answer::fixture::{parsed, scope};
    use crate::street::fixture::cascade;

    fn known(address: &str) -> Explained {
        let tree = parsed(address);
        Explained::of(tree, &look_up(scope(), &cascade(), Hypothesis::of_parse(tree)).unwrap())
    }

    /// Which of the parses of a text is taken instead of the first.
    fn taken_of(texts: &[&str]) -> Option<String> {
        let cascade = cascade();
        let tree = parsed(texts[0]);
        let first = look_up(scope(), &cascade, Hypothesis::of_parse(tree)).unwrap();
        let context = Context { scope: scope(), cascade: &cascade, tree, first: &first };
        let others = || texts[1..].iter().map(|other| parsed(other).clone()).collect();
        let parses = parses(context, others);
        let hypotheses = hypotheses(tree, &parses);
        let mut answers = hypotheses.into_iter().map(|hypothesis| look_up(scope(), &cascade, hypothesis));
        let answer = taken(context, &mut answers).unwrap()?;
        let parts = answer.components.iter().map(|(tag, text)| format!("{tag}={text}"));
        Some(parts.collect::<Vec<_>>().join("; "))
    }

    #[test]
    fn letters_count_that_are_part_of_the_answer() {
        let town = known("venue=Blue Mill; locality=Portland; region=OR");
        assert_eq!((town.letters, town.unexplained), ("PortlandOR".len(), "BlueMill".len()));
        assert!(!town.misses_name && !town.misses_postcode);
        let nothing = known("locality=Qwrtzville; postcode=0");
        assert_eq!((nothing.letters, nothing.misses_name, nothing.misses_postcode), (0, true, true));
        let twice = known("locality=Portland; locality=Ashland; region=OR");
        assert!(twice.misses_name, "of two towns one is looked up");
    }

    #[test]
    fn more_is_explained_only_if_nothing_is_lost() {
        let (town, code) = (known("venue=97201; locality=Portland"), known("postcode=97201; venue=Portland"));
        let both = known("postcode=97201; locality=Portland");
        assert!(both.exceeds(&town) && both.exceeds(&code));
        assert!(!town.exceeds(&both) && !both.exceeds(&both));
        assert!(!town.exceeds(&code), "more letters, and the code is lost");
    }

    #[test]
    fn a_parse_whose_places_confirm_each_other_is_taken() {
        let first = "house_number=97201; street=Portland";
        let other = "postcode=97201; locality=Portland";
        assert_eq!(taken_of(&[first, other]).as_deref(), Some(other));
        assert_eq!(taken_of(&[first, "postcode=97201; street=Portland"]), None, "a code alone is no proof");
        assert_eq!(
            taken_of(&[first, "postcode=97201; locality=Ashland"]),
            None,
            "they contradict each other"
        );
    }

    #[test]
    fn a_parse_that_explains_all_is_not_replaced() {
        assert_eq!(taken_of(&["locality=Salem; region=MA", "street=Salem; locality=MA"]), None);
    }
}
