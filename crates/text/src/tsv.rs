//! Rows of the tables in `data`: fields parted by tabs, with comments behind `#`.

/// The lines of a table without comments.
pub fn lines(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
}

/// The first fields of each row; those that it lacks are empty.
pub fn rows<const FIELDS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; FIELDS]> {
    lines(table).map(|line| {
        let mut fields = line.split('\t');
        [(); FIELDS].map(|()| fields.next().unwrap_or_default())
    })
}
