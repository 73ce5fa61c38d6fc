//! Builds what nobody wrote: reading through modifiers, the order in which they apply, taking them off, and their
//! ends. It runs once all bodies are checked.

use super::super::around::Made;
use super::super::build::TreeBuilder;
use super::super::world::World;
use super::{Family, Member, Touched, own};
use crate::typed::{
    Body, ClassId, ClassKind, Expr, ExprKind, FunctionId, LocalId, Op, Param, Statement, StatementKind, Type,
};
use base::NodeId;
use language::catalogue::Builtin;

fn application() -> Type {
    Type::Class(ClassId::MODIFIER)
}

fn param(name: &str, local: LocalId) -> Param {
    Param { name: name.to_owned(), local, default: None }
}

/// Puts everything into the game. `untils` are the ends that bodies speak of: an event, or None for a condition.
pub(in super::super) fn weave(world: &mut World<'_>, untils: &[Option<ClassId>]) {
    if world.modifiers.all.is_empty() {
        return;
    }
    let mut made = Vec::new();
    for t in &world.modifiers.touched {
        made.extend(member(world, t));
    }
    for family in &world.modifiers.families {
        made.push(take_off(world, family));
        made.push(strip(world, family));
        made.push(listed(world, family));
    }
    for m in 0..world.modifiers.all.len() {
        made.extend(starts(world, m));
        made.push(has(world, m));
        made.push(remove(world, m));
    }
    made.push(end(world));
    made.push(name(world));
    for (f, params, body) in made {
        let f = &mut world.game.functions[f.index()];
        (f.params, f.body) = (params, body);
    }
    for t in &world.modifiers.touched {
        if let Member::Function(root) = t.member {
            // Those who call it give the same arguments; it has no body of its own.
            let (params, locals) = {
                let root = &world.game.functions[root.index()];
                (root.params.clone(), root.body.locals.clone())
            };
            let plain = &mut world.game.functions[t.plain.index()];
            (plain.params, plain.body.locals) = (params, locals);
        }
    }
    // The values that attributes of applications begin with are set when one is added.
    for class in world.game.classes.iter_mut().filter(|c| c.modifier.is_some()) {
        class.attributes.iter_mut().for_each(|a| a.default = None);
    }
    redirect(world);
    readers(world);
    ends(world, untils);
}

/// Lets the entries of touched functions run, and what they were by another slot.
fn redirect(world: &mut World<'_>) {
    let touched = world.modifiers.touched.iter();
    let functions: Vec<(FunctionId, FunctionId, FunctionId)> = touched
        .filter_map(|t| match t.member {
            Member::Function(root) => Some((root, t.entry, t.plain)),
            Member::Attribute(_) => None,
        })
        .collect();
    for class in &mut world.game.classes {
        for (root, entry, plain) in &functions {
            let Some(method) = class.methods.iter_mut().find(|m| m.0 == *root) else { continue };
            let runs = std::mem::replace(&mut method.1, *entry);
            class.methods.push((*plain, runs));
        }
    }
}

/// Says which attributes are shown through modifiers.
fn readers(world: &mut World<'_>) {
    let all: Vec<(ClassId, usize, FunctionId)> = world
        .modifiers
        .touched
        .iter()
        .filter_map(|t| match t.member {
            Member::Attribute(i) => Some((t.class, i as usize, t.entry)),
            Member::Function(_) => None,
        })
        .collect();
    for i in 0..world.game.classes.len() {
        for (class, index, entry) in &all {
            if world.is_sub(ClassId(i as u32), *class) {
                world.game.classes[i].readers.push((*index as u32, *entry));
            }
        }
    }
}

// ---- members ----

/// What the object of a member's functions is: `this` of a function, the parameter of an attribute's.
fn list_of(world: &World<'_>, b: &TreeBuilder, class: ClassId, object: Expr) -> Expr {
    let list = world.family(class).map_or(0, |f| f.list);
    b.attribute(object, list, Type::list(application()))
}

/// Whether no modifier can touch the member of the object.
fn quick(world: &World<'_>, b: &TreeBuilder, t: &Touched, object: Expr) -> Expr {
    let mut quick = b.is_null(list_of(world, b, t.class, object));
    for (m, _) in t.by.iter().filter(|(m, _)| world.reaches(*m)) {
        let all = b.all(world.modifiers.all[*m].class);
        quick = b.and(quick, b.builtin(Builtin::ListIsEmpty, vec![all], Type::Bool));
    }
    quick
}

