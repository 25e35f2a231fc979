//! The builders of shards, run as the command they are.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed expectation is a failed test")]

#[path = "common/command.rs"]
#[allow(dead_code, reason = "not every test uses all of it")]
mod command;

use std::fs;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use command::{Folder, built, gz, rows, run};
use milepost_gazetteer::Shards;
use milepost_store::checksums;

const POINT: &str = "SELECT number, street_norm, postcode, locality_norm, lat, lon FROM address_point";

#[test]
fn openaddresses_as_csv_and_as_geojson_are_the_same_rows() {
    let folder = Folder::new();
    let csv = folder.write(
        "county.csv.gz",
        gz("LON,LAT,NUMBER,STREET,UNIT,CITY,DISTRICT,REGION,POSTCODE,ID,HASH\n-76.5,39.5,12 B,\"Main, North St\",Apt 1,Baldwin,,MD,21013-1234,,a\n"),
    );
    let geojson = folder.write(
        "county.geojson",
        r#"{"type":"Feature","properties":{"hash":"a","number":"12 B","street":"Main, North St","unit":"Apt 1","city":"Baldwin","district":"","region":"MD","postcode":"21013-1234","id":""},"geometry":{"type":"Point","coordinates":[-76.5,39.5]}}"#,
    );
    let expected = ["12b|main north street|21013|baldwin|39.5|-76.5"];
    for source in [csv, geojson] {
        let out = folder.path("out.db");
        built(&["points", "--country", "us", "--replace", "--out", out.to_str().unwrap()], &[&source]);
        assert_eq!(rows(&out, POINT), expected, "{}", source.display());
        assert_eq!(rows(&out, "PRAGMA journal_mode"), ["delete"], "a sealed shard needs no siblings");
    }
}

#[test]
fn the_french_register_and_the_american_one_are_known_by_their_headers() {
    let folder = Folder::new();
    let ban = folder.write(
        "adresses-44.csv",
        "id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;x;y;lon;lat\n1;2;12;bis;Rue de l'Église;44830;44024;Brains;0;0;-1.7;47.1\n",
    );
    let nad = folder.write(
        "NAD.txt",
        "OID_,AddNo_Full,StNam_Full,County,Inc_Muni,Post_City,State,Zip_Code,Longitude,Latitude\n1,30,North Calvert Street,Baltimore,Towson,Not stated,MD,21204,-76.6,39.4\n2,7,Oak Lane,Kent,,Dover,DE,19901,-75.5,39.1\n",
    );
    let out = folder.path("fr.db");
    built(&["points", "--country", "fr", "--out", out.to_str().unwrap()], &[&ban]);
    assert_eq!(rows(&out, POINT), ["12bis|rue de l eglise|44830|brains|47.1|-1.7"]);
    assert_eq!(rows(&out, "SELECT street_key FROM address_point"), ["rue eglise"]);

    let root = folder.path("root");
    built(&["points", "--country", "us", "--data-root", root.to_str().unwrap()], &[&nad]);
    let shard = |state: &str| root.join(format!("address-points/address-points-us-{state}.db"));
    assert_eq!(rows(&shard("md"), POINT), ["30|north calvert street|21204|towson|39.4|-76.6"]);
    assert_eq!(rows(&shard("de"), POINT), ["7|oak lane|19901|dover|39.1|-75.5"]);
}

#[test]
fn bad_rows_are_named_and_the_rest_is_built() {
    let folder = Folder::new();
    let source = folder.write(
        "plain.tsv",
        "hn\troad\ty\tx\n12\tElm St\t39.5\t-76.5\n\tElm St\t39.5\t-76.5\n14\tElm St\tnorth\t-76.5\n16\tElm St\t39.5\t-276.5\n",
    );
    let out = folder.path("out.db");
    let map = "number=hn,street=road,lat=y,lon=x";
    let output =
        run(&["points", "--country", "us", "--columns", map, "--out", out.to_str().unwrap()], &[&source]);
    assert_eq!(output.status.code(), Some(3));
    let messages = String::from_utf8(output.stderr).unwrap();
    for problem in
        ["plain.tsv:3:", "plain.tsv:4: latitude `north`", "plain.tsv:5:", "3 rows left out", "1 rows"]
    {
        assert!(messages.contains(problem), "{problem} in {messages}");
    }
    assert_eq!(rows(&out, "SELECT count(*) FROM address_point"), ["1"]);
}

