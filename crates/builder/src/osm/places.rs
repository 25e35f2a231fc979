//! Places, boundaries and postcodes, in the tables of `milepost build places`: a gazetteer is built with them like with those of any
//! other publisher, so that a place the gazetteer has keeps its id and gets their names and polygon.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::OSM_NUMBERS;
use milepost_gazetteer::reverse::LOCAL_NAME;
use milepost_text::{name_key, postcode_key};
use rusqlite::params;

use super::geometry::{contains, metres};
use super::importance;
use super::object::{COUNTRY, Id, Point, Tags, Thing, UNITS, degrees};
use super::streets::{is_language, languages};
use super::towns::{Division, Role, Towns};
use crate::error::BuildError;
use crate::origin::write_attribution;
use crate::parts::{self, Part};
use crate::place::id_range;
use crate::places::{SCHEMA, Writer};
use crate::shard::Prepared;
use crate::write_aside;

/// Beyond the tables of places.
const IMPORTANCE: &str = "CREATE TABLE importance (id INTEGER PRIMARY KEY, importance REAL NOT NULL);";

/// Addresses with a code that make a postcode, if it has no boundary.
const LEAST_ADDRESSES: u32 = 3;
/// Greatest distance of an address from the mean of its postcode, metres: beyond it is a typing error, or a code of a whole country.
const FARTHEST_M: f64 = 20_000.0;

/// Postcodes of addresses, by country (lower case) and key.
#[derive(Default)]
pub(super) struct Postcodes(HashMap<(String, String), Code>);

struct Code {
    /// As most addresses write it.
    text: String,
    count: u32,
    sum: [f64; 2],
    extent: [i32; 4],
    first: Id,
}

impl Postcodes {
    pub(super) fn add(&mut self, country: &str, text: &str, point: Point, id: Id) {
        let key = postcode_key(text);
        // `12345;12346` is a list, and words are not a postcode.
        if !key.bytes().any(|byte| byte.is_ascii_digit()) || key.len() > 10 || key.contains([';', ',']) {
            return;
        }
        let [lat, lon] = point;
        let code = self.0.entry((country.to_owned(), key)).or_insert_with(|| Code {
            text: text.to_owned(),
            count: 0,
            sum: [0.0; 2],
            extent: [lat, lon, lat, lon],
            first: id,
        });
        let mean = code.mean();
        if code.count >= LEAST_ADDRESSES && metres(mean, point) > FARTHEST_M {
            return;
        }
        code.count += 1;
        code.sum = [code.sum[0] + f64::from(lat), code.sum[1] + f64::from(lon)];
        let [south, west, north, east] = code.extent;
        code.extent = [south.min(lat), west.min(lon), north.max(lat), east.max(lon)];
    }
}

impl Code {
    fn mean(&self) -> Point {
        let count = f64::from(self.count.max(1));
        self.sum.map(|sum| (sum / count) as i32)
    }
}

struct Row<'a> {
    id: Id,
    name: &'a str,
    placetype: &'static str,
    rank: u8,
    point: Point,
    extent: [i32; 4],
    parent: Option<Id>,
    tags: Vec<&'a Tags>,
    rings: Option<&'a [Vec<Point>]>,
}

