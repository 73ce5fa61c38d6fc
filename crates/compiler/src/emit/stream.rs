//! Lists that are only walked through: loops instead of lists. A chain of filters, maps and sources becomes one
//! loop, with what is done to each element in its middle; nothing is allocated.

use super::calls::only_return;
use super::function::{FunctionBuilder, Label};
use super::tables::constant_jump;
use crate::typed::{Expr, ExprKind, Lambda, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::program::Adjacency;
use language::catalogue::Builtin as B;

/// What is done to each element: its register, and where to go for the next one.
pub(super) type Each<'b, 'e, 'g> = &'b mut dyn FnMut(&mut FunctionBuilder<'e, 'g>, Reg, Label);

/// A function that a builtin takes.
#[derive(Clone, Copy)]
pub(super) enum Func<'t> {
    Literal(&'t Lambda),
    Value(Reg),
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// Puts a loop over what an expression of a list type would hold.
    pub(super) fn each(&mut self, src: &Expr, body: Each<'_, 'e, 'g>) {
        let mark = self.mark();
        match &src.kind {
            ExprKind::AllOf(class) => match self.e.is_tile(*class) {
                true => self.each_tile_of(src.at, *class, body),
                false => {
                    let base = self.registers(3);
                    self.live_list(src.at, *class, base);
                    self.elements(src.at, base, body);
                }
            },
            ExprKind::BoardBuiltin(b, B::BoardTiles, _) => {
                let board = &self.e.program.boards[b.index()];
                let (first, count) = (board.first, board.geometry.tiles.len() as u32);
                self.indices(src.at, first, first + count, body);
            }
            ExprKind::BoardBuiltin(b, id @ (B::BoardRow | B::BoardColumn), args) if self.is_square(*b) => {
                let Some(Some(n)) = args.first() else { return };
                self.row_or_column(src.at, *b, *id, n, body);
            }
            ExprKind::Range(a, b) => self.numbers(src.at, a, b, body),
            ExprKind::EnumBuiltin(of, B::EnumAll, _) => {
                let count = self.e.game.enums[of.index()].cases.len() as u32;
                self.indices(src.at, 0, count, body);
            }
            ExprKind::Builtin(id, args) => self.each_builtin(src, *id, args, body),
            // What is done to each element stands there twice then, so not too deep.
            ExprKind::Ternary(c, a, b) if self.copies < 2 => {
                let (otherwise, end) = (self.label(), self.label());
                self.copies += 1;
                self.branch(c, otherwise, false);
                self.each(a, body);
                self.jump(src.at, end);
                self.place(otherwise);
                self.each(b, body);
                self.place(end);
                self.copies -= 1;
            }
            ExprKind::Call(f, args) if self.each_inlined(*f, None, args, body) => {}
            ExprKind::CallMethod(o, f, args) if self.each_inlined(*f, Some(o), args, body) => {}
            _ => self.each_element(src, body),
        }
        self.release(mark);
    }

    fn each_inlined(
        &mut self,
        f: crate::typed::FunctionId,
        object: Option<&Expr>,
        args: &[Option<Expr>],
        body: Each<'_, 'e, 'g>,
    ) -> bool {
        // The body belongs to the scope of the caller, which is put back while it is built.
        let outer = self.scope.clone();
        self.with_inlined(f, object, args, |c, list| {
            let inner = c.scope.clone();
            c.each(list, &mut |c, x, next| {
                let inlined = std::mem::replace(&mut c.scope, outer.clone());
                body(c, x, next);
                c.scope = inlined;
            });
            c.scope = inner;
        })
    }

    fn each_builtin(&mut self, src: &Expr, id: B, args: &[Option<Expr>], body: Each<'_, 'e, 'g>) {
        let arg = |i: usize| args.get(i).and_then(Option::as_ref);
        match (id, arg(0), arg(1)) {
            (B::ListFilter, Some(list), Some(test)) => {
                let test = self.func(test);
                self.each(list, &mut |c, x, next| {
                    c.test(src.at, test, &[x], next, false);
                    body(c, x, next);
                });
            }
            (B::ListMap, Some(list), Some(to)) => {
                let to = self.func(to);
                self.each(list, &mut |c, x, next| {
                    let d = c.register();
                    c.apply(src.at, to, &[x], d);
                    body(c, d, next);
                });
            }
            (B::ListFlatMap, Some(list), Some(to)) => self.each_flat(src.at, list, to, body),
            // Nothing changes while the loop runs, so a zone needs no copy.
            (B::ListCopy, Some(zone), _) if matches!(zone.ty, Type::Zone(_)) => self.each_element(zone, body),
            (B::ListTake, Some(list), Some(n)) => {
                let (left, none, end) = (self.register(), self.register(), self.label());
                self.value_to(n, left);
                self.constant(src.at, none, 0);
                self.each(list, &mut |c, x, next| {
                    c.jump_by(src.at, Op::JumpNotLess { a: none, b: left, by: 0 }, end);
                    c.emit(src.at, Op::AddSmall { d: left, a: left, k: -1 });
                    body(c, x, next);
                });
                self.place(end);
            }
            (B::TileNeighbors, Some(t), _) => self.adjacent(t, Adjacency::NEIGHBORS, body),
            (B::TileOrthogonal, Some(t), _) => self.adjacent(t, Adjacency::ORTHOGONAL, body),
            (B::TileDiagonal, Some(t), _) => self.adjacent(t, Adjacency::DIAGONAL, body),
            (B::TileJumps, Some(t), _) if constant_jump(src).is_some() => {
                let jump = constant_jump(src).unwrap_or((0, 0));
                let jumps = &self.e.program.tiles.jumps;
                let table = jumps.iter().position(|j| *j == jump).unwrap_or(0) as u16;
                self.adjacent(t, Adjacency::JUMPS + table, body);
            }
            (B::TileSteps, Some(t), Some(directions)) => self.steps(src.at, t, directions, body),
            (B::TileRay, Some(t), Some(direction)) => self.ray(src.at, (t, direction, arg(2), arg(3)), body),
            (B::PlayersAll, ..) => self.players(src.at, body),
            _ => self.each_element(src, body),
        }
    }

    /// Whether `each` makes a loop of the expression without making a list first.
    pub(super) fn is_stream(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::AllOf(_) | ExprKind::Range(..) => true,
            ExprKind::BoardBuiltin(b, B::BoardRow | B::BoardColumn, _) => self.is_square(*b),
            ExprKind::BoardBuiltin(_, B::BoardTiles, _) | ExprKind::EnumBuiltin(_, B::EnumAll, _) => true,
            ExprKind::Builtin(id, _) => matches!(
                id,
                B::ListFilter
                    | B::ListMap
                    | B::ListFlatMap
                    | B::ListTake
                    | B::TileNeighbors
                    | B::TileOrthogonal
                    | B::TileDiagonal
                    | B::TileJumps
                    | B::TileSteps
                    | B::TileRay
                    | B::PlayersAll
            ),
            _ => false,
        }
    }

    /// Emits what stands in a loop.
    pub(super) fn looped(&mut self, body: impl FnOnce(&mut Self)) {
        let mark = self.mark();
        self.looping += 1;
        body(self);
        self.looping -= 1;
        self.release(mark);
    }

    // -- sources --

    fn each_element(&mut self, src: &Expr, body: Each<'_, 'e, 'g>) {
        let base = self.registers(3);
        if let ExprKind::NewList(es) = &src.kind
            && let Some(address) = self.constant_list(&src.ty, es)
        {
            self.integer(src.at, base, address as i64);
        } else {
            self.value_to(src, base);
        }
        if matches!(src.ty, Type::Table(..)) {
            return self.values(src.at, base, body);
        }
        self.elements(src.at, base, body);
    }

    /// A list of constants that is only read stands in the fixed part.
    fn constant_list(&mut self, ty: &Type, es: &[Expr]) -> Option<usize> {
        let kind = self.e.element_kind(ty);
        let words: Option<Vec<u64>> = es.iter().map(|e| self.constant_word(e)).collect();
        Some(self.e.static_list(kind, &words?))
    }

    /// The list is in `base`.
    pub(super) fn elements(&mut self, at: NodeId, base: Reg, body: Each<'_, 'e, 'g>) {
        let (top, again) = (self.label(), self.label());
        self.integer(at, base + 1, 0);
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 2, again));
        self.place(again);
        self.emit(at, Op::NextElement { base, to: FunctionBuilder::to(top) });
    }

    fn values(&mut self, at: NodeId, base: Reg, body: Each<'_, 'e, 'g>) {
        let (top, again) = (self.label(), self.label());
        self.integer(at, base + 1, 0);
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 2, again));
        self.place(again);
        self.emit(at, Op::NextValue { base, to: FunctionBuilder::to(top) });
    }

    pub(super) fn live_list(&mut self, at: NodeId, class: crate::typed::ClassId, d: Reg) {
        let address = self.e.live_address(class, false);
        self.integer(at, d, address as i64);
    }

    /// Whole numbers as integers: tiles, cases.
    pub(super) fn indices(&mut self, at: NodeId, first: u32, end: u32, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        let (top, again) = (self.label(), self.label());
        self.integer(at, base, i64::from(end));
        self.integer(at, base + 1, i64::from(first) - 1);
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 1, again));
        self.place(again);
        self.emit(at, Op::NextIndex { base, to: FunctionBuilder::to(top) });
    }

    pub(super) fn each_tile_of(&mut self, at: NodeId, class: crate::typed::ClassId, body: Each<'_, 'e, 'g>) {
        let number = self.e.class(class);
        let last = self.e.program.classes[number as usize].last;
        let boards = self.e.program.boards.iter().filter(|b| (number..=last).contains(&b.class));
        let ranges: Vec<(u32, u32)> =
            boards.map(|b| (b.first, b.first + b.geometry.tiles.len() as u32)).collect();
        // Boards of one class in a row are one range of tiles.
        let mut merged: Vec<(u32, u32)> = Vec::new();
        for (first, end) in ranges {
            match merged.last_mut() {
                Some(range) if range.1 == first => range.1 = end,
                _ => merged.push((first, end)),
            }
        }
        for (first, end) in merged {
            self.indices(at, first, end, body);
        }
    }

    pub(super) fn numbers(&mut self, at: NodeId, a: &Expr, b: &Expr, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        let (top, again) = (self.label(), self.label());
        let start = self.value(a);
        self.emit(a.at, Op::AddSmall { d: base + 1, a: start, k: -1 });
        let end = self.value(b);
        self.emit(b.at, Op::AddSmall { d: base, a: end, k: 0 });
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 1, again));
        self.place(again);
        self.emit(at, Op::NextNumber { base, to: FunctionBuilder::to(top) });
    }

    fn players(&mut self, at: NodeId, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        let (top, again) = (self.label(), self.label());
        self.emit(at, Op::Header { d: base + 1, index: bytecode::layout::header::PLAYERS as u16 });
        self.emit(at, Op::Convert { d: base, s: base + 1, how: bytecode::op::convert::BOOL_TO_NUMBER });
        self.emit(at, Op::AddSmall { d: base, a: base, k: -1 });
        self.constant(at, base + 1, bytecode::word::number(-1.0));
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 1, again));
        self.place(again);
        self.emit(at, Op::NextNumber { base, to: FunctionBuilder::to(top) });
    }

    /// A row or column of a square board without holes: what its first tile has beside it.
    fn row_or_column(
        &mut self,
        at: NodeId,
        board: crate::typed::BoardId,
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
        self.near_register(at, base, table, body);
        self.place(end);
    }

    fn adjacent(&mut self, tile: &Expr, table: u16, body: Each<'_, 'e, 'g>) {
        let t = self.value(tile);
        // A tile that is null is the fault of its expression.
        self.near_register(tile.at, t, table, body);
    }

    fn near_register(&mut self, at: NodeId, t: Reg, table: u16, body: Each<'_, 'e, 'g>) {
        let base = self.registers(3);
        let (top, again) = (self.label(), self.label());
        self.emit(at, Op::StartAdjacent { base, tile: t, table });
        self.jump(at, again);
        self.place(top);
        self.looped(|c| body(c, base + 2, again));
        self.place(again);
        self.emit(at, Op::NextAdjacent { base, to: FunctionBuilder::to(top) });
    }

    fn steps(&mut self, at: NodeId, tile: &Expr, directions: &Expr, body: Each<'_, 'e, 'g>) {
        if let ExprKind::Ternary(c, a, b) = &directions.kind
            && self.copies < 2
        {
            let (otherwise, end) = (self.label(), self.label());
            self.copies += 1;
            self.branch(c, otherwise, false);
            self.steps(at, tile, a, body);
            self.jump(at, end);
            self.place(otherwise);
            self.steps(at, tile, b, body);
            self.place(end);
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
            return self.near_register(tile.at, t, table, body);
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

    #[allow(clippy::type_complexity)]
    fn ray(
        &mut self,
        at: NodeId,
        (tile, direction, through, ending): (&Expr, &Expr, Option<&Expr>, Option<&Expr>),
        body: Each<'_, 'e, 'g>,
    ) {
        let (top, end) = (self.label(), self.label());
        let (t, start) = (self.register(), self.register());
        self.value_to(tile, t);
        self.copy(tile.at, start, t);
        let direction = self.direction(direction);
        let through = through.map(|f| self.func(f));
        let ending = ending.filter(|e| !matches!(e.kind, ExprKind::Bool(false)));
        let takes_end = ending.filter(|e| !matches!(e.kind, ExprKind::Bool(true))).map(|e| self.value(e));
        let stop = self.register();
        self.place(top);
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

    fn each_flat(&mut self, at: NodeId, list: &Expr, to: &Expr, body: Each<'_, 'e, 'g>) {
        let to = self.func(to);
        self.each(list, &mut |c, x, _| match to {
            Func::Literal(l) if only_return(&l.body).is_some() => {
                c.bind_all(&l.params, &[x]);
                if let Some(inner) = only_return(&l.body) {
                    c.each(inner, body);
                }
            }
            _ => {
                let base = c.registers(3);
                c.apply(at, to, &[x], base);
                c.elements(at, base, body);
            }
        });
    }

    // -- functions --

    /// The function that a builtin takes: kept as it is written, or evaluated once.
    pub(super) fn func<'t>(&mut self, e: &'t Expr) -> Func<'t> {
        match &e.kind {
            ExprKind::Lambda(l) => Func::Literal(l),
            _ => {
                let d = self.register();
                self.value_to(e, d);
                Func::Value(d)
            }
        }
    }

    /// Applies it, the result going to `d`.
    pub(super) fn apply(&mut self, at: NodeId, f: Func<'_>, args: &[Reg], d: Reg) {
        let mark = self.mark();
        match f {
            Func::Literal(l) => {
                self.bind_all(&l.params, args);
                self.put_block(at, &l.body, d);
            }
            Func::Value(f) => {
                let base = self.registers(1 + args.len());
                self.copy(at, base, f);
                for (i, a) in args.iter().enumerate() {
                    self.copy(at, base + 1 + i as Reg, *a);
                }
                self.emit(at, Op::CallValue { base, n: args.len() as u16 });
                self.copy(at, d, base);
            }
        }
        self.release(mark);
    }

    /// Jumps to the label if it gives `when`.
    pub(super) fn test(&mut self, at: NodeId, f: Func<'_>, args: &[Reg], label: Label, when: bool) {
        let mark = self.mark();
        match f {
            Func::Literal(l) => {
                self.bind_all(&l.params, args);
                self.branch_block(at, &l.body, label, when);
            }
            Func::Value(_) => {
                let c = self.register();
                self.apply(at, f, args, c);
                self.branch_register(at, c, label, when);
            }
        }
        self.release(mark);
    }

    // -- lists after all --

    /// Makes the list.
    pub(super) fn materialise(&mut self, e: &Expr, d: Reg) {
        let (mark, l) = (self.mark(), self.register());
        let kind = self.e.element_kind(&e.ty);
        self.emit(e.at, Op::NewList { d: l, base: 0, n: (kind as u16) << 14 });
        self.append(l, e);
        self.copy(e.at, d, l);
        self.release(mark);
    }

    /// Puts all elements at the end of a list that has just been made.
    fn append(&mut self, list: Reg, e: &Expr) {
        let mark = self.mark();
        match &e.kind {
            ExprKind::Builtin(id, args) => self.append_builtin(list, e, *id, args),
            ExprKind::NewList(es) => es.iter().for_each(|x| {
                let mark = self.mark();
                let s = self.value(x);
                self.emit(x.at, Op::ListPush { list, s });
                self.release(mark);
            }),
            ExprKind::Ternary(c, a, b) => {
                let (otherwise, end) = (self.label(), self.label());
                self.branch(c, otherwise, false);
                self.append(list, a);
                self.jump(e.at, end);
                self.place(otherwise);
                self.append(list, b);
                self.place(end);
            }
            ExprKind::Call(f, args) if self.with_inlined(*f, None, args, |c, x| c.append(list, x)) => {}
            ExprKind::CallMethod(o, f, args)
                if self.with_inlined(*f, Some(o), args, |c, x| c.append(list, x)) => {}
            _ => self.append_all(list, e),
        }
        self.release(mark);
    }

    fn append_all(&mut self, list: Reg, e: &Expr) {
        if self.is_stream(e) {
            return self.each(e, &mut |c, s, _| c.emit(e.at, Op::ListPush { list, s }));
        }
        let base = self.registers(2);
        self.copy(e.at, base, list);
        self.value_to(e, base + 1);
        let info = 2 | (self.e.element_kind(&e.ty) as u16) << 8;
        self.emit(e.at, Op::Builtin { base, id: B::ListAppend, info });
    }

    fn append_builtin(&mut self, list: Reg, e: &Expr, id: B, args: &[Option<Expr>]) {
        let arg = |i: usize| args.get(i).and_then(Option::as_ref);
        match (id, arg(0), arg(1)) {
            (B::ListConcat, Some(a), Some(b)) => {
                self.append(list, a);
                self.append(list, b);
            }
            (B::ListFlatMap, Some(source), Some(to)) => {
                let ExprKind::Lambda(l) = &to.kind else { return self.append_all(list, e) };
                let Some(inner) = only_return(&l.body) else { return self.append_all(list, e) };
                self.each(source, &mut |c, x, _| {
                    c.bind_all(&l.params, &[x]);
                    c.append(list, inner);
                });
            }
            (B::TileRay, Some(tile), Some(direction)) if arg(2).is_some_and(is_empty_test) => {
                let ending = match arg(3).map(|e| &e.kind) {
                    None | Some(ExprKind::Bool(false)) => 0,
                    Some(ExprKind::Bool(true)) => 1,
                    _ => return self.append_all(list, e),
                };
                let base = self.registers(2);
                self.value_to(tile, base);
                let direction = self.direction(direction);
                self.copy(e.at, base + 1, direction);
                self.emit(tile.at, Op::RayEmpty { d: list, base, ending });
            }
            _ => self.append_all(list, e),
        }
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
