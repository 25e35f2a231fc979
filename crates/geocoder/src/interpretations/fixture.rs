//! Answers to addresses in the fixtures of the gazetteer and of the streets.

use milepost_address::Tree;
use milepost_gazetteer::{Place, Placetype};

use crate::answer::{Answer, Asked};
use crate::answers;
use crate::bounds::AnswerBounds;
use crate::candidates::scope::Scope;
use crate::fixture::{gazetteer, tree};
use crate::street::fixture::cascade;

/// The whole gazetteer.
pub(crate) fn scope() -> Scope<'static> {
    Scope::new(gazetteer(), AnswerBounds::NONE)
}

/// The parse of `tag=text; tag=text`, kept as long as the tests run.
pub(crate) fn parsed(address: &str) -> &'static Tree {
    Box::leak(Box::new(tree(address)))
}

/// The answer to that parse, which has no alternatives.
pub(crate) fn answered(address: &str) -> Answer<'static> {
    with_others(parsed(address), 0).0
}

/// The answer to a parse, and at most so many others.
pub(crate) fn with_others(tree: &Tree, most: usize) -> (Answer<'_>, Vec<Answer<'_>>) {
    answers::answers(Asked { scope: scope(), cascade: cascade(), tree }, Vec::new, most).unwrap()
}

/// The most prominent place of a name.
pub(crate) fn place(name: &str, kind: Placetype) -> Place {
    gazetteer().places(name, &[kind], 1).unwrap().swap_remove(0)
}

/// A postcode of the gazetteer.
pub(crate) fn postcode(code: &str) -> Place {
    gazetteer().postcodes(code).unwrap().swap_remove(0)
}
