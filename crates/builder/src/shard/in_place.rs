//! A small change of a large file changes a copy, so the cost of a département depends on its rows and not on those of its country.

use std::fs::{self, File};
use std::io::Read;
use std::path::Path;

use milepost_aside::Aside;
use milepost_store::checksums;
use rusqlite::{Connection, OptionalExtension};

use super::{Layout, Shard, column_names, new_rows};
use crate::error::BuildError;
use crate::parts::{self, PartRows};
use crate::write_aside;

/// A change of more than this share of the rows builds a new file, with sorted rows and fresh statistics.
pub(crate) const LARGEST_SHARE: f64 = 0.5;

/// Cache of the copy, KiB.
const CACHE_KIB: i64 = 64 * 1024;

/// A file before it gets its name.
pub(super) struct Changed {
    /// The changed copy; none if all rows were written again.
    pub(super) aside: Option<Aside>,
    pub(super) rows: u64,
    /// Rows that another source already has.
    pub(super) duplicates: u64,
    pub(super) parts: Vec<PartRows>,
}

/// A changed copy of the existing file; none if it has to be rebuilt.
pub(super) fn change(shard: &Shard, without: &[String]) -> Result<Option<Changed>, BuildError> {
    let path = shard.claim.target();
    let failed = |source| BuildError::Database { path: path.into(), source };
    if !is_own(path).map_err(|source| BuildError::Read { path: path.into(), source })? {
        return Ok(None);
    }
    let before =
        Connection::open_with_flags(path, rusqlite::OpenFlags::SQLITE_OPEN_READ_ONLY).map_err(failed)?;
    let is_small = has_layout(&before, &shard.connection, shard.layout)
        .and_then(|same| Ok(same && is_small(&before, shard, without)?))
        .map_err(failed)?;
    drop(before);
    if !is_small {
        return Ok(None);
    }
    let aside = shard.claim.aside()?;
    fs::copy(path, aside.path()).map_err(|source| BuildError::Write { path: path.into(), source })?;
    shard.with(|connection| connection.execute_batch("COMMIT;"))?;
    let changed = shard.with(|connection| {
        connection.execute("ATTACH ?1 AS kept", [aside.path().to_string_lossy()])?;
        // No process reads the copy yet, and a failed build starts over.
        connection.execute_batch("PRAGMA kept.journal_mode = OFF; PRAGMA kept.synchronous = OFF;")?;
        connection.execute_batch(&format!("PRAGMA kept.cache_size = -{CACHE_KIB}; BEGIN;"))?;
        take_out(connection, shard.layout, without)?;
        let (taken, added) = put_in(connection, shard)?;
        let parts = if shard.has_parts || has_parts(connection, "kept", shard.layout.table)? {
            parts::rows_by_part(connection, "kept")?
        } else {
            Vec::new()
        };
        let rows = write_aside::count(connection, &format!("kept.{}", shard.layout.table))?;
        connection.execute_batch("COMMIT; DETACH kept;")?;
        Ok((rows, taken - added, parts))
    });
    let (rows, duplicates, parts) = changed?;
    Ok(Some(Changed { aside: Some(aside), rows, duplicates, parts }))
}

/// Whether this program wrote the file: it has room for checksums and is not in write-ahead mode.
pub(crate) fn is_own(path: &Path) -> std::io::Result<bool> {
    let mut head = [0; 24];
    File::open(path)?.read_exact(&mut head)?;
    let is_in_one_file = head[18..20] == [1, 1];
    Ok(is_in_one_file && usize::from(head[20]) == checksums::SUM)
}

/// Whether it has the tables and indexes of this version.
fn has_layout(before: &Connection, fresh: &Connection, layout: &Layout) -> rusqlite::Result<bool> {
    let made = Connection::open_in_memory()?;
    made.execute_batch(layout.schema)?;
    made.execute_batch(layout.indexes)?;
    let indexes = |connection: &Connection| -> rusqlite::Result<Vec<String>> {
        let mut sql = connection.prepare(
            "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = ?1 AND sql IS NOT NULL ORDER BY name",
        )?;
        sql.query_map([layout.table], |row| row.get(0))?.collect()
    };
    let columns = |connection: &Connection| -> rusqlite::Result<Vec<String>> {
        let names = column_names(connection, layout.table)?;
        Ok(names.split(", ").filter(|name| *name != "part").map(str::to_owned).collect())
    };
    Ok(indexes(before)? == indexes(&made)? && columns(before)? == columns(fresh)?)
}

