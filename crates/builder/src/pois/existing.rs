//! The existing database, whose rows are kept.

use rusqlite::Connection;

const COLUMNS: &str = "name, name_key, category_id, brand_key, brand_wikidata, latitude, longitude, country, confidence, gers_id, cell";

/// Copies the rows of the database attached as `staging`, except those of the parts `without`, and the descriptions of the parts.
pub(super) fn keep(connection: &Connection, without: &[String]) -> rusqlite::Result<()> {
    let has = |name: &str| {
        connection.prepare("SELECT 1 FROM staging.sqlite_schema WHERE name = ?1")?.exists([name])
    };
    if has("build_info")? {
        connection.execute_batch("INSERT INTO main.build_info SELECT * FROM staging.build_info;")?;
    }
    let (part, stays) = if has("part")? {
        connection.execute_batch(crate::parts::SCHEMA)?;
        connection.execute_batch("INSERT INTO main.part SELECT * FROM staging.part;")?;
        let mut remove = connection.prepare("DELETE FROM main.part WHERE code = ?1")?;
        for code in without {
            remove.execute([code])?;
        }
        (", part", "WHERE part IS NULL OR part IN (SELECT id FROM main.part)")
    } else {
        ("", "")
    };
    connection.execute_batch(&format!(
        "INSERT INTO main.poi (rowid, {COLUMNS}{part}) SELECT rowid, {COLUMNS}{part} FROM staging.poi {stays};"
    ))?;
    // Other names and objects of the rows that stay, where the database has them.
    if has("poi_alias")? {
        connection.execute_batch(
            "INSERT INTO main.poi_object SELECT * FROM staging.poi_object WHERE poi IN (SELECT rowid FROM main.poi);
             INSERT INTO main.poi_alias SELECT * FROM staging.poi_alias WHERE poi IN (SELECT rowid FROM main.poi);",
        )?;
    }
    Ok(())
}