/// Writes the places of a country (lower case) into the file at `path`; none if the country has no places.
pub(super) fn write(
    path: &Path,
    country: &str,
    part: &Part,
    towns: &Towns,
    places: &[Thing],
    postcodes: &Postcodes,
) -> Result<Option<Prepared>, BuildError> {
    let linked = link(towns, places);
    let own = (0..towns.divisions().len()).filter(|&at| towns.country_of(at, country) == country);
    let of_division = |at| row_of_division(towns, at, country, linked.get(&at).map(|&node| &places[node]));
    let mut rows: Vec<Row<'_>> = own.filter_map(of_division).collect();
    let used: HashSet<usize> = linked.values().copied().collect();
    let others = (0..places.len()).filter(|at| !used.contains(at));
    rows.extend(others.filter_map(|at| row_of_place(towns, &places[at], country)));
    let bounded: HashSet<String> =
        rows.iter().filter(|row| row.placetype == "postalcode").map(|row| postcode_key(row.name)).collect();
    let mut codes: BTreeMap<&str, &Code> = BTreeMap::new();
    for ((of, key), code) in &postcodes.0 {
        if of == country && code.count >= LEAST_ADDRESSES && !bounded.contains(key) {
            codes.insert(key, code);
        }
    }
    let none = Tags::default();
    rows.extend(codes.into_values().map(|code| Row {
        id: code.first,
        name: &code.text,
        placetype: "postalcode",
        rank: importance::POI_RANK,
        point: code.mean(),
        extent: code.extent,
        parent: None,
        tags: vec![&none],
        rings: None,
    }));
    if rows.is_empty() {
        return Ok(None);
    }
    let claim = Claim::on(path)?;
    let mut part_rows = Vec::new();
    let ready = write_aside::ready_from(claim, "spr", None, |connection| {
        let writer = Writer { connection, path };
        writer.batch(SCHEMA)?;
        writer.batch(IMPORTANCE)?;
        writer.run(|connection| parts::write(connection, part))?;
        for row in &rows {
            put(&writer, row, country)?;
        }
        part_rows = writer.run(|connection| parts::count_all(connection, "spr"))?;
        writer.run(|connection| write_attribution(connection, &part.attribution))
    })?;
    Prepared::of_parts(ready, part_rows).map(Some)
}

fn row_of_division<'a>(
    towns: &'a Towns,
    at: usize,
    country: &str,
    node: Option<&'a Thing>,
) -> Option<Row<'a>> {
    let division = &towns.divisions()[at];
    let (placetype, rank) = kind_of_division(towns.role(at, country), division, node)?;
    let name = match placetype {
        "postalcode" => division.tags.get("postal_code").or(division.tags.get("ref")),
        _ => division.tags.get("name"),
    };
    Some(Row {
        id: division.id,
        name: name?,
        placetype,
        rank,
        point: node.map(|node| node.point).or_else(|| division.middle())?,
        extent: division.extent,
        parent: towns.parent_of(at),
        tags: std::iter::once(&division.tags).chain(node.map(|node| &node.tags)).collect(),
        rings: Some(&division.rings),
    })
}

fn row_of_place<'a>(towns: &Towns, place: &'a Thing, country: &str) -> Option<Row<'a>> {
    let kind = place.tags.get("place").unwrap_or_default();
    let placetype = placetype_of(kind).or_else(|| feature_of(&place.tags))?;
    let name = place.tags.get("name")?;
    let nation = towns.nation_at(place.point);
    if nation.as_deref().or(place.tags.get(COUNTRY)).unwrap_or(country) != country {
        return None;
    }
    Some(Row {
        id: place.id,
        name,
        placetype,
        rank: importance::rank_of_place(kind),
        point: place.point,
        extent: place.extent,
        parent: towns.around_at(place.point, place.id),
        tags: vec![&place.tags],
        rings: None,
    })
}

