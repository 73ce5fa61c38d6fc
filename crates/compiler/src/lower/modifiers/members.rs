//! Reading and calling what modifiers change: the entry that stands for the member, and going down the applications,
//! the outermost first. It knows nothing of how they came there.

use super::{Plan, Touched, application, applications, param};
use crate::lower::Made;
use crate::lower::build::TreeBuilder;
use crate::typed::{
    BinaryOp, Block, ClassId, Expr, ExprKind, FunctionId, Game, Member, ModifierOf, Statement, StatementKind,
    Target, Type,
};
use language::catalogue::Builtin;

/// What the object of a member's functions is: `this` of a function, the parameter of an attribute's.
fn list_of(game: &Game, plan: &Plan, b: &TreeBuilder, class: ClassId, object: Expr) -> Expr {
    b.attribute(object, plan.list(game, class), applications())
}

/// Whether no modifier can touch the member of the object.
fn quick(game: &Game, plan: &Plan, b: &TreeBuilder, t: &Touched, object: Expr) -> Expr {
    let mut quick = b.is_null(list_of(game, plan, b, t.class, object));
    for (m, _) in t.by.iter().filter(|(m, _)| plan.all[*m].reaches_others()) {
        let all = b.all(plan.all[*m].modifier.class);
        quick = b.and(quick, b.builtin(Builtin::ListIsEmpty, vec![all], Type::Bool));
    }
    quick
}

/// The functions of a touched member.
pub(super) fn functions(game: &Game, plan: &Plan, t: &Touched) -> Vec<Made> {
    let mut made = match t.member {
        Member::Function(root) => vec![dispatcher(game, plan, t, root)],
        Member::Attribute(index) => reading(game, plan, t, index),
    };
    made.push(next(game, plan, t));
    made.extend(t.chain.map(|chain| chained(game, plan, t, chain)));
    made
}

/// The member by all applications.
fn through(
    game: &Game,
    plan: &Plan,
    b: &mut TreeBuilder,
    t: &Touched,
    object: Expr,
    args: Vec<Expr>,
) -> Vec<Statement> {
    let returns = game.functions[t.next.index()].returns.clone();
    let chain = match t.chain {
        Some(chain) => b.method(object.clone(), chain, Vec::new(), applications()),
        None => list_of(game, plan, b, t.class, object.clone()),
    };
    let (chain, declare) = b.var("chain", chain);
    let mut args = args;
    args.push(b.get(chain));
    args.push(b.length(b.get(chain)));
    let call = b.method(object, t.next, args, returns.clone());
    vec![declare, giving(b, call, &returns)]
}

/// Returns a value, or does something that gives none.
fn giving(b: &TreeBuilder, call: Expr, returns: &Type) -> Statement {
    match returns {
        Type::Void => {
            let statements = vec![b.run(call), b.give(None)];
            b.statement(StatementKind::Block(Block { statements }))
        }
        _ => b.give(Some(call)),
    }
}

/// What runs instead of a touched function, with the same parameters.
fn dispatcher(game: &Game, plan: &Plan, t: &Touched, root: FunctionId) -> Made {
    let function = &game.functions[root.index()];
    let mut b = TreeBuilder { at: function.at, locals: function.body.locals.clone() };
    let params = function.params.clone();
    let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
    let this = b.this(t.class);
    let plain = b.method(this.clone(), t.plain, args.clone(), function.returns.clone());
    let plain = giving(&b, plain, &function.returns);
    let mut statements = vec![b.when(quick(game, plan, &b, t, this.clone()), vec![plain])];
    statements.extend(through(game, plan, &mut b, t, this, args));
    (t.entry, params, b.done(statements))
}

/// Reading a touched attribute: at once where nothing can touch it.
fn reading(game: &Game, plan: &Plan, t: &Touched, index: u32) -> Vec<Made> {
    let ty = game.functions[t.entry.index()].returns.clone();
    let at = game.functions[t.entry.index()].at;
    let mut b = TreeBuilder::new(at);
    let object = b.local("object", Type::Class(t.class));
    let own = b.attribute(b.get(object), index, ty.clone());
    let slow = b.call(t.plain, vec![b.get(object)], ty.clone());
    let check = quick(game, plan, &b, t, b.get(object));
    let kind = ExprKind::Ternary(Box::new(check), Box::new(own), Box::new(slow));
    let give = b.give(Some(b.expr(ty, kind)));
    let entry = (t.entry, vec![param("object", object)], b.done(vec![give]));
    let mut b = TreeBuilder::new(at);
    let object = b.local("object", Type::Class(t.class));
    let of = b.get(object);
    let statements = through(game, plan, &mut b, t, of, Vec::new());
    vec![entry, (t.plain, vec![param("object", object)], b.done(statements))]
}

