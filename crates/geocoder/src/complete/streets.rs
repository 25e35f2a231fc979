//! Streets that begin as typed, in the towns that the rest of the text may become.
//!
//! Nothing shows where the street ends and the place begins, so both are tried: words are a street while some register has one that
//! begins like them, and the words after them begin a town of that register; the longest street comes first.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use milepost_gazetteer::prefix::{Budget, CompleteOptions, Completion};
use milepost_gazetteer::{AddressPoint, AddressPoints, Gazetteer, Scope, Shards, distance_m};
use milepost_text::{locality_key, us_state_code};

use super::candidate::Candidate;
use super::line::{Line, place_of};
use super::spelling::{LeftOut, beginnings};
use crate::GeocoderError;
use crate::street::areas;
use crate::street::located::ONE_STREET_M;

/// Fewest letters for looking up the beginning of a street; a shorter one matches half of all streets.
const LETTERS: usize = 2;
/// Towns of a register that a typed beginning may mean.
const TOWNS: usize = 48;
/// Towns that are searched if none was typed: the largest of the area, and those around the user's position.
const LARGEST: usize = 8;
const AROUND: (usize, usize) = (8, 4);
/// Streets of a town that begin as typed; with a number, those that are searched for it.
const STREETS_OF_A_TOWN: usize = 6;
const STREETS_ASKED: usize = 12;
/// The same of a whole register.
const STREETS: usize = 8;
const STREETS_WITH_A_NUMBER: usize = 24;
/// Towns of the gazetteer that are tried if no town of a register begins as typed: `baldwin md`.
const QUALIFIED: usize = 8;
/// Cost of the rows of a street, in queries, and of the place of a candidate.
const QUESTIONS_OF_ROWS: usize = 4;
const QUESTIONS_OF_A_PLACE: usize = 2;

/// A completion query, one per key press.
pub(super) struct Streets<'a> {
    pub(super) gazetteer: &'a Gazetteer,
    pub(super) shards: &'a Shards,
    pub(super) options: &'a CompleteOptions,
    /// Steps left to all lookups of the query; one to a register is [`Budget::SEEK`] of them.
    budget: &'a Budget,
    /// Keys of the towns around the user's position, read once.
    around: OnceCell<Vec<String>>,
    /// Places that words behind a street may become, by the words: every register asks.
    qualified: RefCell<HashMap<String, Rc<[Completion]>>>,
}

/// A reading in an area where streets begin as typed.
struct Live<'a> {
    line: &'a Line,
    area: &'a str,
    points: &'a AddressPoints,
    beginnings: Vec<String>,
}

impl Live<'_> {
    /// Keys of the largest towns of the country, or of the state if the register covers one.
    fn largest_towns(&self, gazetteer: &Gazetteer, most: usize, budget: &Budget) -> Vec<String> {
        let state = self.area.split_once('-').map(|(_, state)| state);
        let names = gazetteer.largest_towns(areas::country_of(self.area), state, most, budget);
        names.iter().map(|name| locality_key(name)).collect()
    }
}

