//! Expressions.

use super::Emitter;
use super::calls::Called;
use super::function::{FunctionBuilder, Same};
use super::size::TooLarge;
use crate::typed::{ClassId, ClassKind, Conversion, Expr, ExprKind, Type, ZoneId};
use base::NodeId;
use bytecode::Op;
use bytecode::layout::{KeyKind, list, object};
use bytecode::op::Reg;
use bytecode::word::{self, Kind};
use language::catalogue::Builtin;
use language::tree::Asked;

/// How deeply the default values of new objects may make further objects.
const MAX_INSIDE: usize = 64;

/// In functions of more instructions no further default values are inlined.
const MAX_CODE: usize = 1 << 18;

impl FunctionBuilder<'_, '_> {
    /// Evaluates into the register of the local, if it is one, or into a new one.
    pub(super) fn value(&mut self, e: &Expr) -> Reg {
        let r = self.anywhere(e);
        self.holds(r, e.at);
        r
    }

    fn anywhere(&mut self, e: &Expr) -> Reg {
        if self.is_given_up() {
            return 0;
        }
        match &e.kind {
            ExprKind::Local(l) => self.local(*l),
            ExprKind::This => self.scope.this,
            ExprKind::Event => self.scope.event,
            _ => {
                if let Some(r) = self.same(e).and_then(|same| self.keep(same)) {
                    return r;
                }
                if let Some(r) = self.windowed(e) {
                    return r;
                }
                let d = self.register();
                self.value_to(e, d);
                d
            }
        }
    }

    /// What an expression always is, if that is known.
    fn same(&mut self, e: &Expr) -> Option<Same> {
        if matches!(e.kind, ExprKind::Builtin(Builtin::PlayersActive, _)) {
            return Some(Same::Active);
        }
        self.constant_word(e).map(Same::Word)
    }

    /// The word of a constant.
    pub(super) fn constant_word(&mut self, e: &Expr) -> Option<u64> {
        Some(match &e.kind {
            ExprKind::Null => word::NULL,
            ExprKind::Number(x) => word::number(*x),
            ExprKind::String(s) => self.e.text(s),
            ExprKind::Bool(b) => u64::from(*b),
            ExprKind::Case(_, i) => u64::from(*i),
            ExprKind::Tile(b, t) => self.e.program.boards[b.index()].tile(*t),
            ExprKind::Global(class) => u64::from(self.e.global(*class)),
            ExprKind::Zone(z) => self.e.zone_address(z.index()) as u64,
            ExprKind::Convert(Conversion::NumberToPlayer, n) => match n.kind {
                ExprKind::Number(x) if x >= 0.0 && x.trunc() < f64::from(self.e.game.players.least) => {
                    word::number(x.trunc())
                }
                _ => return None,
            },
            _ => return None,
        })
    }

    /// Evaluates what works on a window of registers: the result is the last register in use.
    fn windowed(&mut self, e: &Expr) -> Option<Reg> {
        match &e.kind {
            ExprKind::CallBase(f, args) => Some(self.call_base(e.at, *f, args)),
            ExprKind::CallValue(f, args) => Some(self.call_value(e.at, f, args)),
            ExprKind::CallAction(o, a, args) => Some(self.call_action(e.at, o, *a, args)),
            ExprKind::Raise(class, values) => Some(self.raise(e.at, *class, values)),
            _ => self.call(e.at, Called::of(e)?),
        }
    }

