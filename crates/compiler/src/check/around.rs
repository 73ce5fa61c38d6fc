//! `before` blocks of classes: which there are, their bodies, and the function that runs those of one event.
//! It knows nothing of default effects.

use super::bodies::{Seen, done};
use super::build::TreeBuilder;
use super::problems as problem;
use super::scope::{Checker, Returns, Stage, statement};
use super::world::World;
use crate::typed::{
    Block, Body, ChoiceSpec, Class, ClassId, ClassKind, Const, Expr, ExprKind, Function, FunctionId, LocalId,
    Op, Param, Source, Statement, StatementKind, Target, Type, Visibility,
};
use base::{NodeId, Problem};
use language::catalogue::Builtin;
use language::tree;

/// What a `before` block is called in messages.
pub(super) const BEFORE: &str = "a `before` block";

/// A `before` block of a class.
pub(super) struct BeforeInfo<'t> {
    pub module: usize,
    pub class: ClassId,
    pub tree: &'t tree::Before,
    pub event: ClassId,
    pub prio: f64,
    /// `applies(event)` of the object that carries it.
    pub applies: FunctionId,
    /// `run(event)` of that object.
    pub run: FunctionId,
}

/// A function that no author wrote, with its body.
pub(super) type Made = (FunctionId, Vec<Param>, Body);

impl<'t> World<'t> {
    /// Reserves a function that no author wrote. All those of the program are there already.
    pub fn reserve(&mut self, name: &str, at: NodeId, class: Option<ClassId>, returns: Type) -> FunctionId {
        self.game.functions.push(Function {
            name: name.to_owned(),
            at,
            class,
            params: Vec::new(),
            returns,
            is_abstract: false,
            doing: Default::default(),
            body: Body::default(),
        });
        FunctionId(self.game.functions.len() as u32 - 1)
    }

    /// Finds the `before` blocks of all classes and reserves what they come to.
    pub fn declare_befores(&mut self) {
        for i in ClassId::BUILT_IN..self.classes.len() {
            let class = ClassId(i as u32);
            let (module, Some(tree)) = (self.classes[i].module, self.classes[i].tree) else { continue };
            for before in &tree.befores {
                self.declare_before(module, class, before);
            }
        }
        let by = |b: &BeforeInfo<'_>| b.prio;
        self.befores.sort_by(|a, b| by(b).total_cmp(&by(a)));
        for i in ClassId::BUILT_IN..self.classes.len() {
            let event = ClassId(i as u32);
            if self.befores.iter().any(|b| self.is_sub(event, b.event)) {
                let name = format!("before {}", self.class_name(event));
                let at = self.game.classes[i].at;
                let function = self.reserve(&name, at, None, Type::Void);
                self.game.classes[i].before = Some(function);
                if self.order_of(event).is_some() {
                    let name = format!("order of {}", self.class_name(event));
                    let function = self.reserve(&name, at, None, Type::Player);
                    self.orders.push((event, function));
                    self.pure.push((function, "`order by`"));
                }
            }
        }
    }

    fn declare_before(&mut self, module: usize, class: ClassId, tree: &'t tree::Before) {
        if self.kind(class) == ClassKind::Event {
            let problem = problem::before_in_event(self.span(tree.id), self.class_name(class));
            return self.report(problem);
        }
        let Some(event) = self.class_named(module, &tree.event) else { return };
        if self.kind(event) != ClassKind::Event {
            let problem = problem::not_an_event(self.span(tree.event.id), self.class_name(event));
            return self.report(problem);
        }
        if self.attribute(event, Class::CANCELLED).is_none_or(|a| a.0 != 0) {
            let problem = problem::before_built_in(self.span(tree.event.id), self.class_name(event));
            return self.report(problem);
        }
        let prio = tree.prio.as_ref().map(|e| self.constant_of(module, e, &Type::Number, "a priority"));
        let prio = match prio {
            Some(Ok(Const::Number(n))) => n,
            Some(Err(problem)) => {
                self.report(*problem);
                0.0
            }
            _ => 0.0,
        };
        let name = format!("before {}", self.class_name(event));
        let applies = self.reserve(&format!("where of {name}"), tree.id, Some(class), Type::Bool);
        let run = self.reserve(&name, tree.id, Some(class), Type::Void);
        self.pure.push((applies, "the condition of a `before` block"));
        self.befores.push(BeforeInfo { module, class, tree, event, prio, applies, run });
    }

