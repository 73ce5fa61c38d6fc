//! All bodies of a game, one after the other: functions, attributes, events, turns, setup.
//! It knows nothing of single statements.

use super::problems as problem;
use super::returns;
use super::scope::{Checker, Returns, Stage, statement};
use super::world::World;
use crate::typed::{
    Action, ActionId, Block, Body, Class, ClassId, ClassKind, Expr, ExprKind, FunctionId, LocalId, Param,
    Phase, Players, Simultaneous, Statement, StatementKind, Test, Type,
};
use base::Problem;
use language::tree::{self, InputSource, Item};
use std::collections::BTreeMap;

/// What was met in bodies that matters elsewhere.
#[derive(Default)]
pub(super) struct Seen {
    /// `players` of the body that is checked.
    pub players: Option<Players>,
    /// `seed` of the test that is checked.
    pub seed: Option<u64>,
    /// The types of all `choose`.
    pub chosen: Vec<Type>,
    /// The actions that tests play.
    pub played: Vec<ActionId>,
    /// For the overriding functions of modifiers the variable that is the object whose function it is.
    pub overridden: Vec<(FunctionId, LocalId)>,
    /// The bodies of tests for other values of the options.
    pub elsewhere: Vec<Body>,
}

/// Checks all bodies and puts them into the game.
pub(super) fn check_all(world: &mut World<'_>, problems: &mut Vec<Problem>) -> Seen {
    let mut seen = Seen::default();
    let functions: Vec<_> = (0..world.functions.len())
        .map(|i| {
            let before = problems.len();
            let found = function(world, FunctionId(i as u32), problems, &mut seen);
            world.note_instance(world.functions[i].class, problems, before);
            found
        })
        .collect();
    let actions: Vec<Action> = (0..world.actions.len())
        .map(|i| {
            let before = problems.len();
            let found = super::actions::action(world, ActionId(i as u32), problems, &mut seen);
            world.note_instance(Some(world.actions[i].class), problems, before);
            found
        })
        .collect();
    let defaults = attribute_defaults(world, problems, &mut seen);
    let effects: Vec<_> = (0..world.classes.len())
        .map(|i| event_effect(world, ClassId(i as u32), problems, &mut seen))
        .collect();
    let turns: Vec<_> = (0..world.turns.len()).map(|i| turn(world, i, problems, &mut seen)).collect();
    let orders: Vec<_> = (0..world.classes.len())
        .map(|i| super::before::order(world, ClassId(i as u32), problems, &mut seen))
        .collect();
    let befores = super::before::bodies(world, problems, &mut seen);
    let modifiers = super::modifiers::bodies(world, problems, &mut seen);
    let (setup, players) = setup(world, problems, &mut seen);
    let tests = tests(world, &players, problems, &mut seen);
    // Looks may name seats.
    world.game.players = players;
    world.game.looks = super::looks::check(world, problems, &mut seen);
    for (f, (params, body)) in world.game.functions.iter_mut().zip(functions) {
        f.params = params;
        f.body = body;
    }
    world.game.befores = befores;
    world.game.modifiers = modifiers;
    world.game.actions = actions;
    for class in &mut world.game.classes {
        for attribute in &mut class.attributes {
            attribute.default = defaults.get(&(attribute.class, attribute.name.clone())).cloned();
        }
    }
    for (class, (effect, order)) in world.game.classes.iter_mut().zip(effects.into_iter().zip(orders)) {
        (class.effect, class.order) = (effect, order);
    }
    for (t, (default, phases)) in world.game.turns.iter_mut().zip(turns) {
        t.default = default;
        t.phases = phases;
    }
    let main = world.modules.first().and_then(|m| m.game.as_ref());
    world.game.name = main.map(|g| g.name.clone()).unwrap_or_default();
    world.game.setup = setup;
    world.game.tests = tests;
    seen
}

/// Warns of what nobody gets to in a body that is done.
pub(super) fn done(world: &World<'_>, block: &Block, problems: &mut Vec<Problem>) {
    returns::report_unreachable(block, world.origins, problems);
}

