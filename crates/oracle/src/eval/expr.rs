//! Expressions.

use super::{Frame, MAX_ELEMENTS, Run, bool, countable, finite, index, number};
use crate::text;
use crate::value::{Closure, Step, Stop, Value, fault};
use base::NodeId;
use compiler::typed::{Block, ClassId, Const, EnumId, Expr, ExprKind, ZoneId};
use language::catalogue::Builtin;
use language::tree::Asked;
use std::rc::Rc;

impl<'g> Run<'g> {
    pub(crate) fn expr(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, Value<'g>> {
        self.step(e.at)?;
        match &e.kind {
            ExprKind::Error => fault(e.at, "something wrong in the program"),
            ExprKind::Null => Ok(Value::Null),
            ExprKind::Number(n) => Ok(Value::Number(*n)),
            ExprKind::String(s) => Ok(Value::text(s)),
            ExprKind::Bool(b) => Ok(Value::Bool(*b)),
            ExprKind::Case(e, i) => Ok(Value::Case(*e, *i)),
            ExprKind::Tile(b, t) => Ok(Value::Tile(*b, *t)),
            ExprKind::Local(l) => Ok(f.locals[l.index()].clone()),
            ExprKind::This => Ok(f.this.clone()),
            ExprKind::Event => Ok(f.event.clone()),
            ExprKind::Actor => Ok(self.actor.clone()),
            ExprKind::Global(c) => Ok(self.world.globals[c.index()].map_or(Value::Null, Value::Object)),
            ExprKind::Zone(z) => Ok(Value::Zone(*z, 0)),
            ExprKind::Zones(z) => Ok(Value::Zones(*z)),
            ExprKind::Constant(c) => Ok(self.world.constants[c.index()].clone()),
            ExprKind::AllConstants(class) => {
                let all = self.world.declared(*class);
                Ok(self.world.list(all))
            }
            ExprKind::AllOf(c) => {
                let all = self.all(e.at, *c)?;
                Ok(self.world.list(all))
            }
            ExprKind::Lambda(lambda) => Ok(Value::Function(Rc::new(Closure {
                lambda,
                locals: f.locals.clone(),
                this: f.this.clone(),
                event: f.event.clone(),
                base: f.base.clone(),
            }))),
            ExprKind::ZoneOf(z, p) => Ok(Value::Zone(*z, self.player_of(f, p)?)),
            ExprKind::ZoneRow(first, player) => self.zone_row(f, *first, player.as_deref()),
            ExprKind::Attribute(of, i) => {
                let value = self.expr(f, of)?;
                self.read(of.at, &value, *i)
            }
            ExprKind::CaseAttribute(of, i) => {
                let value = self.expr(f, of)?;
                self.case_attribute(of.at, &value, *i)
            }
            ExprKind::Index(list, i) => self.indexed(f, e.at, list, i),
            ExprKind::Lookup(table, key) => self.looked_up(f, e.at, table, key),
            ExprKind::Negate(a) => Ok(Value::Number(-self.number_of(f, a)?)),
            ExprKind::Not(a) => Ok(Value::Bool(!self.bool_of(f, a)?)),
            ExprKind::Binary(op, a, b) => self.binary(f, e.at, *op, a, b),
            ExprKind::Ternary(check, a, b) => {
                if self.bool_of(f, check)? {
                    self.expr(f, a)
                } else {
                    self.expr(f, b)
                }
            }
            ExprKind::Coalesce(a, b) => {
                let value = self.expr(f, a)?;
                if value.is_null() { self.expr(f, b) } else { Ok(value) }
            }
            ExprKind::Convert(conversion, a) => {
                let value = self.expr(f, a)?;
                self.convert(*conversion, value)
            }
            ExprKind::Concat(parts) => self.concat(f, parts),
            ExprKind::IsSome(a) => Ok(Value::Bool(!self.expr(f, a)?.is_null())),
            ExprKind::IsClass(a, class) => {
                let value = self.expr(f, a)?;
                Ok(Value::Bool(self.world.class_of(&value).is_some_and(|c| self.world.is_a(c, *class))))
            }
            ExprKind::New(class, given) => self.make(f, e.at, *class, given),
            ExprKind::NewList(items) => {
                let items = self.each(f, items)?;
                Ok(self.world.list(items))
            }
            ExprKind::NewStack(items) => {
                let items = self.each(f, items)?.into_iter().filter(|v| !v.is_null()).collect();
                Ok(self.world.stack(items))
            }
            ExprKind::NewTable(pairs) => self.new_table(f, pairs),
            ExprKind::Stepped(from, to, by) => self.stepped(f, e.at, [from, to, by]),
            ExprKind::Range(from, to) => self.range(f, e.at, from, to),
            ExprKind::Assign(target, value) => self.assign(f, e.at, target, value),
            ExprKind::Update(target, op, value) => self.update(f, e.at, target, *op, value),
            ExprKind::Choose { by, asked: Asked::One, optional, spec } => {
                self.choose(f, e.at, by, *optional, spec)
            }
            ExprKind::Choose { by, asked, optional, spec } => {
                self.choose_together(f, e.at, (by, *asked), *optional, spec)
            }
            ExprKind::Auto(spec) => Ok(self.automatic(f, e.at, spec)?.unwrap_or(Value::Null)),
            ExprKind::Suppose(block, gives) => self.suppose(f, block, gives),
            ExprKind::Raise(class, given) => self.raise_expression(f, *class, given, e.at),
            ExprKind::Call(function, args) | ExprKind::CallBase(function, args) => {
                let args = self.given(f, args)?;
                self.call(e.at, *function, f.this.clone(), args)
            }
            ExprKind::CallMethod(of, function, args) => self.call_method(f, e.at, of, *function, args),
            ExprKind::CallValue(function, args) => self.call_value(f, e.at, function, args),
            ExprKind::CallAction(of, action, args) => self.call_action_of(f, of, *action, args),
            ExprKind::Builtin(Builtin::FaultOf, args) => self.own_fault(f, e.at, args),
            ExprKind::Builtin(id, args) => {
                let args = self.given(f, args)?;
                self.builtin(e.at, *id, args)
            }
            ExprKind::BoardBuiltin(first, player, id, args) => {
                self.call_board(f, e.at, (*first, player.as_deref()), *id, args)
            }
            ExprKind::DiceBuiltin(dice, id) => self.dice_builtin(e.at, *dice, *id),
            ExprKind::EnumBuiltin(of, id, args) => {
                let args = self.given(f, args)?;
                self.enum_builtin(e.at, *of, *id, args)
            }
            ExprKind::Authored(authored) => self.modify(f, e.at, authored),
            ExprKind::Test(_) => fault(e.at, "this is for tests"),
            ExprKind::Age(_) | ExprKind::Probe(..) => fault(e.at, "this is of a lowered game"),
        }
    }

