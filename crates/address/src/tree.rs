//! Spans assembled into a tree: who lies inside whom is decided by tag, not by position.

use std::collections::HashMap;

use crate::Tag;

/// One labelled stretch of the input.
#[derive(Debug, Clone, PartialEq)]
pub struct Span {
    /// What the stretch is.
    pub tag: Tag,
    /// First byte of the stretch in the input.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
    /// Probability in 0..=1 that the span is right.
    pub confidence: f32,
}

/// A span with the spans it contains.
#[derive(Debug, Clone, PartialEq)]
pub struct Node {
    /// The span itself.
    pub span: Span,
    /// Contained nodes, by start.
    pub children: Vec<Node>,
}

/// A parse: the text as it was sent and its nodes.
///
/// Every span lies on character boundaries of `raw`, spans are disjoint, roots and children are sorted by
/// start, and a node's parent is the one [`Tag::allowed_parents`] asks for.
#[derive(Debug, Clone, PartialEq)]
pub struct Tree {
    /// The text as it was sent; spans index it.
    pub raw: String,
    /// Nodes no other node contains, by start.
    pub roots: Vec<Node>,
    /// How sure the parser is.
    pub scores: Scores,
}

/// What a parser says of a parse as a whole.
#[derive(Debug, Clone, PartialEq)]
pub struct Scores {
    /// Probability in 0..=1 that every component is right.
    pub confidence: f32,
    /// Probability in 0..=1 that the text is an address at all.
    pub address: f32,
    /// Where the address most likely is, if it is one; none for a tree built by hand, a text without words, and a bundle without countries.
    pub country: Option<CountryGuess>,
    /// The model's own confidence of each span before calibration, by start; empty for a tree built by hand.
    pub raw: Vec<f32>,
}

/// The likeliest country of a text.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CountryGuess {
    /// ISO 3166-1 alpha-2, upper case.
    pub code: [u8; 2],
    /// Probability in 0..=1.
    pub probability: f32,
}

impl CountryGuess {
    /// The two letters.
    pub fn code(&self) -> &str {
        str::from_utf8(&self.code).unwrap_or_default()
    }
}

impl Default for Scores {
    /// Those of a tree that is known to be right.
    fn default() -> Scores {
        Scores { confidence: 1.0, address: 1.0, country: None, raw: Vec::new() }
    }
}

impl Tree {
    /// Builds the tree of `spans` over `raw`. For each span the first tag of its allowed parents that occurs
    /// in the parse is its parent's tag; of several spans with that tag the nearest by byte gap is the
    /// parent, the earlier one on a tie.
    pub fn from_spans(raw: &str, mut spans: Vec<Span>) -> Tree {
        spans.sort_by_key(|span| span.start);
        let (mut roots, mut children) = (Vec::new(), vec![Vec::new(); spans.len()]);
        let tagged = Tagged::of(&spans);
        for index in 0..spans.len() {
            match tagged.parent_of(index, &spans) {
                Some(parent) => children[parent].push(index),
                None => roots.push(index),
            }
        }
        let mut nodes: Vec<Option<Node>> =
            spans.into_iter().map(|span| Some(Node { span, children: Vec::new() })).collect();
        let roots = roots.into_iter().filter_map(|index| detach(index, &children, &mut nodes)).collect();
        Tree { raw: raw.to_owned(), roots, scores: Scores::default() }
    }

    /// The tree of an address whose parts are known, in the order of an address line; its text is the parts joined. Of several texts of one
    /// tag the first counts, and blank ones are left out.
    pub fn of_parts<'a>(parts: impl IntoIterator<Item = (Tag, &'a str)>) -> Tree {
        let mut texts: Vec<(Tag, &str)> = Vec::new();
        for (tag, text) in parts {
            let text = text.trim();
            if !text.is_empty() && texts.iter().all(|(other, _)| *other != tag) {
                texts.push((tag, text));
            }
        }
        texts.sort_by_key(|(tag, _)| LINE.iter().position(|other| other == tag));
        let mut raw = String::new();
        let mut spans: Vec<Span> = Vec::new();
        for (tag, text) in texts {
            if let Some(before) = spans.last() {
                raw.push_str(if STREET_LINE.contains(&before.tag) && STREET_LINE.contains(&tag) {
                    " "
                } else {
                    ", "
                });
            }
            let start = raw.len();
            raw.push_str(text);
            spans.push(Span { tag, start, end: raw.len(), confidence: 1.0 });
        }
        Tree::from_spans(&raw, spans)
    }

    /// The same tree with the scores of its parser.
    pub fn with_scores(self, scores: Scores) -> Tree {
        Tree { scores, ..self }
    }

    /// The tree of a part of `text` that begins at byte `start`, as the tree of the whole: its spans index `text`.
    pub fn within(mut self, text: &str, start: usize) -> Tree {
        fn shift(nodes: &mut [Node], by: usize) {
            for node in nodes {
                node.span.start += by;
                node.span.end += by;
                shift(&mut node.children, by);
            }
        }
        shift(&mut self.roots, start);
        self.raw = text.to_owned();
        self
    }

    /// The text of a node.
    pub fn value(&self, node: &Node) -> &str {
        &self.raw[node.span.start..node.span.end]
    }

    /// Every node, parents and children alike, in reading order.
    pub fn nodes(&self) -> Vec<&Node> {
        fn collect<'a>(nodes: &'a [Node], into: &mut Vec<&'a Node>) {
            for node in nodes {
                into.push(node);
                collect(&node.children, into);
            }
        }
        let mut all = Vec::new();
        collect(&self.roots, &mut all);
        all.sort_by_key(|node| node.span.start);
        all
    }

    /// The flat parse in reading order; a tag that occurs twice is there twice.
    pub fn components(&self) -> impl Iterator<Item = (Tag, &str)> {
        self.nodes().into_iter().map(|node| (node.span.tag, self.value(node)))
    }
}

