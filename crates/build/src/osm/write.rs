//! Assembly: towns are found, houses, ranges and streets written, a shard of each for a country or state.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::thread;
use std::{fs, io};

use foldhash::{HashMap, HashMapExt};
use milepost_gazetteer::schema;
use milepost_text::{StreetKeys, locality_key, street_keys, us_state_code};
use rusqlite::params;

use super::geometry::metres;
use super::houses::{self, Address};
use super::object::{COUNTRY, Id, Point as Place, Tags, Thing, degrees};
use super::objects;
use super::places::{self, Postcodes};
use super::poi;
use super::progress::Stage;
use super::ranges;
use super::read::Source;
use super::report::Report;
use super::spool::{Spool, Spooled};
use super::streets::Streets;
use super::towns::{Around, Towns};
use super::wanted;
use crate::error::BuildError;
use crate::parts::Part;
use crate::points::row::Point;
use crate::pois;
use crate::shard::{Existing, Layout, OriginOptions, Prepared, Shard, read_only_uri, street_index};
use crate::summary::Summary;

/// The line to show with answers.
pub(super) const ATTRIBUTION: &str = "© OpenStreetMap contributors (ODbL 1.0, openstreetmap.org/copyright)";
/// Database of the points of interest of all countries.
const POI: &str = "poi.db";
/// Greatest distance of a house without a street from the nearest one, metres.
const NEAREST_STREET_M: f64 = 150.0;
/// Units in a cell of the grid of such houses.
const CELL: i32 = 20_000;
/// Why `--only` leaves an object out.
const FOREIGN: &str = "in another country";
/// Streets whose keys are remembered.
const MOST_KEYS: usize = 100_000;

static HOUSES: Layout = Layout {
    schema: schema::ADDRESS_POINTS_OF_OSM,
    indexes: schema::ADDRESS_POINT_INDEXES_OF_OSM,
    columns: crate::points::LAYOUT.columns + 1,
    ..crate::points::LAYOUT
};
static STREETS: Layout = Layout {
    schema: schema::STREET_CENTROIDS_OF_OSM,
    indexes: schema::STREET_CENTROID_INDEXES_OF_OSM,
    columns: crate::streets::LAYOUT.columns + 1,
    counts_parts: true,
    ..crate::streets::LAYOUT
};

/// Countries of the rows.
pub(super) struct Area {
    /// Country of objects outside of the national boundaries of the files, lower case.
    pub(super) country: Option<String>,
    /// Whether objects of other countries are left out.
    pub(super) only: bool,
}

