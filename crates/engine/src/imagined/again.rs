//! The moves of one decision made again, each on a copy of the match and perhaps with other chance, for those who compare
//! what they lead to. It knows neither what is compared nor for whom.

use super::Imagined;
use bytecode::layout::header;

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

    /// What a move of the list leads to.
    pub(super) fn made(&self, i: usize) -> Imagined {
        self.made_with(i, 0)
    }

    /// The same with other chance.
    pub(super) fn made_otherwise(&self, i: usize) -> Imagined {
        self.made_with(i, self.other_chance)
    }

    fn made_with(&self, i: usize, chance: u64) -> Imagined {
        let mut made = self.now.clone();
        made.position.state.words[header::RANDOM] ^= chance;
        made.play_known(self.listed.number(i));
        made
    }
}

/// Whether something goes on where a move has led, or nothing does any more: nobody compares what seats see there.
pub(super) fn is_between(made: &Imagined) -> bool {
    made.over() || !made.position.is_at_top()
}
