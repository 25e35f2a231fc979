//! One writer at a time, and whole files under their names.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};

use milepost_aside::{AsideError, Claim};
use tempfile::TempDir;

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn a_second_claim_is_refused_and_a_freed_one_given() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("below/some.db");
    let claim = Claim::on(&target).unwrap();
    let refused = Claim::on(&target).err().unwrap();
    assert!(matches!(refused, AsideError::Taken { .. }), "{refused}");
    assert!(refused.to_string().contains("some.db"), "{refused}");
    drop(claim);
    assert_eq!(names(target.parent().unwrap()), [] as [&str; 0], "no lock stays");
    drop(Claim::on(&target).unwrap());
}

#[test]
fn claims_of_many_threads_never_overlap() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("some.db");
    let (holders, given) = (AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                let mut mine = 0;
                while mine < 50 {
                    let Ok(_claim) = Claim::on(&target) else { continue };
                    assert_eq!(holders.fetch_add(1, Ordering::SeqCst), 0, "two at once");
                    mine += 1;
                    given.fetch_add(1, Ordering::SeqCst);
                    holders.fetch_sub(1, Ordering::SeqCst);
                }
            });
        }
    });
    assert_eq!(given.into_inner(), 400);
    assert_eq!(names(folder.path()), [] as [&str; 0]);
}

#[test]
fn what_dead_runs_left_goes_with_the_next_claim() {
    let folder = TempDir::new().unwrap();
    for name in [
        "some.db.lock",
        "some.db.00000000deadbeef.part",
        "some.db.00000000deadbeef.part-journal",
        "some.db.part",
    ] {
        fs::write(folder.path().join(name), "half").unwrap();
    }
    let claim = Claim::on(&folder.path().join("some.db")).unwrap();
    assert_eq!(claim.write(b"whole").unwrap(), 5);
    drop(claim);
    // The part of a pull is not a build's.
    assert_eq!(names(folder.path()), ["some.db", "some.db.part"]);
    assert_eq!(fs::read(folder.path().join("some.db")).unwrap(), b"whole");
}

#[test]
fn a_file_that_is_not_installed_leaves_the_old_one() {
    let folder = TempDir::new().unwrap();
    let target = folder.path().join("some.db");
    fs::write(&target, "old").unwrap();
    let claim = Claim::on(&target).unwrap();
    let (first, second) = (claim.aside().unwrap(), claim.aside().unwrap());
    assert_ne!(first.path(), second.path());
    fs::write(first.path(), "new").unwrap();
    drop(first);
    drop(second);
    drop(claim);
    assert_eq!(fs::read_to_string(&target).unwrap(), "old");
    assert_eq!(names(folder.path()), ["some.db"]);
}

#[test]
fn a_path_without_a_name_is_refused() {
    for path in ["", "/", "a/.."] {
        assert!(matches!(Claim::on(Path::new(path)), Err(AsideError::NoFile { .. })), "{path}");
    }
}
