//! CSV, NDJSON and GeoJSON.

use std::io;

use serde_json::{Map, Value as Json};

use super::{Encoding, Layout, OutputRow};
use crate::file_format::Kind;
use crate::value::Value;

/// A result of text. Its pieces are compressed.
#[derive(Debug, Clone)]
pub(crate) struct TextFormat {
    pub(super) encoding: Encoding,
    pub(super) layout: Layout,
}

impl TextFormat {
    /// The bytes before the first row.
    pub(super) fn beginning(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        match self.encoding.kind {
            Kind::Csv | Kind::Tsv => {
                let names = self.layout.columns.iter().chain(&self.layout.results);
                let cells: Vec<Value> = names.map(|name| Value::Text(name.clone())).collect();
                self.write_cells(cells.iter(), &mut bytes);
            }
            Kind::Geojson => bytes.extend_from_slice(b"{\"type\":\"FeatureCollection\",\"features\":[\n"),
            _ => {}
        }
        self.encoding.compressed(bytes)
    }

    /// The bytes after the last row.
    pub(super) fn end(&self) -> io::Result<Vec<u8>> {
        let end: &[u8] = if self.encoding.kind == Kind::Geojson { b"\n]}\n" } else { b"" };
        self.encoding.compressed(end.to_vec())
    }

    /// The bytes of some rows; `first` is whether they are the first ones.
    pub(crate) fn rows<'a>(
        &self,
        rows: impl Iterator<Item = OutputRow<'a>>,
        first: bool,
    ) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        for (index, row) in rows.enumerate() {
            match self.encoding.kind {
                Kind::Csv | Kind::Tsv => {
                    self.write_cells(row.input.cells.iter().chain(&row.answer.cells), &mut bytes);
                }
                Kind::Geojson => {
                    if index > 0 || !first {
                        bytes.extend_from_slice(b",\n");
                    }
                    bytes.extend_from_slice(self.feature(&row).to_string().as_bytes());
                }
                _ => {
                    self.write_object(&row, &mut bytes);
                    bytes.push(b'\n');
                }
            }
        }
        self.encoding.compressed(bytes)
    }

    fn write_cells<'a>(&self, cells: impl Iterator<Item = &'a Value>, line: &mut Vec<u8>) {
        let begun = line.len();
        for (index, cell) in cells.enumerate() {
            if index > 0 {
                line.push(self.encoding.delimiter);
            }
            match cell {
                Value::Text(text) => self.write_cell(text, line),
                Value::Null => {}
                other => self.write_cell(&other.text(), line),
            }
        }
        // Readers would skip an empty line.
        if line.len() == begun {
            line.extend_from_slice(b"\"\"");
        }
        line.push(b'\n');
    }

    fn write_cell(&self, text: &str, line: &mut Vec<u8>) {
        let special = |byte: u8| byte == self.encoding.delimiter || matches!(byte, b'"' | b'\n' | b'\r');
        if text.bytes().any(special) {
            line.push(b'"');
            for byte in text.bytes() {
                if byte == b'"' {
                    line.push(b'"');
                }
                line.push(byte);
            }
            line.push(b'"');
        } else {
            line.extend_from_slice(text.as_bytes());
        }
    }

    /// An object: the original line with the results appended, otherwise one of all columns.
    fn write_object(&self, row: &OutputRow<'_>, bytes: &mut Vec<u8>) {
        let results = self.results(row);
        let closing = row.input.raw.as_deref().and_then(|raw| raw.strip_suffix('}'));
        let Some(open) = closing else {
            let mut object = self.columns(row);
            object.extend(results);
            bytes.extend_from_slice(Json::Object(object).to_string().as_bytes());
            return;
        };
        bytes.extend_from_slice(open.trim_end().as_bytes());
        let results = Json::Object(results).to_string();
        if !open.trim_end().ends_with('{') {
            bytes.push(b',');
        }
        bytes.extend_from_slice(&results.as_bytes()[1..]);
    }

    fn columns(&self, row: &OutputRow<'_>) -> Map<String, Json> {
        let columns = self.layout.columns.iter().zip(&row.input.cells);
        columns.map(|(name, cell)| (name.clone(), cell.json())).collect()
    }

    fn results(&self, row: &OutputRow<'_>) -> Map<String, Json> {
        let results = self.layout.results.iter().zip(&row.answer.cells);
        results.map(|(name, cell)| (name.clone(), cell.json())).collect()
    }

    fn feature(&self, row: &OutputRow<'_>) -> Json {
        let mut properties = self.columns(row);
        let fields = self.layout.fields.iter().map(|field| field.name);
        for (field, (name, value)) in fields.zip(self.results(row)) {
            if field != "lat" && field != "lon" {
                properties.insert(name, value);
            }
        }
        let geometry = row.answer.point.map_or(
            Json::Null,
            |(lat, lon)| serde_json::json!({ "type": "Point", "coordinates": [lon, lat] }),
        );
        serde_json::json!({ "type": "Feature", "geometry": geometry, "properties": properties })
    }
}
