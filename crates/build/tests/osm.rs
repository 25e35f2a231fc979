//! `milepost build osm`, run as the command it is, on files that the tests write.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed expectation is a failed test")]

#[path = "support/pbf.rs"]
mod pbf;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use milepost_gazetteer::reverse::Reverse;
use milepost_gazetteer::{Gazetteer, Placetype, Shards};
use pbf::{NODE, Pbf, WAY};
use rusqlite::Connection;
use tempfile::TempDir;

/// A folder with a file and what is built from it.
struct Built {
    folder: TempDir,
    output: Output,
}

impl Built {
    fn of(bytes: &[u8], arguments: &[&str]) -> Built {
        let folder = TempDir::new().unwrap();
        let file = folder.path().join("in.osm.pbf");
        fs::write(&file, bytes).unwrap();
        let output = command(&[file], folder.path(), arguments).output().unwrap();
        Built { folder, output }
    }

    fn told(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("osm").join(name)
    }

    /// Rows of a query, their columns joined by `|`.
    fn rows(&self, database: &str, query: &str) -> Vec<String> {
        assert!(self.output.status.success(), "{}", self.told());
        let connection = Connection::open(self.path(database)).unwrap();
        let mut statement = connection.prepare(query).unwrap();
        let columns = statement.column_count();
        let text = |row: &rusqlite::Row<'_>| {
            let values = (0..columns).map(|column| match row.get_ref(column).unwrap() {
                rusqlite::types::ValueRef::Null => "-".to_owned(),
                rusqlite::types::ValueRef::Integer(number) => number.to_string(),
                rusqlite::types::ValueRef::Real(number) => number.to_string(),
                other => other.as_str().unwrap().to_owned(),
            });
            Ok(values.collect::<Vec<_>>().join("|"))
        };
        statement.query_map([], text).unwrap().map(Result::unwrap).collect()
    }

    fn houses(&self) -> Vec<String> {
        let sql = "SELECT number, street_raw, coalesce(locality_norm, '-'), coalesce(postcode, '-') FROM address_point ORDER BY osm, rowid";
        self.rows("address-points-li.db", sql)
    }
}

fn command(files: &[PathBuf], root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
    command.arg("osm").args(files).arg("--out").arg(root).args(["--country", "li"]).args(arguments);
    command
}

const STREET: (&str, &str) = ("highway", "residential");

/// A village with a street, four houses, and a boundary around them.
fn village() -> Pbf {
    let (south, north, west, east) = (47.10, 47.12, 9.50, 9.52);
    Pbf::new()
        .node(1, (south, west), &[])
        .node(2, (south, east), &[])
        .node(3, (north, east), &[])
        .node(4, (north, west), &[])
        .node(10, (47.11, 9.505), &[])
        .node(11, (47.11, 9.515), &[])
        .node(
            20,
            (47.1101, 9.506),
            &[("addr:housenumber", "1"), ("addr:street", "Landstrasse"), ("addr:postcode", "9490")],
        )
        .node(
            21,
            (47.1101, 9.507),
            &[("addr:housenumber", "3"), ("addr:street", "Landstrasse"), ("addr:city", "Vaduz")],
        )
        .node(22, (47.1101, 9.508), &[("addr:housenumber", "5")])
        .node(23, (47.1101, 9.509), &[("addr:housenumber", "7")])
        .node(30, (47.111, 9.51), &[("amenity", "cafe"), ("name", "Rössle"), ("wikidata", "Q1")])
        .way(100, &[1, 2, 3], &[])
        .way(101, &[1, 4, 3], &[])
        .way(110, &[10, 11], &[STREET, ("name", "Landstrasse"), ("alt_name", "Alte Gasse")])
        .relation(
            200,
            &[("outer", 100, WAY), ("", 101, WAY)],
            &[
                ("type", "boundary"),
                ("boundary", "administrative"),
                ("admin_level", "8"),
                ("name", "Triesen"),
            ],
        )
        .relation(
            201,
            &[("house", 22, NODE), ("street", 110, WAY)],
            &[("type", "associatedStreet"), ("name", "Relation")],
        )
}

#[test]
fn houses_get_their_street_from_tags_relations_and_the_nearest_way() {
    let built = Built::of(&village().file(), &[]);
    let houses = built.houses();
    assert_eq!(
        houses,
        [
            "1|Landstrasse|triesen|9490",
            "3|Landstrasse|triesen|-",
            "3|Landstrasse|vaduz|-",
            "5|Landstrasse|triesen|-",
            "7|Landstrasse|triesen|-"
        ],
        "the town of the tag, and the one of the boundary"
    );
    assert!(built.told().contains("4 houses"), "{}", built.told());
    let credit = built.rows("address-points-li.db", "SELECT publisher, licence, release FROM part");
    assert_eq!(credit, ["osm|ODbL-1.0|2024-03-04"]);
}

