//! The search for the likeliest places, over the interpretations of a text and the candidates of each.
//!
//! Every interpretation costs lookups, so the others are added only if the likeliest parse leaves something open (`resolver.rs`). All their
//! hypotheses are scored by one table of weights and compared with each other.
//!
//! Each component alone is ambiguous: `20500` is a ZIP code and a village's postcode elsewhere, `Paris` is in France and
//! in Texas. So candidates of postcode, locality and region are scored as combinations, and the combination that
//! agrees wins over the most populous reading of each word. Where typed components contradict each other, the
//! contradicted one is left out of the answer rather than followed.

pub(crate) mod combinations;

use milepost_address::Tree;
use milepost_gazetteer::Place;

use self::combinations::{Combination, Combinations, Scored};
use crate::Result;
use crate::candidates::places::distance_beyond_extent_m;
use crate::candidates::{Candidate, Scope};
use crate::interpretations::{Edit, Interpretation, Relabelling};
use crate::model::{Feature, Hypothesis, score};
use crate::named_places::{APART_M, ELSEWHERE_M, NO_RIVAL, Resolved};

/// One interpretation with all that it can mean, best first.
pub(crate) struct Weighed<'s, 'a> {
    pub(crate) interpretation: Interpretation<'a>,
    combinations: Combinations<'s>,
}

/// A hypothesis among those of all interpretations.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Choice {
    pub(crate) index: usize,
    combination: Combination,
    score: f64,
}

/// The interpretations of a text that are weighed against each other.
pub(crate) struct Search<'s, 'a> {
    scope: Scope<'s>,
    tree: &'a Tree,
    weighed: Vec<Weighed<'s, 'a>>,
    /// The interpretation that is answered.
    chosen: usize,
}

