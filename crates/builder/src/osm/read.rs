//! The passes over the files: relations, the nodes that ways need, the nodes, the ways with their points.

use foldhash::{HashMap, HashMapExt, HashSet, HashSetExt};
use std::num::NonZero;
use std::path::{Path, PathBuf};

use osmpbf::{PrimitiveBlock, RelMemberType};

use super::geometry::{extent, join, middle_vertex, point_inside};
use super::locations::{Cursor, Finder, Locations, NodeIds};
use super::object::{Area, Id, Kind, Point, Tags, Thing, point_of};
use super::pbf::Pbf;
use super::progress::Stage;
use super::report::{Report, day_of};
use super::spool::{SpoolWriter, Spooled, Street};
use super::wanted::{self, BOUNDARY, HOUSE, INTERPOLATION, Keys, PLACE, POI, STREET};
use crate::error::BuildError;

/// Longest gap of a boundary that is closed, metres.
const GAP_M: f64 = 1_000.0;

pub(super) struct Source {
    pub(super) spool: SpoolWriter,
    pub(super) divisions: Vec<Area>,
    /// Divisions whose boundary is not whole, without rings: they tell the country of a file.
    pub(super) fragments: Vec<Area>,
    pub(super) interpolations: Vec<Interpolation>,
    /// Street of a house, from relations.
    pub(super) street_of: HashMap<Id, String>,
    /// Places by name, for the town of a house.
    pub(super) places: Vec<Thing>,
    pub(super) release: Option<String>,
}

#[derive(Debug, Clone)]
pub(super) struct Interpolation {
    pub(super) id: Id,
    pub(super) tags: Tags,
    pub(super) line: Vec<(Point, Option<Tags>)>,
}

struct AreaRelation {
    id: Id,
    tags: Tags,
    ways: Vec<i64>,
    label: Option<i64>,
}

struct StreetRelation {
    tags: Tags,
    streets: Vec<i64>,
    houses: Vec<Id>,
}

enum Relation {
    Area(AreaRelation),
    Street(StreetRelation),
}

/// A way that is used, before its nodes are known.
#[derive(Default)]
struct WaysOfBlock {
    refs: Vec<i64>,
    numbered: Vec<i64>,
    names: Vec<(i64, String)>,
}

