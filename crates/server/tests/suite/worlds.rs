//! Matches that differ only in what a seat, or who looks on, may not know: what they get over HTTP and sockets is the same,
//! byte for byte and in the same order, in every game that hides anything. When it comes is compared at tables, where time
//! is a number (`table::worlds`).

use crate::client::{Client, get, post, settle, submit};
use crate::{House, games, generous};
use base::Random;
use engine::view::Viewer;
use engine::{Game, Match as Course};
use project::Request;
use serde_json::json;
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};
use store::sqlite::{Options, SqliteStore};
use store::{BUCKETS, Change, Match, MatchId, Opening, Outcome, ProcessId, Program, Seat, Store, Write};
use wire::{FromClient, Id, Play, Raw, ToClient, raw};

/// So many seeds are looked through for two that somebody cannot tell apart.
const SEEDS: usize = 80;

/// So many moves are made at most, and so many tried to find one of which the onlooker sees the same in both worlds.
const MOVES: usize = 6;
const TRIES: u64 = 12;

/// So many matches are looked through for a choice that is a secret, and so many decisions of each.
const MATCHES: u64 = 2;
const DECISIONS: usize = 30;

/// Two matches of a game that `viewer` cannot tell apart, and somebody else can: by their seeds, or by the moves that are
/// made in them.
struct Worlds {
    game: String,
    players: u32,
    viewer: Viewer,
    seeds: [u64; 2],
    moves: [Vec<(u32, Raw)>; 2],
}

fn compiled(game: &str) -> Arc<Game> {
    project::open(Request::new(&games().join(game)).without_tests()).unwrap().game.unwrap()
}

fn begun(game: &Arc<Game>, players: u32, seed: u64) -> Course {
    let mut now = Course::start(game, players, seed);
    now.follow();
    now
}

