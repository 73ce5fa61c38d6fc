//! What bodies do with modifiers: `add`, `has`, `remove`, `modifiers()`, `until` and `base`. It knows nothing of what
//! the functions behind them do.

use super::super::build::TreeBuilder;
use super::super::calls::Slot;
use super::super::problems as problem;
use super::super::scope::{Checker, error, statement};
use super::{Member, own};
use crate::typed::{
    Block, ClassId, ClassKind, Expr, ExprKind, FunctionId, Lambda, LocalId, Statement, StatementKind, Target,
    Type,
};
use base::NodeId;
use language::tree::{self, Argument, Name};

/// What `base` means in something that a modifier overrides.
#[derive(Clone, Copy)]
pub(in super::super) struct Base {
    pub touched: usize,
    pub object: LocalId,
    pub chain: LocalId,
    pub below: LocalId,
}

/// The functions that objects have by themselves where there are modifiers for them.
const WORDS: [&str; 4] = ["add", "has", "remove", "modifiers"];

impl<'t> Checker<'_, 't> {
    /// Reads an attribute, through the modifiers where some touch it.
    pub fn attribute(&self, at: NodeId, object: Expr, index: u32, ty: Type) -> Expr {
        let touched = match object.ty {
            Type::Class(c) => self.world.touched_attribute(c, index),
            _ => None,
        };
        let kind = match touched {
            Some(t) => ExprKind::Call(t.entry, vec![Some(object)]),
            None => ExprKind::Attribute(Box::new(object), index),
        };
        Expr { at, ty, kind }
    }

    /// The attribute that a touched attribute is read from, for assignments: they change what it is without modifiers.
    pub fn untouched(&self, kind: ExprKind) -> ExprKind {
        let ExprKind::Call(f, mut args) = kind else { return kind };
        let touched = self.world.modifiers.touched.iter().find(|t| t.entry == f);
        match (touched.map(|t| t.member), args.pop()) {
            (Some(Member::Attribute(index)), Some(Some(object))) => {
                ExprKind::Attribute(Box::new(object), index)
            }
            (_, last) => {
                args.extend(last);
                ExprKind::Call(f, args)
            }
        }
    }

    /// A call of `add`, `has`, `remove` or `modifiers` on an object; None where it is none of these.
    pub fn modifier_call(
        &mut self,
        at: NodeId,
        object: &Expr,
        name: &Name,
        args: &'t [Argument],
    ) -> Option<Expr> {
        let Type::Class(c) = object.ty else { return None };
        let world = self.world;
        if world.modifiers.all.is_empty() || !WORDS.contains(&name.text.as_str()) {
            return None;
        }
        let Some(family) = world.family(c) else {
            if matches!(world.kind(c), ClassKind::Event | ClassKind::Modifier) {
                return None;
            }
            for arg in args {
                if world.modifier_class(self.module, &arg.value).is_none() {
                    self.expr(&arg.value, Some(&Type::Error));
                }
            }
            let problem = problem::no_modifiers_for(self.span(name.id), world.class_name(c));
            return Some(self.error_expr(at, problem));
        };
        if name.text == "modifiers" {
            self.arrange(at, "modifiers", &[], args);
            let ty = Type::list(Type::Class(ClassId::MODIFIER));
            return Some(Expr { at, ty, kind: ExprKind::Call(family.all, vec![Some(object.clone())]) });
        }
        let slots = [Slot { name: "modifier", optional: false }];
        let which = self.arrange(at, &name.text, &slots, args);
        let which = which.first().copied().flatten()?;
        let Some(class) = world.modifier_class(self.module, which) else {
            return Some(self.of_application(at, name, which));
        };
        let Some(m) = world.modifier(class) else { return Some(error(at)) };
        let on = world.modifiers.all[m].on;
        if !world.is_sub(c, on) {
            let names = [world.class_name(class), world.class_name(on), world.class_name(c)];
            let problem = problem::modifier_for(self.span(which.id), names);
            return Some(self.error_expr(at, problem));
        }
        if name.text == "add" {
            return Some(self.adding(at, object.clone(), m, which));
        }
        if let tree::ExprKind::Call(..) = which.kind {
            let problem = problem::modifier_by_name(self.span(which.id), &name.text, world.class_name(class));
            self.report(problem);
        }
        let info = &world.modifiers.all[m];
        let f = if name.text == "has" { info.has } else { info.remove };
        Some(Expr { at, ty: Type::Bool, kind: ExprKind::Call(f, vec![Some(object.clone())]) })
    }

    /// `c.remove(application)`
    fn of_application(&mut self, at: NodeId, name: &Name, which: &'t tree::Expr) -> Expr {
        if name.text == "remove" && !matches!(which.kind, tree::ExprKind::Braces(_)) {
            let value = self.any_value(which);
            if matches!(value.ty, Type::Class(c) if self.world.kind(c) == ClassKind::Modifier) {
                return self.ending(at, value);
            }
            if value.ty == Type::Error {
                return error(at);
            }
        }
        let problem = problem::no_modifier(self.span(which.id));
        self.error_expr(at, problem)
    }

    /// Ends an application.
    pub fn ending(&self, at: NodeId, application: Expr) -> Expr {
        Expr { at, ty: Type::Void, kind: ExprKind::Call(self.world.modifiers.end, vec![Some(application)]) }
    }

    /// Adds a modifier, named with its parameters, to an object.
    pub fn adding(&mut self, at: NodeId, object: Expr, m: usize, which: &'t tree::Expr) -> Expr {
        let world = self.world;
        let info = &world.modifiers.all[m];
        let args: &'t [Argument] = match &which.kind {
            tree::ExprKind::Call(_, args) => args,
            _ => &[],
        };
        let slots: Vec<Slot<'_>> =
            info.params.iter().map(|p| Slot { name: &p.name, optional: p.optional }).collect();
        let found = self.arrange(which.id, &info.tree.name.text, &slots, args);
        let mut values = vec![Some(object)];
        for (p, arg) in info.params.iter().zip(found) {
            let why = format!("the parameter `{}` of `{}`", p.name, info.tree.name.text);
            values.push(arg.map(|e| self.value(e, &p.ty, &why)));
        }
        Expr { at, ty: Type::Class(info.class), kind: ExprKind::Call(info.add, values) }
    }

    /// `c.add(Flying) until E where condition;`, `c.add(Flying) until condition;`
    pub fn until(
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
                let problem = problem::until_what(self.span(what.id));
                self.report(problem);
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
            (None, Some(extra)) => {
                let problem = problem::until_where(self.span(extra.id));
                self.report(problem);
                None
            }
            (None, None) => Some(end),
            (Some(_), condition) => condition,
        };
        let condition = condition.map(|e| self.value(e, &Type::Bool, "the end of a modifier"));
        (self.event, self.event_local) = saved;
        self.close();
        self.seen.untils.push(event);
        let app = self.unnamed("application", added.ty.clone(), at);
        let mut statements = vec![statement(at, StatementKind::Declare(app, added))];
        let number = event.map_or(own::WHILE, |c| f64::from(c.0));
        let number = Expr { at, ty: Type::Number, kind: ExprKind::Number(number) };
        statements.push(self.note(at, app, own::ENDS, number));
        if let Some(value) = condition {
            let from: std::rc::Rc<[Type]> = vec![Type::Class(param_class)].into();
            let ty = Type::Function(from, std::rc::Rc::new(Type::Bool));
            let b = TreeBuilder::new(value.at);
            // A branch, so that a condition which is null is a fault there.
            let ends = b.when(value, vec![b.give(Some(b.bool(true)))]);
            let body = Block { statements: vec![ends, b.give(Some(b.bool(false)))] };
            let lambda = Lambda { params: vec![param], body };
            let lambda = Expr { at, ty, kind: ExprKind::Lambda(lambda) };
            statements.push(self.note(at, app, own::ENDS_IF, lambda));
        }
        Some(statement(at, StatementKind::Block(Block { statements })))
    }

    /// Sets an attribute of an application.
    fn note(&mut self, at: NodeId, app: LocalId, index: u32, value: Expr) -> Statement {
        let app = self.read(at, app);
        let kind = ExprKind::Assign(Target::Attribute(Box::new(app), index), Box::new(value));
        statement(at, StatementKind::Expr(Expr { at, ty: Type::Void, kind }))
    }

    /// The event class that stands where something ends, if it is one.
    fn event_meant(&self, e: &tree::Expr) -> Option<ClassId> {
        use super::super::world::Definition;
        let definition = match &e.kind {
            tree::ExprKind::Name(name) if self.local(name).is_none() => {
                self.world.definition(self.module, name)?
            }
            tree::ExprKind::Member(alias, name) => {
                let tree::ExprKind::Name(alias) = &alias.kind else { return None };
                let Definition::Module(Some(m)) = self.world.definition(self.module, alias)? else {
                    return None;
                };
                self.world.scope(m).own.get(&name.text)?.definition
            }
            _ => return None,
        };
        match definition {
            Definition::Class(c) if self.world.kind(c) == ClassKind::Event => Some(c),
            _ => None,
        }
    }

    // ---- base ----

    /// `base.f(...)` in a modifier
    pub fn modifier_base_call(&mut self, at: NodeId, name: &Name, args: &'t [Argument]) -> Expr {
        let Some((base, member)) = self.base_of(at, name) else {
            self.skip_arguments(args);
            return error(at);
        };
        let Member::Function(root) = member else {
            self.skip_arguments(args);
            let problem = problem::called_attribute(self.span(name.id), &name.text);
            return self.error_expr(at, problem);
        };
        let values = self.function_arguments(at, root, args);
        self.next(at, base, values)
    }

    /// `base.power`
    pub fn base_attribute(&mut self, at: NodeId, name: &Name) -> Expr {
        if self.class.and_then(|c| self.world.holder_class(c)).is_none() {
            let problem = problem::no_base(self.span(at));
            return self.error_expr(at, problem);
        }
        let Some((base, member)) = self.base_of(at, name) else { return error(at) };
        if let Member::Function(_) = member {
            let problem = problem::not_called(self.span(name.id), &name.text, "a function");
            return self.error_expr(at, problem);
        }
        self.next(at, base, Vec::new())
    }

    fn base_of(&mut self, at: NodeId, name: &Name) -> Option<(Base, Member)> {
        let touched = self.base.map(|b| (b, &self.world.modifiers.touched[b.touched]));
        match touched {
            Some((base, t)) if t.name == name.text => Some((base, t.member)),
            other => {
                let own = other.map(|(_, t)| t.name.as_str());
                let problem = problem::base_elsewhere(self.span(at), &name.text, own);
                self.report(problem);
                None
            }
        }
    }

    fn next(&mut self, at: NodeId, base: Base, mut values: Vec<Option<Expr>>) -> Expr {
        let world = self.world;
        let t = &world.modifiers.touched[base.touched];
        let object = self.read(at, base.object);
        values.push(Some(self.read(at, base.chain)));
        values.push(Some(self.read(at, base.below)));
        let ty = world.game.functions[t.next.index()].returns.clone();
        Expr { at, ty, kind: ExprKind::CallMethod(Box::new(object), t.next, values) }
    }

    // ---- what ends with an object ----

    /// `remove x;`, where the object may have modifiers: they end with it.
    pub fn removing(&mut self, at: NodeId, object: Expr) -> Option<StatementKind> {
        let Type::Class(c) = object.ty else { return None };
        let world = self.world;
        if world.modifiers.all.is_empty() {
            return None;
        }
        if world.kind(c) == ClassKind::Modifier {
            return Some(StatementKind::Expr(self.ending(at, object)));
        }
        let strips: Vec<(ClassId, FunctionId)> = world
            .modifiers
            .families
            .iter()
            .filter(|f| world.is_sub(c, f.root) || world.is_sub(f.root, c))
            .map(|f| (f.root, f.strip))
            .collect();
        if strips.is_empty() {
            return None;
        }
        let local = self.unnamed("removed", object.ty.clone(), at);
        let mut statements = vec![statement(at, StatementKind::Declare(local, object))];
        for (root, strip) in strips {
            let value = self.read(at, local);
            let kind = ExprKind::IsClass(Box::new(value.clone()), root);
            let check = Expr { at, ty: Type::Bool, kind };
            let value = Expr { ty: Type::Class(root), ..value };
            let call = Expr { at, ty: Type::Void, kind: ExprKind::Call(strip, vec![Some(value)]) };
            let then = Block { statements: vec![statement(at, StatementKind::Expr(call))] };
            statements.push(statement(at, StatementKind::If(check, then, None)));
        }
        let value = self.read(at, local);
        statements.push(statement(at, StatementKind::Remove(value)));
        Some(StatementKind::Block(Block { statements }))
    }

    /// `m.name` and `m.holder` of an application.
    pub fn of_modifier(&self, at: NodeId, value: &Expr, name: &str) -> Option<Expr> {
        let Type::Class(c) = value.ty else { return None };
        let world = self.world;
        if world.kind(c) != ClassKind::Modifier || world.modifiers.all.is_empty() {
            return None;
        }
        match (name, world.holder_class(c)) {
            ("name", _) => {
                let kind = ExprKind::Call(world.modifiers.name, vec![Some(value.clone())]);
                Some(Expr { at, ty: Type::String, kind })
            }
            ("holder", Some(on)) => {
                let kind = ExprKind::Attribute(Box::new(value.clone()), own::HOLDER);
                Some(Expr { at, ty: Type::Class(on), kind })
            }
            _ => None,
        }
    }
}
