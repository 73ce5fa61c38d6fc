//! What is built in: instructions of their own where it is worth it, loops where a function is taken, otherwise
//! calls into the machine.

use super::boards::OnBoard;
use super::conditions::is_content;
use super::function::FunctionBuilder;
use super::loops::Best;
use super::size::TooLarge;
use super::stream::acts;
use crate::typed::{BoardId, ClassId, ClassKind, Expr, ExprKind, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::{header, object};
use bytecode::op::{COLLECTIONS, Reg};
use bytecode::word::Kind;
use language::catalogue::{Builtin as B, HigherOrder};
use language::tree::Visibility;

pub(super) type Args<'t> = &'t [Option<Expr>];

/// Whether it is the list of all players, out or not.
fn is_all_players(e: &Expr) -> bool {
    matches!(e.kind, ExprKind::Builtin(B::PlayersAll, _))
}

pub(super) fn arg<'t>(args: Args<'t>, i: usize) -> Option<&'t Expr> {
    args.get(i).and_then(Option::as_ref)
}

impl FunctionBuilder<'_, '_> {
    pub(super) fn builtin(&mut self, e: &Expr, id: B, args: Args<'_>, d: Reg) {
        let at = e.at;
        if self.instruction(at, id, args, d) {
            return;
        }
        if let Some(taking) = id.higher_order() {
            return self.higher_order(e, (id, taking), args, d);
        }
        match (id, arg(args, 0), arg(args, 1)) {
            (B::TurnPass, None, None) => {
                let base = self.register();
                let function = self.e.passer;
                self.emit(at, Op::Call { base, function });
            }
            (B::TurnPass, None, Some(phase)) => {
                // The phase that is left says who comes next.
                let named = self.register();
                self.value_to(phase, named);
                let base = self.register();
                let function = self.e.passer;
                self.emit(at, Op::Call { base, function });
                self.copy(at, base, named);
                self.emit(at, Op::Builtin { base, id: B::PhaseUse, info: 1 });
            }
            (B::ObjectAssign, Some(o), player) if !self.is_group(&o.ty) => {
                let object = self.value(o);
                if let Some(p) = player {
                    let s = self.value(p);
                    self.emit(o.at, Op::SetField { object, field: object::OWNER as u16, s });
                }
            }
            (B::PositionOf, ..) => self.position(at, args, d),
            (B::FaultOf, Some(text), _) => {
                let (base, everybody) = (self.registers(2), self.register());
                self.emit(at, Op::Null { d: everybody });
                self.quoted(text, everybody, base);
                self.emit(at, Op::Builtin { base, id, info: 2 });
            }
            (B::ListConcat, ..) => self.materialise(e, d),
            (B::ListIsEmpty, Some(l), _) if self.is_stream(l) => self.truth(e, d),
            (B::ListLength, Some(l), _) if is_all_players(l) => self.player_count(at, d),
            (B::ListLength, Some(l), _) if self.is_stream(l) => self.count(at, l, None, d),
            (B::ListContains, Some(l), Some(x)) if self.is_stream(l) => self.contains(at, l, x, d),
            (B::PlayersAll, ..) => self.call_builtin(at, id, args, d),
            (B::TableContains, Some(table), Some(key)) => {
                let base = self.registers(3);
                self.value_to(table, base);
                self.value_to(key, base + 1);
                let kind = self.e.key_kind(&key.ty);
                self.integer(at, base + 2, i64::from(kind));
                self.emit(table.at, Op::Builtin { base, id, info: 3 });
                self.copy(at, d, base);
            }
            (B::TileEdge | B::TileEdges, tile, _) => {
                let base = self.argument_registers(at, args, 1);
                let place = tile.map_or(at, |a| a.at);
                let class = self.e.has_graph().then(|| self.e.game.edge_class());
                self.edges(place, id, (base, args.len()), class);
                self.copy(at, d, base);
            }
            (B::ListTake, Some(l), _) if !self.is_stream(l) => self.call_builtin(at, id, args, d),
            _ if self.is_stream(e) => self.materialise(e, d),
            _ => self.call_builtin(at, id, args, d),
        }
    }

