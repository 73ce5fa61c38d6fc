//! `before` blocks: a function for the condition and one for the body of each, and for each event that some of them
//! look at a function that runs those that apply. It knows nothing of default effects.

use super::build::{TreeBuilder, param};
use super::modifiers::Plan;
use super::{Core, Made};
use crate::typed::{
    Before, BinaryOp, Body, ChoiceSpec, Class, ClassId, ClassKind, EventBody, Expr, ExprKind, FunctionId,
    Game, LocalId, ModifierOf, Origin, Param, Source, Statement, StatementKind, Type, Visibility,
};
use base::NodeId;
use language::catalogue::Builtin;
use language::tree::Asked;
use std::collections::BTreeMap;

/// The blocks of a game, in the order in which they run.
pub(super) struct Blocks {
    all: Vec<Reserved>,
    /// By event, the numbers of those that look at it by name.
    by_event: BTreeMap<ClassId, Vec<usize>>,
    /// For events that ask somebody for the order of their blocks, the function that says whom.
    orders: BTreeMap<ClassId, FunctionId>,
}

impl Blocks {
    /// Those that look at an event, by its name or that of one above it, in the order in which they run.
    fn of(&self, game: &Game, event: ClassId) -> Vec<&Reserved> {
        let named = game.above(event).filter_map(|above| self.by_event.get(&above));
        let mut numbers: Vec<usize> = named.flatten().copied().collect();
        numbers.sort_unstable();
        numbers.into_iter().map(|i| &self.all[i]).collect()
    }
}

struct Reserved {
    before: Before,
    /// `applies(event)` of the object that carries the block.
    applies: FunctionId,
    /// `run(event)` of that object.
    run: FunctionId,
}

pub(super) fn reserve(core: &mut Core) -> Blocks {
    let mut blocks = Blocks { all: Vec::new(), by_event: BTreeMap::new(), orders: BTreeMap::new() };
    for before in std::mem::take(&mut core.game.befores) {
        let name = format!("before {}", core.game.classes[before.event.index()].name);
        let applies = core.reserve(&format!("where of {name}"), before.at, Some(before.class), Type::Bool);
        let run = core.reserve_as(Origin::Block, &name, before.at, Some(before.class), Type::Void);
        blocks.all.push(Reserved { before, applies, run });
    }
    blocks.all.sort_by(|a, b| b.before.prio.total_cmp(&a.before.prio));
    for (i, block) in blocks.all.iter().enumerate() {
        blocks.by_event.entry(block.before.event).or_default().push(i);
    }
    for i in ClassId::BUILT_IN..core.game.classes.len() {
        let event = ClassId(i as u32);
        let is_event = core.game.classes[i].kind == ClassKind::Event;
        if !is_event || !core.game.above(event).any(|above| blocks.by_event.contains_key(&above)) {
            continue;
        }
        let Class { name, at, .. } = &core.game.classes[i];
        let (name, at) = (name.clone(), *at);
        core.hooks[i].before = Some(core.reserve(&format!("before {name}"), at, None, Type::Void));
        if core.game.classes[i].order.is_some() {
            let function = core.reserve(&format!("order of {name}"), at, None, Type::Player);
            blocks.orders.insert(event, function);
        }
    }
    blocks
}

/// Moves what authors wrote into the functions for it.
pub(super) fn bodies(core: &mut Core, blocks: &mut Blocks, plan: &Plan) {
    for block in &mut blocks.all {
        let Before { at, class, event, condition, run, .. } = &mut block.before;
        let run = std::mem::replace(run, EventBody { event: run.event, body: Body::default() });
        let condition = condition.take().unwrap_or_else(|| always(*at, *event));
        core.fill(with_event(block.run, run));
        let mut applies = with_event(block.applies, condition);
        if let Some(awake) = plan.awake(*class) {
            let b = TreeBuilder::new(*at);
            let awake = b.method(b.this(*class), awake, Vec::new(), Type::Bool);
            for s in &mut applies.2.block.statements {
                if let StatementKind::Return(Some(condition)) = &mut s.kind {
                    let own = std::mem::replace(condition, b.bool(true));
                    *condition = b.and(awake.clone(), own);
                }
            }
        }
        core.fill(applies);
    }
    for (event, function) in &blocks.orders {
        if let Some(order) = core.game.classes[event.index()].order.take() {
            core.fill(with_event(*function, order));
        }
    }
}

