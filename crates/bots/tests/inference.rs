//! What others cannot have, since they would have had to do otherwise, is in no world that a seat imagines; and that
//! follows from what the seat has seen alone.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::record::stripped;
use engine::view::{Piece, ValueView, View};
use engine::{Game, Imagined, Match};
use project::Request;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;

fn of_library(name: &str) -> Arc<Game> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name);
    project::open(Request::new(&*folder)).unwrap().game.unwrap()
}

fn suit(piece: &Piece) -> String {
    let suit = piece.attributes.iter().find(|(name, _)| name == "suit").map(|(_, value)| value);
    match suit.unwrap() {
        ValueView::Case { name, .. } | ValueView::Text(name) => name.clone(),
        other => panic!("{other:?}"),
    }
}

/// The suits of what lies in a zone as far as it is seen, from the bottom.
fn suits(view: &View, zone: &str, owner: Option<u32>) -> Vec<String> {
    let zone = view.zones.iter().find(|z| z.name == zone && z.owner == owner).unwrap();
    zone.pieces.iter().flatten().map(suit).collect()
}

fn held(now: &Match, seat: u32) -> usize {
    let view = now.view(None);
    view.zones.iter().find(|z| z.name == "hand" && z.owner == Some(seat)).unwrap().pieces.len()
}

/// The suits that somebody cannot have since the last deal, by seat, as whoever knows the game follows it.
#[derive(Default)]
struct Voids(BTreeMap<u32, BTreeSet<String>>);

impl Voids {
    /// Plays a move at random and looks at what it says.
    fn play(&mut self, now: &mut Match, random: &mut Random) -> bool {
        let Some(seat) = now.decider() else { return false };
        let trick = suits(&now.view(None), "trick", None);
        let (before, mine) = (held(now, seat), suits(&now.view(Some(seat)), "hand", Some(seat)));
        let made = now.play_as(seat, &mut *random);
        assert!(made.is_ok());
        let after = held(now, seat);
        if let (Some(led), true) = (trick.first(), after + 1 == before || after > before) {
            let counts = |all: &[String]| all.iter().filter(|s| *s == led).count();
            // It has the led suit no less than before: it gave another one.
            if after + 1 == before
                && counts(&mine) == counts(&suits(&now.view(Some(seat)), "hand", Some(seat)))
            {
                self.0.entry(seat).or_default().insert(led.clone());
            }
        }
        if after >= before {
            self.0.clear();
        }
        true
    }
}

/// How many worlds of how many give somebody what cannot be had, with what others did and without.
fn impossible(game: &Arc<Game>, seeds: std::ops::RangeInclusive<u64>, moves: usize) -> [usize; 3] {
    let [mut with, mut without, mut looked] = [0; 3];
    for seed in seeds {
        let mut now = Match::start(game, game.players().0, seed);
        let (mut random, mut voids) = (Random::new(seed), Voids::default());
        for made in 0..moves {
            if !voids.play(&mut now, &mut random) {
                break;
            }
            let Some(seat) = now.decider() else { break };
            let others: Vec<_> = voids.0.iter().filter(|(other, _)| **other != seat).collect();
            if others.is_empty() || made % 3 > 0 {
                continue;
            }
            let is_impossible = |world: &Imagined| {
                let has = |(other, never): &(&u32, &BTreeSet<String>)| {
                    let hand = suits(&world.view_of(**other), "hand", Some(**other));
                    hand.iter().any(|suit| never.contains(suit))
                };
                others.iter().any(has)
            };
            let worlds = |now: &Match| {
                (0..4).map(|seed| now.imagining().draw(seat, seed).unwrap()).collect::<Vec<_>>()
            };
            looked += 4;
            with += worlds(&now).iter().filter(|world| is_impossible(world)).count();
            without += worlds(&stripped(&now)).iter().filter(|world| is_impossible(world)).count();
        }
    }
    [with, without, looked]
}

#[test]
fn who_has_not_followed_suit_has_none_in_any_world() {
    for (name, moves) in [("hearts", 150), ("spades", 110), ("marafone", 90), ("tressette", 90)] {
        let [with, without, looked] = impossible(&of_library(name), 1..=2, moves);
        println!("{name}: {with} and {without} of {looked}");
        assert!(looked > 80, "{name}: {looked}");
        assert_eq!(with, 0, "{name}: of {looked}");
        // Where the record does not tell what others did, nothing is ruled out.
        assert!(without > looked / 4, "{name}: {without} of {looked}");
    }
}

