//! What the machine notes of what it changes, for whoever draws or tells a match. It knows nothing of who may see what;
//! the host reads that off the state as it stands when the machine stops with [`crate::Pause::Changed`].

use crate::State;
use bytecode::layout::object;
use bytecode::op::Op;
use bytecode::{Program, word};
use language::catalogue::Builtin;

/// One change. Objects are addresses in the state as it stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Change {
    Moved(PieceMove),
    Removed(u64),
    /// Somebody was shown it.
    Revealed(u64),
    /// The zone at that address.
    Shuffled(u64),
    /// The word of an object, by its place in the object.
    Set {
        object: u64,
        word: u16,
    },
    /// A word of the fixed part, which may belong to a global object.
    SetFixed(u16),
    Owned(u64),
    Scored(u32),
    Eliminated(u32),
    /// The active player, turn or phase may be another one.
    Passed,
    /// A number came up, with these dice or with none of their own.
    Rolled {
        dice: Option<u32>,
        value: u64,
    },
}

/// A piece that went from one place to another, null being none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PieceMove {
    pub piece: u64,
    pub from: u64,
    pub to: u64,
    /// Where it stood in the zone that it left, and where it stands in the one it came to, from the bottom.
    pub out_of: usize,
    pub into: usize,
    /// Who could still tell which piece it was that left, and who knows it now, a bit each.
    pub followed: u64,
    pub known: u64,
}

/// The changes since the host looked last.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Trace {
    pub(crate) changes: Vec<Change>,
    /// The dice that were thrown, and where in the stack the number stands.
    rolled: Option<(Option<u32>, usize)>,
}

impl Trace {
    /// Takes what has changed. What a fault has cut short has not happened.
    pub fn take(&mut self) -> Vec<Change> {
        std::mem::take(&mut self.changes)
    }

    pub(crate) fn clear(&mut self) {
        self.changes.clear();
        self.rolled = None;
    }

    /// The last instruction is done; whether the host is to look at what it changed.
    pub(crate) fn is_due(&mut self, s: &State) -> bool {
        if !s.snapshots.is_empty() {
            // What is only supposed does not happen.
            self.clear();
            return false;
        }
        if let Some((dice, at)) = self.rolled.take()
            && let Some(value) = s.stack.get(at)
        {
            self.changes.push(Change::Rolled { dice, value: *value });
        }
        !self.changes.is_empty()
    }