/// The condition of a block that has none.
fn always(at: NodeId, event: ClassId) -> EventBody {
    let mut b = TreeBuilder::new(at);
    let event = b.local("event", Type::Class(event));
    let give = b.give(Some(b.bool(true)));
    EventBody { event, body: b.done(vec![give]) }
}

fn with_event(function: FunctionId, EventBody { event, body }: EventBody) -> Made {
    (function, vec![param("event", event)], body)
}

/// Builds the functions that run the blocks of each event.
pub(super) fn runners(core: &mut Core, blocks: &Blocks) {
    for i in 0..core.game.classes.len() {
        if let Some(function) = core.hooks[i].before {
            let (params, body) = BlockRunnerBuilder::new(&core.game, blocks, ClassId(i as u32)).function();
            core.fill((function, params, body));
        }
    }
}

/// Builds `before E(event)`: as long as some block applies that has not run yet on its object, the first of them
/// runs. A block that cancels the event is the last.
struct BlockRunnerBuilder<'c> {
    game: &'c Game,
    blocks: &'c Blocks,
    b: TreeBuilder,
    event: ClassId,
    /// The parameter.
    raised: LocalId,
    /// Whether a block has run in this round.
    ran: LocalId,
    /// For each block the objects on which it has run.
    had: Vec<(&'c Reserved, LocalId)>,
}

