//! What bodies do with modifiers, as calls of the functions for it: `add`, `has`, `remove`, `until`, `base`, reading
//! what modifiers change, removing what has some; and `cancel`. It knows nothing of what those functions do.

use super::{Base, Ends, Holders, OverriddenMember, Plan};
use crate::lower::Core;
use crate::lower::build::TreeBuilder;
use crate::typed::visit::{PartsMut, VisitMut};
use crate::typed::{
    Action, Authored, Body, Class, ClassId, ClassKind, Departure, Expr, ExprKind, Function, FunctionId, Game,
    Lambda, Local, LocalId, Member, ModifierOf, Statement, StatementKind, Type, Until,
};
use std::collections::BTreeMap;

/// Rewrites all bodies, and gives what modifiers end with.
pub(in crate::lower) fn rewrite(core: &mut Core, plan: &Plan) -> Ends {
    let kinds = core.game.classes.iter().map(|c| (c.kind, c.parent)).collect();
    let mut rewriter = Rewriter {
        plan,
        kinds,
        formulas: formulas(&core.game),
        locals: Vec::new(),
        base: None,
        ends: Ends::default(),
    };
    for (i, f) in core.game.functions.iter_mut().enumerate() {
        rewriter.base = plan.bases.get(&FunctionId(i as u32)).copied();
        rewriter.function(f);
    }
    rewriter.base = None;
    let functions = std::mem::take(&mut core.game.functions);
    rewriter.game(&mut core.game);
    core.game.functions = functions;
    rewriter.ends
}

fn formulas(game: &Game) -> BTreeMap<(ClassId, u32), FunctionId> {
    let classes = game.classes.iter().enumerate();
    let attributes = classes.flat_map(|(c, class)| class.attributes.iter().enumerate().map(move |a| (c, a)));
    let found = attributes.filter_map(|(c, (i, a))| Some(((ClassId(c as u32), i as u32), a.formula?)));
    found.collect()
}

struct Rewriter<'p> {
    plan: &'p Plan,
    /// By class.
    kinds: Vec<(ClassKind, Option<ClassId>)>,
    /// Those of derived attributes.
    formulas: BTreeMap<(ClassId, u32), FunctionId>,
    /// Those of the body that is rewritten.
    locals: Vec<Local>,
    base: Option<Base>,
    ends: Ends,
}

