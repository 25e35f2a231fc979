//! Threads for many rows at once, with one bound for all callers.
//!
//! Not a library: a library's own threads start a second list of rows when the first one is finished (`rayon` takes work from outside
//! only when its threads have none left), and a server has many lists at once. Here each list has its own threads within the bound,
//! the calling thread works too if none is left, and a thread costs some 30 µs to start, the
//! time of a row.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Priority of batches below single requests: of two that want a core, the request gets it nine times in ten.
const BELOW_REQUESTS: i32 = 10;

/// Items that a thread takes at a time: enough that taking costs nothing, few enough to even out.
const SHARE: usize = 16;

/// A bound on threads. Clones share it.
#[derive(Debug, Clone)]
pub struct Pool {
    most: usize,
    running: Arc<AtomicUsize>,
    /// Whether its threads yield the cores to others.
    yields: bool,
}

/// The pool of all batches of the process.
static SHARED: LazyLock<Pool> = LazyLock::new(|| {
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Pool { most: cores, running: Arc::default(), yields: true }
});

impl Pool {
    /// The pool of a process that also answers single requests: as many threads as the machine has cores, at low priority.
    pub fn shared() -> Pool {
        SHARED.clone()
    }

    /// A separate pool with at most `threads` threads, at least one, of ordinary priority.
    pub fn of(threads: usize) -> Pool {
        Pool { most: threads.max(1), running: Arc::default(), yields: false }
    }

    /// Most threads that run at a time.
    pub fn threads(&self) -> usize {
        self.most
    }

    /// The result of `work` for each item, in order. It must not panic: a panic loses the thread's results.
    pub fn each<I: Sync, T: Send>(&self, items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
        self.each_share(items, |share| share.iter().map(&work).collect())
    }

    /// The results of `work` for runs of items, one per item, in order.
    pub fn each_share<I: Sync, T: Send>(&self, items: &[I], work: impl Fn(&[I]) -> Vec<T> + Sync) -> Vec<T> {
        self.in_shares(items, SHARE, work)
    }

    /// Like [`Pool::each`] for items of much work, which are taken one by one.
    pub fn each_large<I: Sync, T: Send>(&self, items: &[I], work: impl Fn(&I) -> T + Sync) -> Vec<T> {
        self.in_shares(items, 1, |share| share.iter().map(&work).collect())
    }

    fn in_shares<I: Sync, T: Send>(
        &self,
        items: &[I],
        share: usize,
        work: impl Fn(&[I]) -> Vec<T> + Sync,
    ) -> Vec<T> {
        let wanted = self.most.min(items.len().div_ceil(share));
        let next = AtomicUsize::new(0);
        let take = || {
            let mut done = Vec::new();
            loop {
                let start = next.fetch_add(share, Ordering::Relaxed);
                if start >= items.len() {
                    return done;
                }
                let end = (start + share).min(items.len());
                done.extend((start..end).zip(work(&items[start..end])));
            }
        };
        let mut done = std::thread::scope(|scope| {
            // If the system cannot start a thread, the existing ones do all.
            let helpers: Vec<_> = (0..wanted)
                .map_while(|_| self.claim())
                .filter_map(|helper| {
                    let run = || helper.run(take);
                    std::thread::Builder::new().name("batch".into()).spawn_scoped(scope, run).ok()
                })
                .collect();
            // A caller whose helpers are all taken works itself.
            let own = if helpers.is_empty() { take() } else { Vec::new() };
            helpers
                .into_iter()
                .filter_map(|helper| helper.join().ok())
                .flatten()
                .chain(own)
                .collect::<Vec<_>>()
        });
        done.sort_unstable_by_key(|(index, _)| *index);
        done.into_iter().map(|(_, made)| made).collect()
    }

    fn claim(&self) -> Option<Helper<'_>> {
        let claim = self.running.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |running| {
            (running < self.most).then_some(running + 1)
        });
        claim.ok().map(|_| Helper(self))
    }
}

/// The right to run one more thread.
struct Helper<'a>(&'a Pool);

impl Helper<'_> {
    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        if self.0.yields { at_low_priority(work) } else { work() }
    }
}

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Works at a priority below single requests, on a thread that does nothing else. If the system forbids that, the work
/// runs anyway.
pub fn at_low_priority<T>(work: impl FnOnce() -> T) -> T {
    // On Linux the priority is that of the thread, not of the process.
    let _ = rustix::process::nice(BELOW_REQUESTS);
    work()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_made_of_items_keeps_their_order() {
        let items: Vec<usize> = (0..1_000).collect();
        for threads in [1, 2, 7] {
            let made = Pool::of(threads).each(&items, |item| item * 2);
            assert_eq!(made, items.iter().map(|item| item * 2).collect::<Vec<_>>());
        }
        assert!(Pool::of(3).each(&[] as &[usize], |item| *item).is_empty());
    }

    #[test]
    fn a_pool_never_runs_more_threads_than_it_may() {
        let (now, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let pool = Pool::of(2);
        let count = |_: &usize| {
            most.fetch_max(now.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            std::thread::yield_now();
            now.fetch_sub(1, Ordering::SeqCst);
        };
        let items: Vec<usize> = (0..500).collect();
        std::thread::scope(|scope| {
            scope.spawn(|| pool.each_large(&items, count));
            pool.each_large(&items, count);
        });
        // Two of the pool, and the one that brings a list when none is left.
        assert!(most.load(Ordering::SeqCst) <= 4);
        assert_eq!(pool.running.load(Ordering::Relaxed), 0);
    }
}