fn put(writer: &Writer<'_>, row: &Row<'_>, country: &str) -> Result<(), BuildError> {
    let id = place_id(row.id, row.placetype);
    let ((lat, lon), [south, west, north, east]) =
        (degrees(row.point), row.extent.map(|edge| f64::from(edge) / UNITS));
    let parent = row.parent.map_or(-1, |parent| place_id(parent, ""));
    writer.run(|connection| {
        let added = connection
            .prepare_cached(
                "INSERT OR IGNORE INTO spr (id, parent_id, name, placetype, country, latitude, longitude,
                   min_latitude, min_longitude, max_latitude, max_longitude)
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
            )?
            .execute(params![
                id,
                parent,
                row.name,
                row.placetype,
                country.to_uppercase(),
                lat,
                lon,
                south,
                west,
                north,
                east
            ])?;
        if added == 0 {
            return Ok(());
        }
        let mut name = connection.prepare_cached("INSERT INTO names VALUES (?1, ?2, ?3)")?;
        for (language, text) in names(row) {
            name.execute(params![id, text, language])?;
        }
        let mut concordance = connection.prepare_cached("INSERT INTO concordances VALUES (?1, ?2, ?3)")?;
        concordance.execute(params![id, "osm", row.id.to_string()])?;
        let population = row.tags.iter().find_map(|tags| tags.get("population"));
        let population: Option<i64> =
            population.and_then(|text| text.replace([' ', ',', '.'], "").parse().ok());
        if let Some(population) = population.filter(|people| (1..2_000_000_000).contains(people)) {
            connection
                .prepare_cached("INSERT OR IGNORE INTO place_population VALUES (?1, ?2)")?
                .execute([id, population])?;
        }
        if let Some(item) = row.tags.iter().find_map(|tags| tags.get("wikidata")) {
            concordance.execute(params![id, "wd:id", item])?;
        }
        let most = row.tags.iter().map(|tags| importance::of(tags, row.rank)).fold(0.0, f64::max);
        connection.prepare_cached("INSERT INTO importance VALUES (?1, ?2)")?.execute(params![id, most])?;
        Ok(())
    })?;
    if let Some(rings) = row.rings.filter(|_| row.placetype != "postalcode") {
        let in_degrees = |&[lat, lon]: &Point| [f64::from(lon) / UNITS, f64::from(lat) / UNITS];
        let rings: Vec<Vec<[f64; 2]>> =
            rings.iter().map(|ring| ring.iter().map(in_degrees).collect()).collect();
        writer.area(id, &rings)?;
    }
    Ok(())
}

/// Id of the row of an object; a postcode has another one than the house or boundary it is taken from.
fn place_id(id: Id, placetype: &str) -> i64 {
    let packed = id.packed().rem_euclid(OSM_NUMBERS);
    id_range::OSM + 2 * packed + i64::from(placetype == "postalcode")
}

/// Other names with their languages, each once: none in no language.
fn names<'a>(row: &Row<'a>) -> Vec<(String, &'a str)> {
    let mut names: Vec<(String, &str)> = Vec::new();
    let mut add = |language: &str, text: &'a str| {
        for name in text.split(';').map(str::trim).filter(|name| !name.is_empty()) {
            if !names.iter().any(|(known, text)| known == language && *text == name) {
                names.push((language.to_owned(), name));
            }
        }
    };
    if row.placetype != "postalcode" {
        add(LOCAL_NAME, row.name);
    }
    for tags in &row.tags {
        for (key, value) in tags.iter() {
            match key.split_once(':') {
                Some(("name", language)) if is_language(language) => add(language, value),
                Some(("official_name" | "alt_name" | "short_name" | "old_name", language))
                    if is_language(language) =>
                {
                    add("", value);
                }
                _ => {}
            }
        }
        for key in ["name", "int_name", "official_name", "alt_name", "short_name", "old_name", "loc_name"] {
            if let Some(name) = tags.get(key).filter(|name| key != "name" || *name != row.name) {
                add("", name);
            }
        }
        for mark in [" / ", " - "] {
            if let Some(name) = tags.get("name").filter(|name| name.contains(mark)) {
                name.split(mark).for_each(|half| add("", half));
            }
        }
    }
    names
}

/// Placetype of a settlement or area by its tag `place`; none if the object cannot be part of an address.
fn placetype_of(place: &str) -> Option<&'static str> {
    Some(match place {
        "city" | "town" | "village" | "hamlet" | "isolated_dwelling" | "farm" | "municipality" => "locality",
        "borough" => "borough",
        "suburb" | "quarter" | "neighbourhood" | "city_block" | "allotments" | "plot" | "locality"
        | "croft" => "neighbourhood",
        "island" | "islet" | "archipelago" | "atoll" => "island",
        "county" | "district" => "county",
        "state" | "province" => "region",
        "region" => "informal_region",
        _ => return None,
    })
}

/// Names in other languages from which a feature is known beyond its surroundings.
const KNOWN_LANGUAGES: usize = 3;

