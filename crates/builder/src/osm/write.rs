//! Assembly: towns are found, houses, ranges and streets written, a shard of each for a country or state.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Sender};
use std::thread;

use foldhash::{HashMap, HashMapExt};
use milepost_gazetteer::schema;
use milepost_text::{StreetKeys, locality_key, street_keys, us_state_code};
use rusqlite::params;

use super::context::{Context, FOREIGN};
use super::geometry::metres;
use super::houses::{self, Address};
use super::object::{Id, Point as Place, Thing, degrees};
use super::places::Postcodes;
use super::progress::Stage;
use super::ranges;
use super::read::{Interpolation, Source};
use super::report::Report;
use super::spool::{Spool, Spooled, Street};
use super::streets::Streets;
use super::towns::{Around, Towns};
use super::unaddressed::{self, Named, OfHouses};
use super::wanted;
use crate::error::BuildError;
use crate::points::row::Point;
use crate::shard::{Existing, Layout, OriginOptions, Prepared, RowParts, Shard, read_only_uri, street_index};
use crate::summary::Summary;

/// Greatest distance of a house without a street from the nearest one, metres.
const NEAREST_STREET_M: f64 = 150.0;
/// Units in a cell of the grid of such houses.
const CELL: i32 = 20_000;
const MOST_KEYS: usize = 100_000;

static HOUSES: Layout = Layout {
    schema: schema::ADDRESS_POINTS_OF_OSM,
    indexes: schema::ADDRESS_POINT_INDEXES_OF_OSM,
    order: "postcode, street_norm, locality_norm, street_key, street_raw, CAST(number AS INTEGER), number, unit, lat, lon",
    columns: 10,
    parts: RowParts::Single,
    ..crate::points::LAYOUT
};
static STREETS: Layout = Layout {
    schema: schema::STREET_CENTROIDS_OF_OSM,
    indexes: schema::STREET_CENTROID_INDEXES_OF_OSM,
    columns: crate::streets::LAYOUT.columns + 1,
    parts: RowParts::Counted,
    ..crate::streets::LAYOUT
};

