//! What lies on the table as text: boards, zones, dice.

use super::Printer;
use crate::tree::{
    Argument, Board, Capacity, Dice, GraphEdge, GraphTile, Seen, Shape, ShapeKind, Text, ZoneDecl,
};

impl Printer {
    pub(super) fn board(&mut self, board: &Board) {
        self.put(&format!("board {} ", board.name.text));
        self.braces(|p| {
            if let Some(shape) = &board.shape {
                p.shape(shape);
            }
            if let Some(tile) = &board.tile {
                p.line();
                p.put(&format!("tile {};", tile.text));
            }
            if let Some(edge) = &board.edge {
                p.line();
                p.put(&format!("edge {};", edge.text));
            }
            match &board.capacity {
                None => return,
                Some(Capacity::Unlimited) => {
                    p.line();
                    p.put("capacity unlimited");
                }
                Some(Capacity::Number(number)) => {
                    p.line();
                    p.put("capacity ");
                    p.value(number);
                }
            }
            p.put(";");
        });
    }

    fn shape(&mut self, shape: &Shape) {
        match &shape.kind {
            ShapeKind::Regular(name, sizes) => {
                self.line();
                self.put(&format!("shape {}(", name.text));
                self.list(sizes, Printer::value);
                self.put(");");
            }
            ShapeKind::Layout(rows) => self.rows("shape layout ", rows),
            ShapeKind::Hexes(rows) => self.rows("shape hexes ", rows),
            ShapeKind::Graph(tiles, edges) => {
                self.line();
                self.put("shape graph ");
                self.braces(|p| {
                    tiles.iter().for_each(|tile| p.graph_tile(tile));
                    edges.iter().for_each(|edge| p.graph_edge(edge));
                });
            }
            ShapeKind::Missing => {}
        }
    }

    fn rows(&mut self, head: &str, rows: &[Text]) {
        self.line();
        self.put(head);
        self.braces(|p| {
            for row in rows {
                p.line();
                p.text(row);
            }
        });
    }

    fn graph_tile(&mut self, tile: &GraphTile) {
        self.line();
        self.put(&tile.name.text);
        if !tile.values.is_empty() {
            self.put("(");
            self.list(&tile.values, Printer::tile_value);
            self.put(")");
        }
        self.put(";");
    }

    fn tile_value(&mut self, value: &Argument) {
        if let Some(name) = &value.name {
            self.put(&format!("{} = ", name.text));
        }
        self.value(&value.value);
    }

    fn graph_edge(&mut self, edge: &GraphEdge) {
        self.line();
        let sign = if edge.one_way { '>' } else { '-' };
        self.put(&format!("{} {sign} {}", edge.from.text, edge.to.text));
        if let Some(weight) = &edge.weight {
            self.put(" ");
            self.sum(weight);
        }
        if !edge.values.is_empty() {
            self.put(" (");
            self.list(&edge.values, Printer::tile_value);
            self.put(")");
        }
        self.put(";");
    }

    pub(super) fn zone(&mut self, zone: &ZoneDecl) {
        let word = if zone.deck { "deck" } else { "zone" };
        self.put(&format!("{word} {} of {}", zone.name.text, zone.of.text));
        self.put(if zone.per_player { " per player" } else { "" });
        let visible = zone.seen.map(|seen| match seen {
            Seen::All => "visible all;",
            Seen::Owner => "visible owner;",
            Seen::None => "visible none;",
        });
        if visible.is_none() && !zone.ordered {
            return self.put(";");
        }
        self.put(" ");
        self.braces(|p| {
            for part in visible.into_iter().chain(zone.ordered.then_some("ordered;")) {
                p.line();
                p.put(part);
            }
        });
    }

    pub(super) fn dice(&mut self, dice: &Dice) {
        self.put(&format!("dice {} ", dice.name.text));
        if dice.faces.is_empty() {
            return self.put("{ }");
        }
        self.braces(|p| {
            p.line();
            p.put("faces ");
            p.list(&dice.faces, Printer::value);
            p.put(";");
        });
    }
}
