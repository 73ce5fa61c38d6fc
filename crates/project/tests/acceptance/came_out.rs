//! What may be taken back at a table: all by which nothing has come to light for those who go back.

use crate::kit::{game, play, program};
use engine::{CameOut, Match};

const HIDDEN: &str = "
    interactable Card { number n; }
    interactable Stone { number n = 0; }
    deck stock of Card; zone hand of Card per player { visible owner; } zone pile of Card { visible all; }
    zone bag of Stone { visible all; }
    board Table { shape square(2, 2); }
    class Chest { secret number gold; }
    modifier Doubled on Stone { override number n = base.n * 2; }
    global class R {
        number counted = 0; bool guessing = false; Chest chest = null; Chest purse = null;
        open derived number total = counted > 0 ? stock.top().n : 0;
        action place { trigger PlayerChoiceEvent { return true; } effect { bag[0].putOn(\"a1\"); } }
        action last { trigger PlayerChoiceEvent { return true; } effect { bag[0].putOn(\"a1\"); turn.pass(); } }
        action play { input Card c from hand(actor); trigger PlayerChoiceEvent { return true; } effect { pile.add(c); } }
        action lay { input Card c from hand(actor); trigger PlayerChoiceEvent { return true; } effect { pile.add(c); turn.pass(); } }
        action own { trigger PlayerChoiceEvent { return true; } effect { counted = -hand(actor).sum(c => c.n) - purse.gold; } }
        action draw { trigger PlayerChoiceEvent { return true; } effect { stock.draw(1, to: hand(actor)); } }
        action deal { trigger PlayerChoiceEvent { return true; } effect { stock.draw(1, to: hand(actor + 1)); } }
        action look { trigger PlayerChoiceEvent { return true; } effect { stock.top().reveal(to: actor); } }
        action glance { trigger PlayerChoiceEvent { return true; } effect { Card c = stock.top(); stock.draw(1, to: hand(actor)); counted = c.n; hand(actor + 1).add(c); } }
        action show { trigger PlayerChoiceEvent { return true; } effect { hand(actor)[0].reveal(); } }
        action count { trigger PlayerChoiceEvent { return true; } effect { counted = hand(actor + 1).sum(c => c.n); } }
        action size { trigger PlayerChoiceEvent { return true; } effect { counted = -hand(actor + 1).count(); } }
        action test { trigger PlayerChoiceEvent { return true; } effect { if (stock.top().n > 99) { bag[0].putOn(\"a1\"); } } }
        action derive { trigger PlayerChoiceEvent { return true; } effect { counted = 1; } }
        action shuffle { trigger PlayerChoiceEvent { return true; } effect { stock.shuffle(); } }
        action roll { trigger PlayerChoiceEvent { return true; } effect { counted = -random.roll(6); } }
        action take { trigger PlayerChoiceEvent { return true; } effect { chest.assign(player: actor); } }
        action tell { trigger PlayerChoiceEvent { return true; } effect { tell \"in the hand of the other lies {hand(actor + 1)[0].n}\"; } }
        action strengthen { trigger PlayerChoiceEvent { return true; } effect { bag[0].add(Doubled); } }
        action ask { trigger PlayerChoiceEvent { return true; } effect { number k = choose number from 1..3; counted = -k; guessing = true; } }
        action search { trigger PlayerChoiceEvent { return true; } effect { pile.add(open choose Card from stock); } }
        action guess { trigger PlayerChoiceEvent { return guessing; } open input number k from 1..3 where k < stock.top().n; effect { } }
    }";

fn start() -> Match {
    let setup = "for (number i in 1..9) { stock.add(new Card() { n = i }); } stock.draw(2, to: hand(0)); stock.draw(2, to: hand(1)); bag.add(new Stone()); R.chest = new Chest() { gold = 5 }; R.chest.assign(player: 1); R.purse = new Chest() { gold = 7 }; R.purse.assign(player: 0);";
    Match::start(&game(&program(HIDDEN, setup)), 2, 1)
}

/// What has come out for the seat that moves and the one that is at it then.
fn after(before: &Match, texts: &[&str]) -> Option<CameOut> {
    let mut now = before.clone();
    texts.iter().for_each(|text| play(&mut now, text));
    let seats = [before.decider().unwrap(), now.decider().unwrap()];
    now.secrecy().came_out(before, &seats)
}

fn check(cases: &[(&str, Option<CameOut>)]) {
    let before = start();
    let all: Vec<String> = before.moves().unwrap().into_iter().map(|m| m.text).collect();
    for (text, expected) in cases {
        let text = all.iter().find(|t| t.starts_with(text)).unwrap_or_else(|| panic!("{text}: {all:?}"));
        assert_eq!(after(&before, &[text]), *expected, "{text}");
    }
}

#[test]
fn a_move_that_reads_and_moves_nothing_hidden_is_taken_back() {
    check(&[
        ("place", None),
        ("last", None),
        ("play", None),
        ("own", None),
        ("deal", None),
        ("show", None),
        ("size", None),
        ("tell", None),
        ("strengthen", None),
        ("wait", None),
    ]);
}

#[test]
fn what_is_drawn_looked_at_or_computed_from_hidden_cards_stays() {
    let hidden = Some(CameOut::Hidden);
    check(&[
        ("draw", hidden),
        ("look", hidden),
        ("glance", hidden),
        ("count", hidden),
        ("test", hidden),
        ("take", hidden),
        ("derive", hidden),
    ]);
}

#[test]
fn chance_that_was_used_stays() {
    check(&[("shuffle", Some(CameOut::Hidden)), ("roll", Some(CameOut::Hidden))]);
}

/// Whether chance was used may follow from a hidden card.
#[test]
fn why_something_stays_does_not_tell_what_is_hidden() {
    let rules = "
        interactable Card { number n; }
        deck stock of Card;
        global class R {
            secret number aim = 0;
            action peek { trigger PlayerChoiceEvent { return true; } effect { if (stock.top().n > 1) { aim = random.roll(6); } } }
        }";
    let why = |top: u32| {
        let setup =
            format!("stock.add(new Card() {{ n = {} }}); stock.add(new Card() {{ n = {top} }});", 3 - top);
        let before = Match::start(&game(&program(rules, &setup)), 2, 1);
        let mut now = before.clone();
        play(&mut now, "peek");
        now.secrecy().came_out(&before, &[0])
    };
    assert_eq!([why(1), why(2)], [Some(CameOut::Hidden); 2]);
    let open = "global class R { number came = 0; action roll { trigger PlayerChoiceEvent { return true; } effect { came = random.roll(6); } } }";
    let before = Match::start(&game(&program(open, "")), 2, 1);
    let mut now = before.clone();
    play(&mut now, "roll");
    assert_eq!(now.secrecy().came_out(&before, &[0]), Some(CameOut::Chance));
}

/// A card that is laid open was known to who laid it, and not to who may go back now.
#[test]
fn what_came_out_for_whoever_goes_back_stays() {
    let before = start();
    let lay = before.moves().unwrap().into_iter().find(|m| m.text.starts_with("lay")).unwrap();
    let mut now = before.clone();
    now.play(lay.text.as_str()).unwrap();
    assert_eq!(now.secrecy().came_out(&before, &[0]), None);
    assert_eq!(now.secrecy().came_out(&before, &[0, 1]), Some(CameOut::Hidden));
}

/// Of two cards of which seat 0 knows one, which of them another draws is known to whoever draws it alone.
#[test]
fn which_of_several_cards_out_of_sight_another_drew_is_not_told_by_what_may_be_taken_back() {
    let items = "interactable Card { number n; }
        zone bag of Card; zone row of Card { visible all; } zone hand of Card per player { visible owner; }
        turn Main { }
        global class R {
            action bury { trigger PlayerChoiceEvent { return true; } effect { bag.addAll(row); bag.addAll(bag.sortBy(c => c.n)); } }
            action deal { trigger PlayerChoiceEvent { return true; } effect { hand(1).add(bag.bottom()); } }
        }";
    let free = |hidden: u32| {
        let setup = format!(
            "bag.add(new Card() {{ n = {hidden} }}); row.add(new Card() {{ n = 5 }}); turns.use(\"Main\");"
        );
        let mut before = Match::start(&game(&program(items, &setup)), 2, 1);
        play(&mut before, "bury");
        let mut now = before.clone();
        play(&mut now, "deal");
        now.secrecy().came_out(&before, &[0])
    };
    assert_eq!(free(1), free(9));
}

#[test]
fn answers_are_taken_back_as_moves_are() {
    let mut before = start();
    assert_eq!(after(&before, &["ask"]), None);
    play(&mut before, "ask");
    assert_eq!(after(&before, &["2"]), Some(CameOut::Hidden), "what may be guessed is listed from then on");
}

#[test]
fn who_may_know_more_tells_by_what_they_do() {
    let before = start();
    assert_eq!(after(&before, &["last", "wait"]), Some(CameOut::Others));
    let open = "interactable Stone { number n = 0; } zone bag of Stone { visible all; } deck stock of Stone;
        global class R { number k = 0; action more { trigger PlayerChoiceEvent { return true; } effect { k += 1; turn.pass(); } } }";
    let mut before =
        Match::start(&game(&program(open, "stock.add(new Stone()); bag.add(new Stone());")), 2, 1);
    assert_eq!(after(&before, &["more", "more"]), None, "all know as much");
    play(&mut before, "more");
    assert_eq!(after(&before, &["more", "more", "more"]), None);
}

#[test]
fn a_sealed_choice_is_taken_back_until_another_has_chosen() {
    let items = "turn Main { phase Pick { simultaneous player.all(); } }
        global class R { number sum = 0;
            action pick { input number n from 1..3; trigger PlayerChoiceEvent { return true; } effect { sum += n; } } }";
    let before = Match::start(&game(&program(items, "players 3; turns.use(\"Main\");")), 3, 1);
    let mut now = before.clone();
    let decides = before.decider().unwrap();
    now.play("pick 1").unwrap();
    assert_eq!(now.secrecy().came_out(&before, &[decides, now.decider().unwrap()]), None);
    let second = now.clone();
    now.play("pick 2").unwrap();
    assert_eq!(now.secrecy().came_out(&before, &[decides]), Some(CameOut::Choices));
    assert_eq!(now.secrecy().came_out(&second, &[second.decider().unwrap()]), None);
    let third = now.clone();
    now.play("pick 3").unwrap();
    assert_eq!(now.secrecy().came_out(&third, &[third.decider().unwrap()]), Some(CameOut::Choices));
}

#[test]
fn one_who_alone_chooses_in_secret_takes_it_back() {
    let items = "turn Main { phase Pick { simultaneous {player.active()}; } }
        global class R { number sum = 0;
            action pick { input number n from 1..3; trigger PlayerChoiceEvent { return true; } effect { sum += n; } } }";
    let before = Match::start(&game(&program(items, "")), 2, 1);
    assert_eq!(after(&before, &["pick 1"]), None);
}
