//! Who was ahead in a match that is over.

use crate::client::{Answer, Client, get, name_of, open, token_of};
use crate::playing_on::over;
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Quotas, Rate, Thinking};
use wire::{FromClient, Play, ToClient, raw};

/// The most moments that a server looks at, the end among them.
const MAX_MOMENTS: usize = 61;

fn ask(house: &House, of: &Value, query: &str) -> Answer {
    get(house.address(), &format!("/api/matches/{}/ahead{query}", name_of(of)), None)
}

/// All parts together: the moments, and what each seat could expect there.
fn all(house: &House, of: &Value) -> (u64, Vec<(u64, Vec<f64>)>) {
    let (mut found, mut from, mut moves) = (Vec::new(), json!(0), 0);
    while !from.is_null() {
        let answer = ask(house, of, &format!("?from={from}"));
        assert_eq!(answer.status, 200, "{answer:?}");
        let part = answer.json();
        let next = &part["next"];
        assert!(next.is_null() || next.as_u64() > from.as_u64(), "{part}");
        (moves, from) = (part["moves"].as_u64().unwrap(), next.clone());
        let chances =
            |one: &Value| one["chances"].as_array().unwrap().iter().filter_map(Value::as_f64).collect();
        let part = part["found"].as_array().unwrap().iter();
        found.extend(part.map(|one| (one["at"].as_u64().unwrap(), chances(one))));
    }
    (moves, found)
}

#[test]
fn each_moment_says_what_each_seat_could_expect_and_the_end_what_it_got() {
    let house = House::new(generous());
    for (game, seats, more) in [
        ("tic-tac-toe", 2, json!({})),
        // Hidden hands, dice, and rounds in which all choose in secret.
        ("leduc", 2, json!({})),
        ("goose", 3, json!({})),
        ("goofspiel", 3, json!({ "options": { "cards": 4 } })),
    ] {
        let of = over(&house, game, seats, &more);
        let (moves, found) = all(&house, &of);
        let at: Vec<u64> = found.iter().map(|(at, _)| *at).collect();
        assert!(at.windows(2).all(|pair| pair[0] < pair[1]) && at.len() <= MAX_MOMENTS, "{game}: {at:?}");
        assert_eq!(at.last(), Some(&moves), "{game}: the end is the last moment");
        for (at, chances) in &found {
            let sum: f64 = chances.iter().sum();
            assert_eq!(chances.len(), seats, "{game}");
            assert!(chances.iter().all(|chance| (0.0..=1.0).contains(chance)), "{game} {at}: {chances:?}");
            // Each other seat that one ends before counts alike.
            let all = seats as f64 / 2.0;
            assert!((sum - all).abs() < if seats == 2 { 0.01 } else { 0.35 }, "{game} {at}: {chances:?}");
        }
        assert_eq!(all(&house, &of).1, found, "{game}: whoever asks again is told the same");
    }
}

#[test]
fn who_is_about_to_win_is_ahead() {
    let house = House::new(generous());
    let of = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let join =
        |seat| Client::join(house.address(), &name_of(&of), Some(&token_of(&of, seat)), None).greeted();
    let mut clients = [join(0), join(1)];
    for (n, tile) in ["a1", "a3", "b1", "b3", "c1"].into_iter().enumerate() {
        let mover = &mut clients[n % 2];
        while mover.ask.is_none() {
            mover.next().unwrap();
        }
        let (id, q) = (mover.id(), mover.ask.take().unwrap().q);
        let path = raw(&json!([{ "action": "place" }, { "tile": ["Grid", tile] }]));
        let played = mover.ask_for(&FromClient::Play(Play { id, q, path }));
        assert!(matches!(played, ToClient::Ack(_)), "{played:?}");
    }
    let (moves, found) = all(&house, &of);
    assert_eq!((moves, found.len()), (5, 6));
    assert_eq!(found[4].1, [1.0, 0.0], "{found:?}");
    assert_eq!(found[5].1, [1.0, 0.0], "{found:?}");
    assert!(found[0].1[0] > 0.4 && found[0].1[0] < 0.9, "{found:?}");
}

#[test]
fn nobody_is_told_before_the_match_is_over() {
    let house = House::new(generous());
    let on = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let answer = ask(&house, &on, "");
    assert_eq!((answer.status, &*answer.code()), (409, "nothing"));
    let of = over(&house, "tic-tac-toe", 2, &json!({}));
    assert_eq!(ask(&house, &of, "?from=x").status, 400);
    assert_eq!(ask(&house, &of, "?from=99").json()["found"], json!([]));
}

#[test]
fn looking_back_leaves_bots_what_they_need_to_think() {
    // Nothing comes back with time, so that what is left can be counted.
    let little = Thinking { of_all: Rate::new(0.0, 0.04), ..generous().thinking };
    let house = House::new(Quotas { thinking: little, ..generous() });
    let of = over(&house, "connect-four", 2, &json!({}));
    let mut from = json!(0);
    let refused = loop {
        let answer = ask(&house, &of, &format!("?from={from}"));
        if answer.status != 200 {
            break answer;
        }
        from = answer.json()["next"].clone();
        assert!(!from.is_null(), "all was found out with half of nothing");
    };
    assert_eq!((refused.status, &*refused.code()), (429, "busy"), "{refused:?}");
    assert!(refused.head.contains("retry-after: 5"), "{refused:?}");
    // Bots move as they did.
    let other = open(house.address(), "connect-four", &["me", "random"], &json!({}));
    let mut client =
        Client::join(house.address(), &name_of(&other), Some(&token_of(&other, 0)), None).greeted();
    client.play();
    while client.ask.is_none() {
        client.next().unwrap();
    }
}
