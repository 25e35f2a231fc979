//! Readers and writers: whatever is in a table, its columns come out in their order with every cell as it was, and the new ones behind.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use milepost_bulk::Outcome;
use parquet::basic::{Compression, Repetition};
use parquet::column::writer::ColumnWriter;
use parquet::data_type::ByteArray;
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::SerializedFileWriter;
use parquet::record::Field;
use parquet::schema::parser::parse_message_type;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;
use serde_json::{Map, Value as Json, json};

use common::{asked, parsed, records, text};

/// What `parsed` puts after the columns.
const FOUND: [&str; 3] = ["geo_house_number", "geo_locality", "geo_error"];

/// How a program writes tables.
#[derive(Debug, Clone)]
struct Style {
    delimiter: char,
    line_end: &'static str,
    /// Quotes around every cell, not only where a cell needs them.
    quotes_all: bool,
    byte_order_mark: bool,
    ends_its_last_line: bool,
}

fn styles() -> impl Strategy<Value = Style> {
    let delimiters = prop::sample::select(vec![',', ';', '\t', '|']);
    let line_ends = prop::sample::select(vec!["\n", "\r\n"]);
    (delimiters, line_ends, any::<bool>(), any::<bool>(), any::<bool>()).prop_map(
        |(delimiter, line_end, quotes_all, byte_order_mark, ends_its_last_line)| Style {
            delimiter,
            line_end,
            quotes_all,
            byte_order_mark,
            ends_its_last_line,
        },
    )
}

impl Style {
    fn cell(&self, cell: &str) -> String {
        if self.quotes_all || cell.contains([self.delimiter, '"', '\r', '\n']) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    }

    fn line(&self, cells: &[String]) -> String {
        let cells: Vec<String> = cells.iter().map(|cell| self.cell(cell)).collect();
        cells.join(&self.delimiter.to_string())
    }

    fn table(&self, rows: &[Vec<String>]) -> String {
        let lines: Vec<String> = rows.iter().map(|row| self.line(row)).collect();
        let mark = if self.byte_order_mark { "\u{feff}" } else { "" };
        let end = if self.ends_its_last_line { self.line_end } else { "" };
        format!("{mark}{}{end}", lines.join(self.line_end))
    }
}

/// A cell with what is dangerous in one: quotes, delimiters, line breaks of each kind, letters of any script, spaces, nothing.
fn cells() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => Just(String::new()),
        3 => "[a-z \",;|\t\r\n]{0,12}",
        3 => "\\PC{0,8}",
        1 => any::<String>().prop_map(|text| text.chars().take(8).collect()),
        1 => Just("12 Main St, Reno".to_owned()),
        1 => Just("10 rue de l'Église\r\n38660 Le Touvet".to_owned()),
    ]
}

/// Names of columns, none twice, one of them that of the address.
fn header(columns: usize) -> Vec<String> {
    ["address", "a,\"b\"", "größe; 名前", "line\nbreak", "=1+1"][..columns]
        .iter()
        .map(|&name| name.into())
        .collect()
}

/// Rows of as many cells. The column `empty`, if there is one, holds nothing. A first cell is never empty: that could be an empty line.
fn rows(columns: usize) -> impl Strategy<Value = Vec<Vec<String>>> {
    let empty = 0..columns + 1;
    let rows = prop::collection::vec(prop::collection::vec(cells(), columns), 0..20);
    (rows, empty).prop_map(|(mut rows, empty)| {
        for row in &mut rows {
            if let Some(cell) = row.get_mut(empty) {
                cell.clear();
            }
            row[0].insert(0, 'x');
        }
        rows
    })
}

fn tables() -> impl Strategy<Value = Vec<Vec<String>>> {
    (1_usize..=5)
        .prop_flat_map(|columns| rows(columns).prop_map(move |rows| [vec![header(columns)], rows].concat()))
}

/// The columns of the input among those of the result; the others are what was found.
fn kept(records: Vec<Vec<String>>, columns: usize) -> Vec<Vec<String>> {
    assert_eq!(records[0][columns..], FOUND);
    records.into_iter().map(|row| row[..columns].to_vec()).collect()
}

