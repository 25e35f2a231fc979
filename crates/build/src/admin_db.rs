//! Writes the full administrative database.

use std::path::Path;

use milepost_gazetteer::schema;
use rusqlite::params;

use crate::error::BuildError;
use crate::place::{Place, Places, id_range};
use crate::write_aside;

/// Between aliases in the search index: a private-use character no name holds, so that a phrase never spans two.
const ALIAS_SEPARATOR: &str = "\u{e000}";

/// Settlements in the word index have at least this many inhabitants; smaller ones are found by the candidate
/// gazetteer.
const SEARCHED_FROM: i64 = 100_000;

/// Writes `path`; returns its size in bytes and the number of places. Reverse lookup answers with places that have a
/// point of their own, so postcodes, postal cities and communes placed by their neighbours are left out.
pub(crate) fn write(path: &Path, places: &Places) -> Result<(u64, usize), BuildError> {
    let mut order: Vec<&Place> = places.all.iter().filter(|place| place.id < id_range::COMMUNE).collect();
    order.sort_by_key(|place| place.id);
    let size = write_aside::database(path, |connection| {
        connection.execute_batch(schema::ADMIN)?;
        let mut spr = connection.prepare(
            "INSERT INTO spr VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, 1, 0, 0, 0, 0, 0)",
        )?;
        let mut names = connection.prepare("INSERT INTO names VALUES (?1, ?2, ?3, ?4, ?5, '', 0, 0)")?;
        let mut ancestors = connection.prepare("INSERT INTO ancestors VALUES (?1, ?2, ?3, 0)")?;
        let mut population = connection.prepare("INSERT INTO place_population VALUES (?1, ?2)")?;
        let mut search = connection.prepare("INSERT INTO place_search VALUES (?1, ?2, ?3)")?;
        let mut bbox = connection.prepare("INSERT INTO place_bbox VALUES (?1, ?2, ?3, ?4, ?5)")?;
        for place in &order {
            let Place { id, name, placetype, country, parent, lat, lon, extent, .. } = place;
            let [south, west, north, east] = extent.columns();
            spr.execute(params![
                id,
                parent.unwrap_or(-1),
                name,
                placetype,
                country,
                lat,
                lon,
                south,
                west,
                north,
                east
            ])?;
            for (language, name) in &place.names {
                names.execute(params![id, name, placetype, country, language])?;
            }
            // A settlement's chain is its parent's and `spr.parent_id`; half a million rows would repeat it.
            let settled = matches!(*placetype, "locality" | "neighbourhood");
            for above in places.ancestors(place).into_iter().filter(|_| !settled) {
                ancestors.execute(params![id, above.id, above.placetype])?;
            }
            if place.population > 0 {
                population.execute(params![id, place.population])?;
            }
            if !settled || place.population >= SEARCHED_FROM {
                search.execute(params![id, name, place.aliases.join(ALIAS_SEPARATOR)])?;
            }
            bbox.execute(params![id, extent.south, extent.north, extent.west, extent.east])?;
        }
        connection.execute("INSERT INTO place_search (place_search) VALUES ('optimize')", [])?;
        connection.execute_batch(schema::ADMIN_INDEXES)
    })?;
    Ok((size, order.len()))
}
