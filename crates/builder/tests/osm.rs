//! `milepost build osm`, run as the command it is, on files that the tests write.
#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a failed expectation is a failed test")]

#[path = "common/command.rs"]
#[allow(dead_code, reason = "not every test uses all of it")]
mod command;
#[path = "common/pbf.rs"]
mod pbf;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use milepost_gazetteer::objects::{Objects, Sought};
use milepost_gazetteer::poi::PointsOfInterest;
use milepost_gazetteer::reverse::Reverse;
use milepost_gazetteer::{Gazetteer, Placetype, Shards, osm_object_of};
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

    fn messages(&self) -> String {
        String::from_utf8(self.output.stderr.clone()).unwrap()
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join("osm").join(name)
    }

    /// Rows of a query, their columns joined by `|`.
    fn rows(&self, database: &str, query: &str) -> Vec<String> {
        assert!(self.output.status.success(), "{}", self.messages());
        command::rows(&self.path(database), query)
    }

    fn houses(&self) -> Vec<String> {
        let sql = "SELECT number, street_raw, coalesce(locality_norm, '-'), coalesce(postcode, '-') FROM address_point ORDER BY osm, rowid";
        self.rows("address-points-li.db", sql)
    }
}

fn command(files: &[PathBuf], root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
    command.arg("osm").args(files).arg("--out").arg(root);
    if !arguments.contains(&"--country") {
        command.args(["--country", "li"]);
    }
    command.args(arguments);
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
    assert!(built.messages().contains("4 houses"), "{}", built.messages());
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

/// Issue 53: level 9 of Vietnam; both the boundary and its settlement were left out.
#[test]
fn a_boundary_of_a_level_without_a_meaning_is_what_its_settlement_is() {
    let members = [("outer", 100, WAY), ("outer", 101, WAY), ("label", 40, NODE)];
    let tags = [("type", "boundary"), ("boundary", "administrative"), ("admin_level", "9"), ("name", "Khu")];
    let file = village()
        .node(40, (47.1105, 9.5105), &[("place", "neighbourhood"), ("name", "Khu")])
        .relation(202, &members, &tags);
    let built = Built::of(&file.file(), &["--country", "vn"]);
    assert_eq!(
        built.rows("places-vn.db", "SELECT name, placetype FROM spr ORDER BY name"),
        ["Khu|neighbourhood", "Triesen|borough"]
    );
}

#[test]
fn objects_are_kept_with_their_tags_and_outlines() {
    let built = Built::of(&village().file(), &[]);
    let objects = Objects::open(built.folder.path());
    let boundary = objects.by_id("R200", true).unwrap().unwrap();
    assert_eq!((boundary.tags["name"].as_str(), boundary.tags["admin_level"].as_str()), ("Triesen", "8"));
    assert_eq!(boundary.geometry.unwrap()["type"], "Polygon");
    let cafe = objects.at(47.111, 9.51, Sought::Poi("Rössle"), false).unwrap().unwrap();
    assert_eq!((cafe.osm_type, cafe.osm_id, cafe.tags["wikidata"].as_str()), ("node", 30, "Q1"));
    let street = objects.at(47.11, 9.51, Sought::Street("Landstrasse"), true).unwrap().unwrap();
    assert_eq!((street.osm_id, street.geometry.unwrap()["type"].as_str()), (110, Some("LineString")));
}

#[test]
fn points_of_interest_keep_their_objects_and_other_names_and_a_house_may_have_a_name_alone() {
    let names = [("shop", "bakery"), ("name", "Brot"), ("name:en", "Bread"), ("old_name", "Mehl")];
    let file = village().node(31, (47.1115, 9.511), &names).node(
        32,
        (47.1117, 9.512),
        &[("addr:housename", "Villa Erika"), ("addr:street", "Landstrasse")],
    );
    let built = Built::of(&file.file(), &[]);
    // Another country goes into the same database.
    fs::write(built.folder.path().join("other.osm.pbf"), village().file()).unwrap();
    let other = [built.folder.path().join("other.osm.pbf")];
    let mut again = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
    again.arg("osm").args(&other).arg("--out").arg(built.folder.path()).args(["--country", "at"]);
    assert!(again.status().unwrap().success());
    let objects = "SELECT name, category_id, country, osm FROM poi JOIN poi_object ON poi = poi.rowid ORDER BY osm, country";
    assert_eq!(
        built.rows("poi.db", objects),
        [
            "Rössle|amenity/cafe|AT|120",
            "Rössle|amenity/cafe|LI|120",
            "Brot|shop/bakery|LI|124",
            "Villa Erika|building/house|LI|128"
        ]
    );
    let aliases = "SELECT name, poi_alias.name_key FROM poi_alias JOIN poi ON poi.rowid = poi ORDER BY 2";
    assert_eq!(built.rows("poi.db", aliases), ["Brot|bread", "Brot|mehl"]);
    let points = PointsOfInterest::open(&built.path("poi.db")).unwrap();
    let [bakery] = &points.named("Bread", 5).unwrap()[..] else { panic!("one bakery") };
    assert_eq!(bakery.name.as_deref(), Some("Brot"));
    assert_eq!(points.osm_object(bakery.rowid).unwrap(), Some(124));
    let subject = points.subject("bread").unwrap().unwrap();
    assert_eq!(points.nearest(&subject, (47.11, 9.51), None, 5).unwrap().len(), 1);
}

#[test]
fn a_ward_below_all_levels_is_a_part_and_a_square_of_several_ways_is_a_street() {
    let ring = [("outer", 100, WAY), ("outer", 101, WAY)];
    let file = village()
        .relation(
            204,
            &ring,
            &[
                ("type", "boundary"),
                ("boundary", "administrative"),
                ("admin_level", "11"),
                ("name", "Ward 5"),
            ],
        )
        .relation(205, &ring, &[("type", "multipolygon"), ("place", "square"), ("name", "Dorfplatz")]);
    let built = Built::of(&file.file(), &[]);
    assert_eq!(
        built.rows("places-li.db", "SELECT name, placetype FROM spr ORDER BY name"),
        ["Triesen|locality", "Ward 5|neighbourhood"]
    );
    let square = "SELECT street_raw, osm FROM street_centroid WHERE street_raw = 'Dorfplatz'";
    assert_eq!(built.rows("street-centroids-li.db", square), ["Dorfplatz|822"]);
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
        built.messages().contains("1 left out, a line of numbers that are not odd, even or all: W2"),
        "{}",
        built.messages()
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
    for expected in [
        "none of its nodes is in the files: W120",
        "a ring is open and left out of its area: R202",
        "an area without a ring: R202, R203",
        "coordinates are not a point on earth: N40",
    ] {
        assert!(built.messages().contains(expected), "{expected}\n{}", built.messages());
    }
}

#[test]
fn a_truncated_file_gives_what_is_whole_and_never_fails_the_build() {
    let file = village().file();
    for length in (0..file.len()).step_by(11) {
        let built = Built::of(&file[..length], &[]);
        assert!(matches!(built.output.status.code(), Some(0 | 1)), "{length}: {}", built.messages());
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
            built.messages()
        );
    }
}

