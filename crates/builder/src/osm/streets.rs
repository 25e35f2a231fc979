//! Streets from named ways: merged by town, with their middle, box, lines and other names.

use foldhash::{HashMap, HashMapExt};

use milepost_store::street_line::{decode, encode};
use milepost_text::{locality_key, name_key, street_keys};
use rusqlite::{Connection, params};

use super::geometry::{extent, metres, middle_vertex};
use super::object::{Point, Tags, degrees};
use super::spool::Street;
use crate::error::BuildError;
use crate::shard::Shard;

/// Ways of one name in one town are one street if their vertices are within this distance, metres.
const ONE_STREET_M: f64 = 150.0;
/// Units in a cell of the grid that finds such ways: 0.002°, at least 150 m in latitudes below 47°, looked up with its neighbours.
const CELL: i32 = 20_000;

const STAGING: &str = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -65536;
 CREATE TABLE way (area TEXT, locality TEXT, norm TEXT, key TEXT, raw TEXT, postcode TEXT, osm INTEGER, line BLOB, drawn INTEGER);
 CREATE TABLE alias (area TEXT, locality TEXT, norm TEXT, name TEXT);
 BEGIN;";

/// Makes the streets of ways findable among the rows so far.
const INDEX: &str = "CREATE INDEX temp.incoming_street ON incoming (street_norm, locality_norm);";

/// Streets of houses that no way has the name of, from the shard attached as `houses`.
const OF_HOUSES: &str = "INSERT INTO temp.incoming
   SELECT street_norm, street_key, NULL, locality_norm, min(street_raw), avg(lat), avg(lon),
          min(lat), min(lon), max(lat), max(lon), count(*), NULL, {part}, 1
   FROM houses.address_point AS house
   WHERE NOT EXISTS (SELECT 1 FROM temp.incoming AS known
     WHERE known.street_norm = house.street_norm AND known.locality_norm IS house.locality_norm)
   GROUP BY street_norm, street_key, locality_norm";

/// Named ways until all are known.
pub(super) struct Streets {
    staging: Connection,
}

impl Streets {
    pub(super) fn new() -> Result<Streets, BuildError> {
        // A name that is empty makes a temporary file, which SQLite removes.
        let staging = Connection::open("").and_then(|connection| {
            connection.execute_batch(STAGING)?;
            Ok(connection)
        });
        staging.map(|staging| Streets { staging }).map_err(failed)
    }

    pub(super) fn add(
        &self,
        area: &str,
        country: &str,
        town: Option<&str>,
        street: &Street,
    ) -> Result<(), BuildError> {
        let Street { id, tags, line, is_drawn } = street;
        let names = names(tags);
        let Some((main, others)) = names.split_first() else { return Ok(()) };
        let keys = street_keys(main, country);
        if keys.norm.is_empty() {
            return Ok(());
        }
        let locality = town.map(locality_key).filter(|key| !key.is_empty());
        self.query(|staging| {
            staging.prepare_cached("INSERT INTO way VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?.execute(
                params![
                    area,
                    locality,
                    keys.norm,
                    keys.key,
                    main,
                    tags.get("addr:postcode").or(tags.get("postal_code")),
                    id.packed(),
                    encode(line),
                    is_drawn
                ],
            )?;
            let mut alias = staging.prepare_cached("INSERT INTO alias VALUES (?1, ?2, ?3, ?4)")?;
            for name in others {
                alias.execute(params![area, locality, keys.norm, name])?;
            }
            Ok(())
        })
    }

    pub(super) fn areas(&self) -> Result<Vec<String>, BuildError> {
        self.query(|staging| {
            let mut areas = staging.prepare("SELECT DISTINCT area FROM way ORDER BY area")?;
            areas.query_map([], |row| row.get(0))?.collect()
        })
    }

    pub(super) fn lines(&self, mut take: impl FnMut(&str, &[Point])) -> Result<(), BuildError> {
        self.query(|staging| {
            let mut ways = staging.prepare("SELECT raw, line FROM way WHERE drawn ORDER BY rowid")?;
            let mut rows = ways.query([])?;
            while let Some(row) = rows.next()? {
                take(row.get_ref(0)?.as_str()?, &decode(row.get_ref(1)?.as_blob()?));
            }
            Ok(())
        })
    }

