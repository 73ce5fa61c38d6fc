//! Matches that go on from a moment of another one that is over.

use crate::client::{Answer, Client, get, name_of, open, post, settle, token_of};
use crate::{House, generous};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wire::{Code, FromClient, How, Request, ToClient, Undo};

/// Plays for all until the match is over.
pub(crate) fn play_out(clients: &mut [Client]) {
    while !clients.iter().all(|client| client.is_over) {
        for client in clients.iter_mut() {
            if client.ask.is_some() && !client.is_over {
                client.play();
            }
            settle(client);
        }
    }
}

pub(crate) fn sit(house: &House, opened: &Value) -> Vec<Client> {
    let seats = opened["seats"].as_array().unwrap().len();
    let held = (0..seats).filter(|seat| opened["seats"][*seat]["token"].is_string());
    let join = |seat| Client::join(house.address(), &name_of(opened), Some(&token_of(opened, seat)), None);
    let mut clients: Vec<Client> = held.map(|seat| join(seat).greeted()).collect();
    clients.iter_mut().for_each(settle);
    clients
}

/// A match of people that is over.
pub(crate) fn over(house: &House, game: &str, seats: usize, more: &Value) -> Value {
    let opened = open(house.address(), game, &vec!["me"; seats], more);
    play_out(&mut sit(house, &opened));
    opened
}

fn resign(client: &mut Client) {
    let id = client.id();
    let done = client.ask_for(&FromClient::Resign(Request { id }));
    assert!(matches!(done, ToClient::Ack(_)), "{done:?}");
    while !client.is_over {
        client.next().unwrap();
    }
}

fn play_on(house: &House, of: &Value, at: usize, seats: &Value) -> Answer {
    let path = format!("/api/matches/{}/play-on", name_of(of));
    post(house.address(), &path, None, &json!({ "at": at, "seats": seats }))
}

