//! A field made of columns: `{number}/{part}{letter?}`.

use csv::StringRecord;
use serde::Deserialize;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Field {
    Number,
    Street,
    Unit,
    Locality,
    Region,
    Postcode,
    Lat,
    Lon,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taken {
    Whole,
    /// Up to the first space: `8001` of `8001 Zürich`.
    First,
    Rest,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Column {
        index: usize,
        taken: Taken,
        needed: bool,
        /// The text that means unknown.
        blank: String,
    },
}

/// Text with columns in braces. `{name}` must be filled, `{name?}` may be empty; `{name:first}` and `{name:rest}` are the first word
/// and the text after it; `{name!Not stated}` is empty if the column has that text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template(Vec<Piece>);

impl Template {
    /// Reads a template; fails with a sentence that names the column that is missing.
    pub(crate) fn parse(text: &str, header: &[String]) -> Result<Template, String> {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some((before, behind)) = rest.split_once('{') {
            if !before.is_empty() {
                pieces.push(Piece::Text(before.to_owned()));
            }
            let (name, behind) =
                behind.split_once('}').ok_or_else(|| format!("`{text}` has a brace that is not closed"))?;
            let (name, blank) = name.split_once('!').unwrap_or((name, ""));
            let (name, needed) = name.strip_suffix('?').map_or((name, true), |name| (name, false));
            let (name, taken) = if let Some(name) = name.strip_suffix(":first") {
                (name, Taken::First)
            } else if let Some(name) = name.strip_suffix(":rest") {
                (name, Taken::Rest)
            } else {
                (name, Taken::Whole)
            };
            pieces.push(Piece::Column {
                index: column(name, header)?,
                taken,
                needed,
                blank: blank.to_owned(),
            });
            rest = behind;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Text(rest.to_owned()));
        }
        Ok(Template(pieces))
    }

    /// The text of a row with single spaces; none if a required column is empty.
    pub(crate) fn fill(&self, row: &StringRecord) -> Option<String> {
        let mut filled = String::new();
        for piece in &self.0 {
            match piece {
                Piece::Text(text) => filled.push_str(text),
                Piece::Column { index, taken, needed, blank } => {
                    let text = row.get(*index).unwrap_or_default().trim();
                    let text = if text == blank { "" } else { text };
                    let text = match taken {
                        Taken::Whole => text,
                        Taken::First => text.split(' ').next().unwrap_or_default(),
                        Taken::Rest => text.split_once(' ').map_or("", |(_, rest)| rest.trim()),
                    };
                    if text.is_empty() && *needed {
                        return None;
                    }
                    filled.push_str(text);
                }
            }
        }
        let single = filled.trim();
        Some(if single.contains("  ") {
            single.split_whitespace().collect::<Vec<_>>().join(" ")
        } else {
            single.to_owned()
        })
    }
}

/// The column of a name, without case, or a sentence that names what is missing.
pub(crate) fn column(name: &str, header: &[String]) -> Result<usize, String> {
    let wanted = name.to_lowercase();
    let found = header.iter().position(|known| *known == wanted);
    found.ok_or_else(|| format!("no column `{name}`; there are {}", header.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fill(template: &str, values: [&str; 3]) -> Option<String> {
        let header = ["a", "b", "c d"].map(str::to_owned);
        Template::parse(template, &header).unwrap().fill(&StringRecord::from(values.to_vec()))
    }

    #[test]
    fn columns_stand_in_braces() {
        assert_eq!(fill("{A}/{b}{c d?}", ["12", "3", "a"]).unwrap(), "12/3a");
        assert_eq!(fill("{a}/{b}{c d?}", ["12", "", "a"]), None, "a column that is needed is empty");
        assert_eq!(fill("{a?} {b?} {c d?}", ["N", "", "Street"]).unwrap(), "N Street");
        assert_eq!(fill("{a!Not stated}", ["Not stated", "", ""]), None);
        assert_eq!(fill("{a!Not stated}", ["Dover", "", ""]).unwrap(), "Dover");
        assert_eq!(fill("{a:first}", ["8001 Zürich HB", "", ""]).unwrap(), "8001");
        assert_eq!(fill("{a:rest}", ["8001 Zürich HB", "", ""]).unwrap(), "Zürich HB");
    }

    #[test]
    fn what_is_wrong_is_named() {
        let header = ["a".to_owned()];
        assert!(Template::parse("{b}", &header).unwrap_err().contains("no column `b`; there are a"));
        assert!(Template::parse("{a", &header).unwrap_err().contains("not closed"));
    }
}