/// Whether the added and removed rows are a small share of the file.
fn is_small(before: &Connection, shard: &Shard, without: &[String]) -> rusqlite::Result<bool> {
    let last = format!("SELECT max(rowid) FROM {}", shard.layout.table);
    let most: Option<i64> = before.query_row(&last, [], |row| row.get(0))?;
    let mut changed = shard.rows as f64;
    let says_parts = before.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'part'")?.exists([])?;
    if says_parts {
        let mut rows = before.prepare("SELECT rows FROM part WHERE code = ?1")?;
        for code in without {
            let rows: Option<i64> = rows.query_row([code], |row| row.get(0)).optional()?;
            changed += rows.unwrap_or_default() as f64;
        }
    }
    Ok(changed <= most.unwrap_or_default() as f64 * LARGEST_SHARE)
}

/// Whether rows of a table of this database name their parts.
pub(super) fn has_parts(connection: &Connection, database: &str, table: &str) -> rusqlite::Result<bool> {
    connection
        .prepare("SELECT 1 FROM pragma_table_info(?1, ?2) WHERE name = 'part'")?
        .exists([table, database])
}

fn take_out(connection: &Connection, layout: &Layout, without: &[String]) -> rusqlite::Result<()> {
    if !has_parts(connection, "kept", layout.table)? {
        return Ok(());
    }
    for code in without {
        let id: Option<i64> = connection
            .query_row("SELECT id FROM kept.part WHERE code = ?1", [code], |row| row.get(0))
            .optional()?;
        if let Some(id) = id {
            connection.execute(&format!("DELETE FROM kept.{} WHERE part = ?1", layout.table), [id])?;
            connection.execute("DELETE FROM kept.part WHERE id = ?1", [id])?;
        }
    }
    Ok(())
}

/// Adds the rows of the sources that no other source has; returns how many were read and how many were added.
fn put_in(connection: &Connection, shard: &Shard) -> rusqlite::Result<(u64, u64)> {
    let Layout { table, identity, order, .. } = *shard.layout;
    let taken = write_aside::count(connection, "temp.incoming")?;
    if taken == 0 {
        return Ok((0, 0));
    }
    let names = column_names(connection, table)?;
    if shard.has_parts {
        connection.execute_batch(&parts::SCHEMA.replace("main.part", "kept.part"))?;
        if !has_parts(connection, "kept", shard.layout.table)? {
            connection.execute_batch(&format!("ALTER TABLE kept.{table} ADD COLUMN part INTEGER"))?;
        }
        connection.execute_batch(
            "INSERT INTO kept.part (code, publisher, licence, attribution, release, url, added)
             SELECT code, publisher, licence, attribution, release, url, added FROM main.part ORDER BY id;
             UPDATE temp.incoming SET part = kept_part.id
             FROM main.part AS own JOIN kept.part AS kept_part USING (code) WHERE own.id = temp.incoming.part;",
        )?;
    }
    let from = new_rows(connection, identity)?;
    let same: Vec<String> =
        identity.split(", ").map(|column| format!("there.{column} IS come.{column}")).collect();
    let part = if has_parts(connection, "kept", shard.layout.table)? { ", part" } else { "" };
    let last: i64 =
        connection
            .query_row(&format!("SELECT coalesce(max(rowid), 0) FROM kept.{table}"), [], |row| row.get(0))?;
    let added = connection.execute(
        &format!(
            "INSERT INTO kept.{table} ({names}{part}) SELECT {names}{part} FROM {from} AS come
             WHERE NOT EXISTS (SELECT 1 FROM kept.{table} AS there WHERE {})
             ORDER BY {order}",
            same.join(" AND ")
        ),
        [],
    )?;
    if shard.has_parts {
        connection.execute(
            &format!(
                "UPDATE kept.part SET rows = counted.rows
                 FROM (SELECT part, count(*) AS rows FROM kept.{table} WHERE rowid > ?1 GROUP BY part) AS counted
                 WHERE counted.part = id"
            ),
            [last],
        )?;
    }
    Ok((taken, added as u64))
}
