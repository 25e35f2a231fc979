//! Rows of the administrative database as the reverse lookup reads them.

use std::path::Path;

use rusqlite::{Row, Rows, params};

use super::ReversePlace;
use super::cells::CellWindow;
use crate::DatabaseFile;
use crate::GazetteerError;
use crate::Placetype;
use crate::build_info::BuildInfo;
use crate::database::{self, Database, Reader};

/// Levels above a place at most.
pub(super) const DEEPEST_CHAIN: usize = 8;

/// Metres of a degree of latitude.
const DEGREE_M: f64 = 111_195.0;

/// A place near a point.
#[derive(Debug)]
pub(super) struct Near {
    pub(super) place: ReversePlace,
    /// Population; 0 if unknown.
    pub(super) population: i64,
}

/// An open administrative database.
pub(super) struct Admin {
    database: Database,
    info: BuildInfo,
    has_ancestors: bool,
    has_population: bool,
    has_cells: bool,
    has_names: bool,
    has_objects: bool,
}

impl Admin {
    pub(super) fn open(path: &Path) -> Result<Admin, GazetteerError> {
        let database = Database::open(path)?;
        database.require(&["spr", "place_bbox"], "administrative database", "admin")?;
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

    pub(super) fn path(&self) -> &Path {
        self.database.path()
    }

    pub(super) fn file(&self) -> &DatabaseFile {
        self.database.file()
    }

    pub(super) fn place_id(&self, id: i64) -> String {
        format!("{}:{id}", self.info.id_prefix)
    }

    /// Names of places with polygons next to it.
    pub(super) fn credit(&mut self, sources: &str) {
        self.info.credit(sources);
    }

    pub(super) fn attribution(&self) -> &str {
        &self.info.attribution
    }

    pub(super) fn data_updated(&self) -> Option<&str> {
        self.info.data_updated.as_deref()
    }

    /// Population; 0 if unknown.
    pub(super) fn population(&self, id: i64) -> Result<i64, GazetteerError> {
        if !self.has_population {
            return Ok(0);
        }
        let sql = include_str!("../../sql/reverse/reverse_population.sql");
        Ok(self.database.first(sql, [id], |row| row.get(0))?.unwrap_or(0))
    }

    /// Names with their languages, in the order of the database.
    pub(super) fn names(&self, id: i64) -> Result<Vec<(String, String)>, GazetteerError> {
        if !self.has_names {
            return Ok(Vec::new());
        }
        let sql = include_str!("../../sql/reverse/reverse_names.sql");
        self.database.all(sql, [id], |row| Ok((row.get(0)?, row.get(1)?)))
    }

    /// The object of OpenStreetMap that a place was merged with, as `R1155955`.
    pub(super) fn osm_object(&self, id: i64) -> Result<Option<String>, GazetteerError> {
        if !self.has_objects {
            return Ok(None);
        }
        self.database.first(include_str!("../../sql/objects/object_of_a_place.sql"), [id], |row| row.get(0))
    }

    pub(super) fn place(&self, id: i64) -> Result<Option<ReversePlace>, GazetteerError> {
        self.database.first(include_str!("../../sql/reverse/reverse_place.sql"), [id], |row| place(row, true))
    }

    /// Settlements whose box comes within `reach` metres of a point.
    pub(super) fn near(&self, lat: f64, lon: f64, reach: f64) -> Result<Vec<Near>, GazetteerError> {
        let half = reach / DEGREE_M;
        let (south, north) = (lat - half, lat + half);
        self.database.with(|connection| {
            let mut near = Vec::new();
            for (west, east) in windows(lon, half, south.abs().max(north.abs())) {
                let edges = [south, north, west, east];
                with_box(connection, edges, &mut near)?;
                if self.has_cells {
                    without_box(connection, edges, &mut near)?;
                }
            }
            if self.has_population {
                let mut population =
                    connection.prepare_cached(include_str!("../../sql/reverse/reverse_population.sql"))?;
                for near in &mut near {
                    let known = connection.first(population.query_row([near.place.id], |row| row.get(0)))?;
                    near.population = known.unwrap_or(0);
                }
            }
            Ok(near)
        })
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

/// Adds the settlements of the R*Tree whose box touches a window: south, north, west, east.
fn with_box(connection: &Reader<'_>, edges: [f64; 4], near: &mut Vec<Near>) -> rusqlite::Result<()> {
    let mut select =
        connection.prepare_cached(include_str!("../../sql/reverse/reverse_settlements_near.sql"))?;
    add_settlements(connection, &mut select.query(edges)?, near)
}

/// Adds the settlements in the cells of a window: south, north, west, east.
fn without_box(connection: &Reader<'_>, edges: [f64; 4], near: &mut Vec<Near>) -> rusqlite::Result<()> {
    let [south, north, west, east] = edges;
    let CellWindow { lines, columns } = CellWindow::around(south, north, west, east);
    let mut select =
        connection.prepare_cached(include_str!("../../sql/reverse/reverse_settlements_in_cells.sql"))?;
    let window = params![south, north, west, east, lines[0], lines[1], columns[0], columns[1]];
    add_settlements(connection, &mut select.query(window)?, near)
}

fn add_settlements(
    connection: &Reader<'_>,
    rows: &mut Rows<'_>,
    near: &mut Vec<Near>,
) -> rusqlite::Result<()> {
    while let Some(row) = rows.next()? {
        let settlement = || {
            let kind = Placetype::from_name(row.get_ref(2)?.as_str()?);
            let is_settlement = matches!(kind, Placetype::Locality | Placetype::Neighbourhood);
            Ok(if is_settlement { Some(Near { place: place(row, false)?, population: 0 }) } else { None })
        };
        near.extend(connection.usable(settlement())?.flatten());
    }
    Ok(())
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
