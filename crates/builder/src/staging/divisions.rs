//! Countries and divisions that no source has as a row, made from their code, their name and their places.

use milepost_gazetteer::{common_extent, is_one_division};
use rusqlite::{Params, Row, params};

use super::Staging;
use crate::error::BuildError;
use crate::place::{Extent, Place, id_range};
use crate::sources::divisions::{country_id, spellings, typed_names};
use crate::sources::tsv::rows;

/// ISO 3166-1 codes and English names.
const COUNTRIES: &str = include_str!("../../data/countries.tsv");

/// First id of divisions made here; the starter sources number theirs below it.
const MADE_HERE: i64 = 50_000_000;

/// Adds the missing ones from the country downwards, as parents of their places.
pub(super) fn complete(staging: &Staging) -> Result<(), BuildError> {
    add_countries(staging)?;
    add_level(staging, 1, "region", id_range::REGION + MADE_HERE)?;
    add_level(staging, 2, "county", id_range::COUNTY + MADE_HERE)?;
    // The parent of a place is its deepest code that is a division; the parent of a division is the code before its own.
    staging.batch(
        "CREATE INDEX code_by_place ON code (place);
         UPDATE place SET parent = coalesce(
             (SELECT place FROM code WHERE code = place.codes AND place <> id),
             (SELECT place FROM code WHERE code = rtrim(rtrim(place.codes, replace(place.codes, '.', '')), '.') AND place <> id),
             (SELECT place FROM code WHERE code = place.country AND place <> id))
         WHERE parent IS NULL AND placetype <> 'country';",
    )
}

/// A country with places or postcodes and without a row.
fn add_countries(staging: &Staging) -> Result<(), BuildError> {
    staging.batch(
        "INSERT OR IGNORE INTO code SELECT country, min(id) FROM place WHERE placetype = 'country' GROUP BY country;",
    )?;
    for (code, place) in missing(staging, include_str!("../../sql/staging/countries_without_a_row.sql"), [])?
    {
        let Some([_, name]) = rows(COUNTRIES).find(|[known, _]| *known == code) else { continue };
        let place = Place {
            id: country_id(&code),
            name: name.to_owned(),
            placetype: "country",
            aliases: typed_names(&code).chain([code.clone()]).collect(),
            names: vec![("en", name.to_owned())],
            ..place
        };
        staging.add_place(&place, None)?;
        staging.add_code(&code, place.id)?;
    }
    Ok(())
}

/// Divisions of `dots` dots in their code that are named but have no row.
fn add_level(staging: &Staging, dots: i64, placetype: &'static str, first: i64) -> Result<(), BuildError> {
    let mut missing =
        missing(staging, include_str!("../../sql/staging/divisions_without_a_row.sql"), [dots])?;
    if placetype == "region" {
        missing = join_known_regions(staging, missing)?;
    }
    for ((code, place), id) in missing.into_iter().zip(first..) {
        let above = code.rsplit_once('.').map(|(above, _)| above);
        let place = Place { id, placetype, aliases: spellings(&code), ..place };
        staging.add_place(&place, above)?;
        staging.add_code(&code, id)?;
    }
    Ok(())
}

/// Merges regions with another source's row of another code, with their name and extent: a table of postcodes
/// has `Navarra`, the cities have `Navarre`. Returns the others.
fn join_known_regions(staging: &Staging, missing: Vec<Missing>) -> Result<Vec<Missing>, BuildError> {
    let known: Vec<Known> = staging.query(|connection| {
        connection
            .prepare(include_str!("../../sql/staging/regions_with_extent.sql"))?
            .query_map([], |row| {
                let extent = [row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?];
                Ok(Known { id: row.get(0)?, country: row.get(1)?, extent })
            })?
            .collect()
    })?;
    let mut others = Vec::new();
    for (code, division) in missing {
        let country = &division.country;
        let by_name = staging.query(|_| staging.region(country, &division.name))?;
        let Extent { south, west, north, east } = division.extent;
        let extent = [south, west, north, east];
        let by_extent = || {
            let share = |known: &&Known| common_extent(known.extent, extent);
            let same = |known: &&Known| known.country == *country && is_one_division(known.extent, extent);
            known.iter().filter(same).max_by(|a, b| share(a).total_cmp(&share(b)))
        };
        let Some(id) = by_name.or_else(|| by_extent().map(|known| known.id)) else {
            others.push((code, division));
            continue;
        };
        staging.run("INSERT OR IGNORE INTO code VALUES (?1, ?2)", params![code, id])?;
        staging.run(
            include_str!("../../sql/staging/widen_a_region.sql"),
            params![id, south, west, north, east],
        )?;
        if by_name.is_none() {
            staging.add_alias(id, None, &division.name)?;
        }
    }
    Ok(others)
}

struct Known {
    id: i64,
    country: String,
    /// South, west, north, east.
    extent: [f64; 4],
}

/// A division that has places but no row: its code and its fields.
type Missing = (String, Place);

fn missing(staging: &Staging, sql: &str, values: impl Params) -> Result<Vec<Missing>, BuildError> {
    let read = |row: &Row<'_>| {
        let [lat, lon, south, west, north, east] = [2, 3, 4, 5, 6, 7].map(|column| row.get::<_, f64>(column));
        let (code, name): (String, String) = (row.get(0)?, row.get(1)?);
        let place = Place::new(0, name, "", code.get(..2).unwrap_or_default(), (lat?, lon?));
        let extent = Extent { south: south?, west: west?, north: north?, east: east? };
        Ok((code, Place { extent, population: row.get(8)?, ..place }))
    };
    staging.query(|connection| connection.prepare(sql)?.query_map(values, read)?.collect())
}
