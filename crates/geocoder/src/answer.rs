//! A resolved address, and the lookup of its street.

use std::sync::Arc;

use milepost_address::{MatchLevel, ResolutionTier, Tag, Tree};
use milepost_gazetteer::{Gazetteer, Place};
use milepost_store::distance_m;

use crate::Result;
use crate::candidates::Scope;
use crate::finding::Finding;
use crate::interpretations::Interpretation;
use crate::level_and_radius;
use crate::named_places::Resolved;
use crate::plus_code;
use crate::street::{Addressed, Cascade, Located};

/// A resolved address before it becomes a result.
pub(crate) struct Answer<'a> {
    pub(crate) interpretation: Interpretation<'a>,
    pub(crate) resolved: Resolved,
    /// The places that contain it.
    pub(crate) above: Arc<[Place]>,
    pub(crate) located: Option<Located>,
    /// The probability that its places are right; none until the decision.
    pub(crate) probability: Option<f64>,
}

impl Answer<'_> {
    /// Its point, degrees; none if nothing resolved.
    pub(crate) fn point(&self) -> Option<(f64, f64)> {
        let place = || self.resolved.point().map(|place| (place.lat, place.lon));
        self.located.as_ref().map(|located| (located.lat, located.lon)).or_else(place)
    }

    /// Its words and places, as the cascade reads them.
    pub(crate) fn address(&self) -> Addressed<'_> {
        let Answer { interpretation: Interpretation { components, .. }, resolved, above, .. } = self;
        Addressed { components, resolved, above }
    }

    /// Its level, and the radius in metres that holds the right point nine times in ten; none without an answer.
    pub(crate) fn level_and_radius(&self) -> (Option<MatchLevel>, Option<f64>) {
        let place = self.resolved.point();
        let area_m = place.as_ref().map_or(0.0, |place| self.resolved.area_m(place));
        level_and_radius::of(self.located.as_ref(), place.as_ref(), self.resolved.others_reach_m.max(area_m))
    }

    /// Whether it has a point within the bounds of the caller.
    pub(crate) fn is_within(&self, scope: Scope<'_>) -> bool {
        let country = self.resolved.base().map(|place| place.country);
        self.point().is_some_and(|(lat, lon)| scope.options.holds(country.as_deref(), lat, lon))
    }

    /// The answer without its unlikely places: the words and the typed country, on which other interpretations build.
    pub(crate) fn without_places(&self) -> Self {
        let resolved = Resolved { country: self.resolved.country.clone(), ..Resolved::default() };
        let interpretation = self.interpretation.clone();
        Answer { interpretation, resolved, above: Arc::from([]), located: None, probability: None }
    }

    /// No answer, because its places are unlikely.
    pub(crate) fn unlikely(self) -> Self {
        let text = self.interpretation.components.get(Tag::Locality).map(str::to_owned);
        self.rejected(text.map_or(Finding::NoAddress, |text| Finding::Uncorroborated { text }))
    }

    pub(crate) fn rejected(self, reason: Finding) -> Self {
        let resolved = Resolved { findings: vec![reason], ..Resolved::default() };
        Answer { resolved, above: Arc::from([]), located: None, ..self }
    }
}

/// What is asked: where to look, and the likeliest parse.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'s, 'a> {
    pub(crate) scope: Scope<'s>,
    pub(crate) cascade: Cascade<'s>,
    pub(crate) tree: &'a Tree,
}

impl Asked<'_, '_> {
    /// Looks up the street of an interpretation in its places; `corrects` whether the street may be corrected: if the place is a guess, only
    /// a street that is spelled right proves it.
    pub(crate) fn look_up<'a>(
        self,
        interpretation: &Interpretation<'a>,
        resolved: Resolved,
        corrects: bool,
    ) -> Result<Answer<'a>> {
        let above = places_above(self.scope.gazetteer, &resolved)?;
        let components = &interpretation.components;
        let address = Addressed { components, resolved: &resolved, above: &above };
        // In a town that is a guess only the very house proves it.
        let is_guess = resolved.is_corrected() && !resolved.is_locality_confirmed();
        let house = self.cascade.locate(address, corrects && !is_guess);
        let house = house.filter(|house| !is_guess || house.is_the_one_of(components));
        let located = plus_code(&interpretation.parse, &resolved).or(house);
        Ok(Answer { interpretation: interpretation.clone(), resolved, above, located, probability: None })
    }
}

pub(crate) fn places_above(gazetteer: &Gazetteer, resolved: &Resolved) -> Result<Arc<[Place]>> {
    Ok(match resolved.base() {
        Some(place) => gazetteer.ancestors(place.id)?,
        None => Arc::from([]),
    })
}

/// The cell of a plus code in the input. The place it is written with completes a short code.
fn plus_code(tree: &Tree, resolved: &Resolved) -> Option<Located> {
    let code = plus_code::find(&tree.raw)?;
    let near = resolved.locality.as_ref().or(resolved.postcode.as_ref()).map(|place| (place.lat, place.lon));
    let cell = plus_code::decode(&code, near)?;
    let (north, east) = (cell.lat + cell.height / 2.0, cell.lon + cell.width / 2.0);
    let radius = distance_m(cell.lat, cell.lon, north, east).max(1.0);
    Some(Located::at(ResolutionTier::PlusCode, (cell.lat, cell.lon), radius, code))
}
