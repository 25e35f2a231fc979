//! Tables through the whole program: what goes in comes out, whatever is in it.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

mod common;

use std::fs;
use std::path::Path;

use proptest::prelude::*;

use common::{asked, parsed, records, text};

fn write(path: &Path, rows: &[Vec<String>]) {
    let mut writer = csv::Writer::from_path(path).unwrap();
    for row in rows {
        writer.write_record(row).unwrap();
    }
    writer.flush().unwrap();
}

/// Cells with what is dangerous in one: quotes, delimiters, line breaks, letters of any script, nothing.
fn cells() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-z \",;\t\n]{0,12}",
        "[^\r\0]{0,8}",
        Just("12 Main St, Reno".to_owned()),
        Just("= \"x\"".to_owned()),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn every_cell_comes_out_as_it_went_in(
        rows in prop::collection::vec([cells(), cells(), cells()], 1..30),
        window in 1_usize..9,
    ) {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let header = vec!["a,b".to_owned(), "address".to_owned(), "ünï \"c\"".to_owned()];
        let mut table = vec![header];
        // The first cell is never empty, so that no line is blank.
        table.extend(rows.iter().map(|[a, b, c]| vec![format!("x{a}"), b.clone(), c.clone()]));
        write(&at("in.csv"), &table);
        let window = window.to_string();
        for result in ["out.csv", "out.tsv.gz", "out.ndjson.zst", "out.parquet"] {
            let out = at(result);
            let summary = parsed(&[text(&at("in.csv")), "--out", text(&out), "--window", &window, "--delimiter", ","]);
            prop_assert_eq!(summary.counts.rows, rows.len() as u64);
            prop_assert_eq!(summary.counts.rejected, 0);
            // Back into cells with commas, by way of a second run.
            let back = at("back.csv");
            parsed(&[text(&out), "--out", text(&back), "--prefix", "again_", "--address", "address", "--replace"]);
            let kept: Vec<Vec<String>> = records(&back, b',').into_iter().map(|row| row[..3].to_vec()).collect();
            prop_assert_eq!(&kept, &table, "{}", result);
        }
    }

    #[test]
    fn no_bytes_stop_a_run_or_get_lost(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        let folder = tempfile::tempdir().unwrap();
        let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
        let mut table = b"address,b\n".to_vec();
        table.extend(&bytes);
        fs::write(&from, &table).unwrap();
        let summary = parsed(&[text(&from), "--out", text(&to), "--delimiter", ","]);
        prop_assert_eq!(records(&to, b',').len() as u64, summary.counts.rows + 1);
        let rejected = fs::read_to_string(folder.path().join("out.csv.rejected")).unwrap_or_default();
        prop_assert_eq!(rejected.lines().count() as u64, summary.counts.rejected);
    }
}

#[test]
fn ragged_rows_are_kept_or_rejected_and_reported() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    fs::write(&from, "id;address\r\n1;Main St, Reno\r\n2\r\n3;a;b\r\n4;\r\n5;Caf\u{e9} St").unwrap();
    let summary = parsed(&[text(&from), "--out", text(&to)]);
    assert_eq!((summary.counts.rows, summary.counts.rejected), (4, 1));
    let written = fs::read_to_string(&to).unwrap();
    let lines: Vec<&str> = written.lines().collect();
    assert_eq!(lines[0], "id;address;geo_house_number;geo_locality;geo_error");
    assert_eq!(lines[1], "1;Main St, Reno;;Reno;");
    assert_eq!(lines[2], "2;;;;1 cells where the header has 2");
    assert_eq!(lines[3], "4;;;;address is required");
    let rejected = fs::read_to_string(folder.path().join("out.csv.rejected")).unwrap();
    assert!(rejected.contains("\"line\":4,\"why\":\"3 cells where the header has 2\",\"text\":\"3;a;b\""));
}

#[test]
fn bytes_that_are_no_utf_8_are_windows_1252_and_a_mark_is_no_name() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    fs::write(&from, b"\xef\xbb\xbfaddress,x\n1 Stra\xdfe,\x80\n").unwrap();
    parsed(&[text(&from), "--out", text(&to)]);
    let rows = records(&to, b',');
    assert_eq!(rows[0][0], "address");
    assert_eq!(rows[1][..2], ["1 Straße", "€"]);
}

