//! Thirty-six ways to misbehave, each by its name; after each of them an honest match beside it is played on at once.
//! What several tests of this suite look at more closely stands here once more, so that the list is whole.

use crate::client::{
    Answer, Client, PATIENCE, connect, get, name_of, open, post, raw_request, request, token_of,
};
use crate::{House, generous};
use serde_json::{Value, json};
use server::{Quotas, Rate};
use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use tungstenite::Message;
use wire::{ByeWhy, Chat, Code, FromClient, Id, Play, Raw, Request, ToClient, Undo, raw};

/// The honest match answers within this, whatever others do; on a machine with other work beside it.
const AT_ONCE: Duration = Duration::from_secs(5);

/// A match of two whose seats are both here, and the house.
struct Stage {
    house: House,
    name: String,
    tokens: [String; 2],
    host: String,
}

impl Stage {
    fn new(house: House) -> Stage {
        let opened = open(house.address(), "tic-tac-toe", &["me", "me"], &json!({}));
        let host = opened["host"].as_str().unwrap().to_owned();
        Stage { name: name_of(&opened), tokens: [0, 1].map(|seat| token_of(&opened, seat)), host, house }
    }

    fn address(&self) -> SocketAddr {
        self.house.address()
    }

    /// The same house with another match.
    fn anew(self) -> Stage {
        Stage::new(self.house)
    }

    fn join(&self, seat: usize) -> Client {
        Client::join(self.address(), &self.name, Some(&self.tokens[seat]), None).greeted()
    }

    /// The head of an upgrade, by hand.
    fn upgrade(&self, more: &str) -> String {
        format!(
            "GET /api/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n{more}\r\n",
            self.address()
        )
    }
}

