//! Expressions: what each kind gives. It knows nothing of statements.

mod assign;
pub(super) mod members;
mod names;
mod operators;

pub(super) use members::{Receiver, word};
pub(super) use names::Meaning;

use super::calls::Call;
use super::problems as problem;
use super::scope::{Checker, error};
use crate::typed::{Expr, ExprKind, Type};
use base::NodeId;
use language::tree;

impl<'t> Checker<'_, 't> {
    /// The typed form of an expression. `want` is the expected type: it decides what braces and
    /// function values are, and nothing else; see [`Checker::value`].
    pub(super) fn expr(&mut self, e: &'t tree::Expr, want: Option<&Type>) -> Expr {
        use tree::ExprKind as T;
        let at = e.id;
        match &e.kind {
            T::Missing => error(at),
            T::Number(n) => Expr { at, ty: Type::Number, kind: ExprKind::Number(*n) },
            T::Bool(b) => Expr { at, ty: Type::Bool, kind: ExprKind::Bool(*b) },
            T::Null => Expr { at, ty: Type::Null, kind: ExprKind::Null },
            T::String(parts) => self.text(at, parts),
            T::This => self.this_word(at),
            T::Event => self.event_word(at),
            T::Name(name) => match want {
                Some(Type::Act(params, _)) => {
                    self.named_act(at, name, params).unwrap_or_else(|| self.name(at, name))
                }
                _ => self.name(at, name),
            },
            T::Member(inner, name) => self.member(at, inner, name),
            T::Index(list, index) => self.index(at, list, index),
            T::Call(callee, args) => self.call(Call { at, args }, callee),
            T::BaseCall(name, args) => self.base_call(Call { at, args }, name),
            T::BaseAttribute(name) => self.base_attribute(at, name),
            T::New(ty, init) => self.new_object(at, ty, init.as_ref()),
            T::Braces(elements) => self.braces(at, elements, want),
            T::Unary(op, inner) => self.unary(at, *op, inner),
            T::Binary(..) => self.binary_line(e),
            T::Chain(first, rest) => self.chain(at, first, rest),
            T::Ternary(check, a, b) => self.ternary(at, check, a, b, want),
            T::Coalesce(a, b) => self.coalesce(at, a, b, want),
            T::Is(inner, ty) => self.is(at, inner, ty),
            T::As(inner, ty) => self.cast(at, inner, ty),
            T::Range(a, b) => self.range(at, a, b),
            T::Stepped(range, step) => self.stepped(at, range, step),
            T::Assign(target, op, value) => self.assign(at, target, *op, value),
            T::Lambda(lambda) => self.lambda_expr(at, lambda, want),
            T::Choose(choose) => self.choose(at, choose),
            T::Suppose(block, gives) => self.suppose(at, block, gives),
            T::Type(ty) => {
                let found = self.type_of(ty);
                if found == Type::Error {
                    return error(at);
                }
                self.error_expr(at, problem::type_as_value(self.span(at), &self.name_of(&found)))
            }
            T::Raise(event, args) => self.raise(Call { at, args }, event),
        }
    }

    fn this_word(&mut self, at: NodeId) -> Expr {
        match self.this(at) {
            Some(this) => this,
            None => self.error_expr(at, problem::no_this(self.span(at))),
        }
    }

    fn event_word(&mut self, at: NodeId) -> Expr {
        if let Some(event) = self.event_local {
            return self.read(at, event);
        }
        match self.event {
            _ if self.event_is_unknown => Expr { at, ty: Type::Error, kind: ExprKind::Error },
            Some(class) => Expr { at, ty: Type::Class(class), kind: ExprKind::Event },
            None => self.error_expr(at, problem::no_event(self.span(at))),
        }
    }

    /// `a ? b : c`
    fn ternary(
        &mut self,
        at: NodeId,
        check: &'t tree::Expr,
        a: &'t tree::Expr,
        b: &'t tree::Expr,
        want: Option<&Type>,
    ) -> Expr {
        let check = self.value(check, &Type::Bool, "the condition of `? :`");
        let a = self.expr(a, want);
        let b = self.expr(b, want);
        let (a, b, ty) = self.joined(a, b, want);
        Expr { at, ty, kind: ExprKind::Ternary(Box::new(check), Box::new(a), Box::new(b)) }
    }

    /// As [`Checker::any_value`]; but what shows things may give a case here and a text there, which are shown alike.
    /// Such a `a ? b : c` has the type of null.
    pub(super) fn shown_value(&mut self, e: &'t tree::Expr) -> Expr {
        let tree::ExprKind::Ternary(check, a, b) = &e.kind else { return self.any_value(e) };
        let check = Box::new(self.value(check, &Type::Bool, "the condition of `? :`"));
        let (a, b) = (self.shown_value(a), self.shown_value(b));
        let unlike = self.world.join(&a.ty, &b.ty).is_none();
        let shown = |ty: &Type| matches!(ty, Type::Enum(_) | Type::Null | Type::String | Type::Number);
        let (a, b, ty) = match unlike && shown(&a.ty) && shown(&b.ty) {
            true => (a, b, Type::Null),
            false => self.joined(a, b, None),
        };
        Expr { at: e.id, ty, kind: ExprKind::Ternary(check, Box::new(a), Box::new(b)) }
    }

    /// `a ?? b`, a chain of which nests to the left or to the right
    fn coalesce(&mut self, at: NodeId, a: &'t tree::Expr, b: &'t tree::Expr, want: Option<&Type>) -> Expr {
        let a = self.expr(a, want);
        let hoped = a.ty.clone();
        let b = self.expr(b, Some(want.unwrap_or(&hoped)));
        let (a, b, ty) = self.joined(a, b, want);
        Expr { at, ty, kind: ExprKind::Coalesce(Box::new(a), Box::new(b)) }
    }

    /// Brings two alternatives to one type: the wanted one if both fit, otherwise the common one.
    fn joined(&mut self, a: Expr, b: Expr, want: Option<&Type>) -> (Expr, Expr, Type) {
        let (a, b) = (self.something(a), self.something(b));
        let wanted = want.filter(|w| !matches!(w, Type::Error | Type::Void));
        let (a, b) = match wanted {
            Some(want) => match (self.fit(a, want), self.fit(b, want)) {
                (Ok(a), Ok(b)) => return (a, b, want.clone()),
                (Ok(a) | Err(a), Ok(b) | Err(b)) => (a, b),
            },
            None => (a, b),
        };
        let Some(ty) = self.world.join(&a.ty, &b.ty) else {
            self.report(problem::alternatives(self.span(b.at), &self.name_of(&a.ty), &self.name_of(&b.ty)));
            return (a, b, Type::Error);
        };
        let a = self.needed(a, &ty, "the first alternative");
        let b = self.needed(b, &ty, "the second alternative");
        (a, b, ty)
    }

    /// `list[i]`, `table[key]`, `text[i]`
    fn index(&mut self, at: NodeId, list: &'t tree::Expr, index: &'t tree::Expr) -> Expr {
        let list = self.any_value(list);
        if let ExprKind::ZoneRow(first, _) = list.kind
            && let Some(row) = self.world.game.zones[first.index()].row
        {
            return self.zone_in_row(at, list, (first, row), index);
        }
        let ty = match &list.ty {
            Type::List(t) | Type::Zone(t) | Type::Stack(t) => (**t).clone(),
            Type::String => Type::String,
            Type::Table(key, value) => {
                let (key, ty) = (key.clone(), (**value).clone());
                let key = match &key {
                    Some(k) => self.value(index, k, "a key of the table"),
                    None => self.any_value(index),
                };
                return Expr { at, ty, kind: ExprKind::Lookup(Box::new(list), Box::new(key)) };
            }
            Type::Error => {
                self.any_value(index);
                return error(at);
            }
            other => {
                let zones = matches!(other, Type::Zones(_));
                let problem = problem::no_index(self.span(list.at), &self.name_of(other), zones);
                self.any_value(index);
                return self.error_expr(at, problem);
            }
        };
        let index = self.value(index, &Type::Number, "an index");
        Expr { at, ty, kind: ExprKind::Index(Box::new(list), Box::new(index)) }
    }

    /// `suppose { ... } gives e`
    fn suppose(&mut self, at: NodeId, block: &'t tree::Block, gives: &'t tree::Expr) -> Expr {
        self.open();
        let (block, _) = self.within(super::scope::Returns::Suppose, |c| c.statements(block));
        let value = self.any_value(gives);
        self.close();
        if let Type::List(_)
        | Type::Table(..)
        | Type::Stack(_)
        | Type::Function(..)
        | Type::Act(..)
        | Type::Zones(_) = value.ty
        {
            return self
                .error_expr(at, problem::suppose_gives(self.span(value.at), &self.name_of(&value.ty)));
        }
        Expr { at, ty: value.ty.clone(), kind: ExprKind::Suppose(block, Box::new(value)) }
    }
}