    /// `all(Class)`: of modifiers those that are there.
    pub(super) fn all(&mut self, at: NodeId, class: ClassId) -> Step<'g, Vec<Value<'g>>> {
        let mut all = self.world.all(class);
        if self.game.settles && self.world.is_a(class, ClassId::MODIFIER) {
            self.settle(at)?;
            all = self.world.all(class);
            let there = self.there(None);
            all.retain(|v| matches!(v, Value::Object(o) if there.contains(o)));
        }
        Ok(all)
    }

    fn player_of(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, u32> {
        let value = self.expr(f, e)?;
        self.player(e.at, &value)
    }

    fn number_of(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, f64> {
        let value = self.expr(f, e)?;
        number(e.at, &value)
    }

    fn bool_of(&mut self, f: &mut Frame<'g>, e: &'g Expr) -> Step<'g, bool> {
        let value = self.expr(f, e)?;
        bool(e.at, &value)
    }

    /// All zones of a row, of one player where one is said.
    fn zone_row(
        &mut self,
        f: &mut Frame<'g>,
        first: ZoneId,
        player: Option<&'g Expr>,
    ) -> Step<'g, Value<'g>> {
        let owner = player.map(|p| self.player_of(f, p)).transpose()?;
        let info = &self.game.zones[first.index()];
        let one = |k: u32| match (info.per_player, owner) {
            (true, None) => Value::Zones(ZoneId(first.0 + k)),
            (true, Some(_)) | (false, _) => Value::Zone(ZoneId(first.0 + k), owner.unwrap_or(0)),
        };
        let all = (0..info.row.map_or(1, |row| row.length)).map(one).collect();
        Ok(self.world.list(all))
    }

    fn indexed(&mut self, f: &mut Frame<'g>, at: NodeId, list: &'g Expr, i: &'g Expr) -> Step<'g, Value<'g>> {
        let list = self.expr(f, list)?;
        let i = self.number_of(f, i)?;
        self.element(at, &list, i)
    }

    fn looked_up(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        table: &'g Expr,
        key: &'g Expr,
    ) -> Step<'g, Value<'g>> {
        let table = self.expr(f, table)?;
        let key = self.expr(f, key)?;
        self.lookup(at, &table, &key)
    }

    fn new_table(&mut self, f: &mut Frame<'g>, pairs: &'g [(Expr, Expr)]) -> Step<'g, Value<'g>> {
        let table = self.world.table(Vec::new());
        for (key, value) in pairs {
            let k = self.expr(f, key)?;
            let v = self.expr(f, value)?;
            self.enter(key.at, &table, k, v)?;
        }
        Ok(table)
    }

    fn stepped(
        &mut self,
        f: &mut Frame<'g>,
        at: NodeId,
        [from, to, step]: [&'g Expr; 3],
    ) -> Step<'g, Value<'g>> {
        let (from, to) = (self.expr(f, from)?, self.expr(f, to)?);
        let by = self.expr(f, step)?;
        let (from, to) = (number(at, &from)?, number(at, &to)?);
        let last = (to - from) / number(step.at, &by)?;
        finite(step.at, last)?;
        if last > MAX_ELEMENTS {
            return fault(at, "the list is too long");
        }
        let steps = (0..).map(f64::from).take_while(|k| *k <= last);
        let by = number(step.at, &by)?;
        let items = steps.map(|k| finite(at, from + k * by)).collect::<Step<'g, Vec<_>>>()?;
        Ok(self.world.list(items))
    }

    fn range(&mut self, f: &mut Frame<'g>, at: NodeId, from: &'g Expr, to: &'g Expr) -> Step<'g, Value<'g>> {
        let (from, to) = self.range_ends(f, from, to)?;
        if to - from > MAX_ELEMENTS {
            return fault(at, "the list is too long");
        }
        let mut items = Vec::new();
        let mut i = from;
        while i <= to {
            items.push(Value::Number(countable(at, i)?));
            i += 1.0;
        }
        Ok(self.world.list(items))
    }

    fn each(&mut self, f: &mut Frame<'g>, items: &'g [Expr]) -> Step<'g, Vec<Value<'g>>> {
        items.iter().map(|e| self.expr(f, e)).collect()
    }

    /// The first and last whole number of a range.
    pub(crate) fn range_ends(
        &mut self,
        f: &mut Frame<'g>,
        from: &'g Expr,
        to: &'g Expr,
    ) -> Step<'g, (f64, f64)> {
        let a = self.expr(f, from)?;
        let b = self.expr(f, to)?;
        Ok((number(from.at, &a)?.ceil(), number(to.at, &b)?.floor()))
    }

    pub(crate) fn attribute(&mut self, at: NodeId, of: &Value<'g>, i: u32) -> Step<'g, Value<'g>> {
        let class = self.world.class_of(of);
        if let Some(formula) = class.and_then(|class| self.game.formula(class, i)) {
            return self.call(at, formula, of.clone(), Vec::new());
        }
        let attributes = match of {
            Value::Object(o) => self.world.objects.get(*o).map(|o| &o.attributes),
            Value::Tile(b, t) => self.world.boards[b.index()].get(*t as usize).map(|t| &t.attributes),
            _ => None,
        };
        match attributes.and_then(|a| a.get(i as usize)) {
            Some(value) => Ok(value.clone()),
            None => fault(at, "the object is null"),
        }
    }

    fn case_attribute(&mut self, at: NodeId, of: &Value<'g>, i: u32) -> Step<'g, Value<'g>> {
        let Value::Case(EnumId(e), case) = of else { return fault(at, "the case is null") };
        let values = &self.game.enums[*e as usize].cases[*case as usize].values;
        Ok(values.get(i as usize).map_or(Value::Null, constant))
    }

    pub(crate) fn element(&mut self, at: NodeId, list: &Value<'g>, i: f64) -> Step<'g, Value<'g>> {
        if let Value::Text(text) = list {
            let i = index(at, i, text.len())?;
            return Ok(Value::Text(text[i..=i].into()));
        }
        let items = self.items(at, list)?;
        Ok(items[index(at, i, items.len())?].clone())
    }

    pub(crate) fn lookup(&mut self, at: NodeId, table: &Value<'g>, key: &Value<'g>) -> Step<'g, Value<'g>> {
        let pairs = self.pairs(at, table)?;
        if key.is_null() {
            return fault(at, "the key is null");
        }
        Ok(pairs.iter().find(|p| p.0.same_key(key)).map_or(Value::Null, |p| p.1.clone()))
    }

    fn concat(&mut self, f: &mut Frame<'g>, parts: &'g [Expr]) -> Step<'g, Value<'g>> {
        let mut all: Vec<u16> = Vec::new();
        for part in parts {
            match self.expr(f, part)? {
                Value::Text(t) => all.extend_from_slice(&t),
                other => all.extend(text::plain(&self.world, &other).encode_utf16()),
            }
        }
        Ok(Value::Text(all.into()))
    }

    /// The block runs on the world itself, which is put back afterwards.
    fn suppose(&mut self, f: &mut Frame<'g>, block: &'g Block, gives: &'g Expr) -> Step<'g, Value<'g>> {
        let (world, locals) = (self.world.clone(), f.locals.clone());
        let result = match self.block(f, block) {
            Ok(_) | Err(Stop::Over) => self.expr(f, gives),
            Err(stop) => Err(stop),
        };
        self.world = world;
        f.locals = locals;
        result
    }
}

pub(crate) fn constant<'g>(value: &Const) -> Value<'g> {
    match value {
        Const::Null => Value::Null,
        Const::Number(n) => Value::Number(*n),
        Const::String(s) => Value::text(s),
        Const::Bool(b) => Value::Bool(*b),
        Const::Case(e, i) => Value::Case(*e, *i),
    }
}
