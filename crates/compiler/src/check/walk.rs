//! Walking typed trees: the parts of each expression and statement. It knows no rules.

use crate::typed::{
    Action, Block, Body, ChoiceSpec, Count, Expr, ExprKind, Function, Game, InputSource, Play, Source,
    Statement, StatementKind, Target, TestValue,
};

/// A part of an expression or statement.
#[derive(Clone, Copy)]
pub(super) enum Node<'e> {
    Expr(&'e Expr),
    Block(&'e Block),
}

/// Calls `f` for each part of an expression, in the order in which they are evaluated.
pub(super) fn expr_parts<'e>(e: &'e Expr, f: &mut dyn FnMut(Node<'e>)) {
    use ExprKind as K;
    let mut one = |e: &'e Expr| f(Node::Expr(e));
    match &e.kind {
        K::Error
        | K::Null
        | K::Number(_)
        | K::String(_)
        | K::Bool(_)
        | K::Case(..)
        | K::Tile(..)
        | K::Local(_) => {}
        K::This | K::Event | K::Actor | K::Global(_) | K::Zone(_) | K::Zones(_) | K::AllOf(_) => {}
        K::DiceBuiltin(..) => {}
        K::Attribute(a, _) | K::CaseAttribute(a, _) | K::ZoneOf(_, a) | K::Negate(a) | K::Not(a) => one(a),
        K::IsClass(a, _) | K::IsSome(a) | K::Probe(_, a) | K::Convert(_, a) => one(a),
        K::Index(a, b) | K::Lookup(a, b) | K::Range(a, b) | K::Binary(_, a, b) | K::Coalesce(a, b) => {
            one(a);
            one(b);
        }
        K::Call(_, args)
        | K::CallBase(_, args)
        | K::Builtin(_, args)
        | K::BoardBuiltin(_, _, args)
        | K::EnumBuiltin(_, _, args) => args.iter().flatten().for_each(one),
        K::CallMethod(object, _, args) | K::CallAction(object, _, args) => {
            one(object);
            args.iter().flatten().for_each(one);
        }
        K::CallValue(value, args) => {
            one(value);
            args.iter().for_each(one);
        }
        K::New(_, values) | K::Raise(_, values) => values.iter().for_each(|(_, e)| one(e)),
        K::NewList(es) | K::NewStack(es) | K::Concat(es) => es.iter().for_each(one),
        K::NewTable(pairs) => pairs.iter().for_each(|(k, v)| {
            one(k);
            one(v);
        }),
        K::Ternary(a, b, c) => {
            one(a);
            one(b);
            one(c);
        }
        K::Assign(target, value) | K::Update(target, _, value) => {
            target_parts(target, &mut one);
            one(value);
        }
        K::Lambda(lambda) => f(Node::Block(&lambda.body)),
        K::Choose { by, spec, .. } => {
            one(by);
            spec_parts(spec, f);
        }
        K::Auto(spec) => spec_parts(spec, f),
        K::Suppose(block, e) => {
            f(Node::Block(block));
            f(Node::Expr(e));
        }
        K::Test(TestValue::Perft(e)) => one(e),
        K::Test(_) => {}
    }
}

fn target_parts<'e>(target: &'e Target, f: &mut dyn FnMut(&'e Expr)) {
    match target {
        Target::Local(_) => {}
        Target::Attribute(a, _) => f(a),
        Target::Index(a, b) | Target::Entry(a, b) => {
            f(a);
            f(b);
        }
    }
}

pub(super) fn spec_parts<'e>(spec: &'e ChoiceSpec, f: &mut dyn FnMut(Node<'e>)) {
    match &spec.source {
        Source::List(e) => f(Node::Expr(e)),
        Source::Range(a, b) => {
            f(Node::Expr(a));
            f(Node::Expr(b));
        }
        _ => {}
    }
    for filter in &spec.filters {
        f(Node::Block(&filter.body));
    }
    match &spec.count {
        Some(Count::Exactly(e)) => f(Node::Expr(e)),
        Some(Count::Between(a, b)) => {
            f(Node::Expr(a));
            f(Node::Expr(b));
        }
        _ => {}
    }
    if let Some(prompt) = &spec.prompt {
        f(Node::Expr(prompt));
    }
}

/// Calls `f` for each part of a statement.
pub(super) fn statement_parts<'e>(s: &'e Statement, f: &mut dyn FnMut(Node<'e>)) {
    use StatementKind as K;
    match &s.kind {
        K::Return(e) => e.iter().for_each(|e| f(Node::Expr(e))),
        K::Expr(e) | K::Declare(_, e) | K::WinnerRanking(e) | K::WinnerPlayer(e) | K::WinnerPlayers(e) => {
            f(Node::Expr(e));
        }
        K::Remove(e) | K::Fail(e) | K::Eliminate(e) | K::Expect(e) => f(Node::Expr(e)),
        K::If(check, then, otherwise) => {
            f(Node::Expr(check));
            f(Node::Block(then));
            otherwise.iter().for_each(|b| f(Node::Block(b)));
        }
        K::Loop { check, step, body } => {
            check.iter().for_each(|e| f(Node::Expr(e)));
            f(Node::Block(body));
            step.iter().for_each(|e| f(Node::Expr(e)));
        }
        K::ForIn { list, body, .. } => {
            f(Node::Expr(list));
            f(Node::Block(body));
        }
        K::Block(block) => f(Node::Block(block)),
        K::Continue | K::Break | K::WinnerNone | K::Probe(_) => {}
        K::Score(a, b) => {
            f(Node::Expr(a));
            f(Node::Expr(b));
        }
        K::Team(_, es) => es.iter().for_each(|e| f(Node::Expr(e))),
        K::Play(play) | K::ExpectLegal(_, play) => play_parts(play, f),
        K::Answer(e, by) => {
            f(Node::Expr(e));
            by.iter().for_each(|e| f(Node::Expr(e)));
        }
    }
}

fn play_parts<'e>(play: &'e Play, f: &mut dyn FnMut(Node<'e>)) {
    play.object.iter().for_each(|e| f(Node::Expr(e)));
    play.inputs.iter().for_each(|(_, e)| f(Node::Expr(e)));
    play.by.iter().for_each(|e| f(Node::Expr(e)));
}

/// What a walk does on its way down.
pub(super) trait Visit<'e> {
    fn expr(&mut self, e: &'e Expr) {
        expr_parts(e, &mut |n| self.node(n));
    }

    fn statement(&mut self, s: &'e Statement) {
        statement_parts(s, &mut |n| self.node(n));
    }

    fn node(&mut self, node: Node<'e>) {
        match node {
            Node::Expr(e) => self.expr(e),
            Node::Block(b) => b.statements.iter().for_each(|s| self.statement(s)),
        }
    }

    fn block(&mut self, block: &'e Block) {
        self.node(Node::Block(block));
    }

    fn body(&mut self, body: &'e Body) {
        self.block(&body.block);
    }

    fn function(&mut self, function: &'e Function) {
        function.params.iter().filter_map(|p| p.default.as_ref()).for_each(|e| self.expr(e));
        self.body(&function.body);
    }

    fn action(&mut self, action: &'e Action) {
        for block in action.blocks() {
            self.block(block);
        }
        for input in &action.inputs {
            if let InputSource::Player(e) = &input.source {
                self.expr(e);
            }
            spec_parts(&input.spec, &mut |n| self.node(n));
        }
    }

    fn game(&mut self, game: &'e Game) {
        game.functions.iter().for_each(|f| self.function(f));
        game.actions.iter().for_each(|a| self.action(a));
        for class in &game.classes {
            class.attributes.iter().filter_map(|a| a.default.as_ref()).for_each(|b| self.body(b));
            class.effect.iter().for_each(|b| self.body(b));
        }
        for turn in &game.turns {
            turn.bodies().for_each(|b| self.body(b));
        }
        game.setup.iter().for_each(|b| self.body(b));
        game.tests.iter().for_each(|t| self.body(&t.body));
    }
}
