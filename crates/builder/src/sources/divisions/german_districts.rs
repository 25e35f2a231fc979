//! The rural districts of Germany, which GeoNames has on its third level: `Landkreis Emsland`, `Ortenaukreis`. People look for them by name,
//! and addresses do not have them; so they are districts, and no town has one as its parent.

use std::collections::{HashMap, HashSet};

use milepost_text::name_key;
use milepost_text::names::{AffixKind, bare_name};

use crate::place::{Place, Places, id_range};
use crate::sources::area::Area;
use crate::sources::cities::City;
use crate::sources::tsv::rows;

/// Key and name.
const TABLE: &str = include_str!("../../../data/german_districts.tsv");
const COUNTRY: &str = "DE";

/// Adds the districts that have a town of the table of cities.
pub(crate) fn add(cities: &[City], places: &mut Places) {
    let mut areas: HashMap<&str, (Area, Option<i64>)> = HashMap::new();
    for city in cities.iter().filter(|city| city.country == COUNTRY) {
        let Some(place) = places.get(city.id) else { continue };
        let (area, state) = areas.entry(&city.admin3).or_default();
        area.include(place);
        *state = place.parent;
    }
    let towns = places.all.iter().filter(|place| place.country == COUNTRY);
    let taken: HashSet<String> = towns.flat_map(Place::all_names).map(|name| name_key(name)).collect();
    for ([key, name], id) in rows(TABLE).zip(id_range::DISTRICT..) {
        let Some((area, state)) = areas.remove(key) else { continue };
        // `Emsland` is the district; `Osnabrück` is the town.
        let bare = bare_name(name, AffixKind::Division).filter(|bare| !taken.contains(&name_key(bare)));
        places.add(Place {
            parent: state,
            aliases: bare.map(str::to_owned).into_iter().collect(),
            ..area.division(id, name, "district", COUNTRY)
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_a_district_with_a_key() {
        let lines = TABLE.lines().filter(|line| !line.starts_with('#')).count();
        let keys: HashSet<&str> = rows(TABLE).map(|[key, _]| key).collect();
        assert_eq!(keys.len(), lines);
        assert!(keys.iter().all(|key| key.len() == 5 && key.bytes().all(|digit| digit.is_ascii_digit())));
    }

    #[test]
    fn a_district_has_its_bare_name_where_no_town_has_it() {
        let mut places = Places::default();
        let mut cities = Vec::new();
        for (id, name, key, lat) in
            [(1, "Meppen", "03454", 52.7), (2, "Osnabrück", "03404", 52.3), (3, "Melle", "03459", 52.2)]
        {
            places.add(Place { parent: Some(6), ..Place::town(id, name, COUNTRY, (lat, 7.3), 30_000) });
            let [country, admin3] = [COUNTRY, key].map(str::to_owned);
            cities.push(City { id, country, admin3, ..City::default() });
        }
        add(&cities, &mut places);
        let district = |name: &str| places.all.iter().find(|place| place.name == name).unwrap();
        let emsland = district("Landkreis Emsland");
        assert_eq!((&emsland.aliases[..], emsland.parent), (&["Emsland".to_owned()][..], Some(6)));
        assert!(district("Landkreis Osnabrück").aliases.is_empty(), "the name refers to the town");
        assert_eq!(places.all.len(), 5, "the others have no town");
    }
}