impl<'s, 'a: 's> Search<'s, 'a> {
    /// The search with one interpretation of a text.
    pub(crate) fn of(scope: Scope<'s>, tree: &'a Tree, first: Interpretation<'a>) -> Result<Search<'s, 'a>> {
        let mut search = Search { scope, tree, weighed: Vec::new(), chosen: 0 };
        search.add(first)?;
        Ok(search)
    }

    /// The evidence about a text whose first interpretation has no place.
    pub(crate) fn without_places(&self) -> Resolved {
        let findings = self.weighed.first().map(|weighed| weighed.combinations.all_unknown());
        Resolved { findings: findings.unwrap_or_default(), ..Resolved::default() }
    }

    /// Adds an interpretation with its candidates.
    pub(crate) fn add(&mut self, interpretation: Interpretation<'a>) -> Result<()> {
        let mut combinations = Combinations::read(self.scope, &interpretation.components)?;
        let own = score(|visit| interpretation.visit(self.tree, &combinations, visit));
        combinations.ranked.iter_mut().for_each(|scored| scored.score += own);
        self.weighed.push(Weighed { interpretation, combinations });
        Ok(())
    }

    /// Whether the text is already read so.
    pub(crate) fn has(&self, edit: Edit) -> bool {
        self.weighed.iter().any(|weighed| weighed.interpretation.edit == edit)
    }

    /// Answers another interpretation than the first.
    pub(crate) fn take(&mut self, choice: Choice) {
        self.chosen = choice.index;
    }

    pub(crate) fn interpretation(&self, choice: Choice) -> &Interpretation<'a> {
        &self.weighed[choice.index].interpretation
    }

    /// The best hypothesis of each interpretation that has one, best first; of equal ones the interpretation that was added first.
    pub(crate) fn best(&self) -> Vec<Choice> {
        let indexes = 0..self.weighed.len();
        let mut best: Vec<Choice> = indexes.filter_map(|index| self.choices_of(index).next()).collect();
        best.sort_by(|a, b| b.score.total_cmp(&a.score));
        best
    }

    /// The hypotheses of an interpretation, best first.
    pub(crate) fn choices_of(&self, index: usize) -> impl Iterator<Item = Choice> {
        let ranked = self.weighed.get(index).into_iter().flat_map(|weighed| &weighed.combinations.ranked);
        ranked.map(move |&Scored { combination, score }| Choice { index, combination, score })
    }

    /// All hypotheses, those of one interpretation best first.
    fn choices(&self) -> impl Iterator<Item = Choice> {
        (0..self.weighed.len()).flat_map(|index| self.choices_of(index))
    }

    fn combinations(&self, choice: Choice) -> &Combinations<'s> {
        &self.weighed[choice.index].combinations
    }

    /// The places of a choice, before it is compared with others.
    pub(crate) fn places(&self, choice: Choice) -> Result<Resolved> {
        places(self.combinations(choice), choice.combination)
    }

    /// The place that gives the point of a choice.
    pub(crate) fn place(&self, choice: Choice) -> Option<&Place> {
        self.combinations(choice).place(choice.combination)
    }

    /// The typed name of the town of a choice.
    pub(crate) fn town_text(&self, choice: Choice) -> Option<&'s str> {
        let query = &self.combinations(choice).query;
        choice.combination.locality.and(query.locality.or(query.part))
    }

    /// Whether a postcode is all that a choice has, and no more is typed.
    pub(crate) fn is_code_alone(&self, choice: Choice) -> bool {
        let Combination { locality, postcode, region, .. } = choice.combination;
        locality.is_none() && region.is_none() && postcode.is_some()
    }

    /// Whether the text names two towns as one, and the choice is one of them.
    pub(crate) fn is_twin(&self, choice: Choice) -> bool {
        self.combinations(choice).locality(choice.combination).is_some_and(Candidate::is_twin)
    }

    /// The division around the place of a choice, if several villages of it have the name.
    pub(crate) fn division_of_several(&self, choice: Choice) -> Result<Option<Place>> {
        let Some(village) = self.combinations(choice).locality(choice.combination) else { return Ok(None) };
        if choice.combination.postcode.is_some() || !village.is_one_of_several() {
            return Ok(None);
        }
        Ok(self.scope.gazetteer.ancestors(village.place.id)?.first().cloned())
    }

    /// The typed name of a second town, if a place elsewhere than the answer has it: `Lyon, Villeurbanne`.
    pub(crate) fn second_town(&self) -> Option<&'s str> {
        let chosen = self.choices_of(self.chosen).next().and_then(|choice| self.place(choice))?;
        let is_second = |rival: &Choice| {
            let edit = self.interpretation(*rival).edit;
            edit == Edit::Relabelled(Relabelling::SecondTown) && rival.combination.locality.is_some()
        };
        let second = self.choices().find(is_second)?;
        let is_elsewhere = distance_beyond_extent_m(chosen, self.place(second)?) > APART_M;
        self.town_text(second).filter(|_| is_elsewhere)
    }

    /// How a choice compares with the best of every other place.
    pub(crate) fn standing(&self, choice: Choice) -> Standing {
        let mut standing = Standing { margin: NO_RIVAL, probability: 1.0, rivals: Vec::new() };
        let Some(place) = self.place(choice) else { return standing };
        let mut others: Vec<Choice> =
            self.choices().filter(|other| choice.score - other.score < NO_RIVAL).collect();
        others.sort_by(|a, b| b.score.total_cmp(&a.score));
        let mut places = vec![place];
        let mut total = 1.0;
        for other in others {
            let Some(rival) = self.place(other) else { continue };
            if places.iter().any(|known| distance_beyond_extent_m(known, rival) <= ELSEWHERE_M) {
                continue;
            }
            places.push(rival);
            let odds = 10_f64.powf(other.score - choice.score);
            total += odds;
            standing.rivals.push((other, odds));
        }
        if let Some((first, _)) = standing.rivals.first() {
            standing.margin = (choice.score - first.score).clamp(0.0, NO_RIVAL);
        }
        standing.probability = 1.0 / total;
        standing
    }

    /// Other places that the interpretation that is answered can mean, at most so many, likeliest first. Each has all parts of the address that
    /// the best hypothesis has, and none lies where `chosen` or another one does.
    pub(crate) fn others(&self, chosen: &Place, most: usize) -> Result<Vec<Resolved>> {
        let Some(Weighed { combinations, .. }) = self.weighed.get(self.chosen) else { return Ok(Vec::new()) };
        let ranked = &combinations.ranked;
        let mut places = vec![chosen];
        let mut others = Vec::new();
        for Scored { combination, .. } in ranked {
            let Some(place) = combinations.place(*combination) else { continue };
            let is_apart =
                |other: &&Place| other.id != place.id && distance_beyond_extent_m(place, other) > APART_M;
            if others.len() < most
                && combination.has_parts_of(ranked[0].combination)
                && places.iter().all(is_apart)
            {
                places.push(place);
                others.push(self::places(combinations, *combination)?);
            }
        }
        Ok(others)
    }

    /// Every hypothesis, best first. The weights are fitted on these.
    pub(crate) fn all(&self) -> Vec<Hypothesis> {
        let mut choices: Vec<Choice> = self.choices().collect();
        choices.sort_by(|a, b| b.score.total_cmp(&a.score));
        let hypothesis = |choice: Choice| {
            let Weighed { interpretation, combinations } = &self.weighed[choice.index];
            let place = combinations.place(choice.combination)?;
            let mut features: Vec<(&'static str, f64)> = Vec::new();
            let mut add = |feature: Feature, value: f64| {
                let name: &str = feature.into();
                match features.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, sum)) => *sum += value,
                    None => features.push((name, value)),
                }
            };
            interpretation.visit(self.tree, combinations, &mut add);
            combinations.visit(choice.combination, &mut add);
            let (lat, lon, country) = (place.lat, place.lon, place.country.to_string());
            Some(Hypothesis { features, score: choice.score, lat, lon, country })
        };
        choices.into_iter().filter_map(hypothesis).collect()
    }
}

