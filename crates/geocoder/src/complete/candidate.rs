//! A street of a town, or a house on it, as a possible completion: its score and its words.

use milepost_gazetteer::prefix::{Budget, Completion, Near};
use milepost_gazetteer::{AddressPoint, Gazetteer};
use milepost_store::distance_m;

use crate::street::{ONE_STREET_M, areas, cased};

/// Most towns listed for a street or house if no town was typed.
const TOWNS_OF_A_STREET: usize = 16;

/// Parts of a score: a house if a number was typed, a completely typed name and town, ...
const HOUSE: f64 = 4.0;
const WHOLE_STREET: f64 = 0.8;
const WHOLE_PLACE: f64 = 1.0;
/// ... a power of ten of population, and the user's position as it counts for places (`prefix/score.rs` of the gazetteer).
const POPULATION: f64 = 0.3;
const FIT: f64 = 0.4;
const NEAR: f64 = 3.0;

/// Rows of one street in one town, all of one house or of none.
pub(super) struct Candidate {
    pub(super) area: String,
    pub(super) rows: Vec<AddressPoint>,
    /// How well the street's name fits, as a logit.
    pub(super) fit: f64,
    pub(super) is_house: bool,
    /// Whether the text names a place, and whether nothing is left of its number.
    pub(super) is_placed: bool,
    pub(super) explains_number: bool,
    /// Whether the name of the street, and that of its town, were typed completely.
    pub(super) is_whole_street: bool,
    pub(super) is_whole_place: bool,
}

impl Candidate {
    /// Splits the rows of one street by town. Another postcode is another house.
    pub(super) fn by_town(self) -> Vec<Candidate> {
        let mut towns: Vec<Vec<AddressPoint>> = Vec::new();
        for row in self.rows {
            let town = towns.iter().position(|town| {
                town[0].locality == row.locality
                    && (!self.is_house || town[0].postcode == row.postcode)
                    && distance_m(town[0].lat, town[0].lon, row.lat, row.lon) < ONE_STREET_M
            });
            match town {
                Some(town) => towns[town].push(row),
                None if towns.len() < TOWNS_OF_A_STREET => towns.push(vec![row]),
                None => {}
            }
        }
        towns.into_iter().map(|rows| Candidate { rows, area: self.area.clone(), ..self }).collect()
    }

    /// The country of its register, a code in lower case.
    pub(super) fn country(&self) -> &str {
        areas::country_of(&self.area)
    }

    /// The point nearest to the middle, so that it lies on the street.
    fn point(&self) -> (f64, f64) {
        let mean = |degrees: fn(&AddressPoint) -> f64| {
            self.rows.iter().map(degrees).sum::<f64>() / self.rows.len() as f64
        };
        let (lat, lon) = (mean(|row| row.lat), mean(|row| row.lon));
        let from_middle = |row: &&AddressPoint| distance_m(lat, lon, row.lat, row.lon);
        let middle = self.rows.iter().min_by(|a, b| from_middle(a).total_cmp(&from_middle(b)));
        middle.map_or((lat, lon), |row| (row.lat, row.lon))
    }

    /// The town of the gazetteer it lies in.
    pub(super) fn town(&self, gazetteer: &Gazetteer, budget: &Budget) -> Option<Completion> {
        let row = self.rows.first()?;
        let countries = areas::countries_of(&self.area);
        gazetteer.town_named(row.locality.as_deref()?, &countries, row.lat, row.lon, budget)
    }

    pub(super) fn score(&self, town: Option<&Completion>, near: Option<Near>) -> f64 {
        let population = f64::from(town.and_then(|town| town.population).unwrap_or(0));
        let nearness = near.map_or(0.0, |near| {
            let (lat, lon) = self.point();
            NEAR * near.nearness_of(lat, lon)
        });
        FIT * self.fit
            + HOUSE * f64::from(self.is_house)
            + WHOLE_STREET * f64::from(self.is_whole_street)
            + WHOLE_PLACE * f64::from(self.is_whole_place)
            + POPULATION * (1.0 + population).log10()
            + nearness
    }

