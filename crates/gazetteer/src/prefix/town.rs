//! Towns for the streets of a register: the town of a row, by its point, and the largest of an area.

use super::answer::completion;
use super::budget::Budget;
use super::index::PrefixIndex;
use super::places::{Filed, List, micro};
use super::score::NameKind;
use super::words::{normal, spellings};
use super::{Completion, MOST_COMPLETIONS};
use crate::{Gazetteer, Placetype};

/// Greatest distance of a town with the name of a row that is the town of that row, metres.
const REACH_M: f64 = 30_000.0;
/// Entries of a name that are looked at in one cell.
const NAMESAKES: usize = 8;

impl PrefixIndex {
    fn is_in_country(&self, place: &Filed, country: &str) -> bool {
        self.country(place.country).0.is_some_and(|code| code.eq_ignore_ascii_case(country))
    }
}

impl Gazetteer {
    /// The town of a name (any spelling) in one of some countries (ISO 3166-1 alpha-2) around a point in degrees, with what it lies in;
    /// none without the index of names.
    pub fn town_named(
        &self,
        name: &str,
        countries: &[&str],
        lat: f64,
        lon: f64,
        budget: &Budget,
    ) -> Option<Completion> {
        let index = self.index.as_ref().ok()?;
        let mut nearest: Option<(f64, u32, Filed)> = None;
        for spelling in spellings(&normal(name)) {
            let Some(begins) = index.begins(&spelling) else { continue };
            for cell in List::around(micro(lat), micro(lon)) {
                for hit in index.best_of(cell, &begins.exact, NAMESAKES, budget) {
                    let (number, kind) = index.entry(hit.entry);
                    let Some(place) = index.place(number).filter(|_| kind != NameKind::End) else { continue };
                    let is_there = || countries.iter().any(|country| index.is_in_country(&place, country));
                    if index.kind(&place) != Placetype::Locality || !is_there() {
                        continue;
                    }
                    let distance = place.distance_m(lat, lon);
                    if distance <= REACH_M && nearest.as_ref().is_none_or(|(least, ..)| distance < *least) {
                        nearest = Some((distance, number, place));
                    }
                }
            }
        }
        nearest.map(|(_, number, place)| completion(index, number, &place))
    }

    /// A country (ISO 3166-1 alpha-2), or a division of it by its name or code, as a completion; none without the index of names.
    pub fn area_named(&self, country: &str, state: Option<&str>, budget: &Budget) -> Option<Completion> {
        let index = self.index.as_ref().ok()?;
        let (words, kind) = match state {
            Some(state) => (normal(state), Placetype::Region),
            None => (normal(country), Placetype::Country),
        };
        let begins = index.begins(&words)?;
        let listed = index.best_of(List::Containers, &begins.exact, MOST_COMPLETIONS, budget);
        listed.into_iter().find_map(|hit| {
            let (number, _) = index.entry(hit.entry);
            let place = index.place(number)?;
            let is_wanted = index.kind(&place) == kind && index.is_in_country(&place, country);
            is_wanted.then(|| completion(index, number, &place))
        })
    }
}
