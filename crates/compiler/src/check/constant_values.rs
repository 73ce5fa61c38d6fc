//! What the values of constants are worked out from: other constants, in an order in which each is known before it is
//! read, and nothing that belongs to a match. It does not work out any.

use super::problems as problem;
use super::world::World;
use crate::typed::dispatch::Dispatch;
use crate::typed::visit::{Parts, Visit};
use crate::typed::{
    Authored, ClassId, ClassKind, ConstId, Conversion, Expr, ExprKind, FunctionId, Game, Lambda, Statement,
    StatementKind, Type,
};
use base::NodeId;
use language::catalogue::group::Free;
use language::catalogue::{Builtin, Group, entry};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// Reports constants that follow from themselves, or from something that belongs to a match. Gives those that the
/// machine works out, each behind those that it needs.
pub(super) fn check(world: &World<'_>, dispatch: &Dispatch) -> Vec<ConstId> {
    let mut needs = Needs { game: &world.game, dispatch, functions: BTreeMap::new(), kept: 0 };
    let made = |i: &usize| world.game.constants[*i].value.is_some();
    let all: Vec<usize> = (0..world.game.constants.len()).filter(made).collect();
    let mut graph = BTreeMap::new();
    for i in all {
        let found = needs.of_constant(i);
        let constant = &world.game.constants[i];
        if let Some((at, what)) = &found.of_match {
            world.report(problem::const_reads(world.span(*at), &constant.name, what));
        }
        graph.insert(i, found.constants);
    }
    order(world, &graph)
}

/// Depth first, without recursion: chains may be long.
fn order(world: &World<'_>, graph: &BTreeMap<usize, BTreeSet<usize>>) -> Vec<ConstId> {
    let mut done = BTreeSet::new();
    let mut order = Vec::new();
    for start in graph.keys() {
        let mut line: Vec<(usize, Vec<usize>)> = Vec::new();
        let mut next = Some(*start).filter(|i| !done.contains(i));
        loop {
            if let Some(i) = next.take() {
                match line.iter().position(|(open, _)| *open == i) {
                    Some(from) => {
                        let circle: Vec<usize> = line[from..].iter().map(|(i, _)| *i).collect();
                        report_circle(world, &circle);
                        // It was told, and the game is not made.
                        done.extend(line.iter().map(|(i, _)| *i));
                        break;
                    }
                    None => line.push((i, graph.get(&i).into_iter().flatten().rev().copied().collect())),
                }
            }
            let Some((i, rest)) = line.last_mut() else { break };
            match rest.pop() {
                Some(other) if done.contains(&other) || !graph.contains_key(&other) => {}
                Some(other) => next = Some(other),
                None => {
                    done.insert(*i);
                    order.push(ConstId(*i as u32));
                    line.pop();
                }
            }
        }
    }
    order
}

fn report_circle(world: &World<'_>, circle: &[usize]) {
    let constants = &world.game.constants;
    let names: Vec<String> = circle.iter().map(|i| format!("`{}`", constants[*i].name)).collect();
    if let Some(first) = circle.iter().min() {
        world.report(problem::const_circle(world.span(constants[*first].at), &names.join(", ")));
    }
}

/// What a piece of program needs.
#[derive(Clone, Default)]
struct Found<'g> {
    constants: BTreeSet<usize>,
    functions: BTreeSet<FunctionId>,
    /// The classes of which objects are made.
    made: BTreeSet<ClassId>,
    /// The first that belongs to a match.
    of_match: Option<(NodeId, String)>,
    /// Function values by where they are written, which run only where some function value is called.
    lambdas: BTreeMap<NodeId, &'g Lambda>,
    calls_values: bool,
}

impl<'g> Found<'g> {
    fn add(&mut self, other: &Found<'g>) {
        self.functions.extend(&other.functions);
        self.add_all_but_functions(other);
    }

