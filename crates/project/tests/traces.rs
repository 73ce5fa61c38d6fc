//! What is told of the games of this repository while they are played: for every seat and for spectators, the table
//! before a step and the trace of that step give the table after it. No rule of a game is known here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::question::Answer;
use engine::tabletop::{Arg, Change, Entry, Part, Place, Step, Tabletop, Typed};
use engine::view::Viewer;
use engine::{Game, Match};
use project::Request;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Matches of each game where nobody asks for more, and so many decisions of each; debug builds are slow.
const FEW: u64 = 1;
const MAX_DECISIONS: usize = 200;

fn games() -> Vec<PathBuf> {
    let found = project::games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let wanted = std::env::var("TAVOLA_GAME").unwrap_or_default();
    found.into_iter().filter(|p| p.to_string_lossy().contains(&wanted)).collect()
}

fn viewers(players: u32) -> impl Iterator<Item = Viewer> {
    (0..players).map(Viewer::Seat).chain([Viewer::Spectator])
}

/// The first place where two tables differ.
fn difference(told: &Tabletop, seen: &Tabletop) -> String {
    for place in told.at.keys().chain(seen.at.keys()) {
        let (a, b) = (told.at.get(place), seen.at.get(place));
        if a != b {
            return format!("{}: told {a:?}, seen {b:?}", place.key());
        }
    }
    for id in told.things.keys().chain(seen.things.keys()) {
        let (a, b) = (told.things.get(id), seen.things.get(id));
        if a != b {
            return format!("thing {id}: told {a:?}, seen {b:?}");
        }
    }
    format!("told {:?} {:?}, seen {:?} {:?}", told.held, told.facts, seen.held, seen.facts)
}

fn check(what: &str, before: &[Tabletop], after: &Match) {
    for (viewer, table) in viewers(after.players()).zip(before) {
        let observer = after.observer(viewer);
        let (trace, seen) = (observer.trace(), observer.tabletop());
        let mut told = table.clone();
        for Step { change, .. } in trace {
            told.apply(change);
        }
        assert!(told == seen, "{what}, {viewer:?}: {}\n{trace:#?}", difference(&told, &seen));
    }
}

fn play(game: &Arc<Game>, players: u32, seed: u64) {
    let mut now = Match::start(game, players, seed);
    now.follow();
    let mut random = Random::new(seed);
    while !now.is_over() && now.length() < MAX_DECISIONS {
        let before: Vec<Tabletop> = viewers(players).map(|viewer| now.observer(viewer).tabletop()).collect();
        let was_sealed = now.secrecy().is_sealed();
        let made = now.play(&mut random).unwrap();
        // What is sealed changes nothing that anybody sees.
        if now.secrecy().is_sealed() {
            for viewer in viewers(players) {
                let view = now.view(viewer);
                assert_eq!(now.observer(viewer).deciders(), (view.deciders, view.answered));
            }
            let same: Vec<Tabletop> =
                viewers(players).map(|viewer| now.observer(viewer).tabletop()).collect();
            assert!(was_sealed || same == before);
            continue;
        }
        let what =
            format!("{}, {players} players, seed {seed}, step {}, {}", game.name(), now.length(), made.text);
        check(&what, &before, &now);
    }
    // Whatever a game has read before, it reads the same.
    let (record, cold) = (now.record(), Arc::new(Game::clone(game)));
    let [warm, cold] = [game, &cold].map(|game| record.replay(game).unwrap());
    for viewer in viewers(players) {
        let (warm, cold) = (warm.observer(viewer).tabletop(), cold.observer(viewer).tabletop());
        assert!(warm == cold, "{}, {viewer:?}: {}", game.name(), difference(&warm, &cold));
    }
    assert_eq!(engine::dump::options(&warm), engine::dump::options(&cold), "{}", game.name());
}

#[test]
fn traces_lead_from_one_table_to_the_next() {
    let (games, next, failed) = (games(), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let matches = std::env::var("TAVOLA_MATCHES").ok().map_or(FEW, |n| n.parse().unwrap());
    let work = || {
        while let Some(path) = games.get(next.fetch_add(1, Ordering::Relaxed)) {
            let game = project::open(Request::new(path)).unwrap().game.unwrap();
            let counts = game.player_counts();
            for seed in 0..matches {
                let players = counts[seed as usize % counts.len()];
                let one = std::panic::AssertUnwindSafe(|| play(&game, players, seed));
                if std::panic::catch_unwind(one).is_err() {
                    failed.lock().unwrap().push(format!("{}, {players} players, seed {seed}", game.name()));
                    break;
                }
            }
        }
    };
    std::thread::scope(|scope| {
        let second = scope.spawn(work);
        work();
        second.join().unwrap();
    });
    assert_eq!(*failed.lock().unwrap(), Vec::<String>::new());
}

/// Whoever follows a match lists what may be decided once, and not for every question and move anew.
#[test]
fn a_list_that_is_kept_is_the_one_that_would_be_made() {
    const DECISIONS: usize = 30;
    for path in games() {
        let game = project::open(Request::new(&path)).unwrap().game.unwrap();
        let players = *game.player_counts().last().unwrap();
        let start = || Match::start(&game, players, 3);
        let (mut kept, mut anew, mut random) = (start(), start(), Random::new(3));
        kept.follow();
        while !kept.is_over() && kept.length() < DECISIONS {
            // A copy, so that nothing is kept of what is listed here.
            let listed = engine::dump::options(&anew.clone());
            assert_eq!(engine::dump::options(&kept), listed, "{}, step {}", game.name(), kept.length());
            kept.play(&mut random).unwrap();
            engine::record::last_step(&kept).unwrap().replay(&mut anew).unwrap();
            assert_eq!(kept.fingerprint(), anew.fingerprint(), "{}, step {}", game.name(), kept.length());
        }
    }
}

fn open(game: &str) -> Arc<Game> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game);
    project::open(Request::new(&*path)).unwrap().game.unwrap()
}

