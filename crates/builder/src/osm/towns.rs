//! The divisions and settlements around a point: the town of a house, its state and its country.
//!
//! A grid remembers which divisions hold a whole cell, so that rings are only compared in cells that a boundary passes through.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, LazyLock, PoisonError, RwLock};

use foldhash::{HashMap, HashMapExt};
use milepost_text::locality_key;

use super::geometry::{self, contains, metres};
use super::object::{Area, Id, Point, Tags, Thing};

/// Units in a cell of the grid of boundaries: 0.005°, half a kilometre.
const CELL: i32 = 50_000;
/// Units in a cell of the grid of settlements: 0.05°.
const WIDE_CELL: i32 = 500_000;
/// Settlements by the distance at which a house without a town belongs to them, metres.
const REACHES_M: [(&str, f64); 3] = [("city", 4_000.0), ("town", 3_000.0), ("village", 2_000.0)];

/// How many times its reach a settlement is the town of a house that lies in no division of towns and in reach of no other settlement.
const FAR: f64 = 4.0;

/// The levels of each role in a country, from state to part.
type Levels = [Vec<u8>; 5];

static LEVELS: LazyLock<HashMap<&'static str, Levels>> = LazyLock::new(|| {
    let row = |line: &'static str| {
        let mut fields = line.split('\t');
        let country = fields.next()?;
        let levels = |_| -> Vec<u8> {
            fields.next().unwrap_or_default().split(',').filter_map(|level| level.parse().ok()).collect()
        };
        Some((country, Role::OF_LEVELS.map(levels)))
    };
    let table = include_str!("../../data/osm_levels.tsv").lines();
    table.filter(|line| !line.starts_with('#')).filter_map(row).collect()
});

/// The distance in metres within which a house belongs to a settlement; none for other places.
fn reach_m(tags: &Tags) -> Option<f64> {
    REACHES_M.iter().find(|(kind, _)| tags.is("place", kind)).map(|(_, reach)| *reach)
}

fn levels_of(country: &str) -> &'static Levels {
    static NONE: Levels = [const { Vec::new() }; 5];
    LEVELS.get(country).or_else(|| LEVELS.get("*")).unwrap_or(&NONE)
}

pub(super) struct Division {
    pub(super) tags: Tags,
    /// `admin_level`; 0 for one of a postcode.
    pub(super) level: u8,
    pub(super) rings: Vec<Vec<Point>>,
    pub(super) extent: [i32; 4],
    area: f64,
    pub(super) id: Id,
}

impl Division {
    pub(super) fn middle(&self) -> Option<Point> {
        geometry::point_inside(&self.rings)
    }
}

/// What a division is in its country.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    State,
    County,
    Town,
    District,
    Part,
    Country,
    /// The level has no role in this country.
    None,
}

impl Role {
    /// Those that levels have, in the order of [`Levels`].
    const OF_LEVELS: [Role; 5] = [Role::State, Role::County, Role::Town, Role::District, Role::Part];
}

type Cell = (i32, i32);

pub(super) struct Towns {
    divisions: Vec<Division>,
    /// Divisions whose boundary passes through a cell.
    edges: HashMap<Cell, Vec<u32>>,
    /// Divisions that hold a whole cell, of the cells that were asked for.
    whole: RwLock<HashMap<Cell, Arc<[u32]>>>,
    /// Divisions by the wide cells of their boxes.
    boxes: HashMap<Cell, Vec<u32>>,
    settlements: HashMap<Cell, Vec<(Point, f64, String)>>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Around {
    /// ISO 3166-1 alpha-2, lower case.
    pub(super) country: Option<String>,
    pub(super) state: Option<String>,
    pub(super) town: Option<String>,
    pub(super) postcode: Option<String>,
}

impl Towns {
    pub(super) fn new(areas: Vec<Area>, places: &[Thing]) -> Towns {
        let mut towns = Towns {
            divisions: Vec::new(),
            edges: HashMap::new(),
            whole: RwLock::default(),
            boxes: HashMap::new(),
            settlements: HashMap::new(),
        };
        for Area { id, tags, rings } in areas {
            let Some(extent) = geometry::extent(rings.iter().flatten()) else { continue };
            let level = match tags.get("admin_level").map(str::parse) {
                _ if tags.is("boundary", "postal_code") => 0,
                Some(Ok(level)) => level,
                _ => continue,
            };
            let area = geometry::area(&rings);
            towns.divisions.push(Division { id, tags, level, rings, extent, area });
        }
        // The smallest first; of two with one area the older one.
        towns.divisions.sort_by(|a, b| a.area.total_cmp(&b.area).then(a.id.cmp(&b.id)));
        for number in 0..towns.divisions.len() {
            towns.index(number);
        }
        for place in places {
            let Some(reach) = reach_m(&place.tags) else { continue };
            let name = place.tags.get("name").unwrap_or_default().to_owned();
            let cell = cell_of(place.point, WIDE_CELL);
            towns.settlements.entry(cell).or_default().push((place.point, reach, name));
        }
        towns
    }

