//! The k best label sequences, for callers that know more than the text says.
//!
//! List Viterbi over the states and rules of [`Decoder::best_path`]: each state keeps its k best ways instead of one. The step stays linear in
//! labels: of all ways on which a span may begin, only as many matter as the two labels of one tag cannot fill.

use milepost_address::{Tag, Tree};

use super::Decoder;
use super::crossing::{State, States};
use super::rules::{may_cross, parts_spans};
use crate::labels::{Labels, OUTSIDE, begin, inside, tag_of};

/// Likelihood relative to the best parse below which a parse is dropped: such parses are wrong as often as right.
const LEAST_LIKELIHOOD: f32 = 1e-3;

impl Decoder<'_> {
    /// The next best parses: of the `k` likeliest ones those after the first, best first, each with other spans.
    pub(crate) fn alternatives(&self, k: usize) -> Vec<Tree> {
        let mut parses = vec![self.tree()];
        let paths = self.k_best_paths(k);
        let highest = paths.first().map_or(0.0, |(_, total)| *total);
        for (path, total) in &paths {
            let tree = self.tree_of(path);
            let is_likely = (total - highest).exp() >= LEAST_LIKELIHOOD;
            if is_likely && parses.iter().all(|known| !has_same_spans(known, &tree)) {
                parses.push(tree);
            }
        }
        parses.into_iter().take(k).skip(1).collect()
    }

    /// The `k` best label sequences that keep the rules, with their log probabilities, the best first.
    fn k_best_paths(&self, k: usize) -> Vec<(Vec<usize>, f32)> {
        let mut rows = self.rows();
        let Some(row) = rows.next() else { return Vec::new() };
        let states = States::of(self.labels);
        let mut columns = vec![first_column(row, self.labels, &states)];
        for (before, row) in rows.enumerate() {
            columns.push(self.next_column(&columns[before], before + 1, row, &states, k));
        }
        let last = &columns[columns.len() - 1];
        let ends = best_of(last, 0..last.len(), k);
        ends.into_iter().map(|end| (followed(&columns, end.from, &states), end.total)).collect()
    }

    /// The ways to the states of the token at `index`, whose log probabilities are `row`.
    fn next_column(&self, last: &Column, index: usize, row: &[f32], states: &States, k: usize) -> Column {
        let (around, separator) = (self.around(index), self.tokens[index].before);
        let waits = |state: State| states.waiting().contains(&state);
        let waiting = best_of(last, (0..last.len()).filter(|&state| waits(state)), k);
        // Of k ways to each label of a tag that may not follow itself, k others are left.
        let open = best_of(last, (0..last.len()).filter(|&state| !waits(state)), 3 * k);
        let mut column = vec![Vec::new(); last.len()];
        column[OUTSIDE] = gone_on(open.iter(), row[OUTSIDE], k);
        column[states.between()] = gone_on(waiting.iter(), row[OUTSIDE], k);
        for (tag, kind) in self.labels.tags() {
            let may_repeat = parts_spans(kind, separator, around);
            let may_follow = |way: &&Way| may_repeat || tag_of(way.from.0) != Some(tag);
            column[begin(tag)] = if states.is_second(tag) {
                gone_on(waiting.iter(), row[begin(tag)], k)
            } else {
                gone_on(open.iter().filter(may_follow), row[begin(tag)], k)
            };
            if may_cross(kind, separator, around) {
                let same = best_of(last, [begin(tag), inside(tag)].into_iter(), k);
                column[inside(tag)] = gone_on(same.iter(), row[inside(tag)], k);
            }
        }
        column
    }
}

/// Whether two trees of one text have the same spans. Signs at the edge of a span do not count, because callers do not see them.
fn has_same_spans(one: &Tree, other: &Tree) -> bool {
    let spans = |tree: &Tree| -> Vec<(Tag, usize, usize)> {
        let nodes = tree.nodes();
        nodes.into_iter().map(|node| (node.span.tag, node.span.start, node.span.end)).collect()
    };
    spans(one) == spans(other)
}

/// A way to a state: its log probability, and the previous state with the index of the way there that it extends.
#[derive(Debug, Clone, Copy)]
struct Way {
    total: f32,
    from: (State, usize),
}

/// The best ways to each state, best first; none for a state that cannot be reached.
type Column = Vec<Vec<Way>>;

fn first_column(row: &[f32], labels: &Labels, states: &States) -> Column {
    let start = |total: f32| vec![Way { total, from: (OUTSIDE, 0) }];
    let mut column = vec![Vec::new(); states.count()];
    column[OUTSIDE] = start(row[OUTSIDE]);
    for (tag, _) in labels.tags().filter(|&(tag, _)| !states.is_second(tag)) {
        column[begin(tag)] = start(row[begin(tag)]);
    }
    column
}

/// The best `most` ways to any of `states`, each as the one that a next step goes on from.
fn best_of(column: &Column, states: impl Iterator<Item = State>, most: usize) -> Vec<Way> {
    let of_state = |state: State| {
        column[state].iter().enumerate().map(move |(place, way)| Way { from: (state, place), ..*way })
    };
    let mut ways: Vec<Way> = states.flat_map(of_state).collect();
    ways.sort_by(|a, b| b.total.total_cmp(&a.total));
    ways.truncate(most);
    ways
}