/// The functions of a touched member.
fn member(world: &World<'_>, t: &Touched) -> Vec<Made> {
    let mut made = match t.member {
        Member::Function(root) => vec![dispatcher(world, t, root)],
        Member::Attribute(index) => reading(world, t, index),
    };
    made.push(next(world, t));
    made.extend(t.chain.map(|chain| chained(world, t, chain)));
    made
}

/// The member by all applications.
fn through(
    world: &World<'_>,
    b: &mut TreeBuilder,
    t: &Touched,
    object: Expr,
    args: Vec<Expr>,
) -> Vec<Statement> {
    let returns = world.game.functions[t.next.index()].returns.clone();
    let chain = match t.chain {
        Some(chain) => b.method(object.clone(), chain, Vec::new(), Type::list(application())),
        None => list_of(world, b, t.class, object.clone()),
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
            b.statement(StatementKind::Block(crate::typed::Block { statements }))
        }
        _ => b.give(Some(call)),
    }
}

/// What runs instead of a touched function, with the same parameters.
fn dispatcher(world: &World<'_>, t: &Touched, root: FunctionId) -> Made {
    let function = &world.game.functions[root.index()];
    let mut b = TreeBuilder { at: function.at, locals: function.body.locals.clone() };
    let params = function.params.clone();
    let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
    let this = b.this(t.class);
    let plain = b.method(this.clone(), t.plain, args.clone(), function.returns.clone());
    let plain = giving(&b, plain, &function.returns);
    let mut statements = vec![b.when(quick(world, &b, t, this.clone()), vec![plain])];
    statements.extend(through(world, &mut b, t, this, args));
    (t.entry, params, b.done(statements))
}

/// Reading a touched attribute: at once where nothing can touch it.
fn reading(world: &World<'_>, t: &Touched, index: u32) -> Vec<Made> {
    let ty = world.game.functions[t.entry.index()].returns.clone();
    let at = world.game.functions[t.entry.index()].at;
    let mut b = TreeBuilder::new(at);
    let object = b.local("object", Type::Class(t.class));
    let own = b.attribute(b.get(object), index, ty.clone());
    let slow = b.call(t.plain, vec![b.get(object)], ty.clone());
    let check = quick(world, &b, t, b.get(object));
    let kind = ExprKind::Ternary(Box::new(check), Box::new(own), Box::new(slow));
    let give = b.give(Some(b.expr(ty, kind)));
    let entry = (t.entry, vec![param("object", object)], b.done(vec![give]));
    let mut b = TreeBuilder::new(at);
    let object = b.local("object", Type::Class(t.class));
    let of = b.get(object);
    let statements = through(world, &mut b, t, of, Vec::new());
    vec![entry, (t.plain, vec![param("object", object)], b.done(statements))]
}

/// `next(parameters, chain, n)`: what the last of the first `n` applications that touches the member makes of it;
/// without one, the member itself.
fn next(world: &World<'_>, t: &Touched) -> Made {
    let (at, locals, mut params) = match t.member {
        Member::Function(root) => {
            let f = &world.game.functions[root.index()];
            (f.at, f.body.locals.clone(), f.params.clone())
        }
        Member::Attribute(_) => (world.game.classes[t.class.index()].at, Vec::new(), Vec::new()),
    };
    let mut b = TreeBuilder { at, locals };
    let args: Vec<Expr> = params.iter().map(|p| b.get(p.local)).collect();
    let chain = b.local("chain", Type::list(application()));
    let n = b.local("n", Type::Number);
    params.extend([param("chain", chain), param("n", n)]);
    let returns = world.game.functions[t.next.index()].returns.clone();
    let this = b.this(t.class);
    let one = b.number(1.0);
    let (i, declare) = b.var("i", b.binary(Op::Subtract, b.get(n), one.clone()));
    let (app, found) = b.var("application", b.element(b.get(chain), b.get(i)));
    let mut round = vec![found];
    for (m, function) in &t.by {
        let info = &world.modifiers.all[*m];
        let own = b.cast(b.get(app), info.class);
        let mut applies = b.is(b.get(app), info.class);
        if let Some(awake) = info.awake {
            applies = b.and(applies, b.method(own.clone(), awake, Vec::new(), Type::Bool));
        }
        let mut all = args.clone();
        let of = Type::Class(info.affected.unwrap_or(info.on));
        all.extend([Expr { ty: of, ..this.clone() }, b.get(chain), b.get(i)]);
        let call = b.method(own, *function, all, returns.clone());
        round.push(b.when(applies, vec![giving(&b, call, &returns)]));
    }
    let step = b.binary(Op::Subtract, b.get(i), one);
    let step = b.expr(Type::Void, ExprKind::Assign(crate::typed::Target::Local(i), Box::new(step)));
    let check = b.binary(Op::GreaterEqual, b.get(i), b.number(0.0));
    let round = b.repeat(check, Some(step), round);
    let plain = match t.member {
        Member::Function(_) => b.method(this, t.plain, args, returns.clone()),
        Member::Attribute(index) => b.attribute(this, index, returns.clone()),
    };
    let last = giving(&b, plain, &returns);
    (t.next, params, b.done(vec![declare, round, last]))
}

