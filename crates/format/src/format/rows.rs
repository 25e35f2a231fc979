//! Rows and cells of the tables of `data`.

/// The rows of a table.
pub(super) fn rows(table: &'static str) -> impl Iterator<Item = &'static str> {
    table.lines().filter(|line| !line.starts_with('#'))
}

/// The first cells of a row; those that it lacks are empty.
pub(super) fn cells<const COUNT: usize>(row: &'static str) -> [&'static str; COUNT] {
    let mut cells = row.split('\t');
    [(); COUNT].map(|()| cells.next().unwrap_or_default())
}
