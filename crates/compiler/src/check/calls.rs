//! Calls: what is called, and which argument goes where. It knows nothing of the catalogue's signatures.

use super::expr::Receiver;
use super::problems as problem;
use super::scope::{Checker, error};
use super::world::{Definition, ParamInfo};
use crate::typed::{ActionId, Expr, ExprKind, FunctionId, TestValue, Type};
use base::{NodeId, Problem};
use language::catalogue::{self, Builtin, Effect, Entry, On};
use language::tree::{self, Argument, Name};
use std::rc::Rc;

/// A parameter as calls see it.
pub(super) struct Slot<'a> {
    pub name: &'a str,
    pub optional: bool,
}

impl<'t> Checker<'_, 't> {
    /// `f(...)`, `a.f(...)`
    pub(super) fn call(&mut self, at: NodeId, callee: &'t tree::Expr, args: &'t [Argument]) -> Expr {
        match &callee.kind {
            tree::ExprKind::Name(name) => self.call_name(at, callee, name, args),
            tree::ExprKind::Member(inner, name) => {
                let receiver = self.receiver(inner);
                self.call_member(at, receiver, name, args)
            }
            _ => {
                let value = self.any_value(callee);
                self.call_value(at, value, args)
            }
        }
    }

    fn call_name(&mut self, at: NodeId, callee: &'t tree::Expr, name: &str, args: &'t [Argument]) -> Expr {
        use super::expr::Meaning;
        match self.meaning(name, true) {
            Meaning::Local(_) | Meaning::Attribute(..) => {
                let value = self.any_value(callee);
                self.call_value(at, value, args)
            }
            Meaning::Method(carrier, f) => match self.carrier(callee.id, carrier) {
                Some(this) => self.call_method(at, this, f, args),
                None => error(at),
            },
            Meaning::Action(carrier, a) => match self.carrier(callee.id, carrier) {
                Some(this) => self.call_action(at, this, a, args),
                None => error(at),
            },
            Meaning::Definition(definition) => self.call_definition(at, callee.id, name, definition, args),
            Meaning::Built(entry) => match self.this(callee.id) {
                Some(this) => self.builtin_called(at, callee.id, entry, this, args),
                None => error(at),
            },
            Meaning::Free(entry) => self.call_free(at, callee.id, entry, args),
            Meaning::Test(word) => self.test_call(at, callee.id, word, args),
            Meaning::Word(_) | Meaning::Actor => {
                self.refuse_call(at, args, problem::not_callable(self.span(callee.id), name))
            }
            Meaning::Unknown => {
                let word = Name { text: name.to_owned(), id: callee.id };
                if let Some(this) = self.this(callee.id)
                    && let Some(found) = self.modifier_call(at, &this, &word, args)
                {
                    return found;
                }
                self.skip_arguments(args);
                self.unknown_name(callee.id, name, true)
            }
        }
    }

    /// Reports a call, and checks its arguments nevertheless.
    pub(super) fn refuse_call(&mut self, at: NodeId, args: &'t [Argument], problem: Problem) -> Expr {
        self.report(problem);
        self.skip_call(at, args)
    }

    /// A call that is wrong already, whose arguments are checked nevertheless.
    pub(super) fn skip_call(&mut self, at: NodeId, args: &'t [Argument]) -> Expr {
        self.skip_arguments(args);
        error(at)
    }

    /// Checks arguments of something that is wrong already.
    pub(super) fn skip_arguments(&mut self, args: &'t [Argument]) {
        for arg in args {
            self.expr(&arg.value, Some(&Type::Error));
        }
    }

    fn call_definition(
        &mut self,
        at: NodeId,
        name_at: NodeId,
        name: &str,
        definition: Definition,
        args: &'t [Argument],
    ) -> Expr {
        match definition {
            Definition::Function(f) => {
                let args = self.function_arguments(at, f, args);
                let ty = self.world.functions[f.index()].returns.clone();
                Expr { at, ty, kind: ExprKind::Call(f, args) }
            }
            Definition::Zone(z) if self.world.game.zones[z.index()].per_player => {
                let Some(player) = self.only_argument(at, name, "p", args) else { return error(at) };
                let player = self.value(player, &Type::Player, &format!("the player of `{name}`"));
                let ty = Type::Zone(Rc::new(Type::Class(self.world.game.zones[z.index()].of)));
                Expr { at, ty, kind: ExprKind::ZoneOf(z, Box::new(player)) }
            }
            Definition::Module(None) => self.skip_call(at, args),
            _ => self.refuse_call(at, args, problem::definition_called(self.span(name_at), name, definition)),
        }
    }

    fn call_value(&mut self, at: NodeId, value: Expr, args: &'t [Argument]) -> Expr {
        match value.ty.clone() {
            Type::Function(params, returns) => {
                if params.len() != args.len() {
                    let problem = problem::value_arguments(self.span(at), params.len(), args.len());
                    return self.refuse_call(at, args, problem);
                }
                let mut found = Vec::new();
                for (arg, ty) in args.iter().zip(params.iter()) {
                    if let Some(name) = &arg.name {
                        self.report(problem::value_named(self.span(name.id)));
                    }
                    found.push(self.value(&arg.value, ty, "an argument of the function value"));
                }
                Expr { at, ty: (*returns).clone(), kind: ExprKind::CallValue(Box::new(value), found) }
            }
            Type::Zones(of) => {
                let Some(player) = self.only_argument(at, "the zones", "p", args) else { return error(at) };
                let player = self.value(player, &Type::Player, "the player of a zone");
                let args = vec![Some(value), Some(player)];
                Expr { at, ty: Type::Zone(of), kind: ExprKind::Builtin(Builtin::ZonesOf, args) }
            }
            Type::Error => self.skip_call(at, args),
            other => {
                let problem = problem::not_a_function(self.span(value.at), &self.name_of(&other));
                self.refuse_call(at, args, problem)
            }
        }
    }

    fn call_member(&mut self, at: NodeId, receiver: Receiver, name: &Name, args: &'t [Argument]) -> Expr {
        match receiver {
            Receiver::Value(value) => self.call_value_member(at, value, name, args),
            Receiver::Module(m) => match self.definition_in(m, name) {
                Some(definition) => self.call_definition(at, name.id, &name.text, definition, args),
                None => self.skip_call(at, args),
            },
            receiver => self.call_declared(at, receiver, name, args),
        }
    }

    /// `turns.use("Main")`, `Board.tile("a1")`
    fn call_declared(&mut self, at: NodeId, receiver: Receiver, name: &Name, args: &'t [Argument]) -> Expr {
        let (on, owner) = self.members_of(&receiver);
        match catalogue::find(on, &name.text, false) {
            Some(entry) if !entry.is_attribute() => self.builtin(at, entry, receiver, args),
            _ if name.text.is_empty() => self.skip_call(at, args),
            Some(entry) => {
                let problem = problem::called_attribute(self.span(name.id), entry.name());
                self.refuse_call(at, args, problem)
            }
            None => {
                let known = catalogue::entries().iter().filter(|e| e.on == on).map(|e| e.name());
                let problem = problem::unknown_member(self.span(name.id), owner, &name.text, known);
                self.refuse_call(at, args, problem)
            }
        }
    }

    fn call_value_member(&mut self, at: NodeId, value: Expr, name: &Name, args: &'t [Argument]) -> Expr {
        if value.ty == Type::Error || name.text.is_empty() {
            return self.skip_call(at, args);
        }
        if let Type::Class(c) = value.ty {
            if let Some(f) = self.world.method(c, &name.text) {
                return self.call_method(at, value, f, args);
            }
            if let Some(a) = self.world.action(c, &name.text) {
                return self.call_action(at, value, a, args);
            }
            if let Some((index, ty)) = self.world.attribute(c, &name.text) {
                let ty = ty.clone();
                let kind = ExprKind::Attribute(Box::new(value), index);
                let value = Expr { at: name.id, ty, kind };
                return self.call_value(at, value, args);
            }
            if let Some(found) = self.modifier_call(at, &value, name, args) {
                return found;
            }
        }
        let ons = self.ons(&value.ty);
        let lists = matches!(value.ty, Type::List(_));
        let allowed = |e: &&'static Entry| {
            lists || e.on != On::List || e.effect == Effect::Pure || e.id == Builtin::ListRandom
        };
        match ons.iter().filter_map(|on| catalogue::find(*on, &name.text, false)).find(allowed) {
            Some(entry) => {
                self.warn_of_lenght(name);
                self.builtin_called(at, name.id, entry, value, args)
            }
            None => {
                self.unknown_member(&value.ty, name);
                self.skip_call(at, args)
            }
        }
    }

    /// A builtin of a value; an attribute is called only where the proposal does so.
    fn builtin_called(
        &mut self,
        at: NodeId,
        name_at: NodeId,
        entry: &'static Entry,
        value: Expr,
        args: &'t [Argument],
    ) -> Expr {
        let as_call = matches!(entry.id, Builtin::StackLength | Builtin::StackLenght);
        if entry.is_attribute() && !as_call {
            return self.refuse_call(at, args, problem::called_attribute(self.span(name_at), entry.name()));
        }
        self.builtin(at, entry, Receiver::Value(value), args)
    }

    fn call_method(&mut self, at: NodeId, object: Expr, f: FunctionId, args: &'t [Argument]) -> Expr {
        let ty = self.world.functions[f.index()].returns.clone();
        let args = self.function_arguments(at, f, args);
        Expr { at, ty, kind: ExprKind::CallMethod(Box::new(object), f, args) }
    }

    /// `base.f(...)`
    pub(super) fn base_call(&mut self, at: NodeId, name: &Name, args: &'t [Argument]) -> Expr {
        if self.class.is_some_and(|c| self.world.holder_class(c).is_some()) {
            return self.modifier_base_call(at, name, args);
        }
        let parent = self.class.and_then(|c| self.world.game.classes[c.index()].parent);
        let Some(parent) = parent else {
            return self.refuse_call(at, args, problem::no_base(self.span(at)));
        };
        let Some(root) = self.world.method(parent, &name.text) else {
            self.unknown_member(&Type::Class(parent), name);
            return self.skip_call(at, args);
        };
        let methods = &self.world.game.classes[parent.index()].methods;
        let Some((_, runs)) = methods.iter().find(|m| m.0 == root).copied() else {
            return self.refuse_call(at, args, problem::base_abstract(self.span(name.id), &name.text));
        };
        let ty = self.world.functions[runs.index()].returns.clone();
        let args = self.function_arguments(at, runs, args);
        Expr { at, ty, kind: ExprKind::CallBase(runs, args) }
    }

    pub(super) fn function_arguments(
        &mut self,
        at: NodeId,
        f: FunctionId,
        args: &'t [Argument],
    ) -> Vec<Option<Expr>> {
        let info = &self.world.functions[f.index()];
        self.arguments(at, &info.tree.name.text, &info.params, args)
    }

    /// The arguments of something with these parameters.
    pub(super) fn arguments(
        &mut self,
        at: NodeId,
        what: &str,
        params: &[ParamInfo],
        args: &'t [Argument],
    ) -> Vec<Option<Expr>> {
        let slots = params.iter().map(|p| (Slot { name: &p.name, optional: p.optional }, &p.ty));
        self.values(at, what, slots.collect(), args, |p| format!("the parameter `{p}` of `{what}`"))
    }

    fn call_action(&mut self, at: NodeId, object: Expr, a: ActionId, args: &'t [Argument]) -> Expr {
        let info = &self.world.actions[a.index()];
        let what = &info.tree.name.text;
        let slots = info.inputs.iter().map(|(name, ty)| (Slot { name, optional: true }, ty));
        let values = self.values(at, what, slots.collect(), args, |i| format!("the input `{i}` of `{what}`"));
        Expr { at, ty: Type::Void, kind: ExprKind::CallAction(Box::new(object), a, values) }
    }

    /// The values of arguments, each of the type that its parameter has; `why` says in words what needs it.
    pub(super) fn values(
        &mut self,
        at: NodeId,
        what: &str,
        slots: Vec<(Slot<'_>, &Type)>,
        args: &'t [Argument],
        why: impl Fn(&str) -> String,
    ) -> Vec<Option<Expr>> {
        let (slots, types): (Vec<Slot<'_>>, Vec<&Type>) = slots.into_iter().unzip();
        let found = self.arrange(at, what, &slots, args).into_iter().zip(types).zip(&slots);
        found.map(|((arg, ty), slot)| arg.map(|e| self.value(e, ty, &why(slot.name)))).collect()
    }

    /// The argument of something that takes one.
    pub(super) fn only_argument(
        &mut self,
        at: NodeId,
        what: &str,
        name: &str,
        args: &'t [Argument],
    ) -> Option<&'t tree::Expr> {
        self.arrange(at, what, &[Slot { name, optional: false }], args).into_iter().next().flatten()
    }

    /// Which argument goes to which parameter; reports what does not fit.
    pub(super) fn arrange(
        &mut self,
        at: NodeId,
        what: &str,
        slots: &[Slot<'_>],
        args: &'t [Argument],
    ) -> Vec<Option<&'t tree::Expr>> {
        let mut found: Vec<Option<&'t tree::Expr>> = vec![None; slots.len()];
        let mut named = false;
        let mut has_error = false;
        for (i, arg) in args.iter().enumerate() {
            let index = match &arg.name {
                None if named => self.refuse(problem::positional_after_named(self.span(arg.value.id))),
                None if i >= slots.len() => {
                    self.refuse(problem::too_many(self.span(arg.value.id), what, slots.len(), args.len()))
                }
                None => Some(i),
                Some(name) => {
                    named = true;
                    let index = slots.iter().position(|s| s.name == name.text);
                    if index.is_none() {
                        let known = slots.iter().map(|s| s.name);
                        self.report(problem::unknown_argument(self.span(name.id), what, &name.text, known));
                    }
                    if let Some(i) = index.filter(|i| found[*i].is_some()) {
                        self.report(problem::repeated_argument(self.span(name.id), slots[i].name));
                        self.expr(&arg.value, Some(&Type::Error));
                        has_error = true;
                        continue;
                    }
                    index
                }
            };
            match index {
                Some(i) => found[i] = Some(&arg.value),
                None => {
                    has_error = true;
                    self.expr(&arg.value, Some(&Type::Error));
                }
            }
        }
        let missing = slots.iter().zip(&found).filter(|(s, f)| !s.optional && f.is_none());
        let missing: Vec<&str> = missing.map(|(s, _)| s.name).collect();
        if !missing.is_empty() && !has_error {
            self.report(problem::missing_arguments(self.span(at), what, &missing));
        }
        found
    }

    /// `moves()`, `perft(n)`
    fn test_call(&mut self, at: NodeId, name_at: NodeId, word: &str, args: &'t [Argument]) -> Expr {
        let value = match word {
            "moves" => {
                self.arrange(at, word, &[], args);
                TestValue::Moves
            }
            "perft" => {
                let Some(depth) = self.only_argument(at, word, "n", args) else { return error(at) };
                TestValue::Perft(Box::new(self.value(depth, &Type::Number, "the depth of `perft`")))
            }
            _ => {
                return self.refuse_call(at, args, problem::called_attribute(self.span(name_at), word));
            }
        };
        Expr { at, ty: Type::Number, kind: ExprKind::Test(value) }
    }
}
