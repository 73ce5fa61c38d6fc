//! What a seat imagines follows from what it knows alone: in every game that may hide something, matches that the seat
//! cannot tell apart give it the same worlds, word for word. Somebody who knows all fails the same test.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::question::QuestionKind;
use engine::record::{Step, StepKind};
use engine::{Game, Imagined, Match, MoveKey, Twin, Way, Worlds};
use project::Request;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::{Arc, OnceLock};

/// The games of the library, opened once: what is so in all their matches is found out once, too.
fn games() -> Vec<(String, Arc<Game>)> {
    static GAMES: OnceLock<Vec<(String, Arc<Game>)>> = OnceLock::new();
    GAMES.get_or_init(open_games).clone()
}

fn open_games() -> Vec<(String, Arc<Game>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games");
    let wanted = std::env::var("TAVOLA_GAME").unwrap_or_default();
    let name = |path: &Path| path.parent().unwrap().file_name().unwrap().to_string_lossy().into_owned();
    let paths = project::games_below(&folder).into_iter().filter(|p| name(p).contains(&wanted));
    paths.map(|p| (name(&p), project::open(Request::new(&*p)).unwrap().game.unwrap())).collect()
}

/// Decisions of a random match, each with the seat that has it.
fn decisions(game: &Arc<Game>, seed: u64, most: usize) -> Vec<(Match, u32)> {
    let mut now = Match::start(game, game.players().0, seed);
    let mut random = Random::new(seed);
    let mut all = Vec::new();
    while let Some(seat) = now.decider().filter(|_| all.len() < most) {
        all.push((now.clone(), seat));
        if now.play_as(seat, &mut random).is_err() {
            break;
        }
    }
    all
}

/// A way to imagine a match, or to know it.
type Imagine = fn(&Match, u32) -> Option<Worlds>;

/// The same move in both, where its effect asks the seat something and it still cannot tell the two apart.
fn in_the_middle(one: &Match, two: &Match, seat: u32, random: &mut Random) -> Option<(Match, Match)> {
    let moves = one.seat(seat).moves().ok()?;
    let text = &moves.get(random.below(moves.len() as u64) as usize)?.text;
    let (mut left, mut right) = (one.clone(), two.clone());
    left.play_as(seat, text.as_str()).ok()?;
    right.play_as(seat, text.as_str()).ok()?;
    let asks = |now: &Match| now.questions().iter().any(|q| q.seat == seat && q.kind == QuestionKind::Choose);
    let alike = asks(&left)
        && asks(&right)
        && left.view(Some(seat)) == right.view(Some(seat))
        && left.seat(seat).question() == right.seat(seat).question()
        && left.seat(seat).moves() == right.seat(seat).moves();
    alike.then_some((left, right))
}

/// How many pairs of matches that a seat cannot tell apart gave the same worlds, and how many others.
fn compare(game: &Arc<Game>, imagine: Imagine, pairs: usize, seeds: u64) -> (usize, usize) {
    let (mut same, mut other, mut tried) = (0, 0, 0);
    for seed in 1..=40 {
        for (now, seat) in decisions(game, seed, 90) {
            if same + other >= pairs {
                return (same, other);
            }
            let mut random = Random::new(seed ^ same as u64);
            tried += 1;
            if tried > 20 * pairs {
                return (same, other);
            }
            let Some(twin) = Twin::of(&now, Some(seat), &mut random) else { continue };
            if twin.is_told_from(&now, Some(seat)) || now.view(Some(seat)) != twin.now.view(Some(seat)) {
                continue;
            }
            let (Some(mut one), Some(mut two)) = (imagine(&now, seat), imagine(&twin.now, seat)) else {
                continue;
            };
            let (mut left, mut right): (Imagined, Imagined) = (one.first(), two.first());
            let equal = (0..seeds).all(|seed| {
                one.draw(seed, &mut left);
                two.draw(seed, &mut right);
                left.is_same(&right) && left.state_key() == right.state_key()
            });
            if equal {
                same += 1;
            } else {
                other += 1;
            }
            if let Some((one, two)) = in_the_middle(&now, &twin.now, seat, &mut random) {
                let (Some(mut one), Some(mut two)) = (imagine(&one, seat), imagine(&two, seat)) else {
                    continue;
                };
                let equal = one.first().is_same(&two.first());
                if equal { same += 1 } else { other += 1 }
            }
        }
    }
    (same, other)
}

fn hiding() -> Vec<(String, Arc<Game>)> {
    games().into_iter().filter(|(_, game)| game.may_hide()).collect()
}