/// `chain()`: by layer, then by age, the object's own applications and those of others that reach it.
fn chained(world: &World<'_>, t: &Touched, chain: FunctionId) -> Made {
    let mut b = TreeBuilder::new(world.game.classes[t.class.index()].at);
    let this = b.this(t.class);
    let (list, declare) = b.var("list", b.empty_list(application()));
    let mut statements = vec![declare];
    let mut layers: Vec<usize> = t.by.iter().map(|(m, _)| world.modifiers.all[*m].layer).collect();
    layers.sort_unstable();
    layers.dedup();
    for layer in layers {
        let app = b.local("application", application());
        let mut body = Vec::new();
        for (m, _) in t.by.iter().filter(|(m, _)| world.modifiers.all[*m].layer == layer) {
            let info = &world.modifiers.all[*m];
            let own = b.cast(b.get(app), info.class);
            let mut reaches = b.is(b.get(app), info.class);
            // A class below the one that declares the member may be the only one that is reached.
            let of = info.affected.unwrap_or(info.on);
            if of != t.class {
                reaches = b.and(reaches, b.is(this.clone(), of));
            }
            let object = Expr { ty: Type::Class(of), ..this.clone() };
            let holds = match info.reaches {
                Some(f) => b.method(own, f, vec![object], Type::Bool),
                None => {
                    let holder = b.attribute(own, own::HOLDER, Type::Class(info.on));
                    b.binary(Op::Equal, holder, object)
                }
            };
            body.push(b.when(b.and(reaches, holds), vec![b.add(b.get(list), b.get(app))]));
        }
        statements.push(b.each(app, b.all(ClassId::MODIFIER), body));
    }
    statements.push(b.give(Some(b.get(list))));
    (chain, Vec::new(), b.done(statements))
}

// ---- having, adding, removing ----

fn starts(world: &World<'_>, m: usize) -> Vec<Made> {
    let info = &world.modifiers.all[m];
    let attributes = &world.game.classes[info.class.index()].attributes;
    let body = |index: u32| attributes[index as usize].default.clone().unwrap_or_default();
    info.starts.iter().map(|(index, start)| (*start, Vec::new(), body(*index))).collect()
}

fn family_list(b: &TreeBuilder, family: &Family, object: LocalId) -> Expr {
    b.attribute(b.get(object), family.list, Type::list(application()))
}

/// `has(object)`
fn has(world: &World<'_>, m: usize) -> Made {
    let info = &world.modifiers.all[m];
    let mut b = TreeBuilder::new(info.tree.name.id);
    let object = b.local("object", Type::Class(info.on));
    let app = b.local("application", application());
    let list =
        b.attribute(b.get(object), world.family(info.on).map_or(0, |f| f.list), Type::list(application()));
    let test = b.lambda(app, b.is(b.get(app), info.class));
    let any = b.builtin(Builtin::ListAny, vec![list.clone(), test], Type::Bool);
    let give = b.give(Some(b.and(b.not(b.is_null(list)), any)));
    (info.has, vec![param("object", object)], b.done(vec![give]))
}

/// `remove(object)`: takes the latest application off that was added by itself, or else the latest that a
/// composition brought, and gives whether there was one.
fn remove(world: &World<'_>, m: usize) -> Made {
    let info = &world.modifiers.all[m];
    let mut b = TreeBuilder::new(info.tree.name.id);
    let object = b.local("object", Type::Class(info.on));
    let params = vec![param("object", object)];
    let Some(family) = world.family(info.on) else { return (info.remove, params, Body::default()) };
    let null = Expr { ty: application(), ..b.null() };
    let (single, declare_single) = b.var("single", null.clone());
    let (any, declare_any) = b.var("any", null);
    let app = b.local("application", application());
    let is_one = b.is(b.get(app), info.class);
    let origin = b.attribute(b.get(app), own::ORIGIN, application());
    let by_itself = b.when(b.is_null(origin), vec![b.set(single, b.get(app))]);
    let found = b.when(is_one, vec![b.set(any, b.get(app)), by_itself]);
    let none = b.is_null(family_list(&b, family, object));
    let stop = b.when(none, vec![b.give(Some(b.bool(false)))]);
    let kind = ExprKind::Coalesce(Box::new(b.get(single)), Box::new(b.get(any)));
    let (last, declare_last) = b.var("last", b.expr(application(), kind));
    let nothing = b.when(b.is_null(b.get(last)), vec![b.give(Some(b.bool(false)))]);
    let off = b.call(family.take_off, vec![b.get(object), b.get(last)], Type::Void);
    let statements = vec![
        stop,
        declare_single,
        declare_any,
        b.each(app, family_list(&b, family, object), vec![found]),
        declare_last,
        nothing,
        b.run(off),
        b.give(Some(b.bool(true))),
    ];
    (info.remove, params, b.done(statements))
}

