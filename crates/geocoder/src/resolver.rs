//! Resolves an address: its places, its street, what else it may mean, and finally whether it is an address at all.

use std::borrow::Cow;

use milepost_address::{ResolutionTier, Tag, Tree};
use milepost_gazetteer::{Gazetteer, Place};
use milepost_text::{coordinates, name_key};

use crate::Result;
use crate::answer::{Answer, Asked, places_above};
use crate::candidates::parts::quarter;
use crate::candidates::places::is_like;
use crate::candidates::{Scope, military};
use crate::components::Components;
use crate::decide::explained::Open;
use crate::decide::unread_code;
use crate::finding::{Finding, Part};
use crate::interpretations::{Edit, Interpretation, Relabelling, relabelled, whole_text};
use crate::model::confidence;
use crate::named_places::Resolved;
use crate::registers::{self, between_commas};
use crate::search::Search;
use crate::street::{Addressed, Cascade, Located};

/// Resolves an address tier by tier and decides whether what was found is an answer; with it at most `others` answers for the other places
/// that the text can mean, likeliest first. `next_parses` runs only if the likeliest parse leaves something open.
pub(crate) fn answers<'a>(
    asked: Asked<'_, 'a>,
    next_parses: impl FnOnce() -> Vec<Tree>,
    others: usize,
) -> Result<(Answer<'a>, Vec<Answer<'a>>)> {
    let Asked { scope, tree, .. } = asked;
    let (mut answer, search) = found(asked, next_parses)?;
    if answer.point().is_some() {
        answer.probability = Some(confidence::probability(tree, &answer));
        if !confidence::is_enough(&answer) {
            answer = answer.unlikely();
        }
    }
    if scope.options.is_bounded() && !answer.is_within(scope) {
        answer = answer.rejected(Finding::NotWithinBounds);
    }
    let others =
        search.map_or_else(|| Ok(Vec::new()), |search| alternatives(asked, &search, &answer, others))?;
    Ok((answer, others))
}

/// What is found of an address, likely or not, and what its places were chosen from.
pub(crate) fn found<'s, 'a: 's>(
    asked: Asked<'s, 'a>,
    next_parses: impl FnOnce() -> Vec<Tree>,
) -> Result<(Answer<'a>, Option<Search<'s, 'a>>)> {
    let Asked { scope, tree, .. } = asked;
    if let Some((lat, lon)) = coordinates::find(&tree.raw) {
        return Ok((at_point(scope.gazetteer, tree, lat, lon)?, None));
    }
    let parse = Interpretation::of_parse(tree);
    if military::is_military(&parse.components) {
        let resolved = military::resolve(scope, &parse.components)?;
        return Ok((asked.look_up(&parse, resolved, true)?, None));
    }
    let mut search = Search::of(scope, tree, parse.clone())?;
    let mut answer = asked.look_up(&parse, search.first()?, true)?;
    if is_of_two_towns(&answer) {
        let second = Edit::Relabelled(Relabelling::SecondTown);
        for interpretation in relabelled::interpretations(tree).filter(|read| read.edit == second) {
            search.add(interpretation)?;
        }
        // A house in one of two towns is uncertain.
        answer.located.take_if(|_| search.second_town().is_some());
    }
    if answer.located.is_none() {
        let unlikely = (!confidence::is_likely(tree, &answer)).then(|| answer.without_places());
        let first = unlikely.as_ref().unwrap_or(&answer);
        let better = match registers::proved(asked, first)? {
            Some(proved) => Some(proved),
            None => better(asked, &mut search, first, unlikely.is_none(), next_parses)?,
        };
        answer = match better {
            Some(better) => better,
            // Its places are in the list with those of the other interpretations.
            None => Answer { resolved: search.first()?, ..answer },
        };
    }
    if let Some(mapped) = between_commas::proved(asked, &answer)? {
        answer = mapped;
    }
    if is_of_two_towns(&answer)
        && let Some(text) = search.second_town()
    {
        answer.located = None;
        let second = second_town(text, &answer.resolved);
        let findings = &mut answer.resolved.findings;
        if !findings.iter().any(|finding| matches!(finding, Finding::SecondTown { .. })) {
            findings.push(second);
        }
    }
    explain(asked, &mut answer)?;
    Ok((answer, Some(search)))
}

