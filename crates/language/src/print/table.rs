//! What lies on the table as text: boards, zones, dice.

use super::binding::SUM;
use super::expr::At;
use super::{Line, List, Print, Printer};
use crate::tree::{Argument, Board, Capacity, Dice, GraphEdge, Seen, Shape, ShapeKind, Text, ZoneDecl};

impl Printer {
    pub(super) fn board(&mut self, board: &Board) {
        put!(self, "board ", board.name, board.per_player.then_some(" per player"), " ");
        self.braces(|p| {
            board.shape.iter().for_each(|shape| p.shape(shape));
            board.tile.iter().for_each(|tile| put!(p, Line, "tile ", tile, ";"));
            for (word, spots) in [("edge", &board.edge), ("corner", &board.corner)] {
                spots.iter().for_each(|s| put!(p, Line, word, s.class.as_ref().map(|c| (" ", c)), ";"));
            }
            match &board.capacity {
                None => {}
                Some(Capacity::Unlimited) => put!(p, Line, "capacity unlimited;"),
                Some(Capacity::Number(number)) => put!(p, Line, "capacity ", number, ";"),
            }
            board.seen.iter().for_each(|seen| put!(p, Line, visible(*seen)));
        });
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.kind {
            ShapeKind::Regular(name, sizes) => put!(self, Line, "shape ", name, "(", List(sizes), ");"),
            ShapeKind::Layout(rows) => self.rows("shape layout ", rows),
            ShapeKind::Hexes(rows) => self.rows("shape hexes ", rows),
            ShapeKind::Graph(tiles, edges) => {
                put!(self, Line, "shape graph ");
                self.braces(|p| {
                    for tile in tiles {
                        put!(p, Line, tile.name);
                        p.values("(", &tile.values);
                    }
                    edges.iter().for_each(|edge| p.graph_edge(edge));
                });
            }
            ShapeKind::Missing => {}
        }
    }

    fn rows(&mut self, head: &str, rows: &[Text]) {
        put!(self, Line, head);
        self.braces(|p| rows.iter().for_each(|row| put!(p, Line, row)));
    }

    fn graph_edge(&mut self, edge: &GraphEdge) {
        put!(self, Line, edge.from, if edge.one_way { " > " } else { " - " }, edge.to);
        put!(self, edge.weight.as_ref().map(|weight| (" ", At(weight, SUM))));
        self.values(" (", &edge.values);
    }

    /// The attributes of a tile or edge of a graph, if any, and the end of its line.
    fn values(&mut self, open: &str, values: &[Argument]) {
        for (i, Argument { name, value }) in values.iter().enumerate() {
            put!(self, if i == 0 { open } else { ", " }, name.as_ref().map(|name| (name, " = ")), value);
        }
        put!(self, if values.is_empty() { ";" } else { ");" });
    }

    pub(super) fn zone(&mut self, zone: &ZoneDecl) {
        put!(self, if zone.deck { "deck " } else { "zone " }, zone.name);
        put!(self, zone.index.as_ref().map(|index| ("[", (index, "]"))), " of ", zone.of);
        put!(self, zone.per_player.then_some(" per player"));
        let visible = zone.seen.map(visible);
        if visible.is_none() && !zone.ordered {
            return put!(self, ";");
        }
        put!(self, " ");
        self.braces(|p| {
            let parts = visible.into_iter().chain(zone.ordered.then_some("ordered;"));
            parts.for_each(|part| put!(p, Line, part));
        });
    }

    pub(super) fn dice(&mut self, dice: &Dice) {
        put!(self, "dice ", dice.name, " ");
        if dice.faces.is_empty() && dice.seen.is_none() {
            return put!(self, "{ }");
        }
        self.braces(|p| {
            if !dice.faces.is_empty() {
                put!(p, Line, "faces ", List(&dice.faces), ";");
            }
            dice.seen.map(visible).into_iter().for_each(|part| put!(p, Line, part));
        });
    }
}

fn visible(seen: Seen) -> &'static str {
    match seen {
        Seen::All => "visible all;",
        Seen::Owner => "visible owner;",
        Seen::None => "visible none;",
    }
}