    /// What takes a function, or may, is a loop; without one, a list that is there already is given to the machine.
    fn higher_order(&mut self, e: &Expr, (id, taking): (B, HigherOrder), args: Args<'_>, d: Reg) {
        use HigherOrder as H;
        let (at, second) = (e.at, arg(args, 1));
        let Some(list) = arg(args, 0) else { return self.emit(at, Op::Impossible) };
        if acts(e) {
            return self.applied_to_each(e, id, args, d);
        }
        let alone = matches!(
            taking,
            H::ListCount | H::ListSum | H::ListFirst | H::ListLast | H::ListMin | H::ListMax
        );
        if alone && second.is_none() && !self.is_stream(list) {
            return self.call_builtin(at, id, args, d);
        }
        let best = |smallest, element| Best { smallest, element };
        match (taking, second) {
            (H::ListFilter | H::ListMap | H::ListFlatMap | H::TileRay, _) => self.materialise(e, d),
            (H::ListAny | H::ListAll, _) => self.truth(e, d),
            (H::ListCount, f) => self.count(at, list, f, d),
            (H::ListSum, f) => self.sum(at, list, f, d),
            (H::ListFirst | H::ZoneSearch, f) => self.end_element(at, false, list, f, d),
            (H::ListLast, f) => self.end_element(at, true, list, f, d),
            (H::ListMin, f) => self.best(at, best(true, false), list, f, d),
            (H::ListMax, f) => self.best(at, best(false, false), list, f, d),
            (H::ListMinBy, f) => self.best(at, best(true, true), list, f, d),
            (H::ListMaxBy, f) => self.best(at, best(false, true), list, f, d),
            (H::ListFold, Some(start)) => self.fold(at, list, start, arg(args, 2), d),
            (H::ListZip, Some(other)) => self.zip(e, list, other, arg(args, 2), d),
            (H::ListSortBy, Some(key)) => self.sort_by(at, list, key, d),
            (H::ListGroupBy, Some(key)) => self.group_by(e, list, key, d),
            (H::TilePath, Some(to)) => self.path(at, (list, to), (arg(args, 2), arg(args, 3)), d),
            (H::TileDistance, Some(to)) => match arg(args, 2) {
                Some(over) => self.distance(at, (list, to), over, d),
                None => self.call_builtin(at, id, args, d),
            },
            (H::BoardLine | H::BoardRegion, _) => match (taking, &e.kind, args) {
                (H::BoardLine, ExprKind::BoardBuiltin(b, p, ..), [Some(t), Some(n), Some(f)]) => {
                    self.line(at, (*b, p.as_deref()), (t, n, f), d)
                }
                (H::BoardRegion, ExprKind::BoardBuiltin(b, p, ..), [Some(t), Some(f), over]) => {
                    self.region(at, (*b, p.as_deref()), t, (f, over.as_ref()), d)
                }
                _ => self.emit(at, Op::Impossible),
            },
            // The checker has asked for these arguments.
            (
                H::ListFold | H::ListZip | H::ListSortBy | H::ListGroupBy | H::TilePath | H::TileDistance,
                None,
            ) => {
                self.emit(at, Op::Impossible);
            }
        }
    }

    /// Registers with the arguments, null where one is left out, and so many more behind them.
    fn argument_registers(&mut self, at: NodeId, args: Args<'_>, more: usize) -> Reg {
        let base = self.registers((args.len() + more).max(1));
        self.arguments_to(at, args, base);
        base
    }

    fn arguments_to(&mut self, at: NodeId, args: Args<'_>, base: Reg) {
        for (i, a) in args.iter().enumerate() {
            self.optional_to(at, a.as_ref(), base + i as Reg);
        }
    }

    /// A call into the machine for edges: behind its arguments it takes the list of the live ones, where a graph has
    /// some.
    fn edges(&mut self, at: NodeId, id: B, (base, given): (Reg, usize), class: Option<ClassId>) {
        match class.map(|class| self.e.live_address(class, false)) {
            Some(live) => self.integer(at, base + given as Reg, live as i64),
            None => self.emit(at, Op::Null { d: base + given as Reg }),
        }
        self.emit(at, Op::Builtin { base, id, info: given as u16 + 1 });
    }