/// `take off(object, application)`: the application and what it brought.
fn take_off(world: &World<'_>, family: &Family) -> Made {
    let mut b = TreeBuilder::new(world.game.classes[family.root.index()].at);
    let object = b.local("object", Type::Class(family.root));
    let off = b.local("off", application());
    let params = vec![param("object", object), param("off", off)];
    let list = family_list(&b, family, object);
    let stop = b.when(b.is_null(list.clone()), vec![b.give(None)]);
    let (rest, declare) = b.var("rest", b.empty_list(application()));
    let app = b.local("application", application());
    // Up the line of origins.
    let (at, climb) = b.var("from", b.get(app));
    let goes_on = b.and(b.not(b.is_null(b.get(at))), b.binary(Op::NotEqual, b.get(at), b.get(off)));
    let up = b.set(at, b.attribute(b.get(at), own::ORIGIN, application()));
    let climbing = b.repeat(goes_on, None, vec![up]);
    let kept = crate::typed::Block { statements: vec![b.add(b.get(rest), b.get(app))] };
    let gone = crate::typed::Block { statements: vec![b.statement(StatementKind::Remove(b.get(app)))] };
    let sort = b.statement(StatementKind::If(b.is_null(b.get(at)), kept, Some(gone)));
    let empty = b.builtin(Builtin::ListIsEmpty, vec![b.get(rest)], Type::Bool);
    let null = Expr { ty: Type::list(application()), ..b.null() };
    let kind = ExprKind::Ternary(Box::new(empty), Box::new(null), Box::new(b.get(rest)));
    let left = b.expr(Type::list(application()), kind);
    let statements = vec![
        stop,
        declare,
        b.each(app, list, vec![climb, climbing, sort]),
        b.assign(b.get(object), family.list, left),
    ];
    (family.take_off, params, b.done(statements))
}

/// `strip(object)`: its applications end, and stay in its list for whoever still looks at it.
fn strip(world: &World<'_>, family: &Family) -> Made {
    let mut b = TreeBuilder::new(world.game.classes[family.root.index()].at);
    let object = b.local("object", Type::Class(family.root));
    let list = family_list(&b, family, object);
    let stop = b.when(b.is_null(list.clone()), vec![b.give(None)]);
    let app = b.local("application", application());
    let each = b.each(app, list, vec![b.statement(StatementKind::Remove(b.get(app)))]);
    (family.strip, vec![param("object", object)], b.done(vec![stop, each]))
}

/// `modifiers(object)`
fn listed(world: &World<'_>, family: &Family) -> Made {
    let mut b = TreeBuilder::new(world.game.classes[family.root.index()].at);
    let object = b.local("object", Type::Class(family.root));
    let list = family_list(&b, family, object);
    let ty = Type::list(application());
    let copy = b.builtin(Builtin::ListCopy, vec![list.clone()], ty.clone());
    let empty = b.empty_list(application());
    let kind = ExprKind::Ternary(Box::new(b.is_null(list)), Box::new(empty), Box::new(copy));
    let give = b.give(Some(b.expr(ty, kind)));
    (family.all, vec![param("object", object)], b.done(vec![give]))
}

/// `end(application)`, whichever it is.
fn end(world: &World<'_>) -> Made {
    let mut b = TreeBuilder::new(NodeId(0));
    let app = b.local("application", application());
    let mut statements = Vec::new();
    for info in &world.modifiers.all {
        let Some(family) = world.family(info.on) else { continue };
        let own = b.cast(b.get(app), info.class);
        let holder = b.attribute(own, own::HOLDER, Type::Class(info.on));
        let holder = Expr { ty: Type::Class(family.root), ..holder };
        let off = b.run(b.call(family.take_off, vec![holder, b.get(app)], Type::Void));
        statements.push(b.when(b.is(b.get(app), info.class), vec![off, b.give(None)]));
    }
    (world.modifiers.end, vec![param("application", app)], b.done(statements))
}

