//! The moves of one decision made again, each on a copy of the match and perhaps with other chance, for those who compare
//! what they lead to. What is asked before that is answered alike behind all of them, by number, so that what comes
//! of other answers together is not found. It knows neither what is compared nor for whom.

use super::Imagined;
use bytecode::layout::header;
use vm::{AtChance, mix};

/// A draw of chance that comes out otherwise: behind so many others, and by which seed.
#[derive(Clone, Copy)]
pub(super) struct OtherDraw {
    behind: u32,
    seed: u64,
}

impl OtherDraw {
    /// No draw is reached that is behind so many.
    pub(super) const NONE: OtherDraw = OtherDraw { behind: u32::MAX, seed: 0 };

    /// So many where a match has drawn so often, each once at least where that is no more, at equal distances.
    pub(super) fn spread(draws: u32, most: u32) -> impl Iterator<Item = OtherDraw> {
        let at = move |n: u32| (u64::from(n) * u64::from(draws) / u64::from(most.max(1))) as u32;
        let other = move |n: u32| OtherDraw { behind: at(n), seed: mix(OTHER_DRAW, u64::from(n)) };
        (0..if draws == 0 { 0 } else { most }).map(other)
    }

    pub(super) fn at_chance(self) -> AtChance {
        AtChance::DrawsOtherwise { behind: self.behind, seed: self.seed }
    }

    /// How often chance was drawn since none was to come out otherwise.
    pub(super) fn draws(now: &Imagined) -> u32 {
        match now.machine.at_chance {
            AtChance::DrawsOtherwise { behind, .. } => OtherDraw::NONE.behind - behind,
            AtChance::Draws | AtChance::Stops => 0,
        }
    }
}

const OTHER_DRAW: u64 = 0x6472_6177;

pub(super) struct Again<'a> {
    now: &'a Imagined,
    /// The same match with its list of moves.
    pub listed: Imagined,
    /// How many moves there are.
    pub moves: usize,
    /// What turns the chance of the match into another one.
    other_chance: u64,
}

impl<'a> Again<'a> {
    pub(super) fn new(now: &'a Imagined, other_chance: u64) -> Again<'a> {
        let mut listed = now.clone();
        let moves = listed.list();
        Again { now, listed, moves, other_chance }
    }

    pub(super) fn now(&self) -> &'a Imagined {
        self.now
    }

    /// What a move of the list leads to.
    pub(super) fn made(&self, i: usize) -> Imagined {
        self.made_with(i, 0)
    }

    /// The same with other chance.
    pub(super) fn made_otherwise(&self, i: usize) -> Imagined {
        self.made_with(i, self.other_chance)
    }

    /// The same with another chance of that number.
    pub(super) fn made_by_chance(&self, i: usize, number: u64) -> Imagined {
        self.made_with(i, mix(self.other_chance, number))
    }

    /// The same where one of its draws of chance comes out otherwise, the next ones as they did.
    pub(super) fn made_by_draw(&self, i: usize, draw: OtherDraw) -> Imagined {
        self.made_of(self.now.clone(), i, draw)
    }

    fn made_with(&self, i: usize, chance: u64) -> Imagined {
        let mut made = self.now.clone();
        made.position.state.words[header::RANDOM] ^= chance;
        self.made_of(made, i, OtherDraw::NONE)
    }

    fn made_of(&self, mut made: Imagined, i: usize, draw: OtherDraw) -> Imagined {
        made.machine.at_chance = draw.at_chance();
        made.play_known(self.listed.number(i));
        finish(&mut made);
        made
    }
}

/// So many answers are given behind a move.
const MAX_ANSWERS: usize = 16;

/// Answers what is asked until nobody is in the middle of anything: others choose in a round, or an effect goes on.
fn finish(made: &mut Imagined) {
    for answer in 0..MAX_ANSWERS {
        if made.over() || made.position.is_settled() {
            return;
        }
        let n = made.list();
        made.play_listed(answer % n.max(1));
    }
}

/// Whether something goes on where a move has led, or nothing does any more: nobody compares what seats see there.
pub(super) fn is_between(made: &Imagined) -> bool {
    made.over() || !made.position.is_settled()
}
