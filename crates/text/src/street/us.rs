//! Streets whose type comes after the name: United States, Canada, Great Britain, Australia, New Zealand, Ireland.

use super::route;
use super::words::{US_DIRECTIONALS, US_TYPES, is_directional, ordinal, spelled_ordinal, words};

/// Roads whose number is their name: `highway 5` is not a fifth highway.
const NUMBERED_TYPES: [&str; 6] = ["highway", "route", "road", "loop", "spur", "freeway"];

/// The name as address points are filed under it: folded, directionals at the edges and the type written out, ordinals
/// in digits, a leading `st` as `saint`, a type written twice once.
pub(super) fn norm(street: &str) -> Vec<String> {
    let mut words = words(street, false);
    initials_of_directionals(&mut words);
    directionals(&mut words);
    let has_post = words.len() > 2 && words.last().is_some_and(|word| is_directional(word));
    let end = words.len() - usize::from(has_post);
    street_type(&mut words, end);
    ordinals(&mut words);
    saint(&mut words);
    words
}

/// `N W` and `S E` at an edge are one directional.
fn initials_of_directionals(words: &mut Vec<String>) {
    let pair = |a: &str, b: &str| matches!((a, b), ("n" | "s", "e" | "w"));
    if words.len() > 3 && pair(&words[0], &words[1]) {
        let second = words.remove(1);
        words[0].push_str(&second);
    }
    let last = words.len().saturating_sub(1);
    if words.len() > 3 && pair(&words[last - 1], &words[last]) {
        let second = words.remove(last);
        words[last - 1].push_str(&second);
    }
}

/// Expands a directional before the name (`E Main St`, but not in `E St`, where it is the name) and one after it.
fn directionals(words: &mut [String]) {
    let full = |word: &String| US_DIRECTIONALS.get(word.as_str()).map(|full| (*full).to_owned());
    let is_type = |word: &String| US_TYPES.contains_key(word.as_str());
    if words.len() > 2
        && let Some(full) = words.last().and_then(full)
    {
        let last = words.len() - 1;
        words[last] = full;
    }
    let before_end =
        words.len() - usize::from(words.len() > 2 && words.last().is_some_and(|word| is_directional(word)));
    let name_follows = before_end > 2 || (before_end == 2 && words.get(1).is_some_and(|word| !is_type(word)));
    if name_follows && let Some(full) = words.first().and_then(full) {
        words[0] = full;
    }
    // `Main St N` has three words, `Main N` two: a name and a directional.
    if words.len() == 2
        && words[1].len() <= 2
        && let Some(full) = full(&words[1])
    {
        words[1] = full;
    }
}

/// Expands the type at the end of the first `end` words and drops a duplicate.
fn street_type(words: &mut Vec<String>, end: usize) {
    if end < 2 {
        return;
    }
    let Some(full) = US_TYPES.get(words[end - 1].as_str()).copied() else { return };
    full.clone_into(&mut words[end - 1]);
    if end > 2 && US_TYPES.get(words[end - 2].as_str()) == Some(&full) {
        words.remove(end - 2);
    }
}

/// `fifth avenue`, `5 avenue` and `5th avenue` are one.
fn ordinals(words: &mut Vec<String>) {
    let start = usize::from(words.len() > 2 && words.first().is_some_and(|word| is_directional(word)));
    let is_type =
        |word: Option<&String>| word.is_some_and(|word| US_TYPES.get(word.as_str()) == Some(&word.as_str()));
    if let Some((digits, taken)) = spelled_ordinal(&words[start..]) {
        let after = words.get(start + taken);
        if is_type(after) {
            words.splice(start..start + taken, [digits]);
        }
    } else if let Some(number) = words.get(start).and_then(|word| word.parse().ok())
        && is_type(words.get(start + 1))
        && words.get(start + 1).is_some_and(|kind| !NUMBERED_TYPES.contains(&kind.as_str()))
    {
        words[start] = ordinal(number);
    }
}

/// `St Charles Avenue` is a saint's; `Main St` is not.
fn saint(words: &mut [String]) {
    let start = usize::from(words.len() > 2 && words.first().is_some_and(|word| is_directional(word)));
    if words.len() > start + 1 && words[start] == "st" {
        "saint".clone_into(&mut words[start]);
    }
}

/// The name with its numbered road in one spelling: `Hwy 12 W` is `highway 12 west`.
pub(super) fn key(norm: &[String]) -> String {
    route::key(norm).unwrap_or_else(|| norm.join(" "))
}
