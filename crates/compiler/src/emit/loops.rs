//! List operations that take a function, as loops that count, add up, find or collect.

use super::conditions::is_content;
use super::function::FunctionBuilder;
use super::lambdas::Func;
use crate::typed::{Expr, Type};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::word;
use language::catalogue::Builtin as B;

/// Which number is looked for.
#[derive(Clone, Copy)]
pub(super) struct Best {
    /// The smallest, otherwise the largest.
    pub smallest: bool,
    /// Gives the element that has it instead of the number.
    pub element: bool,
}

impl FunctionBuilder<'_, '_> {
    pub(super) fn count(&mut self, at: NodeId, list: &Expr, f: Option<&Expr>, d: Reg) {
        let n = self.register();
        self.constant(at, n, word::number(0.0));
        let f = f.map(|f| self.func(f));
        self.each(list, &mut |c, x, next| {
            if let Some(f) = f {
                c.test(at, f, &[x], next, false);
            }
            c.emit(at, Op::AddSmall { d: n, a: n, k: 1 });
        });
        self.copy(at, d, n);
    }

    pub(super) fn sum(&mut self, at: NodeId, list: &Expr, f: Option<&Expr>, d: Reg) {
        let n = self.register();
        self.constant(at, n, word::number(0.0));
        let f = f.map(|f| self.func(f));
        self.each(list, &mut |c, x, _| {
            let b = c.applied(at, f, x);
            c.emit(at, Op::Add { d: n, a: n, b });
        });
        self.copy(at, d, n);
    }

    /// The element, or what the function gives for it.
    pub(super) fn applied(&mut self, at: NodeId, f: Option<Func<'_>>, x: Reg) -> Reg {
        let Some(f) = f else { return x };
        let d = self.register();
        self.apply(at, f, &[x], d);
        d
    }

    /// The first or last element for which the function holds.
    pub(super) fn end_element(&mut self, at: NodeId, last: bool, list: &Expr, f: Option<&Expr>, d: Reg) {
        let (found, end) = (self.register(), self.label());
        self.emit(at, Op::Null { d: found });
        let f = f.map(|f| self.func(f));
        self.each(list, &mut |c, x, next| {
            if let Some(f) = f {
                c.test(at, f, &[x], next, false);
            }
            c.copy(at, found, x);
            if !last {
                c.jump(at, end);
            }
        });
        self.place(end);
        self.copy(at, d, found);
    }

    /// The smallest or largest number, or the element that has it.
    pub(super) fn best(&mut self, at: NodeId, which: Best, list: &Expr, f: Option<&Expr>, d: Reg) {
        let (found, best, seen) = (self.register(), self.register(), self.register());
        self.emit(at, Op::Null { d: found });
        self.integer(at, seen, 0);
        let f = f.map(|f| self.func(f));
        let Best { smallest, element } = which;
        self.each(list, &mut |c, x, next| {
            let key = c.applied(at, f, x);
            let take = c.label();
            c.branch_register(at, seen, take, false);
            let (a, b) = if smallest { (key, best) } else { (best, key) };
            c.jump_by(at, Op::JumpNotLess { a, b, by: 0 }, next);
            c.place(take);
            // Fails on null, also for the first.
            c.emit(at, Op::AddSmall { d: best, a: key, k: 0 });
            c.copy(at, found, if element { x } else { key });
            c.integer(at, seen, 1);
        });
        self.copy(at, d, found);
    }

    pub(super) fn contains(&mut self, at: NodeId, list: &Expr, x: &Expr, d: Reg) {
        let (found, wanted, end) = (self.register(), self.register(), self.label());
        self.value_to(x, wanted);
        self.integer(at, found, 1);
        let (text, content) = (x.ty == Type::String, is_content(&x.ty, &x.ty));
        self.each(list, &mut |c, element, _| {
            let (a, b) = (element, wanted);
            if content {
                let d = c.register();
                c.emit(at, Op::EqualContent { d, a, b });
                return c.branch_register(at, d, end, true);
            }
            let op = if text { Op::JumpEqualText { a, b, by: 0 } } else { Op::JumpEqual { a, b, by: 0 } };
            c.jump_by(at, op, end);
        });
        self.integer(at, found, 0);
        self.place(end);
        self.copy(at, d, found);
    }

    pub(super) fn fold(&mut self, at: NodeId, list: &Expr, start: &Expr, f: Option<&Expr>, d: Reg) {
        let total = self.register();
        self.value_to(start, total);
        let Some(f) = f else { return self.emit(at, Op::Impossible) };
        let f = self.func(f);
        self.each(list, &mut |c, x, _| {
            let r = c.register();
            c.apply(at, f, &[total, x], r);
            c.copy(at, total, r);
        });
        self.copy(at, d, total);
    }

