//! Streets and houses for a typed text, from the indexes of words of all open registers.
//!
//! Each reading of the text is tried in each register that knows its place. A street is found by the beginning of its key, otherwise by its
//! words. One budget of index reads holds for a query, whatever was typed.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use milepost_gazetteer::prefix::{Budget, CompleteOptions, Completion};
use milepost_gazetteer::{
    ALL_STREETS, AddressPoint, AddressPoints, Gazetteer, IndexedStreet, Scope, Shards, StreetIndex,
};
use milepost_store::distance_m;
use milepost_text::{HouseNumber, NumberMatch, Role, StreetName, compare_streets};

use super::candidate::Candidate;
use super::reading::Reading;
use crate::interpretations::count;
use crate::street::weights::score;
use crate::street::{ONE_STREET_M, areas};

/// Fewest letters for looking up the beginning of a street; a shorter one matches half of all streets.
const LETTERS: usize = 2;
/// Keys that begin as typed, words that do, and streets of one of them, that are read in one place.
const KEYS: u32 = 12;
const WORDS: u32 = 6;
const STREETS_OF_A_WORD: u32 = 24;
/// Streets of one reading in one register that become candidates, the best first; with a number, those that are searched for it.
const STREETS: usize = 8;
const STREETS_ASKED: usize = 16;
/// Streets whose rows are read for a number in another form.
const STREETS_READ: usize = 3;
/// Rows of a street that show where it is; twice as many where its place is unknown.
const FEW: u32 = 12;
/// Most rows of a street that are read for a number.
const MOST_OF_A_STREET: u32 = 2_000;

/// A completion query, one per key press.
pub(super) struct Streets<'a> {
    gazetteer: &'a Gazetteer,
    shards: &'a Shards,
    options: &'a CompleteOptions,
    budget: &'a Budget,
    /// The streets that were compared, by country and spelling.
    analysed: RefCell<HashMap<String, OfSpelling>>,
    /// The places of each area that texts name, unfinished or not.
    named: RefCell<HashMap<AskedPlace<'a>, Rc<Vec<NamedPlace>>>>,
}

/// The names of streets, by their spelling.
type OfSpelling = HashMap<String, Rc<Vec<Keyed>>>;

/// An area, whether a text is unfinished, and the text.
type AskedPlace<'a> = (&'a str, bool, String);

/// The number of a place in an index, and whether its name was typed completely.
type NamedPlace = (i64, bool);

/// A street name, typed or of a register, with its keys.
struct Keyed {
    name: StreetName,
    key: String,
    long_key: String,
}

impl Keyed {
    fn of(name: StreetName) -> Keyed {
        Keyed { key: name.key(), long_key: name.long_key(), name }
    }
}

/// A typed street name that is looked up in a register.
struct Asked<'n> {
    typed: &'n Keyed,
    is_unfinished: bool,
    /// How well the streets that were compared fit, by their spelling, and whether the typed name is whole; none if they do not fit.
    fits: RefCell<HashMap<String, Option<(f64, bool)>>>,
}

/// A register with its index.
#[derive(Clone, Copy)]
struct Register<'a> {
    area: &'a str,
    points: &'a AddressPoints,
    index: StreetIndex<'a>,
}

/// A street of the index, how well it fits, and whether its name was typed completely.
struct Found {
    street: IndexedStreet,
    fit: f64,
    is_whole: bool,
}

