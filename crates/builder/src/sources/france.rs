//! French communes and postcodes: the official list of communes, with GeoNames' points by INSEE code.

use std::collections::{BTreeMap, HashMap};

use milepost_text::name_key;
use serde::Deserialize;

use super::divisions::Codes;
use super::tsv::rows;
use crate::error::BuildError;
use crate::packages::Package;
use crate::place::{Cluster, Extent, Place, Places, PostalCity, id_range, include};

/// Points of the arrondissements of Paris, which GeoNames does not list.
const PARIS: &str = include_str!("../../data/paris_arrondissements.tsv");

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

/// A commune with this many postcodes is a city of arrondissements (Lyon has nine; no other commune has more than six).
const ARRONDISSEMENTS: usize = 9;

/// Number of communes by the source of their point.
#[derive(Debug, Default)]
pub(crate) struct Located {
    /// From GeoNames.
    pub(crate) own: usize,
    /// As the mean of the communes that share a postcode; their box bounds the error.
    pub(crate) neighbours: usize,
    /// As the mean of their département, because no commune of their postcode has a point: right in country and
    /// region only, and their box says so.
    pub(crate) department: usize,
    /// None: the commune is skipped.
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
    let arrondissements = add_arrondissements(&communes, by_insee, places);
    let own = |commune: &Commune| {
        arrondissements.get(&commune.code).or_else(|| by_insee.get(&commune.code)).copied()
    };
    let (mut postcodes, departments) =
        clusters(communes.iter().filter_map(|commune| Some((commune, places.get(own(commune)?)?))));
    let mut located = Located::default();
    for commune in communes.iter().filter(|commune| own(commune).is_none()) {
        let department = commune.departement.as_ref().and_then(|department| departments.get(department));
        if neighbours(commune, &postcodes).is_none()
            && let Some(&department) = department
        {
            located.department += 1;
            postcodes.extend(commune.codes_postaux.iter().map(|postcode| (postcode.clone(), department)));
        }
    }

    let mut pairs = Vec::new();
    for commune in &communes {
        let id = match (own(commune), neighbours(commune, &postcodes)) {
            (id, _) if commune.kind != "commune-actuelle" => id,
            (Some(id), _) => {
                located.own += 1;
                adopt(commune, id, &postcodes, places);
                Some(id)
            }
            (None, Some(cluster)) => {
                located.neighbours += 1;
                Some(add_commune(commune, &cluster, codes, places))
            }
            (None, None) => {
                located.none += 1;
                None
            }
        };
        if let Some(place) = id.and_then(|id| places.get(id)) {
            pairs.extend(pairs_of(commune, place));
        }
    }
    add_postcodes(&communes, &postcodes, codes, places);
    Ok((pairs, located))
}

/// The communes that have a place, by postcode and by département.
fn clusters<'a>(
    located: impl Iterator<Item = (&'a Commune, &'a Place)>,
) -> (BTreeMap<String, Cluster>, HashMap<String, Cluster>) {
    let mut postcodes: HashMap<String, Cluster> = HashMap::new();
    let mut departments: HashMap<String, Cluster> = HashMap::new();
    for (commune, place) in located {
        if let Some(department) = &commune.departement {
            include(&mut departments, department.clone(), place.lat, place.lon);
        }
        // The postcodes of such a city belong to its arrondissements.
        if commune.codes_postaux.len() < ARRONDISSEMENTS {
            for postcode in &commune.codes_postaux {
                include(&mut postcodes, postcode.clone(), place.lat, place.lon);
            }
        }
    }
    (postcodes.into_iter().collect(), departments)
}

/// A commune under each of its postcodes.
fn pairs_of<'a>(commune: &'a Commune, place: &'a Place) -> impl Iterator<Item = PostalCity> + 'a {
    commune.codes_postaux.iter().map(|postcode| PostalCity {
        name_key: name_key(&commune.nom),
        postcode: postcode.clone(),
        place: place.id,
        lat: place.lat,
        lon: place.lon,
    })
}

/// Adds the municipal arrondissements; returns their ids by INSEE code.
fn add_arrondissements(
    communes: &[Commune],
    by_insee: &HashMap<String, i64>,
    places: &mut Places,
) -> HashMap<String, i64> {
    let by_name: HashMap<String, i64> = places
        .all
        .iter()
        .filter(|place| place.country == "FR")
        .map(|place| (place.name.clone(), place.id))
        .collect();
    let mut added = HashMap::new();
    for commune in communes {
        let Some(&city) = commune.commune.as_ref().and_then(|city| by_insee.get(city)) else { continue };
        if let Some(id) = add_arrondissement(commune, city, &by_name, places) {
            added.insert(commune.code.clone(), id);
        }
    }
    added
}

