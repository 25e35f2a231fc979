//! What a text may mean if its parse leaves something open: other towns of its street, other parses, other labels of its words.
//!
//! A generator proposes hypotheses. Each is looked up like the parse itself, and the generator picks one of the answers, or
//! none. The most certain generator comes first; the others run only if it finds nothing.

mod alternative_parses;
mod between_commas;
mod disambiguate_by_street;
mod place_by_register;
mod relabelled_parses;
mod town_near;
pub(crate) mod whole_text;

use std::borrow::Cow;

use milepost_address::{Tag, Tree};
use milepost_gazetteer::{Place, Placetype};

pub(crate) use self::relabelled_parses::Proof;
use crate::Result;
use crate::admin::scope::Scope;
use crate::admin::{Resolved, WELL_KNOWN};
use crate::answer::look_up::{Answer, look_up};
use crate::finding::Finding;
use crate::parse::components::Components;
use crate::street::cascade::Cascade;

/// Where a hypothesis comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Source {
    /// The likeliest parse of the text.
    Parse,
    /// One of the towns with a name similar to the typed one; the street decides.
    TownByStreet,
    /// The only register that has the house.
    Register,
    /// A town near the given point.
    TownNear,
    /// The whole text as the name of one place.
    WholeText,
    /// The words between commas as street and town, which a map has.
    BetweenCommas,
    /// One of the next best parses.
    AlternativeParse,
    /// The parse with a place for a street, a venue or a part, and the proof that this needs.
    RelabelledParse(Proof),
}

impl Answer<'_> {
    /// The finding for an answer that is not that of the parse.
    fn finding_of_source(&self) -> Option<Finding> {
        match self.source {
            Source::AlternativeParse => Some(Finding::ReadOtherwise),
            // Town and part confirm each other, and which of them was parsed as which says nothing about the answer.
            Source::RelabelledParse(Proof::TownAround) if self.resolved.part.is_some() => None,
            Source::RelabelledParse(_) => Some(Finding::ReadAsPlace),
            Source::WholeText if self.is_town_for_division() => Some(Finding::ReadAsPlace),
            Source::Parse
            | Source::TownByStreet
            | Source::Register
            | Source::TownNear
            | Source::BetweenCommas
            | Source::WholeText => None,
        }
    }

    /// Whether the parser takes the name for that of a division, and only a town that is not widely known has it: `Yorkshire` in Virginia.
    fn is_town_for_division(&self) -> bool {
        let is_division = |tag: Tag| matches!(tag, Tag::Region | Tag::Subregion);
        let is_town = |place: &Place| place.placetype == Placetype::Locality && place.population < WELL_KNOWN;
        self.parse.nodes().iter().all(|node| is_division(node.span.tag))
            && self.resolved.locality.as_ref().is_some_and(is_town)
    }
}

impl Source {
    /// Whether a street may be corrected. If the place is a guess, only a street that is spelled right proves it.
    pub(crate) fn corrects_street(self) -> bool {
        matches!(self, Source::Parse | Source::RelabelledParse(_))
    }
}

/// One thing a text may mean.
#[derive(Debug)]
pub(crate) struct Hypothesis<'a> {
    pub(crate) source: Source,
    /// The parse it rests on.
    pub(crate) parse: Cow<'a, Tree>,
    pub(crate) components: Components<'a>,
    /// Its places, if they are proposed and not looked up from the components.
    pub(crate) places: Option<Resolved>,
}

impl<'a> Hypothesis<'a> {
    /// What the likeliest parse says.
    pub(crate) fn of_parse(tree: &'a Tree) -> Hypothesis<'a> {
        Hypothesis::of_words(Source::Parse, Cow::Borrowed(tree), Components::of(tree))
    }

    /// What labelled words say, whose places are looked up.
    fn of_words(source: Source, parse: Cow<'a, Tree>, components: Components<'a>) -> Hypothesis<'a> {
        Hypothesis { source, parse, components, places: None }
    }
}

/// What a generator works with.
#[derive(Clone, Copy)]
struct Context<'c, 'a> {
    scope: Scope<'c>,
    cascade: &'c Cascade<'c>,
    /// The text and its likeliest parse.
    tree: &'a Tree,
    /// The answer to that parse.
    first: &'c Answer<'a>,
}

impl<'c, 'a> Context<'c, 'a> {
    /// The same words in each of the towns of countries with streets, each with what `places` has for a town of its name.
    fn in_towns(
        self,
        source: Source,
        towns: Vec<Place>,
        places: impl Fn(String) -> Resolved + 'c,
    ) -> impl Iterator<Item = Hypothesis<'a>> {
        let Context { cascade, first, .. } = self;
        let covered = towns.into_iter().filter(|town| cascade.shards.covers(&town.country.to_lowercase()));
        covered.map(move |town| {
            let places = places(town.name.to_string());
            let places = Some(Resolved { locality: Some(town), ..places });
            Hypothesis { source, parse: first.parse.clone(), components: first.components.clone(), places }
        })
    }
}

/// The answers to hypotheses, each looked up on demand.
type Answers<'i, 'a> = dyn Iterator<Item = Result<Answer<'a>>> + 'i;

/// A street of a map by the words between commas, better than the `first` answer; none if nothing is open, or there is none.
pub(crate) fn between_commas<'a>(
    scope: Scope<'_>,
    cascade: &Cascade<'_>,
    tree: &'a Tree,
    first: &Answer<'a>,
) -> Result<Option<Answer<'a>>> {
    between_commas::taken(Context { scope, cascade, tree, first })
}