#[test]
fn files_that_are_no_pbf_are_refused() {
    let built = Built::of(b"SQLite format 3\0 and more than that", &[]);
    assert!(!built.output.status.success());
    assert!(
        built.messages().contains("cannot be read as a PBF file of OpenStreetMap"),
        "{}",
        built.messages()
    );
    let history = Built::of(&village().requiring("HistoricalInformation"), &[]);
    assert!(
        history.messages().contains("it requires the feature HistoricalInformation, which is not read"),
        "{}",
        history.messages()
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
    let messages = String::from_utf8(output.stderr).unwrap();
    assert!(messages.lines().any(|line| line == "4 houses"), "{messages}");
}

/// A gazetteer that knows Triesen by its point, and the region and country around it.
const GEONAMES: &str = "\
3042058\tLiechtenstein\tLiechtenstein\t\t47.16\t9.53\tA\tPCLI\tLI\t\t00\t\t\t\t38000\t\t\tEurope/Vaduz\t2024-01-01
3042034\tTriesen\tTriesen\t\t47.11\t9.51\tP\tPPL\tLI\t\t10\t\t\t\t5000\t\t\tEurope/Vaduz\t2024-01-01
";

/// The folder of a gazetteer with these places.
fn liechtenstein(folder: &TempDir) -> PathBuf {
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
    base
}

#[test]
fn places_lie_over_a_gazetteer_without_duplicates() {
    let folder = TempDir::new().unwrap();
    let base = liechtenstein(&folder);
    let tags = [("place", "hamlet"), ("name", "Maschlina"), ("name:ru", "Машлина")];
    let hamlet = village().node(50, (47.115, 9.515), &tags);
    let built = Built::of(&hamlet.file(), &["--gazetteer", base.to_str().unwrap()]);
    assert!(built.output.status.success(), "{}", built.messages());
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
    assert_eq!(
        reverse.osm_object(triesen.id).unwrap().as_deref(),
        Some("R200"),
        "of a place that keeps its id"
    );
    assert_eq!(osm_object_of(hamlet.id), Some(4 * 50), "the id of a place of OpenStreetMap has its object");
    assert!(gazetteer.attribution().contains("OpenStreetMap contributors"), "{}", gazetteer.attribution());
    assert_eq!(
        built.rows("../db/wof/admin-global-priority-polygons.db", "SELECT count(*) FROM polygons"),
        ["1"]
    );
}

#[test]
fn only_leaves_out_what_lies_in_the_boundary_of_another_country() {
    let house = |number| [("addr:housenumber", number), ("addr:street", "Landstrasse")];
    let file = Pbf::new()
        .node(1, (47.10, 9.40), &[])
        .node(2, (47.10, 9.50), &[])
        .node(3, (47.20, 9.50), &[])
        .node(4, (47.20, 9.40), &[])
        .node(10, (47.15, 9.45), &house("1"))
        .node(11, (47.15, 9.55), &house("2"))
        .node(12, (47.151, 9.45), &[("amenity", "cafe"), ("name", "Rössle")])
        .node(13, (47.151, 9.551), &[("amenity", "cafe"), ("name", "Krone")])
        .node(14, (47.152, 9.45), &[("place", "village"), ("name", "Sevelen")])
        .way(100, &[1, 2, 3, 4, 1], &[])
        .way(101, &[10, 12], &[STREET, ("name", "Landstrasse")])
        .relation(
            200,
            &[("outer", 100, WAY)],
            &[
                ("type", "boundary"),
                ("boundary", "administrative"),
                ("admin_level", "2"),
                ("name", "Schweiz"),
                ("ISO3166-1", "CH"),
            ],
        )
        .file();
    let all = Built::of(&file, &[]);
    assert!(all.path("address-points-ch.db").exists() && all.path("places-ch.db").exists());
    let built = Built::of(&file, &["--only"]);
    assert_eq!(built.rows("address-points-li.db", "SELECT number FROM address_point"), ["2"]);
    assert_eq!(built.rows("poi.db", "SELECT name FROM poi"), ["Krone"]);
    let mut files: Vec<_> = fs::read_dir(built.path(""))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".db"))
        .collect();
    files.sort();
    assert_eq!(files, ["address-points-li.db", "objects-li.db", "poi.db", "street-centroids-li.db"]);
    assert!(built.messages().contains("left out, in another country: N10, "), "{}", built.messages());
}

