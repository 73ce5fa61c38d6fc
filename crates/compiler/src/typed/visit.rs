//! Walking over typed code. Which parts a node has is written down once, and serves both to look at them and to
//! change them. It knows no rules.

use super::{
    Action, Block, Body, ChoiceSpec, Count, Expr, ExprKind, Function, Game, InputSource, Modifier, Play,
    Replacement, Source, Statement, StatementKind, Target, TestValue, Turn,
};

macro_rules! walk {
    (
        nodes: $Node:ident $NodeDoc:literal,
        visitor: $Visit:ident $(<$life:lifetime>)? $VisitDoc:literal,
        parts: $expr_parts:ident $statement_parts:ident $spec_parts:ident $target_parts:ident $play_parts:ident
            $action_parts:ident,
        through: $iter:ident $($mutable:ident)?
    ) => {
        #[doc = $NodeDoc]
        pub enum $Node<'e> {
            Expr(&'e $($mutable)? Expr),
            Block(&'e $($mutable)? Block),
        }

        /// Calls `f` for each part of an expression, in the order in which they are evaluated.
        pub fn $expr_parts<'e>(e: &'e $($mutable)? Expr, f: &mut dyn FnMut($Node<'e>)) {
            use ExprKind as K;
            let mut one = |e: &'e $($mutable)? Expr| f($Node::Expr(e));
            match &$($mutable)? e.kind {
                K::Error | K::Null | K::Number(_) | K::String(_) | K::Bool(_) | K::Case(..) | K::Tile(..) => {}
                K::Local(_) | K::This | K::Event | K::Actor | K::Global(_) => {}
                K::Zone(_) | K::Zones(_) | K::AllOf(_) | K::DiceBuiltin(..) => {}
                K::Attribute(a, _)
                | K::CaseAttribute(a, _)
                | K::ZoneOf(_, a)
                | K::Negate(a)
                | K::Not(a)
                | K::IsClass(a, _)
                | K::IsSome(a)
                | K::Probe(_, a)
                | K::Convert(_, a)
                | K::StoredAttribute(a, _)
                | K::HasModifier(a, _)
                | K::RemoveModifier(a, _)
                | K::Modifiers(a)
                | K::EndModifier(a)
                | K::ModifierName(a) => one(a),
                K::TakeOffModifier(a, b) | K::Index(a, b) | K::Lookup(a, b) | K::Range(a, b) | K::Binary(_, a, b) | K::Coalesce(a, b) => {
                    one(a);
                    one(b);
                }
                K::Call(_, args)
                | K::CallBase(_, args)
                | K::Builtin(_, args)
                | K::BoardBuiltin(_, _, args)
                | K::EnumBuiltin(_, _, args)
                | K::Base(_, args) => args.$iter().flatten().for_each(one),
                K::CallMethod(object, _, args) | K::CallAction(object, _, args) | K::AddModifier(object, _, args) => {
                    one(object);
                    args.$iter().flatten().for_each(one);
                }
                K::CallValue(value, args) => {
                    one(value);
                    args.$iter().for_each(one);
                }
                K::New(_, values) | K::Raise(_, values) => values.$iter().for_each(|(_, e)| one(e)),
                K::NewList(es) | K::NewStack(es) | K::Concat(es) => es.$iter().for_each(one),
                K::NewTable(pairs) => pairs.$iter().for_each(|(k, v)| {
                    one(k);
                    one(v);
                }),
                K::Ternary(a, b, c) => {
                    one(a);
                    one(b);
                    one(c);
                }
                K::Assign(target, value) | K::Update(target, _, value) => {
                    $target_parts(target, &mut one);
                    one(value);
                }
                K::Lambda(lambda) => f($Node::Block(&$($mutable)? lambda.body)),
                K::Choose { by, spec, .. } => {
                    one(by);
                    $spec_parts(spec, f);
                }
                K::Auto(spec) => $spec_parts(spec, f),
                K::Suppose(block, e) => {
                    f($Node::Block(block));
                    f($Node::Expr(e));
                }
                K::Test(TestValue::Perft(e)) => one(e),
                K::Test(_) => {}
            }
        }

        fn $target_parts<'e>(target: &'e $($mutable)? Target, f: &mut dyn FnMut(&'e $($mutable)? Expr)) {
            match target {
                Target::Local(_) => {}
                Target::Attribute(a, _) => f(a),
                Target::Index(a, b) | Target::Entry(a, b) => {
                    f(a);
                    f(b);
                }
            }
        }

        /// Calls `f` for each part of what may be chosen.
        pub fn $spec_parts<'e>(spec: &'e $($mutable)? ChoiceSpec, f: &mut dyn FnMut($Node<'e>)) {
            match &$($mutable)? spec.source {
                Source::List(e) => f($Node::Expr(e)),
                Source::Range(a, b) => {
                    f($Node::Expr(a));
                    f($Node::Expr(b));
                }
                Source::Objects(_) | Source::Cases(_) | Source::Players | Source::Bools => {}
            }
            spec.filters.$iter().for_each(|filter| f($Node::Block(&$($mutable)? filter.body)));
            match &$($mutable)? spec.count {
                Some(Count::Exactly(e)) => f($Node::Expr(e)),
                Some(Count::Between(a, b)) => {
                    f($Node::Expr(a));
                    f($Node::Expr(b));
                }
                Some(Count::Any) | None => {}
            }
            spec.prompt.$iter().for_each(|e| f($Node::Expr(e)));
        }

        /// Calls `f` for each part of a statement.
        pub fn $statement_parts<'e>(s: &'e $($mutable)? Statement, f: &mut dyn FnMut($Node<'e>)) {
            use StatementKind as K;
            match &$($mutable)? s.kind {
                K::Return(e) => e.$iter().for_each(|e| f($Node::Expr(e))),
                K::Expr(e)
                | K::Declare(_, e)
                | K::WinnerRanking(e)
                | K::WinnerPlayer(e)
                | K::WinnerPlayers(e)
                | K::Remove(e)
                | K::Fail(e)
                | K::Eliminate(e)
                | K::Expect(e) => f($Node::Expr(e)),
                K::If(check, then, otherwise) => {
                    f($Node::Expr(check));
                    f($Node::Block(then));
                    otherwise.$iter().for_each(|b| f($Node::Block(b)));
                }
                K::Loop { check, step, body } => {
                    check.$iter().chain(step).for_each(|e| f($Node::Expr(e)));
                    f($Node::Block(body));
                }
                K::ForIn { list, body, .. } => {
                    f($Node::Expr(list));
                    f($Node::Block(body));
                }
                K::Block(block) => f($Node::Block(block)),
                K::Continue | K::Break | K::WinnerNone | K::Probe(_) | K::Cancel(_) => {}
                K::Until(until) => {
                    f($Node::Expr(&$($mutable)? until.added));
                    until.condition.$iter().for_each(|e| f($Node::Expr(e)));
                }
                K::Score(a, b) => {
                    f($Node::Expr(a));
                    f($Node::Expr(b));
                }
                K::Team(_, es) => es.$iter().for_each(|e| f($Node::Expr(e))),
                K::Play(play) | K::ExpectLegal(_, play) => $play_parts(play, f),
                K::Answer(e, by) => {
                    f($Node::Expr(e));
                    by.$iter().for_each(|e| f($Node::Expr(e)));
                }
            }
        }

        fn $play_parts<'e>(play: &'e $($mutable)? Play, f: &mut dyn FnMut($Node<'e>)) {
            play.inputs.$iter().for_each(|(_, e)| f($Node::Expr(e)));
            play.object.$iter().chain(&$($mutable)? play.by).for_each(|e| f($Node::Expr(e)));
        }

        /// Calls `f` for each part of an action.
        pub fn $action_parts<'e>(action: &'e $($mutable)? Action, f: &mut dyn FnMut($Node<'e>)) {
            action.triggers.$iter().for_each(|t| f($Node::Block(&$($mutable)? t.body)));
            let conditions = action.requires.$iter().chain(&$($mutable)? action.ensures);
            conditions.for_each(|b| f($Node::Block(b)));
            f($Node::Block(&$($mutable)? action.effect));
            for input in action.inputs.$iter() {
                $spec_parts(&$($mutable)? input.spec, f);
                if let InputSource::Player(e) = &$($mutable)? input.source {
                    f($Node::Expr(e));
                }
            }
        }

        #[doc = $VisitDoc]
        pub trait $Visit $(<$life>)? {
            fn expr(&mut self, e: &$($life)? $($mutable)? Expr) {
                $expr_parts(e, &mut |n| self.node(n));
            }

            fn statement(&mut self, s: &$($life)? $($mutable)? Statement) {
                $statement_parts(s, &mut |n| self.node(n));
            }

            fn block(&mut self, block: &$($life)? $($mutable)? Block) {
                block.statements.$iter().for_each(|s| self.statement(s));
            }

            fn node(&mut self, node: $Node $(<$life>)?) {
                match node {
                    $Node::Expr(e) => self.expr(e),
                    $Node::Block(b) => self.block(b),
                }
            }

            fn body(&mut self, body: &$($life)? $($mutable)? Body) {
                self.block(&$($mutable)? body.block);
            }

            fn function(&mut self, function: &$($life)? $($mutable)? Function) {
                self.body(&$($mutable)? function.body);
                let defaults = function.params.$iter();
                defaults.for_each(|p| p.default.$iter().for_each(|e| self.expr(e)));
            }

            fn action(&mut self, action: &$($life)? $($mutable)? Action) {
                $action_parts(action, &mut |n| self.node(n));
            }

            fn modifier(&mut self, modifier: &$($life)? $($mutable)? Modifier) {
                modifier.awake.$iter().for_each(|c| self.body(&$($mutable)? c.body));
                modifier.affects.$iter().for_each(|a| self.body(&$($mutable)? a.condition.body));
                for o in modifier.overrides.$iter() {
                    if let Replacement::Attribute { body, .. } = &$($mutable)? o.by {
                        self.body(body);
                    }
                }
                let adding = &$($mutable)? modifier.adding;
                adding.params.$iter().for_each(|p| p.default.$iter().for_each(|e| self.expr(e)));
                adding.parts.$iter().for_each(|e| self.expr(e));
            }

            fn turn(&mut self, turn: &$($life)? $($mutable)? Turn) {
                turn.default.$iter().for_each(|b| self.body(b));
                for phase in turn.phases.$iter() {
                    phase.default.$iter().for_each(|b| self.body(b));
                    for together in phase.simultaneous.$iter() {
                        self.body(&$($mutable)? together.players);
                        together.then.$iter().for_each(|b| self.body(b));
                    }
                }
            }

            fn game(&mut self, game: &$($life)? $($mutable)? Game) {
                game.functions.$iter().for_each(|f| self.function(f));
                for class in game.classes.$iter() {
                    let attributes = class.attributes.$iter();
                    attributes.for_each(|a| a.default.$iter().for_each(|b| self.body(b)));
                    class.effect.$iter().for_each(|b| self.body(b));
                    class.order.$iter().for_each(|o| self.body(&$($mutable)? o.body));
                }
                game.actions.$iter().for_each(|a| self.action(a));
                game.turns.$iter().for_each(|t| self.turn(t));
                game.modifiers.$iter().for_each(|m| self.modifier(m));
                for before in game.befores.$iter() {
                    before.condition.$iter().for_each(|c| self.body(&$($mutable)? c.body));
                    self.body(&$($mutable)? before.run.body);
                }
                game.setup.$iter().for_each(|b| self.body(b));
                game.tests.$iter().for_each(|t| self.body(&$($mutable)? t.body));
            }
        }
    };
}

walk! {
    nodes: Node "A part of an expression or statement.",
    visitor: Visit<'e> "What a walk does on its way down.",
    parts: expr_parts statement_parts spec_parts target_parts play_parts action_parts,
    through: iter
}

walk! {
    nodes: NodeMut "A part of an expression or statement, to be changed.",
    visitor: VisitMut "What a walk that changes code does on its way down.",
    parts: expr_parts_mut statement_parts_mut spec_parts_mut target_parts_mut play_parts_mut
        action_parts_mut,
    through: iter_mut mut
}

impl Clone for Node<'_> {
    fn clone(&self) -> Self {
        *self
    }
}

impl Copy for Node<'_> {}

/// Calls something on every expression, outer ones first, those in function values and nested blocks too.
pub struct Each<F>(pub F);

impl<'e, F: FnMut(&'e Expr)> Visit<'e> for Each<F> {
    fn expr(&mut self, e: &'e Expr) {
        (self.0)(e);
        expr_parts(e, &mut |n| self.node(n));
    }
}

/// What an expression itself may choose from (not those below it).
pub fn own_spec(e: &Expr) -> Option<&ChoiceSpec> {
    match &e.kind {
        ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => Some(spec),
        _ => None,
    }
}
