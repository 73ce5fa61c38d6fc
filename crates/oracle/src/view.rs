//! What a viewer may see of a match as text, line by line, in the form of [`crate::describe`]: by the rules of the
//! reference alone, for comparison with the views of another machine.
//!
//! Pieces have no numbers, and one that the viewer does not know is `piece ?`. Pieces of zones without an order stand
//! in the order of their lines, and so do objects in no place. Secret attributes are left out where the viewer does not
//! own the object. Of attributes that refer to something, only whether they are null is told (`*`), and nothing of
//! those that modifiers change or that are derived (`~`).

use crate::text;
use crate::value::Value;
use crate::world::{EVERYBODY, Object, Place, World};
use compiler::typed::{BoardId, ClassId, Member};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The whole text, for a seat or a spectator. Of objects in no place those of the given classes are shown.
pub(crate) fn view(world: &World<'_>, viewer: Option<u32>, listed: &BTreeSet<String>) -> String {
    let overrides = world.game.modifiers.iter().flat_map(|m| &m.overrides);
    let changed = overrides.filter(|o| matches!(o.member, Member::Attribute(_))).map(|o| o.name.as_str());
    let attributes = world.game.classes.iter().flat_map(|c| &c.attributes);
    let derived = attributes.filter(|a| a.formula.is_some()).map(|a| a.name.as_str());
    let eyes = Eyes { world, viewer, changed: changed.chain(derived).collect() };
    let mut out = String::new();
    let boards = || world.game.boards.iter().enumerate().map(|(b, board)| (BoardId(b as u32), board));
    for (id, board) in boards().filter(|(id, _)| world.spots[id.index()].is_empty()) {
        let _ = match board.player {
            Some(p) if p >= world.players => continue,
            Some(p) => writeln!(out, "board {}({p})", board.name),
            None => writeln!(out, "board {}", board.name),
        };
        for t in world.tiles(id) {
            let pieces = eyes.pieces(id, t);
            if world.shapes[id.index()].grows() && pieces.is_empty() {
                continue;
            }
            let state = world.boards[id.index()].get(t as usize);
            let attributes = state.map(|s| eyes.attributes(board.tile, 0, &s.attributes, &[]));
            let name = world.shapes[id.index()].name(t);
            let _ = writeln!(out, "tile {name}{}\n{pieces}", attributes.unwrap_or_default());
        }
    }
    for id in boards().flat_map(|(_, board)| board.edges.into_iter().chain(board.corners)) {
        for (t, spot) in world.spots[id.index()].iter().enumerate() {
            let (name, object) = (world.shapes[id.index()].name(t as u32), &world.objects[*spot]);
            if !object.live {
                continue;
            }
            // What the language gives edges and corners is shown otherwise.
            let built_in = [ClassId::EDGE, ClassId::CORNER].into_iter();
            let above = built_in.filter(|c| world.game.is_sub(object.class, *c));
            let skipped = above.map(|c| world.game.classes[c.index()].attributes.len()).sum();
            out += &eyes.line(&format!("spot {name}"), skipped, object);
            out += &eyes.pieces(id, t as u32);
        }
    }
    for (z, zone) in world.game.zones.iter().enumerate() {
        for (p, there) in world.zones[z].iter().enumerate() {
            let _ = match zone.per_player {
                true => writeln!(out, "zone {}({p})", zone.name),
                false => writeln!(out, "zone {}", zone.name),
            };
            let mut lines: Vec<String> = there.iter().map(|p| eyes.piece(&world.objects[*p])).collect();
            if !(zone.deck || zone.ordered) {
                lines.sort_unstable();
            }
            out += &lines.concat();
        }
    }
    let spots: BTreeSet<&usize> = world.spots.iter().flatten().collect();
    let objects = world.objects.iter().enumerate();
    let nowhere = objects.filter(|(i, o)| o.live && o.place == Place::Nowhere && !spots.contains(i));
    let shown = nowhere.filter(|(_, o)| {
        let class = &world.game.classes[o.class.index()];
        class.modifier.is_none() && listed.contains(&class.name)
    });
    let mut lines: Vec<String> = shown.map(|(_, o)| eyes.line("object", 0, o)).collect();
    lines.sort_unstable();
    out + &lines.concat()
}

/// Who looks.
struct Eyes<'w, 'g> {
    world: &'w World<'g>,
    viewer: Option<u32>,
    /// The names of attributes that some modifier changes, and of derived ones.
    changed: BTreeSet<&'w str>,
}

impl Eyes<'_, '_> {
    fn is_among(&self, who: u64) -> bool {
        match self.viewer {
            Some(p) => who >> p & 1 == 1,
            None => who == EVERYBODY,
        }
    }

    /// Those on a tile; where the viewer does not see what lies there, only those that it knows.
    fn pieces(&self, board: BoardId, tile: u32) -> String {
        let sees = self.is_among(self.world.sees(Place::Tile(board, tile)));
        let there = self.world.pieces(board, tile).iter().map(|p| &self.world.objects[*p]);
        there.filter(|o| sees || self.is_among(o.known)).map(|o| self.piece(o)).collect()
    }

    fn piece(&self, o: &Object<'_>) -> String {
        if self.is_among(o.known) { self.line("piece", 0, o) } else { "piece ?\n".to_owned() }
    }

    /// The first attributes may be left out.
    fn line(&self, kind: &str, skipped: usize, o: &Object<'_>) -> String {
        let class = &self.world.game.classes[o.class.index()];
        // Of a piece a view names one owner, the first of a group.
        let named = if kind == "piece" { 1 } else { o.owners.len() };
        let owners: Vec<String> = o.owners.iter().take(named).map(u32::to_string).collect();
        let owners = if owners.is_empty() { "-".to_owned() } else { owners.join(",") };
        format!(
            "{kind} {} owner {owners}{}\n",
            class.name,
            self.attributes(o.class, skipped, &o.attributes, &o.owners)
        )
    }

    fn attributes(&self, class: ClassId, skipped: usize, values: &[Value<'_>], owners: &[u32]) -> String {
        let class = &self.world.game.classes[class.index()];
        let owns = self.viewer.is_some_and(|p| owners.contains(&p));
        let declared = class.attributes.iter().zip(values).skip(skipped);
        let shown = declared.filter(|(a, _)| !a.name.starts_with('(') && (!a.secret || owns));
        let pairs: Vec<String> = shown
            .map(|(a, value)| match self.changed.contains(a.name.as_str()) {
                true => format!("{}=~", a.name),
                false => format!("{}={}", a.name, self.value(value)),
            })
            .collect();
        if pairs.is_empty() { String::new() } else { format!(" {{{}}}", pairs.join(", ")) }
    }

    fn value(&self, value: &Value<'_>) -> String {
        match value {
            Value::Null
            | Value::Number(_)
            | Value::Bool(_)
            | Value::Text(_)
            | Value::Player(_)
            | Value::Case(..) => text::exact(self.world, value),
            Value::Turn(turn) => format!("\"{}\"", self.world.game.turns[turn.index()].name),
            _ => "*".to_owned(),
        }
    }
}