/// Two suits of three cards each, two of them out of play: whoever can follows suit. Behind each trick `draw` says what is
/// drawn.
fn follow(draw: &str) -> Arc<Game> {
    let source = format!(
        "game \"Follow\";
        enum Suit {{ Red, Blue }}
        interactable Card {{ Suit suit; number rank; }}
        deck stock of Card;
        zone hand of Card per player {{ visible owner; }}
        zone trick of Card {{ visible all; ordered; }}
        zone done of Card {{ visible all; }}
        turn Main {{ }}
        global class Rules {{
            function bool follows(player p, Card c) {{
                return trick.isEmpty() || c.suit == trick.bottom().suit
                    || hand(p).all(d => d.suit != trick.bottom().suit);
            }}
            action play {{
                input Card card from hand(player.active()) {{ filter where follows(player.active(), card); }}
                trigger PlayerChoiceEvent;
                effect {{
                    trick.add(card);
                    turn.pass();
                    if (trick.length == 2) {{
                        bool takes = trick[1].suit == trick[0].suit && trick[1].rank > trick[0].rank;
                        player taker = takes ? actor : player.active();
                        score taker taker.score + 1;
                        done.addAll(trick);
                        {draw}
                        if (hand(0).isEmpty()) {{ winner player.all().sortBy(p => -p.score).groupBy(p => p.score).values(); }}
                        turn.pass(taker);
                    }}
                }}
            }}
        }}
        setup {{
            players 2;
            for (number rank in 1..3) {{
                stock.add(new Card() {{ suit = Suit.Red, rank = rank }});
                stock.add(new Card() {{ suit = Suit.Blue, rank = rank }});
            }}
            stock.shuffle(); stock.deal(2, to: hand); turns.use(\"Main\");
        }}"
    );
    let files = project::Memory::default().with("game.tgdl", &source);
    let loaded = project::open(Request::new((&files, "game.tgdl"))).unwrap();
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.problems))
}

const DRAWS: &str = "if (!stock.isEmpty()) { stock.deal(1, to: hand); }";

/// Suit and rank of what lies in a zone, as far as it is seen.
fn cards(view: &View, zone: &str, owner: Option<u32>) -> Vec<(String, String)> {
    let zone = view.zones.iter().find(|z| z.name == zone && z.owner == owner).unwrap();
    let rank =
        |piece: &Piece| format!("{:?}", piece.attributes.iter().find(|(name, _)| name == "rank").unwrap().1);
    zone.pieces.iter().flatten().map(|piece| (suit(piece), rank(piece))).collect()
}

/// All that may lie in a hand of so many of these cards.
fn hands(of: &[(String, String)], count: usize) -> Vec<BTreeSet<(String, String)>> {
    match of {
        _ if count == 0 => vec![BTreeSet::new()],
        [] => Vec::new(),
        [first, rest @ ..] => {
            let with = hands(rest, count - 1)
                .into_iter()
                .map(|hand| hand.into_iter().chain([first.clone()]).collect());
            with.chain(hands(rest, count)).collect()
        }
    }
}

#[test]
fn all_hands_are_imagined_that_are_possible_and_no_others() {
    let game = follow("");
    let (mut looked, mut narrowed) = (0, 0);
    for seed in 1..=60 {
        let mut now = Match::start(&game, 2, seed);
        let mut random = Random::new(seed);
        let start: Vec<_> = (0..2).map(|p| cards(&now.view(Some(p)), "hand", Some(p))).collect();
        // What each has played, and the suit that it could not follow after so many cards.
        let mut played: [Vec<(String, String)>; 2] = Default::default();
        let mut void: [Option<(usize, String)>; 2] = Default::default();
        while let Some(seat) = now.decider() {
            let other = 1 - seat;
            let own = &start[seat as usize];
            let all = ["Red", "Blue"]
                .iter()
                .flat_map(|suit| (1..=3).map(move |rank| ((*suit).to_owned(), format!("Number({rank}.0)"))));
            let unknown: Vec<_> = all.filter(|card| !own.contains(card)).collect();
            let made = &played[other as usize];
            let possible: BTreeSet<BTreeSet<(String, String)>> = hands(&unknown, 2)
                .into_iter()
                .filter(|hand| made.iter().all(|card| hand.contains(card)))
                .filter(|hand| {
                    void[other as usize].as_ref().is_none_or(|(after, suit)| {
                        hand.iter().filter(|card| !made[..*after].contains(card)).all(|card| card.0 != *suit)
                    })
                })
                .map(|hand| hand.into_iter().filter(|card| !made.contains(card)).collect())
                .collect();
            let mut worlds = now.imagining().worlds(seat).unwrap();
            let mut world = worlds.first();
            let mut found = BTreeSet::new();
            for seed in 0..200 {
                worlds.draw(seed, &mut world);
                found.insert(cards(&world.view_of(other), "hand", Some(other)).into_iter().collect());
            }
            assert_eq!(found, possible, "seed {seed}");
            looked += 1;
            narrowed += usize::from(void[other as usize].is_some() && found.len() > 1);
            let led = cards(&now.view(None), "trick", None);
            let mine = cards(&now.view(Some(seat)), "hand", Some(seat));
            now.play_as(seat, &mut random).unwrap();
            let left = cards(&now.view(Some(seat)), "hand", Some(seat));
            let card = mine.into_iter().find(|card| !left.contains(card)).unwrap();
            if let Some((suit, _)) = led.first().filter(|(suit, _)| *suit != card.0) {
                void[seat as usize] = Some((played[seat as usize].len(), suit.clone()));
            }
            played[seat as usize].push(card);
        }
    }
    assert!(looked > 200 && narrowed > 4, "{looked} {narrowed}");
}

