//! Word lists that the code names, from `data/words.txt`.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;

use crate::render;

/// A list in the two ways in which it can be read.
#[derive(Default)]
struct List {
    words: Vec<&'static str>,
    pairs: Vec<(&'static str, &'static str)>,
}

static LISTS: LazyLock<HashMap<&'static str, List>> = LazyLock::new(|| {
    let lines = include_str!("../data/words.txt").lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('\t')).map(|(name, words)| (name, List::read(words))).collect()
});

static NONE: List = List { words: Vec::new(), pairs: Vec::new() };

impl List {
    fn read(line: &'static str) -> List {
        let words: Vec<&str> = line.split('|').collect();
        let pairs = words.iter().filter_map(|word| word.split_once('=')).collect();
        List { words, pairs }
    }
}

fn list(name: &str) -> &'static List {
    debug_assert!(LISTS.contains_key(name), "no list {name}");
    LISTS.get(name).unwrap_or(&NONE)
}

/// The words of a list; empty if it is missing.
pub(crate) fn all(name: &str) -> &'static [&'static str] {
    &list(name).words
}

/// The pairs of a list.
pub(crate) fn pairs(name: &str) -> &'static [(&'static str, &'static str)] {
    &list(name).pairs
}

/// One of the words, all equally likely.
pub(crate) fn any(name: &str, rng: &mut Rng) -> &'static str {
    render::any(rng, all(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_has_words_or_pairs() {
        assert!(LISTS.values().all(|list| list.words.len() > 2));
        assert_eq!(pairs("place_region.irish.counties").first(), Some(&("Carlow", "Ceatharlach")));
    }
}
