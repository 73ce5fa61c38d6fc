//! Calls, and inlining of short functions.

use super::function::{FunctionBuilder, Returning, Scope};
use crate::typed::{
    ActionId, Block, Body, ClassId, Expr, ExprKind, Function, FunctionId, LocalId, StatementKind, Type,
};
use base::NodeId;
use bytecode::Op;
use bytecode::op::Reg;
use bytecode::word;

/// How deep functions are inlined into one another.
const MAX_DEPTH: u32 = 6;

/// In functions of more instructions, calls within inlined code are not inlined.
const MAX_LENGTH: usize = 1 << 15;

/// A call of a function or of a method of an object.
#[derive(Clone, Copy)]
pub(super) struct Called<'t> {
    f: FunctionId,
    object: Option<&'t Expr>,
    args: &'t [Option<Expr>],
    /// Just this function runs, whatever subclasses replace.
    exactly: bool,
}

impl<'t> Called<'t> {
    pub(super) fn of(e: &'t Expr) -> Option<Called<'t>> {
        match &e.kind {
            ExprKind::Call(f, args) => Some(Called { f: *f, object: None, args, exactly: false }),
            ExprKind::CallMethod(o, f, args) => Some(Called { f: *f, object: Some(o), args, exactly: false }),
            _ => None,
        }
    }
}

impl<'g> FunctionBuilder<'_, 'g> {
    /// The whole code of a function: `this` if it is a method, then the parameters.
    pub(super) fn whole_function(&mut self, f: &'g Function) {
        self.open(&f.body);
        let this = u16::from(f.class.is_some());
        for (i, p) in f.params.iter().enumerate() {
            self.bind(p.local, this + i as Reg);
        }
        self.block(&f.body.block);
        self.give_null(f.at);
    }

    /// The whole code of a body without parameters.
    pub(super) fn whole_body(&mut self, body: &'g Body) {
        self.open(body);
        self.block(&body.block);
        self.give_null(NodeId(0));
    }

    /// What follows runs once: functions are called there and not inlined, which would take longer than it spares.
    pub(super) fn runs_once(&mut self) {
        self.scope.depth = MAX_DEPTH;
    }

    /// `setup`, and what is looked at after it.
    pub(super) fn setup(&mut self, body: &'g Body) {
        self.open(body);
        let end = self.label();
        self.scope.returning = Returning::Ensure(end);
        self.block(&body.block);
        self.place(end);
        self.expire_modifiers(NodeId(0));
        // Where somebody was asked, it goes on as an effect does.
        let done = self.register();
        self.constant(NodeId(0), done, word::TRUE);
        self.emit(NodeId(0), Op::Return { s: done });
    }

    /// Takes modifiers off whose condition has come true.
    pub(super) fn expire_modifiers(&mut self, at: NodeId) {
        if let Some(expire) = self.e.core.expire_modifiers {
            let (mark, base) = (self.mark(), self.register());
            self.call_at(at, base, expire);
            self.release(mark);
        }
    }

    /// Calls a function; None if it can be inlined instead (see [`FunctionBuilder::with_inlined`]).
    pub(super) fn call(&mut self, at: NodeId, called: Called<'_>) -> Option<Reg> {
        let called = self.resolved(called);
        if self.inlinable(called).is_some() {
            return None;
        }
        let Called { f, object, args, .. } = called;
        let method = object.is_some();
        let base = self.registers(args.len() + usize::from(method));
        let base = if args.is_empty() && !method { self.register() } else { base };
        if let Some(o) = object {
            self.value_to(o, base);
        }
        self.arguments(at, f, args, base + Reg::from(method), base);
        if method && self.e.overridden[f.index()] && !called.exactly {
            let slot = self.e.slots[&f];
            let is_tile = object.is_some_and(|o| matches!(o.ty, Type::Class(class) if self.e.is_tile(class)));
            let op = if is_tile { Op::CallTileMethod { base, slot } } else { Op::CallMethod { base, slot } };
            self.emit(object.map_or(at, |o| o.at), op);
        } else {
            // Neither the object whose code runs nor one that there is once for all is null.
            match object.map(|o| (o.at, &o.kind)) {
                None | Some((_, ExprKind::This | ExprKind::Global(_))) => {}
                // Not the copy, since the variable may be looked at again.
                Some((at, ExprKind::Local(local))) => {
                    let variable = self.local(*local);
                    self.check_object(at, variable);
                }
                Some((at, _)) => self.check_object(at, base),
            }
            self.call_at(at, base, f);
        }
        self.release(u32::from(base) + 1);
        Some(base)
    }

