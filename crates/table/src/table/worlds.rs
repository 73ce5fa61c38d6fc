//! Two worlds at a table: in every game that may hide something, matches that a seat or a spectator cannot tell apart
//! give it the same messages and pages, whatever it asks for, and with the next move. It knows no rules and no games.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use super::Table;
use crate::bench::Bench;
use crate::input::{ConnId, Grant, Input, Loading, Output};
use crate::rules::Rules;
use crate::settings::Settings;
use base::Random;
use engine::{Game, Match, Twin};
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use store::{MatchId, MatchState, Outcome, Seat, Stored};
use wire::{FromClient, Id, Part, Play, Raw, Undo, Why, raw};

/// Pairs of worlds for each game.
const FEW: usize = 8;

/// So many matches are begun for these pairs at most, and so many decisions made in each.
const MAX_MATCHES: u64 = 20;
const MAX_DECISIONS: usize = 60;

const OF: MatchId = MatchId(1);

/// Who looks on: a seat, or a spectator.
type Onlooker = Option<u32>;

fn stored(players: u32) -> Stored {
    let row = store::Match {
        players,
        seed: [1; 8],
        state: MatchState::On,
        settings: Settings::default().to_text(),
        ..store::Match::new(OF, "m1".to_owned(), [1; 32])
    };
    let seat = |n| Seat::held(OF, n, format!("Name {n}"), None);
    Stored { row: row.rooted(), seats: (0..players).map(seat).collect(), steps: Vec::new(), chat: Vec::new() }
}

/// A table at which somebody looks on, and all that it was sent.
struct World {
    table: Table,
    bench: Bench,
    onlooker: Onlooker,
    told: Vec<String>,
    write: Option<u64>,
}

fn grant(onlooker: Onlooker) -> Option<Grant> {
    onlooker.map(|seat| Grant { seat, generation: 1 })
}

/// The socket of somebody.
fn conn(of: Onlooker) -> ConnId {
    ConnId(of.map_or(99, u64::from))
}

impl World {
    /// A table at which that match is played.
    fn of(core: &Match, rules: &Rules, onlooker: Onlooker) -> World {
        let table = Table::new(OF, None, 0);
        let mut world = World { table, bench: Bench::new(), onlooker, told: Vec::new(), write: None };
        world.give(Input::Wake);
        let loading = Loading { stored: Ok(stored(core.players())), rules: Some(rules.clone()), down: 0 };
        world.give(Input::Loaded(Box::new(loading)));
        let fold = &mut world.table.warm.as_mut().unwrap().fold;
        fold.core = core.clone();
        fold.light.settle(core, 0);
        for seat in (0..core.players()).map(Some).chain([None]) {
            let (conn, grant) = (conn(seat), grant(seat));
            world.give(Input::Hello { conn, grant, have: None, legend: None });
        }
        world
    }

    fn give(&mut self, input: Input) {
        for output in self.table.on(input, 0, &mut self.bench) {
            match output {
                Output::Send(to, text) if to == conn(self.onlooker) => self.told.push(text.to_string()),
                Output::Write { write, .. } => self.write = Some(write),
                _ => {}
            }
        }
    }

    fn say(&mut self, of: Onlooker, message: FromClient) {
        self.give(Input::Message { conn: conn(of), message, lag: 0 });
    }

    fn q(&self, seat: u32) -> u64 {
        self.table.warm.as_ref().unwrap().fold.light.q[seat as usize]
    }

    /// Asks for all that may be asked for, and tries what is refused.
    fn ask(&mut self) {
        let q = self.onlooker.map_or(1, |seat| self.q(seat));
        let paths: [Raw; 5] = [
            raw(&"zz"),
            raw(&99_999),
            raw(&json!([])),
            raw(&json!([{ "action": "zz" }])),
            raw(&json!([{ "thing": 0 }])),
        ];
        for (n, path) in (0..).zip(paths) {
            let id = |kind: u8| Id([[kind; 8], [n; 8]].concat().try_into().unwrap());
            self.say(self.onlooker, FromClient::Part(Part { id: id(1), q, path: path.clone() }));
            self.say(self.onlooker, FromClient::Why(Why { id: id(2), q, path: path.clone() }));
            if n != 2 {
                self.say(self.onlooker, FromClient::Play(Play { id: id(3), q: q + 1, path: path.clone() }));
                self.say(self.onlooker, FromClient::Play(Play { id: id(4), q, path }));
            }
        }
        self.say(self.onlooker, FromClient::Undo(Undo { id: Id([5; 16]), to: None }));
        self.told.push(format!("{:?}", self.table.page(grant(self.onlooker), 0)));
        assert!(self.write.is_none(), "that was to be refused");
    }

    /// Makes a move and tells everybody of it; whether it was made.
    fn play(&mut self, seat: u32, text: &str) -> bool {
        let play = Play { id: Id([7; 16]), q: self.q(seat), path: raw(&text) };
        self.say(Some(seat), FromClient::Play(play));
        let Some(write) = self.write.take() else { return false };
        self.give(Input::Written { write, outcome: Outcome::Done });
        true
    }
}

