//! From label scores to spans: the best label sequence that keeps the rules of an address.
//!
//! Rules (docs/labels.md): `I-X` only after `B-X` or `I-X`; a span never crosses a bracket, but a locality or a street
//! may hold a pair of them (`Halle (Saale)`, `Mans (Le)`, `Rue Haute (D906)`); only `venue` and `attention` cross a comma, a
//! `house_number` before the number of a neighbouring door (`12,14`, `8, 8a`), a locality or street before an addition that registers
//! put after a name (crates/parser/src/comma_additions.rs: `Huerta, La`, `Frankenberg, Sachs`), a `po_box` before its second half
//! (`RR 2, Box 14`); a tag does not start again right after
//! itself without a separator between, a `house_number` not even after a comma (`202, 347 Vane Rd` is a unit and a house);
//! the second street of a crossing comes after the first, with only untagged words between, and nothing else does
//! (the first may end a text that was cut off).

mod crossing;
mod k_best;
mod rules;
mod viterbi;

use milepost_address::{Scores, Span, Tag, Tree};

use milepost_text::Token;

use crate::calibration::Calibration;
use crate::labels::{Labels, OUTSIDE, inside, tag_of};

/// The label probabilities of a text's tokens, and what decodes them.
pub(crate) struct Decoder<'a> {
    tokens: &'a [Token],
    input: &'a str,
    labels: &'a Labels,
    calibration: &'a Calibration,
    /// Log probabilities, `labels.len()` a token, row-major.
    probabilities: Vec<f32>,
}

impl<'a> Decoder<'a> {
    /// `scores` holds `labels.len()` logits a token, row-major.
    pub(crate) fn new(
        tokens: &'a [Token],
        input: &'a str,
        scores: &[f32],
        labels: &'a Labels,
        calibration: &'a Calibration,
    ) -> Decoder<'a> {
        let probabilities = log_softmax(scores, labels.len());
        Decoder { tokens, input, labels, calibration, probabilities }
    }

    /// The tree of the best label sequence.
    pub(crate) fn tree(&self) -> Tree {
        self.tree_of(&self.best_path())
    }

    /// The log probabilities of each token.
    fn rows(&self) -> std::slice::ChunksExact<'_, f32> {
        self.probabilities.chunks_exact(self.labels.len())
    }

    /// The texts of the token before the one at `index`, of the input between both, and of the token itself.
    fn around(&self, index: usize) -> [&'a str; 3] {
        let [before, token] = [&self.tokens[index - 1], &self.tokens[index]];
        [before.text(self.input), &self.input[before.end..token.start], token.text(self.input)]
    }

    /// The tree of a label sequence.
    fn tree_of(&self, path: &[usize]) -> Tree {
        let (spans, raw) = self.spans_of(path);
        let rows = || self.rows().zip(path);
        let weakest = rows().map(|(row, &label)| row[label].exp()).fold(1.0, f32::min);
        let taken = rows().zip(links(path, self.labels)).map(|((row, &label), link)| match label {
            OUTSIDE => f32::from(u8::from(link)),
            label => row[label].exp(),
        });
        let taken = taken.sum::<f32>() / self.tokens.len() as f32;
        let scores = Scores {
            confidence: self.calibration.parse(weakest),
            address: if spans.is_empty() { 0.0 } else { self.calibration.address(taken) },
            country: None,
            raw,
        };
        Tree::from_spans(self.input, spans).with_scores(scores)
    }

    /// The spans of a label sequence, and the model's own confidence of each.
    fn spans_of(&self, path: &[usize]) -> (Vec<Span>, Vec<f32>) {
        let (mut spans, mut raw) = (Vec::new(), Vec::new());
        let mut at = 0;
        while at < path.len() {
            let Some(tag) = tag_of(path[at]) else {
                at += 1;
                continue;
            };
            let length = 1 + path[at + 1..].iter().take_while(|&&label| label == inside(tag)).count();
            let probability =
                |index: usize| self.probabilities[index * self.labels.len() + path[index]].exp();
            let mean = (at..at + length).map(probability).sum::<f32>() / length as f32;
            if let Some((start, end)) = trimmed(&self.tokens[at..at + length], self.input) {
                let tag = self.labels.tag(tag);
                spans.push(Span { tag, start, end, confidence: self.calibration.span(tag, mean) });
                raw.push(mean);
            }
            at += length;
        }
        (spans, raw)
    }
}