/// `next(parameters, chain, n)`: what the last of the first `n` applications that touches the member makes of it;
/// without one, the member itself.
fn next(game: &Game, plan: &Plan, t: &Touched) -> Made {
    let (at, locals, mut params) = match t.member {
        Member::Function(root) => {
            let f = &game.functions[root.index()];
            (f.at, f.body.locals.clone(), f.params.clone())
        }
        Member::Attribute(_) => (game.classes[t.class.index()].at, Vec::new(), Vec::new()),
    };
    let mut b = TreeBuilder { at, locals };
    let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
    let chain = b.local("chain", applications());
    let n = b.local("n", Type::Number);
    params.extend([param("chain", chain), param("n", n)]);
    let returns = game.functions[t.next.index()].returns.clone();
    let this = b.this(t.class);
    let one = b.number(1.0);
    let (i, declare) = b.var("i", b.binary(BinaryOp::Subtract, b.get(n), one.clone()));
    let (app, found) = b.var("application", b.element(b.get(chain), b.get(i)));
    let mut round = vec![found];
    for (m, function) in &t.by {
        let info = &plan.all[*m];
        let own = b.cast(b.get(app), info.modifier.class);
        let mut applies = b.is(b.get(app), info.modifier.class);
        if let Some(awake) = info.awake {
            applies = b.and(applies, b.method(own.clone(), awake, Vec::new(), Type::Bool));
        }
        let mut all = args.clone();
        let of = Type::Class(info.target());
        all.extend([Expr { ty: of, ..this.clone() }, b.get(chain), b.get(i)]);
        let call = b.method(own, *function, all, returns.clone());
        round.push(b.when(applies, vec![giving(&b, call, &returns)]));
    }
    let step = b.binary(BinaryOp::Subtract, b.get(i), one);
    let step = b.expr(Type::Void, ExprKind::Assign(Target::Local(i), Box::new(step)));
    let check = b.binary(BinaryOp::GreaterEqual, b.get(i), b.number(0.0));
    let round = b.repeat(check, Some(step), round);
    let plain = match t.member {
        Member::Function(_) => b.method(this, t.plain, args, returns.clone()),
        Member::Attribute(index) => b.attribute(this, index, returns.clone()),
    };
    let last = giving(&b, plain, &returns);
    (t.next, params, b.done(vec![declare, round, last]))
}

/// `chain()`: by layer, then by age, the object's own applications and those of others that reach it.
fn chained(game: &Game, plan: &Plan, t: &Touched, chain: FunctionId) -> Made {
    let mut b = TreeBuilder::new(game.classes[t.class.index()].at);
    let this = b.this(t.class);
    let (list, declare) = b.var("list", b.empty_list(application()));
    let mut statements = vec![declare];
    let mut layers: Vec<usize> = t.by.iter().map(|(m, _)| plan.all[*m].modifier.layer).collect();
    layers.sort_unstable();
    layers.dedup();
    for layer in layers {
        let app = b.local("application", application());
        let mut body = Vec::new();
        for (m, _) in t.by.iter().filter(|(m, _)| plan.all[*m].modifier.layer == layer) {
            let info = &plan.all[*m];
            let own = b.cast(b.get(app), info.modifier.class);
            let mut reaches = b.is(b.get(app), info.modifier.class);
            // A class below the one that declares the member may be the only one that is reached.
            let of = info.target();
            if of != t.class {
                reaches = b.and(reaches, b.is(this.clone(), of));
            }
            let object = Expr { ty: Type::Class(of), ..this.clone() };
            let holds = match info.reaches {
                Some(f) => b.method(own, f, vec![object], Type::Bool),
                None => {
                    let holder = b.attribute(own, ModifierOf::HOLDER, Type::Class(info.modifier.on));
                    b.binary(BinaryOp::Equal, holder, object)
                }
            };
            body.push(b.when(b.and(reaches, holds), vec![b.add(b.get(list), b.get(app))]));
        }
        statements.push(b.each(app, b.all(ClassId::MODIFIER), body));
    }
    statements.push(b.give(Some(b.get(list))));
    (chain, Vec::new(), b.done(statements))
}