/// A move that both can make and that names nothing unknown, and of which the onlooker learns nothing that differs.
fn common(one: &Match, twin: &Twin, onlooker: Onlooker, random: &mut Random) -> Option<(u32, String)> {
    let seat = one.decider()?;
    let texts = |now: &Match| -> Vec<String> {
        now.seat(seat).moves().unwrap_or_default().into_iter().map(|made| made.text).collect()
    };
    let theirs = texts(&twin.now);
    let names = |text: &str| text.contains("a card") || twin.texts.iter().any(|t| text.contains(t.as_str()));
    let mut both: Vec<String> = texts(one).into_iter().filter(|t| theirs.contains(t) && !names(t)).collect();
    if both.is_empty() {
        return None;
    }
    let text = both.swap_remove(random.below(both.len() as u64) as usize);
    let after = |now: &Match| {
        let mut after = now.clone();
        after.play_as(seat, text.as_str()).ok().map(|_| after)
    };
    let (left, right) = (after(one)?, after(&twin.now)?);
    let mut later = twin.clone();
    later.now = right;
    // Rules may tell, or make public, what was hidden, as at a showdown.
    let comes_to_light = left.is_over()
        || later.now.is_over()
        || left.observer(onlooker).heard() != later.now.observer(onlooker).heard()
        || later.is_told_from(&left, onlooker)
        || left.view(onlooker) != later.now.view(onlooker);
    (!comes_to_light).then_some((seat, text))
}

/// Compares what somebody is told in two worlds. Gives whether somebody who is told all there is would be told what
/// differs.
fn compare(
    what: &str,
    rules: &Rules,
    one: &Match,
    twin: &Twin,
    onlooker: Onlooker,
    random: &mut Random,
) -> bool {
    let mut worlds = [one, &twin.now].map(|core| World::of(core, rules, onlooker));
    worlds.iter_mut().for_each(World::ask);
    if let Some((seat, text)) = common(one, twin, onlooker, random) {
        let made = worlds.each_mut().map(|world| world.play(seat, &text));
        assert_eq!(made[0], made[1], "{what}: `{text}`");
    }
    let [left, right] = worlds.map(|world| world.told);
    assert!(!left.is_empty(), "{what}");
    if let Some((left, right)) = difference(&left, &right) {
        panic!("{what}, {:?}:\n{left}\n{right}", twin.texts);
    }
    let leak = |told: &[String], core: &Match| [told, &[format!("{:?}", core.secrecy().view_all())]].concat();
    difference(&leak(&left, one), &leak(&right, &twin.now)).is_some()
}

/// The first messages that are not the same.
fn difference<'t>(left: &'t [String], right: &'t [String]) -> Option<(&'t str, &'t str)> {
    let at = |all: &'t [String], i: usize| all.get(i).map_or("nothing", String::as_str);
    (0..left.len().max(right.len())).map(|i| (at(left, i), at(right, i))).find(|(left, right)| left != right)
}

/// Random matches of a game, and worlds beside them. Gives how many pairs were compared, in how many a leak that is
/// planted is found, and whether anybody decides in secret.
fn worlds(game: &Arc<Game>) -> (usize, usize, bool) {
    let (counts, rules) = (game.player_counts(), Rules::new(Arc::clone(game)));
    let (mut compared, mut found, mut is_secret) = (0, 0, false);
    for seed in 0..MAX_MATCHES {
        let players = counts[seed as usize % counts.len()];
        let (mut now, mut random) = (Match::start(game, players, seed), Random::new(seed));
        now.follow();
        for decision in 0..MAX_DECISIONS {
            if now.is_over() || compared >= FEW {
                break;
            }
            is_secret |= now.secrecy().is_secret();
            let onlooker = [None, Some(random.below(u64::from(players)) as u32), now.decider()]
                [random.below(3) as usize];
            if random.below(4) == 0
                && let Some(twin) = Twin::of(&now, onlooker, &mut random)
            {
                let what = format!("{}, seed {seed}, decision {decision}, {onlooker:?}", game.name());
                found += usize::from(compare(&what, &rules, &now, &twin, onlooker, &mut random));
                compared += 1;
            }
            now.play(&mut random).unwrap();
        }
    }
    (compared, found, is_secret)
}

#[test]
fn whoever_cannot_tell_two_matches_apart_is_sent_the_same() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let mut hiding = 0;
    for path in project::games_below(&folder) {
        let game = project::open(project::Request::new(&path).without_tests()).unwrap().game.unwrap();
        if game.hidden().is_none() {
            continue;
        }
        hiding += 1;
        let (compared, found, is_secret) = worlds(&game);
        // Where all that is hidden are choices, there is nothing to be exchanged: the server's own tests compare these.
        assert!(compared >= FEW || is_secret, "{}: {compared} pairs", game.name());
        assert!(found > 0 || compared == 0, "{}: a leak that is planted is not found", game.name());
    }
    assert!(hiding > 10, "{hiding} games hide anything");
}
