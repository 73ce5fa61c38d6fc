//! What is built in: instructions of their own where it is worth it, loops where a function is taken, otherwise
//! calls into the machine.

use super::function::FunctionBuilder;
use super::tables::constant_jump;
use crate::typed::{BoardId, ClassId, ClassKind, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::{header, list, object};
use bytecode::op::Reg;
use bytecode::word::Kind;
use language::catalogue::Builtin as B;
use language::tree::Visibility;

pub(super) type Args<'t> = &'t [Option<Expr>];

pub(super) fn arg<'t>(args: Args<'t>, i: usize) -> Option<&'t Expr> {
    args.get(i).and_then(Option::as_ref)
}

impl FunctionBuilder<'_, '_> {
    pub(super) fn builtin(&mut self, e: &Expr, id: B, args: Args<'_>, d: Reg) {
        let at = e.at;
        let first = arg(args, 0);
        if self.instruction(at, id, args, d) || self.with_function(e, id, args, d) {
            return;
        }
        match (id, first) {
            (B::TurnPass, _) if arg(args, 0).is_none() && arg(args, 1).is_none() => {
                let base = self.register();
                let function = self.e.passer;
                self.emit(at, Op::Call { base, function });
            }
            (B::ObjectAssign, Some(o)) if !self.is_group(&o.ty) => {
                let object = self.value(o);
                if let Some(p) = arg(args, 1) {
                    let s = self.value(p);
                    self.emit(o.at, Op::SetField { object, field: object::OWNER as u16, s });
                }
            }
            (B::PositionOf, _) => self.position(at, args, d),
            (B::ListFilter | B::ListMap | B::ListFlatMap | B::ListConcat, _) => self.materialise(e, d),
            (B::TileJumps, _) if constant_jump(e).is_some() => self.materialise(e, d),
            (B::TileSteps | B::TileRay | B::TileNeighbors | B::TileOrthogonal | B::TileDiagonal, _) => {
                self.materialise(e, d);
            }
            (B::ListAny | B::ListAll, _) => self.truth(e, d),
            (B::ListIsEmpty, Some(l)) if self.is_stream(l) => self.truth(e, d),
            (B::ListTake, Some(l)) if self.is_stream(l) => self.materialise(e, d),
            (B::TileEdge | B::TileEdges, _) => {
                let base = self.registers(args.len() + 1);
                for (i, a) in args.iter().enumerate() {
                    self.optional_to(at, a.as_ref(), base + i as Reg);
                }
                self.edges(first.map_or(at, |a| a.at), id, (base, args.len()), self.e.game.edge_class());
                self.copy(at, d, base);
            }
            _ => self.call_builtin(at, id, args, d),
        }
    }

    /// A call into the machine for edges: behind its arguments it takes the list of the live ones.
    fn edges(&mut self, at: NodeId, id: B, (base, given): (Reg, usize), class: ClassId) {
        let live = self.e.live.iter().position(|l| *l == (class, false)).unwrap_or(0);
        let live = self.e.program.layout.live + list::HEAD * live;
        self.integer(at, base + given as Reg, live as i64);
        self.emit(at, Op::Builtin { base, id, info: given as u16 + 1 });
    }

    /// Builtins with an instruction of their own.
    fn instruction(&mut self, at: NodeId, id: B, args: Args<'_>, d: Reg) -> bool {
        match id {
            B::PlayersActive => self.emit(at, Op::Active { d }),
            B::PhaseActive => self.emit(at, Op::PhaseName { d }),
            B::TurnActive => self.emit(at, Op::Header { d, index: header::TURN as u16 }),
            _ => {
                let Some(x) = arg(args, 0) else { return false };
                return self.unary(at, id, x, args, d);
            }
        }
        true
    }

