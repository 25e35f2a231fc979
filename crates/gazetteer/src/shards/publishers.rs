//! Sources of a shard, or of another database made of parts.

use crate::GazetteerError;
use crate::build_info::SEPARATOR;
use crate::database::Database;

/// Names and terms of the registers of a shard, each once; empty if it names none. The first row of
/// `table` speaks for all of a file of one register, the list of parts for one that was put together by code.
pub(crate) fn of(database: &Database, table: &str) -> Result<Vec<String>, GazetteerError> {
    let mut named: Vec<String> = Vec::new();
    if database.exists("SELECT 1 FROM pragma_table_info(?1) WHERE name = 'source'", [table])? {
        let sql = format!("SELECT source FROM {table} LIMIT 1");
        named.extend(database.first(&sql, [], |row| row.get::<_, Option<String>>(0))?.flatten());
    }
    if database.has_table("part")? {
        let sql = include_str!("../../sql/candidates/attributions_of_parts.sql");
        named.extend(database.all(sql, [], |row| row.get::<_, String>(0))?);
    }
    let mut sources: Vec<String> = Vec::new();
    for source in named.iter().flat_map(|named| named.split(SEPARATOR)) {
        if !source.is_empty() && !sources.iter().any(|known| known == source) {
            sources.push(source.to_owned());
        }
    }
    Ok(sources)
}
