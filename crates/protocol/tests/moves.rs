//! Moves as trees over the games of this repository: the paths of a tree are the legal moves, and each can be played as it
//! was told. No rule of a game is known here.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use base::Random;
use engine::question::{Answer, MAX_LISTED};
use engine::tabletop::{Ask, MoveTree, Node, Part, Ref, Typed};
use engine::{Game, Match};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// So many decisions of each match are looked at; debug builds are slow.
const DECISIONS: usize = 12;

/// All leaves of larger trees are not played.
const MAX_PLAYED: usize = 12;

fn games() -> Vec<PathBuf> {
    let found = project::games_below(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games"));
    let wanted = std::env::var("TAVOLA_GAME").unwrap_or_default();
    found.into_iter().filter(|p| p.to_string_lossy().contains(&wanted)).collect()
}

fn open(path: &Path) -> Arc<Game> {
    project::open(project::Request::new(path)).unwrap().game.unwrap()
}

fn start(game: &str) -> Match {
    let game = open(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../games").join(game));
    Match::start(&game, game.players().0, 1)
}

/// The paths to all leaves, of what may be chosen in many ways one.
fn paths(tree: &MoveTree) -> Vec<Vec<Part>> {
    fn below(tree: &MoveTree, nodes: &[Node], begun: &[Part], out: &mut Vec<Vec<Part>>) {
        for node in nodes {
            let (Node::Leaf(n) | Node::Branch(n, _) | Node::Cut(n)) = node;
            let part = match &tree.refs[*n as usize] {
                Ref::Part(part) => part.clone(),
                Ref::Range { range, .. } => part(&format!("{{\"num\":{}}}", range.to)),
                Ref::Choose { of, least, .. } => {
                    let all: Vec<String> = of[..*least]
                        .iter()
                        .map(|n| serde_json::to_string(&tree.refs[*n as usize]).unwrap())
                        .collect();
                    part(&format!("[{}]", all.join(",")))
                }
                Ref::Free(_) => part("{\"text\":\"of my own\"}"),
            };
            let path = [begun, &[part]].concat();
            match node {
                Node::Branch(_, nodes) => below(tree, nodes, &path, out),
                _ => out.push(path),
            }
        }
    }
    let mut out = Vec::new();
    below(tree, &tree.tree, &[], &mut out);
    out
}

/// The path to something that goes on with what is not told.
fn cut(tree: &MoveTree, nodes: &[Node]) -> Option<Vec<Part>> {
    let part = |n: &u32| match &tree.refs[*n as usize] {
        Ref::Part(part) => part.clone(),
        Ref::Free(_) => Part::Value(Typed::Text("own".to_owned())),
        other => panic!("{other:?} is cut"),
    };
    nodes.iter().find_map(|node| match node {
        Node::Leaf(_) => None,
        Node::Cut(n) => Some(vec![part(n)]),
        Node::Branch(n, below) => Some([vec![part(n)], cut(tree, below)?].concat()),
    })
}

fn part(json: &str) -> Part {
    serde_json::from_str(json).unwrap()
}

fn has_many(tree: &MoveTree) -> bool {
    tree.refs.iter().any(|of| matches!(of, Ref::Range { .. } | Ref::Choose { .. } | Ref::Free(_)))
}

fn text_of(now: &Match, seat: u32, path: &[Part]) -> String {
    now.clone().play_as(seat, Answer::Path(path)).unwrap_or_else(|why| panic!("{path:?}: {why}")).text
}

/// What a path reads as once it went through JSON.
fn sent(path: &[Part]) -> Vec<Part> {
    serde_json::from_str(&serde_json::to_string(path).unwrap()).unwrap()
}

fn check(now: &Match, seat: u32, what: &str) {
    let ask = now.seat(seat).ask();
    let Ask { moves: tree, .. } = ask.unwrap_or_else(|why| panic!("{what}: {why}"));
    let mut paths = paths(&tree);
    assert!(!paths.is_empty(), "{what}");
    assert_eq!(tree.auto, paths.len() == 1 && !has_many(&tree) && tree.whole, "{what}: {tree:?}");
    if !tree.whole {
        let behind = now.seat(seat).ask_behind(&cut(&tree, &tree.tree).unwrap()).unwrap();
        assert!(!behind.moves.tree.is_empty(), "{what}");
        return;
    }
    assert!(serde_json::to_string(&tree).unwrap().len() < 66_000, "{what}");
    let apart: BTreeSet<String> = paths.iter().map(|path| serde_json::to_string(path).unwrap()).collect();
    assert_eq!(apart.len(), paths.len(), "{what}: two paths read alike");
    let listed = now.seat(seat).moves_up_to(MAX_LISTED).unwrap();
    let count = paths.len();
    let mut random = Random::new(count as u64);
    while paths.len() > MAX_PLAYED {
        paths.swap_remove(random.below(paths.len() as u64) as usize);
    }
    let texts: BTreeSet<String> = paths.iter().map(|path| text_of(now, seat, &sent(path))).collect();
    let Some(listed) = listed.filter(|_| !has_many(&tree)) else { return };
    let listed: Vec<String> = listed.into_iter().map(|m| m.text).collect();
    assert!(count <= listed.len(), "{what}");
    assert!(texts.iter().all(|text| listed.contains(text)), "{what}: {texts:?} {listed:?}");
    if count <= MAX_PLAYED {
        assert!(listed.iter().all(|text| texts.contains(text)), "{what}: {texts:?} {listed:?}");
    }
}

#[test]
fn the_paths_of_a_tree_are_the_legal_moves() {
    for path in games() {
        let game = open(&path);
        for (seed, players) in (1..).zip(game.player_counts().iter().copied().take(2)) {
            let mut now = Match::start(&game, players, seed);
            now.follow();
            let mut random = Random::new(seed);
            while let Some(seat) = now.decider().filter(|_| now.length() < DECISIONS) {
                check(&now, seat, &format!("{}, step {}", game.name(), now.length()));
                now.play(&mut random).unwrap();
            }
        }
    }
}

/// How many leaves a tree has, and how many bytes.
fn measured(game: &str) -> (usize, usize) {
    let ask = start(game).seat(0).ask().unwrap();
    assert!(ask.moves.whole);
    (paths(&ask.moves).len(), serde_json::to_string(&ask).unwrap().len())
}

#[test]
fn many_moves_take_little_room() {
    let (moves, bytes) = measured("amazons");
    assert!(moves == 2176 && bytes < 10_000, "{moves} moves, {bytes} bytes");
    let (moves, bytes) = measured("go");
    assert!(moves == 82 && bytes < 3_000, "{moves} moves, {bytes} bytes");
}
