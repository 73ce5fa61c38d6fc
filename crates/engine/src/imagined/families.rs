//! Moves that differ in numbers alone. Where there are many of them they count as one, beside the other moves: otherwise
//! whatever has most amounts would be made most often, and not what is good (move groups, Childs, Brodeur, Kocsis 2008).

use super::{Imagined, MoveKey, key};
use crate::game::Game;
use crate::position::Position;
use bytecode::program::{Action, Program, Show};
use std::collections::BTreeMap;
use vm::{Candidate, Candidates};

/// So many moves of a family stand each for itself.
const FEW: usize = 8;

impl Game {
    /// Whether an action asks for a number where there are others to choose from.
    pub fn has_amounts(&self) -> bool {
        self.has_amounts
    }
}

/// See [`Game::has_amounts`].
pub(crate) fn has_amounts(program: &Program) -> bool {
    let asks = |action: &Action| action.inputs.iter().any(|input| input.show == Show::Number);
    program.actions.len() > 1 && program.actions.iter().any(asks)
}

impl Imagined {
    /// For each move of the last [`Imagined::list`] the name that it counts by among the others: that of its family, or
    /// its own where there are few like it. Empty where all moves stand for themselves.
    pub fn families(&self) -> Vec<MoveKey> {
        let Some(candidates) = self.listed.as_ref().filter(|_| self.game.has_amounts()) else {
            return Vec::new();
        };
        families(&self.game, &self.position, candidates, self.legal.iter().map(|i| *i as usize))
    }
}

/// As [`Imagined::families`], of the candidates of those numbers.
pub(super) fn families(
    game: &Game,
    position: &Position,
    candidates: &Candidates,
    numbers: impl ExactSizeIterator<Item = usize> + Clone,
) -> Vec<MoveKey> {
    // More than a few of one family, and one of another.
    if numbers.len() < FEW + 2 {
        return Vec::new();
    }
    let mut last: Option<(Candidate<'_>, MoveKey)> = None;
    let family = |i: usize| {
        let candidate = candidates.get(i);
        let known = last.filter(|(last, _)| differ_in_numbers(game, *last, candidate));
        let name = known.map_or_else(|| key::family(game, position, candidate), |(_, name)| name);
        last = Some((candidate, name));
        name
    };
    let names: Vec<MoveKey> = numbers.clone().map(family).collect();
    let mut sizes: BTreeMap<MoveKey, usize> = BTreeMap::new();
    names.iter().for_each(|name| *sizes.entry(*name).or_default() += 1);
    if sizes.len() <= 1 || sizes.values().all(|size| *size <= FEW) {
        return Vec::new();
    }
    let mover = position.decider().unwrap_or(0);
    let counts_by = |(i, name): (usize, MoveKey)| match sizes[&name] {
        ..=FEW => key::of(game, position, candidates.get(i), mover),
        _ => name,
    };
    numbers.zip(names).map(counts_by).collect()
}

/// Whether two candidates are of one family, as can be seen without naming them.
fn differ_in_numbers(game: &Game, a: Candidate<'_>, b: Candidate<'_>) -> bool {
    let action = a.action.and_then(|action| game.program.actions.get(usize::from(action)));
    let is_amount = |k: usize| {
        action.and_then(|action| action.inputs.get(k)).is_some_and(|input| input.show == Show::Number)
    };
    (a.action, a.holder, a.inputs.len()) == (b.action, b.holder, b.inputs.len())
        && a.inputs.iter().zip(b.inputs).enumerate().all(|(k, (a, b))| a == b || is_amount(k))
}