fn played_on(house: &House, of: &Value, at: usize, people: usize) -> Value {
    let me = json!({ "me": { "name": "Ann" } });
    let answer = play_on(house, of, at, &vec![me; people].into());
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn record(house: &House, of: &Value) -> Value {
    let answer = get(house.address(), &format!("/api/matches/{}/record", name_of(of)), None);
    assert_eq!(answer.status, 200, "{answer:?}");
    answer.json()
}

fn table_at(house: &House, of: &Value, at: usize) -> Value {
    let path = format!("/api/matches/{}/moments/{at}", name_of(of));
    get(house.address(), &path, None).json()["table"].clone()
}

/// The choices of a record, without the seeds of what came behind them.
fn choices(record: &Value) -> Vec<(Value, Value)> {
    let steps = record["steps"].as_array().unwrap().iter();
    steps.map(|step| (step["seat"].clone(), step["n"].clone())).collect()
}

fn reseeds(record: &Value) -> Vec<usize> {
    let steps = record["steps"].as_array().unwrap().iter().enumerate();
    steps.filter(|(_, step)| step["reseed"].is_u64()).map(|(n, _)| n + 1).collect()
}

#[test]
fn one_plays_on_from_a_moment_against_a_bot_and_the_record_holds_both_parts() {
    let mut house = House::new(generous());
    let old = over(&house, "tic-tac-toe", 2, &json!({}));
    let next = played_on(&house, &old, 2, 1);
    assert_eq!(next["seats"][1], json!({ "bot": "medium" }), "bots sit where nobody is named");
    let mut clients = sit(&house, &next);
    assert_eq!(clients[0].v, 2);
    clients[0].play();
    settle(&mut clients[0]);
    // All of it is on the disk, and reads as it was written.
    drop(clients);
    house.start(generous());
    let mut clients = sit(&house, &next);
    assert!(clients[0].v >= 3);
    play_out(&mut clients);
    let (before, after) = (record(&house, &old), record(&house, &next));
    assert_eq!(choices(&before)[..2], choices(&after)[..2]);
    assert_eq!((reseeds(&after), &after["seed"]), (vec![2], &before["seed"]));
    for at in 0..=2 {
        assert_eq!(table_at(&house, &old, at), table_at(&house, &next, at), "{at}");
    }
    let saved = protocol::Saved::from_json(&after).unwrap();
    let sources = project::Snapshot::new(&crate::games().join("tic-tac-toe/game.tgdl"));
    let request = project::Request::new(sources.source()).without_tests();
    let game = project::open(request).unwrap().game.unwrap();
    let again = saved.replay(&game, u64::MAX, |_| ()).unwrap();
    assert!(again.is_over());
}

#[test]
fn chance_is_new_from_there_on() {
    let house = House::new(generous());
    // A lucky goose is there after a few throws.
    let long = |of: &Value| record(&house, of)["steps"].as_array().is_some_and(|steps| steps.len() > 10);
    let old = std::iter::repeat_with(|| over(&house, "goose", 2, &json!({}))).find(long).unwrap();
    let mut seen = BTreeSet::new();
    // All moves are the same here; what comes of them is chance.
    let courses = |of: &Value| (4..10).map(|at| table_at(&house, of, at).to_string()).collect::<Vec<_>>();
    let first = courses(&old);
    for _ in 0..2 {
        let next = played_on(&house, &old, 4, 2);
        play_out(&mut sit(&house, &next));
        let after = record(&house, &next);
        let course = courses(&next);
        assert_eq!((reseeds(&after), &course[0]), (vec![4], &first[0]));
        assert!(course != first && seen.insert(course), "the dice fall as they did before");
        let seeds = [&after["seed"], &after["steps"][3]["reseed"]].map(|seed| seed.as_u64().unwrap());
        assert!(seeds[0] != seeds[1]);
    }
    let anew = played_on(&house, &old, 0, 2);
    play_out(&mut sit(&house, &anew));
    let (before, after) = (record(&house, &old), record(&house, &anew));
    assert!(
        before["seed"] != after["seed"] && reseeds(&after).is_empty(),
        "without a move it is another match"
    );
}

#[test]
fn what_is_copied_is_not_taken_back_and_may_be_played_on_from_again() {
    let house = House::new(generous());
    let old = over(&house, "tic-tac-toe", 2, &json!({}));
    let next = played_on(&house, &old, 2, 2);
    let mut clients = sit(&house, &next);
    assert!(clients.iter().all(|client| client.now.undo.is_none()));
    for client in &mut clients {
        let id = client.id();
        let back = client.ask_for(&FromClient::Undo(Undo { id, to: None }));
        assert!(matches!(back, ToClient::No(ref no) if no.code == Code::Nothing), "{back:?}");
    }
    let asked = crate::client::asked(&mut clients);
    clients[asked].play();
    clients.iter_mut().for_each(settle);
    resign(&mut clients[0]);
    let ruling = clients[0].now.result.as_ref().unwrap();
    assert_eq!(ruling.how, How::Resigned);
    let last = get(house.address(), &format!("/api/matches/{}/moments/3", name_of(&next)), None).json();
    assert_eq!(
        last["result"],
        serde_json::to_value(ruling).unwrap(),
        "it is no move, and is told all the same"
    );
    // Where somebody gave up one may go on from the end.
    let third = played_on(&house, &next, 3, 2);
    let mut clients = sit(&house, &third);
    assert_eq!(clients[0].v, 3);
    resign(&mut clients[0]);
    let after = record(&house, &third);
    assert_eq!((reseeds(&after), choices(&after).len()), (vec![2, 3], 3));
    assert_eq!(table_at(&house, &third, 2), table_at(&house, &old, 2));
}

#[test]
fn a_secret_round_begins_anew() {
    let house = House::new(generous());
    let old = over(&house, "goofspiel", 2, &json!({ "options": { "cards": 4 } }));
    for (at, begun) in [(2, 2), (3, 2), (4, 4)] {
        let next = played_on(&house, &old, at, 2);
        let mut clients = sit(&house, &next);
        assert!(clients.iter().all(|client| client.ask.is_some()), "{at}: all choose");
        resign(&mut clients[0]);
        assert_eq!(choices(&record(&house, &next)), choices(&record(&house, &old))[..begun], "{at}");
    }
}

#[test]
fn only_a_match_that_is_over_is_played_on_from_and_not_from_its_end() {
    let house = House::new(generous());
    let on = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let answer = play_on(&house, &on, 0, &json!([]));
    assert_eq!((answer.status, &*answer.code()), (409, "nothing"));
    let old = over(&house, "tic-tac-toe", 2, &json!({}));
    let moves = choices(&record(&house, &old)).len();
    for (at, seats, status) in [
        (moves, json!([]), 409),
        (moves + 1, json!([]), 404),
        (1, json!(["open", "open", "open"]), 400),
        (1, json!([{ "bot": "rndom" }]), 400),
        (1, json!([{ "me": { "name": "Ann" } }, "open"]), 200),
    ] {
        let answer = play_on(&house, &old, at, &seats);
        assert_eq!(answer.status, status, "{at} {seats}: {answer:?}");
    }
}
