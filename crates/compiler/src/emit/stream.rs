//! Lists that are only walked through: loops instead of lists. A chain of filters, maps and sources becomes one
//! loop, with what is done to each element in its middle; nothing is allocated. How tiles are found around one is in
//! [`super::tiles`].

use super::builtins::arg;
use super::calls::{Called, only_return};
use super::function::{FunctionBuilder, Label};
use super::lambdas::Func;
use super::tables::constant_jump;
use crate::typed::{Acts, BoardId, ClassId, EnumId, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::program::Adjacency;
use bytecode::word::Kind;
use language::catalogue::Builtin as B;

/// If the fixed part has more words than this, no lists of constants are added to it.
const MAX_START: usize = 1 << 22;

/// What is done to each element: its register, and where to go for the next one.
pub(super) type Each<'b, 'e, 'g> = &'b mut dyn FnMut(&mut FunctionBuilder<'e, 'g>, Reg, Label);

/// A list that can be walked through without being made.
pub(super) enum Stream<'t> {
    /// The live objects of a class, or its tiles.
    Objects(ClassId),
    Tiles(BoardId),
    /// A row or column of a square board without holes.
    Line(BoardId, B, &'t Expr),
    Numbers(&'t Expr, &'t Expr),
    Stepped([&'t Expr; 3]),
    Cases(EnumId),
    Players,
    Filter(&'t Expr, &'t Expr),
    Map(&'t Expr, &'t Expr),
    FlatMap(&'t Expr, &'t Expr),
    Take(&'t Expr, &'t Expr),
    /// What an adjacency table has for a tile.
    Adjacent(&'t Expr, u16),
    Steps(&'t Expr, &'t Expr),
    Ray(Ray<'t>),
}

/// `tile.ray(direction, through, ending)`
#[derive(Clone, Copy)]
pub(super) struct Ray<'t> {
    pub tile: &'t Expr,
    pub direction: &'t Expr,
    pub through: Option<&'t Expr>,
    pub ending: Option<&'t Expr>,
}

impl<'t> Ray<'t> {
    pub(super) fn of(e: &'t Expr) -> Option<Ray<'t>> {
        let ExprKind::Builtin(B::TileRay, args) = &e.kind else { return None };
        let (tile, direction) = (arg(args, 0)?, arg(args, 1)?);
        Some(Ray { tile, direction, through: arg(args, 2), ending: arg(args, 3) })
    }
}

impl<'e, 'g> FunctionBuilder<'e, 'g> {
    /// What an expression of a list type is walked through as, if no list need be made for it.
    fn stream<'t>(&self, e: &'t Expr) -> Option<Stream<'t>> {
        if acts(e) {
            return None;
        }
        Some(match &e.kind {
            ExprKind::AllOf(class) => Stream::Objects(*class),
            ExprKind::Range(a, b) => Stream::Numbers(a, b),
            ExprKind::Stepped(a, b, step) => Stream::Stepped([a, b, step]),
            ExprKind::BoardBuiltin(board, None, B::BoardTiles, _) => Stream::Tiles(*board),
            ExprKind::BoardBuiltin(board, None, id @ (B::BoardRow | B::BoardColumn), args)
                if self.is_square(*board) =>
            {
                Stream::Line(*board, *id, arg(args, 0)?)
            }
            ExprKind::EnumBuiltin(of, B::EnumAll, _) => Stream::Cases(*of),
            ExprKind::Builtin(B::PlayersAll, _) => Stream::Players,
            ExprKind::Builtin(B::TileRay, _) => Stream::Ray(Ray::of(e)?),
            ExprKind::Builtin(B::TileJumps, args) => {
                let jump = constant_jump(e)?;
                let table = self.e.program.tiles.jumps.iter().position(|j| *j == jump)?;
                Stream::Adjacent(arg(args, 0)?, Adjacency::JUMPS + table as u16)
            }
            ExprKind::Builtin(id, args) => {
                let (receiver, second) = (arg(args, 0)?, || arg(args, 1));
                match id {
                    B::ListFilter => Stream::Filter(receiver, second()?),
                    B::ListMap => Stream::Map(receiver, second()?),
                    B::ListFlatMap => Stream::FlatMap(receiver, second()?),
                    B::ListTake => Stream::Take(receiver, second()?),
                    B::TileSteps => Stream::Steps(receiver, second()?),
                    B::TileNeighbors => Stream::Adjacent(receiver, Adjacency::NEIGHBORS),
                    B::TileOrthogonal => Stream::Adjacent(receiver, Adjacency::ORTHOGONAL),
                    B::TileDiagonal => Stream::Adjacent(receiver, Adjacency::DIAGONAL),
                    _ => return None,
                }
            }
            _ => return None,
        })
    }

    /// Whether `each` makes a loop of the expression without making a list first.
    pub(super) fn is_stream(&self, e: &Expr) -> bool {
        self.stream(e).is_some()
    }

    /// Puts a loop over what an expression of a list type would hold.
    pub(super) fn each(&mut self, src: &Expr, body: Each<'_, 'e, 'g>) {
        if self.is_given_up() {
            return;
        }
        let mark = self.mark();
        match (self.stream(src), &src.kind) {
            (Some(stream), _) => self.each_of_stream(src.at, stream, body),
            // The loop body is emitted twice then, so this is not nested deeply.
            (None, ExprKind::Ternary(c, a, b)) if self.copies < 2 => {
                self.copies += 1;
                self.on_both_sides(src.at, c, (a, b), &mut |f, side| f.each(side, body));
                self.copies -= 1;
            }
            (None, _) if Called::of(src).is_some_and(|called| self.each_inlined(called, body)) => {}
            // Nothing changes while the loop runs, so a zone needs no copy.
            (None, ExprKind::Builtin(B::ListCopy, args)) => match arg(args, 0) {
                Some(zone) if matches!(zone.ty, Type::Zone(_)) => self.each_element(zone, body),
                _ => self.each_element(src, body),
            },
            (None, _) => self.each_element(src, body),
        }
        self.release(mark);
    }

    pub(super) fn each_of_stream(&mut self, at: NodeId, stream: Stream<'_>, body: Each<'_, 'e, 'g>) {
        match stream {
            Stream::Objects(class) if self.e.is_tile(class) => self.each_tile_of(at, class, body),
            Stream::Objects(class) => {
                let (base, address) = (self.registers(3), self.e.live_address(class, false));
                self.integer(at, base, address as i64);
                self.elements(at, base, body);
            }
            Stream::Tiles(board) => {
                self.each_tile(at, board, body);
            }
            Stream::Line(board, id, number) => self.row_or_column(at, board, id, number, body),
            Stream::Numbers(a, b) => self.numbers(at, a, b, body),
            Stream::Stepped(of) => self.stepped(at, of, body),
            Stream::Cases(of) => {
                let count = self.e.game.enums[of.index()].cases.len() as u32;
                self.indices(at, 0, count, body);
            }
            Stream::Players => self.players(at, body),
            Stream::Filter(list, test) => {
                let test = self.func(test);
                self.each(list, &mut |c, x, next| {
                    c.test(at, test, &[x], next, false);
                    body(c, x, next);
                });
            }
            Stream::Map(list, to) => {
                let to = self.func(to);
                self.each(list, &mut |c, x, next| {
                    let d = c.register();
                    c.apply(at, to, &[x], d);
                    body(c, d, next);
                });
            }
            Stream::FlatMap(list, to) => self.each_flat(at, list, to, body),
            Stream::Take(list, n) => self.each_taken(at, list, n, body),
            Stream::Adjacent(tile, table) => self.adjacent(tile, table, body),
            Stream::Steps(tile, directions) => self.steps(at, tile, directions, body),
            Stream::Ray(ray) => self.ray(at, ray, body),
        }
    }

    /// Emits the same for either side of a choice.
    pub(super) fn on_both_sides(
        &mut self,
        at: NodeId,
        c: &Expr,
        (a, b): (&Expr, &Expr),
        emit: &mut dyn FnMut(&mut Self, &Expr),
    ) {
        let (otherwise, end) = (self.label(), self.label());
        self.branch(c, otherwise, false);
        emit(self, a);
        self.jump(at, end);
        self.place(otherwise);
        emit(self, b);
        self.place(end);
    }

    fn each_taken(&mut self, at: NodeId, list: &Expr, n: &Expr, body: Each<'_, 'e, 'g>) {
        let (rest, none, end) = (self.register(), self.register(), self.label());
        self.value_to(n, rest);
        self.constant(at, none, 0);
        self.each(list, &mut |c, x, next| {
            c.jump_by(at, Op::JumpNotLess { a: none, b: rest, by: 0 }, end);
            c.emit(at, Op::AddSmall { d: rest, a: rest, k: -1 });
            body(c, x, next);
        });
        self.place(end);
    }

    fn each_inlined(&mut self, called: Called<'_>, body: Each<'_, 'e, 'g>) -> bool {
        // The body belongs to the scope of the caller, which is put back while it is built.
        let outer = self.scope.clone();
        self.with_inlined(called, |c, list| {
            let inner = c.scope.clone();
            c.each(list, &mut |c, x, next| {
                let inlined = std::mem::replace(&mut c.scope, outer.clone());
                body(c, x, next);
                c.scope = inlined;
            });
            c.scope = inner;
        })
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
        if self.e.program.start.len() + es.len() > MAX_START {
            return None;
        }
        let kind = self.e.element_kind(ty);
        let words: Option<Vec<u64>> = es.iter().map(|e| self.constant_word(e)).collect();
        Some(self.e.static_list(kind, &words?))
    }

    /// A loop that ends with the instruction that fetches the next element into `x`.
    pub(super) fn fetching(
        &mut self,
        at: NodeId,
        x: Reg,
        next: impl FnOnce(u32) -> Op,
        body: Each<'_, 'e, 'g>,
    ) {
        let (top, again) = (self.label(), self.label());
        self.jump(at, again);
        self.place(top);
        let mark = self.mark();
        self.looping += 1;
        body(self, x, again);
        self.looping -= 1;
        self.release(mark);
        self.place(again);
        self.emit(at, next(FunctionBuilder::to(top)));
    }

    /// The list is in `base`.
    pub(super) fn elements(&mut self, at: NodeId, base: Reg, body: Each<'_, 'e, 'g>) {
        self.integer(at, base + 1, 0);
        self.fetching(at, base + 2, |to| Op::NextElement { base, to }, body);
    }

    /// The table is in `base`.
    fn values(&mut self, at: NodeId, base: Reg, body: Each<'_, 'e, 'g>) {
        self.integer(at, base + 1, 0);
        self.fetching(at, base + 2, |to| Op::NextValue { base, to }, body);
    }

    /// Whole numbers as integers: tiles, cases.
    pub(super) fn indices(&mut self, at: NodeId, first: u32, end: u32, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        self.integer(at, base, i64::from(end));
        self.integer(at, base + 1, i64::from(first) - 1);
        self.fetching(at, base + 1, |to| Op::NextIndex { base, to }, body);
    }

    /// As [`Self::indices`], up to the end in a register.
    pub(super) fn indices_to(&mut self, at: NodeId, first: u32, end: Reg, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        self.copy(at, base, end);
        self.integer(at, base + 1, i64::from(first) - 1);
        self.fetching(at, base + 1, |to| Op::NextIndex { base, to }, body);
    }

    pub(super) fn numbers(&mut self, at: NodeId, a: &Expr, b: &Expr, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        let start = self.value(a);
        self.emit(a.at, Op::AddSmall { d: base + 1, a: start, k: -1 });
        let end = self.value(b);
        self.emit(b.at, Op::AddSmall { d: base, a: end, k: 0 });
        self.fetching(at, base + 1, |to| Op::NextNumber { base, to }, body);
    }

    /// Counts the steps from 0 on, as long as they do not go beyond the end.
    fn stepped(&mut self, at: NodeId, [a, b, step]: [&Expr; 3], body: Each<'_, 'e, 'g>) {
        let (base, first, by, x) = (self.registers(2), self.register(), self.register(), self.register());
        self.value_to(a, first);
        self.value_to(b, base);
        self.value_to(step, by);
        self.emit(at, Op::Subtract { d: base, a: base, b: first });
        self.emit(step.at, Op::Divide { d: base, a: base, b: by });
        self.constant(at, base + 1, bytecode::word::number(-1.0));
        self.fetching(at, base + 1, |to| Op::NextNumber { base, to }, &mut |c, n, next| {
            c.emit(at, Op::Multiply { d: x, a: n, b: by });
            c.emit(at, Op::Add { d: x, a: first, b: x });
            body(c, x, next);
        });
    }

    fn players(&mut self, at: NodeId, body: Each<'_, 'e, 'g>) {
        let base = self.registers(2);
        self.player_count(at, base);
        self.emit(at, Op::AddSmall { d: base, a: base, k: -1 });
        self.constant(at, base + 1, bytecode::word::number(-1.0));
        self.fetching(at, base + 1, |to| Op::NextNumber { base, to }, body);
    }

    /// How many players there are, as a number.
    pub(super) fn player_count(&mut self, at: NodeId, d: Reg) {
        self.emit(at, Op::Header { d, index: bytecode::layout::header::PLAYERS as u16 });
        self.emit(at, Op::Convert { d, s: d, how: bytecode::op::convert::BOOL_TO_NUMBER });
    }

    // -- lists after all --

    /// Makes the list.
    pub(super) fn materialise(&mut self, e: &Expr, d: Reg) {
        let mark = self.mark();
        let l = self.empty_list(e.at, self.e.element_kind(&e.ty));
        self.append(l, e);
        self.copy(e.at, d, l);
        self.release(mark);
    }

    /// A new register with a new list whose elements are of that kind.
    pub(super) fn empty_list(&mut self, at: NodeId, kind: Kind) -> Reg {
        let d = self.register();
        self.emit(at, Op::NewList { d, base: 0, n: (kind as u16) << 14 });
        d
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
                self.on_both_sides(e.at, c, (a, b), &mut |f, side| f.append(list, side));
            }
            _ if Called::of(e).is_some_and(|called| self.with_inlined(called, |c, x| c.append(list, x))) => {}
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
        match (id, arg(args, 0), arg(args, 1)) {
            (B::ListConcat, Some(a), Some(b)) => {
                self.append(list, a);
                self.append(list, b);
            }
            (B::ListFlatMap, Some(source), Some(to)) if !acts(e) => {
                let ExprKind::Lambda(l) = &to.kind else { return self.append_all(list, e) };
                let Some(inner) = only_return(&l.body) else { return self.append_all(list, e) };
                self.each(source, &mut |c, x, _| {
                    c.bind_all(&l.params, &[x]);
                    c.append(list, inner);
                });
            }
            (B::TileRay, ..) if self.append_empty_ray(list, e) => {}
            (B::TileNeighbors, Some(tile), _) => self.append_adjacent(list, tile, Adjacency::NEIGHBORS),
            (B::TileOrthogonal, Some(tile), _) => self.append_adjacent(list, tile, Adjacency::ORTHOGONAL),
            (B::TileDiagonal, Some(tile), _) => self.append_adjacent(list, tile, Adjacency::DIAGONAL),
            _ => self.append_all(list, e),
        }
    }
}

/// Whether a list operation takes a function that does something, which must then be done in order and once.
pub(super) fn acts(e: &Expr) -> bool {
    let ExprKind::Builtin(_, args) = &e.kind else { return false };
    args.iter().flatten().any(|a| match &a.kind {
        ExprKind::Lambda(lambda) => lambda.acts != Acts::Never,
        _ => matches!(a.ty, Type::Act(..)),
    })
}
