//! A row of the gazetteer.

use std::sync::Arc;

use milepost_store::register::FIRST_ID;
use milepost_store::{CountryCode, box_around, distance_m};
use milepost_text::names::ReadingKind;

/// The kind of a place, as far as lookups distinguish kinds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Placetype {
    /// A sovereign state or dependency.
    Country,
    /// First-level division: state, province, région; also a département.
    Region,
    /// County level.
    County,
    /// City, town, village, commune.
    Locality,
    /// A part of a city.
    Neighbourhood,
    /// A postcode.
    Postcode,
    /// A second-level division that addresses leave out, so that no town has it as its parent: a German Landkreis.
    District,
    /// A building, monument, museum, stadium or university.
    Landmark,
    /// An airport.
    Airport,
    /// A mountain, lake, coast, desert or national park.
    NaturalFeature,
    /// An island or a group of islands.
    Island,
    /// A region without an administrative function today: `Alsace`, `Silicon Valley`.
    InformalRegion,
    /// Anything else a database may hold.
    Other,
}

impl Placetype {
    /// The kinds of a county and of what people write in its place. A lookup that asks for counties asks for these.
    pub const COUNTIES: [Placetype; 5] = [
        Placetype::County,
        Placetype::District,
        Placetype::NaturalFeature,
        Placetype::Island,
        Placetype::InformalRegion,
    ];
    /// The kinds of a part of a town and of what people write in its place. A lookup that asks for parts of towns asks for these.
    pub const PARTS: [Placetype; 3] = [Placetype::Neighbourhood, Placetype::Landmark, Placetype::Airport];

    /// A town, a part of one, or what people write in its place.
    pub const SETTLEMENTS: [Placetype; 4] = Placetype::joined(&[&[Placetype::Locality], &Placetype::PARTS]);
    /// The divisions of a country, and what people write in the place of a county.
    pub const BELOW_COUNTRIES: [Placetype; 6] =
        Placetype::joined(&[&[Placetype::Region], &Placetype::COUNTIES]);

    /// Lists of kinds as one, of `N` kinds.
    pub const fn joined<const N: usize>(lists: &[&[Placetype]]) -> [Placetype; N] {
        let mut all = [Placetype::Other; N];
        let (mut at, mut list) = (0, 0);
        while list < lists.len() {
            let mut kind = 0;
            while kind < lists[list].len() {
                all[at] = lists[list][kind];
                (at, kind) = (at + 1, kind + 1);
            }
            list += 1;
        }
        assert!(at == N, "a list of another length");
        all
    }

    /// Its name in answers. The databases have the same, except `district` for a district.
    pub fn name(self) -> &'static str {
        match self {
            Placetype::Country => "country",
            Placetype::Region => "region",
            Placetype::County | Placetype::District => "county",
            Placetype::Locality => "locality",
            Placetype::Neighbourhood => "neighbourhood",
            Placetype::Postcode => "postalcode",
            Placetype::Landmark => "landmark",
            Placetype::Airport => "airport",
            Placetype::NaturalFeature => "natural_feature",
            Placetype::Island => "island",
            Placetype::InformalRegion => "informal_region",
            Placetype::Other => "other",
        }
    }

    /// The kind whose place it takes in an address: a county for an island, a part of a town for a landmark, itself for the others.
    pub fn level(self) -> Placetype {
        match self {
            kind if Placetype::COUNTIES.contains(&kind) => Placetype::County,
            kind if Placetype::PARTS.contains(&kind) => Placetype::Neighbourhood,
            kind => kind,
        }
    }

    /// Whether such a place holds what lies in its box, because no place has it as its parent.
    pub fn is_area(self) -> bool {
        self == Placetype::Landmark || self.level() == Placetype::County && self != Placetype::County
    }

    /// The group of a placetype name of the databases.
    pub fn from_name(name: &str) -> Placetype {
        match name {
            "country" | "dependency" | "empire" => Placetype::Country,
            "region" | "macroregion" => Placetype::Region,
            "county" | "macrocounty" => Placetype::County,
            "locality" | "localadmin" | "borough" => Placetype::Locality,
            "neighbourhood" | "macrohood" | "microhood" => Placetype::Neighbourhood,
            "postalcode" | "postcode" => Placetype::Postcode,
            "district" => Placetype::District,
            "landmark" => Placetype::Landmark,
            "airport" => Placetype::Airport,
            "natural_feature" => Placetype::NaturalFeature,
            "island" => Placetype::Island,
            "informal_region" => Placetype::InformalRegion,
            _ => Placetype::Other,
        }
    }
}

/// A place found under a name.
#[derive(Debug, Clone, PartialEq)]
pub struct Place {
    /// Identifier inside its database.
    pub id: i64,
    /// The gazetteer's name of the place, not the one that was looked up. Shared, since a lookup hands places on.
    pub name: Arc<str>,
    /// Its kind.
    pub placetype: Placetype,
    /// ISO 3166-1 alpha-2, upper case.
    pub country: CountryCode,
    /// Id of the first-level division it lies in; 0 if unknown.
    pub region_id: i64,
    /// Latitude of its point, degrees.
    pub lat: f64,
    /// Longitude of its point, degrees.
    pub lon: f64,
    /// South, west, north, east of what belongs to it, degrees; all equal to the point when unknown.
    pub bbox: [f64; 4],
    /// Population; 0 if unknown.
    pub population: i64,
    /// How well an unpopulated place is known: as well as a city of this population. 0 for ordinary places.
    pub prominence: i64,
    /// Whether it was found by its main name.
    pub is_primary: bool,
    /// The edit of the typed name by which it was found.
    pub reading: ReadingKind,
    /// Importance from 0 to 1, as the publisher of a file of places computed it; none for places that only the base has.
    pub importance: Option<f64>,
}