/// Writes the databases below `folder`.
pub(super) fn write(
    mut source: Source,
    folder: &Path,
    Area { country, only }: Area,
    mut report: Report,
) -> Result<Summary, BuildError> {
    let own = country.clone().filter(|_| only);
    let divisions = std::mem::take(&mut source.divisions);
    let usual = country.or_else(|| {
        Towns::usual_country(divisions.iter().chain(&source.fragments).map(|area| area.tags.clone()))
    });
    let mut writer = Writer {
        towns: Towns::new(divisions, &source.places),
        streets: Streets::new()?,
        shards: BTreeMap::new(),
        ranges: BTreeMap::new(),
        keys: HashMap::new(),
        postcodes: Postcodes::default(),
        streetless: Vec::new(),
        release: source.release.take(),
        street_of: std::mem::take(&mut source.street_of),
        folder,
        usual,
        own,
    };
    let mut spool = source.spool;
    report.progress.begin(Stage::Objects, spool.bytes);
    spool.each(|spooled| {
        report.progress.advance(spooled.bytes(), 1);
        match spooled {
            Spooled::Thing(thing) => {
                if let Some(code) = thing.tags.get("addr:postcode").or(thing.tags.get("postal_code")) {
                    let (_, country) = writer.around(thing.point, &thing.tags)?;
                    writer.postcodes.add(&country, code, thing.point, thing.id);
                }
                if wanted::is_house(&thing.tags) { writer.add_house(&thing, &mut report) } else { Ok(()) }
            }
            Spooled::Street { id, tags, line, is_drawn } => {
                let Some(&middle) = line.get(if is_drawn { line.len() / 2 } else { 0 }) else {
                    return Ok(());
                };
                let (around, country) = writer.around(middle, &tags)?;
                if writer.is_foreign(&country) {
                    report.leave_out(FOREIGN, id);
                    return Ok(());
                }
                // Where there are no boundaries, the source names the town.
                let (state, town) =
                    if is_drawn { (None, None) } else { (tags.get("addr:state"), houses::towns(&tags)) };
                let area = area_of(&country, state, around.state.as_deref());
                writer.streets.add(
                    &area,
                    &country,
                    town.or(around.town.as_deref()),
                    (id, &tags, &line, is_drawn),
                )
            }
        }
    })?;
    for way in &source.interpolations {
        let Some((first, _)) = way.line.first() else { continue };
        match ranges::segments(way, writer.street_of.get(&way.id).map(String::as_str)) {
            Ok(segments) => writer.add_ranges((way.id, &way.tags), *first, &segments, &mut report)?,
            Err(reason) => report.leave_out(reason, way.id),
        }
    }
    writer.add_streetless(&mut report)?;
    let aliases = writer.towns.aliases();
    let shards = std::mem::take(&mut writer.shards);
    let countries = shards.keys().map(|area| country_of(area).to_owned()).collect();
    report.progress.begin(Stage::Databases, 3);
    // Sorting and indexing houses takes as long as everything else.
    let (houses, others) = thread::scope(|scope| {
        let houses = scope.spawn(|| finish_shards(shards, folder, "address-points", Some(&aliases)));
        let others = writer.write_others(&mut spool, &source.places, countries, &mut report);
        (houses.join().unwrap_or_else(|panic| resume_unwind(panic)), others)
    });
    writer.finish(report, &aliases, houses?, others?)
}

/// Other names of the towns, by the key of the name that the rows have.
type Aliases = BTreeMap<String, BTreeSet<String>>;

/// A finished shard with its area and path.
type PreparedShard = (String, PathBuf, Prepared);

/// Finishes the shards of a family that have rows.
fn finish_shards(
    shards: BTreeMap<String, Shard>,
    folder: &Path,
    family: &str,
    aliases: Option<&Aliases>,
) -> Result<Vec<PreparedShard>, BuildError> {
    let mut finished = Vec::new();
    for (area, shard) in shards.into_iter().filter(|(_, shard)| shard.rows > 0) {
        if let Some(aliases) = aliases {
            shard.with(|connection| {
                let mut insert = connection.prepare("INSERT INTO locality_alias VALUES (?1, ?2)")?;
                for (locality, names) in aliases {
                    for name in names {
                        insert.execute([locality, name])?;
                    }
                }
                Ok(())
            })?;
        }
        let done = shard.prepare_with(|file| street_index::write(file, country_of(&area)))?;
        let path = path_of(folder, family, &area);
        finished.push((area, path, done));
    }
    Ok(finished)
}

/// The area of shards: the state in the United States, else the country.
fn area_of(country: &str, tagged: Option<&str>, around: Option<&str>) -> String {
    let state = [tagged, around].into_iter().flatten().find_map(us_state_code).filter(|_| country == "us");
    state.map_or_else(|| country.to_owned(), |state| format!("us-{state}"))
}

/// A house that waits for the nearest street.
struct Streetless {
    thing: Thing,
    address: Address,
    nearest: Option<(f64, String)>,
}

struct Writer<'a> {
    towns: Towns,
    streets: Streets,
    shards: BTreeMap<String, Shard>,
    ranges: BTreeMap<String, Shard>,
    keys: HashMap<String, StreetKeys>,
    postcodes: Postcodes,
    streetless: Vec<Streetless>,
    release: Option<String>,
    street_of: HashMap<Id, String>,
    folder: &'a Path,
    usual: Option<String>,
    /// The only country of the rows.
    own: Option<String>,
}

