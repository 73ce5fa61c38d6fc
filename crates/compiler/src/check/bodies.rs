//! All bodies of a game, one after the other: functions, attributes, events, turns, setup.
//! It knows nothing of single statements.

use super::problems as problem;
use super::returns;
use super::scope::{Checker, Returns, Stage, returning};
use super::world::World;
use crate::typed::{
    Action, ActionId, Block, Body, Class, ClassId, ClassKind, Constant, Expr, ExprKind, FunctionId, LocalId,
    Param, Phase, Players, Simultaneous, Statement, Test, Type,
};
use base::NodeId;
use language::option::Choices;
use language::tree::{self, InputSource, Item};
use std::collections::BTreeMap;

/// What bodies contain that matters elsewhere.
#[derive(Default)]
pub(super) struct Seen {
    /// `players` of the body that is checked.
    pub players: Option<Players>,
    /// Numbers that stand for members of teams of the setup, outside of blocks.
    pub members: Vec<(NodeId, u32)>,
    /// `seed` of the test that is checked.
    pub seed: Option<u64>,
    /// The types of all `choose`.
    pub chosen: Vec<Type>,
    /// Whether some choice is secret.
    pub has_secret_choices: bool,
    /// The actions that tests play.
    pub played: Vec<ActionId>,
    /// For the overriding functions of modifiers the variable that is the object whose function it is.
    pub overridden: Vec<(FunctionId, LocalId)>,
    /// The bodies of tests for other values of the options.
    pub elsewhere: Vec<Body>,
}

/// What checking a body needs: the declarations, and where to put what matters elsewhere.
pub(super) struct Bodies<'p, 't> {
    pub world: &'p World<'t>,
    pub seen: &'p mut Seen,
}

