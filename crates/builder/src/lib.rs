//! `milepost build`: source files to databases. The program is `main.rs`; the library is for the fuzz targets.

mod admin_db;
mod candidate_db;
mod damaged;
mod error;
mod gazetteer_build;
mod input;
mod lookups;
mod origin;
mod osm;
mod packages;
mod packed_rtree;
mod parent_process;
mod parts;
mod place;
mod places;
mod points;
mod pois;
mod polygons;
mod postcodes;
mod ranges;
mod row_groups;
mod shard;
mod sources;
mod staging;
mod starter;
mod streets;
mod summary;
mod terminal;
mod write_aside;

use std::io::{Write, stdout};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};
use milepost_bulk::{BulkOptions, DedupeOptions, MatchOptions, REJECTED, dedupe, link, report, report_links};

use crate::error::BuildError;
use crate::gazetteer_build::GazetteerOptions;
use crate::sources::gazetteer::Target;
use crate::summary::Summary;

/// The exit code of a wrong command line.
const USAGE: u8 = 2;

/// Builds the databases Milepost answers from.
#[derive(Parser)]
#[command(name = "milepost build", bin_name = "milepost build", version)]
struct Arguments {
    #[command(subcommand)]
    kind: Kind,
}

#[derive(Subcommand)]
enum Kind {
    /// The databases that ship with the install, from packages of the npm registry.
    Starter {
        /// Folder that holds the source packages; repeatable, searched in order.
        #[arg(long, required = true)]
        packages: Vec<PathBuf>,
        /// Register of postcodes to put next to the candidate gazetteer.
        #[arg(long)]
        postcodes: PathBuf,
        /// Data root to write: `db/wof/*` and `manifest.json` below it.
        #[arg(long)]
        out: PathBuf,
    },
    /// Address points: OpenAddresses, BAN, NAD, or any table with a header.
    #[command(visible_alias = "address-points")]
    Points(points::PointOptions),
    /// Address ranges: TIGER/Line, centreline tables, or address points.
    #[command(visible_alias = "interpolation")]
    Ranges(ranges::RangeOptions),
    /// Street centroids, from address points.
    #[command(visible_alias = "street-centroids")]
    Streets(streets::StreetOptions),
    /// Houses, ranges and streets of OpenStreetMap, from files in PBF format.
    Osm(osm::OsmOptions),
    /// Houses, streets, places and points of interest of OpenStreetMap, from dumps of Photon.
    Photon(osm::PhotonOptions),
    /// Finds the bytes of a country in GeoParquet files of Overture Maps.
    #[command(hide = true)]
    RowGroups(row_groups::RowGroupOptions),
    /// A publisher's places of a country, to add to a gazetteer.
    #[command(hide = true)]
    Places(places::PlaceOptions),
    /// Finds damaged downloads.
    #[command(hide = true)]
    Damaged(damaged::DamagedOptions),
    /// The candidate gazetteer: places and postcodes by name.
    Candidate(GazetteerOptions),
    /// The index of names next to a candidate gazetteer, for completion; `candidate` and `starter` write it too.
    Prefix {
        /// The candidate gazetteer.
        candidate_db: PathBuf,
    },
    /// The register of postcodes next to a candidate gazetteer: codes of many countries in a small file.
    Postcodes(postcodes::PostcodeOptions),
    /// The full administrative database: places with their hierarchy, for reverse lookup.
    Admin(GazetteerOptions),
    /// The polygons of an administrative database, for reverse lookup.
    Polygons(polygons::PolygonOptions),
    /// Points of interest: Overture Maps places, or any table with a header.
    #[command(visible_alias = "pois")]
    Poi(pois::PoiOptions),
    /// The databases of annotations: time zones, UN/LOCODE, NUTS.
    Lookup(lookups::LookupOptions),
    // Not a build. It is here because both open the same databases, so an install has one SQLite.
    /// Geocodes a table: all its columns stay, and the results follow them.
    #[command(hide = true, override_usage = "milepost bulk [OPTIONS] IN... --out OUT")]
    Bulk(Box<BulkOptions>),
    /// Pairs the rows of two tables that have the same address.
    #[command(hide = true, override_usage = "milepost match [OPTIONS] LEFT RIGHT --out PAIRS")]
    Match(Box<MatchOptions>),
    /// Finds the rows of a table that have the same address: all its columns stay, and the cluster follows them.
    #[command(hide = true, override_usage = "milepost dedupe [OPTIONS] IN --out OUT")]
    Dedupe(Box<DedupeOptions>),
}