    /// Builtins with an instruction of their own.
    fn instruction(&mut self, at: NodeId, id: B, args: Args<'_>, d: Reg) -> bool {
        let Some(x) = arg(args, 0) else {
            let op = match id {
                B::PlayersActive => Op::Active { d },
                B::PhaseActive => Op::PhaseName { d },
                B::TurnActive => Op::Header { d, index: header::TURN as u16 },
                _ => return false,
            };
            self.emit(at, op);
            return true;
        };
        let op: &mut dyn FnMut(&mut Self, Reg) -> Op = match (id, arg(args, 1)) {
            (B::TileX, _) => &mut |_, tile| Op::TileX { d, tile },
            (B::TileY, _) => &mut |_, tile| Op::TileY { d, tile },
            (B::TilePiece, _) => &mut |_, tile| Op::TilePiece { d, tile },
            (B::TileOwner, _) => &mut |_, tile| Op::TileOwner { d, tile },
            (B::TileIsEmpty, _) => &mut |_, tile| Op::TileIsEmpty { d, tile },
            (B::PieceTile, _) => &mut |_, piece| Op::PieceTile { d, piece },
            (B::Forward, _) => &mut |_, player| Op::ForwardOf { d, player },
            (B::ObjectOwner, _) if !self.is_group(&x.ty) => {
                &mut |_, object| Op::GetField { d, object, field: object::OWNER as u16 }
            }
            (B::ListLength, _) if !self.is_stream(x) => &mut |_, list| Op::ListLength { d, list },
            (B::ListLast, None) if !self.is_stream(x) => &mut |_, list| Op::ListLast { d, list },
            (B::ZoneTop | B::StackTop, _) => &mut |_, list| Op::ListLast { d, list },
            (B::ListContains, Some(element))
                if !self.is_stream(x)
                    && (element.ty != Type::String || self.is_short_text(element))
                    && !is_content(&element.ty, &element.ty) =>
            {
                &mut |f, list| Op::Contains { d, list, s: f.value(element) }
            }
            (B::TileStep, Some(direction)) => &mut |f, tile| match f.direction_index(direction) {
                Some(direction) => Op::Step { d, tile, direction: direction as u16 },
                None => Op::StepText { d, tile, direction: f.value(direction) },
            },
            _ => return false,
        };
        let receiver = self.value(x);
        let op = op(self, receiver);
        self.emit(x.at, op);
        true
    }

    /// Whether an expression is a text that is a word by itself, which no other text is equal to.
    fn is_short_text(&mut self, e: &Expr) -> bool {
        self.constant_word(e).is_some_and(|w| !bytecode::word::is_long(w))
    }

    /// Whether objects of the type may have several owners.
    fn is_group(&self, ty: &Type) -> bool {
        // A class may have subclasses of another visibility, so the machine is asked where there is any doubt.
        !matches!(ty, Type::Class(_)) || self.e.game.classes.iter().any(|c| c.visibility == Visibility::Group)
    }

    /// A set of what stands in braces, without a list.
    fn set_of(&mut self, at: NodeId, members: &[Expr], d: Reg) {
        let bit = |e: &Expr| match e.kind {
            ExprKind::Case(_, i) => Some(1_i64 << i),
            _ => None,
        };
        let (known, others): (Vec<&Expr>, Vec<&Expr>) = members.iter().partition(|e| bit(e).is_some());
        let known = known.into_iter().filter_map(bit).fold(0, |set, bit| set | bit);
        let base = self.registers(2);
        self.integer(at, base, known);
        for member in others {
            let info = u16::from(member.ty == Type::Player);
            self.value_to(member, base + 1);
            self.emit(at, Op::Builtin { base, id: B::SetWith, info: 2 | info << 8 });
        }
        self.copy(at, d, base);
    }