/// Games whose worlds are made from the match at hand. Where matches are played again, the record of a twin is that of
/// the match that it was made from, so that comparing the two would say nothing.
fn exchanging() -> Vec<(String, Arc<Game>)> {
    let exchanges = |game: &Arc<Game>| game.facts(game.players().0).way == Way::Exchange;
    hiding().into_iter().filter(|(_, game)| exchanges(game)).collect()
}

#[test]
fn matches_that_a_seat_cannot_tell_apart_give_the_same_worlds() {
    let pairs = std::env::var("TAVOLA_WORLDS").ok().and_then(|n| n.parse().ok()).unwrap_or(10);
    let mut compared = BTreeMap::new();
    for (name, game) in exchanging() {
        let (same, other) = compare(&game, |now, seat| now.imagining().worlds(seat).ok(), pairs, 25);
        assert_eq!(other, 0, "{name}: {same} pairs were the same");
        compared.insert(name, same);
    }
    println!("{compared:?}");
}

#[test]
fn somebody_who_knows_all_is_found_out() {
    for (name, game) in exchanging() {
        let (same, other) = compare(&game, |now, seat| Some(Worlds::of_truth(now, seat)), 4, 3);
        assert_eq!(same, 0, "{name}: {other} pairs were others");
    }
}

/// Whether two matches look and read the same to a seat now.
fn are_alike(one: &Match, two: &Match, seat: u32) -> bool {
    one.view(Some(seat)) == two.view(Some(seat))
        && one.observer(Some(seat)).log() == two.observer(Some(seat)).log()
        && one.observer(Some(seat)).heard() == two.observer(Some(seat)).heard()
        && one.decider() == two.decider()
        && one.seat(seat).question() == two.seat(seat).question()
        && (one.decider() != Some(seat) || one.seat(seat).moves() == two.seat(seat).moves())
}

/// The same match, but for a choice of somebody else that the seat has not seen: all along it looked the same.
fn chosen_otherwise(now: &Match, seat: u32, random: &mut Random) -> Option<Match> {
    let record = now.record();
    let of_others = || record.steps.iter().enumerate().filter(|(_, step)| step.seat != Some(seat));
    let (at, step) = of_others().nth(random.below(of_others().count().max(1) as u64) as usize)?;
    let mut one = Match::start(now.game(), record.players, record.seed);
    one.follow();
    record.steps[..at].iter().for_each(|step| step.replay(&mut one).unwrap());
    let (mover, mut two) = (step.seat?, one.clone());
    two.play_as(mover, &mut *random).ok()?;
    step.replay(&mut one).unwrap();
    for step in &record.steps[at + 1..] {
        let StepKind::Move { candidate, written, .. } = step.kind.clone() else { return None };
        let step =
            Step { seat: step.seat, kind: StepKind::Move { candidate, written, text: None }, reseed: None };
        if !are_alike(&one, &two, seat) || step.replay(&mut two).is_err() {
            return None;
        }
        step.replay(&mut one).unwrap();
    }
    let is_other = one.fingerprint() != two.fingerprint();
    (is_other && one.decider() == Some(seat) && are_alike(&one, &two, seat)).then_some(two)
}

/// Where matches are played again, what others chose without being seen is told by the record alone, of which the seat
/// knows what it has seen.
#[test]
fn choices_that_a_seat_has_not_seen_change_nothing_that_it_imagines() {
    let mut compared = BTreeMap::new();
    for (name, game) in hiding() {
        let mut random = Random::new(7);
        let mut pairs = 0;
        for (now, seat) in (1..=2).flat_map(|seed| decisions(&game, seed, 14)).skip(3).step_by(2) {
            let Some(twin) = chosen_otherwise(&now, seat, &mut random).filter(|_| pairs < 4) else {
                continue;
            };
            let (Ok(mut one), Ok(mut two)) = (now.imagining().worlds(seat), twin.imagining().worlds(seat))
            else {
                continue;
            };
            let (mut left, mut right) = (one.first(), two.first());
            for seed in 0..10 {
                one.draw(seed, &mut left);
                two.draw(seed, &mut right);
                assert!(left.is_same(&right), "{name}, seed {seed}");
            }
            let known = |now: &Match| Worlds::of_truth(now, seat).first();
            assert!(!known(&now).is_same(&known(&twin)), "{name}: somebody who knows all is not found out");
            pairs += 1;
        }
        compared.insert(name, pairs);
    }
    println!("{compared:?}");
    assert!(
        compared.values().filter(|pairs| **pairs > 0).count() >= 2 || compared.len() < 10,
        "{compared:?}"
    );
}

