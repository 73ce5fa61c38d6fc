//! Matches that are played to their end over sockets, with people who come back and servers that start again.

use crate::client::{Client, asked, connect, get, name_of, open, post, settle, token_of};
use crate::{House, generous};
use serde_json::json;
use server::{Quotas, Rate, Thinking};
use std::collections::BTreeSet;
use tungstenite::Message;
use wire::{ByeWhy, Chat, Code, FromClient, How, Play, Request, ToClient, Undo, Vote, raw};

/// Plays with all clients until the match is over, or so many moves were made. A move that turns out not to be possible
/// is followed by the first one.
fn play_on(clients: &mut [Client], most: usize) -> usize {
    let mut made = 0;
    while made < most && !clients.iter().all(|client| client.is_over) {
        let Some(i) = clients.iter().position(|client| client.ask.is_some()) else {
            clients.iter_mut().for_each(settle);
            continue;
        };
        let q = clients[i].ask.as_ref().unwrap().q;
        let FromClient::Play(sent) = clients[i].play() else { panic!() };
        let answer = clients[i].until(|message| match message {
            ToClient::Ack(ack) => ack.id == sent.id,
            ToClient::No(no) => no.id == sent.id,
            _ => false,
        });
        if let ToClient::No(no) = answer {
            assert_eq!(no.code, Code::Illegal, "{no:?}");
            let id = clients[i].id();
            let answer = clients[i].ask_for(&FromClient::Play(Play { id, q, path: raw(&0) }));
            assert!(matches!(answer, ToClient::Ack(_)), "{answer:?}");
        }
        made += 1;
        // Whatever the move brings comes before the next question, so that nobody answers an old one.
        let v = clients[i].v;
        clients[i].until(|message| matches!(message, ToClient::Step(step) if step.v > v));
    }
    made
}

fn join_all(
    house: &House,
    game: &str,
    seats: usize,
    more: &serde_json::Value,
) -> (String, Vec<String>, Vec<Client>) {
    let opened = open(house.address(), game, &vec!["me"; seats], more);
    let (name, tokens): (String, Vec<String>) =
        (name_of(&opened), (0..seats).map(|seat| token_of(&opened, seat)).collect());
    let join = |token: &String| Client::join(house.address(), &name, Some(token), None).greeted();
    let mut clients: Vec<Client> = tokens.iter().map(join).collect();
    // Those who were there first are asked again where others come; only the last question counts.
    clients.iter_mut().for_each(settle);
    (name, tokens, clients)
}

#[test]
fn matches_of_several_games_are_played_to_their_end_before_spectators() {
    let house = House::new(generous());
    for (game, seats, more) in [
        ("tic-tac-toe", 2, json!({})),
        ("rock-paper-scissors", 3, json!({})),
        ("leduc", 2, json!({})),
        ("goofspiel", 2, json!({ "options": { "cards": 4 } })),
    ] {
        let (name, _, mut clients) = join_all(&house, game, seats, &more);
        let mut watcher = Client::join(house.address(), &name, None, None).greeted();
        assert!(watcher.ask.is_none());
        let made = play_on(&mut clients, 500);
        assert!(made > 1 && clients.iter().all(|client| client.is_over), "{game}");
        while !watcher.is_over {
            watcher.next().unwrap();
        }
        assert_eq!(watcher.now.result, clients[0].now.result);
        assert_eq!(watcher.now.result.as_ref().unwrap().how, How::Finished);
        let record = get(house.address(), &format!("/api/matches/{name}/record"), None);
        let steps = record.json()["steps"].as_array().unwrap().len();
        assert!(record.status == 200 && steps >= made, "{game} {record:?}");
        let last = get(house.address(), &format!("/api/matches/{name}/moments/{steps}"), None).json();
        assert_eq!(
            (last["moves"].as_u64(), last["table"]["over"].as_bool()),
            (Some(steps as u64), Some(true)),
            "{game}"
        );
        assert_eq!(last["result"], serde_json::to_value(&watcher.now.result).unwrap(), "{game}");
        let first = get(house.address(), &format!("/api/matches/{name}/moments/0"), None).json();
        assert!(first["result"].is_null(), "{game}");
        let beyond = get(house.address(), &format!("/api/matches/{name}/moments/{}", steps + 1), None);
        assert_eq!(beyond.status, 404);
    }
}

#[test]
fn who_comes_back_in_the_middle_gets_what_was_missed() {
    let house = House::new(generous());
    let (name, tokens, mut clients) = join_all(&house, "tic-tac-toe", 2, &json!({}));
    assert_eq!(play_on(&mut clients, 1), 1);
    let mut gone = clients.pop().unwrap();
    gone.until(|message| matches!(message, ToClient::Step(_)));
    let have = gone.v;
    drop(gone);
    let id = clients[0].id();
    clients[0].ask_for(&FromClient::Chat(Chat { id, text: "are you there?".to_owned() }));
    let mut back = Client::join(house.address(), &name, Some(&tokens[1]), Some(have)).greeted();
    assert!(!back.got[0].contains("\"table\""), "what is there is not told again: {}", back.got[0]);
    assert!(back.got.iter().any(|text| text.contains("are you there?")));
    clients.push(back);
    play_on(&mut clients, 100);
    assert!(clients.iter().all(|client| client.is_over));
    back = Client::join(house.address(), &name, Some(&tokens[1]), Some(0)).greeted();
    assert!(back.is_over && back.v >= 5);
}

