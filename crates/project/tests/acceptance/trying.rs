//! Moves whose trial takes too long: they are not legal, whoever asks and whatever was tried before.

use crate::kit::game;
use base::Random;
use engine::question::{Answer, Move, Refused, WhyNot};
use engine::record::StepKind;
use engine::tabletop::{Node, Part, Typed};
use engine::view::Outcome;
use engine::{Game, Limits, Match, Playout, RecordedPlayout};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A game in which every way to make `a` fails, after too many answers to try, with other actions around it.
fn with_endless_trials(before: &str, after: &str) -> String {
    ruled(&format!(
        "number steady = 1; {before}
        action a {{ trigger PlayerChoiceEvent; effect {{
            number q = 0; for (number i in 1..12) {{ q += choose number by actor from 1..9; }}
            if (q != 500) {{ fail \"no\"; }} }} }}
        {after}"
    ))
}

fn ruled(items: &str) -> String {
    format!(
        "game \"T\"; turn Main {{ }} global class R {{ {items} }} setup {{ players 2; turns.use(\"Main\"); }}"
    )
}

/// An action whose trial comes to no end.
fn endless(name: &str, inputs: &str) -> String {
    format!(
        "action {name} {{ {inputs} trigger PlayerChoiceEvent; effect {{
            number q = 0; while (q >= 0) {{ q += 1; }} if (q == 0) {{ fail \"no\"; }} }} }}"
    )
}

/// A game whose runs take less, so that nobody waits for what takes too long: a tenth of that each candidate may take, and
/// all together forty times as much.
fn briefly(text: &str) -> Arc<Game> {
    let limits = Limits { fuel: 100_000, ..Limits::default() };
    Arc::new(Arc::unwrap_or_clone(game(text)).within(limits))
}

fn texts(moves: Vec<Move>) -> Vec<String> {
    moves.into_iter().map(|m| m.text).collect()
}

/// What takes too long to be tried is left out of all that is offered, wherever it stands, and takes nothing else away,
/// be it tried or not; whoever names it is told why, and programs that draw moves go on.
#[test]
fn what_takes_too_long_to_be_tried_leaves_the_other_moves() {
    let sure = "action b { trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    let tried =
        "action b { trigger PlayerChoiceEvent; effect { turn.pass(); if (steady == 0) { fail \"x\"; } } }";
    let two = [endless("c", ""), endless("d", "input number n from 1..9;"), tried.to_owned()].concat();
    let around = [("", sure), ("", tried), (tried, ""), (sure, ""), ("", two.as_str())];
    for (before, after) in around {
        let now = Match::start(&briefly(&with_endless_trials(before, after)), 2, 1);
        assert_eq!(now.outcome(), None, "{before} {after}");
        let seat = now.seat(0);
        assert_eq!(texts(seat.moves_up_to(9).unwrap().unwrap()), ["b"]);
        assert_eq!(texts(seat.moves().unwrap()), ["b"]);
        assert_eq!((seat.count_moves().unwrap(), seat.possible().unwrap().0), (1, 1));
        let tree = seat.ask().unwrap().moves;
        assert_eq!((tree.tree.len(), tree.more), (1, false));
        assert_eq!(seat.why("b").unwrap(), WhyNot::Legal);
        assert_eq!(seat.why("a").unwrap(), WhyNot::Because("it takes too long to be tried".to_owned()));
        assert_eq!(seat.why_path(&[]).unwrap(), WhyNot::Legal);
        let mut next = now.clone();
        let why = next.play("a").unwrap_err();
        assert_eq!(why, Refused::Illegal("`a` is not legal: it takes too long to be tried".to_owned()));
        assert!(next.play(1).is_err());
        assert_eq!(next.play(0).unwrap().text, "b");
        assert_eq!(next.outcome(), None);
        let mut drawn = now.clone();
        assert_eq!(drawn.play(&mut Random::new(3)).unwrap().text, "b");
        let (count, left_out) = engine::perft_and_left_out(&now, 1).unwrap();
        assert_eq!((count, now.perft(3).unwrap()), (1, 1));
        let left_out = left_out.expect("whoever counts is told that it is not all");
        assert!(left_out.message.starts_with("a move takes too long to be tried"), "{}", left_out.message);
        for seed in 0..5 {
            let mut playout = Playout::start(now.game(), 2, seed);
            let mut random = Random::new(seed);
            (0..20).for_each(|_| assert!(playout.step(&mut random).is_some(), "{before} {after}"));
            assert_eq!(playout.finish().outcome(), None);
        }
    }
}

/// What is legal depends neither on who asks nor on what was tried before.
#[test]
fn what_is_legal_does_not_depend_on_the_order_of_trying() {
    // The larger the number, the more steps.
    let now = Match::start(
        &briefly(&ruled(
            "number steady = 1; number n = 0;
            action go { input number k from 1..40; trigger PlayerChoiceEvent; effect {
                n = k; for (number i in 1..k * 400) { steady = 1; } if (steady == 0) { fail \"no\"; } turn.pass(); } }
            action last { trigger PlayerChoiceEvent; effect {
                for (number j in 1..3) { for (number i in 1..30000) { steady = 1; } } turn.pass(); } }",
        )),
        2,
        1,
    );
    let seat = now.seat(0);
    let all = texts(seat.moves().unwrap());
    let most = all.len() - 1;
    assert!((20..30).contains(&most), "{all:?}");
    let wanted: Vec<String> = (1..=most).map(|k| format!("go {k}")).chain(["last".to_owned()]).collect();
    assert_eq!(all, wanted);
    assert_eq!(seat.count_moves().unwrap(), all.len());
    assert_eq!(texts(seat.moves_up_to(50).unwrap().unwrap()), all);
    let count = all.len() as u64;
    assert_eq!((now.perft(1).unwrap(), now.perft(2).unwrap()), (count, count * count));
    let divided = |text: &String| {
        let mut next = now.clone();
        next.play(text.as_str()).unwrap();
        next.perft(1).unwrap()
    };
    assert_eq!(all.iter().map(divided).sum::<u64>(), count * count);
    let part = |k: usize| [action("go"), Part::Value(Typed::Number(k as f64))];
    for k in (1..=40).rev() {
        let text = format!("go {k}");
        let is_legal = k <= most;
        assert_eq!(now.clone().play(text.as_str()).is_ok(), is_legal, "{text}");
        assert_eq!(now.clone().play_as(0, Answer::Path(&part(k))).is_ok(), is_legal, "{text}");
        assert_eq!(seat.why(&text).unwrap() == WhyNot::Legal, is_legal, "{text}");
        assert_eq!(seat.why_path(&part(k)).unwrap() == WhyNot::Legal, is_legal, "{text}");
        let by_number = now.clone().play(k - 1).map(|made| made.text).ok();
        assert_eq!(by_number.as_deref(), all.get(k - 1).map(String::as_str), "{k}");
    }
    let tree = seat.ask().unwrap().moves;
    let mut leaves = 0;
    tree.tree
        .iter()
        .for_each(|node| leaves += if let Node::Branch(_, below) = node { below.len() } else { 1 });
    assert_eq!((leaves, tree.whole, tree.more), (all.len(), true, false));
    let mut drawn = std::collections::BTreeSet::new();
    for seed in 0..30 {
        let mut random = Random::new(seed);
        let mut world = now.imagining().draw(0, seed).unwrap();
        assert_eq!(world.list(), all.len());
        assert!(world.play_random(&mut random) && world.play_preferred(&mut random, &mut |_| 0.5).is_some());
        let mut playout = RecordedPlayout::start(now.game(), 2, seed);
        (0..10).for_each(|_| _ = playout.step(&mut random).unwrap().unwrap());
        let played = playout.finish();
        assert_eq!(played.outcome(), None);
        drawn.extend(played.record().steps.into_iter().filter_map(|step| match step.kind {
            StepKind::Move { text, .. } => text,
            StepKind::Script { .. } => None,
        }));
    }
    assert_eq!(drawn, all.into_iter().collect());
}

/// Where no move is left but some take too long, the match ends with what is said of the one that stands first in the
/// rules, in whichever order they are tried.
#[test]
fn where_all_moves_take_too_long_the_match_ends_with_that_fault() {
    let none = Match::start(&briefly(&with_endless_trials("", "")), 2, 1);
    let Some(Outcome::Fault(fault)) = none.outcome() else { panic!("no fault") };
    assert!(fault.message.starts_with("too many answers"), "{}", fault.message);
    let several = "input number n from 1..4;";
    let refused = "action no { trigger PlayerChoiceEvent; effect { fail \"no\"; } }";
    let text = ruled(&[&endless("c", several), refused, &endless("d", several)].concat());
    let game = briefly(&text);
    let Some(Outcome::Fault(fault)) = Match::start(&game, 2, 1).outcome() else { panic!("no fault") };
    assert_eq!(fault.message, "the rules take too many steps without asking anybody");
    let alone = Match::start(&briefly(&ruled(&endless("c", several))), 2, 1).outcome();
    assert_eq!(alone, Some(Outcome::Fault(fault.clone())), "the first of them");
    for seed in 0..20 {
        let mut playout = Playout::start(&game, 2, seed);
        assert!(playout.step(&mut Random::new(seed)).is_none());
        assert_eq!(playout.finish().outcome(), Some(Outcome::Fault(fault.clone())));
    }
    // Somebody who decides with others is not passed over, and what an event triggers is not left out.
    let together = "game \"T\"; turn Main { phase p { simultaneous player.all(); } }";
    let waits = "action b { trigger PlayerChoiceEvent { return actor == 0; } effect { } }";
    let items = endless("c", "")
        .replace("trigger PlayerChoiceEvent;", "trigger PlayerChoiceEvent { return actor == 1; }");
    let text = ruled(&[waits, &items].concat()).replace("game \"T\"; turn Main { }", together);
    let now = Match::start(&briefly(&text), 2, 1);
    assert!(matches!(now.outcome(), Some(Outcome::Fault(_))), "{:?}", now.outcome());
    let triggered = endless("c", "").replace("PlayerChoiceEvent;", "E { return true; }");
    let raises = "action b { trigger PlayerChoiceEvent; effect { raise E(); } }";
    let text = ruled(&[raises, &triggered].concat()).replace("turn Main", "event E { } turn Main");
    let mut now = Match::start(&briefly(&text), 2, 1);
    now.play("b").unwrap();
    let Some(Outcome::Fault(fault)) = now.outcome() else { panic!("no fault") };
    assert_eq!(fault.message, "the rules take too many steps without asking anybody");
}

/// Where so many moves take too long that not all can be tried, whoever wants all of them is told so, always in the same
/// words; the others can be made, and are in the tree.
#[test]
fn where_not_all_can_be_tried_the_others_can_be_made() {
    let sure = "action b { trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    let now =
        Match::start(&briefly(&ruled(&[&endless("a", "input number n from 1..100;"), sure].concat())), 2, 1);
    let seat = now.seat(0);
    let fault = seat.moves().unwrap_err();
    assert_eq!(fault.message, "the rules take too many steps without asking anybody");
    assert_eq!(seat.count_moves(), Err(fault.clone()));
    assert_eq!(seat.moves_up_to(500), Err(Refused::Faulty(fault.message.clone())));
    assert_eq!(now.perft(1), Err(fault.clone()));
    assert_eq!(now.clone().play(1), Err(Refused::Faulty(fault.message)));
    let tree = seat.ask().unwrap().moves;
    assert_eq!((tree.tree.len(), tree.more), (1, true));
    assert_eq!(seat.why("b").unwrap(), WhyNot::Legal);
    assert_eq!(now.clone().play("b").unwrap().text, "b");
    // What could not be tried to its end for what others took is not said to take too long.
    let all_refused =
        "number steady = 1; action a { input number k from 1..100; trigger PlayerChoiceEvent; effect {
        for (number i in 1..7000) { steady = 1; } if (steady == 1) { fail \"no\"; } } }";
    let game = briefly(&ruled(all_refused));
    let mut playout = Playout::start(&game, 2, 1);
    assert!(playout.step(&mut Random::new(1)).is_none());
    assert_eq!(playout.left_out(), None);
    assert!(matches!(playout.finish().outcome(), Some(Outcome::Fault(_))));
    let few = briefly(&ruled(&all_refused.replace("100", "30")));
    assert_eq!(Match::start(&few, 2, 1).outcome(), Some(Outcome::Stuck));
}

/// In a rule test a move that takes too long is a mistake, as something is that goes wrong in a text.
#[test]
fn a_rule_test_tells_of_a_move_that_takes_too_long() {
    let b =
        "action b { trigger PlayerChoiceEvent; effect { turn.pass(); if (steady == 0) { fail \"x\"; } } }";
    let plays = "test \"t\" { play b() by 0; expect moves() == 1; }";
    for text in [with_endless_trials("", b), with_endless_trials(b, "")] {
        let failure = briefly(&format!("{text} {plays}")).run_test(0).failure.unwrap();
        assert!(failure.message.starts_with("a move takes too long to be tried"), "{}", failure.message);
    }
}

fn action(name: &str) -> Part {
    Part::Action { name: name.into(), of: None }
}

/// Behind parts with which all moves take too long, nothing follows; that is said, and the other moves are as they were.
#[test]
fn a_path_that_begins_what_takes_too_long_is_refused_with_that_reason() {
    let inputs = "input number n from 1..2; input number m from 1..15;";
    let sure = "action b { trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    let now = Match::start(&briefly(&ruled(&[&endless("a", inputs), sure].concat())), 2, 1);
    let part = |n: f64| Part::Value(Typed::Number(n));
    let seat = now.seat(0);
    assert_eq!(seat.why_path(&[action("b")]).unwrap(), WhyNot::Legal);
    let too_long = "it takes too long to be tried";
    for path in [vec![action("a")], vec![action("a"), part(1.0)], vec![action("a"), part(1.0), part(2.0)]] {
        if path.len() < 3 {
            let behind = seat.ask_behind(&path).unwrap_err();
            assert_eq!(behind, Refused::Illegal(too_long.to_owned()));
        }
        assert_eq!(seat.why_path(&path).unwrap(), WhyNot::Because(too_long.to_owned()));
        let mut next = now.clone();
        let refused = next.play_as(0, Answer::Path(&path)).unwrap_err();
        let why = if path.len() < 3 { "a part of the move has not been chosen yet" } else { too_long };
        assert_eq!(refused, Refused::Illegal(why.to_owned()));
        assert_eq!(next.play("b").unwrap().text, "b");
    }
    assert_eq!(seat.why_path(&[action("a"), part(3.0)]).unwrap(), WhyNot::NotNow);
}

/// What a move that takes too long has done until then is gone, also what nobody has been told of yet.
#[test]
fn a_move_that_was_given_up_leaves_nothing_behind() {
    let cards = "interactable Card { } zone rest of Card { visible all; } zone pile of Card { visible all; }";
    for more in 0..40 {
        let text = ruled(&format!(
            "number steady = 1;
            action notes {{ trigger Moved {{ return true; }} effect {{ score 0 player.all()[0].score + 1; }} }}
            action spin {{ trigger PlayerChoiceEvent; effect {{
                for (number i in 1..{more}) {{ steady = 1; }}
                Card c = rest[0];
                while (steady == 1) {{ pile.add(c); rest.add(c); }}
                if (steady == 0) {{ fail \"no\"; }} }} }}
            action go {{ trigger PlayerChoiceEvent; effect {{ pile.add(rest[0]); turn.pass(); }} }}"
        ));
        let text = text
            .replace("turn Main", &format!("{cards} turn Main"))
            .replace("players 2;", "players 2; rest.add(new Card()); rest.add(new Card());");
        let game = briefly(&text);
        for seed in 0..4 {
            let mut playout = Playout::start(&game, 2, seed);
            assert!(playout.step(&mut Random::new(seed)).is_some());
            // Two were put there by the setup.
            assert_eq!(playout.finish().scores(), [3.0, 0.0], "{more} {seed}");
        }
    }
}

/// Once no more can be tried, billions of ways that are left are not gone through.
#[test]
fn of_billions_of_ways_none_is_looked_at_any_more_when_no_more_can_be_tried() {
    let rules = ruled(
        "action go { input List<number> l count 10 from 1..60; trigger PlayerChoiceEvent;
            effect { if (l.sum() != 3000) { fail \"no\"; } turn.pass(); } }
        action wait { trigger PlayerChoiceEvent; effect { turn.pass(); } }",
    );
    let now = Match::start(&briefly(&rules), 2, 1);
    assert_eq!(now.outcome(), None);
    let begun = Instant::now();
    assert!(now.seat(0).moves_up_to(9).is_err());
    assert!(now.clone().play(0).is_err());
    assert!(now.clone().play(&mut Random::new(1)).is_err());
    assert_eq!(now.clone().play("wait").unwrap().text, "wait");
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
