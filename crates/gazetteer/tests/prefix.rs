//! Completion: by cases anyone can add to over the starter data (`cases/prefix.txt`), by properties over small databases of
//! invented names, and what is said of an index that cannot be used.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use milepost_gazetteer::prefix::{
    Budget, CompleteOptions, Completion, MOST_COMPLETIONS, Near, build_index, index_path,
};
use milepost_gazetteer::{Gazetteer, schema};
use milepost_text::name_key;
use proptest::prelude::*;
use rusqlite::{Connection, params};
use tempfile::TempDir;

const FIFTEEN: CompleteOptions = CompleteOptions { limit: 15, near: None };

fn starter() -> Gazetteer {
    let database = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/db/wof/candidate.db");
    assert!(database.exists(), "no {}; run `npm run build` first", database.display());
    let gazetteer = Gazetteer::open(&database).unwrap();
    assert_eq!(gazetteer.index_problem(), None, "run `npm run build` first");
    gazetteer
}

/// `name, state, country`, as far as a case names them, in order.
fn is(place: &Completion, expected: &str) -> bool {
    let (expected, kind) = match expected.split_once(" [") {
        Some((name, kind)) => (name, Some(kind.trim_end_matches(']'))),
        None => (expected, None),
    };
    let around = [&place.city, &place.county, &place.state, &place.country];
    let mut parts = expected.split(", ");
    parts.next() == Some(place.name.as_str())
        && kind.is_none_or(|kind| kind == place.placetype)
        && parts.all(|part| around.iter().any(|name| name.as_deref() == Some(part)))
}

