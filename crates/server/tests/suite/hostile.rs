//! Clients that misbehave, beside one that does not.

use crate::client::{Client, PATIENCE, connect, get, name_of, open, post, raw_request, token_of};
use crate::{House, generous};
use serde_json::json;
use server::{Quotas, Rate};
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};
use tungstenite::Message;
use wire::{Bye, ByeWhy, Chat, Code, FromClient, Play, ToClient, raw};

/// Somebody who plays on, whatever others do.
fn plays_on(house: &House) {
    let opened = open(house.address(), "tic-tac-toe", &["me", "random"], &json!({}));
    let mut client =
        Client::join(house.address(), &name_of(&opened), Some(&token_of(&opened, 0)), None).greeted();
    client.play();
    client.until(|message| matches!(message, ToClient::Ask(_)));
}

#[test]
fn what_is_no_message_is_refused_or_ends_the_socket() {
    let house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let join = || Client::join(house.address(), &name, Some(&token), None).greeted();
    let mut client = join();
    let deep = format!(
        r#"{{"play":{{"id":"00000000-0000-0000-0000-000000000001","q":1,"path":{}1{}}}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    for text in [
        "",
        "{",
        "null",
        "[]",
        "{}",
        "\"\\ud800\"",
        deep.get(..8_000).unwrap(),
        r#"{"play":{"id":"x","q":1,"path":0}}"#,
        r#"{"ping":{"t":1},"ping":{"t":2}}"#,
    ] {
        client.send(text);
        let answer = client.until(|message| matches!(message, ToClient::No(_)));
        assert!(matches!(&answer, ToClient::No(no) if no.code == Code::Bad), "{text:.40} {answer:?}");
    }
    let refused = |client: &mut Client, q: u64, path: wire::Raw, code: Code| {
        let id = client.id();
        let answer = client.ask_for(&FromClient::Play(Play { id, q, path }));
        assert!(matches!(&answer, ToClient::No(no) if no.code == code), "{answer:?}");
    };
    let mut client = join();
    refused(&mut client, 99, raw(&0), Code::Stale);
    refused(&mut client, 0, raw(&0), Code::Stale);
    refused(&mut client, 1, raw(&99), Code::Illegal);
    refused(&mut client, 1, raw(&"place z9"), Code::Illegal);
    refused(&mut client, 1, raw(&json!({ "thing": 1 })), Code::Illegal);
    refused(&mut client, 1, raw(&json!([{ "action": "place" }, { "tile": ["Grid", "z9"] }])), Code::Illegal);
    let mut other = Client::join(house.address(), &name, Some(&token_of(&opened, 1)), None).greeted();
    refused(&mut other, 1, raw(&0), Code::Stale);
    let mut watcher = Client::join(house.address(), &name, None, None).greeted();
    refused(&mut watcher, 1, raw(&0), Code::Forbidden);
    let first = FromClient::Play(Play { id: client.id(), q: 1, path: raw(&0) });
    assert!(matches!(client.ask_for(&first), ToClient::Ack(_)));
    let FromClient::Play(same) = first else { panic!() };
    let reused = client.ask_for(&FromClient::Play(Play { path: raw(&1), ..same }));
    assert!(matches!(reused, ToClient::No(no) if no.code == Code::Reused));
    let mut client = join();
    client.socket.send(Message::binary(vec![1, 2, 3])).unwrap();
    assert!(matches!(client.next(), Some(ToClient::Bye(bye)) if bye.why == ByeWhy::Unreadable));
    assert!(client.next().is_none());
    let mut client = join();
    client.socket.send(Message::text("x".repeat(9_000))).unwrap();
    assert!(matches!(client.next(), Some(ToClient::No(no)) if no.code == Code::Bad));
    let mut client = join();
    (0..20).for_each(|_| _ = client.socket.send(Message::text("rubbish")));
    while client.next().is_some() {}
    plays_on(&house);
}