#[test]
fn files_of_one_run_have_the_same_columns_in_any_order() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::write(at("p1.csv"), "id,address\n1,Reno\n").unwrap();
    fs::write(at("p2.csv"), "address,id\nParis,2\n").unwrap();
    fs::write(at("q.csv"), "address,other\nParis,2\n").unwrap();
    let all = at("p*.csv");
    parsed(&[text(&all), "--out", text(&at("out.csv"))]);
    let ids: Vec<String> = records(&at("out.csv"), b',').into_iter().map(|row| row[..2].join(" ")).collect();
    assert_eq!(ids, ["id address", "1 Reno", "2 Paris"]);
    let other =
        asked(&[text(&at("p1.csv")), text(&at("q.csv")), "--only", "parse", "--out", text(&at("no.csv"))]);
    assert!(other.unwrap_err().to_string().contains("`other`"));
}

#[test]
fn objects_keep_their_bytes_and_lose_no_member() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let lines = "{\"id\": 1.50, \"address\":\"Reno\"}\n\nnot json\n{\"address\":\"Paris\",\"late\":[1,2]}\n";
    fs::write(at("in.ndjson"), lines).unwrap();
    let summary = parsed(&[text(&at("in.ndjson")), "--out", text(&at("out.ndjson"))]);
    assert_eq!((summary.counts.rows, summary.counts.rejected), (2, 1));
    let written = fs::read_to_string(at("out.ndjson")).unwrap();
    assert!(written.starts_with(
        "{\"id\": 1.50, \"address\":\"Reno\",\"geo_house_number\":null,\"geo_locality\":\"Reno\""
    ));
    parsed(&[text(&at("in.ndjson")), "--out", text(&at("out.csv"))]);
    assert_eq!(records(&at("out.csv"), b',')[2][2], "[1,2]");
}

#[test]
fn a_command_that_makes_no_sense_says_why() {
    let folder = tempfile::tempdir().unwrap();
    let from = folder.path().join("in.csv");
    fs::write(&from, "a,b\n1,2\n").unwrap();
    for (words, said) in [
        (vec!["--out", "-"], "no column looks like an address"),
        (vec!["--out", "-", "--address", "z"], "there is no column `z`; there are: a, b"),
        (vec!["--out", "-", "--address", "a", "--only", "key", "--key-country", "France"], "such as FR"),
        (vec!["--out", "-", "--address", "a", "--key-country", "FR"], "needs --only key"),
        (vec!["--out", "x.parquet", "--address", "a", "--fields", "locality,size"], "no field `size`"),
        (vec!["--out", "x.unknown"], "the format of x.unknown is unknown"),
    ] {
        let mut all = vec![text(&from), "--only", "parse"];
        if words.contains(&"--only") {
            all.truncate(1);
        }
        all.extend(words);
        let error = asked(&all).unwrap_err();
        assert!(error.to_string().contains(said), "{error}");
        assert_eq!(error.exit_code(), 2);
    }
}

/// A run breaks off at its second file, and a bit of what it has written changes before the next one.
#[test]
fn a_flipped_bit_of_an_unfinished_result_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let rows: String = (1..40).map(|row| format!("{row},\"{row} Main St, Reno\"\n")).collect();
    fs::write(at("a.csv"), format!("id,address\n{rows}1,2,3\n")).unwrap();
    fs::write(at("b.csv"), format!("ix,address\n{rows}")).unwrap();
    let (a, b, out) = (at("a.csv"), at("b.csv"), at("out.csv"));
    let words =
        [text(&a), text(&b), "--out", text(&out), "--window", "4", "--commit-ms", "0", "--only", "parse"];
    assert!(asked(&words).unwrap_err().to_string().contains("b.csv"));
    fs::write(at("b.csv"), format!("id,address\n{rows}")).unwrap();

    for name in ["out.csv.part", "out.csv.rejected.part", "out.csv.journal"] {
        let whole = fs::read(at(name)).unwrap();
        for place in [0, whole.len() / 2, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            fs::write(at(name), &damaged).unwrap();
            let error = asked(&words).unwrap_err().to_string();
            assert!(error.contains(&format!("{name} is damaged")), "{name}, byte {place}: {error}");
        }
        fs::write(at(name), &whole).unwrap();
    }
    assert!(asked(&words).is_ok());
    assert_eq!(records(&out, b',').len(), 2 * 39 + 1);
}

