//! A match as text, line by line, so that another machine can be compared with this one.
//!
//! ```text
//! players 2
//! turn Main            or `turn -`
//! phase Play           or `phase -`
//! active 0
//! over no              or `over yes`, `over stuck`
//! ranking 0,2|1        first place first; `ranking -` before the end
//! scores 0 12          one for each player
//! out 1                those eliminated, `out -` if none
//! board Grid
//! tile a1 {income=3}   every tile; braces only where its class has attributes
//! piece Mark#4 owner 0 {moved=false}    under its tile or zone; several owners: `owner 0,1`; none: `owner -`
//! zone stock           or `zone hand(0)`, once for each player
//! piece Card#7 owner - {suit=Cups, rank=Ace}
//! object Rules#0 owner - {count=1}     every other live object that is no event, oldest first
//! ```
//!
//! Attributes stand in the order of the class, inherited ones first, secret ones too. Numbers are shown as the
//! language shows them, players as numbers, strings in quotes (with `\"`, `\\`, `\n`), cases and tiles by name,
//! zones as `stock` or `hand(0)`, objects as `Class#n`, lists and stacks as `[a, b]`, tables as `{k: v, k: v}`.
//! `n` counts all objects created, events left out: those of global classes first, in order of class.

use crate::text;
use crate::value::Value;
use crate::world::{Object, Place, World};
use compiler::typed::{BoardId, Class, ClassId};
use std::fmt::Write;

/// The whole text.
pub fn describe(world: &World<'_>) -> String {
    let mut out = String::new();
    state(world, &mut out);
    boards(world, &mut out);
    zones(world, &mut out);
    for (i, o) in world.objects.iter().enumerate().filter(|(_, o)| o.live && o.place == Place::Nowhere) {
        let _ = writeln!(out, "object {}", object(world, i, o));
    }
    out
}

fn state(world: &World<'_>, out: &mut String) {
    let turn = world.turn.map(|t| &world.game.turns[t.index()]);
    let phase = turn.zip(world.phase).map(|(t, p)| t.phases[p as usize].name.as_str());
    let over = match (&world.ranking, world.stuck) {
        (_, true) => "stuck",
        (Some(_), _) => "yes",
        (None, _) => "no",
    };
    let places = |r: &Vec<Vec<u32>>| r.iter().map(|p| numbers(p)).collect::<Vec<_>>().join("|");
    let scores: Vec<String> = world.scores.iter().map(|s| text::number(*s)).collect();
    let gone: Vec<u32> = (0..world.players).filter(|p| world.out[*p as usize]).collect();
    let _ = writeln!(out, "players {}", world.players);
    let _ = writeln!(out, "turn {}", turn.map_or("-", |t| t.name.as_str()));
    let _ = writeln!(out, "phase {}", phase.unwrap_or("-"));
    let _ = writeln!(out, "active {}", world.active);
    let _ = writeln!(out, "over {over}");
    let _ = writeln!(out, "ranking {}", world.ranking.as_ref().map_or("-".to_owned(), places));
    let _ = writeln!(out, "scores {}", scores.join(" "));
    let _ = writeln!(out, "out {}", none_or(&gone));
}

fn boards(world: &World<'_>, out: &mut String) {
    for (b, board) in world.game.boards.iter().enumerate() {
        let _ = match board.player {
            Some(p) if p >= world.players => continue,
            Some(p) => writeln!(out, "board {}({p})", board.name),
            None => writeln!(out, "board {}", board.name),
        };
        for (tile, there) in &world.grown[b] {
            let _ = writeln!(out, "tile {}", world.shapes[b].name(*tile));
            pieces(world, there, out);
        }
        for (t, (tile, state)) in world.shapes[b].tiles.iter().zip(&world.boards[b]).enumerate() {
            let attributes = match world.spots[b].get(t) {
                Some(_) => String::new(),
                None => attributes(world, board.tile, &state.attributes),
            };
            let _ = writeln!(out, "tile {}{attributes}", tile.name);
            pieces(world, &state.pieces, out);
        }
    }
}

fn zones(world: &World<'_>, out: &mut String) {
    for (z, zone) in world.game.zones.iter().enumerate() {
        for (p, there) in world.zones[z].iter().enumerate() {
            let _ = match zone.per_player {
                true => writeln!(out, "zone {}({p})", zone.name),
                false => writeln!(out, "zone {}", zone.name),
            };
            pieces(world, there, out);
        }
    }
}

fn pieces(world: &World<'_>, pieces: &[usize], out: &mut String) {
    for p in pieces {
        let _ = writeln!(out, "piece {}", object(world, *p, &world.objects[*p]));
    }
}

