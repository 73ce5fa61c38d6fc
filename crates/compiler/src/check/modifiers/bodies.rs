//! The bodies of modifiers that authors wrote: conditions, changed attributes, values that attributes begin with,
//! and what adding one does. It knows nothing of the order in which modifiers apply.

use super::super::around::Made;
use super::super::bodies::{Seen, done};
use super::super::build::TreeBuilder;
use super::super::problems as problem;
use super::super::returns;
use super::super::scope::{Checker, Returns, statement};
use super::super::world::World;
use super::uses::Base;
use super::{ChangeInfo, ModifierInfo, own};
use crate::typed::{
    Block, ClassId, Expr, ExprKind, LocalId, Op, Param, Statement, StatementKind, Target, Type,
};
use base::Problem;
use language::catalogue::Builtin;
use language::tree;

/// The bodies of all modifiers, overriding functions aside.
pub(in super::super) fn bodies(world: &World<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Vec<Made> {
    let mut made = Vec::new();
    for (m, info) in world.modifiers.all.iter().enumerate() {
        if let (Some(f), Some(e)) = (info.awake, &info.own.awake) {
            let checker = Checker::new(world, problems, seen, info.module, Some(info.class));
            made.push((f, Vec::new(), condition(checker, e, "`while`")));
        }
        if let (Some(f), Some(a), Some(of)) = (info.reaches, &info.own.affects, info.affected) {
            let mut checker = Checker::new(world, problems, seen, info.module, Some(info.class));
            let local = checker.declare(&a.of.name, Type::Class(of));
            let param = Param { name: a.of.name.text.clone(), local, default: None };
            made.push((f, vec![param], condition(checker, &a.condition, "`affects`")));
        }
        made.push(add(world, m, problems, seen));
    }
    for change in &world.modifiers.changes {
        made.push(changed(world, change, problems, seen));
    }
    made
}

fn condition<'t>(mut checker: Checker<'_, 't>, e: &'t tree::Expr, what: &str) -> crate::typed::Body {
    let value = checker.value(e, &Type::Bool, &format!("the condition of {what}"));
    let give = statement(value.at, StatementKind::Return(Some(value)));
    checker.finish(Block { statements: vec![give] })
}

/// `override number power { ... }`
fn changed(world: &World<'_>, change: &ChangeInfo<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Made {
    let info = &world.modifiers.all[change.modifier];
    let mut checker = Checker::new(world, problems, seen, info.module, Some(info.class));
    let name = &change.tree.name.text;
    let ty = world.game.functions[change.function.index()].returns.clone();
    checker.returns = Returns::Value(ty, format!("what `{name}` is changed to"));
    let params = checker.chain_parameters(change.modifier, change.touched);
    let block = checker.block(&change.tree.body);
    if returns::falls_through(&block) {
        let problem = problem::missing_return(world.span(change.tree.name.id), &format!("`{name}`"));
        checker.report(problem);
    }
    done(world, &block, checker.problems);
    (change.function, params, checker.finish(block))
}

impl<'t> Checker<'_, 't> {
    /// The hidden parameters of what a modifier overrides: the object, the chain, and how many applications of it
    /// are below this one. Makes `base` mean those.
    pub fn chain_parameters(&mut self, modifier: usize, touched: usize) -> Vec<Param> {
        let world = self.world;
        let info = &world.modifiers.all[modifier];
        let at = info.tree.name.id;
        let of = Type::Class(info.affected.unwrap_or(info.on));
        let object = match info.own.affects.as_ref().filter(|_| info.affected.is_some()) {
            Some(a) => self.declare(&a.of.name, of),
            None => self.unnamed("object", of, at),
        };
        let chain = self.unnamed("chain", Type::list(Type::Class(ClassId::MODIFIER)), at);
        let below = self.unnamed("below", Type::Number, at);
        self.base = Some(Base { touched, object, chain, below });
        let param = |name: &str, local| Param { name: name.to_owned(), local, default: None };
        vec![param("object", object), param("chain", chain), param("below", below)]
    }
}

/// `add(object, parameters)`: makes an application and puts it into the object's list, behind all of its layer and
/// of those below; then those that a composition brings.
fn add(world: &World<'_>, m: usize, problems: &mut Vec<Problem>, seen: &mut Seen) -> Made {
    let info = &world.modifiers.all[m];
    let mut checker = Checker::new(world, problems, seen, info.module, None);
    let at = info.tree.name.id;
    let object = checker.unnamed("object", Type::Class(info.on), at);
    let mut params = vec![Param { name: "object".to_owned(), local: object, default: None }];
    for (input, p) in info.own.params.iter().zip(&info.params) {
        let why = format!("the parameter `{}`", p.name);
        let tree::InputSource::Given(default) = &input.source else { continue };
        let default = default.as_ref().map(|e| checker.value(e, &p.ty, &why));
        let local = checker.declare(&input.name, p.ty.clone());
        params.push(Param { name: p.name.clone(), local, default });
    }
    let app = checker.unnamed("application", Type::Class(info.class), at);
    let mut statements = making(world, &checker, info, &params, app);
    statements.extend(putting(world, &mut checker, info, object, app));
    for part in &info.own.parts {
        statements.extend(bringing(&mut checker, part, object, app));
    }
    let done = checker.read(at, app);
    statements.push(statement(at, StatementKind::Return(Some(done))));
    (info.add, params, checker.finish(Block { statements }))
}

