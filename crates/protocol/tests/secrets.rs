//! Non-interference over whole matches, at the border where other programs stand: two matches that differ only in
//! what a seat may not know are played side by side, and every line that goes out for that seat is equal, byte for
//! byte. It knows the names of games and nothing of their rules.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::Game;
use protocol::{OpenOptions, Session};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// What is played, as short as it goes.
struct Played {
    folder: &'static str,
    players: u32,
    options: &'static str,
    /// Statements that change something that nobody knows but the seat `P`.
    changes: &'static [&'static str],
}

const MAX_DECISIONS: usize = 2_000;

/// Opens a game of the repository.
fn open(name: &str, wanted: &OpenOptions) -> Result<project::Loaded, project::OptionError> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(project::Request::new(&folder).choices(&wanted.choices).scripts(&wanted.scripts))
}

/// Who looks on: a seat, or a spectator.
type Viewer = Option<u32>;

/// A match behind a session, and the game that it is a match of.
struct Table {
    session: Session,
    name: &'static str,
    game: Arc<Game>,
}

impl Table {
    fn of(name: &'static str, game: &Arc<Game>) -> Table {
        let session = Session::new(Box::new(move |wanted| open(name, wanted)), game.clone());
        Table { session, name, game: game.clone() }
    }

    fn ask(&mut self, request: &Value) -> Value {
        let line = self.session.answer(&request.to_string());
        let answer: Value = serde_json::from_str(&line).unwrap();
        assert_eq!(answer["ok"], true, "{request}: {line}");
        answer
    }

    /// Another table at which the same match stands.
    fn twin(&mut self) -> Table {
        let saved = self.ask(&json!({ "cmd": "save" }))["match"].take();
        let mut twin = Table::of(self.name, &self.game);
        twin.ask(&json!({ "cmd": "load", "match": saved }));
        twin
    }

    fn is_over(&mut self) -> bool {
        self.ask(&json!({ "cmd": "result" }))["over"] == true
    }

    fn deciders(&mut self) -> Vec<u32> {
        let seats = self.ask(&json!({ "cmd": "moves" }))["seats"].take();
        seats.as_array().unwrap().iter().map(|s| s.as_u64().unwrap() as u32).collect()
    }

    /// The texts of the moves of a seat.
    fn moves(&mut self, seat: u32) -> Vec<String> {
        let moves = self.ask(&json!({ "cmd": "moves", "seat": seat }))["moves"].take();
        moves.as_array().unwrap().iter().map(|m| m["text"].as_str().unwrap().to_owned()).collect()
    }

    /// Makes the first move of that text. Gives the line that the viewer gets.
    fn play(&mut self, seat: u32, text: &str, viewer: Viewer) -> String {
        let id = self.moves(seat).iter().position(|t| t == text).unwrap();
        self.session.answer(&json!({ "cmd": "play", "seat": seat, "id": id, "as": viewer }).to_string())
    }

