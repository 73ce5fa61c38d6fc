//! The disk fails: at every call that changes the files of a scripted match, in every way, through the library that
//! `shim.c` is.

use crate::child::{CHECKPOINTS, number as number_of, step};
use crate::keeper::Keeper;
use crate::number;
use crate::record::{Client, check, open};
use base::Random;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::Duration;
use store::{Change, Failure, MatchId, Outcome, ProcessId, Store, Write};
use tempfile::TempDir;

const A: MatchId = MatchId(1);
const STEPS: usize = 12;

/// Builds the library; None where there is no compiler of C.
fn shim(folder: &Path) -> Option<PathBuf> {
    let library = folder.join("shim.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/faults/shim.c");
    let flags = ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o"];
    match Command::new("cc").args(flags).arg(&library).arg(source).arg("-ldl").status() {
        Ok(status) => {
            assert!(status.success());
            Some(library)
        }
        Err(why) => {
            assert!(std::env::var_os("CI").is_none(), "no compiler of C: {why}");
            println!("skipped, as there is no compiler of C: {why}");
            None
        }
    }
}

/// One match on a disk of its own.
struct Run {
    folder: TempDir,
    database: PathBuf,
    client: Client,
    /// What was answered, each answer once for as long as it was the same.
    answers: Vec<String>,
    /// The state of the store behind the last step.
    state: String,
    /// Whether the child said that it closed the database.
    is_closed: bool,
}

impl Run {
    fn new() -> Run {
        let folder = tempfile::tempdir().unwrap();
        let (database, client) = (folder.path().join("matches.db"), Client::new(folder.path(), A));
        Run { folder, database, client, answers: Vec::new(), state: String::new(), is_closed: false }
    }

    fn count(&self) -> u64 {
        fs::read_to_string(self.folder.path().join("count")).unwrap().parse().unwrap()
    }

    fn answered(&mut self, answer: &str) {
        if self.answers.last().is_none_or(|last| last != answer) {
            self.answers.push(answer.to_owned());
        }
    }

    /// Plays the script with a disk that does as `fault` says. `checkpoints` is their distance; where it is short, the
    /// match waits for one in its middle.
    fn play(&mut self, shim: &Path, fault: &str, checkpoints: u64) {
        let environment = [
            ("LD_PRELOAD", shim.display().to_string()),
            ("TAVOLA_SHIM_PATH", self.database.display().to_string()),
            ("TAVOLA_SHIM_COUNT", self.folder.path().join("count").display().to_string()),
            ("TAVOLA_SHIM", fault.to_owned()),
            (CHECKPOINTS, checkpoints.to_string()),
        ];
        let mut keeper = Keeper::start(&self.database, &environment);
        let begun = self.script(&mut keeper, checkpoints < 1_000);
        let (last, _) = keeper.stop();
        self.is_closed = begun.is_some() && last.as_deref() == Some("closed");
    }

    /// None where the child is gone or had no database.
    fn script(&mut self, keeper: &mut Keeper, has_checkpoints: bool) -> Option<()> {
        if keeper.hear()? != "ready" {
            return None;
        }
        for _ in 0..60 {
            let opened = keeper.ask("open 1")?;
            self.answered(opened.split(' ').next_back()?);
            self.state = keeper.ask("state")?;
            if opened.ends_with("done") || self.state.contains("Stopped") {
                break;
            }
            self.make_room();
            // New matches wait until the disk has been looked at again.
            thread::sleep(Duration::from_millis(50));
        }
        // Some tries more, where one is refused.
        for n in 0..STEPS + 3 {
            if self.acknowledged() == STEPS {
                break;
            }
            if has_checkpoints && n == STEPS / 2 {
                keeper.ask("checkpointed")?;
            }
            let command = self.client.resend().unwrap_or_else(|| self.client.send(40 * n));
            let said = keeper.ask(&command)?;
            let words: Vec<&str> = said.split(' ').collect();
            self.answered(words[3]);
            if words[3] == "done" {
                self.client.acknowledged(words[2].parse().unwrap(), words[4].parse().unwrap());
            }
            self.state = keeper.ask("state")?;
            if self.state == "state Full" {
                self.make_room();
            }
        }
        Some(())
    }

    /// A full disk is so no more.
    fn make_room(&self) {
        fs::write(self.folder.path().join("matches.db.free"), "").unwrap();
    }

    /// Whether the call that was to fail came; with checkpoints there are not always as many.
    fn was_hit(&self, n: u64) -> bool {
        !self.is_closed || self.count() >= n
    }

    fn acknowledged(&self) -> usize {
        self.client.notes().1.len()
    }

    /// What holds after everything but a disk that lies.
    fn assert_kept(&mut self) {
        check(&self.database, std::slice::from_ref(&self.client));
        resend(&self.database, &mut self.client);
        check(&self.database, std::slice::from_ref(&self.client));
        // Nothing is written by a process that does not know what stands.
        let unknown = self.answers.iter().position(|answer| answer == "unknown");
        let later = unknown.map_or(&[][..], |at| &self.answers[at + 1..]);
        assert!(later.iter().all(|answer| answer == "refused"), "{:?}", self.answers);
        assert!(
            unknown.is_none() || self.state.is_empty() || self.state.contains("Stopped"),
            "{}",
            self.state
        );
    }
}

