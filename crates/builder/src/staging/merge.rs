//! Merges a place of several sources into one with all names.

use super::{Ids, Staging};
use crate::error::BuildError;
use crate::place::{PART_ID, id_range};

/// Two settlements of one name are the same one when neither coordinate differs by more than this, degrees.
const SAME_SETTLEMENT_DEGREES: f64 = 0.08;

/// How near places of one name must be to be the same: neighbours, or anywhere in the country for divisions and codes.
const NEAR: &str = "AND (g.placetype = w.placetype OR (g.placetype = 'locality' AND w.placetype IN ('localadmin', 'borough'))
        OR (g.placetype = 'county' AND w.placetype = 'district'))
   AND (g.placetype IN ('region', 'postalcode')
        OR (abs(g.lat - w.lat) < {degrees} AND abs(g.lon - w.lon) < {degrees}))";

/// Merges the sources. Who's On First wins over others, and a gazetteer wins over its additions, except with its supplement.
pub(super) fn same_places(staging: &Staging) -> Result<(), BuildError> {
    if staging.lies_over.is_some() {
        staging.batch("CREATE INDEX name_key_by_place ON name_key (place);")?;
        replace_supplement(staging)?;
        // One publisher after the other, so a place of two publishers becomes one too.
        merge(staging, id_range::WHOS_ON_FIRST, id_range::OVERTURE, ANY_NAME)?;
        merge(staging, id_range::OVERTURE, id_range::OSM, ANY_NAME)?;
        return merge(staging, id_range::OSM, i64::MAX, ANY_NAME);
    }
    if staging.offset == 0 {
        return Ok(());
    }
    staging.batch("CREATE INDEX name_key_by_place ON name_key (place);")?;
    merge(staging, staging.offset, i64::MAX, "")
}

/// Publishers name places in the local language, gazetteers often in English, so any name of an added place may be the main name in the
/// gazetteer.
const ANY_NAME: &str = "INSERT OR IGNORE INTO same
   SELECT g.id, min(w.id)
   FROM place AS g
   JOIN name_key AS k ON k.place = g.id
   JOIN name_key AS l ON l.key = k.key AND l.is_primary
   JOIN place AS w ON w.id = l.place AND w.country = g.country AND w.id < {first}
   WHERE g.id BETWEEN {first} AND {last} {near} GROUP BY g.id;";

/// Next to Who's On First, ids of GeoNames are shifted.
const WHOS_ON_FIRST_KNOWS: &str = "INSERT OR IGNORE INTO same
   SELECT p.id, min(c.place) FROM concordance AS c JOIN place AS p ON p.id = CAST(c.other AS INTEGER) + {first}
   WHERE c.place < {first} AND c.source IN ('gn:id', 'geonames') GROUP BY p.id;";

/// A gazetteer built by Milepost has the ids of GeoNames.
const KNOWN_TO_WHOS_ON_FIRST: &str = "INSERT OR IGNORE INTO same
   SELECT c.place, min(p.id) FROM concordance AS c JOIN place AS p ON p.id = CAST(c.other AS INTEGER)
   WHERE c.place BETWEEN {first} AND {last} AND p.id < {geonames} AND c.source IN ('gn:id', 'geonames') GROUP BY c.place;";

/// A published one has the ids of Who's On First.
const SAME_NUMBER: &str = "INSERT OR IGNORE INTO same
   SELECT p.id, w.id FROM place AS p JOIN place AS w ON w.id = p.id - {whos_on_first} WHERE p.id BETWEEN {first} AND {last};";

/// Gives up the rows of the supplement, which were typed by hand, for additions of the same name nearby.
fn replace_supplement(staging: &Staging) -> Result<(), BuildError> {
    let sql = include_str!("../../sql/staging/replace_supplement.sql")
        .replace("{first}", &id_range::WHOS_ON_FIRST.to_string())
        .replace("{degrees}", &SAME_SETTLEMENT_DEGREES.to_string());
    staging.batch(&sql)?;
    staging.batch(include_str!("../../sql/staging/merge_same_places.sql"))
}

/// Merges places with ids from `first` to below `end` into those below `first`: by concordances with GeoNames, then by name and place.
fn merge(staging: &Staging, first: i64, end: i64, more: &str) -> Result<(), BuildError> {
    let by_number = match staging.lies_over {
        None => WHOS_ON_FIRST_KNOWS,
        Some(Ids::Own) => KNOWN_TO_WHOS_ON_FIRST,
        Some(Ids::WhosOnFirst) => SAME_NUMBER,
    };
    let sql = format!(
        "CREATE TEMP TABLE same (old INTEGER PRIMARY KEY, new INTEGER NOT NULL);
         {by_number}
         INSERT OR IGNORE INTO same
           SELECT g.id, min(w.id)
           FROM place AS g
           JOIN place AS w ON w.placetype = 'country' AND w.country = g.country AND w.id < {{first}}
           WHERE g.placetype = 'country' AND g.id BETWEEN {{first}} AND {{last}} GROUP BY g.id;
         INSERT OR IGNORE INTO same
           SELECT g.id, min(w.id)
           FROM place AS g
           JOIN name_key AS k ON k.place = g.id AND k.is_primary
           JOIN name_key AS l ON l.key = k.key AND l.is_primary
           JOIN place AS w ON w.id = l.place AND w.country = g.country AND w.id < {{first}}
           WHERE g.id BETWEEN {{first}} AND {{last}} {{near}} GROUP BY g.id;
         {more}"
    );
    let filled = sql
        .replace("{near}", NEAR)
        .replace("{first}", &first.to_string())
        .replace("{last}", &(end - 1).to_string())
        .replace("{geonames}", &id_range::COUNTRY.to_string())
        .replace("{whos_on_first}", &id_range::WHOS_ON_FIRST.to_string())
        .replace("{degrees}", &SAME_SETTLEMENT_DEGREES.to_string());
    staging.batch(&filled)?;
    if staging.lies_over.is_some() {
        // Polygons of additions have the ids of their publisher.
        staging.run("INSERT INTO concordance SELECT new, ?1, old FROM same", [PART_ID])?;
    }
    staging.batch(include_str!("../../sql/staging/merge_same_places.sql"))
}