    fn index(&mut self, number: usize) {
        let division = &self.divisions[number];
        let [south, west, north, east] = division.extent;
        let (low, high) = (cell_of([south, west], WIDE_CELL), cell_of([north, east], WIDE_CELL));
        for row in low.0..=high.0 {
            for column in low.1..=high.1 {
                self.boxes.entry((row, column)).or_default().push(number as u32);
            }
        }
        for edge in division.rings.iter().flat_map(|ring| ring.windows(2)) {
            for cell in cells_of_edge(edge[0], edge[1]) {
                let passing = self.edges.entry(cell).or_default();
                if passing.last() != Some(&(number as u32)) {
                    passing.push(number as u32);
                }
            }
        }
    }

    /// The divisions that hold a point, the smallest first.
    fn around(&self, point: Point) -> impl Iterator<Item = &Division> {
        let cell = cell_of(point, CELL);
        let passing = self.edges.get(&cell).map_or(&[][..], Vec::as_slice);
        let whole = self.around_cell(cell, passing);
        let holds = |number: &&u32| {
            let division = &self.divisions[**number as usize];
            in_box(division.extent, point) && contains(&division.rings, point)
        };
        let mut found: Vec<u32> = passing.iter().filter(holds).chain(whole.iter()).copied().collect();
        // Numbers ascend with the area.
        found.sort_unstable();
        found.into_iter().map(|number| &self.divisions[number as usize])
    }

    /// The divisions that hold a whole cell, which are none of those that are `passing` through it.
    fn around_cell(&self, cell: Cell, passing: &[u32]) -> Arc<[u32]> {
        // What a thread that panics leaves is whole: cells are inserted at once.
        let known = self.whole.read().unwrap_or_else(PoisonError::into_inner).get(&cell).cloned();
        known.unwrap_or_else(|| {
            let middle = [cell.0 * CELL + CELL / 2, cell.1.saturating_mul(CELL).saturating_add(CELL / 2)];
            let boxed = self.boxes.get(&cell_of(middle, WIDE_CELL)).map_or(&[][..], Vec::as_slice);
            let holds = |number: &u32| {
                let division = &self.divisions[*number as usize];
                !passing.contains(number)
                    && in_box(division.extent, middle)
                    && contains(&division.rings, middle)
            };
            let whole: Arc<[u32]> = boxed.iter().copied().filter(holds).collect();
            self.whole.write().unwrap_or_else(PoisonError::into_inner).insert(cell, Arc::clone(&whole));
            whole
        })
    }

    /// What is around a point; the levels are those of the country around it, else of `country`.
    pub(super) fn of(&self, point: Point, country: Option<&str>) -> Around {
        let divisions: Vec<&Division> = self.around(point).collect();
        let nation = divisions.iter().find(|division| division.level == 2).and_then(|nation| code_of(nation));
        let levels = levels_of(nation.as_deref().or(country).unwrap_or_default());
        let of_role = |role: Role| {
            let division = divisions.iter().find(|division| levels[role as usize].contains(&division.level));
            division.and_then(|division| division.tags.get("name")).map(str::to_owned)
        };
        let town = of_role(Role::Town)
            .or_else(|| self.settlement(point, 1.0))
            .or_else(|| self.settlement(point, FAR))
            .or_else(|| of_role(Role::County))
            .or_else(|| of_role(Role::State));
        let postcode = divisions.iter().find(|division| division.level == 0);
        let postcode =
            postcode.and_then(|division| division.tags.get("postal_code").or(division.tags.get("ref")));
        Around { state: of_role(Role::State), town, postcode: postcode.map(str::to_owned), country: nation }
    }

    pub(super) fn divisions(&self) -> &[Division] {
        &self.divisions
    }

