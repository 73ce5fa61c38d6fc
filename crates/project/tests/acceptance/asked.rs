//! Questions in the middle of an effect that several answer at once: nobody learns anything before the round has ended,
//! and of what the first yes has ended nobody learns the rest.

use crate::kit::{chosen, game, logged, program};
use base::Random;
use engine::question::{Move, Refused, WhyNot};
use engine::tabletop::{Part, Ref, Typed};
use engine::{Match, Record};
use std::sync::Arc;

/// Player 1 acts; `asks` is what the effect does.
fn asking(asks: &str) -> Match {
    let items = format!(
        "turn Main {{ }}
        interactable Card {{ number worth; }}
        zone hand of Card per player {{ visible owner; }}
        global class R {{
            number k = 0;
            action ask {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ {asks} turn.pass(); }} }}
        }}"
    );
    let setup = "players 4; for (player p in player.all()) { for (number i in 1..2) {
        hand(p).add(new Card() { worth = 10 * p + i }); } } turns.use(\"Main\"); turn.pass(1);";
    let mut now = Match::start(&game(&program(&items, setup)), 4, 1);
    now.play("ask").expect("it can be asked");
    now
}

fn seats(now: &Match) -> Vec<u32> {
    now.questions().iter().map(|q| q.seat).collect()
}

fn answered(mut now: Match, answers: &[(u32, &str)]) -> Match {
    for (seat, text) in answers {
        now.play_as(*seat, *text).expect("it can be answered");
    }
    now
}

const FIRST: &str = "player q = choose bool \"Well?\" by first { 3, 0, 2 }; Log.say(\"{q as number}\");";

#[test]
fn all_of_the_list_are_asked_in_its_order() {
    let now = asking(&FIRST.replace("{ 3, 0, 2 }", "player.all().filter(p => p != 1).sortBy(p => -p)"));
    assert_eq!(seats(&now), [3, 2, 0]);
    assert_eq!(now.seat(0).question().and_then(|q| q.prompt).as_deref(), Some("Well?"));
    let now = answered(now, &[(2, "no")]);
    assert_eq!(seats(&now), [3, 0]);
    assert_eq!(now.clone().play_as(2, "yes"), Err(Refused::NotAsked));
    assert_eq!(now.clone().play_as(1, "yes"), Err(Refused::NotAsked));
}

fn first(answers: &[(u32, &str)]) -> Match {
    answered(asking(&FIRST.replace("{ 3, 0, 2 }", "player.all().filter(p => p != 1)")), answers)
}

#[test]
fn the_first_yes_ends_the_round() {
    assert_eq!(logged(&first(&[(3, "no"), (2, "yes")])), "2");
    assert_eq!(logged(&first(&[(3, "yes")])), "3");
    assert_eq!(logged(&first(&[(3, "no"), (2, "no"), (0, "no")])), "null");
}

#[test]
fn nobody_learns_who_said_no_before_a_yes() {
    let (before, sooner) = (first(&[]), first(&[(3, "yes")]));
    for hesitating in [&[(0, "no")][..], &[(2, "no")], &[(2, "no"), (0, "no")]] {
        let sealed = first(hesitating);
        let mut later = sealed.clone();
        later.follow();
        later.play_as(3, "yes").expect("it can be answered");
        for viewer in (0..4).map(Some).chain([None]).filter(|v| hesitating.iter().all(|a| Some(a.0) != *v)) {
            assert_eq!(sealed.view(viewer), before.view(viewer), "{viewer:?}");
            assert_eq!(later.view(viewer), sooner.view(viewer), "{viewer:?}");
            assert_eq!(chosen(&later, viewer), [(3, "true".to_owned())]);
        }
    }
}

#[test]
fn all_answers_are_known_once_the_last_is_in() {
    let each = "Table<player, number> t = choose optional number by each player.all() from 1..3 where it != 2; \
                Log.say(\"{t.length}:{t.values().sum()}\");";
    let mut now = answered(asking(each), &[(2, "3"), (0, "none"), (1, "1")]);
    now.follow();
    assert_eq!(logged(&now), "");
    assert_eq!(
        now.play_as(3, "2").map(drop),
        Err(Refused::Illegal("there is no move `2`; possible: 1, 3, none".to_owned()))
    );
    now.play_as(3, "1").expect("it can be answered");
    assert_eq!(logged(&now), "3:5");
    let told: Vec<(u32, String)> = chosen(&now, None);
    let told: Vec<(u32, &str)> = told.iter().map(|(seat, text)| (*seat, text.as_str())).collect();
    assert_eq!(told, [(0, "none"), (1, "1"), (2, "3"), (3, "1")]);
}

