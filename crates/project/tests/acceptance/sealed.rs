//! Choices that several players make at the same time: who is asked, what is carried out and in which order, and
//! that nobody learns anything before the last has chosen.

use crate::kit::{game, logged, program};
use base::Random;
use engine::question::{Move, Refused};
use engine::tabletop::Entry;
use engine::view::Viewer;
use engine::{Match, Record};
use std::fs;
use std::path::Path;
use std::sync::Arc;

/// Everybody picks a number for the log; `phase` is what the phase says, and `more` what follows in the effect.
fn picks(players: u32, phase: &str, more: &str) -> Match {
    let items = format!(
        "turn Main {{ phase Pick {{ {phase} }} phase Rest; }}
        global class R {{
            number rounds = 0;
            action pick {{ input number n from 1..3; trigger PlayerChoiceEvent {{ return turn.phase.active() == \"Pick\"; }}
                effect {{ Log.say(\"{{actor as number}}:{{player.active() as number}}:{{n}}\"); {more} }} }}
            action rest {{ trigger PlayerChoiceEvent {{ return turn.phase.active() == \"Rest\"; }} effect {{ turn.pass(); }} }}
        }}"
    );
    let setup = format!("players {players}; turns.use(\"Main\"); turn.pass(1);");
    Match::start(&game(&program(&items, &setup)), players, 1)
}

fn seats(now: &Match) -> Vec<u32> {
    now.questions().iter().map(|q| q.seat).collect()
}

#[test]
fn choices_are_carried_out_in_the_order_of_seats_from_the_active_player_on() {
    let mut now = picks(
        3,
        "simultaneous player.all(); then { Log.say(\"then {player.active() as number}\"); turn.phase.use(\"Rest\"); }",
        "",
    );
    assert_eq!(seats(&now), [1, 2, 0]);
    for (seat, text) in [(0, "1"), (2, "3"), (1, "2")] {
        assert_eq!(logged(&now), "");
        now.play_as(seat, text).unwrap();
    }
    assert_eq!(logged(&now), "1:1:2 2:2:3 0:0:1 then 1");
    assert_eq!(seats(&now), [1]);
}

#[test]
fn only_those_in_the_list_who_are_still_in_are_asked() {
    let mut now = picks(4, "simultaneous player.all().filter(p => p != 2);", "eliminate 3;");
    assert_eq!(seats(&now), [1, 3, 0]);
    assert_eq!(now.play_as(2, "1"), Err(Refused::NotAsked));
    for seat in [0, 1, 3] {
        now.play_as(seat, "1").unwrap();
    }
    assert_eq!(seats(&now), [1, 0]);
}

#[test]
fn who_passes_in_a_choice_is_heeded_afterwards() {
    let mut now = picks(3, "simultaneous player.all();", "if (actor == 2) { turn.pass(0); }");
    for seat in 0..3 {
        now.play_as(seat, "1").unwrap();
    }
    assert_eq!(logged(&now), "1:1:1 2:2:1 0:0:1");
    assert_eq!(now.view(None).active, 0);
}

#[test]
fn a_choice_that_fails_when_it_is_its_turn_does_nothing() {
    let mut now =
        picks(3, "simultaneous player.all();", "rounds += 1; if (rounds == 2) { fail \"too late\"; }");
    for seat in 0..3 {
        now.play_as(seat, "1").unwrap();
    }
    // The second of them fails alone, and with it what it counted; so does the third.
    assert_eq!(logged(&now), "1:1:1");
}

#[test]
fn the_end_of_the_game_leaves_the_other_choices_undone() {
    let mut now = picks(
        3,
        "simultaneous player.all(); then { Log.say(\"then\"); }",
        "if (actor == 2) { winner actor; }",
    );
    for seat in 0..3 {
        now.play_as(seat, "1").unwrap();
    }
    assert!(now.is_over());
    assert_eq!(logged(&now), "1:1:1 2:2:1");
}

#[test]
fn nobody_in_the_list_is_a_match_that_is_stuck() {
    let now = picks(2, "simultaneous player.all().filter(p => p > 5);", "");
    assert_eq!(now.outcome(), Some(engine::view::Outcome::Stuck));
}

#[test]
fn what_a_choice_asks_is_asked_openly() {
    let mut now = picks(
        2,
        "simultaneous player.all(); then { number k = choose number \"More?\" from 7..8; Log.say(\"{k}\"); }",
        "if (n == 2) { number m = choose number from 1..2; Log.say(\"m{m}\"); }",
    );
    now.play_as(0, "2").unwrap();
    now.play_as(1, "1").unwrap();
    assert_eq!(seats(&now), [0]);
    now.play_as(0, "2").unwrap();
    assert_eq!(logged(&now), "1:1:1 0:0:2 m2");
    assert_eq!(seats(&now), [1]);
    now.play_as(1, "8").unwrap();
    assert_eq!(logged(&now), "1:1:1 0:0:2 m2 8");
    assert_eq!(seats(&now), [1, 0]);
}

#[test]
fn a_seat_knows_of_itself_alone_that_it_has_chosen() {
    let phase = |open: &str| format!("simultaneous player.all() {open};");
    let mut now = picks(3, &phase(""), "");
    now.play_as(2, "1").unwrap();
    let answered = |now: &Match, seat| now.view(seat).answered;
    assert_eq!(
        (answered(&now, Some(2)), answered(&now, Some(0)), answered(&now, None)),
        (vec![2], vec![], vec![])
    );
    assert_eq!(now.view(Some(0)).deciders, [0, 1, 2]);
    assert!(now.seat(2).moves().unwrap().is_empty());
    let mut now = picks(3, &phase("open"), "");
    now.play_as(2, "1").unwrap();
    assert_eq!((answered(&now, Some(0)), answered(&now, None)), (vec![2], vec![2]));
}

#[test]
fn a_match_between_sealed_choices_replays() {
    let mut now = picks(3, "simultaneous player.all();", "");
    now.play_as(0, "3").unwrap();
    now.play_as(2, 1).unwrap();
    let again = now.record().replay(now.game()).unwrap();
    assert_eq!(
        (again.fingerprint(), engine::dump::hash(&again)),
        (now.fingerprint(), engine::dump::hash(&now))
    );
    let other = Record { steps: now.record().steps[..1].to_vec(), ..now.record() }.replay(now.game());
    assert_ne!(other.unwrap().fingerprint(), now.fingerprint());
}

/// What the log of a viewer says of choices of which nothing came.
fn void(now: &Match, viewer: Option<u32>) -> Vec<String> {
    let void = |entry: &Entry| match entry {
        Entry::Void { by, why, .. } => Some(format!("{by}: {}", why.as_deref().unwrap_or(""))),
        _ => None,
    };
    now.observer(viewer).log().iter().filter_map(void).collect()
}

fn followed(mut now: Match) -> Match {
    now.follow();
    now
}

#[test]
fn whoever_chose_hears_that_nothing_came_of_it_and_why() {
    let items = r#"
interactable Hut { number n; }
zone free of Hut { visible all; }
turn Main { phase Settle { simultaneous player.all(); } }
global class R {
    number gold = 3;
    action settle {
        input Hut hut from free;
        trigger PlayerChoiceEvent { return true; }
        effect { if (hut.place != free) { fail "somebody was faster than {actor.name}"; } free.move(hut, to: lost); Log.say("{actor as number}"); }
    }
    action burn {
        input Hut hut from free;
        trigger PlayerChoiceEvent { return true; }
        effect { remove hut; tell "it burns"; }
    }
    action pay {
        input number n from 1..3;
        trigger PlayerChoiceEvent { return true; }
        effect { gold -= n; tell "{n} paid"; }
        ensure gold >= 0 else "only {gold + n} are left";
        ensure n < 5;
    }
}
zone lost of Hut { visible all; }"#;
    let setup = "players 3; for (number i in 1..3) { free.add(new Hut() { n = i }); } turns.use(\"Main\");";
    let game = game(&program(items, setup));
    let plays = |moves: [&str; 3]| {
        let mut now = followed(Match::start(&game, 3, 1));
        for (seat, text) in (0..).zip(moves) {
            now.play_as(seat, text).unwrap();
        }
        now
    };
    let now = plays(["pay 2", "pay 2", "pay 1"]);
    assert_eq!(void(&now, Some(1)), ["1: only 1 are left"]);
    // The others hear that it is so; the words are for the one who chose.
    assert_eq!((void(&now, Some(0)), void(&now, None)), (vec!["1: ".to_owned()], vec!["1: ".to_owned()]));
    let told: Vec<Entry> = now.observer(Viewer::Spectator).log().into_iter().skip(3).collect();
    assert!(
        matches!(told.as_slice(), [Entry::Told { .. }, Entry::Void { by: 1, .. }, Entry::Told { .. }]),
        "{told:?}"
    );
    let now = plays(["settle 1", "settle 1", "settle 2"]);
    assert_eq!(logged(&now), "0 2");
    assert_eq!(void(&now, Some(1)), ["1: somebody was faster than Player 2"]);
    let now = plays(["burn 1", "settle 1", "settle 1"]);
    assert_eq!(void(&now, Some(1)), ["1: ", "2: "]);
    let now = plays(["settle 1", "settle 2", "pay 1"]);
    assert_eq!(void(&now, Some(1)), Vec::<String>::new());
}

/// Where something is hidden, others hear that nothing came of a choice only where they know what that follows from.
#[test]
fn others_do_not_hear_of_what_they_may_not_know() {
    let items = r#"
interactable Card { number worth = 5; }
zone hand of Card per player { visible owner; }
turn Main { phase Dare { simultaneous player.all(); } }
global class R {
    number gold = 1;
    number blue = 1;
    action dare {
        trigger PlayerChoiceEvent { return true; }
        effect { blue -= 1; if (blue < 0 && hand(actor)[0].worth > 3) { fail "you are too strong"; } }
    }
    action pay {
        trigger PlayerChoiceEvent { return true; }
        effect { gold -= 1; }
        ensure gold >= 0 else "poor";
    }
    action hide {
        secret input number n from 1..2;
        trigger PlayerChoiceEvent { return true; }
        effect { gold -= n; if (gold < 0) { fail "poor"; } }
    }
}"#;
    let setup = "players 2; for (player p in player.all()) { hand(p).add(new Card()); } turns.use(\"Main\");";
    let game = game(&program(items, setup));
    for (text, others, own) in [
        ("dare", vec![], "1: you are too strong"),
        ("pay", vec!["1: ".to_owned()], "1: poor"),
        ("hide 1", vec![], "1: poor"),
    ] {
        let mut now = followed(Match::start(&game, 2, 1));
        now.play_as(0, text).unwrap();
        now.play_as(1, text).unwrap();
        assert_eq!(void(&now, Some(1)), [own]);
        assert_eq!((void(&now, Some(0)), void(&now, None)), (others.clone(), others), "{text}");
    }
}

// ---- whole matches ----

fn rules(name: &str) -> Arc<engine::Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name).join("game.tgdl");
    game(&fs::read_to_string(path).unwrap())
}

/// All that a seat gets to see: the table, the question and the moves, and why what it may try is refused.
fn seen(now: &Match, seat: u32) -> String {
    let own: Vec<_> = now.questions().into_iter().filter(|q| q.seat == seat).collect();
    let tries = ["nonsense", "bid 40", "bid"].map(|text| now.clone().play_as(seat, text).err());
    format!("{:#?}\n{own:#?}\n{:#?}\n{tries:?}", now.view(Some(seat)), now.seat(seat).moves().unwrap())
}

/// Plays two matches that are the same but for what the others chose in secret, and how many of them did. What the
/// seat gets is equal before every choice that it makes, and until the last has chosen. Gives how often it was.
fn twins(rules: &Arc<engine::Game>, players: u32, seat: u32, seed: u64) -> usize {
    let mut now = Match::start(rules, players, seed);
    let mut random = Random::new(seed);
    let mut compared = 0;
    while !now.is_over() {
        let mut other = now.clone();
        let asked = seats(&now);
        // In the twin some of the others choose something else, and some not at all yet.
        for by in asked.iter().copied().filter(|by| *by != seat) {
            let secret = asked.len() > 1;
            let choose = |now: &mut Match, random: &mut Random| {
                let moves: Vec<Move> = now.seat(by).moves().unwrap();
                now.play_as(by, moves[random.below(moves.len() as u64) as usize].id).unwrap();
            };
            if secret && random.below(3) > 0 {
                choose(&mut other, &mut random);
            }
            choose(&mut now, &mut random);
            if secret && now.secrecy().is_secret() && asked.contains(&seat) {
                assert_eq!(seen(&now, seat), seen(&other, seat), "seed {seed}");
                compared += 1;
            }
        }
        if !asked.contains(&seat) {
            continue;
        }
        let k = random.below(now.seat(seat).moves().unwrap().len() as u64) as usize;
        if now.secrecy().is_secret() && seats(&other).len() > 1 {
            let mut early = other.clone();
            early.play_as(seat, k).unwrap();
            let mut earlier = now.record().replay(rules).unwrap();
            while earlier.secrecy().is_sealed() {
                let record = earlier.record();
                let steps = record.steps[..record.steps.len() - 1].to_vec();
                earlier = Record { steps, ..record }.replay(rules).unwrap();
            }
            earlier.play_as(seat, k).unwrap();
            assert_eq!(seen(&early, seat), seen(&earlier, seat), "seed {seed}, after its own choice");
            compared += 1;
        }
        now.play_as(seat, k).unwrap();
    }
    compared
}

#[test]
fn sealed_bids_make_no_difference_to_others_in_goofspiel() {
    let rules = rules("goofspiel");
    for (players, seat) in [(2, 0), (2, 1), (3, 1), (4, 3)] {
        let compared: usize = (1..=4).map(|seed| twins(&rules, players, seat, seed)).sum();
        assert!(compared >= 60, "{players} players: {compared}");
    }
}

#[test]
fn each_of_those_who_choose_hears_the_reason_that_is_for_them() {
    let items = r#"
turn Main { phase Bid { simultaneous player.all(); } }
global class R {
    action bid {
        input number n from 0..9 where n <= player.active().score else "{player.active().name} has {player.active().score}";
        trigger PlayerChoiceEvent { return true; }
        effect { Log.say("{n}"); }
    }
}"#;
    let setup = "players 2; score 0 1; score 1 2; turns.use(\"Main\");";
    let mut now = Match::start(&game(&program(items, setup)), 2, 1);
    let mut refused = |seat, text| now.play_as(seat, text).expect_err("it is refused").to_string();
    assert_eq!(refused(1, "bid 3"), "`bid 3` is not legal: Player 2 has 2");
    assert_eq!(refused(0, "bid 2"), "`bid 2` is not legal: Player 1 has 1");
}