    /// Evaluates into a given register. It may be written before everything is read, so it must not be that of a
    /// local that the expression mentions, unless [`reads_first`] says so.
    pub(super) fn value_to(&mut self, e: &Expr, d: Reg) {
        if self.is_given_up() {
            return;
        }
        use ExprKind as K;
        let (at, mark) = (e.at, self.mark());
        match &e.kind {
            K::Error | K::Authored(_) => self.left_over(at),
            K::Null | K::Number(_) | K::String(_) | K::Bool(_) => self.constant_to(e, d),
            K::Case(..) | K::Tile(..) | K::Global(_) | K::Zone(_) => self.constant_to(e, d),
            K::Local(_) | K::This | K::Event => {
                let s = self.value(e);
                self.copy(at, d, s);
            }
            K::Actor => self.emit(at, Op::Actor { d }),
            // The head of an object, whose highest bits count what was made, so that it orders objects as a number too.
            K::Age(o) => self.emit_with(at, o, |object| Op::GetField { d, object, field: 0 }),
            K::ZoneOf(z, p) => {
                let first = self.e.program.zones[z.index()].first_slot;
                self.emit_with(at, p, |player| Op::ZoneOf { d, player, first });
            }
            K::Zones(z) => self.integer(at, d, i64::from(self.e.program.zones[z.index()].first_slot)),
            K::ZoneRow(first, player) => self.zone_row(e, *first, player.as_deref(), d),
            K::Probe(probe, inner) => {
                self.emit(at, Op::Probe { probe: *probe });
                self.value_to(inner, d);
            }
            K::Attribute(o, i) => self.get_attribute(at, o, *i, d),
            K::CaseAttribute(c, i) => self.case_attribute(c, *i, d),
            K::Index(l, i) => self.element(at, l, i, d),
            K::Lookup(t, k) => self.lookup(at, t, k, d),
            K::Call(..) | K::CallMethod(..) | K::CallBase(..) => self.call_to(e, d),
            K::CallValue(..) | K::CallAction(..) | K::Raise(..) => self.call_to(e, d),
            K::Builtin(id, args) => self.builtin(e, *id, args, d),
            K::BoardBuiltin(board, player, id, args) => {
                self.board_builtin(e, (*board, player.as_deref()), *id, args, d);
            }
            K::DiceBuiltin(dice, id) => self.call_on(at, (at, dice.0), *id, &[], d),
            K::EnumBuiltin(of, id, args) => self.call_on(at, (at, of.0), *id, args, d),
            K::Constant(c) => {
                let index = self.e.constants_at.constants.get(c).copied();
                self.fixed(at, d, index);
            }
            K::AllConstants(class) => {
                let index = self.e.constants_at.lists.get(class).copied();
                self.fixed(at, d, index);
            }
            K::AllOf(_) | K::Range(..) | K::Stepped(..) => self.materialise(e, d),
            K::New(class, values) => self.new_object(at, *class, values, d),
            K::NewList(es) | K::NewStack(es) => self.new_list(e, es, d),
            K::NewTable(pairs) => self.new_table(e, pairs, d),
            K::Negate(a) => self.emit_with(a.at, a, |s| Op::Negate { d, s }),
            K::Not(a) => self.emit_with(a.at, a, |s| Op::Not { d, s }),
            K::Binary(op, a, b) => self.binary(e, *op, a, b, d),
            K::Ternary(c, a, b) if self.settled_to(at, (c, a, b), d) => {}
            K::Ternary(c, a, b) => self.on_both_sides(at, c, (a, b), &mut |f, side| f.value_to(side, d)),
            K::Coalesce(a, b) => {
                let end = self.label();
                self.value_to(a, d);
                self.branch_null(at, d, end, false);
                self.value_to(b, d);
                self.place(end);
            }
            K::IsClass(o, class) => self.class_test(o, *class, d, true),
            K::IsSome(_) => self.truth(e, d),
            K::Convert(how, a) => self.convert(e, *how, a, d),
            K::Concat(parts) => self.concat(at, parts, d),
            K::Assign(target, v) => self.assign(at, target, v),
            K::Update(target, op, v) => self.update(e, target, *op, v),
            K::Lambda(l) => self.closure(at, l, d),
            K::Choose { by, asked: Asked::One, optional, spec } => self.choose(at, by, *optional, spec, d),
            K::Choose { by, asked, optional, spec } => {
                self.choose_together(at, (by, *asked), *optional, spec, d);
            }
            K::Auto(spec) => self.auto(at, spec, d),
            K::Suppose(block, e) => {
                self.emit(at, Op::SupposeBegin);
                self.block(block);
                self.emit_with(at, e, |s| Op::SupposeEnd { d, s });
            }
            K::Test(what) => self.inspect(at, what, d),
        }
        self.holds(d, at);
        self.release(mark);
    }

    /// Emits an instruction on the value of an expression.
    pub(super) fn emit_with(&mut self, at: NodeId, e: &Expr, op: impl FnOnce(Reg) -> Op) {
        let r = self.value(e);
        self.emit(at, op(r));
    }

