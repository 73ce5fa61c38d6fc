//! Players, whose turn it is, turns and phases. It knows no piece.

use super::{Args, not_called, number, text};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use bytecode::layout::{header, seat};
use bytecode::program::Turn;
use bytecode::word::{self, Kind, NULL};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Player, a: Args<'_>) -> OpResult<u64> {
    use group::Player as P;
    match id {
        P::PlayerName => name(m, a[0]),
        P::PlayerScore => seat(m, a[0], seat::SCORE),
        P::PlayerIsOut => Ok(word::bool(seat(m, a[0], seat::OUT)? == 1)),
        P::PlayerTeam => team(m, a[0]),
    }
}

#[inline(never)]
pub(super) fn call_all(m: &mut Memory<'_>, id: group::Players) -> OpResult<u64> {
    use group::Players as P;
    match id {
        P::PlayersAll => all(m),
        P::PlayersIn => still_in(m),
        P::PlayersActive => not_called(),
    }
}

#[inline(never)]
pub(super) fn call_turn(m: &mut Memory<'_>, id: group::Turn, a: Args<'_>) -> OpResult<u64> {
    use group::Turn as T;
    match id {
        T::TurnPass => pass(m, a[0], a[1]),
        T::TurnActive => not_called(),
    }
}

#[inline(never)]
pub(super) fn call_phase(m: &mut Memory<'_>, id: group::Phase, a: Args<'_>) -> OpResult<u64> {
    use group::Phase as P;
    match id {
        P::PhaseUse => use_phase(m, a[0]),
        P::PhaseActive => not_called(),
    }
}

/// The number of a player, which must not be null.
pub(super) fn number(m: &Memory<'_>, p: u64) -> OpResult<u32> {
    let p = number::number(p)? as u32;
    if p < players(m)? { Ok(p) } else { Err(FaultKind::Impossible("player").into()) }
}

pub(super) fn players(m: &Memory<'_>) -> OpResult<u32> {
    Ok(m.at(header::PLAYERS)? as u32)
}

/// A word of a player's record.
pub(super) fn seat(m: &Memory<'_>, p: u64, what: usize) -> OpResult<u64> {
    m.at(m.program.layout.seats + seat::SIZE * number(m, p)? as usize + what)
}

pub(super) fn name_text(m: &Memory<'_>, p: u32) -> String {
    m.program.player_names.get(p as usize).cloned().unwrap_or_else(|| format!("Player {}", p + 1))
}

pub(super) fn name(m: &mut Memory<'_>, p: u64) -> OpResult<u64> {
    let name = name_text(m, number(m, p)?);
    text::new(m, &name)
}

fn some_players(m: &Memory<'_>, is: impl Fn(u64) -> OpResult<bool>) -> OpResult<Vec<u64>> {
    let mut found = Vec::new();
    for p in (0..players(m)?).map(word::player) {
        if is(p)? {
            found.push(p);
        }
    }
    Ok(found)
}

pub(super) fn team(m: &mut Memory<'_>, p: u64) -> OpResult<u64> {
    let team = seat(m, p, seat::TEAM)?;
    let with = some_players(m, |q| Ok(q == p || team != NULL && seat(m, q, seat::TEAM)? == team))?;
    m.new_list(Kind::Plain, &with)
}

pub(super) fn all(m: &mut Memory<'_>) -> OpResult<u64> {
    let all = some_players(m, |_| Ok(true))?;
    m.new_list(Kind::Plain, &all)
}

/// The players who were not eliminated.
pub(super) fn remaining(m: &Memory<'_>) -> OpResult<Vec<u64>> {
    some_players(m, |p| Ok(seat(m, p, seat::OUT)? != 1))
}

pub(super) fn still_in(m: &mut Memory<'_>) -> OpResult<u64> {
    let remaining = remaining(m)?;
    m.new_list(Kind::Plain, &remaining)
}

fn turn<'a>(m: &Memory<'a>, turn: u64) -> OpResult<&'a Turn> {
    number::some(turn)?;
    m.program.turns.get(turn as usize).ok_or_else(|| FaultKind::Impossible("turn").into())
}

#[inline(never)]
pub(super) fn turn_name(m: &Memory<'_>, t: u64) -> OpResult<u64> {
    Ok(turn(m, t)?.name_word)
}

/// The name of the active phase, null if there is none.
pub(crate) fn phase(m: &Memory<'_>) -> OpResult<u64> {
    let (active, phase) = (m.at(header::TURN)?, m.at(header::PHASE)?);
    if active == NULL || phase == NULL {
        return Ok(NULL);
    }
    Ok(turn(m, active)?.phase_words.get(phase as usize).copied().unwrap_or(NULL))
}

/// The index of a name among words of names; an unknown one is a fault.
fn named(m: &Memory<'_>, names: impl Iterator<Item = u64>, name: u64, what: &'static str) -> OpResult<u64> {
    for (i, n) in names.enumerate() {
        if m.equal_text(n, name)? {
            return Ok(i as u64);
        }
    }
    Err(FaultKind::Unknown(what, m.string(name)?).into())
}

pub(super) fn use_phase(m: &mut Memory<'_>, name: u64) -> OpResult<u64> {
    number::some(name)?;
    let phases: &[u64] = match m.at(header::TURN)? {
        NULL => &[],
        active => &turn(m, active)?.phase_words,
    };
    m.words[header::PHASE] = named(m, phases.iter().copied(), name, "phase")?;
    Ok(NULL)
}

/// Makes a turn the active one, in the named phase, or its first if that is null.
#[inline(never)]
pub(super) fn use_turn(m: &mut Memory<'_>, name: u64, phase: u64) -> OpResult<u64> {
    number::some(name)?;
    let i = named(m, m.program.turns.iter().map(|t| t.name_word), name, "turn")?;
    let phases = &turn(m, i)?.phase_words;
    let first = if phases.is_empty() { NULL } else { 0 };
    let phase = if phase == NULL { first } else { named(m, phases.iter().copied(), phase, "phase")? };
    m.words[header::TURN] = i;
    m.words[header::PHASE] = phase;
    Ok(NULL)
}

/// Makes `p`, or the next player after it who is still in, the active one, and the phase active if it is named.
/// A `default` has to run before this.
pub(super) fn pass(m: &mut Memory<'_>, p: u64, phase: u64) -> OpResult<u64> {
    let (first, count) = (number(m, p)?, players(m)?);
    if phase != NULL {
        use_phase(m, phase)?;
    }
    let mut next = first;
    for q in (0..count).map(|i| (first + i) % count) {
        if seat(m, word::player(q), seat::OUT)? != 1 {
            next = q;
            break;
        }
    }
    m.words[header::ACTIVE] = word::player(next);
    Ok(NULL)
}