impl<'a> Streets<'a> {
    pub(super) fn new(
        gazetteer: &'a Gazetteer,
        shards: &'a Shards,
        options: &'a CompleteOptions,
        budget: &'a Budget,
    ) -> Streets<'a> {
        Streets {
            gazetteer,
            shards,
            options,
            budget,
            analysed: RefCell::default(),
            named: RefCell::default(),
        }
    }

    pub(super) fn of(&self, reading: &Reading) -> Vec<Candidate> {
        if count(&reading.street) < LETTERS {
            return Vec::new();
        }
        let mut found = Vec::new();
        for area in self.shards.areas() {
            let Some(points) = self.shards.address_points(area) else { continue };
            let Some(index) = points.street_index() else { continue };
            found.extend(self.within(Register { area, points, index }, reading));
        }
        found
    }

    fn within(&self, register: Register<'a>, reading: &Reading) -> Vec<Candidate> {
        let country = areas::country_of(register.area);
        let Some(places) = self.places(register, reading) else { return Vec::new() };
        let names = if reading.is_street_unfinished {
            StreetName::unfinished(&reading.street, country)
        } else {
            StreetName::of(&reading.street, country).into_iter().collect()
        };
        let names: Vec<Keyed> = names.into_iter().map(Keyed::of).collect();
        let is_unfinished = reading.is_street_unfinished;
        let asked = |typed| Asked { typed, is_unfinished, fits: RefCell::default() };
        let asked: Vec<Asked<'_>> = names.iter().map(asked).collect();
        let mut found: Vec<Found> = Vec::new();
        for &(place, _) in &places {
            for (at, asked) in asked.iter().enumerate() {
                let first = found.len();
                self.search(register, place, asked, &mut found);
                if at > 0 {
                    found[first..].iter_mut().for_each(|found| found.fit -= WITHOUT_ITS_END);
                }
            }
        }
        found.sort_by(|a, b| b.fit.total_cmp(&a.fit));
        let is_whole_place = places.iter().any(|(place, is_whole)| *is_whole && *place != ALL_STREETS);
        self.candidates(register, reading, found, is_whole_place)
    }

    /// Numbers of the places that a reading names, each with whether its name was typed completely; the whole register for a reading
    /// without one. None if the register does not know the place.
    fn places(&self, register: Register<'a>, reading: &Reading) -> Option<Vec<NamedPlace>> {
        if reading.places.is_empty() {
            return Some(vec![(ALL_STREETS, false)]);
        }
        let mut places: Vec<NamedPlace> = Vec::new();
        let last = reading.places.len() - 1;
        for (at, text) in reading.places.iter().enumerate() {
            let is_unfinished = reading.is_place_unfinished && at == last;
            let found = self.named(register, text, is_unfinished);
            if found.is_empty() {
                return None;
            }
            places.extend(found.iter());
        }
        Some(places)
    }

    /// The places of a register that a text names, looked up once.
    fn named(&self, register: Register<'a>, text: &str, is_unfinished: bool) -> Rc<Vec<NamedPlace>> {
        let key = (register.area, is_unfinished, text.to_owned());
        if let Some(known) = self.named.borrow().get(&key) {
            return Rc::clone(known);
        }
        let places = Rc::new(self.place(register, text, is_unfinished));
        self.named.borrow_mut().insert(key, Rc::clone(&places));
        places
    }

    /// The localities and postcodes of a register that a text names: a postcode, then the most of its first words that do.
    fn place(&self, register: Register<'_>, text: &str, is_unfinished: bool) -> Vec<NamedPlace> {
        let has_digit = |word: &&str| word.bytes().any(|byte| byte.is_ascii_digit());
        let (codes, names): (Vec<&str>, Vec<&str>) = text.split_whitespace().partition(has_digit);
        let mut found = Vec::new();
        if !codes.is_empty() && self.take(1) {
            let code = milepost_text::postcode_key(&codes.concat());
            let places = self.shards.or_miss(register.index.postcodes(&code, WORDS));
            found.extend(places.into_iter().map(|place| (place.id, place.name == code)));
        }
        for count in (1..=names.len()).rev() {
            let name = milepost_text::locality_key(&names[..count].join(" "));
            if !self.take(1) {
                break;
            }
            let mut places = self.shards.or_miss(register.index.places(&Scope::Locality(&name).into()));
            if places.is_empty() && is_unfinished && count == names.len() && self.take(1) {
                places = self.shards.or_miss(register.index.localities(&name, WORDS));
            }
            if !places.is_empty() {
                found.extend(places.into_iter().map(|place| (place.id, place.name == name)));
                break;
            }
        }
        found
    }

    /// Adds the streets of a place that a name may be: by the beginning of the key, otherwise by its words.
    fn search(&self, register: Register<'_>, place: i64, asked: &Asked<'_>, found: &mut Vec<Found>) {
        let before = found.len();
        let mut keys = vec![&asked.typed.key, &asked.typed.long_key];
        keys.dedup();
        for key in keys {
            if asked.is_unfinished && self.take(1) {
                for key in self.shards.or_miss(register.index.words(place, key, KEYS)) {
                    self.add(register, place, &key, asked, found);
                }
            } else {
                self.add(register, place, key, asked, found);
            }
        }
        if found.len() > before {
            return;
        }
        if !asked.is_unfinished {
            // A word in front of the place may be unfinished as well: `N Calv Towson`.
            let first = found.len();
            let asked = Asked { typed: asked.typed, is_unfinished: true, fits: RefCell::default() };
            self.search(register, place, &asked, found);
            found[first..].iter_mut().for_each(|found| found.fit -= BEGINS);
            if found.len() > first {
                return;
            }
        }
        let core: Vec<&str> = asked.typed.name.core().map(|word| word.sound.as_str()).collect();
        let Some((last, complete)) = core.split_last() else { return };
        for sound in complete {
            self.add(register, place, sound, asked, found);
        }
        if asked.is_unfinished && last.chars().count() > LETTERS && self.take(1) {
            for word in self.shards.or_miss(register.index.words(place, last, WORDS)) {
                self.add(register, place, &word, asked, found);
            }
        } else if !asked.is_unfinished {
            self.add(register, place, last, asked, found);
        }
    }

    /// Adds the streets of a word that fit the name.
    fn add(&self, register: Register<'_>, place: i64, word: &str, asked: &Asked<'_>, found: &mut Vec<Found>) {
        if !self.take(1) {
            return;
        }
        let mut ids = self.shards.or_miss(register.index.of_word(place, word, STREETS_OF_A_WORD));
        ids.retain(|id| found.iter().all(|known| known.street.id != *id));
        if !self.take(ids.len()) {
            return;
        }
        for street in self.shards.or_miss(register.index.streets(&ids)) {
            let known = asked.fits.borrow().get(&street.street).copied();
            let fits = known.unwrap_or_else(|| {
                let filed = self.analysed(&street.street, areas::country_of(register.area));
                let fit = filed.iter().filter_map(|filed| fit(asked, filed)).max_by(f64::total_cmp);
                let is_whole = filed.iter().any(|filed| filed.key == asked.typed.key);
                let fits = fit.map(|fit| (fit, is_whole));
                asked.fits.borrow_mut().insert(street.street.clone(), fits);
                fits
            });
            found.extend(fits.map(|(fit, is_whole)| Found { street, fit, is_whole }));
        }
    }

    /// The names of a street of a country.
    fn analysed(&self, street: &str, country: &str) -> Rc<Vec<Keyed>> {
        if let Some(known) = self.analysed.borrow().get(country).and_then(|streets| streets.get(street)) {
            return Rc::clone(known);
        }
        let filed = StreetName::all_of(street, country).into_iter().map(Keyed::of).collect::<Vec<_>>();
        let filed = Rc::new(filed);
        let mut analysed = self.analysed.borrow_mut();
        analysed.entry(country.to_owned()).or_default().insert(street.to_owned(), Rc::clone(&filed));
        filed
    }

    /// The streets as candidates, those with the typed number first.
    fn candidates(
        &self,
        register: Register<'_>,
        reading: &Reading,
        found: Vec<Found>,
        is_whole_place: bool,
    ) -> Vec<Candidate> {
        let most = if reading.number.is_some() { STREETS_ASKED } else { STREETS };
        let mut candidates: Vec<Candidate> = Vec::new();
        let mut read = 0;
        for Found { street, fit, is_whole } in found.into_iter().take(most) {
            let mut rows = Vec::new();
            if let Some(number) = &reading.number {
                rows = self.houses(register, &street, number, &mut read);
            }
            let is_house = !rows.is_empty();
            if !is_house {
                if candidates.len() >= STREETS || !self.take(2) {
                    continue;
                }
                rows = self.rows_of(register, &street);
            }
            let area = register.area.to_owned();
            let candidate = Candidate {
                area,
                rows,
                fit,
                is_house,
                is_placed: !reading.places.is_empty(),
                explains_number: is_house || reading.number.is_none(),
                is_whole_street: is_whole,
                is_whole_place,
            };
            candidates.extend(candidate.by_town());
        }
        candidates
    }

    fn rows_of(&self, register: Register<'_>, street: &IndexedStreet) -> Vec<AddressPoint> {
        let scope = scope(street);
        let most = if scope.is_some() { FEW } else { 2 * FEW };
        let rows = self.shards.or_miss(register.points.of_street(scope, &street.norm, most));
        rows.into_iter().filter(|row| row.locality == street.locality).collect()
    }

    /// Rows of the number on a street: in its own spelling, otherwise in another form.
    fn houses(
        &self,
        register: Register<'_>,
        street: &IndexedStreet,
        number: &HouseNumber,
        read: &mut usize,
    ) -> Vec<AddressPoint> {
        let Some(scope) = scope(street).filter(|_| self.take(1)) else { return Vec::new() };
        let spellings = number.spellings();
        let spellings: Vec<&str> = spellings.iter().map(String::as_str).collect();
        let mut rows = self.shards.or_miss(register.points.of_number(Some(scope), &street.norm, &spellings));
        if rows.is_empty() && *read < STREETS_READ {
            *read += 1;
            let is_number = |row: &AddressPoint| {
                let filed = HouseNumber::parse(&row.number);
                filed.is_some_and(|filed| {
                    matches!(number.relation(&filed), Some(NumberMatch::Exact | NumberMatch::Range))
                })
            };
            rows =
                self.shards.or_miss(register.points.of_street(Some(scope), &street.norm, MOST_OF_A_STREET));
            rows.retain(is_number);
        }
        rows.retain(|row| row.locality == street.locality);
        rows
    }

    /// Takes some of the index reads that are left; whether there were any.
    fn take(&self, reads: usize) -> bool {
        self.budget.take(Budget::SEEK * reads)
    }

    /// Completions of candidates, best first, each house and street once, at most as many as the query asks for. A candidate becomes a
    /// completion only while there is room: one house number of a common street name is in hundreds of towns.
    pub(super) fn ranked(&self, mut found: Vec<Candidate>) -> Vec<Completion> {
        let without_town = |candidate: &Candidate| candidate.score(None, self.options.near);
        found.sort_by(|a, b| without_town(b).total_cmp(&without_town(a)));
        found.truncate(RANKED);
        // A few towns are read for those at the top, whatever is left.
        let budget = Budget::unlimited();
        let scored = |candidate: Candidate| {
            let town = candidate.town(self.gazetteer, &budget);
            (candidate.score(town.as_ref(), self.options.near), candidate, town)
        };
        let mut scored: Vec<(f64, Candidate, Option<Completion>)> = found.into_iter().map(scored).collect();
        scored.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut kept: Vec<Compared> = Vec::new();
        for (_, candidate, town) in scored {
            if kept.len() >= self.options.limit {
                break;
            }
            let compared = Compared::of(candidate.completion(self.gazetteer, town, &budget));
            if !kept.iter().any(|known| known.is_one_with(&compared)) {
                kept.push(compared);
            }
        }
        kept.into_iter().map(|compared| compared.completion).collect()
    }
}

