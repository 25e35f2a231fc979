//! Column layouts of the published address files, identified by their headers.

use std::collections::BTreeMap;

use milepost_bulk::TableRows;

use crate::input::Columns;

type Layout = &'static [(&'static str, &'static [&'static str])];

/// United States National Address Database, text release.
const NAD: Layout = &[
    ("number", &["addno_full"]),
    ("street", &["stnam_full"]),
    ("unit", &["unit"]),
    ("locality", &["post_city", "inc_muni", "census_plc", "uninc_comm", "county"]),
    ("region", &["state"]),
    ("postcode", &["zip_code"]),
    ("lat", &["latitude"]),
    ("lon", &["longitude"]),
];
/// Base Adresse Nationale.
const BAN: Layout = &[
    ("number", &["numero", "rep"]),
    ("street", &["nom_voie"]),
    ("locality", &["nom_commune"]),
    ("postcode", &["code_postal"]),
    ("lat", &["lat"]),
    ("lon", &["lon"]),
];
/// OpenAddresses CSV.
const OPENADDRESSES: Layout = &[
    ("number", &["number"]),
    ("street", &["street"]),
    ("unit", &["unit"]),
    ("locality", &["city"]),
    ("region", &["region"]),
    ("postcode", &["postcode"]),
    ("lat", &["lat"]),
    ("lon", &["lon"]),
];
/// Anything else: the usual names, and a number's suffix or a street's parts in columns of their own.
const PLAIN: Layout = &[
    ("number", &["number", "house_number", "addr:housenumber", "housenumber", "suffix", "number_suffix"]),
    (
        "street",
        &[
            "premod",
            "predir",
            "pretype",
            "street",
            "addr:street",
            "street_name",
            "name",
            "type",
            "postdir",
            "postmod",
        ],
    ),
    ("unit", &["unit", "addr:unit"]),
    ("locality", &["city", "locality", "addr:city", "commune", "town"]),
    ("region", &["state", "region", "addr:state"]),
    ("postcode", &["postcode", "zip", "zipcode", "postal_code", "addr:postcode"]),
    ("lat", &["lat", "latitude", "y"]),
    ("lon", &["lon", "lng", "longitude", "x"]),
];

/// Fields a layout must have.
pub(crate) const NEEDED: [&str; 4] = ["number", "street", "lat", "lon"];

/// The columns of a table: by `map`, otherwise by the layout of its header (lower case), otherwise by the names that people give to the
/// parts of an address. The geometry of a row wins over columns that only are named like a point. Fails with a sentence that
/// names what is missing.
pub(crate) fn columns(header: &[String], map: Option<&str>, rows: &TableRows) -> Result<Columns, String> {
    let has = |name: &str| header.iter().any(|known| known == name);
    let columns = match map {
        Some(map) => Columns::parse(map, header)?.or(points(rows)),
        None if has("stnam_full") => Columns::of_layout(NAD, header),
        None if has("nom_voie") => Columns::of_layout(BAN, header),
        None if has("hash") && has("district") => points(rows).or(Columns::of_layout(OPENADDRESSES, header)),
        None => {
            let plain = points(rows).or(Columns::of_layout(PLAIN, header));
            let is_whole = NEEDED.iter().all(|field| plain.has(field));
            if is_whole { plain } else { plain.or(named(&rows.parts())) }
        }
    };
    match NEEDED.into_iter().find(|field| !columns.has(field)) {
        Some(field) => Err(format!(
            "no column for `{field}` among {}; name it with --columns {field}=...",
            header.join(", ")
        )),
        None => Ok(columns),
    }
}

/// The columns of the geometry; none without one.
fn points(rows: &TableRows) -> Columns {
    if !rows.has_geometry() {
        return Columns::default();
    }
    let parts = rows.parts();
    Columns::of(&["lat", "lon"].map(|field| (field, parts.get(field).copied())))
}

fn named(parts: &BTreeMap<&str, usize>) -> Columns {
    let fields = [
        ("number", "number"),
        ("street", "street"),
        ("unit", "unit"),
        ("locality", "city"),
        ("region", "region"),
        ("postcode", "postcode"),
        ("lat", "lat"),
        ("lon", "lon"),
    ];
    Columns::of(&fields.map(|(field, part)| (field, parts.get(part).copied())))
}
