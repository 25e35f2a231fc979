//! The databases that need no houses: points of interest, objects, places.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::{fs, io};

use super::context::{Context, FOREIGN};
use super::object::COUNTRY;
use super::object_db;
use super::places::{self, Postcodes};
use super::poi;
use super::report::Report;
use super::spool::{Spool, Spooled};
use crate::error::BuildError;
use crate::pois;
use crate::shard::Prepared;

/// Database of the points of interest of all countries.
const POI: &str = "poi.db";

/// A finished database that does not have its name yet.
pub(super) type Named = (PathBuf, Prepared);

pub(super) struct OfHouses {
    pub(super) postcodes: Postcodes,
    /// Countries that have houses, lower case.
    pub(super) countries: BTreeSet<String>,
}

/// Writes what answers show of objects, the points of interest, and the places once the houses are read. Without `of_houses` (if
/// reading failed), writes no places.
pub(super) fn write(
    spool: &Spool,
    context: &Context<'_>,
    of_houses: &Receiver<OfHouses>,
) -> Result<(Vec<Named>, Report), BuildError> {
    let mut report = Report::default();
    let mut written = write_objects(spool, context)?;
    written.extend(write_pois(spool, context, &mut report)?);
    if let Ok(of_houses) = of_houses.recv() {
        written.extend(write_places(context, of_houses, &mut report)?);
    }
    Ok((written, report))
}

fn write_pois(
    spool: &Spool,
    context: &Context<'_>,
    report: &mut Report,
) -> Result<Option<Named>, BuildError> {
    let mut written = poi::Written::default();
    let (mut count, mut twice) = (0, 0);
    let part = context.part(&format!("osm:{}", context.usual.as_deref().unwrap_or("world")));
    let path = context.folder.join(POI);
    let finished = pois::write_part(&path, &part, &mut |add| {
        spool.each(|spooled| {
            let Spooled::Thing(thing) = spooled else { return Ok(()) };
            if poi::category(&thing.tags).is_none() {
                return Ok(());
            }
            if !written.is_new(&thing) {
                twice += 1;
                return Ok(());
            }
            let (_, country) = context.around(thing.point, &thing.tags)?;
            if context.is_foreign(&country) {
                report.leave_out(FOREIGN, thing.id);
                return Ok(());
            }
            let Some(row) = poi::row(&thing, &country) else { return Ok(()) };
            count += 1;
            add(row)
        })
    })?;
    report.take("points of interest", count);
    report.take("points of interest that another object of the same name is", twice);
    if finished.rows() > 0 {
        return Ok(Some((path, finished)));
    }
    match fs::remove_file(&path) {
        Err(source) if source.kind() != io::ErrorKind::NotFound => Err(BuildError::Write { path, source }),
        _ => Ok(None),
    }
}

fn write_objects(spool: &Spool, context: &Context<'_>) -> Result<Vec<Named>, BuildError> {
    let area = context.usual.as_deref().unwrap_or("world");
    let path = context.path_of("objects", area);
    let written = object_db::write(&path, &context.part(&format!("{area}-objects")), spool, context)?;
    Ok(if written.rows() > 0 { vec![(path, written)] } else { Vec::new() })
}

/// Writes the places of each country: those with houses, the usual one, and those whose boundaries the files hold.
fn write_places(
    context: &Context<'_>,
    OfHouses { postcodes, mut countries }: OfHouses,
    report: &mut Report,
) -> Result<Vec<Named>, BuildError> {
    let Context { towns, places, usual, .. } = context;
    countries.extend(usual.clone());
    countries.extend(towns.nations());
    countries.extend(places.iter().filter_map(|place| place.tags.get(COUNTRY)).map(str::to_owned));
    countries.retain(|country| !context.is_foreign(country));
    let mut written = Vec::new();
    for country in countries {
        let path = context.path_of("places", &country);
        let part = context.part(&format!("{country}-places"));
        if let Some(finished) = places::write(&path, &country, &part, towns, places, &postcodes)? {
            report.take("places, boundaries and postcodes", finished.rows());
            written.push((path, finished));
        }
    }
    Ok(written)
}