    /// Country of the point inside a division, lower case; `usual` where no national boundary holds it.
    pub(super) fn country_of(&self, at: usize, usual: &str) -> String {
        let division = &self.divisions[at];
        let own = if division.level == 2 { code_of(division) } else { None };
        let middle = if own.is_none() { division.middle() } else { None };
        own.or_else(|| self.nation_at(middle?)).unwrap_or_else(|| usual.to_owned())
    }

    /// Countries whose boundaries the files hold, lower case.
    pub(super) fn nations(&self) -> Vec<String> {
        self.divisions.iter().filter(|division| division.level == 2).filter_map(code_of).collect()
    }

    /// Country whose boundary holds a point, lower case.
    pub(super) fn nation_at(&self, point: Point) -> Option<String> {
        self.around(point).find(|division| division.level == 2).and_then(code_of)
    }

    pub(super) fn role(&self, at: usize, country: &str) -> Role {
        let levels = levels_of(country);
        let level = self.divisions[at].level;
        let of_level = Role::OF_LEVELS.into_iter().find(|role| levels[*role as usize].contains(&level));
        match of_level {
            _ if level == 2 => Role::Country,
            Some(role) => role,
            // Wards and blocks: every level of the table is above them.
            None if levels.iter().flatten().max().is_some_and(|lowest| level > *lowest) => Role::Part,
            None => Role::None,
        }
    }

    /// The smallest division around another one.
    pub(super) fn parent_of(&self, at: usize) -> Option<Id> {
        let own = &self.divisions[at];
        let mut around = self.around(own.middle()?);
        around
            .find(|other| other.level > 0 && other.id != own.id && other.area > own.area)
            .map(|other| other.id)
    }

    /// The smallest division around the point of another object.
    pub(super) fn around_at(&self, point: Point, id: Id) -> Option<Id> {
        self.around(point)
            .find(|division| division.level > 0 && division.id != id)
            .map(|division| division.id)
    }

    /// The settlement with a point within `times` its reach, the nearest by its share of the reach.
    fn settlement(&self, point: Point, times: f64) -> Option<String> {
        let (row, column) = cell_of(point, WIDE_CELL);
        let near =
            (row - 3..=row + 3).flat_map(|row| (column - 5..=column + 5).map(move |column| (row, column)));
        let settlements = near.filter_map(|cell| self.settlements.get(&cell)).flatten();
        let shares = settlements.map(|(place, reach, name)| (metres(point, *place) / reach, name));
        let nearest = shares.filter(|(share, _)| *share <= times).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map(|(_, name)| name.clone())
    }

    /// Other names of the divisions and of the settlements among `places`, by the key of the name that the rows have.
    pub(super) fn aliases(&self, places: &[Thing]) -> BTreeMap<String, BTreeSet<String>> {
        let mut aliases: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let divisions =
            self.divisions.iter().filter(|division| division.level > 2).map(|division| &division.tags);
        let settlements = places.iter().map(|place| &place.tags).filter(|tags| reach_m(tags).is_some());
        for tags in divisions.chain(settlements) {
            let names = super::streets::names(tags);
            let Some((main, others)) = names.split_first() else { continue };
            let key = locality_key(main);
            if !key.is_empty() && !others.is_empty() {
                aliases.entry(key).or_default().extend(others.iter().cloned());
            }
        }
        aliases
    }

    /// Country of the most divisions, by their codes: for files that hold no whole country.
    pub(super) fn usual_country<'a>(tags: impl Iterator<Item = &'a Tags>) -> Option<String> {
        let mut votes: HashMap<String, u32> = HashMap::new();
        for tags in tags {
            let code = ["ISO3166-1:alpha2", "ISO3166-1", "ISO3166-2", "addr:country"]
                .iter()
                .find_map(|key| tags.get(key));
            if let Some(code) = code.and_then(|code| code.get(..2)) {
                *votes.entry(code.to_lowercase()).or_default() += 1;
            }
        }
        votes.into_iter().max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(&a.0))).map(|(country, _)| country)
    }
}

fn code_of(nation: &Division) -> Option<String> {
    let code = nation.tags.get("ISO3166-1:alpha2").or(nation.tags.get("ISO3166-1"))?;
    (code.len() == 2).then(|| code.to_lowercase())
}

fn cell_of([lat, lon]: Point, size: i32) -> Cell {
    (lat.div_euclid(size), lon.div_euclid(size))
}

fn in_box([south, west, north, east]: [i32; 4], [lat, lon]: Point) -> bool {
    (south..=north).contains(&lat) && (west..=east).contains(&lon)
}

