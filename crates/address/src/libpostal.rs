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
    use crate::tree::tests::spans_of;

    fn parts(raw: &str, words: &[(Tag, &str)]) -> Vec<String> {
        let tree = Tree::from_spans(raw, spans_of(raw, words));
        labelled(&tree).into_iter().map(|part| format!("{} {}", part.label, part.value)).collect()
    }

    #[test]
    fn a_street_is_one_road_with_its_affixes() {
        use Tag::{HouseNumber, IntersectionA, IntersectionB, Locality};
        use Tag::{Street, StreetPrefix, StreetPrefixParticle, StreetSuffix};
        let affixed = [
            (StreetPrefix, "N"),
            (Street, "Main"),
            (StreetSuffix, "St NW"),
            (HouseNumber, "12"),
            (Locality, "Reno"),
        ];
        let two = [(Street, "Elm"), (StreetSuffix, "St"), (Street, "Oak"), (StreetSuffix, "Rd")];
        for (raw, words, expected) in [
            // It stands where the first of them does.
            (
                "N  Main   St NW 12 Reno",
                &affixed[..],
                &["road N Main St NW", "house_number 12", "city Reno"][..],
            ),
            // It takes the particle that its prefix contains.
            (
                "Rue de la Paix",
                &[(StreetPrefix, "Rue"), (StreetPrefixParticle, "de la"), (Street, "Paix")],
                &["road Rue de la Paix"],
            ),
            // An affix without a street keeps its own label.
            ("Ave Reno", &[(StreetSuffix, "Ave")], &["street_suffix Ave"]),
            ("Elm St Oak Rd", &two, &["road Elm St", "road Oak Rd"]),
            (
                "Elm St & Oak Rd",
                &[(IntersectionA, "Elm St"), (IntersectionB, "Oak Rd")],
                &["road Elm St", "road Oak Rd"],
            ),
        ] {
            assert_eq!(parts(raw, words), expected);
        }
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
