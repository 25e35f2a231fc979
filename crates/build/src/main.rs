//! `milepost-build`: source files to databases.

mod admin_db;
mod candidate_db;
mod error;
mod packages;
mod place;
mod sources;
mod starter;
mod write_aside;

use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

use clap::{Parser, Subcommand};

/// Builds the databases Milepost answers from.
#[derive(Parser)]
#[command(name = "milepost-build", version)]
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
        /// Data root to write: `db/wof/*.db` and `manifest.json` below it.
        #[arg(long)]
        out: PathBuf,
    },
}

#[expect(clippy::print_stderr, reason = "a command line program reports to its user")]
fn main() -> ExitCode {
    let started = Instant::now();
    let Kind::Starter { packages, out } = Arguments::parse().kind;
    match starter::build(&packages::Packages::new(packages), &out) {
        Ok(summary) => {
            summary.lines.iter().for_each(|line| eprintln!("{line}"));
            eprintln!("built in {:.1} s", started.elapsed().as_secs_f64());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("milepost-build: {error}");
            ExitCode::FAILURE
        }
    }
}