/// An answer better than the `first` one; none if nothing is open, or none is better. The next best parses are computed
/// only if no more certain generator finds anything.
pub(crate) fn better<'a>(
    scope: Scope<'_>,
    cascade: &Cascade<'_>,
    tree: &'a Tree,
    first: &Answer<'a>,
    alternative_parses: impl FnOnce() -> Vec<Tree>,
) -> Result<Option<Answer<'a>>> {
    let context = Context { scope, cascade, tree, first };
    let looked_up = |hypotheses: Vec<Hypothesis<'a>>| {
        hypotheses.into_iter().map(move |hypothesis| look_up(scope, cascade, hypothesis))
    };
    let mut taken =
        disambiguate_by_street::taken(&mut looked_up(disambiguate_by_street::hypotheses(context)?))?;
    if taken.is_none() {
        taken = town_near::taken(scope, &mut looked_up(town_near::hypotheses(context)?))?;
    }
    let asks_registers = place_by_register::is_open(context);
    if taken.is_none() && asks_registers {
        taken = place_by_register::taken(context, first.parse.clone(), first.components.clone())?;
    }
    if taken.is_none() {
        taken = whole_text::taken(context)?;
    }
    if taken.is_none() {
        let parses = alternative_parses::parses(context, alternative_parses);
        taken = alternative_parses::taken(
            context,
            &mut looked_up(alternative_parses::hypotheses(tree, &parses)),
        )?;
        if taken.is_none() && asks_registers {
            let mut asked = vec![place_by_register::asked_of(&first.components)];
            for parse in parses {
                let components = Components::of_other(tree, &parse);
                let asks = place_by_register::asked_of(&components);
                if asked.contains(&asks) {
                    continue;
                }
                asked.push(asks);
                taken = place_by_register::taken(context, Cow::Owned(parse), components)?;
                if taken.is_some() {
                    break;
                }
            }
        }
    }
    if taken.is_none() {
        let hypotheses = relabelled_parses::hypotheses(tree, &first.resolved);
        taken = relabelled_parses::taken(&first.resolved, &mut looked_up(hypotheses))?;
    }
    if let Some(answer) = &mut taken {
        answer.resolved.findings.extend(answer.finding_of_source());
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;
    use crate::answer::fixture::{answered, parsed, scope};
    use crate::street::fixture::cascade;

    /// The better answer to a text and whether its other parses were asked for.
    fn better_than(first: &str, others: &[&str]) -> (Option<Answer<'static>>, bool) {
        let tree = parsed(first);
        let first = look_up(scope(), &cascade(), Hypothesis::of_parse(tree)).unwrap();
        let asked = Cell::new(false);
        let others = || {
            asked.set(true);
            others.iter().map(|other| parsed(other).clone()).collect()
        };
        (better(scope(), &cascade(), tree, &first, others).unwrap(), asked.get())
    }

    #[test]
    fn an_answer_that_is_not_that_of_the_parse_says_so() {
        let told = |source, address: &str| {
            let answer = Answer { source, ..answered(address) };
            answer.finding_of_source()
        };
        let town = "locality=Lyon";
        assert_eq!(told(Source::AlternativeParse, town), Some(Finding::ReadOtherwise));
        assert_eq!(told(Source::RelabelledParse(Proof::Name), town), Some(Finding::ReadAsPlace));
        for source in [Source::Parse, Source::TownByStreet, Source::TownNear, Source::WholeText] {
            assert_eq!(told(source, town), None, "{source:?}");
        }
        let around = Source::RelabelledParse(Proof::TownAround);
        let part = "dependent_locality=Croix-Rousse; locality=Lyon";
        assert_eq!(told(around, part), None, "town and part confirm each other");
        assert_eq!(told(around, town), Some(Finding::ReadAsPlace));
    }

    #[test]
    fn a_town_for_what_looks_like_a_division_says_so() {
        let told = |parse: &str, answer: &str| {
            let answer =
                Answer { source: Source::WholeText, parse: Cow::Borrowed(parsed(parse)), ..answered(answer) };
            answer.finding_of_source()
        };
        assert_eq!(told("subregion=Ashland", "locality=Ashland"), Some(Finding::ReadAsPlace));
        assert_eq!(told("street=Ashland", "locality=Ashland"), None);
        assert_eq!(told("region=Lyon", "locality=Lyon"), None, "a city");
    }

    #[test]
    fn a_guessed_place_is_proved_by_a_street_that_is_spelled_right() {
        for (source, corrects) in [
            (Source::Parse, true),
            (Source::RelabelledParse(Proof::VillageAsStreet), true),
            (Source::AlternativeParse, false),
            (Source::TownByStreet, false),
        ] {
            assert_eq!(source.corrects_street(), corrects, "{source:?}");
        }
    }

    #[test]
    fn a_surer_generator_leaves_the_other_parses_unread() {
        let (answer, is_asked) = better_than("street=Portland", &["locality=Portland"]);
        assert_eq!(answer.map(|answer| answer.source), Some(Source::WholeText));
        assert!(!is_asked);
    }

    #[test]
    fn another_parse_is_taken_and_told() {
        let (answer, is_asked) =
            better_than("house_number=97201; street=Portland", &["postcode=97201; locality=Portland"]);
        let answer = answer.unwrap();
        assert_eq!((answer.source, is_asked), (Source::AlternativeParse, true));
        assert!(answer.resolved.findings.contains(&Finding::ReadOtherwise));
    }

    #[test]
    fn where_nothing_is_open_there_is_nothing_better() {
        let (answer, is_asked) = better_than("locality=Portland; region=OR; postcode=97201", &[]);
        assert!(answer.is_none() && !is_asked);
    }
}
