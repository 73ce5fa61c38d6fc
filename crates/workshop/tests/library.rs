//! That the same choices stand after a save, in every game that comes along; how long it takes until the new table is
//! there is printed.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::Choices;
use engine::question::Answer;
use engine::view::Viewer;
use std::path::Path;
use std::time::Instant;
use workshop::{Beginning, Session, Sources};

/// Choices that stand before the save.
const CHOICES: usize = 30;

#[test]
fn every_game_is_there_again_after_a_save_with_the_same_choices() {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut took = Vec::new();
    for path in project::games_below(&games) {
        let mut session = Session::new(Beginning { seed: 1, players: None, options: Choices::default() });
        assert!(session.read(Sources::new(&path).source(), &|| true), "{}", path.display());
        let mut random = Random::new(1);
        while let (Some(seat), true) = (session.good().unwrap().1.decider(), session.at() < CHOICES) {
            session.play(seat, Answer::Any(&mut random)).unwrap();
        }
        let before: Vec<String> = session.choices().map(|(_, text)| text.to_owned()).collect();
        let print = session.good().unwrap().1.fingerprint();
        let began = Instant::now();
        assert!(session.read(Sources::new(&path).source(), &|| true));
        // What is told then is part of it.
        let (rules, now) = session.good().unwrap();
        session.told(Viewer::Seat(0), &|| true);
        assert!(
            !rules.legend().get().is_empty() && !now.observer(Viewer::Seat(0)).tabletop().seats.is_empty()
        );
        let needed = began.elapsed();
        assert_eq!(session.refusal(), None, "{}", path.display());
        assert_eq!(session.choices().map(|(_, text)| text.to_owned()).collect::<Vec<_>>(), before);
        assert_eq!(now.fingerprint(), print, "{}", path.display());
        took.push((needed, path));
    }
    took.sort();
    // 200 ms are wanted of a build that is optimised, on a machine that does nothing else.
    for (needed, path) in took.iter().rev().take(5) {
        println!("{needed:>8.1?} {}", path.strip_prefix(&games).unwrap_or(path).display());
    }
}