#[test]
fn a_strict_build_stops_and_leaves_the_old_file() {
    let folder = Folder::new();
    let good = folder.write("good.csv", "number,street,lat,lon\n12,Elm St,39.5,-76.5\n");
    let bad = folder.write("bad.csv", "number,street,lat,lon\n1,Elm St,39.5,-76.5\n2,Elm St,x,-76.5\n");
    let out = folder.path("out.db");
    let out_text = out.to_str().unwrap();
    built(&["points", "--country", "us", "--out", out_text], &[&good]);
    let output = run(&["points", "--country", "us", "--strict", "--replace", "--out", out_text], &[&bad]);
    assert!(!output.status.success());
    assert!(String::from_utf8(output.stderr).unwrap().contains("bad.csv:3:"));
    assert_eq!(rows(&out, "SELECT number FROM address_point"), ["12"]);
    let output = run(
        &["points", "--country", "us", "--columns", "number=nr", "--replace", "--out", out_text],
        &[&good],
    );
    assert!(String::from_utf8(output.stderr).unwrap().contains("no column `nr`"));
    assert_eq!(folder.beside("out.db"), [] as [&str; 0], "a build that stops leaves nothing half done");
}

#[test]
fn what_a_killed_build_left_is_removed() {
    let folder = Folder::new();
    let good = folder.write("good.csv", "number,street,lat,lon\n12,Elm St,39.5,-76.5\n");
    let out = folder.path("out.db");
    for left in ["out.db.lock", "out.db.0123456789abcdef.part", "out.db.0123456789abcdef.part-journal"] {
        fs::write(folder.path(left), "half a database").unwrap();
    }
    built(&["points", "--country", "us", "--out", out.to_str().unwrap()], &[&good]);
    assert_eq!(rows(&out, "SELECT number FROM address_point"), ["12"]);
    assert_eq!(folder.beside("out.db"), [] as [&str; 0]);
}

#[test]
fn a_build_killed_half_way_leaves_the_old_file_and_can_be_run_again() {
    let folder = Folder::new();
    let good = folder.write("good.csv", "number,street,lat,lon\n12,Elm St,39.5,-76.5\n");
    let out = folder.path("out.db");
    let arguments = ["points", "--country", "us", "--replace", "--out", out.to_str().unwrap()];
    built(&arguments, &[&good]);

    // The source is a pipe: once far more was written than it and the builder's buffers hold, rows have been taken, and the build
    // cannot end while the pipe is open.
    let endless = folder.path("endless.csv");
    assert!(Command::new("mkfifo").arg(&endless).status().unwrap().success());
    let mut build = Command::new(env!("CARGO_BIN_EXE_milepost-build"))
        .args(arguments)
        .arg(&endless)
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // Opened for both, the pipe does not wait for its reader.
    let mut pipe = fs::OpenOptions::new().read(true).write(true).open(&endless).unwrap();
    let (taken, is_taken) = mpsc::channel();
    let feeder = std::thread::spawn(move || {
        let mut rows = String::from("number,street,lat,lon\n");
        (1..100_000).for_each(|number| rows.push_str(&format!("{number},Oak Lane,39.5,-76.5\n")));
        taken.send(pipe.write_all(rows.as_bytes()).map(|()| pipe)).unwrap();
    });
    let pipe =
        is_taken.recv_timeout(Duration::from_secs(120)).expect("the builder reads its source").unwrap();
    assert!(build.try_wait().unwrap().is_none(), "the build is half way");
    assert_eq!(folder.beside("out.db").len(), 2, "a lock, and the new file beside the old one");
    let second = run(&arguments, &[&good]);
    let messages = String::from_utf8(second.stderr).unwrap();
    assert!(!second.status.success(), "{messages}");
    assert_eq!(
        messages,
        format!(
            "milepost build: another build or pull is writing {}; wait for it to end, then run the command again\n",
            out.display()
        )
    );
    build.kill().unwrap();
    build.wait().unwrap();
    drop(pipe);
    feeder.join().unwrap();
    assert_eq!(rows(&out, "SELECT number FROM address_point"), ["12"], "the old file is whole");

    let more =
        folder.write("more.csv", "number,street,lat,lon\n12,Elm St,39.5,-76.5\n14,Elm St,39.5,-76.5\n");
    built(&arguments, &[&more]);
    assert_eq!(rows(&out, "SELECT count(*) FROM address_point"), ["2"]);
    assert_eq!(folder.beside("out.db"), [] as [&str; 0]);
}

