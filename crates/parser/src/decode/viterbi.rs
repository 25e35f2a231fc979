//! The best label sequence that keeps the rules of [`super`].

use milepost_address::Tag;
use milepost_text::Token;

use super::{may_cross, parts_spans};
use crate::labels::{Labels, OUTSIDE, begin, inside, tag_of};

/// Viterbi over hard transitions. Every label but `I-X` may follow almost any other, so a step needs only the best
/// predecessor and the best one of another tag: linear in labels, not quadratic. The last state, after those of the labels, is
/// `O` between the two streets of a crossing.
pub(super) fn best_path(tokens: &[Token], input: &str, probabilities: &[f32], labels: &Labels) -> Vec<usize> {
    let width = labels.len();
    let (states, between) = (width + 1, width);
    let crossing = labels.position(Tag::IntersectionA).zip(labels.position(Tag::IntersectionB));
    let first = crossing.map(|(first, _)| first);
    let second = crossing.map(|(_, second)| second);
    let mut back = vec![0_usize; tokens.len() * states];
    let mut total: Vec<f32> = probabilities.iter().take(width).copied().collect();
    total.push(f32::NEG_INFINITY);
    for (tag, _) in labels.tags() {
        total[inside(tag)] = f32::NEG_INFINITY;
    }
    if let Some(second) = second {
        total[begin(second)] = f32::NEG_INFINITY;
    }
    let mut next = vec![f32::NEG_INFINITY; states];
    for (index, token) in tokens.iter().enumerate().skip(1) {
        let row = &probabilities[index * width..(index + 1) * width];
        let back = &mut back[index * states..(index + 1) * states];
        let last = &tokens[index - 1];
        let around = [last.text(input), &input[last.end..token.start], token.text(input)];
        // After the first street of a crossing only the second can follow, and the second follows nothing else.
        let waiting = first.map_or([between; 3], |first| [begin(first), inside(first), between]);
        let awaiting = waiting.into_iter().max_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(between);
        let (open, other) = two_best(&total, &waiting);
        (next[OUTSIDE], back[OUTSIDE]) = (total[open] + row[OUTSIDE], open);
        (next[between], back[between]) = (total[awaiting] + row[OUTSIDE], awaiting);
        for (tag, kind) in labels.tags() {
            let repeats = tag_of(open) == Some(tag) && !parts_spans(kind, token.before, around);
            let from = if second == Some(tag) {
                awaiting
            } else if repeats {
                other
            } else {
                open
            };
            (next[begin(tag)], back[begin(tag)]) = (total[from] + row[begin(tag)], from);
            let from = if total[begin(tag)] >= total[inside(tag)] { begin(tag) } else { inside(tag) };
            let goes_on = may_cross(kind, token.before, around);
            next[inside(tag)] = if goes_on { total[from] + row[inside(tag)] } else { f32::NEG_INFINITY };
            back[inside(tag)] = from;
        }
        std::mem::swap(&mut total, &mut next);
    }
    let mut path = vec![OUTSIDE; tokens.len()];
    let mut state = (0..states).max_by(|&a, &b| total[a].total_cmp(&total[b])).unwrap_or(OUTSIDE);
    for index in (0..tokens.len()).rev() {
        path[index] = if state == between { OUTSIDE } else { state };
        state = back[index * states + state];
    }
    path
}

/// The best state except those in `without`, and the best one of another tag.
fn two_best(total: &[f32], without: &[usize]) -> (usize, usize) {
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