impl Writer<'_> {
    /// What is around the point of an object, and its country.
    fn around(&mut self, point: Place, tags: &Tags) -> Result<(Around, String), BuildError> {
        let known = tags.get(COUNTRY).or(self.usual.as_deref());
        let around = self.towns.of(point, known);
        let country = around.country.clone().or_else(|| known.map(str::to_owned));
        let country = country.ok_or(BuildError::CountryUnknown)?;
        Ok((around, country))
    }

    /// Whether objects of a country are left out.
    fn is_foreign(&self, country: &str) -> bool {
        self.own.as_deref().is_some_and(|own| own != country)
    }

    fn add_house(&mut self, thing: &Thing, report: &mut Report) -> Result<(), BuildError> {
        let (around, country) = self.around(thing.point, &thing.tags)?;
        if self.is_foreign(&country) {
            report.leave_out(FOREIGN, thing.id);
            return Ok(());
        }
        let of_relation = self.street_of.get(&thing.id).map(String::as_str);
        let addresses = match houses::addresses(thing, of_relation, &country) {
            Ok(addresses) => addresses,
            Err(reason) => {
                report.leave_out(reason, thing.id);
                return Ok(());
            }
        };
        let mut is_taken = false;
        for address in addresses {
            match &address.street {
                Some(street) => is_taken |= self.add_address(thing, &address, street, &around, &country)?,
                None => {
                    self.streetless.push(Streetless { thing: thing.clone(), address, nearest: None });
                    // Counted when its street is found.
                    return Ok(());
                }
            }
        }
        if is_taken {
            report.take("houses", 1);
        } else {
            report.leave_out("a number or street without a letter or digit", thing.id);
        }
        Ok(())
    }

    /// Adds the rows of an address: under the town of its tags, and under that of its division if that is another one. Returns whether the
    /// address is usable.
    fn add_address(
        &mut self,
        thing: &Thing,
        address: &Address,
        street: &str,
        around: &Around,
        country: &str,
    ) -> Result<bool, BuildError> {
        let tagged = houses::towns(&thing.tags);
        let town = tagged.or(around.town.as_deref()).unwrap_or_default();
        let postcode = thing.tags.get("addr:postcode").or(around.postcode.as_deref()).unwrap_or_default();
        let at = || Ok(degrees(thing.point));
        let texts = [&address.number, street, &address.unit, town, postcode];
        let Ok(mut point) = Point::new(texts, at, |street, country| self.keys_of(street, country), country)
        else {
            return Ok(false);
        };
        let area = area_of(country, thing.tags.get("addr:state"), around.state.as_deref());
        let shard = self.shard(&area)?;
        add(shard, &point, thing.id)?;
        let other = around.town.as_deref().map(locality_key).filter(|key| !key.is_empty());
        if tagged.is_some() && other.is_some() && other != point.locality {
            point.locality = other;
            add(shard, &point, thing.id)?;
        }
        Ok(true)
    }

    fn keys_of(&mut self, street: &str, country: &str) -> StreetKeys {
        if let Some(keys) = self.keys.get(street) {
            return keys.clone();
        }
        if self.keys.len() >= MOST_KEYS {
            self.keys.clear();
        }
        let keys = street_keys(street, country);
        self.keys.insert(street.to_owned(), keys.clone());
        keys
    }

    fn shard(&mut self, area: &str) -> Result<&mut Shard, BuildError> {
        open(&mut self.shards, area, self.folder, "address-points", &HOUSES, self.release.as_deref())
    }

    fn add_ranges(
        &mut self,
        (id, tags): (Id, &Tags),
        first: Place,
        segments: &[ranges::Numbered],
        report: &mut Report,
    ) -> Result<(), BuildError> {
        let (around, country) = self.around(first, tags)?;
        if self.is_foreign(&country) {
            report.leave_out(FOREIGN, id);
            return Ok(());
        }
        let area = area_of(&country, None, around.state.as_deref());
        let release = self.release.as_deref();
        let shard =
            open(&mut self.ranges, &area, self.folder, "interpolation", &crate::ranges::LAYOUT, release)?;
        let mut written = 0;
        for (segment, line) in segments {
            match segment.write(line, shard, &country, &OriginOptions::default())? {
                Ok(true) => written += 1,
                Ok(false) | Err(_) => {
                    report.leave_out("a line of numbers without a usable number or street", id)
                }
            }
        }
        report.take("ranges of house numbers", written);
        Ok(())
    }

    /// Gives houses without a street the nearest one.
    fn add_streetless(&mut self, report: &mut Report) -> Result<(), BuildError> {
        let mut waiting = std::mem::take(&mut self.streetless);
        let mut cells: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
        for (number, house) in waiting.iter().enumerate() {
            let [lat, lon] = house.thing.point;
            cells.entry((lat.div_euclid(CELL), lon.div_euclid(CELL))).or_default().push(number);
        }
        if !waiting.is_empty() {
            self.streets.lines(|name, line| {
                for edge in line.windows(2) {
                    nearer(&mut waiting, &cells, name, edge[0], edge[1]);
                }
            })?;
        }
        for Streetless { thing, address, nearest } in waiting {
            let Some((_, street)) = nearest else {
                report.leave_out("a house without a street, and none near it", thing.id);
                continue;
            };
            let (around, country) = self.around(thing.point, &thing.tags)?;
            if self.add_address(&thing, &address, &street, &around, &country)? {
                report.take("houses", 1);
                report.take("houses at the nearest street, for want of their own", 1);
            }
        }
        Ok(())
    }

    /// Writes the points of interest; none if there are none.
    fn write_pois(
        &mut self,
        spool: &mut Spool,
        report: &mut Report,
    ) -> Result<Option<(PathBuf, Prepared)>, BuildError> {
        let mut written = poi::Written::default();
        let (mut count, mut twice) = (0, 0);
        let usual = self.usual.clone();
        let part = part(&format!("osm:{}", usual.as_deref().unwrap_or("world")), self.release.as_deref());
        let path = self.folder.join(POI);
        let finished = pois::write_part(&path, &part, &mut |add| {
            spool.each(|spooled| {
                let Spooled::Thing(thing) = spooled else { return Ok(()) };
                if poi::category(&thing.tags).is_none() {
                    return Ok(());
                }
                if !written.is_new(&thing) {
                    twice += 1;
                    return Ok(());
                }
                let (_, country) = self.around(thing.point, &thing.tags)?;
                if self.is_foreign(&country) {
                    report.leave_out(FOREIGN, thing.id);
                    return Ok(());
                }
                let Some(row) = poi::row(&thing, &country) else { return Ok(()) };
                count += 1;
                add(row)
            })
        })?;
        report.take("points of interest", count);
        report.take("points of interest that another object of the same name is", twice);
        if finished.rows() > 0 {
            return Ok(Some((path, finished)));
        }
        match fs::remove_file(&path) {
            Err(source) if source.kind() != io::ErrorKind::NotFound => {
                Err(BuildError::Write { path, source })
            }
            _ => Ok(None),
        }
    }

    /// Writes what answers show of the objects.
    fn write_objects(
        &mut self,
        spool: &mut Spool,
        places: &[Thing],
    ) -> Result<(PathBuf, Prepared), BuildError> {
        let area = self.usual.as_deref().unwrap_or("world");
        let path = path_of(self.folder, "objects", area);
        let part = part(&format!("{area}-objects"), self.release.as_deref());
        let written = objects::write(&path, &part, spool, &mut self.towns, places, self.own.as_deref())?;
        Ok((path, written))
    }

    /// Writes points of interest and places, which need no house.
    fn write_others(
        &mut self,
        spool: &mut Spool,
        places: &[Thing],
        countries: BTreeSet<String>,
        report: &mut Report,
    ) -> Result<Vec<(PathBuf, Prepared)>, BuildError> {
        let pois = self.write_pois(spool, report)?;
        let objects = self.write_objects(spool, places)?;
        let places = self.write_places(places, countries, report)?;
        report.progress.advance(1, 0);
        let objects = Some(objects).filter(|(_, written)| written.rows() > 0);
        Ok(pois.into_iter().chain(objects).chain(places).collect())
    }

    /// Writes the places of each country: those with houses, the usual one, and those whose boundaries the files hold.
    fn write_places(
        &mut self,
        places: &[Thing],
        mut countries: BTreeSet<String>,
        report: &mut Report,
    ) -> Result<Vec<(PathBuf, Prepared)>, BuildError> {
        countries.extend(self.usual.clone());
        countries.extend(self.towns.nations());
        countries.extend(places.iter().filter_map(|place| place.tags.get(COUNTRY)).map(str::to_owned));
        countries.retain(|country| !self.is_foreign(country));
        let mut written = Vec::new();
        for country in countries {
            let path = path_of(self.folder, "places", &country);
            let part = part(&format!("{country}-places"), self.release.as_deref());
            let Writer { towns, postcodes, .. } = self;
            if let Some(finished) = places::write(&path, &country, &part, towns, places, postcodes)? {
                report.take("places, boundaries and postcodes", finished.rows());
                written.push((path, finished));
            }
        }
        Ok(written)
    }

    /// Finishes ranges and streets, which are completed from the finished houses.
    fn finish(
        self,
        mut report: Report,
        aliases: &Aliases,
        houses: Vec<PreparedShard>,
        others: Vec<(PathBuf, Prepared)>,
    ) -> Result<Summary, BuildError> {
        let Writer { ranges, streets, folder, release, .. } = self;
        let mut all: Vec<(PathBuf, Prepared)> = Vec::new();
        let mut of_houses: BTreeMap<String, PathBuf> = BTreeMap::new();
        for (area, path, prepared) in houses {
            of_houses.extend(prepared.path().map(|written| (area, written.to_owned())));
            all.push((path, prepared));
        }
        report.progress.advance(1, 0);
        let ranges = finish_shards(ranges, folder, "interpolation", None)?;
        all.extend(ranges.into_iter().map(|(_, path, prepared)| (path, prepared)));
        let mut areas = streets.areas()?;
        areas.extend(of_houses.keys().cloned());
        areas.sort();
        areas.dedup();
        let mut open_streets = BTreeMap::new();
        for area in areas {
            let shard =
                open(&mut open_streets, &area, folder, "street-centroids", &STREETS, release.as_deref())?;
            let houses = of_houses.get(&area).map(|path| read_only_uri(path));
            report.take("streets", streets.write(&area, shard, houses.as_deref())?);
        }
        let streets = finish_shards(open_streets, folder, "street-centroids", Some(aliases))?;
        all.extend(streets.into_iter().map(|(_, path, prepared)| (path, prepared)));
        all.extend(others);
        report.progress.advance(1, 0);
        report.progress.end();
        // Together, so that an import that is killed leaves none of them.
        let mut summary = Summary::default();
        for (path, prepared) in all {
            summary.finished(&path, prepared.install()?);
        }
        if summary.is_empty() {
            return Err(BuildError::Empty { path: folder.into(), named: report.lines().join("\n") });
        }
        let mut lines = report.lines();
        lines.append(&mut summary.lines);
        summary.lines = lines;
        Ok(summary)
    }
}