/// Regression: such a build went on, alongside the next one.
#[test]
fn a_build_that_a_command_started_ends_with_it() {
    let folder = Folder::new();
    let endless = folder.path("endless.csv");
    assert!(Command::new("mkfifo").arg(&endless).status().unwrap().success());
    // Opened for both, the pipe does not wait for its reader, and the build does not come to its end.
    let mut pipe = fs::OpenOptions::new().read(true).write(true).open(&endless).unwrap();
    pipe.write_all(b"number,street,lat,lon\n").unwrap();
    let out = folder.path("out.db");
    let script = "MILEPOST_BUILD_PARENT=$$ \"$0\" points --out \"$1\" \"$2\" & echo started; wait";
    let mut parent = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_milepost-build")])
        .args([&out, &endless])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut stdout = parent.stdout.take().unwrap();
    let mut started = [0; 8];
    stdout.read_exact(&mut started).unwrap();
    parent.kill().unwrap();
    parent.wait().unwrap();
    // Both have it open, so that it ends when both have.
    let (ended, is_ended) = mpsc::channel();
    std::thread::spawn(move || ended.send(stdout.read_to_end(&mut Vec::new()).is_ok()));
    assert_eq!(is_ended.recv_timeout(Duration::from_secs(60)), Ok(true), "the build has ended");
    drop(pipe);
    assert!(!out.exists());
}

#[test]
fn a_build_whose_command_has_ended_does_not_begin() {
    let folder = Folder::new();
    let source = folder.write("points.csv", "number,street,lat,lon\n12,Elm St,39.5,-76.5\n");
    let out = folder.path("out.db");
    let output = Command::new(env!("CARGO_BIN_EXE_milepost-build"))
        .env("MILEPOST_BUILD_PARENT", "1073741823")
        .args(["points", "--country", "us", "--out"])
        .args([out.as_os_str(), source.as_os_str()])
        .output()
        .unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && messages.contains("has ended"), "{messages}");
    assert!(!out.exists());
}

#[test]
fn every_database_has_checksums() {
    let folder = Folder::new();
    let points = folder.write(
        "points.csv",
        "number,street,city,postcode,country,lat,lon,name,category\n12,Elm St,Baldwin,21013,us,39.5,-76.5,Elm,cafe\n14,Elm St,Baldwin,21013,us,39.501,-76.5,Elm,cafe\n",
    );
    let codes = folder.write("codes.csv", "code,name,lat,lon\nUSNYC,New York,40.5,-74\n");
    let zones = folder.write(
        "zones.geojson",
        r#"{"type":"Feature","properties":{"tzid":"Europe/Paris","NUTS_ID":"FR1","LEVL_CODE":1},"geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}"#,
    );
    let builds: [(&[&str], &Path); 7] = [
        (&["points", "--country", "us"], &points),
        (&["ranges", "--from-points"], &points),
        (&["streets", "--country", "us"], &points),
        (&["poi"], &points),
        (&["lookup", "unlocode"], &codes),
        (&["lookup", "timezone"], &zones),
        (&["lookup", "nuts"], &zones),
    ];
    for (kind, source) in builds {
        let out = folder.path("out.db");
        let _ = fs::remove_file(&out);
        built(&[kind, &["--out", out.to_str().unwrap()]].concat(), &[source]);
        let checked = checksums::verify(&out, |_| true).unwrap();
        assert_eq!(checked, checksums::Checked::Whole, "{kind:?}");
    }
}

