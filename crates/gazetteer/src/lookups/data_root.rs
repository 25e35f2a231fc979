//! The lookup databases of a data root. Each is optional, and one that fails leaves the others working.

use std::path::Path;

use super::{Nuts, NutsCodes, Timezones, UnLocodes};
use crate::objects::Objects;
use crate::{DatabaseFile, GazetteerError};

/// What the databases know about a point. Absent: no such database, or nothing there.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
pub struct LookupAnswers {
    /// IANA name of the time zone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    /// `US NYC`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub un_locode: Option<String>,
    /// Codes of the statistical regions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nuts: Option<NutsCodes>,
    /// Why lookups failed.
    #[serde(skip_serializing_if = "FailedLookups::is_empty")]
    pub failed: FailedLookups,
}

/// A sentence for each lookup that failed: a database was damaged while it was open.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize)]
#[allow(missing_docs, reason = "named as the answers")]
pub struct FailedLookups {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timezone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub un_locode: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nuts: Option<String>,
}

impl FailedLookups {
    fn is_empty(&self) -> bool {
        *self == FailedLookups::default()
    }
}

/// The open databases. Threads can share it.
#[derive(Default)]
pub struct Lookups {
    timezones: Option<Timezones>,
    un_locodes: Option<UnLocodes>,
    nuts: Option<Nuts>,
    objects: Objects,
    skipped: Vec<String>,
}

impl Lookups {
    /// Opens what lies below `data_root`: `timezone/timezone.db`, `un-locode/un-locode.db`, `nuts/nuts.db` and `osm/objects-*.db`. This
    /// never fails: an unusable file is listed in [`Lookups::skipped`].
    pub fn open(data_root: &Path) -> Lookups {
        let objects = Objects::open(data_root);
        let mut skipped = objects.skipped().to_vec();
        Lookups {
            objects,
            timezones: open(data_root, "timezone", Timezones::open, &mut skipped),
            un_locodes: open(data_root, "un-locode", UnLocodes::open, &mut skipped),
            nuts: open(data_root, "nuts", Nuts::open, &mut skipped),
            skipped,
        }
    }

    /// Whether no database is open.
    pub fn is_empty(&self) -> bool {
        self.timezones.is_none()
            && self.un_locodes.is_none()
            && self.nuts.is_none()
            && self.objects.is_empty()
    }

    /// Objects of OpenStreetMap; none may be open.
    pub fn objects(&self) -> &Objects {
        &self.objects
    }

    /// The open files, for verification while they are in use.
    pub fn files(&self) -> Vec<DatabaseFile> {
        let databases = [
            self.timezones.as_ref().map(|zones| &zones.database),
            self.un_locodes.as_ref().map(|codes| &codes.database),
            self.nuts.as_ref().map(|nuts| &nuts.database),
        ];
        let files = databases.into_iter().flatten().map(|database| database.file().clone());
        files.chain(self.objects.files()).collect()
    }

    /// Files that were found and not opened, each with its reason, in sentences.
    pub fn skipped(&self) -> &[String] {
        &self.skipped
    }

    /// What the databases know about a point in degrees. UN/LOCODE needs the country (alpha-2) and prefers the code of `name`, the
    /// settlement's.
    pub fn at(&self, lat: f64, lon: f64, country: Option<&str>, name: Option<&str>) -> LookupAnswers {
        let mut failed = FailedLookups::default();
        let zone = self.timezones.as_ref().map(|zones| zones.at(lat, lon));
        let code =
            self.un_locodes.as_ref().zip(country).map(|(codes, country)| codes.of(country, name, lat, lon));
        let regions = self.nuts.as_ref().map(|nuts| nuts.at(lat, lon));
        LookupAnswers {
            timezone: or_failed(zone, &mut failed.timezone),
            un_locode: or_failed(code, &mut failed.un_locode),
            nuts: or_failed(regions, &mut failed.nuts),
            failed,
        }
    }
}

fn open<T>(
    data_root: &Path,
    name: &str,
    open: impl FnOnce(&Path) -> Result<T, GazetteerError>,
    skipped: &mut Vec<String>,
) -> Option<T> {
    let path = data_root.join(name).join(name).with_extension("db");
    // A broken link is reported, a missing database is not.
    if !path.exists() && !path.is_symlink() {
        return None;
    }
    open(&path).map_err(|error| skipped.push(format!("{} is left out: {error}", path.display()))).ok()
}

fn or_failed<T>(answer: Option<Result<Option<T>, GazetteerError>>, failed: &mut Option<String>) -> Option<T> {
    answer?.unwrap_or_else(|error| {
        *failed = Some(error.to_string());
        None
    })
}
