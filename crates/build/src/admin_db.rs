//! Writes the full administrative database.

use milepost_aside::Claim;
use milepost_gazetteer::schema;

use crate::candidate_db::WordSearch;
use crate::error::BuildError;
use crate::origin::Origin;
use crate::packed_rtree;
use crate::staging::Staging;
use crate::write_aside;

/// Settlements in the word index have at least this many inhabitants; smaller ones are found by the candidate
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
        count = connection.execute(include_str!("../sql/write_admin_places.sql"), [])?;
        connection.execute_batch(schema::ADMIN_EXTENT_COLUMNS)?;
        count += connection.execute(include_str!("../sql/write_admin_places_with_extent.sql"), [])?;
        connection.execute_batch(schema::ADMIN_STATE_COLUMNS)?;
        packed_rtree::fill(connection, "place_bbox", include_str!("../sql/boxes_of_places.sql"))?;
        connection.execute_batch(include_str!("../sql/write_admin.sql"))?;
        if word_search == WordSearch::Written {
            connection.execute_batch(schema::ADMIN_SEARCH)?;
            connection.execute(include_str!("../sql/write_admin_search.sql"), [SEARCHED_FROM])?;
            connection.execute("INSERT INTO place_search (place_search) VALUES ('optimize')", [])?;
        }
        connection.execute_batch(schema::ADMIN_INDEXES)?;
        origin.write(connection)?;
        Ok(())
    })?;
    Ok((size, count))
}