/// A random match up to the first step whose trace for spectators is wanted: the tables before and after it, and that
/// trace.
fn find(game: &str, wanted: impl Fn(&Tabletop, &[Change]) -> bool) -> (Tabletop, Vec<Change>, Tabletop) {
    let game = open(game);
    for seed in 0..40 {
        let mut now = Match::start(&game, *game.player_counts().last().unwrap(), seed);
        now.follow();
        let mut random = Random::new(seed);
        while !now.is_over() && now.length() < MAX_DECISIONS {
            let before = now.observer(Viewer::Spectator).tabletop();
            now.play(&mut random).unwrap();
            let after = now.observer(Viewer::Spectator);
            let trace: Vec<Change> = after.trace().iter().map(|step| step.change.clone()).collect();
            if wanted(&before, &trace) {
                return (before, trace, after.tabletop());
            }
        }
    }
    panic!("nothing of the kind happens");
}

fn key(place: &Option<Place>) -> String {
    place.as_ref().map(Place::key).unwrap_or_default()
}

fn lying(table: &Tabletop, place: &str) -> usize {
    table.at.iter().find(|(at, _)| at.key() == place).map_or(0, |(_, all)| all.len())
}

/// The moves of things, `1 hand/0 trick`.
fn moves(trace: &[Change]) -> Vec<String> {
    let moves = trace.iter().filter_map(|change| match change {
        Change::Move { id, from, to, .. } => Some(format!("{id} {} {}", key(from), key(to))),
        _ => None,
    });
    moves.collect()
}

fn has_good(table: &Tabletop, id: u32, good: &str) -> bool {
    let is = |value: &Typed| matches!(value, Typed::Case { name, .. } if name == good);
    table.things.get(&id).is_some_and(|thing| thing.attributes.get("good").is_some_and(is))
}

#[test]
fn the_fourth_card_of_a_trick_lies_on_the_table_before_the_trick_is_taken() {
    let (_, trace, after) = find("hearts", |before, _| lying(before, "trick") == 3);
    let moves = moves(&trace);
    assert_eq!(moves.len(), 5, "{moves:?}");
    assert!(moves[0].ends_with(" trick"), "{moves:?}");
    let played = moves[0].split(' ').next().unwrap();
    let taken = |m: &String| m.contains(" trick taken/");
    assert!(moves[1..].iter().all(taken), "{moves:?}");
    assert!(moves[1..].iter().any(|m| m.split(' ').next() == Some(played)), "{moves:?}");
    assert_eq!(lying(&after, "trick"), 0);
}

/// One for which another thing lies on the table at once, too.
#[test]
fn a_card_that_is_played_is_named_to_whoever_did_not_know_it() {
    for game in ["heron-and-ember", "thesis"] {
        let game = open(game);
        let (mut named, mut at_once) = (0, 0);
        for seed in 0..2 {
            let mut now = Match::start(&game, 2, seed);
            now.follow();
            let mut random = Random::new(seed);
            while !now.is_over() && now.length() < MAX_DECISIONS {
                now.play(&mut random).unwrap();
                let observer = now.observer(Viewer::Spectator);
                let becomes_another =
                    observer.trace().iter().any(|step| matches!(step.change, Change::Gone { .. }));
                let log = observer.log();
                let played = log.iter().filter_map(|entry| match entry {
                    Entry::Done(done) if done.action.as_deref() == Some("play") => Some(done),
                    _ => None,
                });
                for done in played {
                    let [(_, Arg::Thing { .. })] = done.args.as_slice() else {
                        panic!("{}, seed {seed}: {done:?}", game.name());
                    };
                    named += 1;
                    at_once += usize::from(becomes_another);
                }
            }
        }
        assert!(named > 20 && at_once > 5, "{}: {named}, {at_once}", game.name());
    }
}