#[test]
fn the_cases_answer_as_written() {
    let gazetteer = starter();
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/prefix.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (asked, expected) = case.split_once(" -> ").unwrap();
        let (typed, near) = match asked.split_once(" @") {
            Some((typed, point)) => {
                let (lat, lon) = point.split_once(',').unwrap();
                (typed, Some(Near::at(lat.parse().unwrap(), lon.parse().unwrap())))
            }
            None => (asked, None),
        };
        let found = gazetteer.complete(typed, &CompleteOptions { near, ..FIFTEEN }).unwrap();
        let right = match expected {
            "nothing" => found.is_empty(),
            _ => {
                expected.split("; ").enumerate().all(|(rank, expected)| match expected.strip_prefix("... ") {
                    Some(expected) => found.iter().take(5).any(|place| is(place, expected)),
                    None => found.get(rank).is_some_and(|place| is(place, expected)),
                })
            }
        };
        if !right {
            let names: Vec<String> = found
                .iter()
                .take(5)
                .map(|place| {
                    format!("{} [{}] in {:?}, {:?}", place.name, place.placetype, place.state, place.country)
                })
                .collect();
            wrong.push(format!("{case}\n  found {}", names.join("; ")));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_completion_tells_what_the_place_lies_in() {
    let gazetteer = starter();
    let paris = &gazetteer.complete("paris", &FIFTEEN).unwrap()[0];
    assert_eq!(paris.id, "mp:2988507");
    assert_eq!(paris.placetype, "locality");
    assert_eq!((paris.lat, paris.lon), (48.85341, 2.3488));
    assert_eq!(paris.country_code.as_deref(), Some("fr"));
    assert_eq!(paris.country.as_deref(), Some("France"));
    assert_eq!(paris.city.as_deref(), Some("Paris"));
    assert!(paris.population.unwrap() > 2_000_000);
    let [west, south, east, north] = paris.bbox.unwrap();
    assert!(west < paris.lon && paris.lon < east && south < paris.lat && paris.lat < north);

    let zip = &gazetteer.complete("90210", &FIFTEEN).unwrap()[0];
    assert_eq!((zip.placetype.as_str(), zip.name.as_str()), ("postalcode", "90210"));
    assert_eq!(zip.postcode.as_deref(), Some("90210"));
    assert_eq!(zip.city.as_deref(), Some("Beverly Hills"));
    assert_eq!(zip.state.as_deref(), Some("California"));
    let json = serde_json::to_value(zip).unwrap();
    assert!(json.get("street").is_none(), "what is unknown is left out: {json}");
}

/// Neighbouring areas share towns, so the sum of their rows is not reported.
/// A house of New York near the river was shown in West New York, and one of Vienna in Breitenfurt bei Wien.
#[test]
fn the_town_of_a_row_has_its_whole_name() {
    let gazetteer = starter();
    for (name, country, lat, lon, town) in
        [("new york", "us", 40.7561, -73.9978, "New York City"), ("wien", "at", 48.2065, 16.2385, "Vienna")]
    {
        let found = gazetteer.town_named(name, &[country], lat, lon, &Budget::unlimited()).unwrap();
        assert_eq!(found.name, town);
    }
}

#[test]
fn an_informal_area_has_no_population() {
    let gazetteer = starter();
    let first = |typed: &str| gazetteer.complete(typed, &FIFTEEN).unwrap().swap_remove(0);
    let island = first("mallorc");
    assert_eq!((&*island.name, &*island.placetype, island.population), ("Mallorca", "island", None));
    assert!(first("devon").population.is_some() || first("cornwall").population.is_some());
}

#[test]
fn the_limit_is_kept_and_no_place_is_there_twice() {
    let gazetteer = starter();
    for typed in ["s", "paris", "saint", "new york", "75", "san", "la", "b"] {
        for limit in [0, 1, 5, 15, 1_000_000] {
            let found = gazetteer.complete(typed, &CompleteOptions { limit, near: None }).unwrap();
            assert!(found.len() <= limit.min(MOST_COMPLETIONS), "{typed} {limit}");
            let mut ids: Vec<&str> = found.iter().map(|place| place.id.as_str()).collect();
            ids.sort_unstable();
            ids.dedup();
            assert_eq!(ids.len(), found.len(), "{typed}");
        }
    }
    let paris = gazetteer.complete("paris", &FIFTEEN).unwrap();
    let in_france =
        paris.iter().filter(|place| place.name == "Paris" && place.country_code.as_deref() == Some("fr"));
    assert_eq!(in_france.count(), 1, "the city and the département of its name are one");
}

#[test]
fn the_position_ranks_again_and_leaves_nothing_out() {
    let gazetteer = starter();
    let names = |near| -> Vec<String> {
        let options = CompleteOptions { limit: 30, near };
        gazetteer.complete("springfield", &options).unwrap().into_iter().map(|place| place.id).collect()
    };
    let mut plain = names(None);
    let mut near = names(Some(Near::at(39.8, -89.65)));
    assert_ne!(plain, near);
    plain.truncate(10);
    assert!(plain.iter().all(|id| near.contains(id)), "the best ten are still there");
    // No coordinates at all, and none of this earth, rank as without.
    near = names(Some(Near::at(f64::NAN, 0.0)));
    assert_eq!(near[..10], plain);
    assert_eq!(names(Some(Near::at(91.0, 0.0)))[..10], plain);
    // A wide reach brings towns of the next states, and a great weight puts hamlets next door first.
    let here = Near::at(39.8, -89.65);
    let wide = names(Some(Near { half_m: 1e7, ..here }));
    let heavy = names(Some(Near { weight: 8.0, ..here }));
    assert_eq!(wide[0], plain[0]);
    assert_ne!(wide, heavy);
}

#[test]
fn whatever_is_typed_is_answered() {
    let gazetteer = starter();
    let hostile = [
        String::new(),
        " ,;' -".into(),
        "a ".repeat(256),
        "a ".repeat(16),
        "st ".repeat(16),
        "x".repeat(512),
        "1 ".repeat(16),
        "9".repeat(60),
        "\u{0}\u{feff}\u{202e}".into(),
        "東京".into(),
        "Ελλάδα".into(),
        "🏠 paris".into(),
        "saint de la ".repeat(5),
        "%' OR 1=1 --".into(),
    ];
    for typed in hostile {
        let found = gazetteer.complete(&typed, &FIFTEEN).unwrap();
        assert!(found.len() <= 15, "{typed:?}");
    }
    assert!(gazetteer.complete(" ,; ", &FIFTEEN).unwrap().is_empty());
}

/// Words that begin thousands of names each, once a request of 100 ms.
const EXPENSIVE: [&str; 6] = [
    "st\u{2060}co - rue - a - rue - ae.",
    "d/a//de\u{202e}e/rued\u{202e}portof\u{200b}aeroe\u{ad}us/ban/1\u{202e}\u{2013}",
    "st \u{2013} \u{2013}  \u{2013} paris'\u{2013} is \u{2013} al/st 1-st",
    "la rue de 12 la rue de 12 la rue de 12",
    "sa,le,m ai,str,c-a;",
    "springfeild ilinois amerca",
];

#[test]
fn every_lookup_of_a_completion_shares_its_budget() {
    // The entries of one cell around the position are read together.
    const LAST_READ: usize = 12_000;
    let gazetteer = starter();
    for typed in EXPENSIVE {
        for near in [None, Some(Near::at(51.05, 3.72))] {
            let options = CompleteOptions { near, ..FIFTEEN };
            for steps in [0, 2_000, 20_000] {
                let budget = Budget::new(steps);
                gazetteer.complete_within(typed, &options, &budget).unwrap();
                assert!(budget.spent() <= steps + LAST_READ, "{typed:?}: {} of {steps}", budget.spent());
            }
        }
    }
    assert!(gazetteer.complete_within("paris", &FIFTEEN, &Budget::new(0)).unwrap().is_empty());
}

#[test]
fn an_ordinary_query_needs_a_small_part_of_its_budget() {
    let gazetteer = starter();
    for typed in ["p", "paris", "new yo", "springfield il", "st petersb", "80331 mün", "springfeild"] {
        let budget = Budget::default();
        gazetteer
            .complete_within(
                typed,
                &CompleteOptions { near: Some(Near::at(48.85, 2.35)), ..FIFTEEN },
                &budget,
            )
            .unwrap();
        let (spent, left) = (budget.spent(), budget.left());
        assert!(spent < left, "{typed}: {spent} steps");
    }
}

/// Typing on never makes a place fall by more than this many, not counting those with a name equal to the query:
/// they were typed to the end. Words read as qualification bring other places in.
const TOLERATED: usize = 2;

#[test]
fn a_place_does_not_fall_while_its_name_is_typed() {
    let gazetteer = starter();
    let database = Connection::open(gazetteer.path()).unwrap();
    let mut statement = database
        .prepare(
            "SELECT spr_id, name FROM candidate WHERE is_primary AND population >= 20000
             ORDER BY (spr_id * 2654435761) % 4294967296 LIMIT 150",
        )
        .unwrap();
    let places: Vec<(i64, String)> =
        statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?))).unwrap().map(Result::unwrap).collect();
    assert_eq!(places.len(), 150);
    let mut called = database.prepare("SELECT spr_id FROM candidate WHERE name_key = ?1").unwrap();
    let mut ids_called = |key: &str| -> Vec<String> {
        called
            .query_map([key], |row| Ok(format!("mp:{}", row.get::<_, i64>(0)?)))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    };
    let options = CompleteOptions { limit: 50, near: None };
    let mut fallen = Vec::new();
    for (id, name) in places {
        let id = format!("mp:{id}");
        let letters: Vec<char> = name.chars().collect();
        let mut before: Option<usize> = None;
        for count in 1..=letters.len() {
            let typed: String = letters[..count].iter().collect();
            let found = gazetteer.complete(&typed, &options).unwrap();
            let key = name_key(&typed);
            let exact = ids_called(&key);
            let rank = found.iter().position(|place| place.id == id).map(|at| {
                let is_exact =
                    |place: &&Completion| name_key(&place.name) == key || exact.contains(&place.id);
                found[..at].iter().filter(|place| !is_exact(place)).count()
            });
            let least = rank.unwrap_or(options.limit);
            if let Some(before) = before
                && least > before + TOLERATED
            {
                fallen.push(format!("{name}: {before} to {least} at {typed:?}"));
            }
            before = rank.or(before.map(|before| before.max(least)));
        }
    }
    assert!(fallen.is_empty(), "{}", fallen.join("\n"));
}

