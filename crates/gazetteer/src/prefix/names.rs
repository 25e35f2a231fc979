//! Names in key order: which entries begin with a text, and which have exactly that name.

use std::ops::Range;

use fst::raw::{CompiledAddr, Fst, Node};

/// Entries whose name begins with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Begins {
    /// All of them.
    pub(super) all: Range<u32>,
    /// Those whose name is the text; a part of `all`, at its start.
    pub(super) exact: Range<u32>,
}

/// A place in the automaton: the names that begin with the letters on the way to it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Position {
    pub(super) node: CompiledAddr,
    /// The first entry below.
    pub(super) start: u64,
    /// The first entry behind.
    pub(super) end: u64,
}

/// Where the walk begins: all names.
pub(super) fn root<D: AsRef<[u8]>>(names: &Fst<D>, entries: u32) -> Position {
    Position { node: names.root().addr(), start: 0, end: u64::from(entries) }
}

impl Position {
    /// After the transition of this number. The entries of a node's later transitions begin where its own ends: keys are
    /// filed in order and a value is the number of the key's first entry, so that the sum of outputs on the way to a node
    /// is the lowest number below it.
    pub(super) fn step(self, node: &Node<'_>, transition: usize) -> Position {
        let taken = node.transition(transition);
        let end = if transition + 1 < node.len() {
            self.start + node.transition(transition + 1).out.value()
        } else {
            self.end
        };
        Position { node: taken.addr, start: self.start + taken.out.value(), end }
    }

    /// Entries of names that begin with the letters on the way here.
    pub(super) fn begins(self, node: &Node<'_>) -> Begins {
        let exact_end = if !node.is_final() {
            self.start
        } else if node.is_empty() {
            self.end
        } else {
            self.start + node.transition(0).out.value()
        };
        let narrow = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        Begins { all: narrow(self.start)..narrow(self.end), exact: narrow(self.start)..narrow(exact_end) }
    }
}

/// The entries whose name begins with `text`; none if no name matches.
pub(super) fn begins_with<D: AsRef<[u8]>>(names: &Fst<D>, entries: u32, text: &str) -> Option<Begins> {
    let mut position = root(names, entries);
    for &byte in text.as_bytes() {
        let node = names.node(position.node);
        position = position.step(&node, node.find_input(byte)?);
    }
    let begins = position.begins(&names.node(position.node));
    (!begins.all.is_empty()).then_some(begins)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn index(keys: &std::collections::BTreeMap<String, u32>) -> (Fst<Vec<u8>>, u32) {
        let mut builder = fst::raw::Builder::memory();
        let mut next = 0;
        for (key, count) in keys {
            builder.insert(key, u64::from(next)).unwrap();
            next += count;
        }
        (Fst::new(builder.into_inner().unwrap()).unwrap(), next)
    }

    proptest! {
        #[test]
        fn ranges_are_those_of_a_sorted_list(
            keys in proptest::collection::btree_map("[a-c]{1,5}( [a-c]{1,3})?", 1_u32..4, 1..60),
            text in "[a-c]{0,3}",
        ) {
            let (names, entries) = index(&keys);
            let mut all = Vec::new();
            for (key, count) in &keys {
                all.extend(std::iter::repeat_n(key.as_str(), *count as usize));
            }
            let expected: Vec<usize> = (0..all.len()).filter(|&at| all[at].starts_with(&text)).collect();
            let exact = all.iter().filter(|key| **key == text).count();
            match begins_with(&names, entries, &text) {
                None => prop_assert!(expected.is_empty()),
                Some(found) => {
                    prop_assert_eq!(found.all.clone().map(|at| at as usize).collect::<Vec<_>>(), expected);
                    prop_assert_eq!(found.exact.len(), exact);
                    prop_assert!(exact == 0 || found.exact.start == found.all.start);
                }
            }
        }
    }
}
