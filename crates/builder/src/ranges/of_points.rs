//! Ranges from address points, for publishers without centrelines.

use rusqlite::params;

use super::RangeOptions;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::points::source::PointSource;
use crate::shard::Shard;

/// Reads the points of the sources and adds the ranges between neighbours.
pub(crate) fn read(shard: &mut Shard, options: &RangeOptions, bad: &mut BadRows) -> Result<(), BuildError> {
    let country = options.rows.country();
    shard.with(|connection| {
        connection.execute_batch(
            "CREATE TEMP TABLE points (street_key TEXT, number INTEGER, postcode TEXT, locality TEXT, street_raw TEXT, lat REAL, lon REAL)",
        )
    })?;
    let source = PointSource {
        files: options.sources.clone(),
        columns: options.columns.clone(),
        ..PointSource::default()
    };
    source.read(bad, |row, line, bad| match row.point(&country) {
        Ok(point) => {
            let Some(number) = point.number.base().filter(|_| !point.number.has_letter()) else {
                return Ok(());
            };
            shard.with(|connection| {
                connection
                    .prepare_cached("INSERT INTO temp.points VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)")?
                    .execute(params![
                        point.keys.key,
                        number,
                        point.postcode,
                        point.locality,
                        point.street,
                        point.lat,
                        point.lon
                    ])
                    .map(|_| ())
            })
        }
        Err(problem) => bad.note(line, problem),
    })?;
    let added = shard.with(|connection| {
        connection.execute(
            include_str!("../../sql/ranges/ranges_of_points.sql"),
            params![options.origin.source, options.origin.release, shard.origin()],
        )
    })?;
    shard.rows += added as u64;
    Ok(())
}
