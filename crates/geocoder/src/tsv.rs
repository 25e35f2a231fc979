//! Tables that ship in the code: fields between tabs, one row a line, the names of the columns in the first line. Lines in front of that one
//! that begin with `#` say what the columns hold.

use std::str::FromStr;

/// Texts with a list each, in the order of their table.
pub(crate) type Lists = Vec<(&'static str, Vec<&'static str>)>;

/// Text and list, in the second and the third field, of each row of a kind, in the first one.
pub(crate) fn lists(table: &'static str, kind: &str) -> Lists {
    let of_kind = rows(table).filter(|[of, _, _]| *of == kind);
    of_kind.map(|[_, text, list]| (text, list.split(' ').collect())).collect()
}

/// The first fields of each row; a row with fewer is left out.
pub(crate) fn rows<const FIELDS: usize>(table: &str) -> impl Iterator<Item = [&str; FIELDS]> {
    table.lines().filter(|line| !line.starts_with('#')).skip(1).filter_map(|line| {
        let mut fields = line.split('\t');
        let mut row = [""; FIELDS];
        for field in &mut row {
            *field = fields.next()?;
        }
        Some(row)
    })
}

/// The weights of features, by the index of each: the first fields of a row are name and weight. Other lines count nothing.
pub(crate) fn weights<F: FromStr, const COUNT: usize>(table: &str, index: fn(F) -> usize) -> [f64; COUNT] {
    let mut weights = [0.0; COUNT];
    for [name, weight] in rows(table) {
        if let (Ok(feature), Ok(weight)) = (name.parse(), weight.parse()) {
            weights[index(feature)] = weight;
        }
    }
    weights
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_as_many_fields_as_are_asked_for() {
        let table = "# Where words stand.\nword\twhere\tsource\nco\tfront\tEnglish\nalone\n";
        assert_eq!(rows(table).collect::<Vec<_>>(), [["co", "front"]]);
        assert_eq!(rows(table).collect::<Vec<_>>(), [["co"], ["alone"]]);
    }
}
