//! What looks for applications that end: after each event that ends some, and where conditions do. It knows nothing of
//! what modifiers change.

use super::{Plan, application, param};
use crate::lower::Core;
use crate::lower::build::TreeBuilder;
use crate::typed::{
    BinaryOp, Body, ClassId, ClassKind, Expr, ExprKind, FunctionId, LocalId, ModifierOf, Param, Statement,
    Type,
};
use base::NodeId;
use std::collections::BTreeSet;

/// With what the modifiers of a game end.
#[derive(Default)]
pub(in crate::lower) struct Ends {
    /// Some end when a condition has come true.
    pub conditions: bool,
    pub events: BTreeSet<ClassId>,
}

pub(super) fn build(core: &mut Core, plan: &Plan, ends: &Ends) {
    if ends.conditions {
        let settle = core.reserve("until", NodeId(0), None, Type::Void);
        core.settle = Some(settle);
        core.fill((settle, Vec::new(), settling(plan)));
    }
    for i in 0..core.game.classes.len() {
        let class = ClassId(i as u32);
        let ending = ends.events.iter().copied().filter(|e| core.game.is_sub(class, *e));
        let ending: Vec<ClassId> = ending.collect();
        if core.game.classes[i].kind != ClassKind::Event || ending.is_empty() && !ends.conditions {
            continue;
        }
        let after = core.reserve("until", NodeId(0), None, Type::Void);
        core.hooks[i].after = Some(after);
        let (params, body) = ended(plan, class, &ending, core.settle);
        core.fill((after, params, body));
    }
}

/// Ends the applications for which `holds` does.
fn sweep(plan: &Plan, b: &mut TreeBuilder, holds: impl FnOnce(&TreeBuilder, LocalId) -> Expr) -> Statement {
    let app = b.local("application", application());
    let off = b.run(b.call(plan.end, vec![b.get(app)], Type::Void));
    let check = holds(b, app);
    b.each(app, b.all(ClassId::MODIFIER), vec![b.when(check, vec![off])])
}

/// Whether an application ends with something of that number.
fn ends_with(b: &TreeBuilder, app: LocalId, number: f64) -> Expr {
    let ends = b.attribute(b.get(app), ModifierOf::ENDS, Type::Number);
    b.binary(BinaryOp::Equal, ends, b.number(number))
}

/// The function value that says whether an event ends an application.
fn ends_if(b: &TreeBuilder, app: LocalId, event: &Expr) -> Expr {
    b.attribute(b.get(app), ModifierOf::ENDS_IF, Type::function(vec![event.ty.clone()], Type::Bool))
}

/// What that function gives for an event.
fn is_ended_by(b: &TreeBuilder, app: LocalId, event: Expr) -> Expr {
    b.expr(Type::Bool, ExprKind::CallValue(Box::new(ends_if(b, app, &event)), vec![event]))
}

fn settling(plan: &Plan) -> Body {
    let mut b = TreeBuilder::new(NodeId(0));
    let all = sweep(plan, &mut b, |b, app| {
        b.and(ends_with(b, app, ModifierOf::WHILE), is_ended_by(b, app, b.null(application())))
    });
    b.done(vec![all])
}

/// `after(event)`
fn ended(plan: &Plan, class: ClassId, ending: &[ClassId], settle: Option<FunctionId>) -> (Vec<Param>, Body) {
    let mut b = TreeBuilder::new(NodeId(0));
    let event = b.local("event", Type::Class(class));
    let mut statements = Vec::new();
    for of in ending {
        let given = Expr { ty: Type::Class(*of), ..b.get(event) };
        statements.push(sweep(plan, &mut b, |b, app| {
            let always = b.is_null(ends_if(b, app, &given));
            let holds = b.binary(BinaryOp::Or, always, is_ended_by(b, app, given));
            b.and(ends_with(b, app, f64::from(of.0)), holds)
        }));
    }
    statements.extend(settle.map(|f| b.run(b.call(f, Vec::new(), Type::Void))));
    (vec![param("event", event)], b.done(statements))
}