fn is_of_two_towns(answer: &Answer<'_>) -> bool {
    answer.interpretation.components.dropped.iter().any(|span| span.tag == Tag::Locality)
}

fn second_town(text: &str, resolved: &Resolved) -> Finding {
    let taken = resolved.base().map(|place| place.name.to_string());
    Finding::SecondTown { text: text.to_owned(), taken: taken.unwrap_or_default() }
}

/// The places of labelled words, read in one way.
pub(crate) fn places(scope: Scope<'_>, components: Components<'_>) -> Result<Resolved> {
    if military::is_military(&components) {
        return military::resolve(scope, &components);
    }
    let text = Tree::from_spans("", Vec::new());
    let first = Interpretation { edit: Edit::Parse, parse: Cow::Borrowed(&text), components };
    Search::of(scope, &text, first)?.first()
}

/// Interpretations whose places and streets are looked at, best first.
const BEAM: usize = 4;

/// The answer of another interpretation than the likeliest parse: the best one that has a house or is likely, unless the first answer is
/// likely and scores better. None if no other interpretation qualifies.
fn better<'s, 'a: 's>(
    asked: Asked<'s, 'a>,
    search: &mut Search<'s, 'a>,
    first: &Answer<'a>,
    is_first_likely: bool,
    next_parses: impl FnOnce() -> Vec<Tree>,
) -> Result<Option<Answer<'a>>> {
    let Asked { scope, tree, .. } = asked;
    let components = &first.interpretation.components;
    let open = Open::of(tree, first);
    let whole = whole_text::interpretation(scope, tree, components)?;
    let parses = if open.may_be_read_otherwise { next_parses() } else { Vec::new() };
    let parses: Vec<_> = parses.into_iter().map(|parse| Interpretation::of_next_parse(tree, parse)).collect();
    let relabelled = relabelled::interpretations(tree).filter(|read| open.allows(read.edit));
    let relabelled: Vec<_> = relabelled.filter(|read| !search.has(read.edit)).collect();
    for interpretation in whole.into_iter().chain(parses.iter().cloned()).chain(relabelled) {
        search.add(interpretation)?;
    }
    for choice in search.best().into_iter().take(BEAM) {
        if choice.index == 0 {
            if is_first_likely {
                return Ok(None);
            }
            continue;
        }
        let interpretation = search.interpretation(choice);
        let corrects = matches!(interpretation.edit, Edit::Relabelled(_));
        let mut answer = asked.look_up(interpretation, search.resolved(choice)?, corrects)?;
        if confidence::is_likely(&interpretation.parse, &answer) {
            answer.resolved.findings.extend(interpretation.finding(answer.resolved.part.is_some()));
            search.take(choice);
            return Ok(Some(answer));
        }
    }
    if registers::only_house::is_open(asked, first) {
        let mut known = vec![registers::only_house::asked_of(components)];
        for interpretation in parses {
            let asks = registers::only_house::asked_of(&interpretation.components);
            if known.contains(&asks) {
                continue;
            }
            known.push(asks);
            if let Some(answer) = registers::only_house::proved(asked, first, interpretation)? {
                return Ok(Some(answer));
            }
        }
    }
    Ok(None)
}

/// Adds findings for the unexplained parts to an answer.
fn explain(Asked { scope, cascade, .. }: Asked<'_, '_>, answer: &mut Answer<'_>) -> Result<()> {
    let gazetteer = scope.gazetteer;
    let Answer { interpretation: Interpretation { parse, components, .. }, resolved, above, located, .. } =
        answer;
    if resolved.point().is_some() {
        resolved.findings.extend(unread_code::note(parse, components));
    }
    if let Some(located) = located {
        if resolved.base().is_none() {
            // A full code is a point, not a place.
            resolved.country = gazetteer.country_at(located.lat, located.lon)?;
        }
        // The register has the street in the typed town, which confirms the town.
        let is_settled = |finding: &Finding| {
            matches!(finding, Finding::Unknown { part: Part::Locality, .. } | Finding::Namesakes { .. })
        };
        resolved.findings.retain(|finding| !is_settled(finding));
    } else {
        if resolved.part.is_none() {
            resolved.part = quarter(gazetteer, components, resolved)?;
        }
        if resolved.point().is_some() {
            resolved.findings.extend(unknown_venue(components, resolved));
            resolved.findings.extend(unknown_part(components, resolved, above));
            let address = Addressed { components, resolved, above };
            let street = unknown_street(gazetteer, cascade, address)?;
            resolved.findings.extend(street);
        }
    }
    Ok(())
}