    fn element(&mut self, at: NodeId, l: &Expr, i: &Expr, d: Reg) {
        let list = self.value(l);
        self.emit_with(at, i, |index| match l.ty {
            Type::String => Op::TextAt { d, text: list, index },
            _ => Op::ListGet { d, list, index },
        });
    }

    /// A list of the zones of a row.
    fn zone_row(&mut self, e: &Expr, first: ZoneId, player: Option<&Expr>, d: Reg) {
        let zones = &self.e.game.zones;
        let length = zones[first.index()].row.map_or(1, |row| row.length);
        let all = (first.0..first.0 + length).map(ZoneId);
        let Some(player) = player else {
            let ty = e.ty.element().cloned().unwrap_or(Type::Error);
            let kind = |zone| {
                if matches!(ty, Type::Zones(_)) { ExprKind::Zones(zone) } else { ExprKind::Zone(zone) }
            };
            let all: Vec<Expr> =
                all.map(|zone| Expr { at: e.at, ty: ty.clone(), kind: kind(zone) }).collect();
            return self.new_list(e, &all, d);
        };
        let kind = self.e.element_kind(&e.ty);
        let (list, player) = (self.empty_list(e.at, kind), self.value(player));
        for zone in all {
            let mark = self.mark();
            let (s, first) = (self.register(), self.e.program.zones[zone.index()].first_slot);
            self.emit(e.at, Op::ZoneOf { d: s, player, first });
            self.emit(e.at, Op::ListPush { list, s });
            self.release(mark);
        }
        self.copy(e.at, d, list);
    }

    fn lookup(&mut self, at: NodeId, table: &Expr, key: &Expr, d: Reg) {
        let base = self.registers(2);
        self.value_to(table, base);
        self.value_to(key, base + 1);
        self.emit(at, Op::TableGet { d, base, key: self.e.key_kind(&key.ty) });
    }

    fn call_to(&mut self, e: &Expr, d: Reg) {
        let mark = self.mark();
        // The window begins with the register of the result where that is the last one in use.
        if u32::from(d) + 1 == mark {
            self.release(d.into());
        }
        if let Some(s) = self.windowed(e) {
            return self.copy(e.at, d, s);
        }
        self.release(mark);
        if let Some(called) = Called::of(e) {
            self.with_inlined(called, |c, body| c.value_to(body, d));
        }
    }

    fn constant_to(&mut self, e: &Expr, d: Reg) {
        match (&e.kind, self.constant_word(e)) {
            (ExprKind::Null, _) | (_, None) => self.emit(e.at, Op::Null { d }),
            (ExprKind::Number(_) | ExprKind::String(_), Some(w)) => self.constant(e.at, d, w),
            (_, Some(w)) => self.integer(e.at, d, w as i64),
        }
    }

    /// A value that may be left out: null then.
    pub(super) fn optional_to(&mut self, at: NodeId, e: Option<&Expr>, d: Reg) {
        match e {
            Some(e) => self.value_to(e, d),
            None => self.emit(at, Op::Null { d }),
        }
    }

    /// A condition as a value, by way of jumps.
    pub(super) fn truth(&mut self, e: &Expr, d: Reg) {
        let (no, end) = (self.label(), self.label());
        self.branch(e, no, false);
        self.integer(e.at, d, 1);
        self.jump(e.at, end);
        self.place(no);
        self.integer(e.at, d, 0);
        self.place(end);
    }

    fn case_attribute(&mut self, c: &Expr, i: u32, d: Reg) {
        let Type::Enum(id) = c.ty else { return self.emit(c.at, Op::Impossible) };
        let info = (id.0 as u16) << 8 | i as u16;
        self.emit_with(c.at, c, |case| Op::CaseAttribute { d, case, info });
    }

    fn get_attribute(&mut self, at: NodeId, o: &Expr, i: u32, d: Reg) {
        if let Some(index) = self.global_word(o, i) {
            return self.emit(at, Op::Header { d, index });
        }
        let Type::Class(class) = o.ty else { return self.emit(at, Op::Impossible) };
        let (object, field) = (self.object_of(o), self.e.field(class, i));
        self.emit(o.at, Op::GetField { d, object, field });
    }

