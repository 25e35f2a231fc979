//! What the tests share: the starter gazetteer, and trees of components written as text.
#![allow(dead_code, reason = "each test uses what it needs")]

pub(crate) mod shards;

use std::path::{Path, PathBuf};

use milepost_address::{Span, Tree};

/// A database of the starter data.
pub(crate) fn starter(name: &str) -> PathBuf {
    let database = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof").join(name);
    assert!(database.exists(), "no {}; run `npm run build` first", database.display());
    database
}

/// A tree of `tag=text; tag=text`, whose texts stand one behind the other.
pub(crate) fn tree(components: &str) -> Tree {
    read(components).1
}

/// The text of `tag=text; tag=text`, its texts one behind the other, and its tree.
pub(crate) fn read(components: &str) -> (String, Tree) {
    let mut raw = String::new();
    let mut spans = Vec::new();
    for component in components.split(';') {
        let (tag, text) = component.trim().split_once('=').unwrap();
        let start = raw.len();
        raw.push_str(text);
        spans.push(Span { tag: tag.parse().unwrap(), start, end: raw.len(), confidence: 1.0 });
        raw.push(' ');
    }
    let raw = raw.trim_end().to_owned();
    let tree = Tree::from_spans(&raw, spans);
    (raw, tree)
}