/// A flipped bit led to a wrong answer with status 200.
#[test]
fn a_shard_with_a_flipped_bit_is_left_out_once_it_is_verified() {
    let folder = Folder::new();
    let rows: String =
        (1..2_000).map(|number| format!("{number},Elm St,21013,39.{number:04},-76.5\n")).collect();
    let source = folder.write("points.csv", format!("number,street,postcode,lat,lon\n{rows}"));
    let root = folder.path("root");
    let out = root.join("address-points/address-points-us-md.db");
    built(&["points", "--country", "us", "--out", out.to_str().unwrap()], &[&source]);
    let whole = fs::read(&out).unwrap();
    let mut bit = 0x9e37_79b9_7f4a_7c15_u64;
    for _ in 0..200 {
        bit = bit.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let at = (bit >> 16) as usize % (8 * whole.len());
        let mut bytes = whole.clone();
        bytes[at / 8] ^= 1 << (at % 8);
        fs::write(&out, &bytes).unwrap();
        let shards = Shards::open(&root);
        for file in shards.opened() {
            let checksums::Checked::Damaged(damage) = file.verify(|_| true).unwrap() else {
                panic!("bit {at} is not found")
            };
            let skipped = shards.leave_out(file.path(), damage.to_string()).unwrap().to_string();
            assert!(skipped.contains("address-points-us-md.db is left out: page"), "{skipped}");
            assert!(shards.leave_out(file.path(), String::new()).is_none(), "once");
        }
        assert!(shards.is_empty() && shards.address_points("us-md").is_none(), "bit {at}");
        assert!(shards.opened().is_empty() && shards.skipped().len() == 1, "bit {at}");
    }
    fs::write(&out, &whole).unwrap();
    let shards = Shards::open(&root);
    assert_eq!(shards.opened()[0].verify(|_| true).unwrap(), checksums::Checked::Whole);
    // A file that took the name since says nothing of the one that is open.
    fs::rename(&source, &out).unwrap();
    assert_eq!(shards.opened()[0].verify(|_| true).unwrap(), checksums::Checked::Replaced);
}

#[test]
fn true_points_calibrate_the_ranges() {
    let folder = Folder::new();
    let lines = folder.write(
        "lines.tsv",
        "label\tfrom_left\tto_left\tzip_left\twkt\nELM ST\t1\t399\t21013\tLINESTRING (-76.5 39.5, -76.46 39.5)\n",
    );
    let truth = |count: usize, north: f64| {
        let rows: Vec<String> = (0..count)
            .map(|index| {
                let number = 2 * index + 1;
                let lon = -76.5 + 0.04 * index as f64 / 199.0;
                // One house in twenty stands far off its number's place.
                let lat = 39.5 + if index % 20 == 0 { 10.0 * north } else { north };
                format!("{number},Elm St,21013,{lat},{lon}\n")
            })
            .collect();
        folder
            .write(&format!("truth{count}.csv"), format!("number,street,postcode,lat,lon\n{}", rows.concat()))
    };
    let out = folder.path("out.db");
    let build = |truth: &Path| {
        built(
            &["ranges", "--replace", "--out", out.to_str().unwrap(), "--truth", truth.to_str().unwrap()],
            &[&lines],
        )
    };
    let messages = build(&truth(200, 0.0009));
    assert!(messages.contains("calibrated on 200 points: median error 80 m"), "{messages}");
    let stored = rows(&out, "SELECT round(radius_multiplier, 2), method FROM interp_calibration");
    assert_eq!(stored.len(), 1, "{messages}");
    let factor: f64 = stored[0].split('|').next().unwrap().parse().unwrap();
    // 100 m north of a line whose houses are taken to stand 20 m off it, over 35 m and 0.36 of 3.4 km.
    assert!((factor - 80.0 / (35.0 + 0.36 * 3432.0)).abs() < 0.01, "{stored:?}");
    let messages = build(&truth(50, 0.0009));
    assert!(messages.contains("not calibrated: 50 of the true points"), "{messages}");
    assert_eq!(rows(&out, "SELECT count(*) FROM interp_calibration"), ["0"]);
}

#[test]
fn centrelines_give_a_row_a_side() {
    let folder = Folder::new();
    let source = folder.write(
        "lines.tsv",
        "label\tfrom_left\tto_left\tfrom_right\tto_right\tzip_left\tzip_right\twkt\nELM ST\t199\t101\t\t\t21013\t21014\tLINESTRING (-76.5 39.5, -76.4 39.5)\nHWY 12\t0\t0\t10\t20\t\t\tMULTILINESTRING ((-76.5 39.5, -76.4 39.5), (-76.4 39.5, -76.3 39.6))\nOAK ST\t1\t9\t2\t8\t\t\tPOINT (1 2)\n",
    );
    let out = folder.path("out.db");
    let messages = built(&["ranges", "--out", out.to_str().unwrap()], &[&source]);
    assert!(messages.contains("lines.tsv:4: the geometry is not a line"), "{messages}");
    let query = "SELECT street_norm, side, from_hn, to_hn, min_hn, max_hn, parity, postcode, geometry FROM street_segment ORDER BY street_norm";
    assert_eq!(
        rows(&out, query),
        [
            "elm street|L|199|101|101|199|odd|21013|[[-76.5,39.5],[-76.4,39.5]]",
            "route 12|R|10|20|10|20|even|-|[[-76.5,39.5],[-76.4,39.5],[-76.3,39.6]]",
        ]
    );
}

