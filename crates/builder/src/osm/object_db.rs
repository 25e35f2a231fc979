//! Objects with their tags and outlines, for answers that show them: a database of its own, which lookups of addresses do not open.

use std::path::Path;

use milepost_aside::Claim;
use milepost_gazetteer::objects::{NewObject, ObjectWriter, Shape};
use milepost_gazetteer::schema;
use milepost_text::name_key;
use rusqlite::Connection;

use super::context::Context;
use super::geometry;
use super::object::{COUNTRY, IMPORTANCE, Point, Tags, Thing};
use super::places;
use super::spool::{Spool, Spooled, Street};
use super::towns::Division;
use crate::error::BuildError;
use crate::origin::write_attribution;
use crate::parts::{self, Part};
use crate::shard::Prepared;
use crate::write_aside;

/// Tag of a boundary with the value of `place` of the settlement that it is linked with. No object of the files has it.
const LINKED_PLACE: &str = "linked_place";

/// Writes the objects of the spool, and the boundaries, into the file at `path`.
pub(super) fn write(
    path: &Path,
    part: &Part,
    spool: &Spool,
    context: &Context<'_>,
) -> Result<Prepared, BuildError> {
    let Context { towns, places, .. } = context;
    let is_foreign = |point: Point| {
        context.own.is_some() && towns.nation_at(point).is_some_and(|nation| context.is_foreign(&nation))
    };
    let failed = |source| BuildError::Database { path: path.into(), source };
    let mut part_rows = Vec::new();
    let ready = write_aside::ready_from(Claim::on(path)?, "object", None, |connection| {
        connection.execute_batch(schema::OBJECTS).map_err(failed)?;
        parts::write(connection, part).map_err(failed)?;
        let mut objects = ObjectWriter::default();
        // First, because an area is in the spool too, as a place without its outline.
        let linked = places::link(towns, places);
        for at in 0..towns.divisions().len() {
            let node = linked.get(&at).map(|&node| &places[node]);
            let Some(point) = node.map(|node| node.point).or_else(|| towns.divisions()[at].middle()) else {
                continue;
            };
            if is_foreign(point) {
                continue;
            }
            let Division { id, tags, extent, rings, .. } = &towns.divisions()[at];
            let mut tags = pairs(tags);
            tags.extend(node.and_then(|node| node.tags.get("place")).map(|kind| (LINKED_PLACE, kind)));
            let object = NewObject {
                osm: id.packed(),
                point,
                extent: *extent,
                street: None,
                tags,
                shape: Shape::Rings(rings),
            };
            objects.put(connection, &object).map_err(failed)?;
        }
        spool.each(|spooled| {
            let point = match &spooled {
                Spooled::Thing(thing) => thing.point,
                Spooled::Street(street) => street.middle().unwrap_or_default(),
            };
            if is_foreign(point) {
                return Ok(());
            }
            put(&mut objects, connection, &spooled, point).map_err(failed)
        })?;
        connection.execute_batch(schema::OBJECT_INDEXES).map_err(failed)?;
        part_rows = parts::count_all(connection, "object").map_err(failed)?;
        write_attribution(connection, &part.attribution).map_err(failed)
    })?;
    Prepared::of_parts(ready, part_rows)
}

fn put(
    objects: &mut ObjectWriter,
    connection: &Connection,
    spooled: &Spooled,
    point: Point,
) -> rusqlite::Result<()> {
    let name: String;
    let object = match spooled {
        Spooled::Thing(Thing { id, tags, point, extent }) => NewObject {
            osm: id.packed(),
            point: *point,
            extent: *extent,
            street: None,
            tags: pairs(tags),
            shape: Shape::Point,
        },
        Spooled::Street(Street { id, tags, line, is_drawn }) => {
            name = tags.get("name").map(name_key).unwrap_or_default();
            NewObject {
                osm: id.packed(),
                point,
                extent: geometry::extent(line).unwrap_or_default(),
                street: Some(name.as_str()).filter(|name| !name.is_empty()),
                tags: pairs(tags),
                shape: if *is_drawn { Shape::Line(line) } else { Shape::Point },
            }
        }
    };
    // Sources without ids have number 0.
    if object.osm >> 2 == 0 { Ok(()) } else { objects.put(connection, &object) }
}

/// The tags of the files.
fn pairs(tags: &Tags) -> Vec<(&str, &str)> {
    tags.iter().filter(|(key, _)| *key != COUNTRY && *key != IMPORTANCE).collect()
}
