//! From a query to places, best first.
//!
//! The words are read as a name and a qualification, before or after it: `spring il`, `75 paris`, `new yo`. The name is
//! a range of entries; a qualification is a place that contains the answer, or the beginning of its postcode. Every
//! reading is followed, and a place has its best score in any of them. Words before the last one of a name may be
//! incomplete (`s francisco`) if all words together begin no name; typos are allowed if nothing else is found.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use super::budget::Budget;
use super::index::{Hit, PrefixIndex};
use super::names::Begins;
use super::places::{Filed, List, degrees, micro};
use super::score::{
    BEGUN_QUALIFICATION, BEGUN_WORD, COMPLETE, COMPLETE_AND_LEFT, IN_FRONT, IN_FRONT_OF_A_COMMA, NameKind,
    QUALIFIED, QUALIFIED_IN_FULL, WHOLE_POSTCODE, WRONG_LETTER, nearness,
};
use super::words::{Typed, normal, spellings};
use super::{CompleteOptions, Completion, Near, answer, fuzzy_prefix};
use crate::Placetype;

/// Entries that are scored for a range of names.
const POOL: usize = 96;
/// The same within each cell around the user.
const POOL_OF_A_CELL: usize = 16;
/// The same where each must be checked against a qualification.
const POOL_TO_CHECK: usize = 160;
/// Places a qualification can mean: with exactly this name, and with a name that only begins with it.
const CONTAINERS_IN_FULL: usize = 24;
const CONTAINERS_BEGUN: usize = 48;
/// Places whose lists are searched for names.
const CONTAINERS_LOOKED_THROUGH: usize = 12;
/// Entries taken from each of their lists.
const POOL_OF_A_CONTAINER: usize = 24;
/// Entries taken of each beginning with wrong letters.
const POOL_OF_A_MISTAKE: usize = 12;
/// Words of a qualification at most: `provence alpes cote d azur`.
const LONGEST_QUALIFICATION: usize = 6;
/// Most qualifications of a name.
const MOST_QUALIFICATIONS: usize = 4;
/// Steps of a ranked entry, and of each of its qualifications: the place and those above it are read.
const STEPS_OF_A_HIT: usize = 2;
const STEPS_OF_A_QUALIFICATION: usize = 3;
/// Most words for which incomplete words and typos are tried.
const WORDS_TO_CORRECT: usize = 6;
/// Fewest digits or letters of a whole postcode that outweighs the town named with it.
const WHOLE_POSTCODE_LETTERS: usize = 4;

/// The completions of a query; whether letters may be wrong, if there are none.
pub(super) fn complete(
    index: &PrefixIndex,
    query: &str,
    options: &CompleteOptions,
    may_correct: bool,
    budget: &Budget,
) -> Vec<Completion> {
    let typed = Typed::read(query);
    if typed.words.is_empty() || options.limit == 0 {
        return Vec::new();
    }
    let mut search = Search {
        index,
        typed,
        near: options.near,
        budget,
        nodes: Cell::new(fuzzy_prefix::NODES),
        qualifications: RefCell::default(),
        found: HashMap::new(),
    };
    search.read_as_typed();
    let correctable = search.typed.words.len() <= WORDS_TO_CORRECT;
    if correctable && !search.is_a_name() {
        search.read_begun_words();
    }
    let corrected = may_correct && correctable && search.found.is_empty();
    if corrected {
        search.read_wrong_letters();
    }
    let best = answer::best(index, search.ranked(), options.limit);
    best.into_iter().map(|place| Completion { corrected, ..place }).collect()
}

/// One or more words that say where the place lies.
struct Qualification {
    /// Places that may contain the answer, and whether the words are their whole name.
    containers: Vec<(u32, bool)>,
    /// The words as the beginning of a postcode.
    postcode: Option<String>,
    /// The score it adds if the words are not a whole name.
    begun: f32,
    /// The words, if more places begin with them than are kept: then the names of the containing places are compared.
    of_many: Option<OfMany>,
}

/// Words that more places begin with than are kept.
struct OfMany {
    words: String,
    /// Whether the name of a place, by its number, begins with the words.
    known: RefCell<HashMap<u32, bool>>,
}

