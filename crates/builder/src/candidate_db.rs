//! Writes the candidate gazetteer.

use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::build_info::{COORDINATES, MICRODEGREES};
use milepost_gazetteer::{prefix, schema};
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;
use rusqlite::types::Value;

use crate::error::BuildError;
use crate::origin::Origin;
use crate::staging::{Staging, add_name_keys};
use crate::write_aside;

/// Full-text tables of the two databases. Milepost finds names by the index next to the candidate database and reads these tables only
/// without it; other programs that open the files may use them. Without them the file is for Milepost alone, and its coordinates are
/// whole microdegrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WordSearch {
    Written,
    LeftOut,
}

/// The rows in the order in which they are written: columns that the table gets first, their values, and the places. Earlier rows do not take up
/// space for later columns.
const ROWS: [(&str, &str, &str); 4] = [
    ("", "", "p.south IS NULL AND p.prominence = 0 AND i.place IS NULL"),
    (
        schema::CANDIDATE_EXTENT_COLUMNS,
        ", unit(p.south), unit(p.west), unit(p.north), unit(p.east)",
        "p.south IS NOT NULL AND p.prominence = 0 AND i.place IS NULL",
    ),
    (
        schema::CANDIDATE_PROMINENCE_COLUMN,
        ", unit(p.south), unit(p.west), unit(p.north), unit(p.east), p.prominence",
        "p.prominence > 0 AND i.place IS NULL",
    ),
    (
        schema::CANDIDATE_UNSET_COLUMNS,
        ", unit(p.south), unit(p.west), unit(p.north), unit(p.east), nullif(p.prominence, 0), i.importance, NULL",
        "i.place IS NOT NULL",
    ),
];

/// Writes the file that is claimed; returns its size in bytes and the number of candidate rows.
pub(crate) fn write(
    claim: &Claim,
    staging: &Staging,
    origin: &Origin,
    word_search: WordSearch,
) -> Result<(u64, usize), BuildError> {
    let mut count = 0;
    let size = write_aside::database(claim, "candidate", Some(staging.path()), |connection| {
        connection.execute_batch(schema::CANDIDATE_WITH_PARENTS)?;
        origin.write(connection)?;
        connection.execute_batch(
            "INSERT INTO country_codes SELECT row_number() OVER (ORDER BY country), country
               FROM (SELECT DISTINCT country FROM staging.place);
             INSERT INTO placetype_codes SELECT row_number() OVER (ORDER BY placetype), placetype
               FROM (SELECT DISTINCT placetype FROM staging.place);",
        )?;
        add_functions(connection, word_search)?;
        if word_search == WordSearch::LeftOut {
            connection.execute("INSERT INTO build_info VALUES (?1, ?2)", [COORDINATES, MICRODEGREES])?;
        }
        for (schema, columns, which) in ROWS {
            connection.execute_batch(schema)?;
            let sql = include_str!("../sql/candidates/write_candidates.sql");
            count += connection.execute(&sql.replace("{columns}", columns).replace("{which}", which), [])?;
        }
        connection.execute_batch(include_str!("../sql/candidates/write_candidate_ancestors.sql"))?;
        // A name and code in two countries is one row here, because the key of the schema has no country.
        connection.execute_batch(include_str!("../sql/candidates/write_pairs.sql"))?;
        match word_search {
            WordSearch::Written => connection.execute_batch(schema::CANDIDATE_FTS),
            WordSearch::LeftOut => Ok(()),
        }
    })?;
    Ok((size, count))
}

/// Writes the index of names next to the database at `path`; returns a line for the summary.
pub(crate) fn index(path: &Path) -> Result<String, BuildError> {
    Ok(index_line(&prefix::build_index(path)?))
}

/// The line of the summary about an index.
pub(crate) fn index_line(report: &prefix::IndexReport) -> String {
    let prefix::IndexReport { path, bytes, places, names } = report;
    format!("{}: {names} names of {places} places, {:.1} MB", path.display(), *bytes as f64 / 1e6)
}

/// Functions that the statements need: the rank of a population, coordinates in the unit of the file, and the keys of a name.
fn add_functions(connection: &Connection, word_search: WordSearch) -> rusqlite::Result<()> {
    let pure = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    // Published databases have -log10(population + 1). Only the order matters, and a whole number takes two bytes instead of eight.
    connection.create_scalar_function("neg_rank", 1, pure, |values| Ok(-values.get::<i64>(0)?))?;
    connection.create_scalar_function("unit", 1, pure, move |values| {
        let degrees: Option<f64> = values.get(0)?;
        Ok(degrees.map(|degrees| match word_search {
            WordSearch::Written => Value::Real(degrees),
            WordSearch::LeftOut => Value::Integer((degrees * 1e6).round() as i64),
        }))
    })?;
    add_name_keys(connection)
}