/// The scope that reads a street's rows.
fn scope(street: &IndexedStreet) -> Option<Scope<'_>> {
    let locality = street.locality.as_deref().map(Scope::Locality);
    locality.or(street.postcode.as_deref().map(Scope::Postcode))
}

/// Candidates whose towns are looked up.
const RANKED: usize = 64;

/// How well a filed name fits a typed one, whose last word may be the beginning of a longer one; none if it does not.
fn fit(asked: &Asked<'_>, filed: &Keyed) -> Option<f64> {
    let Keyed { name, key, long_key } = asked.typed;
    let (mut typed, mut key, mut long_key) =
        (Cow::Borrowed(name), Cow::Borrowed(key), Cow::Borrowed(long_key));
    if asked.is_unfinished
        && let Some(last) = name.words.last()
        && let Some(word) = filed
            .name
            .words
            .iter()
            .find(|word| word.role != Role::Particle && word.sound.starts_with(&last.sound))
        && word != last
    {
        let typed = typed.to_mut();
        typed.words.pop();
        typed.words.push(word.clone());
        (key, long_key) = (Cow::Owned(typed.key()), Cow::Owned(typed.long_key()));
    }
    let compared = score(&compare_streets(&typed, &filed.name, |_| 1.0));
    let begins = asked.is_unfinished
        && (filed.key.starts_with(key.as_str()) || filed.long_key.starts_with(long_key.as_str()));
    // A key that begins as typed fits even where the words are joined.
    (compared > 0.0 || begins).then(|| if begins { compared.max(LEAST_FIT) + BEGINS } else { compared })
}

