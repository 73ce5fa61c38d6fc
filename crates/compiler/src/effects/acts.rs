//! What calling an act may do: all that function values of its type do, wherever they are written. It knows nothing of
//! where that is forbidden.

use super::facts::{EffectFact, FactKind, Flag, Region, applied};
use super::{Callee, FunctionId};
use crate::typed::dispatch::may_take;
use crate::typed::visit::{Each, Node, Visit};
use crate::typed::{Acts, Expr, ExprKind, Game, Lambda, Type};
use std::collections::BTreeSet;

/// The types of the acts that are called somewhere, each once.
pub(super) fn called(game: &Game) -> Vec<Type> {
    let mut found = BTreeSet::new();
    Each(|e: &Expr| {
        let of = match &e.kind {
            ExprKind::CallValue(value, _) => Some(&**value),
            _ => applied(e),
        };
        found.extend(of.map(|value| &value.ty).filter(|ty| matches!(ty, Type::Act(..))).cloned());
    })
    .game(game);
    found.into_iter().collect()
}

/// For each of these types, what the function values that may be of it do.
pub(super) fn facts(
    game: &Game,
    acts: &[Type],
    raised: &[Option<Callee>],
    fresh: &BTreeSet<FunctionId>,
) -> Vec<Vec<EffectFact>> {
    if acts.is_empty() {
        return Vec::new();
    }
    let found: Vec<(&Type, Vec<EffectFact>)> =
        written(game).into_iter().map(|(ty, lambda)| (ty, of_lambda(game, lambda, raised, fresh))).collect();
    let of_type = |act: &Type| {
        let fitting = found.iter().filter(|(ty, _)| may_be(game, ty, act));
        fitting.flat_map(|(_, facts)| facts.iter().cloned()).collect()
    };
    acts.iter().map(of_type).collect()
}

/// The function values that may be called as an act of this type.
pub(crate) fn fitting<'g>(game: &'g Game, act: &Type) -> impl Iterator<Item = &'g Lambda> {
    written(game).into_iter().filter(|(ty, _)| may_be(game, ty, act)).map(|(_, lambda)| lambda)
}

/// All acts that are written, with their types.
fn written<'g>(game: &'g Game) -> Vec<(&'g Type, &'g Lambda)> {
    let mut found = Vec::new();
    Each(|e: &'g Expr| {
        if let ExprKind::Lambda(lambda) = &e.kind
            && lambda.acts == Acts::WhenCalled
        {
            found.push((&e.ty, lambda));
        }
    })
    .game(game);
    found
}

fn of_lambda(
    game: &Game,
    lambda: &Lambda,
    raised: &[Option<Callee>],
    fresh: &BTreeSet<FunctionId>,
) -> Vec<EffectFact> {
    let nodes = [Node::Block(&lambda.body)];
    let region = Region::of_body(&nodes, lambda.params.iter().copied().collect(), fresh);
    let mut facts = region.facts(game, raised, &nodes);
    // What it assigns to around it is reported where it is written.
    facts.retain(|fact| !matches!(fact.what, FactKind::Does(Flag::Outer, _)));
    facts
}

/// Whether a function value that is written as one type may be called as another: where in doubt, it may.
fn may_be(game: &Game, written: &Type, called: &Type) -> bool {
    let (Type::Act(own, _), Type::Act(params, _)) = (written, called) else { return true };
    may_take(game, own, params)
}
