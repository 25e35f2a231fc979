//! Answers that were given lately: addresses of one list share their state, city and postcode.

use std::borrow::Borrow;
use std::collections::HashMap;
use std::hash::Hash;
use std::sync::Arc;

use parking_lot::Mutex;

/// Answers of one generation; two generations are kept.
const GENERATION: usize = 2048;

/// A bounded memory of answers. The databases it stands for are read-only, so an answer never goes stale.
pub(crate) struct Recent<K, V: ?Sized> {
    generations: Mutex<[HashMap<K, Arc<V>>; 2]>,
}

impl<K: Hash + Eq, V: ?Sized> Recent<K, V> {
    pub(crate) fn new() -> Recent<K, V> {
        Recent { generations: Mutex::new([HashMap::new(), HashMap::new()]) }
    }

    /// The answer to `question`, asked only when it was not asked lately.
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
            // What was asked again moves to the young generation and outlives the old one.
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
        let recent: Recent<String, str> = Recent::new();
        let mut asked = 0;
        for round in 0..3 * GENERATION {
            let answer: Result<Arc<str>, ()> = recent.get("often", || {
                asked += 1;
                Ok("yes".into())
            });
            assert_eq!(&*answer.unwrap(), "yes");
            let _: Result<Arc<str>, ()> = recent.get(format!("once {round}").as_str(), || Ok("no".into()));
        }
        assert_eq!(asked, 1);
        assert!(recent.generations.lock().iter().all(|generation| generation.len() <= GENERATION));
    }

    #[test]
    fn a_failure_is_not_kept() {
        let recent: Recent<String, str> = Recent::new();
        assert_eq!(recent.get("a", || Err::<Arc<str>, _>("broken")), Err("broken"));
        assert_eq!(recent.get("a", || Ok::<Arc<str>, &str>("whole".into())).as_deref(), Ok("whole"));
    }
}