    fn unary(&mut self, at: NodeId, id: B, x: &Expr, args: Args<'_>, d: Reg) -> bool {
        let s = match id {
            B::TileX
            | B::TileY
            | B::TilePiece
            | B::TileOwner
            | B::TileIsEmpty
            | B::TileStep
            | B::PieceTile
            | B::Forward => self.value(x),
            B::ListLength if !self.is_stream(x) => self.value(x),
            B::ListContains if !self.is_stream(x) && arg(args, 1).is_some_and(|e| e.ty != Type::String) => {
                self.value(x)
            }
            B::ObjectOwner if !self.is_group(&x.ty) => self.value(x),
            _ => return false,
        };
        let op = match id {
            B::TileX => Op::TileX { d, tile: s },
            B::TileY => Op::TileY { d, tile: s },
            B::TilePiece => Op::TilePiece { d, tile: s },
            B::TileOwner => Op::TileOwner { d, tile: s },
            B::TileIsEmpty => Op::TileIsEmpty { d, tile: s },
            B::PieceTile => Op::PieceTile { d, piece: s },
            B::Forward => Op::ForwardOf { d, player: s },
            B::ListLength => Op::ListLength { d, list: s },
            B::ListContains => match arg(args, 1) {
                Some(element) => Op::Contains { d, list: s, s: self.value(element) },
                None => Op::Impossible,
            },
            B::ObjectOwner => Op::GetField { d, object: s, field: object::OWNER as u16 },
            _ => match arg(args, 1) {
                Some(direction) => match self.direction_index(direction) {
                    Some(direction) => Op::Step { d, tile: s, direction: direction as u16 },
                    None => Op::StepText { d, tile: s, direction: self.value(direction) },
                },
                None => Op::Impossible,
            },
        };
        let _ = at;
        self.emit(x.at, op);
        true
    }

    /// Whether objects of the type may have several owners.
    fn is_group(&self, ty: &Type) -> bool {
        // A class may have subclasses of another visibility, so the machine is asked where there is any doubt.
        !matches!(ty, Type::Class(_)) || self.e.game.classes.iter().any(|c| c.visibility == Visibility::Group)
    }

    /// Builtins that take a function: loops.
    fn with_function(&mut self, e: &Expr, id: B, args: Args<'_>, d: Reg) -> bool {
        let (Some(list), f) = (arg(args, 0), arg(args, 1)) else { return false };
        let at = e.at;
        match (id, f) {
            (B::ListCount, Some(f)) => self.count(at, list, Some(f), d),
            (B::ListCount | B::ListLength, None) if self.is_stream(list) => self.count(at, list, None, d),
            (B::ListSum, _) if f.is_some() || self.is_stream(list) => self.sum(at, list, f, d),
            (B::ListFirst | B::ZoneSearch, _) if f.is_some() || self.is_stream(list) => {
                self.first(at, list, f, d);
            }
            (B::ListLast, _) if f.is_some() || self.is_stream(list) => self.last(at, list, f, d),
            (B::ListMin | B::ListMinBy | B::ListMax | B::ListMaxBy, _)
                if f.is_some() || self.is_stream(list) =>
            {
                self.best(at, id, list, f, d);
            }
            (B::ListContains, Some(x)) if self.is_stream(list) => self.contains(at, list, x, d),
            (B::ListFold, Some(start)) => self.fold(at, list, start, arg(args, 2), d),
            (B::ListZip, Some(other)) => self.zip(e, list, other, arg(args, 2), d),
            (B::ListSortBy, Some(key)) => self.sort_by(at, list, key, d),
            (B::ListGroupBy, Some(key)) => self.group_by(e, list, key, d),
            (B::TilePath, Some(to)) => self.path(at, list, to, arg(args, 2), d),
            (B::TableContains, Some(key)) => {
                let base = self.registers(3);
                self.value_to(list, base);
                self.value_to(key, base + 1);
                let kind = self.e.key_kind(&key.ty);
                self.integer(at, base + 2, i64::from(kind));
                self.emit(list.at, Op::Builtin { base, id, info: 3 });
                self.copy(at, d, base);
            }
            _ => return false,
        }
        true
    }

    /// A call into the machine.
    fn call_builtin(&mut self, at: NodeId, id: B, args: Args<'_>, d: Reg) {
        let base = self.registers(args.len().max(1));
        for (i, a) in args.iter().enumerate() {
            self.optional_to(at, a.as_ref(), base + i as Reg);
        }
        let info = self.info(id, arg(args, 0));
        // A null receiver is the fault of the receiver's expression.
        let place = arg(args, 0).map_or(at, |a| a.at);
        self.emit(place, Op::Builtin { base, id, info: args.len() as u16 | info << 8 });
        self.copy(at, d, base);
        if matches!(
            id,
            B::ZoneAdd
                | B::ZoneAddAll
                | B::ZoneDraw
                | B::ZoneDeal
                | B::ZoneCut
                | B::ZoneMove
                | B::BoardPlace
                | B::PiecePutOn
                | B::PieceLift
        ) {
            self.raise_moved(at);
        }
    }

