//! A street without a town, near the given point: of the towns around it, the one that has the house.

use milepost_address::Tag;
use milepost_gazetteer::distance_m;
use milepost_gazetteer::prefix::Budget;

use super::{Answers, Context, Hypothesis, Source};
use crate::Result;
use crate::answer::Answer;
use crate::candidates::scope::Scope;
use crate::finding::Finding;
use crate::resolved::Resolved;

/// Towns around the point in which the street is looked up: the nearest, and the largest.
const NEAREST: usize = 8;
const LARGEST: usize = 4;

/// Parts of an address that name a place finer than a country.
const PLACES: [Tag; 5] = [Tag::Locality, Tag::DependentLocality, Tag::Postcode, Tag::Region, Tag::Subregion];

/// The street in each town around the given point; none if the address names a place or there is no point.
pub(crate) fn hypotheses<'a>(context: Context<'_, 'a>) -> Result<Vec<Hypothesis<'a>>> {
    let Context { scope, first, .. } = context;
    let Some((lat, lon)) = scope.options().middle() else { return Ok(Vec::new()) };
    if first.components.street().is_none() || first.components.has_any(&PLACES) {
        return Ok(Vec::new());
    }
    let mut towns = scope.gazetteer().settlements_near(lat, lon, NEAREST, LARGEST, &Budget::unlimited())?;
    towns.retain(|town| scope.holds(town));
    let places = |name| Resolved { findings: vec![Finding::PlaceByPoint { name }], ..Resolved::default() };
    Ok(context.in_towns(Source::TownNear, towns, places).collect())
}

/// The house, or otherwise the street, nearest to the given point.
pub(crate) fn taken<'a>(scope: Scope<'_>, answers: &mut Answers<'_, 'a>) -> Result<Option<Answer<'a>>> {
    let Some((lat, lon)) = scope.options().middle() else { return Ok(None) };
    let mut best: Option<((bool, f64), Answer<'a>)> = None;
    for answer in answers {
        let answer = answer?;
        let Some(located) = &answer.located else { continue };
        let order = (!located.is_house(), distance_m(lat, lon, located.lat, located.lon));
        if best.as_ref().is_none_or(|(least, _)| order < *least) {
            best = Some((order, answer));
        }
    }
    Ok(best.map(|(_, answer)| answer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::look_up;
    use crate::bounds::AnswerBounds;
    use crate::fixture::{gazetteer, tree};
    use crate::street::cascade::Cascade;
    use milepost_gazetteer::Shards;

    #[test]
    fn nothing_is_looked_for_without_a_point_or_with_a_town() {
        let shards = Shards::default();
        let cascade = Cascade { shards: &shards, setback_m: 10.0 };
        let proposed = |options: &AnswerBounds, address| {
            let scope = Scope::new(gazetteer(), options);
            let tree = tree(address);
            let first = look_up(scope, &cascade, Hypothesis::of_parse(&tree)).unwrap();
            hypotheses(Context { scope, cascade: &cascade, tree: &tree, first: &first }).unwrap().len()
        };
        let near = AnswerBounds { near: Some((45.5, -122.7)), ..AnswerBounds::default() };
        assert_eq!(proposed(AnswerBounds::NONE, "house_number=5; street=Oak St"), 0);
        assert_eq!(proposed(&near, "house_number=5; street=Oak St; locality=Portland"), 0);
    }
}