/// Most words before a crossing that announce it: `at the corner of`, `intersection of`. tasks/training/parser/calibration.py fits the
/// curve with the same number.
const WORDS_OF_A_CORNER: usize = 4;

/// Which tokens outside of spans lie between the two streets of a crossing, or before one that begins the text:
/// `&`, `and` and `corner of` have no tag, and yet belong to the address like the streets (the same in
/// tasks/training/parser/calibration.py).
fn links(path: &[usize], labels: &Labels) -> Vec<bool> {
    let mut links = vec![false; path.len()];
    let mut first_street = None;
    let words_in_front = path.iter().take_while(|&&label| label == OUTSIDE).count();
    let mut in_front = Some(words_in_front).filter(|&words| words <= WORDS_OF_A_CORNER);
    for (index, &label) in path.iter().enumerate() {
        match tag_of(label).map(|tag| labels.tag(tag)) {
            Some(Tag::IntersectionA) => first_street = Some(index),
            Some(Tag::IntersectionB) => {
                if let Some(first) = first_street.take() {
                    links[first + 1..index].fill(true);
                    links[..in_front.unwrap_or_default()].fill(true);
                }
            }
            Some(_) => (first_street, in_front) = (None, None),
            None => {}
        }
    }
    links
}

fn log_softmax(scores: &[f32], width: usize) -> Vec<f32> {
    let mut probabilities = scores.to_vec();
    // In a pass of its own, since a sum is one number after the other.
    let mut powers = vec![0.0; width];
    for row in probabilities.chunks_exact_mut(width) {
        let highest = row.iter().copied().fold(f32::MIN, f32::max);
        for (power, score) in powers.iter_mut().zip(&*row) {
            *power = exp_below_zero(score - highest);
        }
        let total = powers.iter().sum::<f32>().ln() + highest;
        row.iter_mut().for_each(|score| *score -= total);
    }
    probabilities
}

/// e to the power of a number that is not above zero, to 4e-7 of its value: without a call and without branches, so that a row of scores is
/// computed several at a time. Cephes' polynomial on the fraction of the exponent of two. That of the encoder (`encoder/arithmetic.rs`) rounds
/// a product and a sum once, which outside of its kernels is a call.
fn exp_below_zero(x: f32) -> f32 {
    /// Added to a small float and taken away again, it rounds to a whole number.
    const ROUND: f32 = 12_582_912.0;
    // Below this the result is subnormal and vanishes in a sum with 1.
    let x = x.max(-87.0);
    let rounded = x * std::f32::consts::LOG2_E + ROUND;
    let whole = rounded - ROUND;
    // ln 2 in two parts, so that little is lost.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let mut sum = 1.987_569_1e-4;
    for factor in [1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 1.666_666_5e-1, 0.5] {
        sum = sum * rest + factor;
    }
    let fraction = sum * rest * rest + rest + 1.0;
    // The low bits of the rounded number are the whole one.
    fraction * f32::from_bits((rounded.to_bits() + 127) << 23)
}

/// Bytes of the tokens without signs at either edge. `#` and `№` at the front are part of a number or unit, and so is the bracket
/// that closes the one inside. None if nothing is left.
fn trimmed(tokens: &[Token], input: &str) -> Option<(usize, usize)> {
    let is_word = |token: &&Token| token.text(input).starts_with(char::is_alphanumeric);
    let first = tokens.iter().find(|token| is_word(token) || matches!(token.text(input), "#" | "№"))?;
    let last = tokens.iter().rev().find(is_word)?;
    let held = &input[first.start..last.end];
    let closing = match held.rfind(['(', '（']).map(|at| held[at..].starts_with('(')) {
        Some(true) if input[last.end..].starts_with(')') => ')'.len_utf8(),
        Some(false) if input[last.end..].starts_with('）') => '）'.len_utf8(),
        _ => 0,
    };
    (first.start < last.end).then_some((first.start, last.end + closing))
}

