//! The register of postcodes next to a candidate database.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::PathBuf;

use milepost_aside::Claim;
use milepost_gazetteer::{Gazetteer, Placetype, index_names, schema};
use milepost_store::register::{RegisterReport, RegisterRow, register_path, write_register};
use rusqlite::Connection;
use tempfile::TempDir;

/// A database with Lausanne and its canton, and a French postcode.
fn database(folder: &TempDir) -> PathBuf {
    let path = folder.path().join("candidate.db");
    let database = Connection::open(&path).unwrap();
    database.execute_batch(schema::CANDIDATE).unwrap();
    database
        .execute_batch(
            "INSERT INTO country_codes VALUES (1, 'CH'), (2, 'FR');
             INSERT INTO placetype_codes VALUES (1, 'postalcode'), (2, 'locality'), (3, 'region');
             INSERT INTO candidate (name_key, country_id, region_id, placetype_id, neg_rank, spr_id, name, latitude, longitude,
               population, is_primary) VALUES
             ('lausanne', 1, 7, 2, -5.1, 1, 'Lausanne', 46.516, 6.6328, 116751, 1),
             ('vaud', 1, 7, 3, -5.9, 7, 'Vaud', 46.6, 6.5, 800000, 1),
             ('75008', 2, 0, 1, 0, 3, '75008', 48.87, 2.31, 0, 1);",
        )
        .unwrap();
    path
}

fn row(country: &str, postcode: &str, place: &str, division: &str, lat: f64, lon: f64) -> RegisterRow {
    RegisterRow {
        country: country.into(),
        postcode: postcode.into(),
        place: place.into(),
        division: division.into(),
        lat,
        lon,
    }
}

fn rows() -> Vec<RegisterRow> {
    let mut rows = vec![
        row("CH", "1004", "Lausanne", "Vaud", 46.527, 6.617),
        row("CH", "1005", "Lausanne", "Vaud", 46.521, 6.642),
        row("CH", "1063", "Chapelle-sur-Moudon", "Vaud", 46.67, 6.73),
        row("CH", "1063", "Martherenges", "Vaud", 46.68, 6.76),
        row("FR", "75008", "Paris 08", "Île-de-France", 48.8, 2.3),
        row("FR", "75380", "Paris CEDEX 08", "Île-de-France", 48.8701, 2.3101),
        row("SE", "111 29", "Stockholm", "Stockholm", 59.33, 18.06),
        row("LV", "LV-1001", "Rīga", "", 56.95, 24.1),
        row("LV", "LV-1002", "Rīga", "", 56.96, 24.2),
        row("PT", "3750-011", "Travassô", "Aveiro", 40.6, -8.5),
        row("PT", "3750-012", "Travassô", "Aveiro", 40.7, -8.6),
        row("XX", "Ω1", "Nowhere", "", 1.0, 1.0),
    ];
    // More codes than a block holds.
    rows.extend((0..200).map(|n| {
        row("BE", &(5000 + n).to_string(), &format!("Vane {n}"), "", 50.0 + f64::from(n) / 100.0, 4.5)
    }));
    rows
}

fn gazetteer(folder: &TempDir) -> (Gazetteer, RegisterReport) {
    let path = database(folder);
    let claim = Claim::on(&register_path(&path)).unwrap();
    let report = write_register(&claim, "Vane (CC0)", rows()).unwrap();
    (Gazetteer::open(&path).unwrap(), report)
}

#[test]
fn codes_are_found_as_they_are_written_and_without_their_spaces() {
    let folder = TempDir::new().unwrap();
    let (gazetteer, report) = gazetteer(&folder);
    assert_eq!((report.countries, report.codes, report.left_out), (6, 210, 1));
    let found = |code: &str| {
        let places = gazetteer.postcodes(code).unwrap();
        places.iter().map(|place| format!("{} {}", place.country, place.name)).collect::<Vec<_>>()
    };
    assert_eq!(found("111 29"), ["SE 111 29"]);
    assert_eq!(found("11129"), ["SE 111 29"]);
    assert_eq!(found("LV-1001"), ["LV LV-1001"]);
    assert_eq!(found("1001"), ["LV LV-1001"], "without the letters all codes of the country share");
    assert_eq!(found("3750"), ["PT 3750"], "a delivery area");
    assert_eq!(found("75008"), ["FR 75008"], "the database's own comes alone");
    assert_eq!(found("75380"), ["FR 75380"], "what the database lacks of its own country");
    assert!(found("9999").is_empty() && found("1").is_empty() && found("Lausanne").is_empty());
    for n in [0, 63, 64, 127, 199] {
        let place = gazetteer.postcodes(&(5000 + n).to_string()).unwrap().remove(0);
        assert!((place.lat - (50.0 + f64::from(n) / 100.0)).abs() < 1e-4, "{n} {place:?}");
    }
}

