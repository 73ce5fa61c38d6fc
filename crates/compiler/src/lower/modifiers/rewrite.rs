//! What bodies do with modifiers, as calls of the functions for it: `add`, `has`, `remove`, `until`, `base`, reading
//! what modifiers change, removing what has some; and `cancel`. It knows nothing of what those functions do.

use super::{Ends, Family, Plan, Touched};
use crate::lower::Core;
use crate::lower::build::TreeBuilder;
use crate::typed::visit::{PartsMut, VisitMut};
use crate::typed::{
    Action, Block, Body, ClassId, ClassKind, Expr, ExprKind, Function, FunctionId, Lambda, Local, LocalId,
    Member, ModifierOf, Statement, StatementKind, Type, Until,
};
use std::collections::BTreeMap;

/// Rewrites all bodies, and gives what modifiers end with.
pub(in crate::lower) fn rewrite(core: &mut Core, plan: &Plan) -> Ends {
    let mut bases = BTreeMap::new();
    for m in &plan.all {
        for (o, (touched, f)) in m.modifier.overrides.iter().zip(&m.overrides) {
            let locals = core.game.functions[f.index()].body.locals.len() as u32;
            let (chain, below) = (LocalId(locals - 2), LocalId(locals - 1));
            bases.insert(*f, Base { touched: *touched, object: o.object, chain, below });
        }
    }
    let kinds = core.game.classes.iter().map(|c| (c.kind, c.parent)).collect();
    let nexts = plan.touched.iter().map(|t| core.game.functions[t.next.index()].returns.clone()).collect();
    let mut rewriter = Rewriter { plan, kinds, nexts, locals: Vec::new(), base: None, ends: Ends::default() };
    for (i, f) in core.game.functions.iter_mut().enumerate() {
        rewriter.base = bases.get(&FunctionId(i as u32)).copied();
        rewriter.function(f);
    }
    rewriter.base = None;
    let functions = std::mem::take(&mut core.game.functions);
    rewriter.game(&mut core.game);
    core.game.functions = functions;
    rewriter.ends
}

/// The variables of a body for what `base` means there.
#[derive(Clone, Copy)]
struct Base {
    touched: usize,
    object: LocalId,
    chain: LocalId,
    below: LocalId,
}

struct Rewriter<'p> {
    plan: &'p Plan,
    /// By class.
    kinds: Vec<(ClassKind, Option<ClassId>)>,
    /// By touched member what `next` gives.
    nexts: Vec<Type>,
    /// Those of the body that is rewritten.
    locals: Vec<Local>,
    base: Option<Base>,
    ends: Ends,
}