#[cfg(test)]
mod tests {
    use milepost_text::tokenize;
    use proptest::prelude::*;

    use super::rules::{may_cross, parts_spans};
    use super::*;
    use crate::labels::begin;

    fn labels() -> Labels {
        let crossing = [Tag::IntersectionA, Tag::IntersectionB];
        Labels::of_tags(
            &[[Tag::Locality, Tag::Venue].as_slice(), &[Tag::Unit, Tag::HouseNumber], &crossing].concat(),
        )
    }

    #[test]
    fn powers_of_e_are_those_of_the_library() {
        for step in 0..=8_700 {
            let x = -(step as f32) / 100.0;
            let (found, right) = (exp_below_zero(x), f64::from(x).exp());
            assert!((f64::from(found) - right).abs() <= 4e-7 * right, "{x}: {found} {right}");
        }
        assert_eq!(exp_below_zero(0.0), 1.0);
        assert!(exp_below_zero(f32::MIN) < 1e-37);
    }

    const O: usize = 0;
    const B_LOCALITY: usize = 1;
    const I_LOCALITY: usize = 2;
    const B_VENUE: usize = 3;
    const I_VENUE: usize = 4;
    const B_UNIT: usize = 5;
    const I_UNIT: usize = 6;
    const B_HOUSE_NUMBER: usize = 7;
    const I_HOUSE_NUMBER: usize = 8;
    const B_FIRST: usize = 9;
    const I_FIRST: usize = 10;
    const B_SECOND: usize = 11;

    /// Spans when each token's wished label scores 5 and its second wish 4.
    fn decoded(input: &str, wishes: &[(usize, usize)]) -> Vec<String> {
        let labels = labels();
        let tokens = tokenize(input);
        let mut scores = vec![0.0; tokens.len() * labels.len()];
        for (index, &(first, second)) in wishes.iter().enumerate() {
            scores[index * labels.len() + second] = 4.0;
            scores[index * labels.len() + first] = 5.0;
        }
        let calibration = Calibration::default();
        let tree = Decoder::new(&tokens, input, &scores, &labels, &calibration).tree();
        tree.components().map(|(tag, value)| format!("{tag}={value}")).collect()
    }

    #[test]
    fn an_inside_label_needs_its_beginning() {
        assert_eq!(decoded("New York", &[(I_LOCALITY, B_LOCALITY), (I_LOCALITY, O)]), ["locality=New York"]);
    }

    #[test]
    fn only_venues_cross_a_comma() {
        assert_eq!(
            decoded("Reno, Elko", &[(B_LOCALITY, O), (I_LOCALITY, B_LOCALITY)]),
            ["locality=Reno", "locality=Elko"]
        );
        assert_eq!(decoded("Smith, Sons", &[(B_VENUE, O), (I_VENUE, O)]), ["venue=Smith, Sons"]);
    }

    #[test]
    fn numbers_of_one_house_cross_a_comma_and_nothing_else_of_it_does() {
        let numbers = [(B_HOUSE_NUMBER, O), (I_HOUSE_NUMBER, O)];
        for text in ["12,14", "8, 8a", "110;112"] {
            assert_eq!(decoded(text, &numbers), [format!("house_number={text}")]);
        }
        assert_eq!(decoded("12, Haus", &numbers), ["house_number=12"]);
        assert_eq!(decoded("12\n14", &numbers), ["house_number=12"]);
    }