#[test]
fn a_code_lies_at_the_mean_of_its_places_in_their_division() {
    let folder = TempDir::new().unwrap();
    let (gazetteer, _) = gazetteer(&folder);
    let code = gazetteer.postcodes("1063").unwrap().remove(0);
    assert!((code.lat - 46.675).abs() < 1e-3 && (code.lon - 6.745).abs() < 1e-3, "{code:?}");
    assert!(code.bbox[0] < code.bbox[2] && code.radius_m() > 0.0);
    assert_eq!((code.placetype, code.region_id), (Placetype::Postcode, 7));
    let above: Vec<String> =
        gazetteer.ancestors(code.id).unwrap().iter().map(|place| place.name.to_string()).collect();
    assert_eq!(above, ["Vaud"]);
    assert_eq!(gazetteer.place_id(code.id), "mp:CH-1063");
}

#[test]
fn a_code_serves_the_gazetteers_town_or_a_village_of_its_own() {
    let folder = TempDir::new().unwrap();
    let (gazetteer, _) = gazetteer(&folder);
    let lausanne = gazetteer.city_of_postcode("lausanne", "1005").unwrap().unwrap();
    assert_eq!((lausanne.id, &*lausanne.name), (1, "Lausanne"));
    assert!((lausanne.lat - 46.521).abs() < 1e-3, "where the code has it");
    assert!(gazetteer.villages_of_postcode("Lausanne", "1005").unwrap().is_empty());
    let village = gazetteer.villages_of_postcode("chapelle sur moudon", "1063").unwrap().remove(0);
    assert_eq!((&*village.name, village.country.as_str()), ("Chapelle-sur-Moudon", "CH"));
    assert_eq!(gazetteer.place_id(village.id), "mp:CH-vaud-chapelle-sur-moudon");
    assert_eq!(&*gazetteer.ancestors(village.id).unwrap()[0].name, "Vaud");
    assert_eq!(gazetteer.city_of_postcode("Martherenges", "1005").unwrap(), None, "of another code");
}

#[test]
fn a_village_is_found_by_its_name_where_the_database_does_not_have_it() {
    let folder = TempDir::new().unwrap();
    let path = database(&folder);
    let mut rows = rows();
    rows.extend([
        row("PL", "11-001", "Nowa Wieś", "Warmia", 53.9, 20.4),
        row("PL", "14-002", "Nowa Wieś", "Warmia", 54.0, 19.1),
        row("IT", "39040", "Laion/Lajen", "Alto Adige", 46.61, 11.57),
    ]);
    let claim = Claim::on(&register_path(&path)).unwrap();
    write_register(&claim, "Vane (CC0)", rows).unwrap();
    let without_names = Gazetteer::open(&path).unwrap();
    assert!(without_names.villages("Martherenges", |_| true).unwrap().is_empty());

    let before = fs::metadata(claim.target()).unwrap().len();
    let sizes: Vec<u64> = [None, Some(&without_names), Some(&without_names)]
        .map(|database| index_names(&claim, claim.target(), database).unwrap())
        .to_vec();
    // An index takes the place of the one before. `Lausanne` is in the database, so an index for it has one name less.
    assert!(before < sizes[1] && sizes[1] < sizes[0] && sizes[1] == sizes[2], "{before} {sizes:?}");
    let gazetteer = Gazetteer::open(&path).unwrap();
    let found = |name: &str, country: &str| {
        let villages = gazetteer.villages(name, |each| each == country).unwrap();
        villages.into_iter().map(|village| (village.place.name, village.is_several)).collect::<Vec<_>>()
    };
    assert_eq!(found("martherenges", "CH"), [("Martherenges".into(), false)]);
    assert_eq!(found("Chapelle sur Moudon", "CH"), [("Chapelle-sur-Moudon".into(), false)]);
    assert_eq!(found("Lajen", "IT"), [("Laion/Lajen".into(), false)]);
    assert!(found("Martherenges", "FR").is_empty() && found("Vane", "BE").is_empty());
    // Codes 85 km apart are those of two villages.
    assert_eq!(found("Nowa Wieś", "PL"), [("Nowa Wieś".into(), true)]);
    assert!(found("Lausanne", "CH").is_empty(), "the database has it");
    for number in 0..200 {
        assert_eq!(found(&format!("Vane {number}"), "BE").len(), 1);
    }
    let village = gazetteer.villages("Martherenges", |_| true).unwrap().remove(0).place;
    assert_eq!((village.region_id, gazetteer.place_id(village.id).as_str()), (7, "mp:CH-vaud-martherenges"));
}