impl Rewriter<'_> {
    fn is_sub(&self, class: ClassId, ancestor: ClassId) -> bool {
        std::iter::successors(Some(class), |c| self.kinds[c.index()].1).any(|c| c == ancestor)
    }

    /// What there is for the list of applications of an object.
    fn holders(&self, object: &Expr) -> Option<&Holders> {
        let Type::Class(class) = object.ty else { return None };
        self.plan.holders.iter().find(|f| self.is_sub(class, f.root))
    }

    /// What reads an attribute that modifiers override.
    fn reader(&self, object: &Expr, index: u32) -> Option<FunctionId> {
        let Type::Class(class) = object.ty else { return None };
        let is = |t: &&OverriddenMember| t.member == Member::Attribute(index) && self.is_sub(class, t.class);
        self.plan.members.iter().find(is).map(|t| t.dispatcher)
    }

    /// What gives a derived attribute.
    fn formula(&self, object: &Expr, index: u32) -> Option<FunctionId> {
        let Type::Class(class) = object.ty else { return None };
        self.formulas.get(&(class, index)).copied()
    }

    /// What runs instead of an expression of modifiers, and what that gives.
    fn lowered(&self, at: base::NodeId, ty: &mut Type, authored: Authored) -> Option<ExprKind> {
        use Authored as A;
        let of = |class: ClassId| self.plan.of(class);
        let (function, args) = match authored {
            A::StoredAttribute(object, index) => return Some(ExprKind::Attribute(Box::new(object), index)),
            A::AddModifier(object, class, args) => {
                (of(class)?.add, [Some(object)].into_iter().chain(args).collect())
            }
            A::HasModifier(object, class) => (of(class)?.has, vec![Some(object)]),
            A::RemoveModifier(object, class) => (of(class)?.remove_latest, vec![Some(object)]),
            A::RenewModifier(application) => (self.plan.settling.as_ref()?.renew, vec![Some(application)]),
            A::EndModifier(application) => (self.plan.end_application, vec![Some(application)]),
            A::TakeOffModifier(object, application) => {
                (self.holders(&object)?.remove_application, vec![Some(object), Some(application)])
            }
            A::ModifierName(application) => (self.plan.name, vec![Some(application)]),
            A::Modifiers(object) => (self.holders(&object)?.listed, vec![Some(object)]),
            A::Base(_, mut args) => {
                let base = self.base?;
                let member = &self.plan.members[base.member];
                if let (Some(settling), Member::Attribute(_)) = (&self.plan.settling, member.member) {
                    let b = TreeBuilder::new(at);
                    let object = self.locals[base.object.index()].ty.clone();
                    let object = b.expr(object, ExprKind::Local(base.object));
                    return settling.base(&b, member, object).map(|e| e.kind);
                }
                let read = |local: LocalId| Expr {
                    at,
                    ty: self.locals[local.index()].ty.clone(),
                    kind: ExprKind::Local(local),
                };
                args.extend([Some(read(base.chain)), Some(read(base.below))]);
                *ty = member.returns.clone();
                return Some(ExprKind::CallMethod(Box::new(read(base.object)), member.base_of, args));
            }
        };
        Some(ExprKind::Call(function, args))
    }

    /// A builder whose variables are those of the body.
    fn building<T>(&mut self, at: base::NodeId, build: impl FnOnce(&mut Self, &mut TreeBuilder) -> T) -> T {
        let mut b = TreeBuilder { at, locals: std::mem::take(&mut self.locals) };
        let built = build(self, &mut b);
        self.locals = b.locals;
        built
    }

    /// `remove x;`, where the object may have modifiers: they end with it.
    fn removing(&mut self, object: Expr, how: Departure) -> StatementKind {
        let Type::Class(class) = object.ty else { return StatementKind::Remove(object, how) };
        if self.plan.all.is_empty() {
            return StatementKind::Remove(object, how);
        }
        if self.kinds[class.index()].0 == ClassKind::Modifier {
            let at = object.at;
            let kind = ExprKind::Call(self.plan.end_application, vec![Some(object)]);
            return StatementKind::Expr(Expr { at, ty: Type::Void, kind });
        }
        let is_related = |root: ClassId| self.is_sub(class, root) || self.is_sub(root, class);
        let holders: Vec<_> = self.plan.holders.iter().filter(|f| is_related(f.root)).collect();
        if holders.is_empty() {
            return StatementKind::Remove(object, how);
        }
        self.ends.removed.insert(class);
        self.building(object.at, |_, b| {
            let (local, declare) = b.var("removed", object);
            let mut statements = vec![declare];
            for holders in holders {
                let root = b.seen_as(b.get(local), holders.root);
                let end = b.run(b.call(holders.end_all_of, vec![root], Type::Void));
                statements.push(b.when(b.is(b.get(local), holders.root), vec![end]));
            }
            statements.push(b.statement(StatementKind::Remove(b.get(local), how)));
            b.block(statements).kind
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
            b.block(statements).kind
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
        e.kind = match std::mem::replace(&mut e.kind, ExprKind::Error) {
            ExprKind::Attribute(object, index) => {
                match (self.reader(&object, index), self.formula(&object, index)) {
                    (Some(reader), _) => ExprKind::Call(reader, vec![Some(*object)]),
                    (None, Some(formula)) => ExprKind::CallMethod(object, formula, Vec::new()),
                    (None, None) => ExprKind::Attribute(object, index),
                }
            }
            ExprKind::Authored(authored) => {
                self.lowered(e.at, &mut e.ty, *authored).unwrap_or(ExprKind::Error)
            }
            other => other,
        };
    }

    fn statement(&mut self, s: &mut Statement) {
        s.kind.parts_mut(&mut |n| self.node(n));
        s.kind = match std::mem::replace(&mut s.kind, StatementKind::Continue) {
            StatementKind::Remove(object, how) => self.removing(object, how),
            StatementKind::Until(until) => self.until(s.at, *until),
            StatementKind::Cancel(event) => self.building(s.at, |_, b| {
                let assign = b.assign(b.get(event), Class::CANCELLED_INDEX, b.bool(true));
                b.block(vec![assign, b.give(None)]).kind
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
