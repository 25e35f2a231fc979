//! A postcode that the parser took for something else: digits between a comma and the town, where most countries write their codes, read
//! like a unit in an address of the United States or Great Britain.

use milepost_address::{Tag, Tree};

use crate::components::Components;
use crate::country::postcode_shape::TypedCode;
use crate::finding::{Finding, Part};

/// Fewest digits of a postcode that consists of digits.
const LEAST_DIGITS: usize = 4;

/// The code of another country in front of the town of a parse, if it has no postcode.
pub(crate) fn note(parse: &Tree, components: &Components<'_>) -> Option<Finding> {
    if components.has(Tag::Postcode) {
        return None;
    }
    let nodes = parse.nodes();
    let town = nodes.iter().find(|node| node.span.tag == Tag::Locality)?;
    let (_, before) = parse.raw.get(..town.span.start)?.rsplit_once(',')?;
    let text = before.trim();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let is_code = digits >= LEAST_DIGITS
        && components.get(Tag::HouseNumber) != Some(text)
        && TypedCode::of(text).has_shape();
    is_code.then(|| Finding::Unknown { part: Part::Postcode, text: text.to_owned() })
}

#[cfg(test)]
mod tests {
    use milepost_address::Span;

    use super::*;

    fn found(raw: &str, spans: &[(Tag, &str)]) -> Option<Finding> {
        let span = |&(tag, text): &(Tag, &str)| {
            let start = raw.find(text).unwrap();
            Span { tag, start, end: start + text.len(), confidence: 1.0 }
        };
        let tree = Tree::from_spans(raw, spans.iter().map(span).collect());
        note(&tree, &Components::of(&tree))
    }

    /// `6983` was a unit of Main Street without a finding.
    #[test]
    fn a_code_in_front_of_the_town_is_reported_although_it_was_read_as_a_unit() {
        let unknown = |text: &str| Some(Finding::Unknown { part: Part::Postcode, text: text.to_owned() });
        let unit = "27 Main St, 6983 Portland, USA";
        assert_eq!(found(unit, &[(Tag::Unit, "6983"), (Tag::Locality, "Portland")]), unknown("6983"));
        let split = "44 Main St, 900 89 Portland, USA";
        assert_eq!(found(split, &[(Tag::Unit, "900"), (Tag::Locality, "Portland")]), unknown("900 89"));
        let number = "44 Main St, 85240 Portland";
        let both = [(Tag::HouseNumber, "44"), (Tag::HouseNumber, "85240"), (Tag::Locality, "Portland")];
        assert_eq!(found(number, &both), unknown("85240"));
    }

    #[test]
    fn a_unit_or_a_number_is_no_code() {
        let town = (Tag::Locality, "Portland");
        assert_eq!(found("27 Main St, 12B Portland", &[(Tag::Unit, "12B"), town]), None);
        assert_eq!(found("27 Main St 6983, Portland", &[(Tag::Unit, "6983"), town]), None);
        assert_eq!(found("Main St, 1200 Portland", &[(Tag::HouseNumber, "1200"), town]), None);
        assert_eq!(found("Main St, 6983 Portland 97201", &[town, (Tag::Postcode, "97201")]), None);
    }
}
