//! Which street of a register a typed one is: candidates from the index of words, scored by how their names compare.
//!
//! The key of the whole name comes first and settles most lookups. Otherwise the words of the name are asked for, the joined words, and
//! finally words a typo away. Every list has a bound, so the cost does not depend on what is typed.

use std::collections::HashMap;

use milepost_gazetteer::{ALL_STREETS, IndexedStreet, Scope, Shards, StreetIndex, StreetPlace};
use milepost_text::{Role, StreetComparison, StreetName, StreetWord, compare_streets, most_typos_of_word};

use crate::street::query::StreetQuery;
use crate::street::weights::{StreetFeature, score, weight};

/// Streets of a place that are read for one word. A word of more streets says too little.
const STREETS_OF_A_WORD: u32 = 96;
/// Streets of the whole shard that are read for one key.
const STREETS_OF_A_KEY: u32 = 256;
/// Streets of a mistyped name that are read elsewhere.
const STREETS_KNOWN: u32 = 8;
/// Words of a name that are looked up, longest first.
const WORDS: usize = 4;
/// Words of a place with one first letter that are compared for a typo.
const WORDS_COMPARED: u32 = 4_096;
/// Words a typo away that are looked up.
const WORDS_NEAR: usize = 12;
/// Greatest distance of a locality from the place of the address whose name the register does not have, metres.
const NEIGHBOUR_M: f64 = 6_000.0;
/// Localities around the place of an address that are asked.
const NEIGHBOURS: usize = 4;
/// Score from which no other candidate is looked for.
const SETTLED: f64 = 5.75;
/// Least score of a candidate.
pub(crate) const LEAST: f64 = 0.0;

/// A street of the register that the typed one may be.
#[derive(Debug, Clone)]
pub(crate) struct StreetMatch {
    /// Key of its rows.
    pub(crate) norm: String,
    /// As a logit.
    pub(crate) score: f64,
    pub(crate) compared: StreetComparison,
}

/// What counts as a street of the place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Search {
    /// Whether names with typos do.
    pub(crate) corrects: bool,
    /// Whether streets of other towns of the registers do, if the place has none.
    pub(crate) is_loose: bool,
}

/// The streets in the place of the address, or in the whole registers if it names none, best first: each name once.
pub(crate) fn matches(
    shards: &Shards,
    indexes: &[StreetIndex<'_>],
    query: &StreetQuery,
    search: Search,
) -> Vec<StreetMatch> {
    let matcher = Matcher { shards, indexes, query, frequencies: HashMap::new(), found: Vec::new() };
    matcher.run(search)
}

/// The query with the registers' own names of its localities: `Пловдив` for `Plovdiv`.
pub(crate) fn in_words_of_the_registers(
    shards: &Shards,
    indexes: &[StreetIndex<'_>],
    query: &StreetQuery,
) -> StreetQuery {
    let mut query = query.clone();
    for name in query.place.localities.clone() {
        let places = indexes.iter().flat_map(|index| shards.or_miss(index.places(Scope::Locality(&name))));
        for place in places {
            if !query.place.localities.contains(&place.name) {
                query.place.localities.push(place.name);
            }
        }
    }
    query
}

/// A place of one of the indexes, by their numbers.
type PlaceOfIndex = (usize, i64);

struct Matcher<'a> {
    shards: &'a Shards,
    indexes: &'a [StreetIndex<'a>],
    query: &'a StreetQuery,
    frequencies: HashMap<String, f64>,
    found: Vec<StreetMatch>,
}