/// How much somebody has left stands below right on the thing that is called like them.
fn lives(game: &Game, table: &Tabletop) -> Vec<(u32, String)> {
    let own = table.things.values().filter_map(|thing| Some((*thing.owners.first()?, &thing.look)));
    let called = own.filter(|(owner, look)| look.title.as_deref() == Some(&*game.seat_name(*owner)));
    called.filter_map(|(owner, look)| Some((owner, look.corners.get(3)?.clone()))).collect()
}

#[test]
fn whoever_comes_to_have_less_or_more_left_is_told_of_it() {
    let game = open("heron-and-ember");
    let mut changed = 0;
    for seed in 0..6 {
        let mut now = Match::start(&game, 2, seed);
        now.follow();
        let mut random = Random::new(seed);
        let mut before = lives(&game, &now.observer(Viewer::Spectator).tabletop());
        while !now.is_over() && now.length() < 4 * MAX_DECISIONS {
            now.play(&mut random).unwrap();
            let observer = now.observer(Viewer::Spectator);
            let after = lives(&game, &observer.tabletop());
            let told = |owner: u32| {
                let name = game.seat_name(owner);
                observer
                    .log()
                    .iter()
                    .any(|entry| matches!(entry, Entry::Told { tell } if tell.contains(&name) && (tell.contains("life") || tell.contains("damage"))))
            };
            // At first nobody has one.
            if before.len() == after.len() {
                for (owner, _) in after.iter().filter(|one| !before.contains(one)) {
                    assert!(told(*owner), "{before:?}, {after:?}: {:?}", observer.log());
                    changed += 1;
                }
            }
            before = after;
        }
    }
    assert!(changed > 10, "{changed}");
}

#[test]
fn dice_are_seen_before_what_they_cause() {
    let (_, trace, _) = find("goose", |_, trace| !moves(trace).is_empty());
    let Some(Change::Roll { dice, values }) = trace.first() else { panic!("{trace:?}") };
    assert_eq!((dice.as_deref(), values.len()), (Some("Die"), 2));
}

#[test]
fn a_hidden_number_that_came_up_is_not_told_where_another_is_equal_to_it() {
    let text = "game \"R\"; dice Die { faces 1, 2; } turn Main { } class Seat { secret number n = 0; } \
        global class Rules { number open = 0; action go { trigger PlayerChoiceEvent; \
        effect { all(Seat).first(s => s.owner == actor).n = Die.roll(); open = 2; } } } \
        setup { players 2; for (player p in player.all()) { new Seat().assign(p); } turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", text);
    let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
    let traces = (0..20).map(|seed| {
        let mut now = Match::start(&game, 2, seed);
        now.follow();
        now.play(&mut Random::new(seed)).unwrap();
        now.observer(Viewer::Seat(1)).trace().to_vec()
    });
    let traces: Vec<Vec<Step>> = traces.collect();
    assert!(!traces[0].is_empty() && traces.iter().all(|trace| *trace == traces[0]), "{traces:?}");
}

#[test]
fn what_was_rolled_for_one_player_is_told_to_nobody_else() {
    let told = "action go { trigger PlayerChoiceEvent; effect { number r = random.roll(6); tell \"{r}\" to actor; n += 1; } }";
    let chosen = "action go { secret input number x from 1..2; trigger PlayerChoiceEvent; effect { n += random.roll(6) * 0 + 1; } }";
    for action in [told, chosen] {
        let text = format!(
            "game \"R\"; turn Main {{ }} global class Rules {{ number n = 0; {action} }} \
             setup {{ players 2; turns.use(\"Main\"); }}"
        );
        let files = project::Memory::default().with("game.tgdl", &text);
        let game = project::open(Request::new((&files, "game.tgdl"))).unwrap().game.unwrap();
        for seed in 0..9 {
            let mut now = Match::start(&game, 2, seed);
            now.follow();
            now.play(&mut Random::new(seed)).unwrap();
            let trace = now.observer(Viewer::Seat(1)).trace().to_vec();
            let changes: Vec<&Change> = trace.iter().map(|step| &step.change).collect();
            assert!(!changes.is_empty(), "the number that all see has changed");
            assert!(!changes.iter().any(|change| matches!(change, Change::Roll { .. })), "{changes:?}");
        }
    }
}

#[test]
fn a_goose_that_leaps_is_seen_on_its_way() {
    let leaps = |change: &Change| matches!(change, Change::Move { via, .. } if !via.is_empty());
    let (before, trace, after) = find("goose", |_, trace| trace.iter().any(leaps));
    let Some(Change::Move { id, from, via, to, .. }) = trace.iter().find(|c| leaps(c)) else { panic!() };
    assert_eq!((before.place_of(*id), after.place_of(*id)), (from.as_ref(), to.as_ref()));
    assert!(via.iter().all(|place| Some(place) != to.as_ref() && Some(place) != from.as_ref()), "{via:?}");
}