/// `name(application)`
fn name(world: &World<'_>) -> Made {
    let mut b = TreeBuilder::new(NodeId(0));
    let app = b.local("application", application());
    let mut statements = Vec::new();
    for info in &world.modifiers.all {
        let name = b.expr(Type::String, ExprKind::String(info.tree.name.text.clone()));
        statements.push(b.when(b.is(b.get(app), info.class), vec![b.give(Some(name))]));
    }
    statements.push(b.give(Some(Expr { ty: Type::String, ..b.null() })));
    (world.modifiers.name, vec![param("application", app)], b.done(statements))
}

// ---- ends ----

/// What looks for applications that end: after each event that ends some, and where conditions do.
fn ends(world: &mut World<'_>, untils: &[Option<ClassId>]) {
    let conditions = untils.contains(&None);
    let settle = conditions.then(|| world.reserve("until", NodeId(0), None, Type::Void));
    if let Some(f) = settle {
        let body = settling(world);
        world.game.functions[f.index()].body = body;
        world.game.settle = settle;
    }
    let mut events: Vec<ClassId> = untils.iter().flatten().copied().collect();
    events.sort_unstable();
    events.dedup();
    for i in 0..world.game.classes.len() {
        let class = ClassId(i as u32);
        let ending: Vec<ClassId> = events.iter().copied().filter(|e| world.is_sub(class, *e)).collect();
        if world.kind(class) != ClassKind::Event || ending.is_empty() && settle.is_none() {
            continue;
        }
        let f = world.reserve("until", NodeId(0), None, Type::Void);
        let (params, body) = ended(world, class, &ending, settle);
        let function = &mut world.game.functions[f.index()];
        (function.params, function.body) = (params, body);
        world.game.classes[i].after = Some(f);
    }
}

/// Ends the applications for which `holds` does.
fn sweep(
    world: &World<'_>,
    b: &mut TreeBuilder,
    holds: impl FnOnce(&TreeBuilder, LocalId) -> Expr,
) -> Statement {
    let app = b.local("application", application());
    let off = b.run(b.call(world.modifiers.end, vec![b.get(app)], Type::Void));
    let check = holds(b, app);
    b.each(app, b.all(ClassId::MODIFIER), vec![b.when(check, vec![off])])
}

/// Whether an application ends with something of that number.
fn ends_with(b: &TreeBuilder, app: LocalId, number: f64) -> Expr {
    let ends = b.attribute(b.get(app), own::ENDS, Type::Number);
    b.binary(Op::Equal, ends, b.number(number))
}

fn asked(b: &TreeBuilder, app: LocalId, event: Expr) -> Expr {
    let from: std::rc::Rc<[Type]> = vec![event.ty.clone()].into();
    let ty = Type::Function(from, std::rc::Rc::new(Type::Bool));
    let test = b.attribute(b.get(app), own::ENDS_IF, ty);
    b.expr(Type::Bool, ExprKind::CallValue(Box::new(test), vec![event]))
}

fn settling(world: &World<'_>) -> Body {
    let mut b = TreeBuilder::new(NodeId(0));
    let null = Expr { ty: application(), ..b.null() };
    let all = sweep(world, &mut b, |b, app| {
        let ends = ends_with(b, app, own::WHILE);
        b.and(ends, asked(b, app, null))
    });
    b.done(vec![all])
}

/// `after(event)`
fn ended(
    world: &World<'_>,
    class: ClassId,
    ending: &[ClassId],
    settle: Option<FunctionId>,
) -> (Vec<Param>, Body) {
    let mut b = TreeBuilder::new(NodeId(0));
    let event = b.local("event", Type::Class(class));
    let mut statements = Vec::new();
    for of in ending {
        let given = Expr { ty: Type::Class(*of), ..b.get(event) };
        statements.push(sweep(world, &mut b, |b, app| {
            let from: std::rc::Rc<[Type]> = vec![given.ty.clone()].into();
            let ty = Type::Function(from, std::rc::Rc::new(Type::Bool));
            let always = b.is_null(b.attribute(b.get(app), own::ENDS_IF, ty));
            let holds = b.binary(Op::Or, always, asked(b, app, given));
            b.and(ends_with(b, app, f64::from(of.0)), holds)
        }));
    }
    statements.extend(settle.map(|f| b.run(b.call(f, Vec::new(), Type::Void))));
    (vec![param("event", event)], b.done(statements))
}
