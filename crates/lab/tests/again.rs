//! A match of a series of random bots can be played again with a record of its moves: the same match, and the record makes
//! it once more.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::{Playout, RecordedPlayout};
use project::{Memory, Request};
use std::path::Path;

/// Moves of each match.
const MOVES: usize = 40;

#[test]
fn in_every_game_the_record_of_a_playout_makes_the_same_match() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    for path in project::games_below(&games) {
        let game = project::open(Request::new(path.as_path())).unwrap().game.unwrap();
        let players = game.players().0;
        let (mut one, mut other) = (Random::new(5), Random::new(5));
        let mut playout = Playout::start(&game, players, 3);
        playout.restart(3);
        let mut recorded = RecordedPlayout::start(&game, players, 3);
        for _ in 0..MOVES {
            let chosen = playout.step(&mut one);
            assert_eq!(recorded.step(&mut other).unwrap(), chosen, "{}", path.display());
        }
        let (made, recorded) = (playout.finish(), recorded.finish());
        assert_eq!(recorded.fingerprint(), made.fingerprint(), "{}", path.display());
        let again = recorded.record().replay(&game).unwrap();
        assert_eq!(again.fingerprint(), made.fingerprint(), "{}", path.display());
    }
}

#[test]
fn the_match_that_goes_wrong_in_a_series_goes_wrong_again() {
    let files = Memory::default().with(
        "game.tgdl",
        r#"game "Sum";
turn Main { }
global class Rules {
    number sum = 0;
    action add {
        input number n from 1..9;
        trigger PlayerChoiceEvent;
        effect { sum += n; if (sum > 20) { fault("over"); } turn.pass(); }
    }
}
setup { players 2; turns.use("Main"); }
"#,
    );
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let options = lab::Options {
        games: 5,
        seed: 1,
        players: 2,
        threads: 1,
        max_moves: 100,
        bots: vec![bots::BotKind::RANDOM; 2],
        profile: false,
    };
    let report = lab::simulate(&game, &options, &|_| ());
    let bad = &report.bad_ends[0];
    let again = lab::again(&game, (2, bad.seed), 100, &|| true).unwrap();
    assert_eq!(again.length(), bad.moves as usize);
    assert!(matches!(again.outcome(), Some(engine::view::Outcome::Fault(fault)) if fault.message == "over"));
}

/// What nobody can do since it takes too long to be tried, is told with the match in which that is seen.
#[test]
fn a_move_that_is_left_out_is_told_of() {
    let files = |condition: &str| {
        Memory::default().with(
            "game.tgdl",
            &format!(
                r#"game "Endless";
turn Main {{ }}
global class Rules {{
    number steady = 1;
    action endless {{
        trigger PlayerChoiceEvent;
        effect {{ number q = 0; while ({condition}) {{ q += 1; }} if (steady == 0) {{ fail "no"; }} turn.pass(); }}
    }}
    action wait {{ trigger PlayerChoiceEvent; effect {{ turn.pass(); }} }}
}}
setup {{ players 2; turns.use("Main"); }}
"#
            ),
        )
    };
    let report = |condition: &str| {
        let game = project::open(Request::new((&files(condition), "game.tgdl"))).unwrap().game.unwrap();
        let limits = engine::Limits { fuel: 100_000, ..engine::Limits::default() };
        let game = std::sync::Arc::new(std::sync::Arc::unwrap_or_clone(game).within(limits));
        let options = lab::Options {
            games: 40,
            seed: 1,
            players: 2,
            threads: 2,
            max_moves: 10,
            bots: vec![bots::BotKind::RANDOM; 2],
            profile: false,
        };
        lab::simulate(&game, &options, &|_| ())
    };
    let endless = report("q >= 0");
    let left_out = endless.left_out.unwrap();
    assert_eq!((left_out.number, left_out.seed, endless.fault_count), (0, 1, 0));
    assert!(
        left_out.why.message.starts_with("a move takes too long to be tried"),
        "{}",
        left_out.why.message
    );
    assert_eq!(report("q < 3").left_out, None);
}