/// Writes the databases below `folder`. `country` (lower case) is that of objects outside of the national boundaries of the files; with
/// `only`, objects of other countries are left out.
pub(super) fn write(
    mut source: Source,
    folder: &Path,
    country: Option<String>,
    only: bool,
    mut report: Report,
) -> Result<Summary, BuildError> {
    let own = country.clone().filter(|_| only);
    let divisions = std::mem::take(&mut source.divisions);
    let usual = country
        .or_else(|| Towns::usual_country(divisions.iter().chain(&source.fragments).map(|area| &area.tags)));
    let towns = Towns::new(divisions, &source.places);
    let places = std::mem::take(&mut source.places);
    let context = Context { towns, places, folder, usual, own, release: source.release.take() };
    let spool = source.spool.finish()?;
    let ways = source.interpolations;
    let (send, of_houses) = mpsc::channel();
    let (addressed, unaddressed) = thread::scope(|scope| {
        let (spool, context) = (&spool, &context);
        let unaddressed = scope.spawn(move || unaddressed::write(spool, context, &of_houses));
        let addressed = write_addressed(spool, &ways, source.street_of, context, send, &mut report);
        (addressed, unaddressed.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    let (mut all, (others, of_others)) = (addressed?, unaddressed?);
    all.extend(others);
    report.add(of_others);
    report.progress.end();
    // All at the end: a killed import leaves no database.
    let mut summary = Summary::default();
    for (path, prepared) in all {
        summary.finished(&path, prepared.install()?);
    }
    if summary.is_empty() {
        return Err(BuildError::Empty { path: folder.into(), named: report.lines().join("\n") });
    }
    summary.lines.splice(..0, report.lines());
    Ok(summary)
}

/// Writes houses, ranges of house numbers and streets; sends what places need as soon as it is known.
fn write_addressed(
    spool: &Spool,
    interpolations: &[Interpolation],
    street_of: HashMap<Id, String>,
    context: &Context<'_>,
    places: Sender<OfHouses>,
    report: &mut Report,
) -> Result<Vec<Named>, BuildError> {
    report.progress.begin(Stage::Objects, spool.bytes);
    let mut writer = Writer {
        context,
        report,
        streets: Streets::new()?,
        shards: BTreeMap::new(),
        ranges: BTreeMap::new(),
        keys: HashMap::new(),
        postcodes: Postcodes::default(),
        streetless: Vec::new(),
        street_of,
    };
    spool.each(|spooled| {
        writer.report.progress.advance(spooled.bytes(), 1);
        match spooled {
            Spooled::Thing(thing) => writer.add_thing(&thing),
            Spooled::Street(street) => writer.add_street(&street),
        }
    })?;
    interpolations.iter().try_for_each(|way| writer.add_ranges(way))?;
    writer.add_streetless()?;
    let countries = writer.shards.keys().map(|area| country_of(area).to_owned()).collect();
    // Where nothing receives, the other thread reports why.
    let _ = places.send(OfHouses { postcodes: std::mem::take(&mut writer.postcodes), countries });
    writer.finish()
}

/// Other names of the towns, by the key of the name that the rows have.
type Aliases = BTreeMap<String, BTreeSet<String>>;

/// Finishes the shards of a family that have rows; returns them by area.
fn finish_shards(
    shards: BTreeMap<String, Shard>,
    aliases: Option<&Aliases>,
) -> Result<Vec<(String, Prepared)>, BuildError> {
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
        finished.push((area, done));
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
    context: &'a Context<'a>,
    report: &'a mut Report,
    streets: Streets,
    shards: BTreeMap<String, Shard>,
    ranges: BTreeMap<String, Shard>,
    keys: HashMap<String, StreetKeys>,
    postcodes: Postcodes,
    streetless: Vec<Streetless>,
    street_of: HashMap<Id, String>,
}

impl Writer<'_> {
    fn add_thing(&mut self, thing: &Thing) -> Result<(), BuildError> {
        let code = thing.tags.get("addr:postcode").or(thing.tags.get("postal_code"));
        let is_house = wanted::is_house(&thing.tags);
        if code.is_none() && !is_house {
            return Ok(());
        }
        let (around, country) = self.context.around(thing.point, &thing.tags)?;
        if let Some(code) = code {
            self.postcodes.add(&country, code, thing.point, thing.id);
        }
        if is_house { self.add_house(thing, &around, &country) } else { Ok(()) }
    }

    fn add_street(&mut self, street: &Street) -> Result<(), BuildError> {
        let Some(middle) = street.middle() else { return Ok(()) };
        let (around, country) = self.context.around(middle, &street.tags)?;
        if self.context.is_foreign(&country) {
            self.report.leave_out(FOREIGN, street.id);
            return Ok(());
        }
        // Without boundaries, the source names the town.
        let tags = Some(&street.tags).filter(|_| !street.is_drawn);
        let state = tags.and_then(|tags| tags.get("addr:state"));
        let town = tags.and_then(houses::towns).or(around.town.as_deref());
        let area = area_of(&country, state, around.state.as_deref());
        self.streets.add(&area, &country, town, street)
    }

    fn add_house(&mut self, thing: &Thing, around: &Around, country: &str) -> Result<(), BuildError> {
        if self.context.is_foreign(country) {
            self.report.leave_out(FOREIGN, thing.id);
            return Ok(());
        }
        let of_relation = self.street_of.get(&thing.id).map(String::as_str);
        let addresses = match houses::addresses(thing, of_relation, country) {
            Ok(addresses) => addresses,
            Err(reason) => {
                self.report.leave_out(reason, thing.id);
                return Ok(());
            }
        };
        let mut has_row = false;
        for address in addresses {
            match &address.street {
                Some(street) => has_row |= self.add_address(thing, &address, street, around, country)?,
                None => {
                    self.streetless.push(Streetless { thing: thing.clone(), address, nearest: None });
                    // Counted when its street is found.
                    return Ok(());
                }
            }
        }
        if has_row {
            self.report.take("houses", 1);
        } else {
            self.report.leave_out("a number or street without a letter or digit", thing.id);
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
        let shard = open(&mut self.shards, &area, self.context, "address-points", &HOUSES)?;
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

    fn add_ranges(&mut self, way: &Interpolation) -> Result<(), BuildError> {
        let Some((first, _)) = way.line.first() else { return Ok(()) };
        let segments = match ranges::segments(way, self.street_of.get(&way.id).map(String::as_str)) {
            Ok(segments) => segments,
            Err(reason) => {
                self.report.leave_out(reason, way.id);
                return Ok(());
            }
        };
        let (around, country) = self.context.around(*first, &way.tags)?;
        if self.context.is_foreign(&country) {
            self.report.leave_out(FOREIGN, way.id);
            return Ok(());
        }
        let area = area_of(&country, None, around.state.as_deref());
        let shard = open(&mut self.ranges, &area, self.context, "interpolation", &crate::ranges::LAYOUT)?;
        let mut written = 0;
        for (segment, line) in &segments {
            match segment.write(line, shard, &country, &OriginOptions::default())? {
                Ok(true) => written += 1,
                Ok(false) | Err(_) => {
                    self.report.leave_out("a line of numbers without a usable number or street", way.id)
                }
            }
        }
        self.report.take("ranges of house numbers", written);
        Ok(())
    }

    fn add_streetless(&mut self) -> Result<(), BuildError> {
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
                self.report.leave_out("a house without a street, and none near it", thing.id);
                continue;
            };
            let (around, country) = self.context.around(thing.point, &thing.tags)?;
            if self.add_address(&thing, &address, &street, &around, &country)? {
                self.report.take("houses", 1);
                self.report.take("houses at the nearest street, for want of their own", 1);
            }
        }
        Ok(())
    }

    /// Finishes the databases: streets last, which are completed from the finished houses.
    fn finish(self) -> Result<Vec<Named>, BuildError> {
        let Writer { context, report, streets, shards, ranges, .. } = self;
        let aliases = context.towns.aliases(&context.places);
        let mut all: Vec<Named> = Vec::new();
        let mut of_houses: BTreeMap<String, PathBuf> = BTreeMap::new();
        report.progress.begin(Stage::Databases, 3);
        for (area, prepared) in finish_shards(shards, Some(&aliases))? {
            of_houses.extend(prepared.path().map(|path| (area.clone(), path.to_owned())));
            all.push((context.path_of("address-points", &area), prepared));
        }
        report.progress.advance(1, 0);
        for (area, prepared) in finish_shards(ranges, None)? {
            all.push((context.path_of("interpolation", &area), prepared));
        }
        report.progress.advance(1, 0);
        let mut areas = streets.areas()?;
        areas.extend(of_houses.keys().cloned());
        areas.sort();
        areas.dedup();
        let mut of_streets = BTreeMap::new();
        for area in areas {
            let shard = open(&mut of_streets, &area, context, "street-centroids", &STREETS)?;
            let houses = of_houses.get(&area).map(|path| read_only_uri(path));
            report.take("streets", streets.write(&area, shard, houses.as_deref())?);
        }
        for (area, prepared) in finish_shards(of_streets, Some(&aliases))? {
            all.push((context.path_of("street-centroids", &area), prepared));
        }
        report.progress.advance(1, 0);
        Ok(all)
    }
}

fn country_of(area: &str) -> &str {
    area.split('-').next().unwrap_or(area)
}

/// The shard of an area, begun with the part that names the data's owner.
fn open<'a>(
    shards: &'a mut BTreeMap<String, Shard>,
    area: &str,
    context: &Context<'_>,
    family: &str,
    layout: &'static Layout,
) -> Result<&'a mut Shard, BuildError> {
    if !shards.contains_key(area) {
        let mut shard = Shard::create(&context.path_of(family, area), layout, &Existing::Replaced)?;
        shard.next_source(Some(&context.part(area)))?;
        shards.insert(area.to_owned(), shard);
    }
    shards.get_mut(area).ok_or(BuildError::CountryUnknown)
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
    // An edge over hundreds of cells cannot be a street of houses.
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
