//! The house as evidence for its place, where the text leaves the place open and a register of streets is installed.
//!
//! Each way proposes towns for the words of the parse and picks the one that has the street, or none. The most certain one comes first.

pub(crate) mod between_commas;
pub(crate) mod only_house;
mod town_by_street;
mod town_near;

use milepost_gazetteer::Place;

use crate::Result;
use crate::answer::{Answer, Asked};
use crate::resolved::Resolved;

/// The answer that the registers prove, from that of the places alone; none if nothing is open, or none or several have the house.
pub(crate) fn proved<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
    if let Some(answer) = town_by_street::proved(asked, first)? {
        return Ok(Some(answer));
    }
    if let Some(answer) = town_near::proved(asked, first)? {
        return Ok(Some(answer));
    }
    if only_house::is_open(asked, first) {
        return only_house::proved(asked, first, first.interpretation.clone());
    }
    Ok(None)
}

/// The words of an answer in each of the towns of countries with streets, each with what `places` has for a town of its name.
fn in_towns<'a>(
    asked: Asked<'_, 'a>,
    first: &Answer<'a>,
    towns: Vec<Place>,
    most: usize,
    places: impl Fn(String) -> Resolved,
) -> Result<Vec<Answer<'a>>> {
    let covered = towns.into_iter().filter(|town| asked.cascade.shards.covers(&town.country.to_lowercase()));
    let answer = |town: Place| {
        let places = places(town.name.to_string());
        asked.look_up(&first.interpretation, Resolved { locality: Some(town), ..places }, false)
    };
    covered.take(most).map(answer).collect()
}