    fn query<T>(&self, query: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, BuildError> {
        query(&self.staging).map_err(failed)
    }

    /// Fills the shard of an area: streets of ways, then those that only houses name. Returns the streets of ways.
    pub(super) fn write(
        &self,
        area: &str,
        shard: &mut Shard,
        houses: Option<&str>,
    ) -> Result<u64, BuildError> {
        let mut streets = 0;
        let mut street: Vec<Way> = Vec::new();
        let mut ways = self
            .staging
            .prepare(
                "SELECT locality, norm, key, raw, osm, line, drawn FROM way WHERE area = ?1
                 ORDER BY locality, norm, osm",
            )
            .map_err(failed)?;
        for way in ways.query_map([area], Way::of).map_err(failed)? {
            let way = way.map_err(failed)?;
            let is_of = |first: &Way| (&first.locality, &first.norm) == (&way.locality, &way.norm);
            if !street.first().is_none_or(is_of) {
                streets += merge(std::mem::take(&mut street), shard)?;
            }
            street.push(way);
        }
        streets += merge(street, shard)?;
        let mut aliases = self
            .staging
            .prepare("SELECT DISTINCT norm, locality, name FROM alias WHERE area = ?1 ORDER BY locality, norm, name")
            .map_err(failed)?;
        let alias = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        for alias in aliases.query_map([area], alias).map_err(failed)? {
            let values: (String, Option<String>, String) = alias.map_err(failed)?;
            shard.with(|connection| {
                connection.prepare_cached("INSERT INTO street_alias VALUES (?1, ?2, ?3)")?.execute(values)
            })?;
        }
        if let Some(houses) = houses {
            let added = shard.outside_transaction(|connection| {
                connection.execute_batch(INDEX)?;
                connection.execute("ATTACH ?1 AS houses", [houses])?;
                let part: i64 =
                    connection.query_row("SELECT max(id) FROM main.part", [], |row| row.get(0))?;
                let added = connection.execute(&OF_HOUSES.replace("{part}", &part.to_string()), [])?;
                connection.execute_batch("DETACH houses;")?;
                Ok(added)
            })?;
            shard.rows += added as u64;
        }
        Ok(streets)
    }
}

fn failed(source: rusqlite::Error) -> BuildError {
    BuildError::Database { path: "the temporary table of streets".into(), source }
}

struct Way {
    locality: Option<String>,
    norm: String,
    key: String,
    raw: String,
    osm: i64,
    line: Vec<Point>,
    is_drawn: bool,
}

impl Way {
    fn of(row: &rusqlite::Row<'_>) -> rusqlite::Result<Way> {
        Ok(Way {
            locality: row.get(0)?,
            norm: row.get(1)?,
            key: row.get(2)?,
            raw: row.get(3)?,
            osm: row.get(4)?,
            line: decode(row.get_ref(5)?.as_blob()?),
            is_drawn: row.get(6)?,
        })
    }

