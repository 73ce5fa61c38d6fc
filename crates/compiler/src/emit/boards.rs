//! Regions, paths and lines of boards, whose conditions are functions.

use super::builtins::arg;
use super::calls::only_return;
use super::function::{FunctionBuilder, Label};
use super::lambdas::Func;
use super::tiles::is_empty_test;
use crate::typed::visit::{Each, Visit};
use crate::typed::{BinaryOp, BoardId, Expr, ExprKind, LocalId};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::word;
use language::catalogue::Builtin as B;

/// A board; of one for each player the first, with whose it is.
pub(super) type OnBoard<'t> = (BoardId, Option<&'t Expr>);

impl FunctionBuilder<'_, '_> {
    /// For each tile of a board whether the function holds, as a list.
    /// `limits` are registers with the first tile that is asked about, and the one after the last.
    pub(super) fn mask(
        &mut self,
        at: NodeId,
        (first, count): (u32, u32),
        limits: Option<(Reg, Reg)>,
        f: Func<'_>,
        d: Reg,
    ) {
        self.emit(at, Op::NewList { d, base: 0, n: 0 });
        let base = self.registers(2);
        let (top, again) = (self.label(), self.label());
        self.integer(at, base, i64::from(first + count));
        self.integer(at, base + 1, i64::from(first) - 1);
        self.jump(at, again);
        self.place(top);
        let (holds, push) = (self.register(), self.label());
        if let Some((least, end)) = limits {
            let inside = self.register();
            self.integer(at, holds, 0);
            self.emit(at, Op::LessEqualCase { d: inside, a: least, b: base + 1 });
            self.branch_register(at, inside, push, false);
            self.emit(at, Op::LessCase { d: inside, a: base + 1, b: end });
            self.branch_register(at, inside, push, false);
        }
        self.apply(at, f, &[base + 1], holds);
        self.place(push);
        self.emit(at, Op::ListPush { list: d, s: holds });
        self.place(again);
        self.emit(at, Op::NextIndex { base, to: FunctionBuilder::to(top) });
    }

