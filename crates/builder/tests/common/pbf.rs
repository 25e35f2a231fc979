//! Writes small files of OpenStreetMap in PBF format for tests: a header and a blob for each kind of objects, or one blob for all.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

type Tags<'a> = &'a [(&'a str, &'a str)];

/// Objects of a file.
#[derive(Default)]
pub(crate) struct Pbf {
    strings: Vec<String>,
    nodes: Vec<u8>,
    ways: Vec<u8>,
    relations: Vec<u8>,
    /// Whether blobs are not compressed, so that a changed byte changes a value.
    is_raw: bool,
}

/// Kinds of members.
pub(crate) const NODE: u64 = 0;
pub(crate) const WAY: u64 = 1;

impl Pbf {
    pub(crate) fn new() -> Pbf {
        // String 0 is reserved.
        Pbf { strings: vec![String::new()], ..Pbf::default() }
    }

    /// With blobs that are not compressed.
    #[allow(dead_code, reason = "not every test that includes this file damages one")]
    pub(crate) fn raw(self) -> Pbf {
        Pbf { is_raw: true, ..self }
    }

    fn string(&mut self, text: &str) -> u64 {
        let at = self.strings.iter().position(|known| known == text);
        at.unwrap_or_else(|| {
            self.strings.push(text.to_owned());
            self.strings.len() - 1
        }) as u64
    }

    fn tags(&mut self, tags: Tags<'_>, keys_field: u64, into: &mut Vec<u8>) {
        let (mut keys, mut values) = (Vec::new(), Vec::new());
        for (key, value) in tags {
            varint(self.string(key), &mut keys);
            varint(self.string(value), &mut values);
        }
        bytes(keys_field, &keys, into);
        bytes(keys_field + 1, &values, into);
    }

    /// Adds a node at a point in degrees.
    pub(crate) fn node(mut self, id: i64, (lat, lon): (f64, f64), tags: Tags<'_>) -> Pbf {
        let mut node = Vec::new();
        number(1, zigzag(id), &mut node);
        self.tags(tags, 2, &mut node);
        number(8, zigzag((lat * 1e7).round() as i64), &mut node);
        number(9, zigzag((lon * 1e7).round() as i64), &mut node);
        bytes(1, &node, &mut self.nodes);
        self
    }

    pub(crate) fn way(mut self, id: i64, refs: &[i64], tags: Tags<'_>) -> Pbf {
        let mut way = Vec::new();
        number(1, id as u64, &mut way);
        self.tags(tags, 2, &mut way);
        let mut deltas = Vec::new();
        let mut last = 0;
        for node in refs {
            varint(zigzag(node - last), &mut deltas);
            last = *node;
        }
        bytes(8, &deltas, &mut way);
        bytes(3, &way, &mut self.ways);
        self
    }

    /// Adds a relation with members: role, id, kind.
    pub(crate) fn relation(mut self, id: i64, members: &[(&str, i64, u64)], tags: Tags<'_>) -> Pbf {
        let mut relation = Vec::new();
        number(1, id as u64, &mut relation);
        self.tags(tags, 2, &mut relation);
        let (mut roles, mut ids, mut kinds) = (Vec::new(), Vec::new(), Vec::new());
        let mut last = 0;
        for (role, member, kind) in members {
            varint(self.string(role), &mut roles);
            varint(zigzag(member - last), &mut ids);
            last = *member;
            varint(*kind, &mut kinds);
        }
        bytes(8, &roles, &mut relation);
        bytes(9, &ids, &mut relation);
        bytes(10, &kinds, &mut relation);
        bytes(4, &relation, &mut self.relations);
        self
    }

    /// The file, with a blob for each kind that says in its header that they are sorted.
    pub(crate) fn file(&self) -> Vec<u8> {
        self.with_groups(&[&self.nodes, &self.ways, &self.relations], &["Sort.Type_then_ID"], &["DenseNodes"])
    }

    /// The file with relations first and nodes last, and without a word about the order.
    pub(crate) fn reversed(&self) -> Vec<u8> {
        self.with_groups(&[&self.relations, &self.ways, &self.nodes], &[], &[])
    }

    /// The file with a feature that is required.
    pub(crate) fn requiring(&self, feature: &str) -> Vec<u8> {
        self.with_groups(&[&self.nodes], &[], &[feature])
    }

    fn with_groups(&self, groups: &[&Vec<u8>], optional: &[&str], required: &[&str]) -> Vec<u8> {
        let mut header = Vec::new();
        required.iter().for_each(|feature| bytes(4, feature.as_bytes(), &mut header));
        optional.iter().for_each(|feature| bytes(5, feature.as_bytes(), &mut header));
        // Replication time: 2024-03-04.
        number(32, 1_709_586_000, &mut header);
        let mut file = blob("OSMHeader", &header, self.is_raw);
        for group in groups.iter().filter(|group| !group.is_empty()) {
            let mut strings = Vec::new();
            self.strings.iter().for_each(|text| bytes(1, text.as_bytes(), &mut strings));
            let mut block = Vec::new();
            bytes(1, &strings, &mut block);
            bytes(2, group, &mut block);
            file.extend(blob("OSMData", &block, self.is_raw));
        }
        file
    }
}

fn blob(kind: &str, content: &[u8], is_raw: bool) -> Vec<u8> {
    let mut blob = Vec::new();
    if is_raw {
        bytes(1, content, &mut blob);
    } else {
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
        packed.write_all(content).unwrap();
        number(2, content.len() as u64, &mut blob);
        bytes(3, &packed.finish().unwrap(), &mut blob);
    }
    let mut header = Vec::new();
    bytes(1, kind.as_bytes(), &mut header);
    number(3, blob.len() as u64, &mut header);
    let mut all = (header.len() as u32).to_be_bytes().to_vec();
    all.extend(header);
    all.extend(blob);
    all
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn varint(mut number: u64, into: &mut Vec<u8>) {
    while number >= 0x80 {
        into.push(number as u8 | 0x80);
        number >>= 7;
    }
    into.push(number as u8);
}

fn number(field: u64, value: u64, into: &mut Vec<u8>) {
    varint(field << 3, into);
    varint(value, into);
}

fn bytes(field: u64, content: &[u8], into: &mut Vec<u8>) {
    varint(field << 3 | 2, into);
    varint(content.len() as u64, into);
    into.extend_from_slice(content);
}
