//! The position of a division, from the places in it.

use std::collections::BTreeMap;

use milepost_text::name_key;

use crate::place::{Extent, Place};

/// Side of a cell, degrees. Every cell with a place counts the same, because the mean of the places would be where most people live: 27
/// km north of the middle of Georgia, 700 km east of that of the United States.
const CELL: f64 = 0.5;

/// Share of a division's population above which its main town of the same name is its position: Tokyo, not its islands.
const MOST: f64 = 0.5;

/// The places of a division; cells are sorted, so sums are reproducible.
#[derive(Debug, Default)]
pub(super) struct Area {
    cells: BTreeMap<(i32, i32), Mean>,
    extent: Option<Extent>,
    population: i64,
    /// The most populous town.
    main: Option<Place>,
}

/// A mean of points on the globe by their vectors, which also works at the antimeridian.
#[derive(Debug, Default, Clone, Copy)]
struct Mean([f64; 3]);

impl Mean {
    fn include(&mut self, lat: f64, lon: f64) {
        let (lat, lon) = (lat.to_radians(), lon.to_radians());
        let point = [lat.cos() * lon.cos(), lat.cos() * lon.sin(), lat.sin()];
        for (sum, part) in self.0.iter_mut().zip(point) {
            *sum += part;
        }
    }

    fn point(&self) -> (f64, f64) {
        let [x, y, z] = self.0;
        (z.atan2(x.hypot(y)).to_degrees(), y.atan2(x).to_degrees())
    }
}

impl Area {
    pub(super) fn include(&mut self, place: &Place) {
        let Place { lat, lon, .. } = *place;
        let cell = |degrees: f64| (degrees / CELL).floor() as i32;
        self.cells.entry((cell(lat), cell(lon))).or_default().include(lat, lon);
        match &mut self.extent {
            Some(extent) => extent.include(lat, lon),
            None => self.extent = Some(Extent::of_point(lat, lon)),
        }
        if place.placetype != "locality" {
            return;
        }
        self.population += place.population;
        if self.main.as_ref().is_none_or(|main| main.population < place.population) {
            self.main = Some(place.clone());
        }
    }

    pub(super) fn merge(&mut self, other: &Area) {
        for (cell, mean) in &other.cells {
            let own = self.cells.entry(*cell).or_default();
            own.0.iter_mut().zip(mean.0).for_each(|(sum, part)| *sum += part);
        }
        if let Some(part) = other.extent {
            let extent = self.extent.get_or_insert(part);
            extent.include(part.south, part.west);
            extent.include(part.north, part.east);
        }
        self.population += other.population;
        if let Some(town) = &other.main
            && self.main.as_ref().is_none_or(|main| main.population < town.population)
        {
            self.main = Some(town.clone());
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The point of a division called `name`, degrees: the middle of its cells, or its main town.
    pub(super) fn point(&self, name: &str) -> (f64, f64) {
        if let Some(town) = &self.main
            && town.population as f64 >= MOST * self.population as f64
            && name_key(&town.name) == name_key(name)
        {
            return (town.lat, town.lon);
        }
        let mut middle = Mean::default();
        for cell in self.cells.values() {
            let (lat, lon) = cell.point();
            middle.include(lat, lon);
        }
        middle.point()
    }

    /// The division called `name` that these places are in, without a parent.
    pub(super) fn division(&self, id: i64, name: &str, placetype: &'static str, country: &str) -> Place {
        let place = Place::new(id, name, placetype, country, self.point(name));
        let extent = self.extent.unwrap_or_else(|| Extent::of_point(0.0, 0.0));
        Place { extent, population: self.population, ..place }
    }

    /// Population of the towns in it.
    pub(super) fn population(&self) -> i64 {
        self.population
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn town(name: &str, population: i64, lat: f64, lon: f64) -> Place {
        Place::town(1, name, "XX", (lat, lon), population)
    }

    fn area(towns: &[Place]) -> Area {
        let mut area = Area::default();
        towns.iter().for_each(|town| area.include(town));
        area
    }

    fn is_near(found: (f64, f64), lat: f64, lon: f64) -> bool {
        (found.0 - lat).abs() < 0.05 && (found.1 - lon).abs() < 0.05
    }

    #[test]
    fn where_many_towns_are_counts_once() {
        let towns: Vec<Place> = (0..9).map(|at| town("A", 10, 10.0 + f64::from(at) / 100.0, 20.1)).collect();
        let both = area(&[&towns[..], &[town("B", 10, 14.04, 20.1)]].concat());
        assert!(is_near(both.point("Division"), 12.04, 20.1), "{:?}", both.point("Division"));
    }

    #[test]
    fn a_town_with_most_of_the_people_and_the_name_is_the_point() {
        let towns = [town("Tōkyō", 8_000_000, 35.7, 139.7), town("Ogasawara", 2_000, 27.1, 142.2)];
        assert!(is_near(area(&towns).point("Tokyo"), 35.7, 139.7));
        assert!(!is_near(area(&towns).point("Kanto"), 35.7, 139.7));
    }

    #[test]
    fn the_antimeridian_is_no_break() {
        let islands = [town("A", 1, -17.0, 179.0), town("B", 1, -17.0, -179.0)];
        let (lat, lon) = area(&islands).point("Fiji");
        assert!((lat + 17.0).abs() < 0.1 && lon.abs() > 179.9, "{lat} {lon}");
    }
}
