//! Some cases of each kind with fixed seeds. Long runs are `make fuzz`.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use fuzz::case::Case;
use fuzz::corpus::Corpus;
use fuzz::kind::Kind;
use fuzz::secrets;
use fuzz::watch::{self, Bounds};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The series that the tests run.
const SEED: u64 = 1;

/// Without optimisation and beside other tests a case may take longer.
fn bounds() -> Bounds {
    Bounds { time: Duration::from_secs(60), ..Bounds::default() }
}

/// Memory is counted for the whole process: what takes much runs alone, or a case is charged with that of another test.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

fn corpus() -> Corpus {
    Corpus::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
}

/// Runs the first cases; at least so many of a hundred must come far, or the mutations are too rough.
fn series(kind: Kind, count: u64, far: u64) {
    let _alone = alone();
    let corpus = corpus();
    let mut came = 0;
    for number in 0..count {
        let case = kind.make(&corpus, SEED, number, None);
        match watch::run(kind, &case, bounds()).how {
            Ok(far) => came += u64::from(far),
            Err(what) => panic!(
                "case {number} of {}: {what}\n{}",
                kind.name(),
                String::from_utf8_lossy(&case.to_bytes())
            ),
        }
    }
    println!("{}: {came} of {count} came far", kind.name());
    assert!(came * 100 >= far * count, "only {came} of {count} came far");
}

#[test]
fn mutated_sources_do_no_harm() {
    series(Kind::Sources, 150, 20);
}

#[test]
fn mutated_protocol_lines_do_no_harm() {
    series(Kind::Protocol, 150, 10);
}

#[test]
fn mutated_saved_matches_do_no_harm() {
    series(Kind::Saved, 150, 5);
}

#[test]
fn programs_of_unreasonable_sizes_do_no_harm() {
    series(Kind::Sizes, 100, 20);
}

#[test]
fn programs_that_hide_things_tell_nothing_of_them() {
    series(Kind::Secrets, 30, 80);
}

/// Where all matches are played again, nothing of dealing anew is tried.
#[test]
fn in_some_programs_that_hide_things_these_are_dealt_anew() {
    let _alone = alone();
    let corpus = corpus();
    let cases = (0..60).map(|number| Kind::Secrets.make(&corpus, SEED, number, None));
    let count = cases.filter(secrets::deals_anew).count();
    assert!(count >= 3, "{count} of 60");
}

#[test]
fn a_number_and_a_seed_give_one_case() {
    let _alone = alone();
    let corpus = corpus();
    for kind in Kind::ALL {
        let one = kind.make(&corpus, 5, 7, None);
        assert_eq!(one, kind.make(&corpus, 5, 7, None));
        assert_ne!(one, kind.make(&corpus, 6, 7, None));
        assert_eq!(one, Case::from_bytes(&one.to_bytes(), kind.main_file()), "a kept case is the same");
    }
}

#[test]
fn a_case_that_takes_too_much_time_or_memory_is_told() {
    let _alone = alone();
    let text = "game \"A\";\nsetup { players 2; }\n";
    let case = Case { seed: 1, files: vec![("game.tgdl".to_owned(), text.into())] };
    let bounds = Bounds { time: Duration::ZERO, ..bounds() };
    assert!(watch::run(Kind::Sources, &case, bounds).how.unwrap_err().starts_with("slow"));
    let bounds = Bounds { time: Duration::from_secs(60), memory: 100 };
    assert!(watch::run(Kind::Sources, &case, bounds).how.unwrap_err().starts_with("memory"));
}

/// A mutation whose place has changed is tried no more, and nobody would see it.
#[test]
fn what_mutations_replace_stands_in_its_file_once() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let read = |path: &str| std::fs::read_to_string(root.join(path)).unwrap();
    let text = read("tools/mutations.txt");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
    let mut mutations = lines.split(|line| line.is_empty()).filter(|lines| !lines.is_empty()).peekable();
    assert!(mutations.peek().is_some());
    for mutation in mutations {
        let ([name, path, found, instead] | [name, path, found, instead, _]) = mutation else {
            panic!("a mutation of four lines, or five, with a blank one behind it: {mutation:?}")
        };
        assert_eq!(read(path).matches(found).count(), 1, "{name}: {found}");
        assert_ne!(found, instead, "{name}");
    }
}
