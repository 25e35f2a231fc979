//! The house as evidence for its place, where the text leaves the place open and a register of streets is installed.
//!
//! Each way proposes towns for the words of the parse and picks the one that has the street, or none. The most certain one comes first.

pub(crate) mod asked;
pub(crate) mod between_commas;
pub(crate) mod only_house;
mod town_by_street;
mod town_near;

use crate::Result;
use crate::answer::Answer;
use crate::registers::asked::Asked;

/// The answer that the registers prove; none if nothing is open, or none or several have the house.
pub(crate) fn proved<'a>(asked: Asked<'_, 'a>) -> Result<Option<Answer<'a>>> {
    if let Some(answer) = town_by_street::proved(asked)? {
        return Ok(Some(answer));
    }
    if let Some(answer) = town_near::proved(asked)? {
        return Ok(Some(answer));
    }
    if only_house::is_open(asked) {
        return only_house::proved(asked, asked.first.interpretation.clone());
    }
    Ok(None)
}