/// 64 MB of zeros behind one row, compressed to some kilobytes.
#[test]
fn a_compressed_line_without_end_is_one_rejection() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let mut table = b"id,address\n1,\"1 Main St, Reno\"\n".to_vec();
    table.resize(64 << 20, 0);
    table.extend(b"\n2,\"2 Main St, Reno\"\n");
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    std::io::Write::write_all(&mut gzip, &table).unwrap();
    fs::write(at("in.csv.gz"), gzip.finish().unwrap()).unwrap();
    fs::write(at("in.csv.zst"), zstd::bulk::compress(&table, 1).unwrap()).unwrap();
    for name in ["in.csv.gz", "in.csv.zst"] {
        let (from, to) = (at(name), at("out.csv"));
        let summary = parsed(&[text(&from), "--out", text(&to), "--replace"]);
        assert_eq!((summary.counts.rows, summary.counts.rejected), (2, 1), "{name}");
        let rejected = fs::read_to_string(at("out.csv.rejected")).unwrap();
        assert!(rejected.contains("longer than 1048576 bytes") && rejected.len() < 2_000, "{name}");
    }
}

#[test]
fn features_with_any_properties_are_rows() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let feature = |properties: &str| {
        format!(
            "{{\"type\":\"Feature\",\"geometry\":{{\"type\":\"Point\",\"coordinates\":[1.5,2.5]}},\"properties\":{properties}}}"
        )
    };
    let features = [feature("{\"Straße\":\"12 Elm St\",\"Ort\":\"Reno\"}"), feature("{\"Ort\":\"Paris\"}")];
    fs::write(
        at("in.geojson"),
        format!("{{\"type\":\"FeatureCollection\",\"features\":[{}]}}", features.join(",")),
    )
    .unwrap();
    let summary = parsed(&[text(&at("in.geojson")), "--out", text(&at("out.csv"))]);
    assert_eq!((summary.counts.rows, summary.counts.rejected), (2, 0));
    let rows = records(&at("out.csv"), b',');
    assert_eq!(rows[0][..4], ["Straße", "Ort", "geometry_lon", "geometry_lat"]);
    assert_eq!(rows[1][2..], ["1.5", "2.5", "", "12", "Reno", ""]);
    assert_eq!(rows[2][6], "Paris");
    // Standard input of JSON needs its format, a file does not.
    fs::write(at("list.json"), "[{\"address\":\"Reno\"},\n{\"address\":\"Paris\"}]").unwrap();
    assert_eq!(parsed(&[text(&at("list.json")), "--out", text(&at("list.csv"))]).counts.rows, 2);
}

#[test]
fn a_layer_of_a_geopackage_is_a_table() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let database = rusqlite::Connection::open(at("in.gpkg")).unwrap();
    database
        .execute_batch(
            "CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT);
             CREATE TABLE gpkg_spatial_ref_sys (srs_id INTEGER, organization TEXT, organization_coordsys_id INTEGER);
             CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
             INSERT INTO gpkg_contents VALUES ('houses', 'features');
             INSERT INTO gpkg_spatial_ref_sys VALUES (7, 'EPSG', 25832);
             INSERT INTO gpkg_geometry_columns VALUES ('houses', 'geom', 7);
             CREATE TABLE houses (fid INTEGER PRIMARY KEY, geom BLOB, address TEXT);",
        )
        .unwrap();
    let mut point = b"GP\0\x01\x07\0\0\0\x01\x01\0\0\0".to_vec();
    point.extend(356_270.123_f64.to_le_bytes());
    point.extend(5_645_100.456_f64.to_le_bytes());
    for address in ["12 Elm St, Reno", "Paris", "Reno"] {
        database.execute("INSERT INTO houses (geom, address) VALUES (?1, ?2)", (&point, address)).unwrap();
    }
    let summary = parsed(&[text(&at("in.gpkg")), "--out", text(&at("out.csv")), "--window", "2"]);
    assert_eq!(summary.counts.rows, 3);
    let rows = records(&at("out.csv"), b',');
    assert_eq!(rows[0][..4], ["fid", "address", "geometry_lon", "geometry_lat"]);
    assert_eq!(rows[3][..3], ["3", "Reno", "356270.123"]);
    // The points are in the grid that the file names.
    let admin = common::npm("starter-data/db/wof/admin-global-priority.db");
    let reversed = at("reversed.csv");
    asked(&[
        text(&at("in.gpkg")),
        "--only",
        "reverse",
        "--fields",
        "country_code",
        "--out",
        text(&reversed),
        "--admin-db",
        text(&admin),
    ])
    .unwrap();
    assert_eq!(records(&reversed, b',')[1][4], "DE");
    database.execute_batch("INSERT INTO gpkg_contents VALUES ('other', 'attributes')").unwrap();
    let error = asked(&[text(&at("in.gpkg")), "--only", "parse", "--out", text(&at("no.csv"))]).unwrap_err();
    assert!(error.to_string().contains("--layer houses, --layer other"), "{error}");
}

