//! French communes and postcodes: the official list of communes, with GeoNames' points by INSEE code.

use std::collections::{BTreeMap, HashMap};

use milepost_text::name_key;
use serde::Deserialize;

use super::divisions::Codes;
use crate::candidate_db::PostalCity;
use crate::error::BuildError;
use crate::packages::Package;
use crate::place::{Cluster, Extent, Place, Places, id_range, include};

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Commune {
    code: String,
    nom: String,
    #[serde(rename = "type")]
    kind: String,
    region: Option<String>,
    departement: Option<String>,
    /// The commune an arrondissement belongs to.
    commune: Option<String>,
    population: Option<i64>,
    #[serde(default)]
    codes_postaux: Vec<String>,
}

/// How many communes got their point from where.
#[derive(Debug, Default)]
pub(crate) struct Located {
    /// From GeoNames.
    pub(crate) own: usize,
    /// As the mean of the communes that share a postcode; their box says how far off that can be.
    pub(crate) neighbours: usize,
    /// From nowhere: left out.
    pub(crate) none: usize,
}

/// Adds communes and postcodes; returns the pairs of commune and postcode.
pub(crate) fn add(
    package: &Package,
    by_insee: &HashMap<String, i64>,
    codes: &Codes,
    places: &mut Places,
) -> Result<(Vec<PostalCity>, Located), BuildError> {
    let mut communes: Vec<Commune> = package.json("data/communes.json")?;
    communes
        .retain(|commune| matches!(commune.kind.as_str(), "commune-actuelle" | "arrondissement-municipal"));
    let own = |commune: &Commune| {
        // An arrondissement has no point of its own: its city's stands for it.
        let insee = commune.commune.as_ref().unwrap_or(&commune.code);
        by_insee.get(insee).copied()
    };
    let mut postcodes: BTreeMap<String, Cluster> = BTreeMap::new();
    let mut clusters: HashMap<String, Cluster> = HashMap::new();
    for commune in &communes {
        if let Some(place) = own(commune).and_then(|id| places.get(id)) {
            for postcode in &commune.codes_postaux {
                include(&mut clusters, postcode.clone(), place.lat, place.lon);
            }
        }
    }
    postcodes.extend(clusters);

    let mut located = Located::default();
    let mut pairs = Vec::new();
    let mut inhabitants: HashMap<String, i64> = HashMap::new();
    for commune in &communes {
        let share = commune.population.unwrap_or(0) / commune.codes_postaux.len().max(1) as i64;
        // The whole city's postcodes are counted by its arrondissements.
        if commune.commune.is_some() || commune.codes_postaux.len() < 9 {
            for postcode in &commune.codes_postaux {
                *inhabitants.entry(postcode.clone()).or_default() += share;
            }
        }
        if commune.kind != "commune-actuelle" {
            continue;
        }
        let id = match own(commune) {
            Some(id) => {
                located.own += 1;
                adopt(commune, id, &postcodes, places);
                id
            }
            None => match neighbours(commune, &postcodes) {
                Some(cluster) => {
                    located.neighbours += 1;
                    add_commune(commune, &cluster, codes, places)
                }
                None => {
                    located.none += 1;
                    continue;
                }
            },
        };
        if let Some(place) = places.get(id) {
            let key = name_key(&commune.nom);
            pairs.extend(commune.codes_postaux.iter().map(|postcode| PostalCity {
                name_key: key.clone(),
                postcode: postcode.clone(),
                place: id,
                lat: place.lat,
                lon: place.lon,
            }));
        }
    }
    add_postcodes(&communes, &postcodes, &inhabitants, codes, places);
    Ok((pairs, located))
}

/// Gives a GeoNames place its official name and, where GeoNames has none, its population.
fn adopt(commune: &Commune, id: i64, postcodes: &BTreeMap<String, Cluster>, places: &mut Places) {
    let Some(place) = places.get_mut(id) else { return };
    place.aliases.push(commune.nom.clone());
    if place.population == 0 {
        place.population = commune.population.unwrap_or(0);
    }
    if commune.codes_postaux.len() > 1 {
        for postcode in commune.codes_postaux.iter().filter_map(|postcode| postcodes.get(postcode)) {
            let (lat, lon) = postcode.mean();
            place.extent.include(lat, lon);
        }
    }
}

fn neighbours(commune: &Commune, postcodes: &BTreeMap<String, Cluster>) -> Option<Cluster> {
    commune.codes_postaux.iter().find_map(|postcode| postcodes.get(postcode)).copied()
}

/// ISO 3166-1 code of an INSEE code or postcode: overseas departments and territories have one of their own.
fn country(insee: &str) -> &'static str {
    match insee.get(..3) {
        Some("971") => "GP",
        Some("972") => "MQ",
        Some("973") => "GF",
        Some("974") => "RE",
        Some("975") => "PM",
        Some("976") => "YT",
        Some("977") => "BL",
        Some("978") => "MF",
        _ => "FR",
    }
}

fn insee_id(insee: &str) -> i64 {
    id_range::COMMUNE + i64::from_str_radix(insee, 36).unwrap_or(0)
}

fn division(commune: &Commune, codes: &Codes) -> Option<i64> {
    let country = country(&commune.code);
    let region = commune.region.as_deref().unwrap_or_default();
    let department = commune.departement.as_deref().unwrap_or_default();
    // Overseas, GeoNames repeats the country as its only first-level division.
    [
        format!("{country}.{region}.{department}"),
        format!("{country}.{region}"),
        format!("{country}.{country}"),
        country.to_owned(),
    ]
    .iter()
    .find_map(|code| codes.get(code).copied())
}

fn add_commune(commune: &Commune, cluster: &Cluster, codes: &Codes, places: &mut Places) -> i64 {
    let id = insee_id(&commune.code);
    let (lat, lon) = cluster.mean();
    places.add(Place {
        id,
        name: commune.nom.clone(),
        placetype: "locality",
        country: country(&commune.code).into(),
        parent: division(commune, codes),
        lat,
        lon,
        extent: cluster.extent(),
        population: commune.population.unwrap_or(0),
        aliases: Vec::new(),
        names: Vec::new(),
    });
    id
}

fn add_postcodes(
    communes: &[Commune],
    postcodes: &BTreeMap<String, Cluster>,
    inhabitants: &HashMap<String, i64>,
    codes: &Codes,
    places: &mut Places,
) {
    let mut parents: HashMap<&str, i64> = HashMap::new();
    for commune in communes {
        if let Some(parent) = division(commune, codes) {
            for postcode in &commune.codes_postaux {
                parents.entry(postcode).or_insert(parent);
            }
        }
    }
    for (postcode, cluster) in postcodes {
        let (lat, lon) = cluster.mean();
        let extent = if cluster.count() == 1 { Extent::of_point(lat, lon) } else { cluster.extent() };
        places.add(Place {
            id: id_range::FR_POSTCODE + postcode.parse::<i64>().unwrap_or(0),
            name: postcode.clone(),
            placetype: "postalcode",
            country: country(postcode).into(),
            parent: parents.get(postcode.as_str()).copied(),
            lat,
            lon,
            extent,
            population: inhabitants.get(postcode).copied().unwrap_or(0),
            aliases: Vec::new(),
            names: Vec::new(),
        });
    }
}
