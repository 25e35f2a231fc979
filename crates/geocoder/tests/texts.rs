//! From what people type to the place, with the weights and the gazetteer of the install, by cases anyone can add to
//! (`cases/texts.txt`).
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

use std::path::{Path, PathBuf};

use milepost_geocoder::Geocoder;
use milepost_parser::{InputMode, Parser};
use milepost_store::distance_m;

fn installed(path: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../npm").join(path);
    assert!(path.exists(), "no {}; run `npm run build` first", path.display());
    path
}

#[test]
fn the_cases_resolve_as_written() {
    let geocoder = Geocoder::open(&installed("starter-data/db/wof/candidate.db"), None).unwrap();
    let parser =
        Parser::open(&installed("linux-x64-gnu/libonnxruntime.so.1"), &installed("weights-en-us")).unwrap();
    let mut wrong = Vec::new();
    for case in
        include_str!("cases/texts.txt").lines().filter(|line| !line.is_empty() && !line.starts_with("//"))
    {
        let (text, expected) = case.rsplit_once(" -> ").unwrap();
        let parse = parser.parse_scored(text, InputMode::Auto).unwrap();
        let result = geocoder.geocode_with(&parse.tree, || parser.alternative_parses(&parse)).unwrap();
        let markers: Vec<&str> = result.intent_markers.iter().map(|marker| marker.code).collect();
        let right = match expected.split(' ').collect::<Vec<_>>()[..] {
            ["nothing"] => result.lat.is_none() && result.hierarchy.is_empty(),
            [country, kilometres, lat, lon, marker] => {
                let (lat, lon) = (lat.parse().unwrap(), lon.parse().unwrap());
                let allowed = kilometres.parse::<f64>().unwrap() * 1000.0;
                let metres =
                    result.lat.zip(result.lon).map(|(north, east)| distance_m(north, east, lat, lon));
                result.country_code.as_deref() == Some(country)
                    && metres.is_some_and(|metres| metres <= allowed)
                    && (marker == "-" || markers.contains(&marker))
            }
            _ => panic!("malformed case: {case}"),
        };
        if !right {
            let read: Vec<String> =
                result.components.iter().map(|(tag, value)| format!("{tag}={value}")).collect();
            let country = result.country_code.unwrap_or_default();
            wrong.push(format!(
                "{case}\n  read {read:?}\n  found {country} {:?} {:?} {markers:?}",
                result.lat, result.lon
            ));
        }
    }
    // The cases are a smoke test: the weights are fitted on open data and on none of these.
    assert!(wrong.len() <= MOST_WRONG, "{}", wrong.join("\n"));
}

/// Of some 360 cases so many may be answered otherwise than written.
const MOST_WRONG: usize = 22;