/// A candidate database of invented places: name, other name, population.
fn invented(folder: &TempDir, places: &[(String, Option<String>, u32)]) -> PathBuf {
    let path = folder.path().join("candidate.db");
    let database = Connection::open(&path).unwrap();
    database.execute_batch(schema::CANDIDATE).unwrap();
    database
        .execute_batch(
            "INSERT INTO country_codes VALUES (1, 'XX');
             INSERT INTO placetype_codes VALUES (1, 'locality'), (2, 'country'), (3, 'postalcode');
             INSERT INTO candidate VALUES ('nowhereland', 1, 0, 2, -7.0, 999999, 'Nowhereland', 50.0, 9.0, 10000000, 1, NULL, NULL, NULL, NULL, NULL, NULL);
             BEGIN;",
        )
        .unwrap();
    for (number, (name, other, population)) in places.iter().enumerate() {
        let add = |key: String, is_primary: bool| {
            database
                .execute(
                    "INSERT OR IGNORE INTO candidate VALUES (?1, 1, 0, 1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, NULL, NULL, NULL, NULL, NULL, NULL)",
                    params![
                        key,
                        -f64::from(*population + 1).log10(),
                        number as i64 + 1,
                        name,
                        50.0 + number as f64,
                        9.0,
                        population,
                        is_primary
                    ],
                )
                .unwrap();
        };
        add(name_key(name), true);
        if let Some(other) = other {
            add(name_key(other), false);
        }
    }
    database.execute_batch("COMMIT").unwrap();
    path
}

