//! Invariant 5 over whole matches of card games: two that differ in one hidden card are played side by side, and
//! what a seat gets that knows nothing of it is equal at every decision. The moves made name neither of the cards.

use crate::kit::game;
use base::Random;
use engine::Match;
use engine::question::Move;
use std::fs;
use std::path::Path;

/// A folder of `games`, the number of players, what exchanges two cards after setup, and who knows neither of them.
const GAMES: &[(&str, u32, &str, &[u32])] = &[
    ("crazy-eights", 3, "var a = hand(1)[0]; var b = hand(2)[0]; hand(2).add(a); hand(1).add(b);", &[0]),
    (
        "hearts",
        4,
        // Whoever has the two of clubs shows that by leading.
        "var a = hand(1).first(c => !opens(c)); var b = hand(2).first(c => !opens(c));
         hand(2).add(a); hand(1).add(b); sort(1); sort(2);",
        &[0, 3],
    ),
    (
        "gin-rummy",
        2,
        "var a = hand(1)[0]; hand(1).add(stock[0]); hand(1).move(a, to: stock, position: 0); sort(1);",
        &[0],
    ),
    (
        "pinch-of-spite",
        4,
        "var a = cake[0]; var b = hand(1).first(c => c.fact.kind == a.fact.kind);
         if (b != null) { hand(1).add(a); cake.add(b); }",
        &[0, 2, 3],
    ),
];

const MAX_DECISIONS: usize = 60;

/// The game as it is, or with more at the end of its setup.
fn source(name: &str, more: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(name).join("game.tgdl");
    let text = fs::read_to_string(path).unwrap();
    let setup = text.find("\nsetup {").unwrap();
    let end = setup + text[setup..].find("\n}").unwrap();
    format!("{}\n{more}{}", &text[..end], &text[end..])
}

/// All that a seat gets to see: the table, whose decision it is, and if it is its own the question and the moves.
fn seen(current: &Match, seat: u32) -> String {
    let asked = current.questions();
    let seats: Vec<_> = asked.iter().map(|q| (q.seat, q.kind)).collect();
    let own: Vec<_> = asked.iter().filter(|q| q.seat == seat).collect();
    let moves = current.seat(seat).moves().unwrap();
    format!("{:#?}\n{seats:?}\n{own:#?}\n{moves:#?}", current.view(Some(seat)))
}

/// The texts of all cards that are somewhere else in the other match.
fn moved(one: &Match, two: &Match) -> Vec<String> {
    let placed = |m: &Match| -> Vec<(String, usize)> {
        let zones = m.secrecy().view_all().zones;
        let pieces =
            zones.iter().enumerate().flat_map(|(i, z)| z.pieces.iter().flatten().map(move |p| (p, i)));
        pieces.map(|(p, i)| (p.text.clone(), i)).collect()
    };
    let other = placed(two);
    placed(one).into_iter().filter(|p| !other.contains(p)).map(|p| p.0).collect()
}

/// The moves of both that are the same and name none of the cards.
fn common(one: &mut Match, two: &mut Match, cards: &[String]) -> Vec<(Move, Move)> {
    let others = two.moves().unwrap();
    let ours =
        one.moves().unwrap().into_iter().filter(|m| !cards.iter().any(|c| m.text.contains(c.as_str())));
    ours.filter_map(|m| others.iter().find(|o| o.text == m.text).map(|o| (m.clone(), o.clone()))).collect()
}

/// How many decisions the twins went through.
fn play(name: &str, players: u32, swap: &str, seats: &[u32], seed: u64) -> usize {
    let start = |more: &str| Match::start(&game(&source(name, more)), players, seed);
    let (mut one, mut two) = (start(""), start(swap));
    let cards = moved(&one, &two);
    let mut random = Random::new(seed);
    for decisions in 0..MAX_DECISIONS {
        // At the end all may be shown.
        if one.is_over() && two.is_over() {
            return decisions;
        }
        for seat in seats {
            assert_eq!(seen(&one, *seat), seen(&two, *seat), "{name}, seed {seed}, decision {decisions}");
        }
        let moves = common(&mut one, &mut two, &cards);
        if moves.is_empty() {
            return decisions;
        }
        let (ours, theirs) = &moves[random.below(moves.len() as u64) as usize];
        one.play(ours.id).unwrap();
        two.play(theirs.id).unwrap();
    }
    MAX_DECISIONS
}

#[test]
fn a_hidden_card_makes_no_difference_to_those_who_do_not_know_it() {
    for (name, players, swap, seats) in GAMES {
        let decisions: usize = (1..=8).map(|seed| play(name, *players, swap, seats, seed)).sum();
        assert!(decisions > 50, "{name}: {decisions}");
    }
}
