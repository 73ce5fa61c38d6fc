//! `tavola simulate --coverage`: which parts of a game never ran, in text and as JSON.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use expect_test::expect_file;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn tavola(folder: &Path, arguments: &[&str]) -> String {
    let mut command = Command::new(env!("CARGO_BIN_EXE_tavola"));
    let output = command.args(arguments).current_dir(folder).stdin(Stdio::null()).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("tavola-coverage-{name}-{}", std::process::id()));
    fs::create_dir_all(&path).unwrap();
    fs::write(path.join("game.tgdl"), GAME).unwrap();
    fs::write(path.join("cards.tgdl"), CARDS).unwrap();
    path
}

const GAME: &str = r#"game "Parts";

import "std/cards";
import "cards";

turn Main {
    phase Play;
    phase Rest { default { return player.active(); } }
}

class Box<T> {
    List<T> items = {};
    function void put(T x) { items.add(x); }
    function T last() { return items[items.length - 1]; }
}
class Chest<T> { T inside; }

global class Rules {
    number round = 0;
    Box<number> box = new Box<number>();

    action go {
        trigger PlayerChoiceEvent { return true; }
        effect {
            round += 1;
            box.put(round > 0 ? round : -round);
            if (round > 100) {
                round = 0;
                score actor 1;
            } else if (round == 50) {
                return;
            } else {
                raise Step(n: round);
            }
            all(Hero)[0].add(Strong);
            if (round == 20) { winner actor; }
            turn.pass();
        }
    }

    action stop {
        require { return round > 100; }
        trigger PlayerChoiceEvent { return round > 200; }
        effect { winner actor; }
    }

    action lose {
        trigger PlayerChoiceEvent { return round == 3; }
        effect { fail "never"; }
    }

    action heard {
        trigger Step { return event.n > 100; }
        effect { round += 0; }
    }

    function number unused(number n) { return n; }

    before Step where event.n > 100 { cancel; }
    before Step where event.n == 4 { event.n = 5; }
    after Step where event.n < 0 { round += 1; }
}

event Step { number n; }
event Never { }

interactable Hero { number power = 1; }
interactable Villain { number power = 1; }

modifier Strong on Hero { override number power { return base.power + 1; } }
modifier Weak on Hero { override number power { return base.power - 1; } }

function number onlyTest(number n) { return n < 0 ? 0 : helper(n); }
function number helper(number n) { return n; }
function number ofCards() { return costs().map(c => c.price()).sum(); }

setup {
    players 2;
    turns.use("Main");
    new Hero();
    score 0 ofCards();
}

test "tests do not count" { expect onlyTest(3) == 3; expect Rules.unused(2) == 2; }
"#;

const CARDS: &str = r#"class Cost {
    string name;
    () => number price = () => 1;
    () => string text = () => "nothing";
}

function List<Cost> costs() {
    return {
        new Cost() { name = "a", text = () => "a" },
        new Cost() { name = "b", price = () => 2 }
    };
}
"#;

#[test]
fn what_never_ran_is_reported_with_its_place() {
    let folder = folder("text");
    let shown = tavola(&folder, &["simulate", "game.tgdl", "--games", "10", "--coverage"]);
    let (_, coverage) = shown.split_at(shown.rfind("times\n").unwrap_or(0));
    expect_file!["coverage.txt"].assert_eq(coverage.trim_start_matches("times\n"));
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_never_ran_is_reported_as_json() {
    let folder = folder("json");
    let read = |more: &[&str]| {
        let all = [&["simulate", "game.tgdl", "--games", "40", "--format", "json"], more].concat();
        serde_json::from_str::<serde_json::Value>(&tavola(&folder, &all)).unwrap()
    };
    let (mut without, mut with, one) =
        (read(&[]), read(&["--coverage"]), read(&["--coverage", "--threads", "1"]));
    assert!(without["coverage"].is_null());
    let coverage = with["coverage"].take();
    assert_eq!(coverage, one["coverage"]);
    assert_eq!(coverage["parts"], 75);
    let stop = &coverage["actions_never_possible"][0];
    assert_eq!(
        (&stop["name"], &stop["file"], &stop["line"]),
        (&"Rules.stop".into(), &"game.tgdl".into(), &41.into())
    );
    assert_eq!(coverage["actions_never_chosen"][0]["name"], "Rules.lose");
    assert_eq!(coverage["classes"][0]["name"], "Chest<T>");
    assert_eq!(coverage["branches"][1]["text"], "-round");
    // The same matches were played, whether somebody looks or not.
    for report in [&mut without, &mut with] {
        for time in ["seconds", "seconds_in_all", "playouts_per_second", "moves_per_second", "coverage"] {
            report[time].take();
        }
    }
    assert_eq!(with, without);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn what_ran_while_constants_were_worked_out_did_run() {
    let folder = folder("constants");
    let game = "game \"G\";\nturn Main { }\nconst class Beast { number power = 1; }\n\
        const class Never { number power = 1; }\n\
        function Beast beast(number power) { return new Beast() { power = power }; }\n\
        const Beast fox = beast(3);\n\
        global class Rules { action go { trigger PlayerChoiceEvent { return true; } effect { score actor fox.power; winner actor; } } }\n\
        setup { players 2; turns.use(\"Main\"); }\n";
    fs::write(folder.join("game.tgdl"), game).unwrap();
    let shown = tavola(&folder, &["simulate", "game.tgdl", "--games", "3", "--coverage"]);
    assert!(!shown.contains("Beast` was never made") && !shown.contains("beast` never ran"), "{shown}");
    assert!(shown.contains("class `Never` was never made"), "{shown}");
    fs::remove_dir_all(folder).unwrap();
}

/// Every game plays the same with probes in it, and most of it runs.
#[test]
fn games_play_the_same_with_and_without_probes() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for name in ["tic-tac-toe", "crazy-eights", "goofspiel", "reversi", "kalah"] {
        let read = |more: &[&str]| {
            let most = ["--games", "20", "--max-moves", "60", "--format", "json"];
            let all = [&["simulate", name], &most[..], more].concat();
            serde_json::from_str::<serde_json::Value>(&tavola(&games, &all)).unwrap()
        };
        let (without, with) = (read(&[]), read(&["--coverage"]));
        for what in ["wins", "length", "actions", "branching", "scores"] {
            assert_eq!(without[what], with[what], "{name}: {what}");
        }
        let coverage = &with["coverage"];
        assert!(coverage["ran"].as_u64() > Some(10), "{name}: {coverage}");
    }
}
