//! Dice and random numbers, from the generator that is part of the state.

use super::{Args, Reads, list, number};
use crate::FaultKind;
use crate::memory::{Memory, OpResult};
use ::base::Random;
use bytecode::layout::header;
use bytecode::word::{self, Kind};
use language::catalogue::group;

#[inline(never)]
pub(super) fn call(m: &mut Memory<'_>, id: group::Random, a: Args<'_>) -> OpResult<u64> {
    use group::Random as R;
    match id {
        R::RandomRoll => roll(m, a[0]),
        R::RandomPick => list::random(m, a[0]),
        R::RandomShuffle => list::shuffle(m, a[0]),
    }
}

/// What an entry looks into.
#[rustfmt::skip]
pub(super) fn reads(id: group::Random) -> Reads {
    use group::Random as R;
    match id {
        R::RandomRoll | R::RandomPick | R::RandomShuffle => Reads::Arguments,
    }
}

#[inline(never)]
pub(super) fn call_dice(m: &mut Memory<'_>, id: group::Dice, a: Args<'_>) -> OpResult<u64> {
    use group::Dice as D;
    match id {
        D::DiceRoll => roll_dice(m, a[0]),
        D::DiceFaces => faces(m, a[0]),
    }
}

/// A whole number from 0 up to, not with, `n`.
pub(super) fn below(m: &mut Memory<'_>, n: u64) -> OpResult<u64> {
    let mut random = Random::new(m.at(header::RANDOM)?);
    let drawn = random.below(n);
    m.words[header::RANDOM] = random.state;
    Ok(drawn)
}

pub(super) fn roll(m: &mut Memory<'_>, faces: u64) -> OpResult<u64> {
    let faces = number::number(faces)?.trunc();
    if faces < 1.0 {
        return Err(FaultKind::Other("dice need at least one face".to_owned()).into());
    }
    Ok(word::number((1 + below(m, faces as u64)?) as f64))
}

fn faces_of<'a>(m: &Memory<'a>, dice: u64) -> OpResult<&'a [f64]> {
    let (_, faces, _) = m.program.dice.get(dice as usize).ok_or_else(|| FaultKind::Impossible("dice"))?;
    Ok(faces)
}

pub(super) fn roll_dice(m: &mut Memory<'_>, dice: u64) -> OpResult<u64> {
    let faces = faces_of(m, dice)?;
    let face = faces.get(below(m, faces.len() as u64)? as usize);
    Ok(word::number(*face.ok_or_else(|| FaultKind::Impossible("dice without faces"))?))
}

pub(super) fn faces(m: &mut Memory<'_>, dice: u64) -> OpResult<u64> {
    let faces: Vec<u64> = faces_of(m, dice)?.iter().map(|f| word::number(*f)).collect();
    m.new_list(Kind::Plain, &faces)
}
