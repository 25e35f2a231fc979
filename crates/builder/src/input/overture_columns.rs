//! Which columns of the files of Overture Maps are read, by theme: only their bytes are downloaded.

use serde::Deserialize;

const OF_ADDRESSES: [&str; 9] =
    ["geometry", "country", "postcode", "street", "number", "unit", "postal_city", "address_levels", SOURCES];

/// Column of the source of a row; two of its fields are read.
pub(super) const SOURCES: &str = "sources";
const OF_SOURCES: [&str; 2] = ["dataset", "license"];

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Theme {
    #[default]
    Addresses,
    Places,
    /// Countries, regions, towns and quarters, and their areas.
    Divisions,
}

impl Theme {
    /// Whether a column, named by its path, is read.
    pub(super) fn reads(self, path: &[String]) -> bool {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        match (self, path.as_slice()) {
            (_, [SOURCES, .., leaf]) => OF_SOURCES.contains(leaf),
            (Theme::Addresses, [root, ..]) => OF_ADDRESSES.contains(root),
            (
                Theme::Places,
                ["id" | "geometry" | "confidence" | "operating_status" | "basic_category"]
                | ["names" | "categories" | "taxonomy", "primary"]
                | ["brand", "wikidata"]
                | ["brand", "names", "primary"]
                | ["addresses", .., "country"],
            ) => true,
            (
                Theme::Divisions,
                [
                    "id" | "geometry" | "country" | "subtype" | "class" | "population" | "parent_division_id"
                    | "division_id",
                ]
                | ["names", "primary"]
                | ["names", "common", ..]
                | ["names", "rules", .., "language" | "value"],
            ) => true,
            _ => false,
        }
    }
}