/// Runs the command with a limit on the bytes of each file that it writes; beyond it the system kills the process.
#[cfg(unix)]
fn limited(blocks: u32, file: &Path, root: &Path) -> Output {
    let script = format!("ulimit -c 0; ulimit -f {blocks}; exec \"$@\"");
    let inner = command(&[file.to_owned()], root, &[]);
    Command::new("sh")
        .args(["-c", &script, "sh"])
        .arg(inner.get_program())
        .args(inner.get_args())
        .output()
        .unwrap()
}

#[cfg(unix)]
#[test]
fn a_killed_import_leaves_nothing_under_a_final_name_and_can_be_run_again() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("in.osm.pbf");
    fs::write(&file, village().file()).unwrap();
    let osm = folder.path().join("osm");
    let names = |ending: &str| -> Vec<String> {
        let names =
            fs::read_dir(&osm).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let mut names: Vec<String> = names.filter(|name| name.ends_with(ending)).collect();
        names.sort();
        names
    };
    let mut killed = 0;
    for blocks in [1, 8, 16, 32, 48, 64, 80, 96, 112] {
        let output = limited(blocks, &file, folder.path());
        if output.status.success() {
            break;
        }
        killed += u32::from(output.status.code().is_none());
        assert_eq!(names(".db"), [""; 0], "{blocks} blocks: {output:?}");
    }
    assert!(killed > 1, "the limits end the process while it writes");
    assert!(command(&[file], folder.path(), &[]).status().unwrap().success());
    let databases =
        ["address-points-li.db", "objects-li.db", "places-li.db", "poi.db", "street-centroids-li.db"];
    assert_eq!(names(".db"), databases);
    assert_eq!(names(".part"), [""; 0]);
}

