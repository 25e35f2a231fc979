//! What the registers are asked with.

use milepost_gazetteer::Place;

use crate::Result;
use crate::answer::{Answer, look_up};
use crate::candidates::scope::Scope;
use crate::resolved::Resolved;
use crate::street::cascade::Cascade;

/// What the registers are asked with.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'c, 'a> {
    pub(crate) scope: Scope<'c>,
    pub(crate) cascade: &'c Cascade<'c>,
    /// The answer of the places alone.
    pub(crate) first: &'c Answer<'a>,
}

impl<'a> Asked<'_, 'a> {
    /// The same words in each of the towns of countries with streets, each with what `places` has for a town of its name.
    pub(super) fn in_towns(
        self,
        towns: Vec<Place>,
        most: usize,
        places: impl Fn(String) -> Resolved,
    ) -> Result<Vec<Answer<'a>>> {
        let covered =
            towns.into_iter().filter(|town| self.cascade.shards.covers(&town.country.to_lowercase()));
        let answer = |town: Place| {
            let places = places(town.name.to_string());
            let places = Resolved { locality: Some(town), ..places };
            look_up(self.scope, self.cascade, &self.first.interpretation, places, false)
        };
        covered.take(most).map(answer).collect()
    }
}
