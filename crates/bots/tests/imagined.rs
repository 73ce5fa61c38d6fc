//! What a seat may imagine: names of moves, of what is seen and of positions, chance that is drawn anew, and what endings
//! are worth.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use bots::{BotKind, Decision};
use engine::view::View;
use engine::{Game, Imagined, Match, Way};
use project::Request;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games")
}

fn open(path: &Path) -> Arc<Game> {
    project::open(Request::new(path)).unwrap().game.unwrap()
}

fn game(text: &str) -> Arc<Game> {
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}

/// The games of the library, opened once.
fn games() -> Vec<(String, Arc<Game>)> {
    static GAMES: OnceLock<Vec<(String, Arc<Game>)>> = OnceLock::new();
    let named = |path: PathBuf| (path.to_string_lossy().into_owned(), open(&path));
    GAMES.get_or_init(|| project::games_below(&folder()).into_iter().map(named).collect()).clone()
}

/// A match at the beginning and after some random moves.
fn matches(game: &Arc<Game>, seed: u64, moves: usize) -> Vec<Match> {
    let mut now = Match::start(game, game.players().0, seed);
    let mut random = Random::new(seed);
    let mut all = vec![now.clone()];
    for _ in 0..moves {
        let Some(seat) = now.decider() else { break };
        if now.play_as(seat, &mut random).is_err() {
            break;
        }
        all.push(now.clone());
    }
    all
}

/// A view as a text; what lies in no order is sorted.
fn read(view: &View) -> String {
    let mut view = view.clone();
    for zone in view.zones.iter_mut().filter(|zone| !zone.ordered && !zone.deck) {
        zone.pieces.sort_by_cached_key(|piece| format!("{piece:?}"));
    }
    view.objects.sort_by_cached_key(|object| format!("{object:?}"));
    let View { seats, active, turn, phase, deciders, answered, boards, zones, objects, outcome, .. } = view;
    format!(
        "{seats:?}{active}{turn:?}{phase:?}{deciders:?}{answered:?}{boards:?}{zones:?}{objects:?}{outcome:?}"
    )
}

#[test]
fn what_a_seat_sees_has_a_name_of_its_own() {
    for (name, game) in games() {
        let mut seen: BTreeMap<u64, String> = BTreeMap::new();
        let mut read_so: BTreeMap<String, u64> = BTreeMap::new();
        for now in (1..=3).flat_map(|seed| matches(&game, seed, 25)) {
            let view = read(&now.view(Some(0)));
            let named = now.seat(0).seen();
            assert_eq!(seen.entry(named).or_insert_with(|| view.clone()), &view, "{name}");
            assert_eq!(*read_so.entry(view).or_insert(named), named, "{name}");
        }
        assert!(seen.len() > 1, "{name}");
    }
}

#[test]
fn moves_of_an_open_match_have_the_same_names_when_it_is_imagined() {
    let mut open = 0;
    for (name, game) in games() {
        if game.may_hide() {
            continue;
        }
        open += 1;
        for now in matches(&game, 1, 12) {
            let Some(seat) = now.decider() else { continue };
            let Ok(mut imagined) = now.imagining().draw(seat, 7) else { continue };
            let keys = now.seat(seat).keys_up_to(500).unwrap();
            let listed = imagined.list();
            let found: Vec<_> = (0..listed.min(500)).map(|i| imagined.key(i)).collect();
            if listed <= 500 {
                assert_eq!(found, keys, "{name}");
            }
            assert_eq!(imagined.seen(seat), now.seat(seat).seen(), "{name}");
        }
    }
    assert!(open >= 15, "{open}");
}

#[test]
fn what_others_hold_is_nothing_that_spectators_see() {
    let mut differ = 0;
    for (name, game) in games() {
        for now in matches(&game, 1, 6).into_iter().filter(|_| game.may_hide()) {
            let Some(seat) = now.decider() else { continue };
            let worlds = [1, 2].map(|seed| now.imagining().draw(seat, seed).ok());
            let [Some(one), Some(other)] = worlds else { continue };
            assert_eq!(one.seen_by_spectators(), other.seen_by_spectators(), "{name}");
            differ += usize::from((0..now.players()).any(|p| one.seen(p) != other.seen(p)));
        }
    }
    assert!(differ >= 20, "{differ}");
}