/// What is imagined looks to the seat as the match does, offers it the same moves, and is another world each time.
#[test]
fn a_world_looks_to_the_seat_as_the_match_does() {
    for (name, game) in hiding() {
        let (mut drawn, mut none) = (0, BTreeMap::new());
        let mut different = BTreeSet::new();
        for (now, seat) in (1..=2).flat_map(|seed| decisions(&game, seed, 50)).step_by(12) {
            let mut worlds = match now.imagining().worlds(seat) {
                Ok(worlds) => worlds,
                Err(hidden) => {
                    *none.entry(hidden.to_string()).or_insert(0) += 1;
                    continue;
                }
            };
            let mut imagined = worlds.first();
            let keys = now.seat(seat).keys_up_to(300).unwrap();
            let sorted = |mut keys: Vec<MoveKey>| {
                keys.sort_unstable();
                keys
            };
            let keys = sorted(keys);
            for seed in 0..4 {
                worlds.draw(seed, &mut imagined);
                assert_eq!(imagined.decider(), Some(seat), "{name}");
                if now.view(Some(seat)).answered.is_empty() {
                    assert_eq!(imagined.seen(seat), now.seat(seat).seen(), "{name}");
                }
                let n = imagined.list();
                if keys.len() < 300 {
                    assert_eq!(sorted((0..n).map(|i| imagined.key(i)).collect()), keys, "{name}");
                }
                different.insert((drawn, imagined.state_key()));
            }
            drawn += 1;
        }
        assert!(drawn > 0, "{name}: {none:?}");
        println!("{name}: {drawn} decisions, {} worlds, {none:?}", different.len());
    }
}

#[test]
fn how_each_game_is_imagined() {
    for (name, game) in games() {
        let facts = game.facts(game.players().0);
        println!("{name}: {:?}", facts.way);
        assert_eq!(facts.way == Way::Copy, !game.may_hide(), "{name}");
    }
}

#[test]
fn in_some_games_the_lowest_score_wins() {
    let games: BTreeMap<String, Arc<Game>> = games().into_iter().collect();
    for (name, lowest) in [("hearts", true), ("briscola", false), ("scopa", false), ("chess", false)] {
        let Some(game) = games.get(name) else { continue };
        assert_eq!(game.facts(game.players().0).lowest_wins, lowest, "{name}");
    }
}

fn small(text: &str) -> Arc<Game> {
    let files = project::Memory::default().with("game.tgdl", text);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}

