//! Constants: what each is, whatever the order in which they are written. It knows nothing of bodies; where a constant
//! is read, its value stands.

use super::consts::{const_type, fixed};
use super::problems as problem;
use super::scope::error;
use super::world::{In, World};
use crate::typed::{Const, Expr, Type};
use base::NodeId;
use language::tree;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Default)]
pub(super) struct Constants<'t> {
    pub declared: Vec<In<'t, tree::Constant>>,
    /// By number, once it is known; None where something is wrong, which was reported.
    values: RefCell<BTreeMap<usize, Option<Const>>>,
    read: RefCell<BTreeSet<usize>>,
    /// Whether some are being worked out.
    at_work: Cell<bool>,
    /// The one that was read and is not known yet.
    missing: Cell<Option<usize>>,
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

    fn worked_out(&self, i: usize) -> Option<Const> {
        let (module, tree) = self.constants.declared[i];
        let ty = self.resolve(module, &tree.ty);
        if !matches!(ty, Type::Error | Type::Number | Type::String | Type::Bool | Type::Enum(_)) {
            return self.refuse(problem::const_type(self.span(tree.ty.id), &self.name_of(&ty)));
        }
        // The values of options are worked out before anything else; see `options`.
        if self.option_values.len() < self.options.len()
            && let Err(at) = self.constant(module, &tree.value)
            && self.constants.missing.get().is_none()
        {
            return self.refuse(problem::option_constant(self.span(at)));
        }
        let why = format!("the constant `{}`", tree.name.text);
        let value = self.constant_of(module, &tree.value, &ty, &why)?;
        if value == Const::Null && tree.value.kind == tree::ExprKind::Null {
            let (want, found) = (self.name_of(&ty), self.name_of(&const_type(&value)));
            return self.refuse(problem::wrong_type(self.span(tree.value.id), &want, &found, &why));
        }
        (ty != Type::Error && value != Const::Null).then_some(value)
    }

    /// The value of a constant that is read at a place; None where it is not known yet, or wrong.
    pub(super) fn constant_read(&self, constant: usize, at: NodeId) -> Option<Const> {
        self.constants.read.borrow_mut().insert(constant);
        let known = || self.constants.values.borrow().get(&constant).cloned();
        if known().is_none() && !self.constants.at_work.get() {
            self.work_out(constant);
        }
        let Some(value) = known() else {
            self.constants.missing.set(self.constants.missing.take().or(Some(constant)));
            return None;
        };
        if value.is_none() {
            self.wrong_options.borrow_mut().push(at);
        }
        value
    }

    /// What stands where a constant is read.
    pub(super) fn constant_expr(&self, at: NodeId, constant: usize) -> Expr {
        self.constant_read(constant, at).map_or_else(|| error(at), |value| fixed(at, value))
    }
}
