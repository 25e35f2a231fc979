//! A cache of lookups: addresses of one list share their state, city and postcode.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use foldhash::fast::RandomState;
use parking_lot::Mutex;

/// Entries of one generation; two generations are kept.
const GENERATION: usize = 2048;

/// A bounded cache that drops what was not used lately: entries that are used again move to the young generation, and the old one
/// is dropped as a whole. Unlike an exact LRU cache it keeps no order of every entry. The databases behind it are read-only, so an entry
/// never goes stale.
pub(crate) struct ApproximateLru<K, V: ?Sized> {
    generations: Mutex<[HashMap<K, Arc<V>, RandomState>; 2]>,
}

impl<K: Hash + Eq, V: ?Sized> ApproximateLru<K, V> {
    pub(crate) fn new() -> ApproximateLru<K, V> {
        ApproximateLru { generations: Mutex::new([HashMap::default(), HashMap::default()]) }
    }

    /// The cached answer to `question`; `ask` runs only on a cache miss. A failure is not cached.
    pub(crate) fn get<Q, E>(&self, question: &Q, ask: impl FnOnce() -> Result<Arc<V>, E>) -> Result<Arc<V>, E>
    where
        K: Borrow<Q>,
        Q: Hash + Eq + ToOwned<Owned = K> + ?Sized,
    {
        {
            let mut generations = self.generations.lock();
            if let Some(known) = generations[0].get(question) {
                return Ok(Arc::clone(known));
            }
            // An entry that is used again outlives the old generation.
            if let Some((key, known)) = generations[1].remove_entry(question) {
                generations[0].insert(key, Arc::clone(&known));
                return Ok(known);
            }
        }
        let answer = ask()?;
        let mut generations = self.generations.lock();
        if generations[0].len() >= GENERATION {
            let [young, old] = &mut *generations;
            std::mem::swap(young, old);
            young.clear();
        }
        generations[0].insert(question.to_owned(), Arc::clone(&answer));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_is_asked_once_while_it_is_asked_again() {
        let cache: ApproximateLru<String, str> = ApproximateLru::new();
        let mut asked = 0;
        for round in 0..3 * GENERATION {
            let answer: Result<Arc<str>, ()> = cache.get("often", || {
                asked += 1;
                Ok("yes".into())
            });
            assert_eq!(&*answer.unwrap(), "yes");
            let _: Result<Arc<str>, ()> = cache.get(format!("once {round}").as_str(), || Ok("no".into()));
        }
        assert_eq!(asked, 1);
        assert!(cache.generations.lock().iter().all(|generation| generation.len() <= GENERATION));
    }

    #[test]
    fn a_failure_is_not_kept() {
        let cache: ApproximateLru<String, str> = ApproximateLru::new();
        assert_eq!(cache.get("a", || Err::<Arc<str>, _>("broken")), Err("broken"));
        assert_eq!(cache.get("a", || Ok::<Arc<str>, &str>("whole".into())).as_deref(), Ok("whole"));
    }
}
