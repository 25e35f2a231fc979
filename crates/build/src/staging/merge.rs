//! One place that several sources have: kept once, with the names of all.

use super::Staging;
use crate::error::BuildError;

/// Two settlements of one name are the same one when neither coordinate differs by more than this, degrees.
const SAME_SETTLEMENT_DEGREES: f64 = 0.08;

/// Merges what Who's On First and other sources both have: by its concordances with GeoNames, then by name and place.
pub(super) fn same_places(staging: &Staging) -> Result<(), BuildError> {
    if staging.offset == 0 {
        return Ok(());
    }
    let first_other = staging.offset;
    staging.batch(&format!(
        "CREATE INDEX name_key_by_place ON name_key (place);
         CREATE TEMP TABLE same (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
         INSERT OR IGNORE INTO same
           SELECT p.id, min(c.place) FROM concordance AS c JOIN place AS p ON p.id = CAST(c.other AS INTEGER) + {first_other}
           WHERE c.place < {first_other} AND c.source IN ('gn:id', 'geonames') GROUP BY p.id;
         INSERT OR IGNORE INTO same
           SELECT g.id, min(w.id)
           FROM place AS g
           JOIN place AS w ON w.placetype = 'country' AND w.country = g.country AND w.id < {first_other}
           WHERE g.placetype = 'country' AND g.id > {first_other} GROUP BY g.id;
         INSERT OR IGNORE INTO same
           SELECT g.id, min(w.id)
           FROM place AS g
           JOIN name_key AS k ON k.place = g.id AND k.is_primary
           JOIN name_key AS l ON l.key = k.key AND l.is_primary
           JOIN place AS w ON w.id = l.place AND w.country = g.country AND w.id < {first_other}
           WHERE g.id > {first_other}
             AND (g.placetype = w.placetype OR (g.placetype = 'locality' AND w.placetype IN ('localadmin', 'borough')))
             AND (g.placetype IN ('region', 'postalcode')
                  OR (abs(g.lat - w.lat) < {SAME_SETTLEMENT_DEGREES} AND abs(g.lon - w.lon) < {SAME_SETTLEMENT_DEGREES}))
           GROUP BY g.id;"
    ))?;
    staging.batch(include_str!("../../sql/merge_same_places.sql"))
}
