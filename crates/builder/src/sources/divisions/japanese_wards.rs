//! The wards of Japan's cities, which the table of cities lacks: `世田谷区` of Tokyo, `横浜市神奈川区` of Yokohama. The source has no points, so a
//! ward is a name of its city, with the city's point and radius.

use std::collections::{BTreeMap, HashMap};

use crate::error::BuildError;
use crate::packages::Package;
use crate::place::{Place, Places};

const COUNTRY: &str = "JP";
const CITY: char = '市';
const WARD: char = '区';
/// The prefecture (JIS X 0401) whose special wards are written without their city, and that city.
const PREFECTURE_OF_TOKYO: &str = "13";
const TOKYO: &str = "東京";

/// Municipalities by code (JIS X 0402): the name in ideographs and in kana.
#[derive(serde::Deserialize)]
struct Municipalities {
    city: BTreeMap<String, (String, String)>,
}

/// Adds the names of the wards to their cities.
pub(crate) fn add(package: &Package, places: &mut Places) -> Result<(), BuildError> {
    let Municipalities { city } = package.json("master/city.json")?;
    add_names(city.iter().map(|(code, (name, _))| (code.as_str(), name.as_str())), places);
    Ok(())
}

fn add_names<'a>(municipalities: impl Iterator<Item = (&'a str, &'a str)>, places: &mut Places) {
    let mut wards: HashMap<&str, Vec<&str>> = HashMap::new();
    for (code, name) in municipalities.filter(|(_, name)| name.ends_with(WARD)) {
        let city = match name.split_once(CITY) {
            _ if code.starts_with(PREFECTURE_OF_TOKYO) => TOKYO,
            Some((city, _)) => city,
            None => continue,
        };
        wards.entry(city).or_default().push(name);
    }
    let largest_first = |place: &&mut Place| std::cmp::Reverse(place.population);
    let mut cities: Vec<&mut Place> =
        places.all.iter_mut().filter(|place| place.country == COUNTRY).collect();
    cities.sort_by_key(largest_first);
    for city in cities.into_iter().filter(|place| place.placetype == "locality") {
        let of_city = city.aliases.iter().find_map(|alias| wards.remove(alias.trim_end_matches(CITY)));
        city.aliases.extend(of_city.unwrap_or_default().into_iter().map(str::to_owned));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ward_is_a_name_of_the_largest_city_with_the_name_of_its_city() {
        let mut places = Places::default();
        for (id, name, alias, population) in [
            (1, "Yokohama", "横浜", 4_000),
            (2, "Yokohama", "横浜市", 3_700_000),
            (3, "Tokyo", "東京", 9_700_000),
        ] {
            let town = Place::town(id, name, COUNTRY, (35.5, 139.6), population);
            places.add(Place { aliases: vec![alias.to_owned()], ..town });
        }
        let municipalities = [
            ("13112", "世田谷区"),
            ("13201", "八王子市"),
            ("14102", "横浜市神奈川区"),
            ("27102", "大阪市都島区"),
        ];
        add_names(municipalities.into_iter(), &mut places);
        let aliases: Vec<&[String]> = places.all.iter().map(|place| &place.aliases[..]).collect();
        assert_eq!(aliases, [&["横浜"][..], &["横浜市", "横浜市神奈川区"], &["東京", "世田谷区"]]);
    }
}