/// Answers for the other places that an answered text can mean, at most so many, likeliest first. A house is given only if
/// the register has it.
fn alternatives<'a>(
    asked: Asked<'_, 'a>,
    search: &Search<'_, 'a>,
    first: &Answer<'a>,
    most: usize,
) -> Result<Vec<Answer<'a>>> {
    let tier = first.located.as_ref().map(|located| located.tier);
    let is_point = matches!(tier, Some(ResolutionTier::PlusCode | ResolutionTier::Coordinates));
    let Some(taken) = first.resolved.base().filter(|_| most > 0 && !is_point) else {
        return Ok(Vec::new());
    };
    let mut answers = Vec::new();
    for resolved in search.others(&taken, most)? {
        let answer = asked.look_up(&first.interpretation, resolved, false)?;
        if answer.is_within(asked.scope) {
            answers.push(answer);
        }
    }
    Ok(answers)
}

/// The answer to coordinates: the point itself, in the country around it. The parser's labels of the digits do not count.
fn at_point<'a>(gazetteer: &Gazetteer, tree: &'a Tree, lat: f64, lon: f64) -> Result<Answer<'a>> {
    let resolved = Resolved { country: gazetteer.country_at(lat, lon)?, ..Resolved::default() };
    let above = places_above(gazetteer, &resolved)?;
    let typed = tree.raw.trim().to_owned();
    let located = Some(Located::at(ResolutionTier::Coordinates, (lat, lon), 1.0, typed));
    let interpretation =
        Interpretation { components: Components::default(), ..Interpretation::of_parse(tree) };
    Ok(Answer { interpretation, resolved, above, located, probability: None })
}

/// A street that the town lacks: the town answers instead.
fn unknown_street(
    gazetteer: &Gazetteer,
    cascade: Cascade<'_>,
    address: Addressed<'_>,
) -> Result<Option<Finding>> {
    let Some(text) = address.components.street() else { return Ok(None) };
    let elsewhere = match cascade.covers(address) {
        true => cascade.elsewhere(gazetteer, address)?,
        false if address.resolved.has_town_or_postcode() => return Ok(None),
        // Of a state or a country, which have no register of their own, no street is known.
        false => None,
    };
    Ok(Some(Finding::StreetUnknown { text, elsewhere }))
}

/// A typed name that the gazetteer lacks: its town answers instead.
fn unknown_venue(components: &Components<'_>, resolved: &Resolved) -> Option<Finding> {
    let venue = components.get(Tag::Venue)?;
    let is_more = components.has_any(&[Tag::Street, Tag::StreetPrefix, Tag::StreetSuffix, Tag::PoBox]);
    (!is_more && resolved.part.is_none()).then(|| Finding::VenueUnknown { text: venue.to_owned() })
}

