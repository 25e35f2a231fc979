//! Sources with a few invented towns, streets and records, so that tests can draw lines of every form.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;

use flate2::{Compression, write::GzEncoder};

use crate::sources::fr::FrRecord;
use crate::sources::us::UsRecord;
use crate::sources::world::World;
use crate::tables::Tables;

/// Names of towns; the second names a part of the first. Each has names in other scripts, which every country gets.
const TOWNS: [&str; 8] =
    ["Quarrow", "Vaneborg", "Saint Murr", "La Quarrada", "Elmstadt", "Murrin-sur-Vane", "Orrin", "Dellwick"];
const ELSEWHERE: &str =
    "Вереск,Верес-Поле,Θυμαριο,الريحان,رهבן,ריחן,金沢市,カナザワ,서울시,ริมน้ำ,राजेश,ராஜேஷ்,რეჰანი,Ռեհան,ሬሃን";

fn write(path: &Path, text: &str) {
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Towns and places of every country of countries.txt, and words of every language.
pub(crate) fn tables() -> Tables {
    let folder = tempfile::tempdir().unwrap();
    let world = World::read();
    let mut codes: Vec<String> = crate::sources::countries::Countries::read().codes().to_vec();
    codes.retain(|code| code.len() == 2);
    let (mut cities, mut places) = (String::new(), String::new());
    places
        .push_str("country_code,zipcode,place,state,state_code,province,province_code,latitude,longitude\n");
    for code in &codes {
        for (index, name) in TOWNS.iter().enumerate() {
            let (kind, population) = if index == 0 { ("PPLC", 900_000) } else { ("PPL", 9_000) };
            let admin = if code == "US" { "TN" } else { "01" };
            writeln!(
                cities,
                "1\t{name}\t{name}\t{ELSEWHERE}\t1\t1\tP\t{kind}\t{code}\t\t{admin}\t02\t{}\t\t{population}\t",
                if index == 1 { "" } else { "7" }
            )
            .unwrap();
            let state = if code == "US" { "Tennessee,TN" } else { "Wendland,WE" };
            writeln!(places, "{code},{},{name},{state},Agrigento,AG,1,1", 37_203 + index).unwrap();
        }
    }
    let mut gz = GzEncoder::new(Vec::new(), Compression::fast());
    gz.write_all(places.as_bytes()).unwrap();
    std::fs::create_dir_all(folder.path().join("world")).unwrap();
    std::fs::write(folder.path().join("world/postcodes.csv.gz"), gz.finish().unwrap()).unwrap();
    write(&folder.path().join("cities.txt"), &cities);
    let divisions = |ending: &str, name: &str| {
        let rows: Vec<String> = codes
            .iter()
            .map(|code| {
                let admin = if code == "US" { "TN" } else { "01" };
                format!("{{\"code\":\"{code}.{admin}{ending}\",\"name\":\"{name}\"}}")
            })
            .collect();
        format!("[{}]", rows.join(","))
    };
    write(&folder.path().join("admin1.json"), &divisions("", "Wendland"));
    write(&folder.path().join("admin2.json"), &divisions(".02", "Murr County"));
    let mut vocabulary = String::from("language\tkind\ttext\n");
    for language in world.languages().map(|language| language.vocabulary) {
        for kind in ["street", "city", "suburb", "region", "first", "last", "word", "prose"] {
            for word in ["Quarz", "Murrane", "Ellin", "Vander", "Orro", "Tessel", "Dorn", "Linde"] {
                writeln!(vocabulary, "{language}\t{kind}\t{word}").unwrap();
            }
        }
    }
    write(&folder.path().join("vocabulary.tsv"), &vocabulary);
    Tables::of_records(folder.path(), records(), french_records()).unwrap()
}

fn records() -> Vec<UsRecord> {
    let record = |street: &str, venue: &str, city: &str| UsRecord {
        number: "417".into(),
        street: street.into(),
        venue: venue.into(),
        city: city.into(),
        county: "Murr".into(),
        state: "TN".into(),
        zip: "37203".into(),
        ..UsRecord::default()
    };
    vec![record("N Juniper St", "Vane Bagels", "Elmfield"), record("Quarry Ave", "", "Murrin")]
}

fn french_records() -> Vec<FrRecord> {
    let record = |street: &str, city: &str| FrRecord {
        number: "12".into(),
        street: street.into(),
        postcode: "69003".into(),
        city: city.into(),
        department: "Murre".into(),
        region: "Vanelle".into(),
        ..FrRecord::default()
    };
    vec![record("rue des Lilas", "Le Murr"), record("avenue de la Lande", "Saint-Murr-sur-Vane")]
}
