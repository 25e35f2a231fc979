//! The columns of a table that make up a field.

use std::collections::BTreeMap;

use csv::StringRecord;

use super::template::column;

/// Fields to the columns they are joined from, in order.
#[derive(Debug, Clone, Default)]
pub(crate) struct Columns {
    fields: BTreeMap<String, Vec<usize>>,
}

impl Columns {
    /// Reads `number=number+suffix,street=predir+name+type`; columns are named as in the header, without case. Fails with
    /// a sentence that names the column or part at fault.
    pub(crate) fn parse(map: &str, header: &[String]) -> Result<Columns, String> {
        let mut columns = Columns::default();
        for part in map.split(',').filter(|part| !part.trim().is_empty()) {
            let (field, names) = part
                .split_once('=')
                .ok_or_else(|| format!("`{part}` is not of the form field=column+column"))?;
            let indexes = names
                .split('+')
                .map(|name| column(&name.trim().to_lowercase(), header))
                .collect::<Result<_, _>>()?;
            columns.fields.insert(field.trim().to_lowercase(), indexes);
        }
        Ok(columns)
    }

    /// The columns of a layout that the header has; a field without any of its columns is missing.
    pub(crate) fn of_layout(layout: &[(&str, &[&str])], header: &[String]) -> Columns {
        let fields = layout
            .iter()
            .filter_map(|(field, names)| {
                let indexes: Vec<usize> =
                    names.iter().filter_map(|name| header.iter().position(|known| known == name)).collect();
                (!indexes.is_empty()).then(|| ((*field).to_owned(), indexes))
            })
            .collect();
        Columns { fields }
    }

    /// Fields of one column each, by its index; a field without a column is missing.
    pub(crate) fn of(fields: &[(&str, Option<usize>)]) -> Columns {
        let fields = fields.iter().filter_map(|&(field, column)| Some((field.to_owned(), vec![column?])));
        Columns { fields: fields.collect() }
    }

    /// The same with the fields of `others` that it lacks.
    pub(crate) fn or(mut self, others: Columns) -> Columns {
        for (field, columns) in others.fields {
            self.fields.entry(field).or_insert(columns);
        }
        self
    }

    pub(crate) fn has(&self, field: &str) -> bool {
        self.fields.contains_key(field)
    }

    /// The field's columns joined by spaces; empty columns leave no space.
    pub(crate) fn get(&self, field: &str, row: &StringRecord) -> String {
        let mut text = String::new();
        for &index in self.fields.get(field).into_iter().flatten() {
            let part = row.get(index).unwrap_or_default().trim();
            if !part.is_empty() {
                if !text.is_empty() {
                    text.push(' ');
                }
                text.push_str(part);
            }
        }
        text
    }

    /// The first of the field's columns that is not empty.
    pub(crate) fn first(&self, field: &str, row: &StringRecord) -> String {
        let mut parts = self
            .fields
            .get(field)
            .into_iter()
            .flatten()
            .map(|&index| row.get(index).unwrap_or_default().trim());
        parts.find(|part| !part.is_empty() && *part != "Not stated").unwrap_or_default().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_joined_in_order() {
        let header = ["a", "b", "c"].map(str::to_owned);
        let columns = Columns::parse("street=c+A, number=b", &header).unwrap();
        let row = StringRecord::from(vec!["Main", "12", " N "]);
        assert_eq!(
            (columns.get("street", &row).as_str(), columns.get("number", &row).as_str()),
            ("N Main", "12")
        );
        assert_eq!(columns.get("unit", &row), "");
        assert!(Columns::parse("street=d", &header).unwrap_err().contains("`d`"));
        assert!(Columns::parse("street", &header).is_err());
    }
}