    /// The words. Higher levels are those of the town, otherwise those of the register's area.
    pub(super) fn completion(
        self,
        gazetteer: &Gazetteer,
        town: Option<Completion>,
        budget: &Budget,
    ) -> Completion {
        let (lat, lon) = self.point();
        // An overseas part of France has its own country code.
        let of_town = town.as_ref().and_then(|town| town.country_code.as_deref());
        let country = of_town.unwrap_or_else(|| self.country()).to_lowercase();
        let state = areas::state_of(&self.area);
        let above = town.or_else(|| gazetteer.area_named(&country, state, budget)).unwrap_or_default();
        let first = &self.rows[0];
        let one_postcode = self.rows.iter().all(|row| row.postcode == first.postcode);
        let locality = first.locality.as_deref().unwrap_or_default();
        let street = cased(&first.street);
        let house_number = self.is_house.then(|| first.number.to_uppercase());
        let code = first.postcode.as_deref().unwrap_or_default();
        let area = &self.area;
        let id = match &house_number {
            Some(number) => format!("{area}:{locality}:{code}:{}:{number}", first.street_norm),
            None => format!("{area}:{locality}:{}", first.street_norm),
        };
        Completion {
            id: id.replace(' ', "-"),
            name: house_number.as_ref().map_or_else(|| street.clone(), |number| format!("{number} {street}")),
            placetype: if self.is_house { "address" } else { "street" }.to_owned(),
            lat,
            lon,
            city: above.city.or_else(|| first.locality.as_deref().map(cased)),
            country_code: Some(country),
            postcode: first.postcode.clone().filter(|_| one_postcode).map(|code| code.to_uppercase()),
            street: Some(street),
            house_number,
            population: None,
            bbox: None,
            corrected: false,
            // The country, the state and the county.
            ..above
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::fixture::gazetteer;
    use crate::street::fixture::house;

    /// Houses of one street, so many thousandths of a degree north of Portland.
    fn rows(norths: &[f64]) -> Vec<AddressPoint> {
        norths.iter().map(|north| house("10", 45.52 + north / 1000.0, -122.68)).collect()
    }

    pub(in crate::complete) fn by_town(rows: Vec<AddressPoint>, is_house: bool) -> Vec<Candidate> {
        let area = "us-or".to_owned();
        Candidate {
            area,
            rows,
            fit: 0.0,
            is_house,
            is_placed: false,
            explains_number: true,
            is_whole_street: true,
            is_whole_place: false,
        }
        .by_town()
    }

    fn candidate(rows: Vec<AddressPoint>, is_house: bool) -> Candidate {
        by_town(rows, is_house).swap_remove(0)
    }

    #[test]
    fn a_name_in_two_towns_or_far_apart_is_two_streets() {
        let count = |rows, is_house| by_town(rows, is_house).len();
        assert_eq!(count(rows(&[0.0, 1.0, 2.0]), false), 1);
        assert_eq!(count(rows(&[0.0, 200.0]), false), 2, "22 km apart");
        let mut towns = rows(&[0.0, 1.0]);
        towns[1].locality = Some("salem".to_owned());
        assert_eq!(count(towns, false), 2);
        let mut codes = rows(&[0.0, 1.0]);
        codes[1].postcode = Some("97205".to_owned());
        assert_eq!((count(codes.clone(), false), count(codes, true)), (1, 2), "a code parts houses alone");
    }

    #[test]
    fn the_point_of_a_street_is_one_of_its_houses() {
        let (lat, lon) = candidate(rows(&[0.0, 3.0, 12.0]), false).point();
        assert!((lat - 45.523).abs() < 1e-9 && lon == -122.68, "the one nearest to the middle: {lat}");
    }

    #[test]
    fn a_house_a_large_town_and_a_near_street_come_first() {
        let score = |is_house, near| candidate(rows(&[0.0]), is_house).score(None, near);
        let street = score(false, None);
        assert!(score(true, None) > street);
        let (here, far) =
            (score(false, Some(Near::at(45.52, -122.68))), score(false, Some(Near::at(42.0, -71.0))));
        assert!(here > far && far >= street);
        let alone = candidate(rows(&[0.0]), false);
        let town = alone.town(gazetteer(), &Budget::default());
        assert!(alone.score(town.as_ref(), None) > street);
    }

    #[test]
    fn a_completion_has_the_words_of_its_row_and_of_the_town_around_it() {
        let house = candidate(rows(&[0.0]), true);
        let town = house.town(gazetteer(), &Budget::default());
        let found = house.completion(gazetteer(), town, &Budget::default());
        assert_eq!((found.name.as_str(), found.placetype.as_str()), ("10 Yew St", "address"));
        assert_eq!(found.id, "us-or:portland:97201:yew-street:10");
        let above = [found.city, found.state, found.country, found.country_code];
        let above = above.map(Option::unwrap_or_default);
        assert_eq!(above, ["Portland", "Oregon", "United States", "us"]);
    }

    #[test]
    fn a_street_names_its_postcode_only_if_it_has_one() {
        let found = |rows| candidate(rows, false).completion(gazetteer(), None, &Budget::default());
        assert_eq!(found(rows(&[0.0, 1.0])).postcode.as_deref(), Some("97201"));
        let mut codes = rows(&[0.0, 1.0]);
        codes[1].postcode = Some("97205".to_owned());
        let street = found(codes);
        assert_eq!((street.postcode, street.house_number), (None, None));
        assert_eq!(street.placetype, "street");
    }

    #[test]
    fn a_town_that_the_gazetteer_lacks_is_the_one_of_the_register_in_its_state() {
        let mut rows = rows(&[0.0]);
        rows[0].locality = Some("hawkridge".to_owned());
        let street = candidate(rows, false);
        let town = street.town(gazetteer(), &Budget::default());
        assert!(town.is_none());
        let found = street.completion(gazetteer(), town, &Budget::default());
        assert_eq!((found.city.as_deref(), found.state.as_deref()), (Some("Hawkridge"), Some("Oregon")));
    }
}