/// The fit of a street whose key begins as typed is at least the first, and so much better than that of others.
const LEAST_FIT: f64 = 3.0;
const BEGINS: f64 = 1.0;
/// How much worse a street fits whose last typed letters may begin its type.
const WITHOUT_ITS_END: f64 = 2.0;

/// Greatest distance of two houses of one number on one street that count as one, metres, whatever their postcodes.
const ONE_HOUSE_M: f64 = 100.0;

/// A completion with its names in their compared form: folded once, because each is compared with all that are kept.
struct Compared {
    street: Option<String>,
    city: Option<String>,
    completion: Completion,
}

impl Compared {
    fn of(completion: Completion) -> Compared {
        let folded = |name: &Option<String>| name.as_deref().map(milepost_text::fold);
        Compared { street: folded(&completion.street), city: folded(&completion.city), completion }
    }

    fn is_one_with(&self, other: &Compared) -> bool {
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
    use milepost_gazetteer::prefix::Near;

    use super::super::candidate::tests::by_town;
    use super::super::reading::readings;
    use super::*;
    use crate::fixture::gazetteer;
    use crate::street::fixture::{house, open_shards};

    const ASKED: CompleteOptions = CompleteOptions { limit: 10, near: None };

    /// Completions of a text, each as its name and town.
    fn names(query: &str, options: &CompleteOptions) -> Vec<String> {
        let budget = Budget::default();
        let streets = Streets::new(gazetteer(), open_shards(), options, &budget);
        let found = readings(query).iter().flat_map(|reading| streets.of(reading)).collect();
        let name = |found: Completion| format!("{}, {}", found.name, found.city.unwrap_or_default());
        streets.ranked(found).into_iter().map(name).collect()
    }

    fn plain(query: &str) -> Vec<String> {
        names(query, &ASKED)
    }

    #[test]
    fn words_behind_a_street_begin_its_town() {
        assert_eq!(plain("larch st"), ["Larch St, Portland", "Larch St, Salem"], "the larger town first");
        assert_eq!(plain("larch st sal"), ["Larch St, Salem"]);
        assert!(plain("larch st lyon").is_empty());
    }

    #[test]
    fn a_house_comes_before_the_streets_without_it() {
        assert_eq!(plain("20 larch st"), ["20 Larch St, Portland", "Larch St, Salem"]);
        assert_eq!(plain("8 rue du pui"), ["8 Rue du Puits, Lyon"]);
    }

    #[test]
    fn a_street_near_the_user_comes_first() {
        let near = CompleteOptions { near: Some(Near::at(44.94, -123.03)), ..ASKED };
        assert_eq!(names("larch st", &near)[0], "Larch St, Salem");
    }

    #[test]
    fn there_are_no_more_completions_than_asked_for() {
        let one = CompleteOptions { limit: 1, ..ASKED };
        assert_eq!(names("larch st", &one), ["Larch St, Portland"]);
    }

    #[test]
    fn a_house_is_listed_once_however_often_it_is_filed() {
        let budget = Budget::default();
        let streets = Streets::new(gazetteer(), open_shards(), &ASKED, &budget);
        let count = |postcode: &str, metres_north: f64| {
            let mut second = house("10", 45.52 + metres_north / 111_195.0, -122.68);
            second.postcode = Some(postcode.to_owned());
            streets.ranked(by_town(vec![house("10", 45.52, -122.68), second], true)).len()
        };
        assert_eq!(count("97201", 500.0), 1);
        assert_eq!(count("97205", 50.0), 1, "two codes at one place");
        assert_eq!(count("97205", 500.0), 2);
    }
}
