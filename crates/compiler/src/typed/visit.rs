//! Walking over typed code: every expression of a block, outer ones first.

use super::{Block, ChoiceSpec, Count, Expr, ExprKind, Play, Source, Statement, StatementKind, Target};

/// Calls `f` on every expression in the block, those in function values and nested blocks too.
pub fn block<'t>(b: &'t Block, f: &mut dyn FnMut(&'t Expr)) {
    b.statements.iter().for_each(|s| statement(s, f));
}

pub fn statement<'t>(s: &'t Statement, f: &mut dyn FnMut(&'t Expr)) {
    use StatementKind as K;
    match &s.kind {
        K::Return(e) => e.iter().for_each(|e| expr(e, f)),
        K::Expr(e)
        | K::Declare(_, e)
        | K::WinnerRanking(e)
        | K::WinnerPlayer(e)
        | K::WinnerPlayers(e)
        | K::Remove(e)
        | K::Fail(e)
        | K::Eliminate(e)
        | K::Expect(e) => expr(e, f),
        K::If(c, a, b) => {
            expr(c, f);
            block(a, f);
            b.iter().for_each(|b| block(b, f));
        }
        K::Loop { check, step, body } => {
            check.iter().chain(step).for_each(|e| expr(e, f));
            block(body, f);
        }
        K::ForIn { list, body, .. } => {
            expr(list, f);
            block(body, f);
        }
        K::Block(b) => block(b, f),
        K::Continue | K::Break | K::WinnerNone | K::Probe(_) => {}
        K::Score(a, b) => [a, b].into_iter().for_each(|e| expr(e, f)),
        K::Team(_, players) => players.iter().for_each(|e| expr(e, f)),
        K::Play(p) | K::ExpectLegal(_, p) => play(p, f),
        K::Answer(a, b) => [Some(a), b.as_ref()].into_iter().flatten().for_each(|e| expr(e, f)),
    }
}

fn play<'t>(p: &'t Play, f: &mut dyn FnMut(&'t Expr)) {
    p.inputs.iter().map(|(_, e)| e).chain(&p.object).chain(&p.by).for_each(|e| expr(e, f));
}

pub fn choice_spec<'t>(w: &'t ChoiceSpec, f: &mut dyn FnMut(&'t Expr)) {
    match &w.source {
        Source::List(e) => expr(e, f),
        Source::Range(a, b) => [a, b].into_iter().for_each(|e| expr(e, f)),
        Source::Objects(_) | Source::Cases(_) | Source::Players | Source::Bools => {}
    }
    w.filters.iter().for_each(|x| block(&x.body, f));
    match &w.count {
        Some(Count::Exactly(e)) => expr(e, f),
        Some(Count::Between(a, b)) => [a, b].into_iter().for_each(|e| expr(e, f)),
        Some(Count::Any) | None => {}
    }
    w.prompt.iter().for_each(|e| expr(e, f));
}

fn target<'t>(t: &'t Target, f: &mut dyn FnMut(&'t Expr)) {
    match t {
        Target::Local(_) => {}
        Target::Attribute(e, _) => expr(e, f),
        Target::Index(a, b) | Target::Entry(a, b) => [a, b].into_iter().for_each(|e| expr(e, f)),
    }
}

pub fn expr<'t>(e: &'t Expr, f: &mut dyn FnMut(&'t Expr)) {
    use ExprKind as K;
    f(e);
    match &e.kind {
        K::Attribute(a, _)
        | K::CaseAttribute(a, _)
        | K::ZoneOf(_, a)
        | K::Negate(a)
        | K::Not(a)
        | K::IsClass(a, _)
        | K::IsSome(a)
        | K::Probe(_, a)
        | K::Convert(_, a) => expr(a, f),
        K::Index(a, b) | K::Lookup(a, b) | K::Range(a, b) | K::Binary(_, a, b) | K::Coalesce(a, b) => {
            expr(a, f);
            expr(b, f);
        }
        K::Ternary(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, f)),
        K::Call(_, args)
        | K::CallBase(_, args)
        | K::Builtin(_, args)
        | K::BoardBuiltin(_, _, args)
        | K::EnumBuiltin(_, _, args) => args.iter().flatten().for_each(|e| expr(e, f)),
        K::CallMethod(o, _, args) | K::CallAction(o, _, args) => {
            expr(o, f);
            args.iter().flatten().for_each(|e| expr(e, f));
        }
        K::CallValue(o, args) => {
            expr(o, f);
            args.iter().for_each(|e| expr(e, f));
        }
        K::New(_, values) | K::Raise(_, values) => values.iter().for_each(|(_, e)| expr(e, f)),
        K::NewList(es) | K::NewStack(es) | K::Concat(es) => es.iter().for_each(|e| expr(e, f)),
        K::NewTable(pairs) => pairs.iter().for_each(|(k, v)| {
            expr(k, f);
            expr(v, f);
        }),
        K::Assign(t, v) | K::Update(t, _, v) => {
            target(t, f);
            expr(v, f);
        }
        K::Lambda(l) => block(&l.body, f),
        K::Choose { by, spec: w, .. } => {
            expr(by, f);
            choice_spec(w, f);
        }
        K::Auto(w) => choice_spec(w, f),
        K::Suppose(b, e) => {
            block(b, f);
            expr(e, f);
        }
        K::Test(super::TestValue::Perft(e)) => expr(e, f),
        K::Error
        | K::Null
        | K::Number(_)
        | K::String(_)
        | K::Bool(_)
        | K::Case(..)
        | K::Tile(..)
        | K::Local(_)
        | K::This
        | K::Event
        | K::Actor
        | K::Global(_)
        | K::Zone(_)
        | K::Zones(_)
        | K::DiceBuiltin(..)
        | K::AllOf(_)
        | K::Test(_) => {}
    }
}

/// The choice specs directly in an expression (not in those below it).
pub fn own_spec(e: &Expr) -> Option<&ChoiceSpec> {
    match &e.kind {
        ExprKind::Choose { spec, .. } | ExprKind::Auto(spec) => Some(spec),
        _ => None,
    }
}