    /// Where the attribute of a global object stands, if it can be reached by its address.
    pub(super) fn global_word(&self, o: &Expr, i: u32) -> Option<u16> {
        let class = match (&o.kind, &o.ty) {
            (ExprKind::Global(class), _) | (ExprKind::This, Type::Class(class)) => *class,
            _ => return None,
        };
        let address = self.e.program.classes[self.e.class(class) as usize].global?;
        u16::try_from(address + u32::from(self.e.field(class, i))).ok()
    }

    pub(super) fn class_test(&mut self, o: &Expr, class: ClassId, d: Reg, test: bool) {
        let object = self.value(o);
        if self.e.is_tile(class) {
            return self.tile_test(o.at, object, class, d, test);
        }
        let class = self.e.class(class);
        match test {
            true => self.emit(o.at, Op::IsClass { d, object, class }),
            false => self.emit(o.at, Op::Cast { d, object, class }),
        }
    }

    /// Whether a tile is of a class, or the tile if it is. Only tiles of classes below `Tile` have objects.
    fn tile_test(&mut self, at: NodeId, tile: Reg, class: ClassId, d: Reg, test: bool) {
        let number = self.e.class(class);
        let (c, no, end) = (self.register(), self.label(), self.label());
        self.branch_null(at, tile, no, true);
        if self.e.game.classes[class.index()].parent.is_some() {
            self.emit(at, Op::TileObject { d: c, tile });
            self.emit(at, Op::IsClass { d: c, object: c, class: number });
            self.branch_register(at, c, no, false);
        }
        match test {
            true => self.integer(at, d, 1),
            false => self.copy(at, d, tile),
        }
        self.jump(at, end);
        self.place(no);
        match test {
            true => self.integer(at, d, 0),
            false => self.emit(at, Op::Null { d }),
        }
        self.place(end);
    }

    fn new_list(&mut self, e: &Expr, es: &[Expr], d: Reg) {
        let kind = self.e.element_kind(&e.ty);
        let stack = matches!(e.ty, Type::Stack(_));
        if es.len() > 200 || stack {
            // Long lists are filled element by element, so that they need few registers. A stack takes no null.
            let l = self.empty_list(e.at, kind);
            for x in es {
                let mark = self.mark();
                let s = self.value(x);
                let end = self.label();
                if stack {
                    self.branch_null(x.at, s, end, true);
                }
                self.emit(x.at, Op::ListPush { list: l, s });
                self.place(end);
                self.release(mark);
            }
            return self.copy(e.at, d, l);
        }
        let base = self.registers(es.len());
        for (i, x) in es.iter().enumerate() {
            self.value_to(x, base + i as Reg);
        }
        self.emit(e.at, Op::NewList { d, base, n: es.len() as u16 | (kind as u16) << 14 });
    }

    fn new_table(&mut self, e: &Expr, pairs: &[(Expr, Expr)], d: Reg) {
        let Type::Table(_, v) = &e.ty else { return self.emit(e.at, Op::Impossible) };
        let base = self.registers(3);
        self.emit(e.at, Op::NewTable { d: base, values: self.e.kind(v) as u16 });
        for (k, v) in pairs {
            self.value_to(k, base + 1);
            self.value_to(v, base + 2);
            self.emit(k.at, Op::TableSet { base, key: self.e.key_kind(&k.ty) });
        }
        self.copy(e.at, d, base);
    }

    fn new_object(&mut self, at: NodeId, class: ClassId, values: &[(u32, Expr)], d: Reg) {
        let object = self.register();
        let number = self.e.class(class);
        self.emit(at, Op::New { d: object, class: number });
        // Defaults stand where the object is made. One that makes an object of its own class would never end.
        if self.constructing >= MAX_INSIDE {
            self.give_up(TooLarge::Objects);
        } else if self.here() > MAX_CODE {
            self.give_up(TooLarge::Code);
        }
        if self.is_given_up() {
            return;
        }
        self.set_attributes(class, object, values);
        self.constructing += 1;
        self.construct(class, object, &|i| values.iter().any(|v| v.0 == i));
        self.constructing -= 1;
        self.freeze_lists(at, class, object);
        self.copy(at, d, object);
    }