    #[test]
    fn of_two_numbers_that_are_no_neighbours_one_is_no_house_number() {
        let wishes = [(B_HOUSE_NUMBER, B_UNIT), (I_HOUSE_NUMBER, B_HOUSE_NUMBER)];
        assert_eq!(decoded("202, 347", &wishes), ["unit=202", "house_number=347"]);
        assert_eq!(decoded("118, 116", &wishes), ["house_number=118, 116"]);
        assert_eq!(decoded("12 a, 14", &[wishes[0], wishes[1], wishes[1]]), ["house_number=12 a, 14"]);
        // Two addresses, one below the other.
        let begins = [(B_HOUSE_NUMBER, O), (B_HOUSE_NUMBER, O)];
        assert_eq!(decoded("12\n347", &begins), ["house_number=12", "house_number=347"]);
    }

    #[test]
    fn the_streets_of_a_crossing_stand_together() {
        // A leading venue is not the first street of an intersection, regardless of the score of the model.
        assert_eq!(
            decoded("Grange, Vane & Hollis", &[(B_FIRST, B_VENUE), (B_FIRST, B_UNIT), (O, O), (B_SECOND, O)]),
            ["venue=Grange", "intersection_a=Vane", "intersection_b=Hollis"]
        );
        assert_eq!(
            decoded("Vane & Hollis", &[(B_VENUE, B_FIRST), (O, O), (B_SECOND, O)]),
            ["intersection_a=Vane", "intersection_b=Hollis"]
        );
        assert_eq!(
            decoded("Vane & Hollis Reno", &[(B_FIRST, O), (O, O), (B_LOCALITY, B_SECOND), (B_LOCALITY, O)]),
            ["intersection_a=Vane", "intersection_b=Hollis", "locality=Reno"]
        );
        // Unfinished text.
        assert_eq!(decoded("Old Vane &", &[(B_FIRST, O), (I_FIRST, O), (O, O)]), ["intersection_a=Old Vane"]);
        assert_eq!(
            decoded("Vane Reno", &[(B_FIRST, B_VENUE), (B_LOCALITY, B_UNIT)]),
            ["venue=Vane", "locality=Reno"]
        );
    }

    #[test]
    fn towns_cross_a_comma_before_an_article_or_an_addition() {
        let town = [(B_LOCALITY, O), (I_LOCALITY, B_UNIT)];
        assert_eq!(decoded("Huerta, La", &town), ["locality=Huerta, La"]);
        assert_eq!(decoded("Murrbach, Sachs", &town), ["locality=Murrbach, Sachs"]);
        assert_eq!(decoded("Murrbach, Elgin", &town), ["locality=Murrbach", "unit=Elgin"]);
        assert_eq!(decoded("Huerta\nLa", &town), ["locality=Huerta", "unit=La"]);
    }

    #[test]
    fn no_span_crosses_a_bracket() {
        assert_eq!(decoded("Smith (Sons", &[(B_VENUE, O), (I_VENUE, O)]), ["venue=Smith"]);
    }

    #[test]
    fn a_locality_may_hold_a_pair_of_brackets_and_ends_with_it() {
        let town = [(B_LOCALITY, O), (I_LOCALITY, O), (I_LOCALITY, O)];
        assert_eq!(decoded("Unna (Ruhr)", &town[..2]), ["locality=Unna (Ruhr)"]);
        assert_eq!(decoded("Unna（Ruhr）", &town[..2]), ["locality=Unna（Ruhr）"]);
        assert_eq!(decoded("Unna (Ruhr", &town[..2]), ["locality=Unna (Ruhr"]);
        assert_eq!(decoded("Unna (Ruhr) Hamm", &town), ["locality=Unna (Ruhr)"]);
        assert_eq!(decoded("Unna (Ruhr, Hamm", &town), ["locality=Unna (Ruhr"]);
        assert_eq!(decoded("Unna [Ruhr]", &town[..2]), ["locality=Unna"]);
        assert_eq!(decoded("Unna) (Ruhr)", &town[..2]), ["locality=Unna"]);
    }