    /// For each tile of one board, whose number is in a register, in the order of `tiles()`.
    fn mask_of_board(
        &mut self,
        at: NodeId,
        ((board, player), number): (OnBoard<'_>, Reg),
        f: Func<'_>,
        d: Reg,
    ) {
        let b = &self.e.program.boards[board.index()];
        let range = (b.first, b.geometry.tiles.len() as u32);
        if b.growing.is_none() && player.is_none() {
            return self.mask(at, range, None, f, d);
        }
        let tiles = self.registers(3);
        self.known_tiles(at, number, tiles);
        self.mask_of_list(at, tiles, f, d);
    }

    /// For each tile of the list in the first of three registers.
    fn mask_of_list(&mut self, at: NodeId, tiles: Reg, f: Func<'_>, d: Reg) {
        self.emit(at, Op::NewList { d, base: 0, n: 0 });
        self.elements(at, tiles, &mut |c, tile, _| {
            let holds = c.register();
            c.apply(at, f, &[tile], holds);
            c.emit(at, Op::ListPush { list: d, s: holds });
        });
    }

    /// Over which edges of a board a search may go, a list; null without a function. Nothing of that has a board whose
    /// edges are no places.
    fn over(&mut self, at: NodeId, (board, tile): (Option<BoardId>, Reg), f: Option<&Expr>, d: Reg) {
        let Some(f) = f else { return self.emit(at, Op::Null { d }) };
        let f = self.func(f);
        self.emit(at, Op::NewList { d, base: 0, n: 0 });
        let (c, end) = (self.register(), self.label());
        let boards = self.e.program.boards.iter().enumerate();
        let boards = boards.filter(|(i, _)| board.is_none_or(|b| b.index() == *i));
        let edges = boards.filter_map(|(_, b)| {
            let spots = b.spots.as_ref()?;
            let first = spots.edges?;
            Some((
                b.first,
                b.first + b.geometry.tiles.len() as u32,
                first,
                first + spots.sides.edges.len() as u32,
            ))
        });
        for (least, beyond, first, last) in edges.collect::<Vec<_>>() {
            let next = self.label();
            if board.is_none() {
                self.integer(at, c, i64::from(least));
                self.emit(at, Op::LessEqualCase { d: c, a: c, b: tile });
                self.branch_register(at, c, next, false);
                self.integer(at, c, i64::from(beyond));
                self.emit(at, Op::LessCase { d: c, a: tile, b: c });
                self.branch_register(at, c, next, false);
            }
            self.indices(at, first, last, &mut |b, spot, _| {
                let (object, holds) = (b.register(), b.register());
                b.emit(at, Op::TileObject { d: object, tile: spot });
                b.apply(at, f, &[object], holds);
                b.emit(at, Op::ListPush { list: d, s: holds });
            });
            self.jump(at, end);
            self.place(next);
        }
        self.place(end);
    }

    pub(super) fn region(
        &mut self,
        at: NodeId,
        board: OnBoard<'_>,
        from: &Expr,
        (f, over): (&Expr, Option<&Expr>),
        d: Reg,
    ) {
        let base = self.registers(4);
        self.board_number(at, board, base);
        self.value_to(from, base + 1);
        let info = if let Some(owner) = owner_test(f) {
            self.value_to(owner, base + 2);
            0
        } else if is_empty_test(f) {
            self.emit(at, Op::Null { d: base + 2 });
            2
        } else if let Some(occupied) = occupied_test(f) {
            match occupied {
                Occupied::Without(tile) => self.value_to(tile, base + 2),
                Occupied::All => self.emit(at, Op::Null { d: base + 2 }),
            }
            3
        } else if is_true(f) {
            self.emit(at, Op::Null { d: base + 2 });
            1
        } else {
            let f = self.func(f);
            self.mask_of_board(at, (board, base), f, base + 2);
            1
        };
        self.over(at, (board.1.is_none().then_some(board.0), base + 1), over, base + 3);
        self.emit(from.at, Op::Builtin { base, id: B::BoardRegion, info: 4 | info << 8 });
        self.copy(at, d, base);
    }

    /// The first tile of the board of a tile, and the one after its last.
    pub(super) fn limits(&mut self, at: NodeId, tile: Reg) -> (Reg, Reg) {
        let (first, end, c) = (self.register(), self.register(), self.register());
        let boards: Vec<(u32, usize)> = self
            .e
            .program
            .boards
            .iter()
            .filter(|b| b.of.is_none())
            .map(|b| (b.first, b.geometry.tiles.len()))
            .collect();
        for (i, (start, count)) in boards.into_iter().enumerate() {
            let next = self.label();
            if i > 0 {
                self.integer(at, c, i64::from(start));
                self.emit(at, Op::LessEqualCase { d: c, a: c, b: tile });
                self.branch_register(at, c, next, false);
            }
            self.integer(at, first, i64::from(start));
            self.integer(at, end, i64::from(start) + count as i64);
            self.place(next);
        }
        (first, end)
    }

    /// The mask of a path is over the tiles of all boards, because the board is known only when it runs. The
    /// function is asked about the tiles of that board only.
    pub(super) fn path(
        &mut self,
        at: NodeId,
        (from, to): (&Expr, &Expr),
        (f, over): (Option<&Expr>, Option<&Expr>),
        d: Reg,
    ) {
        let base = self.registers(4);
        self.value_to(from, base);
        self.value_to(to, base + 1);
        match f {
            Some(f) if self.grows() => {
                let f = self.func(f);
                let tiles = self.registers(3);
                self.emit(at, Op::TilesOf { d: tiles, tile: base });
                self.mask_of_list(at, tiles, f, base + 2);
            }
            Some(f) => {
                let f = self.func(f);
                let limits = self.limits(at, base);
                self.mask(at, (0, self.e.program.tiles.proper), Some(limits), f, base + 2);
            }
            None => self.emit(at, Op::Null { d: base + 2 }),
        }
        self.over(at, (None, base), over, base + 3);
        self.emit(from.at, Op::Builtin { base, id: B::TilePath, info: 4 });
        self.copy(at, d, base);
    }

    pub(super) fn distance(&mut self, at: NodeId, (from, to): (&Expr, &Expr), over: &Expr, d: Reg) {
        let base = self.registers(3);
        self.value_to(from, base);
        self.value_to(to, base + 1);
        self.over(at, (None, base), Some(over), base + 2);
        self.emit(from.at, Op::Builtin { base, id: B::TileDistance, info: 3 });
        self.copy(at, d, base);
    }

    /// Goes to the label where a tile is not on the board whose number is in a register.
    fn unless_on(&mut self, at: NodeId, tile: Reg, number: Reg, to: Label) {
        let (mark, base) = (self.mark(), self.registers(3));
        self.copy(at, base, number);
        self.emit(at, Op::TileX { d: base + 1, tile });
        self.emit(at, Op::TileY { d: base + 2, tile });
        self.emit(at, Op::Builtin { base, id: B::BoardAt, info: 3 });
        self.jump_by(at, Op::JumpNotEqual { a: base, b: tile, by: 0 }, to);
        self.release(mark);
    }

    pub(super) fn line(&mut self, at: NodeId, board: OnBoard<'_>, (t, n, f): (&Expr, &Expr, &Expr), d: Reg) {
        if let Some(owner) = owner_test(f) {
            let base = self.window(d, 4);
            self.board_number(at, board, base);
            self.value_to(t, base + 1);
            self.value_to(n, base + 2);
            self.value_to(owner, base + 3);
            self.emit(t.at, Op::Builtin { base, id: B::BoardLine, info: 4 });
            return self.copy(at, d, base);
        }
        let (tile, length, found, run, x) =
            (self.register(), self.register(), self.register(), self.register(), self.register());
        let (end, no) = (self.label(), self.label());
        // Only where there are several boards may the tile be on another.
        let several = self.e.program.boards.iter().filter(|b| b.of.is_none()).count() > 1;
        let number = (several || board.1.is_some()).then(|| self.register());
        if let Some(number) = number {
            self.board_number(at, board, number);
        }
        self.value_to(t, tile);
        self.value_to(n, length);
        // Null is a fault, whatever the function says.
        self.emit(t.at, Op::TileIsEmpty { d: found, tile });
        self.emit(n.at, Op::AddSmall { d: length, a: length, k: 0 });
        if let Some(number) = number {
            self.unless_on(t.at, tile, number, no);
        }
        let f = self.func(f);
        self.test(at, f, &[tile], no, false);
        self.integer(at, found, 1);
        let geometry = &self.e.program.boards[board.0.index()].geometry;
        let axes: Vec<[&str; 2]> =
            geometry.axes.iter().map(|(a, b)| [geometry.directions[*a], geometry.directions[*b]]).collect();
        for axis in axes {
            self.constant(at, run, word::number(1.0));
            let around = self.label();
            for direction in axis {
                let name = self.e.text(direction);
                let direction = self.e.program.tiles.directions.iter().position(|w| *w == name).unwrap_or(0);
                let (top, out) = (self.label(), self.label());
                self.copy(at, x, tile);
                self.place(top);
                self.emit(at, Op::Step { d: x, tile: x, direction: direction as u16 });
                self.branch_null(at, x, out, true);
                // All the way around a ring: each tile counts once.
                self.jump_by(at, Op::JumpEqual { a: x, b: tile, by: 0 }, around);
                self.test(at, f, &[x], out, false);
                self.emit(at, Op::AddSmall { d: run, a: run, k: 1 });
                self.jump_by(at, Op::JumpLess { a: run, b: length, by: 0 }, top);
                self.place(out);
            }
            self.place(around);
            self.jump_by(at, Op::JumpNotLess { a: run, b: length, by: 0 }, end);
        }
        self.place(no);
        self.integer(at, found, 0);
        self.place(end);
        self.copy(at, d, found);
    }
}

/// `t => true`
fn is_true(f: &Expr) -> bool {
    let ExprKind::Lambda(l) = &f.kind else { return false };
    matches!(only_return(&l.body).map(|e| &e.kind), Some(ExprKind::Bool(true)))
}

/// In `t => t.owner == E`, the expression E if it does not depend on `t`.
fn owner_test(f: &Expr) -> Option<&Expr> {
    let ExprKind::Lambda(l) = &f.kind else { return None };
    let param = *l.params.first()?;
    let ExprKind::Binary(BinaryOp::Equal, a, b) = &only_return(&l.body)?.kind else { return None };
    let is_owner = |e: &Expr| match &e.kind {
        ExprKind::Builtin(B::TileOwner, args) => matches!(arg(args, 0), Some(x) if is_local(x, param)),
        _ => false,
    };
    let other = if is_owner(a) {
        b
    } else if is_owner(b) {
        a
    } else {
        return None;
    };
    let mut depends = false;
    Each(|e| depends |= is_local(e, param)).expr(other);
    (!depends).then_some(other)
}

/// Which occupied tiles a function finds.
enum Occupied<'e> {
    /// `t => !t.isEmpty()`
    All,
    /// `t => t != E && !t.isEmpty()`, with the variable E.
    Without(&'e Expr),
}

fn occupied_test(f: &Expr) -> Option<Occupied<'_>> {
    let ExprKind::Lambda(l) = &f.kind else { return None };
    let param = *l.params.first()?;
    let is_occupied = |e: &Expr| {
        let ExprKind::Not(e) = &e.kind else { return false };
        let ExprKind::Builtin(B::TileIsEmpty, args) = &e.kind else { return false };
        arg(args, 0).is_some_and(|tile| is_local(tile, param))
    };
    let body = only_return(&l.body)?;
    if is_occupied(body) {
        return Some(Occupied::All);
    }
    let ExprKind::Binary(BinaryOp::And, a, b) = &body.kind else { return None };
    let (but, rest) = if is_occupied(a) { (b, a) } else { (a, b) };
    let ExprKind::Binary(BinaryOp::NotEqual, x, y) = &but.kind else { return None };
    let other = if is_local(x, param) { y } else { x };
    let is_variable = matches!(other.kind, ExprKind::Local(l) if l != param);
    let about_param = is_local(x, param) || is_local(y, param);
    (is_occupied(rest) && is_variable && about_param).then_some(Occupied::Without(other))
}

fn is_local(e: &Expr, local: LocalId) -> bool {
    matches!(e.kind, ExprKind::Local(l) if l == local)
}