fn viewers(players: u32) -> impl Iterator<Item = Viewer> {
    (0..players).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// What somebody sees of a match and is asked in it, with what was told of the last move.
fn seen(now: &Course, viewer: Viewer) -> String {
    let asked = match viewer {
        Viewer::Seat(seat) => now.seat(seat).ask().ok(),
        _ => None,
    };
    let observer = now.observer(viewer);
    let told = json!([observer.tabletop(), observer.trace(), observer.log()]);
    format!("{told} {asked:?} {:?} {}", observer.deciders(), now.is_over())
}

/// A pair of worlds for each seat and for who looks on, as far as few seeds have one.
fn twins(name: &str) -> Vec<Worlds> {
    let game = compiled(name);
    if game.hidden().is_none() {
        return Vec::new();
    }
    let (players, mut random) = (game.player_counts()[0], Random::new(3));
    let seen_by_all = |seed| -> Vec<String> {
        let now = begun(&game, players, seed);
        viewers(players).map(|viewer| seen(&now, viewer)).collect()
    };
    let seeds: Vec<(u64, Vec<String>)> =
        (0..SEEDS).map(|_| random.word()).map(|seed| (seed, seen_by_all(seed))).collect();
    let pair = |(i, viewer): (usize, Viewer)| {
        let mut first: BTreeMap<&str, &(u64, Vec<String>)> = BTreeMap::new();
        let found = seeds.iter().find_map(|twin| {
            let one = *first.entry(&twin.1[i]).or_insert(twin);
            (one.1 != twin.1).then_some([one.0, twin.0])
        });
        let seeds = found?;
        let made = common(&game, players, viewer, seeds);
        Some(Worlds { game: name.to_owned(), players, viewer, seeds, moves: [made.clone(), made] })
    };
    viewers(players).enumerate().filter_map(pair).collect()
}

/// Worlds in which somebody chose differently, for a seat and for who looks on, where that is a secret in few matches.
fn chosen(name: &str) -> Vec<Worlds> {
    let game = compiled(name);
    if game.hidden().is_none() {
        return Vec::new();
    }
    let players = game.player_counts()[0];
    let mut found: Vec<Worlds> = Vec::new();
    for seed in 1..=MATCHES {
        let (mut now, mut random) = (begun(&game, players, seed), Random::new(seed));
        let mut made: Vec<(u32, Raw)> = Vec::new();
        while made.len() < DECISIONS
            && let Some(seat) = now.decider()
        {
            let moves = now.seat(seat).moves().unwrap_or_default();
            let tried = (0..TRIES.min(moves.len() as u64)).filter_map(|_| {
                let text = moves[random.below(moves.len() as u64) as usize].text.clone();
                let mut after = now.clone();
                after.play_as(seat, text.as_str()).ok().map(|_| (text, after))
            });
            let tried: Vec<(String, Course)> = tried.collect();
            let onlookers = [Viewer::Seat((seat + 1) % players), Viewer::Spectator];
            for viewer in onlookers.into_iter().filter(|viewer| *viewer != Viewer::Seat(seat)) {
                let is_new = found.iter().all(|worlds| {
                    matches!(worlds.viewer, Viewer::Spectator) != matches!(viewer, Viewer::Spectator)
                });
                let Some(pair) = is_new.then(|| secret(&tried, viewer, seat)).flatten() else { continue };
                let moves = pair.map(|text| [made.as_slice(), &[(seat, raw(&text))]].concat());
                found.push(Worlds { game: name.to_owned(), players, viewer, seeds: [seed; 2], moves });
            }
            let Some((text, after)) = tried.into_iter().next() else { break };
            made.push((seat, raw(&text)));
            now = after;
        }
    }
    found
}

/// Two moves that somebody cannot tell apart and their seat can.
fn secret(tried: &[(String, Course)], viewer: Viewer, seat: u32) -> Option<[String; 2]> {
    let mut first: BTreeMap<String, &(String, Course)> = BTreeMap::new();
    tried.iter().filter(|(_, after)| !after.is_over()).find_map(|other| {
        let one = *first.entry(seen(&other.1, viewer)).or_insert(other);
        let own = [&one.1, &other.1].map(|now| seen(now, Viewer::Seat(seat)));
        (own[0] != own[1]).then(|| [one.0.clone(), other.0.clone()])
    })
}

/// Moves that can be made in both worlds and after which the viewer still sees the same.
fn common(game: &Arc<Game>, players: u32, viewer: Viewer, seeds: [u64; 2]) -> Vec<(u32, Raw)> {
    let mut random = Random::new(seeds[0]);
    let mut worlds = seeds.map(|seed| begun(game, players, seed));
    let mut made = Vec::new();
    while made.len() < MOVES
        && let Some(seat) = worlds[0].decider()
    {
        let moves = worlds[0].seat(seat).moves().unwrap_or_default();
        let next = (0..TRIES.min(moves.len() as u64)).find_map(|_| {
            let text = moves[random.below(moves.len() as u64) as usize].text.clone();
            let mut after = worlds.each_ref().map(Clone::clone);
            let is_made = after.iter_mut().all(|now| now.play_as(seat, text.as_str()).is_ok());
            let [left, right] = after.each_ref().map(|now| seen(now, viewer));
            (is_made && left == right && !after[0].is_over()).then_some((text, after))
        });
        let Some((text, after)) = next else { break };
        made.push((seat, raw(&text)));
        worlds = after;
    }
    made
}

fn token(number: u32) -> String {
    // Tokens of the two worlds must differ, since each holds one seat; their letters are of one length.
    let number = format!("{number:0>25}");
    let check = (0..125).step_by(2).fold(0_u128, |sum, i| sum ^ (read(&number) >> i & 3));
    let letter = b"0123456789abcdefghjkmnpqrstvwxyz"[(check << 3) as usize];
    format!("tvs_{}{number}", char::from(letter))
}

fn read(text: &str) -> u128 {
    text.bytes().fold(0, |number, byte| number << 5 | u128::from(byte - b'0'))
}

/// A match in the database: the world of a pair, by numbers.
#[derive(Clone, Copy)]
struct Place {
    pair: usize,
    world: usize,
}

impl Place {
    fn number(self) -> u32 {
        (2 * self.pair + self.world) as u32
    }

    fn of(self) -> MatchId {
        MatchId(1_024 + i64::from(self.number()))
    }

    /// What the match is called in addresses.
    fn name(self) -> String {
        let letters = b"0123456789abcdefghjkmnpqrstvwxyz";
        let digit = |shift: i64| char::from(letters[(self.of().0 >> shift & 31) as usize]);
        format!("{:0>9}{}{}{}", "", digit(10), digit(5), digit(0))
    }

    fn token(self, seat: u32) -> String {
        token(16 * self.number() + seat)
    }

    /// What somebody got, without what names the world.
    fn without_names(self, players: u32, all: Vec<String>) -> Vec<String> {
        let clean = |text: String| {
            let text = (0..players).fold(text, |text, seat| text.replace(&self.token(seat), "TOKEN"));
            text.replace(&self.name(), "MATCH")
        };
        all.into_iter().map(clean).collect()
    }
}

/// The rules of a game as the server keeps them.
struct Kept {
    program: Program,
    options: String,
    limits: String,
}

/// The server opens a match of each game, and what it has written is read.
fn kept<'w>(names: impl Iterator<Item = &'w str>) -> BTreeMap<&'w str, Kept> {
    let mut house = House::new(generous());
    let opened = names.map(|game| {
        let opened = post(house.address(), "/api/matches", None, &json!({ "game": game }));
        assert_eq!(opened.status, 200, "{game}: {opened:?}");
        (game, opened.json()["match"].as_str().unwrap().to_owned())
    });
    let opened: BTreeMap<&str, String> = opened.collect();
    house.server = None;
    let store = SqliteStore::open_for_reading(&house.folder.path().join("matches.db")).unwrap();
    let read = |public: &String| {
        let row = store.row(store.by_public(public).unwrap().unwrap()).unwrap().unwrap();
        Kept {
            program: store.program(&row.program).unwrap().unwrap(),
            options: row.options,
            limits: row.limits,
        }
    };
    opened.iter().map(|(game, public)| (*game, read(public))).collect()
}