fn country_of(area: &str) -> &str {
    area.split('-').next().unwrap_or(area)
}

fn path_of(folder: &Path, family: &str, area: &str) -> PathBuf {
    folder.join(format!("{family}-{area}.db"))
}

/// The shard of an area, begun with the part that names the data's owner.
fn open<'a>(
    shards: &'a mut BTreeMap<String, Shard>,
    area: &str,
    folder: &Path,
    family: &str,
    layout: &'static Layout,
    release: Option<&str>,
) -> Result<&'a mut Shard, BuildError> {
    if !shards.contains_key(area) {
        let mut shard = Shard::create(&path_of(folder, family, area), layout, &Existing::Replaced)?;
        shard.next_source(Some(&part(area, release)))?;
        shards.insert(area.to_owned(), shard);
    }
    shards.get_mut(area).ok_or(BuildError::CountryUnknown)
}

/// Owner and terms of the data.
fn part(area: &str, release: Option<&str>) -> Part {
    Part {
        code: area.to_owned(),
        publisher: "osm".to_owned(),
        licence: "ODbL-1.0".to_owned(),
        attribution: ATTRIBUTION.to_owned(),
        release: release.map(str::to_owned),
        url: Some("https://www.openstreetmap.org/copyright".to_owned()),
        added: None,
        files: Vec::new(),
        table: None,
    }
}