    fn add_all_but_functions(&mut self, other: &Found<'g>) {
        self.constants.extend(&other.constants);
        self.made.extend(&other.made);
        if self.of_match.is_none() {
            self.of_match.clone_from(&other.of_match);
        }
        self.lambdas.extend(&other.lambdas);
        self.calls_values |= other.calls_values;
    }

    fn size(&self) -> usize {
        self.constants.len() + self.functions.len() + self.made.len() + self.lambdas.len()
    }
}

struct Needs<'g> {
    game: &'g Game,
    dispatch: &'g Dispatch,
    /// What functions need with those that they call, as far as somebody has asked and there is room.
    functions: BTreeMap<FunctionId, Rc<Found<'g>>>,
    /// How much those need together.
    kept: usize,
}

/// Where functions call one another in a long row, what all of them need would take the square of its length.
const MAX_KEPT: usize = 1_000_000;

impl<'g> Needs<'g> {
    /// All that working out a constant needs, through whatever it calls.
    fn of_constant(&mut self, i: usize) -> Found<'g> {
        let game = self.game;
        let mut all = Found::default();
        if let Some(value) = &game.constants[i].value {
            Looker { game, found: &mut all }.body(value);
        }
        let mut functions = std::mem::take(&mut all.functions);
        let (mut called, mut classes, mut lambdas) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
        loop {
            let lambda = || all.lambdas.iter().find(|(at, _)| all.calls_values && !lambdas.contains(*at));
            if let Some(f) = functions.pop_first() {
                if called.insert(f) {
                    all.add_all_but_functions(&self.of_function(f));
                }
                continue;
            }
            let mut found = Found::default();
            if let Some(c) = all.made.difference(&classes).next().copied() {
                classes.insert(c);
                for value in game.classes[c.index()].attributes.iter().filter_map(|a| a.default.as_ref()) {
                    Looker { game, found: &mut found }.body(value);
                }
            } else if let Some((at, lambda)) = lambda().map(|(at, lambda)| (*at, *lambda)) {
                lambdas.insert(at);
                Looker { game, found: &mut found }.block(&lambda.body);
            } else {
                return all;
            }
            functions.extend(found.functions.difference(&called));
            all.add_all_but_functions(&found);
        }
    }

    /// What a function needs, and whatever it calls.
    fn of_function(&mut self, f: FunctionId) -> Rc<Found<'g>> {
        if let Some(known) = self.functions.get(&f) {
            return Rc::clone(known);
        }
        let (game, mut all) = (self.game, Found::default());
        let (mut open, mut done) = (BTreeSet::from([f]), BTreeSet::new());
        while let Some(callee) = open.pop_first() {
            if !done.insert(callee) {
                continue;
            }
            if let Some(known) = self.functions.get(&callee) {
                done.extend(&known.functions);
                all.add(known);
                continue;
            }
            let mut found = Found::default();
            Looker { game, found: &mut found }.function(&game.functions[callee.index()]);
            found.functions.extend(self.dispatch.targets(callee));
            open.extend(found.functions.difference(&done));
            all.add(&found);
        }
        let all = Rc::new(all);
        if self.kept + all.size() <= MAX_KEPT {
            self.kept += all.size();
            self.functions.insert(f, Rc::clone(&all));
        }
        all
    }
}

struct Looker<'f, 'g> {
    game: &'g Game,
    found: &'f mut Found<'g>,
}

impl Looker<'_, '_> {
    fn of_match(&mut self, at: NodeId, what: impl Into<String>) {
        self.found.of_match.get_or_insert_with(|| (at, what.into()));
    }