impl<'a> Streets<'a> {
    pub(super) fn new(
        gazetteer: &'a Gazetteer,
        shards: &'a Shards,
        options: &'a CompleteOptions,
        budget: &'a Budget,
    ) -> Streets<'a> {
        let (around, qualified) = (OnceCell::new(), RefCell::default());
        Streets { gazetteer, shards, options, budget, around, qualified }
    }

    /// Completions of a reading; empty if no register has such a street in such a place.
    pub(super) fn of(&self, line: &Line, left_out: LeftOut) -> Result<Vec<Candidate>, GeocoderError> {
        let words = &line.words;
        let most = line.of_street.unwrap_or(words.len()).min(words.len());
        let lives = self.lives(line, most, left_out);
        let mut found = Vec::new();
        for count in (1..=lives.len()).rev() {
            let letters = words[..count].iter().flat_map(|word| word.chars());
            let is_short = letters.filter(|character| character.is_alphanumeric()).count() < LETTERS;
            if is_short || line.of_street.is_some() && count != most {
                continue;
            }
            for live in &lives[count - 1] {
                found.extend(self.within(live, &words[count..])?);
            }
            // All of it is a street, and its last word may begin a town.
            if !found.is_empty() && count < words.len() {
                break;
            }
        }
        Ok(found)
    }

    /// A reading in the areas where streets begin with its first word, with its first two, and so on, while there are any.
    fn lives<'b>(&'b self, line: &'b Line, most: usize, left_out: LeftOut) -> Vec<Vec<Live<'b>>> {
        let mut lives = Vec::new();
        let mut areas = self.shards.areas();
        for count in 1..=most {
            let street = line.words[..count].join(" ");
            let live = |area: &'b str| {
                let points = self.shards.address_points(area).filter(|_| !self.is_over())?;
                let mut beginnings = beginnings(&street, areas::country_of(area), left_out);
                beginnings.retain(|beginning| !self.norms(points, None, beginning, 1).is_empty());
                (!beginnings.is_empty()).then_some(Live { line, area, points, beginnings })
            };
            let live: Vec<Live<'_>> = areas.into_iter().filter_map(live).collect();
            if live.is_empty() {
                break;
            }
            areas = live.iter().map(|live| live.area).collect();
            lives.push(live);
        }
        lives
    }

    /// The streets of an area in the places that a postcode and the words behind them may become; anywhere if there are neither.
    fn within(&self, live: &Live<'_>, behind: &[String]) -> Result<Vec<Candidate>, GeocoderError> {
        let (code, place) = place_of(behind);
        let mut found = Vec::new();
        if let Some(code) = live.line.postcode.as_deref().or(code) {
            let asked = || self.shards.or_miss(live.points.postcodes(code, QUALIFIED));
            for code in self.names(asked) {
                found.extend(self.in_scope(live, Some(Scope::Postcode(&code)), false));
            }
            if !found.is_empty() || place.is_empty() {
                return Ok(found);
            }
        }
        if place.is_empty() {
            return self.anywhere(live);
        }
        let typed = locality_key(&place);
        let mut towns = self.names(|| self.shards.or_miss(live.points.localities(&typed, TOWNS)));
        if towns.len() == TOWNS {
            let largest = live.largest_towns(self.gazetteer, TOWNS, self.budget);
            towns.extend(largest.into_iter().filter(|name| name.starts_with(&typed)));
        }
        if towns.is_empty() && place.contains(' ') {
            towns = self.qualified(live, &place)?;
        }
        towns.sort_unstable();
        towns.dedup();
        for town in towns {
            let is_whole = town == typed;
            found.extend(self.in_scope(live, Some(Scope::Locality(&town)), is_whole));
        }
        Ok(found)
    }

    /// Keys of the towns of an area that words with a qualification may become.
    fn qualified(&self, live: &Live<'_>, place: &str) -> Result<Vec<String>, GeocoderError> {
        let known = self.qualified.borrow().get(place).map(Rc::clone);
        let towns = match known {
            Some(known) => known,
            None => {
                let options = CompleteOptions { limit: QUALIFIED, ..*self.options };
                let found: Rc<[Completion]> =
                    self.gazetteer.complete_within(place, &options, self.budget)?.into();
                self.qualified.borrow_mut().insert(place.to_owned(), Rc::clone(&found));
                found
            }
        };
        let is_in_area = |town: &&Completion| {
            let state = town.state.as_deref().and_then(us_state_code);
            let country = town.country_code.as_deref().unwrap_or_default().to_lowercase();
            areas::of(&country, state).iter().any(|area| area == live.area)
        };
        Ok(towns
            .iter()
            .filter(is_in_area)
            .filter_map(|town| town.city.as_deref())
            .map(locality_key)
            .collect())
    }

    /// The streets of an area anywhere, and those of its largest towns and of the towns around the user's position, which a walk in the order
    /// of names may not reach.
    fn anywhere(&self, live: &Live<'_>) -> Result<Vec<Candidate>, GeocoderError> {
        let mut found = self.in_scope(live, None, false);
        let mut towns = live.largest_towns(self.gazetteer, LARGEST, self.budget);
        towns.extend_from_slice(self.around()?);
        for town in towns {
            found.extend(self.in_scope(live, Some(Scope::Locality(&town)), false));
        }
        Ok(found)
    }

    /// Keys of the towns around the user's position.
    fn around(&self) -> Result<&[String], GeocoderError> {
        let Some((lat, lon)) = self.options.near.filter(|_| self.around.get().is_none()) else {
            return Ok(self.around.get_or_init(Vec::new));
        };
        let around = self.gazetteer.settlements_near(lat, lon, AROUND.0, AROUND.1, self.budget)?;
        Ok(self.around.get_or_init(|| around.iter().map(|place| locality_key(&place.name)).collect()))
    }

    /// The streets of an area in one place, or in all of it.
    fn in_scope(&self, live: &Live<'_>, scope: Option<Scope<'_>>, is_whole_place: bool) -> Vec<Candidate> {
        // How many names are asked for, and how many candidates are enough, so that only houses are added.
        let (most, enough) = match (scope, &live.line.number) {
            (Some(_), None) => (STREETS_OF_A_TOWN, usize::MAX),
            (Some(_), Some(_)) => (STREETS_ASKED, STREETS_OF_A_TOWN),
            (None, None) => (STREETS, self.options.limit),
            (None, Some(_)) => (STREETS_WITH_A_NUMBER, self.options.limit),
        };
        let mut found = Vec::new();
        for norm in self.of_beginnings(live, scope, most) {
            let mut rows = self.houses(live, scope, &norm);
            let is_house = !rows.is_empty();
            if !is_house {
                if found.len() >= enough {
                    continue;
                }
                if !self.take(QUESTIONS_OF_ROWS) {
                    break;
                }
                rows = self.shards.or_miss(live.points.where_street_is(scope, &norm));
            }
            let is_whole_street = live.beginnings.contains(&norm);
            let area = live.area.to_owned();
            let in_towns = Candidate { area, rows, is_house, is_whole_street, is_whole_place }.by_town();
            self.take(QUESTIONS_OF_A_PLACE * in_towns.len());
            found.extend(in_towns);
        }
        found
    }

    /// Names of streets that begin as typed.
    fn of_beginnings(&self, live: &Live<'_>, scope: Option<Scope<'_>>, most: usize) -> Vec<String> {
        let mut norms: Vec<String> = Vec::new();
        for beginning in &live.beginnings {
            for norm in self.norms(live.points, scope, beginning, most) {
                if norms.len() < most && !norms.contains(&norm) {
                    norms.push(norm);
                }
            }
        }
        norms
    }

    /// Rows of the typed house number on a street.
    fn houses(&self, live: &Live<'_>, scope: Option<Scope<'_>>, norm: &str) -> Vec<AddressPoint> {
        let Some(number) = live.line.number.as_ref().filter(|_| self.ask()) else { return Vec::new() };
        let numbers = [number.text()];
        self.shards.or_miss(match scope {
            Some(scope) => live.points.of_number(scope, norm, &numbers),
            None => live.points.of_number_anywhere(norm, &numbers),
        })
    }

    fn norms(
        &self,
        points: &AddressPoints,
        scope: Option<Scope<'_>>,
        beginning: &str,
        limit: usize,
    ) -> Vec<String> {
        self.names(|| self.shards.or_miss(points.norms(scope, beginning, limit)))
    }

    /// Names of an index in their order: a query each, and one more.
    fn names(&self, asked: impl FnOnce() -> Vec<String>) -> Vec<String> {
        let names = self.ask().then(asked).unwrap_or_default();
        self.take(names.len());
        names
    }

    /// Whether there is a query left; takes it.
    fn ask(&self) -> bool {
        self.take(1)
    }

    /// The same for something that costs several queries.
    fn take(&self, questions: usize) -> bool {
        self.budget.take(Budget::SEEK * questions)
    }

    /// Whether no query is left.
    pub(super) fn is_over(&self) -> bool {
        self.budget.left() == 0
    }

    /// Completions of candidates, best first, each house and street once, at most as many as the query asks for. A candidate becomes a
    /// completion only while there is room: one house number of a common street name is in hundreds of towns.
    pub(super) fn ranked(&self, found: Vec<Candidate>) -> Vec<Completion> {
        // Paid when they were found: an answer that costs too much is shorter, and what it holds is ranked as always.
        let budget = Budget::unlimited();
        let scored = |candidate: Candidate| {
            let town = candidate.town(self.gazetteer, &budget);
            (candidate.score(town.as_ref(), self.options.near), candidate, town)
        };
        let mut scored: Vec<(f64, Candidate, Option<Completion>)> = found.into_iter().map(scored).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut kept: Vec<Told> = Vec::new();
        for (_, candidate, town) in scored {
            if kept.len() >= self.options.limit {
                break;
            }
            let told = Told::of(candidate.completion(self.gazetteer, town, &budget));
            if !kept.iter().any(|known| known.is_one_with(&told)) {
                kept.push(told);
            }
        }
        kept.into_iter().map(|told| told.completion).collect()
    }
}

