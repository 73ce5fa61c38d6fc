//! Boards: their shapes with all numbers known, their tiles, edges and corners, what a graph says of them. It knows no
//! pieces.

use super::problems as problem;
use super::world::{Definition, World};
use crate::typed::{Board, BoardId, ClassId, ClassKind, Const, MAX_PLAYERS, Players, Type, Visibility};
use base::NodeId;
use language::limits::MAX_BOARDS;
use language::shape::{Edge, Geometry, MAX_TILES, Shape, drawn_size, hex_beside};
use language::tree::{
    self, Argument, Capacity, Expr, GraphEdge, GraphTile, Item, Name, Seen, ShapeKind, StatementKind, Text,
};
use std::collections::BTreeMap;

const REGULAR: [(&str, &str, usize); 6] = [
    ("square", "square(rows, columns)", 2),
    ("hex", "hex(rows, columns)", 2),
    ("hexagon", "hexagon(radius)", 1),
    ("triangle", "triangle(side)", 1),
    ("track", "track(length)", 1),
    ("ring", "ring(length)", 1),
];

/// Shapes whose tiles are written out in braces.
const DRAWN: [&str; 3] = ["layout", "hexes", "graph"];

/// What a board is until its shape is known.
const SMALLEST: Shape = Shape::Square { rows: 1, columns: 1 };

/// What a graph says of the attributes of its tiles and edges.
struct Values {
    tile: ClassId,
    edge: ClassId,
    of_tiles: Vec<(u32, u32, Const)>,
    of_edges: Vec<(u32, u32, Const)>,
}

/// Whether a shape has no end: `square(unbounded)`.
fn unbounded(name: &Name, args: &[Expr]) -> Option<Shape> {
    let [Expr { kind: tree::ExprKind::Name(size), .. }] = args else { return None };
    let hex = name.text == "hex";
    (size == "unbounded" && (hex || name.text == "square")).then_some(Shape::Unbounded { hex })
}

fn texts(rows: &[Text]) -> Vec<String> {
    rows.iter().map(|row| row.text.clone()).collect()
}

