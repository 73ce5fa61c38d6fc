//! What kinds of cards cost that are only declared: nothing. Counted in steps of the machine and words of a match.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::{Game, Playout};
use lab::{Options, simulate};
use project::{Memory, Request};
use std::fmt::Write;
use std::sync::Arc;

/// So many kinds are in play.
const PLAYED: usize = 40;

/// A game in which the cards of forty kinds are hit, some of which have an ability, and all are read after each hit.
fn game(declared: usize) -> Arc<Game> {
    let mut text = String::from(
        r#"game "Many";
const class Def { string title; number power = 0; act (Card) gives; }
interactable Card {
    Def def;
    number hits = 0;
    derived number power = def.power;
}
modifier Proud(number by) on Card { override number power = base.power + by; }
modifier Guarded on Card { before Hit where event.card == this { event.amount -= 1; } }
modifier Spiteful on Card { after Hit where event.card == this { hits += 1; } }
event Hit { Card card; number amount; effect { card.hits += amount; } }
zone field of Card { visible all; ordered; }
turn Main { }
global class Rules {
    number seen = 0;
    action hit {
        trigger PlayerChoiceEvent;
        input Card c from field;
        effect {
            raise Hit(card: c, amount: 3);
            for (Card d in field) { seen += d.power; }
            if (c.hits > 6) { winner actor; }
        }
    }
}
"#,
    );
    let gives = ["c.add(Proud(2));", "c.add(Guarded);", "c.add(Spiteful);", ""];
    for i in 0..declared {
        let _ = writeln!(
            text,
            r#"const Def card{i} = new Def() {{ title = "Card {i}", power = {}, gives = c => {{ {} }} }};"#,
            i % 7,
            gives[i % 4]
        );
    }
    let played: Vec<String> = (0..PLAYED).map(|i| format!("card{i}")).collect();
    let _ = write!(
        text,
        r#"setup {{
    players 2;
    turns.use("Main");
    for (Def d in {{ {} }}) {{
        Card c = new Card() {{ def = d }};
        field.add(c);
        d.gives(c);
    }}
}}
"#,
        played.join(", ")
    );
    let files = Memory::default().with("game.tgdl", text.as_str());
    project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap()
}

/// The steps of some random matches, and how many words one of them has after a while.
fn costs(game: &Arc<Game>) -> (u64, usize) {
    let options = Options {
        games: 3,
        seed: 1,
        players: 2,
        threads: 1,
        max_moves: 200,
        bots: Vec::new(),
        profile: true,
    };
    let profile = simulate(game, &options, &|_| ()).profile.unwrap();
    let steps = profile.stacks(game).iter().map(|stack| stack.steps).sum();
    let mut now = Playout::start(game, 2, 1);
    let mut random = Random::new(1);
    for _ in 0..20 {
        now.step(&mut random);
    }
    (steps, engine::dump::size(now.settled()))
}

#[test]
fn ten_thousand_kinds_cost_what_forty_do() {
    let (few, many) = (costs(&game(PLAYED)), costs(&game(10_000)));
    assert!(few.0 > 1000 && few.1 > 100, "something is done: {few:?}");
    assert_eq!(few, many);
}