enum Way {
    Spooled(Spooled),
    Line(i64, Vec<Point>),
    Interpolation(Interpolation),
    Division(Area),
    Broken(&'static str),
}

/// Reads the files; temporary files are made in `folder`. `budget` is the memory for node locations, bytes.
pub(super) fn read(
    files: &[PathBuf],
    folder: &Path,
    budget: u64,
    threads: NonZero<usize>,
    report: &mut Report,
) -> Result<Source, BuildError> {
    let mut pbf = Pbf::open(files, folder, threads, report)?;
    let mut unique = Unique { seen: (files.len() > 1).then(HashSet::new) };
    let (areas, streets) = relations(&mut pbf, &mut unique, report)?;
    let members: HashSet<i64> = areas.iter().flat_map(|area| area.ways.iter().copied()).collect();
    let named: HashSet<i64> = streets.iter().flat_map(|street| street.streets.iter().copied()).collect();

    let mut ids = NodeIds::new(folder, budget);
    let mut numbered: HashSet<i64> = HashSet::new();
    let mut names: HashMap<i64, String> = HashMap::new();
    let read = |block: &PrimitiveBlock| ways_of_block(block, &members, &named);
    pbf.each(Stage::Ways, report, read, |ways: WaysOfBlock, _| {
        numbered.extend(ways.numbered);
        names.extend(ways.names);
        ids.extend(&ways.refs)
    })?;
    ids.extend(&areas.iter().filter_map(|area| area.label).collect::<Vec<_>>())?;
    let mut locations = ids.finish(budget)?;

    let mut source = Source {
        street_of: street_of(streets, &names),
        release: pbf.timestamp.and_then(day_of),
        ..Source::new(folder)?
    };
    let numbers = nodes(&mut pbf, &mut locations, &numbered, &mut unique, &mut source, report)?;
    let lines = ways(&mut pbf, &locations, &members, &numbers, &mut unique, &mut source, report)?;
    for area in areas {
        source.add_area(area, &lines, &locations, report)?;
    }
    Ok(source)
}

/// Objects that several files hold count once.
struct Unique {
    seen: Option<HashSet<i64>>,
}

impl Unique {
    fn is_new(&mut self, id: Id) -> bool {
        self.seen.as_mut().is_none_or(|seen| seen.insert(id.packed()))
    }
}

fn relations(
    pbf: &mut Pbf,
    unique: &mut Unique,
    report: &mut Report,
) -> Result<(Vec<AreaRelation>, Vec<StreetRelation>), BuildError> {
    let (mut areas, mut streets) = (Vec::new(), Vec::new());
    pbf.each(Stage::Relations, report, relations_of_block, |relations, _| {
        for (id, relation) in relations {
            if !unique.is_new(id) {
                continue;
            }
            match relation {
                Relation::Area(area) => areas.push(area),
                Relation::Street(street) => streets.push(street),
            }
        }
        Ok(())
    })?;
    Ok((areas, streets))
}

fn relations_of_block(block: &PrimitiveBlock) -> Vec<(Id, Relation)> {
    let mut found = Vec::new();
    for relation in block.groups().flat_map(|group| group.relations()) {
        let tags = Tags::of(relation.tags());
        let id = Id { kind: Kind::Relation, number: relation.id() };
        let members = relation.members().map(|member| (member.role().unwrap_or_default(), member));
        match tags.get("type") {
            Some("associatedStreet" | "street") => {
                let (mut streets, mut houses) = (Vec::new(), Vec::new());
                for (role, member) in members {
                    let kind = match member.member_type {
                        RelMemberType::Node => Kind::Node,
                        RelMemberType::Way => Kind::Way,
                        RelMemberType::Relation => Kind::Relation,
                    };
                    match role {
                        "street" | "" if kind == Kind::Way => streets.push(member.member_id),
                        "house" | "address" | "addr:houselink" => {
                            houses.push(Id { kind, number: member.member_id })
                        }
                        _ => {}
                    }
                }
                found.push((id, Relation::Street(StreetRelation { tags, streets, houses })));
            }
            Some("multipolygon" | "boundary")
                if wanted::is_division(&tags) || wanted::is_thing(&tags) || wanted::is_street(&tags) =>
            {
                let (mut ways, mut label) = (Vec::new(), None);
                for (role, member) in members {
                    match (member.member_type, role) {
                        (RelMemberType::Way, _) => ways.push(member.member_id),
                        (RelMemberType::Node, "label") => label = Some(member.member_id),
                        (RelMemberType::Node, "admin_centre") => label = label.or(Some(member.member_id)),
                        _ => {}
                    }
                }
                found.push((id, Relation::Area(AreaRelation { id, tags, ways, label })));
            }
            _ => {}
        }
    }
    found
}

/// Names of streets by their houses: that of the relation, else that of a member.
fn street_of(relations: Vec<StreetRelation>, names: &HashMap<i64, String>) -> HashMap<Id, String> {
    let mut streets = HashMap::new();
    for StreetRelation { tags, streets: members, houses } in relations {
        let named = tags.get("name").map(str::to_owned);
        let Some(name) = members.iter().find_map(|way| names.get(way).cloned()).or(named) else { continue };
        for house in houses {
            streets.entry(house).or_insert_with(|| name.clone());
        }
    }
    streets
}

/// Classes of ways that may be used by their own tags.
const WAY_CLASSES: u8 = HOUSE | STREET | PLACE | BOUNDARY | POI | INTERPOLATION;

/// Whether a way is used by its tags: as a house, place, point of interest, street, line of numbers, or boundary.
fn is_used(tags: &Tags) -> bool {
    wanted::is_thing(tags)
        || wanted::is_street(tags)
        || tags.has("addr:interpolation")
        || wanted::is_division(tags)
}

fn ways_of_block(block: &PrimitiveBlock, members: &HashSet<i64>, named: &HashSet<i64>) -> WaysOfBlock {
    let keys = Keys::of(block);
    let mut found = WaysOfBlock::default();
    for way in block.groups().flat_map(|group| group.ways()) {
        let classes = keys.classes(way.raw_tags().map(|(key, _)| key as usize));
        let (is_member, is_named) = (members.contains(&way.id()), named.contains(&way.id()));
        if classes & WAY_CLASSES == 0 && !is_member && !is_named {
            continue;
        }
        let tags = Tags::of(way.tags());
        if is_named && let Some(name) = tags.get("name") {
            found.names.push((way.id(), name.to_owned()));
        }
        if is_member || is_used(&tags) {
            found.refs.extend(way.refs());
        }
        if tags.has("addr:interpolation") {
            found.numbered.extend(way.refs());
        }
    }
    found
}

/// The nodes of a block: positions of needed ones with their points, and those with tags.
#[derive(Default)]
struct NodesOfBlock {
    located: Vec<(usize, Point)>,
    things: Vec<Thing>,
    numbers: Vec<(i64, Tags)>,
    broken: Vec<Id>,
}

/// Reads all nodes; returns the tags of those with a number on interpolation ways.
fn nodes(
    pbf: &mut Pbf,
    locations: &mut Locations,
    numbered: &HashSet<i64>,
    unique: &mut Unique,
    source: &mut Source,
    report: &mut Report,
) -> Result<HashMap<i64, Tags>, BuildError> {
    let mut numbers = HashMap::new();
    let Locations { ids, points } = locations;
    let read = |block: &PrimitiveBlock| nodes_of_block(block, &mut ids.finder(), numbered);
    pbf.each(Stage::Nodes, report, read, |nodes: NodesOfBlock, report| {
        points.set(&nodes.located)?;
        nodes.broken.into_iter().for_each(|id| report.leave_out("coordinates are not a point on earth", id));
        numbers.extend(nodes.numbers);
        for thing in nodes.things {
            if unique.is_new(thing.id) {
                source.add(Spooled::Thing(thing))?;
            }
        }
        Ok(())
    })?;
    Ok(numbers)
}

fn nodes_of_block(block: &PrimitiveBlock, finder: &mut Finder<'_>, numbered: &HashSet<i64>) -> NodesOfBlock {
    const CLASSES: u8 = HOUSE | PLACE | POI;
    let keys = Keys::of(block);
    let mut found = NodesOfBlock::default();
    let mut add = |number: i64, nano: (i64, i64), classes: u8, tags: &dyn Fn() -> Tags| {
        let id = Id { kind: Kind::Node, number };
        let position = finder.position(number);
        if position.is_none() && classes & CLASSES == 0 {
            return;
        }
        let Some(point) = point_of(nano.0, nano.1) else {
            found.broken.push(id);
            return;
        };
        if let Some(at) = position {
            found.located.push((at, point));
        }
        if classes & CLASSES == 0 {
            return;
        }
        let tags = tags();
        if numbered.contains(&number) && tags.has("addr:housenumber") {
            found.numbers.push((number, tags.clone()));
        }
        if wanted::is_thing(&tags) {
            let [lat, lon] = point;
            found.things.push(Thing { id, tags, point, extent: [lat, lon, lat, lon] });
        }
    };
    for group in block.groups() {
        for node in group.dense_nodes() {
            let classes = keys.classes(node.raw_tags().map(|(key, _)| key as usize));
            add(node.id(), (node.nano_lat(), node.nano_lon()), classes, &|| Tags::of(node.tags()));
        }
        for node in group.nodes() {
            let classes = keys.classes(node.raw_tags().map(|(key, _)| key as usize));
            add(node.id(), (node.nano_lat(), node.nano_lon()), classes, &|| Tags::of(node.tags()));
        }
    }
    found
}

/// Reads the ways with their points; returns the lines of members of areas.
fn ways(
    pbf: &mut Pbf,
    locations: &Locations,
    members: &HashSet<i64>,
    numbers: &HashMap<i64, Tags>,
    unique: &mut Unique,
    source: &mut Source,
    report: &mut Report,
) -> Result<HashMap<i64, Vec<Point>>, BuildError> {
    let mut lines = HashMap::new();
    let read = |block: &PrimitiveBlock| located_ways(block, &mut locations.cursor(), members, numbers);
    pbf.each(Stage::Lines, report, read, |ways: Result<Vec<(Id, Vec<Way>)>, BuildError>, report| {
        for (id, ways) in ways? {
            if !unique.is_new(id) {
                continue;
            }
            for way in ways {
                match way {
                    Way::Spooled(spooled) => source.add(spooled)?,
                    Way::Line(number, line) => {
                        lines.insert(number, line);
                    }
                    Way::Interpolation(interpolation) => source.interpolations.push(interpolation),
                    Way::Division(area) => source.divisions.push(area),
                    Way::Broken(problem) => report.leave_out(problem, id),
                }
            }
        }
        Ok(())
    })?;
    Ok(lines)
}

/// The ways of a block that are used, each with what it becomes.
fn located_ways(
    block: &PrimitiveBlock,
    cursor: &mut Cursor<'_>,
    members: &HashSet<i64>,
    numbers: &HashMap<i64, Tags>,
) -> Result<Vec<(Id, Vec<Way>)>, BuildError> {
    let keys = Keys::of(block);
    let mut found = Vec::new();
    for way in block.groups().flat_map(|group| group.ways()) {
        let classes = keys.classes(way.raw_tags().map(|(key, _)| key as usize));
        let is_member = members.contains(&way.id());
        if classes & WAY_CLASSES == 0 && !is_member {
            continue;
        }
        let tags = Tags::of(way.tags());
        let is_used = is_used(&tags);
        if !is_member && !is_used {
            continue;
        }
        let id = Id { kind: Kind::Way, number: way.id() };
        let refs: Vec<i64> = way.refs().collect();
        let mut located: Vec<(i64, Point)> = Vec::with_capacity(refs.len());
        for &node in &refs {
            located.extend(cursor.point(node)?.map(|point| (node, point)));
        }
        let line: Vec<Point> = located.iter().map(|(_, point)| *point).collect();
        let mut made = Vec::new();
        if is_member && line.len() > 1 {
            made.push(Way::Line(way.id(), line.clone()));
        }
        if is_used {
            if line.is_empty() {
                made.push(Way::Broken("none of its nodes is in the files"));
            } else {
                if line.len() < refs.len() {
                    made.push(Way::Broken("used without some nodes, which the files lack"));
                }
                of_way(id, tags, located, line, numbers, &mut made);
            }
        }
        if !made.is_empty() {
            found.push((id, made));
        }
    }
    Ok(found)
}

fn of_way(
    id: Id,
    tags: Tags,
    located: Vec<(i64, Point)>,
    line: Vec<Point>,
    numbers: &HashMap<i64, Tags>,
    made: &mut Vec<Way>,
) {
    let is_closed = line.len() > 3 && line.first() == line.last();
    if tags.has("addr:interpolation") {
        let line = located.into_iter().map(|(node, point)| (point, numbers.get(&node).cloned())).collect();
        made.push(Way::Interpolation(Interpolation { id, tags, line }));
        return;
    }
    if wanted::is_division(&tags) && is_closed {
        made.push(Way::Division(Area { id, tags: tags.clone(), rings: vec![line.clone()] }));
    }
    if wanted::is_street(&tags) && line.len() > 1 {
        let (tags, line) = (tags.clone(), line.clone());
        made.push(Way::Spooled(Spooled::Street(Street { id, tags, line, is_drawn: true })));
    }
    if wanted::is_thing(&tags) {
        let rings = std::slice::from_ref(&line);
        let point = if is_closed { point_inside(rings) } else { middle_vertex(&line) };
        if let (Some(point), Some(extent)) = (point, extent(&line)) {
            made.push(Way::Spooled(Spooled::Thing(Thing { id, tags, point, extent })));
        }
    }
}

impl Source {
    /// Of nothing yet; the objects are spooled in `folder`.
    pub(super) fn new(folder: &Path) -> Result<Source, BuildError> {
        Ok(Source {
            spool: SpoolWriter::new(folder)?,
            divisions: Vec::new(),
            fragments: Vec::new(),
            interpolations: Vec::new(),
            street_of: HashMap::new(),
            places: Vec::new(),
            release: None,
        })
    }

