//! A gazetteer of a few places (`fixture.tsv`) and a register of a few villages (`villages.tsv`) that the stages are tested on, and addresses as `tag=text; tag=text`.

use std::fmt::Write as _;
use std::sync::LazyLock;

use milepost_address::{Span, Tree};
use milepost_aside::Claim;
use milepost_gazetteer::{Gazetteer, Place, Placetype, index_names, prefix, schema};
use milepost_store::register::{RegisterRow, register_path, write_register};
use milepost_text::name_key;
use rusqlite::Connection;
use tempfile::TempDir;

use crate::bounds::AnswerBounds;
use crate::candidates::Scope;
use crate::components::Components;
use crate::finding::Finding;
use crate::named_places::Resolved;
use crate::resolver;
use crate::search::combinations::{Combination, Combinations};

/// The gazetteer of the table, with its index of names.
pub(crate) fn gazetteer() -> &'static Gazetteer {
    static OPEN: LazyLock<(TempDir, Gazetteer)> = LazyLock::new(|| {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("candidate.db");
        let rows: Vec<Vec<&str>> =
            include_str!("fixture.tsv").lines().skip(1).map(|line| line.split('\t').collect()).collect();
        let connection = Connection::open(&path).unwrap();
        connection.execute_batch(&format!("{}{}", schema::CANDIDATE, sql(&rows))).unwrap();
        drop(connection);
        prefix::build_index(&path).unwrap();
        let register = Claim::on(&register_path(&path)).unwrap();
        write_register(&register, "", villages()).unwrap();
        index_names(&register, register.target(), None).unwrap();
        let gazetteer = Gazetteer::open(&path).unwrap();
        (folder, gazetteer)
    });
    &OPEN.1
}

fn villages() -> Vec<RegisterRow> {
    let row = |line: &str| {
        let [country, postcode, place, division, lat, lon] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let [country, postcode, place, division] = [country, postcode, place, division].map(str::to_owned);
        RegisterRow {
            country,
            postcode,
            place,
            division,
            lat: lat.parse().unwrap(),
            lon: lon.parse().unwrap(),
        }
    };
    include_str!("villages.tsv").lines().skip(1).map(row).collect()
}

const KINDS: [&str; 6] = ["country", "region", "county", "locality", "neighbourhood", "postalcode"];

fn sql(rows: &[Vec<&str>]) -> String {
    let mut sql = "INSERT INTO country_codes VALUES (1, 'US'), (2, 'FR'), (3, 'GP');\n".to_owned();
    for (index, kind) in KINDS.iter().enumerate() {
        writeln!(sql, "INSERT INTO placetype_codes VALUES ({index}, '{kind}');").unwrap();
    }
    let row_of = |id: &str| rows.iter().find(|row| row[0] == id);
    let kind_of = |row: &[&str]| KINDS.iter().position(|kind| *kind == row[3]).unwrap();
    for row in rows {
        let [id, name, aliases, _, country, parent, lat, lon, population] = row[..] else {
            panic!("{row:?}")
        };
        let mut above = Vec::new();
        let mut next = row_of(parent);
        while let Some(row) = next {
            above.push(row);
            next = row_of(row[5]);
        }
        let region = above.iter().find(|row| row[3] == "region").map_or("0", |row| row[0]);
        let country = ["US", "FR", "GP"].iter().position(|code| *code == country).unwrap() + 1;
        let names = std::iter::once(name).chain(aliases.split('|').filter(|alias| !alias.is_empty()));
        for (index, alias) in names.enumerate() {
            let (key, is_primary) = (name_key(alias), u8::from(index == 0));
            writeln!(
                sql,
                "INSERT INTO candidate VALUES ('{key}', {country}, {region}, {}, -{population}, {id}, '{name}', {lat}, {lon},
                 {population}, {is_primary}, NULL, NULL, NULL, NULL, NULL, NULL);",
                kind_of(row)
            )
            .unwrap();
        }
        for (index, row) in above.iter().enumerate() {
            let (depth, kind, name) = (index + 1, kind_of(row), row[1]);
            let (parent, key) = (row[0], name_key(name));
            writeln!(
                sql,
                "INSERT INTO candidate_ancestor VALUES ({id}, {depth}, {parent}, {kind}, '{name}', '{key}');"
            )
            .unwrap();
        }
    }
    sql
}

/// The parse of `tag=text; tag=text`, of those texts one behind the other.
pub(crate) fn tree(address: &str) -> Tree {
    let (mut raw, mut spans) = (String::new(), Vec::new());
    for part in address.split("; ") {
        let (tag, text) = part.split_once('=').unwrap();
        raw.push_str(if raw.is_empty() { "" } else { ", " });
        let start = raw.len();
        raw.push_str(text);
        spans.push(Span { tag: tag.parse().unwrap(), start, end: raw.len(), confidence: 1.0 });
    }
    Tree::from_spans(&raw, spans)
}

/// The components of that parse.
pub(crate) fn components(address: &str) -> Components<'static> {
    Components::of(parsed(address))
}

/// The places of that parse.
pub(crate) fn resolved(address: &str) -> Resolved {
    resolver::places(scope(), components(address)).unwrap()
}

/// All that an address can mean.
pub(crate) fn combinations(address: &str) -> Combinations<'static> {
    Combinations::read(scope(), &components(address)).unwrap()
}

/// The best combination of an address.
pub(crate) fn best(combinations: &Combinations<'_>) -> Combination {
    combinations.ranked[0].combination
}

/// The codes of the findings about the places of an address.
pub(crate) fn codes(address: &str) -> Vec<&'static str> {
    resolved(address).findings.iter().map(Finding::code).collect()
}

/// The whole gazetteer.
pub(crate) fn scope() -> Scope<'static> {
    Scope::new(gazetteer(), AnswerBounds::NONE)
}

/// The parse of `tag=text; tag=text`, kept as long as the tests run.
pub(crate) fn parsed(address: &str) -> &'static Tree {
    Box::leak(Box::new(tree(address)))
}

/// The most prominent place of a name.
pub(crate) fn place(name: &str, kind: Placetype) -> Place {
    gazetteer().places(name, &[kind], 1).unwrap().swap_remove(0)
}

/// A postcode of the gazetteer.
pub(crate) fn postcode(code: &str) -> Place {
    gazetteer().postcodes(code).unwrap().swap_remove(0)
}