/// Runs the command line of the process; returns the exit code.
pub fn main() -> ExitCode {
    let started = Instant::now();
    let kind = match Arguments::try_parse() {
        Ok(arguments) => arguments.kind,
        // Help and version are answers.
        Err(text) if !text.use_stderr() => {
            return terminal::ended(text.print().and_then(|()| stdout().flush()));
        }
        Err(error) => {
            let _ = error.print();
            return ExitCode::from(USAGE);
        }
    };
    let kind = match kind {
        Kind::Bulk(options) => {
            return on_tables(|| report(milepost_bulk::run(&options), options.table.quiet));
        }
        Kind::Match(options) => {
            return on_tables(|| report_links("match", link(&options), options.table.quiet));
        }
        Kind::Dedupe(options) => {
            return on_tables(|| report_links("dedupe", dedupe(&options), options.table.quiet));
        }
        kind => kind,
    };
    let built = parent_process::end_with_parent().and_then(|()| build(kind));
    match built {
        Ok(summary) => {
            summary.lines.iter().for_each(|line| terminal::tell(line));
            terminal::tell(&format!("built in {:.1} s", started.elapsed().as_secs_f64()));
            if summary.rejected > 0 {
                return ExitCode::from(REJECTED);
            }
            summary.report.map_or(ExitCode::SUCCESS, |report| terminal::print(&format!("{report}\n")))
        }
        Err(error) => {
            terminal::complain(&error);
            ExitCode::from(error.exit_code())
        }
    }
}

/// Runs a command on tables of addresses (`crates/bulk`).
fn on_tables(run: impl FnOnce() -> u8) -> ExitCode {
    match parent_process::end_with_parent() {
        Ok(()) => ExitCode::from(run()),
        Err(error) => {
            milepost_bulk::tell(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

/// Reads a file of any bytes as one of OpenStreetMap, for the fuzz target `osm`; returns whether it is one.
#[doc(hidden)]
pub fn read_osm(bytes: &[u8]) -> bool {
    osm::read_any(bytes)
}

/// Builds, and returns a report.
fn build(kind: Kind) -> Result<Summary, BuildError> {
    let lines = match kind {
        Kind::Points(options) => {
            return points::build(&options).map(|summary| summary.with_report(options.parts.is_some()));
        }
        Kind::Ranges(options) => {
            return ranges::build(&options).map(|summary| summary.with_report(options.parts.is_some()));
        }
        Kind::Streets(options) => return streets::build(&options),
        Kind::RowGroups(options) => return row_groups::tell(&options),
        Kind::Osm(options) => return osm::build(&options),
        Kind::Photon(options) => return osm::build_photon(&options),
        Kind::Places(options) => return places::build(&options),
        Kind::Damaged(options) => return damaged::tell(&options),
        Kind::Starter { packages, postcodes, out } => {
            starter::build(&packages::Packages::new(packages), &postcodes, &out)
        }
        Kind::Candidate(options) => gazetteer_build::build(Target::Candidate, options),
        Kind::Prefix { candidate_db } => candidate_db::index(&candidate_db).map(|line| vec![line]),
        Kind::Postcodes(options) => postcodes::build(options),
        Kind::Admin(options) => gazetteer_build::build(Target::Admin, options),
        Kind::Polygons(options) => polygons::build(&options),
        Kind::Poi(options) => {
            return pois::build(&options).map(|summary| summary.with_report(options.asks_for_report()));
        }
        Kind::Lookup(options) => lookups::build(&options),
        Kind::Bulk(_) | Kind::Match(_) | Kind::Dedupe(_) => Ok(Vec::new()),
    };
    lines.map(Summary::of)
}
