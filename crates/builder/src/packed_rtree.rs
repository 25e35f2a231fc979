//! Fills an R*Tree of SQLite in full nodes of neighbouring boxes, because all boxes are known beforehand.
//!
//! Insertion one by one leaves nodes overlapping and a third of each empty. Sorted into tiles first (sort-tile-recursive, Leutenegger,
//! López and Edgington 1997) the tree takes two thirds of the space, a lookup reads fewer nodes, and it is written in one pass. SQLite documents
//! the three tables behind an R*Tree (rtree.html, "shadow tables"), and its `rtreecheck` checks them.

use rusqlite::{Connection, params};

/// Bytes of a node's header: depth of the tree (in the root alone), number of cells.
const HEADER: usize = 4;
/// Bytes of a cell: an id and four 32-bit coordinates.
const CELL: usize = 24;
/// Number of the root.
const ROOT: i64 = 1;

/// A box with the id of its place, or with the number of the node whose cells it surrounds.
#[derive(Debug, Clone, Copy)]
struct Cell {
    id: i64,
    /// South, north, west, east: the order of the columns.
    edges: [f32; 4],
}

/// Fills the empty R*Tree `table` of two dimensions from `select`: id, south, north, west, east.
pub(crate) fn fill(connection: &Connection, table: &str, select: &str) -> rusqlite::Result<()> {
    let boxes: Vec<Cell> = connection
        .prepare(select)?
        .query_map([], |row| {
            let edges = [down(row.get(1)?), up(row.get(2)?), down(row.get(3)?), up(row.get(4)?)];
            Ok(Cell { id: row.get(0)?, edges })
        })?
        .collect::<Result<_, _>>()?;
    let size: u32 = connection.query_row(
        &format!("SELECT length(data) FROM {table}_node WHERE nodeno = {ROOT}"),
        [],
        |row| row.get(0),
    )?;
    let size = size as usize;
    let capacity = (size - HEADER) / CELL;
    let mut node = connection.prepare(&format!("INSERT OR REPLACE INTO {table}_node VALUES (?1, ?2)"))?;
    let mut row = connection.prepare(&format!("INSERT INTO {table}_rowid VALUES (?1, ?2)"))?;
    let mut parent = connection.prepare(&format!("INSERT INTO {table}_parent VALUES (?1, ?2)"))?;

    let mut level = boxes;
    let mut depth = 0;
    let mut next = ROOT + 1;
    loop {
        let is_root = level.len() <= capacity;
        if !is_root {
            tile(&mut level, capacity);
        }
        // The node of each cell, as its own entry names it.
        let mut kept: Vec<(i64, i64)> = Vec::with_capacity(level.len());
        let mut above = Vec::with_capacity(level.len().div_ceil(capacity));
        for cells in level.chunks(capacity) {
            let number = if is_root { ROOT } else { next };
            next += 1;
            node.execute(params![number, encode(cells, size, if is_root { depth } else { 0 })])?;
            kept.extend(cells.iter().map(|cell| (cell.id, number)));
            above.push(Cell { id: number, edges: around(cells) });
        }
        kept.sort_unstable();
        let entry = if depth == 0 { &mut row } else { &mut parent };
        for (id, number) in kept {
            entry.execute((id, number))?;
        }
        if is_root {
            return Ok(());
        }
        level = above;
        depth += 1;
    }
}

/// Orders cells for cutting into full nodes: strips from west to east, as many nodes per strip as there are strips, each
/// from south to north.
fn tile(cells: &mut [Cell], capacity: usize) {
    let nodes = cells.len().div_ceil(capacity);
    let strips = (nodes as f64).sqrt().ceil() as usize;
    let middle = |cell: &Cell, low: usize| f64::from(cell.edges[low]) + f64::from(cell.edges[low + 1]);
    let by = |low: usize| {
        move |a: &Cell, b: &Cell| middle(a, low).total_cmp(&middle(b, low)).then(a.id.cmp(&b.id))
    };
    cells.sort_unstable_by(by(2));
    for strip in cells.chunks_mut(strips * capacity) {
        strip.sort_unstable_by(by(0));
    }
}

/// A node as its table holds it, numbers big-endian.
fn encode(cells: &[Cell], size: usize, depth: u16) -> Vec<u8> {
    let mut data = Vec::with_capacity(size);
    data.extend(depth.to_be_bytes());
    data.extend((cells.len() as u16).to_be_bytes());
    for cell in cells {
        data.extend(cell.id.to_be_bytes());
        data.extend(cell.edges.iter().flat_map(|edge| edge.to_be_bytes()));
    }
    data.resize(size, 0);
    data
}

