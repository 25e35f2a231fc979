//! Every query of the crate uses an index: a plan that walks a table would make a lookup as slow as its database is large.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::Path;

use rusqlite::Connection;

/// Queries that read a whole table on purpose: the ids of a file and its list of indexes, once a connection; everything, by the builder of
/// the index of names.
const FULL_SCANS: [&str; 6] = [
    "country_codes.sql",
    "has_cells.sql",
    "has_locality_keys.sql",
    "placetype_codes.sql",
    "prefix_parents.sql",
    "prefix_postcodes.sql",
];

/// A query that shards of OpenStreetMap are not asked: they have one of their own (houses_of_cells.sql).
const OF_REGISTERS: &str = "points_of_cells.sql";

/// A database with the schema files of one family.
fn database(folder: &Path, files: &[&str]) -> Connection {
    let connection = Connection::open_in_memory().unwrap();
    for file in files {
        let sql = fs::read_to_string(folder.join(file)).unwrap();
        connection.execute_batch(&sql).unwrap_or_else(|error| panic!("{file}: {error}"));
    }
    connection
}

/// The steps of a query's plan; none where the database has not its tables.
fn plan(connection: &Connection, sql: &str) -> Option<Vec<String>> {
    let mut statement = connection.prepare(&format!("EXPLAIN QUERY PLAN {sql}")).ok()?;
    let parameters = vec![rusqlite::types::Null; statement.parameter_count()];
    let steps = statement.query_map(rusqlite::params_from_iter(parameters), |row| row.get(3)).unwrap();
    Some(steps.map(Result::unwrap).collect())
}

#[test]
fn no_query_of_a_shard_or_gazetteer_walks_a_table() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("sql");
    let families = [
        database(&folder, &["points/address_point_schema.sql", "points/address_point_indexes.sql"]),
        database(&folder, &["points/houses_of_osm_schema.sql", "points/houses_of_osm_indexes.sql"]),
        database(&folder, &["streets/street_segment_schema.sql", "streets/street_segment_indexes.sql"]),
        database(&folder, &["streets/street_centroid_schema.sql", "streets/street_centroid_indexes.sql"]),
        database(
            &folder,
            &[
                "streets/street_centroid_schema.sql",
                "streets/street_centroid_indexes_of_osm.sql",
                "streets/street_line_schema.sql",
                "streets/street_line_indexes.sql",
            ],
        ),
        database(&folder, &["street_index/street_index_schema.sql", "street_index/street_index_indexes.sql"]),
        database(&folder, &["candidates/candidate_schema.sql", "candidates/candidate_ancestor_schema.sql"]),
    ];
    let mut planned = 0;
    let mut walked = Vec::new();
    let entries = |folder: &Path| fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = entries(&folder).flat_map(|of_one_subject| entries(&of_one_subject)).collect();
    files.sort();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let sql = fs::read_to_string(&file).unwrap();
        if !sql.contains("SELECT") || sql.contains("CREATE") || FULL_SCANS.contains(&name.as_str()) {
            continue;
        }
        for steps in families.iter().filter_map(|family| plan(family, &sql)) {
            if name == OF_REGISTERS && steps.iter().any(|step| step.contains("house")) {
                continue;
            }
            planned += 1;
            walked.extend(steps.iter().filter(|step| is_walk(step)).map(|step| format!("{name}: {step}")));
        }
    }
    assert!(planned >= 30, "only {planned} queries were planned");
    assert!(walked.is_empty(), "{}", walked.join("\n"));
}

/// Whether a step of a plan reads a table from end to end; a full-text index and a list of values are none.
fn is_walk(step: &str) -> bool {
    step.starts_with("SCAN") && !step.contains("VIRTUAL TABLE") && !step.starts_with("SCAN CONSTANT")
}
