//! A disk that is really full: a file system in memory of a few megabytes, which the child alone sees.

use crate::child::CHECKPOINTS;
use crate::keeper::Keeper;
use std::thread;
use std::time::Duration;

/// Says a command and gives what is answered; the child is there to the end.
fn ask(keeper: &mut Keeper, line: &str) -> String {
    keeper.ask(line).unwrap()
}

/// Plays new steps of that size until one is refused, at most so many; the number of the last.
fn play_until_refused(keeper: &mut Keeper, first: u64, most: u64, size: usize) -> Option<u64> {
    (first..first + most).find(|id| {
        let said = ask(keeper, &format!("play 1 {id} {size}"));
        let outcome = said.split(' ').nth(3).unwrap();
        assert!(["done", "refused"].contains(&outcome), "{said}");
        outcome == "refused"
    })
}

#[test]
fn a_small_disk_fills_up_and_is_used_again() {
    let folder = tempfile::tempdir().unwrap();
    let mount = "mount -t tmpfs -o size=4m tmpfs \"$TAVOLA_MOUNT\" && exec \"$0\" \"$@\"";
    let environment = [("TAVOLA_MOUNT", folder.path().display().to_string()), (CHECKPOINTS, "5".to_owned())];
    let database = folder.path().join("matches.db");
    let mut keeper = Keeper::start_by(&["unshare", "-rm", "sh", "-c", mount], &database, &environment);
    if keeper.hear().as_deref() != Some("ready") {
        println!("skipped, as this system lets nobody mount a file system of one's own");
        return;
    }
    assert_eq!(ask(&mut keeper, "open 1"), "open 1 done");
    assert_eq!(play_until_refused(&mut keeper, 1, 20, 3_000), None);
    assert_eq!(ask(&mut keeper, "fill"), "filled");
    let refused =
        play_until_refused(&mut keeper, 21, 1_000, 20_000).expect("the disk is larger than it should be");
    assert_eq!(ask(&mut keeper, "state"), "state Full");
    assert_eq!(ask(&mut keeper, "chat 1 0"), "chat 1 0 refused");
    assert_eq!(ask(&mut keeper, "open 2"), "open 2 refused");
    assert_eq!(ask(&mut keeper, "count 1"), format!("count {}", refused - 1), "reading goes on");
    assert_eq!(ask(&mut keeper, "room"), "roomy");
    assert_eq!(play_until_refused(&mut keeper, refused, 20, 20_000), None);
    let is_ready = (0..100).any(|_| {
        thread::sleep(Duration::from_millis(50));
        ask(&mut keeper, "state") == "state Ready"
    });
    assert!(is_ready, "{}", ask(&mut keeper, "state"));
    assert_eq!(ask(&mut keeper, "chat 1 0"), "chat 1 0 done");
    assert_eq!(ask(&mut keeper, "count 1"), format!("count {}", refused + 19));
    assert_eq!(keeper.stop().0.as_deref(), Some("closed"));
}
