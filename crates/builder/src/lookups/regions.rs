//! Databases of polygons with a code: time zones and NUTS regions.

use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::lookups;
use milepost_gazetteer::reverse::geojson;
use milepost_store::polygon;
use rusqlite::{Connection, params};

use crate::error::BuildError;
use crate::input::BadRows;
use crate::polygons::{Feature, each_feature, text};
use crate::write_aside;

/// A kind of polygon.
pub(super) struct Regions {
    schema: &'static str,
    table: &'static str,
    insert: &'static str,
    /// Properties that hold the code.
    codes: &'static [&'static str],
    /// Properties that hold the level; empty if the lookup lacks levels.
    levels: &'static [&'static str],
}

pub(super) const TIMEZONES: Regions = Regions {
    schema: lookups::TIMEZONE_SCHEMA,
    table: "timezone_polygons",
    insert: "INSERT INTO timezone_polygons VALUES (?1, ?3, ?4, ?5, ?6, ?7)",
    codes: &["tzid", "TZID"],
    levels: &[],
};

pub(super) const NUTS: Regions = Regions {
    schema: lookups::NUTS_SCHEMA,
    table: "nuts_regions",
    insert: "INSERT INTO nuts_regions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    codes: &["NUTS_ID", "nuts_id", "id"],
    levels: &["LEVL_CODE", "levl_code", "level"],
};

/// Writes the polygons of all sources.
pub(super) fn build(
    regions: &Regions,
    sources: &[PathBuf],
    out: &Path,
    strict: bool,
) -> Result<Vec<String>, BuildError> {
    let claim = Claim::on(out)?;
    let mut bad = BadRows::new(strict);
    let mut count = 0;
    let size = write_aside::filled(&claim, regions.table, |connection| {
        let failed = |source| BuildError::Database { path: out.into(), source };
        connection.execute_batch(regions.schema).map_err(failed)?;
        for path in sources {
            each_feature(path, &mut bad, &mut |feature, bad| {
                let line = feature.line;
                match add(regions, connection, &feature) {
                    Ok(added) => added.map(|()| count += 1).map_err(failed),
                    Err(problem) => bad.note(line, problem),
                }
            })?;
        }
        Ok(())
    })?;
    let mut lines = bad.summary();
    lines.push(format!("{}: {count} polygons, {:.1} MB", out.display(), size as f64 / 1e6));
    Ok(lines)
}

fn add(
    regions: &Regions,
    connection: &Connection,
    feature: &Feature,
) -> Result<rusqlite::Result<()>, String> {
    let property = |names: &[&str]| names.iter().find_map(|name| text(feature.properties.get(*name)));
    let code = property(regions.codes).ok_or_else(|| format!("no {}", regions.codes[0]))?;
    let level: i64 = match regions.levels {
        [] => 0,
        levels => {
            // The code shows the level too: two letters, then one character per level.
            property(levels)
                .map_or(Some(code.len() as i64 - 2), |level| level.parse().ok())
                .ok_or("no level")?
        }
    };
    let rings = geojson::rings(&feature.geometry).ok_or("no polygon")?;
    let (bytes, bounds) = polygon::encode(&rings).ok_or("no polygon")?;
    Ok(connection
        .prepare_cached(regions.insert)
        .and_then(|mut insert| {
            insert.execute(params![code, level, bounds.south, bounds.north, bounds.west, bounds.east, bytes])
        })
        .map(|_| ()))
}