#[test]
fn a_server_that_starts_again_goes_on_with_every_match() {
    let mut house = House::new(generous());
    let (name, tokens, mut clients) = join_all(&house, "tic-tac-toe", 2, &json!({}));
    let watched = open(house.address(), "tic-tac-toe", &["me", "random"], &json!({}));
    play_on(&mut clients, 2);
    let ask = asked(&mut clients);
    let played = clients[ask].play();
    let id = played.id().unwrap();
    clients[ask].until(|message| matches!(message, ToClient::Ack(ack) if ack.id == id));
    house.start(generous());
    let bye = clients[1 - ask].until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::Restart && bye.retry.is_some()));
    let join = |token: &String| Client::join(house.address(), &name, Some(token), None).greeted();
    let mut clients: Vec<Client> = tokens.iter().map(join).collect();
    assert_eq!(clients[0].v, 3);
    let again = clients[ask].ask_for(&played);
    assert!(matches!(again, ToClient::Ack(ack) if ack.v == Some(3)), "what was done is acknowledged again");
    clients.iter_mut().for_each(settle);
    play_on(&mut clients, 100);
    assert!(clients.iter().all(|client| client.is_over));
    let mut other =
        Client::join(house.address(), &name_of(&watched), Some(&token_of(&watched, 0)), None).greeted();
    other.play();
    other.until(|message| matches!(message, ToClient::Ask(_)));
    assert_eq!(other.v, 2, "the bot has answered");
}

#[test]
fn one_asks_to_take_back_and_the_other_agrees() {
    let house = House::new(generous());
    let (_, _, mut clients) = join_all(&house, "tic-tac-toe", 2, &json!({}));
    play_on(&mut clients, 2);
    clients.iter_mut().for_each(settle);
    let id = clients[0].id();
    let asked = clients[0].ask_for(&FromClient::Undo(Undo { id, to: None }));
    assert!(matches!(asked, ToClient::Ack(_)), "{asked:?}");
    clients[1].until(|message| matches!(message, ToClient::Step(step) if step.now.vote.is_some()));
    let (id, of) = (clients[1].id(), clients[1].now.vote.as_ref().unwrap().of);
    clients[1].ask_for(&FromClient::Vote(Vote { id, of, yes: true }));
    let back = clients[1].until(|message| matches!(message, ToClient::Step(step) if step.now.vote.is_none()));
    assert!(matches!(back, ToClient::Step(step) if step.table.is_some()));
    clients.iter_mut().for_each(settle);
    play_on(&mut clients, 100);
    assert!(clients.iter().all(|client| client.is_over));
}

#[test]
fn one_plays_again_against_the_same_and_seats_move_on() {
    let house = House::new(generous());
    let (name, tokens, mut clients) = join_all(&house, "tic-tac-toe", 2, &json!({}));
    let early = clients[0].id();
    let early = clients[0].ask_for(&FromClient::Rematch(Request { id: early }));
    assert!(matches!(early, ToClient::No(no) if no.code == Code::Nothing));
    let id = clients[0].id();
    clients[0].ask_for(&FromClient::Resign(Request { id }));
    clients.iter_mut().for_each(settle);
    let id = clients[0].id();
    clients[0].send(&FromClient::Rematch(Request { id }).to_text());
    let mut takes = Vec::new();
    for client in &mut clients {
        let ToClient::Rematch(next) = client.until(|message| matches!(message, ToClient::Rematch(_))) else {
            panic!()
        };
        takes.push((next.r#match, next.take.unwrap()));
    }
    assert_eq!((takes[0].1.seat, takes[1].1.seat), (1, 0));
    let next = takes[0].0.clone();
    let mut first = Client::join(house.address(), &next, Some(takes[1].1.token.reveal()), None).greeted();
    assert!(first.ask.is_some(), "who moved second begins");
    let late = post(house.address(), &format!("/api/matches/{name}/next"), Some(&tokens[1]), &json!({}));
    assert_eq!(
        (late.status, late.json()["match"].as_str(), late.json()["seat"].as_u64()),
        (200, Some(&*next), Some(0))
    );
    let bye = first.until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::SignedOut));
}

#[test]
fn bots_play_in_any_seat_and_one_screen_holds_several() {
    let house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["random", "me"], &json!({}));
    let mut client =
        Client::join(house.address(), &name_of(&opened), Some(&token_of(&opened, 1)), None).greeted();
    while !client.is_over {
        if client.ask.is_some() {
            client.play();
        }
        client.next().unwrap();
    }
    let wrong = json!({ "game": "tic-tac-toe", "seats": [{ "bot": "rndom" }] });
    let wrong = post(house.address(), "/api/matches", None, &wrong);
    assert!(wrong.status == 400 && wrong.body.contains("did you mean `random`?"), "{wrong:?}");
    let both = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let tokens: BTreeSet<String> = (0..2).map(|seat| token_of(&both, seat)).collect();
    let mine = post(house.address(), "/api/mine", None, &json!({ "tokens": tokens }));
    assert_eq!(mine.json().as_array().unwrap().len(), 2);
}

