//! Matches that differ only in what a seat may not know: what that seat and spectators get over HTTP and sockets is the
//! same, byte for byte.

use crate::client::{Client, get, submit};
use crate::{House, games};
use base::Random;
use engine::Match as Course;
use project::Request;
use sha2::{Digest, Sha256};
use std::path::Path;
use store::sqlite::{Options, SqliteStore};
use store::{
    BUCKETS, Chain, Change, Match, MatchId, MatchState, Opening, Outcome, ProcessId, Program, Seat, SeatKind,
    Store, Write,
};
use wire::{FromClient, Id, Play, ToClient, raw};

/// A game, two seeds that seat 0 cannot tell apart, and what seat 1 chooses in each world before seat 0 is asked again.
struct Worlds {
    game: &'static str,
    seeds: [u64; 2],
    sealed: [usize; 2],
}

/// What a seat sees at the start, and what it is asked.
fn seen(game: &str, seed: u64, seat: u32) -> String {
    let path = games().join(game);
    let game = project::open(Request::new(&path).without_tests()).unwrap().game.unwrap();
    let mut now = Course::start(&game, 2, seed);
    now.follow();
    format!("{:?} {:?}", now.tabletop(engine::view::Viewer::Seat(seat)), now.seat(seat).ask().ok())
}

/// Two seeds of which seat 0 sees the same, and seat 1 does not.
fn twins(game: &'static str) -> Worlds {
    let mut random = Random::new(3);
    let first = random.word();
    let (own, other) = (seen(game, first, 0), seen(game, first, 1));
    let twin = (0..500)
        .map(|_| random.word())
        .find(|seed| seen(game, *seed, 0) == own && seen(game, *seed, 1) != other);
    Worlds { game, seeds: [first, twin.unwrap()], sealed: [0, 0] }
}

fn token(seat: u32) -> String {
    // Tokens of the two worlds must differ, since each holds one seat; their letters are of one length.
    let number = format!("{seat:0>25}");
    let check = (0..125).step_by(2).fold(0_u128, |sum, i| sum ^ (read(&number) >> i & 3));
    let letter = b"0123456789abcdefghjkmnpqrstvwxyz"[(check << 3) as usize];
    format!("tvs_{}{number}", char::from(letter))
}

fn read(text: &str) -> u128 {
    text.bytes().fold(0, |number, byte| number << 5 | u128::from(byte - b'0'))
}

/// The same match twice but for its seed, in one database.
fn write(db: &Path, worlds: &Worlds, program: &Program, options: &str, limits: &str) {
    let store = SqliteStore::open(db, Options { ballast: 0, ..Options::default() }).unwrap();
    let epoch = store.lease(0..BUCKETS, ProcessId(1), 1_000_000).unwrap()[0].epoch;
    let mut changes = vec![Change::Program(program.clone())];
    for (world, seed) in worlds.seeds.iter().enumerate() {
        let of = MatchId(40 + world as i64);
        let mut row = Match {
            id: of,
            public: format!("{:0>10}1{}", "", 8 + world),
            program: program.hash,
            options: options.to_owned(),
            players: 2,
            seed: seed.to_le_bytes(),
            limits: limits.to_owned(),
            semantics: 1,
            state: MatchState::Lobby,
            steps: 0,
            chain: Chain([0; 8]),
            settings: String::new(),
            due: None,
            opened: 5,
            touched: 5,
            rematch: None,
        };
        row.chain = row.root();
        let seat = |n: u32| Seat {
            of,
            n,
            name: format!("Name {n}"),
            kind: SeatKind::Human,
            bot: None,
            token: Some(Sha256::digest(token(2 * world as u32 + n).as_bytes()).into()),
            generation: 1,
            team: None,
            is_forgotten: false,
        };
        let opening = Opening { row, seats: (0..2).map(seat).collect(), invites: Vec::new() };
        changes.push(Change::Open(Box::new(opening)));
    }
    let writes = changes.into_iter().map(|change| Write { epoch, change }).collect();
    assert_eq!(store.commit(writes).wait(), [Outcome::Done; 3]);
}