fn written(path: &Path, bytes: &[u8]) {
    fs::write(path, bytes).unwrap();
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        rng_seed: RngSeed::Fixed(25),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn cells_of_text_files(table in tables(), style in styles(), window in 1_usize..9) {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
        written(&from, style.table(&table).as_bytes());
        let (window, delimiter) = (window.to_string(), style.delimiter.to_string());
        let summary = parsed(&[
            text(&from), "--out", text(&to), "--window", &window, "--delimiter", &delimiter, "--address", "address",
        ]);
        prop_assert_eq!((summary.counts.rows, summary.counts.rejected), (table.len() as u64 - 1, 0));
        let result = kept(records(&to, style.delimiter as u8), table[0].len());
        prop_assert_eq!(result, table);
    }

    #[test]
    fn cells_of_text_files_by_way_of_every_other_kind(table in tables(), style in styles()) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        written(&at("in.csv"), style.table(&table).as_bytes());
        let delimiter = style.delimiter.to_string();
        let of_style = ["--delimiter", &delimiter, "--address", "address"];
        for kind in ["a.tsv", "a.ndjson", "a.parquet", "a.csv.gz", "a.ndjson.zst"] {
            parsed(&[&[text(&at("in.csv")), "--out", text(&at(kind))], &of_style[..]].concat());
            // A table without rows has no objects, and so no columns.
            if table.len() == 1 && kind.contains("ndjson") {
                continue;
            }
            // Cells go from CSV to CSV with the delimiter that they came with.
            let delimiter = if kind.contains("csv") { style.delimiter } else { ',' };
            let (from, to, delimiter) = (at(kind), at("back.csv"), delimiter.to_string());
            let mut back = vec![text(&from), "--out", text(&to), "--prefix", "again_", "--address", "address", "--replace"];
            if kind.contains("csv") {
                back.extend(["--delimiter", &delimiter]);
            }
            parsed(&back);
            let result: Vec<Vec<String>> = records(&to, delimiter.as_bytes()[0])
                .into_iter().map(|row| row[..table[0].len() + FOUND.len()].to_vec()).collect();
            prop_assert_eq!(kept(result, table[0].len()), table.clone(), "{}", kind);
        }
    }

    #[test]
    fn ragged_rows_stay_or_are_reported_with_their_line(
        rows in prop::collection::vec((0_usize..6, cells()), 1..25),
        style in styles(),
    ) {
        const COLUMNS: usize = 3;
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
        let table: Vec<Vec<String>> = rows.iter().enumerate().map(|(index, (cells, content))| {
            // The reader treats the quote in a record of the wrong length that spans lines as a plain character: see the units of
            // `input/csv.rs`.
            let wanted = if *cells == 0 { COLUMNS } else { *cells };
            let content = if wanted == COLUMNS { content.clone() } else { content.replace(['\r', '\n'], " ") };
            let mut row = vec![format!("row {index}"), content];
            row.resize(wanted, "12 Main St, Reno".to_owned());
            row
        }).collect();
        let whole = [vec![header(COLUMNS)], table.clone()].concat();
        written(&from, style.table(&whole).as_bytes());
        let summary = parsed(&[
            text(&from), "--out", text(&to), "--delimiter", &style.delimiter.to_string(), "--address", "address", "--window", "4",
        ]);

        let stays = |row: &&Vec<String>| row.len() <= COLUMNS;
        let padded = |row: &Vec<String>| {
            let mut row = row.clone();
            row.resize(COLUMNS, String::new());
            row
        };
        let result = records(&to, style.delimiter as u8);
        let expected: Vec<Vec<String>> = table.iter().filter(stays).map(padded).collect();
        let rows: Vec<Vec<String>> = result[1..].iter().map(|row| row[..COLUMNS].to_vec()).collect();
        prop_assert_eq!(rows, expected);
        for (row, before) in result[1..].iter().zip(table.iter().filter(stays)) {
            let fault = format!("{} cells where the header has {COLUMNS}", before.len());
            let error = if before.len() < COLUMNS { fault.as_str() } else { "" };
            prop_assert_eq!(&row[COLUMNS + 2], error);
        }

        // The header may span lines itself, and so may the rows in front.
        let mut line = 1 + style.line(&whole[0]).matches('\n').count() as u64 + 1;
        let mut lines = Vec::new();
        for row in &table {
            if !stays(&row) {
                lines.push((line, row.len()));
            }
            line += style.line(row).matches('\n').count() as u64 + 1;
        }
        let report = fs::read_to_string(folder.path().join("out.csv.rejected")).unwrap_or_default();
        let rejected: Vec<(u64, usize)> = report.lines().map(|line| {
            let record: Json = serde_json::from_str(line).unwrap();
            let cells = record["why"].as_str().unwrap().split(' ').next().unwrap().parse().unwrap();
            (record["line"].as_u64().unwrap(), cells)
        }).collect();
        prop_assert_eq!(summary.counts.rejected, lines.len() as u64);
        prop_assert_eq!(rejected, lines);
    }

    #[test]
    fn members_of_objects(objects in prop::collection::vec(objects(), 1..15), spaced in any::<bool>()) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let lines: Vec<String> = objects.iter().map(|object| {
            let line = Json::Object(object.clone()).to_string();
            if spaced { format!("{{ {}", &line[1..]) } else { line }
        }).collect();
        written(&at("in.ndjson"), lines.join("\n").as_bytes());
        parsed(&[text(&at("in.ndjson")), "--out", text(&at("out.ndjson")), "--address", "address"]);
        let result = fs::read_to_string(at("out.ndjson")).unwrap();
        prop_assert_eq!(result.lines().count(), lines.len());
        for (line, before) in result.lines().zip(&lines) {
            // Its own bytes, less the brace that closes it.
            prop_assert!(line.starts_with(&before[..before.len() - 1]), "{} {}", line, before);
            let object: Map<String, Json> = serde_json::from_str(line).unwrap();
            prop_assert!(object.keys().map(String::as_str).rev().take(3).eq(FOUND.into_iter().rev()));
        }

        parsed(&[text(&at("in.ndjson")), "--out", text(&at("out.csv")), "--address", "address"]);
        let result = records(&at("out.csv"), b',');
        let mut columns: Vec<&String> = Vec::new();
        for name in objects.iter().flat_map(Map::keys) {
            if !columns.contains(&name) {
                columns.push(name);
            }
        }
        prop_assert!(result[0][..columns.len()].iter().eq(columns.iter().copied()));
        prop_assert_eq!(&result[0][columns.len()], "geo_rest");
        for (row, object) in result[1..].iter().zip(&objects) {
            let cells = columns.iter().map(|&name| match object.get(name) {
                None | Some(Json::Null) => String::new(),
                Some(Json::String(text)) => text.clone(),
                Some(other) => other.to_string(),
            });
            prop_assert!(row[..columns.len()].iter().cloned().eq(cells), "{:?} {:?}", row, object);
        }
    }

    #[test]
    fn columns_of_parquet_keep_their_types(
        rows in prop::collection::vec(parquet_rows(), 1..40),
        group in 1_usize..12,
        window in 1_usize..12,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
        write_parquet(&from, &rows, group, Compression::SNAPPY);
        let summary = parsed(&[text(&from), "--out", text(&to), "--window", &window.to_string(), "--address", "address"]);
        prop_assert_eq!(summary.counts.rows, rows.len() as u64);
        let read = |path: &Path| {
            let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
            let schema = reader.metadata().file_metadata().schema().get_fields().to_vec();
            let rows: Vec<Vec<(String, Field)>> =
                reader.get_row_iter(None).unwrap().map(|row| row.unwrap().into_columns()).collect();
            (schema, rows)
        };
        let ((before, cells_before), (after, cells_after)) = (read(&from), read(&to));
        prop_assert_eq!(&after[..before.len()], &before[..]);
        let names: Vec<&str> = after[before.len()..].iter().map(|field| field.name()).collect();
        prop_assert_eq!(names, FOUND);
        let kept: Vec<Vec<(String, Field)>> =
            cells_after.into_iter().map(|row| row[..before.len()].to_vec()).collect();
        prop_assert_eq!(&kept, &cells_before);
        let kept: Vec<Json> = kept.into_iter().map(object_of).collect();
        let expected: Vec<Json> = rows.iter().map(ParquetRow::json).collect();
        prop_assert_eq!(kept, expected);
    }
}