fn add(shard: &mut Shard, point: &Point, id: Id) -> Result<(), BuildError> {
    shard.add(params![
        point.keys.norm,
        point.keys.key,
        point.number.text(),
        point.unit,
        point.postcode,
        point.locality,
        point.street,
        point.lat,
        point.lon,
        None::<String>,
        None::<String>,
        (id.number != 0).then(|| id.packed()),
    ])
}

/// Notes the street of an edge at the houses that it is nearest to.
fn nearer(
    waiting: &mut [Streetless],
    cells: &HashMap<(i32, i32), Vec<usize>>,
    name: &str,
    from: Place,
    to: Place,
) {
    let row = |lat: i32| lat.div_euclid(CELL);
    let (low, high) = (row(from[0].min(to[0])) - 1, row(from[0].max(to[0])) + 1);
    let (west, east) = (row(from[1].min(to[1])) - 2, row(from[1].max(to[1])) + 2);
    // An edge over hundreds of cells is no street of houses.
    if (high - low).max(east - west) > 200 {
        return;
    }
    for cell in (low..=high).flat_map(|row| (west..=east).map(move |column| (row, column))) {
        for &number in cells.get(&cell).map_or(&[][..], Vec::as_slice) {
            let house = &mut waiting[number];
            let distance = metres_to_edge(house.thing.point, from, to);
            if distance <= NEAREST_STREET_M
                && house.nearest.as_ref().is_none_or(|(known, _)| distance < *known)
            {
                house.nearest = Some((distance, name.to_owned()));
            }
        }
    }
}

