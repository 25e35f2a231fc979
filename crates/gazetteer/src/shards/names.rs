//! Walking the names of an index in their order: a seek a name, however many rows a name has.

use milepost_text::{MOST_TYPOS, TypoPattern, TypoRow};
use rusqlite::{Connection, Row};

/// Names that start with `prefix`, in order, at most `limit`. `sql` answers the name next to a text: of an area, or of the whole shard
/// where there is none.
pub(super) fn starting_with(
    connection: &Connection,
    sql: &str,
    area: Option<&str>,
    prefix: &str,
    limit: usize,
) -> rusqlite::Result<Vec<String>> {
    let mut statement = connection.prepare_cached(sql)?;
    // A name that is the prefix itself is found by the greatest text below it.
    let before = below(prefix);
    let mut names: Vec<String> = Vec::new();
    while names.len() < limit {
        let after = names.last().map_or(before.as_str(), String::as_str);
        let next = |row: &Row<'_>| text(row);
        let next = match area {
            Some(area) => statement.query_row([area, after], next)?,
            None => statement.query_row([after], next)?,
        };
        match next {
            Some(name) if name.starts_with(prefix) => names.push(name),
            _ => break,
        }
    }
    Ok(names)
}

/// The name of a row; none, which ends the walk, if it is no text. Blobs sort behind all texts.
fn text(row: &Row<'_>) -> rusqlite::Result<Option<String>> {
    Ok(row.get_ref(0)?.as_str().ok().map(str::to_owned))
}

/// A text below `prefix` with no name between: its last character replaced by the one before and the last there is.
fn below(prefix: &str) -> String {
    let mut text = prefix.to_owned();
    let before = text.pop().and_then(|last| char::from_u32((last as u32).checked_sub(1)?));
    if let Some(before) = before {
        text.push(before);
        text.push(char::MAX);
    }
    text
}

/// A search for the names that differ from one name by a few typos.
#[derive(Debug, Clone, Copy)]
pub struct FuzzyQuery<'a> {
    /// What they begin with.
    pub beginning: &'a str,
    /// The name itself.
    pub whole: &'a str,
    /// Typos allowed: letters too many, missing, wrong or swapped. At most [`MOST_TYPOS`].
    pub typos: usize,
}

/// Seeks for one name at most: what is asked must not decide how long the answer takes.
const SEEKS: usize = 1_024;

/// Names of an area that are nearly like one; none at all when looking for them takes too many seeks. Behind a name that is not, the
/// walk goes on behind all that begin with the letters that already tell so.
pub(super) fn fuzzy(
    connection: &Connection,
    sql: &str,
    area: &str,
    sought: FuzzyQuery<'_>,
) -> rusqlite::Result<Option<Vec<String>>> {
    let mut statement = connection.prepare_cached(sql)?;
    let pattern = TypoPattern::new(sought.whole.chars().collect());
    let typos = sought.typos.min(MOST_TYPOS) as u8;
    let mut after = below(sought.beginning);
    let mut names: Vec<String> = Vec::new();
    for _ in 0..SEEKS {
        let next = statement.query_row([area, after.as_str()], text)?;
        let Some(name) = next.filter(|name| name.starts_with(sought.beginning)) else {
            return Ok(Some(names));
        };
        match compare(&name, &pattern, typos) {
            Likeness::Near => {
                after.clone_from(&name);
                names.push(name);
            }
            Likeness::LongerMayBe => after = name,
            Likeness::NoneFrom(end) => {
                name[..end].clone_into(&mut after);
                after.push(char::MAX);
            }
        }
    }
    Ok(None)
}

/// How near a name is to the one that is sought.
enum Likeness {
    Near,
    /// It is not, and one that begins with it may be.
    LongerMayBe,
    /// No name that begins with as many of its bytes is.
    NoneFrom(usize),
}

/// Whether `name` is within so many typos of the pattern.
fn compare(name: &str, pattern: &TypoPattern<char>, typos: u8) -> Likeness {
    let mut row = pattern.first_row();
    let mut before: Option<(TypoRow, char)> = None;
    let mut depth = 0;
    for (at, letter) in name.char_indices() {
        depth += 1;
        let older = before.as_ref().map(|(row, letter)| (row, *letter));
        let next = pattern.next_row(&row, older, letter, depth);
        if next.least() > typos {
            return Likeness::NoneFrom(at + letter.len_utf8());
        }
        before = Some((row, letter));
        row = next;
    }
    if pattern.of_the_whole(&row, depth) <= typos { Likeness::Near } else { Likeness::LongerMayBe }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "SELECT min(name) FROM names WHERE area = ?1 AND name > ?2";

    fn found(names: &[&str], beginning: &str, whole: &str, typos: usize) -> Vec<String> {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE names (area, name); CREATE INDEX n ON names (area, name)")
            .unwrap();
        for name in names {
            connection.execute("INSERT INTO names VALUES ('a', ?1)", [name]).unwrap();
        }
        fuzzy(&connection, NEXT, "a", FuzzyQuery { beginning, whole, typos }).unwrap().unwrap()
    }

    #[test]
    fn names_a_typo_away_are_found_and_longer_ones_are_not() {
        let names =
            ["main street", "main street north", "mai street", "maine street", "nain street", "mill street"];
        assert_eq!(found(&names, "m", "mian street", 1), ["main street"]);
        assert_eq!(found(&names, "m", "main street", 1), ["mai street", "main street", "maine street"]);
        assert_eq!(found(&names, "main", "main street", 0), ["main street"]);
        // `main` is not near, and what begins with it is.
        assert_eq!(found(&["main", "main street"], "m", "main street", 1), ["main street"]);
    }

    proptest::proptest! {
        #[test]
        fn the_names_found_are_those_the_edit_distance_finds(
            names in proptest::collection::btree_set("[abé]{1,6}", 1..40),
            whole in "[abé]{1,6}",
            typos in 0..3_usize,
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let near: Vec<&str> =
                names.iter().copied().filter(|name| strsim::osa_distance(name, &whole) <= typos).collect();
            proptest::prop_assert_eq!(found(&names, "", &whole, typos), near);
        }
    }
}
