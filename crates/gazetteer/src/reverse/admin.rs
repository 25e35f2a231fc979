//! Rows of the administrative database as the reverse lookup reads them.

use std::path::Path;

use rusqlite::Row;

use super::ReversePlace;
use super::cells::CellWindow;
use crate::GazetteerError;
use crate::Placetype;
use crate::build_info::BuildInfo;
use crate::database::{self, Database};

/// Levels above a place at most.
pub(super) const DEEPEST_CHAIN: usize = 8;

/// Population of a place.
pub(super) const POPULATION: &str = include_str!("../../sql/reverse/reverse_population.sql");

/// Metres of a degree of latitude.
const DEGREE_M: f64 = 111_195.0;

/// An open administrative database.
pub(super) struct Admin {
    pub(super) database: Database,
    pub(super) info: BuildInfo,
    has_ancestors: bool,
    pub(super) has_population: bool,
    has_cells: bool,
    pub(super) has_names: bool,
    pub(super) has_objects: bool,
}

impl Admin {
    pub(super) fn open(path: &Path) -> Result<Admin, GazetteerError> {
        let database = Database::open(path)?;
        database.require(&["spr", "place_bbox"], "an administrative database", "admin")?;
        // Without its index every row would be read.
        let index = "SELECT 1 FROM sqlite_schema WHERE type = 'index' AND name = 'concordances_by_id'";
        Ok(Admin {
            info: BuildInfo::read(&database)?,
            has_ancestors: database.has_table("ancestors")?,
            has_population: database.has_table("place_population")?,
            has_cells: database.has_table("place_cell")?,
            has_names: database.has_table("names")?,
            has_objects: database.exists(index, [])?,
            database,
        })
    }

    pub(super) fn place(&self, id: i64) -> Result<Option<ReversePlace>, GazetteerError> {
        self.database.first(include_str!("../../sql/reverse/reverse_place.sql"), [id], |row| place(row, true))
    }

    /// Settlements whose box comes within `reach` metres of a point, each with its population; 0 if unknown.
    pub(super) fn near(
        &self,
        lat: f64,
        lon: f64,
        reach: f64,
    ) -> Result<Vec<(ReversePlace, i64)>, GazetteerError> {
        let half = reach / DEGREE_M;
        let (south, north) = (lat - half, lat + half);
        let mut near = Vec::new();
        for (west, east) in windows(lon, half, south.abs().max(north.abs())) {
            let sql = include_str!("../../sql/reverse/reverse_settlements_near.sql");
            near.extend(self.database.all(sql, [south, north, west, east], settlement)?);
            if self.has_cells {
                let CellWindow { lines, columns } = CellWindow::around(south, north, west, east);
                let sql = include_str!("../../sql/reverse/reverse_settlements_in_cells.sql");
                let window = (south, north, west, east, lines[0], lines[1], columns[0], columns[1]);
                near.extend(self.database.all(sql, window, settlement)?);
            }
        }
        let mut near: Vec<_> = near.into_iter().flatten().map(|place| (place, 0)).collect();
        if self.has_population {
            self.database.with(|connection| {
                let mut population = connection.prepare_cached(POPULATION)?;
                for (place, residents) in &mut near {
                    let known = connection.first(population.query_row([place.id], |row| row.get(0)))?;
                    *residents = known.unwrap_or(0);
                }
                Ok(())
            })?;
        }
        Ok(near)
    }

    /// Ids of places whose box holds a point, smallest box first.
    pub(super) fn boxes_around(&self, lat: f64, lon: f64) -> Result<Vec<i64>, GazetteerError> {
        let sql = include_str!("../../sql/reverse/reverse_boxes_around.sql");
        self.database.all(sql, [lat, lon], |row| row.get(0))
    }

    /// Everything above a place by the table of ancestors, innermost first.
    pub(super) fn ancestors(&self, id: i64) -> Result<Vec<ReversePlace>, GazetteerError> {
        if !self.has_ancestors {
            return Ok(Vec::new());
        }
        let sql = include_str!("../../sql/reverse/reverse_ancestors.sql");
        let ids: Vec<i64> = self.database.all(sql, [id], |row| row.get(0))?;
        let mut above = Vec::new();
        for id in ids.into_iter().take(2 * DEEPEST_CHAIN) {
            above.extend(self.place(id)?.filter(|place| level(&place.placetype).is_some()));
        }
        above.sort_by_key(|place| std::cmp::Reverse(level(&place.placetype)));
        above.dedup_by_key(|place| place.id);
        Ok(above)
    }
}

/// West and east of what is within `half` degrees of latitude of a longitude, at `highest` degrees from the equator at most: two
/// windows across the antimeridian.
fn windows(lon: f64, half: f64, highest: f64) -> Vec<(f64, f64)> {
    // Near a pole every longitude is near.
    let half = half / highest.min(90.0).to_radians().cos().max(1e-9);
    if half >= 180.0 {
        return vec![(-180.0, 180.0)];
    }
    let (west, east) = (lon - half, lon + half);
    let mut windows = vec![(west, east)];
    if west < -180.0 {
        windows.push((west + 360.0, 180.0));
    }
    if east > 180.0 {
        windows.push((-180.0, east - 360.0));
    }
    windows
}

/// The settlement of a row; none if it is another kind of place.
fn settlement(row: &Row<'_>) -> rusqlite::Result<Option<ReversePlace>> {
    let kind = Placetype::from_name(row.get_ref(2)?.as_str()?);
    let is_settlement = matches!(kind, Placetype::Locality | Placetype::Neighbourhood);
    is_settlement.then(|| place(row, false)).transpose()
}

/// How deep a kind of place lies; none for kinds that answers leave out (continents, empires).
pub(super) fn level(placetype: &str) -> Option<usize> {
    const LEVELS: [&str; 11] = [
        "country",
        "dependency",
        "macroregion",
        "region",
        "macrocounty",
        "county",
        "localadmin",
        "locality",
        "borough",
        "macrohood",
        "neighbourhood",
    ];
    LEVELS.into_iter().position(|known| known == placetype)
}

/// A place of a row; `with_box` when the box is the place's own and not the R*Tree's, which rounds it outwards.
pub(super) fn place(row: &Row<'_>, with_box: bool) -> rusqlite::Result<ReversePlace> {
    let (lat, lon) = database::point(row, 5, 6, 1.0)?;
    let edges: [Option<f64>; 4] = [row.get(7)?, row.get(8)?, row.get(9)?, row.get(10)?];
    let bbox = match edges {
        [Some(south), Some(west), Some(north), Some(east)] if with_box || north - south > 1e-4 => {
            [south, west, north, east]
        }
        _ => [lat, lon, lat, lon],
    };
    Ok(ReversePlace {
        id: row.get(0)?,
        name: database::name(row, 1)?.to_owned(),
        placetype: database::name(row, 2)?.to_owned(),
        country: row.get::<_, Option<String>>(3)?.unwrap_or_default(),
        parent: row.get::<_, Option<i64>>(4)?.unwrap_or(-1),
        lat,
        lon,
        bbox,
    })
}
