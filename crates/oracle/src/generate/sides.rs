//! Edges and corners that are places.

use super::scope::{Gen, PIECE};
use std::fmt::Write;

impl Gen {
    /// What a board of squares or hexes, or a graph, says of its edges and corners; a class is declared before it.
    pub(super) fn spots(&mut self, b: usize, out: &mut String) -> String {
        let (hexes, squares) = (self.boards[b].directions.len() == 6, self.boards[b].directions.len() == 8);
        let graph = self.boards[b].directions.is_empty();
        let mut parts = String::new();
        if self.boards[b].grows {
            return parts;
        }
        if (hexes || squares || graph) && self.chance(35) {
            self.boards[b].edges = true;
            parts.push_str(&self.spot("edge", "Edge", "weight + 1", out));
        }
        if (hexes || squares) && self.chance(25) {
            self.boards[b].corners = true;
            parts.push_str(&self.spot("corner", "Corner", "5", out));
        }
        parts
    }

    fn spot(&mut self, word: &str, class: &str, value: &str, out: &mut String) -> String {
        if self.chance(50) {
            return format!(" {word};");
        }
        let name = self.name("Spot");
        let attribute = self.name("a");
        let _ = writeln!(out, "class {name} extends {class} {{ number {attribute} = {value}; }}");
        format!(" {word} {name};")
    }

    /// A board whose edges, or corners, are places.
    fn spotted(&mut self, corners: bool) -> Option<usize> {
        let fits = |b: &usize| if corners { self.boards[*b].corners } else { self.boards[*b].edges };
        let found: Vec<usize> = (0..self.boards.len()).filter(fits).collect();
        self.pick(&found)
    }

    /// A test of edges.
    fn edge_test(&mut self) -> String {
        let p = self.player(0);
        let tests = ["true", "e.isEmpty()", "e.tiles.length == 2", "e.weight < 2", "e.edges.length > 3"];
        match self.below(4) {
            0 => format!("e => e.owner != {p}"),
            _ => format!("e => {}", self.one(&tests)),
        }
    }

    /// `over: e => e.isEmpty()` behind the arguments of a search, or nothing.
    pub(super) fn over(&mut self, b: usize) -> String {
        if !self.boards[b].edges || self.chance(40) {
            return String::new();
        }
        format!(", over: {}", self.edge_test())
    }

    pub(super) fn of_spots(&mut self) -> Option<String> {
        let corners = self.chance(40);
        let b = self.spotted(corners)?;
        let (name, tile, other) = (self.board(b), self.tile(b, 0), self.tile(b, 0));
        let test = self.edge_test();
        Some(match (corners, self.below(6)) {
            (false, 0) => format!("{name}.edges().count({test})"),
            (false, 1) => {
                format!("{tile}.edges.sum(e => e.edges.length + e.corners.length + e.tiles.length)")
            }
            (false, 2) => format!("({tile}.edge({other}) == null ? 0 : {tile}.edge({other}).corners.length)"),
            (false, 3) => match self.boards[b].directions {
                [] => format!("{tile}.edges.length"),
                ways => format!("({tile}.edge(\"{}\") == null ? 1 : {tile}.edges.length)", self.one(ways)),
            },
            (false, _) => format!("({tile}.distance({other}, over: {test}) ?? -1)"),
            (true, 3) => match self.object(PIECE) {
                Some(piece) => format!("({piece}.corner == null ? 7 : {piece}.corner.tiles.length)"),
                None => format!("{name}.corners().sum(c => c.name.length + c.pieces.length)"),
            },
            (true, 0) => format!("{name}.corners().sum(c => c.tiles.length * c.edges.length)"),
            (true, 1) => format!("{tile}.corners.count(c => c.isEmpty())"),
            (true, 2) => format!("{tile}.corners.sum(c => c.corners.length)"),
            (true, _) => format!("{name}.corners().count(c => c.owner == {})", self.player(0)),
        })
    }

    pub(super) fn about_spots(&mut self) -> Option<String> {
        let corners = self.chance(40);
        let b = self.spotted(corners)?;
        let name = self.board(b);
        let (all, of, class) =
            if corners { ("corners", "corner", "Corner") } else { ("edges", "edge", "Edge") };
        let piece = self.object(PIECE)?;
        Some(match self.below(4) {
            0 => format!("({piece}.{of} == {name}.{all}().first())"),
            1 => format!("({piece}.place is {class})"),
            2 => format!("({piece}.{of} == null || {piece}.{of}.piece == {piece})"),
            _ => format!("({piece}.place != {name}.{all}().last())"),
        })
    }

    /// Something done to an edge or corner.
    pub(super) fn spot_change(&mut self) -> Option<String> {
        let corners = self.chance(40);
        let b = self.spotted(corners)?;
        let (name, s, i) = (self.board(b), self.name("s"), self.below(8));
        let (class, all) = if corners { ("Corner", "corners") } else { ("Edge", "edges") };
        let found = format!("{class} {s} = {name}.{all}()[{i} % max(1, {name}.{all}().length)];");
        let player = self.player(0);
        Some(match (self.object(PIECE), self.below(6)) {
            (_, 0) => format!("{found}\nremove {s};"),
            (_, 1 | 2) => format!("{found}\n{s}.assign({player});"),
            (Some(piece), _) => {
                format!("{found}\nif ({s}.isEmpty()) {{ {piece}.putOn({s}); }}")
            }
            (None, _) => return None,
        })
    }
}