#[test]
fn each_is_offered_what_is_theirs() {
    let mut now = asking(
        "Table<player, Card> t = choose Card \"{q.name}?\" by each q in player.all() from hand(q);
        for (player p in t.keys()) { Log.say(\"{t[p].worth}\"); }",
    );
    for seat in [3, 2, 1, 0] {
        let moves: Vec<String> = now.seat(seat).moves().unwrap().into_iter().map(|m: Move| m.text).collect();
        assert_eq!(moves, [format!("{}", 10 * seat + 1), format!("{}", 10 * seat + 2)]);
        let prompt = now.seat(seat).question().and_then(|q| q.prompt);
        assert_eq!(prompt, Some(format!("Player {}?", seat + 1)));
        now.play_as(seat, 1).unwrap();
    }
    assert_eq!(logged(&now), "2 12 22 32");
}

#[test]
fn who_is_out_or_has_nothing_to_choose_is_not_asked() {
    let now = asking(
        "eliminate 3; hand(2).draw(2, to: hand(0));
        Table<player, Card> t = choose Card by each q in player.all().concat({ actor }) from hand(q);
        Log.say(\"{t.length}\");",
    );
    assert_eq!(seats(&now), [0, 1]);
    let nobody = asking("Log.say(\"{(choose bool by each player.all().take(0)).length}\");");
    assert_eq!((logged(&nobody), seats(&nobody)), ("0".to_owned(), vec![2]));
    let nobody = asking("Log.say(\"{(choose bool by first player.all().take(0)) == null}\");");
    assert_eq!(logged(&nobody), "true");
}

#[test]
fn a_round_stands_in_what_a_simultaneous_phase_carries_out() {
    let items = "turn Main { phase Bid { simultaneous player.all(); then { Log.say(\"then\"); turn.phase.use(\"Rest\"); } } phase Rest; }
        global class R {
            action bid { input number n from 1..2; trigger PlayerChoiceEvent { return true; } effect {
                player q = choose bool by first player.all().filter(p => p != actor);
                Log.say(\"{actor as number}{n}{q as number}\");
            } }
        }";
    let mut now = Match::start(&game(&program(items, "players 3; turns.use(\"Main\");")), 3, 1);
    for (seat, text) in [(2, "bid 1"), (0, "bid 2"), (1, "bid 1")] {
        now.play_as(seat, text).unwrap();
    }
    assert_eq!(seats(&now), [1, 2]);
    let now = answered(now, &[(2, "no"), (1, "yes"), (2, "yes"), (1, "no"), (0, "no")]);
    assert_eq!(logged(&now), "021 112 21null then");
}

#[test]
fn a_match_in_the_middle_of_a_round_is_saved_and_cloned() {
    let now = first(&[(2, "no")]);
    let game: &Arc<_> = now.game();
    let again = now.record().replay(game).expect("it replays");
    assert_eq!(again.fingerprint(), now.fingerprint());
    assert_ne!(first(&[(2, "no"), (0, "no")]).fingerprint(), now.fingerprint());
    assert_eq!(logged(&answered(again, &[(0, "yes")])), "0");
    let wrong = Record { steps: [now.record().steps, now.record().steps].concat(), ..now.record() };
    assert!(wrong.replay(game).is_err());
    let mut random = Random::new(1);
    let mut played = now.clone();
    while seats(&played).len() > 1 {
        played.play(&mut random).expect("there is a move");
    }
    assert_eq!(seats(&now), [0, 3]);
}

#[test]
fn perft_counts_answers_in_the_order_of_the_list() {
    // After no, the second answers; after yes, the next player has two moves.
    let now = asking("player q = choose bool by first player.all().take(2); k = q == null ? 1 : 2;");
    assert_eq!((now.perft(1), now.perft(2), now.perft(3)), (Ok(2), Ok(4), Ok(8)));
}

#[test]
fn setup_asks_before_the_first_turn() {
    let items = "turn Main { }
        interactable Card { number worth; }
        deck stock of Card;
        zone hand of Card per player { visible owner; }";
    let setup = "players 2;
        number n = choose number \"How many cards?\" by 1 from 1..3;
        for (number i in 1..30) { stock.add(new Card() { worth = i }); }
        stock.shuffle();
        stock.deal(n, to: hand);
        Table<player, Card> back = choose Card by each q in player.all() from hand(q);
        for (player p in back.keys()) { stock.add(back[p]); Log.say(\"{p as number}\"); }
        turns.use(\"Main\");";
    let game = game(&program(items, setup));
    let dealt = |seed| {
        let mut now = Match::start(&game, 2, seed);
        assert_eq!(
            now.questions().iter().map(|q| (q.seat, q.prompt.as_deref())).collect::<Vec<_>>(),
            [(1, Some("How many cards?"))]
        );
        now.play("2").unwrap();
        assert_eq!(seats(&now), [0, 1]);
        now
    };
    // What is cached of `setup` is no match of another seed.
    assert_eq!(dealt(7).fingerprint(), dealt(7).fingerprint());
    assert_ne!(dealt(7).view(Some(0)), dealt(8).view(Some(0)));
    let mut now = dealt(7);
    now.play_as(1, 0).unwrap();
    assert_eq!((logged(&now), seats(&now)), (String::new(), vec![0]));
    let mut again = now.record().replay(&game).expect("it replays");
    assert_eq!(again.fingerprint(), now.fingerprint());
    again.play_as(0, 1).unwrap();
    assert_eq!(logged(&again), "0 1");
    assert_eq!(again.questions()[0].kind, engine::question::QuestionKind::Act);
    let mut playout = engine::Playout::start(&game, 2, 3);
    let mut random = Random::new(3);
    for seed in 3..6 {
        playout.restart(seed);
        (0..4).for_each(|_| assert!(playout.step(&mut random).is_some()));
        assert_eq!(logged(playout.settled()), "0 1");
    }
}

#[test]
fn a_block_that_asks_without_end_is_given_up() {
    let text =
        "game \"T\"; setup { players 2; } test \"x\" { do { while (true) { bool b = choose bool; } } by 1; }";
    let game = crate::kit::game(text);
    // Two thousand questions stand open then, and the stack holds none of them.
    let little_stack = std::thread::Builder::new().stack_size(256 * 1024);
    let test = little_stack.spawn(move || game.run_test(0).failure).expect("a thread starts");
    let message = test.join().expect("the stack suffices").map(|f| f.message).unwrap_or_default();
    assert!(message.starts_with("too many answers to `choose bool` must be tried"), "{message}");
}

#[test]
fn prompts_and_reasons_call_a_tile_by_its_title() {
    let of = |hidden: &str| {
        format!(
            "turn Main {{ }} {hidden}
            board House {{ shape graph {{ Attic; Cellar; Attic - Cellar; }} }}
            look House {{ Attic {{ title \"the attic\"; }} }}
            global class Rules {{
                action go {{
                    trigger PlayerChoiceEvent;
                    effect {{
                        Tile at = House.tile(\"Attic\");
                        bool sure = choose bool \"Leave {{at}} for {{House.tile(\"Cellar\")}}?\";
                        turn.pass();
                    }}
                }}
                action stay {{
                    trigger PlayerChoiceEvent;
                    effect {{ fail \"nobody stays in {{House.tile(\"Attic\")}}\"; }}
                }}
            }}"
        )
    };
    for hidden in ["", "interactable Card { number worth; } zone hand of Card per player { visible owner; }"]
    {
        let mut now = Match::start(&game(&program(&of(hidden), "players 2; turns.use(\"Main\");")), 2, 1);
        let why = WhyNot::Because("nobody stays in the attic".to_owned());
        assert_eq!(now.seat(0).why("stay").unwrap(), why);
        now.play("go").expect("it can be chosen");
        let prompt = now.seat(0).question().and_then(|q| q.prompt);
        assert_eq!(prompt.as_deref(), Some("Leave the attic for Cellar?"));
    }
}

#[test]
fn what_is_asked_behind_other_parts_is_told_with_them() {
    let items = "turn Main { }
        board House { capacity unlimited; shape graph { Attic; Cellar; Hall; Attic - Hall; Cellar - Hall; } }
        look House { Attic { title \"the attic\"; } }
        interactable Guest { string name; }
        global class Rules {
            action go {
                input Guest g \"Who goes?\" from all(Guest);
                input Tile to \"Where does {g.name} go from {g.tile}?\" from g.tile.neighbors();
                input number pace \"How fast?\" from 1..2;
                trigger PlayerChoiceEvent;
                effect { House.place(g, on: to); turn.pass(); }
            }
        }";
    let setup = "players 2; turns.use(\"Main\");
        for (string name in { \"Ann\", \"Bo\" }) {
            House.place(new Guest() { name = name }, on: House.tile(name == \"Ann\" ? \"Attic\" : \"Cellar\"));
        }";
    let now = Match::start(&game(&program(items, setup)), 2, 1);
    let ask = now.seat(0).ask().unwrap();
    let thing = |n: &u32| match &ask.moves.refs[*n as usize] {
        Ref::Part(Part::Value(Typed::Thing(id))) => Some(*id),
        _ => None,
    };
    let told: Vec<(Vec<Option<u32>>, &str)> =
        ask.moves.prompts.iter().map(|(path, text)| (path.iter().map(thing).collect(), &**text)).collect();
    let expected = [
        (vec![None, Some(0)], "Where does Ann go from the attic?"),
        (vec![None, Some(1)], "Where does Bo go from Cellar?"),
    ];
    assert_eq!(told, expected);
}
