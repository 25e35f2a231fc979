//! Names in the scripts of India and South-East Asia that are one without their vowel signs, which the key of a name leaves out as published
//! databases do: each gets a second key that keeps them.

use milepost_text::{name_key, name_key_with_vowels};
use rusqlite::params;

use super::Staging;
use crate::error::BuildError;

pub(super) fn tell_apart(staging: &Staging) -> Result<(), BuildError> {
    staging.batch(
        "CREATE TEMP TABLE with_vowels (key TEXT NOT NULL, vowels TEXT NOT NULL, place INTEGER NOT NULL);",
    )?;
    staging.query(|connection| {
        let mut spellings = connection.prepare("SELECT place, name FROM spelling")?;
        let mut add = connection.prepare("INSERT INTO with_vowels VALUES (?1, ?2, ?3)")?;
        let mut rows = spellings.query([])?;
        while let Some(row) = rows.next()? {
            let (place, name): (i64, String) = (row.get(0)?, row.get(1)?);
            if let Some(vowels) = name_key_with_vowels(&name) {
                add.execute(params![name_key(&name), vowels, place])?;
            }
        }
        Ok(())
    })?;
    staging.batch(include_str!("../../sql/staging/tell_vowels_apart.sql"))
}
