//! The house as evidence for its place, where the text leaves the place open and a register of streets is installed.
//!
//! Each way proposes towns for the words of the parse and picks the one that has the street, or none. The most certain one comes first.

pub(crate) mod between_commas;
pub(crate) mod only_house;
mod towns;

use crate::Result;
use crate::answer::{Answer, Asked};

/// The answer that the registers prove, from that of the places alone; none if nothing is open, or none or several have the house.
pub(crate) fn proved<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
    if let Some(answer) = towns::by_street(asked, first)? {
        return Ok(Some(answer));
    }
    if let Some(answer) = towns::near(asked, first)? {
        return Ok(Some(answer));
    }
    if only_house::is_open(asked, first) {
        return only_house::proved(asked, first, first.interpretation.clone());
    }
    Ok(None)
}
