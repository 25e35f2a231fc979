//! Writes the full administrative database.

use milepost_aside::Claim;
use milepost_gazetteer::reverse::cells::cell;
use milepost_gazetteer::schema;
use rusqlite::Connection;
use rusqlite::functions::FunctionFlags;

use crate::candidate_db::WordSearch;
use crate::error::BuildError;
use crate::origin::Origin;
use crate::packed_rtree;
use crate::staging::Staging;
use crate::write_aside;

/// Settlements in the word index have at least this population; smaller ones are found by the candidate
/// gazetteer.
const SEARCHED_FROM: i64 = 100_000;

/// Writes the file that is claimed; returns its size in bytes and the number of places. Reverse lookup answers with places that have a
/// point of their own, so postcodes, postal cities and communes placed by their neighbours are left out.
pub(crate) fn write(
    claim: &Claim,
    staging: &Staging,
    origin: &Origin,
    word_search: WordSearch,
) -> Result<(u64, usize), BuildError> {
    let mut count = 0;
    let size = write_aside::database(claim, "spr", Some(staging.path()), |connection| {
        connection.execute_batch(schema::ADMIN)?;
        count = match word_search {
            WordSearch::Written => write_places(connection)?,
            WordSearch::LeftOut => write_compact_places(connection)?,
        };
        connection.execute_batch(include_str!("../sql/admin/write_admin.sql"))?;
        if word_search == WordSearch::Written {
            connection.execute_batch(schema::ADMIN_SEARCH)?;
            connection.execute(include_str!("../sql/admin/write_admin_search.sql"), [SEARCHED_FROM])?;
            connection.execute("INSERT INTO place_search (place_search) VALUES ('optimize')", [])?;
        }
        connection.execute_batch(schema::ADMIN_INDEXES)?;
        origin.write(connection)?;
        Ok(())
    })?;
    Ok((size, count))
}

/// Places as published databases have them; returns how many.
fn write_places(connection: &Connection) -> rusqlite::Result<usize> {
    connection.execute_batch(schema::ADMIN_PLACES)?;
    let without_extent = connection.execute(include_str!("../sql/admin/write_admin_places.sql"), [])?;
    connection.execute_batch(schema::ADMIN_EXTENT_COLUMNS)?;
    let with_extent =
        connection.execute(include_str!("../sql/admin/write_admin_places_with_extent.sql"), [])?;
    connection.execute_batch(schema::ADMIN_STATE_COLUMNS)?;
    packed_rtree::fill(connection, "place_bbox", include_str!("../sql/admin/boxes_of_places.sql"))?;
    Ok(without_extent + with_extent)
}

/// Places in whole microdegrees, found by cells; returns how many.
fn write_compact_places(connection: &Connection) -> rusqlite::Result<usize> {
    let pure = FunctionFlags::SQLITE_UTF8 | FunctionFlags::SQLITE_DETERMINISTIC;
    connection.create_scalar_function("unit", 1, pure, |values| {
        Ok(values.get::<Option<f64>>(0)?.map(|degrees| (degrees * 1e6).round() as i64))
    })?;
    connection.create_scalar_function("cell", 2, pure, |values| Ok(cell(values.get(0)?, values.get(1)?)))?;
    connection.execute_batch(schema::ADMIN_COMPACT_PLACES)?;
    // Kinds without a number of their own.
    connection.execute_batch(
        "INSERT OR IGNORE INTO placetype_codes (placetype)
         SELECT DISTINCT placetype FROM staging.place WHERE answers_reverse AND placetype <> 'district' ORDER BY placetype;",
    )?;
    let without_extent =
        connection.execute(include_str!("../sql/admin/write_admin_compact_places.sql"), [])?;
    connection.execute_batch(schema::ADMIN_COMPACT_EXTENT_COLUMNS)?;
    let with_extent =
        connection.execute(include_str!("../sql/admin/write_admin_compact_places_with_extent.sql"), [])?;
    connection.execute(include_str!("../sql/admin/write_admin_cells.sql"), [])?;
    packed_rtree::fill(connection, "place_bbox", include_str!("../sql/admin/boxes_of_extents.sql"))?;
    Ok(without_extent + with_extent)
}
