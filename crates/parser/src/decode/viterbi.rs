//! The best label sequence that keeps the rules of [`super`].

use milepost_text::Separator;

use super::Decoder;
use super::crossing::{State, States};
use super::rules::{may_cross, parts_spans};
use crate::labels::{OUTSIDE, begin, inside, tag_of};

impl Decoder<'_> {
    /// Viterbi over hard transitions. Every label but `I-X` may follow almost any other, so a step needs only the best
    /// predecessor and the best one of another tag: linear in labels, not quadratic.
    pub(super) fn best_path(&self) -> Vec<usize> {
        let Decoder { tokens, labels, .. } = *self;
        let width = labels.len();
        let states = States::of(labels);
        let (count, between) = (states.count(), states.between());
        let waiting = states.waiting();
        let mut back: Vec<State> = vec![0; tokens.len() * count];
        let mut total: Vec<f32> = self.probabilities.iter().take(width).copied().collect();
        total.push(f32::NEG_INFINITY);
        for (tag, _) in labels.tags() {
            total[inside(tag)] = f32::NEG_INFINITY;
            if states.is_second(tag) {
                total[begin(tag)] = f32::NEG_INFINITY;
            }
        }
        let mut next = vec![f32::NEG_INFINITY; count];
        for (index, token) in tokens.iter().enumerate().skip(1) {
            let row = &self.probabilities[index * width..(index + 1) * width];
            let back = &mut back[index * count..(index + 1) * count];
            let around = self.around(index);
            // Most words are parted by a space, which every span may cross.
            let is_plain = matches!(token.before, Separator::None | Separator::Space);
            let awaiting =
                waiting.into_iter().max_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(between);
            let (open, other) = two_best(&total, &waiting);
            (next[OUTSIDE], back[OUTSIDE]) = (total[open] + row[OUTSIDE], open);
            (next[between], back[between]) = (total[awaiting] + row[OUTSIDE], awaiting);
            for (tag, kind) in labels.tags() {
                let repeats =
                    tag_of(open) == Some(tag) && (is_plain || !parts_spans(kind, token.before, around));
                let from = if states.is_second(tag) {
                    awaiting
                } else if repeats {
                    other
                } else {
                    open
                };
                (next[begin(tag)], back[begin(tag)]) = (total[from] + row[begin(tag)], from);
                let from = if total[begin(tag)] >= total[inside(tag)] { begin(tag) } else { inside(tag) };
                let goes_on = is_plain || may_cross(kind, token.before, around);
                next[inside(tag)] = if goes_on { total[from] + row[inside(tag)] } else { f32::NEG_INFINITY };
                back[inside(tag)] = from;
            }
            std::mem::swap(&mut total, &mut next);
        }
        let mut path = vec![OUTSIDE; tokens.len()];
        let mut state = (0..count).max_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(OUTSIDE);
        for index in (0..tokens.len()).rev() {
            path[index] = states.label(state);
            state = back[index * count + state];
        }
        path
    }
}

/// The best state except those in `without`, and the best one of another tag.
fn two_best(total: &[f32], without: &[State]) -> (State, State) {
    let (mut best, mut other, mut other_total) = (OUTSIDE, OUTSIDE, f32::NEG_INFINITY);
    for (state, &score) in total.iter().enumerate().skip(1).filter(|(state, _)| !without.contains(state)) {
        let same_tag = tag_of(state) == tag_of(best);
        if score > total[best] {
            if !same_tag {
                (other, other_total) = (best, total[best]);
            }
            best = state;
        } else if !same_tag && score > other_total {
            (other, other_total) = (state, score);
        }
    }
    (best, other)
}
