//! The numbers of a comparison, `data/weights.tsv`.

use std::sync::LazyLock;

use strum::VariantArray;

use crate::component::{Agreement, Component};

/// Weights in bits, and the curves from their sum to a probability.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    of: [[f64; Agreement::VARIANTS.len()]; Component::ALL.len()],
    /// The curve of addresses without a point.
    curve: Curve,
    /// The curve of those of which one has a point at least.
    curve_of_points: Curve,
    /// Least probability of the verdict `same`.
    pub(crate) same: f64,
    /// Least probability of the verdict `likely`.
    pub(crate) likely: f64,
    /// Greatest probability of two addresses with different numbers, boxes or countries.
    pub(crate) strict: f64,
}

/// Sums in bits with their probability, both ascending.
type Curve = Vec<(f64, f64)>;

pub(crate) fn weights() -> &'static Weights {
    static WEIGHTS: LazyLock<Weights> = LazyLock::new(Weights::read);
    &WEIGHTS
}

impl Weights {
    fn read() -> Weights {
        let mut weights = Weights::default();
        for line in include_str!("../data/weights.tsv").lines().filter(|line| !line.starts_with('#')) {
            let [name, what, number] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
            let number = number.parse().unwrap_or_default();
            match (name.parse::<Component>(), what.parse::<Agreement>(), what) {
                (Ok(component), Ok(agreement), _) => {
                    weights.of[component as usize][agreement as usize] = number
                }
                (_, _, "same") => weights.same = number,
                (_, _, "likely") => weights.likely = number,
                (_, _, "strict") => weights.strict = number,
                (_, _, bits) => {
                    let of_points = name == "curve_of_points";
                    let curve = if of_points { &mut weights.curve_of_points } else { &mut weights.curve };
                    curve.extend(bits.parse().ok().map(|bits: f64| (bits, number)));
                }
            }
        }
        weights
    }

    /// The weight of an agreement in bits.
    pub(crate) fn of(&self, component: Component, agreement: Agreement) -> f64 {
        self.of[component as usize][agreement as usize]
    }

    /// The most that a component adds to a sum; 0 if both sides lack it.
    pub(crate) fn most(&self, component: Component) -> f64 {
        self.of[component as usize].iter().copied().fold(0.0, f64::max)
    }

    /// The probability for a sum of weights: on the line between two points of the curve, beyond its ends that of the end.
    pub(crate) fn probability(&self, bits: f64, has_point: bool) -> f64 {
        let curve = if has_point { &self.curve_of_points } else { &self.curve };
        let after = curve.partition_point(|(point, _)| *point <= bits);
        let before = after.checked_sub(1).and_then(|before| curve.get(before));
        match (before, curve.get(after)) {
            (Some((low, from)), Some((high, to))) => from + (to - from) * (bits - low) / (high - low),
            (Some((_, end)), None) | (None, Some((_, end))) => *end,
            (None, None) => 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_the_table() {
        let weights = weights();
        for &component in Component::ALL {
            let of = |agreement| weights.of(component, agreement);
            assert!(of(Agreement::Exact) > of(Agreement::Contradicts), "{component:?}");
        }
        assert!(weights.same > weights.likely && weights.likely > weights.strict);
        for curve in [&weights.curve, &weights.curve_of_points] {
            assert!(curve.is_sorted_by(|a, b| a.0 < b.0 && a.1 <= b.1) && curve.len() > 2);
        }
    }
}
