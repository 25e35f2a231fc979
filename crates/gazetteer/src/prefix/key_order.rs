//! Completion without the index: a walk over the candidate table in the order of its keys.
//!
//! Slower than the index, because a short beginning has tens of thousands of rows, and simpler: the beginning of a name, then names or
//! codes of what contains it. Nothing is corrected.

use milepost_text::name_key;

use super::budget::Budget;
use super::score::{COMPLETE, NameKind, QUALIFIED, importance, nearness};
use super::words::{Typed, full_word, normal};
use super::{CompleteOptions, Completion};
use crate::{Gazetteer, GazetteerError, Place, Placetype};

/// Rows of a beginning that are ranked.
const RANKED: usize = 400;

/// Steps of the rows that begin with one name.
const STEPS_OF_A_NAME: usize = 100 * Budget::SEEK;

/// The completions of a query.
pub(super) fn complete(
    gazetteer: &Gazetteer,
    query: &str,
    options: &CompleteOptions,
    budget: &Budget,
) -> Result<Vec<Completion>, GazetteerError> {
    let typed = Typed::read(query);
    let count = typed.words.len();
    // The longest known name; the rest says where it lies.
    for split in (1..=count).rev() {
        let Some(name) = typed.phrase(0..split).filter(|_| budget.take(STEPS_OF_A_NAME)) else { continue };
        let words: Vec<&str> = typed.words[split..].iter().map(String::as_str).collect();
        let found = of_name(gazetteer, &name, &words, options)?;
        if !found.is_empty() {
            return Ok(found);
        }
    }
    Ok(Vec::new())
}

fn of_name(
    gazetteer: &Gazetteer,
    name: &str,
    qualification: &[&str],
    options: &CompleteOptions,
) -> Result<Vec<Completion>, GazetteerError> {
    let mut rows: Vec<(f32, Place)> = Vec::new();
    for key in keys(name) {
        for place in gazetteer.beginning_with(&key, RANKED)? {
            if !place.has_point() {
                continue;
            }
            let alias = if place.is_primary { 0.0 } else { NameKind::Other.weight() };
            let complete = if normal(&place.name) == name { COMPLETE } else { 0.0 };
            let near = nearness(options.near, place.lat, place.lon);
            let score =
                importance(place.ranking_population(), None, place.placetype) + alias + complete + near;
            let score = score + QUALIFIED * qualification.len() as f32;
            match rows.iter_mut().find(|(_, known)| known.id == place.id) {
                Some((known, _)) => *known = known.max(score),
                None => rows.push((score, place)),
            }
        }
    }
    rows.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.id.cmp(&b.1.id)));
    let mut found = Vec::new();
    for (_, place) in rows {
        if found.len() == options.limit {
            break;
        }
        let above = gazetteer.ancestors(place.id)?;
        if qualification.is_empty() || lies_in(&place, &above, &qualification.join(" ")) {
            found.push(completion(gazetteer, &place, &above));
        }
    }
    Ok(found)
}

/// Keys a name may be filed under: as typed, with hyphens, with a shortened first word in full.
fn keys(name: &str) -> Vec<String> {
    let mut keys = vec![name_key(name)];
    if name.contains(' ') {
        keys.push(name.replace(' ', "-"));
    }
    if let Some((full, rest)) = name.split_once(' ').and_then(|(first, rest)| Some((full_word(first)?, rest)))
    {
        keys.push(format!("{full} {rest}"));
        keys.push(format!("{full}-{rest}").replace(' ', "-"));
    }
    keys
}

fn lies_in(place: &Place, above: &[Place], words: &str) -> bool {
    place.country.eq_ignore_ascii_case(words)
        || above.iter().any(|above| normal(&above.name).starts_with(words))
        || milepost_text::us_state_code(words).is_some_and(|code| {
            above.iter().any(|above| milepost_text::us_state_code(&above.name) == Some(code))
        })
}

fn completion(gazetteer: &Gazetteer, place: &Place, above: &[Place]) -> Completion {
    let of = |kind: Placetype| {
        let found = std::iter::once(place).chain(above).find(|place| place.placetype == kind);
        found.map(|place| place.name.to_string())
    };
    let [south, west, north, east] = place.bbox;
    Completion {
        id: gazetteer.place_id(place.id),
        name: place.name.to_string(),
        placetype: place.placetype.name().to_owned(),
        lat: place.lat,
        lon: place.lon,
        country_code: (!place.country.is_empty()).then(|| place.country.to_lowercase()),
        country: of(Placetype::Country),
        state: of(Placetype::Region),
        county: of(Placetype::County).or_else(|| of(Placetype::District)),
        city: of(Placetype::Locality),
        postcode: (place.placetype == Placetype::Postcode).then(|| place.name.to_string()),
        population: u32::try_from(place.population).ok().filter(|&population| population > 0),
        bbox: (south < north || west < east).then_some([west, south, east, north]),
        ..Completion::default()
    }
}

impl Gazetteer {
    /// The most populous places whose key begins with `key`; of a single letter those of its first tens of thousands of rows.
    fn beginning_with(&self, key: &str, count: usize) -> Result<Vec<Place>, GazetteerError> {
        // The last character there is ends the range.
        let range = (key, format!("{key}{}", char::MAX), count as i64);
        self.database.all(&self.statements.best_of_a_prefix, range, |row| self.place(row))
    }
}
