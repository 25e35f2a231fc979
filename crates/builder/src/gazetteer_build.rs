//! `candidate` and `admin`: any number of sources into one database.

use std::path::{Path, PathBuf};

use milepost_aside::Claim;
use milepost_gazetteer::build_info::SEPARATOR;

use crate::candidate_db::WordSearch;
use crate::error::BuildError;
use crate::input::BadRows;
use crate::origin::{Origin, attribution_in};
use crate::packages::Packages;
use crate::sources::detect::{self, Kind};
use crate::sources::gazetteer::{self, Base, Target};
use crate::sources::{geonames, postcode_table, whos_on_first};
use crate::staging::Staging;
use crate::starter::{self, ATTRIBUTION, ID_PREFIX};
use crate::{admin_db, candidate_db};

/// Options that build a gazetteer over another one from files of places.
pub(crate) fn over(base: PathBuf, sources: Vec<PathBuf>, out: PathBuf) -> GazetteerOptions {
    GazetteerOptions { sources, out, packages: Vec::new(), over: Some(base), strict: false }
}

/// Sources of the build.
#[derive(clap::Args)]
pub(crate) struct GazetteerOptions {
    /// GeoNames dumps (places, alternate names, division names, postal codes; plain, gzip or zip), Who's On First
    /// distributions in SQLite, postcode tables with a header; recognised by their content.
    sources: Vec<PathBuf>,
    /// Database to write.
    #[arg(long)]
    out: PathBuf,
    /// Start with the starter packages found below these folders.
    #[arg(long)]
    packages: Vec<PathBuf>,
    /// Add the sources to this gazetteer, whose rows and ids stay; `milepost data add` uses it.
    #[arg(long, hide = true, conflicts_with = "packages")]
    over: Option<PathBuf>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    strict: bool,
}

/// Builds the database and reports its contents.
pub(crate) fn build(target: Target, options: GazetteerOptions) -> Result<Vec<String>, BuildError> {
    if let Some(base) = &options.over {
        return build_over(base, target, &options);
    }
    let GazetteerOptions { sources, packages, out, strict, .. } = options;
    if sources.is_empty() && packages.is_empty() {
        return Err(BuildError::NoSource {
            what: "name GeoNames dumps, Who's On First distributions or postcode tables, or begin with --packages FOLDER",
        });
    }
    // Before the sources are read, which may take an hour.
    let claim = Claim::on(&out)?;
    let sources = detect::in_order(&sources)?;
    let with_wof = sources.iter().any(|(kind, _)| *kind == Kind::WhosOnFirst);
    let only_wof = packages.is_empty() && sources.iter().all(|(kind, _)| *kind == Kind::WhosOnFirst);
    // Ids of other sources are shifted only when there are others.
    let mut staging = Staging::create(&claim, with_wof && !only_wof)?;
    let mut lines = Vec::new();
    let mut attribution: Vec<&str> = Vec::new();
    if !packages.is_empty() {
        attribution.extend(ATTRIBUTION);
        let starter = starter::read(&Packages::new(packages))?;
        staging.note_day(starter.updated.as_deref());
        staging.add_starter(&starter.places, &starter.pairs)?;
        for (code, &id) in &starter.codes {
            staging.add_code(code, id)?;
        }
        lines.push(format!("starter packages: {} places", starter.places.all.len()));
    }
    let mut bad = BadRows::new(strict);
    for (kind, path) in sources {
        attribution.extend(publisher(kind));
        let used = match kind {
            Kind::WhosOnFirst => whos_on_first::add(&path, &staging, &mut bad)?,
            Kind::GeonamesPlaces => geonames::add_places(&path, &staging, &mut bad)?,
            Kind::GeonamesDivisions => geonames::add_division_names(&path, &staging, &mut bad)?,
            Kind::GeonamesNames => geonames::add_alternate_names(&path, &staging, &mut bad)?,
            // Reverse lookup does not answer with postcodes.
            Kind::GeonamesPostal | Kind::PostcodeTable if target == Target::Admin => 0,
            Kind::GeonamesPostal => geonames::postal_codes(&path, &mut bad, |row| staging.add_postal(&row))?,
            Kind::PostcodeTable => postcode_table::read(&path, &mut bad, |row| staging.add_postal(&row))?,
        };
        lines.push(format!("{}: {used} rows used ({kind:?})", path.display()));
    }
    staging.settle()?;
    lines.extend(bad.summary());
    lines.extend(staging.kinds()?.into_iter().map(|(kind, count)| format!("{kind:<16}{count:>9}")));
    let prefix = if only_wof { "wof" } else { ID_PREFIX };
    let origin = Origin::new(prefix, attribution, staging.newest_day());
    write(target, &claim, &staging, &origin, WordSearch::Written, &mut lines)?;
    Ok(lines)
}

/// Builds the database of a gazetteer with additions: files of `milepost build places`.
fn build_over(
    base: &Path,
    target: Target,
    GazetteerOptions { sources, out, strict, .. }: &GazetteerOptions,
) -> Result<Vec<String>, BuildError> {
    let claim = Claim::on(out)?;
    let (path, base) = (base, Base::of(base, target)?);
    let mut staging = Staging::over(&claim, base.ids())?;
    gazetteer::add(path, &base, target, &staging)?;
    staging.note_day(base.updated.as_deref());
    let mut credits: Vec<String> = base.attribution.split(SEPARATOR).map(str::to_owned).collect();
    credits.retain(|credit| !credit.is_empty());
    let mut lines = Vec::new();
    let mut bad = BadRows::new(*strict);
    for path in sources {
        let used = whos_on_first::add(path, &staging, &mut bad)?;
        credits.extend(attribution_in(path)?);
        lines.push(format!("{}: {used} places", path.display()));
    }
    staging.settle()?;
    lines.extend(bad.summary());
    let origin = Origin::new(&base.id_prefix, credits.iter().map(String::as_str), staging.newest_day());
    let words = if base.has_word_search { WordSearch::Written } else { WordSearch::LeftOut };
    write(target, &claim, &staging, &origin, words, &mut lines)?;
    Ok(lines)
}

/// Writes the database and, next to a candidate gazetteer, its index of names; adds to the report.
fn write(
    target: Target,
    claim: &Claim,
    staging: &Staging,
    origin: &Origin,
    words: WordSearch,
    lines: &mut Vec<String>,
) -> Result<(), BuildError> {
    let out = claim.target();
    let (size, rows) = match target {
        Target::Candidate => candidate_db::write(claim, staging, origin, words)?,
        Target::Admin => admin_db::write(claim, staging, origin, words)?,
    };
    lines.push(format!("{}: {rows} rows, {:.1} MB", out.display(), size as f64 / 1e6));
    if target == Target::Candidate {
        lines.push(candidate_db::index(out)?);
    }
    Ok(())
}

/// Owner and licence of a source; unknown for a table with a header.
fn publisher(kind: Kind) -> Option<&'static str> {
    match kind {
        Kind::WhosOnFirst => Some("Who's On First"),
        Kind::GeonamesPlaces | Kind::GeonamesDivisions | Kind::GeonamesNames | Kind::GeonamesPostal => {
            Some("GeoNames (CC BY 4.0)")
        }
        Kind::PostcodeTable => None,
    }
}
