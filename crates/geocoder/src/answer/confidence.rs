//! The probability that an answer is right: within 25 km of what was meant, at every tier.
//!
//! A logistic model of the evidence for and against the answer. `training/confidence.py` fits the weights in `confidence.tsv`
//! on rows of many countries, some with a mistake, and on texts that are no address.

use std::sync::LazyLock;

use milepost_address::Tree;

use crate::admin::{NO_RIVAL, Resolved};
use crate::finding::Finding;
use crate::street::located::Located;
use crate::table::rows;

/// Name, weight and definition of the evidence, one per line.
const SHIPPED: &str = include_str!("confidence.tsv");

/// Evidence for or against an answer, by the names of the table.
pub(crate) type Evidence = [(&'static str, f64); 14];

/// The evidence of an answer.
pub(crate) fn evidence(tree: &Tree, resolved: &Resolved, located: Option<&Located>) -> Evidence {
    let flag = |is_so: bool| f64::from(u8::from(is_so));
    let has = |is_it: fn(&Finding) -> bool| flag(resolved.findings.iter().any(is_it));
    let is_place = resolved.has_town_or_postcode();
    let pair = resolved.locality.is_some() && resolved.postcode.is_some();
    let above = resolved.region.is_some() || resolved.country.is_some();
    let inhabitants = resolved.locality.as_ref().map_or(0, |place| place.population.max(0));
    let divisions = [&resolved.region, &resolved.country].into_iter().flatten().count();
    [
        ("bias", 1.0),
        ("margin", resolved.margin / NO_RIVAL),
        ("address_score", f64::from(tree.scores.address)),
        ("postcode_and_locality", flag(pair)),
        ("division", flag(is_place && above)),
        ("inhabitants", (inhabitants as f64 + 1.0).log10() / 7.0),
        ("lone", flag(is_place && !pair && !above)),
        ("division_only", flag(!is_place && tree.nodes().len() > divisions)),
        ("left_out", flag(resolved.leaves_out)),
        ("unknown", has(|finding| matches!(finding, Finding::Unknown { .. }))),
        ("corrected", has(|finding| matches!(finding, Finding::LocalityCorrected { .. }))),
        ("ambiguous", has(|finding| finding.kind() == "ambiguity")),
        ("read_otherwise", has(|finding| matches!(finding, Finding::ReadOtherwise | Finding::ReadAsPlace))),
        ("house", flag(located.is_some_and(Located::is_house))),
    ]
}

/// The probability that an answer is right, from its evidence; three decimals.
pub(crate) fn probability(evidence: &Evidence) -> f64 {
    // In the order of the evidence.
    static WEIGHTS: LazyLock<Vec<f64>> =
        LazyLock::new(|| rows(SHIPPED).filter_map(|[_, weight]| weight.parse().ok()).collect());
    let odds: f64 = evidence.iter().zip(&*WEIGHTS).map(|((_, value), weight)| weight * value).sum();
    let probability = 1.0 / (1.0 + (-odds).exp());
    (probability * 1000.0).round() / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(resolved: &Resolved) -> f64 {
        let mut tree = Tree::from_spans("Vane", Vec::new());
        tree.scores.address = 0.99;
        probability(&evidence(&tree, resolved, None))
    }

    #[test]
    fn every_evidence_has_its_line() {
        let named = evidence(&Tree::from_spans("Vane", Vec::new()), &Resolved::default(), None);
        let lines: Vec<&str> =
            rows(SHIPPED).map(|[name, weight]| weight.parse::<f64>().map_or("", |_| name)).collect();
        assert_eq!(named.map(|(name, _)| name).as_slice(), lines);
    }

    #[test]
    fn a_rival_and_a_correction_make_an_answer_less_likely() {
        let sure = Resolved { margin: NO_RIVAL, ..Resolved::default() };
        let rivalled = Resolved { margin: 0.2, ..Resolved::default() };
        assert!(of(&sure) > of(&rivalled));
        let name = "Vane".to_owned();
        let findings = vec![Finding::LocalityCorrected { name, by_street: false }];
        assert!(of(&Resolved { margin: NO_RIVAL, findings, ..Resolved::default() }) < of(&sure));
    }
}
