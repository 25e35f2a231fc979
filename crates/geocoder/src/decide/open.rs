//! What the answer of the likeliest parse leaves open, so that other interpretations are worth their lookups.

use milepost_address::{Tag, Tree};

use super::explained::Explained;
use crate::answer::Answer;
use crate::candidates::places::is_division;
use crate::interpretations::{Edit, Relabelling};

/// Tags that show that what looks like a street is one.
const DOORS: [Tag; 3] = [Tag::HouseNumber, Tag::Unit, Tag::PoBox];

/// What an answer leaves open.
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