impl Rewriter<'_> {
    fn is_sub(&self, class: ClassId, ancestor: ClassId) -> bool {
        std::iter::successors(Some(class), |c| self.kinds[c.index()].1).any(|c| c == ancestor)
    }

    /// Those whose list of applications an object has.
    fn family(&self, object: &Expr) -> Option<&Family> {
        let Type::Class(class) = object.ty else { return None };
        self.plan.families.iter().find(|f| self.is_sub(class, f.root))
    }

    /// What there is for an attribute that modifiers touch.
    fn touched(&self, object: &Expr, index: u32) -> Option<&Touched> {
        let Type::Class(class) = object.ty else { return None };
        let mut touched = self.plan.touched.iter();
        touched.find(|t| t.member == Member::Attribute(index) && self.is_sub(class, t.class))
    }

    /// What runs instead of an expression of a modifier; None where it stays.
    fn lowered(&self, e: &mut Expr) -> Option<ExprKind> {
        use ExprKind as K;
        let take = |e: &mut Box<Expr>| {
            let nothing = TreeBuilder::new(e.at).null(Type::Null);
            Some(std::mem::replace(&mut **e, nothing))
        };
        let of = |class: &ClassId| self.plan.of(*class);
        Some(match &mut e.kind {
            K::Attribute(object, index) => {
                let entry = self.touched(object, *index)?.entry;
                K::Call(entry, vec![take(object)])
            }
            K::StoredAttribute(object, index) => K::Attribute(Box::new(take(object)?), *index),
            K::AddModifier(object, class, args) => {
                let args = std::mem::take(args);
                K::Call(of(class)?.add, [take(object)].into_iter().chain(args).collect())
            }
            K::HasModifier(object, class) => K::Call(of(class)?.has, vec![take(object)]),
            K::RemoveModifier(object, class) => K::Call(of(class)?.remove, vec![take(object)]),
            K::EndModifier(application) => K::Call(self.plan.end, vec![take(application)]),
            K::TakeOffModifier(object, application) => {
                K::Call(self.family(object)?.take_off, vec![take(object), take(application)])
            }
            K::ModifierName(application) => K::Call(self.plan.name, vec![take(application)]),
            K::Modifiers(object) => K::Call(self.family(object)?.all, vec![take(object)]),
            K::Base(_, args) => {
                let base = self.base?;
                let b = TreeBuilder { at: e.at, locals: Vec::new() };
                let read = |local: LocalId| b.expr(self.locals[local.index()].ty.clone(), K::Local(local));
                let mut args = std::mem::take(args);
                args.extend([Some(read(base.chain)), Some(read(base.below))]);
                let next = self.plan.touched[base.touched].next;
                e.ty = self.nexts[base.touched].clone();
                K::CallMethod(Box::new(read(base.object)), next, args)
            }
            _ => return None,
        })
    }

    /// A builder whose variables are those of the body.
    fn building<T>(&mut self, at: base::NodeId, build: impl FnOnce(&mut Self, &mut TreeBuilder) -> T) -> T {
        let mut b = TreeBuilder { at, locals: std::mem::take(&mut self.locals) };
        let built = build(self, &mut b);
        self.locals = b.locals;
        built
    }

    /// `remove x;`, where the object may have modifiers: they end with it.
    fn removing(&mut self, object: Expr) -> StatementKind {
        let Type::Class(class) = object.ty else { return StatementKind::Remove(object) };
        if self.plan.all.is_empty() {
            return StatementKind::Remove(object);
        }
        if self.kinds[class.index()].0 == ClassKind::Modifier {
            let at = object.at;
            let kind = ExprKind::Call(self.plan.end, vec![Some(object)]);
            return StatementKind::Expr(Expr { at, ty: Type::Void, kind });
        }
        let is_related = |root: ClassId| self.is_sub(class, root) || self.is_sub(root, class);
        let families: Vec<_> = self.plan.families.iter().filter(|f| is_related(f.root)).collect();
        if families.is_empty() {
            return StatementKind::Remove(object);
        }
        self.building(object.at, |_, b| {
            let (local, declare) = b.var("removed", object);
            let mut statements = vec![declare];
            for family in families {
                let root = Expr { ty: Type::Class(family.root), ..b.get(local) };
                let strip = b.run(b.call(family.strip, vec![root], Type::Void));
                statements.push(b.when(b.is(b.get(local), family.root), vec![strip]));
            }
            statements.push(b.statement(StatementKind::Remove(b.get(local))));
            StatementKind::Block(Block { statements })
        })
    }

    /// `c.add(Flying) until E where condition;`: notes at the application what ends it.
    fn until(&mut self, at: base::NodeId, until: Until) -> StatementKind {
        match until.event {
            Some(event) => drop(self.ends.events.insert(event)),
            None => self.ends.conditions = true,
        }
        self.building(at, |_, b| {
            let app = until.application;
            let number = until.event.map_or(ModifierOf::WHILE, |c| f64::from(c.0));
            let mut statements =
                vec![b.declare(app, until.added), b.assign(b.get(app), ModifierOf::ENDS, b.number(number))];
            if let Some(mut condition) = until.condition {
                branches(&mut condition);
                statements.push(b.assign(b.get(app), ModifierOf::ENDS_IF, condition));
            }
            StatementKind::Block(Block { statements })
        })
    }
}

/// Lets a function value branch on what it returns, so that a condition which is null is a fault there.
fn branches(function: &mut Expr) {
    let ExprKind::Lambda(Lambda { body, .. }) = &mut function.kind else { return };
    let [Statement { kind: StatementKind::Return(Some(value)), .. }] = &mut body.statements[..] else {
        return;
    };
    let b = TreeBuilder::new(value.at);
    let value = std::mem::replace(value, b.null(Type::Null));
    body.statements = vec![b.when(value, vec![b.give(Some(b.bool(true)))]), b.give(Some(b.bool(false)))];
}

impl VisitMut for Rewriter<'_> {
    fn expr(&mut self, e: &mut Expr) {
        e.kind.parts_mut(&mut |n| self.node(n));
        if let Some(kind) = self.lowered(e) {
            e.kind = kind;
        }
    }

    fn statement(&mut self, s: &mut Statement) {
        s.kind.parts_mut(&mut |n| self.node(n));
        s.kind = match std::mem::replace(&mut s.kind, StatementKind::Continue) {
            StatementKind::Remove(object) => self.removing(object),
            StatementKind::Until(until) => self.until(s.at, *until),
            StatementKind::Cancel(event) => self.building(s.at, |_, b| {
                let assign = b.assign(b.get(event), 0, b.bool(true));
                StatementKind::Block(Block { statements: vec![assign, b.give(None)] })
            }),
            other => other,
        };
    }

    fn body(&mut self, body: &mut Body) {
        std::mem::swap(&mut self.locals, &mut body.locals);
        self.block(&mut body.block);
        std::mem::swap(&mut self.locals, &mut body.locals);
    }

    fn function(&mut self, function: &mut Function) {
        std::mem::swap(&mut self.locals, &mut function.body.locals);
        self.block(&mut function.body.block);
        function.params.parts_mut(&mut |n| self.node(n));
        std::mem::swap(&mut self.locals, &mut function.body.locals);
    }

    fn action(&mut self, action: &mut Action) {
        std::mem::swap(&mut self.locals, &mut action.locals);
        self.action_parts(action);
        std::mem::swap(&mut self.locals, &mut action.locals);
    }
}