/// A builder that goes on with the variables of a checker.
fn build<T>(checker: &mut Checker<'_, '_>, at: base::NodeId, f: impl FnOnce(&mut TreeBuilder) -> T) -> T {
    let mut b = TreeBuilder { at, locals: std::mem::take(&mut checker.locals) };
    let known = b.locals.len();
    let done = f(&mut b);
    let new = b.locals.split_off(known);
    checker.locals = b.locals;
    for local in new {
        checker.unnamed(&local.name, local.ty, at);
    }
    done
}

/// The new application, its parameters, and what its own attributes begin with.
fn making(
    world: &World<'_>,
    checker: &Checker<'_, '_>,
    info: &ModifierInfo<'_>,
    params: &[Param],
    app: LocalId,
) -> Vec<Statement> {
    let b = TreeBuilder { at: info.tree.name.id, locals: checker.locals.clone() };
    let attributes = &world.game.classes[info.class.index()].attributes;
    let values = attributes.iter().enumerate().map(|(i, a)| {
        let i = i as u32;
        let value = match i.checked_sub(own::COUNT).and_then(|p| params.get(p as usize + 1)) {
            Some(p) => b.get(p.local),
            None if i == own::HOLDER => b.get(params[0].local),
            None => Expr { ty: a.ty.clone(), ..b.null() },
        };
        (i, value)
    });
    let new = b.expr(Type::Class(info.class), ExprKind::New(info.class, values.collect()));
    let mut statements = vec![b.statement(StatementKind::Declare(app, new))];
    for (index, start) in &info.starts {
        let ty = attributes[*index as usize].ty.clone();
        statements.push(b.assign(b.get(app), *index, b.method(b.get(app), *start, Vec::new(), ty)));
    }
    statements
}

fn putting(
    world: &World<'_>,
    checker: &mut Checker<'_, '_>,
    info: &ModifierInfo<'_>,
    object: LocalId,
    app: LocalId,
) -> Vec<Statement> {
    let Some(family) = world.family(info.on) else { return Vec::new() };
    let list_type = Type::list(Type::Class(ClassId::MODIFIER));
    build(checker, info.tree.name.id, |b| {
        let there = b.attribute(b.get(object), family.list, list_type.clone());
        let empty = b.empty_list(Type::Class(ClassId::MODIFIER));
        let copy = b.builtin(Builtin::ListCopy, vec![there.clone()], list_type.clone());
        let kind = ExprKind::Ternary(Box::new(b.is_null(there)), Box::new(empty), Box::new(copy));
        let (list, declare) = b.var("list", b.expr(list_type, kind));
        let mut statements = vec![declare];
        let app = Expr { ty: Type::Class(ClassId::MODIFIER), ..b.get(app) };
        // Applications of layers above this one stay above it.
        let above: Vec<ClassId> =
            world.modifiers.all.iter().filter(|m| m.layer > info.layer).map(|m| m.class).collect();
        if above.is_empty() {
            statements.push(b.add(b.get(list), app));
        } else {
            let (i, declare) = b.var("i", b.length(b.get(list)));
            let last = b.element(b.get(list), b.binary(Op::Subtract, b.get(i), b.number(1.0)));
            let mut is_above = b.bool(false);
            for class in above {
                is_above = b.binary(Op::Or, is_above, b.is(last.clone(), class));
            }
            let goes_on = b.and(b.binary(Op::Greater, b.get(i), b.number(0.0)), is_above);
            let one = b.binary(Op::Subtract, b.get(i), b.number(1.0));
            statements.push(declare);
            statements.push(b.repeat(goes_on, None, vec![b.set(i, one)]));
            let args = vec![b.get(list), b.get(i), app];
            statements.push(b.run(b.builtin(Builtin::ListInsert, args, Type::Void)));
        }
        statements.push(b.assign(b.get(object), family.list, b.get(list)));
        statements
    })
}

/// Adds a part of a composition, which is its origin.
fn bringing<'t>(
    checker: &mut Checker<'_, 't>,
    part: &'t tree::Expr,
    object: LocalId,
    app: LocalId,
) -> Vec<Statement> {
    let world = checker.world;
    let Some(class) = world.modifier_class(checker.module, part) else { return Vec::new() };
    let Some(m) = world.modifier(class) else { return Vec::new() };
    let on = checker.read(part.id, object);
    let added = checker.adding(part.id, on, m, part);
    let origin = checker.read(part.id, app);
    let target = Target::Attribute(Box::new(added), own::ORIGIN);
    let kind = ExprKind::Assign(target, Box::new(origin));
    vec![statement(part.id, StatementKind::Expr(Expr { at: part.id, ty: Type::Void, kind }))]
}