    /// Notes what the next instruction will change, but for moves, which are noted as they are made; `base` is where
    /// the registers stand.
    pub(crate) fn look(&mut self, p: &Program, s: &State, op: Op, base: usize) {
        let r = |register: u16| s.stack.get(base + usize::from(register)).copied().unwrap_or(word::NULL);
        let change = match op {
            Op::SetField { object, field, .. } if usize::from(field) == object::OWNER => {
                Change::Owned(r(object))
            }
            Op::SetField { object, field, .. } => Change::Set { object: r(object), word: field },
            Op::SetHeader { index, .. } => Change::SetFixed(index),
            Op::Remove { object, .. } => Change::Removed(r(object)),
            Op::Score { player, .. } => Change::Scored(word::to_player(r(player))),
            Op::Eliminate { player } => Change::Eliminated(word::to_player(r(player))),
            Op::Builtin { base: b, id, .. } => {
                if let Some(Throw { dice }) = throw(p, id, r(b)) {
                    self.rolled = Some((dice, base + usize::from(b)));
                }
                match change(id, r, b) {
                    Some(change) => change,
                    None => return,
                }
            }
            // These change nothing that is told, or only move pieces.
            #[rustfmt::skip]
            Op::Move { .. } | Op::Constant { .. } | Op::Fixed { .. } | Op::Null { .. } | Op::Add { .. }
            | Op::Subtract { .. } | Op::Multiply { .. } | Op::Divide { .. } | Op::Modulo { .. }
            | Op::Power { .. } | Op::AddSmall { .. } | Op::Negate { .. } | Op::Less { .. }
            | Op::LessEqual { .. } | Op::LessCase { .. } | Op::LessEqualCase { .. } | Op::LessText { .. }
            | Op::LessEqualText { .. } | Op::Equal { .. } | Op::NotEqual { .. } | Op::EqualText { .. }
            | Op::EqualContent { .. } | Op::Not { .. } | Op::And { .. } | Op::Or { .. } | Op::Xor { .. }
            | Op::Jump { .. } | Op::JumpIf { .. } | Op::JumpIfNot { .. } | Op::JumpNull { .. }
            | Op::JumpSome { .. } | Op::JumpEmpty { .. } | Op::JumpTaken { .. } | Op::JumpNoElements { .. }
            | Op::JumpElements { .. } | Op::JumpEqual { .. } | Op::JumpNotEqual { .. }
            | Op::JumpEqualText { .. } | Op::JumpNotEqualText { .. } | Op::JumpLess { .. }
            | Op::JumpNotLess { .. } | Op::NextElement { .. } | Op::NextIndex { .. } | Op::NextNumber { .. }
            | Op::NextAdjacent { .. } | Op::StartAdjacent { .. } | Op::Integer { .. } | Op::Call { .. }
            | Op::CallMethod { .. } | Op::CallTileMethod { .. } | Op::CallValue { .. } | Op::Return { .. }
            | Op::GetField { .. } | Op::Settled { .. } | Op::New { .. } | Op::IsClass { .. }
            | Op::Cast { .. } | Op::Closure { .. } | Op::NewList { .. } | Op::Contains { .. }
            | Op::ListLength { .. } | Op::ListLast { .. } | Op::ListGet { .. } | Op::ListSet { .. }
            | Op::ListPush { .. } | Op::Freeze { .. } | Op::NewTable { .. } | Op::TableGet { .. }
            | Op::TableSet { .. } | Op::NextValue { .. } | Op::Header { .. } | Op::Active { .. }
            | Op::PhaseName { .. } | Op::Actor { .. } | Op::ToPlayer { .. } | Op::PlayerAfter { .. }
            | Op::TilePiece { .. } | Op::TileOwner { .. } | Op::TileIsEmpty { .. } | Op::Step { .. }
            | Op::StepText { .. } | Op::DirectionOf { .. } | Op::StepDirection { .. } | Op::TileX { .. }
            | Op::TileY { .. } | Op::TileObject { .. } | Op::TilesOf { .. } | Op::RaySteps { .. }
            | Op::RayEmpty { .. } | Op::PushAdjacent { .. } | Op::PieceTile { .. } | Op::ZoneOf { .. }
            | Op::BoardOf { .. } | Op::ForwardOf { .. } | Op::CaseAttribute { .. } | Op::TextAt { .. }
            | Op::Join { .. } | Op::ToText { .. } | Op::Convert { .. } | Op::Team { .. } | Op::End
            | Op::Winner { .. } | Op::Fail { .. } | Op::Tell { .. } | Op::Watch { .. } | Op::Told { .. }
            | Op::Seen { .. } | Op::Choose { .. } | Op::ChooseTogether { .. } | Op::AddWritten { .. }
            | Op::Subsets { .. } | Op::RaiseMoved { .. } | Op::Probe { .. } | Op::Emit { .. }
            | Op::EmitWays { .. } | Op::EmitNumbers { .. } | Op::Enqueue { .. } | Op::SupposeBegin
            | Op::SupposeEnd { .. } | Op::Play { .. } | Op::Answer { .. } | Op::Do { .. }
            | Op::Expect { .. } | Op::Inspect { .. } | Op::Impossible => return,
        };
        self.changes.push(change);
    }
}

/// What something built in changes, from its arguments, which begin at a register. A test looks through the catalogue for
/// what changes a game and is missing here.
fn change(id: Builtin, r: impl Fn(u16) -> u64, base: u16) -> Option<Change> {
    Some(match id {
        Builtin::ObjectAssign | Builtin::ObjectUnassign => Change::Owned(r(base)),
        Builtin::PieceReveal => Change::Revealed(r(base)),
        Builtin::ZoneReveal => Change::Revealed(r(base + 1)),
        Builtin::ZoneShuffle => Change::Shuffled(r(base)),
        Builtin::TurnPass | Builtin::PhaseUse | Builtin::TurnsUse => Change::Passed,
        _ => return None,
    })
}

struct Throw {
    /// None for dice without a name.
    dice: Option<u32>,
}

/// What a builtin throws, if it throws dice.
fn throw(p: &Program, id: Builtin, dice: u64) -> Option<Throw> {
    let dice = match id {
        Builtin::RandomRoll => None,
        Builtin::DiceRoll => u32::try_from(dice).ok().filter(|d| (*d as usize) < p.dice.len()),
        _ => return None,
    };
    Some(Throw { dice })
}

#[cfg(test)]
mod tests {
    use super::change;
    use language::catalogue::{Builtin, Effect, entries};

    /// These move pieces, which is noted as they are moved.
    const MOVES: [Builtin; 9] = [
        Builtin::PiecePutOn,
        Builtin::PieceLift,
        Builtin::ZoneAdd,
        Builtin::ZoneAddAll,
        Builtin::ZoneDraw,
        Builtin::ZoneDeal,
        Builtin::ZoneCut,
        Builtin::ZoneMove,
        Builtin::BoardPlace,
    ];

    #[test]
    fn whatever_built_in_changes_a_game_is_told() {
        let changes = entries().iter().filter(|entry| entry.effect == Effect::Changes).map(|entry| entry.id);
        let untold = changes.filter(|id| change(*id, |_| 0, 0).is_none() && !MOVES.contains(id));
        assert_eq!(untold.collect::<Vec<_>>(), [], "each needs its line in `change`, or moves pieces");
    }
}