    /// A call into the machine.
    fn call_builtin(&mut self, at: NodeId, id: B, args: Args<'_>, d: Reg) {
        if let (B::ListToSet, Some(ExprKind::NewList(members))) = (id, arg(args, 0).map(|a| &a.kind)) {
            return self.set_of(at, members, d);
        }
        let base = self.window(d, args.len().max(1));
        self.arguments_to(at, args, base);
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
                    (B::ListToSet, of) => u16::from(of == Some(&Type::Player)),
                    // The kind of the elements of the elements.
                    (B::ListFlatten, Some(inner)) => self.e.element_kind(inner) as u16,
                    (
                        B::ListContains | B::ListIndexOf | B::ListRemove | B::ListDistinct | B::ListWithout,
                        Some(inner),
                    ) if is_content(inner, inner) => kind as u16 | u16::from(COLLECTIONS),
                    _ => kind as u16,
                }
            }
            Some(Type::Set(of)) => u16::from(**of == Type::Player),
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

    /// The number of a board, of one for each player that of the player's.
    pub(super) fn board_number(&mut self, at: NodeId, (board, player): OnBoard<'_>, d: Reg) {
        match player {
            None => self.integer(at, d, i64::from(board.0)),
            Some(p) => self.emit_with(p.at, p, |player| Op::BoardOf { d, player, first: board.0 as u16 }),
        }
    }

    pub(super) fn board_builtin(&mut self, e: &Expr, board: OnBoard<'_>, id: B, args: Args<'_>, d: Reg) {
        let at = e.at;
        if self.is_stream(e) {
            return self.materialise(e, d);
        }
        if let Some(taking) = id.higher_order() {
            return self.higher_order(e, (id, taking), args, d);
        }
        if id == B::BoardEdges {
            let base = self.registers(2);
            self.board_number(at, board, base);
            let graph = board.0;
            let class = self.e.is_graph(graph).then(|| self.e.game.boards[graph.index()].edge);
            self.edges(at, id, (base, 1), class);
            return self.copy(at, d, base);
        }
        let place = arg(args, 0).map_or(at, |a| a.at);
        let number = |c: &mut Self, base| c.board_number(at, board, base);
        self.call_with(at, place, number, (id, args), d);
        if id == B::BoardPlace {
            self.raise_moved(at);
        }
    }

    /// A call into the machine for a board, dice or an enumeration, which stands before the arguments as its number.
    pub(super) fn call_on(
        &mut self,
        at: NodeId,
        (place, number): (NodeId, u32),
        id: B,
        args: Args<'_>,
        d: Reg,
    ) {
        let number = |c: &mut Self, base| c.integer(at, base, i64::from(number));
        self.call_with(at, place, number, (id, args), d);
    }

    /// As [`Self::call_on`], with what puts the number into a register.
    fn call_with(
        &mut self,
        at: NodeId,
        place: NodeId,
        number: impl Fn(&mut Self, Reg),
        (id, args): (B, Args<'_>),
        d: Reg,
    ) {
        let base = self.window(d, 1 + args.len());
        number(self, base);
        for (i, a) in args.iter().enumerate() {
            self.optional_to(at, a.as_ref(), base + 1 + i as Reg);
        }
        self.emit(place, Op::Builtin { base, id, info: 1 + args.len() as u16 });
        self.copy(at, d, base);
    }

    /// Whether it is a square board without holes, whose rows and columns are loops.
    pub(super) fn is_square(&self, board: BoardId) -> bool {
        matches!(self.e.program.boards[board.index()].shape, language::shape::Shape::Square { .. })
    }

    fn position(&mut self, at: NodeId, args: Args<'_>, d: Reg) {
        if 2 * args.len() > usize::from(u8::MAX) {
            return self.give_up(TooLarge::Table("values of one position"));
        }
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
            ty if ty.is_collection() => 2,
            Type::Class(id) if self.e.game.classes[id.index()].kind != ClassKind::Tile => 3,
            _ => 0,
        }
    }
}

impl FunctionBuilder<'_, '_> {
    /// Jumps on `any`, `all` and `isEmpty` as a loop; false if the expression is none of these.
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
