//! What lies on the table: boards with their shapes, zones, decks, dice. It does not know which shapes there are.

use super::parser::Parser;
use super::recover::ONLY_ITEMS;
use super::token::Tok;
use language::tree::{
    Argument, Board, Capacity, Dice, Expr, GraphEdge, GraphTile, Name, Seen, Shape, ShapeKind, Spots, Text,
    ZoneDecl,
};

impl Parser<'_> {
    /// `board Field [per player] { shape square(8, 8); tile Square; edge Road; corner; capacity 1; visible owner; }`
    pub(crate) fn board(&mut self) -> Board {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the board");
        let per_player = self.per_player();
        let (mut shape, mut tile, mut capacity) = (None, None, None);
        let (mut edge, mut corner, mut seen) = (None, None, None);
        if !self.lost && !self.is(Tok::OpenBrace) && self.peek_at(1) == Tok::OpenParen {
            let problem = self.expected("expected-token", "`{` before the parts of the board");
            let text = format!("`board {} {{ shape {}(...); }}`", name.text, self.word());
            self.fail(problem.hint(text));
        }
        let what = "a board holds `shape`, `tile`, `edge`, `corner`, `capacity` and `visible`";
        self.parts_in_braces("before the parts of the board", ONLY_ITEMS, |p| match p.word() {
            "shape" => p.once("`shape`", &mut shape, Self::shape),
            "tile" => p.once("`tile`", &mut tile, |p| p.class_of("the class of the tiles")),
            "edge" => p.once("`edge`", &mut edge, |p| p.spots("the class of the edges")),
            "corner" => p.once("`corner`", &mut corner, |p| p.spots("the class of the corners")),
            "capacity" => p.once("`capacity`", &mut capacity, Self::capacity),
            "visible" => p.once("`visible`", &mut seen, Self::visible),
            _ => p.no_part("shape tile edge corner capacity visible", what),
        });
        if self.lost && shape.is_none() {
            shape = Some(Shape { id: self.node_since(start), kind: ShapeKind::Missing });
        }
        let (id, seen) = (self.node_since(start), seen.flatten());
        Board { id, name, shape, tile, edge, corner, capacity, per_player, seen }
    }

    /// `per player`
    fn per_player(&mut self) -> bool {
        let found = !self.lost && self.eat_word("per");
        if found && !self.eat_word("player") {
            self.fail(self.expected("expected-token", "`player` after `per`"));
        }
        found
    }

    /// `shape square(8, 8);` `shape layout { "..x" };` `shape graph { A; B; A - B; }`
    fn shape(&mut self) -> Shape {
        self.bump();
        let start = self.span();
        let braces = self.peek_at(1) == Tok::OpenBrace;
        let kind = match self.word() {
            "layout" if braces => ShapeKind::Layout(self.rows()),
            "hexes" if braces => ShapeKind::Hexes(self.rows()),
            "graph" if braces => self.graph(),
            _ => self.regular_shape(),
        };
        let id = self.node_since(start);
        if braces {
            self.eat(Tok::Semicolon);
        } else {
            self.end_statement();
        }
        Shape { id, kind }
    }

    /// `square(8, 8)`
    fn regular_shape(&mut self) -> ShapeKind {
        let name = self.declared_name("a shape such as `square`");
        if self.lost || !self.expect(Tok::OpenParen, "after the name of the shape") {
            return ShapeKind::Missing;
        }
        ShapeKind::Regular(name, self.exprs_until(Tok::CloseParen, "after the sizes"))
    }

    /// `layout { "..xx.." "......" }` or `hexes { " . ." ". ." }`
    fn rows(&mut self) -> Vec<Text> {
        self.bump();
        let mut rows: Vec<Text> = Vec::new();
        self.parts_in_braces("before the rows", ONLY_ITEMS, |p| {
            rows.push(p.constant_text("a row of the layout"));
            p.eat(Tok::Comma);
        });
        rows
    }

    /// `graph { Rome(income = 3); Milan; Rome - Milan 2; Rome > Milan; }`
    fn graph(&mut self) -> ShapeKind {
        self.bump();
        let (mut tiles, mut edges) = (Vec::new(), Vec::new());
        self.parts_in_braces("before the tiles", ONLY_ITEMS, |p| p.graph_part(&mut tiles, &mut edges));
        ShapeKind::Graph(tiles, edges)
    }

    /// `Rome;` `Rome(income = 3);` `Rome - Milan 3;` `Rome > Milan (toll = 2);` `Rome - Milan - Turin;`
    fn graph_part(&mut self, tiles: &mut Vec<GraphTile>, edges: &mut Vec<GraphEdge>) {
        let name = self.declared_name("the name of a tile");
        if self.lost {
            return;
        }
        match self.peek() {
            Tok::Minus | Tok::Greater => self.graph_edges(name, edges),
            _ => {
                let values = if self.is(Tok::OpenParen) { self.graph_values() } else { Vec::new() };
                tiles.push(GraphTile { name, values });
            }
        }
        self.end_statement();
    }

    /// `- Milan 3`, `- Milan - Turin`, after the first name
    fn graph_edges(&mut self, first: Name, edges: &mut Vec<GraphEdge>) {
        let mut from = first;
        loop {
            let edge = self.graph_edge(from);
            from = edge.to.clone();
            edges.push(edge);
            if self.lost || !self.edge_ahead() {
                break;
            }
        }
    }

    /// Whether an edge goes on from the last tile; a sign before a number belongs to a weight.
    fn edge_ahead(&self) -> bool {
        match self.peek() {
            Tok::Minus => !matches!(self.peek_at(1), Tok::Number | Tok::OpenParen),
            next => next == Tok::Greater,
        }
    }

    /// `- Milan 3` or `> Milan 3 (toll = 2)`, after the first name
    fn graph_edge(&mut self, from: Name) -> GraphEdge {
        let one_way = self.bump().kind == Tok::Greater;
        let to = self.declared_name("the name of a tile");
        let goes_on = !self.lost && !self.is(Tok::Semicolon) && !self.starts_line() && !self.edge_ahead();
        let weight = (goes_on && !self.values_ahead()).then(|| self.weight());
        let valued = !self.lost && self.values_ahead();
        let values = if valued { self.graph_values() } else { Vec::new() };
        GraphEdge { from, to, one_way, weight, values }
    }

    /// A weight calls nothing: what stands in brackets behind it are the attributes of the edge.
    fn weight(&mut self) -> Expr {
        self.before_values = true;
        let weight = self.sum();
        self.before_values = false;
        weight
    }

    /// Whether attributes stand there: `(colour = ` or `(colour: `.
    pub(crate) fn values_ahead(&self) -> bool {
        self.is(Tok::OpenParen)
            && self.peek_at(1).is_word()
            && matches!(self.peek_at(2), Tok::Equal | Tok::Colon)
    }

    /// `(income = 3, coast = true)`
    fn graph_values(&mut self) -> Vec<Argument> {
        self.bump();
        self.until(Tok::CloseParen, "after the attributes", |p| {
            let name = p.word_named("the name of an attribute");
            if !p.eat(Tok::Colon) {
                p.expect(Tok::Equal, "after the name of the attribute");
            }
            Argument { name: Some(name), value: p.value() }
        })
    }

    /// `edge;` `edge Road;` `corner Village;`
    fn spots(&mut self, what: &str) -> Spots {
        let start = self.span();
        let plain = self.peek_at(1) == Tok::Semicolon;
        let class = match plain {
            true => {
                self.bump();
                self.end_statement();
                None
            }
            false => Some(self.class_of(what)),
        };
        Spots { id: self.node_since(start), class }
    }

    /// `tile Square;` `edge Road;`
    fn class_of(&mut self, what: &str) -> Name {
        self.bump();
        let name = self.named_class(what);
        self.end_statement();
        name
    }

    /// `capacity 3;` `capacity unlimited;`
    fn capacity(&mut self) -> Capacity {
        self.bump();
        let unlimited = self.eat_word("unlimited");
        let capacity = if unlimited { Capacity::Unlimited } else { Capacity::Number(self.value()) };
        self.end_statement();
        capacity
    }

    // ---- zones and dice ----

    /// `deck stock of Card;`, `zone hand of Card per player { visible owner; ordered; }` or `zone row[3] of Card;`
    pub(crate) fn zone(&mut self, deck: bool) -> ZoneDecl {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the zone");
        let index = self.zone_index();
        let of = self.zone_element();
        let per_player = self.per_player();
        let (mut seen, mut ordered) = (None, false);
        self.parts_or_semicolon("before the parts of the zone", |p| match p.word() {
            "visible" => p.once("`visible`", &mut seen, Self::visible),
            "ordered" => {
                p.bump();
                p.end_statement();
                ordered = true;
            }
            _ => p.no_part("visible ordered", "a zone holds `visible` and `ordered`"),
        });
        ZoneDecl {
            id: self.node_since(start),
            deck,
            name,
            index,
            of,
            per_player,
            seen: seen.flatten(),
            ordered,
        }
    }

    /// `[3]` or `[Colour]`
    fn zone_index(&mut self) -> Option<Expr> {
        if self.lost || !self.eat(Tok::OpenBracket) {
            return None;
        }
        let index = self.value();
        self.expect(Tok::CloseBracket, "after how many zones there are");
        Some(index)
    }

    /// `of Card`
    fn zone_element(&mut self) -> Name {
        if !self.lost && !self.eat_word("of") {
            let problem = self.expected("expected-token", "`of` and a class after the name");
            self.fail(problem.hint("write `zone hand of Card per player;`"));
        }
        if self.lost { self.missing_name() } else { self.named_class("the class of what lies in the zone") }
    }

    /// `visible all;` `visible owner;` `visible none;`
    fn visible(&mut self) -> Option<Seen> {
        self.bump();
        let seen = match self.word() {
            "all" => Seen::All,
            "owner" => Seen::Owner,
            "none" => Seen::None,
            word => {
                let meant = match word {
                    "everyone" | "everybody" | "public" | "open" | "players" | "anyone" => ("all", Seen::All),
                    "private" | "mine" | "me" | "self" | "own" | "player" => ("owner", Seen::Owner),
                    "nobody" | "noone" | "hidden" | "secret" | "false" | "no" => ("none", Seen::None),
                    _ => {
                        self.no_part("all owner none", "expected `all`, `owner` or `none`");
                        return None;
                    }
                };
                let problem = self.expected("unexpected-token", "`all`, `owner` or `none`");
                let label = format!("did you mean `{}`?", meant.0);
                self.report(problem.label(label).guess(self.span(), meant.0));
                meant.1
            }
        };
        self.bump();
        self.end_statement();
        Some(seen)
    }

    /// `dice D { faces 1, 2, 3; visible none; }`
    pub(crate) fn dice(&mut self) -> Dice {
        let start = self.span();
        self.bump();
        let name = self.declared_name("a name for the dice");
        let (mut faces, mut seen) = (None, None);
        self.parts_in_braces("before the faces", ONLY_ITEMS, |p| match p.word() {
            "faces" => p.once("`faces`", &mut faces, |p| {
                p.bump();
                p.exprs_until(Tok::Semicolon, "after the faces")
            }),
            "visible" => p.once("`visible`", &mut seen, Self::visible),
            _ => p.no_part("faces visible", "a dice holds `faces` and `visible`"),
        });
        let (faces, seen) = (faces.unwrap_or_default(), seen.flatten());
        Dice { id: self.node_since(start), name, faces, seen }
    }
}