/// Greatest distance of two houses of one number on one street that count as one, metres, whatever their postcodes.
const ONE_HOUSE_M: f64 = 100.0;

/// A completion with its names in their compared form: folded once, because each is compared with all that are kept.
struct Told {
    street: Option<String>,
    city: Option<String>,
    completion: Completion,
}

impl Told {
    fn of(completion: Completion) -> Told {
        let folded = |name: &Option<String>| name.as_deref().map(milepost_text::fold);
        Told { street: folded(&completion.street), city: folded(&completion.city), completion }
    }

    fn is_one_with(&self, other: &Told) -> bool {
        let (a, b) = (&self.completion, &other.completion);
        let is_one_name = self.street == other.street && a.house_number == b.house_number;
        if !is_one_name || a.country_code != b.country_code {
            return false;
        }
        let apart = distance_m(a.lat, a.lon, b.lat, b.lon);
        let is_one_street = self.city == other.city && apart <= ONE_STREET_M;
        let is_one_code = a.postcode == b.postcode || a.postcode.is_none() || b.postcode.is_none();
        match a.house_number {
            Some(_) => apart <= ONE_HOUSE_M || is_one_street && is_one_code,
            None => is_one_street,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::lines;
    use super::*;
    use crate::admin::fixture::gazetteer;
    use crate::street::fixture::{house, open_shards};

    const ASKED: CompleteOptions = CompleteOptions { limit: 10, near: None };

    /// Completions of the likeliest reading of a text, each as its name and town.
    fn told(query: &str, left_out: LeftOut, options: &CompleteOptions) -> Vec<String> {
        let budget = Budget::default();
        let streets = Streets::new(gazetteer(), open_shards(), options, &budget);
        let found = streets.of(&lines(query)[0], left_out).unwrap();
        let name = |found: Completion| format!("{}, {}", found.name, found.city.unwrap_or_default());
        streets.ranked(found).into_iter().map(name).collect()
    }

    fn plain(query: &str) -> Vec<String> {
        told(query, LeftOut::Nothing, &ASKED)
    }

    #[test]
    fn words_behind_a_street_begin_its_town() {
        assert_eq!(plain("larch st"), ["Larch St, Portland", "Larch St, Salem"], "the larger town first");
        assert_eq!(plain("larch st sal"), ["Larch St, Salem"]);
        assert_eq!(plain("larch st 9730"), ["Larch St, Salem"], "or are the beginning of its postcode");
        assert!(plain("larch st lyon").is_empty());
    }

    #[test]
    fn a_house_stands_before_the_streets_without_it() {
        assert_eq!(plain("20 larch st"), ["20 Larch St, Portland", "Larch St, Salem"]);
        assert_eq!(plain("8 rue du pui"), ["8 Rue du Puits, Lyon"]);
    }

    #[test]
    fn a_direction_may_be_left_out_where_that_is_asked_for() {
        assert!(plain("cedar ln").is_empty());
        assert_eq!(told("cedar ln", LeftOut::FirstWord, &ASKED), ["N Cedar Ln, Portland"]);
    }

    #[test]
    fn a_street_near_the_user_comes_first() {
        let near = CompleteOptions { near: Some((44.94, -123.03)), ..ASKED };
        assert_eq!(told("larch st", LeftOut::Nothing, &near)[0], "Larch St, Salem");
    }

    #[test]
    fn there_are_no_more_completions_than_asked_for() {
        let one = CompleteOptions { limit: 1, ..ASKED };
        assert_eq!(told("larch st", LeftOut::Nothing, &one), ["Larch St, Portland"]);
    }

    #[test]
    fn a_house_is_told_once_however_often_it_is_filed() {
        let budget = Budget::default();
        let streets = Streets::new(gazetteer(), open_shards(), &ASKED, &budget);
        let count = |postcode: &str, metres_north: f64| {
            let mut second = house("10", 45.52 + metres_north / 111_195.0, -122.68);
            second.postcode = Some(postcode.to_owned());
            let rows = vec![house("10", 45.52, -122.68), second];
            let area = "us-or".to_owned();
            let filed = Candidate { area, rows, is_house: true, is_whole_street: true, is_whole_place: true };
            streets.ranked(filed.by_town()).len()
        };
        assert_eq!(count("97201", 500.0), 1);
        assert_eq!(count("97205", 50.0), 1, "two codes at one place");
        assert_eq!(count("97205", 500.0), 2);
    }

    #[test]
    fn no_query_is_asked_when_the_budget_is_used_up() {
        let streets_within = |steps: usize, query: &str| {
            let budget = Budget::new(steps);
            let streets = Streets::new(gazetteer(), open_shards(), &ASKED, &budget);
            let count = streets.of(&lines(query)[0], LeftOut::Nothing).unwrap().len();
            (count, budget.spent())
        };
        assert_eq!(streets_within(0, "larch st"), (0, 0));
        let (count, whole) = streets_within(usize::MAX, "20 larch st");
        assert!(count > 0);
        for steps in (0..whole).step_by(50) {
            let (_, spent) = streets_within(steps, "20 larch st");
            assert!(spent <= steps + QUESTIONS_OF_ROWS * Budget::SEEK, "{spent} of {steps} steps");
        }
    }

    #[test]
    fn a_query_without_any_register_has_no_streets() {
        let none = Shards::default();
        let budget = Budget::default();
        let streets = Streets::new(gazetteer(), &none, &ASKED, &budget);
        assert!(streets.of(&lines("larch st")[0], LeftOut::Nothing).unwrap().is_empty());
    }
}
