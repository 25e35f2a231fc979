//! Formats of tables and their compression, by file name.

use std::path::Path;

/// Format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, clap::ValueEnum)]
pub enum Kind {
    /// Cells separated by a delimiter.
    Csv,
    /// Cells separated by tabs.
    Tsv,
    /// One JSON object per line.
    Ndjson,
    /// Apache Parquet.
    Parquet,
    /// A FeatureCollection, for maps; as input also a list or a sequence of JSON objects.
    Geojson,
    /// A layer of a GeoPackage; input only.
    Geopackage,
    /// A Shapefile: the `.shp` with its `.shx` and `.dbf`; input only.
    Shapefile,
}

/// How a file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Compression {
    None,
    Gzip,
    Zstd,
}

impl Kind {
    /// Whether rows have an index in the file, which is read in any order: its bytes cannot be a stream.
    pub(crate) fn is_indexed(self) -> bool {
        matches!(self, Kind::Parquet | Kind::Geopackage | Kind::Shapefile)
    }

    /// Whether a result can have this format.
    pub(crate) fn is_written(self) -> bool {
        !matches!(self, Kind::Geopackage | Kind::Shapefile)
    }

    /// The format of an extension; none if it is unknown.
    pub(crate) fn of(name: &str) -> Option<Kind> {
        // The query of a URL does not belong to the name.
        let name = name.split(['?', '#']).next().unwrap_or(name).to_lowercase();
        let name = name.trim_end_matches(".gz").trim_end_matches(".zst").trim_end_matches(".zstd");
        match Path::new(name).extension()?.to_str()? {
            "csv" | "txt" => Some(Kind::Csv),
            "tsv" | "tab" => Some(Kind::Tsv),
            "ndjson" | "jsonl" | "jsonlines" => Some(Kind::Ndjson),
            "parquet" | "pq" => Some(Kind::Parquet),
            "geojson" | "json" | "geojsonl" | "geojsons" => Some(Kind::Geojson),
            "gpkg" => Some(Kind::Geopackage),
            "shp" => Some(Kind::Shapefile),
            _ => None,
        }
    }
}

impl Compression {
    /// The compression of an extension.
    pub(crate) fn of(name: &str) -> Compression {
        let name = name.to_lowercase();
        if name.ends_with(".gz") {
            Compression::Gzip
        } else if name.ends_with(".zst") || name.ends_with(".zstd") {
            Compression::Zstd
        } else {
            Compression::None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_kind_and_compression() {
        assert_eq!(Kind::of("a/b.CSV.gz"), Some(Kind::Csv));
        assert_eq!(Kind::of("https://x.test/b.parquet?versionId=1.csv"), Some(Kind::Parquet));
        assert_eq!(Kind::of("s3://bucket/part-0.jsonl.zst"), Some(Kind::Ndjson));
        assert_eq!(Kind::of("houses.GPKG"), Some(Kind::Geopackage));
        assert_eq!(Kind::of("table"), None);
        assert_eq!(Compression::of("b.csv.ZST"), Compression::Zstd);
        assert_eq!(Compression::of("b.csv"), Compression::None);
    }
}
