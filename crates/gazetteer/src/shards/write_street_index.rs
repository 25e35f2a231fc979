//! Writes the index of streets by the words of their names, from the rows of a shard of any family.

use std::collections::BTreeSet;

use milepost_text::{StreetName, locality_key, place_sound};
use rusqlite::{Connection, params};

use crate::schema;

/// The streets of a family's table, each with the mean of its points: norm, spelling, locality, postcode, latitude, longitude.
const STREETS: [(&str, &str); 3] = [
    ("address_point", STREETS_WITH_POINTS),
    (
        "street_segment",
        "SELECT street_norm, min(street_raw), NULL, postcode, avg(geometry ->> '$[0][1]'), avg(geometry ->> '$[0][0]')
         FROM street_segment GROUP BY postcode, street_norm",
    ),
    ("street_centroid", STREETS_WITH_POINTS),
];
const STREETS_WITH_POINTS: &str =
    "SELECT street_norm, min(street_raw), locality_norm, postcode, avg(lat), avg(lon)
     FROM {table} GROUP BY postcode, street_norm, locality_norm";

/// Places with their streets: `{name}` is the column of the name.
const PLACES: &str =
    "SELECT {name}, avg(lat), avg(lon), count(*) FROM temp.placed WHERE {name} <> '' GROUP BY {name}";

/// Words under their places and under the shard.
const POSTINGS: &str = "INSERT INTO street_word (place, word, street)
   SELECT 0, word, street FROM temp.word
   UNION SELECT place.id, word, word.street FROM temp.word AS word JOIN street ON street.id = word.street
     JOIN street_place AS place ON NOT place.is_postcode AND place.name = street.locality_norm
   UNION SELECT place.id, word, word.street FROM temp.word AS word JOIN street ON street.id = word.street
     JOIN street_place AS place ON place.is_postcode AND place.name = street.postcode
   ORDER BY 1, 2, 3;
 INSERT INTO street_frequency (word, streets)
   SELECT word, count(DISTINCT street_norm || coalesce(locality_norm, '')) FROM temp.word JOIN street ON street.id = word.street
   WHERE NOT is_key OR is_word GROUP BY word ORDER BY word;
 DROP TABLE temp.word;
 DROP TABLE temp.placed;";

/// Writes the index, in place of an older one. The names are those of `country` (ISO 3166-1 alpha-2, lower case).
pub fn write_street_index(connection: &Connection, country: &str) -> rusqlite::Result<()> {
    connection.execute_batch(
        "BEGIN; DROP TABLE IF EXISTS street; DROP TABLE IF EXISTS street_place; DROP TABLE IF EXISTS street_word;
         DROP TABLE IF EXISTS street_frequency; DROP TABLE IF EXISTS street_place_alias;",
    )?;
    connection.execute_batch(schema::STREET_INDEX)?;
    connection.execute_batch(
        "CREATE TEMP TABLE word (street INTEGER, word TEXT, is_key INTEGER, is_word INTEGER);
         CREATE TEMP TABLE placed (locality TEXT, postcode TEXT, lat REAL, lon REAL);",
    )?;
    let mut select = None;
    for (table, sql) in STREETS {
        if select.is_none() && has_table(connection, table)? {
            select = Some(sql.replace("{table}", table));
        }
    }
    let Some(select) = select else { return connection.execute_batch("ROLLBACK;") };
    write_streets(connection, &select, country)?;
    write_places(connection)?;
    connection.execute_batch(schema::STREET_INDEX_INDEXES)?;
    connection.execute_batch(POSTINGS)?;
    connection.execute_batch("COMMIT; ANALYZE street_place; ANALYZE street_word;")
}

/// Whether there is a table or view of this name.
fn has_table(connection: &Connection, table: &str) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM main.sqlite_schema WHERE name = ?1 AND type IN ('table', 'view')")?
        .exists([table])
}

