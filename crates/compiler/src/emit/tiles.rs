//! The tiles around one, and away from it, as loops. It knows no function but the test of a ray.

use super::calls::only_return;
use super::function::{FunctionBuilder, Label};
use super::stream::{Each, Ray};
use crate::typed::{BoardId, ClassId, Expr, ExprKind};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::header;
use bytecode::op::Reg;
use bytecode::program::{Adjacency, Board};
use language::catalogue::Builtin as B;

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    pub(super) fn each_tile_of(&mut self, at: NodeId, class: ClassId, body: Each<'_, 'e, 'g>) {
        let number = self.e.class(class);
        let last = self.e.program.classes[number as usize].last;
        let of_class = |b: &&Board| (number..=last).contains(&b.class);
        let boards: Vec<&Board> = self.e.program.boards.iter().filter(of_class).collect();
        let least = self.e.program.players.0;
        let grown = |b: &&Board| Some((BoardId(b.growing.as_ref()?.board.into()), b.player));
        let growing: Vec<(BoardId, Option<u32>)> = boards.iter().filter_map(grown).collect();
        // Boards of one class in a row are one range of tiles, with how many tiles each further player adds to it.
        let mut merged: Vec<(u32, u32, Vec<u32>)> = Vec::new();
        for b in boards.into_iter().filter(|b| !b.geometry.tiles.is_empty()) {
            let (first, count) = (b.first, b.geometry.tiles.len() as u32);
            let may_lack = b.player.is_some_and(|p| p >= least);
            match merged.last_mut() {
                Some(range) if may_lack => range.2.push(count),
                Some(range) if range.1 == first && range.2.is_empty() => range.1 += count,
                _ => merged.push((first, first + count, Vec::new())),
            }
        }
        for (first, end, more) in merged {
            if more.is_empty() {
                self.indices(at, first, end, body);
                continue;
            }
            let to = self.register();
            self.integer(at, to, i64::from(end));
            self.for_further_players(at, least, &more, to, end);
            self.indices_to(at, first, to, body);
        }
        for (board, player) in growing {
            let next = self.label();
            if let Some(p) = player.filter(|p| *p >= least) {
                self.unless_seated(at, p, next);
            }
            self.each_tile(at, board, body);
            self.place(next);
        }
    }

    /// Adds to the end of a range what stands behind it for players who need not be there, from one on.
    fn for_further_players(&mut self, at: NodeId, from: u32, more: &[u32], to: Reg, mut end: u32) {
        let done = self.label();
        for (p, count) in (from..).zip(more) {
            end += count;
            self.unless_seated(at, p, done);
            self.integer(at, to, i64::from(end));
        }
        self.place(done);
    }

    /// Goes to the label where a player is not there.
    pub(super) fn unless_seated(&mut self, at: NodeId, player: u32, to: Label) {
        let (mark, p, players) = (self.mark(), self.register(), self.register());
        self.integer(at, p, i64::from(player));
        self.emit(at, Op::Header { d: players, index: header::PLAYERS as u16 });
        self.emit(at, Op::LessCase { d: p, a: p, b: players });
        self.branch_register(at, p, to, false);
        self.release(mark);
    }

    /// The tiles of a board; of one that grows those that count.
    pub(super) fn each_tile(&mut self, at: NodeId, board: BoardId, body: Each<'_, 'e, 'g>) {
        let shape = &self.e.program.boards[board.index()];
        let (first, count) = (shape.first, shape.geometry.tiles.len() as u32);
        if shape.growing.is_none() {
            return self.indices(at, first, first + count, body);
        }
        let (base, number) = (self.registers(3), self.register());
        self.integer(at, number, i64::from(board.0));
        self.known_tiles(at, number, base);
        self.elements(at, base, body);
    }

    /// A list of the tiles of the board whose number is in a register, of one that grows those that count.
    pub(super) fn known_tiles(&mut self, at: NodeId, number: Reg, d: Reg) {
        let base = self.register();
        self.copy(at, base, number);
        self.emit(at, Op::Builtin { base, id: B::BoardTiles, info: 1 });
        self.copy(at, d, base);
    }

    /// Whether some board grows, so that a tile need not be one of a table.
    pub(super) fn grows(&self) -> bool {
        self.e.program.boards.iter().any(|b| b.growing.is_some())
    }

    /// A row or column of a square board without holes: what its first tile has beside it.
    pub(super) fn row_or_column(
        &mut self,
        at: NodeId,
        board: BoardId,
        id: B,
        n: &Expr,
        body: Each<'_, 'e, 'g>,
    ) {
        let (end, base) = (self.label(), self.registers(3));
        self.integer(at, base, i64::from(board.0));
        let (moving, still, table) = match id {
            B::BoardRow => (base + 2, base + 1, Adjacency::ROW),
            _ => (base + 1, base + 2, Adjacency::COLUMN),
        };
        self.value_to(n, moving);
        self.constant(at, still, bytecode::word::number(0.0));
        self.emit(n.at, Op::Builtin { base, id: B::BoardAt, info: 3 });
        self.branch_null(at, base, end, true);
        self.adjacent_to(at, base, table, body);
        self.place(end);
    }

    pub(super) fn adjacent(&mut self, tile: &Expr, table: u16, body: Each<'_, 'e, 'g>) {
        let t = self.value(tile);
        // A tile that is null is the fault of its expression.
        self.adjacent_to(tile.at, t, table, body);
    }

    /// The tile is in `t`.
    fn adjacent_to(&mut self, at: NodeId, t: Reg, table: u16, body: Each<'_, 'e, 'g>) {
        let base = self.registers(3);
        self.emit(at, Op::StartAdjacent { base, tile: t, table });
        self.fetching(at, base + 2, |to| Op::NextAdjacent { base, to }, body);
    }

    /// Puts all tiles of a table at the end of a list.
    pub(super) fn append_adjacent(&mut self, list: Reg, tile: &Expr, table: u16) {
        let t = self.value(tile);
        self.emit(tile.at, Op::PushAdjacent { list, tile: t, table });
    }

    pub(super) fn steps(&mut self, at: NodeId, tile: &Expr, directions: &Expr, body: Each<'_, 'e, 'g>) {
        if let ExprKind::Ternary(c, a, b) = &directions.kind
            && self.copies < 2
        {
            self.copies += 1;
            self.on_both_sides(at, c, (a, b), &mut |f, side| f.steps(at, tile, side, body));
            self.copies -= 1;
            return;
        }
        let t = self.register();
        self.value_to(tile, t);
        let literal = match &directions.kind {
            ExprKind::NewList(es) => es.iter().map(|e| self.direction_index(e)).collect::<Option<Vec<u64>>>(),
            _ => None,
        };
        if let Some(indices) = literal {
            let table = self.e.adjacency_table(&indices);
            return self.adjacent_to(tile.at, t, table, body);
        }
        self.each(directions, &mut |c, direction, next| {
            let d = c.register();
            c.emit(at, Op::StepText { d, tile: t, direction });
            c.branch_null(at, d, next, true);
            body(c, d, next);
        });
    }

    /// The index of a direction that is a literal.
    pub(super) fn direction_index(&mut self, e: &Expr) -> Option<u64> {
        let ExprKind::String(name) = &e.kind else { return None };
        let word = self.e.text(name);
        self.e.program.tiles.directions.iter().position(|w| *w == word).map(|i| i as u64)
    }

    /// A register with the index of a direction.
    pub(super) fn direction(&mut self, e: &Expr) -> Reg {
        let d = self.register();
        match self.direction_index(e) {
            Some(i) => self.integer(e.at, d, i as i64),
            None => {
                let s = self.value(e);
                self.emit(e.at, Op::DirectionOf { d, s });
            }
        }
        d
    }

    pub(super) fn ray(&mut self, at: NodeId, ray: Ray<'_>, body: Each<'_, 'e, 'g>) {
        let Ray { tile, direction, through, ending } = ray;
        let (top, end) = (self.label(), self.label());
        let (t, start) = (self.register(), self.register());
        self.value_to(tile, t);
        self.copy(tile.at, start, t);
        let direction = self.direction(direction);
        let through = through.map(|f| self.func(f));
        let ending = ending.filter(|e| !matches!(e.kind, ExprKind::Bool(false)));
        let takes_end = ending.filter(|e| !matches!(e.kind, ExprKind::Bool(true))).map(|e| self.value(e));
        let stop = self.register();
        let left = self.grows().then(|| (self.register(), self.register()));
        if let Some((left, zero)) = left {
            self.emit(at, Op::RaySteps { d: left, tile: t, direction });
            self.constant(at, zero, bytecode::word::number(0.0));
        }
        self.place(top);
        if let Some((a, b)) = left {
            self.jump_by(at, Op::JumpEqual { a, b, by: 0 }, end);
            self.emit(at, Op::AddSmall { d: a, a, k: -1 });
        }
        self.emit(at, Op::StepDirection { d: t, tile: t, direction });
        self.branch_null(at, t, end, true);
        // Around a ring it ends before it comes back.
        self.jump_by(at, Op::JumpEqual { a: t, b: start, by: 0 }, end);
        let mark = self.mark();
        self.looping += 1;
        match (through, ending) {
            (None, _) => body(self, t, top),
            (Some(f), None) => {
                self.test(at, f, &[t], end, false);
                body(self, t, top);
            }
            (Some(f), Some(_)) => {
                let (next, go) = (self.label(), self.label());
                self.integer(at, stop, 0);
                self.test(at, f, &[t], go, true);
                if let Some(c) = takes_end {
                    self.branch_register(at, c, end, false);
                }
                self.integer(at, stop, 1);
                self.place(go);
                body(self, t, next);
                self.place(next);
                self.branch_register(at, stop, end, true);
            }
        }
        self.looping -= 1;
        self.release(mark);
        self.jump(at, top);
        self.place(end);
    }

    /// Puts a ray through empty tiles at the end of a list by one instruction, if it is such a ray.
    pub(super) fn append_empty_ray(&mut self, list: Reg, e: &Expr) -> bool {
        let Some(ray) = Ray::of(e).filter(|ray| ray.through.is_some_and(is_empty_test)) else { return false };
        let ending = match ray.ending.map(|e| &e.kind) {
            None | Some(ExprKind::Bool(false)) => 0,
            Some(ExprKind::Bool(true)) => 1,
            Some(_) => return false,
        };
        let base = self.registers(2);
        self.value_to(ray.tile, base);
        let direction = self.direction(ray.direction);
        self.copy(e.at, base + 1, direction);
        self.emit(ray.tile.at, Op::RayEmpty { d: list, base, ending });
        true
    }
}

/// `t => t.isEmpty()`
pub(super) fn is_empty_test(e: &Expr) -> bool {
    let ExprKind::Lambda(l) = &e.kind else { return false };
    let Some(ExprKind::Builtin(B::TileIsEmpty, args)) = only_return(&l.body).map(|e| &e.kind) else {
        return false;
    };
    matches!(args.first(), Some(Some(Expr { kind: ExprKind::Local(x), .. })) if l.params.first() == Some(x))
}