#[test]
fn silver_that_is_paid_for_a_candle_goes_and_the_candle_is_another_thing() {
    let makes = |change: &Change| match change {
        Change::Make { thing, .. } => {
            matches!(thing.attributes.get("good"), Some(Typed::Case { name, .. }) if name == "Candle")
        }
        _ => false,
    };
    let spends = |before: &Tabletop, change: &Change| match change {
        Change::Gone { id, .. } => has_good(before, *id, "Silver"),
        _ => false,
    };
    let both = |before: &Tabletop, trace: &[Change]| {
        trace.iter().any(makes) && trace.iter().any(|change| spends(before, change))
    };
    let (before, trace, after) = find("six-winters", both);
    for change in &trace {
        match change {
            Change::Gone { id, .. } => assert!(!after.things.contains_key(id), "{trace:?}"),
            Change::Make { id, .. } => assert!(!before.things.contains_key(id), "{trace:?}"),
            Change::Set { attr, .. } => assert_ne!(attr, "good", "{trace:?}"),
            _ => {}
        }
    }
    assert!(after.things.iter().any(|(id, _)| has_good(&after, *id, "Candle")));
}

#[test]
fn what_is_unpacked_at_an_auction_was_in_the_crates_and_nothing_else_was() {
    let unpacks = |trace: &[Change]| moves(trace).iter().any(|m| m.contains(" crates "));
    let (before, trace, after) = find("moth-and-gavel", |_, trace| unpacks(trace));
    let unpacked = trace.iter().filter(|change| match change {
        Change::Move { id, from, thing, .. } if key(from) == "crates" => {
            // Nobody knew it there, so it is new to whoever looks on.
            assert!(thing.is_some() && !before.things.contains_key(id), "{change:?}");
            assert_eq!(after.things[id].class, thing.as_ref().unwrap().class);
            true
        }
        _ => false,
    });
    assert_eq!(lying(&before, "crates") - lying(&after, "crates"), unpacked.count());
}

/// A match of a game of these files after the only move, with the tables that a spectator had before and has then.
fn after_the_only_move(files: &[(&str, &str)]) -> (Tabletop, Match, Tabletop) {
    let files = files.iter().fold(project::Memory::default(), |all, (name, text)| all.with(name, text));
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    assert!(!loaded.problems.iter().any(|p| p.is_error()), "{:?}", loaded.problems);
    let mut now = Match::start(&loaded.game.unwrap(), 2, 1);
    now.follow();
    let before = now.observer(Viewer::Spectator).tabletop();
    now.play(0).map(drop).unwrap();
    check("the only move", &viewers(2).map(|_| before.clone()).collect::<Vec<_>>(), &now);
    let after = now.observer(Viewer::Spectator).tabletop();
    (before, now, after)
}

#[test]
fn edges_that_go_and_tiles_that_look_differently_are_told() {
    let text = "game \"E\"; class Plot extends Tile { number worth = 1; } \
        board Field { shape square(1, 2); tile Plot; edge; } turn Main { } \
        look Field { tile { title \"worth {worth}\"; } } look Rules { title \"Round {round}\"; } \
        global class Rules { number round = 1; action cut { trigger PlayerChoiceEvent; effect { \
        Plot p = Field.at(0, 0); remove p.edge(\"e\"); p.worth = 7; round = 2; turn.pass(); } } } \
        setup { players 2; turns.use(\"Main\"); }";
    let (before, now, after) = after_the_only_move(&[("game.tgdl", text)]);
    let closed: Vec<String> = after.closed.iter().map(Place::key).collect();
    assert!(before.closed.is_empty() && closed == ["Field/a1-b1"], "{closed:?}");
    let titles = |table: &Tabletop| -> Vec<String> {
        table.held.values().filter_map(|held| held.look.title.clone()).collect()
    };
    assert_eq!(titles(&before), ["worth 1", "worth 1"]);
    assert_eq!(titles(&after), ["worth 7", "worth 1"]);
    assert_eq!(after.looks["Rules"].title.as_deref(), Some("Round 2"));
    let trace = now.observer(Viewer::Spectator).trace().iter();
    let changed = trace.filter(|step| matches!(step.change, Change::Dress { .. } | Change::Closed { .. }));
    assert_eq!(changed.count(), 3);
}

#[test]
fn global_objects_of_one_name_are_told_apart() {
    let other = "global class Deal { number n = 5; function void add() { n += 1; } } \
        function void addOne() { Deal.add(); }";
    let text = "game \"T\"; import \"other\" as other; turn Main { } \
        global class Deal { number n = 1; action go { trigger PlayerChoiceEvent; \
        effect { other.addOne(); turn.pass(); } } } \
        setup { players 2; turns.use(\"Main\"); }";
    let (before, _, after) = after_the_only_move(&[("game.tgdl", text), ("other.tgdl", other)]);
    let n = |table: &Tabletop| -> Vec<Typed> {
        ["Deal", "Deal#2"].iter().map(|of| table.facts[*of]["n"].clone()).collect()
    };
    let changed = n(&before).into_iter().zip(n(&after)).filter(|(was, is)| was != is);
    assert_eq!(changed.collect::<Vec<_>>(), [(Typed::Number(5.0), Typed::Number(6.0))]);
}