/// The cells an edge may pass through: those of a band around it.
fn cells_of_edge(from: Point, to: Point) -> Vec<Cell> {
    let (a, b) = (cell_of(from, CELL), cell_of(to, CELL));
    if a == b {
        return vec![a];
    }
    let (low, high) = ((a.0.min(b.0), a.1.min(b.1)), (a.0.max(b.0), a.1.max(b.1)));
    let mut cells = Vec::new();
    for row in low.0..=high.0 {
        // Longitudes of the edge within the row.
        let at = |lat: i64| {
            let (rise, run) = (i64::from(to[0]) - i64::from(from[0]), i64::from(to[1]) - i64::from(from[1]));
            match rise {
                0 => i64::from(from[1]),
                _ => i64::from(from[1]) + (lat - i64::from(from[0])) * run / rise,
            }
        };
        let (bottom, top) = (i64::from(row) * i64::from(CELL), (i64::from(row) + 1) * i64::from(CELL));
        let (west, east) = (i64::from(low.1), i64::from(high.1));
        let (one, other) = (at(bottom).div_euclid(i64::from(CELL)), at(top).div_euclid(i64::from(CELL)));
        let (first, last) =
            if a.0 == b.0 { (west, east) } else { (one.min(other).max(west), one.max(other).min(east)) };
        cells.extend((first..=last).map(|column| (row, column as i32)));
    }
    cells
}

#[cfg(test)]
mod tests {
    use super::super::object::Kind;
    use super::*;

    fn square(number: i64, tags: &[(&str, &str)], [south, west, north, east]: [i32; 4]) -> Area {
        let ring = [[south, west], [south, east], [north, east], [north, west], [south, west]];
        let rings = vec![ring.map(|corner| corner.map(|edge| edge * 10_000)).to_vec()];
        Area { id: Id { kind: Kind::Relation, number }, tags: Tags::of_pairs(tags), rings }
    }

    #[test]
    fn the_town_is_the_division_of_the_countrys_level() {
        let admin = |level, name| {
            [
                ("boundary", "administrative"),
                ("admin_level", level),
                ("name", name),
                ("ISO3166-1:alpha2", "DE"),
            ]
        };
        let areas = vec![
            square(1, &admin("2", "Deutschland"), [0, 0, 1000, 1000]),
            square(2, &admin("8", "Altstadt"), [100, 100, 400, 400]),
            square(3, &admin("10", "Ortsteil"), [200, 200, 300, 300]),
            square(4, &[("boundary", "postal_code"), ("postal_code", "12345")], [0, 0, 500, 500]),
        ];
        let village = Tags::of_pairs(&[("place", "village"), ("name", "Dorf")]);
        let id = Id { kind: Kind::Node, number: 1 };
        let village = Thing { id, tags: village, point: [7_000_000; 2], extent: [0; 4] };
        let towns = Towns::new(areas, &[village]);
        let around = towns.of([2_500_000, 2_500_000], None);
        assert_eq!(around.town.as_deref(), Some("Altstadt"));
        assert_eq!((around.country.as_deref(), around.postcode.as_deref()), (Some("de"), Some("12345")));
        // At the boundary, in cells that it passes through.
        assert_eq!(towns.of([1_000_100, 2_500_000], None).town.as_deref(), Some("Altstadt"));
        assert_eq!(towns.of([999_900, 2_500_000], None).town, None);
        assert_eq!(towns.of([7_000_100, 7_000_100], None).town.as_deref(), Some("Dorf"), "the nearest place");
        assert_eq!(towns.of([20_000_000, 0], None), Around::default());
    }

    #[test]
    fn an_edge_passes_through_every_cell_that_holds_a_part_of_it() {
        let (from, to) = ([12_345, -777_777], [-434_343, 555_555]);
        let cells = cells_of_edge(from, to);
        for step in 0..=1_000 {
            let share = f64::from(step) / 1_000.0;
            let at = |axis: usize| (f64::from(from[axis]) + share * f64::from(to[axis] - from[axis])) as i32;
            let point = [at(0), at(1)];
            assert!(cells.contains(&cell_of(point, CELL)), "{point:?}");
        }
    }

    #[test]
    fn the_table_has_levels_for_every_row() {
        for (country, levels) in LEVELS.iter() {
            assert!(!levels[0].is_empty() || !levels[1].is_empty(), "{country}");
        }
        assert_eq!(levels_of("de")[Role::Town as usize], [8]);
        assert_eq!(levels_of("xx")[Role::Town as usize], [7, 8]);
    }
}