    /// The expression that says whom an event asks for the order of its `before` blocks, and whose event that is.
    fn order_of(&self, event: ClassId) -> Option<(usize, &'t tree::Expr)> {
        self.line(event).find_map(|c| {
            let info = &self.classes[c.index()];
            Some((info.module, info.tree?.order.as_ref()?))
        })
    }
}

/// The bodies of all `before` blocks, and the functions that run those of each event.
pub(super) fn bodies(world: &World<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Vec<Made> {
    let mut made = Vec::new();
    for before in &world.befores {
        made.push(applies(world, before, problems, seen));
        made.push(run(world, before, problems, seen));
    }
    for (event, function) in &world.orders {
        made.extend(order(world, *event, *function, problems, seen));
    }
    for (i, class) in world.game.classes.iter().enumerate() {
        if let Some(function) = class.before {
            let (params, body) = Runner::new(world, ClassId(i as u32)).function();
            made.push((function, params, body));
        }
    }
    made
}

/// `order(event)`: the player whom the event asks.
fn order(
    world: &World<'_>,
    event: ClassId,
    function: FunctionId,
    problems: &mut Vec<Problem>,
    seen: &mut Seen,
) -> Option<Made> {
    let (module, who) = world.order_of(event)?;
    let mut checker = Checker::new(world, problems, seen, module, Some(event));
    let params = vec![checker.event_parameter(event)];
    checker.stage = Stage::EventEffect;
    let who = checker.value(who, &Type::Player, "who orders the blocks");
    let give = statement(who.at, StatementKind::Return(Some(who)));
    Some((function, params, checker.finish(Block { statements: vec![give] })))
}

fn checker<'w, 't>(
    world: &'w World<'t>,
    before: &BeforeInfo<'t>,
    problems: &'w mut Vec<Problem>,
    seen: &'w mut Seen,
) -> (Checker<'w, 't>, Vec<Param>) {
    let mut checker = Checker::new(world, problems, seen, before.module, Some(before.class));
    let param = checker.event_parameter(before.event);
    (checker, vec![param])
}

fn applies(world: &World<'_>, before: &BeforeInfo<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Made {
    let (mut checker, params) = checker(world, before, problems, seen);
    let at = before.tree.id;
    let condition = match &before.tree.condition {
        Some(e) => checker.value(e, &Type::Bool, "the condition of `before`"),
        None => Expr { at, ty: Type::Bool, kind: ExprKind::Bool(true) },
    };
    let modifier = world.modifier(before.class).map(|m| &world.modifiers.all[m]);
    let condition = match modifier.and_then(|m| Some((m.class, m.awake?))) {
        Some((class, awake)) => {
            let b = TreeBuilder::new(at);
            b.and(b.method(b.this(class), awake, Vec::new(), Type::Bool), condition)
        }
        None => condition,
    };
    let give = statement(at, StatementKind::Return(Some(condition)));
    (before.applies, params, checker.finish(Block { statements: vec![give] }))
}

fn run(world: &World<'_>, before: &BeforeInfo<'_>, problems: &mut Vec<Problem>, seen: &mut Seen) -> Made {
    let (mut checker, params) = checker(world, before, problems, seen);
    checker.returns = Returns::Nothing(BEFORE);
    let block = checker.block(&before.tree.body);
    done(world, &block, checker.problems);
    (before.run, params, checker.finish(block))
}

impl Checker<'_, '_> {
    /// Makes `event` a parameter of the body.
    pub fn event_parameter(&mut self, event: ClassId) -> Param {
        let at = self.world.game.classes[event.index()].at;
        let local = self.unnamed("event", Type::Class(event), at);
        self.event = Some(event);
        self.event_local = Some(local);
        Param { name: "event".to_owned(), local, default: None }
    }

    /// `cancel;`
    pub fn cancel(&mut self, at: NodeId) -> Option<Statement> {
        let (Some(event), Returns::Nothing(BEFORE)) = (self.event_local, &self.returns) else {
            let problem = problem::cancel_outside(self.span(at));
            self.report(problem);
            return None;
        };
        let event = self.read(at, event);
        let yes = Expr { at, ty: Type::Bool, kind: ExprKind::Bool(true) };
        let kind = ExprKind::Assign(Target::Attribute(Box::new(event), 0), Box::new(yes));
        let assign = statement(at, StatementKind::Expr(Expr { at, ty: Type::Void, kind }));
        let leave = statement(at, StatementKind::Return(None));
        Some(statement(at, StatementKind::Block(Block { statements: vec![assign, leave] })))
    }
}

/// Builds `before E(event)`: as long as some block applies that has not run yet on its object, the first of them
/// runs. A block that cancels the event is the last.
struct Runner<'w, 't> {
    world: &'w World<'t>,
    b: TreeBuilder,
    event: ClassId,
    /// The parameter.
    raised: LocalId,
    /// Whether a block has run in this round.
    ran: LocalId,
    /// For each block the objects on which it has run.
    had: Vec<(&'w BeforeInfo<'t>, LocalId)>,
}

impl<'w, 't> Runner<'w, 't> {
    fn new(world: &'w World<'t>, event: ClassId) -> Runner<'w, 't> {
        let mut b = TreeBuilder::new(world.game.classes[event.index()].at);
        let raised = b.local("event", Type::Class(event));
        let ran = b.local("ran", Type::Bool);
        let mut had = Vec::new();
        for before in world.befores.iter().filter(|x| world.is_sub(event, x.event)) {
            had.push((before, b.local("had", Type::list(Type::Class(before.class)))));
        }
        Runner { world, b, event, raised, ran, had }
    }

    fn function(mut self) -> (Vec<Param>, Body) {
        let order = self.world.orders.iter().find(|o| o.0 == self.event);
        let order = order.map(|o| self.b.call(o.1, vec![self.b.get(self.raised)], Type::Player));
        let mut statements = Vec::new();
        for (before, had) in &self.had {
            let list = self.b.empty_list(Type::Class(before.class));
            statements.push(self.b.statement(StatementKind::Declare(*had, list)));
        }
        let mut round = vec![self.b.statement(StatementKind::Declare(self.ran, self.b.bool(false)))];
        match order {
            None => {
                for i in 0..self.had.len() {
                    round.push(self.first(i));
                }
            }
            Some(who) => self.by_choice(&who, &mut round),
        }
        let stop = self.b.not(self.b.get(self.ran));
        round.push(self.b.when(stop, vec![self.b.give(None)]));
        let cancelled = self.b.attribute(self.b.get(self.raised), 0, Type::Bool);
        statements.push(self.b.repeat(self.b.not(cancelled), None, round));
        let param = Param { name: "event".to_owned(), local: self.raised, default: None };
        (vec![param], self.b.done(statements))
    }

    /// Whether a block applies to the event on an object that has not had it.
    fn applies(&self, i: usize, object: LocalId) -> Expr {
        let (before, had) = self.had[i];
        let (b, object) = (&self.b, self.b.get(object));
        let again = b.builtin(Builtin::ListContains, vec![b.get(had), object.clone()], Type::Bool);
        b.and(b.not(again), b.method(object, before.applies, vec![self.given(before)], Type::Bool))
    }

    /// The event as the block knows it.
    fn given(&self, before: &BeforeInfo<'_>) -> Expr {
        Expr { ty: Type::Class(before.event), ..self.b.get(self.raised) }
    }

    /// Runs a block on an object.
    fn run(&self, i: usize, object: LocalId) -> Vec<Statement> {
        let (before, had) = self.had[i];
        let (b, object) = (&self.b, self.b.get(object));
        vec![
            b.set(self.ran, b.bool(true)),
            b.add(b.get(had), object.clone()),
            b.run(b.method(object, before.run, vec![self.given(before)], Type::Void)),
        ]
    }

    /// Calls `then` for each object that carries a block.
    fn each(&mut self, i: usize, then: impl FnOnce(&mut Self, LocalId) -> Vec<Statement>) -> Statement {
        let class = self.had[i].0.class;
        let object = self.b.local("object", Type::Class(class));
        let body = then(self, object);
        if self.world.game.classes[class.index()].visibility == Visibility::Global {
            let global = self.b.expr(Type::Class(class), ExprKind::Global(class));
            let mut statements = vec![self.b.statement(StatementKind::Declare(object, global))];
            statements.extend(body);
            return self.b.statement(StatementKind::Block(Block { statements }));
        }
        self.b.each(object, self.b.all(class), body)
    }

    /// Runs block `i` on the oldest object on which it applies, unless a block has run.
    fn first(&mut self, i: usize) -> Statement {
        let global = self.world.game.classes[self.had[i].0.class.index()].visibility == Visibility::Global;
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
            let prio = self.had[first].0.prio;
            let last = self.had.iter().rposition(|h| h.0.prio == prio).unwrap_or(first);
            let statements = self.level(first..last + 1, who);
            let free = self.b.not(self.b.get(self.ran));
            round.push(self.b.when(free, statements));
            first = last + 1;
        }
    }

    fn level(&mut self, blocks: std::ops::Range<usize>, who: &Expr) -> Vec<Statement> {
        // The objects are of different classes; only what they are asked matters, not how they are called.
        let any = Type::Class(self.had[blocks.start].0.class);
        let (found, declare) = {
            let list = self.b.empty_list(any.clone());
            self.b.var("candidates", list)
        };
        let mut statements = vec![declare];
        for i in blocks.clone() {
            let any = any.clone();
            statements.push(self.each(i, |me, object| {
                let b = &me.b;
                let seen = Expr { ty: any.clone(), ..b.get(object) };
                let there = b.builtin(Builtin::ListContains, vec![b.get(found), seen.clone()], Type::Bool);
                let new = b.and(b.not(there), me.applies(i, object));
                vec![b.when(new, vec![b.add(b.get(found), seen)])]
            }));
        }
        let b = &self.b;
        let one = b.builtin(Builtin::ListFirst, vec![b.get(found)], any.clone());
        let one = Expr {
            kind: match one.kind {
                ExprKind::Builtin(id, mut args) => {
                    args.push(None);
                    ExprKind::Builtin(id, args)
                }
                kind => kind,
            },
            ..one
        };
        let several = b.binary(Op::Greater, b.length(b.get(found)), b.number(1.0));
        let known = b.not(b.is_null(who.clone()));
        let spec = ChoiceSpec {
            ty: any.clone(),
            source: Source::List(Box::new(b.get(found))),
            filters: Vec::new(),
            count: None,
            prompt: Some(Box::new(b.expr(Type::String, ExprKind::String("Which comes first?".to_owned())))),
        };
        let asks = ExprKind::Choose { by: Box::new(who.clone()), optional: false, spec: Box::new(spec) };
        let asked = b.expr(any.clone(), asks);
        let ask = b.and(several, known);
        let kind = ExprKind::Ternary(Box::new(ask), Box::new(asked), Box::new(one));
        let next = b.expr(any, kind);
        let (next, declare) = self.b.var("next", next);
        statements.push(declare);
        for i in blocks {
            let class = self.had[i].0.class;
            let object = self.b.local("object", Type::Class(class));
            let b = &self.b;
            let cast = Expr { ty: Type::Class(class), ..b.get(next) };
            let free = b.and(b.not(b.get(self.ran)), b.is(b.get(next), class));
            let mut then = vec![b.statement(StatementKind::Declare(object, cast))];
            then.push(b.when(self.applies(i, object), self.run(i, object)));
            statements.push(b.when(free, then));
        }
        statements
    }
}