struct Search<'a> {
    index: &'a PrefixIndex,
    typed: Typed,
    near: Option<Near>,
    budget: &'a Budget,
    /// Nodes that may still be visited for typos, each a step of the budget.
    nodes: Cell<usize>,
    /// What words mean as a qualification, by the first and the last of them and whether they may be mistyped: every reading asks again.
    qualifications: RefCell<HashMap<(usize, usize, bool), Rc<Qualification>>>,
    /// Best score of each place.
    found: HashMap<u32, f32>,
}

impl Search<'_> {
    /// The words of the name and those of the qualification, for each way to split them.
    fn splits(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> + use<> {
        let count = self.typed.words.len();
        let behind = (1..count).rev().map(move |split| (0..split, split..count));
        let in_front = (1..count).map(move |split| (split..count, 0..split));
        std::iter::once((0..count, count..count)).chain(behind).chain(in_front)
    }

    fn read_as_typed(&mut self) {
        for (name, rest) in self.splits() {
            let Some(name_text) = self.typed.phrase(name.clone()) else { continue };
            let ranges: Vec<(String, Begins)> = name_spellings(&name_text)
                .into_iter()
                .filter_map(|spelling| self.index.begins(&spelling).map(|begins| (spelling, begins)))
                .collect();
            if ranges.is_empty() {
                continue;
            }
            let Some(qualifications) = self.qualifications(rest, false) else { continue };
            let name_is_last = name.end == self.typed.words.len();
            let order = match (name.start > 0, self.typed.is_parted(name.start)) {
                (false, _) => 0.0,
                (true, false) => IN_FRONT,
                (true, true) => IN_FRONT_OF_A_COMMA,
            };
            for (spelling, begins) in ranges {
                let complete = if name_is_last { COMPLETE } else { COMPLETE_AND_LEFT };
                let may_be_code = !qualifications.is_empty() && spelling.len() >= WHOLE_POSTCODE_LETTERS;
                self.follow(&begins, &qualifications, order, complete, may_be_code);
            }
        }
    }

    /// Whether the whole text is the beginning of a name.
    fn is_a_name(&self) -> bool {
        let whole = self.typed.phrase(0..self.typed.words.len());
        whole.is_some_and(|name| name_spellings(&name).iter().any(|name| self.index.begins(name).is_some()))
    }

    /// `s francisco`, `st pet flor`: the last word of the name finds it by its end, and those before begin the words before.
    fn read_begun_words(&mut self) {
        for (name, rest) in self.splits() {
            if name.len() < 2 || self.typed.phrase(name.clone()).is_none() {
                continue;
            }
            let last = name.end - 1;
            let Some(begins) = self.index.begins(&self.typed.words[last]) else { continue };
            let Some(qualifications) = self.qualifications(rest, false) else { continue };
            let before = self.typed.words[name.start..last].to_vec();
            for hit in self.index.best(&begins.all, 2 * POOL, self.budget) {
                if !self.budget.take(STEPS_OF_A_HIT) {
                    return;
                }
                let (number, kind) = self.index.entry(hit.entry);
                if kind != NameKind::End {
                    continue;
                }
                let Some(place) = self.index.place(number) else { continue };
                if !begins_words(&normal(self.index.text(place.name)), &before, &self.typed.words[last]) {
                    continue;
                }
                if let Some(bonus) = self.qualified(number, &place, &qualifications) {
                    // Found by its end and typed from its beginning.
                    self.keep(number, &place, hit.score + 1.5 + BEGUN_WORD + bonus);
                }
            }
        }
    }

    fn read_wrong_letters(&mut self) {
        for (name, rest) in self.splits() {
            let Some(text) = self.typed.phrase(name.clone()) else { continue };
            let right = !rest.is_empty() && self.index.begins(&text).is_some();
            let Some(qualifications) = self.qualifications(rest, right) else { continue };
            let ranges: Vec<(u8, Begins)> = if right {
                self.index.begins(&text).map(|begins| (1, begins)).into_iter().collect()
            } else {
                self.nearly(&text)
            };
            for (errors, begins) in ranges {
                let cost = WRONG_LETTER * f32::from(errors);
                let count = if right { POOL_TO_CHECK } else { POOL_OF_A_MISTAKE };
                let complete = self
                    .index
                    .best(&begins.exact, count, self.budget)
                    .map(|hit| Hit { score: hit.score + COMPLETE, ..hit });
                for hit in complete.chain(self.index.best(&begins.all, count, self.budget)) {
                    let (number, _) = self.index.entry(hit.entry);
                    let Some(place) = self.index.place(number) else { continue };
                    if let Some(bonus) = self.qualified(number, &place, &qualifications) {
                        self.keep(number, &place, hit.score + cost + bonus);
                    }
                }
            }
        }
    }

    /// Scores the names of a reading's range: `order` is the score for the order of its words, `complete` that of a complete name, which
    /// may be a whole postcode.
    fn follow(
        &mut self,
        begins: &Begins,
        qualifications: &[Rc<Qualification>],
        order: f32,
        complete: f32,
        may_be_code: bool,
    ) {
        let count = if qualifications.is_empty() { POOL } else { POOL_TO_CHECK };
        let mut hits: Vec<Hit> = self.index.best(&begins.exact, count, self.budget).collect();
        hits.extend(self.index.best(&begins.all, count, self.budget));
        if let Some(Near { lat, lon, .. }) = self.near {
            for cell in List::around(micro(lat), micro(lon)) {
                hits.extend(self.index.best_of(cell, &begins.all, POOL_OF_A_CELL, self.budget));
            }
        }
        for qualification in qualifications {
            for &(container, _) in qualification.containers.iter().take(CONTAINERS_LOOKED_THROUGH) {
                let list = List::Within(container);
                hits.extend(self.index.best_of(list, &begins.all, POOL_OF_A_CONTAINER, self.budget));
            }
        }
        for hit in hits {
            let (number, kind) = self.index.entry(hit.entry);
            let Some(place) = self.index.place(number) else { continue };
            let Some(mut bonus) =
                self.qualified(number, &place, qualifications).map(|qualified| qualified + order)
            else {
                continue;
            };
            // The end of a name is not the whole name.
            if begins.exact.contains(&hit.entry) && kind != NameKind::End {
                bonus += complete;
                if may_be_code && self.index.kind(&place) == Placetype::Postcode {
                    // In any order.
                    bonus += WHOLE_POSTCODE - order;
                }
            }
            self.keep(number, &place, hit.score + bonus);
        }
    }

    fn keep(&mut self, number: u32, place: &Filed, score: f32) {
        let score = score + nearness(self.near, degrees(place.lat), degrees(place.lon));
        self.found.entry(number).and_modify(|known| *known = known.max(score)).or_insert(score);
    }

    /// What the qualifications add to a place; none if one does not hold.
    fn qualified(&self, number: u32, place: &Filed, qualifications: &[Rc<Qualification>]) -> Option<f32> {
        if !self.budget.take(STEPS_OF_A_HIT + STEPS_OF_A_QUALIFICATION * qualifications.len()) {
            return None;
        }
        let mut bonus = 0.0;
        for qualification in qualifications {
            let lies_in = |(above, _): (u32, Filed)| {
                qualification.containers.iter().find(|(container, _)| *container == above)
            };
            bonus += QUALIFIED;
            match self.index.above(place).filter_map(lies_in).max_by_key(|(_, in_full)| *in_full) {
                Some((_, true)) => bonus += QUALIFIED_IN_FULL,
                Some(_) => bonus += qualification.begun,
                None if self.lies_in_one_of_many(place, qualification) => bonus += qualification.begun,
                None => {
                    let postcode = qualification.postcode.as_deref()?;
                    self.index.postcodes(number).find(|code| code.starts_with(postcode))?;
                }
            }
        }
        Some(bonus)
    }

    fn lies_in_one_of_many(&self, place: &Filed, qualification: &Qualification) -> bool {
        let Some(OfMany { words, known }) = &qualification.of_many else { return false };
        let mut known = known.borrow_mut();
        self.index.above(place).any(|(number, above)| {
            let begins = || normal(self.index.text(above.name)).starts_with(words.as_str());
            *known.entry(number).or_insert_with(begins)
        })
    }

    /// Names that begin with a text up to wrong letters.
    fn nearly(&self, text: &str) -> Vec<(u8, Begins)> {
        let granted = self.nodes.get().min(self.budget.left());
        let mut left = granted;
        let found = fuzzy_prefix::near(self.index.names(), self.index.entries(), text, &mut left);
        self.nodes.set(self.nodes.get() - (granted - left));
        self.budget.take(granted - left);
        found
    }

    /// Reads words as qualifications, the longest meaningful phrases first; none if some word means nothing.
    fn qualifications(&self, words: Range<usize>, mistyped: bool) -> Option<Vec<Rc<Qualification>>> {
        let mut read = Vec::new();
        let mut at = words.start;
        while at < words.end {
            if read.len() == MOST_QUALIFICATIONS {
                return None;
            }
            let longest = words.end.min(at + LONGEST_QUALIFICATION);
            let (end, qualification) = (at + 1..=longest).rev().find_map(|end| {
                let qualification = self.qualification(at..end, mistyped)?;
                (!qualification.containers.is_empty() || qualification.postcode.is_some())
                    .then_some((end, qualification))
            })?;
            read.push(qualification);
            at = end;
        }
        Some(read)
    }

    /// What words mean as a qualification; none if a comma parts them.
    fn qualification(&self, words: Range<usize>, mistyped: bool) -> Option<Rc<Qualification>> {
        let key = (words.start, words.end, mistyped);
        if let Some(known) = self.qualifications.borrow().get(&key) {
            return Some(Rc::clone(known));
        }
        let is_last = words.end == self.typed.words.len();
        let read = Rc::new(self.read_qualification(&self.typed.phrase(words)?, is_last, mistyped));
        self.qualifications.borrow_mut().insert(key, Rc::clone(&read));
        Some(read)
    }

    /// The places a phrase can mean, exact names first.
    fn read_qualification(&self, phrase: &str, is_last: bool, mistyped: bool) -> Qualification {
        let mut containers: Vec<(u32, bool)> = Vec::new();
        let mut add = |hits: Vec<Hit>, in_full: bool| {
            for hit in hits {
                let (place, _) = self.index.entry(hit.entry);
                if containers.iter().all(|(known, _)| *known != place) {
                    containers.push((place, in_full));
                }
            }
        };
        let ranges: Vec<Begins> = if mistyped {
            self.nearly(phrase).into_iter().map(|(_, begins)| begins).collect()
        } else {
            spellings(phrase).filter_map(|spelling| self.index.begins(&spelling)).collect()
        };
        let listed =
            |entries: &Range<u32>, count| self.index.best_of(List::Containers, entries, count, self.budget);
        for begins in &ranges {
            add(listed(&begins.exact, CONTAINERS_IN_FULL), !mistyped);
        }
        let has_digit = phrase.bytes().any(|byte| byte.is_ascii_digit());
        let mut many = false;
        for begins in &ranges {
            let begun = listed(&begins.all, CONTAINERS_BEGUN);
            many |= begun.len() == CONTAINERS_BEGUN;
            add(begun, false);
        }
        Qualification {
            containers,
            of_many: many.then(|| OfMany { words: phrase.to_owned(), known: RefCell::default() }),
            postcode: has_digit.then(|| phrase.replace(' ', "")),
            begun: if is_last { 0.0 } else { BEGUN_QUALIFICATION },
        }
    }

    /// The places found, best first; of equal ones the lower number, so that answers are stable.
    fn ranked(&self) -> Vec<(u32, f32)> {
        let mut ranked: Vec<(u32, f32)> = self.found.iter().map(|(&place, &score)| (place, score)).collect();
        ranked.sort_unstable_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        ranked
    }
}

