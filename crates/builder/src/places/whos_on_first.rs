//! A distribution of Who's On First in SQLite, as it comes or compressed with bzip2.

use std::fs::File;
use std::io;
use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::reverse::geojson;
use rusqlite::{Connection, OpenFlags, params};
use serde_json::Value;

use super::Writer;
use crate::error::BuildError;
use crate::input::{self, BadRows};
use crate::place::id_range;
use crate::sources::whos_on_first::{LEVELS, population};

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
    copy_places(&source, writer, path)?;
    if has("names") {
        copy(&source, writer, path, &NAMES)?;
    }
    if has("concordances") {
        copy(&source, writer, path, &CONCORDANCES)?;
    }
    if has("ancestors") {
        copy(&source, writer, path, &ANCESTORS)?;
    }
    if has("geojson") { add_features(&source, writer, path, bad) } else { Ok(()) }
}

fn tables(source: &Connection) -> rusqlite::Result<Vec<String>> {
    source
        .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// A table whose rows are copied with their place.
struct Copied {
    select: &'static str,
    insert: &'static str,
    columns: usize,
}

const NAMES: Copied = Copied {
    select: "SELECT id + ?1, name, coalesce(language, '') FROM names WHERE name IS NOT NULL",
    insert: "INSERT INTO names SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    columns: 3,
};
const CONCORDANCES: Copied = Copied {
    select: "SELECT id + ?1, other_source, CAST(other_id AS TEXT) FROM concordances WHERE other_id IS NOT NULL",
    insert: "INSERT INTO concordances SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    columns: 3,
};
const ANCESTORS: Copied = Copied {
    select: "SELECT id + ?1, ancestor_id + ?1, ancestor_placetype FROM ancestors WHERE ancestor_id > 0",
    insert: "INSERT INTO ancestors SELECT ?1, ?2, ?3 WHERE EXISTS (SELECT 1 FROM spr WHERE id = ?1)",
    columns: 3,
};

fn copy_places(source: &Connection, writer: &Writer<'_>, path: &Path) -> Result<(), BuildError> {
    let kinds: Vec<String> = LEVELS.iter().map(|kind| format!("'{kind}'")).collect();
    let select = format!(
        "SELECT id + ?1, CASE WHEN parent_id > 0 THEN parent_id + ?1 ELSE -1 END, name, placetype, upper(country), latitude, longitude,
                min_latitude, min_longitude, max_latitude, max_longitude
         FROM spr
         WHERE is_current <> 0 AND is_deprecated <= 0 AND is_ceased <= 0 AND is_superseded <= 0
           AND name <> '' AND latitude IS NOT NULL AND longitude IS NOT NULL AND country IS NOT NULL
           AND placetype <> 'postalcode' AND placetype IN ({})",
        kinds.join(", ")
    );
    let insert = "INSERT OR IGNORE INTO spr (id, parent_id, name, placetype, country, latitude, longitude,
                                   min_latitude, min_longitude, max_latitude, max_longitude)
                  VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)";
    rows(source, writer, path, &select, insert, 11)
}

fn copy(source: &Connection, writer: &Writer<'_>, path: &Path, copied: &Copied) -> Result<(), BuildError> {
    rows(source, writer, path, copied.select, copied.insert, copied.columns)
}

fn rows(
    source: &Connection,
    writer: &Writer<'_>,
    path: &Path,
    select: &str,
    insert: &str,
    columns: usize,
) -> Result<(), BuildError> {
    let failed = |source| BuildError::Query { path: path.into(), source };
    let mut select = source.prepare(select).map_err(failed)?;
    let mut rows = select.query([id_range::WHOS_ON_FIRST]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let values = (0..columns)
            .map(|column| row.get::<_, rusqlite::types::Value>(column))
            .collect::<Result<Vec<_>, _>>()
            .map_err(failed)?;
        writer.run(|connection| {
            connection.prepare_cached(insert)?.execute(rusqlite::params_from_iter(values))
        })?;
    }
    Ok(())
}

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
    let mut select = source.prepare(&format!("SELECT id, body FROM geojson {which}")).map_err(failed)?;
    let mut rows = select.query([]).map_err(failed)?;
    while let Some(row) = rows.next().map_err(failed)? {
        let (own, body): (i64, String) = (row.get(0).map_err(failed)?, row.get(1).map_err(failed)?);
        let id = own + id_range::WHOS_ON_FIRST;
        let is_there = writer
            .run(|connection| connection.prepare_cached("SELECT 1 FROM spr WHERE id = ?1")?.exists([id]))?;
        if !is_there {
            continue;
        }
        let Ok(feature) = serde_json::from_str::<Value>(&body) else {
            bad.note(own.unsigned_abs(), "its feature is no JSON")?;
            continue;
        };
        let count = population(&feature);
        if count > 0 {
            writer.run(|connection| {
                connection
                    .prepare_cached("INSERT OR REPLACE INTO place_population VALUES (?1, ?2)")?
                    .execute(params![id, count])
            })?;
        }
        if let Some(rings) = geojson::rings(&feature)
            && let Some(problem) = writer.area(id, &rings)?
        {
            bad.note(own.unsigned_abs(), problem)?;
        }
    }
    Ok(())
}
