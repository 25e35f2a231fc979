//! How much of a text an answer explains, and whether other interpretations are worth their lookups.

use std::ops::Range;

use milepost_address::{Tag, Tree};
use milepost_gazetteer::Placetype;

use crate::answer::Answer;
use crate::candidates::places::is_division;
use crate::components::OF_A_STREET;
use crate::interpretations::{Edit, Interpretation, NAMES_OF_PLACES, Relabelling, count};

/// The letters and digits of a text by what an answer makes of them.
pub(crate) struct Explained {
    /// Letters and digits of those components.
    pub(crate) letters: usize,
    /// Letters and digits of all other words, labelled or not.
    pub(crate) unexplained: usize,
    /// Letters and digits of the street and its number.
    pub(crate) of_street: usize,
    /// Letters and digits of a venue.
    pub(crate) of_venue: usize,
    /// Letters and digits without a label.
    pub(crate) unlabelled: usize,
    /// Whether the answer lacks a place that was parsed by its name.
    pub(crate) misses_name: bool,
}

impl Explained {
    pub(crate) fn of(parse: &Tree, answer: &Answer<'_>) -> Explained {
        let raw = parse.raw.as_str();
        let mut bytes = vec![false; raw.len()];
        let mut misses_name = false;
        let (mut of_street, mut of_venue, mut labelled) = (0, 0, 0);
        let spans = spans(parse, answer);
        for (index, (tag, span)) in spans.iter().enumerate() {
            let written = raw.get(span.clone()).map_or(0, count);
            labelled += written;
            let is_of_street = OF_A_STREET.contains(tag) || *tag == Tag::HouseNumber;
            of_street += if is_of_street { written } else { 0 };
            of_venue += if *tag == Tag::Venue { written } else { 0 };
            // If a tag occurs twice, the first is looked up.
            let is_second = spans[..index].iter().any(|(other, _)| other == tag);
            if !is_second && is_known(*tag, answer) {
                bytes[span.clone()].fill(true);
            } else {
                misses_name |= NAMES_OF_PLACES.contains(tag);
            }
        }
        let (mut letters, mut unexplained) = (0_usize, 0_usize);
        for (at, _) in raw.char_indices().filter(|(_, character)| character.is_alphanumeric()) {
            *(if bytes[at] { &mut letters } else { &mut unexplained }) += 1;
        }
        let unlabelled = (letters + unexplained).saturating_sub(labelled);
        Explained { letters, unexplained, of_street, of_venue, unlabelled, misses_name }
    }
}

/// What is labelled: by the parse, or by a generator that labels its words anew.
fn spans(
    parse: &Tree,
    Answer { interpretation: Interpretation { edit, components, .. }, .. }: &Answer<'_>,
) -> Vec<(Tag, Range<usize>)> {
    let of_value = |(tag, value): (Tag, &str)| parse.raw.find(value).map(|at| (tag, at..at + value.len()));
    match edit {
        Edit::WholeText | Edit::Relabelled(_) | Edit::BetweenCommas => {
            components.iter().filter_map(of_value).collect()
        }
        _ => parse.nodes().iter().map(|node| (node.span.tag, node.span.start..node.span.end)).collect(),
    }
}

/// Whether a parsed component is part of the answer.
fn is_known(
    tag: Tag,
    Answer { interpretation: Interpretation { components, .. }, resolved, located, .. }: &Answer<'_>,
) -> bool {
    match tag {
        // A country of two letters is looked up as a division too.
        Tag::Country => {
            resolved.country.is_some() || !components.has(Tag::Region) && resolved.region.is_some()
        }
        // Where it is the finest part, a county is looked up in its region.
        Tag::Subregion if !components.has_any(&FINER) && components.has(Tag::Region) => {
            resolved.region.as_ref().is_some_and(|region| region.placetype.level() == Placetype::County)
        }
        Tag::Region | Tag::Subregion => resolved.region.is_some(),
        Tag::Locality => resolved.locality.is_some() && !resolved.is_corrected(),
        Tag::DependentLocality if components.has(Tag::Locality) => resolved.part.is_some(),
        Tag::DependentLocality => resolved.locality.is_some(),
        // The nearest known code explains one that is the whole text.
        Tag::Postcode if components.iter().count() == 1 => resolved.postcode.is_some(),
        Tag::Postcode => resolved.has_typed_postcode(),
        _ => located.is_some(),
    }
}

/// Parts that are finer than a county.
const FINER: [Tag; 2] = [Tag::Locality, Tag::Postcode];

/// Tags that show that what looks like a street is one.
const DOORS: [Tag; 3] = [Tag::HouseNumber, Tag::Unit, Tag::PoBox];

pub(crate) struct Open {
    /// Whether another parse may do better: it lacks a parsed place, or words are left over and it is a state or coarser. An unknown
    /// postcode does not count if the town is known: gazetteers lack many.
    pub(crate) may_be_read_otherwise: bool,
    /// Whether its words may have other labels: also if nothing confirms its town, or it has no house.
    may_be_relabelled: bool,
}

impl Open {
    pub(crate) fn of(tree: &Tree, answer: &Answer<'_>) -> Open {
        let resolved = &answer.resolved;
        let explained = Explained::of(tree, answer);
        let is_coarse = resolved.postcode.is_none() && resolved.locality.as_ref().is_none_or(is_division);
        let may_be_read_otherwise =
            explained.misses_name || resolved.leaves_out || explained.unexplained > 0 && is_coarse;
        let is_unconfirmed = resolved.locality.is_none() || !resolved.is_locality_confirmed();
        let is_door = answer.interpretation.components.has_any(&DOORS);
        let is_alone = explained.unexplained > 0 && (is_unconfirmed || !is_door)
            || resolved.locality.is_none() && answer.interpretation.components.has(Tag::Locality);
        Open { may_be_read_otherwise, may_be_relabelled: may_be_read_otherwise || is_alone }
    }

    /// Whether to look up an interpretation. A country or region directly before a town is rarely a separate place, so that one is always looked up.
    pub(crate) fn allows(&self, edit: Edit) -> bool {
        self.may_be_relabelled || edit == Edit::Relabelled(Relabelling::CountryInName)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fixture::parsed;
    use crate::street::fixture::answered;

    fn explained(address: &str) -> Explained {
        Explained::of(parsed(address), &answered(address))
    }

    #[test]
    fn letters_belong_to_places_streets_or_nothing() {
        let all = explained("venue=Blue Mill; street=Gull Way; locality=Portland; region=OR");
        assert_eq!((all.letters, all.of_street, all.of_venue, all.unlabelled), (10, 7, 8, 0));
        assert_eq!(all.unexplained, 15);
        assert!(!all.misses_name);
    }

    #[test]
    fn an_unknown_or_corrected_name_is_not_explained() {
        assert!(explained("locality=Qwrtzville; region=OR").misses_name);
        assert!(explained("locality=Asland; region=OR").misses_name);
        assert!(explained("subregion=Nowhere County; region=OR").misses_name);
        assert!(!explained("subregion=Vane County; region=OR").misses_name);
    }
}
