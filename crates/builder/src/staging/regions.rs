//! The first-level division of each place, which the candidate database stores with every row.

use super::Staging;
use crate::error::BuildError;

/// Most levels above a place.
const DEEPEST_CHAIN: usize = 8;

/// Fills `place.region` from the top down.
pub(super) fn fill(staging: &Staging) -> Result<(), BuildError> {
    staging.batch("CREATE INDEX place_by_parent ON place (parent);")?;
    staging.batch(
        "CREATE TEMP TABLE level AS SELECT id, id AS region FROM place WHERE placetype IN ('region', 'dependency');",
    )?;
    for _ in 0..DEEPEST_CHAIN {
        let changed = staging.run(
            "UPDATE place SET region = level.region FROM level WHERE place.parent = level.id AND place.region = 0",
            [],
        )?;
        staging.batch(
            "CREATE TEMP TABLE next AS SELECT place.id, place.region FROM place JOIN level ON place.parent = level.id;
             DROP TABLE level; ALTER TABLE next RENAME TO level;",
        )?;
        if changed == 0 {
            break;
        }
    }
    staging.batch("DROP TABLE level;")
}