/// A typed part of a town that the gazetteer lacks, where nothing finer is typed: its town answers instead.
fn unknown_part(components: &Components<'_>, resolved: &Resolved, above: &[Place]) -> Option<Finding> {
    let text = components.get(Tag::DependentLocality)?;
    if resolved.part.is_some() || resolved.locality.is_none() || !components.has(Tag::Locality) {
        return None;
    }
    let is_more = components.has_any(&[Tag::Street, Tag::PoBox, Tag::Postcode, Tag::Venue]);
    let typed = name_key(text);
    let is_said = resolved.places().chain(above).any(|place| is_like(&typed, &place.name));
    (!is_more && !is_said).then(|| Finding::Unknown { part: Part::Locality, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use milepost_store::distance_m;

    use super::*;
    use crate::fixture::parsed;
    use crate::street::fixture::{answered, with_others};

    fn codes(answer: &Answer<'_>) -> Vec<&'static str> {
        answer.resolved.findings.iter().map(Finding::code).collect()
    }

    fn answered_of(tree: &Tree) -> Answer<'_> {
        with_others(tree, 0).0
    }

    fn is_unresolved(answer: &Answer<'_>) -> bool {
        answer.point().is_none() && answer.resolved.base().is_none()
    }

    #[test]
    fn coordinates_are_their_own_answer_in_the_country_around_them() {
        let typed = Tree::from_spans("45.52, -122.68", Vec::new());
        let answer = answered_of(&typed);
        assert_eq!(answer.point(), Some((45.52, -122.68)));
        assert_eq!(answer.located.map(|located| located.tier), Some(ResolutionTier::Coordinates));
        assert_eq!(
            answer.resolved.country.map(|place| place.name.to_string()).as_deref(),
            Some("United States")
        );
    }

    #[test]
    fn the_town_beside_a_short_plus_code_completes_it() {
        let full = Tree::from_spans("84QVG8C8+22", Vec::new());
        let full = answered_of(&full);
        let short = answered("locality=Portland; region=OR; venue=G8C8+22");
        assert_eq!(short.located.as_ref().map(|located| located.tier), Some(ResolutionTier::PlusCode));
        let ((lat, lon), (town_lat, town_lon)) = (full.point().unwrap(), short.point().unwrap());
        assert!(distance_m(lat, lon, town_lat, town_lon) < 1.0, "{lat} {lon} {town_lat} {town_lon}");
    }

    #[test]
    fn what_a_town_lacks_is_reported_and_the_town_answers() {
        let street = answered("street=Gull Way; locality=Portland; region=OR; postcode=97201");
        let (text, elsewhere) = ("Gull Way".to_owned(), Some("Saint Helens".to_owned()));
        assert_eq!(street.resolved.findings, [Finding::StreetUnknown { text, elsewhere }]);
        let venue = answered("venue=Blue Mill; locality=Portland; region=OR");
        assert_eq!(venue.resolved.findings, [Finding::VenueUnknown { text: "Blue Mill".to_owned() }]);
        let part = answered("dependent_locality=Gull Hill; locality=Portland; region=OR");
        let text = "Gull Hill".to_owned();
        assert_eq!(part.resolved.findings, [Finding::Unknown { part: Part::Locality, text }]);
        let known = answered("dependent_locality=Croix-Rousse; locality=Lyon; country=France");
        assert!(codes(&known).is_empty(), "{:?}", known.resolved.findings);
        let uncovered = answered("street=Gull Way; locality=Springfield; region=IL");
        assert!(codes(&uncovered).is_empty(), "no register would know the street");
    }

    #[test]
    fn a_house_in_one_of_two_towns_is_no_answer() {
        let one = answered("house_number=20; street=Larch St; locality=Portland; region=OR");
        assert!(one.located.is_some());
        let two =
            answered("house_number=20; street=Larch St; locality=Portland; locality=Ashland; region=OR");
        assert!(two.located.is_none());
        assert!(!codes(&two).is_empty(), "a finding says so");
        let twice =
            answered("house_number=20; street=Larch St; locality=Portland; locality=Portland; region=OR");
        assert!(twice.located.is_some(), "a town that is written twice is one");
    }

    #[test]
    fn a_word_that_is_no_address_has_no_answer() {
        let mut tree = parsed("locality=Rockaway Beach").clone();
        tree.raw.push_str(" is where we went for the summer and had a good time");
        tree.scores.address = 0.1;
        let answer = answered_of(&tree);
        assert!(is_unresolved(&answer));
        assert_eq!(answer.resolved.findings, [Finding::Uncorroborated { text: "Rockaway Beach".to_owned() }]);
    }

    #[test]
    fn alternatives_lie_elsewhere_and_their_houses_are_of_the_register() {
        let salem = parsed("house_number=10; street=Larch St; locality=Salem");
        let (first, others) = with_others(salem, 5);
        let [other] = &others[..] else { panic!("the fixture has two Salems") };
        let ids = |answer: &Answer<'_>| answer.resolved.locality.as_ref().map(|place| place.id);
        assert_ne!(ids(&first), ids(other));
        let houses = [&first, other].iter().filter(|answer| answer.located.is_some()).count();
        assert_eq!(houses, 1, "only Oregon has a register");
        assert!(with_others(salem, 0).1.is_empty());
        let typed = Tree::from_spans("45.52, -122.68", Vec::new());
        assert!(with_others(&typed, 5).1.is_empty(), "a point means itself");
    }
}