fn stream(address: SocketAddr) -> TcpStream {
    let stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Reads to the end, which must come.
fn end_of(mut stream: TcpStream) -> String {
    let (began, mut all) = (Instant::now(), Vec::new());
    // The other end may break off in the middle.
    _ = stream.read_to_end(&mut all);
    assert!(began.elapsed() < PATIENCE, "nothing ended it");
    String::from_utf8_lossy(&all).into_owned()
}

fn refused(client: &mut Client, q: u64, path: Raw, code: Code) {
    let id = client.id();
    let answer = client.ask_for(&FromClient::Play(Play { id, q, path }));
    assert!(matches!(&answer, ToClient::No(no) if no.code == code), "{answer:?}");
}

fn is_bad(client: &mut Client, text: &str) {
    client.send(text);
    let answer = client.until(|message| matches!(message, ToClient::No(_)));
    assert!(matches!(&answer, ToClient::No(no) if no.code == Code::Bad), "{text:.60} {answer:?}");
}

/// Why a client is sent away, as the last message says.
fn farewell(mut client: Client) -> Option<ByeWhy> {
    let mut last = None;
    while let Some(message) = client.next() {
        last = if let ToClient::Bye(bye) = message { Some(bye.why) } else { None };
    }
    last
}

fn ends(mut client: Client) {
    while client.next().is_some() {}
}

/// A play whose path is this text.
fn play_of(path: &str) -> String {
    format!(r#"{{"play":{{"id":"00000000-0000-0000-0000-000000000001","q":1,"path":{path}}}}}"#)
}

fn other_seats_move(stage: &Stage) {
    refused(&mut stage.join(1), 1, raw(&0), Code::Stale);
}

fn stale_question(stage: &Stage) {
    let mut client = stage.join(0);
    client.play();
    client.until(|message| matches!(message, ToClient::Step(_)));
    refused(&mut client, 1, raw(&0), Code::Stale);
}

fn future_question(stage: &Stage) {
    refused(&mut stage.join(0), 2, raw(&0), Code::Stale);
}

fn id_reused_with_other_content(stage: &Stage) {
    let mut client = stage.join(0);
    let play = |path| FromClient::Play(Play { id: Id([9; 16]), q: 1, path });
    assert!(matches!(client.ask_for(&play(raw(&0))), ToClient::Ack(_)));
    assert!(matches!(client.ask_for(&play(raw(&1))), ToClient::No(no) if no.code == Code::Reused));
    assert!(matches!(client.ask_for(&play(raw(&0))), ToClient::Ack(_)), "as it was, it is done already");
}

fn id_of_another_match(stage: &Stage) {
    let other = open(stage.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let mut there =
        Client::join(stage.address(), &name_of(&other), Some(&token_of(&other, 0)), None).greeted();
    let play = FromClient::Play(Play { id: Id([8; 16]), q: 1, path: raw(&0) });
    assert!(matches!(there.ask_for(&play), ToClient::Ack(_)));
    let mut here = stage.join(0);
    assert!(matches!(here.ask_for(&play), ToClient::Ack(ack) if ack.v == Some(1)), "it is done here, too");
}

fn token_of_another_match(stage: &Stage) {
    let other = open(stage.address(), "tic-tac-toe", &["me", "me"], &json!({}));
    let mut client = Client::join(stage.address(), &stage.name, Some(&token_of(&other, 0)), None);
    assert!(matches!(client.next(), Some(ToClient::Bye(bye)) if bye.why == ByeWhy::Unknown));
}

/// Gives the first seat to another token, as its host does.
fn sign_out(stage: &Stage) -> Answer {
    let path = format!("/api/matches/{}/sign-out", stage.name);
    post(stage.address(), &path, Some(&stage.host), &json!({ "seat": 0 }))
}

fn old_generation(stage: &Stage) {
    assert_eq!(sign_out(stage).status, 200);
    let mut client = Client::join(stage.address(), &stage.name, Some(&stage.tokens[0]), None);
    assert!(matches!(client.next(), Some(ToClient::Bye(_))));
}

fn spectator_plays(stage: &Stage) {
    let mut watcher = Client::join(stage.address(), &stage.name, None, None).greeted();
    refused(&mut watcher, 1, raw(&0), Code::Forbidden);
}

fn chat_after_kick(stage: &Stage) {
    let mut kicked = stage.join(0);
    let mut other = stage.join(1);
    assert_eq!(sign_out(stage).status, 200);
    let chat = FromClient::Chat(Chat { id: Id([3; 16]), text: "still here".to_owned() });
    // The socket may be closed already.
    _ = kicked.socket.send(Message::text(chat.to_text()));
    ends(kicked);
    crate::client::settle(&mut other);
    assert!(!other.got.iter().any(|text| text.contains("still here")));
}

fn hello_twice(stage: &Stage) {
    let mut client = stage.join(0);
    client.send(&json!({ "hello": { "proto": wire::PROTO, "match": stage.name } }).to_string());
    ends(client);
}

fn frame_before_hello(stage: &Stage) {
    let mut socket = connect(stage.address());
    socket.send(Message::text(play_of("0"))).unwrap();
    let bye = socket.read().unwrap().into_text().unwrap();
    assert!(bye.contains("bye"), "{bye}");
}

fn binary_rubbish(stage: &Stage) {
    let mut client = stage.join(0);
    client.socket.send(Message::binary(vec![0xFF; 500])).unwrap();
    ends(client);
}

/// A socket by hand that is open, for frames that no client makes.
fn opened_by_hand(stage: &Stage, more: &str) -> (TcpStream, String) {
    let mut stream = stream(stage.address());
    stream.write_all(stage.upgrade(more).as_bytes()).unwrap();
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        let mut byte = [0; 1];
        assert_eq!(stream.read(&mut byte).unwrap(), 1);
        head.extend(byte);
    }
    (stream, String::from_utf8(head).unwrap())
}

/// A frame as clients send them, masked with zeros.
fn frame(first: u8, text: &[u8]) -> Vec<u8> {
    assert!(text.len() < 126);
    [&[first, 0x80 | text.len() as u8, 0, 0, 0, 0], text].concat()
}

fn broken_deflate(stage: &Stage) {
    let (mut stream, head) = opened_by_hand(stage, "Sec-WebSocket-Extensions: permessage-deflate\r\n");
    assert!(!head.to_lowercase().contains("sec-websocket-extensions"), "nothing is compressed: {head}");
    // A compressed text all the same.
    stream.write_all(&frame(0xC1, b"\xAA\x00\xFF\xFF")).unwrap();
    end_of(stream);
}

fn one_byte_too_long(stage: &Stage) {
    is_bad(&mut stage.join(0), &"x".repeat(wire::MAX_FRAME + 1));
    let mut client = stage.join(0);
    client.socket.send(Message::text("x".repeat(2 * wire::MAX_FRAME + 1))).unwrap();
    assert_eq!(farewell(client), Some(ByeWhy::TooMuch));
}

fn unreadable_again_and_again(stage: &Stage) {
    let mut client = stage.join(0);
    (0..9).for_each(|_| is_bad(&mut client, "{"));
    client.send(r#"{"resign":{"id":"00000000-0000-0000-0000-000000000000"}}"#);
    assert_eq!(farewell(client), Some(ByeWhy::Unreadable));
}

fn fragments_without_end(stage: &Stage) {
    let (mut stream, _) = opened_by_hand(stage, "");
    stream.write_all(&frame(0x01, &[b'x'; 120])).unwrap();
    for _ in 0..100_000 {
        if stream.write_all(&frame(0x00, &[b'x'; 120])).is_err() {
            return;
        }
    }
    panic!("twelve megabytes of one message were taken");
}

fn ping_flood(stage: &Stage) {
    let mut client = stage.join(0);
    let refused = (0..1_000_000).position(|_| client.socket.send(Message::Ping(vec![1].into())).is_err());
    assert!(refused.is_some(), "a million pings were read");
}

fn depth(stage: &Stage) {
    let nested = play_of(&format!("{}1{}", "[".repeat(3_000), "]".repeat(3_000)));
    is_bad(&mut stage.join(0), &nested);
    let body = format!("{}{}", "[".repeat(8_000), "]".repeat(8_000));
    let answer = request(stage.address(), ("POST", "/api/matches"), &[], Some(("application/json", &body)));
    assert_eq!(answer.status, 400);
}

fn duplicate_keys(stage: &Stage) {
    is_bad(&mut stage.join(0), r#"{"ping":{"t":1,"t":2}}"#);
}

fn numbers_that_are_none(stage: &Stage) {
    let mut client = stage.join(0);
    for path in ["NaN", "1e999", "-1e999", "Infinity", "[{\"num\":1e999}]"] {
        is_bad(&mut client, &play_of(path));
    }
    refused(&mut client, 1, raw(&-0.0), Code::Illegal);
}

fn lone_surrogates(stage: &Stage) {
    is_bad(&mut stage.join(0), &play_of(r#""\ud800""#));
}

fn names_that_turn_texts_around(stage: &Stage) {
    for name in ["\u{202E}nnA", "A\u{0}", "\u{2066}x", "An\u{200B}n", "A\u{200D}nn", "", &"x".repeat(500)] {
        let wanted = json!({ "game": "tic-tac-toe", "seats": [{ "me": { "name": name } }] });
        let answer = post(stage.address(), "/api/matches", None, &wanted);
        let shown = answer.body.contains('\u{202E}') || answer.body.contains('\u{2066}');
        assert!(answer.status == 400 && !shown, "{name:?} {answer:?}");
    }
}

fn a_million_players(stage: &Stage) {
    let wanted = json!({ "game": "tic-tac-toe", "players": 1_000_000 });
    assert_eq!(post(stage.address(), "/api/matches", None, &wanted).status, 400);
}

fn twenty_thousand_creations(stage: &Stage) {
    // Over connections that stay open, and in their order, as fast as they go. Where one ends early, as it does to
    // whoever is too slow with a head, the next one goes on.
    let mut answered = Answered::default();
    for _ in 0..20 {
        if answered.count() < CREATIONS {
            answered = create_over_one_connection(stage.address(), answered);
        }
    }
    let Answered { made, refused, rest } = &answered;
    assert!(*made <= 200 && *refused > 19_000, "{made} were made and {refused} refused; then {rest:?}");
}

const CREATIONS: usize = 20_000;

/// What became of them, and what was last read.
#[derive(Default)]
struct Answered {
    made: usize,
    refused: usize,
    rest: String,
}

impl Answered {
    fn count(&self) -> usize {
        self.made + self.refused
    }

    /// Counts the answers that stand whole in what was read.
    fn take(&mut self, part: &[u8]) {
        self.rest += &String::from_utf8_lossy(part);
        let whole = self.rest.rfind("\r\n\r\n{").map_or(0, |at| at + 5);
        self.made += self.rest[..whole].matches("HTTP/1.1 200").count();
        self.refused += self.rest[..whole].matches("HTTP/1.1 429").count();
        self.rest = self.rest.split_off(whole);
    }
}

fn create_over_one_connection(address: SocketAddr, before: Answered) -> Answered {
    let body = r#"{"game":"tic-tac-toe"}"#;
    let one = format!(
        "POST /api/matches HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = stream(address);
    let mut reading = stream.try_clone().unwrap();
    let missing = CREATIONS - before.count();
    let answers = std::thread::spawn(move || {
        let mut answered = Answered { rest: String::new(), ..before };
        let mut part = [0; 1 << 16];
        while answered.count() < CREATIONS {
            match reading.read(&mut part) {
                Ok(n) if n > 0 => answered.take(&part[..n]),
                _ => break,
            }
        }
        answered
    });
    // What can no longer be written has no answer either, which the other side sees.
    _ = (0..missing).try_for_each(|_| stream.write_all(one.as_bytes()));
    answers.join().unwrap()
}

fn ten_thousand_sockets(stage: &Stage) {
    let before = stage.house.server.as_ref().unwrap().address();
    let mut open = Vec::new();
    for _ in 0..10_000 {
        let Ok(stream) = TcpStream::connect(before) else { break };
        // Those that are too many are closed at once, and their places taken by the next.
        open.push(stream);
        if open.len() > 400 {
            open.clear();
        }
    }
    drop(open);
    // The places of those that have gone are given back.
    let until = Instant::now() + PATIENCE;
    while get(before, "/live", None).status != 200 {
        assert!(Instant::now() < until);
    }
}

fn half_open_upgrade(stage: &Stage) {
    let mut stream = stream(stage.address());
    let head = stage.upgrade("");
    stream.write_all(&head.as_bytes()[..head.len() - 2]).unwrap();
    end_of(stream);
    let (stream, _) = opened_by_hand(stage, "");
    // Nothing is said.
    end_of(stream);
}

fn one_byte_a_second(stage: &Stage) {
    let mut stream = stream(stage.address());
    let began = Instant::now();
    for byte in stage.upgrade("").bytes() {
        if stream.write_all(&[byte]).is_err() || began.elapsed() > PATIENCE {
            break;
        }
        std::thread::sleep(Duration::from_millis(30));
    }
    assert!(began.elapsed() < PATIENCE, "as long as it writes it is served");
    end_of(stream);
}

/// Somebody at a seat that is told a lot, and how it reads.
fn reading(stage: &Stage, read: impl FnOnce(&mut TcpStream)) {
    let (mut slow, _) = opened_by_hand(stage, "");
    let hello = json!({ "hello": { "proto": 1, "match": stage.name, "token": stage.tokens[0] } }).to_string();
    slow.write_all(
        &[&[0x81, 0xFE], &(hello.len() as u16).to_be_bytes()[..], &[0; 4], hello.as_bytes()].concat(),
    )
    .unwrap();
    let mut quick = stage.join(1);
    for i in 0..200 {
        let (id, text) = (quick.id(), format!("{i} {}", "\u{1f0a1}".repeat(490)));
        let said = quick.ask_for(&FromClient::Chat(Chat { id, text }));
        assert!(matches!(said, ToClient::Ack(_)), "{said:?}");
    }
    read(&mut slow);
}

fn never_reading(stage: &Stage) {
    reading(stage, |slow| slow.shutdown(Shutdown::Read).unwrap());
}

fn reading_one_byte_a_second(stage: &Stage) {
    reading(stage, |slow| {
        for _ in 0..20 {
            assert_eq!(slow.read(&mut [0; 1]).unwrap(), 1);
            std::thread::sleep(Duration::from_millis(20));
        }
    });
}

fn origin_null(stage: &Stage) {
    for origin in ["null", "http://evil.example", "https://127.0.0.1.evil.example", "file://"] {
        let head = stage.upgrade(&format!("Origin: {origin}\r\n"));
        let answer =
            raw_request(stage.address(), head.replace("Connection: Upgrade", "Connection: close").as_bytes());
        assert!(answer.starts_with("HTTP/1.1 403"), "{origin}: {answer:.100}");
        let wanted = Some(("application/json", r#"{"game":"tic-tac-toe"}"#));
        let answer = request(stage.address(), ("POST", "/api/matches"), &[("Origin", origin)], wanted);
        assert_eq!(answer.status, 403, "{origin}");
    }
}

fn two_hosts_and_a_smuggled_length(stage: &Stage) {
    let address = stage.address();
    let twice =
        format!("GET / HTTP/1.1\r\nHost: {address}\r\nHost: evil.example\r\nConnection: close\r\n\r\n");
    let answer = raw_request(address, twice.as_bytes());
    assert!(answer.starts_with("HTTP/1.1 421") || answer.starts_with("HTTP/1.1 400"), "{answer:.100}");
    for lengths in [
        "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 4\r\nContent-Length: 60\r\n",
        "Content-Length: +4\r\n",
    ] {
        let smuggled = format!(
            "POST /api/mine HTTP/1.1\r\nHost: {address}\r\nContent-Type: application/json\r\n{lengths}\r\n\
             0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n"
        );
        let answer = raw_request(address, smuggled.as_bytes());
        assert!(!answer.contains("tavola_"), "{lengths} {answer:.300}");
    }
}

fn paths_that_climb(stage: &Stage) {
    for path in
        ["/../etc/passwd", "/%2e%2e/etc/passwd", "/g/..%2f..%2fetc", "/assets/../../x", "//etc/passwd"]
    {
        assert_eq!(get(stage.address(), path, None).status, 404, "{path}");
    }
}

fn guessing_codes(stage: &Stage) {
    let guess = |n: u32| get(stage.address(), &format!("/api/invites/{n:012}"), None).status;
    let guesses: Vec<u16> = (0..40).map(guess).collect();
    assert_eq!((guesses[0], guesses[39]), (404, 429), "{guesses:?}");
}

fn forged_forwarding_header(stage: &Stage) {
    // Whoever guesses is the one who is connected, whatever the head says.
    let guess = |n: u32| {
        let forged = format!("10.0.{}.{}", n / 256, n % 256);
        let path = format!("/api/invites/{:012}", n + 500);
        request(stage.address(), ("GET", &path), &[("X-Forwarded-For", &forged)], None).status
    };
    assert!((0..40).map(guess).any(|status| status == 429));
}

fn undo_spam(stage: &Stage) {
    let mut clients = [stage.join(0), stage.join(1)];
    let seat = crate::client::asked(&mut clients);
    clients[seat].play();
    clients[seat].until(|message| matches!(message, ToClient::Step(_)));
    let mut asks = 0;
    for _ in 0..50 {
        let id = clients[1 - seat].id();
        let answer = clients[1 - seat].ask_for(&FromClient::Undo(Undo { id, to: Some(0) }));
        asks += usize::from(matches!(answer, ToClient::Ack(_)));
    }
    assert!(asks <= 3, "{asks} votes were asked for");
}

fn a_rematch_race_of_all_seats(stage: &Stage) {
    let mut clients = [stage.join(0), stage.join(1)];
    let id = clients[0].id();
    clients[0].ask_for(&FromClient::Resign(Request { id }));
    for client in &mut clients {
        while !client.is_over {
            client.until(|message| matches!(message, ToClient::Step(_)));
        }
        for _ in 0..5 {
            let id = client.id();
            client.send(&FromClient::Rematch(Request { id }).to_text());
        }
    }
    let next = clients.each_mut().map(|client| {
        let told = client.until(|message| matches!(message, ToClient::Rematch(_)));
        let ToClient::Rematch(rematch) = told else { panic!() };
        crate::client::settle(client);
        rematch.r#match
    });
    assert_eq!(next[0], next[1]);
    for client in &clients {
        let told = client.got.iter().filter(|text| text.contains("\"rematch\""));
        assert!(told.clone().all(|text| text.contains(&next[0])), "one next match, and no other");
    }
}

fn closing_in_the_middle_of_an_ack(stage: &Stage) {
    let play = FromClient::Play(Play { id: Id([6; 16]), q: 1, path: raw(&0) });
    let mut client = stage.join(0);
    client.send(&play.to_text());
    client.socket.get_ref().shutdown(Shutdown::Both).unwrap();
    // The same once more is acknowledged, whether it was done or not.
    let mut again = stage.join(0);
    assert!(matches!(again.ask_for(&play), ToClient::Ack(ack) if ack.v == Some(1)));
}

/// Somebody who plays on, whatever others do.
struct Honest(Client);

impl Honest {
    fn sit_down(stage: &Stage) -> Honest {
        let opened = open(stage.address(), "pig", &["me", "me"], &json!({}));
        Honest(Client::join(stage.address(), &name_of(&opened), Some(&token_of(&opened, 0)), None).greeted())
    }

    /// Is answered at once.
    fn goes_on(&mut self, after: &str) {
        let began = Instant::now();
        let id = self.0.id();
        let said = self.0.ask_for(&FromClient::Chat(Chat { id, text: format!("after {after}") }));
        assert!(matches!(said, ToClient::Ack(_)), "{after}: {said:?}");
        if self.0.ask.is_some() {
            self.0.play();
            self.0.until(|message| matches!(message, ToClient::Ack(_)));
        }
        assert!(began.elapsed() < AT_ONCE, "{after}: the honest match waited {:?}", began.elapsed());
    }
}

type Case = (&'static str, fn(&Stage));

/// What goes on within bounds that nobody meets by chance.
const PLAIN: [Case; 32] = [
    ("other seat's move", other_seats_move),
    ("stale q", stale_question),
    ("future q", future_question),
    ("id reused with other content", id_reused_with_other_content),
    ("id of another match", id_of_another_match),
    ("token of another match", token_of_another_match),
    ("old generation", old_generation),
    ("spectator plays", spectator_plays),
    ("chat after kick", chat_after_kick),
    ("hello twice", hello_twice),
    ("frame before hello", frame_before_hello),
    ("binary rubbish", binary_rubbish),
    ("broken deflate", broken_deflate),
    ("8 KB + 1", one_byte_too_long),
    ("what cannot be read, again and again", unreadable_again_and_again),
    ("fragments without end", fragments_without_end),
    ("depth 10^4", depth),
    ("duplicate keys", duplicate_keys),
    ("NaN, 1e999, -0", numbers_that_are_none),
    ("lone surrogates", lone_surrogates),
    ("U+202E names", names_that_turn_texts_around),
    ("10^6 players", a_million_players),
    ("10,000 sockets", ten_thousand_sockets),
    ("never reading", never_reading),
    ("reading one byte a second", reading_one_byte_a_second),
    ("Origin: null", origin_null),
    ("two Hosts, smuggled length", two_hosts_and_a_smuggled_length),
    (".. and %2e paths", paths_that_climb),
    ("undo spam", undo_spam),
    ("a rematch race of all seats", a_rematch_race_of_all_seats),
    ("closing in the middle of an ack", closing_in_the_middle_of_an_ack),
    ("20,000 creations", twenty_thousand_creations),
];

/// What meets a limit, each with quotas of its own.
const LIMITED: [Case; 5] = [
    ("ping flood", ping_flood),
    ("half-open upgrade", half_open_upgrade),
    ("one byte a second", one_byte_a_second),
    ("guessing codes", guessing_codes),
    ("forged forwarding header", forged_forwarding_header),
];

fn limits_of(case: &str) -> Quotas {
    let quick = Duration::from_millis(300);
    match case {
        "ping flood" => Quotas { messages: Rate::new(100.0, 100.0), ..generous() },
        "half-open upgrade" | "one byte a second" => Quotas { head: quick, hello: quick, ..generous() },
        _ => Quotas { guesses: Rate::new(0.0, 6.0), ..generous() },
    }
}

#[test]
fn there_are_thirty_seven_cases() {
    let mut names: Vec<&str> = PLAIN.iter().chain(&LIMITED).map(|(name, _)| *name).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), 37);
}

#[test]
fn an_honest_match_goes_on_beside_whoever_misbehaves() {
    let quotas = Quotas {
        new_matches: Rate::new(0.0, 150.0),
        outbox_messages: 8,
        connections_of_address: 300,
        ..generous()
    };
    let mut stage = Stage::new(House::new(quotas));
    let mut honest = Honest::sit_down(&stage);
    for (name, case) in PLAIN {
        case(&stage);
        honest.goes_on(name);
        // The last one leaves no match that may be opened.
        if name != PLAIN[PLAIN.len() - 1].0 {
            stage = stage.anew();
        }
    }
}

#[test]
fn an_honest_match_goes_on_beside_whoever_meets_a_limit() {
    for (name, case) in LIMITED {
        let stage = Stage::new(House::new(limits_of(name)));
        let mut honest = Honest::sit_down(&stage);
        case(&stage);
        honest.goes_on(name);
    }
}

#[test]
fn sockets_behind_a_proxy_are_counted_by_whom_they_are_for() {
    let house = House::furnished(&[], |config| {
        config.trusted = vec!["127.0.0.1".parse().unwrap()];
        config.quotas.connections_of_address = 3;
    });
    let opened = |address: &str| {
        let mut stream = stream(house.address());
        let head = format!(
            "GET /api/socket HTTP/1.1\r\nHost: {}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
             Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\
             X-Forwarded-For: {address}\r\n\r\n",
            house.address()
        );
        stream.write_all(head.as_bytes()).unwrap();
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).unwrap();
        (String::from_utf8_lossy(&answer).into_owned(), stream)
    };
    let mut open: Vec<TcpStream> = Vec::new();
    let status = |open: &mut Vec<TcpStream>, address: &str| {
        let (answer, stream) = opened(address);
        open.push(stream);
        answer["HTTP/1.1 ".len()..].to_owned()
    };
    let found = [(); 4].map(|()| status(&mut open, "198.51.100.7"));
    assert_eq!(found, ["101", "101", "101", "429"]);
    assert_eq!(status(&mut open, "198.51.100.8"), "101");
    open.drain(..3);
    let began = Instant::now();
    while status(&mut open, "198.51.100.7") != "101" {
        assert!(began.elapsed() < PATIENCE, "closed sockets go on counting");
    }
}

#[test]
fn a_refusal_for_too_much_says_when_to_come_back() {
    let house = House::new(Quotas { requests: Rate::new(0.5, 3.0), ..generous() });
    let answers: Vec<Answer> = (0..4).map(|_| get(house.address(), "/api/games", None)).collect();
    assert_eq!((answers[2].status, answers[3].status), (200, 429));
    let wait = answers[3].head.lines().find_map(|line| line.strip_prefix("retry-after: "));
    assert_eq!(wait, Some("2"), "{}", answers[3].head);
    let body: Value = answers[3].json();
    assert_eq!(body["code"], "busy");
}