#[test]
fn requests_that_are_too_much_are_refused() {
    let house = House::new(generous());
    let address = house.address();
    let bad = |body: &str| {
        let head =
            format!("POST /api/matches HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n");
        raw_request(
            address,
            format!("{head}Connection: close\r\nContent-Length: {}\r\n\r\n{body}", body.len()).as_bytes(),
        )
    };
    for (body, status) in [
        (r#"{"game":"tic-tac-toe","players":1000000}"#.to_owned(), 400),
        (r#"{"game":"no-such-game"}"#.to_owned(), 400),
        (r#"{"game":"tic-tac-toe","options":{"size":3}}"#.to_owned(), 400),
        (r#"{"game":"tic-tac-toe","clock":{"move":{"ms":-5}}}"#.to_owned(), 400),
        (r#"{"game":"tic-tac-toe","host":"x"}"#.to_owned(), 400),
        (format!(r#"{{"game":"tic-tac-toe","seats":[{}]}}"#, vec!["\"open\""; 100].join(",")), 400),
        (format!(r#"{{"game":"{}"}}"#, "x".repeat(20_000)), 413),
        (format!("{}{}", "[".repeat(4_000), "]".repeat(4_000)), 400),
    ] {
        let answer = bad(&body);
        assert!(answer.starts_with(&format!("HTTP/1.1 {status}")), "{body:.60} {answer:.200}");
    }
    let long = raw_request(
        address,
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nX: {}\r\n\r\n", "x".repeat(40_000)).as_bytes(),
    );
    assert!(long.starts_with("HTTP/1.1 431"), "{long:.100}");
    let smuggled = format!(
        "POST /api/mine HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 4\r\n\
         Transfer-Encoding: chunked\r\n\r\n0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: {address}\r\n\r\n"
    );
    let smuggled = raw_request(address, smuggled.as_bytes());
    assert!(!smuggled.contains("tavola_rows_total"), "{smuggled:.300}");
    plays_on(&house);
}

#[test]
fn whoever_takes_too_long_is_cut_off() {
    let quick = Duration::from_millis(200);
    let house = House::new(Quotas { head: quick, body: quick, hello: quick, silence: quick, ..generous() });
    let address = house.address();
    let waits = |begun: &[u8]| {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream.write_all(begun).unwrap();
        let (start, mut rest) = (Instant::now(), Vec::new());
        stream.read_to_end(&mut rest).unwrap();
        assert!(start.elapsed() < PATIENCE);
        String::from_utf8_lossy(&rest).into_owned()
    };
    waits(b"");
    waits(b"GET / HTTP/1.1\r\nHo");
    let half = format!(
        "POST /api/mine HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{{"
    );
    assert!(waits(half.as_bytes()).starts_with("HTTP/1.1 408"));
    let mut silent = connect(address);
    assert!(silent.read().is_err() || silent.read().is_err());
    let opened = open(address, "tic-tac-toe", &["me", "me"], &json!({}));
    let mut client = Client::join(address, &name_of(&opened), Some(&token_of(&opened, 0)), None).greeted();
    while client.next().is_some() {}
}

#[test]
fn floods_meet_their_limits_and_leave_others_alone() {
    let quotas = Quotas {
        new_matches: Rate::new(0.0, 12.0),
        guesses: Rate::new(0.0, 6.0),
        messages: Rate::new(0.0, 30.0),
        chat: Rate::new(0.0, 3.0),
        look_ups: Rate::new(0.0, 2.0),
        connections_of_address: 20,
        ..generous()
    };
    let house = House::new(quotas);
    let address = house.address();
    let opened = open(address, "tic-tac-toe", &["me", "me"], &json!({}));
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let mut client = Client::join(address, &name, Some(&token), None).greeted();
    let said = |client: &mut Client, n: usize| {
        let ok = (0..n).filter(|i| {
            let id = client.id();
            let answer = client.ask_for(&FromClient::Chat(Chat { id, text: format!("line {i}") }));
            matches!(answer, ToClient::Ack(_))
        });
        ok.count()
    };
    assert_eq!(said(&mut client, 8), 3);
    (0..200).for_each(|t| _ = client.socket.send(Message::text(format!(r#"{{"ping":{{"t":{t}}}}}"#))));
    let (mut pongs, mut last) = (0, None);
    while let Some(message) = client.next() {
        pongs += usize::from(matches!(message, ToClient::Pong(_)));
        last = Some(message);
    }
    assert!(pongs <= 30, "{pongs}");
    let is_farewell = |bye: &Bye| bye.why == ByeWhy::TooMuch && bye.retry.is_some();
    assert!(matches!(&last, Some(ToClient::Bye(bye)) if is_farewell(bye)), "{last:?}");
    let wanted = json!({ "game": "tic-tac-toe" });
    let made: Vec<u16> = (0..20).map(|_| post(address, "/api/matches", None, &wanted).status).collect();
    assert_eq!((made.iter().filter(|status| **status == 200).count(), made.last()), (11, Some(&429)));
    let sockets: Vec<TcpStream> = (0..40).map(|_| TcpStream::connect(address).unwrap()).collect();
    let open_after = |sockets: &[TcpStream]| {
        let closed = sockets.iter().filter(|socket| {
            let mut socket = *socket;
            socket.set_read_timeout(Some(Duration::from_millis(20))).unwrap();
            matches!(socket.read(&mut [0; 1]), Ok(0)) || socket.write(b"G").is_err()
        });
        sockets.len() - closed.count()
    };
    std::thread::sleep(Duration::from_millis(300));
    assert!(open_after(&sockets) <= 20);
    drop(sockets);
    let until = Instant::now() + PATIENCE;
    while get(address, "/live", None).status != 200 {
        assert!(Instant::now() < until, "places are given back");
    }
    let guess =
        |n: u32| get(address, &format!("/api/matches/{name}/record"), Some(&format!("tvs_{n:026}"))).status;
    let guesses: Vec<u16> = (0..12).map(guess).collect();
    assert_eq!((guesses[0], guesses[11]), (404, 429), "{guesses:?}");
    let limited = House::new(Quotas { requests: Rate::new(0.0, 5.0), ..generous() });
    let asked: Vec<u16> = (0..8).map(|_| get(limited.address(), "/live", None).status).collect();
    assert_eq!(asked, [200, 200, 200, 200, 200, 429, 429, 429]);
    assert!(get(limited.address(), "/api/games", None).code() == "busy");
}

#[test]
fn whoever_sends_too_long_a_message_reads_why_they_are_sent_away() {
    let house = House::new(generous());
    let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let mut client = Client::join(house.address(), &name, Some(&token), None).greeted();
    // Much of it is on its way when the server has read enough.
    client.send(&"x".repeat(10 * wire::MAX_FRAME));
    let bye = client.until(|message| matches!(message, ToClient::Bye(_)));
    assert!(matches!(&bye, ToClient::Bye(bye) if bye.why == ByeWhy::TooMuch), "{bye:?}");
    assert!(client.next().is_none());
}

#[test]
fn whoever_reads_nothing_holds_up_nobody() {
    let house = House::new(Quotas { outbox_messages: 8, ..generous() });
    let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let (name, token) = (name_of(&opened), token_of(&opened, 0));
    let mut slow = Client::join(house.address(), &name, Some(&token), None).greeted();
    let mut quick = Client::join(house.address(), &name, Some(&token), None).greeted();
    let last = 300;
    for i in 0..=last {
        let id = quick.id();
        let text = format!("{i:04} {}", "\u{1f0a1}".repeat(490));
        let said = quick.ask_for(&FromClient::Chat(Chat { id, text }));
        assert!(matches!(said, ToClient::Ack(_)), "{said:?}");
    }
    let end = format!("{last:04}");
    slow.until(|message| matches!(message, ToClient::Chat(said) if said.text.starts_with(&end)));
    let metrics = get(house.address(), "/metrics", None).body;
    assert!(metrics.contains("tavola_messages_in_total"), "{metrics}");
}
