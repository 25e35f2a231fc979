//! The numbers of a comparison, `data/weights.tsv`.

use std::sync::LazyLock;

use crate::agreement::{Agreement, Component};

/// Weights in bits, and the curve from their sum to a probability.
#[derive(Debug, Default)]
pub(crate) struct Weights {
    of: [[f64; Agreement::ALL.len()]; Component::ALL.len()],
    slope: f64,
    intercept: f64,
    /// Least probability of the verdict `same`.
    pub(crate) same: f64,
    /// Least probability of the verdict `likely`.
    pub(crate) likely: f64,
    /// Greatest probability of two addresses with different numbers, boxes or countries.
    pub(crate) strict: f64,
}

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
            let component = Component::ALL.into_iter().find(|component| component.as_str() == name);
            let agreement = Agreement::ALL.into_iter().find(|agreement| agreement.as_str() == what);
            match (component, agreement, what) {
                (Some(component), Some(agreement), _) => {
                    weights.of[component as usize][agreement as usize] = number
                }
                (_, _, "slope") => weights.slope = number,
                (_, _, "intercept") => weights.intercept = number,
                (_, _, "same") => weights.same = number,
                (_, _, "likely") => weights.likely = number,
                _ => weights.strict = number,
            }
        }
        weights
    }

    /// The weight of an agreement in bits.
    pub(crate) fn of(&self, component: Component, agreement: Agreement) -> f64 {
        self.of[component as usize][agreement as usize]
    }

    /// The probability for a sum of weights.
    pub(crate) fn probability(&self, bits: f64) -> f64 {
        1.0 / (1.0 + (-(self.slope * bits + self.intercept)).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_in_the_table() {
        let weights = weights();
        for component in Component::ALL {
            let of = |agreement| weights.of(component, agreement);
            assert!(of(Agreement::Exact) > of(Agreement::Contradicts), "{component:?}");
        }
        assert!(weights.slope > 0.0 && weights.same > weights.likely && weights.likely > weights.strict);
    }
}
