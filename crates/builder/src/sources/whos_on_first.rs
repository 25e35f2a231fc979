//! A Who's On First distribution in SQLite: spr, names, ancestors, concordances, geojson. Only `spr` must be there.

use std::collections::HashMap;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, OptionalExtension, Params, Row, params, params_from_iter, types};
use serde_json::Value;

use super::names::own_scripts::is_latin;
use super::supplement::TYPES;
use crate::error::BuildError;
use crate::input::{BadRows, progress_of_rows};
use crate::place::{Extent, Place};
use crate::staging::Staging;

/// Kinds of places in use, outermost first.
pub(crate) const LEVELS: [&str; 14] = [
    "country",
    "dependency",
    "macroregion",
    "region",
    "macrocounty",
    "county",
    "localadmin",
    "locality",
    "borough",
    "macrohood",
    "neighbourhood",
    "microhood",
    "postalcode",
    "empire",
];

/// Keys of `properties` that hold the population, best first.
const POPULATION: [&str; 6] =
    ["wof:population", "gn:population", "wk:population", "qs:pop", "gn:pop", "mz:population"];

/// Adds the places of a distribution; returns how many were used.
pub(crate) fn add(path: &Path, staging: &Staging, bad: &mut BadRows) -> Result<u64, BuildError> {
    bad.in_file(path);
    let unreadable = |source| BuildError::Query { path: path.into(), source };
    let source = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(unreadable)?;
    let tables = tables(&source).map_err(unreadable)?;
    let has = |table: &str| tables.iter().any(|name| name == table);
    let used = add_places(path, &source, &tables, staging, bad)?;
    if has("names") {
        add_names(path, &source, staging)?;
    }
    for (table, select, insert) in COPIED {
        if has(table) {
            each(path, &source, select, [], values_of, |values| {
                staging.run(insert, params_from_iter(values)).map(|_| ())
            })?;
        }
    }
    if has("ancestors") {
        adopt_orphans(path, &source, staging)?;
    }
    Ok(used)
}

/// Tables whose rows are copied: what to read, and where to write it.
const COPIED: [(&str, &str, &str); 2] = [
    (
        "concordances",
        "SELECT id, other_source, coalesce(CAST(other_id AS TEXT), '') FROM concordances",
        "INSERT INTO concordance VALUES (?1, ?2, ?3)",
    ),
    (
        "importance",
        "SELECT id, importance FROM importance",
        "INSERT OR IGNORE INTO importance VALUES (?1, ?2)",
    ),
];

/// The names of the tables and views of a distribution.
pub(crate) fn tables(source: &Connection) -> rusqlite::Result<Vec<String>> {
    source
        .prepare("SELECT name FROM sqlite_schema WHERE type IN ('table', 'view')")?
        .query_map([], |row| row.get(0))?
        .collect()
}

/// The population of a place, from the table that the distribution has; 0 if unknown.
fn population_of(source: &Connection, tables: &[String], id: i64) -> rusqlite::Result<i64> {
    let has = |table: &str| tables.iter().any(|name| name == table);
    let found = |sql, read: fn(&Row<'_>) -> rusqlite::Result<i64>| {
        source.prepare_cached(sql)?.query_row([id], read).optional().map(Option::unwrap_or_default)
    };
    if has("place_population") {
        found("SELECT population FROM place_population WHERE id = ?1", |row| row.get(0))
    } else if has("geojson") {
        found("SELECT body FROM geojson WHERE id = ?1", |row| {
            let feature = serde_json::from_str(&row.get::<_, String>(0)?);
            Ok(feature.as_ref().map_or(0, population))
        })
    } else {
        Ok(0)
    }
}

/// Population of a feature; 0 if unknown.
pub(crate) fn population(feature: &Value) -> i64 {
    let number_at = |key: &str| feature["properties"][key].as_f64();
    POPULATION.into_iter().find_map(number_at).map_or(0, |count| count.max(0.0) as i64)
}