/// Tags of a line with a street, in order.
const STREET_LINE: [Tag; 5] =
    [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::Street, Tag::StreetSuffix];

/// Every tag in the order of an address line.
const LINE: [Tag; Tag::ALL.len()] = [
    Tag::Attention,
    Tag::Venue,
    Tag::BuildingName,
    Tag::HouseNumber,
    Tag::StreetPrefix,
    Tag::StreetPrefixParticle,
    Tag::Street,
    Tag::StreetSuffix,
    Tag::IntersectionA,
    Tag::IntersectionB,
    Tag::Unit,
    Tag::PoBox,
    Tag::BuildingNumber,
    Tag::SubBlock,
    Tag::Block,
    Tag::District,
    Tag::DependentLocality,
    Tag::Municipality,
    Tag::Locality,
    Tag::Cedex,
    Tag::Subregion,
    Tag::Prefecture,
    Tag::Region,
    Tag::Postcode,
    Tag::Country,
];

/// The spans of each tag, sorted by start: a binary search finds the neighbours of a position, so a text of many spans is not
/// scanned once for each of them.
struct Tagged(HashMap<Tag, Vec<usize>>);

impl Tagged {
    fn of(spans: &[Span]) -> Tagged {
        let mut indices: HashMap<Tag, Vec<usize>> = HashMap::new();
        for (index, span) in spans.iter().enumerate() {
            indices.entry(span.tag).or_default().push(index);
        }
        Tagged(indices)
    }

    fn parent_of(&self, child: usize, spans: &[Span]) -> Option<usize> {
        spans[child].tag.allowed_parents().iter().find_map(|wanted| {
            let indices = self.0.get(wanted)?;
            let behind = indices.partition_point(|&index| index < child);
            let nearest = indices[behind.saturating_sub(1)..].iter().take(2);
            nearest.min_by_key(|&&index| gap(&spans[child], &spans[index])).copied()
        })
    }
}

fn gap(a: &Span, b: &Span) -> usize {
    if a.end <= b.start { b.start - a.end } else { a.start.saturating_sub(b.end) }
}

/// Takes node `index` out of `nodes` together with everything below it. Containment by tag has no cycle, so
/// each node is taken once and the depth is bounded by the number of tags.
fn detach(index: usize, children: &[Vec<usize>], nodes: &mut [Option<Node>]) -> Option<Node> {
    let mut node = nodes[index].take()?;
    node.children = children[index].iter().filter_map(|&child| detach(child, children, nodes)).collect();
    Some(node)
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// The spans of a text whose words carry tags.
    pub(crate) fn spans_of(raw: &str, words: &[(Tag, &str)]) -> Vec<Span> {
        let mut from = 0;
        let span = |&(tag, text): &(Tag, &str)| {
            let start = from + raw[from..].find(text).unwrap();
            from = start + text.len();
            Span { tag, start, end: from, confidence: 1.0 }
        };
        words.iter().map(span).collect()
    }

    fn shape(tree: &Tree, nodes: &[Node]) -> String {
        let parts: Vec<String> = nodes
            .iter()
            .map(|node| match node.children.as_slice() {
                [] => tree.value(node).to_owned(),
                children => format!("{}({})", tree.value(node), shape(tree, children)),
            })
            .collect();
        parts.join(" ")
    }

    #[test]
    fn parts_are_a_line_in_its_order() {
        let parts = [
            (Tag::Locality, "New York"),
            (Tag::Postcode, " "),
            (Tag::Street, "5th Ave"),
            (Tag::HouseNumber, " 350 "),
            (Tag::Locality, "Albany"),
            (Tag::Region, "NY"),
        ];
        let tree = Tree::of_parts(parts);
        assert_eq!(tree.raw, "350 5th Ave, New York, NY");
        assert_eq!(shape(&tree, &tree.roots), "NY(New York(5th Ave(350)))");
        assert_eq!(Tree::of_parts([(Tag::Unit, "")]).raw, "");
        assert!(Tag::ALL.iter().all(|tag| LINE.contains(tag)));
    }

    #[test]
    fn a_parent_is_chosen_by_tag_and_then_by_distance() {
        use Tag::{HouseNumber, Locality, Postcode, Region, Street, StreetSuffix};
        let address = [
            (HouseNumber, "350"),
            (Street, "5th"),
            (StreetSuffix, "Ave"),
            (Locality, "New York"),
            (Region, "NY"),
            (Postcode, "10118"),
        ];
        for (raw, words, expected) in [
            ("350 5th Ave, New York, NY 10118", &address[..], "NY(New York(5th(350 Ave) 10118))"),
            ("350 5th", &[(HouseNumber, "350"), (Postcode, "5th")], "350 5th"),
            (
                "1 Oak 22 Elm",
                &[(HouseNumber, "1"), (Street, "Oak"), (HouseNumber, "22"), (Street, "Elm")],
                "Oak(1 22) Elm",
            ),
        ] {
            let tree = Tree::from_spans(raw, spans_of(raw, words));
            assert_eq!(shape(&tree, &tree.roots), expected);
            assert!(tree.components().eq(words.iter().copied()), "in reading order: {raw}");
        }
    }
}
