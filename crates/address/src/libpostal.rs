//! A parse in the labels of libpostal: an ordered list, with a street and its affixes as one `road`. It lies in the core because
//! every face of it that takes libpostal's place answers the same, and long texts are labelled where they are parsed.

use std::borrow::Cow;

use serde::Serialize;

use crate::{Node, Tag, Tree};

/// One labelled part of an address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LabelledPart<'a> {
    /// libpostal's label; the name of the tag if libpostal lacks a label for it.
    pub label: &'static str,
    /// As it was written.
    pub value: Cow<'a, str>,
}

/// The parts of a parse in reading order.
pub fn labelled(tree: &Tree) -> Vec<LabelledPart<'_>> {
    let mut parts = Vec::new();
    collect(tree, &tree.roots, &mut parts);
    parts.sort_by_key(|&(start, _)| start);
    parts.into_iter().map(|(_, part)| part).collect()
}

/// libpostal's word for a tag. Its other labels (`house_number` to `world_region`) are of levels that no parse has.
fn label(tag: Tag) -> &'static str {
    match tag {
        Tag::Street | Tag::IntersectionA | Tag::IntersectionB => "road",
        Tag::Venue => "house",
        Tag::Locality => "city",
        Tag::DependentLocality => "suburb",
        Tag::Region => "state",
        Tag::Subregion => "state_district",
        other => other.as_str(),
    }
}

/// Adds nodes and those they contain, each with its first byte; the affixes of a street are part of it.
fn collect<'a>(tree: &'a Tree, nodes: &'a [Node], parts: &mut Vec<(usize, LabelledPart<'a>)>) {
    for node in nodes {
        if node.span.tag == Tag::Street {
            parts.push(road(tree, node));
        } else {
            let part = LabelledPart { label: label(node.span.tag), value: tree.value(node).into() };
            parts.push((node.span.start, part));
        }
        let is_of_the_road = |child: &&Node| node.span.tag == Tag::Street && is_affix(child);
        for child in node.children.iter().filter(|child| !is_of_the_road(child)) {
            collect(tree, std::slice::from_ref(child), parts);
        }
    }
}

/// A street with its affixes, in the order they are written.
fn road<'a>(tree: &'a Tree, street: &'a Node) -> (usize, LabelledPart<'a>) {
    let mut members = vec![street];
    add_affixes(&street.children, &mut members);
    members.sort_by_key(|member| member.span.start);
    let value = match members.as_slice() {
        [only] => tree.value(only).into(),
        several => several.iter().map(|member| tree.value(member)).collect::<Vec<_>>().join(" ").into(),
    };
    (members[0].span.start, LabelledPart { label: label(Tag::Street), value })
}

/// Affixes, and the particles they contain.
fn add_affixes<'a>(nodes: &'a [Node], members: &mut Vec<&'a Node>) {
    for node in nodes.iter().filter(|node| is_affix(node)) {
        members.push(node);
        add_affixes(&node.children, members);
    }
}

fn is_affix(node: &Node) -> bool {
    matches!(node.span.tag, Tag::StreetPrefix | Tag::StreetPrefixParticle | Tag::StreetSuffix)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    /// The parts of a text whose words carry tags.
    fn parts(raw: &str, words: &[(Tag, &str)]) -> Vec<String> {
        let mut from = 0;
        let spans = words.iter().map(|&(tag, text)| {
            let start = from + raw[from..].find(text).unwrap();
            from = start + text.len();
            Span { tag, start, end: from, confidence: 1.0 }
        });
        let tree = Tree::from_spans(raw, spans.collect());
        labelled(&tree).into_iter().map(|part| format!("{} {}", part.label, part.value)).collect()
    }

    #[test]
    fn a_street_is_one_road_with_its_affixes_where_the_first_of_them_stands() {
        let words = [
            (Tag::StreetPrefix, "N"),
            (Tag::Street, "Main"),
            (Tag::StreetSuffix, "St NW"),
            (Tag::HouseNumber, "12"),
            (Tag::Locality, "Reno"),
        ];
        assert_eq!(
            parts("N  Main   St NW 12 Reno", &words),
            ["road N Main St NW", "house_number 12", "city Reno"]
        );
    }

    #[test]
    fn a_road_takes_the_particle_that_its_prefix_contains() {
        let words = [(Tag::StreetPrefix, "Rue"), (Tag::StreetPrefixParticle, "de la"), (Tag::Street, "Paix")];
        assert_eq!(parts("Rue de la Paix", &words), ["road Rue de la Paix"]);
    }

    #[test]
    fn an_affix_without_a_street_goes_by_its_own_name() {
        assert_eq!(parts("Ave Reno", &[(Tag::StreetSuffix, "Ave")]), ["street_suffix Ave"]);
    }

    #[test]
    fn two_streets_and_a_crossing_are_two_roads() {
        let streets = [
            (Tag::Street, "Elm"),
            (Tag::StreetSuffix, "St"),
            (Tag::Street, "Oak"),
            (Tag::StreetSuffix, "Rd"),
        ];
        assert_eq!(parts("Elm St Oak Rd", &streets), ["road Elm St", "road Oak Rd"]);
        let crossing = [(Tag::IntersectionA, "Elm St"), (Tag::IntersectionB, "Oak Rd")];
        assert_eq!(parts("Elm St & Oak Rd", &crossing), ["road Elm St", "road Oak Rd"]);
    }

    #[test]
    fn every_tag_has_a_libpostal_label_or_its_own_name() {
        let named = [
            (Tag::Venue, "house"),
            (Tag::DependentLocality, "suburb"),
            (Tag::Region, "state"),
            (Tag::Subregion, "state_district"),
            (Tag::HouseNumber, "house_number"),
            (Tag::Postcode, "postcode"),
            (Tag::PoBox, "po_box"),
            (Tag::Unit, "unit"),
            (Tag::Country, "country"),
            (Tag::Attention, "attention"),
            (Tag::Cedex, "cedex"),
            (Tag::Prefecture, "prefecture"),
        ];
        for (tag, label) in named {
            assert_eq!(parts("x", &[(tag, "x")]), [format!("{label} x")]);
        }
    }
}
