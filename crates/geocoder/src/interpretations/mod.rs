//! What a text may be read as: the likeliest parse, the next ones, the whole text as one name, and the words of the parse with other labels.
//!
//! The parser knows no gazetteer. An interpretation makes no lookup; `search` weighs what each can mean, with the edit as a feature.

pub(crate) mod relabelled;
pub(crate) mod whole_text;

use std::borrow::Cow;

use milepost_address::{Tag, Tree};

use crate::components::{Components, OF_A_STREET};
use crate::finding::Finding;
use crate::model::Feature;
use crate::search::combinations::Combinations;

pub(crate) use self::relabelled::Relabelling;

/// How a text is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edit {
    /// As the likeliest parse.
    Parse,
    /// As one of the next best parses.
    NextParse,
    /// The whole text as one name or code.
    WholeText,
    /// The words of the likeliest parse with other labels.
    Relabelled(Relabelling),
    /// The words between commas as street and town, which a map has.
    BetweenCommas,
}

impl Edit {
    fn feature(self) -> Option<Feature> {
        match self {
            Edit::Parse | Edit::BetweenCommas => None,
            Edit::NextParse => Some(Feature::NextParse),
            Edit::WholeText => Some(Feature::WholeText),
            Edit::Relabelled(relabelling) => relabelling.feature(),
        }
    }
}

/// One way to read a text.
#[derive(Debug, Clone)]
pub(crate) struct Interpretation<'a> {
    pub(crate) edit: Edit,
    /// The parse it rests on.
    pub(crate) parse: Cow<'a, Tree>,
    pub(crate) components: Components<'a>,
}

/// Tags of names of places.
pub(crate) const NAMES_OF_PLACES: [Tag; 5] =
    [Tag::Country, Tag::Region, Tag::Subregion, Tag::Locality, Tag::DependentLocality];

impl<'a> Interpretation<'a> {
    pub(crate) fn of_parse(tree: &'a Tree) -> Interpretation<'a> {
        Interpretation { edit: Edit::Parse, parse: Cow::Borrowed(tree), components: Components::of(tree) }
    }

    /// One of the next best parses, looked up as written.
    pub(crate) fn of_next_parse(tree: &'a Tree, next: Tree) -> Interpretation<'a> {
        let components = Components::of_other(tree, &next);
        Interpretation { edit: Edit::NextParse, parse: Cow::Owned(next), components }
    }

    /// The finding for an answer that is not that of the likeliest parse.
    pub(crate) fn finding(&self, has_part: bool) -> Option<Finding> {
        match self.edit {
            Edit::NextParse => Some(Finding::ReadOtherwise),
            // Town and part confirm each other, and which of them was parsed as which says nothing about the answer.
            Edit::Relabelled(relabelling) if relabelling.swaps_town_and_part() && has_part => None,
            Edit::Relabelled(_) => Some(Finding::ReadAsPlace),
            Edit::Parse | Edit::WholeText | Edit::BetweenCommas => None,
        }
    }

    /// The features that all its combinations share: the edit, and the words that none of them explains.
    pub(crate) fn visit(
        &self,
        tree: &Tree,
        combinations: &Combinations<'_>,
        visit: &mut dyn FnMut(Feature, f64),
    ) {
        if let Some(feature) = self.edit.feature() {
            visit(feature, 1.0);
        }
        combinations.visit_unknown(visit);
        let is_second = |tag: &Tag| NAMES_OF_PLACES.contains(tag);
        let second = self.components.dropped.iter().filter(|span| is_second(&span.tag)).count();
        visit(Feature::SecondName, second as f64);
        let letters = count(&tree.raw).max(1) as f64;
        let of = |is_counted: &dyn Fn(Tag) -> bool| {
            let words = self.components.iter().filter(|(tag, _)| is_counted(*tag));
            words.map(|(_, text)| count(text)).sum::<usize>() as f64 / letters
        };
        let is_crossing = |tag| matches!(tag, Tag::IntersectionA | Tag::IntersectionB);
        visit(Feature::StreetWords, of(&|tag| OF_A_STREET.contains(&tag) || is_crossing(tag)));
        visit(Feature::VenueWords, of(&|tag| tag == Tag::Venue));
        let dropped = self.components.dropped.iter().map(|span| count(&span.value)).sum::<usize>() as f64;
        visit(Feature::UnlabelledWords, (1.0 - of(&|_| true) - dropped / letters).max(0.0));
    }
}

/// Letters and digits of a text.
pub(crate) fn count(text: &str) -> usize {
    text.chars().filter(|letter| letter.is_alphanumeric()).count()
}
