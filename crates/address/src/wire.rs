//! The JSON body of `/v1/parse`, written once in Rust and sent as it is.

use std::collections::HashMap;
use std::fmt::Write as _;

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::{CountryGuess, Node, Scores, Tag, Tree, Utf16Offsets};

/// The body of `/v1/parse`: `input`, `components`, `tree`, `confidence` (that the whole parse is right),
/// `address_score` (that the text is an address at all), `country_guess` and, when asked for, `debug`.
/// Offsets are UTF-16 code units.
#[derive(Debug)]
pub struct ParseBody<'a> {
    tree: &'a Tree,
    offsets: Utf16Offsets<'a>,
    debug: bool,
}

impl<'a> ParseBody<'a> {
    /// A body for `tree`; with `debug` it carries the XML rendering of [`debug_xml`].
    pub fn new(tree: &'a Tree, debug: bool) -> Self {
        ParseBody { tree, offsets: Utf16Offsets::new(&tree.raw), debug }
    }
}

impl Serialize for ParseBody<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut body = serializer.serialize_map(None)?;
        body.serialize_entry("input", &self.tree.raw)?;
        body.serialize_entry("components", &Components(self.tree))?;
        body.serialize_entry(
            "tree",
            &TreeWire { raw: &self.tree.raw, roots: NodesWire(self, &self.tree.roots) },
        )?;
        body.serialize_entry("confidence", &probability(self.tree.scores.confidence))?;
        body.serialize_entry("address_score", &probability(self.tree.scores.address))?;
        body.serialize_entry("country_guess", &self.tree.scores.country.as_ref().map(GuessWire::of))?;
        if self.debug {
            body.serialize_entry("debug", &debug_xml(self.tree))?;
        }
        body.end()
    }
}

#[derive(Serialize)]
struct GuessWire<'a> {
    code: &'a str,
    probability: f64,
}

impl GuessWire<'_> {
    fn of(guess: &CountryGuess) -> GuessWire<'_> {
        GuessWire { code: guess.code(), probability: probability(guess.probability) }
    }
}

struct Components<'a>(&'a Tree);

#[derive(Serialize)]
struct Component<'a> {
    tag: Tag,
    value: &'a str,
}

impl Serialize for Components<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.components().map(|(tag, value)| Component { tag, value }))
    }
}

#[derive(Serialize)]
struct TreeWire<'a, 'b> {
    raw: &'a str,
    roots: NodesWire<'a, 'b>,
}

struct NodesWire<'a, 'b>(&'b ParseBody<'a>, &'b [Node]);

impl Serialize for NodesWire<'_, '_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let NodesWire(body, nodes) = *self;
        serializer.collect_seq(nodes.iter().map(|node| NodeWire {
            tag: node.span.tag,
            start: body.offsets.at(node.span.start),
            end: body.offsets.at(node.span.end),
            value: body.tree.value(node),
            confidence: probability(node.span.confidence),
            children: NodesWire(body, &node.children),
        }))
    }
}

#[derive(Serialize)]
struct NodeWire<'a, 'b> {
    tag: Tag,
    start: usize,
    end: usize,
    value: &'a str,
    confidence: f64,
    children: NodesWire<'a, 'b>,
}

/// A probability as answers have it: four decimals are more than that of a calibrated classifier is worth, and keep bodies short.
pub fn probability(value: f32) -> f64 {
    ten_thousandths(value) / 1e4
}

fn ten_thousandths(probability: f32) -> f64 {
    (f64::from(probability) * 1e4).round()
}

/// Numbers of a parse in front of its nodes.
const HEAD: usize = 4;
/// Numbers of a node.
const NODE: usize = 5;

/// What [`ParseBody`] says of `tree`, as numbers for a caller that has the text: its `confidence` and `address_score` in ten-thousandths,
/// the letters of the guessed country (256 times the first plus the second; 0 without a guess) and its probability in ten-thousandths. Then
/// of each node, parents before their children, the place of its tag in [`Tag::ALL`], start and end in UTF-16 code units, its
/// confidence in ten-thousandths and which node it lies in (-1 for none). Returns the number of nodes; none where `out` is too short for
/// them. Nothing is written as text and read again, which takes as long as a sixth of a parse.
pub fn write_numbers(tree: &Tree, out: &mut [i32]) -> Option<usize> {
    let (head, rest) = out.split_first_chunk_mut::<HEAD>()?;
    let Scores { confidence, address, country, .. } = &tree.scores;
    let (country, likely) =
        country.map_or((0, 0.0), |guess| (u16::from_be_bytes(guess.code).into(), guess.probability));
    let number = |score: f32| ten_thousandths(score) as i32;
    *head = [number(*confidence), number(*address), country, number(likely)];
    let mut numbers =
        Numbers { offsets: Utf16Offsets::new(&tree.raw), nodes: rest.as_chunks_mut::<NODE>().0, count: 0 };
    numbers.write(&tree.roots, None)?;
    Some(numbers.count)
}

struct Numbers<'a> {
    offsets: Utf16Offsets<'a>,
    nodes: &'a mut [[i32; NODE]],
    count: usize,
}