    /// What an object of a class of constants holds never changes, whatever becomes of what it was given.
    fn freeze_lists(&mut self, at: NodeId, class: ClassId, object: Reg) {
        let game = self.e.game;
        let class_of = &game.classes[class.index()];
        if class_of.kind != ClassKind::Const {
            return;
        }
        for (i, _) in class_of.attributes.iter().enumerate().filter(|(_, a)| a.ty.is_collection()) {
            let (mark, list, field) = (self.mark(), self.register(), self.e.field(class, i as u32));
            self.emit(at, Op::GetField { d: list, object, field });
            self.emit(at, Op::Freeze { d: list, list });
            self.emit(at, Op::SetField { object, field, s: list });
            self.release(mark);
        }
    }

    pub(super) fn set_attributes(&mut self, class: ClassId, object: Reg, values: &[(u32, Expr)]) {
        for (i, v) in values {
            let (mark, field) = (self.mark(), self.e.field(class, *i));
            self.emit_with(v.at, v, |s| Op::SetField { object, field, s });
            self.release(mark);
        }
    }

    /// Gives the attributes their defaults in order, but for those that were given before: a default sees them, and
    /// the defaults before it.
    pub(super) fn construct(&mut self, class: ClassId, object: Reg, is_given: &dyn Fn(u32) -> bool) {
        self.construct_as(class, (object, object), is_given);
    }

    /// As [`Self::construct`], where `this` is not the address of the object but the tile that it belongs to.
    pub(super) fn construct_as(
        &mut self,
        class: ClassId,
        (this, object): (Reg, Reg),
        is_given: &dyn Fn(u32) -> bool,
    ) {
        let game = self.e.game;
        for (i, a) in game.classes[class.index()].attributes.iter().enumerate() {
            let Some(body) = &a.default else { continue };
            if is_given(i as u32) {
                continue;
            }
            let (mark, s) = (self.mark(), self.register());
            let at = body.block.statements.first().map_or(NodeId(0), |s| s.at);
            self.inline_body(at, body, this, s);
            let field = self.e.field(class, i as u32);
            self.emit(at, Op::SetField { object, field, s });
            self.release(mark);
        }
    }
}

impl Emitter<'_> {
    /// The [`KeyKind`] of a type.
    pub(super) fn key_kind(&self, ty: &Type) -> u16 {
        let kind = match ty {
            Type::Number | Type::Player => KeyKind::Number,
            Type::String => KeyKind::Text,
            Type::Bool => KeyKind::Bool,
            Type::Class(id) if self.is_tile(*id) => KeyKind::Place,
            Type::Place | Type::Zone(_) => KeyKind::Place,
            Type::Position => KeyKind::Position,
            Type::Turn => KeyKind::Turn,
            Type::Zones(_) => KeyKind::Zones,
            Type::Enum(id) => KeyKind::Case(id.0 as u16),
            Type::Set(of) => match &**of {
                Type::Enum(id) => KeyKind::Cases(id.0 as u16),
                _ => KeyKind::Players,
            },
            _ => KeyKind::Ref,
        };
        kind.to_bits()
    }

    pub(super) fn global(&self, class: ClassId) -> u32 {
        self.program.classes[self.class(class) as usize].global.unwrap_or(0)
    }

    pub(super) fn zone_address(&self, zone: usize) -> usize {
        self.program.layout.zones + self.program.zones[zone].first_slot as usize * list::HEAD
    }

    /// Where an attribute stands in an object.
    pub(super) fn field(&self, class: ClassId, i: u32) -> u16 {
        let piece = self.program.classes[self.class(class) as usize].is_piece;
        i as u16 + if piece { object::PIECE_FIELDS } else { object::FIELDS } as u16
    }

    pub(super) fn field_of(&self, o: &Expr, i: u32) -> u16 {
        match o.ty {
            Type::Class(class) => self.field(class, i),
            _ => 0,
        }
    }

    /// The kind of the elements of a list, stack, zone.
    pub(super) fn element_kind(&self, ty: &Type) -> Kind {
        match ty {
            Type::Zone(_) => Kind::Ref,
            _ => ty.element().map_or(Kind::Plain, |t| self.kind(t)),
        }
    }
}