/// The rules of a game as the server keeps them: it opens a match, and what it has written is read.
fn program(game: &str) -> (Program, String, String) {
    let mut house = House::new(crate::generous());
    let opened = crate::client::open(house.address(), game, &["me", "me"], &serde_json::json!({}));
    house.server = None;
    let store = SqliteStore::open_for_reading(&house.folder.path().join("matches.db")).unwrap();
    let of = store.by_public(opened["match"].as_str().unwrap()).unwrap().unwrap();
    let row = store.row(of).unwrap().unwrap();
    (store.program(&row.program).unwrap().unwrap(), row.options, row.limits)
}

/// What somebody got in one world, without what names the world.
fn without_names(world: usize, all: Vec<String>) -> Vec<String> {
    let name = format!("00000000001{}", 8 + world);
    let clean = |text: String| {
        let text = (0..2).fold(text, |text, seat| text.replace(&token(2 * world as u32 + seat), "TOKEN"));
        text.replace(&name, "MATCH")
    };
    all.into_iter().map(clean).collect()
}

/// What seat 0, who looks on, and seat 1 get in one world.
fn streams(house: &House, worlds: &Worlds, world: usize) -> [Vec<String>; 3] {
    let address = house.address();
    let name = format!("00000000001{}", 8 + world);
    let tokens = [0, 1].map(|seat| token(2 * world as u32 + seat));
    let mut own = Client::join(address, &name, Some(&tokens[0]), None).greeted();
    let mut watcher = Client::join(address, &name, None, None).greeted();
    let mut other = Client::join(address, &name, Some(&tokens[1]), None).greeted();
    if other.ask.is_some() {
        let message = FromClient::Play(Play { id: Id([1; 16]), q: 1, path: raw(&worlds.sealed[world]) });
        assert!(matches!(other.ask_for(&message), ToClient::Ack(_)));
    }
    for (id, text) in [
        (2, FromClient::Why(wire::Why { id: Id([2; 16]), q: 1, path: raw(&"no such move") })),
        (3, FromClient::Part(wire::Part { id: Id([3; 16]), q: 1, path: raw(&[(); 0]) })),
        (4, FromClient::Undo(wire::Undo { id: Id([4; 16]), to: None })),
        (5, FromClient::Play(Play { id: Id([5; 16]), q: 9, path: raw(&0) })),
    ] {
        own.send(&text.to_text());
        let answer = own.until(|_| true);
        assert!(!matches!(answer, ToClient::Bye(_)), "{id}");
    }
    for client in [&mut own, &mut watcher, &mut other] {
        client.send(r#"{"ping":{"t":1}}"#);
        client.until(|message| matches!(message, ToClient::Pong(_)));
    }
    let paths = [
        "/api/matches/X",
        "/api/matches/X/legend",
        "/api/matches/X/record",
        "/api/matches/X/moments/0",
        "/m/X",
        "/r/X",
    ];
    let over_http = |token: Option<&str>| {
        paths
            .map(|path| format!("{:?}", get(address, &path.replace('X', &name), token).without_date()))
            .to_vec()
    };
    let form = submit(address, &format!("/m/{name}"), &[("token", &tokens[0])]);
    let mut seat = [own.got.clone(), over_http(Some(&tokens[0]))].concat();
    seat.push(format!("{:?}", form.without_date()));
    // Somebody who comes anew is told no more.
    seat.extend(Client::join(address, &name, Some(&tokens[0]), None).greeted().got);
    let watched = [watcher.got.clone(), over_http(None)].concat();
    let other = [other.got.clone(), over_http(Some(&tokens[1]))].concat();
    [seat, watched, other].map(|all| without_names(world, all))
}

#[test]
fn nobody_sees_what_others_hold_or_have_chosen() {
    let open = |game| {
        let mut random = Random::new(1);
        let seed = random.word();
        Worlds { game, seeds: [seed, seed], sealed: [0, 1] }
    };
    for worlds in [open("rock-paper-scissors"), open("goofspiel"), twins("leduc")] {
        let (program, options, limits) = program(worlds.game);
        let house = House::with(|db| write(db, &worlds, &program, &options, &limits));
        let [first, second] = [0, 1].map(|world| streams(&house, &worlds, world));
        assert!(first[0].len() > 10 && first[1].len() > 5, "{}", worlds.game);
        assert_eq!(first[0], second[0], "{}: the seat", worlds.game);
        assert_eq!(first[1], second[1], "{}: who looks on", worlds.game);
        assert_ne!(first[2], second[2], "{}: whoever knows it sees that the worlds differ", worlds.game);
    }
}