fn object_of(row: Vec<(String, Field)>) -> Json {
    row.into_iter().map(|(name, field)| (name, field.to_json_value())).collect()
}

/// Objects of some members, in any order, with an address among them.
fn objects() -> impl Strategy<Value = Map<String, Json>> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::from),
        any::<i64>().prop_map(Json::from),
        any::<u64>().prop_map(Json::from),
        (-1e9..1e9).prop_map(Json::from),
        cells().prop_map(Json::from),
    ];
    let value = leaf.prop_recursive(2, 6, 3, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..3).prop_map(Json::from),
            prop::collection::vec((prop::sample::select(vec!["x", "y", "\"é"]), inner), 0..3).prop_map(
                |members| Json::Object(
                    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
                )
            ),
        ]
    });
    let names =
        prop::sample::subsequence(vec!["id", "größe", "a,\"b\"", "line\nbreak"], 0..=4).prop_shuffle();
    (names, prop::collection::vec(value, 4), cells()).prop_map(|(names, values, address)| {
        let mut object: Map<String, Json> = names.into_iter().map(str::to_owned).zip(values).collect();
        object.insert("address".to_owned(), Json::from(address));
        object
    })
}

/// A row with types that text has not, with nothing in any of them.
#[derive(Debug, Clone)]
struct ParquetRow {
    id: i64,
    address: Option<String>,
    weight: Option<f64>,
    active: Option<bool>,
    names: Option<Vec<Option<String>>>,
}