#[test]
fn a_bot_that_may_think_no_more_moves_all_the_same() {
    let cut_short = |house: &House| -> u64 {
        let counted = get(house.address(), "/metrics", None).body;
        let line = counted.lines().find_map(|line| line.strip_prefix("tavola_bots_cut_short_total "));
        line.unwrap_or_else(|| panic!("{counted}")).parse().unwrap()
    };
    let none = Rate::new(0.0, 0.0);
    let nothing = Thinking { of_all: none, ..generous().thinking };
    for (thinking, is_cut) in [(nothing, true), (generous().thinking, false)] {
        let house = House::new(Quotas { thinking, ..generous() });
        let opened = open(house.address(), "tic-tac-toe", &["hard", "me"], &json!({}));
        let mut client =
            Client::join(house.address(), &name_of(&opened), Some(&token_of(&opened, 1)), None).greeted();
        while client.ask.is_none() {
            client.next().unwrap();
        }
        assert_eq!((client.v, cut_short(&house) > 0), (1, is_cut));
    }
}

#[test]
fn an_invite_is_used_once_and_whoever_takes_it_is_named() {
    let house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["me", "open"], &json!({}));
    let code = opened["seats"][1]["invite"]["code"].as_str().unwrap();
    let path = format!("/api/invites/{code}");
    let mut host =
        Client::join(house.address(), &name_of(&opened), Some(&token_of(&opened, 0)), None).greeted();
    for _ in 0..2 {
        let shown = get(house.address(), &path, None);
        assert_eq!((shown.status, shown.json()["seat"].as_u64()), (200, Some(1)), "looking takes nothing");
        assert_eq!(shown.json()["by"], json!(["Name 0"]));
    }
    let taken = post(house.address(), &path, None, &json!({ "name": "Bo" })).json();
    host.until(|message| matches!(message, ToClient::People(people) if people.seats[1].name == "Bo"));
    let again = post(house.address(), &path, None, &json!({ "name": "Eve" }));
    let never = post(house.address(), "/api/invites/0123456789ab", None, &json!({ "name": "Eve" }));
    assert_eq!((again.status, again.without_date()), (404, never.without_date()));
    let mut guest = Client::join(house.address(), &name_of(&opened), taken["token"].as_str(), None).greeted();
    host.play();
    guest.until(|message| matches!(message, ToClient::Ask(_)));
    let other = open(house.address(), "tic-tac-toe", &["me", "open"], &json!({}));
    let host = other["host"].as_str().unwrap();
    let path = format!("/api/matches/{}/invites", name_of(&other));
    let more = post(house.address(), &path, Some(host), &json!({ "seat": 1 }));
    assert_eq!(more.status, 200, "{more:?}");
    assert_eq!(post(house.address(), &path, Some(host), &json!({ "seat": 0 })).status, 409);
}

#[test]
fn spectators_with_a_delay_see_nothing_early() {
    let house = House::new(generous());
    let (name, _, mut clients) = join_all(&house, "tic-tac-toe", 2, &json!({ "delay": "end" }));
    let mut watcher = Client::join(house.address(), &name, None, None).greeted();
    play_on(&mut clients, 3);
    settle(&mut watcher);
    assert_eq!(watcher.v, 0);
    let page = get(house.address(), &format!("/m/{name}"), None);
    assert!(page.status == 200 && !page.body.contains("<pre"), "{page:?}");
    assert!(page.body.contains("see this match when it is over"), "{page:?}");
    play_on(&mut clients, 100);
    while !watcher.is_over {
        watcher.next().unwrap();
    }
}

#[test]
fn a_second_hello_or_none_ends_the_socket() {
    let house = House::new(generous());
    let (name, tokens, _clients) = join_all(&house, "tic-tac-toe", 2, &json!({}));
    let mut client = Client::join(house.address(), &name, Some(&tokens[0]), None).greeted();
    client.send(&json!({ "hello": { "proto": 1, "match": name } }).to_string());
    assert!(matches!(client.until(|message| matches!(message, ToClient::Bye(_))), ToClient::Bye(_)));
    assert!(client.next().is_none());
    for first in [r#"{"ping":{"t":1}}"#, "rubbish", r#"{"hello":{"proto":1,"match":"nothing"}}"#] {
        let mut socket = connect(house.address());
        socket.send(Message::text(first)).unwrap();
        let Ok(Message::Text(text)) = socket.read() else { panic!("{first}") };
        assert_eq!(text.as_str(), r#"{"bye":{"why":"unknown"}}"#, "{first}");
    }
    let mut socket = connect(house.address());
    socket.send(Message::text(format!(r#"{{"hello":{{"proto":99,"match":"{name}"}}}}"#))).unwrap();
    assert_eq!(socket.read().unwrap().into_text().unwrap().as_str(), r#"{"bye":{"why":"proto"}}"#);
}
