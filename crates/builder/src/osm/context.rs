//! What all databases of an import share: the divisions and settlements, the folder, the country and the release.

use std::path::{Path, PathBuf};

use super::object::{COUNTRY, Point, Tags, Thing};
use super::towns::{Around, Towns};
use crate::error::BuildError;
use crate::parts::Part;

/// The line to show with answers.
pub(super) const ATTRIBUTION: &str = "© OpenStreetMap contributors (ODbL 1.0, openstreetmap.org/copyright)";
/// Why `--only` leaves an object out.
pub(super) const FOREIGN: &str = "in another country";

pub(super) struct Context<'a> {
    pub(super) towns: Towns,
    pub(super) places: Vec<Thing>,
    pub(super) folder: &'a Path,
    /// Country of objects outside of the national boundaries of the files, lower case.
    pub(super) usual: Option<String>,
    /// The only country of the rows.
    pub(super) own: Option<String>,
    pub(super) release: Option<String>,
}

impl Context<'_> {
    /// What is around the point of an object, and its country.
    pub(super) fn around(&self, point: Point, tags: &Tags) -> Result<(Around, String), BuildError> {
        let known = tags.get(COUNTRY).or(self.usual.as_deref());
        let around = self.towns.of(point, known);
        let country = around.country.clone().or_else(|| known.map(str::to_owned));
        let country = country.ok_or(BuildError::CountryUnknown)?;
        Ok((around, country))
    }

    pub(super) fn is_foreign(&self, country: &str) -> bool {
        self.own.as_deref().is_some_and(|own| own != country)
    }

    pub(super) fn path_of(&self, family: &str, area: &str) -> PathBuf {
        self.folder.join(format!("{family}-{area}.db"))
    }

    pub(super) fn part(&self, code: &str) -> Part {
        Part {
            code: code.to_owned(),
            publisher: "osm".to_owned(),
            licence: "ODbL-1.0".to_owned(),
            attribution: ATTRIBUTION.to_owned(),
            release: self.release.clone(),
            url: Some("https://www.openstreetmap.org/copyright".to_owned()),
            added: None,
            files: Vec::new(),
            table: None,
        }
    }
}
