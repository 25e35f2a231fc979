//! Databases of polygons with a code: time zones and NUTS regions.

use std::path::PathBuf;

use milepost_gazetteer::lookups;
use milepost_gazetteer::reverse::geojson;
use milepost_store::polygon;
use rusqlite::params;

use crate::error::BuildError;
use crate::input::BadRows;
use crate::places::Writer;
use crate::polygons::{Feature, each_feature, text};
use crate::sources::lines::LineError;

/// A kind of polygon.
pub(super) struct Regions {
    schema: &'static str,
    insert: &'static str,
    /// Properties that hold the code.
    codes: &'static [&'static str],
    /// Properties that hold the level; empty if the lookup lacks levels.
    levels: &'static [&'static str],
}

pub(super) const TIMEZONES: Regions = Regions {
    schema: lookups::TIMEZONE_SCHEMA,
    insert: "INSERT INTO timezone_polygons VALUES (?1, ?3, ?4, ?5, ?6, ?7)",
    codes: &["tzid", "TZID"],
    levels: &[],
};

pub(super) const NUTS: Regions = Regions {
    schema: lookups::NUTS_SCHEMA,
    insert: "INSERT INTO nuts_regions VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    codes: &["NUTS_ID", "nuts_id", "id"],
    levels: &["LEVL_CODE", "levl_code", "level"],
};

/// Writes the polygons of all sources; returns how many there are.
pub(super) fn fill(
    regions: &Regions,
    sources: &[PathBuf],
    writer: &Writer<'_>,
    bad: &mut BadRows,
) -> Result<u64, BuildError> {
    writer.batch(regions.schema)?;
    let mut count = 0;
    for path in sources {
        each_feature(path, bad, &mut |feature, bad| match add(regions, writer, &feature) {
            Ok(()) => {
                count += 1;
                Ok(())
            }
            Err(error) => error.note(bad, feature.line),
        })?;
    }
    Ok(count)
}

fn add(regions: &Regions, writer: &Writer<'_>, feature: &Feature) -> Result<(), LineError> {
    let property = |names: &[&str]| names.iter().find_map(|name| text(feature.properties.get(*name)));
    let code = property(regions.codes).ok_or_else(|| format!("no {}", regions.codes[0]))?;
    let level: i64 = match regions.levels {
        [] => 0,
        levels => {
            // The code shows the level too: two letters, then one character per level.
            property(levels)
                .map_or(Some(code.len() as i64 - 2), |level| level.parse().ok())
                .ok_or_else(|| "no level".to_owned())?
        }
    };
    let (bytes, bounds) = geojson::rings(&feature.geometry)
        .and_then(|rings| polygon::encode(&rings))
        .ok_or_else(|| "no polygon".to_owned())?;
    let values = params![code, level, bounds.south, bounds.north, bounds.west, bounds.east, bytes];
    writer.run(|connection| connection.prepare_cached(regions.insert)?.execute(values))?;
    Ok(())
}
