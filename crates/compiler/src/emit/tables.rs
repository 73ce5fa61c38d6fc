//! The tables of the program and the fixed part of the state.

use super::Emitter;
use super::size::TooLarge;
use crate::typed::visit::{Each, Parts, Visit};
use crate::typed::{BoardId, ChoiceSpec, ClassId, ClassKind, Expr, ExprKind, Source, Type};
use base::NodeId;
use bytecode::layout::{Shape as Cell, header, list, object, seat};
use bytecode::program::{
    Adjacency, Board, Class, Enum, Field, Growing, Modifier, NO_TILE, Spots, Tiles, Turn, ZoneLayout,
};
use bytecode::word::{self, Kind, NULL};
use language::catalogue::Builtin;
use language::limits::MAX_ENTRIES;
use language::shape::{Geometry, Shape, Sides, Tile};
use language::tree::{Seen, Visibility};
use std::collections::{BTreeMap, BTreeSet};

/// The most tiles that a jump leads to.
const JUMPS_OF_A_TILE: usize = 8;

/// The most different jumps for which there are tables.
const MAX_JUMPS: usize = 256;

impl Emitter<'_> {
    /// Numbers the classes in preorder, so that the subclasses of one are a range behind it.
    pub(super) fn number_classes(&mut self) {
        let game = self.game;
        self.classes = vec![0; game.classes.len()];
        let mut next = 0;
        let children_of = |parent: Option<ClassId>| {
            let all = (0..game.classes.len() as u32).rev().map(ClassId);
            all.filter(move |c| game.classes[c.index()].parent == parent)
        };
        let mut open: Vec<ClassId> = children_of(None).collect();
        let mut order = Vec::new();
        while let Some(id) = open.pop() {
            self.classes[id.index()] = next;
            next += 1;
            order.push(id);
            open.extend(children_of(Some(id)));
        }
        self.program.classes = order.iter().map(|id| self.class_table(*id)).collect();
        // The last one below each, from the back: a class comes before its subclasses.
        for id in order.iter().rev() {
            if let Some(parent) = game.classes[id.index()].parent {
                let last = self.program.classes[self.class(*id) as usize].last;
                let above = self.class(parent) as usize;
                let above = &mut self.program.classes[above];
                above.last = above.last.max(last);
            }
        }
    }

    fn class_table(&self, id: ClassId) -> Class {
        let c = &self.game.classes[id.index()];
        let is_piece = c.kind == ClassKind::Piece;
        let first_field = if is_piece { object::PIECE_FIELDS } else { object::FIELDS } as u16;
        let fields = c.attributes.iter().map(|a| Field {
            name: a.name.clone(),
            show: self.show(&a.ty),
            kind: self.kind(&a.ty),
            secret: a.secret,
            hidden: a.name.starts_with('('),
            derived: a.formula.is_some(),
            bare: a.default.is_none() && a.formula.is_none(),
            reader: None,
        });
        Class {
            name: c.name.clone(),
            is_piece,
            is_abstract: c.is_abstract,
            is_tile: c.kind == ClassKind::Tile,
            is_event: c.kind == ClassKind::Event,
            is_const: c.kind == ClassKind::Const,
            by_itself: c.by_itself,
            visibility: c.visibility,
            parent: c.parent.map(|p| self.class(p)),
            last: self.class(id),
            size: first_field + c.attributes.len() as u16,
            fields: fields.collect(),
            first_field,
            joins: Vec::new(),
            global: None,
            modifier: c.modifier.as_ref().map(|m| Modifier {
                on: self.class(m.on),
                params: m.params.iter().map(|p| *p as u16).collect(),
            }),
        }
    }

    /// Everything but code.
    pub(super) fn tables(&mut self) {
        let game = self.game;
        self.program.name = game.name.clone();
        self.program.options = game.options.clone();
        self.program.players = (game.players.least, game.players.most);
        self.program.counts = game.players.counts.clone();
        self.program.player_names = game.players.names.clone();
        self.program.bots = game.players.bots.clone();
        self.program.dice = game.dice.iter().map(|d| (d.name.clone(), d.faces.clone(), d.seen)).collect();
        self.program.no_choice_class = self.class(ClassId::NO_CHOICE);
        self.enums();
        self.boards();
        self.zone_tables();
        self.live_lists();
        self.turn_names();
        self.looks();
        self.fixed_part();
    }

    fn enums(&mut self) {
        let game = self.game;
        for e in &game.enums {
            let names = e.cases.iter().map(|c| self.text(&c.name)).collect();
            let attributes = (0..e.attributes.len())
                .map(|a| e.cases.iter().map(|c| self.constant_value(&c.values[a])).collect())
                .collect();
            let table = Enum {
                name: e.name.clone(),
                cases: e.cases.iter().map(|c| c.name.clone()).collect(),
                names,
                attributes,
                attribute_names: e.attributes.iter().map(|(n, t)| (n.clone(), self.show(t))).collect(),
            };
            self.program.enums.push(table);
        }
    }

    fn boards(&mut self) {
        let game = self.game;
        let mut first = 0;
        for (number, b) in game.boards.iter().enumerate() {
            let geometry = Geometry::new(&b.shape);
            let count = geometry.tiles.len() as u32;
            let growing = geometry.grows().then(|| Growing {
                board: number as u16,
                at: 0,
                directions: Vec::new(),
                adjacency: Vec::new(),
            });
            self.program.boards.push(Board {
                name: b.name.clone(),
                shape: b.shape.clone(),
                geometry,
                first,
                capacity: b.capacity,
                seen: b.seen,
                player: b.player,
                class: self.class(b.tile),
                growing,
                spots: None,
                of: b.of.map(|of| of.0 as u16),
            });
            first += count;
        }
        for (i, b) in game.boards.iter().enumerate().filter(|(_, b)| b.edges.is_some() || b.corners.is_some())
        {
            let boards = &mut self.program.boards;
            let [edges, corners] = [b.edges, b.corners].map(|at| at.map(|at| boards[at.index()].first));
            let sides = Sides::new(&b.shape, &boards[i].geometry);
            boards[i].spots = Some(Box::new(Spots { sides, edges, corners, sides_by_direction: Vec::new() }));
        }
        self.tile_tables();
    }

    fn tile_tables(&mut self) {
        let mut t = Tiles::default();
        let mut boards = std::mem::take(&mut self.program.boards);
        let mut directions: Vec<&'static str> = Vec::new();
        for b in &boards {
            for direction in &b.geometry.directions {
                if !directions.contains(direction) {
                    directions.push(direction);
                }
            }
            t.count += b.geometry.tiles.len() as u32;
            t.proper += if b.of.is_none() { b.geometry.tiles.len() as u32 } else { 0 };
        }
        t.hidden = boards.iter().any(|b| b.seen != Seen::All);
        t.directions = directions.iter().map(|w| self.text(w)).collect();
        for b in &mut boards {
            let sides = &b.geometry.directions[..b.geometry.sides];
            let side = |direction: &&'static str| sides.iter().position(|side| side == direction);
            if let Some(spots) = &mut b.spots {
                spots.sides_by_direction = directions.iter().map(side).collect();
            }
        }
        t.jumps = self.used_jumps(t.count);
        t.steps = vec![NO_TILE; directions.len() * t.count as usize];
        t.adjacency = vec![Adjacency::default(); Adjacency::JUMPS as usize + t.jumps.len()];
        t.all_single = true;
        for (i, b) in boards.iter().enumerate() {
            t.all_single &= b.capacity == Some(1) || b.growing.is_some();
            let g = &b.geometry;
            for (w, direction) in g.directions.iter().enumerate() {
                let row = directions.iter().position(|x| x == direction).unwrap_or(0) * t.count as usize;
                for (tile, to) in g.steps.get(w).into_iter().flatten().enumerate() {
                    t.steps[row + b.first as usize + tile] = to.map_or(NO_TILE, |to| b.first + to);
                }
            }
            for info in &g.tiles {
                let name = self.text(&info.name);
                t.names.push(name);
                t.board.push(i as u16);
                t.single.push(b.capacity == Some(1));
                t.x.push(f64::from(info.x));
                t.y.push(f64::from(info.y));
                t.objects.push(u32::MAX);
            }
            for (number, table) in t.adjacency.iter_mut().enumerate() {
                add_adjacent(table, b, number as u16, &t.jumps);
            }
        }
        for b in &mut boards {
            let Some(growing) = &mut b.growing else { continue };
            let own = |w: &&str| b.geometry.direction(w).map(|i| b.geometry.offsets[i]);
            growing.directions = directions.iter().map(own).collect();
            growing.adjacency =
                (0..t.adjacency.len() as u16).map(|i| adjacent(&b.geometry, i, &t.jumps)).collect();
        }
        self.program.boards = boards;
        self.program.tiles = t;
    }

    /// The jumps with constant distances that the program uses, as far as there is room for a table of each; others
    /// are worked out where they are used.
    fn used_jumps(&self, tiles: u32) -> Vec<(i32, i32)> {
        let mut found: Vec<(i32, i32)> = Vec::new();
        let most = (MAX_ENTRIES / JUMPS_OF_A_TILE / tiles.max(1) as usize).min(MAX_JUMPS);
        Each(|e: &Expr| {
            if let Some(jump) = constant_jump(e)
                && found.len() < most
                && !found.contains(&jump)
            {
                found.push(jump);
            }
        })
        .game(self.game);
        found
    }

    fn zone_tables(&mut self) {
        let most = self.game.players.most;
        for (i, z) in self.game.zones.iter().enumerate() {
            let first_slot = self.program.slots.len() as u16;
            if z.per_player {
                self.program.slots.extend((0..most).map(|p| (i as u16, Some(p))));
            } else {
                self.program.slots.push((i as u16, None));
            }
            let class = self.class(z.of);
            self.program.zones.push(ZoneLayout {
                name: z.name.clone(),
                title: z.title.clone(),
                class,
                deck: z.deck,
                per_player: z.per_player,
                seen: z.seen,
                ordered: z.ordered,
                first_slot,
            });
        }
    }

    /// Finds out which lists of live objects the program needs.
    fn live_lists(&mut self) {
        let mut live: Vec<(ClassId, bool)> = Vec::new();
        let mut need = |class: ClassId, exact: bool| {
            if !live.contains(&(class, exact)) {
                live.push((class, exact));
            }
        };
        let source = |w: &ChoiceSpec| match w.source {
            Source::Objects(class) => Some(class),
            _ => None,
        };
        Each(|e: &Expr| match &e.kind {
            ExprKind::AllOf(class) => need(*class, false),
            ExprKind::Builtin(Builtin::TileEdge | Builtin::TileEdges, _) if self.has_graph() => {
                need(self.game.edge_class(), false);
            }
            ExprKind::BoardBuiltin(b, _, Builtin::BoardEdges, _) if self.is_graph(*b) => {
                need(self.game.boards[b.index()].edge, false)
            }
            ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => {
                source(spec).into_iter().for_each(|c| need(c, false));
            }
            _ => {}
        })
        .game(self.game);
        let specs = self.game.actions.iter().flat_map(|a| a.inputs.iter().map(|i| &i.spec));
        specs.filter_map(source).for_each(|c| need(c, false));
        for (i, c) in self.game.classes.iter().enumerate() {
            if !c.actions.is_empty() && !c.is_abstract && c.visibility != Visibility::Global {
                need(ClassId(i as u32), true);
            }
        }
        self.belongings().into_iter().for_each(|c| need(c, false));
        live.retain(|(c, _)| !self.is_tile(*c));
        let range = |e: &Self, (class, exact): (ClassId, bool)| {
            let first = e.class(class);
            (first, if exact { first } else { e.program.classes[first as usize].last })
        };
        let sizes = live.iter().map(|l| range(self, *l)).map(|(first, last)| usize::from(last - first) + 1);
        if sizes.sum::<usize>() > MAX_ENTRIES {
            let at = live.last().map_or(NodeId(0), |l| self.game.classes[l.0.index()].at);
            return self.give_up(at, TooLarge::Table("classes whose objects are searched for"));
        }
        for (i, l) in live.iter().enumerate() {
            let (first, last) = range(self, *l);
            (first..=last).for_each(|c| self.program.classes[c as usize].joins.push(i as u16));
        }
        self.live = live;
    }

    /// The classes of what players are given and what lies nowhere, such as roles and sheets: views find it only in
    /// lists.
    fn belongings(&self) -> BTreeSet<ClassId> {
        let mut given = BTreeSet::new();
        let mut placed: Vec<ClassId> = self.game.zones.iter().map(|z| z.of).collect();
        let game = self.game;
        let mut each = Each(|e: &Expr| {
            let (builtin, args) = match &e.kind {
                ExprKind::Builtin(builtin, args) | ExprKind::BoardBuiltin(_, _, builtin, args) => {
                    (builtin, args)
                }
                _ => return,
            };
            let first = args.first().and_then(Option::as_ref).map(|first| &first.ty);
            let Some(Type::Class(piece)) = first else { return };
            match builtin {
                Builtin::ObjectAssign => {
                    given.insert(*piece);
                }
                Builtin::PiecePutOn | Builtin::BoardPlace => placed.push(*piece),
                _ => {}
            }
        });
        // Tests change nothing of what views show.
        game.functions.iter().for_each(|f| each.function(f));
        game.actions.iter().for_each(|a| each.action(a));
        game.classes.iter().flat_map(|c| &c.effect).for_each(|body| each.body(body));
        game.turns.parts(&mut |n| each.node(n));
        game.setup.parts(&mut |n| each.node(n));
        let lies = |c: &ClassId| placed.iter().any(|p| self.game.is_sub(*c, *p) || self.game.is_sub(*p, *c));
        let edges = self.game.edge_class();
        given.retain(|c| !lies(c) && !self.game.is_sub(*c, edges) && self.game.spot(*c).is_none());
        given
    }

    /// Whether there are edges that are found by their ends.
    pub(super) fn has_graph(&self) -> bool {
        (0..self.game.boards.len() as u32).any(|b| self.is_graph(BoardId(b)))
    }

    pub(super) fn is_graph(&self, board: BoardId) -> bool {
        matches!(self.game.boards[board.index()].shape, Shape::Graph { .. })
    }

    fn turn_names(&mut self) {
        for t in &self.game.turns {
            let name_word = self.text(&t.name);
            let phase_words = t.phases.iter().map(|p| self.text(&p.name)).collect();
            self.program.turns.push(Turn {
                name: t.name.clone(),
                default: None,
                phases: t.phases.iter().map(|p| (p.name.clone(), None)).collect(),
                simultaneous: vec![None; t.phases.len()],
                name_word,
                phase_words,
            });
        }
    }

    /// Lays out the words that every match begins with.
    fn fixed_part(&mut self) {
        let most = self.program.players.1 as usize;
        let mut w = vec![NULL; header::SIZE + most * seat::SIZE];
        for zero in [header::RANDOM, header::PLAYERS, header::OVER, header::QUEUE_HEAD, header::MADE] {
            w[zero] = 0;
        }
        w[header::TEAMS] = 0;
        w[header::ACTIVE] = word::player(0);
        self.program.layout.seats = header::SIZE;
        for p in 0..most {
            w[header::SIZE + p * seat::SIZE + seat::SCORE] = word::number(0.0);
            w[header::SIZE + p * seat::SIZE + seat::OUT] = 0;
        }
        let tiles = self.program.tiles.count as usize;
        self.program.layout.tiles = w.len();
        w.resize(w.len() + tiles, NULL);
        let head = |w: &mut Vec<u64>, kind, zone| {
            w.push(list::head(Cell::List, kind, zone, 0));
            w.push(list::place(0, 0));
        };
        self.program.layout.zones = w.len();
        (0..self.program.slots.len()).for_each(|i| head(&mut w, Kind::Ref, i as u64));
        self.program.layout.live = w.len();
        (0..self.live.len()).for_each(|_| head(&mut w, Kind::Ref, list::NO_ZONE));
        for t in (0..tiles).filter(|t| !self.program.tiles.single[*t]) {
            w[self.program.layout.tiles + t] = w.len() as u64;
            head(&mut w, Kind::Ref, list::NO_ZONE);
        }
        for growing in self.program.boards.iter_mut().filter_map(|b| b.growing.as_mut()) {
            growing.at = w.len();
            head(&mut w, Kind::Plain, list::NO_ZONE);
            head(&mut w, Kind::Ref, list::NO_ZONE);
            w.push(0);
        }
        self.global_objects(&mut w);
        self.tile_objects(&mut w);
        self.program.start = w;
    }

    fn global_objects(&mut self, w: &mut Vec<u64>) {
        for (i, c) in self.game.classes.iter().enumerate() {
            if c.visibility != Visibility::Global {
                continue;
            }
            let number = self.classes[i] as usize;
            self.program.classes[number].global = Some(w.len() as u32);
            let size = self.program.classes[number].size as usize;
            // What no author knows is not numbered.
            let is_event = c.kind == ClassKind::Event;
            let serial = if is_event { u32::MAX } else { w[header::MADE] as u32 };
            w[header::MADE] += u64::from(!is_event);
            w.push(object::head(number as u16, serial));
            w.resize(w.len() + size - 1, NULL);
        }
    }

    fn tile_objects(&mut self, w: &mut Vec<u64>) {
        let tiles = &mut self.program.tiles;
        for b in &self.program.boards {
            let class = &self.program.classes[b.class as usize];
            if class.fields.is_empty() && class.parent.is_none() {
                continue;
            }
            for t in 0..b.geometry.tiles.len() {
                let at = w.len();
                tiles.objects[b.first as usize + t] = at as u32;
                let serial = if b.of.is_some() { w[header::MADE] as u32 } else { t as u32 };
                w.push(object::head(b.class, serial));
                w.resize(at + class.size as usize, NULL);
                let Some(of) = b.of.and_then(|of| self.program.boards.get(usize::from(of))) else { continue };
                w[header::MADE] += 1;
                if class.visibility == Visibility::Group {
                    w[at + object::OWNER] = 0;
                }
                let place = u64::from(b.first) + t as u64;
                let own = spot_words(of, &b.shape, t, place);
                w[at + object::FIELDS..][..own.len()].copy_from_slice(&own);
            }
        }
    }

    /// A list that is there from the start and that nothing ever changes. Gives its address.
    pub(super) fn static_list(&mut self, kind: Kind, words: &[u64]) -> usize {
        let start = &mut self.program.start;
        let at = start.len();
        start.push(list::head(Cell::List, kind, list::NO_ZONE, words.len()));
        start.push(list::place(words.len(), at + list::HEAD));
        start.extend_from_slice(words);
        at
    }

    /// The number of the table of the steps in directions that are known.
    pub(super) fn adjacency_table(&mut self, directions: &[u64]) -> u16 {
        if let Some(i) = self.directions.iter().position(|w| w == directions) {
            return (self.first_directions + i) as u16;
        }
        let tiles = &mut self.program.tiles;
        if self.directions.is_empty() {
            self.first_directions = tiles.adjacency.len();
        }
        let mut table = Adjacency::default();
        for t in 0..tiles.count as usize {
            let steps = directions.iter().map(|w| tiles.steps[*w as usize * tiles.count as usize + t]);
            table.push(steps.filter(|to| *to != NO_TILE));
        }
        tiles.adjacency.push(table);
        for growing in self.program.boards.iter_mut().filter_map(|b| b.growing.as_mut()) {
            let steps =
                directions.iter().filter_map(|w| growing.directions.get(*w as usize).copied().flatten());
            growing.adjacency.push(steps.collect());
        }
        self.directions.push(directions.to_vec());
        (self.first_directions + self.directions.len() - 1) as u16
    }

    /// The function that each class runs for each slot.
    pub(super) fn methods(&mut self) {
        let entries = self.slots.len() * self.classes.len();
        if entries > MAX_ENTRIES {
            let at = self.slots.keys().last().map_or(NodeId(0), |f| self.game.functions[f.index()].at);
            return self
                .give_up(at, TooLarge::Table("functions that subclasses replace, for so many classes"));
        }
        let mut table = vec![vec![u32::MAX; self.slots.len()]; self.classes.len()];
        for (i, c) in self.game.classes.iter().enumerate() {
            for (root, runs) in &c.methods {
                if let Some(slot) = self.slots.get(root) {
                    table[self.classes[i] as usize][usize::from(*slot)] = self.functions[runs.index()];
                }
            }
        }
        self.program.methods = table;
        for (i, hooks) in self.core.hooks.iter().enumerate() {
            for (field, reader) in &hooks.readers {
                let class = &mut self.program.classes[self.classes[i] as usize];
                class.fields[*field as usize].reader = Some(self.functions[reader.index()]);
            }
        }
    }
}