/// All worlds in one database.
fn write(db: &Path, all: &[Worlds], kept: &BTreeMap<&str, Kept>) {
    let store = SqliteStore::open(db, Options { ballast: 0, ..Options::default() }).unwrap();
    let epoch = store.lease(0..BUCKETS, ProcessId(1), 1_000_000).unwrap()[0].epoch;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis() as i64;
    let mut changes: Vec<Change> = kept.values().map(|kept| Change::Program(kept.program.clone())).collect();
    for (pair, worlds) in all.iter().enumerate() {
        let rules = &kept[worlds.game.as_str()];
        for (world, seed) in worlds.seeds.iter().enumerate() {
            let place = Place { pair, world };
            let row = Match {
                options: rules.options.clone(),
                players: worlds.players,
                seed: seed.to_le_bytes(),
                limits: rules.limits.clone(),
                // Of both worlds, and not so long ago that they are removed as old.
                opened: now,
                touched: now,
                ..Match::new(place.of(), place.name(), rules.program.hash)
            };
            let token = |n: u32| Some(Sha256::digest(place.token(n).as_bytes()).into());
            let seat = |n: u32| Seat::held(place.of(), n, format!("Name {n}"), token(n));
            let seats = (0..worlds.players).map(seat).collect();
            changes.push(Change::Open(Box::new(Opening { row: row.rooted(), seats, invites: Vec::new() })));
        }
    }
    let writes: Vec<Write> = changes.into_iter().map(|change| Write { epoch, change }).collect();
    for some in writes.chunks(32) {
        assert!(store.commit(some.to_vec()).wait().iter().all(|outcome| *outcome == Outcome::Done));
    }
}

/// Asks for what may be asked for, and tries what is refused.
fn ask(client: &mut Client) {
    for (id, text) in [
        (2, FromClient::Why(wire::Why { id: Id([2; 16]), q: 1, path: raw(&"no such move") })),
        (3, FromClient::Part(wire::Part { id: Id([3; 16]), q: 1, path: raw(&[(); 0]) })),
        (4, FromClient::Undo(wire::Undo { id: Id([4; 16]), to: None })),
        (5, FromClient::Play(Play { id: Id([5; 16]), q: 999, path: raw(&0) })),
    ] {
        client.send(&text.to_text());
        let answer = client.until(|_| true);
        assert!(!matches!(answer, ToClient::Bye(_)), "{id}");
    }
}