#[test]
fn beside_a_long_range_the_order_of_unknown_cards_tells_nothing() {
    let text = "game \"V\"; interactable Card { number worth; } deck stock of Card; \
        zone table of Card { visible all; } turn Main { } \
        global class Rules { \
        action take { open input Card card from stock; trigger PlayerChoiceEvent; \
        effect { table.add(card); turn.pass(); } } \
        action bid { input number to from 1..100000; trigger PlayerChoiceEvent; \
        effect { score actor to; turn.pass(); } } } \
        setup { players 2; for (number n in 1..6) { stock.add(new Card() { worth = n }); } turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    assert!(loaded.problems.is_empty(), "{:?}", loaded.problems);
    let game = loaded.game.unwrap();
    let first = |seed, by_number: bool| {
        let mut now = Match::start(&game, 2, seed);
        match by_number {
            true => now.play(0).map(drop).unwrap(),
            false => {
                let path: Vec<Part> = vec![
                    Part::Action { name: "take".into(), of: None },
                    Part::Value(Typed::Named("a card".into())),
                ];
                now.play(path.as_slice()).map(drop).unwrap();
            }
        }
        now.secrecy().view_all().zones.iter().find(|zone| zone.name == "table").unwrap().pieces[0]
            .clone()
            .unwrap()
            .text
    };
    for by_number in [true, false] {
        let taken: std::collections::BTreeSet<String> = (0..12).map(|seed| first(seed, by_number)).collect();
        assert!(taken.len() > 2, "{taken:?}");
    }
}

#[test]
fn the_numbers_of_things_take_little_room() {
    for (name, players) in [("chess", 2), ("hearts", 4)] {
        let mut now = Match::start(&open(name), players, 1);
        now.follow();
        let mut random = Random::new(1);
        let mut most = 0;
        while !now.is_over() && now.length() < MAX_DECISIONS {
            now.play(&mut random).unwrap();
            most = most.max(engine::dump::identities(&now));
        }
        assert!((1..4096).contains(&most), "{name}: {most} bytes");
    }
}

/// A game of two before and after a move, which every viewer is told so that it leads from one table to the next, unless
/// there was too much.
fn after_move<'a>(text: &str, move_: impl Into<Answer<'a>>) -> Match {
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    assert!(!loaded.problems.iter().any(|p| p.is_error()), "{:?}", loaded.problems);
    let mut now = Match::start(&loaded.game.unwrap(), 2, 1);
    now.follow();
    let before: Vec<Tabletop> = viewers(2).map(|viewer| now.observer(viewer).tabletop()).collect();
    let made = now.play(move_).unwrap();
    if !viewers(2).any(|viewer| ends_anew(now.observer(viewer).trace())) {
        check(&made.text, &before, &now);
    }
    now
}

fn ends_anew(steps: &[Step]) -> bool {
    matches!(steps.last(), Some(Step { change: Change::Anew, .. }))
}

/// What each seat and spectators are told of a move of a game with an open pile of 9 and 8 above each other and a deck
/// of four, and the table afterwards.
fn told_of(action: &str, move_: &str) -> Vec<(Vec<Step>, Tabletop)> {
    let text = format!(
        "game \"Back\"; interactable Card {{ number n; }} deck stock of Card; \
        zone pile of Card {{ visible all; ordered; }} turn Main {{ }} \
        global class Rules {{ action back {{ {action} turn.pass(); }} }} }} \
        setup {{ players 2; for (number i in 1..4) {{ stock.add(new Card() {{ n = i }}); }} \
        pile.add(new Card() {{ n = 9 }}); pile.add(new Card() {{ n = 8 }}); turns.use(\"Main\"); }}"
    );
    let now = after_move(&text, move_);
    let observers = viewers(2).map(|viewer| now.observer(viewer));
    observers.map(|observer| (observer.trace().to_vec(), observer.tabletop())).collect()
}

#[test]
fn a_position_that_was_chosen_in_secret_is_told_to_nobody() {
    let action = "secret input number at from 0..stock.length; trigger PlayerChoiceEvent; \
        effect { stock.move(pile.top(), to: stock, position: at);";
    let told = |at: usize| told_of(action, &format!("back {at}"));
    let first = told(0);
    let moves: Vec<&Change> = first[1].0.iter().map(|step| &step.change).collect();
    assert!(matches!(moves[0], Change::Move { j: None, lost: true, .. }), "{moves:?}");
    for at in 1..=4 {
        assert_eq!(told(at), first, "{at}");
    }
}