    /// A method of null is a fault, also where the method needs no object to be found.
    pub(super) fn check_object(&mut self, at: NodeId, object: Reg) {
        let (mark, d) = (self.mark(), self.register());
        self.note_check();
        self.emit(at, Op::GetField { d, object, field: 0 });
        self.release(mark);
    }

    /// Evaluates arguments into registers from `first` on; defaults see `this` in `this` and earlier parameters.
    fn arguments(&mut self, at: NodeId, f: FunctionId, args: &[Option<Expr>], first: Reg, this: Reg) {
        let game = self.e.game;
        let function = &game.functions[f.index()];
        for (i, p) in function.params.iter().enumerate() {
            let d = first + i as Reg;
            match (args.get(i).and_then(Option::as_ref), &p.default) {
                (Some(e), _) => self.value_to(e, d),
                (None, Some(_)) => self.default(f, i, (first, this), d),
                (None, None) => self.emit(at, Op::Null { d }),
            }
        }
    }

    /// The default of parameter number `i`.
    fn default(&mut self, f: FunctionId, i: usize, (first, this): (Reg, Reg), d: Reg) {
        let function = &self.e.game.functions[f.index()];
        let (earlier, Some(default)) = (&function.params[..i], &function.params[i].default) else { return };
        let saved = self.enter(this);
        self.open(&self.e.game.functions[f.index()].body);
        for (i, p) in earlier.iter().enumerate() {
            self.bind(p.local, first + i as Reg);
        }
        self.value_to(default, d);
        self.scope = saved;
    }