/// The first `k` ways with one label more.
fn gone_on<'a>(ways: impl Iterator<Item = &'a Way>, score: f32, k: usize) -> Vec<Way> {
    ways.take(k).map(|way| Way { total: way.total + score, ..*way }).collect()
}

/// The labels of a way that ends at a state, by its index there.
fn followed(columns: &[Column], mut at: (State, usize), states: &States) -> Vec<usize> {
    let mut path = Vec::with_capacity(columns.len());
    for column in columns.iter().rev() {
        let (state, place) = at;
        path.push(states.label(state));
        at = column[state][place].from;
    }
    path.reverse();
    path
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;
    use std::sync::{LazyLock, OnceLock};

    use milepost_text::{Token, tokenize};
    use proptest::prelude::*;

    use super::*;
    use crate::calibration::Calibration;

    const K: usize = 4;
    const TEXTS: [&str; 4] = ["a b c d", "a, 2 c d", "a b, c (d", "a - b c, d"];
    const TAGS: [Tag; 6] =
        [Tag::Locality, Tag::Venue, Tag::Unit, Tag::HouseNumber, Tag::IntersectionA, Tag::IntersectionB];

    fn decoder<'a>(tokens: &'a [Token], text: &'a str, scores: &[f32], labels: &'a Labels) -> Decoder<'a> {
        static CALIBRATION: LazyLock<Calibration> = LazyLock::new(Calibration::default);
        Decoder::new(tokens, text, scores, labels, &CALIBRATION)
    }

    /// Every sequence of labels that keeps the rules: the one that scores far more than all others is the best one only when it does.
    fn allowed(text: &'static str) -> &'static [Vec<usize>] {
        static ALLOWED: OnceLock<HashMap<&str, Vec<Vec<usize>>>> = OnceLock::new();
        let of_text = |text: &str| {
            let (tokens, labels) = (tokenize(text), Labels::of_tags(&TAGS));
            let width = labels.len();
            let paths =
                (0..width.pow(4)).map(|code| (0..4).map(|digit| code / width.pow(digit) % width).collect());
            let is_allowed = |path: &Vec<usize>| {
                let mut scores = vec![0.0; 4 * width];
                path.iter().enumerate().for_each(|(index, &label)| scores[index * width + label] = 100.0);
                decoder(&tokens, text, &scores, &labels).best_path() == *path
            };
            paths.filter(is_allowed).collect::<Vec<Vec<usize>>>()
        };
        &ALLOWED.get_or_init(|| TEXTS.iter().map(|&text| (text, of_text(text))).collect())[text]
    }

    proptest! {
        #[test]
        fn the_paths_are_the_k_best_allowed_ones(
            seed in proptest::collection::vec(-3.0_f32..3.0, 4 * 13),
            text in proptest::sample::select(TEXTS.to_vec()),
        ) {
            let (labels, tokens) = (Labels::of_tags(&TAGS), tokenize(text));
            let decoder = decoder(&tokens, text, &seed, &labels);
            let score = |path: &[usize]| decoder.rows().zip(path).map(|(row, &label)| row[label]).sum::<f32>();
            let found = decoder.k_best_paths(K);
            let mut best: Vec<f32> = allowed(text).iter().map(|path| score(path)).collect();
            best.sort_by(|a, b| b.total_cmp(a));
            prop_assert_eq!(found.len(), K);
            prop_assert_eq!(&found[0].0, &decoder.best_path());
            for (index, (path, total)) in found.iter().enumerate() {
                prop_assert!(allowed(text).contains(path));
                prop_assert!((total - best[index]).abs() < 1e-4);
                prop_assert!(found[..index].iter().all(|(other, _)| other != path));
            }
        }
    }

    /// The alternatives of a text whose tokens have the given labels with the given scores.
    fn read(text: &str, wishes: &[&[(usize, f32)]]) -> Vec<String> {
        let (tokens, labels) = (tokenize(text), Labels::of_tags(&TAGS));
        let mut scores = vec![-20.0; tokens.len() * labels.len()];
        for (index, wishes) in wishes.iter().enumerate() {
            wishes.iter().for_each(|&(label, score)| scores[index * labels.len() + label] = score);
        }
        let worded = |tree: &Tree| -> Vec<String> {
            tree.components().map(|(tag, value)| format!("{tag}={value}")).collect()
        };
        let found = decoder(&tokens, text, &scores, &labels).alternatives(K);
        found.iter().map(|tree| worded(tree).join(" ")).collect()
    }

    #[test]
    fn an_alternative_is_not_far_less_likely_than_the_best_parse() {
        let found = |least| read("Reno", &[&[(begin(0), 3.0), (begin(1), 2.0), (begin(2), least)]]);
        assert_eq!(found(-3.8), ["venue=Reno", "unit=Reno"], "e^-6.8 is above the least likelihood");
        assert_eq!(found(-4.0), ["venue=Reno"], "a unit is too unlikely");
    }

    #[test]
    fn what_says_the_same_is_one_parse() {
        let wishes: [&[(usize, f32)]; 2] =
            [&[(begin(0), 3.0), (begin(1), 2.0)], &[(OUTSIDE, 3.0), (inside(0), 2.9)]];
        assert_eq!(read("Reno &", &wishes), ["venue=Reno"]);
    }
}