#[test]
fn an_import_without_room_on_the_disk_is_refused_before_it_starts() {
    let folder = TempDir::new().unwrap();
    let path = folder.path().join("in.osm.pbf");
    fs::write(&path, village().file()).unwrap();
    // With a hole behind the objects, which takes no room.
    fs::File::options().write(true).open(&path).unwrap().set_len(8 << 40).unwrap();
    let output = command(&[path], folder.path(), &[]).output().unwrap();
    let messages = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("the import needs ") && messages.contains("of free space in "), "{messages}");
    assert_eq!(fs::read_dir(folder.path().join("osm")).unwrap().count(), 0);
}

/// A dump of Photon with a town, a street, a house of two numbers, and a shop.
const DUMP: &str = r#"{"type": "NominatimDumpFile", "content": {"version": "0.1.0", "data_timestamp": "2026-09-26T22:59:05.000+00:00", "features": {}}}
{"type": "CountryInfo", "content": [{"country_code": "li", "name": {"name": "Liechtenstein"}}]}
{"type": "Place", "content": [{"place_id": "1", "object_type": "R", "object_id": 200, "osm_key": "boundary", "osm_value": "administrative", "address_type": "city", "importance": 0.52, "name": {"name": "Triesen", "name:en": "Triesen Town"}, "country_code": "li", "centroid": [9.51, 47.11], "bbox": [9.5, 47.12, 9.52, 47.1]}]}
{"type": "Place", "content": [{"place_id": "2", "object_type": "W", "object_id": 110, "osm_key": "highway", "osm_value": "residential", "address_type": "street", "importance": 0.1, "name": {"name": "Landstrasse", "alt_name": "Alte Gasse"}, "address": {"city": "Triesen", "city:en": "Triesen Town"}, "country_code": "li", "centroid": [9.51, 47.11], "bbox": [9.505, 47.1102, 9.515, 47.1098]}]}
{"type": "Place", "content": [{"place_id": "3", "object_type": "N", "object_id": 20, "osm_key": "shop", "osm_value": "bakery", "importance": 0.00007, "name": {"name": "Brot"}, "housenumber": "1", "address": {"street": "Landstrasse", "city": "Triesen", "other": ["Balzers", "x"]}, "postcode": "9495", "country_code": "li", "centroid": [9.506, 47.1101]}, {"place_id": "3", "object_type": "N", "object_id": 20, "osm_key": "shop", "osm_value": "bakery", "importance": 0.00007, "name": {"name": "Brot"}, "housenumber": "3", "address": {"street": "Landstrasse", "city": "Triesen"}, "postcode": "9495", "country_code": "li", "centroid": [9.507, 47.1101]}]}
{"type": "Place", "content": [{"osm_key": "place", "osm_value": "house", "housenumber": "7", "address": {"street": "Hauptstrasse", "city": "Balzers"}, "country_code": "li", "centroid": [9.508, 47.05]}]}
{"type": "Place", "content": {"object_type": "N", "object_id": 9, "osm_key": "highway", "osm_value": "bus_stop", "name": {"name": "Post"}, "country_code": "li", "centroid": [9.506, 47.1101]}}
{"type": "Place", "content": [{"centroid": "nowhere"
{"type": "Later", "content": {"of": "a newer version"}}
"#;

fn photon(dump: &[u8], root: &Path, arguments: &[&str]) -> Output {
    let file = root.join("dump.jsonl.zst");
    fs::write(&file, dump).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_milepost-build"));
    command.arg("photon").arg(file).arg("--out").arg(root).args(arguments).output().unwrap()
}

#[test]
fn a_dump_of_photon_becomes_houses_streets_places_and_points_of_interest() {
    for dump in [DUMP.as_bytes().to_vec(), zstd::bulk::compress(DUMP.as_bytes(), 0).unwrap()] {
        let folder = TempDir::new().unwrap();
        let output = photon(&dump, folder.path(), &[]);
        let built = Built { folder, output };
        assert_eq!(
            built.houses(),
            ["7|Hauptstrasse|balzers|-", "1|Landstrasse|triesen|9495", "3|Landstrasse|triesen|9495"]
        );
        let streets = "SELECT street_raw, locality_norm, min_lon, max_lon, osm FROM street_centroid ORDER BY street_raw";
        assert_eq!(
            built.rows("street-centroids-li.db", streets),
            ["Hauptstrasse|balzers|9.508|9.508|-", "Landstrasse|triesen|9.505|9.515|441"]
        );
        assert_eq!(built.rows("street-centroids-li.db", "SELECT name FROM street_alias"), ["Alte Gasse"]);
        assert_eq!(
            built.rows("street-centroids-li.db", "SELECT count(*) FROM street_line"),
            ["0"],
            "a box is not a line"
        );
        let places = "SELECT name, placetype, country, importance FROM spr JOIN importance USING (id)";
        assert_eq!(built.rows("places-li.db", places), ["Triesen|locality|LI|0.52"]);
        assert_eq!(
            built.rows("poi.db", "SELECT name, category_id, country, confidence FROM poi"),
            ["Brot|shop/bakery|LI|0.00007"]
        );
        let credit = built.rows("address-points-li.db", "SELECT publisher, licence, release FROM part");
        assert_eq!(credit, ["osm|ODbL-1.0|2026-09-26"]);
        for expected in [
            "dump.jsonl.zst:8: the line is skipped: ",
            "1 left out, no house, street, settlement or point of interest: N9",
        ] {
            assert!(built.messages().contains(expected), "{expected}\n{}", built.messages());
        }
    }
}

#[test]
fn only_leaves_out_what_a_dump_has_of_another_country() {
    let folder = TempDir::new().unwrap();
    let dump = DUMP.replace(r#""Balzers"}, "country_code": "li""#, r#""Balzers"}, "country_code": "ch""#);
    let output = photon(dump.as_bytes(), folder.path(), &["--country", "ch", "--only"]);
    let built = Built { folder, output };
    assert_eq!(built.rows("address-points-ch.db", "SELECT number FROM address_point"), ["7"]);
    assert!(!built.path("address-points-li.db").exists() && !built.path("places-li.db").exists());
}

#[test]
fn a_dump_that_is_cut_or_changed_never_ends_the_program_by_a_panic() {
    let packed = zstd::bulk::compress(DUMP.as_bytes(), 0).unwrap();
    for length in (0..packed.len()).step_by(97) {
        let folder = TempDir::new().unwrap();
        let output = photon(&packed[..length], folder.path(), &[]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{length}: {output:?}");
    }
    for at in (0..DUMP.len()).step_by(41) {
        let mut changed = DUMP.as_bytes().to_vec();
        changed[at] = b"\"{[0\\"[at % 5];
        let folder = TempDir::new().unwrap();
        let output = photon(&changed, folder.path(), &[]);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{at}: {output:?}");
    }
}

#[cfg(unix)]
#[test]
fn more_countries_are_built_than_the_usual_limit_of_open_files_allows() {
    let folder = TempDir::new().unwrap();
    let codes: Vec<String> = (b'a'..=b'z').map(|letter| format!("x{}", letter as char)).collect();
    let house = |code: &String| {
        format!(
            r#"{{"type": "Place", "content": [{{"osm_key": "place", "osm_value": "house", "housenumber": "7", "address": {{"street": "Weg", "city": "Ort"}}, "country_code": "{code}", "centroid": [9.5, 47.05]}}]}}"#
        )
    };
    let file = folder.path().join("dump.jsonl");
    fs::write(&file, codes.iter().map(house).collect::<Vec<_>>().join("\n")).unwrap();
    let mut command = Command::new("sh");
    command.args([
        "-c",
        "ulimit -S -n 40; exec \"$@\"",
        "sh",
        env!("CARGO_BIN_EXE_milepost-build"),
        "photon",
    ]);
    let output = command.arg(&file).arg("--out").arg(folder.path()).output().unwrap();
    let built = Built { folder, output };
    for code in codes {
        assert_eq!(
            built.rows(&format!("address-points-{code}.db"), "SELECT number FROM address_point"),
            ["7"]
        );
    }
}

/// Names in enough languages to be known abroad.
const KNOWN: [(&str, &str); 4] = [("wikidata", "Q2"), ("name:en", "A"), ("name:fr", "B"), ("name:it", "C")];

#[test]
fn features_have_their_types_if_they_are_known_abroad() {
    let with = |tags: &[(&'static str, &'static str)]| [&KNOWN[..], tags].concat();
    let file = village()
        .node(50, (47.115, 9.511), &[("place", "island"), ("name", "Insel")])
        .node(51, (47.115, 9.512), &[("place", "region"), ("name", "Unterland")])
        .node(52, (47.115, 9.513), &with(&[("natural", "peak"), ("name", "Spitz")]))
        .node(53, (47.115, 9.514), &[("natural", "peak"), ("name", "Hügel"), ("wikidata", "Q3")])
        .node(54, (47.115, 9.515), &with(&[("historic", "castle"), ("name", "Burg")]))
        .node(55, (47.115, 9.516), &[("aeroway", "aerodrome"), ("iata", "QLI"), ("name", "Flughafen")])
        .node(56, (47.115, 9.517), &[("aeroway", "aerodrome"), ("name", "Wiese")]);
    let built = Built::of(&file.file(), &[]);
    assert_eq!(
        built.rows(
            "places-li.db",
            "SELECT name, placetype FROM spr WHERE placetype <> 'locality' ORDER BY name"
        ),
        [
            "Burg|landmark",
            "Flughafen|airport",
            "Insel|island",
            "Spitz|natural_feature",
            "Unterland|informal_region"
        ]
    );
}

#[test]
fn a_row_of_the_supplement_gives_way_to_a_place_of_its_name_and_type_nearby() {
    let folder = TempDir::new().unwrap();
    let base = liechtenstein(&folder);
    // Two islands and a lake, as the starter data have them.
    let rows = |table: &str, columns: &str, values: &dyn Fn(i64, &str, &str) -> String| {
        let island = [
            (390_000_000, "Werd", "island"),
            (390_000_001, "Au", "island"),
            (390_000_002, "Gampsee", "natural_feature"),
        ];
        let rows: Vec<String> = island.iter().map(|(id, name, kind)| values(*id, name, kind)).collect();
        format!("INSERT INTO {table} ({columns}) VALUES {};", rows.join(", "))
    };
    let edges = "47.10, 9.50, 47.12, 9.52";
    let candidates = rows(
        "candidate",
        "name_key, country_id, region_id, placetype_id, neg_rank, spr_id, name, latitude, longitude, population, is_primary,
         min_lat, min_lon, max_lat, max_lon, prominence",
        &|id, name, kind| {
            let key = name.to_lowercase();
            let code = format!("(SELECT id FROM placetype_codes WHERE placetype = '{kind}')");
            format!("('{key}', 1, 0, {code}, -100000, {id}, '{name}', 47.11, 9.51, 0, 1, {edges}, 100000)")
        },
    );
    let kinds = "INSERT INTO placetype_codes VALUES (90, 'island'), (91, 'natural_feature');";
    Connection::open(base.join("candidate.db"))
        .unwrap()
        .execute_batch(&format!("{kinds}{candidates}"))
        .unwrap();
    let places = rows(
        "spr",
        "id, parent_id, name, placetype, country, latitude, longitude, population,
         min_latitude, min_longitude, max_latitude, max_longitude",
        &|id, name, kind| format!("({id}, -1, '{name}', '{kind}', 'LI', 47.11, 9.51, 0, {edges})"),
    );
    Connection::open(base.join("admin-global-priority.db")).unwrap().execute_batch(&places).unwrap();
    let file = village()
        .node(50, (47.118, 9.515), &[("place", "island"), ("name", "Werd"), ("alt_name", "Werth")])
        .node(51, (48.5, 9.515), &[("place", "island"), ("name", "Au")])
        .node(52, (47.118, 9.515), &[("place", "hamlet"), ("name", "Gampsee")]);
    let built = Built::of(&file.file(), &["--gazetteer", base.to_str().unwrap()]);
    assert!(built.output.status.success(), "{}", built.messages());
    let gazetteer = Gazetteer::open(&built.folder.path().join("db/wof/candidate.db")).unwrap();
    let named = |name: &str| {
        let found = gazetteer.places(name, &Placetype::COUNTIES, 5).unwrap();
        found.iter().map(|place| (place.id < 390_000_003, place.prominence)).collect::<Vec<_>>()
    };
    assert_eq!(named("Werd"), [(false, 100_000)], "the place of OpenStreetMap, as well known");
    assert_eq!(named("Werth"), [(false, 100_000)]);
    assert_eq!(named("Au"), [(true, 100_000), (false, 0)], "another one is far away");
    assert_eq!(named("Gampsee"), [(true, 100_000)], "the hamlet is not a lake");
    let ids = "SELECT count(*) FROM spr WHERE id = 390000000";
    assert_eq!(built.rows("../db/wof/admin-global-priority.db", ids), ["0"]);
}
