//! Tables that somebody looks at and has not played at: nothing is kept of them, and all of it from the first move on.

use crate::client::{Client, connect, get, name_of, open, post, settle, token_of};
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Quotas, Rate};
use std::time::Duration;
use store::Store as _;
use store::sqlite::{Options, SqliteStore};
use tungstenite::Message;
use wire::{ByeWhy, Chat, FromClient, ToClient};

fn draft(house: &House, game: &str, seats: &[&str]) -> Value {
    open(house.address(), game, seats, &json!({ "draft": true }))
}

fn join(house: &House, opened: &Value, seat: usize) -> Client {
    Client::join(house.address(), &name_of(opened), Some(&token_of(opened, seat)), None).greeted()
}

/// Whether the database of a server that has ended has a match, and how many steps of it.
fn kept(house: &House, opened: &Value) -> Option<u32> {
    let store = SqliteStore::open(&house.folder.path().join("matches.db"), Options::default()).unwrap();
    let of = store.by_public(&name_of(opened)).unwrap()?;
    Some(store.load(of).unwrap().unwrap().row.steps)
}

fn counted(house: &House, what: &str) -> u64 {
    let counted = get(house.address(), "/metrics", None).body;
    let line = counted.lines().find_map(|line| line.strip_prefix(&format!("tavola_{what} ")));
    line.unwrap_or_else(|| panic!("{counted}")).parse().unwrap()
}

/// What somebody is told who says hello to a match.
fn hello(house: &House, name: &str, token: &str) -> String {
    let mut socket = connect(house.address());
    let hello = json!({ "hello": { "proto": 1, "match": name, "token": token } });
    socket.send(Message::text(hello.to_string())).unwrap();
    socket.read().unwrap().into_text().unwrap().to_string()
}

#[test]
fn looking_at_games_keeps_nothing() {
    let mut house = House::new(generous());
    let mut all: Vec<Value> =
        ["tic-tac-toe", "leduc", "chess"].iter().map(|game| draft(&house, game, &["me", "random"])).collect();
    // Here the bot moves first, and all of the others' moves are bots' as well.
    all.push(draft(&house, "tic-tac-toe", &["random", "me"]));
    for opened in &all {
        let seat = opened["seats"].as_array().unwrap().iter().position(|seat| seat["token"].is_string());
        let mut client = join(&house, opened, seat.unwrap());
        while client.ask.is_none() {
            client.next().unwrap();
        }
        let about = get(house.address(), &format!("/api/matches/{}", name_of(opened)), None);
        assert_eq!((about.status, about.json()["over"].as_bool()), (200, Some(false)));
        let tokens = json!({ "tokens": [token_of(opened, seat.unwrap())] });
        assert_eq!(post(house.address(), "/api/mine", None, &tokens).json(), json!([]));
    }
    assert_eq!((counted(&house, "drafts"), counted(&house, "matches_opened_total")), (4, 0));
    house.server = None;
    assert!(all.iter().all(|opened| kept(&house, opened).is_none()));
    let store = SqliteStore::open(&house.folder.path().join("matches.db"), Options::default()).unwrap();
    let far = store.retain(i64::MAX / 2, &store::Retention::default()).unwrap();
    assert_eq!((far.matches, far.programs), (0, 0), "the rules are not kept either");
}

#[test]
fn the_first_move_keeps_a_match_with_what_bots_did_before() {
    let mut house = House::new(generous());
    let opened = draft(&house, "tic-tac-toe", &["random", "me"]);
    let mut client = join(&house, &opened, 1);
    while client.ask.is_none() {
        client.next().unwrap();
    }
    assert_eq!(client.v, 1);
    let played = client.play();
    let id = played.id().unwrap();
    client.until(|message| matches!(message, ToClient::Ack(ack) if ack.id == id));
    assert_eq!((counted(&house, "drafts"), counted(&house, "matches_opened_total")), (0, 1));
    house.start(generous());
    let mut client = join(&house, &opened, 1);
    let again = client.ask_for(&played);
    assert!(matches!(again, ToClient::Ack(ref ack) if ack.v == Some(2)), "{again:?}");
    while !client.is_over {
        if client.ask.is_some() {
            client.play();
        }
        client.next().unwrap();
    }
    let record = get(house.address(), &format!("/api/matches/{}/record", name_of(&opened)), None).json();
    assert!(record["steps"].as_array().unwrap().len() > 2, "{record}");
    let tokens = json!({ "tokens": [token_of(&opened, 1)] });
    assert_eq!(post(house.address(), "/api/mine", None, &tokens).json().as_array().unwrap().len(), 1);
    house.server = None;
    assert!(kept(&house, &opened).is_some_and(|steps| steps > 2));
}