impl Numbers<'_> {
    fn write(&mut self, nodes: &[Node], parent: Option<usize>) -> Option<()> {
        for Node { span, children, .. } in nodes {
            let own = self.count;
            let offset = |at| i32::try_from(self.offsets.at(at)).ok();
            let (start, end) = (offset(span.start)?, offset(span.end)?);
            let parent = parent.map_or(-1, |parent| parent as i32);
            *self.nodes.get_mut(own)? =
                [span.tag as i32, start, end, ten_thousandths(span.confidence) as i32, parent];
            self.count += 1;
            self.write(children, Some(own))?;
        }
        Some(())
    }
}

/// The XML rendering that `debug` carries: one element a node, named by tag, tab-indented,
/// with `start`, `end` (UTF-16 code units), `conf` and, where a model made the tree, `raw`, its confidence before
/// calibration; characters XML 1.0 forbids become U+FFFD.
pub fn debug_xml(tree: &Tree) -> String {
    let mut xml = String::from("<address raw=\"");
    escape_xml(&tree.raw, &mut xml);
    xml.push_str("\">\n");
    let raw: HashMap<usize, f32> =
        tree.nodes().iter().map(|node| node.span.start).zip(tree.scores.raw.iter().copied()).collect();
    let rendering = Rendering { tree, offsets: Utf16Offsets::new(&tree.raw), raw };
    for node in &tree.roots {
        rendering.write_element(node, 1, &mut xml);
    }
    xml.push_str("</address>");
    xml
}

/// A tree on its way into XML.
struct Rendering<'a> {
    tree: &'a Tree,
    offsets: Utf16Offsets<'a>,
    /// Confidence before calibration by a span's start.
    raw: HashMap<usize, f32>,
}

impl Rendering<'_> {
    fn write_element(&self, node: &Node, depth: usize, xml: &mut String) {
        let indent = "\t".repeat(depth);
        let span = &node.span;
        let (tag, start, end) = (span.tag, self.offsets.at(span.start), self.offsets.at(span.end));
        // Writing to a String cannot fail.
        let _ = write!(xml, "{indent}<{tag} start=\"{start}\" end=\"{end}\" conf=\"{:.2}\"", span.confidence);
        if let Some(raw) = self.raw.get(&span.start) {
            let _ = write!(xml, " raw=\"{raw:.4}\"");
        }
        xml.push('>');
        escape_xml(self.tree.value(node), xml);
        if !node.children.is_empty() {
            xml.push('\n');
            for child in &node.children {
                self.write_element(child, depth + 1, xml);
            }
            xml.push_str(&indent);
        }
        let _ = writeln!(xml, "</{tag}>");
    }
}

fn escape_xml(text: &str, xml: &mut String) {
    for character in text.chars() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '"' => xml.push_str("&quot;"),
            '\t' | '\n' | '\r' => xml.push(character),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => xml.push('\u{fffd}'),
            _ => xml.push(character),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Span;

    fn sample() -> Tree {
        let raw = "🏠 5 Elm <St>";
        let span = |tag, text: &str| {
            let start = raw.find(text).unwrap();
            Span { tag, start, end: start + text.len(), confidence: 0.9876 }
        };
        let country = Some(CountryGuess { code: *b"US", probability: 0.625 });
        let scores = Scores { confidence: 0.75, address: 0.5, country, raw: vec![0.9, 0.8] };
        Tree::from_spans(raw, vec![span(Tag::HouseNumber, "5"), span(Tag::Street, "Elm")]).with_scores(scores)
    }

    #[test]
    fn body_has_the_fields_of_the_spec_in_order_and_utf16_offsets() {
        assert_eq!(
            serde_json::to_string(&ParseBody::new(&sample(), false)).unwrap(),
            r#"{"input":"🏠 5 Elm <St>","components":[{"tag":"house_number","value":"5"},{"tag":"street","value":"Elm"}],"tree":{"raw":"🏠 5 Elm <St>","roots":[{"tag":"street","start":5,"end":8,"value":"Elm","confidence":0.9876,"children":[{"tag":"house_number","start":3,"end":4,"value":"5","confidence":0.9876,"children":[]}]}]},"confidence":0.75,"address_score":0.5,"country_guess":{"code":"US","probability":0.625}}"#
        );
    }

    #[test]
    fn numbers_say_what_the_body_says() {
        let mut out = [0; 14];
        assert_eq!(write_numbers(&sample(), &mut out), Some(2));
        assert_eq!(
            out,
            [
                7500,
                5000,
                0x5553,
                6250,
                Tag::Street as i32,
                5,
                8,
                9876,
                -1,
                Tag::HouseNumber as i32,
                3,
                4,
                9876,
                0
            ]
        );
        assert_eq!(Tag::ALL[Tag::Street as usize], Tag::Street);
        assert_eq!(write_numbers(&sample(), &mut [0; 13]), None);
        assert_eq!(write_numbers(&sample(), &mut []), None);
    }

    #[test]
    fn debug_is_escaped_xml() {
        assert_eq!(
            debug_xml(&sample()),
            "<address raw=\"🏠 5 Elm &lt;St&gt;\">\n\t<street start=\"5\" end=\"8\" conf=\"0.99\" raw=\"0.8000\">Elm\n\t\t<house_number start=\"3\" end=\"4\" conf=\"0.99\" raw=\"0.9000\">5</house_number>\n\t</street>\n</address>"
        );
    }
}
