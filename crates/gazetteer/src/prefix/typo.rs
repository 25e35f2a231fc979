//! Names that begin with a text up to wrong letters.
//!
//! The automaton is walked from its root with the rows of the edit distance (adjacent letters swapped count as one), left where no
//! continuation can come near enough. One wrong letter is allowed when the longest word has four letters, two when it has
//! eight. Words of up to three letters must be right, and so must the first letter of a word of up to seven; in a longer one it
//! may be the only wrong one.

use fst::raw::Fst;

use super::names::{Begins, Position, root};

/// Letters of a word from which one letter, and two, may be wrong.
const LETTERS_FOR_ONE: usize = 4;
const LETTERS_FOR_TWO: usize = 8;
/// Bytes of a text beyond which nothing is corrected.
const LONGEST: usize = 40;
/// Transitions that are looked at for one query, and for one text and number of errors: what is typed must not decide how long
/// the answer takes.
pub(super) const NODES: usize = 8_000;
const NODES_OF_A_WALK: usize = 3_000;
/// Beginnings that are kept.
const BEGINNINGS: usize = 48;

/// A row of the edit distance: errors between what was walked and each beginning of the text.
type Row = [u8; LONGEST + 1];
/// More than any number of errors that is allowed.
const FAR: u8 = u8::MAX / 2;

/// Names within the fewest errors that lead to any: the errors, and the names.
/// `nodes` is what may still be looked at, and what is left of it afterwards.
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
        let mut walk = Walk::new(names, text.as_bytes(), allowed, granted);
        walk.from(root(names, entries), &walk.first_row(), None, 0);
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

/// Letters of `text` that may be wrong.
pub(super) fn allowed(text: &str) -> u8 {
    match text.split(' ').map(str::len).max().unwrap_or_default() {
        LETTERS_FOR_TWO.. => 2,
        LETTERS_FOR_ONE.. => 1,
        _ => 0,
    }
}

struct Walk<'a, D> {
    names: &'a Fst<D>,
    text: &'a [u8],
    /// Bytes of the text that must be right.
    fixed: Vec<bool>,
    allowed: u8,
    /// Transitions that may still be looked at.
    nodes: usize,
    found: Vec<(u8, Begins)>,
}

impl<'a, D: AsRef<[u8]>> Walk<'a, D> {
    fn new(names: &'a Fst<D>, text: &'a [u8], allowed: u8, nodes: usize) -> Walk<'a, D> {
        let mut fixed = Vec::with_capacity(text.len());
        for (index, word) in text.split(|&byte| byte == b' ').enumerate() {
            if index > 0 {
                fixed.push(false);
            }
            let digits = word.iter().any(u8::is_ascii_digit);
            for letter in 0..word.len() {
                let first = letter == 0 && (word.len() < LETTERS_FOR_TWO || allowed > 1);
                let short = word.len() < LETTERS_FOR_ONE || first;
                // One digit is another postcode.
                fixed.push(short || digits);
            }
        }
        Walk { names, text, fixed, allowed, nodes, found: Vec::new() }
    }

    /// The row before anything was walked: each beginning of the text is left out whole.
    fn first_row(&self) -> Row {
        let mut row = [FAR; LONGEST + 1];
        row[0] = 0;
        for column in 1..=self.text.len() {
            row[column] = if self.fixed[column - 1] { FAR } else { row[column - 1] + 1 }.min(FAR);
        }
        row
    }

    /// The row behind one more letter of a name.
    fn next_row(&self, row: &Row, before: Option<(&Row, u8)>, letter: u8) -> Row {
        let mut next = [FAR; LONGEST + 1];
        let open = |column: usize| self.fixed.get(column).is_some_and(|&fixed| !fixed);
        for column in 0..=self.text.len() {
            // A letter the text lacks, beside one that may be wrong.
            let mut least = FAR;
            if (column > 0 && open(column - 1)) || open(column) {
                least = row[column] + 1;
            }
            if column > 0 {
                let typed = self.text[column - 1];
                if typed == letter {
                    least = least.min(row[column - 1]);
                } else if open(column - 1) {
                    least = least.min(row[column - 1] + 1);
                }
                if open(column - 1) {
                    least = least.min(next[column - 1] + 1);
                }
                if let Some((older, last)) = before
                    && column > 1
                    && typed == last
                    && self.text[column - 2] == letter
                    && open(column - 1)
                    && open(column - 2)
                {
                    least = least.min(older[column - 2] + 1);
                }
            }
            next[column] = least.min(FAR);
        }
        next
    }

    /// Walks on from a position reached by `last`, with the rows of here and of one letter before.
    fn from(&mut self, position: Position, row: &Row, before: Option<(&Row, u8)>, depth: usize) {
        let whole = row[self.text.len()];
        let least = row[..=self.text.len()].iter().copied().min().unwrap_or(FAR);
        let node = self.names.node(position.node);
        // A name shorter than a correctable word is another name: codes are.
        if whole <= self.allowed && whole > 0 && depth >= LETTERS_FOR_ONE {
            self.found.push((whole, position.begins(&node)));
        }
        // A name that begins with the text has no wrong letters; below it all names do.
        if least > self.allowed || whole <= least || depth > self.text.len() + usize::from(self.allowed) {
            return;
        }
        // The letters that add no error first: they lead to the likeliest names before the transitions are used up.
        let mut adding: Vec<(usize, u8, Row)> = Vec::new();
        for transition in 0..node.len() {
            if self.nodes == 0 {
                return;
            }
            self.nodes -= 1;
            let letter = node.transition(transition).inp;
            let next = self.next_row(row, before, letter);
            match next[..=self.text.len()].iter().copied().min() {
                Some(errors) if errors <= least => {
                    self.from(position.step(&node, transition), &next, Some((row, letter)), depth + 1);
                }
                Some(errors) if errors <= self.allowed => adding.push((transition, letter, next)),
                _ => {}
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
