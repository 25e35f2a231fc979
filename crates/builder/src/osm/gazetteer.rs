//! Lays the places of OpenStreetMap over a gazetteer: the databases of the root then have the places of both, each once.

use std::fs;
use std::path::{Path, PathBuf};

use crate::error::BuildError;
use crate::gazetteer_build;
use crate::origin::attribution_in;
use crate::polygons::{self, PolygonOptions};
use crate::sources::gazetteer::Target;

const FOLDER: &str = "db/wof";
const CANDIDATE: &str = "candidate.db";
const ADMIN: &str = "admin-global-priority.db";
const POLYGONS: &str = "admin-global-priority-polygons.db";
const POSTCODES: &str = "candidate.postcodes";

/// Builds the gazetteers of a root from the files of places in `osm` and the gazetteers in the folder `base`; returns a report. A
/// gazetteer of the root without data of OpenStreetMap is that of another command and stays.
pub(super) fn lay(root: &Path, osm: &Path, base: &Path) -> Result<Vec<String>, BuildError> {
    let places = files_of_places(osm)?;
    let folder = root.join(FOLDER);
    if places.is_empty() {
        return Ok(vec!["the files have no places; the gazetteer stays".to_owned()]);
    }
    let candidate = folder.join(CANDIDATE);
    let is_own = |path: &Path| -> Result<bool, BuildError> {
        let credit = if path.exists() { attribution_in(path)? } else { return Ok(true) };
        Ok(credit.is_some_and(|credit| credit.contains(super::context::ATTRIBUTION)))
    };
    if !is_own(&candidate)? {
        let line = format!(
            "{} has no places of OpenStreetMap and stays; `milepost build candidate` and `admin` build another one",
            candidate.display()
        );
        return Ok(vec![line]);
    }
    let failed = |path: &Path| {
        let path = path.to_owned();
        move |source| BuildError::Write { path, source }
    };
    fs::create_dir_all(&folder).map_err(failed(&folder))?;
    let over = |file: &str| gazetteer_build::over(base.join(file), places.clone(), folder.join(file));
    let mut lines = gazetteer_build::build(Target::Candidate, over(CANDIDATE))?;
    if base.join(ADMIN).exists() {
        lines.extend(gazetteer_build::build(Target::Admin, over(ADMIN))?);
        let options = PolygonOptions::of_places(places, folder.join(ADMIN), folder.join(POLYGONS));
        lines.extend(polygons::build(&options)?);
    }
    let (from, to) = (base.join(POSTCODES), folder.join(POSTCODES));
    if from.exists() && !to.exists() {
        fs::copy(&from, &to).map_err(failed(&to))?;
    }
    // One line a database is enough.
    lines.retain(|line| line.contains(FOLDER) && !line.contains(" places of "));
    Ok(lines)
}

/// Files of places of all countries, in order.
fn files_of_places(osm: &Path) -> Result<Vec<PathBuf>, BuildError> {
    let entries = fs::read_dir(osm).map_err(|source| BuildError::Read { path: osm.into(), source })?;
    let is_places = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("places-") && name.ends_with(".db")
    };
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).filter(is_places).collect();
    files.sort();
    Ok(files)
}