/// Roles are made one after the other, for players in an order of chance, and open cards by what their underside says.
/// Where `kept` is there, matches are played again, since nothing can be exchanged.
fn made_by_what_is_hidden(kept: &str) -> Arc<Game> {
    small(&format!(
        "game \"Roles\";
        enum Role {{ Good, Evil, Seer, Fool }}
        interactable Sheet {{ secret Role role; {kept} }}
        interactable Chip {{ secret number worth; bool isRed; }}
        zone row of Chip {{ visible all; ordered; }}
        turn Main {{ }}
        global class Rules {{
            number asked = 0;
            action ask {{
                input Sheet whom from all(Sheet) where whom.owner != actor;
                trigger PlayerChoiceEvent;
                effect {{ asked += 1; if (whom.role == Role.Evil) {{ score actor 1; }} turn.pass(); if (asked == 6) {{ winner actor; }} }}
            }}
        }}
        setup {{
            players 4;
            List<player> seats = player.all();
            seats.shuffle();
            for (number i in 0..3) {{ Sheet s = new Sheet() {{ role = Role.all()[i] }}; s.assign(seats[i]); }}
            List<Chip> chips = {{}};
            for (number w in 1..6) {{ chips.add(new Chip() {{ worth = w, isRed = w > 3 }}); }}
            chips.shuffle();
            for (Chip c in chips) {{ row.add(c); }}
            turns.use(\"Main\");
        }}"
    ))
}

/// Matches that look the same to a seat, whatever the order in which the rules made what they hide.
#[test]
fn the_order_in_which_hidden_things_were_made_changes_nothing_that_a_seat_imagines() {
    let ways = [("", "dealt anew"), ("Position before = position();", "played again")];
    for (kept, way) in ways {
        let game = made_by_what_is_hidden(kept);
        assert!(game.facts(4).describe().contains(way), "{}", game.facts(4).describe());
        let mut alike: BTreeMap<String, Vec<Match>> = BTreeMap::new();
        for seed in 0..400 {
            let now = Match::start(&game, 4, seed);
            alike.entry(format!("{:?}", now.view(Some(0)))).or_default().push(now);
        }
        let (mut pairs, mut found_out) = (0, 0);
        for all in alike.into_values() {
            let mut one = all[0].imagining().worlds(0).unwrap();
            for other in &all[1..] {
                let mut two = other.imagining().worlds(0).unwrap();
                let (mut left, mut right) = (one.first(), two.first());
                for seed in 0..20 {
                    one.draw(seed, &mut left);
                    two.draw(seed, &mut right);
                    assert!(left.is_same(&right), "{way}, seed {seed}");
                }
                pairs += 1;
                let known = |now: &Match| Worlds::of_truth(now, 0).first();
                found_out += usize::from(!known(&all[0]).is_same(&known(other)));
            }
        }
        assert!(pairs > 40 && found_out > 40, "{pairs} pairs, {found_out} of others");
    }
}

/// Two who hold fruit of five sorts, of which cores are left that show what they were, in a game whose matches are made
/// again, since it keeps a secret that nobody can ask for.
fn fruit(effect: &str) -> Arc<Game> {
    let sorts = ["plum", "pear", "fig", "date", "lime"];
    let declared: String =
        sorts.map(|s| format!("const Sort {s} = new Sort() {{ name = \"{s}\" }};")).concat();
    let text = format!(
        "game \"Cellar\"; const class Sort {{ string name = \"\"; }} {declared}
        interactable Fruit {{ Sort sort; }} deck crate of Fruit per player;
        zone hand of Fruit per player {{ visible owner; }} zone heap of Fruit per player {{ visible all; ordered; }}
        function Fruit made(Sort sort, player p) {{ Fruit f = new Fruit() {{ sort = sort }}; f.assign(player: p); return f; }}
        function void eat(Fruit fruit, player p) {{ heap(p).add(made(fruit.sort, p)); remove fruit; }}
        turn Main {{ phase Eat; }}
        global class Rules {{
            secret number omen = 0;
            action dine {{ require !hand(actor).isEmpty(); trigger PlayerChoiceEvent; effect {{ {effect} turn.pass(); }} }}
            action wait {{ trigger PlayerChoiceEvent; effect {{ if (!crate(actor).isEmpty()) {{ crate(actor).draw(1, to: hand(actor)); }} turn.pass(); }} }}
        }}
        setup {{
            players 2;
            Rules.omen = random.roll(6);
            for (player p in player.all()) {{
                for (Sort sort in {{ {} }}) {{ for (number i in 1..3) {{ crate(p).add(made(sort, p)); }} }}
                crate(p).shuffle();
                crate(p).draw(6, to: hand(p));
            }}
            turns.use(\"Main\");
        }}",
        sorts.join(", ")
    );
    let files = project::Memory::default().with("game.tgdl", text.as_str());
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}

/// Whatever others have shown by their moves can have come about in some world: of what was chosen in an effect and is
/// another object now, of a whole hand, of the order in which what lay in none was put down, of what went by itself.
#[test]
fn what_was_shown_by_moves_can_be_imagined() {
    for effect in [
        "eat(choose Fruit \"Which?\" from hand(actor).copy(), actor);",
        "List<Fruit> eaten = choose List<Fruit> \"Which?\" count 0..3 from hand(actor).copy(); for (Fruit f in eaten) { eat(f, actor); }",
        "for (Fruit f in hand(actor).copy()) { eat(f, actor); }",
        "heap(actor).addAll(hand(actor)); crate(actor).draw(min(6, crate(actor).length), to: hand(actor));",
        "for (Fruit f in hand(actor).filter(f => f.sort == plum || f.sort == pear)) { heap(actor).add(f); }",
        "for (Fruit f in hand(actor + 1).filter(f => f.sort == fig)) { eat(f, actor + 1); }",
    ] {
        let game = fruit(effect);
        assert!(matches!(game.facts(2).way, Way::Replay(_)), "{effect}");
        let (mut all, mut blind) = (0, 0);
        for (now, seat) in (1..=6).flat_map(|seed| decisions(&game, seed, 24)) {
            all += 1;
            blind += usize::from(now.imagining().worlds(seat).is_err());
        }
        println!("{effect}: {blind} of {all}");
        assert!(all > 60 && blind * 50 <= all, "{effect}: {blind} of {all}");
    }
}
