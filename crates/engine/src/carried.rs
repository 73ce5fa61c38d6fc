//! What is told of an action to somebody who does not know what carries it: nothing that only some of what may lie there
//! have. It knows neither logs nor bots.

use crate::game::Game;
use bytecode::Program;
use bytecode::layout::{list, object};
use bytecode::program::Action;
use bytecode::word::{self, NULL};
use std::sync::{Arc, OnceLock};
use vm::{Candidate, sight};

/// How the action of a candidate is named to somebody.
#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Naming {
    /// The action itself: all that there is to know of it.
    Action,
    /// Its name, which all that may lie there have, and where all of these take the same, what was chosen for it. These
    /// are the actions of that name that override none.
    Name { declaring: Arc<[usize]>, takes_same: bool },
    /// That somebody has chosen.
    Nothing,
}

/// How actions are named to those who do not know what carries them: for each action, where that lies in no zone, and in
/// each zone, worked out where it is asked for.
#[derive(Clone, Debug)]
pub(crate) struct Namings(Vec<OnceLock<Naming>>);

impl Namings {
    pub(crate) fn of(program: &Program) -> Namings {
        Namings(vec![OnceLock::new(); program.actions.len() * (program.zones.len() + 1)])
    }
}

/// How a candidate is named to those who are `bits`, see [`sight::knows`].
pub(crate) fn naming(game: &Game, words: &[u64], candidate: Candidate<'_>, bits: u64) -> Naming {
    let program = &game.program;
    let number = candidate.action.map(usize::from);
    let Some((number, action)) = number.and_then(|i| Some((i, program.actions.get(i)?))) else {
        return Naming::Action;
    };
    let class = &program.classes[usize::from(action.class)];
    let holder = match &class.modifier {
        _ if class.global.is_some() => return Naming::Action,
        Some(of) if program.classes[usize::from(of.on)].is_tile => return Naming::Action,
        Some(_) => words.get(candidate.holder as usize + usize::from(class.first_field)).copied(),
        None => Some(candidate.holder),
    };
    let Some(holder) = holder.filter(|o| *o != NULL && !class.is_tile) else { return Naming::Action };
    if sight::knows(program, words, holder, bits) {
        return Naming::Action;
    }
    let zone = zone(program, words, holder);
    let at = number * (program.zones.len() + 1) + zone.map_or(0, |zone| zone + 1);
    game.namings.0[at].get_or_init(|| unknown(game, action, zone)).clone()
}

/// How an action is named where what carries it is not known, by the zone that it lies in.
fn unknown(game: &Game, action: &Action, zone: Option<usize>) -> Naming {
    let program = &game.program;
    // Which modifiers it has is as hidden as what it is.
    let may_be = may_be(game, zone);
    let has = |class: u16, one: &Action| is_sub(program, class, one.class);
    let named: Vec<&Action> = program.actions.iter().filter(|one| one.name == action.name).collect();
    let is_modifier = program.classes[usize::from(action.class)].modifier.is_some();
    if is_modifier || !may_be.iter().all(|class| named.iter().any(|one| has(*class, one))) {
        return Naming::Nothing;
    }
    let mut takes = named.iter().filter(|one| may_be.iter().any(|class| has(*class, one)));
    let takes_same = takes.all(|one| is_alike(one, action));
    Naming::Name { declaring: declaring(program, &action.name).into(), takes_same }
}

/// The zone that an object lies in.
fn zone(program: &Program, words: &[u64], o: u64) -> Option<usize> {
    let place = words.get(o as usize + object::PLACE).copied().unwrap_or(NULL);
    let slot = (place as usize).checked_sub(program.layout.zones).map(|at| at / list::HEAD);
    let slot = slot.filter(|_| place != NULL && !word::is_tile(place, program.tiles.count));
    let (zone, _) = slot.and_then(|slot| program.slots.get(slot))?;
    Some(usize::from(*zone)).filter(|zone| *zone < program.zones.len())
}

/// The classes of which something may be that lies in a zone, or in none, for all that others know.
fn may_be(game: &Game, zone: Option<usize>) -> Vec<u16> {
    let program = &game.program;
    let fits = |class: u16| match zone {
        Some(zone) => is_sub(program, class, program.zones[zone].class),
        None => program.classes[usize::from(class)].is_piece,
    };
    game.kinds.made.iter().copied().filter(|class| fits(*class)).collect()
}

fn is_sub(program: &Program, class: u16, of: u16) -> bool {
    (of..=program.classes[usize::from(of)].last).contains(&class)
}

fn is_alike(one: &Action, other: &Action) -> bool {
    let inputs = |action: &Action| {
        let input = |input: &bytecode::program::Input| (input.name.clone(), input.secret, input.show.clone());
        action.inputs.iter().map(input).collect::<Vec<_>>()
    };
    inputs(one) == inputs(other)
}

/// The actions of a name that things carry and that override none, by their numbers.
fn declaring(program: &Program, name: &str) -> Vec<usize> {
    let named = || (0..program.actions.len()).filter(|i| program.actions[*i].name == name);
    let class = |i: usize| program.actions[i].class;
    let is_first = |i: &usize| {
        let mut above = program.classes[usize::from(class(*i))].parent;
        while let Some(parent) = above {
            if named().any(|other| class(other) == parent) {
                return false;
            }
            above = program.classes[usize::from(parent)].parent;
        }
        true
    };
    named().filter(|i| program.classes[usize::from(class(*i))].global.is_none()).filter(is_first).collect()
}