#[test]
fn the_order_of_objects_in_the_file_does_not_matter() {
    let sorted = Built::of(&village().file(), &[]);
    for other in [
        Built::of(&village().reversed(), &[]),
        Built::of(&village().file(), &["--threads", "1", "--memory", "0"]),
    ] {
        assert_eq!(other.houses(), sorted.houses());
    }
}

#[test]
fn a_street_has_its_line_its_other_names_and_its_houses() {
    let built = Built::of(&village().file(), &[]);
    let streets = built.rows(
        "street-centroids-li.db",
        "SELECT street_raw, locality_norm, points, osm FROM street_centroid ORDER BY locality_norm",
    );
    assert_eq!(
        streets,
        ["Landstrasse|triesen|1|441", "Landstrasse|vaduz|1|-"],
        "way 110, and the street of a house in another town"
    );
    assert_eq!(built.rows("street-centroids-li.db", "SELECT name FROM street_alias"), ["Alte Gasse"]);
    assert_eq!(built.rows("street-centroids-li.db", "SELECT count(*) FROM street_line"), ["1"]);
    let shards = Shards::open(built.folder.path());
    assert_eq!((shards.areas(), shards.skipped().len()), (vec!["li-osm"], 0));
    assert_eq!(shards.centroids("li-osm").unwrap().lines("landstrasse", None).unwrap().len(), 1);
}

#[test]
fn places_and_points_of_interest_have_databases_of_their_own() {
    let built = Built::of(&village().file(), &[]);
    assert_eq!(
        built.rows("places-li.db", "SELECT name, placetype, country FROM spr"),
        ["Triesen|locality|LI"]
    );
    assert_eq!(built.rows("places-li.db", "SELECT other_id FROM concordances"), ["R200"]);
    assert_eq!(built.rows("places-li.db", "SELECT count(*) FROM area"), ["1"]);
    assert_eq!(
        built.rows("poi.db", "SELECT name, category_id, country FROM poi"),
        ["Rössle|amenity/cafe|LI"]
    );
}

#[test]
fn an_interpolation_way_is_a_range() {
    let line = Pbf::new()
        .node(1, (47.1, 9.5), &[("addr:housenumber", "2"), ("addr:street", "Calle 45")])
        .node(2, (47.1, 9.501), &[])
        .node(3, (47.1, 9.502), &[("addr:housenumber", "20"), ("addr:street", "Calle 45")])
        .way(1, &[1, 2, 3], &[("addr:interpolation", "even")])
        .way(2, &[1, 2], &[("addr:interpolation", "alphabetic")]);
    let built = Built::of(&line.file(), &[]);
    let ranges =
        built.rows("interpolation-li.db", "SELECT street_raw, from_hn, to_hn, parity FROM street_segment");
    assert_eq!(ranges, ["Calle 45|2|20|even"]);
    assert!(
        built.told().contains("1 left out, a line of numbers that are not odd, even or all: W2"),
        "{}",
        built.told()
    );
}

#[test]
fn broken_objects_are_counted_by_their_ids_and_the_others_are_read() {
    let broken = village()
        .way(120, &[900, 901], &[("addr:housenumber", "9"), ("addr:street", "Nowhere")])
        .relation(
            202,
            &[("outer", 100, WAY)],
            &[("type", "boundary"), ("boundary", "administrative"), ("admin_level", "8"), ("name", "Open")],
        )
        .relation(203, &[("outer", 999, WAY)], &[("type", "multipolygon"), ("addr:housenumber", "1")])
        .node(40, (91.0, 200.0), &[("addr:housenumber", "11"), ("addr:street", "Off")]);
    let built = Built::of(&broken.file(), &[]);
    assert_eq!(built.houses().len(), 5);
    for told in [
        "none of its nodes is in the files: W120",
        "a ring is open and left out of its area: R202",
        "an area without a ring: R202, R203",
        "coordinates are no point on earth: N40",
    ] {
        assert!(built.told().contains(told), "{told}\n{}", built.told());
    }
}

#[test]
fn a_truncated_file_gives_what_is_whole_and_never_fails_the_build() {
    let file = village().file();
    for length in (0..file.len()).step_by(11) {
        let built = Built::of(&file[..length], &[]);
        assert!(matches!(built.output.status.code(), Some(0 | 1)), "{length}: {}", built.told());
        let left: Vec<_> = fs::read_dir(built.folder.path().join("osm"))
            .unwrap()
            .flatten()
            .map(|entry| entry.file_name())
            .collect();
        assert!(left.iter().all(|name| !name.to_string_lossy().contains(".part")), "{length}: {left:?}");
    }
}