    /// A new scope for code of another body; gives the old one, to be put back.
    fn enter(&mut self, this: Reg) -> Scope<'g> {
        let scope = Scope::of(this, self.scope.depth + 1);
        std::mem::replace(&mut self.scope, scope)
    }

    pub(super) fn call_base(&mut self, at: NodeId, f: FunctionId, args: &[Option<Expr>]) -> Reg {
        let base = self.registers(args.len() + 1);
        let this = self.scope.this;
        self.copy(at, base, this);
        self.arguments(at, f, args, base + 1, base);
        self.call_at(at, base, f);
        self.release(u32::from(base) + 1);
        base
    }

    /// Calls a function whose arguments stand in registers from `base` on.
    pub(super) fn call_at(&mut self, at: NodeId, base: Reg, f: FunctionId) {
        let function = self.e.functions[f.index()];
        self.emit(at, Op::Call { base, function });
    }

    pub(super) fn call_value(&mut self, at: NodeId, f: &Expr, args: &[Expr]) -> Reg {
        let base = self.registers(args.len() + 1);
        self.value_to(f, base);
        for (i, a) in args.iter().enumerate() {
            self.value_to(a, base + 1 + i as Reg);
        }
        self.emit(at, Op::CallValue { base, n: args.len() as u16 });
        self.release(u32::from(base) + 1);
        base
    }

    pub(super) fn call_action(&mut self, at: NodeId, o: &Expr, a: ActionId, args: &[Option<Expr>]) -> Reg {
        // Whether an input was given stands in a register before each: null is a value of an optional one.
        let base = self.registers(1 + 2 * args.len());
        self.value_to(o, base);
        for (i, arg) in args.iter().enumerate() {
            let d = base + 1 + 2 * i as Reg;
            self.integer(at, d, i64::from(arg.is_some()));
            self.optional_to(at, arg.as_ref(), d + 1);
        }
        self.check_object(o.at, base);
        let (class, end) = (self.register(), self.label());
        for (of, own) in self.e.game.overriding(a) {
            let (number, next) = (self.e.class(of), self.label());
            self.emit(at, Op::IsClass { d: class, object: base, class: number });
            self.branch_register(at, class, next, false);
            let function = self.e.caller(own);
            self.emit(at, Op::Call { base, function });
            self.jump(at, end);
            self.place(next);
        }
        let function = self.e.caller(a);
        self.emit(at, Op::Call { base, function });
        self.place(end);
        self.release(u32::from(base) + 1);
        base
    }

    /// The class that an object is known to be of.
    fn class_of(&self, object: &Expr) -> Option<ClassId> {
        match (&object.kind, &object.ty) {
            (ExprKind::This, Type::Class(class)) => Some(self.scope.this_class.unwrap_or(*class)),
            (_, Type::Class(class)) => Some(*class),
            _ => None,
        }
    }

    /// The call with what it runs, where that is the same for all objects that there may be.
    fn resolved<'t>(&mut self, called: Called<'t>) -> Called<'t> {
        // What stands for arguments that are left out is that of the first declaration.
        let given = called.args.iter().flatten().count();
        if !self.e.overridden[called.f.index()]
            || given < self.e.game.functions[called.f.index()].params.len()
        {
            return called;
        }
        let class = called.object.and_then(|o| self.class_of(o));
        match class.and_then(|class| self.e.runs(called.f, class)) {
            Some(f) => Called { f, exactly: true, ..called },
            None => called,
        }
    }

    // -- inlining --

    /// The one expression that a short function returns, if it can be inlined.
    fn inlinable(&self, Called { f, args, exactly, .. }: Called<'_>) -> Option<&'g Expr> {
        let function = &self.e.game.functions[f.index()];
        if self.e.overridden[f.index()] && !exactly
            || self.scope.depth >= MAX_DEPTH
            || function.effects.makes_choices
        {
            return None;
        }
        // Each call of a recursive function takes one frame, however it is called.
        if self.e.recursive.contains(f) {
            return None;
        }
        // Code that is inlined into inlined code grows exponentially.
        if self.scope.depth > 0 && self.here() > MAX_LENGTH {
            return None;
        }
        // All arguments must be given, and none be a function value, which would have to be made before.
        let plain = |a: &Option<Expr>| a.as_ref().is_some_and(|e| !matches!(e.kind, ExprKind::Lambda(_)));
        if args.len() != function.params.len() || !args.iter().all(plain) {
            return None;
        }
        only_return(&function.body.block)
    }

    /// Runs `build` on the expression of a short function, in a scope in which its parameters are bound; false where
    /// the function is not inlined.
    pub(super) fn with_inlined(
        &mut self,
        called: Called<'_>,
        build: impl FnOnce(&mut Self, &'g Expr),
    ) -> bool {
        let called = self.resolved(called);
        let Some(body) = self.inlinable(called) else { return false };
        let Called { f, object, args, .. } = called;
        let mark = self.mark();
        let game = self.e.game;
        let this_class = object.and_then(|o| self.class_of(o));
        let this = match object {
            Some(o) => {
                let this = self.value(o);
                if !matches!(o.kind, ExprKind::This | ExprKind::Global(_)) {
                    self.check_object(o.at, this);
                }
                this
            }
            None => self.scope.this,
        };
        let bound: Vec<Reg> = args.iter().flatten().map(|a| self.value(a)).collect();
        let saved = self.enter(this);
        self.scope.this_class = this_class;
        self.open(&game.functions[f.index()].body);
        for (p, r) in game.functions[f.index()].params.iter().zip(bound) {
            self.bind(p.local, r);
        }
        build(self, body);
        self.scope = saved;
        self.release(mark);
        true
    }

    /// Inlines a body that sees `this`, its value going to `d`.
    pub(super) fn inline_body(&mut self, at: NodeId, body: &'g Body, this: Reg, d: Reg) {
        let saved = self.enter(this);
        self.open(body);
        self.inline_block(at, &body.block, d);
        self.scope = saved;
    }

    /// Inlines a block of the same body that returns a value, which goes to `d`.
    pub(super) fn inline_block(&mut self, at: NodeId, block: &Block, d: Reg) {
        if let Some(e) = only_return(block) {
            return self.value_to(e, d);
        }
        let end = self.label();
        let returning = std::mem::replace(&mut self.scope.returning, Returning::Inlined { result: d, end });
        let loops = std::mem::take(&mut self.scope.loops);
        self.emit(at, Op::Null { d });
        self.block(block);
        self.place(end);
        self.scope.returning = returning;
        self.scope.loops = loops;
    }

    /// Binds the parameters of a function value that is inlined.
    pub(super) fn bind_all(&mut self, params: &[LocalId], registers: &[Reg]) {
        for (p, r) in params.iter().zip(registers) {
            self.bind(*p, *r);
        }
    }
}

/// The expression of a block that does nothing but return one.
pub(super) fn only_return(block: &Block) -> Option<&Expr> {
    match block.statements.as_slice() {
        [only] => match &only.kind {
            StatementKind::Return(Some(e)) => Some(e),
            _ => None,
        },
        _ => None,
    }
}