#[test]
fn a_shapefile_is_a_table_with_its_own_text() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let point = |x: f64| {
        let mut record = 1_i32.to_le_bytes().to_vec();
        record.extend(x.to_le_bytes());
        record.extend(39.5_f64.to_le_bytes());
        record
    };
    let head = |bytes: usize| {
        let mut head = 9994_i32.to_be_bytes().to_vec();
        head.extend([0; 20]);
        head.extend(((bytes / 2) as i32).to_be_bytes());
        head.extend(1000_i32.to_le_bytes());
        head.extend(1_i32.to_le_bytes());
        head.extend([0; 64]);
        head
    };
    let (mut shp, mut shx) = (head(100 + 2 * 28), head(100 + 2 * 8));
    for (number, x) in [(1_i32, -119.8), (2, -119.9)] {
        shx.extend(((shp.len() / 2) as i32).to_be_bytes());
        shx.extend(10_i32.to_be_bytes());
        shp.extend(number.to_be_bytes());
        shp.extend(10_i32.to_be_bytes());
        shp.extend(point(x));
    }
    let mut dbf = vec![3, 126, 11, 28];
    dbf.extend(2_u32.to_le_bytes());
    dbf.extend([65, 0, 21, 0]);
    dbf.extend([0; 20]);
    dbf.extend(b"ADDRESS\0\0\0\0C\0\0\0\0\x14\0");
    dbf.extend([0; 14]);
    dbf.push(b'\r');
    for address in [&b"12 Stra\xdfe, Reno"[..], b"Paris"] {
        dbf.push(b' ');
        dbf.extend(address);
        dbf.extend(std::iter::repeat_n(b' ', 20 - address.len()));
    }
    for (name, bytes) in [("in.shp", shp), ("in.shx", shx), ("in.dbf", dbf)] {
        fs::write(at(name), bytes).unwrap();
    }
    parsed(&[text(&at("in.shp")), "--out", text(&at("out.csv"))]);
    let rows = records(&at("out.csv"), b',');
    assert_eq!(rows[1][..3], ["12 Straße, Reno", "-119.8", "39.5"]);
    assert_eq!(rows[2][..3], ["Paris", "-119.9", "39.5"]);
}

#[test]
fn points_have_decimal_commas_and_grids() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    let admin = common::npm("starter-data/db/wof/admin-global-priority.db");
    let country = |table: &str, words: &[&str]| {
        fs::write(at("in.csv"), table).unwrap();
        let mut all =
            vec!["--only", "reverse", "--fields", "country_code", "--replace", "--admin-db", text(&admin)];
        let (from, to) = (at("in.csv"), at("out.csv"));
        all.extend([text(&from), "--out", text(&to)]);
        all.extend(words);
        asked(&all).unwrap();
        records(&at("out.csv"), b';')[1][2].clone()
    };
    assert_eq!(country("breite;laenge\n50,9396;6,9542\n", &[]), "DE");
    assert_eq!(country("y;x\n5645100,456;356270,123\n", &["--crs", "EPSG:25832"]), "DE");
}

#[test]
fn utf_16_is_read() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    let bytes: Vec<u8> =
        "\u{feff}address\tid\n12 Elm St, Reno\t7\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(&from, bytes).unwrap();
    parsed(&[text(&from), "--out", text(&to)]);
    assert_eq!(records(&to, b'\t')[1], ["12 Elm St, Reno", "7", "12", "Reno", ""]);
}

#[test]
fn records_that_are_no_rows_end_the_program_with_3() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    let code = |table: &str| {
        fs::write(&from, table).unwrap();
        let outcome = asked(&[text(&from), "--only", "parse", "--replace", "--out", text(&to)]);
        milepost_bulk::report(outcome, true)
    };
    assert_eq!(code("id,address\n1,Reno\n"), 0);
    assert_eq!(code("id,address\n1,Reno\n2,Paris,x\n"), milepost_bulk::REJECTED);
}
