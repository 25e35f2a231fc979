//! The first sessions of a process may be made at the same moment. A program of its own, because only the first ones are in danger.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

mod common;

use std::sync::Barrier;
use std::thread;

#[test]
fn parsers_open_on_many_threads_at_once() {
    const THREADS: usize = 8;
    let together = Barrier::new(THREADS);
    thread::scope(|scope| {
        let open = || {
            together.wait();
            common::parser().card().locale.clone()
        };
        let opening: Vec<_> = (0..THREADS).map(|_| scope.spawn(open)).collect();
        for one in opening {
            assert_eq!(one.join().unwrap(), "en-US");
        }
    });
}
