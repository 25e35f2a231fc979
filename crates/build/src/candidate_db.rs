//! Writes the candidate gazetteer.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use milepost_gazetteer::schema;
use milepost_text::{name_key, postcode_key};
use rusqlite::{Connection, params};

use crate::error::BuildError;
use crate::place::{Place, Places};
use crate::write_aside;

/// Prefix of ids on the wire: the databases use ids of their own, not Who's On First's.
const ID_PREFIX: &str = "mp";

/// A place a postcode serves under a name.
#[derive(Debug, Clone)]
pub(crate) struct PostalCity {
    pub(crate) name_key: String,
    pub(crate) postcode: String,
    pub(crate) place: i64,
    pub(crate) lat: f64,
    pub(crate) lon: f64,
}

/// Writes `path`; returns its size in bytes and the number of candidate rows.
pub(crate) fn write(path: &Path, places: &Places, pairs: &[PostalCity]) -> Result<(u64, usize), BuildError> {
    let mut count = 0;
    let size = write_aside::database(path, |connection| {
        connection.execute_batch(schema::CANDIDATE)?;
        connection.execute("INSERT INTO build_info VALUES ('id_prefix', ?1)", [ID_PREFIX])?;
        let codes = Codes::write(connection, places)?;
        count = write_candidates(connection, places, &codes)?;
        write_ancestors(connection, places, &codes)?;
        write_pairs(connection, places, pairs)?;
        connection.execute_batch(schema::CANDIDATE_FTS)
    })?;
    Ok((size, count))
}

/// Ids of countries and placetypes inside the file.
struct Codes<'a> {
    countries: BTreeMap<&'a str, i64>,
    placetypes: BTreeMap<&'a str, i64>,
}

impl<'a> Codes<'a> {
    fn write(connection: &Connection, places: &'a Places) -> rusqlite::Result<Codes<'a>> {
        let numbered = |names: BTreeSet<&'a str>| names.into_iter().zip(1..).collect::<BTreeMap<_, _>>();
        let codes = Codes {
            countries: numbered(places.all.iter().map(|place| place.country.as_str()).collect()),
            placetypes: numbered(places.all.iter().map(|place| place.placetype).collect()),
        };
        for (code, id) in &codes.countries {
            connection.execute("INSERT INTO country_codes VALUES (?1, ?2)", params![id, code])?;
        }
        for (placetype, id) in &codes.placetypes {
            connection.execute("INSERT INTO placetype_codes VALUES (?1, ?2)", params![id, placetype])?;
        }
        Ok(codes)
    }
}

/// A row in key order: name, country, region, placetype, rank, place; then the place and whether the name is its own.
struct Row<'a> {
    key: String,
    country: i64,
    region: i64,
    placetype: i64,
    neg_rank: f64,
    place: &'a Place,
    is_primary: bool,
}

fn write_candidates(connection: &Connection, places: &Places, codes: &Codes<'_>) -> rusqlite::Result<usize> {
    let mut rows = Vec::new();
    for place in &places.all {
        let region = places.ancestors(place).into_iter().find(|above| above.placetype == "region");
        for (key, is_primary) in keys(place) {
            rows.push(Row {
                key,
                country: codes.countries[place.country.as_str()],
                region: region.map_or(0, |region| region.id),
                placetype: codes.placetypes[place.placetype],
                neg_rank: -(place.population as f64 + 1.0).log10(),
                place,
                is_primary,
            });
        }
    }
    // Rows go in by the clustered key, so that the file is written once, front to back.
    rows.sort_by(|a, b| {
        (&a.key, a.country, a.region, a.placetype)
            .cmp(&(&b.key, b.country, b.region, b.placetype))
            .then(a.neg_rank.total_cmp(&b.neg_rank))
            .then(a.place.id.cmp(&b.place.id))
    });
    let mut insert = connection.prepare(
        "INSERT INTO candidate VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, NULL, NULL)",
    )?;
    for row in &rows {
        let Place { id, name, lat, lon, extent, population, .. } = row.place;
        let [south, west, north, east] = extent.columns();
        insert.execute(params![
            row.key,
            row.country,
            row.region,
            row.placetype,
            row.neg_rank,
            id,
            name,
            lat,
            lon,
            south,
            west,
            north,
            east,
            population,
            row.is_primary
        ])?;
    }
    Ok(rows.len())
}

/// Keys of a place and whether each is a spelling of its own name: the name, the name with hyphens as spaces, then
/// other names and codes.
fn keys(place: &Place) -> BTreeMap<String, bool> {
    let mut keys = BTreeMap::new();
    if place.placetype == "postalcode" {
        keys.insert(postcode_key(&place.name), true);
        return keys;
    }
    let own = name_key(&place.name);
    for alias in &place.aliases {
        let key = name_key(alias);
        let same = key.replace('-', " ") == own.replace('-', " ");
        keys.insert(key.replace('-', " "), same);
        keys.insert(key, same);
    }
    keys.insert(own.replace('-', " "), true);
    keys.insert(own, true);
    keys.retain(|key, _| !key.is_empty());
    keys
}

fn write_ancestors(connection: &Connection, places: &Places, codes: &Codes<'_>) -> rusqlite::Result<()> {
    let mut order: Vec<&Place> = places.all.iter().collect();
    order.sort_by_key(|place| place.id);
    let mut insert = connection.prepare("INSERT INTO candidate_ancestor VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for place in order {
        // The direct parent alone: the rest of the chain is the parent's own.
        if let Some(above) = place.parent.and_then(|id| places.get(id)) {
            let placetype = codes.placetypes[above.placetype];
            insert.execute(params![place.id, 1, above.id, placetype, above.name, name_key(&above.name)])?;
        }
    }
    Ok(())
}

fn write_pairs(connection: &Connection, places: &Places, pairs: &[PostalCity]) -> rusqlite::Result<()> {
    let mut order: Vec<&PostalCity> = pairs.iter().collect();
    order.sort_by(|a, b| (&a.name_key, &a.postcode).cmp(&(&b.name_key, &b.postcode)));
    // One name and code in two countries is one row here; the schema's key has no country.
    let mut insert =
        connection.prepare("INSERT OR IGNORE INTO postal_city_candidate VALUES (?1, ?2, ?3, ?4, ?5, ?6)")?;
    for pair in order {
        let name = places.get(pair.place).map_or("", |place| place.name.as_str());
        insert.execute(params![pair.name_key, pair.postcode, pair.place, name, pair.lat, pair.lon])?;
    }
    Ok(())
}
