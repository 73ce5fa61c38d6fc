//! Having modifiers, taking them off, and listing them, and what looks for applications that end: after each event that
//! ends some, and where conditions do. Adding one is among the bodies, since authors write a part of it. It knows
//! nothing of what modifiers change.

use super::{Holders, Plan, Reserved, application, applications, copied, of_object};
use crate::lower::build::{TreeBuilder, param};
use crate::lower::{Core, Made};
use crate::typed::{
    BinaryOp, Block, Body, ClassId, ClassKind, Departure, Expr, ExprKind, FunctionId, Game, LocalId,
    ModifierOf, Param, Statement, StatementKind, Type,
};
use language::catalogue::Builtin;
use std::cmp::Reverse;
use std::collections::BTreeSet;

pub(super) fn functions(game: &Game, plan: &Plan) -> Vec<Made> {
    let mut made = Vec::new();
    // Those of games that settle are made there.
    let settles = plan.settling.is_some();
    for holders in plan.holders.iter().filter(|_| !settles) {
        made.push(remove_application(game, holders));
        made.push(end_all_of(game, holders));
        made.push(listed(game, holders));
    }
    for info in plan.all.iter().filter(|_| !settles) {
        made.push(has(game, plan, info));
        made.push(remove_latest(game, plan, info));
    }
    made.push(end_application(game, plan));
    made.push(name(game, plan));
    made
}

fn own_list(b: &TreeBuilder, holders: &Holders, object: LocalId) -> Expr {
    b.attribute(b.get(object), holders.list, applications())
}

/// `has(object)`
fn has(game: &Game, plan: &Plan, info: &Reserved) -> Made {
    let (mut b, object, params) = of_object(info.modifier.at, info.modifier.on);
    let app = b.local("application", application());
    let list = b.attribute(b.get(object), plan.list(game, info.modifier.on), applications());
    let test = b.lambda(app, b.is(b.get(app), info.modifier.class));
    let any = b.builtin(Builtin::ListAny, vec![list.clone(), test], Type::Bool);
    let give = b.give(Some(b.and(b.not(b.is_null(list)), any)));
    (info.has, params, b.done(vec![give]))
}

/// `remove(object)`: takes the latest application off that was added by itself, or else the latest that a
/// composition brought, and gives whether there was one.
fn remove_latest(game: &Game, plan: &Plan, info: &Reserved) -> Made {
    let (mut b, object, params) = of_object(info.modifier.at, info.modifier.on);
    let Some(holders) = plan.holders(game, info.modifier.on) else {
        return (info.remove_latest, params, Body::default());
    };
    let (single, declare_single) = b.var("single", b.null(application()));
    let (any, declare_any) = b.var("any", b.null(application()));
    let app = b.local("application", application());
    let is_one = b.is(b.get(app), info.modifier.class);
    let origin = b.attribute(b.get(app), ModifierOf::ORIGIN, application());
    let by_itself = b.when(b.is_null(origin), vec![b.set(single, b.get(app))]);
    let found = b.when(is_one, vec![b.set(any, b.get(app)), by_itself]);
    let none = b.is_null(own_list(&b, holders, object));
    let stop = b.when(none, vec![b.give(Some(b.bool(false)))]);
    let kind = ExprKind::Coalesce(Box::new(b.get(single)), Box::new(b.get(any)));
    let (last, declare_last) = b.var("last", b.expr(application(), kind));
    let nothing = b.when(b.is_null(b.get(last)), vec![b.give(Some(b.bool(false)))]);
    let off = b.call(holders.remove_application, vec![b.get(object), b.get(last)], Type::Void);
    let statements = vec![
        stop,
        declare_single,
        declare_any,
        b.each(app, own_list(&b, holders, object), vec![found]),
        declare_last,
        nothing,
        b.run(off),
        b.give(Some(b.bool(true))),
    ];
    (info.remove_latest, params, b.done(statements))
}

