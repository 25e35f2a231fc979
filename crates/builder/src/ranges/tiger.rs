//! TIGER/Line ADDRFEAT and EDGES: a shapefile in a zip, as the Census Bureau publishes it.

use std::path::Path;

use dbase::{FieldValue, Record};
use shapefile::Shape;

use super::RangeOptions;
use super::segment::{Segment, Side};
use crate::error::BuildError;
use crate::input::{BadRows, open_shapefile, progress_of_rows};
use crate::shard::Shard;

pub(crate) fn read(
    path: &Path,
    shard: &mut Shard,
    options: &RangeOptions,
    bad: &mut BadRows,
) -> Result<(), BuildError> {
    bad.in_file(path);
    let (mut reader, records) = open_shapefile(path)?;
    let bar = progress_of_rows(path, records);
    for (index, row) in reader.iter_shapes_and_records().enumerate() {
        bar.inc(1);
        let number = index as u64 + 1;
        match row {
            Ok((Shape::Polyline(line), record)) => {
                let county = county_fips(path);
                for part in line.parts() {
                    let line: Vec<[f64; 2]> = part.iter().map(|point| [point.x, point.y]).collect();
                    for segment in sides(&record, county.as_deref()) {
                        if let Err(problem) =
                            segment.write(&line, shard, &options.rows.country(), &options.origin)?
                        {
                            bad.note(number, problem)?;
                        }
                    }
                }
            }
            // A road without a geometry has nothing to interpolate along.
            Ok(_) => bad.note(number, "no line")?,
            Err(error) => bad.note(number, error.to_string())?,
        }
    }
    bar.finish_and_clear();
    Ok(())
}

/// Both sides of a row of ADDRFEAT (`LFROMHN`) or EDGES (`LFROMADD`).
fn sides(record: &Record, county: Option<&str>) -> [Segment; 2] {
    let get = |names: &[&str]| names.iter().map(|name| text(record, name)).find(|text| !text.is_empty());
    let side = |side: Side, letter: &str| {
        let field = |name: &str| get(&[&format!("{letter}{name}HN"), &format!("{letter}{name}ADD")]);
        Segment {
            street: get(&["FULLNAME"]).unwrap_or_default(),
            side,
            from: field("FROM").unwrap_or_default(),
            to: field("TO").unwrap_or_default(),
            parity: get(&[&format!("PARITY{letter}")]).unwrap_or_default(),
            postcode: get(&[&format!("ZIP{letter}")]).unwrap_or_default(),
            county_fips: county.map(str::to_owned),
        }
    };
    [side(Side::Left, "L"), side(Side::Right, "R")]
}

fn text(record: &Record, name: &str) -> String {
    match record.get(name) {
        Some(FieldValue::Character(Some(text))) => text.trim().to_owned(),
        Some(FieldValue::Numeric(Some(number))) => number.to_string(),
        _ => String::new(),
    }
}

/// The county of `tl_2021_30059_addrfeat.zip`.
fn county_fips(path: &Path) -> Option<String> {
    let name = path.file_name()?.to_string_lossy().into_owned();
    let fips =
        name.split('_').find(|part| part.len() == 5 && part.bytes().all(|byte| byte.is_ascii_digit()))?;
    Some(fips.to_owned())
}
