//! Streets of a shard of points in which a few parts changed: a copy of the existing file is changed, and only streets with a
//! house of these parts are rebuilt, so the cost of a département depends on its rows and not on those of its country.

use std::fs;
use std::path::Path;

use milepost_aside::Claim;
use rusqlite::Connection;

use super::{PART_OF_HOUSES, PARTS_OF_SHARD, has_column};
use crate::error::BuildError;
use crate::parts;
use crate::shard::{Finished, LARGEST_SHARE, is_own, read_only_uri};
use crate::write_aside::{self, Ready};

/// Indexes of points by which the houses of a street are found, with postcodes and without.
const INDEXES: [&str; 2] = ["address_point_postcode_street", "address_point_locality_street"];

/// Whether the other parts are those that the streets were built from. They are not if a run was stopped between points and streets.
const OTHERS_ARE_THE_SAME: &str = "SELECT count(*) = 0 FROM (
   SELECT * FROM (SELECT code, release, added, rows FROM before.part EXCEPT SELECT code, release, added, rows FROM points.part)
   UNION SELECT * FROM (SELECT code, release, added, rows FROM points.part EXCEPT SELECT code, release, added, rows FROM before.part))
   WHERE code NOT IN temp.changed";

/// Streets that had or have a house of the changed parts, and all streets without a part or with several, whose parts are unknown.
const TOUCHED: &str = "CREATE TEMP TABLE touched AS
   SELECT street_norm, street_key, postcode, locality_norm FROM before.street_centroid
   WHERE part IS NULL OR part IN (SELECT id FROM before.part WHERE code IN temp.changed)
   UNION SELECT street_norm, street_key, postcode, locality_norm FROM points.address_point
   WHERE part IS NULL OR part IN (SELECT id FROM points.part WHERE code IN temp.changed);
   CREATE INDEX temp.touched_street ON touched (street_norm, street_key, postcode, locality_norm);";

const TAKE_OUT: &str = "DELETE FROM kept.street_centroid WHERE EXISTS (SELECT 1 FROM temp.touched AS come
     WHERE come.street_norm = street_centroid.street_norm AND come.street_key = street_centroid.street_key
       AND come.postcode IS street_centroid.postcode AND come.locality_norm IS street_centroid.locality_norm);
   DELETE FROM kept.part WHERE code IN temp.changed;";

/// Houses of the streets, by `{index}`, which begins with the column `{first}`.
const PUT_IN: &str = "INSERT INTO kept.street_centroid
     (street_norm, street_key, postcode, locality_norm, street_raw, lat, lon, min_lat, min_lon, max_lat, max_lon, points, part)
   SELECT house.street_norm, house.street_key, house.postcode, house.locality_norm, min(house.street_raw), avg(house.lat), avg(house.lon),
          min(house.lat), min(house.lon), max(house.lat), max(house.lon), count(*), {part}
   FROM temp.touched AS come CROSS JOIN points.address_point AS house INDEXED BY {index}
     ON house.{first} IS come.{first} AND house.street_norm = come.street_norm AND house.street_key = come.street_key
       AND house.postcode IS come.postcode AND house.locality_norm IS come.locality_norm
   WHERE come.postcode IS {not} NULL
   GROUP BY come.rowid ORDER BY house.postcode, house.street_key, house.locality_norm";

/// The claimed file, changed in a copy; none if it has to be rebuilt.
pub(super) fn change(claim: Claim, points: &Path, codes: &[String]) -> Result<Option<Finished>, BuildError> {
    let path = claim.target().to_owned();
    let path = path.as_path();
    if !path.exists() || !is_own(path).map_err(|source| BuildError::Read { path: path.into(), source })? {
        return Ok(None);
    }
    let failed = |source| BuildError::Database { path: path.into(), source };
    let Some(connection) = prepared(path, points, codes).map_err(failed)? else { return Ok(None) };
    let aside = claim.aside()?;
    fs::copy(path, aside.path()).map_err(|source| BuildError::Write { path: path.into(), source })?;
    connection.execute("ATTACH ?1 AS kept", [aside.path().to_string_lossy()]).map_err(failed)?;
    make_anew(&connection).map_err(failed)?;
    let rows = write_aside::count(&connection, "kept.street_centroid").map_err(failed)?;
    let parts = parts::rows_by_part(&connection, "kept").map_err(failed)?;
    connection.close().map_err(|(_, source)| failed(source))?;
    let bytes = Ready::of(aside, claim, "street_centroid", rows)?.install()?;
    Ok(Some(Finished { bytes, rows, duplicates: 0, parts }))
}

/// A connection to the streets of `before` and to the points, with the streets that change; none if they are too many or unknown.
fn prepared(before: &Path, points: &Path, codes: &[String]) -> rusqlite::Result<Option<Connection>> {
    let connection = Connection::open_in_memory()?;
    connection.execute_batch("PRAGMA temp_store = FILE;")?;
    connection.execute("ATTACH ?1 AS before", [read_only_uri(before)])?;
    connection.execute("ATTACH ?1 AS points", [read_only_uri(points)])?;
    for (database, table) in [("before", "street_centroid"), ("points", "address_point")] {
        if !has_column(&connection, database, table, "part")? {
            return Ok(None);
        }
    }
    let mut index =
        connection.prepare("SELECT 1 FROM points.sqlite_schema WHERE type = 'index' AND name = ?1")?;
    for name in INDEXES {
        if !index.exists([name])? {
            return Ok(None);
        }
    }
    drop(index);
    connection.execute_batch("CREATE TEMP TABLE changed (code TEXT PRIMARY KEY)")?;
    for code in codes {
        connection.execute("INSERT OR IGNORE INTO temp.changed VALUES (?1)", [code])?;
    }
    if !connection.query_row(OTHERS_ARE_THE_SAME, [], |row| row.get(0))? {
        return Ok(None);
    }
    connection.execute_batch(TOUCHED)?;
    let touched = write_aside::count(&connection, "temp.touched")?;
    let there = write_aside::count(&connection, "before.street_centroid")?;
    Ok((touched as f64 <= there as f64 * LARGEST_SHARE).then_some(connection))
}

fn make_anew(connection: &Connection) -> rusqlite::Result<()> {
    // No process reads the copy yet, and a failed build starts over.
    connection.execute_batch("PRAGMA kept.journal_mode = OFF; PRAGMA kept.synchronous = OFF; BEGIN;")?;
    connection.execute_batch(TAKE_OUT)?;
    let changed = " WHERE code IN temp.changed ORDER BY id";
    connection.execute_batch(&(PARTS_OF_SHARD.replace("{into}", "kept") + changed))?;
    let put_in = PUT_IN.replace("{part}", &PART_OF_HOUSES.replace("{into}", "kept"));
    for (index, (first, not)) in INDEXES.into_iter().zip([("postcode", "NOT"), ("locality_norm", "")]) {
        let put_in = put_in.replace("{index}", index).replace("{first}", first).replace("{not}", not);
        connection.execute(&put_in, [])?;
    }
    connection.execute_batch("COMMIT;")
}