/// The places of one combination, before it is compared with others.
fn places(combinations: &Combinations<'_>, chosen: Combination) -> Result<Resolved> {
    let set = &combinations.set;
    let (place, locality) = (combinations.place(chosen), combinations.locality(chosen));
    let is_nearest = combinations.postcode(chosen).is_some_and(Candidate::is_nearest);
    // A substitute for the postcode is not finer than a locality.
    let postcode = combinations.postcode(chosen).filter(|_| !is_nearest || locality.is_none());
    let pool = if locality.is_some() { &set.localities } else { &set.postcodes };
    let is_other = |rival: &&Place| place.is_none_or(|place| place.id != rival.id);
    let others = pool.iter().map(|rival| &rival.place).filter(is_other);
    let pair = locality.filter(|locality| postcode.is_some() && set.is_postal_city(&locality.place));
    let place_of = |candidate: &Candidate| candidate.place.clone();
    Ok(Resolved {
        country: combinations.country(chosen).cloned(),
        is_country_contradicted: combinations.is_country_contradicted(chosen),
        region: combinations.region(chosen).cloned(),
        locality: locality.map(place_of),
        part: combinations.part(chosen).cloned(),
        postcode: postcode.map(place_of),
        shared_point: set.postal_city.as_ref().filter(|_| pair.is_some()).map(|city| (city.lat, city.lon)),
        runners_up: others.take(4).cloned().collect(),
        region_known: set.known_regions().next().is_some(),
        postcode_known: set.is_postcode_known(),
        postcode_is_near: is_nearest,
        postcode_reach_m: combinations.postcode(chosen).map_or(0.0, Candidate::reach_m),
        is_postcode_shared: locality.is_none() && combinations.is_postcode_shared(chosen),
        leaves_out: combinations.leaves_out(chosen)?,
        findings: combinations.findings(chosen)?,
        ..Resolved::default()
    })
}

/// How a choice compares with those elsewhere.
pub(crate) struct Standing {
    /// How far it is ahead of the best of them, in units of the score; [`NO_RIVAL`] without rivals.
    pub(crate) margin: f64,
    /// The probability of its place against all others.
    pub(crate) probability: f64,
    /// The best choice of each other place, best first, and how probable it is as a multiple of this one.
    pub(crate) rivals: Vec<(Choice, f64)>,
}