fn object(world: &World<'_>, i: usize, o: &Object<'_>) -> String {
    let name = text::exact(world, &Value::Object(i));
    format!("{name} owner {}{}", none_or(&o.owners), attributes(world, o.class, &o.attributes))
}

fn attributes(world: &World<'_>, class: ClassId, values: &[Value<'_>]) -> String {
    let declared = &world.game.classes[class.index()].attributes;
    if declared.is_empty() {
        return String::new();
    }
    let pair =
        |(a, v): (&compiler::typed::Attribute, &Value<'_>)| format!("{}={}", a.name, text::exact(world, v));
    format!(" {{{}}}", declared.iter().zip(values).map(pair).collect::<Vec<_>>().join(", "))
}

fn none_or(players: &[u32]) -> String {
    if players.is_empty() { "-".to_owned() } else { numbers(players) }
}

fn numbers(players: &[u32]) -> String {
    players.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// What `position()` compares: the pieces in their places, whose turn and phase it is, and the arguments.
/// Order counts on tiles and in ordered zones.
pub fn position(world: &World<'_>, given: &[Value<'_>]) -> String {
    let turn = (world.turn.map(|t| t.0), world.phase, world.active);
    let mut out = format!("{turn:?}\n");
    for v in given {
        let _ = writeln!(out, "{}", text::exact(world, v));
    }
    for there in world.boards.iter().flatten().map(|t| &t.pieces) {
        let _ = writeln!(out, "{}", alike(world, there).join(";"));
    }
    (0..world.grown.len()).for_each(|b| grown(world, b, &mut out));
    for (z, zone) in world.game.zones.iter().enumerate() {
        for there in &world.zones[z] {
            let mut pieces = alike(world, there);
            if !(zone.deck || zone.ordered) {
                pieces.sort_unstable();
            }
            let _ = writeln!(out, "{}", pieces.join(";"));
        }
    }
    out
}

/// What `position()` of one board compares.
pub fn board_position(world: &World<'_>, board: BoardId) -> String {
    let mut out = format!("board {}\n", board.0);
    let of = &world.game.boards[board.index()];
    for b in [Some(board), of.edges, of.corners].into_iter().flatten() {
        for there in &world.boards[b.index()] {
            let _ = writeln!(out, "{}", alike(world, &there.pieces).join(";"));
        }
    }
    grown(world, board.index(), &mut out);
    out
}

/// What lies on a board that grows, whichever came first.
fn grown(world: &World<'_>, board: usize, out: &mut String) {
    let mut occupied: Vec<_> = world.grown[board].iter().collect();
    occupied.sort_unstable_by_key(|o| o.0);
    for (tile, there) in occupied {
        let _ = writeln!(out, "{tile}: {}", alike(world, there).join(";"));
    }
}

/// Each piece without its number.
fn alike(world: &World<'_>, pieces: &[usize]) -> Vec<String> {
    let one = |p: &usize| {
        let o = &world.objects[*p];
        let modifiers = modifiers(world, o);
        // The list itself tells when each was added.
        let values: Vec<Value<'_>> = match modifiers.is_empty() {
            true => o.attributes.clone(),
            false => o
                .attributes
                .iter()
                .map(|v| if is_applications(world, v) { Value::Null } else { v.clone() })
                .collect(),
        };
        format!("{}/{}{}{modifiers}", o.class.0, none_or(&o.owners), attributes(world, o.class, &values))
    };
    pieces.iter().map(one).collect()
}

/// Whether a value is the list of the modifiers of an object.
fn is_applications(world: &World<'_>, value: &Value<'_>) -> bool {
    let first = world.items(value).and_then(|items| items.into_iter().next());
    let class = first.and_then(|v| world.class_of(&v));
    class.is_some_and(|c| world.game.classes[c.index()].modifier.is_some())
}

/// The modifiers of an object in order, each by what it is: its class and its plain attributes.
fn modifiers(world: &World<'_>, o: &Object<'_>) -> String {
    let declared = &world.game.classes[o.class.index()].attributes;
    let list = declared.iter().position(|a| a.name == Class::APPLICATIONS);
    let all = list.and_then(|i| world.items(&o.attributes[i])).unwrap_or_default();
    let mut out = String::new();
    for application in all {
        let Value::Object(a) = application else { continue };
        let _ = write!(out, " +{}", world.objects[a].class.0);
        for value in &world.objects[a].attributes {
            match value {
                Value::Object(_)
                | Value::Function(_)
                | Value::List(_)
                | Value::Stack(_)
                | Value::Table(_) => {}
                plain => {
                    let _ = write!(out, ",{}", text::exact(world, plain));
                }
            }
        }
    }
    out
}