fn around(cells: &[Cell]) -> [f32; 4] {
    let none = [f32::INFINITY, f32::NEG_INFINITY, f32::INFINITY, f32::NEG_INFINITY];
    cells.iter().fold(none, |[south, north, west, east], cell| {
        let [s, n, w, e] = cell.edges;
        [south.min(s), north.max(n), west.min(w), east.max(e)]
    })
}

/// How far SQLite moves an edge that a 32-bit number cannot hold; boxes equal those of insertions.
const STEP: f64 = 1.0 / 8_388_608.0;

/// `edge` as a 32-bit number not above it, so a box contains its place.
fn down(edge: f64) -> f32 {
    let near = edge as f32;
    if f64::from(near) > edge { (edge - edge.abs() * STEP) as f32 } else { near }
}

/// `edge` as a 32-bit number not below it.
fn up(edge: f64) -> f32 {
    let near = edge as f32;
    if f64::from(near) < edge { (edge + edge.abs() * STEP) as f32 } else { near }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLES: &str = "CREATE TABLE boxes (id INTEGER PRIMARY KEY, south, north, west, east);
         CREATE VIRTUAL TABLE packed USING rtree(id, south, north, west, east);
         CREATE VIRTUAL TABLE inserted USING rtree(id, south, north, west, east);";

    /// Points and boxes all over the world, generated without randomness.
    fn boxes(count: u32) -> Connection {
        let connection = Connection::open_in_memory().unwrap();
        connection.execute_batch(TABLES).unwrap();
        let share = |step: u32, factor: f64| (f64::from(step) * factor).fract();
        for step in 0..count {
            let (south, west) =
                (180.0 * share(step, 0.618_034) - 90.0, 360.0 * share(step, 0.754_878) - 180.0);
            let size = if step % 5 == 0 { share(step, 0.569_84) } else { 0.0 };
            let id = i64::from(step) * 7 - 100;
            connection
                .execute(
                    "INSERT INTO boxes VALUES (?1, ?2, ?3, ?4, ?5)",
                    (id, south, south + size, west, west + size),
                )
                .unwrap();
        }
        connection.execute("INSERT INTO inserted SELECT * FROM boxes", []).unwrap();
        fill(&connection, "packed", "SELECT * FROM boxes").unwrap();
        connection
    }

    fn check(connection: &Connection) {
        let check: String =
            connection.query_row("SELECT rtreecheck('main', 'packed')", [], |row| row.get(0)).unwrap();
        assert_eq!(check, "ok");
    }

    fn found(connection: &Connection, table: &str, window: [f64; 4]) -> Vec<i64> {
        let sql = format!(
            "SELECT id FROM {table} WHERE north >= ?1 AND south <= ?2 AND east >= ?3 AND west <= ?4 ORDER BY id"
        );
        connection
            .prepare(&sql)
            .unwrap()
            .query_map(window, |row| row.get(0))
            .unwrap()
            .map(Result::unwrap)
            .collect()
    }

    #[test]
    fn it_answers_as_a_tree_of_insertions_whatever_its_height() {
        for count in [0, 1, 51, 52, 700, 2601, 9000] {
            let connection = boxes(count);
            check(&connection);
            let other = "SELECT count(*) FROM (SELECT * FROM packed EXCEPT SELECT * FROM inserted)";
            assert_eq!(connection.query_row(other, [], |row| row.get::<_, i64>(0)), Ok(0), "{count}");
            for step in 0..60 {
                let (south, west) = (f64::from(step * 3) - 90.0, f64::from(step * 6) - 180.0);
                let window = [south, south + 4.0, west, west + 9.0];
                assert_eq!(
                    found(&connection, "packed", window),
                    found(&connection, "inserted", window),
                    "{count} boxes, {window:?}"
                );
            }
        }
    }

    #[test]
    fn its_nodes_are_full() {
        let connection = boxes(9000);
        let nodes = |table: &str| -> u32 {
            connection.query_row(&format!("SELECT count(*) FROM {table}_node"), [], |row| row.get(0)).unwrap()
        };
        assert_eq!(nodes("packed"), 9000_u32.div_ceil(51) + 4 + 1);
        assert!(nodes("packed") * 5 < nodes("inserted") * 4, "{}", nodes("inserted"));
    }

    #[test]
    fn rows_are_found_by_id_and_can_still_be_added_and_taken_away() {
        let connection = boxes(700);
        connection
            .execute_batch("DELETE FROM packed WHERE id = -93; INSERT INTO packed VALUES (9999, 1, 2, 3, 4);")
            .unwrap();
        let known = |id: i64| {
            connection
                .query_row("SELECT count(*) FROM packed WHERE id = ?1", [id], |row| row.get::<_, i64>(0))
                .unwrap()
        };
        assert_eq!([known(-93), known(-86), known(9999)], [0, 1, 1]);
        check(&connection);
    }
}