#[test]
fn a_file_with_changed_bytes_never_ends_the_program_by_a_panic() {
    let file = village().raw().file();
    // A generator of Lehmer with a fixed start, so that a failure can be repeated.
    let mut state = 20_261_127_u64;
    let mut next = |below: usize| {
        state = state * 48_271 % 2_147_483_647;
        state as usize % below
    };
    for round in 0..120 {
        let mut damaged = file.clone();
        for _ in 0..=next(3) {
            let at = next(damaged.len());
            damaged[at] = next(256) as u8;
        }
        let built = Built::of(&damaged, &[]);
        // 101 is the code of a panic. A blob whose decoding panics is one that is skipped.
        assert!(
            matches!(built.output.status.code(), Some(0 | 1)),
            "{round}: {:?} {}",
            built.output.status,
            built.told()
        );
    }
}

#[test]
fn files_that_are_no_pbf_are_refused() {
    let built = Built::of(b"SQLite format 3\0 and more than that", &[]);
    assert!(!built.output.status.success());
    assert!(built.told().contains("cannot be read as a PBF file of OpenStreetMap"), "{}", built.told());
    let history = Built::of(&village().requiring("HistoricalInformation"), &[]);
    assert!(
        history.told().contains("it requires the feature HistoricalInformation, which is not read"),
        "{}",
        history.told()
    );
}

#[test]
fn a_file_is_read_from_standard_input() {
    let root = TempDir::new().unwrap();
    let mut child = command(&[PathBuf::from("-")], root.path(), &[])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&village().file()).unwrap();
    assert!(child.wait().unwrap().success());
    assert!(root.path().join("osm/address-points-li.db").exists());
}

#[test]
fn an_object_in_two_files_counts_once() {
    let root = TempDir::new().unwrap();
    let files: Vec<PathBuf> =
        ["a", "b"].iter().map(|name| root.path().join(format!("{name}.osm.pbf"))).collect();
    files.iter().for_each(|file| fs::write(file, village().file()).unwrap());
    let output = command(&files, root.path(), &[]).output().unwrap();
    let told = String::from_utf8(output.stderr).unwrap();
    assert!(told.lines().any(|line| line == "4 houses"), "{told}");
}

/// A gazetteer that knows Triesen by its point, and the region and country around it.
const GEONAMES: &str = "\
3042058\tLiechtenstein\tLiechtenstein\t\t47.16\t9.53\tA\tPCLI\tLI\t\t00\t\t\t\t38000\t\t\tEurope/Vaduz\t2024-01-01
3042034\tTriesen\tTriesen\t\t47.11\t9.51\tP\tPPL\tLI\t\t10\t\t\t\t5000\t\t\tEurope/Vaduz\t2024-01-01
";

#[test]
fn places_lie_over_a_gazetteer_without_duplicates() {
    let folder = TempDir::new().unwrap();
    let (geonames, base) = (folder.path().join("LI.txt"), folder.path().join("base"));
    fs::write(&geonames, GEONAMES).unwrap();
    fs::create_dir(&base).unwrap();
    let build = |kind: &str, file: &str| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
        assert!(
            command.arg(kind).arg(&geonames).arg("--out").arg(base.join(file)).status().unwrap().success()
        );
    };
    build("candidate", "candidate.db");
    build("admin", "admin-global-priority.db");
    let tags = [("place", "hamlet"), ("name", "Maschlina"), ("name:ru", "Машлина")];
    let hamlet = village().node(50, (47.115, 9.515), &tags);
    let built = Built::of(&hamlet.file(), &["--gazetteer", base.to_str().unwrap()]);
    assert!(built.output.status.success(), "{}", built.told());
    let gazetteer = Gazetteer::open(&built.folder.path().join("db/wof/candidate.db")).unwrap();
    let named = |name: &str| gazetteer.places(name, &[Placetype::Locality], 5).unwrap();
    assert_eq!(
        named("Triesen").iter().map(|place| place.id).collect::<Vec<_>>(),
        [3042034],
        "it keeps its id"
    );
    let [hamlet] = &named("Maschlina")[..] else { panic!("one place") };
    assert!(hamlet.importance.is_some_and(|importance| importance > 0.0), "{hamlet:?}");
    let triesen = &named("Triesen")[0];
    assert!(
        triesen.importance.is_some() && triesen.bbox[0] < triesen.bbox[2],
        "the boundary's extent: {triesen:?}"
    );
    let reverse = Reverse::open(&built.folder.path().join("db/wof/admin-global-priority.db"), None).unwrap();
    let name_in = |language: &str| reverse.name_in(hamlet.id, &[language.to_owned()]).unwrap();
    assert_eq!(name_in("ru").as_deref(), Some("Машлина"));
    assert_eq!(name_in("fr").as_deref(), Some("Maschlina"), "the local name");
    assert!(gazetteer.attribution().contains("OpenStreetMap contributors"), "{}", gazetteer.attribution());
    assert_eq!(
        built.rows("../db/wof/admin-global-priority-polygons.db", "SELECT count(*) FROM polygons"),
        ["1"]
    );
}
