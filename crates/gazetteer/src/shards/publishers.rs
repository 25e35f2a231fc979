//! Sources of a shard, or of another database made of parts.

use rusqlite::Connection;

use crate::GazetteerError;
use crate::build_info::SEPARATOR;
use crate::database::Database;

/// Names and terms of the registers of a shard, each once; empty if it names none. The first row of
/// `table` speaks for all of a file of one register, the list of parts for one that was put together by code.
pub(crate) fn of(database: &Database, table: &str) -> Result<Vec<String>, GazetteerError> {
    let named = database.with(|connection| {
        let mut named = Vec::new();
        if has(connection, "SELECT 1 FROM pragma_table_info(?1) WHERE name = 'source'", table)? {
            let sql = format!("SELECT source FROM {table} LIMIT 1");
            named.extend(connection.first(connection.query_row(&sql, [], |row| row.get(0)))?.flatten());
        }
        if has(connection, "SELECT 1 FROM sqlite_schema WHERE name = ?1", "part")? {
            let mut parts =
                connection.prepare(include_str!("../../sql/candidates/attributions_of_parts.sql"))?;
            for part in parts.query_map([], |row| row.get(0))? {
                named.extend(connection.usable(part)?);
            }
        }
        Ok(named)
    })?;
    let mut sources: Vec<String> = Vec::new();
    for source in named.iter().flat_map(|named: &String| named.split(SEPARATOR)) {
        if !source.is_empty() && !sources.iter().any(|known| known == source) {
            sources.push(source.to_owned());
        }
    }
    Ok(sources)
}

fn has(connection: &Connection, sql: &str, name: &str) -> rusqlite::Result<bool> {
    connection.prepare(sql)?.exists([name])
}