#[test]
fn a_missing_number_is_known_by_its_neighbours() {
    let folder = TempDir::new().unwrap();
    let (gazetteer, _) = gazetteer(&folder);
    let near = gazetteer.nearest_postcodes("1006", &["CH", "SE"]).unwrap();
    assert_eq!(near.len(), 1);
    assert!((near[0].place.lat - 46.521).abs() < 1e-3 && *near[0].place.name == *"1006");
    assert!(gazetteer.has_postcodes_of("CH").unwrap() && !gazetteer.has_postcodes_of("JP").unwrap());
}

/// A country whose box an island far off widens ten times is as densely settled as without it.
#[test]
fn the_distance_of_neighbouring_places_leaves_islands_far_off_out() {
    let spacing = |island: Option<RegisterRow>| {
        let folder = TempDir::new().unwrap();
        let path = database(&folder);
        // Twenty times twenty places, 0.1 degrees or some 11 km apart, at the equator.
        let mut rows: Vec<RegisterRow> = (0..400)
            .map(|n| {
                let (lat, lon) = (f64::from(n / 20) / 10.0, f64::from(n % 20) / 10.0);
                row("EC", &(100_000 + n).to_string(), &format!("Vane {n}"), "", lat, lon)
            })
            .collect();
        rows.extend(island);
        write_register(&Claim::on(&register_path(&path)).unwrap(), "Vane (CC0)", rows).unwrap();
        Gazetteer::open(&path).unwrap().spacing_of_postal_places_m("EC").unwrap()
    };
    let alone = spacing(None);
    assert!((9_000.0..12_000.0).contains(&alone), "{alone}");
    let with_island = spacing(Some(row("EC", "100900", "Island", "", 0.0, -20.0)));
    assert!((with_island - alone).abs() < 1_000.0, "{with_island}");
    let folder = TempDir::new().unwrap();
    assert_eq!(gazetteer(&folder).0.spacing_of_postal_places_m("US"), None);
}

#[test]
fn a_damaged_register_is_reported_and_not_read() {
    let folder = TempDir::new().unwrap();
    let (_, _) = gazetteer(&folder);
    let database = folder.path().join("candidate.db");
    let path = register_path(&database);
    let whole = fs::read(&path).unwrap();
    let mut flipped = whole.clone();
    flipped[whole.len() / 2] ^= 1;
    for (bytes, expected) in [
        (&whole[..whole.len() - 1], "its length is not the one"),
        (&flipped[..], "its checksum is wrong"),
        (&b"SQLite format 3\0"[..], "it is not a register of postcodes"),
    ] {
        fs::write(&path, bytes).unwrap();
        let gazetteer = Gazetteer::open(&database).unwrap();
        let problem = gazetteer.register_problem().unwrap().to_string();
        assert!(problem.contains(expected) && problem.contains("candidate.postcodes"), "{problem}");
        assert!(gazetteer.postcodes("1004").unwrap().is_empty());
    }
    fs::remove_file(&path).unwrap();
    assert!(Gazetteer::open(&database).unwrap().register_problem().is_none());
}
