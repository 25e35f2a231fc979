//! Threads for many rows at once, and for the windows of one long text, with one bound for all callers.
//!
//! Not a library: a library's own threads start a second list of rows when the first one is finished (`rayon` takes work from outside
//! only when its threads have none left), and a server has many lists at once. Here each list has its own threads within the bound,
//! the calling thread works too if none is left, and a thread costs some 30 µs to start, the
//! time of a row.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

/// Priority of batches below single requests: of two that want a core, the request gets it nine times in ten.
const BELOW_REQUESTS: i32 = 10;

/// Items that a thread takes at a time: enough that taking costs nothing, few enough to even out.
const SHARE: usize = 16;

thread_local! {
    /// Whether this thread works for a pool: what it starts has no threads of its own.
    static WORKS: Cell<bool> = const { Cell::new(false) };
}

/// A bound on threads. Clones share it.
#[derive(Debug, Clone)]
pub struct Pool {
    most: usize,
    running: Arc<AtomicUsize>,
    /// Whether its threads yield the cores to others.
    yields: bool,
}

/// The pool of all batches of the process.
static SHARED: LazyLock<Pool> =
    LazyLock::new(|| Pool { most: cores(), running: Arc::default(), yields: true });

/// Cores that this process may use.
fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

impl Pool {
    /// The pool of a process that also answers single requests: as many threads as the machine has cores, at low priority.
    pub fn shared() -> Pool {
        SHARED.clone()
    }

    /// Threads of [`Pool::shared`] for the parts of one request: at most `most`, at the priority of the caller. None if
    /// batches have them all.
    pub fn shared_for_one(most: usize) -> Pool {
        let Pool { most: all, running, .. } = Pool::shared();
        Pool { most: most.clamp(1, all), running, yields: false }
    }

    /// A separate pool with at most `threads` threads, at least one, of ordinary priority.
    pub fn of(threads: usize) -> Pool {
        Pool { most: threads.max(1), running: Arc::default(), yields: false }
    }

    /// The same with a thread per core where no number is given.
    pub fn of_given(threads: Option<usize>) -> Pool {
        Pool::of(threads.unwrap_or_else(cores))
    }

    /// Most threads that run at a time.
    pub fn threads(&self) -> usize {
        self.most
    }

    /// The result of `work` for each item, in order. It must not panic: a panic loses the thread's results. Called by a thread of a pool,
    /// it does all on that thread.
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
        let wanted = if WORKS.get() { 0 } else { self.most.min(items.len().div_ceil(share)) };
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
        WORKS.set(true);
        if self.0.yields { at_low_priority(work) } else { work() }
    }
}

impl Drop for Helper<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Works on a thread of its own at a priority below single requests, while the caller waits: a thread that also serves others could not
/// raise its priority again. If the system cannot start a thread, or `work` panics there, the caller works itself.
pub fn aside_at_low_priority<T: Send>(work: impl Fn() -> T + Sync) -> T {
    let aside = std::thread::scope(|scope| {
        let helper = std::thread::Builder::new().spawn_scoped(scope, || at_low_priority(&work));
        helper.ok().and_then(|helper| helper.join().ok())
    });
    aside.unwrap_or_else(work)
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

    #[test]
    fn a_thread_of_a_pool_starts_no_others() {
        let outer = Pool::of(2);
        let threads = outer.each_large(&[1, 2], |_| {
            let own = std::thread::current().id();
            Pool::of(4).each_large(&[1, 2, 3, 4], |_| std::thread::current().id() == own)
        });
        assert_eq!(threads, [[true; 4], [true; 4]]);
    }

    #[test]
    fn one_request_takes_what_batches_leave() {
        let shared = Pool::shared();
        assert_eq!(Pool::shared_for_one(1).threads(), 1);
        assert!(Pool::shared_for_one(usize::MAX).threads() == shared.threads());
        let taken: Vec<_> = std::iter::from_fn(|| shared.claim()).collect();
        let own = std::thread::current().id();
        let parts = Pool::shared_for_one(4).each_large(&[1, 2, 3], |_| std::thread::current().id() == own);
        drop(taken);
        assert_eq!(parts, [true; 3]);
    }

    #[test]
    fn work_aside_is_of_another_thread_unless_it_panics_there() {
        let own = std::thread::current().id();
        assert!(aside_at_low_priority(|| std::thread::current().id() != own));
        let here = aside_at_low_priority(|| {
            assert_eq!(std::thread::current().id(), own, "on purpose");
            true
        });
        assert!(here);
    }
}