/// Two ways to the same position.
#[test]
fn a_position_has_the_same_name_however_it_came_about() {
    let game = open(&folder().join("tic-tac-toe"));
    let now = Match::start(&game, 2, 1);
    let after = |moves: &[usize]| {
        let mut imagined = now.imagining().draw(0, 1).unwrap();
        for i in moves {
            imagined.list();
            imagined.play_listed(*i);
        }
        imagined
    };
    // Of nine tiles: the first, then the fifth of all, then the second; and the other way round.
    let (one, other) = (after(&[0, 3, 0]), after(&[1, 3, 0]));
    assert_eq!(one.state_key(), other.state_key());
    assert_eq!(one.seen(0), other.seen(0));
    assert_ne!(one.state_key(), after(&[0, 4, 0]).state_key());
    assert_ne!(after(&[0]).state_key(), after(&[1]).state_key());
    let keys: BTreeSet<u128> = (0..9).map(|i| after(&[i]).state_key()).collect();
    assert_eq!(keys.len(), 9);
}

/// What is listed is what may be played, and copies go on independently, in every game that hides nothing.
#[test]
fn a_copy_goes_on_by_itself() {
    for (name, game) in games() {
        if game.may_hide() {
            continue;
        }
        let now = Match::start(&game, game.players().0, 3);
        let Some(seat) = now.decider() else { continue };
        let original = now.imagining().draw(seat, 5).unwrap();
        let (before, mut copy, mut other) = (original.state_key(), original.clone(), original.clone());
        let (mut random, mut same) = (Random::new(1), Random::new(1));
        for _ in 0..40 {
            let n = copy.list();
            if n == 0 {
                assert!(copy.over(), "{name}");
                break;
            }
            assert_eq!(other.list(), n, "{name}");
            copy.play_listed(random.below(n as u64) as usize);
            other.play_listed(same.below(n as u64) as usize);
            assert_eq!(copy.state_key(), other.state_key(), "{name}");
        }
        assert_eq!(original.state_key(), before, "{name}");
        copy.copy_from(&original);
        assert_eq!(copy.state_key(), before, "{name}");
        (0..30).take_while(|_| copy.play_random(&mut random)).for_each(drop);
        copy.settle();
        assert_eq!(copy.decider().is_none(), copy.over(), "{name}");
    }
}

const ENDS: &str = r#"game "Ends";
turn Main { }
global class Rules {
    action end {
        input number how from 0..4;
        trigger PlayerChoiceEvent { return true; }
        effect {
            if (how == 0) { winner 1; }
            if (how == 1) { winner { 0, 2 }; }
            if (how == 2) { winner none; }
            if (how == 3) { winner player.all(); }
            winner player.all().groupBy(p => p).values();
        }
    }
}
setup { players 3; turns.use("Main"); }
"#;

#[test]
fn endings_are_worth_what_the_places_say() {
    let now = Match::start(&game(ENDS), 3, 1);
    let worth = |how: usize| {
        let mut imagined = now.imagining().draw(0, 1).unwrap();
        imagined.list();
        imagined.play_listed(how);
        assert!(imagined.over());
        let mut payoff = [9.0; 3];
        imagined.payoff(&mut payoff);
        payoff
    };
    let all = [[0.25, 1.0, 0.25], [0.75, 0.0, 0.75], [0.5; 3], [0.5; 3], [1.0, 0.5, 0.0]];
    assert_eq!(std::array::from_fn(worth), all);
}

#[test]
fn a_move_that_is_preferred_is_made_where_it_is_legal_and_another_legal_one_where_it_is_not() {
    for (name, game) in games() {
        let mut random = Random::new(1);
        for now in matches(&game, 1, 24).iter().step_by(12) {
            let Some(seat) = now.decider() else { continue };
            let Ok(imagined) = now.imagining().draw(seat, 1) else { continue };
            let mut listed = imagined.clone();
            let count = listed.list();
            // Very many moves are neither all listed nor looked at.
            if count > 200 {
                continue;
            }
            // Moves that differ in numbers alone count by the name of their family.
            let families = listed.families();
            let keys: Vec<_> =
                (0..count).map(|i| families.get(i).copied().unwrap_or(listed.key(i))).collect();
            let wanted = keys[random.below(count as u64) as usize];
            let mut trial = imagined.clone();
            let mut looked = BTreeSet::new();
            let made = trial.play_preferred(&mut random, &mut |key| {
                looked.insert(key);
                if key == wanted { 0.9 } else { 0.1 }
            });
            // What is made of groups is drawn without a look.
            if looked.contains(&wanted) {
                assert_eq!(made, Some((wanted, listed.decider().unwrap())), "{name}");
            }
            let mut trial = imagined.clone();
            let (key, mover) = trial.play_preferred(&mut random, &mut |_| 1.0).unwrap();
            assert!(keys.contains(&key) && Some(mover) == listed.decider(), "{name}");
        }
    }
}