#[test]
fn a_secret_order_in_which_open_cards_go_into_a_deck_is_told_to_nobody_else() {
    for effect in [
        "stock.addAll(cards);",
        "List<Card> all = cards.reverse(); stock.addAll(all);",
        "for (Card c in cards) { stock.add(c); }",
    ] {
        let action = format!(
            "secret input List<Card> cards count 2 ordered from pile; trigger PlayerChoiceEvent; effect {{ {effect}"
        );
        let (one, other) = (told_of(&action, "back 9, 8"), told_of(&action, "back 8, 9"));
        assert_eq!(one[1..], other[1..], "{effect}");
        let stock = |table: &Tabletop| {
            table.at.iter().find(|(at, _)| at.key() == "stock").map(|(_, all)| all.clone())
        };
        let known: Vec<usize> =
            one.iter().map(|(_, table)| stock(table).map_or(0, |all| all.iter().flatten().count())).collect();
        assert_eq!(known, [2, 0, 0], "{effect}");
        assert_ne!(one[0], other[0], "{effect}");
    }
}

/// What spectators are told of a move for which a card of a hidden hand is chosen in secret, all cards of which were
/// shown before, as were those of a deck, and the table afterwards.
fn told_of_shown(effect: &str, card: u32) -> (Vec<Step>, Tabletop) {
    let text = format!(
        "game \"Shown\"; interactable Card {{ number n; }} deck stock of Card; deck other of Card; \
        zone hand of Card per player {{ visible owner; ordered; }} turn Main {{ }} \
        global class Rules {{ action go {{ secret input Card c from hand(actor); trigger PlayerChoiceEvent; \
        effect {{ {effect} turn.pass(); }} }} }} \
        setup {{ players 2; for (number i in 1..3) {{ stock.add(new Card() {{ n = i }}); \
        hand(0).add(new Card() {{ n = i + 3 }}); }} \
        for (Card c in stock) {{ c.reveal(); }} for (Card c in hand(0)) {{ c.reveal(); }} turns.use(\"Main\"); }}"
    );
    let now = after_move(&text, format!("go {card}").as_str());
    let observer = now.observer(Viewer::Spectator);
    (observer.trace().to_vec(), observer.tabletop())
}

fn known_in(table: &Tabletop, zone: &str) -> usize {
    let all = table.at.iter().filter(|(at, _)| at.key() == zone);
    all.map(|(_, all)| all.iter().flatten().count()).sum()
}

#[test]
fn which_of_the_cards_that_were_shown_was_chosen_in_secret_is_told_by_no_move() {
    for effect in [
        "stock.add(c);",
        "hand(1).add(c);",
        "remove c;",
        "hand(actor).move(c, to: hand(actor));",
        "hand(actor).move(c, to: hand(actor), position: 0);",
        "for (Card d in hand(actor)) { if (d == c) { stock.add(d); } }",
        "hand(actor).addAll(hand(actor).sortBy(d => d == c ? 1 : 0));",
    ] {
        let first = told_of_shown(effect, 4);
        assert_eq!(known_in(&first.1, "hand/0"), 0, "{effect}");
        assert_eq!(told_of_shown(effect, 5), first, "{effect}");
        assert_eq!(told_of_shown(effect, 6), first, "{effect}");
    }
}

#[test]
fn cards_that_are_moved_by_chance_or_found_are_lost_from_sight_and_those_on_top_are_not() {
    for effect in [
        "List<Card> all = stock.copy(); all.shuffle(); stock.addAll(all);",
        "List<Card> all = stock.copy(); all.shuffle(); for (Card d in all) { stock.add(d); }",
        "stock.move(random.pick(stock), to: stock);",
        "stock.move(stock.maxBy(d => d.n), to: stock, position: 0);",
        "Card d = stock.top(); d = random.pick(stock); other.add(d);",
        "for (Card d in stock.peek(1)) { d = stock.maxBy(e => e.n); other.add(d); }",
    ] {
        let (_, table) = told_of_shown(effect, 4);
        assert_eq!(known_in(&table, "stock"), 0, "{effect}");
        assert_eq!(known_in(&table, "other"), 0, "{effect}");
    }
    for (effect, moved) in [
        ("other.add(stock.top());", 1),
        ("Card d = stock.bottom(); other.add(d);", 1),
        ("other.add(stock[0]);", 1),
        ("stock.draw(2, to: other);", 2),
        ("for (Card d in stock.peek(2)) { other.add(d); }", 2),
        ("other.addAll(stock.peek(2));", 2),
        ("other.addAll(stock.reverse());", 3),
    ] {
        let (_, table) = told_of_shown(effect, 4);
        assert_eq!(known_in(&table, "other"), moved, "{effect}");
        assert_eq!(known_in(&table, "stock"), 3 - moved, "{effect}");
    }
}