impl Place {
    /// Whether it holds what lies in its box, because no place has it as its parent.
    pub fn is_area(&self) -> bool {
        self.placetype.is_area()
    }

    /// What it is ranked by: its prominence, or its population if that is more.
    pub fn ranking_population(&self) -> i64 {
        self.population.max(self.prominence)
    }

    /// Great-circle distance to a point, metres.
    pub fn distance_m(&self, lat: f64, lon: f64) -> f64 {
        distance_m(self.lat, self.lon, lat, lon)
    }

    /// Half the diagonal of the bounding box, metres; 0 if the extent is unknown.
    pub fn radius_m(&self) -> f64 {
        let [south, west, north, east] = self.bbox;
        if south == north && west == east {
            return 0.0;
        }
        distance_m(south, west, north, east) / 2.0
    }

    /// Whether a user laid the place over the gazetteer: from a publisher, or with an importance of its own.
    pub fn is_added(&self) -> bool {
        self.importance.is_some() || (FIRST_ADDED_ID..FIRST_ID).contains(&self.id)
    }

    /// 0, 0 marks a missing coordinate in published databases.
    pub fn has_point(&self) -> bool {
        self.lat != 0.0 || self.lon != 0.0
    }
}

/// Ids of places that `milepost data add` or `milepost build osm` laid over a gazetteer begin here; those of every gazetteer are lower.
pub const FIRST_ADDED_ID: i64 = 10_000_000_000;

/// Ids of places of OpenStreetMap begin here: plus twice the number of the object, which is four times its own plus its kind, and plus 1
/// for a postcode, which is not an object.
pub const FIRST_OSM_ID: i64 = 600_000_000_000;
/// Numbers of objects in these ids.
pub const OSM_NUMBERS: i64 = 1 << 37;

/// The number of the object of OpenStreetMap behind the id of a place (four times its own plus its kind); none for places of others and
/// for postcodes.
pub fn osm_object_of(id: i64) -> Option<i64> {
    let number = id - FIRST_OSM_ID;
    ((0..2 * OSM_NUMBERS).contains(&number) && number % 2 == 0).then_some(number / 2)
}

/// Radius of a settlement whose extent is unknown, by its population, metres: `BASE + SCALE * population ^ POWER`. The best
/// of eleven settings on points in French communes (examples/reverse_accuracy.rs).
pub fn usual_radius_m(population: i64) -> f64 {
    const BASE_M: f64 = 1_000.0;
    const SCALE_M: f64 = 7.0;
    const POWER: f64 = 0.46;
    BASE_M + SCALE_M * (population.max(0) as f64).powf(POWER)
}

/// South, west, north, east of a place for display: its own extent, or, if that is only the point, one estimated from its
/// population.
pub fn extent(bbox: [f64; 4], population: i64) -> [f64; 4] {
    let [south, west, north, east] = bbox;
    if south < north || west < east {
        return bbox;
    }
    box_around(south, west, usual_radius_m(population))
}

/// Two divisions of a country that share this much of their common area are one division under two names: a database of several
/// sources may have `Navarre` with the towns and `Navarra` with the postcodes.
const SAME_EXTENT: f64 = 0.7;

/// Overlap of two extents (south, west, north, east; degrees) as a share of their common area.
pub fn common_extent(a: [f64; 4], b: [f64; 4]) -> f64 {
    let area = |[south, west, north, east]: [f64; 4]| (north - south).max(0.0) * (east - west).max(0.0);
    let both = area([a[0].max(b[0]), a[1].max(b[1]), a[2].min(b[2]), a[3].min(b[3])]);
    let together = area(a) + area(b) - both;
    if together > 0.0 { both / together } else { 0.0 }
}

/// Whether two divisions of one country with these extents are one division under two names.
pub fn is_one_division(a: [f64; 4], b: [f64; 4]) -> bool {
    common_extent(a, b) >= SAME_EXTENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_survive_their_names_and_have_a_level() {
        for kind in Placetype::COUNTIES.into_iter().chain(Placetype::PARTS) {
            let stored = if kind == Placetype::District { "district" } else { kind.name() };
            assert_eq!(Placetype::from_name(stored), kind);
        }
        assert_eq!(Placetype::Island.level(), Placetype::County);
        assert_eq!(Placetype::Airport.level(), Placetype::Neighbourhood);
        assert_eq!(Placetype::Locality.level(), Placetype::Locality);
        let areas = [Placetype::Landmark, Placetype::Island, Placetype::District];
        assert!(areas.into_iter().all(Placetype::is_area));
        let others = [Placetype::County, Placetype::Airport, Placetype::Neighbourhood, Placetype::Region];
        assert!(!others.into_iter().any(Placetype::is_area));
    }

    #[test]
    fn an_unknown_extent_fits_the_population() {
        assert_eq!(extent([1.0, 2.0, 3.0, 4.0], 0), [1.0, 2.0, 3.0, 4.0]);
        let [south, west, north, east] = extent([48.85, 2.35, 48.85, 2.35], 2_000_000);
        assert!(distance_m(south, 2.35, north, 2.35) > 10_000.0 && west < 2.35 && east > 2.35);
        let village = extent([48.85, 2.35, 48.85, 2.35], 0);
        assert!((distance_m(village[0], 2.35, village[2], 2.35) - 2_000.0).abs() < 1.0);
    }
}
