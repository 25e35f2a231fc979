//! Divisions of Overture Maps.

use std::collections::BTreeSet;
use std::path::Path;

use rusqlite::params;
use sha2::{Digest, Sha256};

use super::Writer;
use crate::error::BuildError;
use crate::input::{BadRows, Division, DivisionRow, Wanted, overture_divisions};
use crate::parts;
use crate::place::id_range;
use crate::sources::whos_on_first::LEVELS;

/// Adds the rows of a file, divisions or areas.
pub(super) fn add(
    path: &Path,
    wanted: &Wanted,
    code: &str,
    writer: &Writer<'_>,
    bad: &mut BadRows,
) -> Result<(), BuildError> {
    let mut credits: BTreeSet<String> = BTreeSet::new();
    overture_divisions(path, wanted, &mut |row, credit, number| {
        let problem = match row {
            DivisionRow::Division(division) => {
                credits.extend(credit);
                place(division, &wanted.country, writer)?
            }
            DivisionRow::Area { of, rings: Some(rings) } => writer.area(id_of(&of), &rings)?,
            DivisionRow::Area { .. } => Some("no polygon"),
        };
        problem.map_or(Ok(()), |problem| bad.note(number, problem))
    })?;
    writer.run(|connection| parts::credit(connection, code, &credits))
}

/// Adds a place with its names; returns what is wrong with an unusable one.
fn place(division: Division, country: &str, writer: &Writer<'_>) -> Result<Option<&'static str>, BuildError> {
    if !LEVELS.contains(&division.placetype.as_str()) {
        return Ok(None);
    }
    let Some((lon, lat)) = division.point else { return Ok(Some("no coordinate")) };
    if division.name.is_empty() {
        return Ok(Some("no name"));
    }
    let id = id_of(&division.id);
    let parent = if division.parent.is_empty() { -1 } else { id_of(&division.parent) };
    let added = writer.run(|connection| {
        let added = connection
            .prepare_cached(
                "INSERT OR IGNORE INTO spr (id, parent_id, name, placetype, country, latitude, longitude)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
            )?
            .execute(params![id, parent, division.name, division.placetype, country, lat, lon])?;
        if added == 0 {
            return Ok(false);
        }
        let mut name = connection.prepare_cached("INSERT INTO names VALUES (?1, ?2, ?3)")?;
        for (language, text) in &division.names {
            name.execute(params![id, text, language])?;
        }
        if division.population > 0 {
            connection
                .prepare_cached("INSERT INTO place_population VALUES (?1, ?2)")?
                .execute([id, division.population])?;
        }
        Ok(true)
    })?;
    Ok((!added).then_some("a second place of its number"))
}

/// A number for an identifier of Overture Maps, the same in each release.
fn id_of(identifier: &str) -> i64 {
    let hash = Sha256::digest(identifier.as_bytes());
    let number = hash.iter().take(8).fold(0_u64, |number, byte| number << 8 | u64::from(*byte));
    id_range::OVERTURE + (number % id_range::OVERTURE_NUMBERS) as i64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_identifiers_lie_in_their_range_and_stay() {
        let numbers =
            ["350e85f6-68ba-4114-9906-c2844815988b", "7868a42a-1f0a-4ec4-8e3c-5a9b8a2f8f3e"].map(id_of);
        assert_ne!(numbers[0], numbers[1]);
        assert_eq!(numbers[0], id_of("350e85f6-68ba-4114-9906-c2844815988b"));
        for number in numbers {
            assert!((id_range::OVERTURE..milepost_store::register::FIRST_ID).contains(&number), "{number}");
        }
    }
}