fn parquet_rows() -> impl Strategy<Value = ParquetRow> {
    let names = prop::option::of(prop::collection::vec(prop::option::of(cells()), 0..3));
    (
        any::<i64>(),
        prop::option::of(cells()),
        prop::option::of(-1e9..1e9),
        prop::option::of(any::<bool>()),
        names,
    )
        .prop_map(|(id, address, weight, active, names)| ParquetRow {
            id,
            address,
            weight,
            active,
            names,
        })
}

impl ParquetRow {
    fn json(&self) -> Json {
        let ParquetRow { id, address, weight, active, names } = self;
        json!({ "id": id, "address": address, "weight": weight, "active": active, "names": names })
    }
}

/// Writes rows as a file of row groups of `group` rows.
fn write_parquet(path: &Path, rows: &[ParquetRow], group: usize, compression: Compression) {
    let schema = "message table {
        required int64 id;
        optional binary address (string);
        optional double weight;
        optional boolean active;
        optional group names (list) { repeated group list { optional binary element (string); } }
    }";
    let properties = WriterProperties::builder().set_compression(compression).build();
    let schema = Arc::new(parse_message_type(schema).unwrap());
    assert_eq!(schema.get_fields()[0].get_basic_info().repetition(), Repetition::REQUIRED);
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::new(properties)).unwrap();
    for rows in rows.chunks(group) {
        let mut group = writer.next_row_group().unwrap();
        while let Some(mut column) = group.next_column().unwrap() {
            write_column(column.untyped(), rows);
            column.close().unwrap();
        }
        group.close().unwrap();
    }
    let bytes = writer.into_inner().unwrap();
    fs::File::create(path).unwrap().write_all(&bytes).unwrap();
}

fn write_column(column: &mut ColumnWriter<'_>, rows: &[ParquetRow]) {
    fn levels<T>(cells: &[Option<T>]) -> Vec<i16> {
        cells.iter().map(|cell| i16::from(cell.is_some())).collect()
    }
    fn bytes(text: &str) -> ByteArray {
        ByteArray::from(text.as_bytes().to_vec())
    }
    match column {
        ColumnWriter::Int64ColumnWriter(column) => {
            let ids: Vec<i64> = rows.iter().map(|row| row.id).collect();
            column.write_batch(&ids, None, None).unwrap();
        }
        ColumnWriter::DoubleColumnWriter(column) => {
            let cells: Vec<Option<f64>> = rows.iter().map(|row| row.weight).collect();
            let there: Vec<f64> = cells.iter().flatten().copied().collect();
            column.write_batch(&there, Some(&levels(&cells)), None).unwrap();
        }
        ColumnWriter::BoolColumnWriter(column) => {
            let cells: Vec<Option<bool>> = rows.iter().map(|row| row.active).collect();
            let there: Vec<bool> = cells.iter().flatten().copied().collect();
            column.write_batch(&there, Some(&levels(&cells)), None).unwrap();
        }
        ColumnWriter::ByteArrayColumnWriter(column) if column.get_descriptor().max_rep_level() == 0 => {
            let cells: Vec<Option<ByteArray>> =
                rows.iter().map(|row| row.address.as_deref().map(bytes)).collect();
            let there: Vec<ByteArray> = cells.iter().flatten().cloned().collect();
            column.write_batch(&there, Some(&levels(&cells)), None).unwrap();
        }
        ColumnWriter::ByteArrayColumnWriter(column) => {
            let (mut there, mut definition, mut repetition) = (Vec::new(), Vec::new(), Vec::new());
            for row in rows {
                let names = row.names.as_deref().unwrap_or_default();
                if names.is_empty() {
                    definition.push(i16::from(row.names.is_some()));
                    repetition.push(0);
                }
                for (index, name) in names.iter().enumerate() {
                    definition.push(if name.is_some() { 3 } else { 2 });
                    repetition.push(i16::from(index > 0));
                    there.extend(name.as_deref().map(bytes));
                }
            }
            column.write_batch(&there, Some(&definition), Some(&repetition)).unwrap();
        }
        _ => panic!("no such column"),
    }
}