/// What each seat, and then who looks on, gets in one world.
fn streams(house: &House, worlds: &Worlds, place: Place) -> Vec<Vec<String>> {
    let (address, name) = (house.address(), place.name());
    let token_of = |viewer: Viewer| match viewer {
        Viewer::Seat(seat) => Some(place.token(seat)),
        _ => None,
    };
    let join = |viewer: Viewer| Client::join(address, &name, token_of(viewer).as_deref(), None).greeted();
    let mut clients: Vec<Client> = viewers(worlds.players).map(join).collect();
    clients.iter_mut().for_each(settle);
    clients.iter_mut().for_each(ask);
    for (n, (seat, path)) in (10..).zip(&worlds.moves[place.world]) {
        let client = &mut clients[*seat as usize];
        let q = client.ask.as_ref().unwrap_or_else(|| panic!("{}: seat {seat} is not asked", worlds.game)).q;
        let message = FromClient::Play(Play { id: Id([n; 16]), q, path: path.clone() });
        let answer = client.ask_for(&message);
        assert!(matches!(answer, ToClient::Ack(_)), "{}: {path:?} {answer:?}", worlds.game);
        clients.iter_mut().for_each(settle);
    }
    clients.iter_mut().for_each(ask);
    clients.iter_mut().for_each(settle);
    // Nobody leaves before all is told, since who is there is told, too.
    let mut late = Vec::new();
    let got = |(viewer, client): (Viewer, &mut Client)| {
        let (mut all, token) = (std::mem::take(&mut client.got), token_of(viewer));
        let paths = ["", "/legend", "/record", "/moments/0"].map(|rest| format!("/api/matches/{name}{rest}"));
        for path in paths.iter().cloned().chain(["m", "r"].map(|page| format!("/{page}/{name}"))) {
            all.push(format!("{:?}", get(address, &path, token.as_deref()).without_date()));
        }
        if let Some(token) = token {
            let form = submit(address, &format!("/m/{name}"), &[("token", &token)]);
            all.push(format!("{:?}", form.without_date()));
            let mine = post(address, "/api/mine", None, &json!({ "tokens": [token] })).without_date();
            // When something was last done is a time.
            let touched = mine.json()[0]["touched"].to_string();
            all.push(format!("{mine:?}").replace(&touched, "TOUCHED"));
        }
        // Somebody who comes anew is told no more.
        let mut anew = join(viewer);
        all.append(&mut anew.got);
        late.push(anew);
        place.without_names(worlds.players, all)
    };
    viewers(worlds.players).zip(&mut clients).map(got).collect()
}

/// Compares all pairs; gives how many moves were made.
fn compare(all: &[Worlds]) -> usize {
    let kept = kept(all.iter().map(|worlds| worlds.game.as_str()));
    let house = House::with(|db| write(db, all, &kept));
    for (pair, worlds) in all.iter().enumerate() {
        let [first, second] = [0, 1].map(|world| streams(&house, worlds, Place { pair, world }));
        let what = format!("{}, {:?}", worlds.game, worlds.viewer);
        let i = viewers(worlds.players).position(|viewer| viewer == worlds.viewer).unwrap();
        assert!(first[i].len() > 8, "{what}");
        for (left, right) in first[i].iter().zip(&second[i]) {
            assert_eq!(left, right, "{what}");
        }
        assert_eq!(first[i].len(), second[i].len(), "{what}");
        // Were any of them sent what somebody else is, it would be found.
        assert!(
            (0..first.len()).any(|other| first[other] != second[other]),
            "{what}: nobody sees a difference"
        );
    }
    all.iter().map(|worlds| worlds.moves[0].len()).sum()
}

/// Compares pairs of all games under `games/` that may hide anything, and gives in how many of them there are any.
fn compare_all(pairs: fn(&str) -> Vec<Worlds>) -> (usize, usize) {
    let name = |path: &Path| path.parent().unwrap().file_name().unwrap().to_str().unwrap().to_owned();
    let names: BTreeSet<String> = project::games_below(&games()).iter().map(|path| name(path)).collect();
    let all: Vec<Worlds> = names.iter().flat_map(|name| pairs(name)).collect();
    let found: BTreeSet<&str> = all.iter().map(|worlds| worlds.game.as_str()).collect();
    let moves = compare(&all);
    println!("{} pairs, {moves} moves in {} games: {found:?}", all.len(), found.len());
    (found.len(), moves)
}

#[test]
fn nobody_sees_what_others_have_chosen_in_any_game() {
    let (games, _) = compare_all(chosen);
    assert!(games >= 5, "{games}");
}

#[test]
fn nobody_sees_what_others_hold_in_any_game() {
    let (games, moves) = compare_all(twins);
    assert!(games >= 20 && moves >= 50, "{games}, {moves}");
}
