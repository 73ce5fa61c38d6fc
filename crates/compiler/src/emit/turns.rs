//! Passing the turn, and what happens before `setup`.

use super::Emitter;
use crate::typed::{Body, ClassId, Simultaneous, Turn};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::{header, list, object};
use bytecode::op::Reg;
use bytecode::program;
use bytecode::word;
use language::catalogue::Builtin as B;

const NOWHERE: NodeId = NodeId(0);

impl<'g> Emitter<'g> {
    /// What `turn.pass()` runs, and the defaults of turns and phases.
    pub(super) fn turns(&mut self) {
        let game = self.game;
        for (i, t) in game.turns.iter().enumerate() {
            self.program.turns[i].default = self.default(&t.name, t.default.as_ref());
            for (k, p) in t.phases.iter().enumerate() {
                let function = self.default(&p.name, p.default.as_ref());
                self.program.turns[i].phases[k].1 = function;
                self.program.turns[i].simultaneous[k] =
                    p.simultaneous.as_ref().map(|s| self.simultaneous(&p.name, s));
            }
        }
        let passer = self.passer;
        self.fill(passer, |c| {
            let (base, got) = (c.registers(2), c.label());
            let (turn, number) = (c.register(), c.register());
            c.emit(NOWHERE, Op::Header { d: turn, index: header::TURN as u16 });
            for (i, t) in game.turns.iter().enumerate().filter(|(_, t)| has_default(t)) {
                let next = c.label();
                c.integer(NOWHERE, number, i as i64);
                c.jump_by(NOWHERE, Op::JumpNotEqual { a: turn, b: number, by: 0 }, next);
                c.turn_default(t, base, got);
                c.place(next);
            }
            c.emit(NOWHERE, Op::Active { d: turn });
            c.emit(NOWHERE, Op::PlayerAfter { d: base, s: turn, k: 1 });
            c.place(got);
            c.emit(NOWHERE, Op::Null { d: base + 1 });
            c.emit(NOWHERE, Op::Builtin { base, id: B::TurnPass, info: 2 });
            c.give_null(NOWHERE);
        });
    }

    fn simultaneous(&mut self, name: &str, s: &'g Simultaneous) -> program::Simultaneous {
        let players = self.function(&format!("players of {name}"), NOWHERE, 0, |c| c.whole_body(&s.players));
        let then = s.then.as_ref().map(|body| {
            self.function(&format!("then of {name}"), NOWHERE, 0, |c| {
                let done = c.register();
                c.inline_body(NOWHERE, body, 0, done);
                c.settle(NOWHERE);
                c.constant(NOWHERE, done, word::TRUE);
                c.emit(NOWHERE, Op::Return { s: done });
            })
        });
        program::Simultaneous { players, then, open: s.open }
    }

    fn default(&mut self, name: &str, body: Option<&'g Body>) -> Option<u32> {
        let body = body?;
        Some(self.function(&format!("default of {name}"), NOWHERE, 0, |c| c.whole_body(body)))
    }

    /// `init()`: the first values of attributes of global objects and tiles.
    pub(super) fn init(&mut self) {
        let game = self.game;
        self.program.init = self.function("first values", NOWHERE, 0, |c| {
            c.live_globals();
            (0..game.boards.len()).for_each(|b| c.live_spots(b));
            for class in (0..game.classes.len()).map(|i| ClassId(i as u32)) {
                let number = c.e.class(class) as usize;
                let Some(address) = c.e.program.classes[number].global else { continue };
                let (mark, this) = (c.mark(), c.register());
                c.integer(NOWHERE, this, i64::from(address));
                c.construct(class, this, &|_| false);
                c.release(mark);
            }
            for (b, board) in game.boards.iter().enumerate() {
                c.init_tiles(b, board);
            }
            for (b, board) in game.boards.iter().enumerate() {
                c.init_edges(b, board);
            }
            c.give_null(NOWHERE);
        });
    }
}

fn has_default(t: &Turn) -> bool {
    t.default.is_some() || t.phases.iter().any(|p| p.default.is_some())
}

