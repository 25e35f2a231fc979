//! `--dry-run`: the first rows as a table, on a terminal with the parts of each address in colour.

use std::fmt::Write as _;
use std::io::{IsTerminal, stdout};

use milepost::{Engine, EngineError, InputMode, Tag};

use crate::fields::{Answer, Field, Subject};

/// Longest shown address, characters.
const WIDTH: usize = 60;

/// One row of the table.
pub(crate) struct Previewed {
    pub(crate) subject: Subject,
    pub(crate) answer: Answer,
}

/// The table.
pub(crate) fn table(engine: &Engine, rows: &[Previewed], fields: &[Field]) -> Result<String, EngineError> {
    let coloured = stdout().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    // Columns that fit a screen: position and confidence; the colours show the parse.
    let shown: Vec<usize> = (0..fields.len())
        .filter(|&index| {
            matches!(
                fields[index].name,
                "lat" | "lon" | "tier" | "accuracy_m" | "confidence" | "hierarchy" | "key" | "error"
            )
        })
        .collect();
    let cells: Vec<Vec<String>> =
        rows.iter().map(|row| shown.iter().map(|&index| row.answer.cells[index].text()).collect()).collect();
    let widths: Vec<usize> = shown
        .iter()
        .enumerate()
        .map(|(column, &index)| {
            let cells = cells.iter().map(|row| row[column].chars().count());
            cells.max().unwrap_or(0).max(fields[index].name.len()).min(WIDTH)
        })
        .collect();
    let mut table = String::new();
    let _ = write!(table, "{:WIDTH$}", "address");
    for (&index, &width) in shown.iter().zip(&widths) {
        let _ = write!(table, "  {:width$}", fields[index].name);
    }
    table.push('\n');
    for (row, cells) in rows.iter().zip(&cells) {
        let (text, shown) = match &row.subject {
            Subject::Address(asked) if coloured => coloured_parts(engine, &asked.text)?,
            Subject::Address(asked) => plain(&asked.text),
            Subject::Point(lat, lon) => plain(&format!("{lat}, {lon}")),
            Subject::Fault(_) => plain(""),
        };
        table.push_str(&text);
        table.extend(std::iter::repeat_n(' ', WIDTH.saturating_sub(shown)));
        for (cell, &width) in cells.iter().zip(&widths) {
            let cell: String = cell.chars().take(WIDTH).collect();
            let _ = write!(table, "  {cell:width$}");
        }
        table.truncate(table.trim_end().len());
        table.push('\n');
    }
    Ok(table)
}

/// An address shortened to one line, and its width.
fn plain(address: &str) -> (String, usize) {
    let text: String = address.chars().map(one_line).take(WIDTH).collect();
    let width = text.chars().count();
    (text, width)
}

/// Replaces control characters, which could move the cursor or damage a terminal.
fn one_line(character: char) -> char {
    if character.is_control() { ' ' } else { character }
}

/// The same with a colour for each kind of part.
fn coloured_parts(engine: &Engine, address: &str) -> Result<(String, usize), EngineError> {
    let tree = engine.parse(address, InputMode::Auto)?;
    let nodes = tree.nodes();
    let (mut text, mut width) = (String::new(), 0);
    for (at, character) in address.char_indices().take(WIDTH) {
        let node = nodes.iter().find(|node| (node.span.start..node.span.end).contains(&at));
        if let Some(node) = node.filter(|node| node.span.start == at || width == 0) {
            let _ = write!(text, "\u{1b}[{}m", colour(node.span.tag));
        }
        text.push(one_line(character));
        width += 1;
        if node.is_some_and(|node| node.span.end == at + character.len_utf8()) {
            text.push_str("\u{1b}[0m");
        }
    }
    text.push_str("\u{1b}[0m");
    Ok((text, width))
}

/// ANSI colour of a tag: numbers, streets, towns, codes, divisions, the rest.
fn colour(tag: Tag) -> u8 {
    match tag {
        Tag::HouseNumber | Tag::Unit | Tag::PoBox => 36,
        Tag::Street | Tag::StreetPrefix | Tag::StreetPrefixParticle | Tag::StreetSuffix => 32,
        Tag::IntersectionA | Tag::IntersectionB => 32,
        Tag::Locality | Tag::DependentLocality => 33,
        Tag::Postcode | Tag::Cedex => 35,
        Tag::Region | Tag::Subregion | Tag::Country => 34,
        _ => 31,
    }
}
