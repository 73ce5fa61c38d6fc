//! Calls: what is called, and which argument goes where. It knows nothing of the catalogue's signatures.

use super::expr::{Receiver, members};
use super::problems as problem;
use super::scope::{Carrier, Checker, error};
use super::world::{Definition, ParamInfo};
use crate::typed::{ActionId, Expr, ExprKind, FunctionId, TestValue, Type};
use base::{NodeId, Problem};
use language::catalogue::{self, Builtin, Entry};
use language::tree::{self, Argument, Name};

/// Where a call stands, and its arguments.
#[derive(Clone, Copy)]
pub(super) struct Call<'t> {
    pub at: NodeId,
    pub args: &'t [Argument],
}

impl Call<'_> {
    /// What the call gives.
    pub(super) fn expr(self, ty: Type, kind: ExprKind) -> Expr {
        Expr { at: self.at, ty, kind }
    }
}

/// A parameter as calls see it.
pub(super) struct Slot<'a> {
    pub name: &'a str,
    pub optional: bool,
}

impl<'t> Checker<'_, 't> {
    /// `f(...)`, `a.f(...)`
    pub(super) fn call(&mut self, call: Call<'t>, callee: &'t tree::Expr) -> Expr {
        match &callee.kind {
            tree::ExprKind::Name(name) => self.call_name(call, callee, name),
            tree::ExprKind::Member(inner, name) => {
                let receiver = self.receiver(inner);
                self.call_member(call, receiver, name)
            }
            _ => {
                let value = self.any_value(callee);
                self.call_value(call, value)
            }
        }
    }

    fn call_name(&mut self, call: Call<'t>, callee: &'t tree::Expr, name: &str) -> Expr {
        use super::expr::Meaning;
        match self.meaning(name, true) {
            Meaning::Local(_) | Meaning::Attribute(..) => {
                let value = self.any_value(callee);
                self.call_value(call, value)
            }
            Meaning::Method(carrier, f) => self.call_method(call, self.carrier(callee.id, carrier), f),
            Meaning::Action(carrier, a) => self.call_action(call, self.carrier(callee.id, carrier), a),
            Meaning::Definition(definition) => self.call_definition(call, callee.id, name, definition),
            Meaning::Built(entry) => {
                let this = self.carrier(callee.id, Carrier::This);
                self.builtin_called(call, callee.id, entry, this)
            }
            Meaning::Free(entry) => self.call_free(call, callee.id, entry),
            Meaning::Test(word) => self.test_call(call, callee.id, word),
            Meaning::Word(_) | Meaning::Actor => {
                self.refuse_call(call, problem::not_callable(self.span(callee.id), name))
            }
            Meaning::Unknown => {
                let word = Name { text: name.to_owned(), id: callee.id };
                if let Some(this) = self.this(callee.id)
                    && let Some(found) = self.modifier_call(call, &this, &word)
                {
                    return found;
                }
                self.skip_arguments(call.args);
                self.unknown_name(callee.id, name, true)
            }
        }
    }

    /// Reports a call, and checks its arguments nevertheless.
    pub(super) fn refuse_call(&mut self, call: Call<'t>, problem: Problem) -> Expr {
        self.report(problem);
        self.skip_call(call)
    }

    /// A call that is wrong already, whose arguments are checked nevertheless.
    pub(super) fn skip_call(&mut self, call: Call<'t>) -> Expr {
        self.skip_arguments(call.args);
        error(call.at)
    }

    /// Checks arguments of something that is wrong already.
    pub(super) fn skip_arguments(&mut self, args: &'t [Argument]) {
        for arg in args {
            self.expr(&arg.value, Some(&Type::Error));
        }
    }

    fn call_definition(&mut self, call: Call<'t>, at: NodeId, name: &str, definition: Definition) -> Expr {
        match definition {
            Definition::Function(f) => {
                let args = self.function_arguments(call, f);
                let ty = self.world.functions[f.index()].returns.clone();
                call.expr(ty, ExprKind::Call(f, args))
            }
            Definition::Zone(z) if self.world.game.zones[z.index()].per_player => {
                let Some(player) = self.only_argument(call, name, "p") else { return error(call.at) };
                let player = self.value(player, &Type::Player, &format!("the player of `{name}`"));
                self.zones_value(call.at, z, Some(player))
            }
            Definition::Board(b) if self.world.game.boards[b.index()].player.is_some() => {
                self.refuse_call(call, problem::board_alone(self.span(call.at), name))
            }
            Definition::Module(None) => self.skip_call(call),
            _ => self.refuse_call(call, problem::definition_called(self.span(at), name, definition)),
        }
    }

    fn call_value(&mut self, call: Call<'t>, value: Expr) -> Expr {
        match value.ty.clone() {
            Type::Function(params, returns) | Type::Act(params, returns) => {
                if params.len() != call.args.len() {
                    let problem = problem::value_arguments(self.span(call.at), params.len(), call.args.len());
                    return self.refuse_call(call, problem);
                }
                let mut found = Vec::new();
                for (arg, ty) in call.args.iter().zip(params.iter()) {
                    if let Some(name) = &arg.name {
                        self.report(problem::value_named(self.span(name.id)));
                    }
                    found.push(self.value(&arg.value, ty, "an argument of the function value"));
                }
                call.expr((*returns).clone(), ExprKind::CallValue(Box::new(value), found))
            }
            Type::Zones(of) => {
                let Some(player) = self.only_argument(call, "the zones", "p") else { return error(call.at) };
                let player = self.value(player, &Type::Player, "the player of a zone");
                let args = vec![Some(value), Some(player)];
                call.expr(Type::Zone(of), ExprKind::Builtin(Builtin::ZonesOf, args))
            }
            Type::Error => self.skip_call(call),
            other => {
                let problem = problem::not_a_function(self.span(value.at), &self.name_of(&other));
                let problem = problem::hiding(problem, self.hidden_by(&value));
                self.refuse_call(call, problem)
            }
        }
    }

    fn call_member(&mut self, call: Call<'t>, receiver: Receiver, name: &Name) -> Expr {
        match receiver {
            Receiver::Value(value) => self.call_value_member(call, value, name),
            Receiver::Module(m) => match self.definition_in(m, name) {
                Some(definition) => self.call_definition(call, name.id, &name.text, definition),
                None => self.skip_call(call),
            },
            receiver => self.call_declared(call, receiver, name),
        }
    }

    /// `turns.use("Main")`, `Board.tile("a1")`
    fn call_declared(&mut self, call: Call<'t>, receiver: Receiver, name: &Name) -> Expr {
        let (on, owner) = self.members_of(&receiver);
        match catalogue::find(on, &name.text, false) {
            Some(entry) if !entry.is_attribute() => self.builtin(call, entry, receiver),
            _ if name.text.is_empty() => self.skip_call(call),
            Some(entry) => {
                let problem = problem::called_attribute(self.span(name.id), entry.name());
                self.refuse_call(call, problem)
            }
            None => {
                let known = catalogue::entries().iter().filter(|e| e.on == on).map(|e| e.name());
                let problem = problem::unknown_member(self.span(name.id), owner, &name.text, known);
                self.refuse_call(call, problem)
            }
        }
    }

    fn call_value_member(&mut self, call: Call<'t>, value: Expr, name: &Name) -> Expr {
        if value.ty == Type::Error || name.text.is_empty() {
            return self.skip_call(call);
        }
        if let Type::Class(c) = value.ty {
            if let Some(f) = self.world.method(c, &name.text) {
                return self.call_method(call, value, f);
            }
            if let Some(a) = self.world.action(c, &name.text) {
                return self.call_action(call, value, a);
            }
            if let Some((index, ty)) = self.world.attribute(c, &name.text) {
                let ty = ty.clone();
                let kind = ExprKind::Attribute(Box::new(value), index);
                let value = Expr { at: name.id, ty, kind };
                return self.call_value(call, value);
            }
            if let Some(found) = self.modifier_call(call, &value, name) {
                return found;
            }
        }
        let ons = self.ons(&value.ty);
        let allowed = |e: &&'static Entry| members::has(&value.ty, e);
        match ons.iter().filter_map(|on| catalogue::find(*on, &name.text, false)).find(allowed) {
            Some(entry) => {
                self.warn_of_lenght(name);
                self.builtin_called(call, name.id, entry, value)
            }
            None => {
                self.unknown_member(&value.ty, name, self.hidden_by(&value));
                self.skip_call(call)
            }
        }
    }

    /// A builtin of a value; of attributes only the length of a stack may be called.
    fn builtin_called(&mut self, call: Call<'t>, at: NodeId, entry: &'static Entry, value: Expr) -> Expr {
        let as_call = matches!(entry.id, Builtin::StackLength | Builtin::StackLenght);
        if entry.is_attribute() && !as_call {
            return self.refuse_call(call, problem::called_attribute(self.span(at), entry.name()));
        }
        self.builtin(call, entry, Receiver::Value(value))
    }

    fn call_method(&mut self, call: Call<'t>, object: Expr, f: FunctionId) -> Expr {
        let ty = self.world.functions[f.index()].returns.clone();
        let args = self.function_arguments(call, f);
        call.expr(ty, ExprKind::CallMethod(Box::new(object), f, args))
    }

    /// `base.f(...)`
    pub(super) fn base_call(&mut self, call: Call<'t>, name: &Name) -> Expr {
        let parent = self.class.and_then(|c| self.world.game.classes[c.index()].parent);
        let own =
            |c: crate::typed::ClassId| self.base.is_none() && self.world.method(c, &name.text).is_some();
        if self.class.is_some_and(|c| self.world.holder_class(c).is_some()) && !parent.is_some_and(own) {
            return self.modifier_base_call(call, name);
        }
        let Some(parent) = parent else {
            return self.refuse_call(call, problem::no_base(self.span(call.at)));
        };
        let Some(root) = self.world.method(parent, &name.text) else {
            self.unknown_member(&Type::Class(parent), name, None);
            return self.skip_call(call);
        };
        let methods = &self.world.game.classes[parent.index()].methods;
        let Some((_, runs)) = methods.iter().find(|m| m.0 == root).copied() else {
            return self.refuse_call(call, problem::base_abstract(self.span(name.id), &name.text));
        };
        let ty = self.world.functions[runs.index()].returns.clone();
        let args = self.function_arguments(call, runs);
        call.expr(ty, ExprKind::CallBase(runs, args))
    }

    pub(super) fn function_arguments(&mut self, call: Call<'t>, f: FunctionId) -> Vec<Option<Expr>> {
        let info = &self.world.functions[f.index()];
        self.arguments(call, &info.tree.name.text, &info.params)
    }

    /// The arguments of something with these parameters.
    pub(super) fn arguments(
        &mut self,
        call: Call<'t>,
        what: &str,
        params: &[ParamInfo],
    ) -> Vec<Option<Expr>> {
        let slots = params.iter().map(|p| (Slot { name: &p.name, optional: p.optional }, &p.ty));
        self.values(call, what, slots.collect(), |p| format!("the parameter `{p}` of `{what}`"))
    }

    fn call_action(&mut self, call: Call<'t>, object: Expr, a: ActionId) -> Expr {
        let info = &self.world.actions[a.index()];
        let what = &info.tree.name.text;
        let slots = info.inputs.iter().map(|(name, ty)| (Slot { name, optional: true }, ty));
        let values = self.values(call, what, slots.collect(), |i| format!("the input `{i}` of `{what}`"));
        call.expr(Type::Void, ExprKind::CallAction(Box::new(object), a, values))
    }

    /// The values of arguments, each of the type that its parameter has; `why` says in words what needs it.
    pub(super) fn values(
        &mut self,
        call: Call<'t>,
        what: &str,
        slots: Vec<(Slot<'_>, &Type)>,
        why: impl Fn(&str) -> String,
    ) -> Vec<Option<Expr>> {
        let (slots, types): (Vec<Slot<'_>>, Vec<&Type>) = slots.into_iter().unzip();
        let found = self.arrange(call, what, &slots).into_iter().zip(types).zip(&slots);
        found.map(|((arg, ty), slot)| arg.map(|e| self.value(e, ty, &why(slot.name)))).collect()
    }

    /// The argument of something that takes one.
    pub(super) fn only_argument(&mut self, call: Call<'t>, what: &str, name: &str) -> Option<&'t tree::Expr> {
        self.arrange(call, what, &[Slot { name, optional: false }]).into_iter().next().flatten()
    }

    /// Which argument goes to which parameter; reports what does not fit.
    pub(super) fn arrange(
        &mut self,
        call: Call<'t>,
        what: &str,
        slots: &[Slot<'_>],
    ) -> Vec<Option<&'t tree::Expr>> {
        let mut found: Vec<Option<&'t tree::Expr>> = vec![None; slots.len()];
        let mut named = false;
        let mut has_error = false;
        for (i, arg) in call.args.iter().enumerate() {
            let index = match &arg.name {
                None if named => self.refuse(problem::positional_after_named(self.span(arg.value.id))),
                None if i >= slots.len() => self.refuse(problem::too_many(
                    self.span(arg.value.id),
                    what,
                    slots.len(),
                    call.args.len(),
                )),
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
            self.report(problem::missing_arguments(self.span(call.at), what, &missing));
        }
        found
    }

    /// `moves()`, `perft(n)`
    fn test_call(&mut self, call: Call<'t>, name_at: NodeId, word: &str) -> Expr {
        let value = match word {
            "moves" => {
                self.arrange(call, word, &[]);
                TestValue::Moves
            }
            "perft" => {
                let Some(depth) = self.only_argument(call, word, "n") else { return error(call.at) };
                TestValue::Perft(Box::new(self.value(depth, &Type::Number, "the depth of `perft`")))
            }
            _ => {
                return self.refuse_call(call, problem::called_attribute(self.span(name_at), word));
            }
        };
        call.expr(Type::Number, ExprKind::Test(value))
    }
}