impl<'g> super::FunctionBuilder<'_, 'g> {
    /// Puts the global objects into the lists of live objects that somebody looks at.
    fn live_globals(&mut self) {
        let (list, s) = (self.register(), self.register());
        for number in 0..self.e.program.classes.len() {
            let class = &self.e.program.classes[number];
            let Some(address) = class.global else { continue };
            for join in class.joins.clone() {
                let live = self.e.program.layout.live + list::HEAD * usize::from(join);
                self.integer(NOWHERE, list, live as i64);
                self.integer(NOWHERE, s, i64::from(address));
                self.emit(NOWHERE, Op::ListPush { list, s });
            }
        }
    }

    /// The player that the turn's default gives, checked not to be null, into `d`.
    fn turn_default(&mut self, t: &'g Turn, d: Reg, got: super::function::Label) {
        let (phase, number, p) = (self.register(), self.register(), self.register());
        self.emit(NOWHERE, Op::Header { d: phase, index: header::PHASE as u16 });
        let phases = t.phases.iter().enumerate().filter_map(|(k, p)| Some((k, p.default.as_ref()?)));
        for (k, body) in phases {
            let next = self.label();
            self.integer(NOWHERE, number, k as i64);
            self.jump_by(NOWHERE, Op::JumpNotEqual { a: phase, b: number, by: 0 }, next);
            self.default_player(body, p, d, got);
            self.place(next);
        }
        if let Some(body) = &t.default {
            self.default_player(body, p, d, got);
        }
    }

    fn default_player(&mut self, body: &'g Body, p: Reg, d: Reg, got: super::function::Label) {
        let at = body.block.statements.first().map_or(NOWHERE, |s| s.at);
        self.inline_body(at, body, 0, p);
        self.emit(at, Op::PlayerAfter { d, s: p, k: 0 });
        self.jump(at, got);
    }

    /// Puts the edges or corners that a board consists of into the lists of live objects that somebody looks at.
    fn live_spots(&mut self, b: usize) {
        let board = &self.e.program.boards[b];
        let (first, end) = (board.first, board.first + board.geometry.tiles.len() as u32);
        let joins = self.e.program.classes[usize::from(board.class)].joins.clone();
        if board.of.is_none() {
            return;
        }
        let may_lack = board.player.filter(|p| *p >= self.e.program.players.0);
        let absent = self.label();
        if let Some(p) = may_lack {
            self.unless_seated(NOWHERE, p, absent);
        }
        for join in joins {
            let (list, s) = (self.register(), self.register());
            let live = self.e.program.layout.live + list::HEAD * usize::from(join);
            self.integer(NOWHERE, list, live as i64);
            self.indices(NOWHERE, first, end, &mut |c, tile, _| {
                c.emit(NOWHERE, Op::TileObject { d: s, tile });
                c.emit(NOWHERE, Op::ListPush { list, s });
            });
        }
        self.place(absent);
    }

    /// Makes the objects that stand for the edges of a graph where they are no places.
    fn init_edges(&mut self, b: usize, board: &'g crate::typed::Board) {
        let (first, class) = (u64::from(self.e.program.boards[b].first), self.e.class(board.edge));
        let absent = self.label();
        if let Some(p) = board.player.filter(|p| *p >= self.e.program.players.0) {
            self.unless_seated(NOWHERE, p, absent);
        }
        for (i, edge) in board.loose_edges().iter().enumerate() {
            let (mark, object, s) = (self.mark(), self.register(), self.register());
            self.emit(NOWHERE, Op::New { d: object, class });
            let [from, to] = [edge.from, edge.to].map(|t| first + u64::from(t));
            let own = [from, to, word::number(edge.weight), word::bool(edge.one_way)];
            let set = board.edge_values.iter().filter(|v| v.0 == i as u32);
            let set: Vec<(u32, u64)> = set.map(|v| (v.1, self.e.constant_value(&v.2))).collect();
            // The ends and what is given before the defaults, which may look at them.
            for (attribute, w) in (0..).zip(own).chain(set.iter().copied()) {
                self.set_constant(object, attribute, w, s);
            }
            self.construct(board.edge, object, &|a| set.iter().any(|s| s.0 == a));
            self.release(mark);
        }
        self.place(absent);
    }

    fn set_constant(&mut self, object: Reg, attribute: u32, w: u64, s: Reg) {
        self.constant(NOWHERE, s, w);
        let field = object::FIELDS as u16 + attribute as u16;
        self.emit(NOWHERE, Op::SetField { object, field, s });
    }

    fn init_tiles(&mut self, b: usize, board: &'g crate::typed::Board) {
        let (first, count) = {
            let b = &self.e.program.boards[b];
            (b.first as usize, b.geometry.tiles.len())
        };
        let attributes = &self.e.game.classes[board.tile.index()].attributes;
        if board.values.is_empty() {
            // Code for each tile would take room by the product of tiles and attributes.
            if attributes.iter().all(|a| a.default.is_none()) {
                return;
            }
            let (first, end) = (first as u32, (first + count) as u32);
            return self.indices(NOWHERE, first, end, &mut |c, tile, _| {
                let object = c.register();
                c.emit(NOWHERE, Op::TileObject { d: object, tile });
                let this = if board.of.is_some() { object } else { tile };
                c.construct_as(board.tile, (this, object), &|_| false);
            });
        }
        for t in 0..count {
            let address = self.e.program.tiles.objects[first + t];
            let set = board.values.iter().filter(|v| v.0 == t as u32);
            if address == u32::MAX {
                continue;
            }
            let (mark, tile, object, s) = (self.mark(), self.register(), self.register(), self.register());
            self.integer(NOWHERE, tile, (first + t) as i64);
            self.integer(NOWHERE, object, i64::from(address));
            for (_, attribute, value) in set {
                let w = self.e.constant_value(value);
                self.set_constant(object, *attribute, w, s);
            }
            let given = |a| board.values.iter().any(|v| (v.0, v.1) == (t as u32, a));
            let this = if board.of.is_some() { object } else { tile };
            self.construct_as(board.tile, (this, object), &given);
            self.release(mark);
        }
    }
}