    /// The points that are known to be on the street.
    fn vertices(&self) -> &[Point] {
        if self.is_drawn { &self.line } else { &self.line[..self.line.len().min(1)] }
    }
}

/// Writes the streets that ways of one name in one town make; returns their number.
fn merge(ways: Vec<Way>, shard: &mut Shard) -> Result<u64, BuildError> {
    let groups = together(&ways);
    let mut members: HashMap<usize, Vec<&Way>> = HashMap::new();
    for (way, group) in ways.iter().zip(&groups) {
        members.entry(*group).or_default().push(way);
    }
    let mut streets: Vec<Vec<&Way>> = members.into_values().collect();
    streets.sort_by_key(|ways| ways.iter().map(|way| way.osm).min());
    for ways in &streets {
        let points: Vec<Point> = ways.iter().flat_map(|way| way.line.iter().copied()).collect();
        // Corners of a box are not on the street.
        let vertices: Vec<Point> = ways.iter().flat_map(|way| way.vertices().iter().copied()).collect();
        let (Some(middle), Some([south, west, north, east])) = (middle_vertex(&vertices), extent(&points))
        else {
            continue;
        };
        let length = |way: &Way| way.line.windows(2).map(|edge| metres(edge[0], edge[1])).sum::<f64>();
        let Some(longest) = ways.iter().max_by(|a, b| length(a).total_cmp(&length(b))) else { continue };
        let ((lat, lon), (south, west), (north, east)) =
            (degrees(middle), degrees([south, west]), degrees([north, east]));
        shard.add(params![
            longest.norm,
            longest.key,
            None::<String>,
            longest.locality,
            longest.raw,
            lat,
            lon,
            south,
            west,
            north,
            east,
            ways.len() as i64,
            longest.osm
        ])?;
        for way in ways.iter().filter(|way| way.is_drawn) {
            shard.with(|connection| {
                connection.prepare_cached("INSERT INTO street_line VALUES (?1, ?2, ?3)")?.execute(params![
                    way.norm,
                    way.locality,
                    encode(&way.line)
                ])
            })?;
        }
    }
    Ok(streets.len() as u64)
}

/// The group of each way: ways within [`ONE_STREET_M`] of each other are in one.
fn together(ways: &[Way]) -> Vec<usize> {
    let mut group: Vec<usize> = (0..ways.len()).collect();
    fn root(group: &mut [usize], mut at: usize) -> usize {
        while group[at] != at {
            group[at] = group[group[at]];
            at = group[at];
        }
        at
    }
    let mut cells: HashMap<(i32, i32), Vec<(usize, Point)>> = HashMap::new();
    for (number, way) in ways.iter().enumerate() {
        for &point in &way.line {
            let (row, column) = (point[0].div_euclid(CELL), point[1].div_euclid(CELL));
            for cell in
                (row - 1..=row + 1).flat_map(|row| (column - 2..=column + 2).map(move |column| (row, column)))
            {
                for &(other, there) in cells.get(&cell).map_or(&[][..], Vec::as_slice) {
                    let (a, b) = (root(&mut group, number), root(&mut group, other));
                    if a != b && metres(point, there) <= ONE_STREET_M {
                        group[a.max(b)] = a.min(b);
                    }
                }
            }
            cells.entry((row, column)).or_default().push((number, point));
        }
    }
    (0..ways.len()).map(|number| root(&mut group, number)).collect()
}

/// Keys of names in no language, the main name first.
const NAMES: [&str; 14] = [
    "name",
    "name:left",
    "name:right",
    "official_name",
    "int_name",
    "alt_name",
    "old_name",
    "short_name",
    "loc_name",
    "reg_name",
    "ref",
    "int_ref",
    "nat_ref",
    "old_ref",
];

/// Suffixes of keys that begin like a name in a language and are none.
const NO_LANGUAGE: [&str; 8] =
    ["etymology", "signed", "forward", "backward", "prefix", "pronunciation", "left", "right"];

/// The names of an object, the main one first, each once: in all languages, lists one by one, and the halves of a bilingual name.
pub(super) fn names(tags: &Tags) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    let mut add = |text: &str| {
        for name in text.split(';').map(str::trim) {
            let is_known = names.iter().any(|known| name_key(known) == name_key(name));
            if !name.is_empty() && !is_known {
                names.push(name.to_owned());
            }
        }
    };
    for key in NAMES {
        tags.get(key).into_iter().for_each(&mut add);
    }
    for (key, value) in tags.iter() {
        let base = key.split_once(':').filter(|(base, rest)| {
            matches!(*base, "name" | "alt_name" | "official_name" | "old_name" | "short_name" | "loc_name")
                && is_language(rest)
        });
        if base.is_some() {
            add(value);
        }
    }
    for mark in [" / ", " - "] {
        if let Some(name) = tags.get("name").filter(|name| name.contains(mark)) {
            name.split(mark)
                .filter(|half| half.chars().filter(|letter| letter.is_alphabetic()).count() > 2)
                .for_each(&mut add);
        }
    }
    names
}

/// The number of languages in which an object has its name.
pub(super) fn languages(tags: &Tags) -> usize {
    let is_in_language = |key: &str| key.strip_prefix("name:").is_some_and(is_language);
    tags.iter().filter(|(key, _)| is_in_language(key)).count()
}

/// Whether the end of a key names a language: `de`, `zh-Hant`, `sr-Latn`.
pub(super) fn is_language(text: &str) -> bool {
    let mut parts = text.split(['-', '_']);
    let is_code = parts.next().is_some_and(|code| {
        (2..=3).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_lowercase())
    });
    is_code
        && parts.all(|part| part.len() <= 8 && part.bytes().all(|byte| byte.is_ascii_alphanumeric()))
        && !NO_LANGUAGE.contains(&text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_street_has_all_its_names_once() {
        let tags = Tags::of_pairs(&[
            ("name", "Rue du Midi - Zuidstraat"),
            ("name:fr", "Rue du Midi"),
            ("name:nl", "Zuidstraat"),
            ("name:etymology", "Sud"),
            ("alt_name", "Alte Gasse;Gässli"),
            ("ref", "N 8"),
        ]);
        assert_eq!(
            names(&tags),
            ["Rue du Midi - Zuidstraat", "Alte Gasse", "Gässli", "N 8", "Rue du Midi", "Zuidstraat"]
        );
        let sides = Tags::of_pairs(&[("name:left", "Triq A"), ("name:right", "Triq B")]);
        assert_eq!(names(&sides), ["Triq A", "Triq B"]);
    }

    #[test]
    fn ways_of_one_name_are_one_street_if_they_are_near() {
        let way = |osm: i64, points: &[(i32, i32)]| Way {
            locality: None,
            norm: String::new(),
            key: String::new(),
            raw: String::new(),
            osm,
            is_drawn: true,
            line: points.iter().map(|&(lat, lon)| [lat, lon]).collect(),
        };
        let ways = [
            way(1, &[(0, 0), (0, 5_000)]),
            way(2, &[(0, 18_000), (0, 30_000)]),
            way(3, &[(0, 200_000), (0, 210_000)]),
        ];
        assert_eq!(together(&ways), [0, 0, 2]);
    }
}