/// Placetype of an airport with a code of travellers, or of a well-known landmark or natural feature: one with a Wikidata item and names in
/// several languages. The others are points of interest alone.
pub(super) fn feature_of(tags: &Tags) -> Option<&'static str> {
    if tags.is("aeroway", "aerodrome") {
        return tags.has("iata").then_some("airport");
    }
    let is_known = tags.has("wikidata") && languages(tags) >= KNOWN_LANGUAGES;
    let has = |key: &str, values: &[&str]| tags.get(key).is_some_and(|value| values.contains(&value));
    let is_natural = has("natural", &NATURAL)
        || has("waterway", &["waterfall"])
        || has("boundary", &["national_park"])
        || has("leisure", &["nature_reserve"]);
    let is_landmark = has("tourism", &["attraction", "museum", "theme_park"])
        || has("historic", &["castle", "monument", "archaeological_site", "ruins"])
        || has("man_made", &["tower", "bridge"])
        || has("leisure", &["stadium"])
        || has("amenity", &["university"]);
    match (is_known, is_natural, is_landmark) {
        (true, true, _) => Some("natural_feature"),
        (true, _, true) => Some("landmark"),
        _ => None,
    }
}

/// Values of `natural` that are a place, and neither a plant nor a piece of ground.
const NATURAL: [&str; 17] = [
    "bay",
    "beach",
    "cape",
    "cave_entrance",
    "desert",
    "fjord",
    "geyser",
    "glacier",
    "gorge",
    "massif",
    "mountain_range",
    "peak",
    "peninsula",
    "strait",
    "valley",
    "volcano",
    "water",
];

/// Placetype and search rank of a boundary; a linked settlement decides.
fn kind_of_division(role: Role, division: &Division, node: Option<&Thing>) -> Option<(&'static str, u8)> {
    if division.level == 0 {
        return Some(("postalcode", importance::POI_RANK));
    }
    let rank = (division.level * 2).min(24);
    let of_node = node.and_then(|node| node.tags.get("place"));
    if let Some(kind) = of_node.filter(|kind| matches!(*kind, "city" | "town" | "village" | "hamlet")) {
        return Some(("locality", importance::rank_of_place(kind)));
    }
    Some(match role {
        Role::Country => ("country", 4),
        Role::State => ("region", rank),
        Role::County => ("county", rank),
        Role::Town => ("locality", rank),
        Role::District => ("borough", rank),
        Role::Part => ("neighbourhood", rank),
        // The level has no role in the country's addresses: the linked settlement decides.
        Role::None => {
            let kind = of_node?;
            return placetype_of(kind).map(|placetype| (placetype, importance::rank_of_place(kind)));
        }
    })
}

/// The settlement of each division, by their places in the lists: the one of the same Wikidata item inside, else one of the same name.
pub(super) fn link(towns: &Towns, places: &[Thing]) -> HashMap<usize, usize> {
    let mut by_item: HashMap<&str, Vec<usize>> = HashMap::new();
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (at, place) in places.iter().enumerate() {
        if let Some(item) = place.tags.get("wikidata") {
            by_item.entry(item).or_default().push(at);
        }
        if let Some(name) = place.tags.get("name") {
            by_name.entry(name_key(name)).or_default().push(at);
        }
    }
    let (mut linked, mut used) = (HashMap::new(), HashSet::new());
    for (number, division) in towns.divisions().iter().enumerate() {
        if division.level <= 2 {
            continue;
        }
        let of_item = division.tags.get("wikidata").and_then(|item| by_item.get(item));
        let of_name = division.tags.get("name").and_then(|name| by_name.get(&name_key(name)));
        let found = of_item.into_iter().chain(of_name).flatten().copied().find(|&at| {
            let place = &places[at];
            placetype_of(place.tags.get("place").unwrap_or_default()).is_some()
                && !used.contains(&at)
                && (place.id == division.id || contains(&division.rings, place.point))
        });
        if let Some(at) = found {
            linked.insert(number, at);
            used.insert(at);
        }
    }
    linked
}