/// Writes the streets that `select` finds and their aliases, with their words and places.
fn write_streets(connection: &Connection, select: &str, country: &str) -> rusqlite::Result<()> {
    let mut street = connection.prepare("INSERT INTO street VALUES (?1, ?2, ?3, ?4, ?5)")?;
    let mut word = connection.prepare("INSERT INTO temp.word VALUES (?1, ?2, ?3, ?4)")?;
    let mut placed = connection.prepare("INSERT INTO temp.placed VALUES (?1, ?2, ?3, ?4)")?;
    let mut id: i64 = 0;
    let mut add = |norm: &str, name: &str, locality: Option<&str>, postcode: Option<&str>| {
        id += 1;
        street.execute(params![id, norm, name, locality, postcode])?;
        for (text, is_key, is_word) in words(name, country) {
            word.execute(params![id, text, is_key, is_word])?;
        }
        Ok::<_, rusqlite::Error>(())
    };
    let mut streets = connection.prepare(select)?;
    let mut rows = streets.query([])?;
    while let Some(row) = rows.next()? {
        let (norm, raw): (String, String) = (row.get(0)?, row.get(1)?);
        let (locality, postcode): (Option<String>, Option<String>) = (row.get(2)?, row.get(3)?);
        let (lat, lon): (f64, f64) = (row.get(4)?, row.get(5)?);
        add(&norm, &raw, locality.as_deref(), postcode.as_deref())?;
        placed.execute(params![locality, postcode, lat, lon])?;
    }
    // Another name of a street leads to its rows, which have the norm of its main name.
    if has_table(connection, "street_alias")? {
        let mut aliases =
            connection.prepare("SELECT street_norm, name, locality_norm FROM street_alias ORDER BY rowid")?;
        let mut rows = aliases.query([])?;
        while let Some(row) = rows.next()? {
            let (norm, name, locality): (String, String, Option<String>) =
                (row.get(0)?, row.get(1)?, row.get(2)?);
            add(&norm, &name, locality.as_deref(), None)?;
        }
    }
    Ok(())
}

/// Writes the localities and postcodes of the streets, and the aliases of localities.
fn write_places(connection: &Connection) -> rusqlite::Result<()> {
    let mut place = connection
        .prepare("INSERT INTO street_place (name, is_postcode, sound, lat, lon, streets) VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for (column, is_postcode) in [("locality", false), ("postcode", true)] {
        let mut select = connection.prepare(&PLACES.replace("{name}", column))?;
        let mut rows = select.query([])?;
        while let Some(row) = rows.next()? {
            let name: String = row.get(0)?;
            let sound = if is_postcode { name.clone() } else { place_sound(&name) };
            let (lat, lon, streets): (f64, f64, i64) = (row.get(1)?, row.get(2)?, row.get(3)?);
            place.execute(params![name, is_postcode, sound, lat, lon, streets])?;
        }
    }
    if has_table(connection, "locality_alias")? {
        let mut aliases = connection.prepare(
            "SELECT locality_alias.name, place.id FROM locality_alias
             JOIN street_place AS place ON NOT place.is_postcode AND place.name = locality_alias.locality_norm",
        )?;
        let mut alias = connection.prepare("INSERT OR IGNORE INTO street_place_alias VALUES (?1, ?2)")?;
        let mut rows = aliases.query([])?;
        while let Some(row) = rows.next()? {
            let (name, id): (String, i64) = (row.get(0)?, row.get(1)?);
            let sound = place_sound(&locality_key(&name));
            if !sound.is_empty() {
                alias.execute(params![sound, id])?;
            }
        }
    }
    Ok(())
}

/// The words under which a street is found: each key of its names, and the words of keys of several. Each with whether it is a key and
/// whether it is a word.
fn words(street: &str, country: &str) -> BTreeSet<(String, bool, bool)> {
    let mut words = BTreeSet::new();
    for name in StreetName::all_of(street, country) {
        let is_one = name.core().count() == 1;
        words.insert((name.key(), true, is_one));
        words.insert((name.long_key(), true, is_one && name.long_key() == name.key()));
        if !is_one {
            words.extend(name.core().map(|word| (word.sound.clone(), false, true)));
        }
    }
    words
}
