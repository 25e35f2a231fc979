//! Which street of a register a typed one is: candidates from the index of words, scored by how their names compare.
//!
//! The key of the whole name comes first and settles most lookups. Otherwise the words of the name are asked for, the joined words, and
//! finally words a typo away. Every list has a bound, so the cost does not depend on the text.

use std::cell::RefCell;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use milepost_gazetteer::{ALL_STREETS, IndexedStreet, PlaceSound, Scope, Shards, StreetIndex, StreetPlace};
use milepost_text::{StreetComparison, StreetName, StreetWord, compare_streets, most_typos_of_word};

use crate::street::StreetQuery;
use crate::street::weights::{StreetFeature, score, weight};

/// Streets of a place that are read for one word. A word of more streets says too little.
const STREETS_OF_A_WORD: u32 = 96;
/// Streets of the whole shard that are read for one key.
const STREETS_OF_A_KEY: u32 = 256;
/// Streets of a mistyped name that are read elsewhere.
const STREETS_KNOWN: u32 = 8;
/// Streets that share words with the typed one and are compared with it.
const COMPARED: usize = 48;
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
    /// Whether streets of other towns of the registers do, if the place lacks the street.
    pub(crate) is_loose: bool,
}

/// The streets in the place of the address, or in the whole registers if it names none, best first: each name once.
pub(crate) fn matches(
    shards: &Shards,
    indexes: &[StreetIndex<'_>],
    query: &StreetQuery,
    search: Search,
) -> Vec<StreetMatch> {
    let Some(name) = StreetName::of(&query.street, &query.country) else { return Vec::new() };
    let matcher = Matcher {
        shards,
        indexes,
        query,
        name: &name,
        frequencies: RefCell::default(),
        compared: HashSet::new(),
        found: Vec::new(),
    };
    matcher.run(search)
}

/// Whether the register has a street under the key of the typed one anywhere.
pub(crate) fn is_known(shards: &Shards, index: StreetIndex<'_>, street: &str, country: &str) -> bool {
    let key = StreetName::of(street, country).map(|name| name.key());
    key.is_some_and(|key| !shards.or_miss(index.of_word(ALL_STREETS, &key, 1)).is_empty())
}

/// The query with the registers' own names of its localities: `Пловдив` for `Plovdiv`.
pub(crate) fn in_words_of_the_registers(
    shards: &Shards,
    indexes: &[StreetIndex<'_>],
    query: &StreetQuery,
) -> StreetQuery {
    let mut query = query.clone();
    for name in query.place.localities.clone() {
        let sound = PlaceSound::from(Scope::Locality(&name));
        let places = indexes.iter().flat_map(|index| shards.or_miss(index.places(&sound)));
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
    /// The words of the typed street.
    name: &'a StreetName,
    frequencies: RefCell<HashMap<String, f64>>,
    /// Norms and spellings that were compared.
    compared: HashSet<(String, String)>,
    found: Vec<StreetMatch>,
}

impl Matcher<'_> {
    fn run(mut self, Search { corrects, is_loose }: Search) -> Vec<StreetMatch> {
        let place = &self.query.place;
        let key = self.name.key();
        if place.is_unstated() && place.anchors.is_empty() {
            self.look_up(&self.everywhere(), &key, STREETS_OF_A_KEY);
        } else {
            let places = self.places();
            self.look_up(&places, &key, STREETS_OF_A_WORD);
            if !self.is_settled() {
                self.by_words(&places);
            }
            if !self.is_settled() && is_loose {
                let everywhere = self.everywhere();
                self.look_up(&everywhere, &key, STREETS_OF_A_KEY);
                if !self.is_settled() {
                    self.by_words(&everywhere);
                }
                if !self.is_settled() && corrects {
                    self.by_typos(&everywhere);
                }
            }
            if !self.is_settled() && corrects {
                self.by_typos(&places);
            }
        }
        self.doubt_names_known_elsewhere();
        self.found.retain(|found| found.score >= weight(StreetFeature::Least));
        self.found.sort_by(|a, b| b.score.total_cmp(&a.score).then_with(|| a.norm.cmp(&b.norm)));
        self.found
    }

    /// The places to search: those that the address names, otherwise those around it.
    fn places(&self) -> Vec<PlaceOfIndex> {
        let place = &self.query.place;
        let sounds = place.sounds();
        let mut found: Vec<PlaceOfIndex> = Vec::new();
        for (at, index) in self.indexes.iter().enumerate() {
            let of_sound = |sound| self.shards.or_miss(index.places(sound));
            let named: Vec<StreetPlace> = sounds.iter().flat_map(of_sound).collect();
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
        let key = self.name.key();
        let is_known = self.indexes.iter().any(|index| {
            let ids = self.shards.or_miss(index.of_word(ALL_STREETS, &key, STREETS_KNOWN));
            let streets = self.shards.or_miss(index.streets(&ids));
            streets.iter().any(|street| {
                let filed = StreetName::all_of(&street.street, &self.query.country);
                filed.iter().any(|filed| compare_streets(self.name, filed, |_| 1.0).is_same_name())
            })
        });
        if is_known {
            for found in self.found.iter_mut().filter(|found| found.compared.typos > 0.0) {
                found.score += weight(StreetFeature::KnownElsewhere);
            }
        }
    }

    /// Whether a street fits so well that no other one is looked for.
    fn is_settled(&self) -> bool {
        self.found.iter().any(|found| found.score >= weight(StreetFeature::Settled))
    }

    fn everywhere(&self) -> Vec<PlaceOfIndex> {
        (0..self.indexes.len()).map(|at| (at, ALL_STREETS)).collect()
    }

    /// Adds the streets of places under a word or key.
    fn look_up(&mut self, places: &[PlaceOfIndex], word: &str, limit: u32) {
        for &(at, place) in places {
            let ids = self.shards.or_miss(self.indexes[at].of_word(place, word, limit));
            self.read(at, &ids);
        }
    }

    fn read(&mut self, at: usize, ids: &[i64]) {
        let streets = self.shards.or_miss(self.indexes[at].streets(ids));
        streets.into_iter().for_each(|street| self.add(street));
    }

    /// Compares a street with the typed one and keeps the better of two spellings of one norm.
    fn add(&mut self, street: IndexedStreet) {
        if !self.compared.insert((street.norm.clone(), street.street.clone())) {
            return;
        }
        let filed = StreetName::all_of(&street.street, &self.query.country);
        let compared = filed.iter().map(|filed| compare_streets(self.name, filed, |word| self.weight(word)));
        let best = compared.map(|compared| (score(&compared), compared)).max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((score, compared)) = best else { return };
        match self.found.iter_mut().find(|found| found.norm == street.norm) {
            // A street may have several names.
            Some(known) if known.score < score => *known = StreetMatch { norm: street.norm, score, compared },
            Some(_) => {}
            None => self.found.push(StreetMatch { norm: street.norm, score, compared }),
        }
    }

    /// The information of a word: 1 for one that the register does not have, less the more streets have it.
    fn weight(&self, word: &StreetWord) -> f64 {
        if let Some(weight) = self.frequencies.borrow().get(&word.sound) {
            return *weight;
        }
        let frequencies = self.indexes.iter().map(|index| self.shards.or_miss(index.frequency(&word.sound)));
        let frequency = frequencies.max().unwrap_or(0);
        let weight = 1.0 / (1.0 + f64::from(frequency + 1).ln() / 2.0);
        self.frequencies.borrow_mut().insert(word.sound.clone(), weight);
        weight
    }

    /// Adds the streets with words of the name, with two neighbouring words in one, and with words that are written in one here: those
    /// that share the most with it.
    fn by_words(&mut self, places: &[PlaceOfIndex]) {
        let name = self.name;
        let core: Vec<&StreetWord> = name.core().collect();
        let mut sounds: Vec<String> = core.iter().map(|word| word.sound.clone()).collect();
        sounds.sort_by_key(|sound| Reverse(sound.len()));
        sounds.truncate(WORDS);
        sounds.extend(name.words.windows(2).map(|pair| format!("{}{}", pair[0].sound, pair[1].sound)));
        let mut shared: HashMap<(usize, i64), f64> = HashMap::new();
        for &(at, place) in places {
            for sound in &sounds {
                let ids = self.shards.or_miss(self.indexes[at].of_word(place, sound, STREETS_OF_A_WORD));
                let information = 1.0 / (1.0 + (ids.len() as f64).ln());
                ids.into_iter().for_each(|id| *shared.entry((at, id)).or_default() += information);
            }
        }
        let mut shared: Vec<((usize, i64), f64)> = shared.into_iter().collect();
        shared.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        for ((at, id), _) in shared.into_iter().take(COMPARED) {
            self.read(at, &[id]);
        }
    }

    /// Adds the streets with a word, or a whole key, a typo away from one of the name. A typo in a letter of two sounds may change one more
    /// letter of the sound.
    fn by_typos(&mut self, places: &[PlaceOfIndex]) {
        let name = self.name;
        let core = name.core().filter(|word| word.number.is_none());
        let mut sounds: Vec<(String, usize)> =
            core.map(|word| (word.sound.clone(), most_typos_of_word(&word.text))).collect();
        let key = name.key();
        sounds.push((key.clone(), most_typos_of_word(&key)));
        sounds.sort_by_key(|(sound, _)| Reverse(sound.len()));
        sounds.dedup();
        sounds.truncate(WORDS);
        for (sound, typos) in sounds {
            let Some(first) = sound.chars().next().filter(|_| typos > 0) else { continue };
            let (length, letters, most) = (sound.chars().count(), letters_of(&sound), typos + 1);
            for &(at, place) in places {
                let known =
                    self.shards.or_miss(self.indexes[at].words(place, &first.to_string(), WORDS_COMPARED));
                let distance = |word: String| {
                    // A typo adds a letter, takes one away, or both.
                    let may_be_near = word.chars().count().abs_diff(length) <= most
                        && (letters_of(&word) ^ letters).count_ones() as usize <= 2 * most
                        && word != sound;
                    let distance = may_be_near.then(|| strsim::osa_distance(&word, &sound))?;
                    (distance <= most).then_some((distance, word))
                };
                let mut near: Vec<(usize, String)> = known.into_iter().filter_map(distance).collect();
                near.sort();
                for (_, word) in near.into_iter().take(WORDS_NEAR) {
                    self.look_up(&[(at, place)], &word, STREETS_OF_A_WORD);
                }
            }
        }
    }
}

/// The letters of a word as a set.
fn letters_of(word: &str) -> u64 {
    word.chars().fold(0, |letters, letter| letters | 1 << (u32::from(letter) % u64::BITS))
}