/// What each seat and spectators hear and are told of the only move of a game, whose effect may count up to a number that
/// nobody knows.
fn told_beside(effect: &str, aim: u32) -> Vec<(Vec<Entry>, Vec<Step>, Tabletop)> {
    let text = format!(
        "game \"Beside\"; interactable Card {{ secret number inner = 1; }} deck stock of Card; \
        zone hand of Card per player {{ visible owner; ordered; }} turn Main {{ }} \
        global class Rules {{ secret number aim = {aim}; \
        action go {{ trigger PlayerChoiceEvent; effect {{ Card card = stock.top(); for (number i in 1..aim) {{ {effect} }} \
        tell \"all hear\"; turn.pass(); }} }} }} \
        setup {{ players 2; stock.add(new Card()); \
        Card c = new Card(); c.assign(1); hand(1).add(c); turns.use(\"Main\"); }}"
    );
    let now = after_move(&text, "go");
    let observers = viewers(2).map(|viewer| now.observer(viewer));
    observers.map(|observer| (observer.log(), observer.trace().to_vec(), observer.tabletop())).collect()
}

#[test]
fn sentences_that_others_hear_do_not_use_up_those_of_a_viewer() {
    let [few, many] = [3, 250].map(|aim| told_beside("tell \"psst {i}\" to 1;", aim));
    assert_eq!((&few[0], &few[2]), (&many[0], &many[2]));
    assert_eq!(few[0].0.len(), 2);
    assert_eq!(many[1].0.len(), 201);
}

#[test]
fn changes_that_nobody_sees_do_not_cut_what_is_told() {
    let [few, many, very_many] = [3, 55_000, 2_100_000].map(|aim| told_beside("card.inner = i;", aim));
    assert_eq!(few, many);
    assert_eq!(few, very_many);
}

#[test]
fn what_showed_nothing_before_is_shown_where_it_does_now() {
    let text = "game \"Idle\"; interactable Card { } \
        class Field extends Tile { number open = 0; } \
        board Left { shape square(2, 2); tile Field; } board Right { shape square(2, 2); tile Field; } \
        class Note { secret number inner = 0; } global class Mine { secret number inner = 0; } turn Main { } \
        global class Rules { Note note; \
        action go { trigger PlayerChoiceEvent; effect { \
            for (number i in 1..3) { note.inner = i; note.inner = i; } \
            for (number i in 1..2) { Left.at(1, 1).open = 1; Left.at(1, 1).open = 1; Right.at(1, 1).open = 1; } \
            score 0 1; score 0 1; score 1 1; score 0 2; score 0 1; \
            Mine.inner = 1; Mine.inner = 1; Mine.assign(1); Mine.inner = 2; \
            turn.pass(); } } } \
        setup { players 2; Rules.note = new Note(); turns.use(\"Main\"); }";
    let now = after_move(text, "go");
    let shown = |viewer| format!("{:?}", now.observer(viewer).trace());
    for viewer in viewers(2) {
        let steps = shown(viewer);
        assert_eq!(steps.matches("\"open\"").count(), 2, "{steps}");
        assert_eq!(steps.matches("Score {").count(), 4, "{steps}");
    }
    assert!(shown(Viewer::Seat(1)).contains("inner") && !shown(Viewer::Seat(0)).contains("inner"));
}

#[test]
fn what_is_set_to_what_it_is_cuts_nothing() {
    for (effect, often) in
        [("noted = long;", 400), ("named = stock[i % 2];", 150_000), ("open = 7;", 150_000)]
    {
        let members = format!(
            "string noted = \"\"; Card named; number open = 7; secret number aim; \
            action go {{ secret input number n from {{ 3, {often} }}; trigger PlayerChoiceEvent; \
            effect {{ noted = long; for (number i in 1..n) {{ {effect} }} turn.pass(); }} }}"
        );
        let setup = "stock.add(new Card()); stock.add(new Card()); Rules.named = stock[0];";
        let (few, _) = told_at_length(&members, setup, 0);
        let (many, _) = told_at_length(&members, setup, 1);
        // Whoever chose knows what it was.
        assert_eq!(few[1..], many[1..], "{effect}");
    }
}

#[test]
fn whoever_sees_too_many_changes_looks_at_the_table_again() {
    let seen = told_beside("hand(1)[0].inner = i;", 60_000);
    let cut: Vec<bool> = seen.iter().map(|(_, steps, _)| ends_anew(steps)).collect();
    assert_eq!(cut, [false, true, false]);
    let told = seen[1].2.things.values().map(|thing| thing.attributes.get("inner").cloned());
    assert_eq!(told.collect::<Vec<_>>(), [Some(Typed::Number(60_000.0))]);
}

/// What each viewer is told of that move of global rules with these members, and how long log and trace are at most,
/// written for debugging.
fn told_at_length(members: &str, setup: &str, move_: usize) -> (Vec<Vec<Step>>, usize) {
    let text = format!(
        "game \"Long\"; interactable Card {{ List<Card> others = {{}}; }} zone row of Card {{ visible all; }} \
        deck stock of Card; turn Main {{ }} \
        global class Rules {{ string long = \"a\"; {members} }} \
        setup {{ players 2; for (number i in 1..16) {{ Rules.long = Rules.long + Rules.long; }} \
        {setup} turns.use(\"Main\"); }}"
    );
    let now = after_move(&text, move_);
    let steps = viewers(2).map(|viewer| now.observer(viewer).trace().to_vec());
    let bytes = viewers(2).map(|viewer| {
        let observer = now.observer(viewer);
        format!("{:?} {:?}", observer.log(), observer.trace()).len()
    });
    (steps.collect(), bytes.max().unwrap_or_default())
}