/// Matches with other deals that have looked the same to a seat all along give it the same worlds, word for word; somebody
/// who knows all imagines others.
#[test]
fn what_is_ruled_out_follows_from_what_was_seen() {
    for draw in ["", DRAWS] {
        let game = follow(draw);
        let mut groups: BTreeMap<String, Vec<(Match, u32)>> = BTreeMap::new();
        for seed in 1..=240 {
            let mut now = Match::start(&game, 2, seed);
            let mut seen = [String::from("0"), String::from("1")];
            for k in 0.. {
                (0..2).for_each(|p| seen[p as usize] += &format!("{:?}", now.view(Some(p))));
                let Some(seat) = now.decider() else { break };
                groups.entry(seen[seat as usize].clone()).or_default().push((now.clone(), seat));
                let moves = now.seat(seat).moves().unwrap();
                now.play_as(seat, (seed as usize + k) % moves.len()).unwrap();
            }
        }
        let (mut pairs, mut found_out, mut noted) = (0, 0, 0);
        for alike in groups.into_values().filter(|alike| alike.len() > 1) {
            let (first, seat) = &alike[0];
            let mut one = first.imagining().worlds(*seat).unwrap();
            let mut plain = stripped(first).imagining().worlds(*seat).unwrap();
            let (mut left, mut right) = (one.first(), one.first());
            noted += usize::from((0..40).any(|seed| {
                one.draw(seed, &mut left);
                plain.draw(seed, &mut right);
                !left.is_same(&right)
            }));
            for (other, _) in &alike[1..] {
                let mut two = other.imagining().worlds(*seat).unwrap();
                for seed in 0..10 {
                    one.draw(seed, &mut left);
                    two.draw(seed, &mut right);
                    assert!(left.is_same(&right) && left.state_key() == right.state_key());
                }
                pairs += 1;
                let known = |now: &Match| engine::Worlds::of_truth(now, *seat).first();
                found_out += usize::from(!known(first).is_same(&known(other)));
            }
        }
        println!("{pairs} pairs, {found_out} of others, {noted} with something ruled out");
        assert!(pairs > 100 && found_out > pairs / 4 && noted > 3, "{pairs} {found_out} {noted}");
    }
}

/// Where a card is drawn, only what was there before is without the suit.
#[test]
fn what_is_drawn_later_may_be_anything() {
    let game = follow(DRAWS);
    let (mut drawn_anything, mut kept) = (0, 0);
    for seed in 1..=80 {
        let mut now = Match::start(&game, 2, seed);
        let mut random = Random::new(seed);
        now.play_as(0, &mut random).unwrap();
        let led = cards(&now.view(None), "trick", None)[0].0.clone();
        now.play_as(1, &mut random).unwrap();
        let done = cards(&now.view(None), "done", None);
        if done.iter().all(|card| card.0 == led) || now.decider() != Some(0) {
            continue;
        }
        // Seat 1 has an old card that is none of the suit, and a new one.
        let mut worlds = now.imagining().worlds(0).unwrap();
        let mut world = worlds.first();
        for seed in 0..40 {
            worlds.draw(seed, &mut world);
            let hand = cards(&world.view_of(1), "hand", Some(1));
            let of_suit = hand.iter().filter(|card| card.0 == led).count();
            assert!(hand.len() == 2 && of_suit < 2, "{hand:?}");
            drawn_anything += usize::from(of_suit == 1);
            kept += usize::from(of_suit == 0);
        }
    }
    assert!(drawn_anything > 20 && kept > 20, "{drawn_anything} {kept}");
}
