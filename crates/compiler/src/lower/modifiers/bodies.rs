//! Moves what authors wrote in modifiers into the functions for it: conditions, attributes that are changed, values
//! that attributes begin with, and what adding a modifier does. It knows nothing of the order in which modifiers apply.

use super::reserve::among;
use super::settling;
use super::{Base, Plan, Reserved, applications, copied};
use crate::lower::build::{TreeBuilder, param};
use crate::lower::{Core, Made};
use crate::typed::{
    ClassId, Expr, ExprKind, Game, Local, LocalId, ModifierOf, Param, Replacement, Statement, Type,
};

pub(in crate::lower) fn bodies(core: &mut Core, plan: &mut Plan) {
    settled(core, plan);
    for m in 0..plan.all.len() {
        let class = plan.all[m].modifier.class;
        let starts: Vec<Made> = plan.all[m]
            .starts
            .iter()
            .map(|(i, start)| {
                let attribute = &mut core.game.classes[class.index()].attributes[*i as usize];
                (*start, Vec::new(), attribute.default.take().unwrap_or_default())
            })
            .collect();
        let written = plan.all[m].take_written();
        let add = add(&core.game, plan, m);
        starts.into_iter().chain(written).chain([add]).for_each(|made| core.fill(made));
        let info = &plan.all[m];
        for (o, (member, f)) in info.modifier.overrides.iter().zip(&info.overrides) {
            let function = &mut core.game.functions[f.index()];
            let base = match (&plan.settling, &o.by) {
                (Some(_), Replacement::Attribute { .. }) => Base::of_object(*member, o.object),
                _ => Base::new(*member, o.object, &mut function.body.locals),
            };
            function.params.extend(base.params());
            plan.bases.insert(*f, base);
        }
        while_awake(core, plan, class);
    }
}

/// What is written of modifiers that are granted.
fn settled(core: &mut Core, plan: &mut Plan) {
    let Some(mut settling) = plan.settling.take() else { return };
    let mut made = settling.written(&core.game, plan);
    made.extend(settling.naturals(&mut core.game, plan));
    made.extend(settling::functions(&mut settling, &core.game, plan));
    made.into_iter().for_each(|made| core.fill(made));
    plan.settling = Some(settling);
}

impl Base {
    /// The chain, and how many applications of it are below this one, become variables behind all others.
    fn new(member: usize, object: LocalId, locals: &mut Vec<Local>) -> Base {
        let next = locals.len() as u32;
        locals.push(Local { name: "chain".to_owned(), ty: applications() });
        locals.push(Local { name: "below".to_owned(), ty: Type::Number });
        Base { member, object, chain: LocalId(next), below: LocalId(next + 1) }
    }

    /// Where everything is settled, the object alone.
    fn of_object(member: usize, object: LocalId) -> Base {
        Base { member, object, chain: object, below: object }
    }

    /// The hidden parameters of what overrides the member.
    fn params(&self) -> Vec<Param> {
        let object = param("object", self.object);
        match self.chain == self.object {
            true => vec![object],
            false => vec![object, param("chain", self.chain), param("below", self.below)],
        }
    }
}

impl Reserved {
    /// Takes conditions and changed attributes out of the modifier.
    fn take_written(&mut self) -> Vec<Made> {
        let mut made = Vec::new();
        if let Some(f) = self.own_awake {
            let b = TreeBuilder::new(self.modifier.at);
            let always = b.give(Some(b.bool(true)));
            let own = self.modifier.awake.as_mut().map(|condition| std::mem::take(&mut condition.body));
            made.push((f, Vec::new(), own.unwrap_or_else(|| b.done(vec![always]))));
        }
        if let (Some((f, _)), Some(affects)) = (self.reaches, &mut self.modifier.affects) {
            let body = std::mem::take(&mut affects.condition.body);
            let name = body.locals[affects.object.index()].name.clone();
            if let (Some(own), Some((from, rest))) = (self.among, among(&body, affects.object)) {
                let of = |e: &Expr| {
                    let b = TreeBuilder { at: e.at, locals: body.locals.clone() };
                    let give = b.give(Some(e.clone()));
                    b.done(vec![give])
                };
                made.push((own.from, Vec::new(), of(from)));
                made.extend(own.rest.zip(rest).map(|(f, e)| (f, vec![param(&name, affects.object)], of(e))));
            }
            made.push((f, vec![param(&name, affects.object)], body));
        }
        for (o, (_, f)) in self.modifier.overrides.iter_mut().zip(&self.overrides) {
            if let Replacement::Attribute { body, .. } = &mut o.by {
                made.push((*f, Vec::new(), std::mem::take(body)));
            }
        }
        made
    }
}