/// Spellings under which a name may be filed; the parts of a postcode without the space.
fn name_spellings(name: &str) -> Vec<String> {
    let mut all: Vec<String> = spellings(name).collect();
    if name.contains(' ') && name.bytes().any(|byte| byte.is_ascii_digit()) {
        all.push(name.replace(' ', ""));
    }
    all
}

/// Whether a name has consecutive words that begin with `before`, and then one that begins with `last`.
fn begins_words(name: &str, before: &[String], last: &str) -> bool {
    let words: Vec<&str> = name.split(' ').collect();
    words.len() > before.len()
        && words.iter().zip(before).all(|(word, begun)| word.starts_with(begun.as_str()))
        && words[before.len()].starts_with(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_begin_in_order() {
        let before = vec!["s".to_owned()];
        assert!(begins_words("san francisco", &before, "fran"));
        assert!(!begins_words("san francisco", &before, "cis"));
        assert!(!begins_words("new francisco", &before, "fran"));
        assert!(!begins_words("san", &before, "s"));
    }

    #[test]
    fn a_postcode_is_filed_without_its_space() {
        assert_eq!(name_spellings("sw1a 2"), ["sw1a 2", "sw1a2"]);
        assert_eq!(name_spellings("st lou"), ["st lou", "saint lou"]);
    }
}
