//! `milepost build places`: a publisher's places of a country, to be added to a gazetteer. They have a
//! file of their own, under the publisher's terms: names and hierarchy in the columns of a Who's On First distribution, and polygons.

mod overture;
mod whos_on_first;

use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use rusqlite::{Connection, params};

use crate::error::BuildError;
use crate::input::BadRows;
use crate::origin::write_attribution;
use crate::parts::{self, PartList};
use crate::polygons::encoded;
use crate::shard::Finished;
use crate::summary::Summary;
use crate::write_aside;

pub(crate) const SCHEMA: &str = include_str!("../../sql/places/places_schema.sql");

/// Options of the command.
#[derive(Debug, clap::Args)]
pub(crate) struct PlaceOptions {
    /// A list of one part in JSON, as `milepost data add` passes it.
    #[arg(long)]
    parts: PathBuf,
    /// The file to write.
    #[arg(long)]
    out: PathBuf,
}

pub(crate) fn build(options: &PlaceOptions) -> Result<Summary, BuildError> {
    let claim = Claim::on(&options.out)?;
    let list = PartList::read(&options.parts)?;
    let mut bad = BadRows::new(false);
    let mut part_rows = Vec::new();
    let size = write_aside::filled(&claim, "spr", |connection| {
        let writer = Writer { connection, path: &options.out };
        writer.batch(SCHEMA)?;
        for part in &list.parts {
            writer.run(|connection| parts::write(connection, part))?;
            for file in &part.files {
                bad.in_file(file);
                match part.table.as_ref().and_then(|table| table.overture.as_ref()) {
                    Some(wanted) => overture::add(file, wanted, &part.code, &writer, &mut bad)?,
                    None => whos_on_first::add(file, &claim, &writer, &mut bad)?,
                }
            }
        }
        // The box of a place is that of its polygon; polygons without a place are useless.
        writer.batch(
            "DELETE FROM area WHERE id NOT IN (SELECT id FROM spr);
             UPDATE spr SET min_latitude = area.south, min_longitude = area.west, max_latitude = area.north, max_longitude = area.east
             FROM area WHERE area.id = spr.id;",
        )?;
        part_rows = writer.run(|connection| parts::count_all(connection, "spr"))?;
        let attribution: Vec<&str> = part_rows.iter().map(|part| part.attribution.as_str()).collect();
        let licence = list.parts.first().map_or("", |part| part.licence.as_str());
        let credit = format!("{} ({licence})", attribution.join(", "));
        writer.run(|connection| write_attribution(connection, &credit))
    })?;
    let rows = part_rows.iter().map(|part| part.rows).sum();
    if rows == 0 {
        let _ = std::fs::remove_file(&options.out);
        return Err(BuildError::Empty { path: options.out.clone(), named: bad.summary().join("\n") });
    }
    let mut summary = Summary::of(bad.summary());
    summary.finished(&options.out, Finished { bytes: size, rows, duplicates: 0, parts: part_rows });
    Ok(summary.with_report(true))
}

pub(crate) struct Writer<'a> {
    pub(crate) connection: &'a Connection,
    pub(crate) path: &'a Path,
}

impl Writer<'_> {
    pub(crate) fn run<T>(
        &self,
        query: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, BuildError> {
        query(self.connection).map_err(|source| BuildError::Database { path: self.path.into(), source })
    }

    pub(crate) fn batch(&self, sql: &str) -> Result<(), BuildError> {
        self.run(|connection| connection.execute_batch(sql))
    }

    /// Adds the polygon of a place; of several the first counts. Returns what is wrong with an unusable one.
    pub(crate) fn area(&self, id: i64, rings: &[Vec<[f64; 2]>]) -> Result<Option<&'static str>, BuildError> {
        let (bytes, bounds) = match encoded(rings) {
            Ok(polygon) => polygon,
            Err(problem) => return Ok(Some(problem)),
        };
        let values = params![id, bytes, bounds.south, bounds.west, bounds.north, bounds.east];
        self.run(|connection| {
            connection
                .prepare_cached("INSERT OR IGNORE INTO area VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?
                .execute(values)
        })?;
        Ok(None)
    }
}