#[test]
fn points_give_ranges_between_neighbours_of_a_side() {
    let folder = Folder::new();
    let source = folder.write(
        "points.csv",
        "number,street,postcode,lat,lon\n1,Elm St,21013,39.500,-76.5\n2,Elm St,21013,39.500,-76.501\n5,Elm St,21013,39.501,-76.5\n9,Elm St,21013,39.6,-76.5\n5B,Elm St,21013,39.502,-76.5\n",
    );
    let out = folder.path("out.db");
    built(&["ranges", "--from-points", "--out", out.to_str().unwrap()], &[&source]);
    let query = "SELECT side, from_hn, to_hn, parity, geometry FROM street_segment";
    assert_eq!(rows(&out, query), ["|1|5|odd|[[-76.5,39.5],[-76.5,39.501]]"], "9 is eleven kilometres off");
}

#[test]
fn tiger_archives_are_read_as_published() {
    let folder = Folder::new();
    let archive = folder.path("tl_2021_30059_addrfeat.zip");
    tiger::write(&archive);
    let out = folder.path("out.db");
    built(&["ranges", "--release", "TIGER2021", "--out", out.to_str().unwrap()], &[&archive]);
    let query = "SELECT street_norm, side, from_hn, to_hn, parity, postcode, county_fips, geometry, release FROM street_segment";
    assert_eq!(
        rows(&out, query),
        ["state route 360|L|1101|1199|odd|59645|30059|[[-110.9,46.5],[-110.8,46.5]]|TIGER2021"]
    );
}

#[test]
fn streets_have_a_middle_and_a_box() {
    let folder = Folder::new();
    let source = folder.write(
        "points.csv",
        "number,street,city,postcode,lat,lon\n1,Elm St,Baldwin,21013,39.5,-76.5\n3,Elm Street,Baldwin,21013,39.6,-76.7\n",
    );
    let out = folder.path("out.db");
    built(&["streets", "--country", "us", "--out", out.to_str().unwrap()], &[&source]);
    let query = "SELECT street_norm, postcode, locality_norm, round(lat, 6), min_lon, max_lon, points FROM street_centroid";
    assert_eq!(rows(&out, query), ["elm street|21013|baldwin|39.55|-76.7|-76.5|2"]);
}

/// A county of one road.
mod tiger {
    use std::io::{Cursor, Write};
    use std::path::Path;

    use dbase::{FieldName, FieldValue, Record, TableWriterBuilder};
    use shapefile::{Point, Polyline, ShapeWriter, Writer};

    pub(super) fn write(archive: &Path) {
        let (mut shapes, mut index, mut table) =
            (Cursor::new(Vec::new()), Cursor::new(Vec::new()), Cursor::new(Vec::new()));
        let mut builder = TableWriterBuilder::new();
        let fields = ["FULLNAME", "LFROMHN", "LTOHN", "RFROMHN", "RTOHN", "ZIPL", "ZIPR", "PARITYL"];
        for field in fields {
            builder = builder.add_character_field(FieldName::try_from(field).unwrap(), 40);
        }
        {
            let table = builder.build_with_dest(&mut table);
            let mut writer = Writer::new(ShapeWriter::with_shx(&mut shapes, &mut index), table);
            let mut record = Record::default();
            for (field, value) in
                fields.iter().zip(["State Hwy 360", "1101", "1199", "", "", "59645", "", "O"])
            {
                record.insert((*field).to_owned(), FieldValue::Character(Some(value.to_owned())));
            }
            let line = Polyline::new(vec![Point::new(-110.9, 46.5), Point::new(-110.8, 46.5)]);
            writer.write_shape_and_record(&line, &record).unwrap();
        }
        let mut zip = zip::ZipWriter::new(std::fs::File::create(archive).unwrap());
        for (ending, bytes) in [("shp", shapes), ("shx", index), ("dbf", table)] {
            let name = format!("tl_2021_30059_addrfeat.{ending}");
            zip.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            zip.write_all(bytes.get_ref()).unwrap();
        }
        zip.finish().unwrap();
    }
}