/// Whether `typed` begins a word of a name, or does so but for as many letters as the rule allows.
fn matches(name: &str, typed: &str) -> bool {
    let allowed = match typed.len() {
        8.. => 2,
        4.. => 1,
        _ => 0,
    };
    let ends = std::iter::once(0).chain(name.match_indices(' ').map(|(at, _)| at + 1));
    ends.map(|at| &name[at..]).any(|end| {
        end.starts_with(typed)
            || (0..=end.len()).any(|length| strsim::osa_distance(&end[..length], typed) <= allowed)
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]
    #[test]
    fn results_begin_with_what_was_typed_or_nearly(
        places in proptest::collection::vec(
            ("[abcd]{3,9}( [abcd]{3,5})?", proptest::option::of("[abcd]{4,8}"), 0_u32..3_000_000), 1..40),
        typed in proptest::collection::vec("[abcd]{1,10}", 1..20),
    ) {
        let folder = TempDir::new().unwrap();
        let path = invented(&folder, &places);
        build_index(&path).unwrap();
        let gazetteer = Gazetteer::open(&path).unwrap();
        prop_assert_eq!(gazetteer.index_problem(), None);
        let names: HashMap<String, &(String, Option<String>, u32)> =
            places.iter().enumerate().map(|(number, place)| (format!("mp:{}", number + 1), place)).collect();
        for typed in typed {
            let exact = places.iter().any(|(name, other, _)| {
                name.starts_with(&typed) || other.as_ref().is_some_and(|other| other.starts_with(&typed))
            });
            let found = gazetteer.complete(&typed, &CompleteOptions { limit: 100, near: None }).unwrap();
            prop_assert!(!exact || !found.is_empty(), "{} is the beginning of a name", typed);
            for place in found {
                let Some((name, other, _)) = names.get(&place.id.replace("wof:", "mp:")) else {
                    prop_assert_eq!(place.name, "Nowhereland");
                    continue;
                };
                let of_other = other.as_ref().is_some_and(|other| matches(other, &typed));
                prop_assert!(matches(name, &typed) || of_other, "{} for {}", place.name, typed);
                prop_assert_eq!(&place.name, name, "the main name is answered");
                if exact {
                    let begins = |text: &str| {
                        text.split(' ').enumerate().any(|(word, _)| {
                            text.splitn(word + 1, ' ').last().is_some_and(|end| end.starts_with(&typed))
                        })
                    };
                    prop_assert!(begins(name) || other.as_deref().is_some_and(begins), "no letter may be wrong where none need be");
                }
            }
        }
    }
}

fn small() -> (TempDir, PathBuf) {
    let folder = TempDir::new().unwrap();
    let places = [("Springfield", 100_000), ("Spring Valley", 5_000), ("Paris", 2_000_000)]
        .map(|(name, population)| (name.to_owned(), None, population));
    let path = invented(&folder, &places);
    (folder, path)
}

fn first(path: &Path, typed: &str) -> String {
    let found = Gazetteer::open(path).unwrap().complete(typed, &FIFTEEN).unwrap();
    found.first().map(|place| place.name.clone()).unwrap_or_default()
}

#[test]
fn without_the_index_completion_is_slower_and_says_so() {
    let (_folder, path) = small();
    let gazetteer = Gazetteer::open(&path).unwrap();
    assert!(!gazetteer.index_refused());
    let problem = gazetteer.index_problem().unwrap();
    assert!(problem.contains("candidate.prefix") && problem.contains("milepost build prefix"), "{problem}");
    assert_eq!(first(&path, "spr"), "Springfield");
    assert_eq!(first(&path, "paris xx"), "Paris");
    assert_eq!(first(&path, "par"), "Paris");
    assert_eq!(first(&path, "qqq"), "");
    assert!(gazetteer.complete("s", &CompleteOptions { limit: 1, near: None }).unwrap().len() == 1);
}

#[test]
fn the_index_follows_its_database_and_is_refused_beside_another() {
    let (_folder, path) = small();
    let report = build_index(&path).unwrap();
    assert_eq!(report.path, index_path(&path));
    assert_eq!(report.places, 4);
    assert!(Gazetteer::open(&path).unwrap().index_problem().is_none());
    assert_eq!(first(&path, "sprngfield"), "Springfield");
    assert_eq!(first(&path, "vall"), "Spring Valley");

    // A copy has other times and is the same database.
    let copy = TempDir::new().unwrap();
    let copied = copy.path().join("candidate.db");
    std::fs::copy(&path, &copied).unwrap();
    std::fs::copy(index_path(&path), index_path(&copied)).unwrap();
    assert!(Gazetteer::open(&copied).unwrap().index_problem().is_none());

    Connection::open(&path).unwrap().execute_batch("UPDATE candidate SET population = 7").unwrap();
    let gazetteer = Gazetteer::open(&path).unwrap();
    let problem = gazetteer.index_problem().unwrap();
    assert!(problem.contains("belongs to another database"), "{problem}");
    assert!(gazetteer.index_refused());
    assert_eq!(first(&path, "spr"), "Springfield", "the slower way still answers");
}

#[test]
fn a_damaged_index_is_refused_in_a_sentence() {
    let (_folder, path) = small();
    build_index(&path).unwrap();
    let index = index_path(&path);
    let whole = std::fs::read(&index).unwrap();
    let refusal = |bytes: &[u8]| {
        std::fs::write(&index, bytes).unwrap();
        let gazetteer = Gazetteer::open(&path).unwrap();
        assert!(gazetteer.index_refused());
        assert_eq!(first(&path, "spr"), "Springfield");
        gazetteer.index_problem().unwrap()
    };
    for (bytes, reason) in [
        (Vec::new(), "not an index of names"),
        (b"SQLite format 3\0".to_vec(), "not an index of names"),
        (whole[..40].to_vec(), "cut off"),
        (whole[..whole.len() - 1].to_vec(), "length"),
    ] {
        let problem = refusal(&bytes);
        assert!(problem.contains(reason), "{problem}");
    }
    let mut other = whole.clone();
    other[8] = 99;
    let problem = refusal(&other);
    assert!(problem.contains("version 99"), "{problem}");
    // A bit anywhere after the header.
    for at in [16, 30, 64, 200, whole.len() / 2, whole.len() - 1] {
        let mut flipped = whole.clone();
        flipped[at] ^= 4;
        let problem = refusal(&flipped);
        assert!(problem.contains("damaged"), "{at}: {problem}");
    }
}