    /// What belongs to a match: objects and places, players, turns, chance.
    fn look(&mut self, e: &Expr) {
        use ExprKind as K;
        let named = |name: &str| format!("`{name}`");
        let game = self.game;
        match &e.kind {
            K::Global(c) => self.of_match(e.at, named(&game.classes[c.index()].name)),
            K::Zone(z) | K::ZoneOf(z, _) | K::Zones(z) | K::ZoneRow(z, _) => {
                self.of_match(e.at, named(&game.zones[z.index()].name));
            }
            K::AllOf(c) => self.of_match(e.at, format!("`all({})`", game.classes[c.index()].name)),
            K::BoardBuiltin(b, ..) => self.of_match(e.at, named(&game.boards[b.index()].name)),
            K::DiceBuiltin(d, _) => self.of_match(e.at, named(&game.dice[d.index()].name)),
            K::Tile(b, _) => self.of_match(e.at, format!("a tile of `{}`", game.boards[b.index()].name)),
            K::Actor => self.of_match(e.at, "`actor`"),
            K::Event => self.of_match(e.at, "`event`"),
            K::Choose { .. } | K::Auto(_) => self.of_match(e.at, "a choice"),
            K::Suppose(..) => self.of_match(e.at, "`suppose`"),
            K::Test(_) => self.of_match(e.at, "what tests look at"),
            K::Convert(Conversion::NumberToPlayer | Conversion::TurnToPlayer, _) => {
                self.of_match(e.at, "a player");
            }
            K::Convert(Conversion::StringToTile(_), _) => self.of_match(e.at, "a tile"),
            K::Builtin(b, _) if !is_of_values(*b) => {
                self.of_match(e.at, format!("`{}`", entry(*b).name()));
            }
            K::Authored(authored) if !matches!(**authored, Authored::StoredAttribute(..)) => {
                self.of_match(e.at, "what modifiers do");
            }
            _ => {}
        }
    }

    fn all_constants(&mut self, class: ClassId) {
        let game = self.game;
        let is_one =
            |ty: &Type| matches!(ty, Type::Class(c) if game.is_sub(*c, class) || game.is_sub(class, *c));
        let all = game.constants.iter().enumerate().filter(|(_, c)| is_one(&c.ty) && c.value.is_some());
        self.found.constants.extend(all.map(|(i, _)| i));
    }
}

impl<'g> Visit<'g> for Looker<'_, 'g> {
    fn expr(&mut self, e: &'g Expr) {
        self.look(e);
        match &e.kind {
            ExprKind::Constant(c) => drop(self.found.constants.insert(c.index())),
            ExprKind::AllConstants(class) => self.all_constants(*class),
            ExprKind::Call(f, _) | ExprKind::CallMethod(_, f, _) | ExprKind::CallBase(f, _) => {
                self.found.functions.insert(*f);
            }
            ExprKind::New(c, _) if self.game.classes[c.index()].kind == ClassKind::Const => {
                self.found.made.insert(*c);
            }
            ExprKind::CallValue(..) => self.found.calls_values = true,
            ExprKind::Lambda(lambda) => {
                self.found.lambdas.insert(e.at, lambda);
                return;
            }
            ExprKind::Builtin(_, args) => {
                // What is written where a builtin takes it runs there.
                for arg in args.iter().flatten() {
                    match &arg.kind {
                        ExprKind::Lambda(lambda) => self.block(&lambda.body),
                        _ => {
                            self.found.calls_values |= matches!(arg.ty, Type::Function(..) | Type::Act(..));
                            self.expr(arg);
                        }
                    }
                }
                return;
            }
            _ => {}
        }
        e.kind.parts(&mut |n| self.node(n));
    }

    fn statement(&mut self, s: &'g Statement) {
        if matches!(s.kind, StatementKind::Tell(..)) {
            self.of_match(s.at, "the log");
        }
        s.kind.parts(&mut |n| self.node(n));
    }
}

/// Whether a function is the same in every match.
fn is_arithmetic(f: Free) -> bool {
    !matches!(f, Free::Forward | Free::PositionOf | Free::AllOf)
}

/// Whether something built in reads nothing but what it is given.
fn is_of_values(b: Builtin) -> bool {
    match b.group() {
        Group::List(_)
        | Group::Table(_)
        | Group::Stack(_)
        | Group::Set(_)
        | Group::String(_)
        | Group::Case(_) => true,
        Group::Free(f) => is_arithmetic(f),
        _ => false,
    }
}
