//! Walking the names of an index in their order: a seek a name, however many rows a name has.

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
        let next = |row: &Row<'_>| row.get::<_, Option<String>>(0);
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

/// A name that others are sought for that are nearly like it.
#[derive(Debug, Clone, Copy)]
pub struct Nearly<'a> {
    /// What they begin with.
    pub beginning: &'a str,
    /// The name itself.
    pub whole: &'a str,
    /// Letters that may be more, less, other or swapped with the next.
    pub slips: usize,
}

/// Seeks for one name at most: what is asked must not decide how long the answer takes.
const SEEKS: usize = 1_024;

/// Names of an area that are nearly like one; none at all when looking for them takes too many seeks. Behind a name that is not, the
/// walk goes on behind all that begin with the letters that already tell so.
pub(super) fn nearly(
    connection: &Connection,
    sql: &str,
    area: &str,
    sought: Nearly<'_>,
) -> rusqlite::Result<Option<Vec<String>>> {
    let mut statement = connection.prepare_cached(sql)?;
    let whole: Vec<char> = sought.whole.chars().collect();
    let mut after = below(sought.beginning);
    let mut names: Vec<String> = Vec::new();
    for _ in 0..SEEKS {
        let next = statement.query_row([area, after.as_str()], |row| row.get::<_, Option<String>>(0))?;
        let Some(name) = next.filter(|name| name.starts_with(sought.beginning)) else {
            return Ok(Some(names));
        };
        match compare(&name, &whole, sought.slips) {
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

/// Whether `name` is within `slips` of `whole`.
fn compare(name: &str, whole: &[char], slips: usize) -> Likeness {
    let mut before = vec![usize::MAX; whole.len() + 1];
    let mut row: Vec<usize> = (0..=whole.len()).collect();
    let mut previous = None;
    for (at, letter) in name.char_indices() {
        let mut next = vec![row[0] + 1; whole.len() + 1];
        for (index, &typed) in whole.iter().enumerate() {
            let replaced = row[index] + usize::from(typed != letter);
            next[index + 1] = replaced.min(row[index + 1] + 1).min(next[index] + 1);
            if index > 0 && previous == Some(typed) && whole[index - 1] == letter {
                next[index + 1] = next[index + 1].min(before[index - 1] + 1);
            }
        }
        if next.iter().all(|&errors| errors > slips) {
            return Likeness::NoneFrom(at + letter.len_utf8());
        }
        before = row;
        row = next;
        previous = Some(letter);
    }
    if row[whole.len()] <= slips { Likeness::Near } else { Likeness::LongerMayBe }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NEXT: &str = "SELECT min(name) FROM names WHERE area = ?1 AND name > ?2";

    fn found(names: &[&str], beginning: &str, whole: &str, slips: usize) -> Vec<String> {
        let connection = Connection::open_in_memory().unwrap();
        connection
            .execute_batch("CREATE TABLE names (area, name); CREATE INDEX n ON names (area, name)")
            .unwrap();
        for name in names {
            connection.execute("INSERT INTO names VALUES ('a', ?1)", [name]).unwrap();
        }
        nearly(&connection, NEXT, "a", Nearly { beginning, whole, slips }).unwrap().unwrap()
    }

    #[test]
    fn names_a_slip_away_are_found_and_longer_ones_are_not() {
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
            slips in 0..3_usize,
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let near: Vec<&str> =
                names.iter().copied().filter(|name| strsim::osa_distance(name, &whole) <= slips).collect();
            proptest::prop_assert_eq!(found(&names, "", &whole, slips), near);
        }
    }
}
