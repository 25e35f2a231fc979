//! Names that begin with a text, allowing typos.
//!
//! Walks the automaton from its root with the rows of the edit distance (adjacent letters swapped count as one), and leaves a branch when no
//! continuation can come near enough. One wrong letter is allowed if the longest word has four letters, two if it has
//! eight. Words of up to three letters must be right, and so must the first letter of a word of up to seven; in a longer one it
//! may be the only wrong one.

use fst::raw::Fst;
use milepost_text::{TYPOS_WHILE_TYPING, TypoPattern, TypoRow};

use super::names::{Begins, Position, root};

/// Most bytes of a text that is corrected.
const LONGEST: usize = 40;
/// Transitions visited for one query, and for one text and number of typos.
pub(super) const NODES: usize = 8_000;
const NODES_OF_A_WALK: usize = 3_000;
/// Beginnings that are kept.
const BEGINNINGS: usize = 48;

/// Names within the fewest typos that lead to any: the typos, and the names.
/// `nodes` is how many may still be visited, and how many are left afterwards.
pub(super) fn near<D: AsRef<[u8]>>(
    names: &Fst<D>,
    entries: u32,
    text: &str,
    nodes: &mut usize,
) -> Vec<(u8, Begins)> {
    if !text.is_ascii() || text.len() > LONGEST {
        return Vec::new();
    }
    for allowed in 1..=allowed(text) {
        let granted = NODES_OF_A_WALK.min(*nodes);
        let pattern = pattern(text, allowed);
        let first = pattern.first_row();
        let mut walk = Walk { names, pattern, allowed, nodes: granted, found: Vec::new() };
        walk.from(root(names, entries), &first, None, 0);
        *nodes -= granted - walk.nodes;
        if !walk.found.is_empty() {
            let mut found = walk.found;
            found.sort_by(|a, b| a.0.cmp(&b.0).then(b.1.all.len().cmp(&a.1.all.len())));
            found.truncate(BEGINNINGS);
            return found;
        }
    }
    Vec::new()
}

/// Typos that `text` may have, by its longest word.
pub(super) fn allowed(text: &str) -> u8 {
    let longest = text.split(' ').map(str::len).max().unwrap_or_default();
    TYPOS_WHILE_TYPING.allowed(longest) as u8
}

/// The pattern of a text with so many typos allowed. Words too short for a typo, numbers (another digit is another postcode) and
/// first letters must be right.
fn pattern(text: &str, allowed: u8) -> TypoPattern<u8> {
    let (for_one, for_two) = (TYPOS_WHILE_TYPING.one, TYPOS_WHILE_TYPING.two);
    let mut fixed = Vec::with_capacity(text.len());
    for (index, word) in text.as_bytes().split(|&byte| byte == b' ').enumerate() {
        if index > 0 {
            fixed.push(false);
        }
        let is_right = word.len() < for_one || word.iter().any(u8::is_ascii_digit);
        for letter in 0..word.len() {
            fixed.push(is_right || letter == 0 && (word.len() < for_two || allowed > 1));
        }
    }
    TypoPattern::with_fixed(text.as_bytes().to_vec(), |at| fixed[at])
}

struct Walk<'a, D> {
    names: &'a Fst<D>,
    pattern: TypoPattern<u8>,
    allowed: u8,
    /// Transitions that may still be looked at.
    nodes: usize,
    found: Vec<(u8, Begins)>,
}

impl<D: AsRef<[u8]>> Walk<'_, D> {
    /// Continues from a position reached by `last`, with its row and the row one letter before.
    fn from(&mut self, position: Position, row: &TypoRow, before: Option<(&TypoRow, u8)>, depth: usize) {
        let whole = self.pattern.of_the_whole(row, depth);
        let least = row.least();
        let node = self.names.node(position.node);
        // A name shorter than a correctable word is another name, as codes are.
        if whole <= self.allowed && whole > 0 && depth >= TYPOS_WHILE_TYPING.one {
            self.found.push((whole, position.begins(&node)));
        }
        // A name that begins with the text has no typos, and so do all names below it.
        if least > self.allowed || whole <= least || depth > self.pattern.len() + usize::from(self.allowed) {
            return;
        }
        // Letters that add no typo first: they lead to the likeliest names before the transitions are used up.
        let mut adding: Vec<(usize, u8, TypoRow)> = Vec::new();
        for transition in 0..node.len() {
            if self.nodes == 0 {
                return;
            }
            self.nodes -= 1;
            let letter = node.transition(transition).inp;
            let next = self.pattern.next_row(row, before, letter, depth + 1);
            let errors = next.least();
            if errors <= least {
                self.from(position.step(&node, transition), &next, Some((row, letter)), depth + 1);
            } else if errors <= self.allowed {
                adding.push((transition, letter, next));
            }
        }
        for (transition, letter, next) in adding {
            self.from(position.step(&node, transition), &next, Some((row, letter)), depth + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(names: &[&str], text: &str) -> Vec<String> {
        let mut sorted: Vec<&str> = names.to_vec();
        sorted.sort_unstable();
        let mut builder = fst::raw::Builder::memory();
        for (index, name) in sorted.iter().enumerate() {
            builder.insert(name, index as u64).unwrap();
        }
        let names = Fst::new(builder.into_inner().unwrap()).unwrap();
        let mut nodes = NODES;
        let mut found: Vec<String> = near(&names, sorted.len() as u32, text, &mut nodes)
            .into_iter()
            .flat_map(|(_, begins)| begins.all)
            .map(|entry| sorted[entry as usize].to_owned())
            .collect();
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn one_letter_of_four_and_two_of_eight() {
        let names = ["paris", "springfield", "parma", "rome", "newcastle", "new york"];
        assert_eq!(found(&names, "praris"), ["paris"]);
        assert_eq!(found(&names, "pairs"), ["paris"]);
        assert_eq!(found(&names, "sprinfeild"), ["springfield"]);
        assert_eq!(found(&names, "newyork"), ["new york"]);
        assert_eq!(found(&names, "new castle"), ["newcastle"]);
        assert_eq!(found(&names, "sprn"), ["springfield"]);
    }

    #[test]
    fn short_words_and_first_letters_are_right() {
        let names = ["paris", "rome", "ulm", "75001", "springfield"];
        for text in ["baris", "aris", "uln", "75011", "rmoe x"] {
            assert_eq!(found(&names, text), Vec::<String>::new(), "{text}");
        }
        assert_eq!(found(&names, "zpringfield"), ["springfield"]);
    }
}
