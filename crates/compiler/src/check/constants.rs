//! Constants: what each is, whatever the order in which they are written. Where one is read that follows from numbers,
//! texts, cases and their operators, its value stands; the others are worked out by the machine, once the program is
//! made. It knows nothing of bodies.

use super::consts::{const_type, fixed};
use super::problems as problem;
use super::scope::error;
use super::world::{In, World};
use crate::typed::{ClassId, ClassKind, Const, ConstId, Expr, ExprKind, Type};
use base::NodeId;
use language::tree;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Constants<'t> {
    pub declared: Vec<In<'t, tree::Constant>>,
    /// By number, once it is known; None where something is wrong, which was reported.
    values: RefCell<BTreeMap<usize, Option<Known>>>,
    read: RefCell<BTreeSet<usize>>,
    /// Whether some are being worked out.
    at_work: Cell<bool>,
    /// The one that was read and is not known yet.
    missing: Cell<Option<usize>>,
}

/// What is known of a constant.
#[derive(Clone)]
enum Known {
    Value(Const),
    /// Of that type, and worked out by the machine.
    Made(Type),
}

impl Constants<'_> {
    pub(super) fn is_read(&self, constant: usize) -> bool {
        self.read.borrow().contains(&constant)
    }
}

impl World<'_> {
    pub(super) fn declare_constants(&self) {
        for i in 0..self.constants.declared.len() {
            self.work_out(i);
        }
    }

    /// Works one out, those that it reads first, and these without recursion: chains may be long.
    fn work_out(&self, constant: usize) {
        let known = |i: &usize| self.constants.values.borrow().contains_key(i);
        let keep = |i: usize, value| drop(self.constants.values.borrow_mut().insert(i, value));
        let mut open = vec![constant];
        while let Some(i) = open.last().copied() {
            if known(&i) {
                open.pop();
                continue;
            }
            self.constants.missing.set(None);
            self.constants.at_work.set(true);
            let before = self.problem_count();
            let value = self.worked_out(i);
            self.constants.at_work.set(false);
            match self.constants.missing.take() {
                Some(other) if open.contains(&other) => {
                    self.forget_problems(before);
                    let from = open.iter().position(|o| *o == other).unwrap_or(0);
                    self.report_constants_circle(&open[from..]);
                    open.drain(from..).for_each(|i| keep(i, None));
                }
                Some(other) => {
                    self.forget_problems(before);
                    open.push(other);
                }
                None => {
                    keep(i, value);
                    open.pop();
                }
            }
        }
    }

    fn report_constants_circle(&self, circle: &[usize]) {
        let name = |i: &usize| &self.constants.declared[*i].1.name;
        let names: Vec<String> = circle.iter().map(|i| format!("`{}`", name(i).text)).collect();
        if let Some(first) = circle.iter().min() {
            self.report(problem::const_circle(self.span(name(first).id), &names.join(", ")));
        }
    }

    fn worked_out(&self, i: usize) -> Option<Known> {
        let (module, tree) = self.constants.declared[i];
        let ty = self.resolve(module, &tree.ty);
        if !self.can_be_constant(&ty, false) {
            return self.refuse(problem::const_type(self.span(tree.ty.id), &self.name_of(&ty)));
        }
        let is_value = matches!(ty, Type::Error | Type::Number | Type::String | Type::Bool | Type::Enum(_));
        let found = if is_value { self.constant(module, &tree.value) } else { Err(tree.value.id) };
        if let Err(at) = found
            && tree.value.kind != tree::ExprKind::Missing
        {
            if self.constants.missing.get().is_some() || self.wrong_options.borrow().contains(&at) {
                return None;
            }
            // The values of options are worked out before anything else; see `options`.
            if self.option_values.len() < self.options.len() {
                return self.refuse(problem::option_constant(self.span(at)));
            }
            return (ty != Type::Error).then_some(Known::Made(ty));
        }
        let why = format!("the constant `{}`", tree.name.text);
        let value = self.constant_of(module, &tree.value, &ty, &why)?;
        if value == Const::Null && tree.value.kind == tree::ExprKind::Null {
            let (want, found) = (self.name_of(&ty), self.name_of(&const_type(&value)));
            return self.refuse(problem::wrong_type(self.span(tree.value.id), &want, &found, &why));
        }
        (ty != Type::Error && value != Const::Null).then_some(Known::Value(value))
    }

    /// Whether values of a type never change; of an attribute of a `const class`, function values do not either.
    pub(super) fn can_be_constant(&self, ty: &Type, is_attribute: bool) -> bool {
        match ty {
            Type::Error | Type::Number | Type::String | Type::Bool | Type::Enum(_) => true,
            // Options may be looked at before there are classes.
            Type::Class(c) => self.game.classes.get(c.index()).is_none_or(|c| c.kind == ClassKind::Const),
            Type::List(of) | Type::Stack(of) | Type::Set(of) => self.can_be_constant(of, is_attribute),
            Type::Table(key, of) => {
                key.as_ref().is_none_or(|key| self.can_be_constant(key, false))
                    && self.can_be_constant(of, is_attribute)
            }
            Type::Function(..) | Type::Act(..) => is_attribute,
            _ => false,
        }
    }

    /// The type of a constant that the machine works out.
    pub(super) fn made_constant(&self, constant: usize) -> Option<Type> {
        match self.constants.values.borrow().get(&constant)? {
            Some(Known::Made(ty)) => Some(ty.clone()),
            _ => None,
        }
    }

    /// The list of the constants that are declared as objects of a class.
    pub(super) fn all_constants(&self, class: ClassId) -> ExprKind {
        for i in 0..self.constants.declared.len() {
            let may_be = |c| self.is_sub(c, class) || self.is_sub(class, c);
            if matches!(self.made_constant(i), Some(Type::Class(c)) if may_be(c)) {
                self.constants.read.borrow_mut().insert(i);
            }
        }
        ExprKind::AllConstants(class)
    }

    /// Whether a list or table is known to be one of a constant.
    pub(super) fn is_of_constant(&self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Constant(_) | ExprKind::AllConstants(_) => true,
            ExprKind::Attribute(object, _) => {
                matches!(object.ty, Type::Class(c) if self.kind(c) == ClassKind::Const)
            }
            ExprKind::Index(of, _) | ExprKind::Lookup(of, _) => self.is_of_constant(of),
            _ => false,
        }
    }

    /// Reports what a `const class` cannot have.
    pub(super) fn check_const_class(&self, class: &tree::Class) {
        let actions = class.actions.iter().map(|a| match a.is_after {
            true => (a.id, "`after` blocks"),
            false => (a.name.id, "actions"),
        });
        let befores = class.befores.iter().map(|b| (b.id, "`before` blocks"));
        let derived =
            class.attributes.iter().filter(|a| a.derived).map(|a| (a.name.id, "derived attributes"));
        let known = class.attributes.iter().filter(|a| a.disclosure.is_some() && !a.derived);
        let secret = known.map(|a| (a.name.id, "secret attributes"));
        let grants = class.grants.iter().map(|g| (g.id, "modifiers"));
        for (at, what) in actions.chain(befores).chain(derived).chain(secret).chain(grants) {
            self.report(problem::const_member(self.span(at), what));
        }
    }

    /// The value of a constant that is read at a place; None where it is not known yet, or wrong.
    pub(super) fn constant_read(&self, constant: usize, at: NodeId) -> Option<Const> {
        self.constants.read.borrow_mut().insert(constant);
        let known = || self.constants.values.borrow().get(&constant).cloned();
        if known().is_none() && !self.constants.at_work.get() {
            self.work_out(constant);
        }
        match known() {
            None => {
                self.constants.missing.set(self.constants.missing.take().or(Some(constant)));
                None
            }
            Some(None) => {
                self.wrong_options.borrow_mut().push(at);
                None
            }
            Some(Some(Known::Made(_))) => None,
            Some(Some(Known::Value(value))) => Some(value),
        }
    }

    /// What stands where a constant is read.
    pub(super) fn constant_expr(&self, at: NodeId, constant: usize) -> Expr {
        let value = self.constant_read(constant, at);
        match (value, self.made_constant(constant)) {
            (Some(value), _) => fixed(at, value),
            (None, Some(ty)) => Expr { at, ty, kind: ExprKind::Constant(ConstId(constant as u32)) },
            (None, None) => error(at),
        }
    }
}