impl<'c> BlockRunnerBuilder<'c> {
    fn new(game: &'c Game, blocks: &'c Blocks, event: ClassId) -> BlockRunnerBuilder<'c> {
        let mut b = TreeBuilder::new(game.classes[event.index()].at);
        let raised = b.local("event", Type::Class(event));
        let ran = b.local("ran", Type::Bool);
        let mut had = Vec::new();
        for block in blocks.of(game, event) {
            had.push((block, b.local("had", Type::list(Type::Class(block.before.class)))));
        }
        BlockRunnerBuilder { game, blocks, b, event, raised, ran, had }
    }

    fn function(mut self) -> (Vec<Param>, Body) {
        let order = self.blocks.orders.get(&self.event);
        let order = order.map(|f| self.b.call(*f, vec![self.b.get(self.raised)], Type::Player));
        let mut statements = Vec::new();
        let nobody: Option<Vec<Expr>> = (0..self.had.len()).map(|i| self.lives_none(i)).collect();
        if let Some(nobody) = nobody {
            statements.push(self.b.when(self.b.all_hold(nobody), vec![self.b.give(None)]));
        }
        for (block, had) in &self.had {
            let list = self.b.empty_list(Type::Class(block.before.class));
            statements.push(self.b.declare(*had, list));
        }
        let mut round = vec![self.b.declare(self.ran, self.b.bool(false))];
        match order {
            None => round.extend((0..self.had.len()).map(|i| self.first(i))),
            Some(who) => self.by_choice(&who, &mut round),
        }
        let stop = self.b.not(self.b.get(self.ran));
        round.push(self.b.when(stop, vec![self.b.give(None)]));
        let cancelled = self.b.attribute(self.b.get(self.raised), Class::CANCELLED_INDEX, Type::Bool);
        statements.push(self.b.repeat(self.b.not(cancelled), None, round));
        (vec![param("event", self.raised)], self.b.done(statements))
    }

    /// Whether a block applies to the event on an object that has not had it.
    fn applies(&self, i: usize, object: LocalId) -> Expr {
        let (block, had) = self.had[i];
        let (b, object) = (&self.b, self.b.get(object));
        b.and(
            b.not(b.contains(b.get(had), object.clone())),
            b.method(object, block.applies, vec![self.given(block)], Type::Bool),
        )
    }

    /// The event as the block knows it.
    fn given(&self, block: &Reserved) -> Expr {
        self.b.seen_as(self.b.get(self.raised), block.before.event)
    }

    /// Runs a block on an object.
    fn run(&self, i: usize, object: LocalId) -> Vec<Statement> {
        let (block, had) = self.had[i];
        let (b, object) = (&self.b, self.b.get(object));
        vec![
            b.set(self.ran, b.bool(true)),
            b.add(b.get(had), object.clone()),
            b.run(b.method(object, block.run, vec![self.given(block)], Type::Void)),
        ]
    }

    /// Whether no object lives that carries a block; None of the object of a global class, which always does.
    fn lives_none(&self, i: usize) -> Option<Expr> {
        let class = self.had[i].0.before.class;
        let all = |class| self.b.builtin(Builtin::ListIsEmpty, vec![self.b.all(class)], Type::Bool);
        (!self.is_global(class)).then(|| all(class))
    }

    /// Calls `then` for each object that carries a block.
    fn each(&mut self, i: usize, then: impl FnOnce(&mut Self, LocalId) -> Vec<Statement>) -> Statement {
        let class = self.had[i].0.before.class;
        let object = self.b.local("object", Type::Class(class));
        let body = then(self, object);
        if self.is_global(class) {
            let global = self.b.expr(Type::Class(class), ExprKind::Global(class));
            let mut statements = vec![self.b.declare(object, global)];
            statements.extend(body);
            return self.b.block(statements);
        }
        let each = self.b.each(object, self.b.all(class), body);
        match self.lives_none(i) {
            Some(none) => self.b.when(self.b.not(none), vec![each]),
            None => each,
        }
    }

    fn is_global(&self, class: ClassId) -> bool {
        self.game.classes[class.index()].visibility == Visibility::Global
    }

    /// Runs block `i` on the oldest object on which it applies, unless a block has run.
    fn first(&mut self, i: usize) -> Statement {
        let global = self.is_global(self.had[i].0.before.class);
        let each = self.each(i, |me, object| {
            let mut then = me.run(i, object);
            if !global {
                then.push(me.b.statement(StatementKind::Break));
            }
            vec![me.b.when(me.applies(i, object), then)]
        });
        let free = self.b.not(self.b.get(self.ran));
        self.b.when(free, vec![each])
    }

    /// For each priority: finds the objects on which a block of it applies, and lets a player say which comes
    /// first where there are several.
    fn by_choice(&mut self, who: &Expr, round: &mut Vec<Statement>) {
        let mut first = 0;
        while first < self.had.len() {
            let prio = self.had[first].0.before.prio;
            let last = self.had.iter().rposition(|h| h.0.before.prio == prio).unwrap_or(first);
            let statements = self.level(first..last + 1, who);
            let free = self.b.not(self.b.get(self.ran));
            round.push(self.b.when(free, statements));
            first = last + 1;
        }
    }

    /// Runs a block of one priority, if any applies.
    fn level(&mut self, blocks: std::ops::Range<usize>, who: &Expr) -> Vec<Statement> {
        // The objects are of different classes; only what they are asked matters, not how they are called.
        let any = Type::Class(self.had[blocks.start].0.before.class);
        let (found, declare) = self.b.var("candidates", self.b.empty_list(any));
        let mut statements = vec![declare];
        statements.extend(blocks.clone().map(|i| self.collect_candidates(i, found, blocks.clone())));
        let (next, declare) = self.b.var("next", self.ask_which(found, who));
        let mut some = vec![declare];
        some.extend(blocks.map(|i| self.run_chosen(i, next)));
        let empty = self.b.builtin(Builtin::ListIsEmpty, vec![self.b.get(found)], Type::Bool);
        statements.push(self.b.when(self.b.not(empty), some));
        statements
    }

    /// Puts the objects on which a block applies into a list.
    fn collect_candidates(&mut self, i: usize, found: LocalId, level: std::ops::Range<usize>) -> Statement {
        let any = self.b.locals[found.index()].ty.element().cloned().unwrap_or(Type::Error);
        self.each(i, |me, object| {
            let other = me.b.local("other", any.clone());
            let b = &me.b;
            let seen = Expr { ty: any, ..b.get(object) };
            let new = b.and(b.not(b.contains(b.get(found), seen.clone())), me.applies(i, object));
            let mut put = b.add(b.get(found), seen);
            if let Some(alike) = me.are_alike(i, (other, object), level) {
                let test = b.lambda(other, alike);
                let known = b.builtin(Builtin::ListAny, vec![b.get(found), test], Type::Bool);
                put = b.when(b.not(known), vec![put]);
            }
            vec![b.when(new, vec![put])]
        })
    }

    /// Whether two applications, one of any class, differ in nothing, so that it does not matter which comes first.
    fn are_alike(
        &self,
        i: usize,
        (other, object): (LocalId, LocalId),
        level: std::ops::Range<usize>,
    ) -> Option<Expr> {
        let (b, top) = (&self.b, self.had[i].0.before.class);
        self.game.classes[top.index()].modifier.as_ref()?;
        let equal = |a: Expr, c: Expr| b.binary(BinaryOp::Equal, a, c);
        let mut all = vec![b.is(b.get(other), top)];
        for of in (0..self.game.classes.len() as u32).map(ClassId).filter(|c| self.game.is_sub(*c, top)) {
            let is = |local| b.is(b.get(local), of);
            all.push(equal(is(other), is(object)));
            for (k, attribute) in self.game.classes[of.index()].attributes.iter().enumerate() {
                let k = k as u32;
                let inherited = of != top && attribute.class != of;
                if inherited || attribute.formula.is_some() || k == ModifierOf::SETTLED {
                    continue;
                }
                let value = |local| b.attribute(b.seen_as(b.get(local), of), k, attribute.ty.clone());
                let (x, y) = (value(other), value(object));
                let same = match attribute.ty.is_simple() || matches!(attribute.ty, Type::Class(_)) {
                    true => equal(x, y),
                    false => b.and(b.is_null(x), b.is_null(y)),
                };
                all.push(b.binary(BinaryOp::Or, b.not(is(object)), same));
            }
        }
        for (block, had) in &self.had[level] {
            let holds = |local| b.contains(b.get(*had), b.seen_as(b.get(local), block.before.class));
            all.push(equal(holds(other), holds(object)));
        }
        Some(b.all_hold(all))
    }

    /// The object of a list that comes first: of several the one that the player chooses, if there is a player.
    fn ask_which(&self, found: LocalId, who: &Expr) -> Expr {
        let b = &self.b;
        let list = b.get(found);
        let any = list.ty.element().cloned().unwrap_or(Type::Error);
        let one = b.builtin_with(Builtin::ListFirst, vec![Some(list.clone()), None], any.clone());
        let several = b.binary(BinaryOp::Greater, b.length(list.clone()), b.number(1.0));
        let spec = ChoiceSpec {
            ty: any.clone(),
            source: Source::List(Box::new(list)),
            filters: Vec::new(),
            count: None,
            prompt: Some(Box::new(b.string("Which comes first?"))),
            disclosure: None,
            who: None,
            ordered: false,
            free: None,
            says: None,
        };
        let asks = ExprKind::Choose {
            by: Box::new(who.clone()),
            asked: Asked::One,
            optional: false,
            spec: Box::new(spec),
        };
        b.ternary(b.and(several, b.not(b.is_null(who.clone()))), b.expr(any, asks), one)
    }

    /// Runs a block on the object that comes first, if it is of its class and no block has run.
    fn run_chosen(&mut self, i: usize, next: LocalId) -> Statement {
        let class = self.had[i].0.before.class;
        let object = self.b.local("object", Type::Class(class));
        let b = &self.b;
        let free = b.and(b.not(b.get(self.ran)), b.is(b.get(next), class));
        let run = b.when(self.applies(i, object), self.run(i, object));
        b.when(free, vec![b.declare(object, b.seen_as(b.get(next), class)), run])
    }
}