/// Checks all bodies and puts them into the game.
pub(super) fn check_all(world: &mut World<'_>) -> Seen {
    let mut seen = Seen::default();
    let mut bodies = Bodies { world, seen: &mut seen };
    let mut functions: Vec<_> = (0..world.functions.len())
        .map(|i| FunctionId(i as u32))
        .map(|f| (!world.is_of_tests(f)).then(|| bodies.checked_function(f)))
        .collect();
    let actions: Vec<Action> = (0..world.actions.len())
        .map(|i| bodies.noting(Some(world.actions[i].class), |b| b.action(ActionId(i as u32))))
        .collect();
    let defaults = bodies.attribute_defaults();
    let formulas = bodies.formulas();
    let classes = || (0..world.classes.len()).map(|i| ClassId(i as u32));
    let effects: Vec<_> = classes().map(|c| bodies.event_effect(c)).collect();
    let turns: Vec<_> = (0..world.turns.len()).map(|i| bodies.turn(i)).collect();
    let orders: Vec<_> = classes().map(|c| bodies.order(c)).collect();
    let befores = world.befores.iter().map(|b| bodies.before(b)).collect();
    let modifiers = world.modifiers.all.iter().map(|m| bodies.modifier(m)).collect();
    let naturals: Vec<_> = classes().map(|c| bodies.naturals(c)).collect();
    let (setup, players) = bodies.setup();
    let constants: Vec<_> = (0..world.constants.declared.len()).map(|i| bodies.constant(i)).collect();
    // What is answered in tests depends on what is asked elsewhere.
    for (i, function) in functions.iter_mut().enumerate() {
        function.get_or_insert_with(|| bodies.checked_function(FunctionId(i as u32)));
    }
    let tests = bodies.tests(&players);
    // Looks may name seats.
    world.game.players = players;
    world.game.looks = super::looks::check(world, &mut seen);
    for (f, (params, body)) in world.game.functions.iter_mut().zip(functions.into_iter().flatten()) {
        f.params = params;
        f.body = body;
    }
    world.game.functions.extend(formulas);
    world.game.constants = constants;
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
    for (class, natural) in world.game.classes.iter_mut().zip(naturals) {
        class.grants = natural;
    }
    world.game.has_secret_choices = seen.has_secret_choices;
    world.game.layers = world.modifiers.layers.len().max(1);
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

impl<'t> Bodies<'_, 't> {
    pub(super) fn checker(&mut self, module: usize, class: Option<ClassId>) -> Checker<'_, 't> {
        Checker::new(self.world, self.seen, module, class)
    }

    /// Notes of the problems that `check` reports which class they are in, where a generic class made it.
    pub(super) fn noting<T>(&mut self, class: Option<ClassId>, check: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.world.problem_count();
        let found = check(self);
        self.world.note_instance(class, before);
        found
    }

    fn checked_function(&mut self, id: FunctionId) -> (Vec<Param>, Body) {
        self.noting(self.world.functions[id.index()].class, |b| b.function(id))
    }

    fn function(&mut self, id: FunctionId) -> (Vec<Param>, Body) {
        let world = self.world;
        let info = &world.functions[id.index()];
        let mut checker = self.checker(info.module, info.class);
        if world.is_of_tests(id) {
            checker.stage = Stage::TestFunction;
        }
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
        statements.extend(checker.block(tree).statements);
        let block = Block { statements };
        if info.returns != Type::Void && info.returns != Type::Error && returns::falls_through(&block) {
            let at = world.span(info.tree.name.id);
            checker.report(problem::missing_return(at, &format!("`{name}`")));
        }
        (params, checker.finish_block(block))
    }

    fn attribute_defaults(&mut self) -> BTreeMap<(ClassId, String), Body> {
        let world = self.world;
        let mut defaults = BTreeMap::new();
        for (i, info) in world.classes.iter().enumerate() {
            let class = ClassId(i as u32);
            let Some(tree) = info.tree else { continue };
            if world.attribute(class, Class::CANCELLED).is_some_and(|a| a.0 == Class::CANCELLED_INDEX) {
                let no = Expr { at: tree.id, ty: Type::Bool, kind: ExprKind::Bool(false) };
                let body = Body { locals: Vec::new(), block: returning(no) };
                defaults.insert((class, Class::CANCELLED.to_owned()), body);
            }
            self.noting(Some(class), |bodies| {
                for a in tree.attributes.iter().filter(|a| !a.derived) {
                    let Some(value) = &a.value else { continue };
                    let ty = world.attribute(class, &a.name.text).map_or(Type::Error, |f| f.1.clone());
                    let mut checker = bodies.checker(info.module, Some(class));
                    let value = checker.value(value, &ty, &format!("the attribute `{}`", a.name.text));
                    defaults.insert((class, a.name.text.clone()), checker.finish_value(value));
                }
            });
        }
        defaults
    }

    /// The default effect of an event: its own, or that of the nearest parent that has one.
    fn event_effect(&mut self, class: ClassId) -> Option<Body> {
        let world = self.world;
        let mut line =
            world.line(class).filter_map(|c| Some((c, world.classes[c.index()].tree?.effect.as_ref()?)));
        let (owner, effect) = line.next()?;
        if world.kind(class) != ClassKind::Event {
            self.world.report(problem::class_effect(world.span(effect.id)));
            return None;
        }
        let module = world.classes[owner.index()].module;
        let check = |seen: &mut Seen| {
            let mut checker = Checker::new(world, seen, module, Some(class));
            checker.event = Some(class);
            checker.stage = Stage::EventEffect;
            checker.whole(Returns::Nothing("an effect"), effect)
        };
        Some(match owner == class {
            true => check(self.seen),
            false => world.quietly(|| check(&mut Seen::default())),
        })
    }

    fn constant(&mut self, i: usize) -> Constant {
        let world = self.world;
        let (module, tree) = world.constants.declared[i];
        let made = world.made_constant(i);
        let ty = made.clone().unwrap_or(Type::Error);
        let value = made.map(|ty| {
            let mut checker = self.checker(module, None);
            let value = checker.value(&tree.value, &ty, &format!("the constant `{}`", tree.name.text));
            checker.finish_value(value)
        });
        Constant { name: tree.name.text.clone(), at: tree.name.id, ty, value }
    }

    fn turn(&mut self, i: usize) -> (Option<Body>, Vec<Phase>) {
        let (module, tree) = self.world.turns[i];
        let own = self.default_player(module, tree.default.as_ref());
        let defaults: Vec<_> =
            tree.phases.iter().map(|p| self.default_player(module, p.default.as_ref())).collect();
        let phases = tree.phases.iter().zip(defaults).map(|(p, default)| {
            let simultaneous = self.simultaneous(module, p);
            Phase { name: p.name.text.clone(), default, simultaneous }
        });
        (own, phases.collect())
    }

    fn default_player(&mut self, module: usize, block: Option<&'t tree::Block>) -> Option<Body> {
        let block = block?;
        let mut checker = self.checker(module, None);
        checker.returns = Returns::Value(Type::Player, "the result of `default`".to_owned());
        let found = checker.block(block);
        if returns::falls_through(&found) {
            checker.report(problem::missing_return(checker.span(block.id), "`default`"));
        }
        Some(checker.finish_block(found))
    }

    /// Who decides at the same time in a phase, and what follows.
    fn simultaneous(&mut self, module: usize, phase: &'t tree::Phase) -> Option<Simultaneous> {
        let then = phase
            .then
            .as_ref()
            .map(|block| (block.id, self.checker(module, None).whole(Returns::Nothing("`then`"), block)));
        let Some(tree) = &phase.simultaneous else {
            then.iter().for_each(|(at, _)| self.world.report(problem::then_of_nothing(self.world.span(*at))));
            return None;
        };
        let mut checker = self.checker(module, None);
        let players = checker.value(&tree.players, &Type::list(Type::Player), "who decides");
        let players = checker.finish_value(players);
        Some(Simultaneous { players, open: tree.open, then: then.map(|t| t.1) })
    }

    fn setup(&mut self) -> (Option<Body>, Players) {
        let mut items = self.world.main_items().iter();
        let found = items.find_map(|i| if let Item::Setup(s) = i { Some(s) } else { None });
        let Some(setup) = found else { return (None, Players::default()) };
        let mut checker = self.checker(0, None);
        checker.stage = Stage::Setup;
        let body = checker.whole(Returns::Nothing("`setup`"), &setup.body);
        let players = self.seen.players.take().unwrap_or_else(|| {
            // Where something is wrong in it, nobody knows which numbers of players are meant.
            let counts = if self.world.has_errors() { Vec::new() } else { Players::default().counts };
            Players { counts, ..Players::default() }
        });
        for (at, seat) in std::mem::take(&mut self.seen.members) {
            if let Some(few) = players.counts.iter().find(|count| seat >= **count) {
                self.world.report(problem::no_member(self.world.span(at), seat, *few));
            }
        }
        (Some(body), players)
    }

    /// The tests of the main file that are for the options as they are. Those for others are looked at only for what
    /// they use.
    fn tests(&mut self, players: &Players) -> Vec<Test> {
        let world = self.world;
        let chosen = Choices::of(&world.game.options);
        let mut tests = Vec::new();
        for (i, (module, tree)) in world.tests().enumerate() {
            if world.tested.get(i).is_some_and(|choices| *choices != chosen) {
                let body = world.quietly(|| self.test(module, tree, players).body);
                self.seen.elsewhere.push(body);
            } else {
                tests.push(self.test(module, tree, players));
            }
        }
        tests
    }

    fn test(&mut self, module: usize, tree: &'t tree::Test, players: &Players) -> Test {
        self.seen.players = None;
        self.seen.seed = None;
        let mut checker = self.checker(module, None);
        checker.stage = Stage::Test;
        let body = checker.whole(Returns::Nothing("a test"), &tree.body);
        let count = self.seen.players.take().map(|p| p.least);
        if let Some(n) = count.filter(|n| !players.counts.contains(n) && !players.counts.is_empty()) {
            let at = self.world.span(tree.id);
            self.world.report(problem::test_players(at, n, &players.counts));
        }
        let seed = self.seen.seed.take().unwrap_or(1);
        Test { name: tree.name.clone(), at: tree.id, seed, players: count, body }
    }
}