    pub(super) fn add(&mut self, spooled: Spooled) -> Result<(), BuildError> {
        if let Spooled::Thing(thing) = &spooled
            && wanted::is_place(&thing.tags)
        {
            self.places.push(thing.clone());
        }
        self.spool.push(&spooled)
    }

    /// Adds a relation: a division or square with its rings, or a house, place or point of interest by its middle.
    fn add_area(
        &mut self,
        area: AreaRelation,
        lines: &HashMap<i64, Vec<Point>>,
        locations: &Locations,
        report: &mut Report,
    ) -> Result<(), BuildError> {
        let AreaRelation { id, tags, ways, label } = area;
        let is_division = wanted::is_division(&tags);
        // A way that is named twice bounds nothing.
        let mut times: HashMap<i64, u32> = HashMap::new();
        ways.iter().for_each(|way| *times.entry(*way).or_default() += 1);
        let missing = ways.iter().filter(|way| !lines.contains_key(way)).count();
        let joined = {
            let once = ways.iter().filter(|way| times.get(way).is_some_and(|times| times % 2 == 1));
            let mut used = HashSet::new();
            let lines =
                once.filter(|way| used.insert(**way)).filter_map(|way| lines.get(way).cloned()).collect();
            join(lines, if is_division && missing == 0 { GAP_M } else { 0.0 })
        };
        if joined.crossed > 0 {
            report.leave_out("a ring crosses itself and is left out of its area", id);
        }
        if joined.open > 0 {
            report.leave_out("a ring is open and left out of its area", id);
        }
        let label = label.map(|node| locations.cursor().point(node)).transpose()?.flatten();
        let is_whole = missing == 0 && joined.open == 0 && !joined.rings.is_empty();
        if is_division && is_whole {
            self.divisions.push(Area { id, tags: tags.clone(), rings: joined.rings.clone() });
        } else if is_division {
            self.fragments.push(Area { id, tags: tags.clone(), rings: Vec::new() });
        }
        if wanted::is_street(&tags) {
            for ring in &joined.rings {
                let (tags, line) = (tags.clone(), ring.clone());
                self.add(Spooled::Street(Street { id, tags, line, is_drawn: true }))?;
            }
        }
        let corners = || joined.rings.iter().flatten();
        let inside = point_inside(&joined.rings).filter(|_| is_whole);
        let of_lines = || ways.iter().find_map(|way| lines.get(way).and_then(|line| middle_vertex(line)));
        let point = if is_division { label.or(inside) } else { inside.or(label).or_else(of_lines) };
        if let Some(point) = point
            && wanted::is_thing(&tags)
        {
            let [lat, lon] = point;
            let extent = extent(corners()).filter(|_| is_whole).unwrap_or([lat, lon, lat, lon]);
            self.add(Spooled::Thing(Thing { id, tags, point, extent }))?;
        } else if point.is_none() {
            report.leave_out("an area without a ring", id);
        }
        Ok(())
    }
}