/// `remove(object, application)`: the application and what it brought.
fn remove_application(game: &Game, holders: &Holders) -> Made {
    let (mut b, object, mut params) = of_object(game.classes[holders.root.index()].at, holders.root);
    let off = b.local("off", application());
    params.push(param("off", off));
    let list = own_list(&b, holders, object);
    let stop = b.when(b.is_null(list.clone()), vec![b.give(None)]);
    let (rest, declare) = b.var("rest", b.empty_list(application()));
    let app = b.local("application", application());
    // Up the line of origins.
    let (at, climb) = b.var("from", b.get(app));
    let goes_on = b.and(b.not(b.is_null(b.get(at))), b.binary(BinaryOp::NotEqual, b.get(at), b.get(off)));
    let up = b.set(at, b.attribute(b.get(at), ModifierOf::ORIGIN, application()));
    let climbing = b.repeat(goes_on, None, vec![up]);
    let kept = Block { statements: vec![b.add(b.get(rest), b.get(app))] };
    let gone = Block { statements: vec![b.statement(StatementKind::Remove(b.get(app), Departure::Open))] };
    let sort = b.statement(StatementKind::If(b.is_null(b.get(at)), kept, Some(gone)));
    let empty = b.builtin(Builtin::ListIsEmpty, vec![b.get(rest)], Type::Bool);
    let left = b.ternary(empty, b.null(applications()), b.get(rest));
    let statements = vec![
        stop,
        declare,
        b.each(app, list, vec![climb, climbing, sort]),
        b.assign(b.get(object), holders.list, left),
    ];
    (holders.remove_application, params, b.done(statements))
}

/// `end all of(object)`: its applications end, and stay in its list for whoever still looks at it.
fn end_all_of(game: &Game, holders: &Holders) -> Made {
    let (mut b, object, params) = of_object(game.classes[holders.root.index()].at, holders.root);
    let list = own_list(&b, holders, object);
    let stop = b.when(b.is_null(list.clone()), vec![b.give(None)]);
    let app = b.local("application", application());
    let each = b.each(app, list, vec![b.statement(StatementKind::Remove(b.get(app), Departure::Open))]);
    (holders.end_all_of, params, b.done(vec![stop, each]))
}

/// `modifiers(object)`
fn listed(game: &Game, holders: &Holders) -> Made {
    let (b, object, params) = of_object(game.classes[holders.root.index()].at, holders.root);
    let give = b.give(Some(copied(&b, own_list(&b, holders, object))));
    (holders.listed, params, b.done(vec![give]))
}

/// `end(application)`, whichever it is.
fn end_application(game: &Game, plan: &Plan) -> Made {
    let mut b = TreeBuilder::new(plan.at);
    let app = b.local("application", application());
    let mut statements: Vec<Statement> = plan.settling.iter().map(|s| s.take_off(&b, b.get(app))).collect();
    for info in plan.all.iter().filter(|_| plan.settling.is_none()) {
        let Some(holders) = plan.holders(game, info.modifier.on) else { continue };
        let own = b.cast(b.get(app), info.modifier.class);
        let holder = b.attribute(own, ModifierOf::HOLDER, Type::Class(holders.root));
        let off = b.run(b.call(holders.remove_application, vec![holder, b.get(app)], Type::Void));
        statements.push(b.when(b.is(b.get(app), info.modifier.class), vec![off, b.give(None)]));
    }
    (plan.end_application, vec![param("application", app)], b.done(statements))
}

/// `name(application)`
fn name(game: &Game, plan: &Plan) -> Made {
    let of = |b: &TreeBuilder, info: &Reserved| b.string(&game.classes[info.modifier.class.index()].name);
    let mut all: Vec<&Reserved> = plan.all.iter().collect();
    // The lowest of a line first, since all above it are meant as well.
    all.sort_by_key(|info| Reverse(game.above(info.modifier.class).count()));
    by_class(plan, plan.name, all.into_iter(), &of, |b| b.null(Type::String))
}