#[test]
fn a_move_by_its_number_is_the_listed_one() {
    let mut compared = 0;
    for (name, game) in games().into_iter().filter(|(_, game)| !game.may_hide()) {
        for now in matches(&game, 2, 24).iter().step_by(6) {
            let Some(seat) = now.decider() else { continue };
            let mut one = now.imagining().draw(seat, 3).unwrap();
            let mut other = one.clone();
            let i = one.list() / 2;
            let number = one.number(i);
            one.play_listed(i);
            other.play_known(number);
            assert!(one.is_same(&other), "{name}");
            compared += 1;
        }
    }
    assert!(compared > 50, "{compared}");
}

#[test]
fn a_move_by_its_name_is_the_same_whatever_order_things_were_made_in() {
    let game = game(
        "game \"Stones\"; turn Main { } board Line { shape square(3, 1); } interactable Stone { }
        global class Rules {
            action put { require all(Stone).length < 2; input Tile t from Line.tiles().filter(t => t.isEmpty());
                trigger PlayerChoiceEvent { return true; }
                effect { Stone s = new Stone(); Line.place(s, on: t); } }
            action take { require all(Stone).length == 2; input Stone s from all(Stone);
                trigger PlayerChoiceEvent { return true; } effect { remove s; } }
        }
        setup { players 2; turns.use(\"Main\"); }",
    );
    let behind = |way: [&str; 2]| {
        let mut now = Match::start(&game, 2, 1);
        way.into_iter().for_each(|place| drop(now.play(format!("put {place}").as_str()).unwrap()));
        now.imagining().draw(0, 1).unwrap()
    };
    let (mut one, mut other) = (behind(["a1", "a3"]), behind(["a3", "a1"]));
    assert_eq!((one.list(), one.state_key()), (2, other.state_key()));
    for i in 0..2 {
        let (mut here, mut there) = (one.clone(), other.clone());
        here.list();
        assert!(there.play_named(here.number(i), here.key(i)));
        here.play_listed(i);
        assert_eq!(here.state_key(), there.state_key());
        assert!(!there.play_named(one.number(i), one.key(i)), "nothing can be taken now");
    }
    assert!(other.play_named(u32::MAX, one.key(0)), "a number that nothing has");
}

/// A list that others hold many times is gone through once, and counts as a copy in each place does.
#[test]
fn a_list_that_is_held_many_times_is_looked_at_once() {
    let position = |size: u32, held: &str| {
        let game = game(&format!(
            "game \"Rows\"; turn Main {{ }}
            global class Rules {{
                List<List<number>> all = {{}};
                action go {{ trigger PlayerChoiceEvent {{ return true; }} effect {{ turn.pass(); }} }}
            }}
            setup {{
                players 2; turns.use(\"Main\");
                List<number> row = {{}};
                for (number i in 1..{size}) {{ row.add(i); }}
                for (number i in 1..{size}) {{ Rules.all.add({held}); }}
            }}"
        ));
        Match::start(&game, 2, 1).imagining().draw(0, 1).unwrap().state_key()
    };
    assert_eq!(position(30, "row"), position(30, "row.copy()"));
    assert_ne!(position(30, "row"), position(30, "row.reverse()"));
    // This would be 400 million numbers.
    assert_ne!(position(20_000, "row"), position(19_999, "row"));
}

#[test]
fn a_series_of_deals_is_told_from_one_match() {
    let game = |name: &str| open(&folder().join(name));
    let hearts = game("hearts");
    let deal = hearts.facts(4).course.deal.unwrap();
    assert!((4.0..16.0).contains(&deal), "{deal}");
    for (name, players) in [("chess", 2), ("briscola", 2), ("pig", 2), ("backgammon", 2), ("go", 2)] {
        assert_eq!(game(name).facts(players).course.deal, None, "{name}");
    }
    let length = game("connect-four").facts(2).course.length.unwrap();
    assert!((15..30).contains(&length), "{length}");
}

/// A game in which whoever guesses a number from 1 to 4 right wins, with what else there is.
fn guessing(declared: &str, actions: &str, setup: &str, hidden: &str) -> Arc<Game> {
    game(&format!(
        "game \"Guessing\"; turn Main {{ }} {declared}
        global class Rules {{
            secret number aim = 1; secret List<number> row = {{ 1, 2, 3, 4 }};
            action guess {{ input number n from 1..4; trigger PlayerChoiceEvent;
                effect {{ if (({hidden}) == n) {{ winner actor; }} else {{ winner actor + 1; }} }} }}
            {actions}
        }}
        setup {{ players 2; {setup} turns.use(\"Main\"); }}"
    ))
}

#[test]
fn what_a_seat_cannot_see_is_not_the_same_in_all_that_it_imagines() {
    let tiles =
        "class Field extends Tile { secret number mines = 0; } board Sea { shape square(2, 2); tile Field; }";
    let kinds = "interactable Thing { } interactable Bomb extends Thing { } interactable Gem extends Thing { } \
        zone hand of Thing per player { visible owner; }";
    let action = |head: &str, effect: &str| {
        format!("action x {{ {head} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}")
    };
    let rolls = action("", "aim = random.roll(4);");
    let bids = action("secret input number b from 1..4;", "aim = b;");
    let shuffles = action("", "row.shuffle();");
    let asks = "action x { trigger PlayerChoiceEvent; effect { \
        number hidden = secret choose number \"Hide one\" by actor from 1..4; \
        number n = choose number \"Guess\" by actor + 1 from 1..4; \
        if (hidden == n) { winner actor + 1; } else { winner actor; } } }";
    let draws = asks.replace("secret choose number \"Hide one\" by actor from 1..4", "random.roll(4)");
    let mines = "for (Field f in all(Field)) { f.mines = random.roll(4); }";
    let dealt = "if (random.roll(2) == 1) { hand(1).add(new Bomb()); } else { hand(1).add(new Gem()); }";
    let all = [
        ("a roll", guessing("", &rolls, "", "aim"), 4, 1),
        ("a bid", guessing("", &bids, "", "aim"), 5, 1),
        ("a list", guessing("", &shuffles, "", "row[0]"), 4, 1),
        ("mines", guessing(tiles, "", mines, "Sea.tile(\"a1\").mines"), 0, 0),
        ("a kind", guessing(kinds, "", dealt, "hand(1)[0] is Bomb ? 1 : 2"), 0, 0),
        ("an answer", guessing("", asks, "", "aim"), 4, 2),
        ("a roll in an effect", guessing("", &draws, "", "aim"), 4, 1),
    ];
    for (what, game, first, moves) in all {
        let mut now = Match::start(&game, 2, 3);
        (0..moves).for_each(|k| drop(now.play(if k == 0 { first } else { 2 }).unwrap()));
        let seat = now.decider().unwrap();
        assert_eq!(seat == 1, moves > 0, "{what}");
        let mut worlds = now.imagining().worlds(seat).unwrap();
        let mut imagined = now.imagining().draw(seat, 0).unwrap();
        // How often the guess 1 wins.
        let mut wins = 0;
        for seed in 0..60 {
            worlds.draw(seed, &mut imagined);
            imagined.list();
            imagined.play_listed(0);
            assert!(imagined.over(), "{what}");
            let mut payoff = [0.0; 2];
            imagined.payoff(&mut payoff);
            wins += usize::from(payoff[seat as usize] > 0.5);
        }
        assert!((2..50).contains(&wins), "{what}: {wins} of 60");
    }
}

/// How many worlds are carried along follows from how large they are: a few large ones take as much memory as many small
/// ones.
#[test]
fn of_large_matches_fewer_worlds_are_imagined() {
    let worlds = |numbers: usize| {
        let rolls = format!(
            "List<number> l = {{}}; action x {{ trigger PlayerChoiceEvent; effect {{
                aim = random.roll(1000); l = (1..{numbers}).map(z => z); turn.pass(); }} }}"
        );
        let mut now = Match::start(&guessing("", &rolls, "", "aim"), 2, 3);
        now.play(4).unwrap();
        let mut worlds = now.imagining().worlds(1).unwrap();
        assert!(worlds.were_found());
        let mut world = worlds.first();
        let drawn = (0..60).map(|seed| {
            worlds.draw(seed, &mut world);
            world.state_key()
        });
        drawn.collect::<BTreeSet<_>>().len()
    };
    let (small, large, largest) = (worlds(10), worlds(600_000), worlds(2_500_000));
    assert!(small > 15, "{small}");
    assert!((2..=3).contains(&large), "{large}");
    assert_eq!(largest, 1);
}

/// Secrets of which the rules alone know how they came about: whatever they are, what the other seat imagines is the same.
#[test]
fn what_somebody_has_chosen_in_secret_changes_nothing_of_what_another_seat_imagines() {
    let holder = "class Holder { secret number s; secret List<number> list = {}; secret Table<string, number> table = {}; }
        function Holder holder() { return all(Holder).first(h => h.owner == 0); }
        interactable Card { number worth; secret number mark; } zone hand of Card per player { visible owner; }
        zone shelf of Card { visible all; } modifier Noted on Card { secret number s = 0; }";
    let setup = "new Holder().assign(0); new Holder().assign(1);
        for (number i in 1..3) { hand(0).add(new Card() { worth = i, mark = 0 }); } shelf.add(new Card() { worth = 9, mark = 0 });";
    let number = "secret input number n from 1..3;";
    let card = "secret input Card c from hand(0);";
    for (input, effect, hidden) in [
        (number, "Holder h = new Holder() { s = n }; h.assign(0);", "all(Holder).last().s"),
        (number, "new Holder() { s = n };", "all(Holder).last().s"),
        (number, "Card c = new Card() { worth = 5, mark = n }; shelf.add(c);", "shelf[1].mark"),
        (number, "holder().list.add(n);", "holder().list[0]"),
        (number, "holder().table[\"a\"] = n;", "holder().table[\"a\"]"),
        (number, "holder().s = n;", "holder().s"),
        (number, "Noted m = shelf[0].add(Noted); m.s = n;", "all(Noted)[0].s"),
        ("", "holder().list.add(random.roll(3));", "holder().list[0]"),
        ("", "Holder h = new Holder() { s = random.roll(3) }; h.assign(0);", "all(Holder).last().s"),
        (card, "remove c;", "6 - hand(0).sum(c => c.worth)"),
        (card, "c.assign(1);", "hand(0).first(c => c.owner == 1).worth"),
        (card, "c.mark = 1;", "hand(0).first(c => c.mark == 1).worth"),
        (card, "c.reveal(to: 0);", "1"),
    ] {
        let keep = format!(
            "action keep {{ {input} trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}"
        );
        let game = guessing(holder, &keep, setup, hidden);
        let mut known = BTreeSet::new();
        for (pick, seed) in [(4, 3), (5, 3), (6, 3), (4, 4)] {
            // Where nothing is chosen there is chance.
            known.insert(imagined_after(&game, seed, &[if input.is_empty() { 4 } else { pick }]));
        }
        assert_eq!(known.len(), 1, "{effect}");
    }
}

/// What seat 1 imagines after the last of some moves, from several worlds.
fn imagined_after(game: &Arc<Game>, seed: u64, moves: &[usize]) -> String {
    let mut now = Match::start(game, 2, seed);
    moves.iter().for_each(|i| drop(now.play(*i).unwrap()));
    let worlds = now.imagining().worlds(1).map(|mut worlds| {
        let mut world = worlds.first();
        let mut drawn = |seed| {
            worlds.draw(seed, &mut world);
            world.state_key()
        };
        (0..8).map(&mut drawn).collect::<Vec<_>>()
    });
    format!("{:?}", worlds.unwrap())
}

/// Nothing but dealing from two positions shows that one of these cards is gone: no attribute is secret.
#[test]
fn which_unseen_card_is_gone_is_in_no_world() {
    let cards = "interactable Card { number worth; } zone hand of Card per player { visible owner; }";
    let gone = "action keep { secret input Card c from hand(0); trigger PlayerChoiceEvent; effect { remove c; turn.pass(); } }";
    let setup = "for (number i in 1..3) { hand(0).add(new Card() { worth = i }); }";
    let game = guessing(cards, gone, setup, "6 - hand(0).sum(c => c.worth)");
    let known: BTreeSet<String> = (4..7).map(|pick| imagined_after(&game, 3, &[pick])).collect();
    assert_eq!(known.len(), 1);
}

/// So late that no match shows it which is looked at before anything is imagined.
#[test]
fn a_secret_that_changes_late_is_in_no_world() {
    const LATE: usize = 260;
    let game = game(&format!(
        "game \"Late\"; turn Main {{ }} class Holder {{ secret number s; }}
        global class Rules {{ number n; bool kept = false;
            action wait {{ require n < {LATE}; trigger PlayerChoiceEvent; effect {{ n += 1; }} }}
            action keep {{ secret input number k from 1..3; require n == {LATE} && !kept; trigger PlayerChoiceEvent;
                effect {{ all(Holder)[0].s = k; kept = true; turn.pass(); }} }}
            action guess {{ input number k from 1..3; require kept; trigger PlayerChoiceEvent;
                effect {{ if (all(Holder)[0].s == k) {{ winner actor; }} winner actor + 1; }} }} }}
        setup {{ players 2; Rules.n = 0; Holder one = new Holder() {{ s = 0 }}; one.assign(0);
            Holder other = new Holder() {{ s = 0 }}; other.assign(1); turns.use(\"Main\"); }}"
    ));
    let after = |pick: usize| {
        let mut moves = vec![0; LATE];
        moves.push(pick);
        imagined_after(&game, 3, &moves)
    };
    let known: BTreeSet<String> = (0..3).map(after).collect();
    assert_eq!(known.len(), 1, "{known:?}");
}

/// The same where it comes about seldom: after eight times the same of three moves.
#[test]
fn a_secret_that_comes_about_seldom_is_in_no_world() {
    for (holder, input, effect, hidden) in [
        ("", "secret input number k from 1..3;", "aim = k;", "aim"),
        ("tile", "secret input number k from 1..3;", "Land.at(0, 0).mark = k;", "Land.at(0, 0).mark"),
        (
            "card",
            "secret input number k from 1..3;",
            "cellar.add(new Card() { worth = k });",
            "cellar.top().worth",
        ),
        ("card", "", "cellar.add(new Card() { worth = random.roll(3) });", "cellar.top().worth"),
    ] {
        let declared = match holder {
            "tile" => {
                "class Field extends Tile { secret number mark = 0; } board Land { shape square(1, 1); tile Field; }"
            }
            "card" => "interactable Card { number worth; } zone cellar of Card;",
            _ => "",
        };
        let game = game(&format!(
            "game \"Seldom\"; turn Main {{ }} {declared}
            global class Rules {{ number patience; number count; bool kept = false; secret number aim = 0;
                function void on() {{ count += 1; if (count > 40) {{ winner none; }} }}
                action wait {{ require !kept; trigger PlayerChoiceEvent; effect {{ patience += 1; on(); }} }}
                action fuss {{ require !kept; trigger PlayerChoiceEvent; effect {{ patience = 0; on(); }} }}
                action fret {{ require !kept; trigger PlayerChoiceEvent; effect {{ patience = 0; on(); }} }}
                action keep {{ {input} require patience >= 8 && !kept; trigger PlayerChoiceEvent;
                    effect {{ {effect} kept = true; turn.pass(); }} }}
                action guess {{ input number k from 1..3; require kept; trigger PlayerChoiceEvent;
                    effect {{ if ({hidden} == k) {{ winner actor; }} winner actor + 1; }} }} }}
            setup {{ players 2; Rules.patience = 0; Rules.count = 0; turns.use(\"Main\"); }}"
        ));
        assert_eq!(
            game.facts(2).way,
            Way::Exchange,
            "so that something has to be found out in the match: {effect}"
        );
        let after = |(pick, seed)| imagined_after(&game, seed, &[0, 0, 0, 0, 0, 0, 0, 0, pick]);
        let picks = if input.is_empty() { [(3, 3), (3, 4), (3, 5)] } else { [(3, 3), (4, 3), (5, 3)] };
        let known: BTreeSet<String> = picks.map(after).into();
        assert_eq!(known.len(), 1, "{effect} {known:?}");
    }
}

/// Whether something has to be found out does not follow from what was chosen, of very many.
#[test]
fn a_secret_of_very_many_that_comes_about_seldom_is_in_no_world() {
    let game = game(
        "game \"Many\"; turn Main { }
        global class Rules { number n; bool kept = false; secret number aim = 0;
            action wait { require n < 260; trigger PlayerChoiceEvent; effect { n += 1; } }
            action keep { secret input number k from 1..40; require n == 260 && !kept; trigger PlayerChoiceEvent;
                effect { if (k > 20) { aim = 1; } kept = true; turn.pass(); } }
            action guess { input number k from 0..1; require kept; trigger PlayerChoiceEvent;
                effect { if (aim == k) { winner actor; } winner actor + 1; } } }
        setup { players 2; Rules.n = 0; turns.use(\"Main\"); }",
    );
    let after = |pick: usize| {
        let mut moves = vec![0; 260];
        moves.push(pick);
        imagined_after(&game, 3, &moves)
    };
    let known: BTreeSet<String> = [0, 2, 13, 19, 20, 30, 39].map(after).into();
    assert_eq!(known.len(), 1, "{known:?}");
}

/// Other choices with other chance would look different to everybody.
#[test]
fn a_secret_that_is_chosen_beside_open_chance_is_in_no_world() {
    let roll = "number die = 0; action keep { secret input number n from 1..3; trigger PlayerChoiceEvent;
        effect { die = random.roll(50); aim = n; turn.pass(); } }";
    let game = guessing("", roll, "", "aim");
    let known: BTreeSet<String> = (4..7).map(|pick| imagined_after(&game, 3, &[pick])).collect();
    assert_eq!(known.len(), 1, "{known:?}");
}

/// Three dice that all see hardly ever come up alike twice, so that other chance alone does not show that the secret may
/// be another; nor do other matches where `setup` makes it so seldom.
#[test]
fn a_secret_of_chance_beside_open_chance_is_in_no_world() {
    let secret = "for (number i in 1..3) { dice.add(random.roll(50)); } aim = random.roll(4);";
    let roll = format!(
        "List<number> dice = {{}}; action keep {{ trigger PlayerChoiceEvent; effect {{ {secret} turn.pass(); }} }}"
    );
    let begin = format!(
        "List<number> dice = {{}}; function void begin() {{ if (random.roll(2000) == 1) {{ {secret} }} }}"
    );
    let none = guessing("", &begin, "Rules.begin();", "aim");
    for (what, game, moves) in [("a move", guessing("", &roll, "", "aim"), &[4][..]), ("setup", none, &[])] {
        assert_eq!(
            game.facts(2).way,
            Way::Exchange,
            "so that something has to be found out in the match: {what}"
        );
        let usual = read(&Match::start(&game, 2, 1).seat(1).view());
        let matches = (1..20_000).map(|seed| Match::start(&game, 2, seed));
        let is_seldom = |now: &Match| !moves.is_empty() || read(&now.seat(1).view()) != usual;
        for mut now in matches.filter(is_seldom).take(4) {
            moves.iter().for_each(|i| drop(now.play(*i).unwrap()));
            let seat = now.decider().unwrap();
            // Which guess wins, where anything is imagined.
            let right: BTreeSet<Option<usize>> = (0..40)
                .filter_map(|seed| now.imagining().draw(seat, seed).ok())
                .map(|world| (0..4).find(|guess| wins(&world, *guess, seat)))
                .collect();
            assert_ne!(right.len(), 1, "{what}: {right:?}");
        }
    }
}

fn wins(world: &Imagined, guess: usize, seat: u32) -> bool {
    let (mut now, mut payoff) = (world.clone(), [0.0; 2]);
    now.list();
    now.play_listed(guess);
    now.payoff(&mut payoff);
    payoff[seat as usize] > 0.5
}

/// Seat 0 knows both cards of seat 1, but not which of them seat 2 was shown.
#[test]
fn to_whom_a_known_card_was_shown_is_in_no_world() {
    let game = game(
        "game \"Shown\"; turn Main { }
        interactable Card { number worth; } zone hand of Card per player { visible owner; }
        global class Rules {
            action show { secret input Card c from hand(1); require actor == 1; trigger PlayerChoiceEvent;
                effect { c.reveal(to: 2); turn.pass(0); } }
            action guess { input number n from 1..2; require actor == 0; trigger PlayerChoiceEvent; effect { winner actor; } } }
        setup { players 3; for (number i in 1..2) { hand(1).add(new Card() { worth = i }); }
            for (Card c in hand(1)) { c.reveal(to: 0); }
            for (player p in player.all()) { hand(p).add(new Card() { worth = 3 }); }
            turns.use(\"Main\"); turn.pass(1); }",
    );
    let known: BTreeSet<String> = [0, 1]
        .map(|pick| {
            let mut now = Match::start(&game, 3, 3);
            now.play_as(1, pick).unwrap();
            let key = |seed| now.imagining().draw(0, seed).map(|world| world.state_key());
            format!("{:?}", (0..8).map(key).collect::<Vec<_>>())
        })
        .into();
    assert!(known.len() == 1 && !known.iter().any(|known| known.contains("Err")), "{known:?}");
    assert_eq!(game.facts(3).way, Way::Exchange);
}

/// Nobody chooses and chance is not used: it follows from cards that are dealt anew.
#[test]
fn a_secret_that_follows_from_hidden_cards_is_in_no_world() {
    let cards = "interactable Card { number worth; } deck stock of Card; zone hand of Card per player { visible owner; }";
    let look = "action look { trigger PlayerChoiceEvent; effect { aim = hand(0)[0].worth; turn.pass(); } }";
    let setup = "for (number i in 1..4) { stock.add(new Card() { worth = i }); } stock.shuffle(); stock.draw(1, to: hand(0));";
    let game = guessing(cards, look, setup, "aim");
    assert_eq!(game.facts(2).way, Way::Exchange, "so that something has to be found out in the match");
    let known: BTreeSet<String> = (1..9).map(|seed| imagined_after(&game, seed, &[4])).collect();
    assert_eq!(known.len(), 1, "{known:?}");
}

/// Seat 0 guesses what seat 1 has chosen, or chance has made of it, when all had.
#[test]
fn a_secret_from_a_round_is_in_no_world() {
    let round = "action keep { secret input number k from 1..4; require turn.phase.active() == \"Keep\"; trigger PlayerChoiceEvent;
        effect { if (actor == 1) { EFFECT } } }";
    let each = "action ask { require turn.phase.active() == \"Ask\"; trigger PlayerChoiceEvent; effect {
        Table<player, number> all = secret choose number \"Which?\" by each q in player.all() from 1..4;
        number k = all[1]; EFFECT turn.pass(0, \"Guess\"); } }";
    for (keep, phase, effect, then) in [
        (round, "Keep", "aim = k;", ""),
        (round, "Keep", "open = true; row.add(k);", ""),
        (round, "Keep", "Land.at(0, 0).mark = k;", ""),
        (round, "Keep", "open = true;", "Rules.aim = random.roll(4);"),
        (each, "Ask", "aim = k;", ""),
    ] {
        let keep = keep.replace("EFFECT", effect);
        let game = game(&format!(
            "game \"Round\"; class Field extends Tile {{ secret number mark = 0; }}
            board Land {{ shape square(1, 1); tile Field; }}
            turn Main {{ phase Keep {{ simultaneous player.all(); then {{ {then} turn.pass(0, \"Guess\"); }} }} phase Ask; phase Guess; }}
            global class Rules {{ secret number aim = 0; secret List<number> row = {{}}; bool open = false; {keep}
                action guess {{ input number k from 1..4; require turn.phase.active() == \"Guess\"; trigger PlayerChoiceEvent;
                    effect {{ if (aim + row.sum() + Land.at(0, 0).mark == k) {{ winner actor; }} winner actor + 1; }} }} }}
            setup {{ players 2; turns.use(\"Main\", \"{phase}\"); }}"
        ));
        let known: BTreeSet<String> = [(0, 3), (1, 3), (2, 3), (0, 4), (0, 5)]
            .map(|(pick, seed)| {
                let mut now = Match::start(&game, 2, seed);
                if phase == "Ask" {
                    now.play_as(0, 0).unwrap();
                }
                now.play_as(1, pick).unwrap();
                now.play_as(0, 3).unwrap();
                let key = |seed| now.imagining().draw(0, seed).unwrap().state_key();
                format!("{:?}", (0..8).map(key).collect::<Vec<_>>())
            })
            .into();
        assert_eq!(known.len(), 1, "{effect} {then} {known:?}");
    }
}

#[test]
fn what_somebody_wrote_in_secret_is_in_no_world() {
    let writes = "action x { secret input string word \"Word\" free 8 from { \"a\", \"bb\", \"ccc\" };
        trigger PlayerChoiceEvent; effect { aim = word.length; turn.pass(); } }";
    let game = guessing("", writes, "", "aim");
    let mut now = Match::start(&game, 2, 3);
    now.play("x \"dddd\"").unwrap();
    let mut worlds = now.imagining().worlds(1).unwrap();
    let mut imagined = now.imagining().draw(1, 0).unwrap();
    for seed in 0..60 {
        worlds.draw(seed, &mut imagined);
        imagined.list();
        imagined.play_listed(3);
        let mut payoff = [0.0; 2];
        imagined.payoff(&mut payoff);
        assert!(imagined.over() && payoff[1] < 0.5, "a guess of four letters is right in world {seed}");
    }
}

#[test]
fn nothing_is_certain_of_what_an_effect_has_drawn_that_goes_on() {
    let game = game(
        "game \"Drawing\"; turn Main { } global class Rules { action x { trigger PlayerChoiceEvent; effect {
            number hidden = random.roll(4);
            number n = choose number \"Guess\" from 1..4;
            if (hidden == n) { winner actor; } else { winner actor + 1; }
        } } }
        setup { players 2; turns.use(\"Main\"); }",
    );
    let mut now = Match::start(&game, 2, 3);
    now.play(0).unwrap();
    let settings = ["mcts:200", "mcts:200:exact=1000"].map(|name| name.parse::<BotKind>().unwrap());
    for mut bot in settings.map(|kind| kind.make()) {
        let decision = Decision::of(&now, 0).unwrap();
        let mut thought = bot.think(&decision, &mut Random::new(1));
        thought.go_on(&mut || true);
        let opinion = thought.opinion().unwrap();
        assert!(!opinion.is_certain && opinion.moves.iter().all(|m| !m.is_proven), "{opinion:?}");
    }
}