#[test]
fn several_of_one_screen_share_a_draft_and_a_word_keeps_it_too() {
    let mut house = House::new(generous());
    let opened = draft(&house, "tic-tac-toe", &["me", "me"]);
    let (mut ann, mut bo) = (join(&house, &opened, 0), join(&house, &opened, 1));
    settle(&mut ann);
    let id = bo.id();
    let said = bo.ask_for(&FromClient::Chat(Chat { id, text: "hello".to_owned() }));
    assert!(matches!(said, ToClient::Ack(_)), "{said:?}");
    assert_eq!((counted(&house, "drafts"), counted(&house, "matches_opened_total")), (0, 1), "by the word");
    let played = ann.play();
    ann.until(|message| matches!(message, ToClient::Ack(ack) if Some(ack.id) == played.id()));
    house.server = None;
    assert_eq!(kept(&house, &opened), Some(1));
}

#[test]
fn a_draft_goes_when_nobody_is_there_and_with_the_server() {
    let brief = Quotas { draft_unattended: Duration::from_millis(300), ..generous() };
    let mut house = House::new(brief.clone());
    let opened = draft(&house, "tic-tac-toe", &["me", "random"]);
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let client = join(&house, &opened, 0);
    std::thread::sleep(Duration::from_millis(600));
    assert!(hello(&house, &name, &token).contains("welcome"), "somebody is there");
    drop(client);
    std::thread::sleep(Duration::from_millis(900));
    let unknown = r#"{"bye":{"why":"unknown"}}"#;
    assert_eq!(hello(&house, &name, &token), unknown);
    assert_eq!(hello(&house, "000000000000", &token), unknown, "as if there never was one");
    for path in [format!("/api/matches/{name}"), format!("/api/matches/{name}/legend")] {
        assert_eq!(get(house.address(), &path, Some(&token)).status, 404, "{path}");
    }
    let opened = draft(&house, "tic-tac-toe", &["me", "random"]);
    let mut client = join(&house, &opened, 0);
    house.start(brief);
    let bye = client.until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(bye, ToClient::Bye(bye) if bye.why == ByeWhy::Restart));
    assert_eq!(hello(&house, &name_of(&opened), &token_of(&opened, 0)), unknown);
}

#[test]
fn there_are_only_so_many_drafts_and_those_that_nobody_is_at_go_first() {
    let few = Quotas { drafts_of_address: 2, ..generous() };
    let house = House::new(few);
    let first = draft(&house, "tic-tac-toe", &["me", "random"]);
    let _one = join(&house, &first, 0);
    let second = draft(&house, "tic-tac-toe", &["me", "random"]);
    let third = draft(&house, "tic-tac-toe", &["me", "random"]);
    assert!(hello(&house, &name_of(&second), &token_of(&second, 0)).contains("unknown"));
    let _two = join(&house, &third, 0);
    let wanted = json!({ "game": "tic-tac-toe", "seats": [{ "me": { "name": "Ann" } }, { "bot": "random" }], "draft": true });
    let answer = post(house.address(), "/api/matches", None, &wanted);
    assert_eq!((answer.status, &*answer.code()), (429, "busy"));
    assert_eq!(counted(&house, "drafts"), 2);
    let one = Quotas { new_matches: Rate::new(0.001, 1.0), ..generous() };
    let house = House::new(one);
    draft(&house, "tic-tac-toe", &["me", "random"]);
    let answer = post(house.address(), "/api/matches", None, &wanted);
    assert_eq!(answer.status, 429, "a draft counts among the matches that an address opens");
}

#[test]
fn a_draft_is_for_one_screen_and_without_a_clock() {
    let house = House::new(generous());
    let me = json!({ "me": { "name": "Ann" } });
    for (seats, more) in [
        (json!([me, "open"]), json!({})),
        (json!([{ "bot": "random" }, { "bot": "random" }]), json!({})),
        (json!([me, me]), json!({ "clock": { "move": { "ms": 60_000 } } })),
        (json!([me, me]), json!({ "takeover": 60_000 })),
    ] {
        let mut wanted = json!({ "game": "tic-tac-toe", "seats": seats, "draft": true });
        for (name, value) in more.as_object().unwrap() {
            wanted[name] = value.clone();
        }
        let answer = post(house.address(), "/api/matches", None, &wanted);
        assert_eq!((answer.status, &*answer.code()), (400, "bad"), "{wanted}");
    }
}