/// A run breaks off at its second file. Of the first one a number is changed then, which changes neither its length nor its number of rows.
#[test]
fn parquet_that_changed_is_noticed_by_who_goes_on_with_it() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows = |first: i64| -> Vec<ParquetRow> {
        let row = |id| ParquetRow {
            id,
            address: Some(format!("{id} Main St, Reno")),
            weight: None,
            active: None,
            names: None,
        };
        [first].into_iter().chain(2..40).map(row).collect()
    };
    let write = |name: &str, first| write_parquet(&at(name), &rows(first), 16, Compression::UNCOMPRESSED);
    write("a.parquet", 1);
    write("b.parquet", 1);
    let b = fs::read(at("b.parquet")).unwrap();
    fs::write(at("b.parquet"), vec![0; b.len()]).unwrap();
    let (a_path, b_path, out) = (at("a.parquet"), at("b.parquet"), at("out.parquet"));
    let words = [
        text(&a_path),
        text(&b_path),
        "--out",
        text(&out),
        "--only",
        "parse",
        "--fields",
        "house_number",
        "--window",
        "4",
        "--commit-ms",
        "0",
        "--address",
        "address",
    ];
    assert!(asked(&words).unwrap_err().to_string().contains("b.parquet"));
    assert!(at("out.parquet.journal").exists() && !out.exists());
    fs::write(&b_path, &b).unwrap();

    let length = fs::metadata(&a_path).unwrap().len();
    write("a.parquet", 0);
    assert_eq!(fs::metadata(&a_path).unwrap().len(), length);
    let error = asked(&words).unwrap_err().to_string();
    assert!(error.contains("a.parquet was started with another content of this file"), "{error}");

    write("a.parquet", 1);
    assert_eq!(asked_rows(&words), 80 - 2);
}

fn asked_rows(words: &[&str]) -> u64 {
    match asked(words).unwrap() {
        Outcome::Written(summary) => summary.counts.rows,
        Outcome::Text(text) => panic!("{text}"),
    }
}

/// Latin-1 in a column that is declared as text: pandas and others write it unchecked.
#[test]
fn text_of_parquet_that_is_not_utf8_is_the_error_of_its_row() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("latin_1.parquet");
    let schema = "message table { optional binary address (string); optional binary note (string); optional binary raw; }";
    let schema = Arc::new(parse_message_type(schema).unwrap());
    let mut writer = SerializedFileWriter::new(Vec::new(), schema, Arc::default()).unwrap();
    let columns: [[&[u8]; 3]; 3] = [
        [b"1 Elm St, Reno NV", b"K\xf6ln, Stra\xdfe 1", b"2 Elm St, Reno NV"],
        [b"a", b"b", b"caf\xe9"],
        [b"\xff\x00", b"b", "é".as_bytes()],
    ];
    let mut group = writer.next_row_group().unwrap();
    for cells in columns {
        let mut column = group.next_column().unwrap().unwrap();
        let ColumnWriter::ByteArrayColumnWriter(typed) = column.untyped() else { panic!("no such column") };
        typed.write_batch(&cells.map(|cell| ByteArray::from(cell.to_vec())), Some(&[1; 3]), None).unwrap();
        column.close().unwrap();
    }
    group.close().unwrap();
    fs::write(&path, writer.into_inner().unwrap()).unwrap();
    let csv = folder.path().join("out.csv");
    let summary = parsed(&[text(&path), "--address", "address", "--out", text(&csv)]);
    assert_eq!(serde_json::to_value(&summary).unwrap()["rows"], 3);
    let rows = records(&csv, b',');
    let error = "address is not UTF-8 (byte 2); convert the column to UTF-8";
    assert_eq!(rows[1][3..], ["1", "Reno", ""]);
    assert_eq!(rows[2], ["K\u{fffd}ln, Stra\u{fffd}e 1", "b", "b", "", "", error]);
    assert_eq!(rows[3], ["2 Elm St, Reno NV", "caf\u{fffd}", "é", "2", "Reno", ""]);
    let kept = folder.path().join("out.parquet");
    parsed(&[text(&path), "--address", "address", "--out", text(&kept)]);
    let bytes = fs::read(&kept).unwrap();
    let holds = |cell: &[u8]| bytes.windows(cell.len()).any(|window| window == cell);
    assert!(holds(b"K\xf6ln, Stra\xdfe 1") && holds(b"caf\xe9"), "the columns themselves are unchanged");
}