/// Adds an arrondissement of the city with the id `city`, or the spellings of its name to GeoNames' place; `None` if its position is unknown.
fn add_arrondissement(
    commune: &Commune,
    city: i64,
    by_name: &HashMap<String, i64>,
    places: &mut Places,
) -> Option<i64> {
    let (name, number) = city_and_number(&commune.nom)?;
    let aliases = spellings(name, number).chain([commune.nom.clone()]);
    if let Some(&id) = by_name.get(&format!("{name} {number:02}")) {
        let place = places.get_mut(id)?;
        place.aliases.extend(aliases);
        place.parent = Some(city);
        place.placetype = "neighbourhood";
        return Some(id);
    }
    let [_, lat, lon] = rows(PARIS).find(|[insee, _, _]| *insee == commune.code)?;
    let point = (lat.parse().ok()?, lon.parse().ok()?);
    let id = insee_id(&commune.code);
    places.add(Place {
        parent: Some(city),
        population: commune.population.unwrap_or(0),
        aliases: aliases.collect(),
        ..Place::new(id, &commune.nom, "neighbourhood", "FR", point)
    });
    Some(id)
}

/// `Lyon 3e Arrondissement` is 3 of Lyon.
fn city_and_number(name: &str) -> Option<(&str, u32)> {
    let (city, rest) = name.split_once(' ')?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((city, digits.parse().ok()?))
}

/// `Lyon 3`, `Lyon 03`, `Lyon 3e`, `Lyon 3eme`, `Lyon 3e arrondissement` ...
fn spellings(city: &str, number: u32) -> impl Iterator<Item = String> {
    let ordinals: &[&str] = if number == 1 { &["er", "e", "ere", "eme"] } else { &["e", "eme"] };
    let mut spelled = vec![format!("{city} {number}"), format!("{city} {number:02}")];
    for ordinal in ordinals {
        for kind in ["", " arrondissement", " arr"] {
            spelled.push(format!("{city} {number}{ordinal}{kind}"));
        }
    }
    spelled.into_iter()
}

/// Gives a GeoNames place its official name and, where GeoNames lacks it, its population.
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
    places.add(Place {
        parent: division(commune, codes),
        extent: cluster.extent(),
        population: commune.population.unwrap_or(0),
        ..Place::new(id, &commune.nom, "locality", country(&commune.code), cluster.mean())
    });
    id
}

/// Adds the postcodes: in the division of the first commune, with an equal share of the population of each.
fn add_postcodes(
    communes: &[Commune],
    postcodes: &BTreeMap<String, Cluster>,
    codes: &Codes,
    places: &mut Places,
) {
    let mut parents: HashMap<&str, i64> = HashMap::new();
    let mut populations: HashMap<&str, i64> = HashMap::new();
    for commune in communes {
        let parent = division(commune, codes);
        let share = commune.population.unwrap_or(0) / commune.codes_postaux.len().max(1) as i64;
        // The arrondissements count the postcodes of the whole city.
        let counts = commune.commune.is_some() || commune.codes_postaux.len() < ARRONDISSEMENTS;
        for postcode in &commune.codes_postaux {
            if let Some(parent) = parent {
                parents.entry(postcode).or_insert(parent);
            }
            if counts {
                *populations.entry(postcode).or_default() += share;
            }
        }
    }
    for (postcode, cluster) in postcodes {
        let (lat, lon) = cluster.mean();
        let extent = if cluster.count() == 1 { Extent::of_point(lat, lon) } else { cluster.extent() };
        let id = id_range::FR_POSTCODE + postcode.parse::<i64>().unwrap_or(0);
        places.add(Place {
            parent: parents.get(postcode.as_str()).copied(),
            extent,
            population: populations.get(postcode.as_str()).copied().unwrap_or(0),
            ..Place::new(id, postcode, "postalcode", country(postcode), (lat, lon))
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arrondissements_are_known_in_the_spellings_people_use() {
        assert_eq!(city_and_number("Lyon 3e Arrondissement"), Some(("Lyon", 3)));
        assert_eq!(city_and_number("Paris"), None);
        let spelled: Vec<String> = spellings("Paris", 8).collect();
        for expected in ["Paris 8", "Paris 08", "Paris 8e", "Paris 8eme", "Paris 8e arrondissement"] {
            assert!(spelled.iter().any(|known| known == expected), "{expected}");
        }
    }
}
