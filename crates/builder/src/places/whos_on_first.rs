//! A distribution of Who's On First in SQLite, as it comes or compressed with bzip2.

use std::fs::File;
use std::io;
use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::reverse::geojson;
use rusqlite::{Connection, OpenFlags, Row, params_from_iter};
use serde_json::Value;

use super::Writer;
use crate::error::BuildError;
use crate::input::{self, BadRows};
use crate::place::id_range;
use crate::sources::whos_on_first::{LEVELS, each, population, tables, values_of};

/// Adds the current places of a distribution. It is unpacked next to the claimed file.
pub(super) fn add(
    path: &Path,
    claim: &Claim,
    writer: &Writer<'_>,
    bad: &mut BadRows,
) -> Result<(), BuildError> {
    let unpacked = claim.aside()?;
    let unreadable = |source| BuildError::Read { path: path.into(), source };
    let mut file = File::create(unpacked.path()).map_err(unreadable)?;
    io::copy(&mut input::open(path)?, &mut file).map_err(unreadable)?;
    drop(file);
    let failed = |source| BuildError::Query { path: path.into(), source };
    let source =
        Connection::open_with_flags(unpacked.path(), OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let tables = tables(&source).map_err(failed)?;
    let has = |table: &str| tables.iter().any(|name| name == table);
    let copy = |select: &str, insert: &str| {
        each(path, &source, select, [id_range::WHOS_ON_FIRST], values_of, |values| {
            writer.run(|connection| {
                connection.prepare_cached(insert)?.execute(params_from_iter(values)).map(|_| ())
            })
        })
    };
    let kinds = LEVELS.map(|kind| format!("'{kind}'")).join(", ");
    copy(
        &format!(
            "SELECT id + ?1, CASE WHEN parent_id > 0 THEN parent_id + ?1 ELSE -1 END, name, placetype, upper(country), latitude, longitude,
                    min_latitude, min_longitude, max_latitude, max_longitude
             FROM spr
             WHERE is_current <> 0 AND is_deprecated <= 0 AND is_ceased <= 0 AND is_superseded <= 0
               AND name <> '' AND latitude IS NOT NULL AND longitude IS NOT NULL AND country IS NOT NULL
               AND placetype <> 'postalcode' AND placetype IN ({kinds})"
        ),
        "INSERT OR IGNORE INTO spr (id, parent_id, name, placetype, country, latitude, longitude,
                                    min_latitude, min_longitude, max_latitude, max_longitude)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    )?;
    for (table, select, insert) in OF_PLACES {
        if has(table) {
            copy(select, insert)?;
        }
    }
    if has("geojson") { add_features(&source, writer, path, bad) } else { Ok(()) }
}

/// Tables whose rows are copied with their place: what to read, and where to write it.
const OF_PLACES: [(&str, &str, &str); 3] = [
    (
        "names",
        "SELECT id + ?1, name, coalesce(language, '') FROM names WHERE name IS NOT NULL",
        "INSERT INTO names SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    ),
    (
        "concordances",
        "SELECT id + ?1, other_source, CAST(other_id AS TEXT) FROM concordances WHERE other_id IS NOT NULL",
        "INSERT INTO concordances SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    ),
    (
        "ancestors",
        "SELECT id + ?1, ancestor_id + ?1, ancestor_placetype FROM ancestors WHERE ancestor_id > 0",
        "INSERT INTO ancestors SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    ),
];

/// Populations and polygons, which only the features have.
fn add_features(
    source: &Connection,
    writer: &Writer<'_>,
    path: &Path,
    bad: &mut BadRows,
) -> Result<(), BuildError> {
    let failed = |source| BuildError::Query { path: path.into(), source };
    let says_alternate = source
        .prepare("SELECT 1 FROM pragma_table_info('geojson') WHERE name = 'is_alt'")
        .and_then(|mut column| column.exists([]))
        .map_err(failed)?;
    // Alternate geometries are from other sources for the same place.
    let which = if says_alternate { "WHERE is_alt = 0" } else { "" };
    let select = format!("SELECT id, body FROM geojson {which}");
    let read = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    each(path, source, &select, [], read, |(own, body): (i64, String)| {
        let id = own + id_range::WHOS_ON_FIRST;
        let is_there = writer
            .run(|connection| connection.prepare_cached("SELECT 1 FROM spr WHERE id = ?1")?.exists([id]))?;
        if !is_there {
            return Ok(());
        }
        let Ok(feature) = serde_json::from_str::<Value>(&body) else {
            return bad.note(own.unsigned_abs(), "its feature is not JSON");
        };
        let count = population(&feature);
        if count > 0 {
            writer.run(|connection| {
                connection
                    .prepare_cached("INSERT OR REPLACE INTO place_population VALUES (?1, ?2)")?
                    .execute([id, count])
            })?;
        }
        if let Some(rings) = geojson::rings(&feature)
            && let Some(problem) = writer.area(id, &rings)?
        {
            bad.note(own.unsigned_abs(), problem)?;
        }
        Ok(())
    })
}