    #[test]
    fn a_tag_does_not_start_again_right_behind_itself() {
        assert_eq!(decoded("New York", &[(B_LOCALITY, O), (B_LOCALITY, I_LOCALITY)]), ["locality=New York"]);
    }

    #[test]
    fn signs_at_the_edge_are_no_part_of_a_value_but_a_leading_number_sign_is() {
        assert_eq!(decoded("# 104 &", &[(B_UNIT, O), (I_UNIT, O), (I_UNIT, O)]), ["unit=# 104"]);
        assert_eq!(decoded("& @", &[(B_UNIT, O), (I_UNIT, O)]), Vec::<String>::new());
    }

    #[test]
    fn the_word_between_two_streets_counts_as_part_of_a_crossing() {
        let labels = Labels::of_tags(&[Tag::IntersectionA, Tag::IntersectionB]);
        assert_eq!(links(&[0, 1, 2, 0, 3, 4, 0], &labels), [true, false, false, true, false, false, false]);
        assert_eq!(links(&[1, 0, 0, 1, 0], &labels), [false; 5]);
        // `Corner of Hollis and Vane`, and not a sentence that ends with two streets.
        assert_eq!(links(&[0, 0, 1, 0, 3], &labels), [true, true, false, true, false]);
        assert_eq!(links(&[0, 0, 0, 0, 0, 1, 0, 3], &labels)[..5], [false; 5]);
    }

    #[test]
    fn training_counts_the_words_of_a_corner_alike() {
        let training = include_str!("../../../tasks/training/parser/calibration.py");
        let number = training.lines().find_map(|line| line.strip_prefix("WORDS_OF_A_CORNER = "));
        assert_eq!(number, Some(WORDS_OF_A_CORNER.to_string().as_str()));
    }

    proptest! {
        /// The linear step equals the quadratic one: no allowed sequence scores higher than the decoded one.
        #[test]
        fn the_path_is_the_best_allowed_one(
            seed in proptest::collection::vec(-3.0_f32..3.0, 4 * 13),
            separators in proptest::sample::select(vec!["a b c d", "a, 2 c d", "a b, c (d", "a - b c, d"]),
        ) {
            let (labels, tokens, calibration) = (labels(), tokenize(separators), Calibration::default());
            let width = labels.len();
            let decoder = Decoder::new(&tokens, separators, &seed, &labels, &calibration);
            let around = |index: usize| decoder.around(index);
            let score = |path: &[usize]| decoder.rows().zip(path).map(|(row, &label)| row[label]).sum::<f32>();
            let allowed = |path: &[usize]| (0..path.len()).all(|index| {
                let Some(tag) = tag_of(path[index]) else { return true };
                let behind = path[..index].iter().rev().find_map(|&label| tag_of(label)).map(|tag| labels.tag(tag));
                let adjacent = index.checked_sub(1).is_some_and(|previous| tag_of(path[previous]).is_some());
                let stands = match labels.tag(tag) {
                    Tag::IntersectionA => behind != Some(Tag::IntersectionA) || adjacent && path[index] == inside(tag),
                    Tag::IntersectionB if path[index] == begin(tag) => behind == Some(Tag::IntersectionA),
                    Tag::IntersectionB => true,
                    _ => behind != Some(Tag::IntersectionA),
                };
                if !stands {
                    return false;
                }
                let before = index.checked_sub(1).and_then(|previous| tag_of(path[previous]));
                if path[index] == inside(tag) {
                    before == Some(tag) && may_cross(labels.tag(tag), tokens[index].before, around(index))
                } else {
                    before != Some(tag) || parts_spans(labels.tag(tag), tokens[index].before, around(index))
                }
            });
            let path = decoder.best_path();
            prop_assert!(allowed(&path));
            for code in 0..width.pow(4) {
                let other: Vec<usize> = (0..4).map(|digit| code / width.pow(digit) % width).collect();
                if allowed(&other) {
                    prop_assert!(score(&other) <= score(&path) + 1e-4);
                }
            }
        }
    }
}
