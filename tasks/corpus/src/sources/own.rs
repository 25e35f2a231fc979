//! Addresses of your own: a CSV file with component tags as column names, with or without the text.

use std::path::Path;

use milepost_address::Tag;

use super::is_held_out;
use crate::CorpusError;
use crate::line::Line;

/// The labelled lines of your file.
pub(crate) struct Own {
    pub(crate) train: Vec<Line>,
    pub(crate) held_out: Vec<Line>,
}

impl Own {
    /// Reads `path`. Columns are tags (`house_number`, `street` ...). If a column `text` has the address as it was written, each value
    /// is looked up in it; otherwise the values are joined in column order.
    ///
    /// # Errors
    /// Names the file that cannot be read, a column that is not a tag, or the line of a value that is not in its text.
    pub(crate) fn read(path: &Path) -> Result<Own, CorpusError> {
        let unreadable = |source: csv::Error| CorpusError::Table { path: path.into(), source };
        let mut table = csv::ReaderBuilder::new().flexible(true).from_path(path).map_err(unreadable)?;
        let columns = table
            .headers()
            .map_err(unreadable)?
            .iter()
            .map(|name| match name {
                "text" => Ok(None),
                tag => tag
                    .parse::<Tag>()
                    .map(Some)
                    .map_err(|_| CorpusError::Column { path: path.into(), name: tag.to_owned() }),
            })
            .collect::<Result<Vec<Option<Tag>>, CorpusError>>()?;
        let mut own = Own { train: Vec::new(), held_out: Vec::new() };
        for row in table.records() {
            let row = row.map_err(unreadable)?;
            let number = row.position().map_or(0, csv::Position::line);
            let mut text = None;
            let mut values = Vec::new();
            for (column, field) in columns.iter().zip(row.iter()) {
                match column {
                    None => text = Some(field),
                    Some(tag) if !field.trim().is_empty() => values.push((*tag, field.trim())),
                    Some(_) => {}
                }
            }
            let line = match text {
                Some(text) => labelled(text, &values).map_err(|value| CorpusError::Value {
                    path: path.into(),
                    line: number,
                    value,
                })?,
                None => joined(&values),
            };
            let key: String = row.iter().collect();
            if is_held_out(&[&key]) { own.held_out.push(line) } else { own.train.push(line) }
        }
        Ok(own)
    }
}

/// The text with the tag of each value. The error is a value that is not in the rest of the text.
fn labelled(text: &str, values: &[(Tag, &str)]) -> Result<Line, String> {
    let mut spans: Vec<(usize, usize, Tag)> = Vec::new();
    // Longest values first, so that `5` is not found in `05301`.
    let mut longest_first = values.to_vec();
    longest_first.sort_by_key(|(_, value)| std::cmp::Reverse(value.len()));
    for (tag, value) in longest_first {
        let free = |at: &usize| spans.iter().all(|&(start, end, _)| at + value.len() <= start || *at >= end);
        let start = text.match_indices(value).map(|(at, _)| at).find(free).ok_or_else(|| value.to_owned())?;
        spans.push((start, start + value.len(), tag));
    }
    spans.sort_unstable_by_key(|&(start, ..)| start);
    let mut line = Line::default();
    let mut at = 0;
    for (start, end, tag) in spans {
        if at < start {
            line.plain(&text[at..start]);
        }
        line.push(tag, &text[start..end]);
        at = end;
    }
    if at < text.len() {
        line.plain(&text[at..]);
    }
    Ok(line)
}

/// The values in column order. A space separates the parts of a street, and a postcode from its place.
fn joined(values: &[(Tag, &str)]) -> Line {
    let mut line = Line::default();
    let mut last = None;
    for &(tag, value) in values {
        let is_street = |tag: Tag| {
            matches!(
                tag,
                Tag::HouseNumber
                    | Tag::StreetPrefix
                    | Tag::StreetPrefixParticle
                    | Tag::Street
                    | Tag::StreetSuffix
            )
        };
        let close = last.is_some_and(|last: Tag| {
            (is_street(last) && is_street(tag)) || last == Tag::Postcode || tag == Tag::Postcode
        });
        line.then(if close { " " } else { ", " }, tag, value);
        last = Some(tag);
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_found_in_their_text() {
        let values = [(Tag::HouseNumber, "5"), (Tag::Street, "Elm"), (Tag::Postcode, "05301")];
        let (text, spans) = labelled("05301 Brattleboro, 5 Elm", &values).unwrap().render();
        assert_eq!(text, "05301 Brattleboro, 5 Elm");
        let found: Vec<(Tag, &str)> =
            spans.iter().map(|&(tag, start, end)| (tag, &text[start..end])).collect();
        assert_eq!(found, [(Tag::Postcode, "05301"), (Tag::HouseNumber, "5"), (Tag::Street, "Elm")]);
        assert_eq!(labelled("Elm", &[(Tag::Street, "Oak")]), Err("Oak".to_owned()));
    }

    #[test]
    fn values_without_a_text_are_joined() {
        let values = [
            (Tag::HouseNumber, "5"),
            (Tag::Street, "Elm"),
            (Tag::Locality, "Reno"),
            (Tag::Postcode, "89501"),
        ];
        assert_eq!(joined(&values).render().0, "5 Elm, Reno 89501");
    }
}