/// Lets the actions of a modifier that sleeps accept nothing.
fn while_awake(core: &mut Core, plan: &Plan, class: ClassId) {
    let Some(awake) = plan.awake(class) else { return };
    for action in core.game.actions.iter_mut().filter(|a| a.class == class) {
        for trigger in &mut action.triggers {
            let b = TreeBuilder::new(trigger.at);
            let asleep = b.not(b.method(b.this(class), awake, Vec::new(), Type::Bool));
            trigger.body.statements.insert(0, b.when(asleep, vec![b.give(Some(b.bool(false)))]));
        }
    }
}

/// `add(object, parameters)`: makes an application and puts it into the object's list; then those that a composition
/// brings.
fn add(game: &Game, plan: &mut Plan, m: usize) -> Made {
    let adding = std::mem::take(&mut plan.all[m].modifier.adding);
    let info = &plan.all[m];
    let mut b = TreeBuilder { at: info.modifier.at, locals: adding.locals };
    let mut params = vec![param("object", adding.object)];
    params.extend(adding.params);
    let app = b.local("application", Type::Class(info.modifier.class));
    let settling = plan.settling.as_ref();
    // What is there by nature or granted came before it.
    let made = settling.filter(|s| s.makes_some());
    let mut statements: Vec<Statement> = made.map(|s| s.settles(&b)).into_iter().collect();
    statements.extend(making(game, info, &b, &params, app));
    match settling {
        Some(settling) => {
            let any = b.seen_as(b.get(app), ClassId::MODIFIER);
            statements.extend(settling.added(&b, any, info.modifier.class));
        }
        None => statements.extend(putting(game, plan, info, &mut b, (adding.object, app))),
    }
    for part in adding.parts {
        let b = TreeBuilder { at: part.at, locals: b.locals.clone() };
        statements.push(b.assign(part, ModifierOf::ORIGIN, b.get(app)));
    }
    statements.push(b.give(Some(b.get(app))));
    (info.add, params, b.done(statements))
}

/// The new application, its parameters, and what its own attributes begin with.
fn making(game: &Game, info: &Reserved, b: &TreeBuilder, params: &[Param], app: LocalId) -> Vec<Statement> {
    let class = info.modifier.class;
    let attributes = &game.classes[class.index()].attributes;
    let values = attributes.iter().enumerate().map(|(i, a)| {
        let i = i as u32;
        let of = game.classes[class.index()].modifier.as_ref();
        let place = of.and_then(|of| of.params.iter().position(|p| *p == i));
        let value = match place.map(|p| &params[p + 1]) {
            Some(p) => b.get(p.local),
            None if i == ModifierOf::HOLDER => b.get(params[0].local),
            None => b.null(a.ty.clone()),
        };
        (i, value)
    });
    let new = b.expr(Type::Class(class), ExprKind::New(class, values.collect()));
    let mut statements = vec![b.declare(app, new)];
    for (index, start) in &info.starts {
        let ty = attributes[*index as usize].ty.clone();
        statements.push(b.assign(b.get(app), *index, b.method(b.get(app), *start, Vec::new(), ty)));
    }
    statements
}

/// Puts a new application into the list of its object, which holds the oldest first.
fn putting(
    game: &Game,
    plan: &Plan,
    info: &Reserved,
    b: &mut TreeBuilder,
    (object, app): (LocalId, LocalId),
) -> Vec<Statement> {
    let list_attribute = plan.list(game, info.modifier.on);
    let there = b.attribute(b.get(object), list_attribute, applications());
    let (list, declare) = b.var("list", copied(b, there));
    let mut statements = vec![declare];
    let app = b.seen_as(b.get(app), ClassId::MODIFIER);
    statements.push(b.add(b.get(list), app));
    statements.push(b.assign(b.get(object), list_attribute, b.get(list)));
    statements
}