    /// What the machine must know besides the arguments.
    fn info(&mut self, id: B, receiver: Option<&Expr>) -> u16 {
        match receiver.map(|r| &r.ty) {
            Some(Type::Enum(of)) => of.0 as u16 & 0xFF,
            Some(ty @ (Type::List(_) | Type::Stack(_) | Type::Zone(_))) => {
                let kind = self.e.element_kind(ty);
                match (id, ty.element()) {
                    // The kind of the elements of the elements.
                    (B::ListFlatten, Some(inner)) => self.e.element_kind(inner) as u16,
                    _ => kind as u16,
                }
            }
            Some(Type::Table(k, _)) => k.as_ref().map_or(Kind::Plain, |k| self.e.kind(k)) as u16,
            _ => 0,
        }
    }

    pub(super) fn raise_moved(&mut self, at: NodeId) {
        if let Some(function) = self.e.program.moved {
            let (mark, base) = (self.mark(), self.registers(3));
            self.emit(at, Op::RaiseMoved { base, function });
            self.release(mark);
        }
    }

    pub(super) fn board_builtin(&mut self, e: &Expr, board: BoardId, id: B, args: Args<'_>, d: Reg) {
        let at = e.at;
        match (id, args) {
            (B::BoardTiles, _) => self.materialise(e, d),
            (B::BoardRow | B::BoardColumn, _) if self.is_square(board) => self.materialise(e, d),
            (B::BoardEdges, _) => {
                let base = self.registers(2);
                self.integer(at, base, i64::from(board.0));
                let class = self.e.game.boards[board.index()].edge;
                self.edges(at, id, (base, 1), class);
                self.copy(at, d, base);
            }
            (B::BoardLine, [Some(t), Some(n), Some(f)]) => self.line(at, board, (t, n, f), d),
            (B::BoardRegion, [Some(t), Some(f)]) => self.region(at, board, t, f, d),
            _ => {
                let base = self.window(d, 1 + args.len());
                self.integer(at, base, i64::from(board.0));
                for (i, a) in args.iter().enumerate() {
                    self.optional_to(at, a.as_ref(), base + 1 + i as Reg);
                }
                let place = arg(args, 0).map_or(at, |a| a.at);
                self.emit(place, Op::Builtin { base, id, info: 1 + args.len() as u16 });
                self.copy(at, d, base);
                if id == B::BoardPlace {
                    self.raise_moved(at);
                }
            }
        }
    }

    /// Whether it is a square board without holes, whose rows and columns are loops.
    pub(super) fn is_square(&self, board: BoardId) -> bool {
        matches!(self.e.program.boards[board.index()].shape, language::shape::Shape::Square { .. })
    }

    fn position(&mut self, at: NodeId, args: Args<'_>, d: Reg) {
        let base = self.registers((2 * args.len()).max(1));
        for (i, a) in args.iter().flatten().enumerate() {
            let (r, kind) = (base + 2 * i as Reg, self.position_kind(&a.ty));
            self.value_to(a, r);
            self.integer(at, r + 1, kind);
        }
        let info = (2 * args.len()) as u16 | (args.len() as u16) << 8;
        self.emit(at, Op::Builtin { base, id: B::PositionOf, info });
        self.copy(at, d, base);
    }

    /// How a value takes part in a position.
    fn position_kind(&self, ty: &Type) -> i64 {
        match ty {
            Type::String => 1,
            Type::List(_) | Type::Stack(_) | Type::Table(..) => 2,
            Type::Class(id) if self.e.game.classes[id.index()].kind != ClassKind::Tile => 3,
            _ => 0,
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// Jumps on `any`, `all` and `isEmpty` of a loop; false if it is no such thing.
    pub(super) fn branch_stream(
        &mut self,
        e: &Expr,
        args: Args<'_>,
        label: super::function::Label,
        when: bool,
    ) -> bool {
        let ExprKind::Builtin(id, _) = e.kind else { return false };
        let Some(list) = arg(args, 0) else { return false };
        let (f, holds) = match (id, arg(args, 1)) {
            (B::ListAny, Some(f)) => (Some(f), true),
            (B::ListAll, Some(f)) => (Some(f), false),
            (B::ListIsEmpty, _) if self.is_stream(list) => (None, true),
            _ => return false,
        };
        // Finding an element decides for `any`, and against `all` and `isEmpty`.
        let decides = id == B::ListAny;
        let f = f.map(|f| self.func(f));
        let found = self.label();
        let goal = if decides == when { label } else { found };
        self.each(list, &mut |c, x, _| match f {
            Some(f) => c.test(e.at, f, &[x], goal, holds),
            None => c.jump(e.at, goal),
        });
        if decides != when {
            self.jump(e.at, label);
        }
        self.place(found);
        true
    }
}
