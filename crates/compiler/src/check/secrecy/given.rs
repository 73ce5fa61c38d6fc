//! What a body gives its variables and what it calls, whatever that is: assignments, loops, what is put into lists and
//! objects, parameters. It does not know what is hidden.

use crate::typed::visit::{Parts, Visit};
use crate::typed::{
    Authored, Block, Expr, ExprKind, FunctionId, LocalId, Statement, StatementKind, Target, Type,
};
use language::catalogue::{Builtin, Effect, entry};

/// A parameter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum GivenTo {
    Function(FunctionId, usize),
    /// Of the acts that take so many.
    Act(usize, usize),
}

#[derive(Default)]
pub(super) struct Given<'e> {
    pub(super) values: Vec<(LocalId, &'e Expr)>,
    pub(super) calls: Vec<(GivenTo, &'e Expr)>,
}

impl<'e> Given<'e> {
    pub(super) fn of(block: &'e Block) -> Given<'e> {
        let mut given = Given::default();
        given.block(block);
        given
    }

    /// A value becomes part of what an expression gives.
    fn puts(&mut self, into: &Expr, value: &'e Expr) {
        let mut holders = Vec::new();
        holders_of(into, &mut holders);
        self.values.extend(holders.into_iter().map(|local| (local, value)));
    }

    fn stores(&mut self, to: &'e Target, value: &'e Expr) {
        match to {
            Target::Local(local) => self.values.push((*local, value)),
            // Which zone an attribute names tells nothing of what lies there.
            Target::Attribute(object, _) if !is_place(&value.ty) => self.puts(object, value),
            Target::Attribute(..) => {}
            Target::Index(list, _) => self.puts(list, value),
            Target::Entry(table, key) => {
                self.puts(table, key);
                self.puts(table, value);
            }
        }
    }

    fn calls(&mut self, f: FunctionId, args: &'e [Option<Expr>]) {
        for (k, arg) in args.iter().enumerate() {
            self.calls.extend(arg.iter().map(|value| (GivenTo::Function(f, k), value)));
        }
        self.mixes(args.iter().flatten());
    }

    /// What is called may put one of these into another.
    fn mixes(&mut self, args: impl Iterator<Item = &'e Expr> + Clone) {
        for (i, into) in args.clone().enumerate() {
            if matches!(into.ty, Type::List(_) | Type::Stack(_) | Type::Table(..)) {
                let others = args.clone().enumerate().filter(|(k, _)| *k != i);
                others.for_each(|(_, value)| self.puts(into, value));
            }
        }
    }

    fn builtin(&mut self, b: Builtin, args: &'e [Option<Expr>]) {
        for arg in args.iter().flatten() {
            let parts = args.iter().flatten();
            match (&arg.kind, &arg.ty) {
                (ExprKind::Lambda(lambda), _) => {
                    let parts = parts.filter(|e| !e.ty.is_callable() || b == Builtin::ListFold);
                    for value in parts {
                        self.values.extend(lambda.params.iter().map(|param| (*param, value)));
                    }
                }
                (_, Type::Act(params, _)) => {
                    for value in parts.filter(|e| !e.ty.is_callable()) {
                        let n = params.len();
                        self.calls.extend((0..n).map(|k| (GivenTo::Act(n, k), value)));
                    }
                }
                _ => {}
            }
        }
        if let [Some(receiver), given @ ..] = args
            && entry(b).effect == Effect::Mutates
        {
            given.iter().flatten().for_each(|value| self.puts(receiver, value));
        }
    }
}

impl<'e> Visit<'e> for Given<'e> {
    fn statement(&mut self, s: &'e Statement) {
        if let StatementKind::Declare(local, value) | StatementKind::ForIn { local, list: value, .. } =
            &s.kind
        {
            self.values.push((*local, value));
        }
        s.kind.parts(&mut |n| self.node(n));
    }

    fn expr(&mut self, e: &'e Expr) {
        match &e.kind {
            ExprKind::Assign(to, value) | ExprKind::Update(to, _, value) => self.stores(to, value),
            ExprKind::Builtin(b, args) => self.builtin(*b, args),
            ExprKind::Call(f, args) | ExprKind::CallBase(f, args) | ExprKind::CallMethod(_, f, args) => {
                self.calls(*f, args);
            }
            ExprKind::CallValue(f, args) => {
                let n = args.len();
                self.calls.extend(args.iter().enumerate().map(|(k, value)| (GivenTo::Act(n, k), value)));
                if let ExprKind::Lambda(lambda) = &f.kind {
                    self.values.extend(lambda.params.iter().copied().zip(args));
                }
                self.mixes(args.iter());
            }
            ExprKind::Authored(authored) => {
                if let Authored::AddModifier(object, _, args) = &**authored {
                    args.iter().flatten().for_each(|value| self.puts(object, value));
                }
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }
}

/// The variables of which an expression gives what they hold, or a part of it.
pub(super) fn holders_of(e: &Expr, found: &mut Vec<LocalId>) {
    match &e.kind {
        ExprKind::Local(local) => found.push(*local),
        ExprKind::Index(a, _) | ExprKind::Lookup(a, _) | ExprKind::Attribute(a, _) => holders_of(a, found),
        ExprKind::Ternary(_, a, b) | ExprKind::Coalesce(a, b) => {
            holders_of(a, found);
            holders_of(b, found);
        }
        _ => {}
    }
}

fn is_place(ty: &Type) -> bool {
    matches!(ty, Type::Zone(_) | Type::Zones(_) | Type::Place)
}