/// The first attributes of an edge or corner of a board, the last of them its place.
fn spot_words(board: &Board, shape: &Shape, number: usize, place: u64) -> Vec<u64> {
    let sides = board.spots.as_ref().map(|s| &s.sides);
    match (shape, sides.and_then(|s| s.edges.get(number))) {
        (Shape::Edges(_), Some(e)) => {
            let [from, to] = [Some(e.from), e.to].map(|t| t.map_or(NULL, |t| u64::from(board.first + t)));
            vec![from, to, word::number(e.weight), word::bool(e.one_way), place]
        }
        _ => vec![place],
    }
}

/// Adds the lists of the tiles of a board to the table of that number.
fn add_adjacent(table: &mut Adjacency, board: &Board, number: u16, jumps: &[(i32, i32)]) {
    let g = &board.geometry;
    let line = match number {
        Adjacency::ROW => |t: &Tile| t.y,
        Adjacency::COLUMN => |t: &Tile| t.x,
        _ => {
            let lists = (0..g.tiles.len()).map(|t| adjacency(g, t, number, jumps));
            return lists.for_each(|tiles| table.push(tiles.into_iter().map(|t| t + board.first)));
        }
    };
    // Long lines would take room by the square of their length if each tile had a list of its own.
    let mut lines: BTreeMap<i32, Vec<u32>> = BTreeMap::new();
    for (i, t) in (board.first..).zip(&g.tiles) {
        lines.entry(line(t)).or_default().push(i);
    }
    let mut spans: BTreeMap<i32, (u32, u32)> = BTreeMap::new();
    for (at, tiles) in lines {
        let start = table.tiles.len() as u32;
        table.tiles.extend(tiles);
        spans.insert(at, (start, table.tiles.len() as u32));
    }
    table.spans.extend(g.tiles.iter().map(|t| spans[&line(t)]));
}

