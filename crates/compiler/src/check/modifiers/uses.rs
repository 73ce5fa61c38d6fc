//! What bodies do with modifiers: `add`, `has`, `remove`, `modifiers()`, `until` and `base`. It knows nothing of how
//! that is done.

use super::super::calls::Call;
use super::super::problems as problem;
use super::super::scope::{Checker, error, returning, statement};
use super::ModifierInfo;
use crate::typed::{
    Acts, Authored, ClassId, ClassKind, Expr, ExprKind, Lambda, Member, ModifierOf, Statement, StatementKind,
    Type, Until,
};
use base::NodeId;
use language::tree::{self, Argument, Name};

/// What `base` means in something that a modifier overrides.
#[derive(Clone)]
pub(in super::super) struct Base {
    pub member: Member,
    pub name: String,
    pub ty: Type,
}

/// The functions that objects have by themselves where there are modifiers for them.
const WORDS: [&str; 4] = ["add", "has", "remove", "modifiers"];

impl<'t> Checker<'_, 't> {
    /// A call of `add`, `has`, `remove` or `modifiers` on an object; None where it is none of these.
    pub(crate) fn modifier_call(&mut self, call: Call<'t>, object: &Expr, name: &Name) -> Option<Expr> {
        let Type::Class(c) = object.ty else { return None };
        let world = self.world;
        if name.text == "renew" && world.kind(c) == ClassKind::Modifier {
            self.arrange(call, "renew", &[]);
            return Some(call.expr(Type::Void, Authored::RenewModifier(object.clone()).into()));
        }
        if world.modifiers.all.is_empty() || !WORDS.contains(&name.text.as_str()) {
            return None;
        }
        if !world.keeps_applications(c) {
            if matches!(world.kind(c), ClassKind::Event | ClassKind::Modifier) {
                return None;
            }
            for arg in call.args {
                if self.modifier_meant(&arg.value).is_none() {
                    self.expr(&arg.value, Some(&Type::Error));
                }
            }
            let problem = problem::no_modifiers_for(self.span(name.id), world.class_name(c));
            return Some(self.error_expr(call.at, problem));
        }
        if name.text == "modifiers" {
            self.arrange(call, "modifiers", &[]);
            let ty = Type::list(Type::Class(ClassId::MODIFIER));
            return Some(call.expr(ty, Authored::Modifiers(object.clone()).into()));
        }
        let which = self.only_argument(call, &name.text, "modifier")?;
        let Some(class) = self.modifier_meant(which) else {
            return Some(self.of_application(call.at, object, name, which));
        };
        let Some(m) = world.modifier(class) else { return Some(error(call.at)) };
        let on = world.modifiers.all[m].on;
        if !world.is_sub(c, on) {
            let names = [world.class_name(class), world.class_name(on), world.class_name(c)];
            let problem = problem::modifier_for(self.span(which.id), names);
            return Some(self.error_expr(call.at, problem));
        }
        if name.text == "add" {
            return Some(self.adding(call.at, object.clone(), m, which));
        }
        if let tree::ExprKind::Call(..) = which.kind {
            self.report(problem::modifier_by_name(self.span(which.id), &name.text, world.class_name(class)));
        }
        let authored = match name.text == "has" {
            true => Authored::HasModifier(object.clone(), class),
            false => Authored::RemoveModifier(object.clone(), class),
        };
        Some(call.expr(Type::Bool, authored.into()))
    }

    /// `c.remove(application)`
    fn of_application(&mut self, at: NodeId, object: &Expr, name: &Name, which: &'t tree::Expr) -> Expr {
        if name.text == "remove" && !matches!(which.kind, tree::ExprKind::Braces(_)) {
            let value = self.any_value(which);
            if matches!(value.ty, Type::Class(c) if self.world.kind(c) == ClassKind::Modifier) {
                let kind = Authored::TakeOffModifier(object.clone(), value).into();
                return Expr { at, ty: Type::Void, kind };
            }
            if value.ty == Type::Error {
                return error(at);
            }
        }
        self.error_expr(at, problem::no_modifier(self.span(which.id)))
    }

    /// Adds a modifier, named with its parameters, to an object.
    pub(crate) fn adding(&mut self, at: NodeId, object: Expr, m: usize, which: &'t tree::Expr) -> Expr {
        let info = &self.world.modifiers.all[m];
        let values = self.added(info, which);
        let kind = Authored::AddModifier(object, info.class, values).into();
        Expr { at, ty: Type::Class(info.class), kind }
    }

    /// The parameters of a modifier that is named to be had.
    pub(super) fn added(&mut self, info: &ModifierInfo<'t>, which: &'t tree::Expr) -> Vec<Option<Expr>> {
        let world = self.world;
        if world.game.classes[info.class.index()].is_abstract {
            self.report(problem::adds_abstract(self.span(which.id), world.class_name(info.class)));
        }
        let args: &'t [Argument] = match &which.kind {
            tree::ExprKind::Call(_, args) => args,
            _ => &[],
        };
        self.arguments(Call { at: which.id, args }, &info.tree.name.text, &info.params)
    }

    /// `c.add(Flying) until E where condition;`, `c.add(Flying) until condition;`
    pub(crate) fn until(
        &mut self,
        at: NodeId,
        what: &'t tree::Expr,
        end: &'t tree::Expr,
        condition: Option<&'t tree::Expr>,
    ) -> Option<Statement> {
        let added = self.expr(what, None);
        let is_modifier = matches!(added.ty, Type::Class(c) if self.world.kind(c) == ClassKind::Modifier);
        if !is_modifier {
            if added.ty != Type::Error {
                self.report(problem::until_what(self.span(what.id)));
            }
            return None;
        }
        let event = self.event_meant(end);
        let param_class = event.unwrap_or(ClassId::MODIFIER);
        self.open();
        let saved = (self.event, self.event_local);
        let param = self.unnamed("event", Type::Class(param_class), at);
        if event.is_some() {
            (self.event, self.event_local) = (event, Some(param));
        }
        let condition = match (event, condition) {
            (None, Some(extra)) => self.refuse(problem::until_where(self.span(extra.id))),
            (None, None) => Some(end),
            (Some(_), condition) => condition,
        };
        let condition = condition.map(|e| self.value(e, &Type::Bool, "the end of a modifier"));
        (self.event, self.event_local) = saved;
        self.close();
        let application = self.unnamed("application", added.ty.clone(), at);
        let condition = condition.map(|value| {
            let ty = Type::function(vec![Type::Class(param_class)], Type::Bool);
            let lambda = Lambda { params: vec![param], acts: Acts::Never, body: returning(value) };
            Expr { at, ty, kind: ExprKind::Lambda(lambda) }
        });
        let until = Until { added, application, event, condition };
        Some(statement(at, StatementKind::Until(Box::new(until))))
    }

    /// The modifier that is named, with its parameters or without, if it is one.
    pub(super) fn modifier_meant(&self, e: &tree::Expr) -> Option<ClassId> {
        let named = if let tree::ExprKind::Call(callee, _) = &e.kind { callee } else { e };
        let variable = matches!(&named.kind, tree::ExprKind::Name(name) if self.is_variable(name));
        self.world.modifier_class(self.module, e).filter(|_| !variable)
    }

    /// The event class that stands where something ends, if it is one.
    fn event_meant(&self, e: &tree::Expr) -> Option<ClassId> {
        use super::super::world::Definition;
        if matches!(&e.kind, tree::ExprKind::Name(name) if self.is_variable(name)) {
            return None;
        }
        match self.world.lookup_expr(self.module, e)? {
            Definition::Class(c) if self.world.kind(c) == ClassKind::Event => Some(c),
            _ => None,
        }
    }

    // ---- base ----

    /// `base.f(...)` in a modifier
    pub(crate) fn modifier_base_call(&mut self, call: Call<'t>, name: &Name) -> Expr {
        let Some(base) = self.base_of(call.at, name) else {
            return self.skip_call(call);
        };
        let Member::Function(root) = base.member else {
            return self.refuse_call(call, problem::called_attribute(self.span(name.id), &name.text));
        };
        let values = self.function_arguments(call, root);
        call.expr(base.ty, Authored::Base(base.member, values).into())
    }

    /// `base.power`
    pub(crate) fn base_attribute(&mut self, at: NodeId, name: &Name) -> Expr {
        if self.class.and_then(|c| self.world.holder_class(c)).is_none() {
            return self.error_expr(at, problem::no_base(self.span(at)));
        }
        let Some(base) = self.base_of(at, name) else { return error(at) };
        if let Member::Function(_) = base.member {
            return self.error_expr(at, problem::not_called(self.span(name.id), &name.text, "a function"));
        }
        Expr { at, ty: base.ty, kind: Authored::Base(base.member, Vec::new()).into() }
    }

    fn base_of(&mut self, at: NodeId, name: &Name) -> Option<Base> {
        match &self.base {
            Some(base) if base.name == name.text => Some(base.clone()),
            other => {
                let own = other.as_ref().map(|base| base.name.as_str());
                self.refuse(problem::base_elsewhere(self.span(at), &name.text, own))
            }
        }
    }

    /// `m.name` and `m.holder` of an application.
    pub(crate) fn of_modifier(&self, at: NodeId, value: &Expr, name: &str) -> Option<Expr> {
        let Type::Class(c) = value.ty else { return None };
        let world = self.world;
        if world.kind(c) != ClassKind::Modifier || world.modifiers.all.is_empty() {
            return None;
        }
        match (name, world.holder_class(c)) {
            ("name", _) => {
                let kind = Authored::ModifierName(value.clone()).into();
                Some(Expr { at, ty: Type::String, kind })
            }
            ("holder", Some(on)) => {
                let kind = ExprKind::Attribute(Box::new(value.clone()), ModifierOf::HOLDER);
                Some(Expr { at, ty: Type::Class(on), kind })
            }
            _ => None,
        }
    }
}