impl Matcher<'_> {
    fn run(mut self, Search { corrects, is_loose }: Search) -> Vec<StreetMatch> {
        let name = &self.query.name;
        let place = &self.query.place;
        if place.is_unstated() && place.anchors.is_empty() {
            let everywhere: Vec<PlaceOfIndex> = (0..self.indexes.len()).map(|at| (at, ALL_STREETS)).collect();
            self.look_up(&everywhere, &name.key(), STREETS_OF_A_KEY);
        } else {
            let places = self.places();
            self.look_up(&places, &name.key(), STREETS_OF_A_WORD);
            if self.best() < SETTLED {
                self.by_words(&places, name);
            }
            if self.best() < SETTLED && is_loose {
                let everywhere: Vec<PlaceOfIndex> =
                    (0..self.indexes.len()).map(|at| (at, ALL_STREETS)).collect();
                self.look_up(&everywhere, &name.key(), STREETS_OF_A_KEY);
                if self.best() < SETTLED {
                    self.by_words(&everywhere, name);
                }
                if self.best() < SETTLED && corrects {
                    self.by_typos(&everywhere, name);
                }
            }
            if self.best() < SETTLED && corrects {
                self.by_typos(&places, name);
            }
        }
        self.doubt_names_known_elsewhere();
        self.found.retain(|found| found.score >= LEAST);
        self.found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.norm.cmp(&b.norm)));
        self.found
    }

    /// The places to search: those that the address names, otherwise those around it.
    fn places(&self) -> Vec<PlaceOfIndex> {
        let place = &self.query.place;
        let mut found: Vec<PlaceOfIndex> = Vec::new();
        for (at, index) in self.indexes.iter().enumerate() {
            let of_scope = |scope| self.shards.or_miss(index.places(scope));
            let named: Vec<StreetPlace> = place.scopes().flat_map(of_scope).collect();
            let has_locality =
                place.localities.iter().any(|name| named.iter().any(|found| found.name == *name));
            found.extend(named.iter().map(|place| (at, place.id)));
            if !has_locality {
                for anchor in &place.anchors {
                    let around =
                        self.shards.or_miss(index.places_around(anchor.lat, anchor.lon, NEIGHBOUR_M));
                    found.extend(around.iter().take(NEIGHBOURS).map(|place| (at, place.id)));
                }
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Lowers the scores of mistyped names where the typed name is that of a street elsewhere: then the register lacks it here.
    fn doubt_names_known_elsewhere(&mut self) {
        if self.found.iter().all(|found| found.compared.typos == 0.0) {
            return;
        }
        let key = self.query.name.key();
        let is_known = self.indexes.iter().any(|index| {
            let ids = self.shards.or_miss(index.of_word(ALL_STREETS, &key, STREETS_KNOWN));
            let streets = self.shards.or_miss(index.streets(&ids));
            streets.iter().any(|street| {
                let filed = StreetName::all_of(&street.street, &self.query.country);
                filed.iter().any(|filed| compare_streets(&self.query.name, filed, |_| 1.0).is_same_name())
            })
        });
        if is_known {
            for found in self.found.iter_mut().filter(|found| found.compared.typos > 0.0) {
                found.score += weight(StreetFeature::KnownElsewhere);
            }
        }
    }

    fn best(&self) -> f64 {
        self.found.iter().map(|found| found.score).fold(f64::MIN, f64::max)
    }

    /// Adds the streets of places under a word or key.
    fn look_up(&mut self, places: &[PlaceOfIndex], word: &str, limit: u32) {
        for &(at, place) in places {
            let ids = self.shards.or_miss(self.indexes[at].of_word(place, word, limit));
            let streets = self.shards.or_miss(self.indexes[at].streets(&ids));
            streets.into_iter().for_each(|street| self.add(street));
        }
    }

    /// Compares a street with the typed one and keeps the better of two spellings of one norm.
    fn add(&mut self, street: IndexedStreet) {
        let filed = StreetName::all_of(&street.street, &self.query.country);
        let typed = &self.query.name;
        let pairs: Vec<StreetComparison> = filed
            .iter()
            .map(|filed| {
                let weights: HashMap<&str, f64> = typed
                    .words
                    .iter()
                    .chain(&filed.words)
                    .map(|word| (word.sound.as_str(), self.weight(word)))
                    .collect();
                compare_streets(typed, filed, |word| weights.get(word.sound.as_str()).copied().unwrap_or(1.0))
            })
            .collect();
        let best =
            pairs.into_iter().map(|compared| (score(&compared), compared)).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((score, compared)) = best else { return };
        match self.found.iter_mut().find(|found| found.norm == street.norm) {
            // A street may have several names.
            Some(known) if known.score < score => *known = StreetMatch { norm: street.norm, score, compared },
            Some(_) => {}
            None => self.found.push(StreetMatch { norm: street.norm, score, compared }),
        }
    }

    /// The information of a word: 1 for one that the register does not have, less the more streets have it.
    fn weight(&mut self, word: &StreetWord) -> f64 {
        if word.role != Role::Core {
            return 1.0;
        }
        if let Some(weight) = self.frequencies.get(&word.sound) {
            return *weight;
        }
        let frequencies = self.indexes.iter().map(|index| self.shards.or_miss(index.frequency(&word.sound)));
        let frequency = frequencies.max().unwrap_or(0);
        let weight = 1.0 / (1.0 + f64::from(frequency + 1).ln() / 2.0);
        self.frequencies.insert(word.sound.clone(), weight);
        weight
    }

    /// Adds the streets with words of the name, with two neighbouring words in one, and with words that are written in one here.
    fn by_words(&mut self, places: &[PlaceOfIndex], name: &StreetName) {
        let core: Vec<&StreetWord> = name.core().collect();
        let mut sounds: Vec<String> = core.iter().map(|word| word.sound.clone()).collect();
        sounds.sort_by_key(|sound| std::cmp::Reverse(sound.len()));
        sounds.truncate(WORDS);
        sounds.extend(name.words.windows(2).map(|pair| format!("{}{}", pair[0].sound, pair[1].sound)));
        for sound in sounds {
            self.look_up(places, &sound, STREETS_OF_A_WORD);
        }
    }

    /// Adds the streets with a word, or a whole key, a typo away from one of the name.
    fn by_typos(&mut self, places: &[PlaceOfIndex], name: &StreetName) {
        let mut sounds: Vec<String> =
            name.core().filter(|word| word.number.is_none()).map(|word| word.sound.clone()).collect();
        sounds.push(name.key());
        sounds.sort_by_key(|sound| std::cmp::Reverse(sound.len()));
        sounds.dedup();
        sounds.truncate(WORDS);
        for sound in sounds {
            let most = most_typos_of_word(&sound);
            let Some(first) = sound.chars().next().filter(|_| most > 0) else { continue };
            for &(at, place) in places {
                let known =
                    self.shards.or_miss(self.indexes[at].words(place, &first.to_string(), WORDS_COMPARED));
                let length = sound.chars().count();
                let near = known.into_iter().filter(|word| {
                    word.chars().count().abs_diff(length) <= most
                        && *word != sound
                        && strsim::osa_distance(word, &sound) <= most
                });
                for word in near.take(WORDS_NEAR).collect::<Vec<_>>() {
                    self.look_up(&[(at, place)], &word, STREETS_OF_A_WORD);
                }
            }
        }
    }
}