/// The tiles adjacent to one, for the table of that number.
fn adjacency(g: &Geometry, tile: usize, table: u16, jumps: &[(i32, i32)]) -> Vec<u32> {
    let over = |directions: std::ops::Range<usize>| directions.filter_map(|w| g.steps[w][tile]).collect();
    match table {
        Adjacency::NEIGHBORS => g.neighbors[tile].iter().map(|n| n.0).collect(),
        Adjacency::ORTHOGONAL if g.directions.is_empty() => g.neighbors[tile].iter().map(|n| n.0).collect(),
        Adjacency::ORTHOGONAL => over(0..g.sides),
        Adjacency::DIAGONAL => over(g.sides..g.directions.len()),
        _ => {
            let (a, b) = jumps[usize::from(table - Adjacency::JUMPS)];
            g.jumps(tile as u32, a, b)
        }
    }
}

/// What is adjacent to every tile of a board that grows, in columns and rows, for the table of that number.
fn adjacent(g: &Geometry, table: u16, jumps: &[(i32, i32)]) -> Vec<(i32, i32)> {
    match table {
        Adjacency::NEIGHBORS => g.offsets.clone(),
        Adjacency::ORTHOGONAL => g.offsets[..g.sides].to_vec(),
        Adjacency::DIAGONAL => g.offsets[g.sides..].to_vec(),
        // Lines are found in what is occupied.
        Adjacency::ROW | Adjacency::COLUMN => Vec::new(),
        _ => {
            let (a, b) = jumps[usize::from(table - Adjacency::JUMPS)];
            let middle = g.at(0, 0).unwrap_or(0);
            g.jumps(middle, a, b).into_iter().filter_map(|t| g.place(t)).collect()
        }
    }
}

/// The distances of `tile.jumps(1, 2)` if they are constant.
pub(super) fn constant_jump(e: &Expr) -> Option<(i32, i32)> {
    let ExprKind::Builtin(Builtin::TileJumps, args) = &e.kind else { return None };
    let number = |i: usize| match args.get(i)?.as_ref()?.kind {
        ExprKind::Number(x) if x.fract() == 0.0 && x.abs() < 1000.0 => Some(x as i32),
        _ => None,
    };
    Some((number(1)?, number(2)?))
}
