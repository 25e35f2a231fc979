//! Whole names that are a typo away from a name.
//!
//! Walks the automaton with the rows of the edit distance (adjacent letters swapped count as one), of which only the cells near
//! the diagonal can hold an allowed number. The first letter must be right: that alone excludes most of the automaton, and
//! people mistype it least.

use fst::raw::{CompiledAddr, Fst};
use milepost_text::{TYPOS_OF_A_PLACE, TypoPattern, TypoRow};

use super::index::PrefixIndex;
use super::words::{in_full, normal};

/// Most letters of a name.
const LONGEST: usize = 40;
/// Transitions visited for one name: they bound the time of an answer whatever was typed.
const TRANSITIONS: usize = 4_000;
/// Names that are kept.
const NAMES: usize = 64;

/// A name to be corrected.
pub(crate) struct Mistyped {
    /// Its compared form.
    form: String,
    /// Letters of it that may be wrong.
    pub(crate) errors: u8,
}

impl Mistyped {
    /// The name in compared form. It may have no typos if it has digits, letters other than `a` to `z`, or too few letters.
    pub(crate) fn read(name: &str) -> Mistyped {
        let form = normal(name);
        let form = in_full(&form).unwrap_or(form);
        let plain = form.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b' ');
        let letters = form.bytes().filter(u8::is_ascii_lowercase).count();
        let may_be_wrong = plain && form.len() <= LONGEST;
        let errors = if may_be_wrong { TYPOS_OF_A_PLACE.allowed(letters) as u8 } else { 0 };
        Mistyped { form, errors }
    }
}

impl PrefixIndex {
    /// Names in the compared form with at most this many errors.
    pub(crate) fn names_near(&self, name: &Mistyped, errors: u8) -> Vec<String> {
        near(self.names(), name.form.as_bytes(), errors)
    }
}

/// Keys of `names` within `allowed` errors of `text`, its first letter right.
fn near<D: AsRef<[u8]>>(names: &Fst<D>, text: &[u8], allowed: u8) -> Vec<String> {
    let pattern = TypoPattern::with_fixed(text.to_vec(), |at| at == 0);
    let root = names.root();
    let Some((first, transition)) = text.first().and_then(|&first| Some((first, root.find_input(first)?)))
    else {
        return Vec::new();
    };
    let row = pattern.next_row(&pattern.first_row(), None, first, 1);
    let mut walk =
        Walk { names, pattern, allowed, transitions: TRANSITIONS, key: vec![first], found: Vec::new() };
    walk.from(root.transition_addr(transition), &row, None);
    walk.found
}

struct Walk<'a, D> {
    names: &'a Fst<D>,
    pattern: TypoPattern<u8>,
    allowed: u8,
    transitions: usize,
    /// The letters walked.
    key: Vec<u8>,
    found: Vec<String>,
}

impl<D: AsRef<[u8]>> Walk<'_, D> {
    /// Continues below a node, with its row and the row one letter before.
    fn from(&mut self, node: CompiledAddr, row: &TypoRow, before: Option<&TypoRow>) {
        let node = self.names.node(node);
        let depth = self.key.len();
        let whole = self.pattern.of_the_whole(row, depth);
        if node.is_final() && whole <= self.allowed && self.found.len() < NAMES {
            self.found.extend(String::from_utf8(self.key.clone()));
        }
        // At most one of two typos is tried in the first half: both there are rare, and most of the walk is there.
        let allowed = if depth < self.pattern.len() / 2 { self.allowed.min(1) } else { self.allowed };
        for transition in node.transitions() {
            if self.transitions == 0 {
                return;
            }
            self.transitions -= 1;
            let older = before.zip(self.key.last().copied());
            let next = self.pattern.next_row(row, older, transition.inp, depth + 1);
            if next.least() <= allowed {
                self.key.push(transition.inp);
                self.from(transition.addr, &next, Some(row));
                self.key.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn index(names: &[&str]) -> Fst<Vec<u8>> {
        let mut sorted = names.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        Fst::from_iter_map(sorted.into_iter().map(|name| (name, 0))).unwrap()
    }

    #[test]
    fn a_letter_more_less_wrong_or_swapped_is_one_error() {
        let names = index(&["springfield", "springdale", "paris", "new york"]);
        for text in ["sprringfield", "sprngfield", "sprinkfield", "springfeild"] {
            assert_eq!(near(&names, text.as_bytes(), 1), ["springfield"], "{text}");
        }
        assert_eq!(near(&names, b"newyork", 1), ["new york"]);
        assert_eq!(near(&names, b"pariss", 1), ["paris"]);
        assert!(near(&names, b"baris", 2).is_empty(), "the first letter is right");
        assert!(near(&names, b"pa", 1).is_empty(), "a prefix is not a complete name");
    }

    proptest! {
        #[test]
        fn the_names_found_are_those_the_edit_distance_finds(
            names in proptest::collection::vec("[ab][abc]{1,6}", 1..24),
            text in "[ab][abc]{2,6}",
        ) {
            let borrowed: Vec<&str> = names.iter().map(String::as_str).collect();
            // The rest after a right first letter.
            let within = |errors: usize| {
                let fits = |name: &&str| {
                    name[..1] == text[..1] && strsim::osa_distance(&name[1..], &text[1..]) <= errors
                };
                let mut fitting: Vec<String> =
                    borrowed.iter().copied().filter(fits).map(str::to_owned).collect();
                fitting.sort_unstable();
                fitting.dedup();
                fitting
            };
            let index = index(&borrowed);
            prop_assert_eq!(near(&index, text.as_bytes(), 1), within(1));
            let (found, fitting) = (near(&index, text.as_bytes(), 2), within(2));
            prop_assert!(found.iter().all(|name| fitting.contains(name)));
            prop_assert!(within(1).iter().all(|name| found.contains(name)));
        }
    }
}