/// A function of an application that looks which of some modifiers it is of.
fn by_class<'p>(
    plan: &Plan,
    function: FunctionId,
    modifiers: impl Iterator<Item = &'p Reserved>,
    of: &dyn Fn(&TreeBuilder, &Reserved) -> Expr,
    otherwise: impl Fn(&TreeBuilder) -> Expr,
) -> Made {
    let mut b = TreeBuilder::new(plan.at);
    let app = b.local("application", application());
    let mut statements = Vec::new();
    for info in modifiers {
        let found = vec![b.give(Some(of(&b, info)))];
        statements.push(b.when(b.is(b.get(app), info.modifier.class), found));
    }
    statements.push(b.give(Some(otherwise(&b))));
    (function, vec![param("application", app)], b.done(statements))
}

/// With what the modifiers of a game end.
#[derive(Default)]
pub(in crate::lower) struct Ends {
    /// Some end when a condition has come true.
    pub conditions: bool,
    pub events: BTreeSet<ClassId>,
    /// Of the objects that have some and are removed somewhere.
    pub removed: BTreeSet<ClassId>,
}

pub(super) fn build_ends(core: &mut Core, plan: &Plan, ends: &Ends) {
    if ends.conditions || plan.settling.is_some() {
        let expire = core.reserve("ends by condition", plan.at, None, Type::Void);
        core.expire_modifiers = Some(expire);
        core.fill((expire, Vec::new(), expiry(plan, ends.conditions)));
    }
    for i in 0..core.game.classes.len() {
        let class = ClassId(i as u32);
        let ending = ends.events.iter().copied().filter(|e| core.game.is_sub(class, *e));
        let ending: Vec<ClassId> = ending.collect();
        if core.game.classes[i].kind != ClassKind::Event || ending.is_empty() && !ends.conditions {
            continue;
        }
        let name = format!("ends with {}", core.game.classes[i].name);
        let after = core.reserve(&name, plan.at, None, Type::Void);
        core.hooks[i].after = Some(after);
        let (params, body) = ended(plan, class, &ending, core.expire_modifiers);
        core.fill((after, params, body));
    }
}

/// Ends the applications that end with something of that number and for which `holds` does. Most of those that live end
/// with nothing, so they are left out first.
fn sweep(
    plan: &Plan,
    b: &mut TreeBuilder,
    number: f64,
    holds: impl FnOnce(&TreeBuilder, LocalId) -> Expr,
) -> Statement {
    let one = b.local("one", application());
    let ends = b.lambda(one, ends_with(b, one, number));
    let all = b.builtin(Builtin::ListFilter, vec![b.all(ClassId::MODIFIER), ends], applications());
    let app = b.local("application", application());
    let off = b.run(b.call(plan.end_application, vec![b.get(app)], Type::Void));
    let check = holds(b, app);
    b.each(app, all, vec![b.when(check, vec![off])])
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

fn expiry(plan: &Plan, conditions: bool) -> Body {
    let mut b = TreeBuilder::new(plan.at);
    let mut settled = Vec::new();
    if let Some(settling) = &plan.settling {
        settled.push(settling.settles(&b));
        if !conditions {
            return b.done(settled);
        }
    }
    let all = sweep(plan, &mut b, ModifierOf::WHILE, |b, app| is_ended_by(b, app, b.null(application())));
    let again = settled.clone();
    b.done(settled.into_iter().chain([all]).chain(again).collect())
}

/// `after(event)`
fn ended(plan: &Plan, class: ClassId, ending: &[ClassId], expire: Option<FunctionId>) -> (Vec<Param>, Body) {
    let mut b = TreeBuilder::new(plan.at);
    let event = b.local("event", Type::Class(class));
    let mut statements = Vec::new();
    for of in ending {
        let given = b.seen_as(b.get(event), *of);
        statements.push(sweep(plan, &mut b, f64::from(of.0), |b, app| {
            let always = b.is_null(ends_if(b, app, &given));
            b.binary(BinaryOp::Or, always, is_ended_by(b, app, given))
        }));
    }
    statements.extend(expire.map(|f| b.run(b.call(f, Vec::new(), Type::Void))));
    (vec![param("event", event)], b.done(statements))
}