impl World<'_> {
    pub(super) fn build_boards(&mut self) {
        let mut fits = true;
        let players = self.one_for_each_player();
        for (i, player) in players.into_iter().enumerate() {
            let (module, tree) = self.boards[i];
            let last = self.game.boards.last().cloned();
            if let (Some(1..), Some(before)) = (player, last) {
                let geometry = Geometry::new(&before.shape);
                fits = fits && self.board_fits(&tree.name, geometry.tiles.len(), before.tile);
                let (shape, geometry) =
                    if fits { (before.shape, geometry) } else { (SMALLEST, Geometry::new(&SMALLEST)) };
                self.geometries.push(geometry);
                self.game.boards.push(Board { shape, player, ..before });
                continue;
            }
            let tile = self.tile_class(module, tree);
            let edge = self.spot_class(module, tree.edge.as_ref(), ClassId::EDGE);
            let corner = self.spot_class(module, tree.corner.as_ref(), ClassId::CORNER);
            let mut values = Values { tile, edge, of_tiles: Vec::new(), of_edges: Vec::new() };
            let known = self.shape(module, tree, &mut values);
            known.iter().for_each(|shape| self.check_spots(tree, shape));
            let mut shape = known.unwrap_or(SMALLEST);
            let mut geometry = Geometry::new(&shape);
            if fits {
                fits = self.board_fits(&tree.name, geometry.tiles.len(), tile);
            }
            if !fits {
                (shape, geometry) = (SMALLEST, Geometry::new(&SMALLEST));
            }
            let capacity = self.capacity(module, tree);
            let seen = self.board_seen(tree, geometry.grows());
            self.geometries.push(geometry);
            self.game.boards.push(Board {
                name: tree.name.text.clone(),
                shape,
                tile,
                capacity,
                seen,
                player,
                values: values.of_tiles,
                edge,
                corner,
                edge_values: values.of_edges,
                edges: None,
                corners: None,
                of: None,
            });
        }
        self.share_spots();
        let mut tiles = self.game.boards.iter().map(|b| b.tile);
        if let Some(first) = tiles.next() {
            self.tile = tiles.fold(first, |a, b| self.common(a, b).unwrap_or(ClassId::TILE));
        }
        for i in 0..self.boards.len() {
            let (_, tree) = self.boards[i];
            if fits && tree.edge.is_some() && self.game.boards[i].shape.has_edges() {
                fits = self.add_spots(i, Shape::Edges);
            }
            if fits && tree.corner.is_some() && self.game.boards[i].shape.has_corners() {
                fits = self.add_spots(i, Shape::Corners);
            }
        }
    }

    /// Puts a board for each player in the place of one that is declared so. Gives whose each board is.
    fn one_for_each_player(&mut self) -> Vec<Option<u32>> {
        let declared = std::mem::take(&mut self.boards);
        let (seats, mut firsts, mut players) = (self.seats(), Vec::new(), Vec::new());
        for (module, tree) in declared {
            firsts.push(BoardId(players.len() as u32));
            let copies = if tree.per_player { (0..seats).map(Some).collect() } else { vec![None] };
            if players.len() + copies.len() > MAX_BOARDS {
                let all = players.len() + copies.len();
                self.report(problem::too_many_in_game(self.span(tree.name.id), "boards", all, MAX_BOARDS));
            }
            let room = MAX_BOARDS.saturating_sub(players.len()).max(1);
            for player in copies.into_iter().take(room) {
                self.boards.push((module, tree));
                players.push(player);
            }
        }
        for scope in &mut self.scopes {
            let names = [&mut scope.own, &mut scope.handed, &mut scope.all];
            for entry in names.into_iter().flat_map(|names| names.values_mut()) {
                if let Definition::Board(board) = &mut entry.definition {
                    *board = firsts[board.index()];
                }
            }
        }
        players
    }

    /// The most players that the setup says, as far as it can be read before anything is checked.
    fn seats(&self) -> u32 {
        let setup =
            self.main_items().iter().find_map(|i| if let Item::Setup(s) = i { Some(s) } else { None });
        let statements = setup.map_or(&[][..], |s| &s.body.statements);
        let found = statements.iter().find_map(|s| match &s.kind {
            StatementKind::Players(p) => Some(p.others.last().or(p.most.as_ref()).unwrap_or(&p.least)),
            _ => None,
        });
        let number = |e| self.quietly(|| self.constant_whole(0, e, (1, MAX_PLAYERS), ""));
        found.map_or(Some(Players::default().most), number).unwrap_or(1)
    }

    /// The board at the beginning of what is written as a list of tiles: `Sea(actor).tiles().filter(...)`.
    pub(super) fn board_of_list(&self, module: usize, list: &Expr) -> Option<&Board> {
        match &list.kind {
            tree::ExprKind::Call(inner, _) | tree::ExprKind::Member(inner, _) => {
                self.board_of_list(module, inner)
            }
            tree::ExprKind::Name(name) => match self.lookup(module, name)? {
                Definition::Board(board) => self.game.boards.get(board.index()),
                _ => None,
            },
            _ => None,
        }
    }

    /// Who sees what lies on a board.
    fn board_seen(&mut self, board: &tree::Board, grows: bool) -> Seen {
        let seen = board.seen.unwrap_or(Seen::All);
        let at = self.span(board.name.id);
        if seen == Seen::Owner && !board.per_player {
            self.report(problem::no_owner(at, &board.name.text, "board"));
        }
        if seen != Seen::All && grows {
            self.report(problem::hidden_grows(at, &board.name.text));
        }
        seen
    }

    /// Adds the board whose tiles are the edges or corners of one, behind those of the author; gives whether it is
    /// within the limits.
    fn add_spots(&mut self, i: usize, kind: fn(Box<Shape>) -> Shape) -> bool {
        let (of, added) = (self.game.boards[i].clone(), Some(BoardId(self.game.boards.len() as u32)));
        let shape = kind(Box::new(of.shape));
        let (class, values) = match shape {
            Shape::Edges(_) => (of.edge, of.edge_values),
            _ => (of.corner, Vec::new()),
        };
        let geometry = Geometry::new(&shape);
        if !self.board_fits(&self.boards[i].1.name, geometry.tiles.len(), class) {
            return false;
        }
        let board = &mut self.game.boards[i];
        *(if class == of.edge { &mut board.edges } else { &mut board.corners }) = added;
        self.geometries.push(geometry);
        self.game.boards.push(Board {
            shape,
            tile: class,
            capacity: Some(1),
            values,
            edge_values: Vec::new(),
            edges: None,
            corners: None,
            of: Some(BoardId(i as u32)),
            ..of
        });
        true
    }

    fn tile_class(&mut self, module: usize, board: &tree::Board) -> ClassId {
        let Some(name) = &board.tile else { return ClassId::TILE };
        let grows = |shape: &tree::Shape| matches!(&shape.kind, ShapeKind::Regular(name, args) if unbounded(name, args).is_some());
        if board.shape.as_ref().is_some_and(grows) {
            self.report(problem::tile_of_growing(self.span(name.id), &board.name.text));
            return ClassId::TILE;
        }
        let Some(class) = self.class_named(module, name) else { return ClassId::TILE };
        let abstract_one = self.game.classes[class.index()].is_abstract;
        if self.kind(class) != ClassKind::Tile || abstract_one {
            let refuse = if abstract_one { problem::abstract_tile } else { problem::not_a_tile };
            self.report(refuse(self.span(name.id), &name.text));
            return ClassId::TILE;
        }
        class
    }

    /// The class of the edges or corners of a board, which is `top` or below it.
    fn spot_class(&mut self, module: usize, spots: Option<&tree::Spots>, top: ClassId) -> ClassId {
        let Some(name) = spots.and_then(|s| s.class.as_ref()) else { return top };
        let Some(class) = self.class_named(module, name) else { return top };
        let found = &self.game.classes[class.index()];
        let why = if !self.is_sub(class, top) {
            problem::NO_SPOT_CLASS
        } else if found.is_abstract {
            problem::ABSTRACT_SPOTS
        } else if found.visibility == Visibility::Global {
            "is global, so there is only one of it"
        } else {
            return class;
        };
        self.report(problem::no_spot_class(self.span(name.id), &name.text, top == ClassId::EDGE, why));
        // So that its attributes are not reported as well.
        class
    }

    /// Finds the classes that all edges and all corners share, and the one of the tiles that edges connect.
    fn share_spots(&mut self) {
        let trees = self.boards.iter().map(|b| b.1).zip(&self.game.boards);
        let connected = trees.clone().filter(|(t, b)| {
            b.shape.has_edges() && (t.edge.is_some() || matches!(b.shape, Shape::Graph { .. }))
        });
        let connected: Vec<&Board> = connected.map(|(_, b)| b).collect();
        let cornered: Vec<&Board> = trees.filter(|(t, _)| t.corner.is_some()).map(|(_, b)| b).collect();
        let shared = |boards: &[&Board], of: fn(&Board) -> ClassId, otherwise| {
            let classes = boards.iter().map(|b| of(b));
            classes.reduce(|a, b| self.common(a, b).unwrap_or(otherwise))
        };
        let corner = shared(&cornered, |b| b.corner, ClassId::CORNER);
        let edge = shared(&connected, |b| b.edge, ClassId::EDGE);
        let tile = shared(&connected, |b| b.tile, ClassId::TILE);
        (self.game.edge, self.game.corner) = (edge, corner);
        let Some(tile) = tile else { return };
        for i in 0..self.game.classes.len() {
            if self.is_sub(ClassId(i as u32), ClassId::EDGE) {
                let ends = self.game.classes[i].attributes.iter_mut().take(2);
                ends.for_each(|end| end.ty = Type::Class(tile));
            }
        }
    }

    fn capacity(&mut self, module: usize, board: &tree::Board) -> Option<u32> {
        match &board.capacity {
            None => Some(1),
            Some(Capacity::Unlimited) => None,
            Some(Capacity::Number(e)) => {
                Some(self.constant_whole(module, e, (1, 1_000_000), "the capacity of a tile").unwrap_or(1))
            }
        }
    }

    fn shape(&mut self, module: usize, board: &tree::Board, values: &mut Values) -> Option<Shape> {
        let Some(shape) = &board.shape else {
            return self.refuse(problem::no_shape(self.span(board.name.id), &board.name.text));
        };
        match &shape.kind {
            ShapeKind::Missing => None,
            ShapeKind::Regular(name, args) => self.regular(module, shape.id, name, args),
            ShapeKind::Layout(rows) => {
                let rows = texts(rows);
                self.size_is_fine(shape.id, drawn_size(&rows, false)).then_some(Shape::Layout { rows })
            }
            ShapeKind::Hexes(drawn) => {
                let rows = texts(drawn);
                if let Some(row) = hex_beside(&rows).and_then(|row| drawn.get(row)) {
                    return self.refuse(problem::hex_beside(self.span(row.id)));
                }
                self.size_is_fine(shape.id, drawn_size(&rows, true)).then_some(Shape::Hexes { rows })
            }
            ShapeKind::Graph(tiles, edges) => self.graph(module, shape.id, (tiles, edges), values),
        }
    }

    /// Only what has sides or corners can say that they are places.
    fn check_spots(&mut self, tree: &tree::Board, shape: &Shape) {
        let parts =
            [(&tree.edge, shape.has_edges(), "edges"), (&tree.corner, shape.has_corners(), "corners")];
        for (spots, has, what) in parts {
            for spots in spots.iter().filter(|_| !has) {
                self.report(problem::no_spots_there(self.span(spots.id), what));
            }
        }
    }

    fn size_is_fine(&mut self, at: NodeId, tiles: u64) -> bool {
        let fine = (1..=u64::from(MAX_TILES)).contains(&tiles);
        if !fine {
            self.report(problem::board_size(self.span(at), tiles, MAX_TILES));
        }
        fine
    }

    fn regular(&mut self, module: usize, at: NodeId, name: &Name, args: &[Expr]) -> Option<Shape> {
        if let Some(shape) = unbounded(name, args) {
            return Some(shape);
        }
        let Some((_, form, count)) = REGULAR.iter().find(|r| r.0 == name.text) else {
            let known = REGULAR.iter().map(|r| r.0).chain(DRAWN);
            return self.refuse(problem::unknown_shape(self.span(name.id), &name.text, known));
        };
        if args.len() != *count {
            return self.refuse(problem::shape_numbers(self.span(at), form, *count, args.len()));
        }
        let mut numbers = Vec::new();
        for arg in args {
            numbers.push(self.constant_whole(module, arg, (1, MAX_TILES), "the size of a board")?);
        }
        let (a, b) = (numbers[0], numbers.get(1).copied().unwrap_or(1));
        let side = 2 * u64::from(a) + 1;
        let (shape, tiles) = match name.text.as_str() {
            "square" => (Shape::Square { rows: a, columns: b }, u64::from(a) * u64::from(b)),
            "hex" => (Shape::Hex { rows: a, columns: b }, u64::from(a) * u64::from(b)),
            "hexagon" => (Shape::Hexagon { radius: a }, side * side - u64::from(a) * (u64::from(a) + 1)),
            "triangle" => (Shape::Triangle { side: a }, u64::from(a) * (u64::from(a) + 1) / 2),
            "track" => (Shape::Track { length: a }, u64::from(a)),
            _ => (Shape::Ring { length: a }, u64::from(a)),
        };
        self.size_is_fine(at, tiles).then_some(shape)
    }

    fn graph(
        &mut self,
        module: usize,
        at: NodeId,
        (tiles, edges): (&[GraphTile], &[GraphEdge]),
        values: &mut Values,
    ) -> Option<Shape> {
        if let ([], [first, ..]) = (tiles, edges) {
            let (from, to) = (&first.from.text, &first.to.text);
            self.report(problem::graph_without_tiles(self.span(at), from, to));
            return None;
        }
        if !self.size_is_fine(at, tiles.len() as u64) {
            return None;
        }
        self.report_repeated(tiles.iter().map(|t| &t.name), "a tile");
        let mut names: BTreeMap<&str, u32> = BTreeMap::new();
        for (number, t) in (0..).zip(tiles) {
            self.graph_values(module, &t.values, (number, values.tile), &mut values.of_tiles);
            names.entry(&t.name.text).or_insert(number);
        }
        let mut found = Vec::new();
        for e in edges {
            let from = self.graph_tile(&e.from, &names);
            let to = self.graph_tile(&e.to, &names);
            let weight = self.weight(module, e);
            self.report_fixed_values(&e.values);
            let number = (found.len() as u32, values.edge);
            self.graph_values(module, &e.values, number, &mut values.of_edges);
            if let (Some(from), Some(to), Some(weight)) = (from, to, weight) {
                found.push(Edge { from, to, one_way: e.one_way, weight });
            }
        }
        Some(Shape::Graph { tiles: tiles.iter().map(|t| t.name.text.clone()).collect(), edges: found })
    }

    fn weight(&mut self, module: usize, edge: &GraphEdge) -> Option<f64> {
        let Some(w) = &edge.weight else { return Some(1.0) };
        match self.constant_number(module, w, "the weight of an edge")? {
            n if n >= 0.0 => Some(n),
            _ => self.refuse(problem::negative_weight(self.span(w.id))),
        }
    }

    /// What an edge has from how it is written is not among its attributes in brackets.
    fn report_fixed_values(&mut self, values: &[Argument]) {
        let fixed = self.game.classes[ClassId::EDGE.index()].attributes.iter();
        let fixed: Vec<String> = fixed.map(|a| a.name.clone()).collect();
        for name in values.iter().filter_map(|v| v.name.as_ref()).filter(|n| fixed.contains(&n.text)) {
            self.report(problem::fixed_of_edge(self.span(name.id), &name.text));
        }
    }

    fn graph_tile(&mut self, name: &Name, names: &BTreeMap<&str, u32>) -> Option<u32> {
        let index = names.get(name.text.as_str()).copied();
        if index.is_none() && !name.text.is_empty() {
            let known = names.keys().copied();
            self.report(problem::unknown_tile(self.span(name.id), &name.text, known));
        }
        index
    }

    /// The attributes that the text gives to a tile or edge of that number and class.
    fn graph_values(
        &self,
        module: usize,
        given: &[Argument],
        (number, class): (u32, ClassId),
        values: &mut Vec<(u32, u32, Const)>,
    ) {
        for arg in given {
            let Some(name) = &arg.name else {
                self.report(problem::value_without_name(self.span(arg.value.id)));
                continue;
            };
            let Some((index, ty)) = self.attribute(class, &name.text) else {
                let attributes = &self.game.classes[class.index()].attributes;
                let known = attributes.iter().map(|a| a.name.as_str());
                self.report(problem::unknown_member(
                    self.span(name.id),
                    self.class_name(class),
                    &name.text,
                    known,
                ));
                continue;
            };
            if self.game.formula(class, index).is_some() {
                self.report(problem::derived_assigned(self.span(name.id), &name.text));
                continue;
            }
            let why = format!("the attribute `{}`", name.text);
            let value = self.constant_of(module, &arg.value, ty, &why);
            values.extend(value.map(|value| (number, index, value)));
        }
    }
}