    /// `map`, `flatMap` and `fold` with a function that does something. It is applied to what was in the list before.
    pub(super) fn applied_to_each(&mut self, e: &Expr, id: B, args: &[Option<Expr>], d: Reg) {
        let (Some(Some(list)), Some(Some(f))) = (args.first(), args.last()) else {
            return self.emit(e.at, Op::Impossible);
        };
        let (at, base, result) = (e.at, self.registers(3), self.register());
        if self.is_stream(list) {
            self.materialise(list, base);
        } else {
            self.value_to(list, base);
            let info = 1 | (self.e.element_kind(&list.ty) as u16) << 8;
            self.emit(list.at, Op::Builtin { base, id: B::ListCopy, info });
        }
        let kind = self.e.element_kind(&e.ty) as u16;
        match (id, args) {
            (B::ListFold, [_, Some(start), _]) => self.value_to(start, result),
            _ => self.emit(at, Op::NewList { d: result, base: 0, n: kind << 14 }),
        }
        let f = self.func(f);
        self.elements(at, base, &mut |c, x, _| {
            let window = c.registers(2);
            c.copy(at, window, result);
            match id {
                B::ListFold => {
                    c.apply(at, f, &[result, x], window);
                    c.copy(at, result, window);
                }
                B::ListMap => {
                    c.apply(at, f, &[x], window);
                    c.emit(at, Op::ListPush { list: result, s: window });
                }
                _ => {
                    c.apply(at, f, &[x], window + 1);
                    c.emit(at, Op::Builtin { base: window, id: B::ListAppend, info: 2 | kind << 8 });
                }
            }
        });
        self.copy(at, d, result);
    }

    pub(super) fn zip(&mut self, e: &Expr, list: &Expr, other: &Expr, f: Option<&Expr>, d: Reg) {
        let at = e.at;
        let Some(f) = f else { return self.emit(at, Op::Impossible) };
        let made = self.empty_list(at, self.e.element_kind(&e.ty));
        let (second, i) = (self.register(), self.register());
        self.value_to(other, second);
        self.constant(at, i, word::number(0.0));
        let (f, end) = (self.func(f), self.label());
        self.each(list, &mut |c, x, _| {
            let (y, n, r) = (c.register(), c.register(), c.register());
            c.emit(other.at, Op::ListLength { d: n, list: second });
            c.jump_by(at, Op::JumpNotLess { a: i, b: n, by: 0 }, end);
            c.emit(at, Op::ListGet { d: y, list: second, index: i });
            c.apply(at, f, &[x, y], r);
            c.emit(at, Op::ListPush { list: made, s: r });
            c.emit(at, Op::AddSmall { d: i, a: i, k: 1 });
        });
        self.place(end);
        self.copy(at, d, made);
    }

    /// The list and a list of its keys, in `base` and the register behind it.
    pub(super) fn keys(&mut self, at: NodeId, list: &Expr, key: &Expr, base: Reg) -> Type {
        let result = match &key.ty {
            Type::Function(_, result) | Type::Act(_, result) => (**result).clone(),
            _ => Type::Number,
        };
        self.value_to(list, base);
        let kind = self.e.kind(&result);
        self.emit(at, Op::NewList { d: base + 1, base: 0, n: (kind as u16) << 14 });
        let f = self.func(key);
        let triple = self.registers(3);
        self.copy(at, triple, base);
        self.elements(at, triple, &mut |c, x, _| {
            let r = c.register();
            c.apply(at, f, &[x], r);
            c.emit(at, Op::ListPush { list: base + 1, s: r });
        });
        result
    }

    pub(super) fn sort_by(&mut self, at: NodeId, list: &Expr, key: &Expr, d: Reg) {
        let base = self.registers(2);
        let how: u16 = match self.keys(at, list, key, base) {
            Type::String => 1,
            Type::Enum(_) => 2,
            _ => 0,
        };
        self.emit(at, Op::Builtin { base, id: B::ListSortBy, info: 2 | how << 8 });
        self.copy(at, d, base);
    }

    pub(super) fn group_by(&mut self, e: &Expr, list: &Expr, key: &Expr, d: Reg) {
        let base = self.registers(3);
        let ty = self.keys(e.at, list, key, base);
        let kind = self.e.key_kind(&ty);
        self.integer(e.at, base + 2, i64::from(kind));
        let elements = self.e.element_kind(&list.ty) as u16;
        self.emit(e.at, Op::Builtin { base, id: B::ListGroupBy, info: 3 | elements << 8 });
        self.copy(e.at, d, base);
    }
}
