//! Walking the names of an index in their order: a seek a name, however many rows a name has.

use rusqlite::{Connection, Row};

/// Names that start with `prefix`, in order, at most `limit`. `sql` answers the name next to a text: of an area, or of the whole shard
/// where there is none.
pub(super) fn starting_with(
    connection: &Connection,
    sql: &str,
    area: Option<&str>,
    prefix: &str,
    limit: usize,
) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached(sql)?;
    // A name that is the prefix itself is found by the greatest text below it.
    let before = below(prefix);
    let mut names: Vec<String> = Vec::new();
    while names.len() < limit {
        let after = names.last().map_or(before.as_str(), String::as_str);
        let next = |row: &Row<'_>| row.get::<_, Option<String>>(0);
        let next = match area {
            Some(area) => statement.query_row([area, after], next)?,
            None => statement.query_row([after], next)?,
        };
        match next {
            Some(name) if name.starts_with(prefix) => names.push(name),
            _ => break,
        }
    }
    Ok(names)
}

/// A text below `prefix` with no name between: its last character replaced by the one before and the last there is.
fn below(prefix: &str) -> String {
    let mut text = prefix.to_owned();
    let before = text.pop().and_then(|last| char::from_u32((last as u32).checked_sub(1)?));
    if let Some(before) = before {
        text.push(before);
        text.push(char::MAX);
    }
    text
}
