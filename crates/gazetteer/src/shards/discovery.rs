//! Which files under a data root are shards, and of what area.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use super::ShardKind;

/// What file names of a kind start with, and its key in `releases.json`.
fn prefix(kind: ShardKind) -> &'static str {
    match kind {
        ShardKind::Houses => "address-points",
        ShardKind::Ranges => "interpolation",
        ShardKind::Streets => "street-centroids",
    }
}

/// Folders shards lie in, below the data root or its `db`.
const FOLDERS: [&str; 4] = ["address-points", "interpolation", "street-centroids", "ban"];

/// Folder of shards of OpenStreetMap. Their areas end with [`OSM`], so that they can coexist with a register of the same area.
const OSM_FOLDER: &str = "osm";
/// End of the area of a shard of OpenStreetMap: `fr-osm`, `us-md-osm`.
pub(super) const OSM: &str = "-osm";

/// A file that is a shard by its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) kind: ShardKind,
    /// `us-md`, `us`, `fr`, `fr-osm`.
    pub(super) area: String,
    pub(super) path: PathBuf,
}

/// The shards below `data_root`, one a kind and area. Of several versions the one `releases.json` pins is taken, else the
/// file without a version, else the latest.
pub(super) fn find(data_root: &Path) -> Vec<Found> {
    let pinned = pinned_versions(data_root);
    let mut best: HashMap<(ShardKind, String), (Found, Option<String>)> = HashMap::new();
    for root in [data_root.to_owned(), data_root.join("db")] {
        for folder in FOLDERS.into_iter().chain([OSM_FOLDER]) {
            for path in files(&root.join(folder)) {
                let Some((kind, mut area, version)) =
                    path.file_name().and_then(|name| read_name(name.to_str()?))
                else {
                    continue;
                };
                if folder == OSM_FOLDER {
                    area.push_str(OSM);
                }
                let pin = pinned.get(prefix(kind)).map(String::as_str);
                let key = (kind, area.clone());
                let is_better = |(_, known): &(Found, Option<String>)| {
                    rank(version.as_deref(), pin) > rank(known.as_deref(), pin)
                };
                if best.get(&key).is_none_or(is_better) {
                    best.insert(key, (Found { kind, area, path }, version));
                }
            }
        }
    }
    let mut found: Vec<Found> = best.into_values().map(|(found, _)| found).collect();
    found.sort_by(|a, b| a.path.cmp(&b.path));
    found
}

/// Pinned before unversioned before versioned, later versions first.
fn rank<'a>(version: Option<&'a str>, pinned: Option<&str>) -> (u8, &'a str) {
    match version {
        Some(version) if Some(version) == pinned => (2, version),
        None => (1, ""),
        Some(version) => (0, version),
    }
}

/// The files of a folder by their names; none without the folder.
pub(crate) fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    files
}

/// Kind, area and version of `address-points-us-md-2026-05-20.0.db`.
fn read_name(name: &str) -> Option<(ShardKind, String, Option<String>)> {
    let stem = name.strip_suffix(".db")?;
    let kinds = [ShardKind::Houses, ShardKind::Ranges, ShardKind::Streets];
    let (kind, rest) = kinds.into_iter().find_map(|kind| Some((kind, stem.strip_prefix(prefix(kind))?)))?;
    let rest = rest.strip_prefix('-')?;
    let code = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_lowercase());
    let (country, rest) = rest.split_once('-').map_or((rest, None), |(country, rest)| (country, Some(rest)));
    if !code(country) {
        return None;
    }
    let Some(rest) = rest else { return Some((kind, country.to_owned(), None)) };
    let (first, version) = rest.split_once('-').map_or((rest, None), |(first, rest)| (first, Some(rest)));
    if country == "us" && code(first) {
        return Some((kind, format!("us-{first}"), version.map(str::to_owned)));
    }
    Some((kind, country.to_owned(), Some(rest.to_owned())))
}

/// Prefix of a kind to version of `releases.json`; a file that is missing or no such table pins nothing.
fn pinned_versions(data_root: &Path) -> HashMap<String, String> {
    fs::read_to_string(data_root.join("releases.json"))
        .ok()
        .and_then(|text| serde_json::from_str(&text).ok())
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_tell_kind_area_and_version() {
        let read = |name| read_name(name).map(|(kind, area, version)| (prefix(kind), area, version));
        for (name, kind, area, version) in [
            ("address-points-us-md.db", "address-points", "us-md", None),
            ("address-points-us-md-2026-05-20.0.db", "address-points", "us-md", Some("2026-05-20.0")),
            ("address-points-fr.db", "address-points", "fr", None),
            ("interpolation-us-al-TIGER2023.db", "interpolation", "us-al", Some("TIGER2023")),
        ] {
            assert_eq!(read(name), Some((kind, area.to_owned(), version.map(str::to_owned))));
        }
        for name in [
            "address-points-us-md.db-wal",
            "address-points-us-md.db.lock",
            "address-points-us-md.db.part",
            "address-points-us-md.db.0123456789abcdef.part",
            "address-points-us-md.db.0123456789abcdef.part-journal",
            "address-points-usa.db",
            "candidate.db",
            "address-points-.db",
        ] {
            assert_eq!(read(name), None, "{name}");
        }
    }

    #[test]
    fn openstreetmap_stands_beside_a_register_of_the_same_area() {
        let root = tempfile::tempdir().unwrap();
        for folder in ["address-points", "osm"] {
            fs::create_dir(root.path().join(folder)).unwrap();
            fs::write(root.path().join(folder).join("address-points-us-md.db"), "").unwrap();
        }
        let areas: Vec<String> = find(root.path()).into_iter().map(|found| found.area).collect();
        assert_eq!(areas, ["us-md", "us-md-osm"]);
    }

    #[test]
    fn the_pinned_version_wins() {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("address-points");
        fs::create_dir(&folder).unwrap();
        for name in [
            "address-points-us-md.db",
            "address-points-us-md-1.db",
            "address-points-us-md-2.db",
            "address-points-us-va-1.db",
            "address-points-us-va-2.db",
        ] {
            fs::write(folder.join(name), "").unwrap();
        }
        let names = || -> Vec<String> {
            find(root.path())
                .iter()
                .map(|found| found.path.file_name().unwrap().to_string_lossy().into_owned())
                .collect()
        };
        assert_eq!(names(), ["address-points-us-md.db", "address-points-us-va-2.db"]);
        fs::write(root.path().join("releases.json"), r#"{"address-points": "1"}"#).unwrap();
        assert_eq!(names(), ["address-points-us-md-1.db", "address-points-us-va-1.db"]);
    }
}