/// How many different calls are tried of each kind of fault.
fn calls(all: u64, random: &mut Random) -> Vec<u64> {
    let few = 12;
    match number("TAVOLA_DISK") {
        Some(_) => (1..=all).collect(),
        None => (0..few).map(|i| 1 + i * all / few + random.below(all / few)).collect(),
    }
}

/// Plays the script once for each call that a fault may hit, and looks at what is left.
fn sweep(mode: &str, mut look: impl FnMut(Run)) {
    let library = tempfile::tempdir().unwrap();
    let Some(shim) = shim(library.path()) else { return };
    let mut random = Random::new(mode.len() as u64);
    for checkpoints in [1_000_000, 2] {
        let mut good = Run::new();
        good.play(&shim, "", checkpoints);
        assert_eq!((good.answers.clone(), good.is_closed), (vec!["done".to_owned()], true));
        let all = good.count();
        good.assert_kept();
        assert!(all > 100, "{all} calls");
        for n in calls(all, &mut random) {
            let mut run = Run::new();
            println!("{mode}:{n} of {all}, checkpoints every {checkpoints} ms");
            run.play(&shim, &format!("{mode}:{n}"), checkpoints);
            if run.was_hit(n) {
                look(run);
            }
        }
    }
}

#[test]
fn a_call_that_fails_ends_writing_and_loses_nothing() {
    let mut stopped = 0;
    sweep("eio", |mut run| {
        run.assert_kept();
        assert!(!run.state.contains("Full"), "{}", run.state);
        stopped += u32::from(run.state.contains("Stopped(Disk"));
    });
    assert!(stopped > 5);
}

#[test]
fn a_write_that_ends_in_its_middle_ends_writing_and_loses_nothing() {
    let mut stopped = 0;
    sweep("half", |mut run| {
        run.assert_kept();
        stopped += u32::from(run.state.contains("Stopped(Disk"));
    });
    assert!(stopped > 5);
}

#[test]
fn a_disk_that_was_full_for_a_moment_costs_nothing() {
    let mut whole = 0;
    sweep("enospc", |mut run| {
        run.assert_kept();
        let is_whole = run.acknowledged() == STEPS;
        assert!(is_whole || !run.state.contains("Ready"), "{:?} {}", run.answers, run.state);
        whole += u32::from(is_whole);
    });
    assert!(whole > 5);
}

#[test]
fn a_disk_that_is_full_stops_writing_until_there_is_room() {
    let mut recovered = 0;
    sweep("full", |mut run| {
        run.assert_kept();
        let answers: Vec<&str> = run.answers.iter().map(String::as_str).collect();
        recovered += u32::from(answers.ends_with(&["refused", "done"]));
        let is_known =
            run.state.is_empty() || run.state.contains("Stopped(Disk") || answers.ends_with(&["done"]);
        assert!(is_known, "{answers:?} {}", run.state);
    });
    assert!(recovered > 5);
}

#[test]
fn a_process_that_is_killed_at_a_call_loses_nothing() {
    sweep("kill", |mut run| {
        assert!(!run.is_closed);
        run.assert_kept();
    });
}

#[test]
fn a_process_that_is_killed_in_the_middle_of_a_write_loses_nothing() {
    sweep("torn", |mut run| {
        assert!(!run.is_closed);
        run.assert_kept();
    });
}

#[test]
fn power_that_is_cut_takes_nothing_that_was_acknowledged() {
    let mut lost = 0;
    sweep("power", |mut run| {
        assert!(!run.is_closed);
        run.assert_kept();
        lost += u32::from(run.acknowledged() < STEPS);
    });
    assert!(lost > 5);
}

#[test]
fn what_a_disk_that_lies_has_lost_is_found_or_was_the_end() {
    sweep("lie", |run| {
        let (sent, _) = run.client.notes();
        let loaded = store::sqlite::SqliteStore::open(&run.database, Default::default());
        let Ok(store) = loaded else { return };
        match store.load(A) {
            // What is read is what was sent, though its end may be gone.
            Ok(Some(stored)) => {
                let mut chain = stored.row.root();
                for (n, (found, (id, size))) in stored.steps.iter().zip(&sent).enumerate() {
                    let next = step(A, chain, n as u32, *id, *size);
                    assert_eq!(*found, next.step);
                    chain = next.step.chain;
                }
                assert!(stored.steps.len() <= sent.len());
            }
            Ok(None) | Err(Failure::Damaged(_) | Failure::Storage(_)) => (),
        }
    });
}

/// Sends what is not acknowledged again, by itself, and finds that it stands once.
fn resend(database: &Path, client: &mut Client) {
    let store = open(database);
    let bucket = client.of.bucket();
    let epoch = store.lease(bucket..bucket + 1, ProcessId(1), 1_000).unwrap()[0].epoch;
    let Some(stored) = store.load(client.of).unwrap() else { return };
    let Some((id, size)) = client.open else { return };
    let known = stored.steps.iter().position(|step| number_of(step.id) == id);
    let n = known.unwrap_or(stored.steps.len());
    if known.is_none() {
        let next = step(client.of, stored.row.chain, n as u32, id, size);
        let write = Write { epoch, change: Change::Step(Box::new(next)) };
        assert_eq!(store.commit(vec![write]).wait(), [Outcome::Done]);
    }
    client.acknowledged(id, n);
}
