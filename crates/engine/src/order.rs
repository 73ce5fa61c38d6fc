//! The order in which a seat is shown what it may choose. Candidates stand in the order in which objects were made,
//! which tells what hidden cards are; so of each action those that name anything the seat does not see in full come last,
//! in an order that is made of what the seat sees, and where that is the same, of the match's own chance. It knows no
//! legality.

use crate::decision::{Decision, describe};
use crate::position::Position;
use crate::view::reader::Reader;
use base::Random;
use bytecode::Program;
use bytecode::program::{Class, Show};
use language::tree::Seen;
use std::ops::Range;
use vm::Candidate;

/// Where there are more candidates than this, those that name hidden things stand in an order of chance alone.
pub(crate) const MAX_SORTED: usize = 20_000;

/// How deep lists in lists are looked at.
const MAX_DEPTH: u32 = 4;

/// Whether there can be objects that a seat does not see in full. It is read off the rules.
pub(crate) fn may_veil(program: &Program) -> bool {
    let secret = |class: &Class| class.fields.iter().any(|f| f.secret && !f.hidden);
    program.tiles.hidden
        || program.zones.iter().any(|zone| zone.seen != Seen::All)
        || program.classes.iter().any(secret)
}

/// Whether whatever somebody sees and knows all others do, spectators too, as long as nothing is revealed to some alone:
/// things may be hidden, but from everybody, and nothing is told to one. It is read off the rules.
pub(crate) fn sees_alike(program: &Program) -> bool {
    let secret = |class: &Class| class.fields.iter().any(|f| f.secret && !f.hidden);
    program.boards.iter().all(|board| board.seen != Seen::Owner)
        && program.zones.iter().all(|zone| zone.seen != Seen::Owner)
        && program.dice.iter().all(|(.., seen)| *seen != Some(Seen::Owner))
        && !program.classes.iter().any(secret)
        && !program.sentences.iter().any(|sentence| sentence.is_for_one)
}

/// What decides the order of candidates that a seat cannot tell apart: the same whenever a match is made again, and
/// unlike that of other decisions.
pub(crate) fn key(seed: u64, decision: usize, seat: u32) -> u64 {
    const APART: u64 = 0x6F72_6465_7220_6F66;
    let mixed = Random::new(seed ^ APART).word();
    Random::new(mixed ^ (decision as u64) << 6 ^ u64::from(seat)).word()
}

/// Some of the candidates in the order in which their player is shown them.
pub(crate) enum Run {
    Singles(Vec<usize>),
    /// A group, in which nothing is veiled.
    Group(Range<usize>),
}

/// One of two iterators.
enum Either<A, B> {
    Left(A),
    Right(B),
}

impl<A: Iterator<Item = usize>, B: Iterator<Item = usize>> Iterator for Either<A, B> {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        match self {
            Either::Left(all) => all.next(),
            Either::Right(all) => all.next(),
        }
    }
}

impl Decision<'_> {
    /// The numbers of all candidates in the order in which their player is shown them.
    pub(crate) fn all_shown(&self) -> Box<dyn Iterator<Item = usize>> {
        if !self.candidates().has_groups() {
            return Box::new(self.shown_order().into_iter());
        }
        if !self.game().may_veil {
            return Box::new(0..self.len());
        }
        Box::new(self.runs().into_iter().flat_map(|run| match run {
            Run::Singles(all) => Either::Left(all.into_iter()),
            Run::Group(numbers) => Either::Right(numbers),
        }))
    }

    /// The candidates outside of groups as the player is shown them, and between them the groups, each in its place.
    pub(crate) fn runs(&self) -> Vec<Run> {
        let mut singles = self.shown_order().into_iter();
        let (mut runs, mut next) = (Vec::new(), 0);
        for (numbers, ..) in self.candidates().groups() {
            runs.push(Run::Singles(singles.by_ref().take(numbers.start - next).collect()));
            next = numbers.end;
            runs.push(Run::Group(numbers));
        }
        runs.push(Run::Singles(singles.collect()));
        runs
    }

    /// As [`Decision::all_shown`], without those of groups, in which nothing is veiled.
    pub(crate) fn shown_order(&self) -> Vec<usize> {
        let mut all = self.candidates().singles();
        if !self.game().may_veil {
            return all;
        }
        let sorts = all.len() <= MAX_SORTED;
        let action = |i: &usize| self.head(*i).action;
        // In what order actions come is up to the rules alone.
        for of_action in all.chunk_by_mut(|a, b| action(a) == action(b)) {
            of_action.sort_by_cached_key(|i| self.veil(*i, sorts));
        }
        all
    }

    /// By what a candidate is sorted behind those of which the player sees everything, if it is.
    pub(crate) fn veil(&self, i: usize, sorts: bool) -> Option<(String, u64)> {
        let looks = || if sorts { self.reads(i) } else { String::new() };
        let is_veiled = self.reader().names_veiled(self.position(), self.head(i));
        is_veiled.then(|| (looks(), self.chance(i)))
    }

    /// How the player reads a candidate, so that sorting by it puts 9 before 10.
    fn reads(&self, i: usize) -> String {
        let seat = self.position().decider().unwrap_or(0);
        by_number(&describe(self.game(), self.position(), seat, self.head(i), self.len()).text)
    }

    pub(crate) fn chance(&self, i: usize) -> u64 {
        Random::new(self.key() ^ (i as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).word()
    }
}

impl Reader<'_> {
    /// Whether a candidate names an object of which the viewer does not see everything.
    pub(crate) fn names_veiled(&self, position: &Position, candidate: Candidate<'_>) -> bool {
        let Candidate { action, holder, inputs } = candidate;
        let Some(action) = action.map(|a| &self.game.program.actions[usize::from(a)]) else {
            let show = Decision::show_of_answer(self.game, position);
            return show.is_some_and(|show| inputs.iter().any(|w| self.is_veiled(*w, show, MAX_DEPTH)));
        };
        let shows = action.inputs.iter().map(|input| &input.show);
        self.is_veiled(holder, &Show::Object, 0)
            || inputs.iter().zip(shows).any(|(w, show)| self.is_veiled(*w, show, MAX_DEPTH))
    }
}

/// The text with each whole number at a fixed width.
pub(crate) fn by_number(text: &str) -> String {
    const ZEROS: &str = "000000000000";
    let (mut out, mut rest) = (String::with_capacity(text.len() + ZEROS.len()), text);
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let (before, from) = rest.split_at(start);
        let (digits, after) = from.split_at(from.find(|c: char| !c.is_ascii_digit()).unwrap_or(from.len()));
        out.push_str(before);
        out.push_str(&ZEROS[digits.len().min(ZEROS.len())..]);
        out.push_str(digits);
        rest = after;
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{by_number, key};

    #[test]
    fn numbers_sort_by_their_value() {
        let mut tiles = ["b2", "a10", "a9", "b"];
        tiles.sort_by_key(|t| by_number(t));
        assert_eq!(tiles, ["a9", "a10", "b", "b2"]);
    }

    #[test]
    fn each_decision_has_a_key_of_its_own() {
        let keys = [key(1, 0, 0), key(1, 1, 0), key(1, 0, 1), key(2, 0, 0)];
        assert!(keys.iter().enumerate().all(|(i, k)| !keys[..i].contains(k)), "{keys:?}");
        assert_eq!(key(1, 0, 0), keys[0]);
    }
}
