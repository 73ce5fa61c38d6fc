//! Functions that builtins take: inlined where they are applied, or made values. It knows no builtin.

use super::actions::{EVENT, INPUTS, THIS};
use super::function::{FunctionBuilder, Label, Returning};
use super::size::TooLarge;
use crate::typed::visit::{Each, Visit};
use crate::typed::{Expr, ExprKind, Lambda, LocalId};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use language::limits::MAX_INPUTS;
use std::collections::BTreeSet;

/// A function that a builtin takes.
#[derive(Clone, Copy)]
pub(super) enum Func<'t> {
    Literal(&'t Lambda),
    Value(Reg),
}

impl FunctionBuilder<'_, '_> {
    /// The function that a builtin takes: kept as it is written, or evaluated once.
    pub(super) fn func<'t>(&mut self, e: &'t Expr) -> Func<'t> {
        match &e.kind {
            ExprKind::Lambda(l) => Func::Literal(l),
            _ => {
                let d = self.register();
                self.value_to(e, d);
                Func::Value(d)
            }
        }
    }

    /// Applies it, the result going to `d`.
    pub(super) fn apply(&mut self, at: NodeId, f: Func<'_>, args: &[Reg], d: Reg) {
        let mark = self.mark();
        match f {
            Func::Literal(l) => {
                self.bind_all(&l.params, args);
                self.inline_block(at, &l.body, d);
            }
            Func::Value(f) => {
                let base = self.registers(1 + args.len());
                self.copy(at, base, f);
                for (i, a) in args.iter().enumerate() {
                    self.copy(at, base + 1 + i as Reg, *a);
                }
                self.emit(at, Op::CallValue { base, n: args.len() as u16 });
                self.copy(at, d, base);
            }
        }
        self.release(mark);
    }

    /// Jumps to the label if it gives `when`.
    pub(super) fn test(&mut self, at: NodeId, f: Func<'_>, args: &[Reg], label: Label, when: bool) {
        let mark = self.mark();
        match f {
            Func::Literal(l) => {
                self.bind_all(&l.params, args);
                self.branch_block(at, &l.body, label, when);
            }
            Func::Value(_) => {
                let c = self.register();
                self.apply(at, f, args, c);
                self.branch_register(at, c, label, when);
            }
        }
        self.release(mark);
    }
}

impl<'g> FunctionBuilder<'_, 'g> {
    /// Makes a function value: a function whose first parameters are what it captures.
    pub(super) fn closure(&mut self, at: NodeId, l: &Lambda, d: Reg) {
        let captured = self.captured(l);
        if l.params.len() > MAX_INPUTS {
            return self.give_up(TooLarge::Registers);
        }
        if captured.len() > 15 {
            return self.give_up(TooLarge::Captures);
        }
        let base = self.registers(captured.len().max(1));
        let mut kinds = 0_u64;
        for (i, (_, s, kind)) in captured.iter().enumerate() {
            self.copy(at, base + i as Reg, *s);
            kinds |= *kind << (2 * i);
        }
        let function = self.captured_function(at, l, &captured);
        let constant = self.e.constant(kinds);
        match u16::try_from(function) {
            Ok(function) if constant < 1 << 12 => {
                let info = (captured.len() as u16) << 12 | constant as u16;
                self.emit(at, Op::Closure { base, function, info });
            }
            _ => self.give_up(TooLarge::FunctionValue),
        }
        self.copy(at, d, base);
    }

    /// `do { ... } by p;` of a test: a function of an action's window, which takes what the block sees of the test.
    pub(super) fn do_block(&mut self, at: NodeId, effect: &Lambda, by: Option<&Expr>) {
        let captured = self.captured(effect);
        let base = self.registers(3 + captured.len());
        self.optional_to(at, by, base);
        self.emit(at, Op::Null { d: base + 1 });
        self.emit(at, Op::Null { d: base + 2 });
        for (r, (_, s, _)) in (base + 3..).zip(&captured) {
            self.copy(at, r, *s);
        }
        let n = 2 + captured.len() as u16;
        let function = self.e.reserve("do", at, n);
        let types = self.scope.types;
        self.e.fill(function, |c| {
            c.open_locals(types);
            (c.scope.this, c.scope.event) = (THIS, EVENT);
            for (r, (what, ..)) in (INPUTS..).zip(&captured) {
                if let Captured::Local(local) = what {
                    c.bind(*local, r);
                }
            }
            let end = c.label();
            c.scope.returning = Returning::Ensure(end);
            c.block(&effect.body);
            c.place(end);
            c.expire_modifiers(at);
            c.give_whether(at, |_, _| {});
        });
        self.emit(at, Op::Do { base, function });
    }

    /// What a function value captures, the register of each and what its word may point to.
    fn captured(&self, l: &Lambda) -> Vec<(Captured, Reg, u64)> {
        let (used, scope) = (Used::of(l), &self.scope);
        let mut captured = Vec::new();
        captured.extend(used.this.then_some((Captured::This, scope.this, 2)));
        captured.extend(used.event.then_some((Captured::Event, scope.event, 2)));
        captured.extend(used.locals.iter().filter_map(|l| {
            let register = scope.locals.get(l.index()).filter(|r| **r != Reg::MAX)?;
            let kind = scope.types.get(l.index()).map_or(0, |x| self.e.kind(&x.ty) as u64);
            Some((Captured::Local(*l), *register, kind))
        }));
        captured
    }

    fn captured_function(&mut self, at: NodeId, l: &Lambda, captured: &[(Captured, Reg, u64)]) -> u32 {
        let params = captured.len() + l.params.len();
        let function = self.e.reserve("function value", at, params as u16);
        let types = self.scope.types;
        self.e.fill(function, |c| {
            c.open_locals(types);
            for (r, (what, ..)) in (0..).zip(captured) {
                match what {
                    Captured::This => c.scope.this = r,
                    Captured::Event => c.scope.event = r,
                    Captured::Local(local) => c.bind(*local, r),
                }
            }
            for (r, p) in (captured.len() as Reg..).zip(&l.params) {
                c.bind(*p, r);
            }
            c.block(&l.body);
            c.give_null(at);
        });
        function
    }
}

#[derive(Clone, Copy)]
enum Captured {
    This,
    Event,
    Local(LocalId),
}

/// What a function value takes from around it.
struct Used {
    locals: BTreeSet<LocalId>,
    this: bool,
    event: bool,
}

impl Used {
    fn of(l: &Lambda) -> Used {
        let mut used = Used { locals: BTreeSet::new(), this: false, event: false };
        Each(|e: &Expr| match &e.kind {
            ExprKind::Local(id) => {
                used.locals.insert(*id);
            }
            ExprKind::This | ExprKind::CallBase(..) => used.this = true,
            ExprKind::Event => used.event = true,
            _ => {}
        })
        .block(&l.body);
        for p in &l.params {
            used.locals.remove(p);
        }
        used
    }
}