    /// Everything that the viewer may ask for without changing anything, refusals too.
    fn answers(&mut self, viewer: Viewer) -> String {
        let mut lines = vec![json!({ "cmd": "table", "seat": viewer }), json!({ "cmd": "result" })];
        if let Some(seat) = viewer {
            lines.push(json!({ "cmd": "moves", "seat": seat }));
            lines.push(json!({ "cmd": "ask", "seat": seat }));
            lines.push(json!({ "cmd": "play", "seat": seat, "as": seat, "text": "what is no move" }));
            lines.push(json!({ "cmd": "table", "as": seat }));
            lines.push(json!({ "cmd": "result", "as": seat }));
            lines.push(json!({ "cmd": "ask", "as": seat }));
            lines.push(json!({ "cmd": "state", "as": seat }));
            // Whatever is asked about other seats, or of the one that decides, tells nothing more.
            for other in [None, Some(0), Some(1), Some(2)] {
                lines.push(json!({ "cmd": "moves", "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "table", "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "ask", "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "part", "path": [], "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "play", "path": [{ "action": "zz" }], "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "why", "path": [{ "thing": 1 }], "seat": other, "as": seat }));
                lines.push(json!({ "cmd": "play", "seat": other, "as": seat, "text": "zz" }));
                lines.push(json!({ "cmd": "play", "seat": other, "as": seat, "id": 999_999 }));
                if other.is_some_and(|other| other != seat) {
                    lines.push(json!({ "cmd": "hint", "simulations": 1, "seat": other, "as": seat }));
                    lines.push(json!({ "cmd": "evaluate", "simulations": 1, "seat": other, "as": seat }));
                }
            }
            for request in ["save", "undo", "new"] {
                lines.push(json!({ "cmd": request, "as": seat }));
            }
        }
        lines.iter().map(|l| self.session.answer(&l.to_string()) + "\n").collect()
    }

    /// The zones with what the viewer sees in them, from the bottom: the texts of things, None of what is not known.
    fn zones(&mut self, viewer: Viewer) -> Vec<Zone> {
        let table = self.ask(&json!({ "cmd": "table", "seat": viewer }))["table"].take();
        let text = |id: &Value| Some(table["things"][id.as_u64()?.to_string()]["text"].as_str()?.to_owned());
        let known = table["at"].as_object().unwrap().iter();
        let known = known.map(|(place, all)| (place, all.as_array().unwrap().iter().map(text).collect()));
        let counted = table["count"].as_object().unwrap().iter();
        let counted = counted.map(|(place, n)| (place, vec![None; n.as_u64().unwrap() as usize]));
        let zone = |(place, pieces): (&String, Vec<Option<String>>)| {
            let owned = place.split_once('/').and_then(|(name, owner)| Some((name, owner.parse().ok()?)));
            let (name, owner) = owned.map_or((place.as_str(), None), |(name, owner)| (name, Some(owner)));
            Zone { name: name.to_owned(), owner, pieces }
        };
        known.chain(counted).map(zone).collect()
    }

    /// The zones of other players in which the viewer knows nothing: name, owner, number of pieces.
    fn unknown(&mut self, viewer: Viewer) -> Vec<(String, u32, usize)> {
        let zones = self.zones(viewer).into_iter();
        let zones = zones.filter(|zone| zone.pieces.iter().all(Option::is_none));
        zones
            .filter_map(|zone| {
                let owner = zone.owner.filter(|owner| Some(*owner) != viewer)?;
                Some((zone.name, owner, zone.pieces.len()))
            })
            .collect()
    }

    /// Whether a piece of that text lies where the viewer may look: in a zone of their own, or that all see.
    fn is_open(&mut self, text: &str, players: u32, viewer: Viewer) -> bool {
        let all: Vec<Vec<Zone>> = (0..players).map(|p| self.zones(Some(p))).collect();
        let public = self.zones(None);
        let shows = |zone: &Zone| zone.pieces.iter().any(|p| p.as_deref() == Some(text));
        let own = |zone: &Zone| viewer.is_some() && zone.owner == viewer;
        public.iter().any(shows) || all.iter().flatten().any(|zone| own(zone) && shows(zone))
    }
}

/// What lies in a zone.
struct Zone {
    name: String,
    owner: Option<u32>,
    pieces: Vec<Option<String>>,
}

/// A match that differs from another in what a viewer does not know.
struct Twin {
    table: Table,
    /// The texts of the pieces that are elsewhere.
    pieces: Vec<String>,
}

/// Two pieces of two other players change places, if there are such.
fn swapped(one: &mut Table, viewer: Viewer, random: &mut Random) -> Option<Twin> {
    let zones = one.unknown(viewer);
    let pairs: Vec<_> = zones
        .iter()
        .flat_map(|a| zones.iter().map(move |b| (a, b)))
        .filter(|(a, b)| a.0 == b.0 && a.1 < b.1)
        .collect();
    if pairs.is_empty() {
        return None;
    }
    let ((zone, left, m), (_, right, n)) = pairs[random.below(pairs.len() as u64) as usize];
    let (i, j) = (random.below(*m as u64), random.below(*n as u64));
    let code = format!(
        "var a = {zone}({left})[{i}]; var b = {zone}({right})[{j}];
         {zone}({left}).move(a, to: {zone}({right}), position: {j});
         {zone}({right}).move(b, to: {zone}({left}), position: {i});"
    );
    let texts = |table: &mut Table, p: u32| -> Vec<String> {
        let zones = table.zones(Some(p));
        let own = zones.iter().find(|z| z.name == **zone && z.owner == Some(p)).unwrap();
        own.pieces.iter().flatten().cloned().collect()
    };
    let before = [*left, *right].map(|p| texts(one, p));
    let mut table = one.twin();
    table.ask(&json!({ "cmd": "test-setup", "code": code }));
    let after = [*left, *right].map(|p| texts(&mut table, p));
    // Where hands go round, the new holder may be the last who had not seen a card: everybody knows it then.
    let unknown = table.unknown(viewer);
    if ![left, right].iter().all(|p| unknown.iter().any(|z| z.0 == *zone && z.1 == **p)) {
        return None;
    }
    let elsewhere = |(before, mut after): (Vec<String>, Vec<String>)| {
        let mut stays = move |text: &String| {
            after.iter().position(|other| other == text).map(|at| after.swap_remove(at)).is_some()
        };
        before.into_iter().filter(move |text| !stays(text))
    };
    let pieces: Vec<String> = before.into_iter().zip(after).flat_map(elsewhere).collect();
    (!pieces.is_empty()).then_some(Twin { table, pieces })
}

/// Some, but not all, of a round choose something, in any order; the viewer cannot tell from what another table tells
/// them, before and after they have chosen themselves.
fn sealed(one: &mut Table, viewer: Viewer, random: &mut Random) -> usize {
    let (name, deciders) = (one.name, one.deciders());
    if deciders.len() < 2 {
        return 0;
    }
    let (mut left, mut right) = (one.twin(), one.twin());
    // One of the others never answers here, so that nothing is revealed.
    let mut others: Vec<u32> = deciders.iter().copied().filter(|s| Some(*s) != viewer).collect();
    let last = others.swap_remove(random.below(others.len() as u64) as usize);
    let own = viewer.filter(|e| deciders.contains(e)).map(|e| {
        let moves = one.moves(e);
        (e, moves[random.below(moves.len() as u64) as usize].clone())
    });
    if let Some((seat, text)) = &own {
        assert_eq!(left.play(*seat, text, viewer), right.play(*seat, text, viewer));
    }
    let mut compared = 0;
    for seat in others {
        let before = right.answers(viewer);
        let moves = right.moves(seat);
        let answer = right.play(seat, &moves[random.below(moves.len() as u64) as usize], viewer);
        let events: Value = serde_json::from_str(&answer).unwrap();
        assert_eq!((&events["log"], &events["trace"]), (&json!([]), &json!([])), "{name}: {answer}");
        assert_eq!(before, right.answers(viewer), "{name}: {viewer:?} learns that seat {seat} has chosen");
        assert_eq!(left.answers(viewer), right.answers(viewer), "{name}: {viewer:?}");
        compared += 1;
    }
    // Whoever has not chosen yet learns nothing either from one who has.
    if own.is_some() {
        assert_eq!(one.answers(Some(last)), right.answers(Some(last)), "{name}: {last}");
        assert_eq!(one.answers(None), right.answers(None), "{name}: a spectator");
        compared += 1;
    }
    compared
}

/// A whole match, with twins beside it.
struct Pair {
    one: Table,
    twin: Option<Twin>,
    players: u32,
    viewer: Viewer,
    random: Random,
}

impl Pair {
    /// A move of the seat that can be made at both tables and names no piece that differs. Where there is none
    /// the twin has come to its end.
    fn choose(&mut self, seat: u32) -> String {
        let mut moves = self.one.moves(seat);
        if let Some(twin) = &mut self.twin {
            let theirs = twin.table.moves(seat);
            let names = |text: &str| twin.pieces.iter().any(|p| text.contains(p.as_str()));
            let both: Vec<_> = moves.iter().filter(|t| theirs.contains(t) && !names(t)).cloned().collect();
            match both.is_empty() {
                true => self.twin = None,
                false => moves = both,
            }
        }
        moves.swap_remove(self.random.below(moves.len() as u64) as usize)
    }

    /// Makes a move at both tables; what each answers is equal.
    fn play(&mut self, seat: u32) {
        let text = self.choose(seat);
        let answer = self.one.play(seat, &text, self.viewer);
        let Some(twin) = &mut self.twin else { return };
        let theirs = twin.table.play(seat, &text, self.viewer);
        let (players, viewer) = (self.players, self.viewer);
        let mut open = |piece: &String| {
            self.one.is_open(piece, players, viewer) || twin.table.is_open(piece, players, viewer)
        };
        // A card may come to light by the rules, as a hand that is passed on does, or all that was hidden at the end.
        match twin.pieces.iter().any(&mut open) || self.one.is_over() {
            true => self.twin = None,
            false => assert_eq!(answer, theirs, "{}, {viewer:?}: {text}", self.one.name),
        }
    }

    /// Everything until the next move. Gives whether there was a twin, and how many secrets were tried.
    fn compare(&mut self, changes: &[&str]) -> (usize, usize) {
        let (name, viewer) = (self.one.name, self.viewer);
        if self.twin.is_none() {
            self.twin = swapped(&mut self.one, viewer, &mut self.random);
        }
        if let Some(twin) = &mut self.twin {
            assert_eq!(self.one.answers(viewer), twin.table.answers(viewer), "{name}, {viewer:?}");
        }
        let secrets = sealed(&mut self.one, viewer, &mut self.random);
        for change in changes {
            let owner = (0..self.players).find(|p| Some(*p) != viewer).unwrap_or(0);
            // Both are changed, as what was told before is not told again.
            let mut changed = |code: &str| {
                let mut table = self.one.twin();
                table.ask(&json!({ "cmd": "test-setup", "code": code }));
                table.answers(viewer)
            };
            let secretly = changed(&change.replace('P', &owner.to_string()));
            assert_eq!(changed(""), secretly, "{name}, {viewer:?}: {change}");
        }
        (usize::from(self.twin.is_some()), secrets + changes.len())
    }
}

/// Gives the decisions at which a twin was compared, and the secrets that were tried.
fn whole_match(game: &Arc<Game>, played: &Played, viewer: Viewer, seed: u64) -> (usize, usize) {
    let mut one = Table::of(played.folder, game);
    let options: Value = serde_json::from_str(played.options).unwrap();
    one.ask(&json!({ "cmd": "new", "seed": seed, "players": played.players, "options": options }));
    let mut pair = Pair { one, twin: None, players: played.players, viewer, random: Random::new(seed) };
    let (mut compared, mut secret) = (0, 0);
    for _ in 0..MAX_DECISIONS {
        if pair.one.is_over() {
            return (compared, secret);
        }
        let (with_twin, secrets) = pair.compare(played.changes);
        compared += with_twin;
        secret += secrets;
        let mut deciders = pair.one.deciders();
        while !deciders.is_empty() {
            let seat = deciders.swap_remove(pair.random.below(deciders.len() as u64) as usize);
            pair.play(seat);
        }
    }
    panic!("{}, seed {seed}: {MAX_DECISIONS} decisions are not enough", played.folder);
}

/// A seat gets the same bytes in some matches of a game, whatever it may not know.
fn hides(played: &Played) {
    let seeds: u64 = std::env::var("TAVOLA_MATCHES").ok().map_or(3, |n| n.parse().unwrap());
    let game = open(played.folder, &OpenOptions::default()).unwrap().game.unwrap();
    let (mut compared, mut secret) = (0, 0);
    for seed in 0..seeds {
        let viewer = [Some(0), None, Some(played.players - 1)][(seed % 3) as usize];
        let (c, s) = whole_match(&game, played, viewer, seed);
        compared += c;
        secret += s;
    }
    println!("{}: {compared} decisions with a twin, {secret} secrets", played.folder);
    assert!(compared + secret > 50, "{}: {compared} and {secret}", played.folder);
}

// One test a game, so that they run side by side.

#[test]
fn a_bid_at_the_same_time_stays_secret() {
    hides(&Played { folder: "goofspiel", players: 3, options: "{}", changes: &[] });
}

#[test]
fn cards_that_are_passed_on_stay_secret() {
    hides(&Played { folder: "hearts", players: 4, options: r#"{"target":1}"#, changes: &[] });
}

#[test]
fn hands_stay_secret() {
    hides(&Played { folder: "crazy-eights", players: 3, options: "{}", changes: &[] });
}

#[test]
fn attributes_of_hidden_cards_stay_secret() {
    let changes = &["purse(P).top().coins += 3;"];
    hides(&Played { folder: "moth-and-gavel", players: 3, options: r#"{"evenings":1}"#, changes });
}

#[test]
fn cards_face_down_stay_secret() {
    hides(&Played { folder: "low-tide", players: 4, options: r#"{"tides":1}"#, changes: &[] });
}

/// A script that makes two hidden cards of each other as often as it says.
#[test]
fn what_a_script_has_made_of_hidden_cards_changes_nothing_of_what_a_seat_thinks() {
    for name in ["crazy-eights", "scopa", "gin-rummy"] {
        let game = open(name, &OpenOptions::default()).unwrap().game.unwrap();
        let thinks = |times: u32| {
            let mut table = Table::of(name, &game);
            table.ask(&json!({ "cmd": "new", "seed": 1 }));
            let swapped =
                "Suit s = a.suit; Rank r = a.rank; a.suit = b.suit; a.rank = b.rank; b.suit = s; b.rank = r;";
            let code = format!(
                "Card a = hand(1)[0]; Card b = stock[0]; for (number i in 1..{times}) {{ {swapped} }}"
            );
            table.ask(&json!({ "cmd": "test-setup", "code": code }));
            let view = table.ask(&json!({ "cmd": "table", "as": 0 })).to_string();
            let thought = ["evaluate", "hint"].map(|cmd| {
                table.ask(&json!({ "cmd": cmd, "as": 0, "simulations": 40, "seed": 1 })).to_string()
            });
            (view, thought)
        };
        assert_eq!(thinks(1), thinks(2), "{name}");
    }
}