fn function(
    world: &World<'_>,
    id: FunctionId,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> (Vec<Param>, Body) {
    let info = &world.functions[id.index()];
    let mut checker = Checker::new(world, problems, seen, info.module, info.class);
    checker.event = info.class.filter(|c| world.kind(*c) == ClassKind::Event);
    let name = &info.tree.name.text;
    checker.returns = match &info.returns {
        Type::Void => Returns::Nothing("a function without a result"),
        ty => Returns::Value(ty.clone(), format!("the result of `{name}`")),
    };
    let mut params = Vec::new();
    let mut statements: Vec<Statement> = Vec::new();
    for (input, ty) in info.tree.inputs.iter().zip(&info.inputs) {
        match &input.source {
            InputSource::Given(default) => {
                let why = format!("the parameter `{}`", input.name.text);
                let default = default.as_ref().map(|e| checker.value(e, ty, &why));
                let local: LocalId = checker.declare(&input.name, ty.clone());
                params.push(Param { name: input.name.text.clone(), local, default });
            }
            _ => statements.extend(checker.function_input(input, ty.clone(), &info.returns)),
        }
    }
    if let Some((modifier, overridden)) = world.overriding(id) {
        let object = checker.overrides(modifier, overridden);
        checker.seen.overridden.push((id, object));
    }
    let Some(tree) = &info.tree.body else { return (params, checker.finish(Block::default())) };
    let block = checker.block(tree);
    statements.extend(block.statements);
    let block = Block { statements };
    if info.returns != Type::Void && info.returns != Type::Error && returns::falls_through(&block) {
        checker.report(problem::missing_return(world.span(info.tree.name.id), &format!("`{name}`")));
    }
    done(world, &block, checker.problems);
    (params, checker.finish(block))
}

fn attribute_defaults(
    world: &World<'_>,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> BTreeMap<(ClassId, String), Body> {
    let mut defaults = BTreeMap::new();
    for (i, info) in world.classes.iter().enumerate() {
        let class = ClassId(i as u32);
        let Some(tree) = info.tree else { continue };
        let before = problems.len();
        if world.attribute(class, Class::CANCELLED).is_some_and(|a| a.0 == 0) {
            let no = Expr { at: tree.id, ty: Type::Bool, kind: ExprKind::Bool(false) };
            let give = statement(tree.id, StatementKind::Return(Some(no)));
            let body = Body { locals: Vec::new(), block: Block { statements: vec![give] } };
            defaults.insert((class, Class::CANCELLED.to_owned()), body);
        }
        for a in &tree.attributes {
            let Some(value) = &a.value else { continue };
            let ty = world.attribute(class, &a.name.text).map_or(Type::Error, |f| f.1.clone());
            let mut checker = Checker::new(world, problems, seen, info.module, Some(class));
            let value = checker.value(value, &ty, &format!("the attribute `{}`", a.name.text));
            let statement = Statement { at: value.at, kind: StatementKind::Return(Some(value)) };
            let body = checker.finish(Block { statements: vec![statement] });
            defaults.insert((class, a.name.text.clone()), body);
        }
        world.note_instance(Some(class), problems, before);
    }
    defaults
}

/// The default effect of an event: its own, or that of the nearest parent that has one.
fn event_effect(
    world: &World<'_>,
    class: ClassId,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Option<Body> {
    let info = &world.classes[class.index()];
    let mut line =
        world.line(class).filter_map(|c| Some((c, world.classes[c.index()].tree?.effect.as_ref()?)));
    let (owner, effect) = line.next()?;
    if world.kind(class) != ClassKind::Event {
        problems.push(problem::class_effect(world.span(effect.id)));
        return None;
    }
    let (mut inherited, mut nobody) = (Vec::new(), Seen::default());
    let own = owner == class;
    let (problems, seen) = if own { (problems, seen) } else { (&mut inherited, &mut nobody) };
    let module = if own { info.module } else { world.classes[owner.index()].module };
    let mut checker = Checker::new(world, problems, seen, module, Some(class));
    checker.event = Some(class);
    checker.stage = Stage::EventEffect;
    checker.returns = Returns::Nothing("an effect");
    let block = checker.block(effect);
    done(world, &block, checker.problems);
    Some(checker.finish(block))
}

fn turn(
    world: &World<'_>,
    i: usize,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> (Option<Body>, Vec<Phase>) {
    let (module, tree) = world.turns[i];
    let mut default = |block: &Option<tree::Block>| {
        let block = block.as_ref()?;
        let mut checker = Checker::new(world, problems, seen, module, None);
        checker.returns = Returns::Value(Type::Player, "the result of `default`".to_owned());
        let found = checker.block(block);
        if returns::falls_through(&found) {
            checker.report(problem::missing_return(world.span(block.id), "`default`"));
        }
        done(world, &found, checker.problems);
        Some(checker.finish(found))
    };
    let own = default(&tree.default);
    let defaults: Vec<_> = tree.phases.iter().map(|p| default(&p.default)).collect();
    let phases = tree.phases.iter().zip(defaults).map(|(p, default)| {
        let simultaneous = simultaneous(world, module, p, problems, seen);
        Phase { name: p.name.text.clone(), default, simultaneous }
    });
    (own, phases.collect())
}

/// Who decides at the same time in a phase, and what follows.
fn simultaneous(
    world: &World<'_>,
    module: usize,
    phase: &tree::Phase,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Option<Simultaneous> {
    let then = phase.then.as_ref().map(|block| {
        let mut checker = Checker::new(world, problems, seen, module, None);
        checker.returns = Returns::Nothing("`then`");
        let found = checker.block(block);
        done(world, &found, checker.problems);
        (block.id, checker.finish(found))
    });
    let Some(tree) = &phase.simultaneous else {
        problems.extend(then.map(|(at, _)| problem::then_of_nothing(world.span(at))));
        return None;
    };
    let mut checker = Checker::new(world, problems, seen, module, None);
    let players = checker.value(&tree.players, &Type::list(Type::Player), "who decides");
    let statement = Statement { at: players.at, kind: StatementKind::Return(Some(players)) };
    let players = checker.finish(Block { statements: vec![statement] });
    Some(Simultaneous { players, open: tree.open, then: then.map(|t| t.1) })
}

fn setup(world: &World<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> (Option<Body>, Players) {
    let items = world.modules.first().map_or(&[][..], |m| &m.items);
    let found = items.iter().find_map(|i| if let Item::Setup(s) = i { Some(s) } else { None });
    let Some(setup) = found else { return (None, Players::default()) };
    let mut checker = Checker::new(world, problems, seen, 0, None);
    checker.stage = Stage::Setup;
    checker.returns = Returns::Nothing("`setup`");
    let block = checker.block(&setup.body);
    done(world, &block, checker.problems);
    let body = checker.finish(block);
    (Some(body), seen.players.take().unwrap_or_default())
}

/// The tests of the main file that are for the options as they are. Those for others are looked at only for what
/// they use.
fn tests(world: &World<'_>, players: &Players, problems: &mut Vec<Problem>, seen: &mut Seen) -> Vec<Test> {
    let items = world.modules.first().map_or(&[][..], |m| &m.items);
    let found = items.iter().filter_map(|i| if let Item::Test(t) = i { Some(t) } else { None });
    let mut tests = Vec::new();
    for (i, tree) in found.enumerate() {
        if world.tested.get(i).is_some_and(|options| *options != world.game.options) {
            let body = test(world, tree, players, &mut Vec::new(), seen).body;
            seen.elsewhere.push(body);
        } else {
            tests.push(test(world, tree, players, problems, seen));
        }
    }
    tests
}

fn test(
    world: &World<'_>,
    tree: &tree::Test,
    players: &Players,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Test {
    seen.players = None;
    seen.seed = None;
    let mut checker = Checker::new(world, problems, seen, 0, None);
    checker.stage = Stage::Test;
    checker.returns = Returns::Nothing("a test");
    let block = checker.block(&tree.body);
    done(world, &block, checker.problems);
    let body = checker.finish(block);
    let count = seen.players.take().map(|p| p.least);
    if let Some(n) = count.filter(|n| !(players.least..=players.most).contains(n)) {
        problems.push(problem::test_players(world.span(tree.id), n, players.least, players.most));
    }
    Test { name: tree.name.clone(), at: tree.id, seed: seen.seed.take().unwrap_or(1), players: count, body }
}