#[test]
fn a_viewer_who_would_have_to_be_told_too_much_looks_at_the_table_again() {
    let go = |effect: &str| {
        format!("action go {{ trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}")
    };
    let texts = go("for (number i in 1..800) { told = i % 2 == 0 ? long : \"\"; }");
    let lists = go("List<Card> all = row.copy(); for (Card c in row) { c.others = all; }");
    let cards = "for (number i in 1..1500) { row.add(new Card()); }";
    // What is no value for others is read in between.
    let functions = format!("(number) => number f; {}", texts.replace("told = ", "f = x => x; told = "));
    let told = "string told = \"\";";
    let all = [(format!("{told} {texts}"), ""), (format!("{told} {functions}"), ""), (lists, cards)];
    for (members, setup) in all {
        let (told, bytes) = told_at_length(&members, setup, 0);
        assert!(told.iter().all(|steps| ends_anew(steps)), "{members}");
        assert!(bytes < 40_000_000, "{members}: {bytes}");
    }
}

/// Before so many players each follows a part of so many things; of the others it is told where they lie, and what becomes
/// of them agrees with the table as for those that it follows.
#[test]
fn before_many_viewers_each_follows_only_so_many_things() {
    let text = "game \"Crowd\"; interactable Card { number worth; secret number inner; } \
        zone heap of Card { visible all; } zone row of Card { visible all; ordered; } \
        zone hand of Card per player { visible owner; } turn Main { } \
        global class Rules { \
        action show { input number p from 0..3; trigger PlayerChoiceEvent; \
            effect { for (Card c in hand(p)) { c.reveal(); } turn.pass(); } } \
        action lay { input number n from 1..3; trigger PlayerChoiceEvent; \
            effect { for (number p in 0..31) { for (number i in 1..n) { \
                Card c = hand(p).first(); row.add(c); c = heap.first(); hand(p).add(c); } } turn.pass(); } } \
        action mix { trigger PlayerChoiceEvent; effect { row.shuffle(); hand(0).shuffle(); turn.pass(); } } \
        action drop { trigger PlayerChoiceEvent; \
            effect { for (number i in 1..5) { Card c = heap.first(); remove c; c = row.first(); heap.add(c); } \
                turn.pass(); } } \
        action set { trigger PlayerChoiceEvent; \
            effect { for (number i in 1..9) { heap[i].worth = 0; heap[i].lift(); } turn.pass(); } } } \
        setup { players 32; for (number i in 1..20000) { Card c = new Card() { worth = i }; \
            if (i > 10000) { hand(i % 32).add(c); } else { heap.add(c); } } \
        for (number i in 1..20) { Card c = heap.first(); row.add(c); } turns.use(\"Main\"); }";
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    assert!(!loaded.problems.iter().any(|p| p.is_error()), "{:?}", loaded.problems);
    let mut now = Match::start(&loaded.game.unwrap(), 32, 1);
    now.follow();
    let followed = |now: &Match| now.observer(Viewer::Spectator).tabletop().things.len();
    assert!((5_000..=16_384).contains(&followed(&now)), "{}", followed(&now));
    let mut random = Random::new(1);
    let mut told = 0;
    for _ in 0..6 {
        let some = [Viewer::Seat(0), Viewer::Seat(31), Viewer::Spectator];
        let before = some.map(|viewer| now.observer(viewer).tabletop());
        let made = now.play(&mut random).unwrap();
        if !some.iter().any(|viewer| ends_anew(now.observer(*viewer).trace())) {
            for (viewer, mut told) in some.into_iter().zip(before) {
                let observer = now.observer(viewer);
                observer.trace().iter().for_each(|step| told.apply(&step.change));
                let seen = observer.tabletop();
                // How much of each can be shown depends on where all lie.
                assert!(told.at == seen.at, "{}, {viewer:?}: {}", made.text, difference(&told, &seen));
                assert!(told.things.keys().eq(seen.things.keys()), "{}, {viewer:?}", made.text);
            }
            told += 1;
        }
    }
    assert!(told > 3, "{told}");
}

#[test]
fn a_choice_is_told_as_far_as_there_is_room_for_it() {
    let pick = "List<List<List<List<number>>>> all = {}; \
        action go { input List<List<List<number>>> x from all; trigger PlayerChoiceEvent; effect { turn.pass(); } }";
    let setup = "List<number> a = {}; List<List<number>> b = {}; List<List<List<number>>> c = {}; \
        for (number i in 1..22) { a.add(i); b.add(a); c.add(b); } Rules.all.add(c);";
    let (_, bytes) = told_at_length(pick, setup, 0);
    // Of the 10,648 numbers some thousands are told.
    assert!((40_000..120_000).contains(&bytes), "{bytes}");
}