fn add_places(
    path: &Path,
    source: &Connection,
    tables: &[String],
    staging: &Staging,
    bad: &mut BadRows,
) -> Result<u64, BuildError> {
    let unreadable = |source| BuildError::Query { path: path.into(), source };
    let total: i64 =
        source.query_row("SELECT count(*) FROM spr", [], |row| row.get(0)).map_err(unreadable)?;
    let bar = progress_of_rows(path, total.max(0) as u64);
    let mut used = 0;
    each(path, source, include_str!("../../sql/sources/whos_on_first_places.sql"), [], place, |read| {
        bar.inc(1);
        let mut place = match read {
            Ok(Some(place)) => place,
            Ok(None) => return Ok(()),
            // A distribution has no lines; the row's id names it.
            Err((id, problem)) => return bad.note(id.unsigned_abs(), problem),
        };
        place.population = population_of(source, tables, place.id).map_err(unreadable)?;
        let reverse = place.placetype != "postalcode";
        used += u64::from(staging.add_settled(&place, None, reverse)?);
        if place.placetype == "country" {
            staging.run("INSERT OR IGNORE INTO code VALUES (?1, ?2)", params![place.country, place.id])?;
            staging.add_alias(place.id, None, &place.country)?;
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    Ok(used)
}

/// A row of `spr`: nothing if its kind is not in use, the id and the problem if it is unusable.
fn place(row: &Row<'_>) -> rusqlite::Result<Result<Option<Place>, (i64, String)>> {
    let id: i64 = row.get(0)?;
    let kind: String = row.get(2)?;
    let known = LEVELS.into_iter().chain(TYPES).find(|known| *known == kind);
    let Some(placetype) = known else { return Ok(Ok(None)) };
    let number = |index: usize| row.get::<_, Option<f64>>(index);
    let (Some(lat), Some(lon)) = (number(5)?, number(6)?) else {
        return Ok(Err((id, "no coordinate".into())));
    };
    if lat.abs() > 90.0 || lon.abs() > 180.0 || (lat == 0.0 && lon == 0.0) {
        return Ok(Err((id, format!("{lat}, {lon} is not a coordinate of a place"))));
    }
    let name: Option<String> = row.get(1)?;
    let Some(name) = name.filter(|name| !name.trim().is_empty()) else {
        return Ok(Err((id, "no name".into())));
    };
    let extent = Extent {
        south: number(7)?.unwrap_or(lat),
        west: number(8)?.unwrap_or(lon),
        north: number(9)?.unwrap_or(lat),
        east: number(10)?.unwrap_or(lon),
    };
    let country = row.get::<_, Option<String>>(3)?.unwrap_or_default().to_uppercase();
    let parent = row.get::<_, Option<i64>>(4)?.filter(|parent| *parent > 0);
    Ok(Ok(Some(Place { parent, extent, ..Place::new(id, name, placetype, country, (lat, lon)) })))
}

fn add_names(path: &Path, source: &Connection, staging: &Staging) -> Result<(), BuildError> {
    let read =
        |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, Option<String>>(1)?, row.get::<_, Option<String>>(2)?));
    each(
        path,
        source,
        "SELECT id, name, language FROM names",
        [],
        read,
        |(id, name, language): (i64, _, _)| {
            let Some(name) = name.filter(|name: &String| !name.trim().is_empty()) else { return Ok(()) };
            if !staging.has(id)? {
                return Ok(());
            }
            let language = language.filter(|language: &String| !language.is_empty() && language != "und");
            // In addition to another gazetteer, names in every script are wanted.
            if is_latin(&name) || staging.lies_over_another() {
                staging.add_alias(id, language.as_deref(), &name)
            } else {
                staging.add_spelling(id, language.as_deref(), &name)
            }
        },
    )
}

/// The parent of a place whose parent is missing (`-1`, `-4` for several): its innermost existing ancestor.
fn adopt_orphans(path: &Path, source: &Connection, staging: &Staging) -> Result<(), BuildError> {
    let levels: HashMap<&str, usize> = LEVELS.into_iter().zip(0..).collect();
    let read = |row: &Row<'_>| Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, row.get::<_, String>(2)?));
    each(
        path,
        source,
        "SELECT id, ancestor_id, ancestor_placetype FROM ancestors",
        [],
        read,
        |(id, above, kind)| match levels.get(kind.as_str()) {
            Some(&level) if above > 0 && above != id => staging
                .run("INSERT INTO ancestor VALUES (?1, ?2, ?3)", params![id, above, level as i64])
                .map(|_| ()),
            _ => Ok(()),
        },
    )?;
    staging.batch(include_str!("../../sql/sources/adopt_orphans.sql"))
}

pub(crate) fn values_of(row: &Row<'_>) -> rusqlite::Result<Vec<types::Value>> {
    (0..row.as_ref().column_count()).map(|column| row.get(column)).collect()
}

/// Calls `take` with each row of a query on the distribution at `path`.
pub(crate) fn each<T>(
    path: &Path,
    source: &Connection,
    sql: &str,
    values: impl Params,
    read: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
    mut take: impl FnMut(T) -> Result<(), BuildError>,
) -> Result<(), BuildError> {
    let unreadable = |source| BuildError::Query { path: path.into(), source };
    let mut statement = source.prepare(sql).map_err(unreadable)?;
    let mut rows = statement.query(values).map_err(unreadable)?;
    while let Some(row) = rows.next().map_err(unreadable)? {
        take(read(row).map_err(unreadable)?)?;
    }
    Ok(())
}