/// Metres from a point to an edge.
fn metres_to_edge(point: Place, from: Place, to: Place) -> f64 {
    let (along, length, back) = (metres(from, point), metres(from, to), metres(to, point));
    if length == 0.0 {
        return along;
    }
    // By the three sides: the foot of the height, if it lies on the edge.
    let foot = (along * along - back * back + length * length) / (2.0 * length);
    match foot {
        foot if foot <= 0.0 => along,
        foot if foot >= length => back,
        foot => (along * along - foot * foot).max(0.0).sqrt(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_house_of_the_united_states_is_filed_by_its_state() {
        assert_eq!(area_of("us", Some("MD"), None), "us-md");
        assert_eq!(area_of("us", None, Some("Maryland")), "us-md");
        assert_eq!(area_of("us", None, None), "us");
        assert_eq!(area_of("fr", Some("MD"), None), "fr");
    }

    #[test]
    fn a_house_is_as_far_from_an_edge_as_from_its_nearest_point() {
        let (from, to) = ([0, 0], [0, 10_000]);
        let metre = 1e7 / 111_195.0;
        let near =
            |lat: f64, lon: f64| metres_to_edge([(lat * metre) as i32, (lon * metre) as i32], from, to);
        assert!((near(20.0, 50.0) - 20.0).abs() < 0.1);
        assert!((near(0.0, -30.0) - 30.0).abs() < 0.1);
    }
}
